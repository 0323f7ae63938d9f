//! The list of rules, as it lies beside this file.

use serde::Deserialize;

/// A rule of how SQS behaves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What comments and cases call it: `R61`.
    #[serde(rename = "rule")]
    pub name: String,
    /// The title of its section.
    pub section: String,
    /// The rule, in a sentence.
    pub says: String,
    pub queues: Queues,
    pub confidence: Confidence,
    /// Why there is no case for it, or for a part of it: then it begins with "In part".
    #[serde(default)]
    pub reason: Option<String>,
    /// What the machine does where AWS leaves it open or sources disagree.
    #[serde(default)]
    pub choice: Option<String>,
    /// What the machine does otherwise than AWS, knowingly.
    #[serde(default)]
    pub difference: Option<String>,
}

/// Of which queues a rule speaks.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Queues {
    Standard,
    Fifo,
    Both,
    #[serde(rename = "-")]
    None,
}

/// How well a rule is known.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    High,
    Medium,
    Low,
}

/// A part of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub number: String,
    pub title: String,
    /// What stands before its rules, in lines.
    #[serde(default)]
    pub text: Vec<String>,
}

impl Rule {
    /// Whether it is said why there is no case at all.
    pub fn has_reason(&self) -> bool {
        self.reason.as_ref().is_some_and(|reason| !reason.starts_with("In part"))
    }

    /// Where it is on the page.
    pub fn anchor(&self) -> String {
        self.name.to_lowercase()
    }
}

impl Section {
    /// What cases call it.
    pub fn name(&self) -> String {
        format!("section {}", self.number)
    }
}

pub fn rules() -> Vec<Rule> {
    serde_json::from_str(include_str!("rules.json")).unwrap_or_else(|error| panic!("rules.json: {error}"))
}

pub fn sections() -> Vec<Section> {
    serde_json::from_str(include_str!("sections.json")).unwrap_or_else(|error| panic!("sections.json: {error}"))
}

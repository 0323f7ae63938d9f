//! The explanations, as text.

use inflight::explain::{self, Tone};
use inflight::sim::{MessageIx, Scenario, Trace};

use super::bad_input::BadInput;

/// Why it came to what became of a message, and what would have prevented it.
pub fn why(scenario: &Scenario, trace: &Trace, message: &str) -> Result<String, BadInput> {
    let message = find(trace, message)?;
    let chain = explain::why(scenario, trace, message);
    let mut text = chain.to_string();
    if let Some(trouble) = chain.trouble {
        let fixes = explain::fixes_for(scenario, trace, trouble);
        text.push_str("\nTried, and each alone prevents it:\n");
        for fix in &fixes {
            text.push_str(&format!("- {}\n", fix.label));
        }
        if fixes.is_empty() {
            text.push_str("- none of the usual changes of a setting\n");
        }
    }
    Ok(text)
}

/// Advice on a scenario, gravest first.
pub fn advice(scenario: &Scenario) -> String {
    let line = |advice: explain::Advice| {
        let tone = match advice.tone {
            Tone::Trouble => "trouble",
            Tone::Caution => "caution",
            Tone::Well => "well",
        };
        format!("{tone:<8} {}: {}\n", advice.setting, advice.text)
    };
    explain::advise(scenario).into_iter().map(line).collect()
}

/// The message of a name such as `m2`, or of its number.
fn find(trace: &Trace, name: &str) -> Result<MessageIx, BadInput> {
    let number = name.strip_prefix('m').unwrap_or(name).parse::<MessageIx>().ok();
    let there = u32::try_from(trace.messages.len()).unwrap_or(u32::MAX);
    number.and_then(|number| number.checked_sub(1)).filter(|&message| message < there).ok_or_else(|| {
        let expected = match there {
            0 => "the run has no messages".to_owned(),
            1 => "the run has only m1".to_owned(),
            n => format!("the run has m1 to m{n}"),
        };
        BadInput::new(format!("no message {name}: {expected}"))
    })
}

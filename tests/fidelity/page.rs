//! `FIDELITY.md`, made from the rules and the cases.

use super::cases::{Case, Validated};
use super::list::{Confidence, Queues, Rule, Section};

const HEAD: &str = include_str!("head.md");

/// What the page holds of one rule.
struct Row<'a> {
    rule: &'a Rule,
    cases: Vec<&'a Case>,
}

impl Row<'_> {
    fn validated(&self) -> Option<Validated<'_>> {
        self.cases.iter().filter_map(|case| case.validated()).max()
    }
}

/// The whole page.
pub fn write(sections: &[Section], rules: &[Rule], cases: &[Case]) -> String {
    let of = |name: &str| cases.iter().filter(|case| case.checks(name)).collect::<Vec<_>>();
    let rows: Vec<_> = rules.iter().map(|rule| Row { rule, cases: of(&rule.name) }).collect();
    let in_section =
        |section: &Section| rows.iter().filter(|row| row.rule.section == section.title).collect::<Vec<_>>();
    let mut page = format!("{HEAD}\n## Summary\n\n");
    page += "| section | rules | with a case | validated on AWS | no case for a reason | no case yet | open choices | differences |\n";
    page += "|---|--:|--:|--:|--:|--:|--:|--:|\n";
    for section in sections {
        let rows = in_section(section);
        if !rows.is_empty() {
            page += &count(&format!("[{}](#section-{})", heading(section), section.number), &rows);
        }
    }
    page += &count("**All**", &rows.iter().collect::<Vec<_>>());
    for section in sections {
        page += &write_section(section, &in_section(section), &of(&section.name()));
    }
    page += "\n<a id=\"open-choices\"></a>\n\n## Open choices\n\n";
    page += "What the model does where AWS leaves it open, or where sources disagree.\n\n";
    page += &remarks(rules, |rule| rule.choice.as_deref());
    page += "\n<a id=\"known-differences\"></a>\n\n## Known differences\n\n";
    page += "What the model does otherwise than AWS, knowingly.\n\n";
    page += &remarks(rules, |rule| rule.difference.as_deref());
    page
}

fn heading(section: &Section) -> String {
    format!("{}. {}", section.number, section.title)
}

/// A row of the summary.
fn count(title: &str, rows: &[&Row<'_>]) -> String {
    let count = |is_counted: fn(&Row<'_>) -> bool| rows.iter().filter(|row| is_counted(row)).count();
    format!(
        "| {title} | {} | {} | {} | {} | {} | {} | {} |\n",
        rows.len(),
        count(|row| !row.cases.is_empty()),
        count(|row| row.validated().is_some()),
        count(|row| row.cases.is_empty() && row.rule.has_reason()),
        count(|row| row.cases.is_empty() && !row.rule.has_reason()),
        count(|row| row.rule.choice.is_some()),
        count(|row| row.rule.difference.is_some()),
    )
}

fn write_section(section: &Section, rows: &[&Row<'_>], cases: &[&Case]) -> String {
    let mut text = format!("\n<a id=\"section-{}\"></a>\n\n## {}\n", section.number, heading(section));
    if !section.text.is_empty() {
        text += &format!("\n{}\n", section.text.join("\n"));
    }
    if !cases.is_empty() {
        text += &format!("\nCovered by {}.\n", links(cases, ", "));
    }
    if !rows.is_empty() {
        text += "\n| rule | what it says | queues | confidence | covered by | on AWS |\n|---|---|---|---|---|---|\n";
    }
    for row in rows {
        text += &write_row(row);
    }
    text
}

fn write_row(row: &Row<'_>) -> String {
    let rule = row.rule;
    let queues = match rule.queues {
        Queues::Standard => "standard",
        Queues::Fifo => "FIFO",
        Queues::Both => "both",
        Queues::None => "–",
    };
    let confidence = match rule.confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    };
    let mut says = rule.says.clone();
    let remarks = [(&rule.choice, "open-choices", "choice"), (&rule.difference, "known-differences", "difference")];
    for (_, list, word) in remarks.iter().filter(|(remark, ..)| remark.is_some()) {
        says += &format!(" [[{word}]](#{list})");
    }
    let reason = match (&rule.reason, row.cases.is_empty()) {
        (Some(reason), true) if rule.has_reason() => vec![format!("*No case: {reason}.*")],
        (Some(reason), _) => vec![format!("*{reason}.*")],
        (None, true) => vec!["**No case yet.**".to_owned()],
        (None, false) => vec![],
    };
    let cases = links(&row.cases, "<br>");
    let covered: Vec<_> = [cases].into_iter().filter(|cases| !cases.is_empty()).chain(reason).collect();
    let validated = match row.validated() {
        Some(Validated::On(day)) => format!("yes, {day}"),
        Some(Validated::Undated) => "yes, undated".to_owned(),
        None => "–".to_owned(),
    };
    let (name, anchor, covered) = (&rule.name, rule.anchor(), covered.join("<br>"));
    format!("| <a id=\"{anchor}\"></a>{name} | {says} | {queues} | {confidence} | {covered} | {validated} |\n")
}

fn links(cases: &[&Case], between: &str) -> String {
    let link = |case: &&Case| {
        let mark = if case.validated().is_some() { " ✓" } else { "" };
        format!("[{name}](tests/semantics/{name}.json){mark}", name = case.name)
    };
    cases.iter().map(link).collect::<Vec<_>>().join(between)
}

/// A list of what is remarked of some rules.
fn remarks(rules: &[Rule], of: fn(&Rule) -> Option<&str>) -> String {
    let remarks = rules.iter().filter_map(|rule| Some((rule, of(rule)?)));
    let lines: Vec<_> =
        remarks.map(|(rule, remark)| format!("- [{}](#{}): {remark}\n", rule.name, rule.anchor())).collect();
    lines.concat()
}

//! Keeps the floors of the house apart, and the two lowest ones pure. It reads the sources as text.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors, lowest first: each may name only those before it.
const FLOORS: [&str; 5] = ["queue", "sim", "explain", "scene", "ui"];

/// What no file of `queue` and `sim` may name, and why.
const IMPURE: [(&str, &str); 27] = [
    ("web_sys", "the browser"),
    ("js_sys", "the browser"),
    ("wasm_bindgen", "the browser"),
    ("yew", "the browser"),
    ("gloo", "the browser"),
    ("std::time", "a clock"),
    ("Instant", "a clock"),
    ("SystemTime", "a clock"),
    ("HashMap", "an order that differs from run to run"),
    ("HashSet", "an order that differs from run to run"),
    ("RandomState", "an order that differs from run to run"),
    ("rand::", "chance that is not of the scenario's seed"),
    ("getrandom", "chance that is not of the scenario's seed"),
    ("fastrand", "chance that is not of the scenario's seed"),
    ("std::fs", "a file"),
    ("std::io", "a file"),
    ("std::env", "the environment"),
    ("std::thread", "a thread"),
    (".ln(", "a float function that differs between native and wasm"),
    (".log(", "a float function that differs between native and wasm"),
    (".log2(", "a float function that differs between native and wasm"),
    (".log10(", "a float function that differs between native and wasm"),
    (".exp(", "a float function that differs between native and wasm"),
    (".powf(", "a float function that differs between native and wasm"),
    (".powi(", "a float function that differs between native and wasm"),
    (".sin(", "a float function that differs between native and wasm"),
    (".cos(", "a float function that differs between native and wasm"),
];

/// The browser's crates: only the top floor and the page's doors know them.
const BROWSER: [&str; 4] = ["web_sys", "js_sys", "wasm_bindgen", "yew"];

/// The doors of the page's two programs.
const DOORS: [&str; 2] = ["main.rs", "bin/whole.rs"];

/// What is never left in the sources.
const LEFTOVERS: [&str; 4] = ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"];

/// The most lines of a file that is read in one sitting.
const MOST_LINES: usize = 450;

/// A source file: its path below `src`, and its lines without comments, texts and tests, numbered from 1.
struct Source {
    path: String,
    code: Vec<(usize, String)>,
    lines: usize,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 30, "the sources are found");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let path = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        Source { path, code: code_of(&text), lines: text.lines().count() }
    };
    files.into_iter().map(read).collect()
}

/// The code of a file, line by line: without line comments, without what stands in texts, and without its tests, which come last.
fn code_of(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    lines.enumerate().map(|(at, line)| (at + 1, without_texts(line))).collect()
}

fn without_texts(line: &str) -> String {
    let mut code = String::new();
    let mut in_text = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if in_text => {
                letters.next();
            }
            '"' => in_text = !in_text,
            '/' if !in_text && letters.peek() == Some(&'/') => break,
            _ if !in_text => code.push(letter),
            _ => {}
        }
    }
    code
}

/// Whether the code names the word: not as a part of a longer one.
fn names(code: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_word = word.ends_with(is_part);
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let starts = !word.starts_with(is_part) || !before.is_some_and(is_part);
        starts && !(is_word && after.is_some_and(is_part))
    })
}

/// Each line of a file that names one of the words, as the place, the word and why it must not.
fn offences(source: &Source, words: &[(&str, String)]) -> Vec<String> {
    let mut found = Vec::new();
    for (line, code) in &source.code {
        for (word, why) in words {
            if names(code, word) {
                found.push(format!("src/{}:{line} names `{word}`: {why}", source.path));
            }
        }
    }
    found
}

fn floor_of(path: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| path.strip_prefix(floor).is_some_and(|rest| rest.starts_with('/')))
}

fn assert_none(offences: &[String]) {
    assert!(offences.is_empty(), "\n{}\n", offences.join("\n"));
}

#[test]
fn floor_names_only_the_floors_below() {
    let mut found = Vec::new();
    for source in sources() {
        let Some(floor) = floor_of(&source.path) else { continue };
        let above: Vec<(String, String)> = FLOORS[floor + 1..]
            .iter()
            .map(|above| (format!("crate::{above}"), format!("{} knows only the floors below it", FLOORS[floor])))
            .collect();
        let words: Vec<_> = above.iter().map(|(word, why)| (word.as_str(), why.clone())).collect();
        found.extend(offences(&source, &words));
    }
    assert_none(&found);
}

#[test]
fn queue_and_sim_are_pure() {
    let pure = sources().into_iter().filter(|source| floor_of(&source.path).is_some_and(|floor| floor < 2));
    let words = IMPURE.map(|(word, what)| (word, format!("that is {what}")));
    assert_none(&pure.flat_map(|source| offences(&source, &words)).collect::<Vec<_>>());
}

#[test]
fn browser_is_known_to_the_top_floor_alone() {
    let lower =
        sources().into_iter().filter(|source| !source.path.starts_with("ui/") && !DOORS.contains(&&*source.path));
    let words = BROWSER.map(|word| (word, "only ui and the doors know the browser".to_owned()));
    assert_none(&lower.flat_map(|source| offences(&source, &words)).collect::<Vec<_>>());
}

#[test]
fn nothing_unfinished_is_left_in_the_sources() {
    let words = LEFTOVERS.map(|word| (word, "unfinished".to_owned()));
    assert_none(&sources().iter().flat_map(|source| offences(source, &words)).collect::<Vec<_>>());
}

#[test]
fn file_is_short_enough_for_one_sitting() {
    let long = sources().into_iter().filter(|source| source.lines > MOST_LINES);
    assert_none(&long.map(|source| format!("src/{} has {} lines", source.path, source.lines)).collect::<Vec<_>>());
}

/// The checks above find nothing today, so that they could find something is shown here.
#[test]
fn planted_offence_is_found_and_what_only_looks_like_one_is_not() {
    let planted = "use std::time::Instant;\nlet x = y.ln();\n// HashMap in a comment\nlet s = \"HashMap\";\nlet HashMapping = 1;\n#[cfg(test)]\nmod tests { use std::fs; }";
    let source = Source { path: "queue/planted.rs".to_owned(), code: code_of(planted), lines: 7 };
    let words = IMPURE.map(|(word, what)| (word, what.to_owned()));
    let found = offences(&source, &words);
    assert_eq!(
        found,
        [
            "src/queue/planted.rs:1 names `std::time`: a clock",
            "src/queue/planted.rs:1 names `Instant`: a clock",
            "src/queue/planted.rs:2 names `.ln(`: a float function that differs between native and wasm",
        ]
    );
    let upwards = Source { path: "sim/planted.rs".to_owned(), code: code_of("use crate::scene::Stage;"), lines: 1 };
    assert_eq!(offences(&upwards, &[("crate::scene", "no".to_owned())]).len(), 1);
}

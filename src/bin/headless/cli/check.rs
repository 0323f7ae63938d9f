//! The command that checks case files.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::bad_input::BadInput;
use super::case::Case;
use super::{BAD_INPUT, FAILED, read, runner};

/// Runs the cases, all of them whatever becomes of each, and answers the exit code.
pub fn check(paths: &[PathBuf]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    let (mut passed, mut failed, mut bad) = (0, 0, 0);
    for case in paths.iter().flat_map(|path| cases(path)) {
        match case.and_then(|path| load(&path)).map(|case| (runner::run(&case), case.name)) {
            Ok((Ok(()), name)) => {
                passed += 1;
                writeln!(out, "ok   {name}")?;
            }
            Ok((Err(failure), name)) => {
                failed += 1;
                writeln!(out, "FAIL {name}: {failure}")?;
            }
            Err(reason) => {
                bad += 1;
                eprintln!("error: {reason}");
            }
        }
    }
    let not_run = if bad > 0 { format!(", {bad} not run") } else { String::new() };
    writeln!(out, "{passed} passed, {failed} failed{not_run}")?;
    out.flush()?;
    Ok(match (bad, failed) {
        (0, 0) => 0,
        (0, _) => FAILED,
        _ => BAD_INPUT,
    })
}

fn load(path: &Path) -> Result<Case, BadInput> {
    Case::parse(&read(path)?).map_err(|bad| bad.at(path.display()))
}

/// The cases that a path of the command line means, or why there are none.
fn cases(path: &Path) -> Vec<Result<PathBuf, BadInput>> {
    match files(path) {
        Ok(files) => files.into_iter().map(Ok).collect(),
        Err(bad) => vec![Err(bad.at(path.display()))],
    }
}

/// The path itself, or every `.json` in it by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, BadInput> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in path.read_dir().map_err(BadInput::new)? {
        let file = entry.map_err(BadInput::new)?.path();
        if file.extension().is_some_and(|extension| extension == "json") {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(BadInput::new("no case in this directory; expected .json files"));
    }
    files.sort();
    Ok(files)
}

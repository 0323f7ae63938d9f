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
    for path in paths {
        for case in cases(path) {
            match case.and_then(|path| load(&path)) {
                Ok(case) => match runner::run(&case) {
                    Ok(()) => {
                        passed += 1;
                        writeln!(out, "ok   {}", case.name)?;
                    }
                    Err(failure) => {
                        failed += 1;
                        writeln!(out, "FAIL {}: {failure}", case.name)?;
                    }
                },
                Err(reason) => {
                    bad += 1;
                    eprintln!("error: {reason}");
                }
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

/// The files that a path of the command line means: itself, or every `.json` in it by name.
fn cases(path: &Path) -> Vec<Result<PathBuf, BadInput>> {
    if !path.is_dir() {
        return vec![Ok(path.to_owned())];
    }
    let files = path.read_dir().and_then(|entries| {
        let files = entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
        Ok(files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")))
    });
    let mut files: Vec<_> = match files {
        Ok(files) => files.collect(),
        Err(error) => return vec![Err(BadInput::new(error).at(path.display()))],
    };
    if files.is_empty() {
        return vec![Err(BadInput::new("no case in this directory; expected .json files").at(path.display()))];
    }
    files.sort();
    files.into_iter().map(Ok).collect()
}

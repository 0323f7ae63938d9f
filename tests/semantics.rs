//! The machine against the rules of SQS: every case file of `tests/semantics/`.

use std::path::Path;
use std::process::Command;

/// Every case passes, and every file is a case that bears the file's name.
#[test]
fn cases_checked_all_pass() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
    let files =
        directory.read_dir().expect("the directory is there").map(|entry| entry.expect("it can be read").path());
    let mut names: Vec<_> = files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(!names.is_empty());

    let ended = Command::new(env!("CARGO_BIN_EXE_headless")).arg("check").arg(&directory).output().unwrap();

    let told = String::from_utf8(ended.stdout).unwrap() + &String::from_utf8(ended.stderr).unwrap();
    let wanted: Vec<_> = names.iter().map(|name| format!("ok   {name}")).collect();
    assert_eq!(told, format!("{}\n{} passed, 0 failed\n", wanted.join("\n"), names.len()));
    assert!(ended.status.success());
}

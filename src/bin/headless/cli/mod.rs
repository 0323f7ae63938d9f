//! The command line: what was asked for, and with which exit code it ends.

mod answer;
mod arguments;
mod attributes;
mod bad_input;
mod call;
mod case;
mod check;
mod json;
mod matcher;
mod policy;
mod reference;
mod runner;
mod shape;
mod task;
mod value;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use inflight::explain::{log, to_text};
use inflight::sim::{self, Scenario};

use bad_input::BadInput;

/// A case did not answer as it must.
const FAILED: u8 = 1;
/// Something could not be read, or was not understood. Clap ends with the same code on bad arguments.
const BAD_INPUT: u8 = 2;

/// An Amazon SQS visibility timeout without a page
///
/// Exit codes: 0 all is well, 1 a case failed, 2 an input could not be read or understood.
#[derive(Debug, Parser)]
#[command(name = "headless", version, verbatim_doc_comment)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a scenario and print what happened
    Run {
        /// The scenario, a JSON file
        scenario: PathBuf,
        /// Print the log, one line for each thing that happens (the default)
        #[arg(long, conflicts_with = "json")]
        log: bool,
        /// Print the whole trace as JSON
        #[arg(long)]
        json: bool,
    },
    /// Run case files on the queue alone and compare each answer with what it must be
    Check {
        /// Case files, and directories of them
        #[arg(required = true, value_name = "CASE")]
        paths: Vec<PathBuf>,
    },
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let ended = match Arguments::parse().command {
        Command::Run { scenario, json, .. } => run(&scenario, json),
        Command::Check { paths } => check::check(&paths),
    };
    match ended {
        Ok(code) => ExitCode::from(code),
        // Whoever closed the pipe, such as `head`, has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write: {error}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Runs a scenario and prints its trace or its log.
fn run(path: &Path, as_json: bool) -> io::Result<u8> {
    let scenario = match read(path)
        .and_then(|json| Scenario::from_json(&json).map_err(|bad| BadInput::new(bad).at(path.display())))
    {
        Ok(scenario) => scenario,
        Err(bad) => {
            eprintln!("error: {bad}");
            return Ok(BAD_INPUT);
        }
    };
    let trace = sim::run(&scenario);
    let mut out = io::stdout().lock();
    if as_json {
        writeln!(out, "{}", trace.to_json())?;
    } else {
        write!(out, "{}", to_text(&log(&trace, &scenario.story)))?;
    }
    out.flush()?;
    if trace.cut_off {
        eprintln!("note: the run was cut off at t={}, because too much happens in it", trace.end);
    }
    Ok(0)
}

/// The text of a file; an error names the file.
fn read(path: &Path) -> Result<String, BadInput> {
    std::fs::read_to_string(path).map_err(|error| BadInput::new(error).at(path.display()))
}

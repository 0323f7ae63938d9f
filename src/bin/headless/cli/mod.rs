//! The command line: what was asked for, and with which exit code it ends.

mod answer;
mod arguments;
mod attributes;
mod bad_input;
mod call;
mod case;
mod check;
mod explain;
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
use inflight::scenarios;
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
        /// The scenario: a JSON file, or the name of one that ships with the page (see `list`)
        scenario: PathBuf,
        #[command(flatten)]
        print: Print,
    },
    /// List the scenarios that ship with the page
    List,
    /// Run case files on the queue alone and compare each answer with what it must be
    Check {
        /// Case files, and directories of them
        #[arg(required = true, value_name = "CASE")]
        paths: Vec<PathBuf>,
    },
}

/// What to print of a run.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Print {
    /// Print the log, one line for each thing that happens (the default)
    #[arg(long)]
    log: bool,
    /// Print the whole trace as JSON
    #[arg(long)]
    json: bool,
    /// Print why it came to what became of a message, step by step, and what would have prevented it
    #[arg(long, value_name = "MESSAGE")]
    why: Option<String>,
    /// Print advice on the scenario as a whole
    #[arg(long)]
    advice: bool,
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let ended = match Arguments::parse().command {
        Command::Run { scenario, print } => run(&scenario, &print),
        Command::List => list(),
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

/// Runs a scenario and prints of it what was asked for.
fn run(path: &Path, print: &Print) -> io::Result<u8> {
    let scenario = match scenario(path)
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
    if print.json {
        writeln!(out, "{}", trace.to_json())?;
    } else if print.advice {
        write!(out, "{}", explain::advice(&scenario))?;
    } else if let Some(message) = &print.why {
        match explain::why(&scenario, &trace, message) {
            Ok(text) => write!(out, "{text}")?,
            Err(bad) => {
                eprintln!("error: {bad}");
                return Ok(BAD_INPUT);
            }
        }
    } else {
        write!(out, "{}", to_text(&log(&trace, &scenario.story)))?;
    }
    out.flush()?;
    if trace.cut_off {
        eprintln!("note: the run was cut off at t={}, because too much happens in it", trace.end);
    }
    Ok(0)
}

/// Prints the names and titles of the scenarios that ship, in their groups.
fn list() -> io::Result<u8> {
    let mut out = io::stdout().lock();
    let longest = scenarios::all().map(|shipped| shipped.name.len()).max().unwrap_or_default();
    for (place, group) in scenarios::GROUPS.iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}", group.title)?;
        for shipped in group.scenarios {
            let title = Scenario::from_json(shipped.json).map(|scenario| scenario.title).unwrap_or_default();
            writeln!(out, "  {:longest$}  {title}", shipped.name)?;
        }
    }
    out.flush()?;
    Ok(0)
}

/// The text of a scenario: of a file, or of one that ships, by its name.
fn scenario(path: &Path) -> Result<String, BadInput> {
    let shipped = path.to_str().and_then(scenarios::named);
    match shipped.filter(|_| !path.is_file()) {
        Some(shipped) => Ok(shipped.json.to_owned()),
        None => read(path),
    }
}

/// The text of a file; an error names the file.
fn read(path: &Path) -> Result<String, BadInput> {
    std::fs::read_to_string(path).map_err(|error| BadInput::new(error).at(path.display()))
}

//! The same machine without a page: runs scenarios and checks case files in a terminal.

#[cfg(not(target_arch = "wasm32"))]
mod cli;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    cli::main()
}

// Cargo builds every binary along with the tests that run in a browser; there this one has nothing to do.
#[cfg(target_arch = "wasm32")]
fn main() {}

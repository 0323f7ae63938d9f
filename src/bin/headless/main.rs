//! The same machine without a page.
fn main() {}

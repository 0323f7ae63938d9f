//! What a user is told about an input that cannot be used.

use std::fmt;

/// What is wrong with an input, and where: `order.json: step 3: field DelaySeconds: …`.
#[derive(Debug)]
pub struct BadInput(String);

impl BadInput {
    /// With the place not yet named.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }

    /// The same, with the place where it is put first.
    #[must_use]
    pub fn at(self, place: impl fmt::Display) -> Self {
        Self(format!("{place}: {}", self.0))
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

//! What a person reads does not have to change sixty times a second.

use js_sys::Date;
use yew::prelude::*;

use crate::queue::Millis;

/// While the run plays, numbers and lines follow the playhead no faster than this, in milliseconds: nobody reads faster, and
/// laying texts out takes longer than moving a line.
pub const READ_MS: f64 = 120.0;

/// The instant to show in texts: the playhead's, or while it plays one at most `pause` milliseconds before.
#[hook]
pub fn use_calm(t: Millis, playing: bool, pause: f64) -> Millis {
    let last = use_mut_ref(|| (t, 0.0));
    let mut last = last.borrow_mut();
    let now = if playing { Date::now() } else { 0.0 };
    // A clock that was set back does not stop the texts.
    if !playing || (now - last.1).abs() >= pause {
        *last = (t, now);
    }
    last.0
}

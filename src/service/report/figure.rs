//! A picture with what it shows in words.

use maud::{Markup, html};

/// A picture with its caption below.
pub fn figure(picture: &Markup, caption: &str) -> Markup {
    html! {
        figure {
            (picture)
            figcaption { (caption) }
        }
    }
}

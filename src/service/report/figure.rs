//! A picture with what it shows in words.

use maud::{Markup, html};

use super::prose::prose;

/// A picture with its caption below.
pub fn figure(picture: &Markup, caption: &str) -> Markup {
    html! {
        figure {
            (picture)
            figcaption { (prose(caption)) }
        }
    }
}

//! Boards by the element of the studio, where scripts run; what stands inside of it is shown where they do not.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::player::PLAYER;
use super::solver::SOLVER;
use crate::view::with;

/// The program of the element, as it is built with the page of the studio.
const BOARD: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/board.js"));

/// A board that nobody plays on. `label` is read out; `still` is the same as a picture.
pub fn element(game: &Value, position: Value, overlay: &Value, label: &str, still: &Markup) -> Markup {
    // Nothing can be played here, and nothing has just been played.
    let position = with(position, json!({"toAct": null, "legal": [], "ended": null, "plies": []}));
    let options = json!({"interactive": false, "label": label});
    let data = json!({"game": game, "position": position, "options": options, "overlay": overlay});
    // No text of a game ends the script.
    let data = data.to_string().replace('<', "\\u003c");
    html! { rulebook-board { script type="application/json" { (PreEscaped(data)) } (still) } }
}

/// A whole page with the program of its boards, if there are any.
pub fn with_program(mut page: String) -> String {
    if let Some(end) = page.rfind("</body>").filter(|_| page.contains("<rulebook-board>")) {
        let parts = [("class=\"player\"", PLAYER), ("class=\"puzzle\"", SOLVER)];
        let programs = html! {
            script type="module" { (PreEscaped(BOARD)) }
            @for (class, program) in parts { @if page.contains(class) { script type="module" { (PreEscaped(program)) } } }
        };
        page.insert_str(end, &programs.into_string());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::{BOARD, element, with_program};
    use maud::html;
    use serde_json::json;

    #[test]
    fn the_program_fetches_nothing_and_does_not_end_its_script() {
        let program = BOARD.to_lowercase();
        for word in ["</script", "<!--", "import(", "fetch(", "https://"] {
            assert!(!program.contains(word), "{word}");
        }
        assert_eq!(program.matches("http://").count(), program.matches("http://www.w3.org/2000/svg").count());
    }

    #[test]
    fn names_of_a_game_are_data_and_the_program_comes_with_boards_alone() {
        let game = json!({"title": "</script><script>alert(1)"});
        let board = element(&game, json!({}), &json!({}), "label", &html! { "still" }).into_string();
        assert_eq!(board.matches("<script").count(), 1, "{board}");
        assert_eq!(board.matches("</script").count(), 1, "{board}");
        let page = with_program(format!("<body>{board}</body>"));
        assert!(page.contains("<script type=\"module\">") && page.ends_with("</script></body>"));
        assert_eq!(with_program("<body>no board</body>".to_owned()), "<body>no board</body>");
    }
}

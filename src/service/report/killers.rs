//! Killer moves: a map of where won games end, a map of where those play who win, and a table.

use maud::{Markup, html};

use super::board::{Drawn, Shade, board};
use super::figure::figure;
use super::number::{number, percent, range};
use super::prose::prose;
use super::table::{Cell, Table};
use crate::wire::{Bounded, Killer, Killers};
use rulebook_language::topology::{Board, CellId};

/// Rows of a table.
const MOST: usize = 8;

/// Killer moves of a game on a board; `name` says of which game.
pub fn killers(found: &Killers, shape: &Board, name: &str) -> Markup {
    let of = |cell: CellId| found.cells.iter().find(|killer| killer.name == shape.cell_name(cell));
    let points = |of: &Bounded| Cell::bounded(&signed(of.value.unwrap_or(0.0)), &range(&of.estimate(), signed));
    let mut moves = Table::new("Moves that end won games", &["move", "of won games", "of such moves"]);
    for killer in found.moves.iter().filter(|killer| killer.times > 0).take(MOST) {
        moves.add(vec![
            Cell::Markup(prose(&format!("`{}`", killer.name))),
            share(&killer.closing),
            share(&killer.kills),
        ]);
    }
    let mut cells = Table::new("Cells to which they go", &["cell", "of won games", "of moves there", "contribution"]);
    for killer in found.cells.iter().filter(|killer| killer.times > 0).take(MOST) {
        cells.add(vec![
            Cell::Markup(prose(&format!("`{}`", killer.name))),
            share(&killer.closing),
            share(&killer.kills),
            killer.contribution.as_ref().map_or_else(|| Cell::text(""), points),
        ]);
    }
    html! {
        @if found.closed == 0 {
            p { "No game seen ended with a move of its winner." }
        } @else {
            p { (found.closed) " of " (found.won) " won games ended with a move of the winner." }
            @if !found.cells.is_empty() {
                div.boards { (closing(found, shape, name, &of)) (contribution(shape, name, &of)) }
            }
            (moves.html()) (cells.html())
            p.soft { "How often the last move of the winner was one of these, and how often such a move wins at once. The contribution is by how "
                "many points those who moved to a cell scored more than an even share; its interval holds for all cells together. It shows what goes "
                "with winning, not what causes it." }
        }
    }
}

fn share(of: &Bounded) -> Cell {
    Cell::bounded(&of.value.map_or("?".to_owned(), percent), &range(&of.estimate(), percent))
}

fn signed(value: f64) -> String {
    let text = format!("{:.1}", 100.0 * value);
    if value > 0.0 && value.is_finite() {
        format!("+{text}")
    } else if value.is_finite() {
        text
    } else {
        number(value)
    }
}

fn closing<'a>(found: &Killers, shape: &Board, name: &str, of: &dyn Fn(CellId) -> Option<&'a Killer>) -> Markup {
    let most = found.cells.iter().filter_map(|killer| killer.closing.value).fold(0.0, f64::max).max(1e-9);
    let says = format!(
        "{name}: the share of {} won games that end with a move of the winner to a cell, in percent",
        found.won
    );
    let drawn = |cell: CellId| {
        let Some(killer) = of(cell) else { return Drawn::default() };
        let value = killer.closing.value.unwrap_or(0.0);
        let bounds = range(&killer.closing.estimate(), percent);
        Drawn {
            shade: Shade::Heat(value / most * 0.9),
            text: format!("{:.0}", 100.0 * value),
            says: format!("{} ({bounds}; n {})", percent(value), killer.closing.n),
            ..Drawn::default()
        }
    };
    figure(&board(shape, "Where won games end", &says, drawn), &format!("{says}."))
}

fn contribution<'a>(shape: &Board, name: &str, of: &dyn Fn(CellId) -> Option<&'a Killer>) -> Markup {
    let says = format!(
        "{name}: by how many points players who move to a cell score more (blue) or less (orange) than an even share"
    );
    let drawn = |cell: CellId| {
        let Some(value) = of(cell).and_then(|killer| killer.contribution) else { return Drawn::default() };
        let by = value.value.unwrap_or(0.0);
        let sure = value.low.is_some_and(|low| low > 0.0) || value.high.is_some_and(|high| high < 0.0);
        Drawn {
            // Twenty points are as much as can be seen.
            shade: Shade::Around((0.5 + 2.5 * by).clamp(0.0, 1.0)),
            text: if sure { format!("{:+.0}", 100.0 * by) } else { String::new() },
            says: format!("{} ({}; n {})", signed(by), range(&value.estimate(), signed), value.n),
            ..Drawn::default()
        }
    };
    figure(&board(shape, "Win contribution", &says, drawn), &format!("{says}."))
}

//! Lines of a setup that put nothing, or whose pieces another line covers.
//!
//! A later line may well cut into an earlier one (`Black hole on centre`); that is not reported. Lines that overlap without one
//! lying within the other, and lines of which nothing is left, are.

use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Constant, Expr, Game, Placement, constant, same};
use rulebook_language::topology::CellId;

/// Looks at the setup.
pub fn check(game: &Game, found: &mut Found) {
    let mut lines: Vec<(&Placement, Vec<CellId>)> = Vec::new();
    let mut filled: Vec<CellId> = Vec::new();
    for placement in &game.setup {
        let Some(cells) = cells(game, placement.on.as_ref(), &filled) else { return };
        if cells.is_empty() {
            found.add(match &placement.on {
                Some(on) => Diagnostic::new(Code::SetupEmpty, on.span, "this line of the setup puts nothing")
                    .label("no cell of the board is meant")
                    .help("name cells of the board, as in `rows(1)`, `corners` or `{a1, b2}`"),
                None => Diagnostic::new(Code::SetupEmpty, placement.span, "this line of the setup puts nothing")
                    .label("no cell is left for `elsewhere`")
                    .help("remove the line, or leave cells empty in the lines before it"),
            });
        }
        filled.extend(cells.iter().copied().filter(|cell| !filled.contains(cell)).collect::<Vec<_>>());
        lines.push((placement, cells));
    }
    if game.max_height > 1 {
        return;
    }
    for (index, (earlier, cells)) in lines.iter().enumerate() {
        let own = |cell: &CellId, line: &[CellId]| line.contains(cell);
        let later = lines.get(index + 1..).unwrap_or_default();
        let others = || later.iter().filter(|(other, _)| !same(&other.piece, &earlier.piece));
        if cells.is_empty() {
            continue;
        }
        if cells.iter().all(|cell| others().any(|(_, line)| own(cell, line))) {
            let over = others().find(|(_, line)| cells.iter().any(|cell| own(cell, line)));
            let said = Diagnostic::new(Code::SetupOverlap, earlier.span, "nothing is left of this line of the setup")
                .label("later lines cover all its cells")
                .help("give each line cells of its own, or take this one away");
            found.add_at_once(match over {
                Some((over, _)) => said.related(over.span, "over it"),
                None => said,
            });
            continue;
        }
        // What lies wholly on earlier pieces cuts into them; what lies partly beside them was perhaps meant to.
        let cut = others().find(|(over, line)| {
            let before = lines.iter().take_while(|(other, _)| !std::ptr::eq(*other, *over));
            let under: Vec<&CellId> = before.flat_map(|(_, cells)| cells).collect();
            line.iter().any(|cell| own(cell, cells)) && line.iter().any(|cell| !under.contains(&cell))
        });
        if let Some((over, line)) = cut {
            let shared: Vec<&CellId> = line.iter().filter(|cell| own(cell, cells)).collect();
            let first = shared.first().map_or("", |cell| game.board.cell_name(**cell));
            let message = match shared.len() {
                1 => format!("two lines of the setup fill `{first}`"),
                count => format!("two lines of the setup fill `{first}` and {} more", count - 1),
            };
            found.add_at_once(
                Diagnostic::new(Code::SetupOverlap, over.span, message)
                    .label("puts its pieces over those of an earlier line")
                    .related(earlier.span, "the earlier line")
                    .help("give each line cells of its own"),
            );
        }
    }
}

fn cells(game: &Game, on: Option<&Expr>, filled: &[CellId]) -> Option<Vec<CellId>> {
    match on {
        None => Some(game.board.cells().filter(|cell| !filled.contains(cell)).collect()),
        Some(on) => match constant(on, Some(&game.board), &game.definitions)? {
            Constant::Cells(cells) => Some(cells),
            Constant::Cell(cell) => Some(cell.into_iter().collect()),
            _ => None,
        },
    }
}

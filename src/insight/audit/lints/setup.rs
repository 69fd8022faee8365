//! Lines of a setup that put nothing, or whose pieces another line covers.
//!
//! A later line may well cut into an earlier one (`Black hole on centre`); that is not reported. Lines that overlap without one
//! lying within the other, and lines of which nothing is left, are.

use super::list::Found;
use crate::audit::exchanges;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Constant, Expr, ExprKind, Game, KindId, Placement, PlayerId, constant, same};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// The fewest pieces of a player whose setup may have lost a line: with fewer it is a composed position.
const ENOUGH: usize = 2;

/// Looks at the setup.
pub fn check(game: &Game, found: &mut Found) {
    let before = found.len();
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
    // What is wrong with the lines says why.
    if found.len() == before {
        uneven(game, &lines, found);
    }
}

/// One player with far fewer pieces than the other, in a game whose other rules treat both alike.
fn uneven(game: &Game, lines: &[(&Placement, Vec<CellId>)], found: &mut Found) {
    let counts: Vec<usize> = game.players.ids().map(|player| owned(game, lines, player, None).len()).collect();
    let [first, second] = counts.as_slice() else { return };
    let (few, many) = (*first.min(second), *first.max(second));
    if few < ENOUGH || 2 * many < 3 * few || !exchanges(game) {
        return;
    }
    let (weak, strong) = if first < second { (0, 1) } else { (1, 0) };
    let of_weak = |line: &&(&Placement, Vec<CellId>)| owner(&line.0.piece) == Some(PlayerId::from_index(weak));
    let Some((line, _)) = lines.iter().find(of_weak) else { return };
    let [weak, strong] = [weak, strong].map(|player| &game.players[PlayerId::from_index(player)]);
    found.add(
        Diagnostic::new(
            Code::SetupUneven,
            line.span,
            format!("`{weak}` begins with {few} pieces and `{strong}` with {many}"),
        )
        .label("all other rules treat the players alike")
        .help(format!("give `{weak}` the cells that mirror those of `{strong}`")),
    );
}

fn owner(piece: &Expr) -> Option<PlayerId> {
    match &piece.kind {
        ExprKind::Piece { owner: Some(owner), .. } => match owner.kind {
            ExprKind::Player(player) => Some(player),
            _ => None,
        },
        _ => None,
    }
}

/// The cells with a player's pieces, or with one kind of them, where no cell holds more than one.
fn owned(game: &Game, lines: &[(&Placement, Vec<CellId>)], player: PlayerId, kind: Option<KindId>) -> Vec<CellId> {
    let on_top = |cell: &CellId| lines.iter().rev().find(|(_, cells)| cells.contains(cell)).map(|(line, _)| line);
    let is_meant = |line: &&&Placement| {
        let of_kind =
            |meant| matches!(&line.piece.kind, ExprKind::Piece { kind, .. } if kind.named_kind() == Some(meant));
        owner(&line.piece) == Some(player) && kind.is_none_or(of_kind)
    };
    game.board.cells().filter(|cell| on_top(cell).as_ref().is_some_and(is_meant)).collect()
}

/// How many pieces of a player, or of one kind of them, stand on the board at the start; nothing where that is not known.
pub fn at_start(game: &Game, player: PlayerId, kind: Option<KindId>) -> Option<usize> {
    Some(owned(game, &filled(game)?, player, kind).len())
}

/// Where a player's pieces stand at the start; nothing where that is not known.
pub fn cells_of(game: &Game, player: PlayerId) -> Option<Vec<CellId>> {
    Some(owned(game, &filled(game)?, player, None))
}

/// The lines of the setup with the cells that they fill.
fn filled(game: &Game) -> Option<Vec<(&Placement, Vec<CellId>)>> {
    let mut lines: Vec<(&Placement, Vec<CellId>)> = Vec::new();
    for placement in &game.setup {
        let filled: Vec<CellId> = lines.iter().flat_map(|(_, cells)| cells).copied().collect();
        lines.push((placement, cells(game, placement.on.as_ref(), &filled)?));
    }
    Some(lines)
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

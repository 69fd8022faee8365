//! The board of a game whose rules may be broken: only what the board needs is checked.

use rulebook_insight::library::load;
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::topology::Board;

use crate::sheet::Sheet;

/// The rest of a game, for a board.
const REST: &str = "piece zz_piece\nmove zz_move { pick zz in empty put my zz_piece on zz }\nturn zz_move\n\
                    end when no move { draw }\n";

/// The board of the unit at a place of the index, with the options at their defaults, if nothing is wrong with it.
pub fn board(sheet: &Sheet, unit: usize) -> Option<Board> {
    let mut text = "game \"board\" {\nplayers zz_one, zz_two\n".to_owned();
    let (mut board, mut options) = (None, Vec::new());
    let mut more = Vec::new();
    for declaration in sheet.chain(unit).into_iter().flat_map(|unit| &unit.declarations) {
        let written = sheet.loaded.sources.slice(declaration.span);
        match &declaration.kind {
            DeclarationKind::Board(_) => board = Some(written),
            DeclarationKind::Option(option) => {
                options.retain(|(name, _)| *name != &option.name.text);
                options.push((&option.name.text, written));
            }
            DeclarationKind::Relation { .. } | DeclarationKind::Track(_) => more.push(written),
            _ => {}
        }
    }
    for line in options.into_iter().map(|(_, written)| written).chain(board).chain(more) {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(REST);
    text.push('}');
    let loaded = load("board", &text);
    let files: Vec<_> = loaded.files.iter().collect();
    rulebook_language::model::check(&files, None, &[]).0.map(|game| game.board)
}

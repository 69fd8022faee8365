//! Positions as one line of text that reads back: the cells in rows from the bottom of the picture, then what else differs from
//! an empty memory.
//!
//! `Bw.b/(3)[wB] Black stage=1`: a letter for a piece as in the picture, `[..]` for a stack with its top piece first, `.` for an
//! empty cell and `(3)` for three.

use std::sync::Arc;

use super::fault::NotationError;
use super::position::Position;
use crate::plan::{FieldKind, Plan};
use rulebook_language::model::{Game, MAX_PICKED_NUMBER, OwnedKind, Per, PlayerId, Type};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Position {
    /// The position as text. [`Position::read`] reads it back.
    pub fn notation(&self) -> String {
        let mut text = self.rows();
        text.push(' ');
        text.push_str(&self.game.players[self.role_to_act()]);
        let layout = &self.plan.layout;
        for field in &layout.fields {
            let is_pieces = matches!(field.sort, FieldKind::Owner | FieldKind::Kind | FieldKind::Under);
            // Between turns the start of the turn is the position itself.
            let is_start = field.offset == layout.turn_start;
            let starts = self.plan.copies_turn_start && self.word(layout.system.mid_turn) == 1;
            if is_pieces || field.offset == layout.system.to_act || (is_start && !starts) {
                continue;
            }
            let words: Vec<u64> = (field.offset..field.offset + field.words).map(|at| self.word(at)).collect();
            let is_deep = || self.carried_at(field.offset).is_some_and(|mark| !self.marked_under(mark).is_empty());
            if words.iter().all(|word| *word == 0) && !is_deep() {
                continue;
            }
            let value = match field.sort {
                FieldKind::Cells => {
                    let marked = |cell: &CellId| words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
                    let name = |cell: CellId| self.game.board.cell_written(cell).to_owned();
                    let mut names: Vec<String> = self.game.board.cells().filter(marked).map(name).collect();
                    if let Some(mark) = self.carried_at(field.offset) {
                        names.extend(self.marked_under(mark));
                    }
                    names.join(",")
                }
                _ => {
                    // Of a counter with two indexes those of each first index for themselves.
                    let row = self.numbers_a_row(field.offset).unwrap_or(words.len());
                    let rows = words
                        .chunks(row.max(1))
                        .map(|row| row.iter().map(|word| (*word as i64).to_string()).collect::<Vec<_>>().join(","));
                    rows.collect::<Vec<_>>().join("/")
                }
            };
            text.push_str(&format!(" {}={value}", field.name));
        }
        text
    }

    /// The cells in the order of [`Game::board`]'s ids, a slash between rows.
    fn rows(&self) -> String {
        let board = &self.game.board;
        let signs = self.game.signs();
        let mut text = String::new();
        let mut row = None;
        let mut empty = 0usize;
        let flush = |text: &mut String, empty: &mut usize| {
            match *empty {
                0 => {}
                1 => text.push('.'),
                n => text.push_str(&format!("({n})")),
            }
            *empty = 0;
        };
        for cell in board.cells() {
            if row.is_some_and(|row| row != board.row(cell)) {
                flush(&mut text, &mut empty);
                text.push('/');
            }
            row = Some(board.row(cell));
            let pieces = self.pieces(cell);
            if pieces.is_empty() {
                empty += 1;
                continue;
            }
            flush(&mut text, &mut empty);
            let letters: String = pieces.iter().map(|piece| signs.letter(*piece)).collect();
            text.push_str(&if pieces.len() > 1 { format!("[{letters}]") } else { letters });
        }
        flush(&mut text, &mut empty);
        text
    }

    /// The position that a text describes.
    ///
    /// # Errors
    /// If the text is not one of a position of this game, or the rules cannot be evaluated there.
    pub fn read(game: Arc<Game>, plan: Arc<Plan>, text: &str) -> Result<Position, NotationError> {
        let mut position = Position::new(game, plan);
        let mut parts = text.split_whitespace();
        let layout = position.plan.layout.clone();
        let mut words = vec![0u64; layout.size as usize];
        let rows = parts.next().ok_or_else(|| NotationError::Shape("a position needs its cells".to_owned()))?;
        position.read_rows(rows, &mut words)?;
        position.begin_carried(&mut words);
        let to_act =
            parts.next().ok_or_else(|| NotationError::Shape("a position needs the player to act".to_owned()))?;
        let player = position.game.players.iter().position(|name| name == to_act);
        words[layout.system.to_act as usize] = player.ok_or_else(|| NotationError::Unknown(to_act.to_owned()))? as u64;
        for part in parts {
            let unknown = || NotationError::Unknown(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(unknown)?;
            let field = layout.fields.iter().find(|field| field.name == name).ok_or_else(unknown)?;
            if matches!(field.sort, FieldKind::Owner | FieldKind::Kind | FieldKind::Under) {
                return Err(unknown());
            }
            let row = position.numbers_a_row(field.offset).unwrap_or(field.words as usize);
            if field.sort != FieldKind::Cells && value.split('/').any(|part| part.split(',').count() != row) {
                return Err(unknown());
            }
            let values = value.split([',', '/']);
            if field.sort == FieldKind::Cells {
                let carried = position.carried_at(field.offset);
                for name in values {
                    let (name, depth) = match (carried, name.split_once('.')) {
                        (Some(_), Some((name, depth))) => {
                            (name, depth.parse().ok().filter(|depth| *depth > 0).ok_or_else(unknown)?)
                        }
                        _ => (name, 0),
                    };
                    let cell = position.game.board.find_written(name).ok_or_else(unknown)?;
                    match carried {
                        Some(mark) => position.mark_piece(mark, cell, depth, &mut words).ok_or_else(unknown)?,
                        None => words[field.offset as usize + cell.index() / 64] |= 1 << (cell.index() % 64),
                    }
                }
                continue;
            }
            let numbers =
                values.map(|value| value.parse::<i64>().map_err(|_| unknown())).collect::<Result<Vec<_>, _>>()?;
            if numbers.len() != field.words as usize
                || !position.plausible(field.offset, &numbers, words[layout.system.to_act as usize])
            {
                return Err(unknown());
            }
            for (at, number) in (field.offset as usize..).zip(numbers) {
                words[at] = number as u64;
            }
        }
        if words[layout.system.stage as usize] == 0 && words[layout.system.mid_turn as usize] == 0 {
            // Nothing is said of the turn: it begins.
            position.core.begin(&words)?;
            return Ok(position);
        }
        if position.plan.copies_turn_start && words[layout.system.mid_turn as usize] == 0 {
            words.copy_within(..layout.contents as usize, layout.turn_start as usize);
        }
        position.core.load(&words);
        Ok(position)
    }

    /// How many numbers stand in a row of what begins at an offset, if it is a counter with two indexes.
    fn numbers_a_row(&self, offset: u32) -> Option<usize> {
        let counters = self.game.counters.iter_ids().zip(&self.plan.layout.counters);
        let ((_, counter), _) = counters.into_iter().find(|(_, at)| **at == offset)?;
        match counter.per {
            Per::Of(_, Some(second)) => Some(self.game.members(second)),
            Per::Game | Per::Of(_, None) => None,
        }
    }

    /// Whether the numbers that every game has are within what the engine relies on.
    fn plausible(&self, offset: u32, numbers: &[i64], to_act: u64) -> bool {
        let system = self.plan.layout.system;
        let Some(number) = numbers.first().copied() else { return false };
        let players = self.game.players.len() as i64;
        match offset {
            at if at == system.stage => {
                let stages = self.plan.roles.get(PlayerId(to_act as u8)).map_or(0, |role| role.stages.len());
                (0..=stages as i64).contains(&number)
            }
            at if at == system.swapped || at == system.mid_turn => (0..=1).contains(&number),
            at if at == system.last_sown => (0..=self.game.board.slots() as i64).contains(&number),
            at if at == system.last_mover => (0..=players).contains(&number),
            at if at == system.passes || at == system.turns || at == system.plies => {
                (0..=i64::from(u32::MAX)).contains(&number)
            }
            _ => self.within_range(offset, numbers) && self.can_be_picked(offset, numbers),
        }
    }

    /// Whether numbers are within their counter's range, if they are a counter's.
    fn within_range(&self, offset: u32, numbers: &[i64]) -> bool {
        let counters = self.game.counters.iter_ids().zip(&self.plan.layout.counters);
        let found = counters.into_iter().find(|(_, at)| **at == offset).map(|((_, counter), _)| counter);
        // Places of the board's rectangle that are no cells hold 0.
        found.is_none_or(|counter| numbers.iter().all(|n| *n == 0 || (counter.low..=counter.high).contains(n)))
    }

    /// Whether numbers, less one, are what a move can have picked, if they are its last picks.
    fn can_be_picked(&self, offset: u32, numbers: &[i64]) -> bool {
        let moves = self.game.moves.iter().zip(&self.plan.layout.last_picks);
        let Some((rule, _)) = moves.into_iter().find(|(_, at)| **at == offset) else { return true };
        let board = &self.game.board;
        rule.pick_types().zip(numbers).all(|(ty, number)| {
            let most = match ty {
                Type::Range => MAX_PICKED_NUMBER + 1,
                Type::Direction | Type::Directions => board.directions().count() as i64,
                Type::Player | Type::Players => self.game.players.len() as i64,
                Type::Kind | Type::Kinds => self.game.kinds.len() as i64,
                _ => board.slots() as i64,
            };
            (0..=most).contains(number)
        })
    }

    fn read_rows(&self, rows: &str, words: &mut [u64]) -> Result<(), NotationError> {
        let signs = self.game.signs();
        for (cell, pieces) in self.game.legend().read_cells(rows)? {
            let letters = || NotationError::Unknown(pieces.iter().map(|piece| signs.letter(*piece)).collect());
            self.stand(cell, &pieces, words).ok_or_else(letters)?;
        }
        Ok(())
    }

    /// Puts pieces on an empty cell, the top one first, into the memory's words; nothing where a piece cannot be.
    pub(super) fn stand(&self, cell: CellId, pieces: &[OwnedKind], words: &mut [u64]) -> Option<()> {
        let layout = &self.plan.layout;
        let [(owner, kind), under @ ..] = pieces else { return Some(()) };
        let players = self.game.players.len();
        let plane = match owner {
            Some(owner) => layout.owner(*owner),
            None => layout.neutral(players)?,
        };
        for plane in [Some(plane), layout.kind(*kind)].into_iter().flatten() {
            words[plane as usize + cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        let Some(stacks) = layout.stacks else { return Some(()) };
        let mut digits: u128 = 0;
        for (depth, (owner, kind)) in (0u32..).zip(under) {
            let owner = owner.map_or(players, Id::index);
            let digit = stacks.digit(owner as u32, kind.index() as u32, 0);
            digits |= u128::from(digit).checked_shl(stacks.bits * depth)?;
        }
        let at = (stacks.offset + cell.index() as u32 * stacks.words) as usize;
        for word in 0..stacks.words {
            words[at + word as usize] = (digits >> (64 * word)) as u64;
        }
        Some(())
    }
}

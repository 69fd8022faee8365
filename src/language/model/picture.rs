//! Positions as pictures: from rows of letters to what stands on each cell.

use super::game::{Game, Kind};
use super::ids::{KindId, PlayerId};
use super::signs::{OwnedKind, Signs};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::topology::{Board, CellId, Misread};
use crate::util::Table;

/// What stands on each cell that is not empty, the top piece first.
pub type Contents = Vec<(CellId, Vec<OwnedKind>)>;

/// Why the cells of a position in one line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MisreadCells {
    /// They are not those of the board.
    Shape(String),
    /// These letters are of no piece.
    Unknown(String),
}

/// What a picture needs to be read.
pub struct Legend<'g> {
    /// The board.
    pub board: &'g Board,
    /// The players.
    pub players: &'g Table<PlayerId, String>,
    /// The kinds.
    pub kinds: &'g Table<KindId, Kind>,
    /// How high stacks may be; 1 where cells hold one piece.
    pub max_height: u16,
}

impl Game {
    /// What the game's pictures are read with.
    pub fn legend(&self) -> Legend<'_> {
        Legend { board: &self.board, players: &self.players, kinds: &self.kinds, max_height: self.max_height }
    }
}

impl Legend<'_> {
    /// Reads a picture, its rows from the top as texts in quotes: letters of pieces and `.` for an empty cell, with blanks
    /// between cells; a stack is its letters from the top down, also with a number behind a letter (`bW2`) or in brackets
    /// (`[bWW]`). Row numbers and column letters may stand where they are printed.
    ///
    /// # Errors
    /// All that is wrong with it, as findings `board/picture`.
    pub fn read(&self, rows: &[Name]) -> Result<Contents, Vec<Diagnostic>> {
        let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
        let whole = rows.first().zip(rows.last()).map_or_else(Span::default, |(first, last)| first.span.to(last.span));
        let glyphs = match self.board.read_picture(&texts) {
            Ok(glyphs) => glyphs,
            Err(misread) => return Err(misfits(&misread, rows, whole)),
        };
        let signs = Signs::new(self.players, self.kinds);
        let (mut contents, mut wrong) = (Vec::new(), Vec::new());
        for glyph in glyphs {
            let Some(row) = rows.get(glyph.row) else { continue };
            let text = row.text.get(glyph.place.clone()).unwrap_or("");
            if text == "." {
                continue;
            }
            // Past the quote.
            let start = row.span.start as usize + 1 + glyph.place.start;
            match self.stack(text, &signs) {
                Ok(pieces) => contents.push((glyph.cell, pieces)),
                Err((at, length, message, help)) => {
                    let span = Span::new(row.span.file, start + at, start + at + length);
                    wrong.push(Diagnostic::new(Code::BoardPicture, span, message).help(help));
                }
            }
        }
        if wrong.is_empty() { Ok(contents) } else { Err(once(wrong)) }
    }

    /// Reads the cells of a position in one line: those of a row together, rows from the bottom of the picture with a slash
    /// between them; a letter for a piece, `[..]` for a stack with its top piece first, `.` for an empty cell and `(3)` for three.
    ///
    /// # Errors
    /// If it is none of this board.
    pub fn read_cells(&self, text: &str) -> Result<Contents, MisreadCells> {
        let signs = Signs::new(self.players, self.kinds);
        let short = || MisreadCells::Shape(format!("the board has {} cells", self.board.cell_count()));
        let mut cells = self.board.cells().peekable();
        let mut row = None;
        let mut contents = Contents::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let stack = match letter {
                '/' => {
                    if cells.peek().map(|cell| self.board.row(*cell)) == row {
                        return Err(MisreadCells::Shape("a row ends too early".to_owned()));
                    }
                    continue;
                }
                '.' => String::new(),
                '(' => {
                    let mut digits = String::new();
                    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                        digits.push(digit);
                    }
                    let count = digits.parse::<usize>().ok().filter(|n| *n <= self.board.slots()).ok_or_else(short)?;
                    if letters.next() != Some(')') {
                        return Err(MisreadCells::Shape("a number of empty cells stands in parentheses".to_owned()));
                    }
                    for _ in 0..count {
                        row = Some(self.board.row(cells.next().ok_or_else(short)?));
                    }
                    continue;
                }
                '[' => {
                    let stack: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                    if stack.is_empty() {
                        return Err(MisreadCells::Shape("a stack needs a piece".to_owned()));
                    }
                    stack
                }
                sign => sign.to_string(),
            };
            let cell = cells.next().ok_or_else(short)?;
            row = Some(self.board.row(cell));
            if stack.chars().count() > usize::from(self.max_height) {
                return Err(MisreadCells::Shape(format!("a stack is at most {} high", self.max_height)));
            }
            let piece = |sign: char| signs.piece(sign).ok_or_else(|| MisreadCells::Unknown(sign.to_string()));
            let pieces = stack.chars().map(piece).collect::<Result<Vec<_>, _>>()?;
            if !pieces.is_empty() {
                contents.push((cell, pieces));
            }
        }
        if cells.next().is_some() { Err(short()) } else { Ok(contents) }
    }

    /// Reads a picture of numbers, one for each cell, all from `low` to `high`; `.` is 0.
    ///
    /// # Errors
    /// All that is wrong with it, as findings `board/picture`.
    pub fn numbers(&self, rows: &[Name], low: i64, high: i64) -> Result<Vec<(CellId, i64)>, Vec<Diagnostic>> {
        let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
        let whole = rows.first().zip(rows.last()).map_or_else(Span::default, |(first, last)| first.span.to(last.span));
        let glyphs = match self.board.read_numbers(&texts) {
            Ok(glyphs) => glyphs,
            Err(misread) => return Err(misfits(&misread, rows, whole)),
        };
        let (mut numbers, mut wrong) = (Vec::new(), Vec::new());
        for glyph in glyphs {
            let Some(row) = rows.get(glyph.row) else { continue };
            let text = row.text.get(glyph.place.clone()).unwrap_or("");
            let number = if text == "." { Some(0) } else { text.parse::<i64>().ok() };
            match number.filter(|number| (low..=high).contains(number)) {
                Some(number) => numbers.push((glyph.cell, number)),
                None => {
                    let start = row.span.start as usize + 1 + glyph.place.start;
                    let span = Span::new(row.span.file, start, start + text.len());
                    let message = format!("the counter cannot be `{text}`");
                    let help = format!("write a whole number from {low} to {high} for each cell");
                    wrong.push(Diagnostic::new(Code::BoardPicture, span, message).help(help));
                }
            }
        }
        if wrong.is_empty() { Ok(numbers) } else { Err(wrong) }
    }

    /// The pieces of a cell, the top one first; or the bytes that are wrong, with a message and help.
    fn stack(&self, text: &str, signs: &Signs) -> Result<Vec<OwnedKind>, (usize, usize, String, String)> {
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let offset = usize::from(bare.is_some());
        let letters = bare.unwrap_or(text);
        let mut pieces: Vec<OwnedKind> = Vec::new();
        let mut at = letters.char_indices().peekable();
        while let Some((start, letter)) = at.next() {
            let Some(piece) = signs.piece(letter) else {
                let message = format!("no piece is drawn as `{letter}`");
                return Err((offset + start, letter.len_utf8(), message, self.letters(signs)));
            };
            let mut digits = String::new();
            while let Some((_, digit)) = at.next_if(|(_, next)| next.is_ascii_digit()) {
                digits.push(digit);
            }
            let count = if digits.is_empty() { Some(1) } else { digits.parse::<usize>().ok() };
            let room = usize::from(self.max_height).saturating_sub(pieces.len());
            match count.filter(|count| (1..=room).contains(count)) {
                Some(count) => pieces.extend(std::iter::repeat_n(piece, count)),
                None if self.max_height == 1 => {
                    let help = "put blanks between the cells; a cell of this game holds one piece".to_owned();
                    return Err((0, text.len(), format!("`{text}` is more than one piece on one cell"), help));
                }
                None => {
                    let most = self.max_height;
                    let help = format!("a stack has from 1 to {most} pieces, as `stacks up to` says");
                    return Err((0, text.len(), format!("`{text}` is not a stack of this game"), help));
                }
            }
        }
        if pieces.is_empty() {
            let help = "write `.` for an empty cell".to_owned();
            return Err((0, text.len(), format!("`{text}` has no piece"), help));
        }
        Ok(pieces)
    }

    /// The letters and what they stand for.
    fn letters(&self, signs: &Signs) -> String {
        let mut said = Vec::new();
        let owners = self.players.ids().map(Some).chain([None]);
        for owner in owners {
            for (kind, what) in self.kinds.iter_ids().filter(|(_, kind)| kind.neutral == owner.is_none()) {
                let whose = owner.map_or("neutral", |owner| self.players[owner].as_str());
                said.push(format!("`{}` for {whose} {}", signs.letter((owner, kind)), what.name));
            }
        }
        said.truncate(12);
        format!("write {}, and `.` for an empty cell", said.join(", "))
    }
}

/// What is wrong in several places, once.
fn once(wrong: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut found: Vec<(Diagnostic, usize)> = Vec::new();
    for said in wrong {
        match found.iter_mut().find(|(known, _)| known.message == said.message) {
            Some((_, times)) => *times += 1,
            None => found.push((said, 1)),
        }
    }
    let labelled = |(said, times): (Diagnostic, usize)| match times {
        1 => said,
        2 => said.label("and in 1 more place of the picture"),
        times => said.label(format!("and in {} more places of the picture", times - 1)),
    };
    found.into_iter().map(labelled).collect()
}

/// What does not fit the board: if it is how many rows there are, that alone.
fn misfits(misread: &[Misread], rows: &[Name], whole: Span) -> Vec<Diagnostic> {
    let is_row = |defect: &&Misread| matches!(defect, Misread::Cells { .. });
    let of_rows = misread.iter().filter(is_row);
    let others = misread.iter().filter(|defect| !is_row(defect)).take(1);
    let shown: Vec<&Misread> =
        if misread.iter().all(|defect| is_row(&defect)) { of_rows.collect() } else { others.collect() };
    shown.into_iter().map(|defect| misfit(defect, rows, whole)).collect()
}

/// A row, or a number of rows, that does not fit the board.
fn misfit(defect: &Misread, rows: &[Name], whole: Span) -> Diagnostic {
    let cells = |count: usize| if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") };
    match defect {
        Misread::Cells { row, label, wanted, found } => {
            let said = rows.get(*row);
            let which = if label.is_empty() { format!("row {}", row + 1) } else { format!("row `{label}`") };
            let text = said.map_or("", |row| row.text.trim());
            let packed = text.chars().count() == *wanted && *found == 1 && *wanted > 1;
            let help = if packed {
                let apart: Vec<String> = text.chars().take(40).map(String::from).collect();
                format!("put blanks between the cells: `{}`", apart.join(" "))
            } else {
                "write a letter or `.` for each cell, with blanks between them; `rulebook show` prints the board"
                    .to_owned()
            };
            let span = said.map_or(whole, |row| row.span);
            let message = format!("{which} of the board has {}, not {found}", cells(*wanted));
            Diagnostic::new(Code::BoardPicture, span, message).label(format!("{} here", cells(*found))).help(help)
        }
        Misread::TooMany(row) => {
            let span = rows.get(*row).map_or(whole, |row| row.span);
            Diagnostic::new(Code::BoardPicture, span, "the board has no further row")
                .label("one row too many")
                .help("remove it, or choose a larger board")
        }
        Misread::TooFew { wanted, found } => {
            Diagnostic::new(Code::BoardPicture, whole, format!("the board has {wanted} rows, the picture {found}"))
                .label("rows are missing")
                .help("write every row of the board, from the top, as `rulebook show` prints it")
        }
    }
}

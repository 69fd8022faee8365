//! The draughts that are shipped beside a generator of the published national rules, written without a look at the sheets:
//! FMJD for international, Brazilian and Canadian draughts, the Russian rules of FMJD-64, WCDF for English draughts, those of Czech
//! draughts and pool checkers as they are commonly told. Squares are pairs of a column and a row; nothing is shared with the engine.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use rulebook_insight::library::{Prepared, find, load};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{ActionList, Position};

/// A square: column and row from 0, at the bottom left of the player who moves up.
type Square = (i8, i8);

/// A piece: whether it moves up the board, and whether it is a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    up: bool,
    king: bool,
}

type Squares = BTreeMap<Square, Piece>;

/// What the rules of a country say.
#[derive(Clone, Copy)]
struct Country {
    title: Option<&'static str>,
    file: &'static str,
    side: i8,
    /// Rows of men at the start.
    rows: i8,
    /// Whether a king goes any distance.
    flies: bool,
    /// Whether men take backwards.
    backwards: bool,
    /// Whether the most pieces must be taken.
    majority: bool,
    /// Whether a man becomes a king in the middle of a capture, and goes on as one.
    crowned_on_the_way: bool,
    /// Whether a king must go to where it can go on.
    goes_on: bool,
    /// Whether a king must take where one can.
    kings_first: bool,
    /// Whether captures of the same pieces, from the same square to the same, are one move.
    routes_are_one: bool,
    /// Whether each jump is written as an action of its own; crowning then ends the turn.
    jump_by_jump: bool,
}

const INTERNATIONAL: Country = Country {
    title: None,
    file: "international-draughts",
    side: 10,
    rows: 4,
    flies: true,
    backwards: true,
    majority: true,
    crowned_on_the_way: false,
    goes_on: false,
    kings_first: false,
    routes_are_one: true,
    jump_by_jump: false,
};

const COUNTRIES: [Country; 8] = [
    INTERNATIONAL,
    Country { title: Some("International Draughts by Routes"), routes_are_one: false, ..INTERNATIONAL },
    Country { title: Some("Brazilian Draughts"), side: 8, rows: 3, ..INTERNATIONAL },
    Country { title: Some("Canadian Draughts"), side: 12, rows: 5, ..INTERNATIONAL },
    Country {
        title: Some("Russian Draughts"),
        side: 8,
        rows: 3,
        majority: false,
        crowned_on_the_way: true,
        goes_on: true,
        ..INTERNATIONAL
    },
    Country { title: Some("Pool Checkers"), side: 8, rows: 3, majority: false, ..INTERNATIONAL },
    Country {
        title: Some("Czech Draughts"),
        side: 8,
        rows: 3,
        backwards: false,
        majority: false,
        kings_first: true,
        ..INTERNATIONAL
    },
    Country {
        title: None,
        file: "english-draughts",
        side: 8,
        rows: 3,
        flies: false,
        backwards: false,
        majority: false,
        routes_are_one: false,
        jump_by_jump: true,
        ..INTERNATIONAL
    },
];

const DIAGONALS: [Square; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// A move: the squares that the piece comes to, the first where it stood, and what it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ply {
    path: Vec<Square>,
    taken: Vec<Square>,
}

/// A position.
#[derive(Clone)]
struct Draughts {
    country: Country,
    squares: Squares,
    /// Whether the player to move moves up.
    up: bool,
    /// The piece that has jumped already in this turn, where jumps are actions.
    jumping: Option<Square>,
}

impl Draughts {
    fn start(country: Country) -> Self {
        let mut squares = Squares::new();
        for row in 0..country.rows {
            for column in 0..country.side {
                for (at, up) in [((column, row), true), ((column, country.side - 1 - row), false)] {
                    if (at.0 + at.1) % 2 == 0 {
                        squares.insert(at, Piece { up, king: false });
                    }
                }
            }
        }
        // The player below begins in every country: in England these are the dark pieces.
        Draughts { country, squares, up: true, jumping: None }
    }

    fn is_square(&self, (column, row): Square) -> bool {
        (0..self.country.side).contains(&column) && (0..self.country.side).contains(&row)
    }

    fn far_row(&self, up: bool) -> i8 {
        if up { self.country.side - 1 } else { 0 }
    }

    /// All captures of one piece from where it stands, as far as they go.
    fn captures(&self, from: Square, piece: Piece) -> Vec<Ply> {
        let mut board = self.squares.clone();
        board.remove(&from);
        let mut found = Vec::new();
        self.go_on(&board, piece, Ply { path: vec![from], taken: Vec::new() }, &mut found);
        found
    }

    /// The single jumps from a square: what is taken, and where the piece can land. Taken pieces stand, and are not jumped again.
    fn jumps(&self, board: &Squares, piece: Piece, at: Square, taken: &[Square]) -> Vec<(Square, Vec<Square>)> {
        let mut found = Vec::new();
        for (dc, dr) in DIAGONALS {
            if !piece.king && !self.country.backwards && (dr > 0) != piece.up {
                continue;
            }
            let step = |(column, row): Square| (column + dc, row + dr);
            let mut victim = step(at);
            while piece.king && self.country.flies && self.is_square(victim) && !board.contains_key(&victim) {
                victim = step(victim);
            }
            if board.get(&victim).is_none_or(|other| other.up == piece.up) || taken.contains(&victim) {
                continue;
            }
            let mut landings = Vec::new();
            let mut land = step(victim);
            while self.is_square(land) && !board.contains_key(&land) {
                landings.push(land);
                if !(piece.king && self.country.flies) {
                    break;
                }
                land = step(land);
            }
            if !landings.is_empty() {
                found.push((victim, landings));
            }
        }
        found
    }

    fn go_on(&self, board: &Squares, piece: Piece, so_far: Ply, found: &mut Vec<Ply>) {
        let at = *so_far.path.last().unwrap();
        let jumps = self.jumps(board, piece, at, &so_far.taken);
        if jumps.is_empty() {
            if so_far.path.len() > 1 {
                found.push(so_far);
            }
            return;
        }
        for (victim, landings) in jumps {
            let mut taken = so_far.taken.clone();
            taken.push(victim);
            let crowned = |land: Square| {
                let on_far_row = self.country.crowned_on_the_way && land.1 == self.far_row(piece.up);
                Piece { king: piece.king || on_far_row, ..piece }
            };
            let leads_on = |land: &Square| !self.jumps(board, crowned(*land), *land, &taken).is_empty();
            let must = self.country.goes_on && piece.king && landings.iter().any(leads_on);
            for land in landings.iter().copied().filter(|land| !must || leads_on(land)) {
                let mut path = so_far.path.clone();
                path.push(land);
                self.go_on(board, crowned(land), Ply { path, taken: taken.clone() }, found);
            }
        }
    }

    fn legal(&self) -> Vec<Ply> {
        let mine = || self.squares.iter().filter(|(_, piece)| piece.up == self.up);
        if self.country.jump_by_jump {
            let from = |at: Square, piece: Piece| {
                let one = move |(victim, landings): (Square, Vec<Square>)| {
                    landings.into_iter().map(move |land| Ply { path: vec![at, land], taken: vec![victim] })
                };
                self.jumps(&self.squares, piece, at, &[]).into_iter().flat_map(one).collect::<Vec<_>>()
            };
            if let Some(at) = self.jumping {
                return from(at, self.squares[&at]);
            }
            let jumps: Vec<Ply> = mine().flat_map(|(at, piece)| from(*at, *piece)).collect();
            return if jumps.is_empty() { self.steps() } else { jumps };
        }
        let mut captures: Vec<Ply> = mine().flat_map(|(at, piece)| self.captures(*at, *piece)).collect();
        let by_king = |ply: &Ply| self.squares[&ply.path[0]].king;
        if self.country.kings_first && captures.iter().any(by_king) {
            captures.retain(by_king);
        }
        if captures.is_empty() {
            return self.steps();
        }
        let most = captures.iter().map(|ply| ply.taken.len()).max().unwrap();
        captures.into_iter().filter(|ply| !self.country.majority || ply.taken.len() == most).collect()
    }

    fn steps(&self) -> Vec<Ply> {
        let mut found = Vec::new();
        for (at, piece) in self.squares.iter().filter(|(_, piece)| piece.up == self.up) {
            for (dc, dr) in DIAGONALS.into_iter().filter(|(_, dr)| piece.king || (*dr > 0) == piece.up) {
                let mut to = (at.0 + dc, at.1 + dr);
                while self.is_square(to) && !self.squares.contains_key(&to) {
                    found.push(Ply { path: vec![*at, to], taken: Vec::new() });
                    if !(piece.king && self.country.flies) {
                        break;
                    }
                    to = (to.0 + dc, to.1 + dr);
                }
            }
        }
        found
    }

    fn play(&mut self, ply: &Ply) {
        let (from, to) = (ply.path[0], *ply.path.last().unwrap());
        let mut piece = self.squares.remove(&from).unwrap();
        self.squares.retain(|at, _| !ply.taken.contains(at));
        let far = self.far_row(piece.up);
        let passed = self.country.crowned_on_the_way && ply.path.iter().skip(1).any(|at| at.1 == far);
        let is_new = !piece.king && (to.1 == far || passed);
        piece.king |= is_new;
        self.squares.insert(to, piece);
        let again = self.country.jump_by_jump && !ply.taken.is_empty() && !is_new;
        self.jumping = Some(to).filter(|_| again && !self.jumps(&self.squares, piece, to, &[]).is_empty());
        self.up ^= self.jumping.is_none();
    }

    /// A position of some pieces drawn at random. Men that have come to the far row are kings.
    fn random(country: Country, rng: &mut Rng) -> Self {
        let mut position = Draughts { country, squares: Squares::new(), up: rng.below(2) == 0, jumping: None };
        let squares = (country.side / 2 * country.side) as u32;
        let (pieces, kings) = (2 + rng.below(squares / 2), 1 + rng.below(6));
        for _ in 0..pieces {
            let place = rng.below(squares) as i8;
            let (row, half) = (place / (country.side / 2), place % (country.side / 2));
            let at = (2 * half + row % 2, row);
            let up = rng.below(2) == 0;
            let king = rng.below(6) < kings && rng.below(2) == 0 || at.1 == position.far_row(up);
            position.squares.insert(at, Piece { up, king });
        }
        position
    }

    /// As Rulebook writes positions: the rows from the top, and who is to move. `players` are those who move up and down.
    fn text(&self, players: [&str; 2]) -> String {
        let mut rows = Vec::new();
        for row in (0..self.country.side).rev() {
            let mut text = String::new();
            for column in (0..self.country.side).filter(|column| (column + row) % 2 == 0) {
                text.push(match self.squares.get(&(column, row)) {
                    None => '.',
                    Some(Piece { up, king }) => {
                        let letter = if *king { 'K' } else { 'M' };
                        // The first player's letters are capitals.
                        if *up { letter } else { letter.to_ascii_lowercase() }
                    }
                });
            }
            rows.push(text);
        }
        rows.reverse();
        format!("{} {}", rows.join("/"), players[usize::from(!self.up)])
    }
}

fn named((column, row): Square) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Both games of one country.
struct Beside {
    prepared: Prepared,
    country: Country,
}

impl Beside {
    fn new(country: Country) -> Self {
        let loaded = load(country.file, find(country.file).unwrap().text);
        let title = country.title.map(|title| loaded.titles().find(|known| known.text == title).unwrap());
        let (prepared, report) = loaded.prepare(title, &[]);
        Beside { prepared: prepared.unwrap_or_else(|| panic!("{report:?}")), country }
    }

    fn players(&self) -> [&str; 2] {
        [0, 1].map(|player| self.prepared.game.players[rulebook_language::model::PlayerId::from_index(player)].as_str())
    }

    /// The same pieces on the same squares, and the same actions; gives the plies with how they are written.
    fn agree(&self, ours: &Draughts, theirs: &mut Position) -> Vec<(Ply, String)> {
        let shown = ours.text(self.players());
        let board = &theirs.game().board;
        for cell in board.cells() {
            let at = (board.column(cell) as i8 - 1, board.row(cell) as i8 - 1);
            let piece = theirs.owner(cell).map(|owner| Piece {
                up: owner.index() == 0,
                king: theirs.game().kinds[theirs.kind(cell).unwrap()].name == "king",
            });
            assert_eq!(ours.squares.get(&at).copied(), piece, "{} of {shown}", board.cell_name(cell));
        }
        // How a ply is known by its writing, or, where routes are one, by its ends and what it takes.
        let between = if self.country.jump_by_jump { "-" } else { "x" };
        let mut plies: BTreeMap<(Vec<String>, Vec<Square>), Vec<Ply>> = BTreeMap::new();
        for ply in ours.legal() {
            let path: Vec<String> = ply.path.iter().copied().map(named).collect();
            let mut taken = ply.taken.clone();
            taken.sort_unstable();
            let key = match self.country.routes_are_one {
                true => (vec![path[0].clone(), path[path.len() - 1].clone()], taken),
                false => (path, Vec::new()),
            };
            plies.entry(key).or_default().push(ply);
        }
        let mut legal = ActionList::new();
        theirs.legal_into(&mut legal).unwrap();
        let written: Vec<String> = legal.iter().map(|action| theirs.written(&action)).collect();
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        for text in written {
            let known = plies.iter().find_map(|(key, routes)| {
                let is_it = |ply: &&Ply| {
                    let path: Vec<String> = ply.path.iter().copied().map(named).collect();
                    path.join(if ply.taken.is_empty() { "-" } else { between }) == text
                };
                routes.iter().find(is_it).map(|ply| (key.clone(), ply.clone()))
            });
            match known {
                Some((key, ply)) => {
                    plies.remove(&key);
                    found.push((ply, text));
                }
                None => unknown.push(text),
            }
        }
        let missing: Vec<&Vec<Ply>> = plies.values().collect();
        assert!(unknown.is_empty() && missing.is_empty(), "{shown}\n  too many: {unknown:?}\n  missing: {missing:?}");
        found
    }

    /// Whether a game goes on; one that nobody can go on with is over, and lost.
    fn goes_on(&self, ours: &Draughts, theirs: &mut Position) -> bool {
        let outcome = theirs.outcome().unwrap();
        if ours.legal().is_empty() {
            let winners = outcome.unwrap().winners;
            assert_eq!(winners.iter().map(|winner| winner.index() == 0).collect::<Vec<_>>(), [!ours.up]);
            return false;
        }
        // Draws are counted by the sheet alone.
        assert!(outcome.as_ref().is_none_or(|outcome| outcome.winners.is_empty()), "{}", ours.text(self.players()));
        outcome.is_none()
    }
}

#[test]
fn actions_of_random_positions_are_those_of_the_national_rules() {
    for (number, country) in (0..).zip(COUNTRIES) {
        let beside = Beside::new(country);
        let mut rng = Rng::for_game(7, number);
        let mut captures = 0;
        for _ in 0..POSITIONS {
            let ours = Draughts::random(country, &mut rng);
            let text = ours.text(beside.players());
            let mut theirs = beside.prepared.read(&text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
            // Where too few pieces are left the sheet calls it a draw.
            if theirs.outcome().unwrap().is_some_and(|outcome| outcome.winners.is_empty()) {
                continue;
            }
            if beside.goes_on(&ours, &mut theirs) {
                let plies = beside.agree(&ours, &mut theirs);
                captures += usize::from(plies.iter().any(|(ply, _)| ply.taken.len() > 1 || country.jump_by_jump));
            }
        }
        assert!(captures > POSITIONS / 10, "{captures} positions with captures of more than one piece");
    }
}

#[test]
fn random_games_are_those_of_the_national_rules() {
    for (number, country) in (0..).zip(COUNTRIES) {
        let beside = Beside::new(country);
        for game in 0..GAMES {
            let mut rng = Rng::for_game(100 + number, game);
            let (mut ours, mut theirs) = (Draughts::start(country), beside.prepared.start());
            while theirs.ply() < PLIES && beside.goes_on(&ours, &mut theirs) {
                let plies = beside.agree(&ours, &mut theirs);
                let (ply, text) = &plies[rng.below(plies.len() as u32) as usize];
                ours.play(ply);
                let action = theirs.find(text).unwrap();
                theirs.play(&action).unwrap();
            }
        }
    }
}

/// Positions of each country.
const POSITIONS: usize = 1_000;
/// Games of each country.
const GAMES: u64 = 40;
/// The most plies of a game.
const PLIES: u32 = 160;

//! The words that newcomers look for, from everyday English, chess, programming, Ludii and Zillions, and what this language
//! says in their place: for `rulebook explain`, and for what is said of an unknown word.

use crate::diagnostic::{Diagnostic, Fix};
use Place::{Declaration, Expression, Question, Shape, Statement};

/// Where a word stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Within an expression.
    Expression,
    /// At the beginning of a statement of a move.
    Statement,
    /// At the beginning of a declaration.
    Declaration,
    /// As the shape of a board.
    Shape,
    /// Nowhere in a rule sheet: what people ask about.
    Question,
}

/// Some words that mean the same to newcomers.
#[derive(Debug)]
pub struct Synonym {
    /// The words.
    pub words: &'static [&'static str],
    /// Where they would stand.
    pub place: Place,
    /// What to write, or why there is no word for it; a text without a full stop.
    pub help: &'static str,
    /// What can be written in the place of each of them as they stand.
    pub instead: Option<&'static str>,
    /// What `explain` shows.
    pub topics: &'static [&'static str],
}

/// What is said in the place of `word` where it stands at `place`.
pub fn synonym(word: &str, place: Place) -> Option<&'static Synonym> {
    SYNONYMS.iter().find(|row| row.place == place && row.words.contains(&word))
}

/// All that is said in the place of `word`.
pub fn synonyms(word: &str) -> impl Iterator<Item = &'static Synonym> {
    SYNONYMS.iter().filter(move |row| row.words.contains(&word))
}

/// Every word that stands for another.
pub fn foreign_words() -> impl Iterator<Item = &'static str> {
    SYNONYMS.iter().flat_map(|row| row.words).copied()
}

/// The finding with what is said in the place of `word`, at whose place it is.
#[must_use]
pub fn said_as(finding: Diagnostic, word: &str, place: Place) -> Diagnostic {
    let Some(row) = synonym(word, place) else { return finding };
    let at = finding.primary.span;
    let finding = finding.help(row.help);
    match row.instead {
        Some(instead) => finding.fix(Fix::write(at, instead).unsure()),
        None => finding,
    }
}

const fn row(
    place: Place,
    words: &'static [&'static str],
    instead: Option<&'static str>,
    help: &'static str,
    topics: &'static [&'static str],
) -> Synonym {
    Synonym { words, place, help, instead, topics }
}

#[rustfmt::skip]
static SYNONYMS: [Synonym; 90] = [
    // ---- Expressions ----------------------------------------------------------------------------------------------
    row(Expression, &["opponent", "opponents", "other", "other_player", "opp", "foe", "foes", "enemies", "hostile", "rival", "adversary"], Some("enemy"),
        "write `enemy` for the cells with other players' pieces; in games of two it is the other player, too", &["enemy"]),
    row(Expression, &["any", "exists", "there"], Some("some"), "write `some`: `some x in S where P`, or `some S` for a set that has a cell", &["some", "some in"]),
    row(Expression, &["forall", "each_of"], Some("every"), "write `every x in S has P`", &["every"]),
    row(Expression, &["nowhere", "null", "nil", "off_board", "offboard", "outside"], None,
        "a step off the board is in no set: ask `c + north in board`, or `not in board`", &["in"]),
    row(Expression, &["player", "current_player", "current", "self", "active", "us"], Some("me"), "write `me` for the player to act", &["me"]),
    row(Expression, &["own", "friendly", "friend", "friends", "ally", "allies", "ours"], Some("mine"),
        "write `mine` for the cells with the mover's pieces, `my stone` for a piece", &["mine", "my"]),
    row(Expression, &["squares", "everywhere", "all_cells", "anywhere", "fields", "sites"], Some("board"), "write `board` for all cells", &["board"]),
    row(Expression, &["neighbours", "neighbors", "neighbour", "neighbor", "surrounding", "around", "nearby", "next_to", "neighbourhood", "neighborhood"], Some("adjacent"),
        "write `adjacent(c)`, `orthogonal(c)` or `diagonal(c)`", &["adjacent"]),
    row(Expression, &["turns", "round", "rounds", "turn_count", "move_number"], Some("turn_number"), "write `turn_number` for the number of the turn", &["turn_number"]),
    row(Expression, &["center", "middle", "centers", "centres"], Some("centre"), "write `centre` for the cells nearest to the middle", &["centre"]),
    row(Expression, &["border", "borders", "perimeter", "boundary", "rim", "sides", "outer"], Some("edge"), "write `edge` for the cells on any side of the board", &["edge"]),
    row(Expression, &["corner"], Some("corners"), "write `corners` for the cells where two sides meet", &["corners"]),
    row(Expression, &["vacant", "free", "unoccupied", "empties", "blank"], Some("empty"), "write `empty` for the cells with nothing on them", &["empty"]),
    row(Expression, &["full", "filled", "taken_cells"], None, "write `occupied` for the cells with a piece on them; the board is full when `no empty`", &["occupied"]),
    row(Expression, &["size", "length", "len", "cardinality", "number_of", "how_many", "amount"], Some("count"),
        "write `count(S)` for how many there are, `sizes(groups)` for the sizes of groups", &["count", "sizes"]),
    row(Expression, &["total", "sum_of"], Some("sum"), "write `sum(N for x in S)`", &["sum"]),
    row(Expression, &["rank"], Some("row"), "write `row(c)` for the number of a cell's row, `rows(n)` for its cells", &["row"]),
    row(Expression, &["file", "col"], Some("column"), "write `column(c)` for the number of a cell's column, `columns(n)` for its cells", &["column"]),
    row(Expression, &["ranks"], Some("rows"), "write `rows(n)` for the cells of a row", &["rows"]),
    row(Expression, &["files"], Some("columns"), "write `columns(n)` for the cells of a column", &["columns"]),
    row(Expression, &["dist"], Some("distance"), "write `distance(a, b)`", &["distance"]),
    row(Expression, &["rays", "visible", "line_of_sight"], None, "write `ray(c, directions)` for the cells on a straight line, `sight(c, directions)` for the first piece on it", &["ray"]),
    row(Expression, &["connected", "connects", "connection", "connect", "connecting", "linked"], None,
        "declare `group chain = like-coloured stones` and ask `joins(chain of me, top, bottom)`", &["joins", "group"]),
    row(Expression, &["captured", "killed", "eaten", "deleted"], Some("removed"), "write `removed` for the cells from which this turn removed a piece", &["removed"]),
    row(Expression, &["visited", "left", "came_from", "origin"], None,
        "write `vacated` for the cells from which pieces moved this turn, `vacated | moved` with those to which they moved", &["vacated"]),
    row(Expression, &["way", "heading", "bearing", "towards"], Some("toward"), "write `toward(a, b)` for the direction of the straight line from a to b", &["toward"]),
    row(Expression, &["last_move", "last_to", "previous_move", "lastmove"], None,
        "write `last c` for what the action before picked as `c`, `placed` or `moved` for this turn's cells, or keep a cell with `mark`", &["last", "placed", "mark"]),
    row(Expression, &["last_player", "previous_player", "lastmover", "last_mover", "lastplayer"], Some("last mover"), "write `last mover` for the player who has just acted", &["last mover"]),
    row(Expression, &["in_a_row", "inarow", "aligned"], None, "declare `line three = 3 like-coloured stones in a row` and ask `some three`", &["line"]),
    row(Expression, &["random", "dice", "die", "roll", "shuffle", "chance"], None, "declare what nature chooses, `die pip: 1..=6` or `lot tile: S`, and say when: `turn roll pip, then ...`, `draw tile`", &["die", "lot"]),
    row(Expression, &["same", "same_coloured", "same_colored"], None, "write `like-coloured stones`", &["like-coloured"]),
    row(Expression, &["score", "points", "scores"], None, "declare `counter score(player): 0..=99`, or work it out: `value score(p: player) = count(owned(p))`", &["counter", "value"]),
    row(Expression, &["stalemate", "blocked", "stuck"], Some("no move"), "write `no move` for a player to act who cannot move", &["no move"]),
    row(Expression, &["players"], Some("everyone"), "write `everyone` for the set of all players", &["everyone"]),

    // ---- Statements -----------------------------------------------------------------------------------------------
    row(Statement, &["foreach", "forall"], Some("for"), "write `for x in S { ... }`", &["for"]),
    row(Statement, &["place", "drop", "add_piece", "insert", "create", "spawn"], Some("put"), "write `put my stone on c`", &["put"]),
    row(Statement, &["capture", "delete", "kill", "eat", "destroy", "erase", "take_off"], Some("remove"), "write `remove S`", &["remove", "removed"]),
    row(Statement, &["flip", "reverse", "convert", "invert", "recolour", "recolor"], Some("turn over"), "write `turn over S`", &["turn over", "flipped"]),
    row(Statement, &["swap"], Some("exchange"), "write `exchange a, b`", &["exchange"]),
    row(Statement, &["var", "const", "def"], Some("let"), "write `let name = ...`", &["let"]),
    row(Statement, &["assert", "ensure"], Some("require"), "write `require` with a condition", &["require"]),
    row(Statement, &["when", "while", "unless", "given"], None,
        "write `where` for a condition before the effects, `if P { ... }` for one among them", &["where", "if"]),
    row(Statement, &["choose", "select"], Some("pick"), "write `pick c in S`", &["pick"]),
    row(Statement, &["return", "finish"], None, "leave it out: a move ends with its last statement", &["move"]),
    row(Statement, &["slide", "jump", "hop", "step", "walk", "shift", "go", "transfer"], Some("move"),
        "write `move a to b` after `pick a in mine` and a `pick b` in the cells that it may go to", &["move to", "ray"]),
    row(Statement, &["rotate", "spin", "twist"], None,
        "pieces have no sides: declare a `piece` for each way to face and write `promote c to other`, or keep a `counter facing(cell): 0..=3`", &["promote", "counter"]),
    row(Statement, &["push", "pull", "shove"], None, "write `move a to b` for each piece that moves, the last one of the row first", &["move to"]),
    row(Statement, &["increase", "increment", "inc", "score"], None, "declare a counter and write `add 1 to n`, or `add 1 to n(me)` for one of each player", &["add", "counter"]),
    row(Statement, &["decrease", "decrement", "dec", "subtract"], None, "write `take 1 from n`", &["take"]),
    row(Statement, &["upgrade", "crown", "become", "king"], None, "write `promote c to king`", &["promote"]),
    row(Statement, &["win", "wins", "lose", "loses", "draw"], None, "a move does not end the game: write an end clause such as `end when no enemy { last mover wins }`", &["end when"]),
    row(Statement, &["pass"], None, "a pass is no part of a move: write `turn place or pass`, or `turn place else pass` for a forced one", &["pass"]),
    row(Statement, &["elif", "elsif", "elseif"], Some("else if"), "write `else if`, as in `if P { ... } else if Q { ... }`", &["if"]),
    row(Statement, &["else"], None, "`else` follows the closing brace of an `if`: `if P { ... } else if Q { ... } else { ... }`", &["if"]),

    // ---- Declarations ---------------------------------------------------------------------------------------------
    row(Declaration, &["moves", "action", "actions", "rule", "rules", "ply"], Some("move"), "write `move NAME { ... }`", &["move"]),
    row(Declaration, &["win", "wins", "goal", "victory", "result", "winner", "ending", "ends", "objective", "lose", "loss", "finish", "over"], None,
        "write `end when CONDITION { last mover wins }`", &["end when"]),
    row(Declaration, &["start", "begin", "initial", "init", "placement"], Some("setup"), "write `setup { ... }`, with a line such as `Black stone on a1` for each piece", &["setup"]),
    row(Declaration, &["score", "var", "variable", "int", "state"], None, "write `counter NAME: 0..=99`, or `counter NAME(player): 0..=99` for one of each player", &["counter"]),
    row(Declaration, &["number", "let", "const", "function", "def", "fn", "define", "macro"], None,
        "write `value NAME = ...` for a number, `region` for a set of cells, `condition` for what holds or not", &["value", "region", "condition"]),
    row(Declaration, &["set", "zone", "area", "territory", "cells"], Some("region"), "write `region NAME = ...`", &["region"]),
    row(Declaration, &["predicate", "bool", "boolean", "check"], Some("condition"), "write `condition NAME = ...`", &["condition"]),
    row(Declaration, &["player", "colours", "colors", "colour", "color", "sides", "roles"], Some("players"), "write `players Black, White`", &["players"]),
    row(Declaration, &["token", "tokens", "stone", "stones", "man", "units", "tile", "checker"], None, "write `piece NAME`", &["piece"]),
    row(Declaration, &["grid", "map"], Some("board"), "write `board square(8)`", &["board"]),
    row(Declaration, &["name", "title"], None, "the title stands before the braces: `game \"Title\" { ... }`", &["game"]),
    row(Declaration, &["author", "designer"], Some("by"), "write `by \"Author\"`", &["by"]),
    row(Declaration, &["swap", "pie_rule"], None, "write `pie`: the second seat may then change seats instead of its first turn", &["pie"]),
    row(Declaration, &["ko", "superko"], None, "write `repetition ko illegal`, `repetition positional illegal` or `repetition situational illegal`", &["repetition"]),
    row(Declaration, &["phase", "phases", "round", "rounds", "turns", "play", "sequence"], None, "write `turn place`, `turn place or slide`, `turn place, then slide`", &["turn", "then"]),
    row(Declaration, &["parameter", "setting", "config", "options"], Some("option"), "write `option size: 3..=9 = 5`", &["option"]),
    row(Declaration, &["pass"], None, "a pass stands in the turn: `turn place or pass`, or `turn place else pass` for a forced one; `pass { ... }` says what every pass does", &["pass"]),
    row(Declaration, &["if", "when", "pick", "put", "where", "require", "remove", "for", "exchange", "promote", "add", "tuck", "sow"], None,
        "it belongs into a move: `move NAME { pick c in empty put my stone on c }`", &["move"]),
    row(Declaration, &["import", "include", "extends"], None, "a file stands alone: write `variant \"Name\" of \"Game\" { ... }` beside its game, or of a shipped game", &["variant"]),

    // ---- Shapes of boards -----------------------------------------------------------------------------------------
    row(Shape, &["hex", "hexhex", "hexagonal", "hexagons"], Some("hexagon"), "write `hexagon(5)`, or `rhombus(11)` for the board of Hex", &["hexagon", "rhombus"]),
    row(Shape, &["rectangle", "rect", "rectangular", "grid", "chessboard", "checkerboard", "squares"], Some("square"), "write `square(8)`, or `square(7, 6)` for columns and rows", &["square"]),
    row(Shape, &["diamond", "rhomb", "parallelogram"], Some("rhombus"), "write `rhombus(11)`", &["rhombus"]),
    row(Shape, &["torus", "toroidal", "cylinder", "wrapped", "wraparound"], None, "write `square(8) round east and north` for a torus, `round east` for a cylinder", &["round"]),
    row(Shape, &["pentagons", "pentagonal", "cairo_tiling"], Some("cairo"), "write `cairo(6)`", &["cairo"]),
    row(Shape, &["octagon", "octagonal", "truncated"], Some("octagons"), "write `octagons(9)`", &["octagons"]),
    row(Shape, &["snubsquare", "snub_square", "onyx"], Some("snub"), "write `snub(12)`", &["snub"]),
    row(Shape, &["balls", "marbles", "stacked", "tetrahedron"], Some("pyramid"), "write `pyramid(4)` for balls on a square base", &["pyramid"]),
    row(Shape, &["triangular"], Some("triangle"), "write `triangle(9)`", &["triangle"]),

    // ---- Questions ------------------------------------------------------------------------------------------------
    row(Question, &["swap"], None, "the action `swap` is the pie rule's; pieces change places with `exchange a, b`", &["pie"]),
    row(Question, &["jump", "hop", "leap_over"], None,
        "a jump is a `move a to b` where `b` lies behind a piece: `pick d in orthogonals where a + d in enemy and a + 2 * d in empty`", &["chain of"]),
    row(Question, &["capture", "captures", "custodial", "custodian", "sandwich", "outflank"], None,
        "a capture is `remove S`: `flanked(c, directions, enemy, mine)` is the pieces between two of the mover's, `move a to b` takes what stands on `b`", &["flanked"]),
    row(Question, &["zugzwang", "immobile"], None, "write `end when no move { ... }` for a player who cannot move, or `else pass` in the turn", &["no move", "turn else"]),
    row(Question, &["checkmate", "mate", "royal"], None,
        "there is no word for it: forbid moves into check with `require`, and end the game when the player to act has `no move`", &["require", "no move"]),
    row(Question, &["liberty", "liberties", "surround", "surrounded", "go"], None, "liberties are `empty & orthogonal(chain at c)` of a `group chain`", &["group", "at"]),
    row(Question, &["hand", "reserve", "pocket", "supply", "bank"], None, "pieces in hand are a counter: `counter hand(player): 0..=9 = 9`, and `take 1 from hand(me)`", &["counter"]),
    row(Question, &["komi", "handicap"], None, "a number of the rules is an `option`; points are a `counter`, or worked out at the end by `highest`", &["highest", "option"]),
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::super::lookup::page;
    use super::{Place, SYNONYMS, synonym};

    #[test]
    fn every_row_leads_to_what_can_be_explained() {
        for row in &SYNONYMS {
            assert!(!row.words.is_empty() && !row.help.ends_with('.') && !row.topics.is_empty(), "{row:?}");
            assert_eq!(row.help.matches('`').count() % 2, 0, "{row:?}");
            for topic in row.topics {
                assert!(page(topic).is_some(), "{topic} of {row:?}");
            }
        }
        for (at, row) in SYNONYMS.iter().enumerate() {
            let twice =
                |other: &super::Synonym| other.place == row.place && other.words.iter().any(|w| row.words.contains(w));
            assert!(!SYNONYMS[at + 1..].iter().any(twice), "{row:?}");
        }
        assert_eq!(synonym("opponent", Place::Expression).unwrap().instead, Some("enemy"));
        assert!(synonym("opponent", Place::Statement).is_none());
    }
}

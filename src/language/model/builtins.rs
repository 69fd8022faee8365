//! The table of builtins: the words, functions and operators that the language gives, a row each. What a walk through
//! expressions has to know of a builtin stands in its row; how it is played is in `plan/lower`, and its page below `docs/words`.

use super::expr::Type::{
    Cell, Cells, Direction, Directions, Groups, Kind, Kinds, Number, Numbers, Player, Players, Range, Truth, Word,
};
use super::fold;
use super::row::Signature::{Many, Takes};
use super::row::Written::{Conversion, Function, Overload, Phrase};
use super::row::contents::{EMPTY, MINE, NEUTRAL, OTHER};
use super::row::{Name, Order, Reads, Row, Signature, Whole, Written};

/// Makes a variant of [`Builtin`] of each row.
macro_rules! builtins {
    ($($variant:ident: $row:expr;)*) => {
        /// What the language gives, by what it needs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the row of each describes it")]
        pub enum Builtin {
            $($variant,)*
        }

        impl Builtin {
            /// All of them.
            pub const ALL: &[Builtin] = &[$(Builtin::$variant,)*];

            /// What is told of it.
            pub fn row(self) -> &'static Row {
                match self {
                    $(Builtin::$variant => const { &$row },)*
                }
            }
        }
    };
}

const NOTHING: Reads = Reads::NOTHING;
const PIECES: Reads = Reads::PIECES;

/// A row of a word.
const fn words(names: &'static [Name], gives: &'static [Signature], reads: Reads) -> Row {
    Row::new(Written::Word(names), gives, reads).mapped()
}

/// A row of what its arguments and the board decide.
const fn of(written: Written, signatures: &'static [Signature]) -> Row {
    Row::new(written, signatures, NOTHING)
}

builtins! {
    // Arithmetic.
    Add: of(Phrase("a + b"), &[Takes(&[Number, Number], Number)])
        .mapped().order(Order::Flat).whole(Whole::WithArguments).folds(fold::add);
    Subtract: of(Phrase("a - b"), &[Takes(&[Number, Number], Number)])
        .mapped().whole(Whole::WithArguments).folds(fold::subtract);
    Multiply: of(Phrase("a * b"), &[Takes(&[Number, Number], Number)])
        .mapped().order(Order::Flat).whole(Whole::WithArguments).folds(fold::multiply);
    Divide: of(Phrase("a / b"), &[Takes(&[Number, Number], Number)]).mapped().folds(fold::divide);
    Div: of(Phrase("a div b"), &[Takes(&[Number, Number], Number)]).mapped().folds(fold::div);
    Mod: of(Phrase("a mod b"), &[Takes(&[Number, Number], Number)]).mapped().folds(fold::modulo);
    Negate: of(Phrase("-a"), &[Takes(&[Number], Number)])
        .mapped().whole(Whole::WithArguments).folds(fold::negate);
    Range: of(Phrase("a..=b"), &[Takes(&[Number, Number], Range)]).mapped();

    // Numbers.
    Count: of(
        Function(&[Name("count", "count(set)", "how many cells, groups, numbers or directions there are")]),
        &[Takes(&[Cells], Number)],
    ).mapped().whole(Whole::Always).folds(fold::count);
    GroupCount: of(Overload("count"), &[Takes(&[Groups], Number)]).mapped().range(|_| (Some(0), None));
    NumbersCount: of(Overload("count"), &[Takes(&[Numbers], Number)]).mapped().range(|_| (Some(0), None));
    DirectionsCount: of(Overload("count"), &[Takes(&[Directions], Number)])
        .mapped().range(|game| (Some(0), Some(game.board.directions().count() as i64))).folds(fold::count);
    KindsCount: of(Overload("count"), &[Takes(&[Kinds], Number)])
        .mapped().range(|game| (Some(0), Some(game.kinds.len() as i64))).folds(fold::count);
    Column: of(
        Function(&[Name("column", "column(c)", "the number of the cell's column, from 1")]),
        &[Takes(&[Cell], Number)],
    ).place(|board, cell| board.column(cell));
    Row: of(
        Function(&[Name("row", "row(c)", "the number of the cell's row as printed, from 1")]),
        &[Takes(&[Cell], Number)],
    ).place(|board, cell| board.row(cell));
    // Of boards with levels alone, so that other games may give the word a meaning of their own.
    Level: of(Phrase("level(c)"), &[Takes(&[Cell], Number)]).place(|board, cell| board.level(cell));
    Edges: of(
        Function(&[Name(
            "edges",
            "edges(c)",
            "how many sides of the board the cell lies on; of a set, how many sides it touches",
        )]),
        &[Takes(&[Cell], Number)],
    ).place(|board, cell| u32::from(board.edges(cell)));
    SidesTouched: of(Overload("edges"), &[Takes(&[Cells], Number)])
        .of_sides().folds(fold::sides_touched).range(|game| (Some(0), Some(game.board.sides().len() as i64)));
    Height: Row::new(
        Function(&[Name("height", "height(c)", "how many pieces stand on the cell, one on another")]),
        &[Takes(&[Cell], Number)],
        PIECES,
    ).mapped().range(|game| (Some(0), Some(i64::from(game.max_height))));
    InStack: Row::new(
        Function(&[Name(
            "in_stack",
            "in_stack(c, player)",
            "how many of the player's pieces stand on the cell, top or below",
        )]),
        &[Takes(&[Cell, Player], Number)],
        PIECES,
    ).mapped().range(|game| (Some(0), Some(i64::from(game.max_height))));

    // What is on a cell.
    The: of(
        Function(&[Name("the", "the(set)", "the cell of a set that has exactly one; nowhere otherwise")]),
        &[Takes(&[Cells], Cell)],
    ).mapped();
    Owner: Row::new(
        Function(&[Name("owner", "owner(c)", "who owns the piece on the cell; nobody of an empty or neutral one")]),
        &[Takes(&[Cell], Player)],
        PIECES,
    ).mapped();
    KindOf: Row::new(
        Function(&[Name("kind", "kind(c)", "the kind of the piece on the cell")]),
        &[Takes(&[Cell], Kind)],
        PIECES,
    ).mapped();

    OwnerInStack: Row::new(Overload("owner"), &[Takes(&[Cell, Number], Player)], PIECES).mapped();
    KindInStack: Row::new(Overload("kind"), &[Takes(&[Cell, Number], Kind)], PIECES).mapped();

    // Lists of numbers.
    Sizes: of(
        Function(&[
            Name("sizes", "sizes(groups)", "the sizes, largest first"),
            Name("lengths", "lengths(loops)", "the same as `sizes`"),
        ]),
        &[Takes(&[Groups], Numbers)],
    ).mapped();
    SumOfNumbers: of(Overload("sum"), &[Takes(&[Numbers], Number)]).mapped();
    MaxOfNumbers: of(Overload("max"), &[Takes(&[Numbers], Number)]).mapped();
    MinOfNumbers: of(Overload("min"), &[Takes(&[Numbers], Number)]).mapped();
    Maximum: of(
        Function(&[Name(
            "max",
            "max(a, b)",
            "the greatest of numbers, of a list, or of `number for x in set`; 0 of none",
        )]),
        &[Many(&[Number, Number], Number)],
    ).mapped().order(Order::Free).folds(fold::maximum);
    Minimum: of(
        Function(&[Name(
            "min",
            "min(a, b)",
            "the least of numbers, of a list, or of `number for x in set`; 0 of none",
        )]),
        &[Many(&[Number, Number], Number)],
    ).mapped().order(Order::Free).folds(fold::minimum);
    Absolute: of(
        Function(&[Name("abs", "abs(n)", "the number without its sign")]),
        &[Takes(&[Number], Number)],
    ).mapped().folds(fold::absolute);

    // Places and lines.
    Distance: of(
        Function(&[Name(
            "distance",
            "distance(a, b)",
            "the fewest steps between adjacent cells from one to the other",
        )]),
        &[Takes(&[Cell, Cell], Number)],
    ).mapped().work(2).range(|game| (Some(-1), Some(game.board.cell_count() as i64)));
    Opposite: of(
        Function(&[Name("opposite", "opposite(d)", "the opposite direction, or directions")]),
        &[Takes(&[Directions], Directions), Takes(&[Direction], Direction)],
    ).mapped().folds(fold::opposite);
    Toward: of(
        Function(&[Name(
            "toward",
            "toward(a, b)",
            "the direction of the straight line from a to b; no direction where there is none",
        )]),
        &[Takes(&[Cell, Cell], Direction)],
    ).tried(fold::lines_to).folds(fold::toward).work(8);
    Ray: of(
        Function(&[Name(
            "ray",
            "ray(c, directions, through)",
            "the cells in a straight line from c, without c, as long as they are in `through` (the board where it is left \
             out)",
        )]),
        &[Takes(&[Cell, Directions], Cells), Takes(&[Cell, Directions, Cells], Cells)],
    ).mapped().work(8);
    Flanked: of(
        Function(&[Name(
            "flanked",
            "flanked(c, directions, through, end)",
            "the cells of `through` in a straight line from c that end at a cell of `end`",
        )]),
        &[Takes(&[Cell, Directions, Cells, Cells], Cells)],
    ).mapped().work(8);
    Sight: Row::new(
        Function(&[Name(
            "sight",
            "sight(c, directions)",
            "the first piece that is seen from c in each direction, over empty cells",
        )]),
        &[Takes(&[Cell, Directions], Cells)],
        PIECES,
    ).mapped().work(8);
    Between: of(
        Function(&[Name("between", "between(a, b)", "the cells between two on one straight line")]),
        &[Takes(&[Cell, Cell], Cells)],
    ).tried(fold::between).work(8);
    Joins: of(
        Function(&[Name("joins", "joins(groups, set, set)", "whether one of the groups touches all the sets")]),
        &[Many(&[Groups, Cells], Truth)],
    ).mapped().order(Order::RestFree);
    OwnedBy: Row::new(
        Function(&[Name("owned", "owned(player)", "the cells with the player's pieces")]),
        &[Takes(&[Player], Cells)],
        PIECES,
    ).mapped();
    SubsetOf: of(
        Function(&[Name("subset", "subset(a, b)", "whether every cell of the first set is in the second")]),
        &[Takes(&[Cells, Cells], Truth)],
    ).mapped().folds(fold::subset);
    Step: of(Phrase("c + d"), &[Takes(&[Cell, Direction], Cell)]).mapped().folds(fold::step);
    StepAll: of(Phrase("set + directions"), &[Takes(&[Cells, Directions], Cells)]).mapped().folds(fold::step);
    Walk: of(Phrase("c + n * d"), &[Takes(&[Cell, Direction, Number], Cell)]).mapped();
    WalkAll: of(Phrase("set + n * directions"), &[Takes(&[Cells, Directions, Number], Cells)]).mapped();
    LastSown: Row::new(Phrase("last sown"), &[Takes(&[], Cell)], Reads::TURN).mapped();

    // Conditions.
    Less: of(Phrase("a < b"), &[Takes(&[Number, Number], Truth), Takes(&[Numbers, Numbers], Truth)])
        .mapped().folds(fold::less);
    LessOrEqual: of(Phrase("a <= b"), &[Takes(&[Number, Number], Truth), Takes(&[Numbers, Numbers], Truth)])
        .mapped().folds(fold::less_or_equal);
    Equal: of(Phrase("a = b"), EQUALITY).mapped().order(Order::Free).folds(fold::equal);
    NotEqual: of(Phrase("a != b"), EQUALITY).mapped().order(Order::Free).folds(fold::not_equal);
    And: of(Phrase("a and b"), &[Takes(&[Truth, Truth], Truth)]).mapped().order(Order::Flat).folds(fold::and);
    Or: of(Phrase("a or b"), &[Takes(&[Truth, Truth], Truth)]).mapped().order(Order::Flat).folds(fold::or);
    Contains: of(Phrase("c in set"), &[Takes(&[Cell, Cells], Truth)]).mapped().folds(fold::contains);
    ContainsDirection: of(Phrase("d in directions"), &[Takes(&[Direction, Directions], Truth)])
        .mapped().folds(fold::contains);
    ContainsKind: of(Phrase("k in kinds"), &[Takes(&[Kind, Kinds], Truth)]).mapped().folds(fold::contains);
    NotEmpty: of(Phrase("some set"), &[Takes(&[Cells], Truth)]).mapped().folds(fold::not_empty);
    IsEmpty: of(Phrase("no set"), &[Takes(&[Cells], Truth)]).mapped().folds(fold::is_empty);
    NoMove: Row::new(Phrase("no move"), &[Takes(&[], Truth)], Reads::ACTIONS).mapped();
    NobodyCanMove: Row::new(Phrase("nobody can move"), &[Takes(&[], Truth)], Reads::ACTIONS).mapped();
    CanMove: Row::new(Phrase("player can move"), &[Takes(&[Player], Truth)], Reads::ACTIONS).mapped();
    CanMake: Row::new(Phrase("player can NAME"), &[Takes(&[Word, Player], Truth)], Reads::ACTIONS).mapped();
    AllPassed: Row::new(Phrase("all pass"), &[Takes(&[], Truth)], Reads::PASSES).mapped();

    // Sets of cells by what stands on them.
    Empty: words(&[Name("empty", "empty", "the cells with nothing on them")], CELLS, PIECES).contents(EMPTY);
    Occupied: words(&[Name("occupied", "occupied", "the cells with a piece on them")], CELLS, PIECES)
        .contents(NEUTRAL | MINE | OTHER);
    Mine: words(&[Name("mine", "mine", "the cells with the mover's pieces")], CELLS, PIECES.and(Reads::MOVER))
        .contents(MINE);
    Enemies: words(
        &[Name("enemy", "enemy", "the cells with other players' pieces; where a player is wanted, the other player")],
        CELLS,
        PIECES.and(Reads::MOVER),
    ).contents(OTHER);
    Neutral: words(&[Name("neutral", "neutral", "the cells with pieces that nobody owns")], CELLS, PIECES)
        .contents(NEUTRAL);

    // What happened in the turn.
    Placed: words(&[Name("placed", "placed", "the cells on which a piece was put this turn")], CELLS, Reads::TURN)
        .event(0, "puts a piece");
    Removed: words(
        &[Name("removed", "removed", "the cells from which a piece was removed this turn")],
        CELLS,
        Reads::TURN,
    ).event(1, "removes or captures a piece");
    Flipped: words(&[Name("flipped", "flipped", "the cells whose piece was turned over this turn")], CELLS, Reads::TURN)
        .event(2, "turns pieces over");
    Moved: words(&[Name("moved", "moved", "the cells to which a piece moved this turn")], CELLS, Reads::TURN)
        .event(3, "moves a piece");
    Promoted: words(&[Name("promoted", "promoted", "the cells whose piece was promoted this turn")], CELLS, Reads::TURN)
        .event(4, "promotes a piece");
    Vacated: words(
        &[Name("vacated", "vacated", "the cells from which a piece moved this turn")],
        CELLS,
        Reads::TURN,
    ).event(5, "moves a piece");

    // Players.
    Me: words(&[Name("me", "me", "the mover"), Name("mover", "mover", "the player to act")], PLAYER, Reads::MOVER);
    Opponent: Row::new(Conversion, PLAYER, Reads::MOVER).mapped();
    Next: of(
        Function(&[Name("next", "next(player)", "the player after that one in the order of play, round")]),
        &[Takes(&[Player], Player)],
    ).of_order();
    Previous: of(
        Function(&[Name("previous", "previous(player)", "the player before that one in the order of play, round")]),
        &[Takes(&[Player], Player)],
    ).of_order();
    LastMover: Row::new(Phrase("last mover"), PLAYER, Reads::LAST_MOVER).mapped();
    Everyone: words(&[Name("everyone", "everyone", "all players")], &[Takes(&[], Players)], NOTHING);

    // The clock.
    TurnNumber: words(
        &[Name("turn_number", "turn_number", "the number of this turn, from 1")],
        &[Takes(&[], Number)],
        Reads::CLOCK,
    ).range(|_| (Some(1), None));
    PlyNumber: words(
        &[Name("ply_number", "ply_number", "the number of this action, from 1")],
        &[Takes(&[], Number)],
        Reads::CLOCK,
    ).range(|_| (Some(1), None));
    CycleLength: words(
        &[Name(
            "cycle_length",
            "cycle_length",
            "in a repetition rule, the number of turns since the first of the occurrences that count",
        )],
        &[Takes(&[], Number)],
        Reads::EARLIER,
    ).range(|_| (Some(1), None));

    // Sets.
    Union: of(Phrase("a | b"), PAIR).mapped().order(Order::Flat).folds(fold::union);
    Difference: of(Phrase("a - b"), PAIR).mapped().folds(fold::difference);
    Intersection: of(Phrase("a & b"), PAIR).mapped().order(Order::Flat).folds(fold::intersection);
    SetOf: of(Phrase("{a, b}"), &[Many(&[Cells], Cells)]).mapped().order(Order::Flat).folds(fold::union);
    OneCell: of(Conversion, &[Takes(&[Cell], Cells)]).mapped().folds(fold::only);
    UnionOfGroups: of(Conversion, &[Takes(&[Groups], Cells)]).mapped();
    UnionOfDirections: of(Phrase("a | b"), &[Takes(&[Directions, Directions], Directions)])
        .mapped().order(Order::Flat).folds(fold::union);
    WithoutDirections: of(Phrase("a - b"), &[Takes(&[Directions, Directions], Directions)])
        .mapped().folds(fold::difference);
    UnionOfKinds: of(Phrase("a | b"), PAIR_OF_KINDS).mapped().order(Order::Flat).folds(fold::union);
    WithoutKinds: of(Phrase("a - b"), PAIR_OF_KINDS).mapped().folds(fold::difference);
    CommonKinds: of(Phrase("a & b"), PAIR_OF_KINDS).mapped().order(Order::Flat).folds(fold::intersection);
    OneKind: of(Conversion, &[Takes(&[Kind], Kinds)]).mapped().folds(fold::only);
    OneDirection: of(Conversion, &[Takes(&[Direction], Directions)]).mapped().folds(fold::only);

    // What pieces carry and is no number is kept as one, one more than its place; 0 is none.
    NumberOf: of(
        Conversion,
        &[Takes(&[Direction], Number), Takes(&[Player], Number), Takes(&[Kind], Number)],
    ).whole(Whole::Always);
    DirectionOfNumber: of(Conversion, &[Takes(&[Number], Direction)]);
    PlayerOfNumber: of(Conversion, &[Takes(&[Number], Player)]);
    KindOfNumber: of(Conversion, &[Takes(&[Number], Kind)]);
}

const CELLS: &[Signature] = &[Takes(&[], Cells)];
const PLAYER: &[Signature] = &[Takes(&[], Player)];
const PAIR: &[Signature] = &[Takes(&[Cells, Cells], Cells)];
const PAIR_OF_KINDS: &[Signature] = &[Takes(&[Kinds, Kinds], Kinds)];
const EQUALITY: &[Signature] = &[
    Takes(&[Number, Number], Truth),
    Takes(&[Truth, Truth], Truth),
    Takes(&[Cell, Cell], Truth),
    Takes(&[Cells, Cells], Truth),
    Takes(&[Player, Player], Truth),
    Takes(&[Kind, Kind], Truth),
    Takes(&[Kinds, Kinds], Truth),
    Takes(&[Direction, Direction], Truth),
    Takes(&[Directions, Directions], Truth),
    Takes(&[Numbers, Numbers], Truth),
];

/// Sets of directions, by the relation whose they are.
pub const DIRECTIONS: [(Name, &str); 3] = [
    (Name("all_directions", "all_directions", "every direction of the board's own relations"), "adjacent"),
    (Name("orthogonals", "orthogonals", "the directions of `orthogonal`"), "orthogonal"),
    (Name("diagonals", "diagonals", "the directions of `diagonal`"), "diagonal"),
];

/// The set of all kinds that players own.
pub const KINDS: Name = Name("kinds", "kinds", "all kinds of pieces that players own");

/// The functions that the checker works out itself: sets of cells of the board, and `number for x in set`.
const FORMS: [Name; 8] = [
    Name("sum", "sum(number for x in set)", "the sum of the numbers, or of a list"),
    Name("union", "union(set for x in groups)", "all cells of the sets"),
    Name("list", "list(number for x in set)", "the numbers, largest first"),
    Name(
        "parts",
        "parts(set, relation)",
        "the sets in which a set hangs together by a relation or links; by `adjacent` without one",
    ),
    Name(
        "turned",
        "turned(d, n)",
        "the direction n steps clockwise from d, as the picture shows it; the other way if n is below 0",
    ),
    Name("cell", "cell(n)", "the cell with the number n, on a board that is `numbered`"),
    Name("rows", "rows(n)", "the cells of row n; of rows from one to another as `rows(a..=b)`"),
    Name("columns", "columns(n)", "the cells of column n; of columns from one to another as `columns(a..=b)`"),
];

/// The words that stand alone.
pub fn words_alone() -> impl Iterator<Item = &'static Name> {
    let of_rows = Builtin::ALL.iter().map(|builtin| builtin.row());
    of_rows
        .filter(|row| matches!(row.written, Written::Word(_)))
        .flat_map(Row::names)
        .chain(DIRECTIONS.iter().map(|(name, _)| name))
        .chain([&KINDS])
}

/// The words that take arguments.
pub fn functions() -> impl Iterator<Item = &'static Name> {
    let of_rows = Builtin::ALL.iter().map(|builtin| builtin.row());
    of_rows.filter(|row| matches!(row.written, Function(_))).flat_map(Row::names).chain(&FORMS)
}

/// The builtin of a word that stands alone.
pub fn find_word(name: &str) -> Option<Builtin> {
    let is_named = |builtin: &Builtin| match builtin.row().written {
        Written::Word(names) => names.iter().any(|own| own.name() == name),
        _ => false,
    };
    Builtin::ALL.iter().copied().find(is_named)
}

/// What a function of a name can take, with so many arguments.
pub fn overloads(name: &str, count: usize) -> Vec<(Builtin, &'static Signature)> {
    let called = Builtin::ALL.iter().copied().filter(|builtin| builtin.row().is_called(name));
    let signatures =
        called.flat_map(|builtin| builtin.row().signatures.iter().map(move |signature| (builtin, signature)));
    signatures.filter(|(_, signature)| signature.takes_so_many(count)).collect()
}

/// Functions that a sheet may give a meaning of its own: sheets had these names before.
const LENT: [&str; 1] = ["turned"];

/// If `name` is one of the language's own words: the word and what it means. The names of functions count only for what may
/// take arguments itself: `rows` can be an option beside the function `rows(2)`.
pub fn reserved(name: &str, takes_arguments: bool) -> Option<(&'static str, &'static str)> {
    let named = |known: &&Name| known.name() == name;
    let function = || functions().filter(|known| takes_arguments && !LENT.contains(&known.name())).find(named);
    words_alone().find(named).or_else(function).map(|found| (found.name(), found.meaning()))
}

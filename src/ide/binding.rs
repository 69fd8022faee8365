//! What the words before a place say of it: which names are bound there, what has happened, what sort of name may follow. The
//! declaration is not whole, so this goes by its words alone.

use crate::lexer::{Piece, Sort};

/// What sort of name may stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A new name: nothing can be offered.
    New,
    /// The shape of a board.
    Shape,
    /// A kind of piece, in the singular.
    Kind,
    /// A kind of piece beside its owner.
    Owned {
        /// Whether nobody owns it.
        neutral: bool,
    },
    /// Pieces in the plural, after `like-coloured`.
    Alike,
    /// A player.
    Player,
    /// A move.
    Move,
    /// An effect.
    Effect,
    /// A pick of that move.
    PickOf(String),
    /// A pick of the move at hand, after `last`.
    Pick,
    /// A counter.
    Counter,
    /// A mark.
    Mark,
    /// A relation.
    Relation,
    /// An option, at the beginning of a `set` in a test; counters as well.
    Setting,
    /// A word of that option.
    WordOf(String),
    /// What a parameter is one of.
    TypeName,
    /// What there is a counter for each of.
    Index,
    /// Anything declared.
    Declared,
    /// The code of a finding.
    Code,
    /// The name of an end clause.
    Clause,
    /// A player or a kind of piece, of which a look speaks.
    Drawn,
    /// How a look has it drawn.
    Like(String),
    /// The shape that letters stand on, in a look.
    Lettered,
    /// What a look hides.
    Hidden,
    /// The body of a relation.
    Relations,
    /// An expression.
    Expression,
}

/// When an expression is worked out, as far as it decides which words mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Before there is a position.
    Static,
    /// In the setup.
    Setup,
    /// In a definition.
    Definition,
    /// In a group, loop or line.
    Pattern,
    /// In a move or turn, before the first effect.
    Picking,
    /// In a move, after an effect.
    After,
    /// In the condition of an end.
    End,
    /// In a test.
    Test,
}

/// What is known of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The names that are bound, the innermost last.
    pub locals: Vec<String>,
    /// The picks of the move at hand.
    pub picks: Vec<String>,
    /// When it is.
    pub moment: Moment,
    /// What sort of name may stand there.
    pub role: Role,
}

/// The words with which a change of the position begins.
pub const EFFECTS: [&str; 17] = [
    "put", "remove", "exchange", "move", "turn", "promote", "tuck", "set", "add", "take", "mark", "unmark", "link",
    "unlink", "repeat", "sow", "do",
];
/// The words that begin a statement wherever they stand, and those that do so at the beginning of a line.
const STATEMENTS: [&str; 12] =
    ["pick", "let", "require", "put", "remove", "exchange", "promote", "tuck", "unmark", "unlink", "written", "do"];
const AT_LINES: [&str; 14] =
    ["where", "move", "turn", "set", "add", "take", "mark", "link", "repeat", "sow", "for", "if", "base", "at"];

/// What stands before the brace of a set, and not of a block.
const BEFORE_SETS: [&str; 14] = ["in", "=", "!=", "|", "&", "-", ",", "(", "{", "then", "where", "not", "and", "or"];

/// How many names are bound at most: more than any rule has.
const MAX_BOUND: usize = 256;

/// A name that is bound, or will be.
struct Bound {
    name: String,
    depth: usize,
    /// The word or sign at which it comes into scope.
    from: &'static [&'static str],
    is_known: bool,
    /// Whether it stays until the block ends.
    stays: bool,
}

/// What is known of the end of `pieces`, which are those of a declaration up to there, without comments. `after` are the pieces
/// that follow.
pub fn scope(text: &str, pieces: &[Piece<'_>], after: &[Piece<'_>]) -> Scope {
    let word = |place: usize| pieces.get(place).map_or("", |piece| piece.text);
    let begins_line = |place: usize| {
        let start = pieces.get(place).map_or(0, |piece| piece.start);
        text.get(..start).is_none_or(|before| before.trim_end_matches([' ', '\t']).ends_with(['\n', '{']))
    };
    let lead = match word(0) {
        "neutral" => "piece",
        lead => lead,
    };
    let mut bound: Vec<Bound> = Vec::new();
    let mut picks: Vec<String> = Vec::new();
    let mut moment = match lead {
        "setup" => Moment::Setup,
        "value" | "region" | "condition" | "direction" | "directions" | "kind" | "kinds" | "player" => {
            Moment::Definition
        }
        "group" | "loop" | "line" => Moment::Pattern,
        "move" | "turn" | "pass" => Moment::Picking,
        "effect" | "after" => Moment::After,
        "limit" | "repetition" if !pieces.iter().any(|piece| piece.is("{")) => Moment::Static,
        "alike" => Moment::Static,
        "claim" if word(1) == "plies" => Moment::Static,
        "end" | "skip" | "limit" | "repetition" | "claim" => Moment::End,
        "test" => Moment::Test,
        _ => Moment::Static,
    };
    let is_definition = moment == Moment::Definition;
    let equals = pieces.iter().position(|piece| piece.is("=")).unwrap_or(pieces.len());
    let mut depth = 0usize;
    // The conditionals that are open: how deep each is, and how many names were bound before it.
    let mut conditionals: Vec<(usize, usize)> = Vec::new();
    // The first word of the statement at hand, and where it stands.
    let (mut statement, mut statement_depth) = (0, 0);
    for (place, piece) in pieces.iter().enumerate() {
        if piece.sort == Sort::Text {
            continue;
        }
        let in_block = matches!(lead, "move" | "pass" | "effect" | "after" | "test" | "setup") && depth > 0;
        let waits = bound.iter().any(|bound| !bound.is_known && bound.depth == depth && bound.from.contains(&"where"));
        let opens = in_block
            && place > 0
            && (STATEMENTS.contains(&piece.text)
                || begins_line(place) && AT_LINES.contains(&piece.text) && !(piece.text == "where" && waits)
                || lead == "test" && begins_line(place)
                || lead == "setup" && begins_line(place));
        if opens && word(place + 1) != "start" {
            // What is bound within the statement before is no longer known; what it picks is from here on.
            bound.retain(|bound| bound.stays || bound.depth < depth);
            bound.iter_mut().filter(|bound| bound.stays).for_each(|bound| bound.is_known = true);
            (statement, statement_depth) = (place, depth);
            conditionals.clear();
            if lead == "setup" && depth == 1 {
                // What is scattered, and over which cells, is known before the game.
                moment = if piece.is("scatter") { Moment::Static } else { Moment::Setup };
            }
            if EFFECTS.contains(&piece.text) && matches!(lead, "move" | "pass") {
                moment = Moment::After;
            }
        }
        let has_result = matches!(lead, "end" | "repetition");
        if piece.is("{") && (in_block || has_result) && place > 0 && !BEFORE_SETS.contains(&word(place - 1)) {
            // What is bound in the condition of an `if` is not known in its block, nor that of an end in its result.
            bound.retain(|bound| bound.stays || bound.depth < depth || bound.from.contains(&"{"));
        }
        match piece.text {
            "{" | "(" => depth += 1,
            "}" | ")" => {
                depth = depth.saturating_sub(1);
                bound.retain(|bound| bound.depth <= depth);
                conditionals.retain(|(at, _)| *at <= depth);
            }
            "if" => conditionals.push((depth, bound.len())),
            // What is bound in one branch is not known in the next.
            "then" | "else" => {
                if let Some((_, held)) = conditionals.pop_if(|(at, _)| *at == depth) {
                    bound.truncate(held);
                    conditionals.extend(piece.is("then").then_some((depth, held)));
                }
            }
            _ => {}
        }
        let is_sign = |sign: &&str| *sign == piece.text;
        bound
            .iter_mut()
            .filter(|bound| bound.depth == depth || piece.is("{") && bound.depth + 1 == depth)
            .for_each(|bound| bound.is_known |= bound.from.iter().any(is_sign));
        let next = pieces.get(place + 1).filter(|next| next.sort == Sort::Word).map(|next| next.text.to_owned());
        let Some(name) = next.filter(|_| bound.len() < MAX_BOUND) else { continue };
        let binds = |from: &'static [&'static str], stays: bool, depth: usize| Bound {
            name: name.clone(),
            depth,
            from,
            is_known: false,
            stays,
        };
        let goes_on = word(place + 2);
        match piece.text {
            "pick" if opens => {
                picks.push(name.clone());
                bound.push(binds(&[], true, depth));
            }
            "let" if opens => bound.push(binds(&[","], true, depth)),
            "," if goes_on == "=" && word(statement) == "let" && depth == statement_depth => {
                bound.push(binds(&[","], true, depth));
            }
            "for" if goes_on == "in" => bound.push(binds(&["where", "{"], false, depth)),
            "some" | "no" | "none" | "every" if goes_on == "in" => bound.push(binds(&["where", "has"], false, depth)),
            "{" if goes_on == "in" || goes_on == ":" => bound.push(binds(&[":"], false, depth)),
            "(" | "," if lead == "effect" && !pieces.iter().take(place).any(|piece| piece.is("{")) => {
                bound.push(binds(&["{"], true, 0));
            }
            "(" | "," if is_definition && place < equals => {
                bound.push(binds(&["="], true, 0));
            }
            _ => {}
        }
    }
    let mut locals: Vec<String> = bound.iter().filter(|bound| bound.is_known).map(|bound| bound.name.clone()).collect();
    locals.extend(generator(pieces, after));
    let role = role(text, pieces, lead, statement);
    Scope { locals, picks, moment, role }
}

/// The name of `f(HERE for x in set)`, which stands behind the place.
fn generator(pieces: &[Piece<'_>], after: &[Piece<'_>]) -> Option<String> {
    let mut depth = 0usize;
    let open =
        pieces.iter().filter(|piece| piece.is("(")).count() > pieces.iter().filter(|piece| piece.is(")")).count();
    for (place, piece) in after.iter().enumerate().filter(|_| open) {
        match piece.text {
            "(" | "{" => depth += 1,
            ")" | "}" => depth = depth.checked_sub(1)?,
            "for" if depth == 0 => return after.get(place + 1).map(|name| name.text.to_owned()),
            _ => {}
        }
    }
    None
}

/// What sort of name may follow the pieces.
fn role(text: &str, pieces: &[Piece<'_>], lead: &str, statement: usize) -> Role {
    let back =
        |steps: usize| pieces.len().checked_sub(steps).and_then(|place| pieces.get(place)).map_or("", |p| p.text);
    let (last, before) = (back(1), back(2));
    let is_first = pieces.len() == 1;
    let own = pieces.get(statement).map_or("", |piece| piece.text);
    let in_block = statement > 0;
    if is_first && (lead != "turn" && lead != "skip" && lead != "setup" && lead != "limit" && lead != "claim") {
        return match lead {
            "board" => Role::Shape,
            "allow" => Role::Code,
            "stacks" | "repetition" | "pie" | "test" | "by" | "source" | "family" => Role::Expression,
            _ => Role::New,
        };
    }
    match (lead, last) {
        ("players" | "piece" | "pieces", "," | "plural" | "as" | "piece" | "pieces" | "with" | "and") => {
            return Role::New;
        }
        ("allow", "of") => return Role::Declared,
        ("counter", "(" | ",") if !pieces.iter().any(|piece| piece.is(")")) => return Role::Index,
        ("option", ":") => return Role::New,
        ("look", "as") => return Role::Like(before.to_owned()),
        ("look", "on") => return Role::Lettered,
        ("look", "hide" | ",") => return Role::Hidden,
        ("look", _) => return Role::Drawn,
        ("link", _) if !pieces.iter().any(|piece| piece.is("=")) => return Role::New,
        ("relation" | "link", _) if !pieces.iter().any(|piece| piece.is("where")) => return Role::Relations,
        ("value" | "region" | "condition" | "direction" | "directions" | "kind" | "kinds" | "player", _)
            if !pieces.iter().any(|piece| piece.is("=")) =>
        {
            return if last == ":" { Role::TypeName } else { Role::New };
        }
        ("effect", _) if !pieces.iter().any(|piece| piece.is("{")) => {
            return if last == ":" { Role::TypeName } else { Role::New };
        }
        ("turn", "of") if before == "turn" => return Role::Player,
        ("turn", "of") if before == "chain" => return Role::Move,
        ("turn", "turn" | ":" | "else" | "or" | "then" | "must" | "may") => return Role::Move,
        ("turn", "(") if matches!(before, "turn" | ":" | "else" | "or" | "then" | "must" | "may" | "(") => {
            return Role::Move;
        }
        ("turn", "with") => return Role::PickOf(before.to_owned()),
        ("turn", "from") if back(4) == "chain" => return Role::PickOf(before.to_owned()),
        ("test", "move") if before == "to" => return Role::Player,
        ("test", "by") => return Role::Clause,
        ("test", "set") if in_block => return Role::Setting,
        ("test", ",") if own == "set" => return Role::Setting,
        ("test", "=") if own == "set" => return Role::WordOf(before.to_owned()),
        ("group" | "loop" | "line", "by") => return Role::Relation,
        ("end", "end") => return Role::New,
        ("board", "line" | "cell" | "-") if pieces.iter().any(|piece| piece.is("{")) => return Role::New,
        _ => {}
    }
    let is_statement = in_block && matches!(lead, "move" | "pass" | "effect" | "after" | "setup" | "test");
    match last {
        "like-coloured" | "like-colored" => Role::Alike,
        "pick" | "let" | "for" | "every" | "plural" => Role::New,
        "," if is_statement && own == "let" && !is_open(pieces, statement) => Role::New,
        "do" if is_statement => Role::Effect,
        "as" if is_statement => Role::Mark,
        "with" if lead == "setup" || own == "put" => Role::Mark,
        "to" if is_statement && own == "promote" => Role::Kind,
        "to" if before == "last" => Role::Move,
        "set" | "sow" if is_statement && own == last => Role::Counter,
        "to" if is_statement && own == "add" => Role::Counter,
        "from" if is_statement && own == "take" => Role::Counter,
        "last" => Role::Pick,
        "my" => Role::Owned { neutral: false },
        "neutral" => Role::Owned { neutral: true },
        _ => beside(text, pieces),
    }
}

/// Whether brackets are open since the statement began.
fn is_open(pieces: &[Piece<'_>], statement: usize) -> bool {
    let count = |sign: &str| pieces.iter().skip(statement).filter(|piece| piece.is(sign)).count();
    count("(") + count("{") > count(")") + count("}")
}

/// After a word on the same line, which is then the owner of pieces; else an expression.
fn beside(text: &str, pieces: &[Piece<'_>]) -> Role {
    let Some(last) = pieces.last() else { return Role::Expression };
    let rest = text.get(last.end()..).unwrap_or("");
    let is_near = !rest.contains('\n');
    let is_operator = matches!(
        last.text,
        "and"
            | "or"
            | "not"
            | "is"
            | "in"
            | "of"
            | "at"
            | "through"
            | "div"
            | "mod"
            | "if"
            | "then"
            | "else"
            | "some"
            | "no"
            | "none"
            | "where"
            | "has"
            | "when"
            | "while"
            | "require"
            | "put"
            | "remove"
            | "exchange"
            | "move"
            | "over"
            | "on"
            | "to"
            | "from"
            | "under"
            | "stack"
            | "new"
            | "before"
            | "start"
            | "highest"
            | "lowest"
            | "only"
            | "expect"
            | "mark"
            | "unmark"
            | "link"
            | "unlink"
            | "onto"
            | "crossing"
            | "add"
            | "take"
            | "tuck"
            | "promote"
            | "exactly"
            | "invariant"
            | "along"
            | "leaving"
            | "skipping"
            | "limit"
            | "up"
            | "by"
            | "most"
            | "skip"
    );
    // As in `sow seed from from along round`: the second one is a name.
    let is_name = ["to", "from", "along", "leaving", "skipping"].contains(&last.text)
        && pieces.iter().rev().nth(1).is_some_and(|before| before.is(last.text));
    match last.sort {
        Sort::Word if is_near && (is_name || !is_operator) => Role::Owned { neutral: false },
        _ => Role::Expression,
    }
}

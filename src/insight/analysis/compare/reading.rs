//! What the expressions of a game say, as terms: names that are bound, definitions and the order of what may stand in any order
//! do not count.

use rustc_hash::FxHashMap;

use super::pairing::Pairing;
use super::terms::{Term, Terms};
use rulebook_language::model::{
    Builtin, Constant, DefinitionId, Expr, ExprKind, Fold, Game, LocalId, PlayerId, Type, constant,
};
use rulebook_language::topology::{CellId, DirectionId, RelationId};
use rulebook_language::util::{Id, Table};

/// How deep expressions may stand within each other, with the definitions that they call.
const MAX_DEPTH: u32 = 400;

/// How many players are asked one by one.
const MAX_ASKED: usize = 4;

/// Reads the rules of one game.
pub struct TermReader<'g> {
    /// The game.
    pub game: &'g Game,
    /// What A calls the players, kinds, counters, marks and moves of this game, by their places.
    names: Names,
    /// What names stand for.
    pub bound: FxHashMap<LocalId, Term>,
    /// Whether definitions are read through, or taken by their names.
    pub through: bool,
    /// What A calls definitions that this game calls otherwise.
    pub renamed: FxHashMap<String, String>,
    /// How many names effects have bound that stand for something here.
    pub named: u32,
    /// In how many loops an effect stands.
    pub loops: u32,
    /// Whether effects are read before which nothing is changed.
    pub unchanged: bool,
    calls: FxHashMap<(DefinitionId, Vec<Term>, bool), Term>,
    depth: u32,
}

/// What the words of what goes with pieces begin with.
pub const CARRIED: &str = "carried-";

/// What both games call the same.
#[derive(Clone, Debug, Default)]
struct Names {
    players: Vec<String>,
    kinds: Vec<String>,
    counters: Vec<String>,
    marks: Vec<String>,
    moves: Vec<String>,
}

impl<'g> TermReader<'g> {
    /// Reads A.
    pub fn of_a(game: &'g Game, through: bool) -> Self {
        let count = |len: usize| (0..len).map(|at| at.to_string()).collect();
        let names = Names {
            players: count(game.players.len()),
            kinds: count(game.kinds.len()),
            counters: count(game.counters.len()),
            marks: count(game.marks.len()),
            moves: count(game.moves.len()),
        };
        TermReader {
            game,
            names,
            bound: FxHashMap::default(),
            through,
            renamed: FxHashMap::default(),
            named: 0,
            loops: 0,
            unchanged: false,
            calls: FxHashMap::default(),
            depth: 0,
        }
    }

    /// Reads B, with the names of A.
    pub fn of_b(game: &'g Game, pairing: &Pairing, through: bool) -> Self {
        fn names<I: Id, T>(own: &Table<I, T>, pairs: &[Option<I>]) -> Vec<String> {
            let name = |id: I| match pairs.iter().position(|of_b| *of_b == Some(id)) {
                Some(of_a) => of_a.to_string(),
                None => format!("B{}", id.index()),
            };
            own.ids().map(name).collect()
        }
        let names = Names {
            players: names(&game.players, &pairing.players),
            kinds: names(&game.kinds, &pairing.kinds),
            counters: names(&game.counters, &pairing.counters),
            marks: names(&game.marks, &pairing.marks),
            moves: names(&game.moves, &pairing.moves),
        };
        TermReader {
            game,
            names,
            bound: FxHashMap::default(),
            through,
            renamed: FxHashMap::default(),
            named: 0,
            loops: 0,
            unchanged: false,
            calls: FxHashMap::default(),
            depth: 0,
        }
    }

    /// What A calls a counter.
    pub fn counter(&self, counter: rulebook_language::model::CounterId) -> &str {
        self.names.counters.get(counter.index()).map_or("", String::as_str)
    }

    /// What A calls a mark.
    pub fn mark(&self, mark: rulebook_language::model::MarkId) -> &str {
        self.names.marks.get(mark.index()).map_or("", String::as_str)
    }

    /// The word of a counter; what goes with pieces changes with them.
    pub fn counter_word(&self, counter: rulebook_language::model::CounterId) -> String {
        let carried = self.game.counters.get(counter).is_some_and(|counter| counter.carried.is_some());
        format!("{}counter:{}", if carried { CARRIED } else { "" }, self.counter(counter))
    }

    /// The word of a mark.
    pub fn mark_word(&self, mark: rulebook_language::model::MarkId) -> String {
        let carried = self.game.marks.get(mark).is_some_and(|mark| mark.carriers.is_some());
        format!("{}mark:{}", if carried { CARRIED } else { "" }, self.mark(mark))
    }

    /// What A calls a kind.
    pub fn kind(&self, kind: rulebook_language::model::KindId) -> &str {
        self.names.kinds.get(kind.index()).map_or("", String::as_str)
    }

    /// What A calls a move.
    pub fn rule(&self, rule: rulebook_language::model::MoveId) -> &str {
        self.names.moves.get(rule.index()).map_or("", String::as_str)
    }

    /// What A calls a player.
    pub fn player(&self, player: PlayerId) -> &str {
        self.names.players.get(player.index()).map_or("", String::as_str)
    }

    /// What an expression says.
    pub fn read(&mut self, terms: &mut Terms, expr: &Expr) -> Term {
        if self.depth >= MAX_DEPTH || terms.is_full() {
            return terms.placeholder();
        }
        self.depth += 1;
        // Where definitions go by their names, what they come to does not show.
        let known = if self.through { constant(expr, Some(&self.game.board), &self.game.definitions) } else { None };
        let term = match known {
            Some(value) => self.constant(terms, &value),
            None => self.kinds(terms, expr),
        };
        self.depth -= 1;
        term
    }

    fn constant(&self, terms: &mut Terms, value: &Constant) -> Term {
        match value {
            Constant::Number(number) => terms.leaf(format!("n:{number}")),
            Constant::Truth(truth) => terms.leaf(truth.to_string()),
            Constant::Cell(None) => terms.leaf("nowhere"),
            Constant::Cell(Some(cell)) => self.cell(terms, *cell),
            Constant::Cells(cells) => self.cells(terms, cells),
            Constant::Player(player) => terms.leaf(format!("player:{}", self.player(*player))),
            Constant::Direction(direction) => self.direction(terms, *direction),
            Constant::Directions(directions) => self.directions(terms, directions),
            Constant::Kind(kind) => terms.leaf(format!("kind:{}", self.kind(*kind))),
            Constant::Kinds(kinds) => {
                let all = kinds.iter().map(|kind| terms.leaf(format!("kind:{}", self.kind(*kind)))).collect();
                terms.make("kinds", all)
            }
        }
    }

    fn cell(&self, terms: &mut Terms, cell: CellId) -> Term {
        terms.leaf(format!("cell:{}", self.game.board.cell_name(cell)))
    }

    /// A set of cells that no move changes.
    pub fn cells(&self, terms: &mut Terms, cells: &[CellId]) -> Term {
        let mut names: Vec<&str> = cells.iter().map(|cell| self.game.board.cell_name(*cell)).collect();
        names.sort_unstable();
        names.dedup();
        match names.len() {
            0 => terms.leaf("none"),
            all if all == self.game.board.cell_count() => terms.leaf("board"),
            _ => terms.leaf(format!("cells:{}", names.join(","))),
        }
    }

    /// A direction is what it does to each cell.
    pub fn direction(&self, terms: &mut Terms, direction: DirectionId) -> Term {
        let board = &self.game.board;
        if !self.through {
            return terms.leaf(format!("step:{}", board.direction(direction).name));
        }
        self.steps(terms, direction)
    }

    /// What a direction does to each cell.
    pub fn steps(&self, terms: &mut Terms, direction: DirectionId) -> Term {
        let board = &self.game.board;
        let step = |cell: CellId| {
            board.step(cell, direction).map(|to| format!("{}>{}", board.cell_name(cell), board.cell_name(to)))
        };
        let mut steps: Vec<String> = board.cells().filter_map(step).collect();
        steps.sort_unstable();
        terms.leaf(format!("step:{}", steps.join(",")))
    }

    fn directions(&self, terms: &mut Terms, directions: &[DirectionId]) -> Term {
        let parts = directions.iter().map(|direction| self.direction(terms, *direction)).collect();
        terms.make("dirs", parts)
    }

    /// A relation is what it joins.
    pub fn relation(&self, terms: &mut Terms, relation: RelationId) -> Term {
        let board = &self.game.board;
        if !self.through {
            return terms.leaf(format!("rel:{}", board.relation_name(relation)));
        }
        self.links(terms, relation)
    }

    /// What a relation joins.
    pub fn links(&self, terms: &mut Terms, relation: RelationId) -> Term {
        let board = &self.game.board;
        let sign = if board.is_symmetric(relation) { '=' } else { '>' };
        let mut links: Vec<String> = Vec::new();
        for cell in board.cells() {
            let names = board.neighbours(relation, cell).iter().map(|to| board.cell_name(*to));
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            links.push(format!("{}:{}", board.cell_name(cell), names.join("+")));
        }
        links.sort_unstable();
        terms.leaf(format!("rel{sign}{}", links.join(",")))
    }

    fn parts(&mut self, terms: &mut Terms, parts: &[Expr]) -> Vec<Term> {
        parts.iter().map(|part| self.read(terms, part)).collect()
    }

    fn kinds(&mut self, terms: &mut Terms, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Number(number) => terms.leaf(format!("n:{number}")),
            ExprKind::Truth(truth) => terms.leaf(truth.to_string()),
            ExprKind::Cell(cell) => self.cell(terms, *cell),
            ExprKind::Player(player) => terms.leaf(format!("player:{}", self.player(*player))),
            ExprKind::Kind(kind) => terms.leaf(format!("kind:{}", self.kind(*kind))),
            ExprKind::Kinds(kinds) => self.constant(terms, &Constant::kinds(kinds.iter().copied())),
            ExprKind::Direction(direction) => self.direction(terms, *direction),
            ExprKind::Directions(directions) => self.directions(terms, directions),
            ExprKind::Region(cells) => self.cells(terms, cells),
            ExprKind::Word(word) => terms.leaf(format!("word:{word}")),
            ExprKind::Local(local) => match self.bound.get(local) {
                Some(term) => *term,
                None => terms.placeholder(),
            },
            ExprKind::Call(id, args) => self.call(terms, *id, args),
            ExprKind::Builtin(builtin, args) => self.builtin(terms, *builtin, args, expr.ty),
            ExprKind::Pieces { kind, owner } => {
                let cells = match kind.named_kind() {
                    Some(kind) => self.of_kind(terms, kind),
                    None => {
                        let kind = self.read(terms, kind);
                        terms.make("of-kind", vec![kind])
                    }
                };
                let Some(owner) = owner else { return cells };
                let owner = self.read(terms, owner);
                let owned = self.owned(terms, owner);
                terms.make("inter", vec![cells, owned])
            }
            ExprKind::Piece { kind, owner } => {
                let mut parts: Vec<Term> = owner.iter().map(|owner| self.read(terms, owner)).collect();
                match kind.named_kind() {
                    Some(kind) => terms.make(&format!("piece:{}", self.kind(kind)), parts),
                    None => {
                        parts.insert(0, self.read(terms, kind));
                        terms.make("piece", parts)
                    }
                }
            }
            ExprKind::Neighbours(relation, of) => {
                let (relation, of) = (self.relation(terms, *relation), self.read_set(terms, of));
                terms.make("near-of", vec![relation, of])
            }
            ExprKind::Pattern { pattern, of, through } => {
                let pattern = self.pattern(terms, *pattern);
                let mut part = |part: &Option<Box<Expr>>| match part {
                    Some(part) => self.read(terms, part),
                    None => terms.leaf("any"),
                };
                let parts = vec![pattern, part(of), part(through)];
                terms.make("patterns", parts)
            }
            ExprKind::Parts { .. } | ExprKind::Distance { .. } | ExprKind::Spread { .. } => self.joined(terms, expr),
            ExprKind::Counter(counter, of) => {
                let word = self.counter_word(*counter);
                let parts = of.iter().map(|of| self.read(terms, of)).collect();
                terms.make(&word, parts)
            }
            ExprKind::Marked(mark) => terms.leaf(self.mark_word(*mark)),
            ExprKind::Not(of) => {
                let of = self.read(terms, of);
                terms.make("not", vec![of])
            }
            ExprKind::If(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|part| self.read(terms, part));
                match expr.ty {
                    Type::Truth => terms.either(condition, then, otherwise),
                    _ => terms.make("if", vec![condition, then, otherwise]),
                }
            }
            ExprKind::Quantified { every, local, over, condition } => {
                self.quantified(terms, *every, *local, over, condition)
            }
            ExprKind::Filter { local, over, condition } if matches!(expr.ty, Type::Kinds | Type::Players) => {
                let set = self.read(terms, over);
                let name = terms.placeholder();
                self.bound.insert(*local, name);
                let body = self.read(terms, condition);
                let word = if expr.ty == Type::Kinds { "kinds-of" } else { "players-of" };
                terms.bind(word, vec![set], name, vec![body])
            }
            ExprKind::Filter { local, over, condition } => {
                let set = self.read_set(terms, over);
                let with = self.cells_with(terms, *local, condition, false);
                terms.make("inter", vec![set, with])
            }
            ExprKind::Fold { how, local, over, condition, body } => {
                self.fold(terms, *how, *local, over, condition.as_deref(), body)
            }
            ExprKind::Before(of) => {
                let of = self.read(terms, of);
                // Until something is changed, all is as it was.
                if self.unchanged { of } else { terms.earlier("before", of) }
            }
            ExprKind::TurnStart(of) => {
                let of = self.read(terms, of);
                terms.earlier("turn-start", of)
            }
            ExprKind::LastPick(rule, pick) => terms.leaf(format!("last-pick:{}:{pick}", self.rule(*rule))),
            ExprKind::LastTo(rule) => terms.leaf(format!("last-to:{}", self.rule(*rule))),
            ExprKind::Error => terms.placeholder(),
        }
    }

    /// The cells with pieces of a kind.
    fn of_kind(&self, terms: &mut Terms, kind: rulebook_language::model::KindId) -> Term {
        match self.game.kinds.len() {
            1 => {
                let empty = terms.leaf("Empty");
                terms.make("complement", vec![empty])
            }
            _ => terms.leaf(format!("of-kind:{}", self.kind(kind))),
        }
    }

    fn pattern(&mut self, terms: &mut Terms, id: rulebook_language::model::PatternId) -> Term {
        let pattern = &self.game.patterns[id];
        if !self.through {
            return terms.leaf(format!("pattern:{}", pattern.name));
        }
        let members = self.read(terms, &pattern.members);
        let relation = self.relation(terms, pattern.relation);
        let given = self.given(terms, pattern.given);
        let word = format!("pattern:{:?}:{}:{}", pattern.sort, pattern.by_owner, pattern.by_kind);
        terms.make(&word, vec![members, relation, given])
    }

    /// A set of cells; a cell that stands for one is a set of one.
    pub fn read_set(&mut self, terms: &mut Terms, expr: &Expr) -> Term {
        let term = self.read(terms, expr);
        if expr.ty == Type::Cell { terms.make("one", vec![term]) } else { term }
    }

    /// The cells that meet a condition, or that do not.
    fn cells_with(&mut self, terms: &mut Terms, local: LocalId, condition: &Expr, negated: bool) -> Term {
        let name = terms.placeholder();
        self.bound.insert(local, name);
        let body = self.read(terms, condition);
        let body = if negated { terms.make("not", vec![body]) } else { body };
        terms.cells_with(name, body)
    }

    fn quantified(&mut self, terms: &mut Terms, every: bool, local: LocalId, over: &Expr, condition: &Expr) -> Term {
        if over.ty == Type::Cells {
            let set = self.read(terms, over);
            let with = self.cells_with(terms, local, condition, every);
            let members = terms.make("inter", vec![set, with]);
            let some = terms.make("some", vec![members]);
            return if every { terms.make("not", vec![some]) } else { some };
        }
        // Of the few players there are each is asked.
        if matches!(over.kind, ExprKind::Builtin(Builtin::Everyone, _)) && self.game.players.len() <= MAX_ASKED {
            let players: Vec<PlayerId> = self.game.players.ids().collect();
            let each = players.into_iter().map(|player| {
                let name = terms.leaf(format!("player:{}", self.player(player)));
                self.bound.insert(local, name);
                self.read(terms, condition)
            });
            let each = each.collect();
            return terms.make(if every { "and" } else { "or" }, each);
        }
        let set = self.read(terms, over);
        let name = terms.placeholder();
        self.bound.insert(local, name);
        let body = self.read(terms, condition);
        let body = if every { terms.make("not", vec![body]) } else { body };
        let some = terms.bind("some-of", vec![set], name, vec![body]);
        if every { terms.make("not", vec![some]) } else { some }
    }

    fn fold(
        &mut self,
        terms: &mut Terms,
        how: Fold,
        local: LocalId,
        over: &Expr,
        condition: Option<&Expr>,
        body: &Expr,
    ) -> Term {
        let set = self.read(terms, over);
        let name = terms.placeholder();
        self.bound.insert(local, name);
        let condition = match condition {
            Some(condition) => self.read(terms, condition),
            None => terms.leaf("true"),
        };
        if how == Fold::Count && over.ty == Type::Cells {
            let with = terms.cells_with(name, condition);
            let members = terms.make("inter", vec![set, with]);
            return terms.make("count", vec![members]);
        }
        let body = if how == Fold::Count { terms.leaf("n:1") } else { self.read(terms, body) };
        terms.bind(&format!("fold:{how:?}"), vec![set], name, vec![condition, body])
    }

    /// A definition, read through with its arguments.
    fn call(&mut self, terms: &mut Terms, id: DefinitionId, args: &[Expr]) -> Term {
        let args = self.parts(terms, args);
        let definition = &self.game.definitions[id];
        // A version that another one replaces is part of that one.
        let is_last = !self.game.definitions.iter().skip(id.index() + 1).any(|other| other.name == definition.name);
        if !self.through && is_last {
            let name = self.renamed.get(&definition.name).unwrap_or(&definition.name);
            return terms.make(&format!("call:{name}"), args);
        }
        if let Some(known) = self.calls.get(&(id, args.clone(), self.unchanged)) {
            return *known;
        }
        let before: Vec<(LocalId, Option<Term>)> = definition
            .params
            .iter()
            .zip(&args)
            .map(|(param, term)| (*param, self.bound.insert(*param, *term)))
            .collect();
        let term = self.read(terms, &definition.body);
        for (param, old) in before {
            match old {
                Some(old) => self.bound.insert(param, old),
                None => self.bound.remove(&param),
            };
        }
        self.calls.insert((id, args, self.unchanged), term);
        term
    }

    fn builtin(&mut self, terms: &mut Terms, builtin: Builtin, args: &[Expr], ty: Type) -> Term {
        let mut parts = self.parts(terms, args);
        let negated = |terms: &mut Terms, word: &str, parts: Vec<Term>| {
            let term = terms.make(word, parts);
            terms.make("not", vec![term])
        };
        match (builtin, parts.as_slice()) {
            (Builtin::And, _) => terms.make("and", parts),
            (Builtin::Or, _) => terms.make("or", parts),
            (Builtin::Union, _) => terms.make("union", parts),
            (Builtin::Intersection, _) => terms.make("inter", parts),
            (Builtin::UnionOfDirections, _) => terms.make("dirs", parts),
            (Builtin::UnionOfKinds, _) => terms.make("kinds", parts),
            (Builtin::OneKind, _) => terms.make("kinds", parts),
            (Builtin::Add, _) => terms.make("+", parts),
            (Builtin::Multiply, _) => terms.make("*", parts),
            (Builtin::Subtract, [from, less]) => {
                let minus = terms.leaf("n:-1");
                let less = terms.times(minus, *less);
                terms.make("+", vec![*from, less])
            }
            (Builtin::Negate, [of]) => {
                let minus = terms.leaf("n:-1");
                let less = terms.times(minus, *of);
                terms.make("+", vec![less])
            }
            (Builtin::Minimum, _) => terms.make("min", parts),
            (Builtin::Maximum, _) => terms.make("max", parts),
            (Builtin::Equal, [..]) if parts.len() == 2 => terms.make("=", parts),
            (Builtin::NotEqual, _) if parts.len() == 2 => negated(terms, "=", parts),
            (Builtin::Less, [..]) if parts.len() == 2 => terms.make("<", parts),
            (Builtin::LessOrEqual, [a, b]) => negated(terms, "<", vec![*b, *a]),
            (Builtin::Contains, [cell, set]) => self.contains(terms, args, *cell, *set),
            (Builtin::NotEmpty, [set]) if args[0].ty == Type::Cells => terms.make("some", vec![*set]),
            (Builtin::IsEmpty, [set]) if args[0].ty == Type::Cells => negated(terms, "some", vec![*set]),
            (Builtin::Count, [set]) if args[0].ty == Type::Cells => terms.make("count", vec![*set]),
            (Builtin::Difference, [from, gone]) if ty == Type::Cells => {
                let rest = terms.make("complement", vec![*gone]);
                terms.make("inter", vec![*from, rest])
            }
            (Builtin::OneCell, [cell]) => terms.make("one", vec![*cell]),
            (Builtin::SetOf, _) => terms.make("union", parts),
            (Builtin::Owner, [cell]) => terms.make("owner", vec![*cell]),
            (Builtin::OwnedBy, [player]) => self.owned(terms, *player),
            (Builtin::Opponent, _) => terms.leaf("opponent"),
            (Builtin::Mine, []) => {
                let me = terms.leaf("Me");
                terms.make("owned", vec![me])
            }
            (Builtin::Enemies, []) if self.game.players.len() == 2 => {
                let other = terms.leaf("opponent");
                self.owned(terms, other)
            }
            (Builtin::Occupied, []) => {
                let empty = terms.leaf("Empty");
                terms.make("complement", vec![empty])
            }
            _ => {
                let fixed = builtin.row().order.fixed(parts.len());
                parts[fixed..].sort_unstable();
                terms.make(&format!("{builtin:?}"), parts)
            }
        }
    }

    /// The cells with a player's pieces. Where two players own all pieces, the other's are all that are not the mover's.
    fn owned(&self, terms: &mut Terms, player: Term) -> Term {
        let two = self.game.players.len() == 2 && !self.game.kinds.iter().any(|kind| kind.neutral);
        if !two || terms.word(player) != "opponent" {
            return terms.make("owned", vec![player]);
        }
        let (empty, me) = (terms.leaf("Empty"), terms.leaf("Me"));
        let mine = terms.make("owned", vec![me]);
        let either = terms.make("union", vec![empty, mine]);
        terms.make("complement", vec![either])
    }

    fn contains(&mut self, terms: &mut Terms, args: &[Expr], cell: Term, set: Term) -> Term {
        match args {
            [one, of] if one.ty == Type::Cell && of.ty == Type::Cells => terms.make("in", vec![cell, set]),
            // A number in a range is no less than one end and no more than the other.
            [one, of] if one.ty == Type::Number && terms.word(set) == "Range" && of.ty == Type::Range => {
                let [low, high] = [0, 1].map(|end| terms.parts(set)[end]);
                let pairs = [[cell, low], [high, cell]];
                let beyond = pairs.map(|[a, b]| terms.make("<", vec![a, b]));
                let either = terms.make("or", beyond.to_vec());
                terms.make("not", vec![either])
            }
            _ => terms.make("Contains", vec![cell, set]),
        }
    }
}

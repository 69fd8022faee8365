//! Who speaks, of which game, to whom: names, players, kinds and directions in English.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use rulebook_language::model::{
    Builtin, Constant, DefinitionId, Expr, ExprKind, Game, KindId, LocalId, Type, constant,
};
use rulebook_language::source::{SourceMap, Span, one_line};
use rulebook_language::topology::{DirectionId, RelationId};

use super::joined::flattened;
use super::list::{listed, spaced};
use super::phrase::{Voice, Whose};

/// Says the expressions of a game in English.
#[derive(Clone, Copy)]
pub struct Speaker<'g> {
    /// The game.
    pub game: &'g Game,
    /// Its texts, for what is best said as the sheet says it.
    pub sources: &'g SourceMap,
    /// Who `me` is.
    pub voice: Voice,
    /// What was said so far.
    pub spoken: &'g Spoken,
}

/// What was said so far: so that it is bounded, whatever a sheet says. What would be too much is quoted.
#[derive(Default)]
pub struct Spoken {
    /// What stands for bound names that have no names of their own.
    stand_ins: RefCell<BTreeMap<u16, String>>,
    /// How many expressions were put into words, in this sentence and in all.
    expressions: Cell<[u32; 2]>,
    /// What was worked out, in steps.
    steps: Cell<u64>,
}

/// The most expressions that are put into words, in a sentence and in all.
const MOST_EXPRESSIONS: [u32; 2] = [5_000, 200_000];
/// The most steps for what does not depend on the position.
const MOST_STEPS: u64 = 1 << 24;
/// The most of them for one expression.
const MOST_AT_ONCE: u64 = 1 << 20;
/// The longest words for one expression, in bytes.
pub const LONGEST: usize = 3_000;

/// How long a sentence may be, in bytes, before its parts stand in a list.
pub const LONG: usize = 200;

impl<'g> Speaker<'g> {
    /// The same to other readers.
    pub fn to(self, voice: Voice) -> Speaker<'g> {
        Speaker { voice, ..self }
    }

    /// What an expression comes to, if nothing in it depends on the position.
    pub fn constant(self, expr: &Expr) -> Option<Constant> {
        let (mut steps, before) = (0, self.spoken.steps.get());
        self.weigh(expr, 1, &mut steps);
        if steps > MOST_AT_ONCE || before > MOST_STEPS {
            return None;
        }
        let found = constant(expr, Some(&self.game.board), &self.game.definitions);
        // What depends on the position is mostly found to do so at once.
        self.spoken.steps.set(before + if found.is_some() { steps } else { steps / 64 });
        found
    }

    /// Adds how many steps an expression takes at most, each of which is taken so many times.
    fn weigh(self, expr: &Expr, times: u64, steps: &mut u64) {
        *steps = steps.saturating_add(times);
        if *steps > MOST_AT_ONCE {
            return;
        }
        let cells = self.game.board.cell_count() as u64;
        let ranges = matches!(
            expr.kind,
            ExprKind::Quantified { .. } | ExprKind::Filter { .. } | ExprKind::Fold { .. } | ExprKind::Spread { .. }
        );
        let within = if ranges { times.saturating_mul(cells) } else { times };
        expr.parts().into_iter().for_each(|part| self.weigh(part, within, steps));
        if let ExprKind::Call(id, _) = &expr.kind {
            self.weigh(&self.game.definitions[*id].body, times, steps);
        }
    }

    /// Whether no more is put into words, after this expression.
    pub fn is_tired(self) -> bool {
        let expressions = self.spoken.expressions.get().map(|count| count.saturating_add(1));
        self.spoken.expressions.set(expressions);
        expressions.iter().zip(MOST_EXPRESSIONS).any(|(count, most)| *count > most)
    }

    /// Begins a sentence.
    pub fn begin(self) {
        let [_, all] = self.spoken.expressions.get();
        self.spoken.expressions.set([0, all]);
    }

    /// Whether a condition holds, where the options decide that.
    pub fn truth(self, condition: &Expr) -> Option<bool> {
        if let Some(Constant::Truth(truth)) = self.constant(condition) {
            return Some(truth);
        }
        // One part may decide the whole.
        let ExprKind::Builtin(builtin @ (Builtin::And | Builtin::Or), parts) = &condition.kind else { return None };
        let decisive = *builtin == Builtin::Or;
        parts.iter().any(|part| self.truth(part) == Some(decisive)).then_some(decisive)
    }

    /// A choice without the cases that the options rule out.
    pub fn decided(self, expr: &Expr) -> &Expr {
        match &expr.kind {
            ExprKind::If(condition, then, otherwise) => match self.truth(condition) {
                Some(true) => self.decided(then),
                Some(false) => self.decided(otherwise),
                None => expr,
            },
            _ => expr,
        }
    }

    /// As a sheet says it.
    pub fn code(self, expr: &Expr) -> String {
        format!("`{}`", self.symbol(expr))
    }

    /// As a sheet says it, where effects are given other names with the names that they are given.
    fn symbol(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local).replace('`', ""),
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Player(player) => self.game.players[*player].clone(),
            ExprKind::Kind(kind) => self.game.kinds[*kind].name.clone(),
            ExprKind::Cell(cell) => self.game.board.cell_name(*cell).to_owned(),
            ExprKind::Direction(way) => self.game.board.direction(*way).name.clone(),
            ExprKind::Call(id, args) => {
                let name = self.definition_name(*id);
                match (args.as_slice(), name.strip_suffix(" of")) {
                    ([], _) => name,
                    ([of, whose], Some(name)) => format!("{name}({}) of {}", self.asked(of), self.asked(whose)),
                    ([only], _) => format!("{name}({})", self.asked_alone(only)),
                    _ => {
                        format!("{name}({})", args.iter().map(|arg| self.asked(arg)).collect::<Vec<_>>().join(", "))
                    }
                }
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::OneCell | Builtin::OneKind | Builtin::OneDirection | Builtin::NumberOf, [one]) => {
                    self.symbol(one)
                }
                (Builtin::Step, [cell, way]) => format!("{} + {}", self.symbol(cell), self.symbol(way)),
                (Builtin::Walk, [cell, way, count]) => {
                    format!("{} + {} * {}", self.symbol(cell), self.symbol(count), self.symbol(way))
                }
                (Builtin::Add, all) => all.iter().map(|part| self.symbol(part)).collect::<Vec<_>>().join(" + "),
                (Builtin::Me, _) => "me".to_owned(),
                (Builtin::Opponent, _) => "enemy".to_owned(),
                (Builtin::LastMover, _) => "last mover".to_owned(),
                (Builtin::KindOf, args) => format!("kind({})", self.symbols(args)),
                (Builtin::Owner, args) => format!("owner({})", self.symbols(args)),
                (Builtin::Next, args) => format!("next({})", self.symbols(args)),
                (Builtin::Opposite, args) => format!("opposite({})", self.symbols(args)),
                (Builtin::Toward, args) => format!("toward({})", self.symbols(args)),
                (Builtin::The, args) => format!("the({})", self.symbols(args)),
                _ => self.written(expr.span),
            },
            _ => self.written(expr.span),
        }
    }

    /// What a name is asked of, in words, without signs of quotation: `the kind of the piece on a`.
    fn asked_alone(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Call(id, args) => match self.turned(*id, args) {
                Some(said) => said.replace('`', ""),
                None => self.symbol(expr),
            },
            ExprKind::Builtin(Builtin::Me, _) if self.voice == Voice::Each => "that player".to_owned(),
            ExprKind::Directions(_) => match self.which_ways(expr) {
                Some("") => "all directions".to_owned(),
                Some(which) => format!("{which}directions"),
                None => self.value(expr).replace('`', ""),
            },
            ExprKind::Builtin(Builtin::OneCell | Builtin::OneKind | Builtin::OneDirection | Builtin::NumberOf, one) => {
                one.iter().map(|one| self.asked_alone(one)).collect()
            }
            _ => self.value(expr).replace('`', ""),
        }
    }

    /// The same among others, from which its commas keep it apart.
    fn asked(self, expr: &Expr) -> String {
        let said = self.asked_alone(expr);
        if said.contains(", ") && !matches!(expr.kind, ExprKind::Call(..)) { format!("({said})") } else { said }
    }

    /// What stands at a place of the sheet, on one line.
    pub fn written(self, at: Span) -> String {
        one_line(self.sources.slice(at)).trim().to_owned()
    }

    fn symbols(self, args: &[Expr]) -> String {
        args.iter().map(|arg| self.symbol(arg)).collect::<Vec<_>>().join(", ")
    }

    /// The name of a definition; of one that a variant replaces and still speaks of, with a sign of its own.
    pub fn definition_name(self, id: DefinitionId) -> String {
        let all = &self.game.definitions;
        let name = &all[id].name;
        let later = all.iter_ids().filter(|(other, known)| *other > id && known.name == *name).count();
        format!("{name}{}", "_base".repeat(later))
    }

    /// A bound name.
    pub fn local(self, local: LocalId) -> String {
        if let Some(words) = self.spoken.stand_ins.borrow().get(&local.0) {
            return words.clone();
        }
        match self.game.sites.names.get(&local) {
            Some(name) => format!("`{}`", name.text),
            None => "it".to_owned(),
        }
    }

    /// Gives a name of a move that another already has there a number.
    pub fn bound(self, local: LocalId, others: &[LocalId]) {
        let Some(name) = self.game.sites.names.get(&local) else { return };
        let is_same = |other: &&LocalId| {
            **other != local && self.game.sites.names.get(other).is_some_and(|known| known.text == name.text)
        };
        let before = others.iter().filter(is_same).count();
        if before > 0 {
            self.stands_for(local, format!("`{}{}`", name.text, before + 1));
        }
    }

    /// Whether the sheet gives a bound name.
    pub fn is_named(self, local: LocalId) -> bool {
        self.game.sites.names.contains_key(&local)
    }

    /// What a bound name without a name stands for, from here on.
    pub fn stands_for(self, local: LocalId, words: String) {
        self.spoken.stand_ins.borrow_mut().insert(local.0, words);
    }

    /// Gives a bound name without a name words that stand for it, by what it ranges over.
    pub fn stand_in(self, local: LocalId, over: Type) {
        if !self.is_named(local) {
            let words = match over {
                Type::Player | Type::Players => "that player",
                Type::Kind | Type::Kinds => "that kind",
                Type::Direction | Type::Directions => "that direction",
                Type::Range | Type::Number | Type::Numbers => "that number",
                Type::Groups => "that group",
                _ => "that cell",
            };
            self.stands_for(local, words.to_owned());
        }
    }

    /// A bound name where something is said of what it ranges over.
    pub fn naming(self, local: LocalId) -> String {
        if self.is_named(local) { format!(" {}", self.local(local)) } else { String::new() }
    }

    /// What an expression gives, whatever that is.
    pub fn value(self, expr: &Expr) -> String {
        match expr.ty {
            Type::Number | Type::Numbers => self.number(expr),
            Type::Truth => self.clause(expr),
            Type::Cell => self.place(expr),
            Type::Cells | Type::Groups => self.set(expr).all("the"),
            Type::Player | Type::Players => self.player(expr),
            Type::Kind | Type::Kinds => self.kinds(expr),
            Type::Direction | Type::Directions => self.way_name(expr),
            Type::Piece => self.set(expr).a(),
            Type::Range | Type::Word | Type::Unknown => self.code(expr),
        }
    }

    /// A player, or several.
    pub fn player(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Player(player) => self.game.players[*player].clone(),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Before(inner) => format!("{} before the move", self.player(inner)),
            ExprKind::TurnStart(inner) => format!("{} at the start of the turn", self.player(inner)),
            ExprKind::LastPick(rule, pick) => self.last_pick(*rule, *pick),
            ExprKind::LastTo(rule) => format!("the player who last made the move `{}`", self.game.moves[*rule].name),
            ExprKind::If(condition, then, otherwise) => {
                self.either(condition, &self.player(then), &self.player(otherwise))
            }
            ExprKind::Filter { local, over, condition } => {
                self.stand_in(*local, over.ty);
                format!("{}{} for whom {}", self.player(over), self.naming(*local), self.clause(condition))
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::Me, _) => self.voice.me().to_owned(),
                (Builtin::Opponent, _) => self.opponent().to_owned(),
                (Builtin::LastMover, _) => "the player who moved last".to_owned(),
                (Builtin::SetOf | Builtin::Union, all) => listed(all.iter().map(|player| self.player(player)), "and"),
                (Builtin::Everyone, _) => "all players".to_owned(),
                (Builtin::Next, [player]) => format!("the player after {}", self.player(player)),
                (Builtin::Previous, [player]) => format!("the player before {}", self.player(player)),
                (Builtin::OwnerInStack, [cell, level]) => {
                    format!("the owner of piece {} from the top on {}", self.level(level), self.place(cell))
                }
                (Builtin::Owner, [cell]) => format!("the owner of the piece on {}", self.place(cell)),
                _ => self.code(expr),
            },
            _ => self.code(expr),
        }
    }

    /// The other of two players.
    pub fn opponent(self) -> &'static str {
        match self.voice {
            Voice::You => "your opponent",
            Voice::Mover => "the opponent of the player to move",
            Voice::Asked => "the opponent of the player in question",
            Voice::Each => "their opponent",
        }
    }

    /// Whose something is that belongs to a player.
    pub fn whose(self, player: &Expr) -> Whose {
        match &player.kind {
            ExprKind::Builtin(Builtin::Me, _) => Whose::Me(self.voice),
            ExprKind::Builtin(Builtin::Opponent, _) => Whose::Enemy(self.voice),
            ExprKind::Player(player) => Whose::Called(self.game.players[*player].clone()),
            _ => Whose::Of(self.player(player)),
        }
    }

    /// What belongs to a player: `your hand`, `the hand of White`.
    pub fn owned(self, player: &Expr, what: &str) -> String {
        match self.whose(player) {
            Whose::Me(Voice::You) => format!("your {what}"),
            Whose::Me(Voice::Each) => format!("their {what}"),
            Whose::Me(voice) => format!("the {what} of {}", voice.me()),
            Whose::Enemy(_) => format!("the {what} of {}", self.opponent()),
            Whose::Called(name) => format!("{name}'s {what}"),
            Whose::Of(who) => format!("the {what} of {who}"),
        }
    }

    /// The number of a piece in a stack.
    fn level(self, level: &Expr) -> String {
        let number = self.number(level);
        if number.contains(' ') { format!("({number})") } else { number }
    }

    /// A kind of piece, in the singular.
    pub fn kind_name(self, kind: KindId) -> String {
        spaced(&self.game.kinds[kind].name)
    }

    /// A kind, or any of a set of kinds.
    pub fn kinds(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Kind(kind) => self.kind_name(*kind),
            ExprKind::Kinds(kinds) => {
                let all: Vec<KindId> = self.game.kinds_of(false).collect();
                match kinds.len() {
                    0 => "no kind".to_owned(),
                    _ if all.len() > 2 && all.iter().all(|kind| kinds.contains(kind)) => "any kind".to_owned(),
                    _ => listed(kinds.iter().map(|kind| self.kind_name(*kind)), "or"),
                }
            }
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Before(inner) => format!("{} before the move", self.kinds(inner)),
            ExprKind::TurnStart(inner) => format!("{} at the start of the turn", self.kinds(inner)),
            ExprKind::LastPick(rule, pick) => self.last_pick(*rule, *pick),
            ExprKind::If(condition, then, otherwise) => {
                self.either(condition, &self.kinds(then), &self.kinds(otherwise))
            }
            ExprKind::Filter { local, over, condition } => {
                self.stand_in(*local, over.ty);
                if self.truth(condition) == Some(true) {
                    return self.kinds(over);
                }
                let called =
                    if self.is_named(*local) { format!(", called {},", self.local(*local)) } else { String::new() };
                format!("{}{called} for which {}", self.kinds(over), self.clause(condition))
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::OneKind, [kind]) => self.kinds(kind),
                (Builtin::KindOf, [cell]) => format!("the kind of the piece on {}", self.place(cell)),
                (Builtin::KindInStack, [cell, level]) => {
                    format!("the kind of piece {} from the top on {}", self.level(level), self.place(cell))
                }
                (Builtin::UnionOfKinds, all) => listed(all.iter().map(|kinds| self.kinds(kinds)), "or"),
                (Builtin::WithoutKinds, [all, less]) => format!("{} other than {}", self.kinds(all), self.kinds(less)),
                _ => self.code(expr),
            },
            _ => self.code(expr),
        }
    }

    /// The name of a relation, also where the position chooses among its steps: the language has a sign behind the name of all of them.
    pub fn relation(self, relation: RelationId) -> &'g str {
        self.game.board.relation_name(relation).trim_end_matches('?')
    }

    /// By which steps one goes, where not every one to a neighbour is meant.
    pub fn stepping(self, relation: RelationId) -> String {
        match self.relation(relation) {
            "adjacent" => String::new(),
            name => format!(" by `{name}`"),
        }
    }

    /// A relation as an adverb: `orthogonally`.
    pub fn by(self, relation: RelationId) -> Option<&'static str> {
        match self.relation(relation) {
            "orthogonal" => Some("orthogonally"),
            "diagonal" => Some("diagonally"),
            "adjacent" => Some("in any direction"),
            _ => None,
        }
    }

    /// Some directions that are known: of a relation, if it has just these, else by their names.
    pub fn ways(self, directions: &[DirectionId]) -> String {
        let board = &self.game.board;
        let are_those = |relation: &RelationId| {
            let all = board.relation_directions(*relation);
            directions.len() > 1
                && all.len() == directions.len()
                && all.iter().all(|direction| directions.contains(direction))
        };
        let named = board.relations().filter(are_those).find_map(|relation| self.by(relation));
        match named {
            Some(adverb) => adverb.to_owned(),
            None if directions.is_empty() => "no direction".to_owned(),
            None => listed(directions.iter().map(|direction| self.way(*direction)), "or"),
        }
    }

    /// Directions that have an adjective, with a blank behind it: `orthogonal `; none before `direction` where it is any.
    pub fn which_ways(self, expr: &Expr) -> Option<&'static str> {
        let ExprKind::Directions(ways) = &expr.kind else { return None };
        match self.ways(ways).as_str() {
            _ if ways.len() == self.game.board.directions().count() => Some(""),
            "orthogonally" => Some("orthogonal "),
            "diagonally" => Some("diagonal "),
            _ => None,
        }
    }

    fn way(self, direction: DirectionId) -> String {
        let name = &self.game.board.direction(direction).name;
        // Tracks have directions of their names.
        let is_compass = ["north", "south", "east", "west"].iter().any(|word| name.starts_with(word));
        if is_compass && name.chars().all(char::is_alphabetic) { name.clone() } else { format!("along `{name}`") }
    }

    /// Directions, as what follows a step: `north or south`, `diagonally`, "in direction `d`".
    pub fn direction(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Direction(direction) => self.way(*direction),
            ExprKind::Directions(directions) => self.ways(directions),
            ExprKind::If(condition, then, otherwise) => {
                self.either(condition, &self.way_name(then), &self.way_name(otherwise))
            }
            ExprKind::Call(_, args) if args.is_empty() => format!("along {}", self.code(expr)),
            ExprKind::Before(inner) => format!("{} before the move", self.direction(inner)),
            ExprKind::TurnStart(inner) => format!("{} at the start of the turn", self.direction(inner)),
            ExprKind::LastPick(rule, pick) => format!("in direction {}", self.last_pick(*rule, *pick)),
            ExprKind::Call(id, args) => match self.turned(*id, args) {
                Some(said) => format!("in direction {said}"),
                None => format!("in direction {}", self.code(expr)),
            },
            ExprKind::Local(_) => format!("in direction {}", self.code(expr)),
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::OneDirection, [one]) => self.direction(one),
                (Builtin::UnionOfDirections, all) if let Some(said) = self.same_ways(all) => said,
                (Builtin::UnionOfDirections, all) => listed(all.iter().map(|part| self.direction(part)), "or"),
                (Builtin::WithoutDirections, [all, less]) => {
                    let (all, less) = (self.direction(all), self.direction(less));
                    match all.contains(", but not ") {
                        true => format!("{all} or {less}"),
                        false => format!("{all}, but not {less}"),
                    }
                }
                (Builtin::Opposite, [one]) => format!("opposite to {}", self.way_name(one)),
                (Builtin::Toward, [a, b]) => {
                    format!("in the direction from {} to {}", self.place(a), self.place(b))
                }
                _ => format!("in direction {}", self.code(expr)),
            },
            _ => format!("in direction {}", self.code(expr)),
        }
    }

    /// A direction that is turned: the language has a definition for it, of a name that no sheet can use.
    fn turned(self, id: DefinitionId, args: &[Expr]) -> Option<String> {
        let by = self.game.definitions[id].name.strip_prefix("turned by ")?;
        let from = self.way_name(args.first()?);
        let (count, way) = match (args.get(1), by.strip_prefix('-')) {
            (Some(steps), _) => (self.number(steps), "clockwise"),
            (None, Some(by)) => (by.to_owned(), "counterclockwise"),
            (None, None) => (by.to_owned(), "clockwise"),
        };
        let steps = if count == "1" { "step" } else { "steps" };
        let count = if count.contains(' ') && !count.starts_with('(') { format!("({count})") } else { count };
        Some(format!("({from} turned {count} {steps} {way})"))
    }

    /// Directions of each of which the same is asked, which is said once.
    fn same_ways(self, all: &[Expr]) -> Option<String> {
        let asked = |part: &Expr| {
            let ExprKind::If(condition, then, otherwise) = &part.kind else { return None };
            let ExprKind::Directions(ways) = &then.kind else { return None };
            let ([way], true) =
                (ways.as_slice(), matches!(&otherwise.kind, ExprKind::Directions(none) if none.is_empty()))
            else {
                return None;
            };
            let name = self.way(*way);
            let clause = self.clause(condition);
            let clause = clause.replace(&format!("the cell {name} of "), "the cell one step that way from ");
            Some((*way, clause.replace(&format!(" {name} from "), " that way from ")))
        };
        let asked: Vec<(DirectionId, String)> =
            flattened(Builtin::UnionOfDirections, all).into_iter().map(asked).collect::<Option<_>>()?;
        let (_, first) = asked.first().filter(|_| asked.len() > 1)?;
        let ways: Vec<DirectionId> = asked.iter().map(|(way, _)| *way).collect();
        let which = match self.ways(&ways) {
            all if all == "in any direction" => "every direction".to_owned(),
            some => format!("every direction ({some})"),
        };
        asked.iter().all(|(_, clause)| clause == first).then(|| format!("in {which} for which {first}"))
    }

    /// A direction, or directions, by name: what it is, and not where it leads.
    pub fn way_name(self, expr: &Expr) -> String {
        let said = self.direction(expr);
        let name = ["in direction ", "in ", "along "].iter().find_map(|lead| said.strip_prefix(lead));
        name.map(str::to_owned).unwrap_or(said)
    }

    /// One thing or another.
    pub fn either(self, condition: &Expr, then: &str, otherwise: &str) -> String {
        match self.truth(condition) {
            Some(true) => then.to_owned(),
            Some(false) => otherwise.to_owned(),
            None => format!("({then} if {}, else {otherwise})", self.clause(condition)),
        }
    }
}

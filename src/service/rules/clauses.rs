//! Conditions in English, and what they deny.

use rulebook_language::model::{Builtin, Expr, ExprKind, Fold, LocalId, Type};
use rulebook_language::util::with_article;

use super::joined::flattened;
use super::list::{listed, without_article};
use super::phrase::Voice;
use super::speaker::{LONGEST, Speaker};

/// How a number stands to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Than {
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Than {
    fn words(self) -> &'static str {
        match self {
            Than::Less => "less than",
            Than::AtMost => "at most",
            Than::More => "more than",
            Than::AtLeast => "at least",
        }
    }

    /// Read from the other side.
    fn turned(self) -> Than {
        match self {
            Than::Less => Than::More,
            Than::AtMost => Than::AtLeast,
            Than::More => Than::Less,
            Than::AtLeast => Than::AtMost,
        }
    }

    fn denied(self) -> Than {
        match self {
            Than::Less => Than::AtLeast,
            Than::AtMost => Than::More,
            Than::More => Than::AtMost,
            Than::AtLeast => Than::Less,
        }
    }
}

impl Speaker<'_> {
    /// What a condition says, as a clause: "`b` is empty".
    pub fn clause(self, expr: &Expr) -> String {
        self.said(expr, true)
    }

    /// What a condition says, or that it does not hold.
    fn said(self, expr: &Expr, yes: bool) -> String {
        let quoted = || format!("{} {}", self.code(expr), if yes { "holds" } else { "does not hold" });
        if self.is_tired() {
            return quoted();
        }
        let said = self.said_of(expr, yes);
        if said.len() > LONGEST { quoted() } else { said }
    }

    fn said_of(self, expr: &Expr, yes: bool) -> String {
        match &expr.kind {
            ExprKind::Truth(truth) => (if *truth == yes { "this always holds" } else { "this never holds" }).to_owned(),
            ExprKind::Not(inner) => self.said(inner, !yes),
            ExprKind::Call(..) | ExprKind::Local(_) => {
                format!("{} {}", self.code(expr), if yes { "holds" } else { "does not hold" })
            }
            ExprKind::If(condition, then, otherwise) if self.truth(condition).is_some() => {
                self.said(if self.truth(condition) == Some(true) { then } else { otherwise }, yes)
            }
            ExprKind::If(condition, then, otherwise) => format!(
                "({} if {}; and otherwise {})",
                self.said(then, yes),
                self.clause(condition),
                self.said(otherwise, yes)
            ),
            ExprKind::Quantified { every, local, over, condition } => {
                self.quantified(*every, (*local, over), condition, yes)
            }
            ExprKind::Before(inner) => self.then_it_held("before the move", inner, yes),
            ExprKind::TurnStart(inner) => self.then_it_held("at the start of the turn", inner, yes),
            ExprKind::Builtin(builtin, args) => self.holds(*builtin, args, expr, yes),
            _ if yes => format!("{} holds", self.code(expr)),
            _ => format!("{} does not hold", self.code(expr)),
        }
    }

    /// What held at another time.
    fn then_it_held(self, when: &str, inner: &Expr, yes: bool) -> String {
        match is_compound(inner) {
            true => format!("{when} it held that ({})", self.said(inner, yes)),
            false => format!("{} {when}", self.said(inner, yes)),
        }
    }

    fn quantified(self, every: bool, (local, over): (LocalId, &Expr), condition: &Expr, yes: bool) -> String {
        self.stand_in(local, over.ty);
        let plain = matches!(condition.kind, ExprKind::Truth(true));
        let none = || match over.ty {
            Type::Cells | Type::Groups | Type::Cell => self.named(over, local).no(),
            _ => format!("no {}", without_article(&self.member(over, local))),
        };
        let one = || self.member(over, local);
        // What is asked is asked of each of several nouns.
        let is_several = matches!(over.ty, Type::Cells | Type::Groups) && self.set(over).is_several();
        if !plain && is_several {
            let name = if self.is_named(local) { format!(", {},", self.local(local)) } else { String::new() };
            let all = self.set(over).all("the");
            return match (every, yes) {
                (false, _) => format!(
                    "among {all} there is {}{name} for which {}",
                    if yes { "one" } else { "none" },
                    self.clause(condition)
                ),
                (true, true) => format!("for each{name} of {all} it holds that {}", self.clause(condition)),
                (true, false) => format!("among {all} there is one{name} for which {}", self.said(condition, false)),
            };
        }
        match (every, yes) {
            (false, _) if plain && yes => format!("there is {}", one()),
            (false, _) if plain => format!("there is {}", none()),
            (false, true) => format!("there is {} for which {}", one(), self.clause(condition)),
            (false, false) => format!("there is {} for which {}", none(), self.clause(condition)),
            (true, true) => format!("for {} it holds that {}", self.each(over, local), self.clause(condition)),
            (true, false) => format!("there is {} for which {}", one(), self.said(condition, false)),
        }
    }

    /// Each member of a set, with its name.
    pub fn each(self, over: &Expr, local: LocalId) -> String {
        match over.ty {
            Type::Cells | Type::Groups | Type::Cell => self.named(over, local).each(),
            _ => format!("each {}", without_article(&self.member(over, local))),
        }
    }

    fn holds(self, builtin: Builtin, args: &[Expr], expr: &Expr, yes: bool) -> String {
        let (is, not) = if yes { ("is", "") } else { ("is not", "not ") };
        match (builtin, args) {
            (Builtin::And, all) => self.joined(builtin, all, yes),
            (Builtin::Or, all) => self.joined(builtin, all, yes),
            (Builtin::Contains, [cell, set]) => self.contains(cell, set, yes),
            (Builtin::ContainsDirection, [way, ways]) => match self.which_ways(ways) {
                Some(which) if !which.is_empty() => format!("{} {is} {}", self.way_name(way), which.trim_end()),
                _ => format!("{} {is} one of {}", self.way_name(way), self.way_name(ways)),
            },
            (Builtin::ContainsKind, [kind, kinds]) => self.kind_is(kind, kinds, yes),
            (Builtin::NotEmpty, [set]) => self.there_is(set, yes),
            (Builtin::IsEmpty, [set]) => self.there_is(set, !yes),
            (Builtin::SubsetOf, [part, whole]) => {
                if let Some(cells) = cells_of(part).filter(|cells| cells.len() > 1) {
                    let said = cells.into_iter().map(|cell| self.contains(cell, whole, yes));
                    return said.collect::<Vec<_>>().join(if yes { " and " } else { " or " });
                }
                let (part, whole) = (self.set(part), self.set(whole));
                if let Some(place) = whole.whereabouts() {
                    return format!("{not}{} is {place}", part.each());
                }
                match (whole.is_of_pieces(), part.is_of_pieces()) {
                    (true, false) if yes => format!("{} stands on {}", whole.a(), part.each()),
                    (false, true) => format!("{not}{} stands on {}", part.each(), whole.a()),
                    _ => format!("{not}{} is {}", part.each(), whole.a()),
                }
            }
            (Builtin::Joins, [groups, sets @ ..]) => {
                let sets = listed(sets.iter().map(|set| self.set(set).a()), "and");
                let groups = self.set(groups);
                if yes { format!("{} connects {sets}", groups.a()) } else { format!("{} connects {sets}", groups.no()) }
            }
            (Builtin::Less, [a, b]) => self.compared(a, Than::Less, b, yes),
            (Builtin::LessOrEqual, [a, b]) => self.compared(a, Than::AtMost, b, yes),
            (Builtin::Equal, [a, b]) => self.equal(a, b, yes),
            (Builtin::NotEqual, [a, b]) => self.equal(a, b, !yes),
            (Builtin::NoMove, _) => match self.voice {
                Voice::You => format!("you have {} move", if yes { "no" } else { "a" }),
                voice => format!("{} has {} move", voice.me(), if yes { "no" } else { "a" }),
            },
            (Builtin::NobodyCanMove, _) => (if yes { "nobody can move" } else { "somebody can move" }).to_owned(),
            (Builtin::CanMove, [player]) => {
                format!("{} {} move", self.player(player), if yes { "can" } else { "cannot" })
            }
            (Builtin::CanMake, _) => self.can_make(expr, yes),
            (Builtin::AllPassed, _) => {
                let who = if self.game.players.len() == 2 { "both players" } else { "all players" };
                format!("{who} have {not}passed one after the other")
            }
            _ => format!("{} {}", self.code(expr), if yes { "holds" } else { "does not hold" }),
        }
    }

    /// Whether somebody can make a move, or one of several.
    fn can_make(self, expr: &Expr, yes: bool) -> String {
        let code = self.code(expr);
        let can = if yes { "can" } else { "cannot" };
        let said = code.trim_matches('`').split_once(" can ").and_then(|(who, moves)| {
            let moves = listed(moves.split(" or ").map(|name| format!("`{}`", name.trim())), "or");
            Some(match who {
                "me" => format!("{} {can} make the move {moves}", self.voice.me()),
                "enemy" => format!("{} {can} make the move {moves}", self.opponent()),
                "nobody" => format!("{} can make the move {moves}", if yes { "nobody" } else { "somebody" }),
                _ => return None,
            })
        });
        said.unwrap_or_else(|| format!("{}{code}", if yes { "" } else { "it is not so that " }))
    }

    /// Clauses with `and` or `or` between them; what is denied the other way round.
    fn joined(self, builtin: Builtin, all: &[Expr], yes: bool) -> String {
        // What the options decide is left out.
        let empty = builtin == Builtin::And;
        let mut flat = flattened(builtin, all);
        if flat.iter().any(|expr| self.truth(expr) == Some(!empty)) {
            return (if empty != yes { "this always holds" } else { "this never holds" }).to_owned();
        }
        flat.retain(|expr| self.truth(expr) != Some(empty));
        if let [only] = flat.as_slice() {
            return self.said(only, yes);
        }
        let is_and = (builtin == Builtin::And) == yes;
        let part = |expr: &Expr| {
            let said = self.said(expr, yes);
            if is_compound(expr) { format!("({said})") } else { said }
        };
        let parts: Vec<String> = flat.into_iter().map(part).collect();
        match parts.as_slice() {
            [one, other] if !is_and => format!("{one} or {other}"),
            _ if is_and => parts.join(" and "),
            _ => format!("one of these holds: {}", parts.join("; or ")),
        }
    }

    /// What has to hold together, each part a clause.
    pub fn parts(self, condition: &Expr) -> Vec<String> {
        let ExprKind::Builtin(Builtin::And, all) = &condition.kind else { return Vec::new() };
        let parts = flattened(Builtin::And, all).into_iter().filter(|part| self.truth(part) != Some(true));
        // Each stands alone.
        let alone = |said: String| match said.strip_prefix('(').and_then(|said| said.strip_suffix(')')) {
            Some(inner) if is_closed(inner) => inner.to_owned(),
            _ => said,
        };
        parts.map(|part| alone(self.clause(part))).collect()
    }

    fn there_is(self, set: &Expr, yes: bool) -> String {
        if let ExprKind::Builtin(Builtin::Intersection, parts) = &set.kind
            && let [one, other] = parts.as_slice()
            && let Some((cells, other)) =
                cells_of(one).map(|cells| (cells, other)).or_else(|| cells_of(other).map(|cells| (cells, one)))
        {
            let said = cells.into_iter().map(|cell| self.contains(cell, other, yes));
            return said.collect::<Vec<_>>().join(if yes { " or " } else { " and " });
        }
        let phrase = self.set(set);
        if yes { format!("there is {}", phrase.a()) } else { format!("there is {}", phrase.no()) }
    }

    fn contains(self, cell: &Expr, set: &Expr, yes: bool) -> String {
        let phrase = self.set(set);
        // What has no noun in common is asked one after the other.
        if let ExprKind::Builtin(Builtin::Intersection, parts) = &set.kind
            && phrase.a().contains("that is also")
        {
            let parts: Vec<String> = parts.iter().map(|part| self.contains(cell, part, yes)).collect();
            return format!("({})", parts.join(if yes { " and " } else { " or " }));
        }
        let is = if yes { "is" } else { "is not" };
        if let ExprKind::LastPick(rule, _) = &cell.kind
            && phrase.is_any_cell()
        {
            let was = if yes { "was" } else { "was not" };
            return format!("the move `{}` {was} made before in this turn", self.game.moves[*rule].name);
        }
        let cell = self.place(cell);
        if phrase.is_any_cell() {
            return format!("{cell} {is} on the board");
        }
        if let Some(adjective) = phrase.adjective() {
            return format!("{cell} {is} {adjective}");
        }
        if let Some(place) = phrase.whereabouts() {
            return format!("{cell} {is} {place}");
        }
        match (phrase.is_of_pieces(), yes) {
            (true, true) => format!("{} stands on {cell}", phrase.a()),
            (true, false) => format!("{} stands on {cell}", phrase.no()),
            (false, true) => format!("{cell} is {}", phrase.a()),
            (false, false) => format!("{cell} is {}", phrase.not_a()),
        }
    }

    fn kind_is(self, kind: &Expr, kinds: &Expr, yes: bool) -> String {
        let is = if yes { "is" } else { "is not" };
        match &kind.kind {
            ExprKind::Builtin(Builtin::KindOf, cell) => {
                let cell = cell.first().map_or_else(String::new, |cell| self.place(cell));
                match &kinds.kind {
                    ExprKind::Kind(_) | ExprKind::Kinds(_) => {
                        format!("the piece on {cell} {is} {}", with_article(&self.kinds(kinds)))
                    }
                    ExprKind::Call(..) => format!("the piece on {cell} {is} one of {}", self.kinds(kinds)),
                    ExprKind::Builtin(Builtin::OneKind, one)
                        if one.iter().any(|one| matches!(one.kind, ExprKind::Call(..))) =>
                    {
                        format!("the piece on {cell} {is} one of {}", self.kinds(kinds))
                    }
                    _ => {
                        let kinds = self.kinds(kinds);
                        let of = if kinds.starts_with("the kind ") { "of" } else { "of the kind" };
                        format!("the piece on {cell} {is} {of} {kinds}")
                    }
                }
            }
            _ => {
                let one = if matches!(kinds.kind, ExprKind::Call(..)) { " one of" } else { "" };
                format!("{} {is}{one} {}", self.kinds(kind), self.kinds(kinds))
            }
        }
    }

    /// `there are at least 3 empty cells`, where a number of things is compared with a number that is known.
    fn how_many(self, counted: &Expr, than: Than, number: i64) -> Option<String> {
        let things = self.counted(counted, number != 1)?;
        Some(match (than, number) {
            (Than::Less, 1) | (Than::AtMost, 0) => self.none_of(counted, &self.counted(counted, true)?),
            (Than::AtLeast, 1) | (Than::More, 0) => {
                let things = self.counted(counted, true)?;
                format!("there is at least one of the {}", things.trim_start_matches("of "))
            }
            (Than::Less, _) => format!("there are fewer than {number} {things}"),
            // What is said of one goes with the number that is told, if it is said of one.
            (_, 1) if !things.starts_with("of ") && Some(&things) == self.counted(counted, true).as_ref() => {
                format!("there is {} one of the {things}", than.words())
            }
            (_, 1) => format!("there is {} one {things}", than.words()),
            _ => format!("there are {} {number} {things}", than.words()),
        })
    }

    fn none_of(self, counted: &Expr, things: &str) -> String {
        match &counted.kind {
            ExprKind::Builtin(Builtin::Count, sets) if sets.iter().all(|set| set.ty == Type::Cells) => {
                listed(sets.iter().map(|set| self.there_is(set, false)), "and")
            }
            _ => format!("the number of {} is 0", things.trim_start_matches("of ")),
        }
    }

    /// What a number is the number of.
    fn counted(self, expr: &Expr, several: bool) -> Option<String> {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Count | Builtin::GroupCount, sets) => {
                let set = sets.first()?;
                Some(if matches!(set.ty, Type::Cells | Type::Groups) {
                    self.set(set).counted(several)
                } else {
                    self.many(set, several)
                })
            }
            ExprKind::Fold { how: Fold::Count, local, over, condition, .. } => {
                self.stand_in(*local, over.ty);
                let given = condition.as_ref().map(|given| format!(" for which {}", self.clause(given)));
                Some(format!("{}{}", self.many_named(over, *local, several), given.unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// `there is a way from .. to ..`, where a number of steps is held against that of no way.
    fn leads(self, steps: &Expr, than: Than, number: &Expr) -> Option<String> {
        let ExprKind::Distance { from, to, joint } = &steps.kind else { return None };
        let is = match (than, self.known(number)?) {
            (Than::AtLeast, 0) | (Than::More, -1) => "a",
            (Than::Less, 0) | (Than::AtMost, -1) => "no",
            _ => return None,
        };
        let by = self.stepping(joint.relation);
        Some(format!("there is {is} way{by} from {} to {}", self.set(from).a(), self.set(to).a()))
    }

    fn compared(self, a: &Expr, than: Than, b: &Expr, yes: bool) -> String {
        let than = if yes { than } else { than.denied() };
        if let Some(said) = self.leads(a, than, b).or_else(|| self.leads(b, than.turned(), a)) {
            return said;
        }
        if let Some(said) = self.known(b).and_then(|number| self.how_many(a, than, number)) {
            return said;
        }
        if let Some(number) = self.known(a) {
            return match self.how_many(b, than.turned(), number) {
                Some(said) => said,
                None => format!("{} is {} {number}", self.number(b), than.turned().words()),
            };
        }
        format!("{} is {} {}", self.number(a), than.words(), self.number(b))
    }

    /// `... is even`, where what is left of a division by 2 is asked for.
    fn parity(self, a: &Expr, b: &Expr, yes: bool) -> Option<String> {
        let ExprKind::Builtin(Builtin::Mod, args) = &a.kind else { return None };
        let ([number, two], Some(left @ 0..=1)) = (args.as_slice(), self.known(b)) else { return None };
        if self.known(two) != Some(2) {
            return None;
        }
        Some(format!("{} is {}", self.number(number), if (left == 0) == yes { "even" } else { "odd" }))
    }

    fn equal(self, a: &Expr, b: &Expr, yes: bool) -> String {
        let (is, are) = if yes { ("is", "are") } else { ("is not", "are not") };
        // What is known comes last.
        let (a, b) = if is_known(a) && !is_known(b) { (b, a) } else { (a, b) };
        if let Some(said) = self.parity(a, b, yes) {
            return said;
        }
        match a.ty {
            Type::Number => match (self.known(b), self.counted(a, self.known(b) != Some(1))) {
                (Some(0), Some(things)) if yes => self.none_of(a, &things),
                (Some(0), Some(things)) => format!("the number of {} {is} 0", things.trim_start_matches("of ")),
                (Some(1), Some(things)) if yes => format!("there is exactly one {things}"),
                (Some(number), Some(things)) if yes => format!("there are exactly {number} {things}"),
                (Some(1), Some(things)) => format!("there is not exactly one {things}"),
                (Some(number), Some(things)) => format!("there are not exactly {number} {things}"),
                _ => format!("{} {is} {}", self.number(a), self.number(b)),
            },
            Type::Player => {
                let who = self.player(a);
                let is = match (who.as_str(), yes) {
                    ("you" | "they", true) => "are",
                    ("you" | "they", false) => "are not",
                    _ => is,
                };
                format!("{who} {is} {}", self.player(b))
            }
            Type::Kind | Type::Kinds => self.kind_is(a, b, yes),
            Type::Truth if yes => format!("it holds that {} exactly where {}", self.clause(a), self.clause(b)),
            Type::Truth => format!("either {} or {}, and not both", self.clause(a), self.clause(b)),
            Type::Cells | Type::Groups => {
                format!("{} {are} the same cells as {}", self.set(a).all("the"), self.set(b).all("the"))
            }
            _ => format!("{} {is} {}", self.value(a), self.value(b)),
        }
    }
}

/// Whether each bracket within a text is closed within it.
fn is_closed(text: &str) -> bool {
    let mut open = 0_i32;
    text.chars().all(|letter| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open >= 0
    }) && open == 0
}

/// The cells of a set that is told one by one.
fn cells_of(set: &Expr) -> Option<Vec<&Expr>> {
    match &set.kind {
        ExprKind::Builtin(Builtin::OneCell, one) => Some(one.iter().collect()),
        ExprKind::Builtin(Builtin::Union, all) => {
            let cells: Option<Vec<Vec<&Expr>>> = all.iter().map(cells_of).collect();
            cells.map(|cells| cells.concat())
        }
        _ => None,
    }
}

fn is_known(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Number(_)
            | ExprKind::Player(_)
            | ExprKind::Kind(_)
            | ExprKind::Kinds(_)
            | ExprKind::Cell(_)
            | ExprKind::Direction(_)
            | ExprKind::Truth(_)
    )
}

/// Whether a condition is told in several clauses, which have to be kept together.
fn is_compound(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(inner) | ExprKind::Before(inner) | ExprKind::TurnStart(inner) => is_compound(inner),
        ExprKind::Builtin(Builtin::And | Builtin::Or, _) | ExprKind::Quantified { .. } => true,
        ExprKind::Builtin(Builtin::NotEmpty | Builtin::IsEmpty | Builtin::Contains, args) => {
            args.iter().any(|arg| matches!(arg.kind, ExprKind::Filter { .. }))
        }
        _ => false,
    }
}

//! Cells and sets of cells in English.

use rulebook_language::model::{
    Builtin, Constant, Expr, ExprKind, Fold, LocalId, MarkId, MoveId, Pattern, PatternKind, Type,
};
use rulebook_language::topology::{CellId, RelationId};
use rulebook_language::util::{a_quoted, with_article};

use super::list::{listed, spaced, without_article};
use super::phrase::{Phrase, Whose};
use super::speaker::{LONGEST, Speaker};

/// The most cells of a set that are named one by one.
const FEW: usize = 6;

impl Speaker<'_> {
    /// One cell: "`a`", "the cell north of `a`".
    pub fn place(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Cell(cell) => self.game.board.cell_name(*cell).to_owned(),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::LastPick(rule, pick) => self.last_pick(*rule, *pick),
            ExprKind::If(condition, then, otherwise) => {
                self.either(condition, &self.place(then), &self.place(otherwise))
            }
            ExprKind::Before(cell) => format!("{} before the move", self.place(cell)),
            ExprKind::TurnStart(cell) => format!("{} at the start of the turn", self.place(cell)),
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::The, [set]) => self.set(set).only(),
                (Builtin::Step, [cell, way]) => format!("the cell {}", self.step_from(cell, way)),
                (Builtin::Walk, [cell, way, count]) => {
                    format!("the cell {} {} from {}", self.so_far(count), self.direction(way), self.place(cell))
                }
                (Builtin::LastSown, _) => "the cell that the last seed fell on".to_owned(),
                _ => self.code(expr),
            },
            _ => self.code(expr),
        }
    }

    /// A number of steps.
    fn so_far(self, count: &Expr) -> String {
        let number = self.number(count);
        let number = if number.contains(' ') && !number.starts_with('(') { format!("({number})") } else { number };
        format!("{number} {}", if self.known(count) == Some(1) { "step" } else { "steps" })
    }

    /// What was picked when a move was last made in this turn.
    pub fn last_pick(self, rule: MoveId, pick: u8) -> String {
        let rule = &self.game.moves[rule];
        let name = rule.picks().nth(usize::from(pick)).map_or_else(String::new, |local| self.local(local));
        format!("the last {name} of `{}` in this turn", rule.name)
    }

    /// Where a straight line leads, or a track.
    fn line(self, from: &Expr, ways: &Expr) -> String {
        match self.direction(ways) {
            along if along.starts_with("along ") => format!("{along} from {}", self.place(from)),
            way => format!("in a straight line {way} from {}", self.place(from)),
        }
    }

    fn step_from(self, cell: &Expr, way: &Expr) -> String {
        let cell = self.place(cell);
        match &way.kind {
            ExprKind::Direction(_) => format!("{} of {cell}", self.direction(way)),
            _ => format!("one step {} from {cell}", self.direction(way)),
        }
    }

    /// A set of cells, or of groups, loops or lines.
    pub fn set(self, expr: &Expr) -> Phrase {
        if self.is_tired() {
            return self.quoted(expr);
        }
        let phrase = self.phrase(expr);
        if phrase.length() > LONGEST { self.quoted(expr) } else { phrase }
    }

    /// The cells of a set, as the sheet says which.
    fn quoted(self, expr: &Expr) -> Phrase {
        Phrase::cell().after(&format!("in {}", self.code(expr)))
    }

    fn phrase(self, expr: &Expr) -> Phrase {
        if expr.ty == Type::Cells
            && matches!(expr.kind, ExprKind::Builtin(..) | ExprKind::Filter { .. } | ExprKind::If(..))
            && let Some(Constant::Cells(cells)) = self.constant(expr)
            && let Some(region) = self.known_region(&cells)
        {
            return region;
        }
        match &expr.kind {
            ExprKind::Region(cells) => self.known_region(cells).unwrap_or_else(|| self.quoted(expr)),
            ExprKind::Local(local) if expr.ty == Type::Cells => {
                Phrase::cell().after(&format!("in {}", self.local(*local)))
            }
            ExprKind::Local(local) => Phrase::place(&self.local(*local)),
            ExprKind::Call(..) => self.quoted(expr),
            ExprKind::Pieces { kind, owner } | ExprKind::Piece { kind, owner } => self.pieces(kind, owner.as_deref()),
            ExprKind::Neighbours(relation, of) => self.neighbours(*relation, of),
            ExprKind::Pattern { pattern, of, through } => {
                let name = &self.game.patterns[*pattern].name;
                let phrase = Phrase::thing(&format!("`{name}`"), &format!("`{name}`s"));
                let phrase = match of {
                    Some(player) => phrase.of(&self.whose(player)),
                    None => phrase,
                };
                match through {
                    Some(cell) => phrase.after_each(
                        &format!("that contains {}", self.value(cell)),
                        &format!("that contain {}", self.value(cell)),
                    ),
                    None => phrase,
                }
            }
            ExprKind::Marked(mark) => self.marked(*mark),
            ExprKind::If(condition, then, otherwise) => {
                let (then, otherwise) = (self.set(then), self.set(otherwise));
                let (one, other) = (self.either(condition, &then.a(), &otherwise.a()), then.all("the"));
                Phrase::thing(&one, &self.either(condition, &other, &otherwise.all("the"))).exact()
            }
            ExprKind::Filter { local, over, condition } => {
                self.stand_in(*local, over.ty);
                if self.truth(condition) == Some(true) {
                    return self.set(over);
                }
                let clause = self.clause(condition);
                self.named(over, *local).after(&format!("for which {clause}"))
            }
            ExprKind::Fold { how: Fold::Union, local, over, condition, body } => {
                self.stand_in(*local, over.ty);
                let given =
                    condition.as_ref().map(|given| format!(" for which {}", self.clause(given))).unwrap_or_default();
                // Of any of them, not of one that is chosen.
                let member = self.member(over, *local);
                let ranges = format!("for any {}{given}", without_article(&member));
                self.set(body).after(&ranges)
            }
            ExprKind::Spread { own, member, from, to } => {
                if let Some(own) = own {
                    self.stands_for(*own, "what is in it so far".to_owned());
                }
                let each = member.map(|member| format!(" for each {} in it", self.local(member))).unwrap_or_default();
                let from = self.set(from).all("the");
                let to = self.set(to).all("the");
                Phrase::cell().after(&format!("in the least set that holds {from}, and again and again{each} {to}"))
            }
            ExprKind::Parts { of, joint } => {
                let by = self.by(joint.relation).map(|by| format!(" {by}")).unwrap_or_default();
                let of = self.set(of).all("the");
                Phrase::thing("part", "parts").after(&format!("in which {of} hang together{by}"))
            }
            ExprKind::Before(set) => self.set(set).after("as before the move"),
            ExprKind::TurnStart(set) => self.set(set).after("as at the start of the turn"),
            ExprKind::Builtin(builtin, args) => self.built_in(*builtin, args, expr),
            _ if expr.ty == Type::Cell => Phrase::place(&self.place(expr)),
            _ => Phrase::named(&self.code(expr)),
        }
    }

    fn built_in(self, builtin: Builtin, args: &[Expr], expr: &Expr) -> Phrase {
        match (builtin, args) {
            (Builtin::Empty, _) => Phrase::cell().before("empty"),
            (Builtin::Occupied, _) => Phrase::cell().before("occupied"),
            (Builtin::Mine, _) => Phrase::piece().of(&Whose::Me(self.voice)),
            (Builtin::Enemies, _) => Phrase::piece().of(&Whose::Enemy(self.voice)),
            (Builtin::Neutral, _) => Phrase::piece().before("neutral"),
            (Builtin::OwnedBy, [player]) => Phrase::piece().of(&self.whose(player)),
            (Builtin::OneCell, [cell]) => match &cell.kind {
                ExprKind::Builtin(Builtin::Step, args) => match args.as_slice() {
                    [from, way] => Phrase::cell().after(&self.step_from(from, way)),
                    _ => Phrase::place(&self.place(cell)),
                },
                _ => Phrase::place(&self.place(cell)),
            },
            (Builtin::UnionOfGroups, [groups]) => {
                let groups = self.set(groups);
                Phrase::cell().after_each(&format!("of {}", groups.a()), &format!("of {}", groups.all("the")))
            }
            (Builtin::SetOf, all) => match all {
                [] => Phrase::named("no cell"),
                [first, rest @ ..] => rest.iter().fold(self.set(first), |set, next| set.or(self.set(next))),
            },
            (Builtin::Union, [first, rest @ ..]) => {
                rest.iter().fold(self.set(first), |set, next| set.or(self.set(next)))
            }
            (Builtin::Intersection, [first, rest @ ..]) => {
                rest.iter().fold(self.set(first), |set, next| set.and(&self.set(next)))
            }
            (Builtin::Difference, [all, less]) => self.set(all).without(&self.set(less)),
            (Builtin::StepAll, [from, ways]) => {
                Phrase::cell().after(&format!("one step {} from {}", self.direction(ways), self.set(from).a()))
            }
            (Builtin::WalkAll, [from, ways, count]) => Phrase::cell().after(&format!(
                "{} {} from {}",
                self.so_far(count),
                self.direction(ways),
                self.set(from).a()
            )),
            (Builtin::Ray, [from, ways, through @ ..]) => {
                let line = self.line(from, ways);
                match through {
                    [through] => Phrase::cell()
                        .after(&line)
                        .after(&format!("with nothing up to and with it but {}", self.set(through).all(""))),
                    _ => Phrase::cell().after(&line),
                }
            }
            (Builtin::Flanked, [from, ways, through, end]) => self.set(through).after(&format!(
                "in an unbroken straight line {} from {} up to {}",
                self.direction(ways),
                self.place(from),
                self.set(end).a()
            )),
            (Builtin::Sight, [from, ways]) => {
                let line =
                    format!("in a straight line {} from {} over empty cells", self.direction(ways), self.place(from));
                Phrase::piece().after_each(&format!("that is the first {line}"), &format!("that are the first {line}"))
            }
            (Builtin::Between, [a, b]) => {
                Phrase::cell().after(&format!("between {} and {} on a straight line", self.place(a), self.place(b)))
            }
            (Builtin::Placed, _) => Phrase::cell().after("on which a piece was put this turn"),
            (Builtin::Removed, _) => {
                let tucked =
                    if self.game.max_height > 1 { ", captured or tucked under another" } else { " or captured" };
                Phrase::cell().after(&format!("from which a piece was removed{tucked} this turn"))
            }
            (Builtin::Flipped, _) => Phrase::piece().after("turned over this turn"),
            (Builtin::Moved, _) => Phrase::piece().after("moved this turn"),
            (Builtin::Promoted, _) => Phrase::piece().after("promoted this turn"),
            (Builtin::Vacated, _) => Phrase::cell().after("from which a piece moved this turn"),
            _ if expr.ty == Type::Cell => Phrase::place(&self.place(expr)),
            _ => Phrase::named(&self.code(expr)),
        }
    }

    /// A set whose members are called so, where they have a name.
    pub fn named(self, over: &Expr, local: LocalId) -> Phrase {
        let phrase = self.set(over);
        if self.is_named(local) { phrase.called(&self.local(local)) } else { phrase }
    }

    /// A member of a set that something is said of, with its name: "a king `k`", "a direction `d`".
    pub fn member(self, over: &Expr, local: LocalId) -> String {
        let name = self.naming(local);
        match over.ty {
            Type::Player | Type::Players => match &over.kind {
                ExprKind::Builtin(Builtin::Everyone, _) => format!("a player{name}"),
                _ => format!("a player{name} of {}", self.player(over)),
            },
            Type::Direction | Type::Directions => match self.which_ways(over) {
                Some(which) => with_article(&format!("{which}direction{name}")),
                None if matches!(over.kind, ExprKind::Local(_) | ExprKind::Call(..)) => {
                    format!("a direction{name} of {}", self.way_name(over))
                }
                None => format!("a direction{name} ({})", self.direction(over)),
            },
            Type::Kind | Type::Kinds => format!("a kind{name} ({})", self.kinds(over)),
            Type::Range | Type::Numbers => format!("a number{name} {}", self.range(over)),
            _ => self.named(over, local).a(),
        }
    }

    /// The numbers of a range: `from 1 to 3`.
    pub fn range(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Range, ends) => match ends.as_slice() {
                [low, high] => format!("from {} to {}", self.number(low), self.number(high)),
                _ => self.code(expr),
            },
            _ => format!("of {}", self.code(expr)),
        }
    }

    fn marked(self, mark: MarkId) -> Phrase {
        let known = &self.game.marks[mark];
        let noun = if known.carriers.is_some() { Phrase::piece() } else { Phrase::cell() };
        noun.after(&format!("marked `{}`", known.name))
    }

    /// Pieces of a kind, or of several, and of an owner.
    fn pieces(self, kind: &Expr, owner: Option<&Expr>) -> Phrase {
        let one = |kind| {
            let kind = &self.game.kinds[kind];
            let phrase = Phrase::kind(&spaced(&kind.name), &spaced(&kind.plural));
            if kind.neutral && self.game.kinds.len() > 1 { phrase.before("neutral") } else { phrase }
        };
        let phrase = match &kind.kind {
            ExprKind::Kind(kind) => one(*kind),
            ExprKind::Kinds(kinds) => match kinds.as_slice() {
                [first, rest @ ..] if rest.len() < FEW => rest.iter().fold(one(*first), |set, kind| set.or(one(*kind))),
                _ => Phrase::piece().after(&format!("of the kind {}", self.kinds(kind))),
            },
            _ => Phrase::piece().after(&format!("of the kind {}", self.kinds(kind))),
        };
        match owner {
            Some(owner) => phrase.of(&self.whose(owner)),
            None => phrase,
        }
    }

    fn neighbours(self, relation: RelationId, of: &Expr) -> Phrase {
        Phrase::cell().after(&self.beside(relation, &self.set(of).a()))
    }

    /// Where the neighbours of something are.
    pub fn beside(self, relation: RelationId, of: &str) -> String {
        match self.relation(relation) {
            "adjacent" => format!("next to {of}"),
            "orthogonal" => format!("orthogonally next to {of}"),
            "diagonal" => format!("diagonally next to {of}"),
            "cells" => format!("round {of}"),
            "points" => format!("at a corner of {of}"),
            "above" => format!("resting on {of}"),
            "below" => format!("under {of}, on which it rests"),
            name => format!("{} step from {of}", a_quoted(name)),
        }
    }

    /// A set of cells that no move changes, if it has a name or is small.
    pub fn known_region(self, cells: &[CellId]) -> Option<Phrase> {
        let board = &self.game.board;
        if cells.is_empty() {
            return Some(Phrase::named("no cell"));
        }
        if cells.len() == board.cell_count() {
            return Some(Phrase::cell());
        }
        let is_in = |mask: &[u64], cell: CellId| {
            mask.get(usize::from(cell.0) / 64).is_some_and(|word| word >> (cell.0 % 64) & 1 == 1)
        };
        let is_mask = |mask: &[u64]| {
            let size: u32 = mask.iter().map(|word| word.count_ones()).sum();
            size as usize == cells.len() && cells.iter().all(|cell| is_in(mask, *cell))
        };
        if let Some(side) = board.sides().iter().find(|side| is_mask(&side.mask)) {
            return Some(Phrase::cell().after(&format!("on the side `{}`", side.name)));
        }
        if is_mask(board.corners()) {
            return Some(Phrase::thing("corner", "corners"));
        }
        if board.cells().all(|cell| cells.contains(&cell) == (board.edges(cell) > 0)) {
            return Some(Phrase::cell().after("at the edge"));
        }
        if board.has_coordinates()
            && let Some(words) = self.lines_of(cells)
        {
            return Some(Phrase::cell().after(&words));
        }
        let names = || cells.iter().map(|cell| board.cell_name(*cell).to_owned());
        (cells.len() <= FEW).then(|| Phrase::thing(&listed(names(), "or"), &listed(names(), "and")).exact())
    }

    /// `in row 7`, `in columns 1 and 2`: cells that are whole rows or columns.
    fn lines_of(self, cells: &[CellId]) -> Option<String> {
        let board = &self.game.board;
        let whole = |number: &dyn Fn(CellId) -> u32| {
            let mut lines: Vec<u32> = cells.iter().map(|cell| number(*cell)).collect();
            lines.sort_unstable();
            lines.dedup();
            let count = board.cells().filter(|cell| lines.binary_search(&number(*cell)).is_ok()).count();
            (count == cells.len()).then_some(lines)
        };
        let said = |word: &str, lines: &[u32]| match lines {
            [one] => format!("in {word} {one}"),
            [first, .., last] if lines.len() > 2 && (last - first) as usize + 1 == lines.len() => {
                format!("in {word}s {first} to {last}")
            }
            several => format!("in {word}s {}", listed(several.iter().map(u32::to_string), "and")),
        };
        let rows = whole(&|cell| board.row(cell)).map(|lines| said("row", &lines));
        rows.or_else(|| whole(&|cell| board.column(cell)).map(|lines| said("column", &lines)))
    }

    /// What a group, loop or line is.
    pub fn pattern(self, pattern: &Pattern) -> String {
        let members = self.set(&pattern.members).all("");
        let by = match self.by(pattern.relation) {
            Some(adverb) => format!(" joined {adverb}"),
            None => format!(" joined by `{}`", self.relation(pattern.relation)),
        };
        let given = if pattern.given.is_some() { " where the position joins them" } else { "" };
        let like = match (pattern.by_owner, pattern.by_kind) {
            (true, true) => ", of one player and of one kind",
            (true, false) => ", of one player",
            (false, true) => ", of one kind",
            (false, false) => "",
        };
        match pattern.sort {
            PatternKind::Group => format!("{members}{by}{given}, as many as hang together{like}"),
            PatternKind::Loop => format!("a ring of {members}{by}{given} around at least one cell{like}"),
            PatternKind::Line { length, exactly } => {
                let exactly = if exactly { "exactly " } else { "" };
                format!("{exactly}{length} {members} in a row{like}")
            }
        }
    }
}

//! What is picked and done in a move, step by step.

use rulebook_language::model::{
    Builtin, Constant, Content, Effect, Expr, ExprKind, LocalId, Move, Odds, Picking, Primitive, Sow, TransferMode,
    Type, all_primitives,
};
use rulebook_language::util::with_article;

use super::list::{listed, lowered, sentence, times};
use super::speaker::{LONG, Speaker};
use super::told::Step;

impl Speaker<'_> {
    /// What a move picks and what each of its links does, in order.
    pub fn steps(self, rule: &Move) -> Vec<Step> {
        let mut names: Vec<LocalId> = Vec::new();
        for step in &rule.picking {
            let (Picking::Pick { local, .. } | Picking::Several { local, .. } | Picking::Let { local, .. }) = step
            else {
                continue;
            };
            self.bound(*local, &names);
            names.push(*local);
        }
        for primitive in all_primitives(&rule.effects) {
            let (Primitive::Let(local, _) | Primitive::For { local, .. }) = primitive else { continue };
            self.bound(*local, &names);
            if matches!(primitive, Primitive::Let(..)) {
                names.push(*local);
            }
        }
        let mut steps: Vec<Step> = match &rule.lot {
            Some(Odds::Dice(groups)) => vec![Step::new(self.rolled(rule, groups))],
            _ => {
                let is_asked =
                    |step: &&Picking| !matches!(step, Picking::Where(condition) if self.truth(condition) == Some(true));
                rule.picking.iter().filter(is_asked).map(|step| self.picking(step, rule)).collect()
            }
        };
        if let Some(odds) = &rule.lot {
            steps.extend(self.odds(odds).map(Step::new));
        }
        steps.extend(self.effects(rule.link(), Some(rule)));
        steps
    }

    /// Dice that are rolled together.
    fn rolled(self, rule: &Move, groups: &[Vec<u8>]) -> String {
        let picks: Vec<(LocalId, &Expr, usize)> = rule.picking.iter().filter_map(Picking::places).collect();
        let names = listed(picks.iter().map(|(local, ..)| self.local(*local)), "and");
        let range = picks.first().map_or_else(String::new, |(_, from, _)| self.range(from));
        let are = if picks.len() == 1 { "is a number" } else { "are numbers" };
        let order = match groups {
            [alike] if alike.len() > 1 => ", the highest first",
            _ => "",
        };
        sentence(&format!("roll {}: {names} {are} {range}{order}", if picks.len() == 1 { "a die" } else { "dice" }))
    }

    /// What is done in order. What each move does at its end is left out.
    pub fn effects<'e>(self, effects: impl IntoIterator<Item = &'e Effect>, rule: Option<&Move>) -> Vec<Step> {
        effects.into_iter().flat_map(|effect| self.effect(effect, rule)).collect()
    }

    /// Whether an effect is one that every move has.
    pub fn is_after_each(self, effect: &Effect) -> bool {
        self.game.sites.done_in(effect.span).is_some_and(|(_, name)| name == "after each move")
    }

    fn picking(self, step: &Picking, rule: &Move) -> Step {
        self.begin();
        Step::new(match step {
            Picking::Pick { local, from } => self.pick(*local, from, rule),
            Picking::Several { local, from, low, high } => {
                let many = if low == high { low.to_string() } else { format!("{low} to {high}") };
                sentence(&format!("choose {}: {many} of {}", self.local(*local), self.set(from).all("the")))
            }
            Picking::Let { local, value } => self.call(*local, value),
            Picking::Where(condition) if rule.lot.is_some() => {
                sentence(&format!("only what fits can come: {}", self.clause(condition)))
            }
            Picking::Where(condition) => return self.allowed("this is allowed", "", condition),
        })
    }

    /// What something is allowed only if: a condition, in each case another, or a list of them.
    fn allowed(self, what: &str, then: &str, condition: &Expr) -> Step {
        if let ExprKind::If(given, yes, no) = &condition.kind
            && self.truth(given).is_none()
        {
            let (given, yes, no) = (self.clause(given), self.clause(yes), self.clause(no));
            return Step::new(sentence(&format!(
                "if {given}, {what} only if{then} {yes}; otherwise only if{then} {no}"
            )));
        }
        let said = self.clause(condition);
        let parts = if said.len() > LONG { self.parts(condition) } else { Vec::new() };
        match parts.len() {
            0 | 1 => Step::new(sentence(&format!("{what} only if{then} {said}"))),
            _ => Step {
                text: sentence(&format!("{what} only if{then} all of this holds:")),
                within: parts.iter().map(|part| Step::new(sentence(part))).collect(),
            },
        }
    }

    fn pick(self, local: LocalId, from: &Expr, rule: &Move) -> String {
        let name = self.local(local);
        let verb = if rule.lot.is_some() { "nature picks" } else { "choose" };
        sentence(&match from.ty {
            Type::Range => format!("{verb} a number {name} {}", self.range(from)),
            Type::Direction | Type::Directions => match self.which_ways(from) {
                Some("") => format!("{verb} any direction {name}"),
                Some(which) => format!("{verb} {} {name}", with_article(&format!("{which}direction"))),
                None => format!("{verb} a direction {name}: {}", self.way_name(from)),
            },
            Type::Kind | Type::Kinds => {
                // Its own name is said already.
                let kinds = self.kinds(from).replace(&format!(", called {name},"), "");
                let of = if kinds.starts_with('`') { " of" } else { ":" };
                format!("{verb} a kind {name}{of} {kinds}")
            }
            Type::Player | Type::Players => format!("{verb} a player {name}: {}", self.player(from)),
            _ => format!("{verb} {name}: {}", self.set(from).a()),
        })
    }

    fn odds(self, odds: &Odds) -> Option<String> {
        match odds {
            Odds::Even => Some("All of these are equally likely.".to_owned()),
            Odds::By(weight) => Some(sentence(&format!("each is as likely as its share of {}", self.number(weight)))),
            Odds::Dice(_) => None,
        }
    }

    fn call(self, local: LocalId, value: &Expr) -> String {
        sentence(&format!("let {} be {}", self.local(local), self.value(value)))
    }

    fn effect(self, effect: &Effect, rule: Option<&Move>) -> Vec<Step> {
        if matches!(effect.words, "link" | "unlink") {
            return vec![Step::new(sentence(&self.linked(effect)))];
        }
        effect.does.iter().flat_map(|primitive| self.primitive(primitive, rule)).collect()
    }

    /// A link that is made or taken away: between which cells, and whose. The language names both ends first.
    fn linked(self, effect: &Effect) -> String {
        let text = self.written(effect.span);
        let link = text.rsplit_once(" as ").and_then(|(_, name)| name.split(' ').next()).unwrap_or("link");
        let end = |primitive: Option<&Primitive>| match primitive {
            Some(Primitive::Let(_, cell)) => self.place(cell),
            _ => format!("`{text}`"),
        };
        let (a, b) = (end(effect.does.first()), end(effect.does.get(1)));
        let owner = effect.does.get(2).and_then(|primitive| match primitive {
            Primitive::If { condition: Expr { kind: ExprKind::Builtin(Builtin::Equal, args), .. }, .. } => args.first(),
            _ => None,
        });
        match effect.words {
            "link" => format!("make a `{link}` between {a} and {b}{}", self.of_other(owner)),
            _ => format!("take away the `{link}` between {a} and {b}{}", self.of_other(owner)),
        }
    }

    /// Whose a link is, where it is not the mover's.
    fn of_other(self, owner: Option<&Expr>) -> String {
        match owner {
            Some(owner) if !matches!(owner.kind, ExprKind::Builtin(Builtin::Me, _)) => {
                format!(" of {}", self.player(owner))
            }
            _ => String::new(),
        }
    }

    fn primitive(self, primitive: &Primitive, rule: Option<&Move>) -> Vec<Step> {
        self.begin();
        let text = match primitive {
            Primitive::Assign { cells, content } => self.assigned(cells, content, rule),
            Primitive::Transfer { from, to, mode } => self.transferred(from, to, mode, rule),
            Primitive::Unstack { from, count, bottom } => {
                let end = if *bottom { "lowest" } else { "top" };
                format!("remove the {} of the stack on {}", self.some_pieces(count.as_ref(), end), self.place(from))
            }
            // What is rolled or drawn is said already.
            Primitive::Set { counter, value, .. }
                if is_name(value)
                    && rule.is_some_and(|rule| rule.lot.is_some())
                    && self.game.counters[*counter].drawn.is_some() =>
            {
                return Vec::new();
            }
            Primitive::Set { counter, of, value } => {
                let name = self.counter(*counter, of);
                let value = among_its_values(value);
                self.added(&name, value).unwrap_or_else(|| format!("set {name} to {}", self.value(value)))
            }
            Primitive::Sow(sow) => self.sown(sow),
            Primitive::Mark { mark, cells, on } => {
                let name = &self.game.marks[*mark].name;
                let cells = self.cells_of(cells);
                if *on { format!("mark {cells} as `{name}`") } else { format!("take the mark `{name}` off {cells}") }
            }
            // A counter of several cells is set in one statement.
            Primitive::For { local, over, condition: None, body } if !self.is_named(*local) => {
                let each = match (&over.kind, over.ty) {
                    (ExprKind::Kinds(kinds), _) => {
                        let names = kinds.iter().map(|kind| self.kind_name(*kind));
                        format!("each of the kinds {}", listed(names, "and"))
                    }
                    (_, Type::Kinds) => format!("each kind ({})", self.kinds(over)),
                    _ => self.each(over, *local),
                };
                self.stands_for(*local, each);
                return self.effects(body, rule);
            }
            Primitive::For { local, over, condition, body } => {
                let given = condition.as_ref().map(|given| format!(" for which {}", self.clause(given)));
                let text = format!("for {}{}:", self.each(over, *local), given.unwrap_or_default());
                return vec![Step { text: sentence(&text), within: self.effects(body, rule) }];
            }
            Primitive::Repeat { most, condition, body } => {
                let text = format!("as long as {}, at most {}:", self.clause(condition), times(u64::from(*most)));
                return vec![Step { text: sentence(&text), within: self.effects(body, rule) }];
            }
            Primitive::If { condition, then, otherwise } => return self.chosen(condition, then, otherwise, rule),
            Primitive::Let(local, value) if !self.is_named(*local) => {
                let said = self.value(value);
                self.stands_for(*local, if said.contains(' ') { format!("({said})") } else { said });
                return Vec::new();
            }
            Primitive::Let(local, value) => return vec![Step::new(self.call(*local, value))],
            Primitive::Require(condition) => return vec![self.allowed("the move is allowed", " then", condition)],
        };
        vec![Step::new(sentence(&text))]
    }

    fn chosen(self, condition: &Expr, then: &[Effect], otherwise: &[Effect], rule: Option<&Move>) -> Vec<Step> {
        // What the options decide is not asked.
        match self.truth(condition) {
            Some(true) => return self.effects(then, rule),
            Some(false) => return self.effects(otherwise, rule),
            None => {}
        }
        let head = sentence(&format!("if {}:", self.clause(condition)));
        let mut steps = vec![Step { text: head, within: self.effects(then, rule) }];
        // One case after the other, and not one within the other.
        if let [Effect { does, .. }] = otherwise
            && let [Primitive::If { condition, then, otherwise }] = does.as_slice()
            && self.truth(condition).is_none()
        {
            let mut rest = self.chosen(condition, then, otherwise, rule).into_iter();
            steps.extend(rest.next().map(|step| Step { text: format!("Otherwise, {}", lowered(&step.text)), ..step }));
            steps.extend(rest);
            return steps;
        }
        let within = self.effects(otherwise, rule);
        if !within.is_empty() {
            steps.push(Step { text: "Otherwise:".to_owned(), within });
        }
        steps
    }

    /// Cells of which something is said to be done.
    fn cells_of(self, cells: &Expr) -> String {
        let set = self.set(cells);
        if set.is_any_cell() { "all cells".to_owned() } else { set.all("the") }
    }

    fn assigned(self, cells: &Expr, content: &Content, rule: Option<&Move>) -> String {
        let set = self.set(cells);
        let single = match &cells.kind {
            ExprKind::Builtin(Builtin::OneCell, one) => one.first(),
            _ => None,
        };
        // What stands on the cells, by the name of the pieces or of the cells.
        let stacks = self.game.max_height > 1;
        let standing = || match single {
            Some(cell) if stacks => format!("the whole stack on {}", self.place(cell)),
            Some(cell) => format!("the piece on {}", self.place(cell)),
            None if set.is_of_pieces() && stacks => format!("{}, with the whole stacks", set.all("the")),
            None if set.is_of_pieces() => set.all("the"),
            None => format!("the pieces on {}", self.cells_of(cells)),
        };
        // What changes its owner or its kind is the top piece alone.
        let on_top = || match single {
            _ if !stacks => standing(),
            Some(cell) => format!("the top piece on {}", self.place(cell)),
            None if set.is_of_pieces() => format!("{} (the top pieces alone)", set.all("the")),
            None => format!("the top pieces on {}", self.cells_of(cells)),
        };
        match content {
            Content::Piece { count, piece } => {
                let what = match count {
                    Some(count) => {
                        let several = self.known(count) != Some(1);
                        format!("{} {}", self.number(count), self.set(piece).counted(several))
                    }
                    None => self.set(piece).a(),
                };
                let is_one = matches!(self.constant(cells), Some(Constant::Cells(cells)) if cells.len() == 1);
                let each = if single.is_none() && !is_one { "each of " } else { "" };
                let is_free = match single {
                    Some(cell) => !self.may_hold_pieces(cell, rule),
                    None => self.are_empty(cells),
                };
                let above = match (is_free, stacks) {
                    (true, _) => "",
                    (false, true) => ", on top of what stands there",
                    (false, false) => ", in the place of a piece that stands there",
                };
                format!("put {what} on {each}{}{above}", set.all("the"))
            }
            Content::Nothing => format!("remove {}", standing()),
            Content::OtherOwner => format!("turn over {} to the other player", on_top()),
            Content::Kind(kind) => format!("promote {} to {}", on_top(), with_article(&self.kinds(kind))),
        }
    }

    fn transferred(self, from: &Expr, to: &Expr, mode: &TransferMode, rule: Option<&Move>) -> String {
        let (a, b) = (self.place(from), self.place(to));
        match mode {
            TransferMode::Replace => {
                let (what, there) = match self.game.max_height > 1 {
                    true => ("the whole stack", "; what stands there is captured"),
                    false => ("the piece", "; if a piece stands there, it is captured"),
                };
                let captured = if self.may_hold_pieces(to, rule) { there } else { "" };
                format!("move {what} on {a} to {b}{captured}")
            }
            TransferMode::Exchange => format!("exchange what stands on {a} and on {b}"),
            TransferMode::Stack => format!("move the whole stack on {a} onto {b}"),
            TransferMode::Top(count) => format!("move the {} of {a} onto {b}", self.some_pieces(count.as_ref(), "top")),
            TransferMode::Tuck(count) => {
                format!("move the {} of {a} under what stands on {b}", self.some_pieces(count.as_ref(), "top"))
            }
        }
    }

    fn some_pieces(self, count: Option<&Expr>, end: &str) -> String {
        match count.map(|count| (self.known(count), self.number(count))) {
            None | Some((Some(1), _)) => format!("{end} piece"),
            Some((_, number)) if number.contains(' ') => format!("{end} pieces, as many as {number},"),
            Some((_, number)) => format!("{end} {number} pieces"),
        }
    }

    /// Whether a cell is not plainly empty: it is, where it is picked among empty cells.
    fn may_hold_pieces(self, cell: &Expr, rule: Option<&Move>) -> bool {
        let Some(rule) = rule else { return true };
        let name = self.place(cell);
        // It is picked among empty cells, or asked to be one.
        !rule.picking.iter().any(|step| match step {
            Picking::Pick { local, from } | Picking::Several { local, from, .. } => {
                matches!(cell.kind, ExprKind::Local(own) if own == *local) && self.are_empty(from)
            }
            Picking::Let { local, value } => {
                matches!(cell.kind, ExprKind::Local(own) if own == *local)
                    && matches!(&value.kind, ExprKind::Builtin(Builtin::The, set) if set.iter().all(|set| self.are_empty(set)))
            }
            Picking::Where(condition) => self.asks_for_empty(condition, &name),
        })
    }

    /// Whether a condition holds only where a cell is empty.
    fn asks_for_empty(self, condition: &Expr, name: &str) -> bool {
        match &condition.kind {
            ExprKind::Builtin(Builtin::And, parts) => parts.iter().any(|part| self.asks_for_empty(part, name)),
            ExprKind::Builtin(Builtin::Contains, args) => match args.as_slice() {
                [cell, set] => self.place(cell) == name && self.are_empty(set),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a set plainly has empty cells alone.
    fn are_empty(self, set: &Expr) -> bool {
        match &set.kind {
            ExprKind::Builtin(Builtin::Empty, _) => true,
            ExprKind::Builtin(Builtin::Intersection, parts) => parts.iter().any(|part| self.are_empty(part)),
            ExprKind::Builtin(Builtin::Difference, parts) => parts.first().is_some_and(|part| self.are_empty(part)),
            ExprKind::Builtin(Builtin::Union, parts) => parts.iter().all(|part| self.are_empty(part)),
            ExprKind::Builtin(Builtin::Ray, parts) => parts.get(2).is_some_and(|part| self.are_empty(part)),
            ExprKind::Filter { over, .. } => self.are_empty(over),
            ExprKind::If(_, then, otherwise) => self.are_empty(then) && self.are_empty(otherwise),
            // No definition speaks of itself.
            ExprKind::Call(id, _) => self.are_empty(&self.game.definitions[*id].body),
            _ => false,
        }
    }

    /// `add 1 to X`, where a counter is set to what it is and more.
    fn added(self, name: &str, value: &Expr) -> Option<String> {
        let ExprKind::Builtin(builtin, args) = &value.kind else { return None };
        let [own, more] = args.as_slice() else { return None };
        if !matches!(own.kind, ExprKind::Counter(..)) || self.number(own) != name {
            return None;
        }
        match builtin {
            Builtin::Add => Some(format!("add {} to {name}", self.number(more))),
            Builtin::Subtract => Some(format!("take {} from {name}", self.number(more))),
            _ => None,
        }
    }

    /// A direction in which cells follow: "along `round`", `to the east`.
    fn along(self, way: &Expr) -> String {
        match self.direction(way) {
            said if said.starts_with("in ") || said.starts_with("along ") => said,
            said => format!("to the {said}"),
        }
    }

    fn sown(self, sow: &Sow) -> String {
        let counter = &self.game.counters[sow.counter].name;
        let from = self.place(&sow.from);
        let hand = match &sow.hand {
            Some(hand) => format!("sow {} of `{counter}` from {from}, the first onto it,", self.number(hand)),
            None => format!("take all `{counter}` of {from} and sow them"),
        };
        let leaving = sow.leaving.as_ref().map(|left| format!(", leaving {} there", self.number(left)));
        let skipping = sow.skipping.as_ref().map(|skipped| format!(", passing over {}", self.set(skipped).all("the")));
        let again = sow.again.as_ref().map(|again| {
            format!("; sow again from the cell that the last one fell on as long as {}", self.clause(again))
        });
        format!(
            "{hand} one by one onto the cells that follow {}{}{}{}",
            self.along(&sow.along),
            leaving.unwrap_or_default(),
            skipping.unwrap_or_default(),
            again.unwrap_or_default()
        )
    }
}

/// A value that a counter takes if it is among its values: the language asks that itself, at the place of the value.
fn among_its_values(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::If(asked, then, _) if asked.span == then.span && asked.span == value.span => then,
        _ => value,
    }
}

/// Whether an expression is a bound name, perhaps as the number that stands for it.
fn is_name(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) => true,
        ExprKind::Builtin(Builtin::NumberOf, inner) => inner.iter().all(is_name),
        _ => false,
    }
}

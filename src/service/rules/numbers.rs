//! Numbers in English.

use rulebook_language::model::{Builtin, Constant, CounterId, Expr, ExprKind, Fold, Index, LocalId, Type};

use super::list::listed;
use super::speaker::{LONGEST, Speaker};

impl Speaker<'_> {
    /// A number, or a list of numbers.
    pub fn number(self, expr: &Expr) -> String {
        if self.is_tired() {
            return self.code(expr);
        }
        let said = self.number_of(expr);
        if said.len() > LONGEST { self.code(expr) } else { said }
    }

    fn number_of(self, expr: &Expr) -> String {
        if matches!(expr.kind, ExprKind::Builtin(..) | ExprKind::If(..))
            && let Some(Constant::Number(number)) = self.constant(expr)
        {
            return number.to_string();
        }
        match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Counter(counter, of) => self.counter(*counter, of),
            ExprKind::LastPick(rule, pick) => self.last_pick(*rule, *pick),
            ExprKind::If(condition, then, otherwise) => {
                self.either(condition, &self.number(then), &self.number(otherwise))
            }
            ExprKind::Fold { how, local, over, condition, body } => {
                self.stand_in(*local, over.ty);
                let given = condition.as_ref().map(|given| self.clause(given));
                if *how == Fold::Count {
                    return match given {
                        Some(given) => {
                            format!("the number of {} for which {given}", self.many_named(over, *local, true))
                        }
                        None => format!("the number of {}", self.many(over, true)),
                    };
                }
                let what = match how {
                    Fold::Sum => "the sum of",
                    Fold::Max => "the greatest of",
                    Fold::Min => "the least of",
                    Fold::List => "the list, largest first, of",
                    Fold::Count | Fold::Union => "the number of",
                };
                let given = given.map(|given| format!(" for which {given}")).unwrap_or_default();
                format!("{what} {} over {}{given}", self.value(body), self.all(over, *local))
            }
            ExprKind::Distance { from, to, joint } => {
                let by = self.stepping(joint.relation);
                let (from, to) = (self.set(from).a(), self.set(to).a());
                format!("the least number of steps{by} from {from} to {to} (-1 where no way leads)")
            }
            ExprKind::Before(number) => format!("{} before the move", self.number(number)),
            ExprKind::TurnStart(number) => format!("{} at the start of the turn", self.number(number)),
            ExprKind::Builtin(builtin, args) => self.worked_out(*builtin, args, expr),
            _ => self.code(expr),
        }
    }

    fn worked_out(self, builtin: Builtin, args: &[Expr], expr: &Expr) -> String {
        match (builtin, args) {
            (Builtin::Add, all) => all.iter().map(|part| self.term(part)).collect::<Vec<_>>().join(" plus "),
            (Builtin::Subtract, [a, b]) => {
                let is_difference = matches!(a.kind, ExprKind::Builtin(Builtin::Subtract, _));
                format!("{} minus {}", if is_difference { self.number(a) } else { self.term(a) }, self.factor(b))
            }
            (Builtin::Multiply, all) => all.iter().map(|part| self.factor(part)).collect::<Vec<_>>().join(" times "),
            (Builtin::Divide, [a, b]) => format!("{} divided by {}", self.factor(a), self.factor(b)),
            (Builtin::Div, [a, b]) => format!("{} divided by {}, rounded down", self.factor(a), self.factor(b)),
            (Builtin::Mod, [a, b]) => format!("the remainder of {} divided by {}", self.factor(a), self.factor(b)),
            (Builtin::Negate, [a]) => format!("minus {}", self.factor(a)),
            (
                Builtin::Count
                | Builtin::GroupCount
                | Builtin::NumbersCount
                | Builtin::DirectionsCount
                | Builtin::KindsCount,
                [set],
            ) => format!("the number of {}", self.many(set, true)),
            (Builtin::Column, [cell]) => format!("the column of {}", self.place(cell)),
            (Builtin::Row, [cell]) => format!("the row of {}", self.place(cell)),
            (Builtin::Level, [cell]) => format!("the level of {}", self.place(cell)),
            (Builtin::Edges, [cell]) => format!("the number of sides of the board at {}", self.place(cell)),
            (Builtin::SidesTouched, [set]) => {
                format!("the number of sides of the board that {} touch", self.set(set).all("the"))
            }
            (Builtin::Height, [cell]) => format!("the height of the stack on {}", self.place(cell)),
            (Builtin::InStack, [cell, player]) => {
                let (cell, who) = (self.place(cell), self.player(player));
                format!("the number of pieces in the stack on {cell} that belong to {who}")
            }
            (Builtin::Sizes, [groups]) => format!("the sizes of {}, largest first", self.set(groups).all("the")),
            (Builtin::SumOfNumbers, [list]) => format!("the sum of {}", self.number(list)),
            (Builtin::MaxOfNumbers, [list]) => format!("the greatest of {}", self.number(list)),
            (Builtin::MinOfNumbers, [list]) => format!("the least of {}", self.number(list)),
            (Builtin::Maximum, all) => {
                format!("the greatest of {}", listed(all.iter().map(|part| self.factor(part)), "and"))
            }
            (Builtin::Minimum, all) => {
                format!("the least of {}", listed(all.iter().map(|part| self.factor(part)), "and"))
            }
            (Builtin::Absolute, [number]) => format!("{} without its sign", self.factor(number)),
            (Builtin::Distance, [a, b]) => format!("the distance from {} to {}", self.place(a), self.place(b)),
            (Builtin::TurnNumber, _) => "the number of the turn".to_owned(),
            (Builtin::PlyNumber, _) => "the number of the action".to_owned(),
            (Builtin::CycleLength, _) => "the number of turns since the first of these occurrences".to_owned(),
            (Builtin::NumberOf, [value]) => self.value(value),
            _ => self.code(expr),
        }
    }

    /// A number as a part of a product.
    fn factor(self, expr: &Expr) -> String {
        let expr = self.decided(expr);
        let is_sum =
            matches!(expr.kind, ExprKind::Builtin(Builtin::Add | Builtin::Subtract | Builtin::Div | Builtin::Mod, _));
        if is_sum { format!("({})", self.number(expr)) } else { self.number(expr) }
    }

    /// A number as a part of a sum.
    fn term(self, expr: &Expr) -> String {
        match expr.kind {
            ExprKind::If(..) | ExprKind::Builtin(Builtin::Subtract | Builtin::Mod | Builtin::Div, _) => {
                self.factor(expr)
            }
            _ => self.number(expr),
        }
    }

    /// The members of a set without an article, or one of them.
    pub fn many(self, set: &Expr, several: bool) -> String {
        match set.ty {
            Type::Cells | Type::Groups | Type::Cell => {
                self.set(set).counted(several).trim_start_matches("of ").to_owned()
            }
            _ => self.many_called(set, "", several),
        }
    }

    /// The members of a set without an article, each with its name, or one of them.
    pub fn many_named(self, set: &Expr, local: LocalId, several: bool) -> String {
        match set.ty {
            Type::Cells | Type::Groups | Type::Cell => self.named(set, local).bare(several),
            _ => self.many_called(set, &self.naming(local), several),
        }
    }

    /// Members that are no cells, with a name for each.
    fn many_called(self, set: &Expr, name: &str, several: bool) -> String {
        let s = if several { "s" } else { "" };
        match set.ty {
            Type::Players => format!("player{s}{name}"),
            Type::Directions => match self.which_ways(set) {
                Some(which) => format!("{which}direction{s}{name}"),
                None => format!("direction{s}{name} ({})", self.direction(set)),
            },
            Type::Kinds => format!("kind{s}{name} ({})", self.kinds(set)),
            Type::Range => format!("number{s}{name} {}", self.range(set)),
            _ => format!("{}{name}", self.value(set)),
        }
    }

    /// The members of a set, all of them, each with its name.
    fn all(self, set: &Expr, local: LocalId) -> String {
        match set.ty {
            Type::Cells | Type::Groups | Type::Cell => self.named(set, local).all("the"),
            _ => format!("the {}", self.many_called(set, &self.naming(local), true)),
        }
    }

    /// A number of a counter: `your hand`, "the `seed` of `c`".
    pub fn counter(self, counter: CounterId, of: &[Expr]) -> String {
        let counter = &self.game.counters[counter];
        let name = format!("`{}`", counter.name);
        let mut said = match counter.per.indexes().zip(of).find(|(index, _)| *index == Index::Player) {
            Some((_, player)) => self.owned(player, &name),
            None if of.is_empty() => name,
            None => format!("the {name}"),
        };
        for (index, own) in counter.per.indexes().zip(of) {
            match index {
                Index::Player => {}
                Index::Cell if counter.carried.is_some() => {
                    said = format!("{said} of the piece on {}", self.place(own));
                }
                Index::Cell => said = format!("{said} of {}", self.place(own)),
                Index::Kind => {
                    let kind = self.kinds(own);
                    let is_told = kind.starts_with("the kind") || kind.starts_with("each ");
                    let of = if is_told { "of" } else { "of the kind" };
                    said = format!("{said} {of} {kind}");
                }
            }
        }
        said
    }

    /// A number that is known.
    pub fn known(self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Number(number) => number.to_whole(),
            _ => None,
        }
    }
}

//! What can only become more with more pieces of one player on the board, whatever the others have there.

use rulebook_language::model::row::Reads;
use rulebook_language::model::{Builtin, Expr, ExprKind, Fold, Game, LocalId, PatternId, PatternKind, Type};

/// How deep definitions are looked into.
const MAX_DEPTH: usize = 8;

/// How a value follows a player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// It is the same with any pieces on the board.
    Fixed,
    /// With more pieces of the player it holds still, has the same cells and perhaps more, or is no less.
    Grows,
    /// Neither is known.
    Unknown,
}

use Growth::{Fixed, Grows, Unknown};

impl Growth {
    /// What is made of both.
    fn with(self, other: Growth) -> Growth {
        match (self, other) {
            (Unknown, _) | (_, Unknown) => Unknown,
            (Fixed, Fixed) => Fixed,
            _ => Grows,
        }
    }

    fn only_if(self, condition: bool) -> Growth {
        if condition { self } else { Unknown }
    }
}

/// Whose pieces are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The player to act.
    Mover,
    /// The player who has just acted.
    LastMover,
}

/// A reader of expressions in an end clause.
#[derive(Clone, Debug)]
pub struct Reader<'g> {
    /// The game.
    pub game: &'g Game,
    /// Whose pieces are meant.
    pub whose: Whose,
    /// Whether only lines and loops count.
    pub shapes_alone: bool,
    /// Whether the player's pieces are never fewer, so that what they reach exactly, they reach with the last of them.
    pub is_kept: bool,
    /// What bound names stand for: the player in question, or something that is fixed or grows.
    locals: Vec<(LocalId, Bound)>,
    depth: usize,
}

/// What a bound name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Player,
    Value(Growth),
}

impl<'g> Reader<'g> {
    /// Reads for one player.
    pub fn new(game: &'g Game, whose: Whose) -> Self {
        Reader { game, whose, shapes_alone: false, is_kept: false, locals: Vec::new(), depth: 0 }
    }

    fn bind(&self, local: LocalId, bound: Bound) -> Self {
        let mut inner = self.clone();
        inner.locals.push((local, bound));
        inner
    }

    fn bound(&self, local: LocalId) -> Option<Bound> {
        self.locals.iter().rev().find(|(bound, _)| *bound == local).map(|(_, bound)| *bound)
    }

    /// Whether an expression means the player.
    fn is_player(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Me, _) => self.whose == Whose::Mover,
            ExprKind::Builtin(Builtin::LastMover, _) => self.whose == Whose::LastMover,
            ExprKind::Builtin(Builtin::Opponent, _) => self.whose == Whose::LastMover && self.game.players.len() == 2,
            ExprKind::Local(local) => self.bound(*local) == Some(Bound::Player),
            _ => false,
        }
    }

    /// How a condition follows the player's pieces.
    pub fn condition(&self, expr: &Expr) -> Growth {
        match &expr.kind {
            _ if self.is_fixed(expr) => Fixed,
            ExprKind::Builtin(Builtin::And | Builtin::Or, args) => self.all(args, Self::condition),
            ExprKind::Builtin(Builtin::NotEmpty, set) => self.all(set, Self::cells),
            ExprKind::Builtin(Builtin::Joins, args) => self.all(args, Self::cells).only_if(!self.shapes_alone),
            ExprKind::Builtin(Builtin::Contains | Builtin::SubsetOf, args) => match args.as_slice() {
                [inside, set] => self.cells(set).only_if(self.is_fixed(inside) && !self.shapes_alone),
                _ => Unknown,
            },
            ExprKind::Builtin(Builtin::Less | Builtin::LessOrEqual, args) => match args.as_slice() {
                [low, high] => self.number(high).only_if(self.is_fixed(low)),
                _ => Unknown,
            },
            ExprKind::Builtin(Builtin::Equal, args) => match args.as_slice() {
                [a, b] if self.is_kept => match (self.number(a), self.number(b)) {
                    (Grows, Fixed) | (Fixed, Grows) => Grows,
                    _ => Unknown,
                },
                _ => Unknown,
            },
            ExprKind::Quantified { every, local, over, condition } => {
                let holds = match condition.kind {
                    ExprKind::Truth(true) => Fixed,
                    _ if self.shapes_alone => Unknown,
                    _ => self.bind_member(*local, over).condition(condition),
                };
                let over = self.cells(over);
                over.with(holds).only_if(!every || over == Fixed)
            }
            ExprKind::If(condition, then, otherwise) => {
                self.condition(then).with(self.condition(otherwise)).only_if(self.is_fixed(condition))
            }
            ExprKind::Call(..) => self.called(expr, Self::condition),
            _ => Unknown,
        }
    }

    /// Gives a name to a member of a set: a group grows with the pieces, a cell stays where it is.
    fn bind_member(&self, local: LocalId, over: &Expr) -> Self {
        let growth = if over.ty == Type::Groups { self.cells(over) } else { Fixed };
        self.bind(local, Bound::Value(growth))
    }

    fn all(&self, args: &[Expr], read: impl Fn(&Self, &Expr) -> Growth) -> Growth {
        args.iter().map(|arg| read(self, arg)).fold(Fixed, Growth::with)
    }

    /// How a set of cells, or of groups, follows the player's pieces.
    fn cells(&self, expr: &Expr) -> Growth {
        let own = Grows.only_if(!self.shapes_alone);
        match &expr.kind {
            _ if self.is_fixed(expr) => Fixed,
            ExprKind::Local(local) => match self.bound(*local) {
                Some(Bound::Value(growth)) => growth,
                _ => Unknown,
            },
            ExprKind::Builtin(Builtin::Mine, _) => own.only_if(self.whose == Whose::Mover),
            ExprKind::Builtin(Builtin::Enemies, _) => {
                own.only_if(self.whose == Whose::LastMover && self.game.players.len() == 2)
            }
            ExprKind::Builtin(Builtin::OwnedBy, of) => own.only_if(of.iter().all(|of| self.is_player(of))),
            ExprKind::Pieces { owner: Some(owner), .. } => own.only_if(self.is_player(owner)),
            ExprKind::Pattern { pattern, of, through } => self.pattern(*pattern, of.as_deref(), through.as_deref()),
            ExprKind::Builtin(
                Builtin::UnionOfGroups | Builtin::OneCell | Builtin::Intersection | Builtin::Union | Builtin::SetOf,
                args,
            ) => self.all(args, Self::cells),
            ExprKind::Builtin(Builtin::Difference | Builtin::StepAll, args) => match args.as_slice() {
                [set, by] => self.cells(set).only_if(self.is_fixed(by)),
                _ => Unknown,
            },
            ExprKind::Neighbours(_, of) => self.cells(of),
            ExprKind::Filter { local, over, condition } => {
                self.cells(over).with(self.bind(*local, Bound::Value(Fixed)).condition(condition))
            }
            ExprKind::Call(..) => self.called(expr, Self::cells),
            _ => Unknown,
        }
    }

    /// Groups, lines and loops of the player. Others that stand beside a line count only where it must be no longer.
    fn pattern(&self, id: PatternId, of: Option<&Expr>, through: Option<&Expr>) -> Growth {
        let Some(pattern) = self.game.patterns.get(id) else { return Unknown };
        let is_shape = match pattern.sort {
            PatternKind::Group => false,
            PatternKind::Loop | PatternKind::Line { exactly: false, .. } => true,
            PatternKind::Line { exactly: true, .. } => return Unknown,
        };
        if pattern.by_kind {
            return Unknown;
        }
        // A line of anybody is one that has just been made.
        let whose = match of {
            Some(of) => self.is_player(of),
            None => self.whose == Whose::LastMover,
        };
        let members = match pattern.by_owner {
            true => matches!(pattern.members.kind, ExprKind::Pieces { .. } | ExprKind::Builtin(Builtin::Occupied, _)),
            false => self.whose == Whose::Mover && matches!(pattern.members.kind, ExprKind::Builtin(Builtin::Mine, _)),
        };
        let plain = (whose || !pattern.by_owner) && members && through.is_none_or(|cell| self.is_fixed(cell));
        Grows.only_if(plain && (is_shape || !self.shapes_alone))
    }

    /// How a number follows the player's pieces.
    fn number(&self, expr: &Expr) -> Growth {
        match &expr.kind {
            _ if self.is_fixed(expr) => Fixed,
            ExprKind::Builtin(Builtin::Count, set) => self.all(set, Self::cells),
            // Groups may grow together; lines and loops do not.
            ExprKind::Builtin(Builtin::GroupCount, groups) => {
                let reader = Reader { shapes_alone: true, ..self.clone() };
                reader.all(groups, Self::cells)
            }
            ExprKind::Builtin(Builtin::MaxOfNumbers | Builtin::SumOfNumbers, lists) => self.all(lists, Self::number),
            ExprKind::Builtin(Builtin::Sizes, groups) => self.all(groups, Self::cells),
            ExprKind::Builtin(Builtin::Add | Builtin::Maximum | Builtin::Minimum, args) => self.all(args, Self::number),
            ExprKind::Fold { how: Fold::Count, local, over, condition, .. } => {
                let inner = self.bind_member(*local, over);
                let holds = condition.as_deref().map_or(Fixed, |condition| inner.condition(condition));
                // Groups that grow may be fewer then.
                self.cells(over).with(holds).only_if(over.ty != Type::Groups)
            }
            ExprKind::Call(..) => self.called(expr, Self::number),
            _ => Unknown,
        }
    }

    fn called(&self, expr: &Expr, read: impl Fn(&Self, &Expr) -> Growth) -> Growth {
        let ExprKind::Call(id, args) = &expr.kind else { return Unknown };
        let Some(definition) = self.game.definitions.get(*id).filter(|_| self.depth < MAX_DEPTH) else {
            return Unknown;
        };
        let mut inner = Reader { depth: self.depth + 1, ..self.clone() };
        for (param, arg) in definition.params.iter().zip(args) {
            let bound = match self.is_player(arg) {
                true => Bound::Player,
                false => Bound::Value(self.cells(arg)),
            };
            inner.locals.push((*param, bound));
        }
        read(&inner, &definition.body)
    }

    /// Whether the board, the options and who is asked about decide what it is.
    fn is_fixed(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => {
                matches!(self.bound(*local), Some(Bound::Player | Bound::Value(Fixed)))
            }
            ExprKind::Call(id, args) => {
                let Some(definition) = self.game.definitions.get(*id).filter(|_| self.depth < MAX_DEPTH) else {
                    return false;
                };
                let mut inner = Reader { depth: self.depth + 1, ..self.clone() };
                inner.locals.extend(definition.params.iter().map(|param| (*param, Bound::Value(Fixed))));
                args.iter().all(|arg| self.is_fixed(arg)) && inner.is_fixed(&definition.body)
            }
            _ => {
                let mut inner = self.clone();
                inner.locals.extend(expr.binds().map(|local| (local, Bound::Value(Fixed))));
                let own = self.is_player(expr) || expr.reads().within(Reads::MOVER);
                own && expr.parts().into_iter().all(|part| inner.is_fixed(part))
            }
        }
    }
}

//! Exact numbers in whole registers: each register holds the number times a scale that is known here, and its bounds are
//! known too, so that nothing overflows while a game is played.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Num, Operand, Who};
use crate::plan::op::{Op, Reg};
use rulebook_language::diagnostic::{self, Diagnostic};
use rulebook_language::model::{Builtin, Constant, CounterId, Expr, Index, Per};
use rulebook_language::util::{Id, gcd};

/// The most numbers of a range; no set has more members, and no board more groups.
pub const MAX_RANGE: i64 = 1 << 16;

/// The largest number that a register may reach, so that two of them can be added and compared.
const MAX_MAGNITUDE: i128 = 1 << 61;

impl Builder<'_> {
    /// An expression as a number.
    pub fn number(&mut self, expr: &Expr) -> Lowered<Num> {
        match self.lower(expr)? {
            Operand::Number(num) => Ok(num),
            _ => Err(self.internal(expr)),
        }
    }

    /// A number in a register, within bounds that are known.
    pub fn whole(&self, reg: Reg, low: i128, high: i128) -> Operand {
        Operand::Number(Num { reg, scale: 1, low, high })
    }

    /// The number with another scale, a multiple of its own.
    pub fn rescaled(&mut self, num: Num, scale: i64, at: &Expr) -> Lowered<Num> {
        if num.scale == scale {
            return Ok(num);
        }
        let factor = scale / num.scale;
        let by = self.code.constant_number(factor);
        let d = self.code.number_reg();
        self.code.op(Op::Multiply { d, a: num.reg, b: by });
        self.bounded(d, scale, num.low * i128::from(factor), num.high * i128::from(factor), at)
    }

    fn bounded(&self, reg: Reg, scale: i64, low: i128, high: i128, at: &Expr) -> Lowered<Num> {
        if low < -MAX_MAGNITUDE || high > MAX_MAGNITUDE {
            return Err(Box::new(
                Diagnostic::new(diagnostic::Code::LimitNumber, at.span, "this number can grow too large")
                    .label("it could pass two million million million")
                    .help("compare smaller numbers, or give counters smaller ranges"),
            ));
        }
        Ok(Num { reg, scale, low, high })
    }

    /// Two numbers with one scale.
    pub fn aligned(&mut self, a: Num, b: Num, at: &Expr) -> Lowered<(Num, Num)> {
        let scale = common(a.scale, b.scale).ok_or_else(|| too_fine(at))?;
        Ok((self.rescaled(a, scale, at)?, self.rescaled(b, scale, at)?))
    }

    /// `low..=high`: whole numbers.
    pub fn range(&mut self, low: &Expr, high: &Expr, at: &Expr) -> Lowered<Operand> {
        let (low, high) = (self.number(low)?, self.number(high)?);
        if low.scale != 1 || high.scale != 1 {
            let said = Diagnostic::new(
                diagnostic::Code::TypeMismatch,
                at.span,
                "a range goes from one whole number to another",
            );
            return Err(Box::new(said.label("this may be a fraction").help("round with `div`, as in `1..=n div 2`")));
        }
        if high.high - low.low >= i128::from(MAX_RANGE) {
            let message = format!("a range of more than {MAX_RANGE} numbers");
            let said = Diagnostic::new(diagnostic::Code::LimitNumber, at.span, message).label("it can grow so long");
            return Err(Box::new(said.help("give its ends tighter bounds, with `min` and `max` or counters' ranges")));
        }
        Ok(Operand::Range(low, high))
    }

    /// Arithmetic.
    pub fn arithmetic(&mut self, builtin: Builtin, args: &[Expr], at: &Expr) -> Lowered<Operand> {
        let num = match (builtin, args) {
            (Builtin::Negate, [a]) => {
                let a = self.number(a)?;
                let zero = self.code.constant_number(0);
                let d = self.code.number_reg();
                self.code.op(Op::Subtract { d, a: zero, b: a.reg });
                Num { reg: d, low: -a.high, high: -a.low, ..a }
            }
            (Builtin::Absolute, [a]) => {
                let a = self.number(a)?;
                let zero = self.code.constant_number(0);
                let negated = self.code.number_reg();
                self.code.op(Op::Subtract { d: negated, a: zero, b: a.reg });
                let d = self.code.number_reg();
                self.code.op(Op::Greatest { d, a: a.reg, b: negated });
                Num { reg: d, low: 0, high: a.high.max(-a.low), ..a }
            }
            (Builtin::Divide, [a, b]) => self.divide(a, b, at)?,
            (Builtin::Minimum | Builtin::Maximum, [first, rest @ ..]) => {
                let mut best = self.number(first)?;
                for next in rest {
                    let next = self.number(next)?;
                    let (a, b) = self.aligned(best, next, at)?;
                    let d = self.code.number_reg();
                    best = if builtin == Builtin::Minimum {
                        self.code.op(Op::Least { d, a: a.reg, b: b.reg });
                        Num { reg: d, scale: a.scale, low: a.low.min(b.low), high: a.high.min(b.high) }
                    } else {
                        self.code.op(Op::Greatest { d, a: a.reg, b: b.reg });
                        Num { reg: d, scale: a.scale, low: a.low.max(b.low), high: a.high.max(b.high) }
                    };
                }
                best
            }
            (Builtin::Multiply, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let d = self.code.number_reg();
                self.code.op(Op::Multiply { d, a: a.reg, b: b.reg });
                let products = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)]
                    .map(|(x, y)| x.saturating_mul(y));
                let (low, high) = (products.into_iter().min().unwrap_or(0), products.into_iter().max().unwrap_or(0));
                let scale = a.scale.checked_mul(b.scale).ok_or_else(|| too_fine(at))?;
                self.bounded(d, scale, low, high, at)?
            }
            (_, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let (a, b) = self.aligned(a, b, at)?;
                let d = self.code.number_reg();
                let widest = b.low.abs().max(b.high.abs());
                match builtin {
                    Builtin::Add => {
                        self.code.op(Op::Add { d, a: a.reg, b: b.reg });
                        self.bounded(d, a.scale, a.low + b.low, a.high + b.high, at)?
                    }
                    Builtin::Subtract => {
                        self.code.op(Op::Subtract { d, a: a.reg, b: b.reg });
                        self.bounded(d, a.scale, a.low - b.high, a.high - b.low, at)?
                    }
                    Builtin::Div => {
                        self.code.op(Op::Div { d, a: a.reg, b: b.reg });
                        let most = a.low.abs().max(a.high.abs()) + 1;
                        self.bounded(d, 1, -most, most, at)?
                    }
                    _ => {
                        self.code.op(Op::Mod { d, a: a.reg, b: b.reg });
                        self.bounded(
                            d,
                            a.scale,
                            if b.low < 0 { -widest } else { 0 },
                            if b.high > 0 { widest } else { 0 },
                            at,
                        )?
                    }
                }
            }
            _ => return Err(self.internal(at)),
        };
        Ok(Operand::Number(num))
    }

    /// A division by a number that is known: the scale grows by it.
    fn divide(&mut self, a: &Expr, b: &Expr, at: &Expr) -> Lowered<Num> {
        let a = self.number(a)?;
        let Some(Constant::Number(by)) = self.known(b) else {
            return Err(Box::new(
                Diagnostic::new(
                    diagnostic::Code::LimitDivision,
                    b.span,
                    "a division by a number that changes during the game",
                )
                .label("not known before the game begins")
                .help("use `div` for whole numbers, or compare products: `a * d > c * b` for `a / b > c / d`"),
            ));
        };
        let (above, below) = (by.numerator(), by.denominator());
        if above == 0 {
            return Err(Box::new(
                Diagnostic::new(diagnostic::Code::TypeDivision, b.span, "a division by zero").label("comes to 0"),
            ));
        }
        let times = self.code.constant_number(below * above.signum());
        let d = self.code.number_reg();
        self.code.op(Op::Multiply { d, a: a.reg, b: times });
        let scale = a.scale.checked_mul(above.abs()).ok_or_else(|| too_fine(at))?;
        let ends = [a.low, a.high].map(|end| end * i128::from(below) * i128::from(above.signum()));
        self.bounded(d, scale, ends[0].min(ends[1]), ends[0].max(ends[1]), at)
    }

    /// Two branches' numbers as one: the second has just been worked out, `skip` jumps here from the end of the first.
    pub fn join_numbers(&mut self, a: Num, b: Num, skip: u32, at: &Expr) -> Lowered<Operand> {
        let scale = common(a.scale, b.scale).ok_or_else(|| too_fine(at))?;
        let d = self.code.number_reg();
        let second = self.rescaled(b, scale, at)?;
        self.code.op(Op::Move { d, a: second.reg });
        let over = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&[skip]);
        let first = self.rescaled(a, scale, at)?;
        self.code.op(Op::Move { d, a: first.reg });
        self.code.land(&[over]);
        Ok(Operand::Number(Num { reg: d, scale, low: first.low.min(second.low), high: first.high.max(second.high) }))
    }

    /// A counter, of a cell, player or kind where there is one for each.
    pub fn counter(&mut self, id: CounterId, of: &[Expr]) -> Lowered<Operand> {
        let counter = &self.game.counters[id];
        let (low, high) = (i128::from(counter.low), i128::from(counter.high));
        let offset = self.layout.counter(id);
        let offset = self.at(offset);
        let d = self.code.number_reg();
        match self.counted(of, counter.per)? {
            Counted::At(place) => self.code.op(Op::Load { d, offset: offset + place }),
            Counted::Of(index, count) => self.code.op(Op::LoadAt { d, offset, index, count }),
        }
        // Nowhere, nobody and no kind have 0, as have cells without a piece that carries it.
        Ok(self.whole(d, low.min(0), high.max(0)))
    }

    /// Whose counter.
    pub fn counted(&mut self, of: &[Expr], per: Per) -> Lowered<Counted> {
        let indexes: Vec<Index> = per.indexes().collect();
        match (of, indexes.as_slice()) {
            ([of], [index]) => {
                let reg = self.index(of)?.reg;
                Ok(Counted::Of(reg, self.game.members(*index) as u16))
            }
            ([row, column], [_, second]) => {
                let (row, column) = (self.index(row)?, self.index(column)?);
                let columns = self.game.members(*second);
                if let (Some(row), Some(column)) = (row.known, column.known) {
                    return Ok(Counted::At((row * columns + column) as u32));
                }
                let by = self.code.constant_number(columns as i64);
                let (start, place) = (self.code.number_reg(), self.code.number_reg());
                self.code.op(Op::Multiply { d: start, a: row.reg, b: by });
                self.code.op(Op::Add { d: place, a: start, b: column.reg });
                let count = self.game.numbers(per) as u16;
                if column.known.is_some() {
                    return Ok(Counted::Of(place, count));
                }
                // What is no column has a place in no row: (column + 1) * count - 1 is less than none then, and past all places
                // otherwise.
                let (one, all) = (self.code.constant_number(1), self.code.constant_number(i64::from(count)));
                let [next, far, most, d] = std::array::from_fn(|_| self.code.number_reg());
                self.code.op(Op::Add { d: next, a: column.reg, b: one });
                self.code.op(Op::Multiply { d: far, a: next, b: all });
                self.code.op(Op::Subtract { d: most, a: far, b: one });
                self.code.op(Op::Least { d, a: place, b: most });
                Ok(Counted::Of(d, count))
            }
            ([first, ..], _) => Err(self.internal(first)),
            // The checker counts them: this is the game's own number.
            ([], _) => Ok(Counted::At(0)),
        }
    }

    /// A cell, player or kind as a number.
    fn index(&mut self, of: &Expr) -> Lowered<Known> {
        let known = match self.known(of) {
            Some(Constant::Cell(Some(cell))) => Some(cell.index()),
            Some(Constant::Kind(kind)) => Some(kind.index()),
            _ => None,
        };
        match self.lower(of)? {
            Operand::Cell(reg) | Operand::Kind(reg) => Ok(Known { reg, known }),
            Operand::Player(who) => {
                let known = if let Who::Known(player) = who { Some(player.index()) } else { None };
                Ok(Known { reg: self.who_reg(who), known })
            }
            _ => Err(self.internal(of)),
        }
    }
}

/// Whose counter.
pub enum Counted {
    /// The number at this place among them.
    At(u32),
    /// The one that the register says, of so many.
    Of(Reg, u16),
}

/// An index in a register, and what it is where that is known.
struct Known {
    reg: Reg,
    known: Option<usize>,
}

fn too_fine(at: &Expr) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(diagnostic::Code::LimitNumber, at.span, "this fraction is too fine")
            .label("the number below the line passes nine million million million")
            .help("divide by smaller numbers"),
    )
}

/// The least common multiple of two scales.
fn common(a: i64, b: i64) -> Option<i64> {
    let divisor = gcd(a.unsigned_abs().into(), b.unsigned_abs().into()) as i64;
    (a / divisor.max(1)).checked_mul(b)
}

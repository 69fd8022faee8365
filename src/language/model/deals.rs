//! What a setup lays by lot.

use super::action::Picking;
use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::Constant;
use super::expr::{Expr, ExprKind, Type};
use super::game::Placement;
use super::ids::KindId;
use super::luck::{Deal, Scatter, Scattered};
use super::order::TurnStep;
use super::scope::Phase;
use super::signs::Signs;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, SetupItem};
use crate::topology::CellId;
use crate::util::Id;

/// The most sorts of pieces that one line scatters.
const MAX_ITEMS: usize = 64;

/// On how many of these cells a line that scatters lays something at most. What other lots do is seen when they are drawn.
fn most_laid(deal: &Deal, cells: &[CellId]) -> usize {
    let Deal::Scatter(scatter) = deal else { return 0 };
    let pieces: usize = scatter.items.iter().map(|item| item.count as usize).sum();
    pieces.min(scatter.cells.iter().filter(|cell| cells.contains(cell)).count())
}

impl Checker<'_> {
    /// Checks the lines of the setup that leave something to chance, behind the others, which lay pieces as `placements` say.
    pub fn deals(&mut self, items: &[&SetupItem], placements: &[Placement]) -> Vec<Deal> {
        let mut deals = Vec::new();
        for item in items {
            match item {
                SetupItem::Draw(draw) => deals.extend(self.deal(draw)),
                SetupItem::Scatter(scatter) => {
                    let scatter = self.scatter(scatter, placements, &deals);
                    // An option may say that there are none.
                    deals.extend(scatter.filter(|scatter| !scatter.items.is_empty()).map(Deal::Scatter));
                }
                SetupItem::Base(_)
                | SetupItem::Picture(_)
                | SetupItem::Put { .. }
                | SetupItem::Set { .. }
                | SetupItem::Mark { .. } => {}
            }
        }
        deals
    }

    fn deal(&mut self, draw: &ast::Draw) -> Option<Deal> {
        let rule = match &draw.step {
            ast::TurnStep::Roll(names) => self.roll(names)?,
            ast::TurnStep::Draw(name) => self.drawing(name)?,
            _ => return None,
        };
        let moves = self.parts.moves.get(rule)?.clone();
        let mut mover = None;
        for step in &moves.picking {
            let (Picking::Pick { from: asked, .. }
            | Picking::Several { from: asked, .. }
            | Picking::Let { value: asked, .. }
            | Picking::Where(asked)) = step;
            mover = mover.or(self.moments(asked).mover);
        }
        for effect in &moves.effects {
            effect.visit(true, &mut |expr| mover = mover.or(self.moments(expr).mover));
        }
        if let Some(at) = mover {
            let said = Diagnostic::new(Code::LuckSetup, at, "nobody moves in the setup, so nobody is meant here");
            let said = said.related(draw.span, "done in the setup here");
            self.say(said.help("name the player, or make a lot for the setup alone"));
            return None;
        }
        let follow = ast::TurnFollow {
            how: ast::Continue::Always,
            step: draw.step.clone(),
            when: Vec::new(),
            repeat: draw.repeat.clone(),
            span: draw.span,
        };
        let follow =
            self.in_phase(Phase::Setup, |checker| checker.following(&follow, TurnStep::Move(rule, Vec::new())))?;
        Some(Deal::Draw { rule, when: follow.when, repeat: follow.repeat, span: draw.span })
    }

    fn scatter(&mut self, scatter: &ast::Scatter, placements: &[Placement], before: &[Deal]) -> Option<Scatter> {
        let cells = self.scattered_over(scatter, placements)?;
        if self.parts.max_height == 1
            && let Some(left) = self.left_empty(placements)
            && let Some(taken) = cells.iter().find(|cell| !left.contains(cell))
        {
            let at = scatter.over.as_ref().map_or(scatter.span, |over| over.span);
            let board = self.parts.board.as_ref()?;
            let cell = board.cell_written(*taken).to_owned();
            let said = Diagnostic::new(Code::LuckSetup, at, format!("a line above lays something on `{cell}` already"));
            self.say(said.help(format!("leave it out, as in `over rows(1) - {cell}`, or write `elsewhere`")));
            return None;
        }
        let mut items: Vec<Scattered> = Vec::new();
        for item in &scatter.items {
            let count = match &item.count {
                Some(count) => self.whole(count, 0, i64::from(u16::MAX), "how many are scattered")?,
                None => 1,
            };
            for piece in self.scattered_pieces(item)? {
                let (cell, span) = (self.scope.unnamed(), item.span);
                let on = Expr { kind: ExprKind::Local(cell), ty: Type::Cell, span };
                let on = self.builtin(Builtin::OneCell, vec![on], span);
                let carrying = self.set_up_carrying(&item.carrying, &piece, false, Some(&on), span);
                let sign = self.scattered_sign(&piece, &item.carrying);
                if items.iter().any(|other| other.sign == sign) {
                    let message = format!("`{sign}` is scattered twice in one line");
                    let said = Diagnostic::new(Code::LuckSetup, span, message);
                    self.say(said.help("say once how many there are"));
                    return None;
                }
                items.push(Scattered { count: count as u32, piece, cell, carrying, sign });
            }
        }
        items.retain(|item| item.count > 0);
        if items.len() > MAX_ITEMS {
            let message = format!("{} sorts of pieces in one line", items.len());
            self.say(
                Diagnostic::new(Code::LimitKinds, scatter.span, message).help(format!("scatter {MAX_ITEMS} at most")),
            );
            return None;
        }
        // What lots have laid before is known when it is laid.
        let on_empty = !before.is_empty() && (scatter.over.is_none() || self.parts.max_height == 1);
        let taken: usize = if on_empty { before.iter().map(|deal| most_laid(deal, &cells)).sum() } else { 0 };
        let pieces: usize = items.iter().map(|item| item.count as usize).sum();
        if pieces > cells.len().saturating_sub(taken) {
            let message = match taken {
                0 => format!("{pieces} pieces and {} cells", cells.len()),
                _ => format!("{pieces} pieces and {} cells, of which lots before may take {taken}", cells.len()),
            };
            let said = Diagnostic::new(Code::LuckSetup, scatter.span, message);
            self.say(said.label("a cell gets one piece at most").help("scatter fewer pieces, or over more cells"));
            return None;
        }
        Some(Scatter { cells, on_empty, items, span: scatter.span })
    }

    /// The cells of a line that scatters, in the order in which one reads the board.
    fn scattered_over(&mut self, scatter: &ast::Scatter, placements: &[Placement]) -> Option<Vec<CellId>> {
        let known = match &scatter.over {
            Some(over) => {
                let typed = self.in_phase(Phase::Setup, |checker| checker.expect(over, Type::Cells));
                if typed.ty == Type::Unknown {
                    return None;
                }
                match self.constant(&typed) {
                    Some(Constant::Cells(cells)) => Some(cells),
                    _ => None,
                }
            }
            None => self.left_empty(placements),
        };
        let Some(known) = known else {
            let at = scatter.over.as_ref().map_or(scatter.span, |over| over.span);
            let said = Diagnostic::new(Code::LuckSetup, at, "over which cells is known before the game");
            let help = "name them, as in `over board - rows(1)`; `elsewhere` is all that the lines above leave empty";
            self.say(said.label("depends on the position").help(help));
            return None;
        };
        let board = self.parts.board.as_ref()?;
        Some(board.cells().filter(|cell| known.contains(cell)).collect())
    }

    /// The cells on which no line before puts anything.
    fn left_empty(&self, placements: &[Placement]) -> Option<Vec<CellId>> {
        let mut left: Vec<CellId> = self.parts.board.as_ref()?.cells().collect();
        for placement in placements {
            match placement.on.as_ref().map(|on| self.constant(on)) {
                None => left.clear(),
                Some(Some(Constant::Cells(cells))) => left.retain(|cell| !cells.contains(cell)),
                Some(_) => return None,
            }
        }
        Some(left)
    }

    /// The pieces of which so many each are laid.
    fn scattered_pieces(&mut self, item: &ast::Scattered) -> Option<Vec<Expr>> {
        let Some(each) = &item.each else {
            let said = item.piece.as_ref()?;
            let piece = self.in_phase(Phase::Setup, |checker| checker.expect(said, Type::Piece));
            return (piece.ty == Type::Piece).then(|| vec![piece]);
        };
        let typed = self.in_phase(Phase::Static, |checker| checker.expect(&each.kinds, Type::Kinds));
        let kinds: Vec<KindId> = match self.constant(&typed) {
            Some(Constant::Kinds(kinds)) => kinds,
            _ if typed.ty == Type::Unknown => return None,
            _ => {
                let said = Diagnostic::new(Code::LuckSetup, each.kinds.span, "which kinds is known before the game");
                self.say(said.help("name them, as in `7 each of {red, orange}`"));
                return None;
            }
        };
        let span = each.kinds.span;
        let owner = match &each.owner {
            Some(name) => Some(self.named_player(name)?),
            None => None,
        };
        if let Some(kind) = kinds.iter().find(|kind| self.parts.kinds[**kind].neutral != owner.is_none()) {
            let name = self.parts.kinds[*kind].name.clone();
            let (message, help) = match owner {
                None => {
                    (format!("`{name}` has an owner"), format!("write whose: `each of {} {{...}}`", self.a_player()))
                }
                Some(_) => (format!("nobody owns `{name}`"), "leave the player out".to_owned()),
            };
            self.say(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
            return None;
        }
        let made = |kind, ty| Expr { kind, ty, span };
        let piece = |kind: KindId| {
            let owner = owner.map(|owner| Box::new(made(ExprKind::Player(owner), Type::Player)));
            let kind = Box::new(made(ExprKind::Kind(kind), Type::Kind));
            made(ExprKind::Piece { kind, owner }, Type::Piece)
        };
        Some(kinds.into_iter().map(piece).collect())
    }

    fn a_player(&self) -> String {
        self.parts.players.iter().next().cloned().unwrap_or_default()
    }

    /// How a piece that is laid is written: its letter, then what it carries.
    fn scattered_sign(&self, piece: &Expr, carrying: &[ast::Carried]) -> String {
        let ExprKind::Piece { kind, owner } = &piece.kind else { return String::new() };
        let owner = owner.as_ref().and_then(|owner| match self.constant(owner) {
            Some(Constant::Player(player)) => Some(player),
            _ => None,
        });
        let kind = kind.named_kind().unwrap_or(KindId::from_index(0));
        let mut sign = Signs::new(&self.parts.players, &self.parts.kinds).letter((owner, kind)).to_string();
        for carried in carrying {
            let said = match &carried.value {
                Some(value) => value.written().unwrap_or_default(),
                None => carried.name.text.clone(),
            };
            sign.extend(said.chars().filter(|letter| !letter.is_whitespace()));
        }
        sign
    }

    /// What a setup leaves to chance comes last in it.
    pub fn after_lots(&mut self, lots: &[&SetupItem], span: Span) {
        let Some(first) = lots.first() else { return };
        let at = match first {
            SetupItem::Draw(draw) => draw.span,
            SetupItem::Scatter(scatter) => scatter.span,
            _ => span,
        };
        let said = Diagnostic::new(Code::LuckSetup, span, "what is laid by lot comes last in a setup");
        self.say(said.label("stands behind it").related(at, "left to chance here").help("put this line above"));
    }
}

//! A game's program, if its rules are suited: one action a turn, all of it set algebra.

use super::lifter::{Grown, Lifted, Lifter, Unsuited};
use super::value::{Cells, Truth};
use crate::kernel::allocate::{Fixed, finish};
use crate::kernel::op::{Op, Reg, Sort};
use crate::kernel::program::{Bundle, Choice, Program, Role, State};
use crate::model::{Effect, Game, Move, MoveId, Per, PlayerId, TurnStep};
use crate::plan::{ChoiceSort, Plan};
use crate::util::Id;

/// What a role's turn offers: tiers of moves, none for a pass.
type Order = Vec<Vec<Option<MoveId>>>;

/// The kernels of a game with its plan, or why it has none.
///
/// # Errors
/// What in the rules is not suited.
pub fn compile(game: &Game, plan: &Plan) -> Result<Program, Unsuited> {
    if !game.board.directions().all(|direction| game.board.direction_offset(direction).is_some()) {
        return Err(Unsuited("its board is no lattice"));
    }
    if game.max_height > 1 || !game.repetitions.is_empty() || game.skip.is_some() || game.players.len() > 4 {
        return Err(Unsuited("stacks, repetitions, players passed over, or many players"));
    }
    if plan.features.last_to || plan.features.last_picks || plan.features.events.contains(&true) {
        return Err(Unsuited("its rules ask what happened earlier"));
    }
    let orders = game.players.ids().map(|player| order(game, player)).collect::<Lifted<Vec<_>>>()?;
    let mut lifter = Lifter::new(game);
    let state = lifter.lasting();
    let mut roles = Vec::new();
    for (player, order) in orders.iter().enumerate() {
        roles.push(lifter.role(&plan.roles[PlayerId::from_index(player)], order)?);
    }
    // What can be picked is found out once for how many registers it needs, then written where it is wanted.
    for player in game.players.ids() {
        lifter.start(&state);
        lifter.me = player;
        lifter.bundles(player, &orders, &mut roles)?;
    }
    lifter.monotone = (0..lifter.planes.len()).map(|plane| only_grows(game, plane)).collect();
    let mut pieces = Vec::new();
    for player in game.players.ids() {
        lifter.start(&state);
        lifter.play(player, &orders, &roles)?;
        pieces.push(lifter.written_back(&state));
    }
    for player in game.players.ids() {
        lifter.start(&state);
        lifter.me = player;
        lifter.offer(player, &orders, &roles)?;
        pieces.push(lifter.written_back(&state));
    }
    let fixed = Fixed { registers: lifter.lasting };
    let mut registers = fixed.registers;
    let mut done = Vec::new();
    for ops in pieces {
        let (ops, used) = finish(ops, &fixed);
        registers.iter_mut().zip(used).for_each(|(most, used)| *most = (*most).max(used));
        done.push(ops);
    }
    let openings = done.split_off(game.players.len());
    for (role, ply) in roles.iter_mut().zip(done) {
        role.ply = ply;
    }
    let mut constants: Vec<Op> = Vec::new();
    for (op, reg) in lifter.constants {
        constants.push(match op {
            Op::Const { set, .. } => Op::Const { d: reg, set },
            Op::Number { number, .. } => Op::Number { d: reg, number },
            other => other,
        });
    }
    constants.sort_unstable_by_key(|op| match op {
        Op::Const { d, .. } => (0, *d),
        Op::Number { d, .. } => (1, *d),
        _ => (2, 0),
    });
    Ok(Program {
        constants,
        words: game.board.words(),
        slots: game.board.slots(),
        sets: lifter.sets,
        numbers: lifter.numbers,
        ways: lifter.ways,
        joins: lifter.joins,
        groups: lifter.groups.into_iter().map(|(_, near)| near).collect(),
        registers,
        state,
        roles,
        openings,
        pie: plan.pie,
        clauses: plan.ends.iter().map(|end| end.name.clone()).collect(),
    })
}

/// What a role's turn offers, if it is one action.
fn order(game: &Game, player: PlayerId) -> Lifted<Order> {
    let turn = game
        .turns
        .iter()
        .find(|turn| turn.of.is_none() || turn.of == Some(player))
        .ok_or(Unsuited("a player without a turn"))?;
    if turn.when.is_some() {
        return Err(Unsuited("turns that differ with the position"));
    }
    turn.order
        .choices
        .iter()
        .map(|tier| {
            tier.iter()
                .map(|sequence| match (&sequence.first, sequence.then.is_empty()) {
                    (TurnStep::Pass, true) => Ok(None),
                    (TurnStep::Move(rule, with), true) if with.is_empty() => Ok(Some(*rule)),
                    _ => Err(Unsuited("turns of several actions")),
                })
                .collect()
        })
        .collect()
}

/// Whether no effect of any move takes cells from a plane.
fn only_grows(game: &Game, plane: usize) -> bool {
    fn grows(effects: &[Effect]) -> bool {
        effects.iter().all(|effect| match effect {
            Effect::Put { .. } | Effect::Set { .. } | Effect::Mark { .. } | Effect::Require(_) | Effect::Let(..) => {
                true
            }
            Effect::If { then, otherwise, .. } => grows(then) && grows(otherwise),
            _ => false,
        })
    }
    // What is put may take the place of another's piece, unless it is put on empty cells.
    let onto_empty = |rule: &Move| {
        rule.picking.iter().all(|step| match step {
            crate::model::Picking::Pick { from, .. } => {
                matches!(&from.kind, crate::model::ExprKind::Builtin(crate::model::Builtin::Empty, _))
            }
            _ => true,
        })
    };
    plane < game.players.len() && game.moves.iter().all(|rule| grows(&rule.effects) && onto_empty(rule))
}

impl<'g> Lifter<'g> {
    /// The registers that last: planes and counters.
    fn lasting(&mut self) -> State {
        let mut state = State::default();
        let planes = u32::from(self.layout.piece_planes());
        for plane in 0..planes {
            state.sets.push((self.lasting_reg(Sort::Set), plane * self.layout.words));
        }
        for mark in self.game.marks.ids() {
            let offset = self.layout.mark(mark);
            state.sets.push((self.lasting_reg(Sort::Set), offset));
        }
        for (id, counter) in self.game.counters.iter_ids() {
            let count = match counter.per {
                Per::Game => 1,
                Per::Player => self.game.players.len(),
                Per::Cell => 0,
            };
            let first = self.layout.counter(id);
            let mut regs = Vec::new();
            for index in 0..count {
                let reg = self.lasting_reg(Sort::Number);
                state.numbers.push((reg, first + index as u32));
                regs.push(reg);
            }
            self.counters.push(regs);
        }
        self.planes = state.sets.iter().map(|(reg, _)| Cells::of(*reg)).collect();
        state
    }

    /// The registers of what a role can do, found out by lifting its moves once.
    fn role(&mut self, plan: &crate::plan::RolePlan, order: &Order) -> Lifted<Role> {
        let mut tiers = Vec::new();
        for tier in order {
            let mut choices = Vec::new();
            for offered in tier {
                let index = plan
                    .choices
                    .iter()
                    .position(|choice| match choice.sort {
                        ChoiceSort::Pass => offered.is_none(),
                        ChoiceSort::Move { rule, .. } => *offered == Some(rule),
                        ChoiceSort::Chain { .. } => false,
                    })
                    .ok_or(Unsuited("a choice that the plan has not"))?;
                let picks = offered.map_or(0, |rule| self.game.moves[rule].picks().count() as u8);
                let picked = (0..picks).map(|_| self.lasting_reg(Sort::Set)).collect();
                let chosen = self.lasting_reg(Sort::Mask);
                choices.push(Choice { index: index as u16, bundles: Vec::new(), picks, picked, chosen });
            }
            tiers.push(choices);
        }
        Ok(Role { tiers, ply: Vec::new() })
    }

    /// Begins a piece of code: nothing is known but what lasts.
    fn start(&mut self, state: &State) {
        self.forget();
        self.ops.clear();
        self.planes = state.sets.iter().map(|(reg, _)| Cells::of(*reg)).collect();
        let mut numbers = state.numbers.iter().map(|(reg, _)| *reg);
        for regs in &mut self.counters {
            for reg in regs {
                *reg = numbers.next().unwrap_or_default();
            }
        }
        self.grown = vec![Grown::No; self.planes.len()];
        self.mover = None;
        self.stuck = None;
    }

    fn play(&mut self, player: PlayerId, orders: &[Order], roles: &[Role]) -> Lifted<()> {
        self.me = player;
        let game = self.game;
        let (order, role) = (&orders[player.index()], &roles[player.index()]);
        let choices: Vec<(&Option<MoveId>, &Choice)> =
            order.iter().flatten().zip(role.tiers.iter().flatten()).collect();
        let alone = choices.len() == 1;
        for (offered, choice) in choices {
            if let Some(rule) = offered {
                let where_made = if alone { Truth::Known(true) } else { Truth::Mask(choice.chosen) };
                self.make(&game.moves[*rule], &choice.picked, where_made)?;
            }
        }
        let next = self.next_player(player);
        self.me = next;
        self.mover = Some(player);
        let can = self.offer(next, orders, roles)?;
        self.stuck = Some(self.not(can));
        self.ends()?;
        let passes = orders[next.index()].iter().flatten().any(Option::is_none);
        if let (false, Some(stuck)) = (passes, self.stuck) {
            let mask = self.mask(stuck).ok_or(Unsuited("moves of another form"))?;
            self.ops.push(Op::Stuck { mask });
        }
        Ok(())
    }

    /// The registers of what a role can pick.
    fn bundles(&mut self, player: PlayerId, orders: &[Order], roles: &mut [Role]) -> Lifted<()> {
        let choices = orders[player.index()].iter().flatten().zip(roles[player.index()].tiers.iter_mut().flatten());
        for (offered, choice) in choices {
            let Some(rule) = offered else { continue };
            for picks in self.picks(&self.game.moves[*rule])? {
                let set = self.lasting_reg(Sort::Set);
                choice.bundles.push(Bundle { set, by: picks.by as i16 });
            }
        }
        Ok(())
    }

    /// Code for what a role can do, left in its bundles' registers; whether it can do anything but pass.
    fn offer(&mut self, player: PlayerId, orders: &[Order], roles: &[Role]) -> Lifted<Truth> {
        let mut any: Option<Reg> = None;
        let choices = orders[player.index()].iter().flatten().zip(roles[player.index()].tiers.iter().flatten());
        for (offered, choice) in choices {
            let Some(rule) = offered else { continue };
            let picks = self.picks(&self.game.moves[*rule])?;
            if picks.len() != choice.bundles.len() {
                return Err(Unsuited("moves whose form changes"));
            }
            for (picks, bundle) in picks.into_iter().zip(&choice.bundles) {
                if picks.by != i32::from(bundle.by) {
                    return Err(Unsuited("moves whose form changes"));
                }
                self.outputs.push((bundle.set, picks.set));
                any = Some(match any {
                    Some(any) => self.union(any, picks.set),
                    None => picks.set,
                });
            }
        }
        Ok(match any {
            Some(a) => Truth::Mask(self.value_of(Op::Some { d: 0, a })),
            None => Truth::Known(false),
        })
    }

    /// Whether a role can do anything but pass.
    pub fn can_move(&mut self, player: PlayerId) -> Lifted<Truth> {
        let order = order(self.game, player)?;
        let mut any: Option<Reg> = None;
        for rule in order.iter().flatten().flatten() {
            for picks in self.picks(&self.game.moves[*rule])? {
                any = Some(match any {
                    Some(any) => self.union(any, picks.set),
                    None => picks.set,
                });
            }
        }
        Ok(match any {
            Some(a) => Truth::Mask(self.value_of(Op::Some { d: 0, a })),
            None => Truth::Known(false),
        })
    }

    /// The code so far, with the planes, the counters and what can be picked left where they last.
    fn written_back(&mut self, state: &State) -> Vec<Op> {
        let mut copies: Vec<(Reg, Reg)> = std::mem::take(&mut self.outputs);
        let planes = std::mem::take(&mut self.planes);
        for (plane, (reg, _)) in planes.iter().zip(&state.sets) {
            if let [(Truth::Known(true), now)] = plane.dense.as_slice()
                && reg != now
            {
                copies.push((*reg, *now));
            }
        }
        // What lasts and is copied elsewhere is read before anything is written.
        for (_, from) in &mut copies {
            if usize::from(*from) < self.lasting[Sort::Set as usize] {
                let d = self.reg(Sort::Set);
                self.ops.push(Op::Copy { d, a: *from });
                *from = d;
            }
        }
        self.ops.extend(copies.into_iter().map(|(d, a)| Op::Copy { d, a }));
        let now: Vec<Reg> = self.counters.iter().flatten().copied().collect();
        let mut numbers: Vec<(Reg, Reg)> = state.numbers.iter().map(|(reg, _)| *reg).zip(now).collect();
        numbers.retain(|(d, a)| d != a);
        for (_, from) in &mut numbers {
            if usize::from(*from) < self.lasting[Sort::Number as usize] {
                let d = self.reg(Sort::Number);
                self.ops.push(Op::CopyNumber { d, a: *from });
                *from = d;
            }
        }
        self.ops.extend(numbers.into_iter().map(|(d, a)| Op::CopyNumber { d, a }));
        std::mem::take(&mut self.ops)
    }
}

//! Questions to the plan, in all lanes.

use super::drawn::Drawn;
use super::lanes::{Lanes, put_in, set_in};
use super::op::Reg;
use super::program::{Lasting, Limit, Phase, Program};
use super::questions::AskedTier;
use super::registers::all_ones;
use rulebook_language::model::PlayerId;
use rulebook_language::util::{Bits, Id, LaneRng, Rng};
use rulebook_play::engine::{Answer, Fault};

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Tells a set of the positions.
    #[inline(never)]
    pub fn tell_set(&mut self, a: Reg, at: Reg) {
        *self.told_sets[usize::from(at)] = *self.sets[usize::from(a)];
    }

    /// Tells a number of the positions.
    #[inline(never)]
    pub fn tell_number(&mut self, a: Reg, at: Reg) {
        *self.told_numbers[usize::from(at)] = *self.numbers[usize::from(a)];
    }

    /// d = the lanes of the mask in which the answer is yes.
    #[inline(never)]
    pub fn ask_truth(&mut self, program: &Program, d: Reg, mask: Reg, question: u16) {
        for lane in 0..L {
            let yes = matches!(self.answer(program, lane, mask, question), Some(Answer::Truth(true)));
            self.masks[usize::from(d)][lane] = all_ones(yes);
        }
    }

    /// d = the number that is the answer in the lanes of the mask; of a player or a kind its place, and -1 for none.
    #[inline(never)]
    pub fn ask_number(&mut self, program: &Program, d: Reg, mask: Reg, question: u16) {
        for lane in 0..L {
            self.numbers[usize::from(d)][lane] = match self.answer(program, lane, mask, question) {
                Some(Answer::Number(number)) => number.numerator(),
                Some(Answer::Player(player)) => player.map_or(-1, |player| {
                    let place = player.index();
                    if self.turned[lane] != 0 && place < 2 { 1 - place as i64 } else { place as i64 }
                }),
                Some(Answer::Kind(kind)) => kind.map_or(-1, |kind| kind.index() as i64),
                _ => 0,
            };
        }
    }

    /// d = how the lists compare that are the answers in the lanes of the mask: -1, 0 or 1.
    #[inline(never)]
    pub fn ask_order(&mut self, program: &Program, d: Reg, mask: Reg, questions: [u16; 2]) {
        for lane in 0..L {
            let lists = questions.map(|question| match self.answer(program, lane, mask, question) {
                Some(Answer::Numbers(numbers)) => numbers,
                _ => Vec::new(),
            });
            self.numbers[usize::from(d)][lane] = lists[0].cmp(&lists[1]) as i64;
        }
    }

    /// d = the cells that are the answer in the lanes of the mask.
    #[inline(never)]
    pub fn ask_set(&mut self, program: &Program, d: Reg, mask: Reg, question: u16) {
        for lane in 0..L {
            let mut set = Bits::EMPTY;
            match self.answer(program, lane, mask, question) {
                Some(Answer::Cells(cells)) => cells.iter().for_each(|cell| set.insert(cell.index())),
                Some(Answer::Cell(Some(cell))) => set.insert(cell.index()),
                _ => {}
            }
            self.put(d, lane, &set);
        }
    }

    /// Seeds for what the plan draws in this ply, in the lanes that play. What it has drawn in the last one is played now or never.
    #[inline(never)]
    pub fn seed_plan(&mut self, playing: &[bool; L], live: &[bool; L], rng: &mut LaneRng<L>) {
        if self.asked.is_empty() {
            return;
        }
        self.may_draw = true;
        self.idle = live.map(|is_live| !is_live);
        for lane in (0..L).filter(|lane| playing[*lane]) {
            let [high, low] = [0; 2].map(|_| u64::from(rng.next_of(lane)));
            self.draws[lane] = high << 32 | low;
            self.plies[lane] = self.plies[lane].wrapping_add(1);
        }
    }

    /// Gives the plan the drawn actions whose changes it makes.
    pub fn give_plan(&mut self, program: &Program, phase: &Phase) {
        if self.asked.is_empty() {
            return;
        }
        for choice in phase.tiers.iter().flatten().filter(|choice| choice.made_in.is_some()) {
            for lane in 0..L {
                if self.masks[usize::from(choice.chosen)][lane] != 0
                    && let (Some(tier), Some(drawn)) = (choice.made_in, self.taken(program, phase, lane))
                {
                    self.give(lane, tier, &drawn);
                }
            }
        }
    }

    /// Gives the plan an action of a tier to play in this ply.
    pub fn give(&mut self, lane: usize, tier: u16, drawn: &Drawn) {
        self.given[lane] = Some((tier, drawn.action(), self.plies[lane].wrapping_sub(1)));
    }

    /// d = the lanes of the mask in which a tier offers something that no tier before it takes precedence of. What is drawn to find that
    /// out is what will be played.
    #[inline(never)]
    pub fn ask_tier(&mut self, program: &Program, d: Reg, mask: Reg, tier: u16) {
        for lane in 0..L {
            let mut offers = false;
            if self.is_asked(mask, lane) {
                offers = self.ask_tier_in(program, lane, tier).unwrap_or_else(|fault| {
                    self.fault(lane, Limit::Asked(fault));
                    true
                });
            }
            self.masks[usize::from(d)][lane] = all_ones(offers);
        }
    }

    fn ask_tier_in(&mut self, program: &Program, lane: usize, tier: u16) -> Result<bool, Fault> {
        // What was drawn for a tier before it in this ply.
        let given = self.given[lane].as_ref().filter(|(.., ply)| *ply == self.plies[lane]);
        if let (true, Some((of, ..))) = (self.may_draw, given) {
            return Ok(*of == tier);
        }
        let Some(about) = self.go_to_tier(program, lane, tier) else { return Ok(false) };
        let Some(asked) = self.asked.get_mut(lane) else { return Ok(false) };
        if !self.may_draw {
            return asked.position.offers_tier(about.tier);
        }
        let drawn = asked.position.draw_in_tier(about.tier, &mut Rng::new(!self.draws[lane]))?;
        let Some(action) = drawn.filter(|action| about.choices.contains(&action.choice())) else { return Ok(false) };
        self.given[lane] = Some((tier, action, self.plies[lane]));
        Ok(true)
    }

    /// Draws an action of a tier in the lanes of the mask, but where one is given, and makes its changes in what was told.
    #[inline(never)]
    pub fn play_tier(&mut self, program: &Program, mask: Reg, tier: u16) {
        for lane in 0..L {
            if self.is_asked(mask, lane)
                && let Err(fault) = self.play_tier_in(program, lane, tier)
            {
                self.stop(lane, Limit::Asked(fault));
            }
        }
    }

    fn play_tier_in(&mut self, program: &Program, lane: usize, tier: u16) -> Result<(), Fault> {
        self.drawn_by_plan[lane] = None;
        let last = self.plies[lane].wrapping_sub(1);
        let given = self.given[lane].take().filter(|(of, _, ply)| *of == tier && *ply == last);
        let Some(about) = self.go_to_tier(program, lane, tier) else { return Ok(()) };
        let Some(asked) = self.asked.get_mut(lane) else { return Ok(()) };
        let action = match given {
            Some((_, given, _)) => Some(given),
            None => asked.position.draw_in_tier(about.tier, &mut Rng::new(self.draws[lane]))?,
        };
        let Some(action) = action else { return Ok(()) };
        let words = &self.memory_words[usize::from(self.turned[lane] != 0)];
        asked.make(words, &action, |at, lasting| match lasting {
            Lasting::Set(set) => put_in(&mut self.told_sets, at, lane, &set),
            Lasting::Number(number) => self.told_numbers[usize::from(at)][lane] = number,
        })?;
        if let Some(offset) = program.piles.under {
            let under = &asked.position.memory()[offset as usize..][..self.under_words];
            self.under[lane * self.under_words..][..self.under_words].copy_from_slice(under);
        }
        self.drawn_by_plan[lane] = Some(action);
        Ok(())
    }

    /// d = the lanes of the mask in which an action of a choice was drawn by the plan.
    #[inline(never)]
    pub fn played_choice(&mut self, d: Reg, mask: Reg, choice: u16) {
        for lane in 0..L {
            let is_it = self.drawn_by_plan[lane].as_ref().is_some_and(|drawn| drawn.choice() == choice);
            self.masks[usize::from(d)][lane] = self.masks[usize::from(mask)][lane] & all_ones(is_it);
        }
    }

    /// All actions of a tier that is not lifted, at a lane's position between plies.
    pub fn list_tier(&mut self, program: &Program, lane: usize, tier: u16) -> Vec<Drawn> {
        for reg in program.state.planes() {
            self.tell_set(reg, reg);
        }
        for (reg, _) in &program.state.numbers {
            self.tell_number(*reg, *reg);
        }
        let Some(tier) = self.go_to_tier(program, lane, tier) else { return Vec::new() };
        let Some(asked) = self.asked.get_mut(lane) else { return Vec::new() };
        let Ok(offered) = asked.position.offered() else { return Vec::new() };
        offered.iter().map(|action| Drawn::made(&action)).filter(|drawn| tier.choices.contains(&drawn.choice)).collect()
    }

    /// Goes to the position of a lane, as it was told, in the stage of a tier.
    fn go_to_tier<'p>(&mut self, program: &'p Program, lane: usize, tier: u16) -> Option<&'p AskedTier> {
        let about = program.questions.as_ref()?.tiers.get(usize::from(tier))?;
        self.go_to(program, lane, about.role, about.stage, about.mid_turn);
        Some(about)
    }

    /// Goes to the position of a lane, as it was told, with a role to act and the stage of its turn.
    fn go_to(&mut self, program: &Program, lane: usize, role: usize, stage: u16, mid_turn: bool) {
        let (Some(asked), Some(questions)) = (self.asked.get_mut(lane), &program.questions) else { return };
        let (system, second) = (questions.plan.layout.system, self.turned[lane] != 0);
        let under = self.under.get(lane * self.under_words..(lane + 1) * self.under_words).unwrap_or_default();
        let given = [
            (system.to_act, (role ^ usize::from(second)) as u64),
            (system.stage, u64::from(stage) + 1),
            (system.mid_turn, u64::from(mid_turn)),
            // A change of seats is none of the actions that are asked about.
            (system.swapped, 1),
        ];
        let set = |at| set_in(&self.told_sets, at, lane);
        let number = |at: Reg| self.told_numbers[usize::from(at)][lane];
        asked.go_to(&self.memory_words[usize::from(second)], set, number, under, &given);
    }

    /// Whether the plan is asked in a lane: where the mask holds and a game goes on.
    #[inline(always)]
    fn is_asked(&self, mask: Reg, lane: usize) -> bool {
        self.masks[usize::from(mask)][lane] != 0 && self.over[lane] == 0 && !self.idle[lane]
    }

    /// The answer to a question in a lane of the mask; nothing in another one, and where the rules take too long.
    fn answer(&mut self, program: &Program, lane: usize, mask: Reg, question: u16) -> Option<Answer> {
        if !self.is_asked(mask, lane) {
            return None;
        }
        let questions = program.questions.as_ref()?;
        let about = questions.all.get(usize::from(question))?;
        self.go_to(program, lane, about.role, 0, false);
        let cells = (questions.told[0] as Reg..).take(about.cells).map(|at| set_in(&self.told_sets, at, lane).first());
        let cells: Vec<u16> = cells.map(|cell| cell.map_or(u16::MAX, |cell| cell as u16)).collect();
        let asked = self.asked.get_mut(lane)?;
        let role = PlayerId::from_index(about.role ^ usize::from(self.turned[lane] != 0));
        match asked.position.answer_given(usize::from(question), role, &cells) {
            Ok(answer) => answer,
            Err(fault) => {
                self.stop(lane, Limit::Asked(fault));
                None
            }
        }
    }
}

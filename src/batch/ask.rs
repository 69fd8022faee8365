//! Questions to the plan, in all lanes.

use super::lanes::{Lanes, all_ones};
use super::op::{Reg, RegisterKind};
use super::program::{Limit, Program};
use rulebook_language::model::PlayerId;
use rulebook_language::util::{Bits, Id};
use rulebook_play::engine::Answer;

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

    /// The answer to a question in a lane of the mask; nothing in another one, and where the rules take too long.
    fn answer(&mut self, program: &Program, lane: usize, mask: Reg, question: u16) -> Option<Answer> {
        if self.masks[usize::from(mask)][lane] == 0 {
            return None;
        }
        let (asked, questions) = (self.asked.as_mut()?, program.questions.as_ref()?);
        let about = questions.all.get(usize::from(question))?;
        let second = self.turned[lane] != 0;
        let told = &self.told_sets;
        let told = |at: Reg| Bits(std::array::from_fn(|word| told[usize::from(at)][word][lane]));
        let set = |reg| told(program.seen_from(second, RegisterKind::Set, reg));
        for (offset, word) in program.state.words_of::<W>(program.slots, set) {
            asked.words[offset as usize] = word;
        }
        if let Some(offset) = program.piles.under {
            let from = (lane * self.slots).min(self.under.len());
            let under = self.under[from..].iter().take(self.slots);
            asked.words[offset as usize..].iter_mut().zip(under).for_each(|(word, under)| *word = *under);
        }
        for (reg, offset) in &program.state.numbers {
            let reg = program.seen_from(second, RegisterKind::Number, *reg);
            asked.words[*offset as usize] = self.told_numbers[usize::from(reg)][lane] as u64;
        }
        let role = about.role ^ usize::from(second);
        let system = questions.plan.layout.system;
        (asked.words[system.to_act as usize], asked.words[system.stage as usize]) = (role as u64, 1);
        let cells = (questions.told[0]..).take(about.cells).map(|at| told(at as Reg).first());
        let cells: Vec<u16> = cells.map(|cell| cell.map_or(u16::MAX, |cell| cell as u16)).collect();
        let answer = asked.position.answer_in(&asked.words, usize::from(question), PlayerId::from_index(role), &cells);
        match answer {
            Ok(answer) => answer,
            Err(fault) => {
                self.stop(lane, Limit::Asked(fault));
                None
            }
        }
    }
}

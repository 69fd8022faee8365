//! Actions that a game has only where it has no others: a pass, or what stands behind `else`. Where the other game has others,
//! they go, and that is no want of freedom.

use super::lockstep::Difference;
use super::side::Sides;
use crate::analysis::line_of_play::LineOfPlay;
use crate::analysis::why::why_not;
use crate::library::Prepared;
use rulebook_language::diagnostic::{Code, Report};
use rulebook_language::source::SourceMap;
use rulebook_play::engine::{Fault, Position};

/// How many refusals are looked into.
const MAX_ASKED: u32 = 4_096;

/// The code of a refusal that says that something else comes first, and of one that a longer chain does.
const FIRST: (Code, Code) = (Code::WhyPriority, Code::WhyChain);

/// Finds out whether what is refused gives way to something else.
pub struct PriorityCheck<'s> {
    /// The positions that lines begin at, of games that can say why.
    starts: [Position; 2],
    sources: [&'s SourceMap; 2],
    asked: u32,
}

impl<'s> PriorityCheck<'s> {
    /// Asks both games, from their starts, or from the position that is given as text where both can read it.
    ///
    /// # Errors
    /// The limits of a plan that can say why.
    pub fn new(sides: &'s Sides, from: Option<&str>) -> Result<Self, Report> {
        let start = |prepared: &Prepared| -> Result<Position, Report> {
            let explaining = prepared.explaining()?;
            Ok(from.and_then(|text| explaining.read(text).ok()).unwrap_or_else(|| explaining.start()))
        };
        let starts = [start(&sides.a.prepared)?, start(&sides.aligned)?];
        Ok(PriorityCheck { starts, sources: [&sides.a.loaded.sources, &sides.b.loaded.sources], asked: 0 })
    }

    /// Whether B allows more after these moves, and whether it allows less; `common` is whether both allow something. One of them is
    /// so, until so many refusals were looked into that no more are.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn genuine(&mut self, difference: &Difference, common: bool, moves: &[String]) -> Result<(bool, bool), Fault> {
        let Difference { only_a, only_b } = difference;
        if only_a.is_empty() || only_b.is_empty() {
            return Ok((!only_b.is_empty(), !only_a.is_empty()));
        }
        if self.asked >= MAX_ASKED {
            return Ok((false, false));
        }
        let less = self.any_wanting(1, only_a, common, moves)?;
        let more = self.any_wanting(0, only_b, common, moves)?;
        // Neither is shown to give way to the other.
        Ok(if more || less { (more, less) } else { (true, true) })
    }

    /// Whether this side refuses some of these actions for other reasons than that something else comes first.
    fn any_wanting(&mut self, side: usize, texts: &[String], common: bool, moves: &[String]) -> Result<bool, Fault> {
        let Some(mut line) = self.line(side, moves) else { return Ok(true) };
        for text in texts {
            self.asked += 1;
            if !self.gives_way(side, &mut line, text, common)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn gives_way(&self, side: usize, line: &mut LineOfPlay, text: &str, common: bool) -> Result<bool, Fault> {
        let said = why_not(line, self.sources[side], text)?;
        // What comes first leaves nothing else; a longer chain may stand beside others.
        let first = |code: Code| code == FIRST.1 || (code == FIRST.0 && !common);
        Ok(!said.legal && said.findings.iter().all(|finding| first(finding.diagnostic.code)))
    }

    /// The line of these moves on a side that can say why.
    pub fn line(&self, side: usize, moves: &[String]) -> Option<LineOfPlay> {
        let mut line = LineOfPlay::new(self.starts[side].clone());
        moves.iter().try_for_each(|text| line.play(text)).ok()?;
        Some(line)
    }

    /// The texts of a side's rules.
    pub fn sources(&self, side: usize) -> &'s SourceMap {
        self.sources[side]
    }
}

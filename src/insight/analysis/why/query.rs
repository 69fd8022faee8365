//! The question: why an action is not legal in a position, or that it is.

use super::attempt::{Attempt, attempt};
use super::finding::{Explanation, Finding};
use super::place::{place, stage_of, tier_of};
use super::reading::{Reading, cells_near, notation, readings, readings_of, stranger};
use super::wording::Words;
use crate::analysis::effects::picked_cells;
use crate::analysis::line_of_play::LineOfPlay;
use rulebook_language::diagnostic::Code;
use rulebook_language::model::Scatter;
use rulebook_language::source::SourceMap;
use rulebook_language::topology::CellId;
use rulebook_language::util::{a_quoted, suggest};
use rulebook_play::engine::{Action, Fault, PlayError, Position};

/// The longest text that is looked at.
const MAX_TEXT: usize = 200;
/// How many moves' notations are shown where a text fits none.
const MAX_NOTATIONS: usize = 6;

/// The question with all that is needed to answer it.
pub struct Query<'a> {
    /// The words.
    pub words: Words<'a>,
    /// The line that led to the position, with the position.
    pub line: &'a mut LineOfPlay,
    /// The action as it was written.
    pub text: &'a str,
}

/// Why the action that is written so is not legal at the end of the line, or that it is. The line's position is one of an
/// explaining plan.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn why_not(line: &mut LineOfPlay, sources: &SourceMap, text: &str) -> Result<Explanation, Fault> {
    let shown: String = text.chars().take(MAX_TEXT).collect();
    let game = std::sync::Arc::clone(line.position.game());
    let plan = std::sync::Arc::clone(line.position.plan());
    let empty = rulebook_play::plan::Probes::default();
    let words = Words { game: &game, sources, probes: plan.probes.as_ref().unwrap_or(&empty) };
    let mut asked = Query { words, line, text: &shown };
    let (legal, mut findings) = asked.answer()?;
    findings.iter_mut().for_each(Finding::tidy);
    Ok(Explanation { asked: shown, legal, findings })
}

/// Why no legal action begins with picks of these cells, in order, or that one does. The line's position is one of an explaining plan.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn why_not_cells(line: &mut LineOfPlay, sources: &SourceMap, cells: &[CellId]) -> Result<Explanation, Fault> {
    let game = std::sync::Arc::clone(line.position.game());
    let plan = std::sync::Arc::clone(line.position.plan());
    let empty = rulebook_play::plan::Probes::default();
    let words = Words { game: &game, sources, probes: plan.probes.as_ref().unwrap_or(&empty) };
    let names: Vec<&str> = cells.iter().map(|cell| game.board.cell_name(*cell)).collect();
    let shown = names.join(" ");
    let mut asked = Query { words, line, text: &shown };
    let (legal, mut findings) = asked.answer_of(cells)?;
    findings.iter_mut().for_each(Finding::tidy);
    Ok(Explanation { asked: shown.clone(), legal, findings })
}

impl Query<'_> {
    /// The position.
    pub fn position(&mut self) -> &mut Position {
        &mut self.line.position
    }

    /// The head of a message: the action is not legal.
    pub fn not_legal(&self, why: &str) -> String {
        format!("`{}` is not legal here: {why}", self.text.replace('`', "'"))
    }

    fn answer(&mut self) -> Result<(bool, Vec<Finding>), Fault> {
        if let Some(over) = self.over()? {
            // A game that is over since nothing is possible: what matters is why this is not.
            let mut findings = Vec::new();
            if self.position().offered()?.is_empty() {
                let found = self.readings();
                if !found.is_empty() {
                    findings = self.refused(&found)?;
                }
            }
            findings.push(over);
            return Ok((false, findings));
        }
        match self.line.position.find(self.text) {
            Ok(action) => {
                let mut finding = self.legal(&action);
                let written = self.line.position.written(&action);
                if let Some(span) = self.words.game.alike.filter(|_| written != self.text) {
                    finding =
                        finding.related(span, format!("the same as `{written}`, which leads to the same position"));
                }
                return Ok((true, vec![finding]));
            }
            Err(PlayError::Fault(fault)) => return Err(fault),
            Err(_) => {}
        }
        let found = self.readings();
        if found.is_empty() {
            return Ok((
                false,
                vec![match self.special()? {
                    Some(finding) => finding,
                    None => self.unreadable()?,
                }],
            ));
        }
        Ok((false, self.refused(&found)?))
    }

    fn answer_of(&mut self, cells: &[CellId]) -> Result<(bool, Vec<Finding>), Fault> {
        if let Some(over) = self.over()? {
            return Ok((false, vec![over]));
        }
        let legal = self.position().legal()?.clone();
        let alike: Vec<Action> = self.position().alike()?.iter().map(|(action, _)| action.clone()).collect();
        let begins = |action: &Action| {
            let mut picked = picked_cells(&self.line.position, action);
            cells.iter().all(|cell| picked.next() == Some(*cell))
        };
        if let Some(action) = legal.iter().chain(alike).find(begins) {
            return Ok((true, vec![self.legal(&action)]));
        }
        let role = self.position().role_to_act();
        let found = readings_of(self.words.game, &self.line.position.plan().roles[role], cells);
        Ok((false, if found.is_empty() { vec![self.unreadable()?] } else { self.refused(&found)? }))
    }

    fn readings(&self) -> Vec<Reading> {
        let position = &self.line.position;
        readings(self.words.game, &position.plan().roles[position.role_to_act()], self.text)
    }

    /// Why none of the readings is legal: that of the one that gets furthest.
    fn refused(&mut self, found: &[Reading]) -> Result<Vec<Finding>, Fault> {
        let role = self.position().role_to_act();
        let here = place(self.position());
        let choices = self.line.position.plan().roles[role].choices.clone();
        let mut best: Option<((bool, bool, usize, usize), Attempt)> = None;
        let mut rules = Vec::new();
        for reading in found {
            for (index, choice) in choices.iter().enumerate() {
                if choice.sort.rule() != Some(reading.rule) {
                    continue;
                }
                let index = index as u16;
                let Some(tried) = attempt(self.position(), role, index, reading)? else { continue };
                let at_hand = here.is_some_and(|here| stage_of(self.position(), role, index) == Some(here.stage));
                let (passes, link, steps) = tried.progress();
                let rank = (at_hand, passes, link, steps);
                if !rules.contains(&reading.rule) {
                    rules.push(reading.rule);
                }
                if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                    best = Some((rank, tried));
                }
            }
        }
        let Some(((at_hand, passes, ..), tried)) = best else {
            let rules: Vec<_> = found.iter().map(|reading| reading.rule).collect();
            return Ok(vec![self.not_of_this_player(&rules)]);
        };
        let mut findings = Vec::new();
        let own = if passes { None } else { Some(self.own(&tried, &rules)?) };
        if !at_hand {
            let (finding, later) = self.not_at_this_stage(&tried)?;
            findings.push(finding);
            // What a later step would find is not known yet.
            findings.extend(own.filter(|_| !later));
            return Ok(findings);
        }
        findings.extend(own);
        findings.extend(self.weaker(&tried)?);
        if passes && findings.is_empty() {
            findings.push(self.afterwards(&tried)?);
        }
        Ok(findings)
    }

    /// A choice that comes first has actions.
    fn weaker(&mut self, tried: &Attempt) -> Result<Option<Finding>, Fault> {
        let role = self.position().role_to_act();
        let Some(here) = place(self.position()) else { return Ok(None) };
        let tier = tier_of(self.position(), role, here.stage, tried.choice);
        let offered = self.position().offered()?.clone();
        let first = offered.iter().find_map(|action| {
            let at = tier_of(self.position(), role, here.stage, action.choice())?;
            (Some(at) < tier).then_some(action)
        });
        let Some(action) = first else { return Ok(None) };
        let plan = std::sync::Arc::clone(self.line.position.plan());
        let stronger = plan.roles[role].choices.get(usize::from(action.choice())).and_then(|choice| choice.sort.rule());
        let written = self.line.position.written(&action);
        let (words, rule) = (self.words, tried.rule);
        let name = stronger.map_or("pass", |rule| &words.game.moves[rule].name);
        let own = &words.game.moves[rule].name;
        let span = words.step_span(here.turn, rule, false);
        let count =
            offered.iter().filter(|action| tier_of(self.position(), role, here.stage, action.choice()) < tier).count();
        let some = if count == 1 {
            format!("there is `{written}`")
        } else {
            format!("there are {count} of them, such as `{written}`")
        };
        let finding = Finding::new(Code::WhyPriority, span, self.not_legal(&format!("`{name}` comes first")))
            .label(format!("counts only where `{name}` offers nothing"))
            .help(format!("{some}; `{name} or {own}` instead of `else` would allow both"));
        Ok(Some(match stronger {
            Some(rule) => finding.related(words.step_span(here.turn, rule, false), format!("possible: `{written}`")),
            None => finding,
        }))
    }

    /// The text is written as what a setup lays by lot.
    fn laid_by_lot(&self, legal: &[String]) -> Option<Finding> {
        let (cell, piece) = self.text.split_once('=')?;
        let game = self.words.game;
        let at = game.board.cells().find(|at| game.board.cell_written(*at) == cell)?;
        let is_laid = |scatter: &&Scatter| {
            scatter.cells.contains(&at) && (piece == "." || scatter.items.iter().any(|item| item.sign == piece))
        };
        let scatter = game.scatters().find(is_laid)?;
        let next = legal.first().and_then(|text| Some(text.split_once('=')?.0));
        let why = match next {
            _ if !self.line.position.in_setup() => "the setup is complete".to_owned(),
            Some(next) if next != cell => format!("`{next}` is the next cell"),
            Some(_) if piece == "." => "there are pieces for all cells that are left".to_owned(),
            Some(_) => format!("no `{piece}` is left"),
            None => "nature draws something else first".to_owned(),
        };
        let finding =
            Finding::new(Code::WhyTurn, scatter.span, self.not_legal(&why)).label("laid by lot, cell after cell");
        Some(match legal {
            [] => finding,
            [first, ..] => finding.help(format!("now it is the step of `{first}`")),
        })
    }

    /// The text is written as no move of the game is.
    fn unreadable(&mut self) -> Result<Finding, Fault> {
        let legal = self.position().legal()?.clone();
        let written: Vec<String> = legal.iter().map(|action| self.line.position.written(&action)).collect();
        let near = suggest(self.text, written.iter().map(String::as_str)).map(str::to_owned);
        let words = self.words;
        if let Some(finding) = self.laid_by_lot(&written) {
            return Ok(finding);
        }
        if let Some((rule, name)) = stranger(words.game, self.text) {
            let moved = &words.game.moves[rule];
            let label = format!("{} is written `{}`", a_quoted(&moved.name), notation(words.game, moved));
            let message = self.not_legal(&format!("there is no cell `{name}` on this board"));
            let cells = cells_near(words.game, &name);
            let help = near.map_or_else(|| cells.clone(), |near| format!("{cells}; did you mean `{near}`?"));
            return Ok(Finding::new(Code::WhyNoCell, moved.span, message).label(label).help(help));
        }
        let mut moves = words.game.moves.iter_ids();
        let said = |rule: rulebook_language::model::MoveId| {
            let moved = &words.game.moves[rule];
            let plan = self.line.position.plan();
            let role = &plan.roles[self.line.position.role_to_act()];
            let is_it =
                |choice: u16| role.choices.get(usize::from(choice)).and_then(|choice| choice.sort.rule()) == Some(rule);
            let example = legal.iter().position(|action| is_it(action.choice())).and_then(|at| written.get(at));
            let such = example.map(|text| format!(", such as `{text}`")).unwrap_or_default();
            format!("{} is written `{}`{such}", a_quoted(&moved.name), notation(words.game, moved))
        };
        let why = "not valid move notation for this game";
        let (first, first_move) = match moves.next() {
            Some((id, rule)) => (said(id), rule.span),
            None => (String::new(), words.game.sites.title),
        };
        let mut finding = Finding::new(Code::WhyUnreadable, first_move, self.not_legal(why)).label(first);
        for (id, rule) in moves.take(MAX_NOTATIONS) {
            finding = finding.related(rule.span, said(id));
        }
        Ok(match near {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => match written.as_slice() {
                [] => finding,
                [one] => finding.help(format!("the only legal action is `{one}`")),
                [one, ..] => finding.help(format!(
                    "there are {} legal actions, such as `{one}`: `rulebook moves` lists them",
                    written.len()
                )),
            },
        })
    }
}

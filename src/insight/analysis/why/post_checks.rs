//! Reasons that come after the move's own: a chain that must go on, a turn that cannot be completed, a position that was there.

use super::attempt::Attempt;
use super::evidence::Valued;
use super::finding::Finding;
use super::place::{choices, place};
use super::query::Query;
use rulebook_language::diagnostic::Code;
use rulebook_language::model::{Chains, MoveId};
use rulebook_play::engine::{Action, Fault, Position};
use rulebook_play::plan::{ChoiceKind, NodeKind};

impl Query<'_> {
    /// Why a move is not legal whose own conditions hold and before which nothing comes.
    pub fn afterwards(&mut self, tried: &Attempt) -> Result<Finding, Fault> {
        let action = Position::action(tried.choice, &tried.all_picks());
        if let Some(finding) = self.of_chain(tried, &action)? {
            return Ok(finding);
        }
        if let Some(failed) = self.at_end_of_chain(tried)? {
            return self.own(&failed, &[]);
        }
        let role = self.line.position.role_to_act();
        let mut after = self.line.position.clone();
        after.play_unchecked(&action)?;
        if after.mid_turn() && after.role_to_act() == role && after.offered()?.is_empty() {
            return self.incomplete(Some(tried), &mut after);
        }
        if let Some(finding) = self.repeated(&after) {
            let moved = &self.words.game.moves[tried.rule];
            return Ok(finding.related(moved.span, "the conditions of the move itself hold").help(format!(
                "play elsewhere first, and `{}` then; or end the game at a repetition: `draw` in place of `illegal`",
                moved.name
            )));
        }
        let span = self.words.game.moves[tried.rule].span;
        Ok(Finding::new(Code::WhyUnknown, span, self.not_legal("and no condition was found that says so"))
            .help("this is a bug in Rulebook: please report it with the file and the moves"))
    }

    /// A chain that could go on, or that is not among the longest.
    fn of_chain(&mut self, tried: &Attempt, action: &Action) -> Result<Option<Finding>, Fault> {
        let role = self.line.position.role_to_act();
        let sort =
            self.line.position.plan().roles[role].choices.get(usize::from(tried.choice)).map(|choice| choice.sort);
        let Some(ChoiceKind::Chain { rule, which: Chains::Whole | Chains::Longest, .. }) = sort else {
            return Ok(None);
        };
        let Some(here) = place(&self.line.position) else { return Ok(None) };
        let (longest, all) =
            (self.line.position.chains(tried.choice, false)?, self.line.position.chains(tried.choice, true)?);
        let words = self.words;
        let span = words.step_span(here.turn, rule, false);
        let picks = action.picks();
        let links = |position: &Position, action: &Action| position.links(role, action).len();
        if let Some(further) =
            all.iter().find(|other| other.picks().len() > picks.len() && other.picks().starts_with(picks))
        {
            let written = self.line.position.written(&further);
            let example =
                longest.iter().next().map_or_else(|| written.clone(), |long| self.line.position.written(&long));
            let finding = Finding::new(Code::WhyChain, span, self.not_legal("the chain can go on, so it must")).label(
                match links(&self.line.position, action) {
                    1 => "as long as it can: one link is not enough".to_owned(),
                    n => format!("as long as it can: {n} links are not enough"),
                },
            );
            return Ok(Some(finding.help(if longest.contains(&further) {
                format!("write the whole chain: `{written}`")
            } else {
                format!("it goes on as `{written}`; the longest chains are legal, such as `{example}`")
            })));
        }
        if all.contains(action)
            && let Some(long) = longest.iter().find(|other| other.picks().len() > picks.len())
        {
            let (own, most) = (links(&self.line.position, action), links(&self.line.position, &long));
            let written = self.line.position.written(&long);
            let finding = Finding::new(Code::WhyChain, span, self.not_legal("a longer chain is possible"))
                .label(format!("the longest chains only: this one has {own} of {most} links"))
                .help(format!("a longest one is `{written}`"));
            return Ok(Some(finding));
        }
        Ok(None)
    }

    /// The last link of a chain once more, with what is done at its end, if that makes the chain illegal.
    fn at_end_of_chain(&mut self, tried: &Attempt) -> Result<Option<Attempt>, Fault> {
        let position = &mut self.line.position;
        let role = position.role_to_act();
        let finish = position.choice_probes(role, tried.choice).and_then(|probes| probes.finish);
        let Some((test, _)) = finish else { return Ok(None) };
        let watched = match tried.link {
            0 => position.watch(test, &tried.picks)?,
            _ => position.watch_link(tried.choice, &tried.before, test, &tried.picks)?,
        };
        Ok((watched.result == 0).then(|| Attempt { seen: watched.seen, passes: false, ..tried.clone() }))
    }

    /// What follows in the turn offers nothing.
    pub fn incomplete(&mut self, tried: Option<&Attempt>, after: &mut Position) -> Result<Finding, Fault> {
        let words = self.words;
        let role = after.role_to_act();
        let Some(then) = place(after) else {
            let span = tried.map_or(words.game.sites.title, |tried| words.game.moves[tried.rule].span);
            return Ok(Finding::new(
                Code::WhyIncomplete,
                span,
                self.not_legal("the turn cannot be completed after it"),
            ));
        };
        let offers = words.offers(after, role, then.stage);
        let first =
            choices(after, role, then.stage).into_iter().find_map(|(index, choice)| Some((index, choice.sort.rule()?)));
        let span = first.map_or_else(|| words.turn_span(then.turn), |(_, rule)| words.step_span(then.turn, rule, true));
        let message = self.not_legal(&format!("after it the turn cannot be completed: {offers} would have no action"));
        let mut finding = Finding::new(Code::WhyIncomplete, span, message)
            .label("must be possible after it")
            .help("write `then must` where it may be left out if it is not possible");
        if let Some(tried) = tried {
            let step = words.step_span(then.turn, tried.rule, false);
            finding = finding.related(step, "legal only if the rest of the turn is possible");
        }
        if let Some((index, rule)) = first {
            finding = self.nothing_to_pick(finding, after, index, rule)?;
        }
        Ok(finding)
    }

    /// The set that the first pick of a step would come from.
    fn nothing_to_pick(
        &self,
        mut finding: Finding,
        after: &mut Position,
        choice: u16,
        rule: MoveId,
    ) -> Result<Finding, Fault> {
        let words = self.words;
        let role = after.role_to_act();
        let Some(probes) = after.choice_probes(role, choice) else { return Ok(finding) };
        let picks: Vec<u16> = words.game.moves[rule]
            .pick_types()
            .map(|ty| super::reading::domain(words.game, ty).first().copied().unwrap_or(0))
            .collect();
        let watched = after.watch(probes.test, &picks)?;
        for seen in &watched.seen {
            let node = words.node(seen);
            match node.sort {
                NodeKind::Pick(_, local) => {
                    for set in &seen.parts {
                        if let Some(value) = &set.value {
                            let (span, value) = (words.node(set).span, words.value(value));
                            finding = finding.related(span, format!("then `{}` is {value}", words.quote(span)));
                            finding.values.push(Valued {
                                depth: 0,
                                span,
                                text: format!("{} in {}", words.name(local), words.quote(span)),
                                value,
                            });
                            words.values(set, 1, &mut finding.values);
                        }
                    }
                    // What comes after depends on the pick.
                    return Ok(finding);
                }
                NodeKind::Where if seen.value == Some(rulebook_play::engine::ProbedValue::Truth(false)) => {
                    if let Some(condition) = seen.parts.last() {
                        let evidence = words.evidence(condition);
                        finding.values = evidence.values;
                        finding = finding.related(
                            evidence.span,
                            format!("then `{}` does not hold: {}", words.text(condition), evidence.label),
                        );
                    }
                    return Ok(finding);
                }
                _ => {}
            }
        }
        Ok(finding)
    }

    /// The turn would end in a position that was there, where that is illegal.
    pub fn repeated(&self, after: &Position) -> Option<Finding> {
        let words = self.words;
        for (index, rule) in words.game.repetitions.iter().enumerate().filter(|(_, rule)| rule.is_illegal()) {
            let turns = after.repeated(index);
            let wanted =
                if rule.compare == rulebook_language::model::Compare::Ko { 1 } else { rule.times as usize - 1 };
            let Some(first) = turns.first().filter(|_| turns.len() >= wanted) else { continue };
            let when = |turn: usize| match (turn, self.line.end_of_turn(turn)) {
                (0, _) => "the start".to_owned(),
                (_, Some((ply, played))) => format!("the position after ply {ply}, `{}`", played.text),
                (turn, None) => format!("the end of turn {turn}"),
            };
            let span = words.game.sites.repetitions.get(index).copied().unwrap_or(words.game.sites.title);
            let message = self.not_legal("it would bring an earlier position back");
            let label = format!("it comes to {}", when(*first));
            return Some(Finding::new(Code::WhyRepetition, span, message).label(label));
        }
        None
    }
}

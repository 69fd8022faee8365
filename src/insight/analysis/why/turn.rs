//! Reasons in the turn: the move is not part of it here.

use super::attempt::Attempt;
use super::finding::Finding;
use super::place::{TurnState, place, place_of, reachable, stage_of};
use super::query::Query;
use rulebook_language::diagnostic::Code;
use rulebook_language::model::MoveId;
use rulebook_play::engine::{Fault, ProbedNode};

impl Query<'_> {
    /// The moves that the text fits are in no turn of the player to act.
    pub fn not_of_this_player(&mut self, rules: &[MoveId]) -> Finding {
        let words = self.words;
        let position = &self.line.position;
        let role = position.role_to_act();
        let player = words.player(Some(role));
        let rule = rules.first().copied().unwrap_or(MoveId(0));
        let name = &words.game.moves[rule].name;
        let others: Vec<_> = position
            .plan()
            .roles
            .iter_ids()
            .filter(|(_, plan)| plan.choices.iter().any(|choice| choice.sort.rule() == Some(rule)))
            .collect();
        let here = place(position);
        let span = here.map_or(words.game.sites.title, |here| words.turn_span(here.turn));
        let moved = words.game.moves[rule].span;
        let finding = match others.as_slice() {
            [] => Finding::new(Code::WhyTurn, span, self.not_legal(&format!("`{name}` is part of no turn")))
                .help(format!("add `{name}` to the `turn`, such as `turn ... or {name}`")),
            others => {
                let names: Vec<String> = others.iter().map(|(role, _)| words.player(Some(*role))).collect();
                Finding::new(
                    Code::WhyTurn,
                    span,
                    self.not_legal(&format!("{player} is to act, and `{name}` is not part of {player}'s turns")),
                )
                .help(format!("only {} can `{name}`", names.join(" and ")))
            }
        };
        let offers = here.map(|here| words.offers(position, role, here.stage)).unwrap_or_default();
        finding.label(format!("this is {player}'s turn: it offers {offers}")).related(moved, "what the text fits")
    }

    /// The move is part of the player's turns, but not here. Beside it, whether its own conditions cannot be judged here.
    pub fn not_at_this_stage(&mut self, tried: &Attempt) -> Result<(Finding, bool), Fault> {
        let words = self.words;
        let role = self.line.position.role_to_act();
        let name = words.game.moves[tried.rule].name.clone();
        let there = stage_of(&self.line.position, role, tried.choice)
            .and_then(|stage| place_of(&self.line.position, role, stage));
        if self.line.position.in_setup() {
            let span = there.map_or(words.game.sites.title, |there| words.turn_span(there.turn));
            let offered = self.line.position.offered()?.clone();
            let example = offered.iter().next().map(|action| self.line.position.written(&action)).unwrap_or_default();
            let finding = Finding::new(Code::WhyTurn, span, self.not_legal("the setup is not complete"));
            let finding = finding.label("turns begin behind the setup");
            return Ok((finding.help(format!("nature lays what is left to chance first, such as `{example}`")), false));
        }
        let Some(here) = place(&self.line.position) else {
            let span = there.map_or(words.game.sites.title, |there| words.turn_span(there.turn));
            let message = self.not_legal("no `turn` applies");
            return Ok((
                Finding::new(Code::WhyTurn, span, message)
                    .help("add a `turn` without `when`; a position as text needs its `stage=1`"),
                false,
            ));
        };
        let offers = words.offers(&self.line.position, role, here.stage);
        let Some(there) = there.filter(|there| there.entry == here.entry) else {
            return Ok((self.another_turn(here, there, &name, &offers)?, self.line.position.mid_turn()));
        };
        let step = words.step_span(there.turn, tried.rule, first_stage(self, there) != there.stage);
        let later = reachable(&self.line.position, role, here.stage).contains(&there.stage);
        let now = words.player(Some(role));
        let (why, label) = if later {
            (format!("`{name}` comes later in the turn"), format!("only after {offers}"))
        } else {
            (format!("the turn is past `{name}`"), "done, or passed over, before".to_owned())
        };
        let finding = Finding::new(Code::WhyTurn, step, self.not_legal(&why)).label(label);
        let stop = self.line.position.plan().roles[role]
            .stages
            .get(usize::from(here.stage))
            .is_some_and(|at| at.stop.is_some());
        let mut help = format!("now it is the step {offers}");
        let offered = self.line.position.offered()?.clone();
        if let Some(action) = offered.iter().next() {
            help.push_str(&format!(", such as `{}`", self.line.position.written(&action)));
        }
        if stop {
            help.push_str("; `stop` goes on without it");
        }
        Ok((finding.related(words.turn_span(here.turn), format!("{now}'s turn")).help(help), true))
    }

    /// The move is part of another turn, whose condition does not hold, or which comes after the one that applies.
    fn another_turn(
        &mut self,
        here: TurnState,
        there: Option<TurnState>,
        name: &str,
        offers: &str,
    ) -> Result<Finding, Fault> {
        let words = self.words;
        let player = words.player(Some(here.role));
        let message = self.not_legal(&format!("`{name}` is not part of this turn"));
        let span = words.turn_span(there.map_or(here.turn, |there| there.turn));
        let mut finding = Finding::new(Code::WhyTurn, span, message).label(format!("`{name}` is part of this turn"));
        let offered = self.line.position.offered()?.clone();
        let example = offered.iter().next().map(|action| self.line.position.written(&action));
        let such = example.map(|text| format!(", such as `{text}`")).unwrap_or_default();
        finding = finding.help(format!("{player} is at the step {offers}{such}"));
        let Some(there) = there else { return Ok(finding) };
        finding = finding.related(words.turn_span(here.turn), "this turn applies");
        // In the middle of a turn the conditions may have changed since it began.
        if self.line.position.mid_turn() {
            return Ok(finding);
        }
        let asked = there.entry.min(here.entry);
        if let Some(condition) = self.entry_condition(here, asked)? {
            let evidence = words.evidence(&condition);
            let say = match asked == there.entry {
                true => "this condition does not hold",
                false => "this condition holds, so the turns after it do not count",
            };
            let label = format!("{say}: {}", evidence.label);
            let span = evidence.span;
            if asked == there.entry {
                let own = finding.diagnostic.primary.clone();
                finding = finding.evidence(evidence);
                finding = finding.related(own.span, own.text).label(label);
            } else {
                finding.values = evidence.values;
                finding = finding.related(span, label);
            }
        }
        Ok(finding)
    }

    /// What the condition of an entry of a role came to.
    pub fn entry_condition(&mut self, here: TurnState, entry: usize) -> Result<Option<ProbedNode>, Fault> {
        let probes = self.words.probes.roles.get(here.role).and_then(|role| role.entries.get(entry));
        let Some((Some(code), _)) = probes else { return Ok(None) };
        Ok(self.line.position.watch(*code, &[])?.seen.into_iter().next())
    }
}

/// The first stage of the turn that a place belongs to.
fn first_stage(asked: &Query<'_>, at: TurnState) -> u16 {
    let entries = &asked.line.position.plan().roles[at.role].entries;
    entries.get(at.entry).map_or(0, |entry| entry.stage)
}

//! What is no move: a game that is over, pass, swap, stop; and what makes an action legal.

use super::finding::Finding;
use super::place::{choices, place, stage_of};
use super::query::Query;
use rulebook_language::diagnostic::Code;
use rulebook_play::engine::{Action, Fault, PASS, Position, STOP, SWAP};

impl Query<'_> {
    /// The game is over: by which clause.
    pub fn over(&mut self) -> Result<Option<Finding>, Fault> {
        let Some(outcome) = self.line.position.outcome()? else { return Ok(None) };
        let words = self.words;
        let position = &mut self.line.position;
        let role = position.role_to_act();
        if outcome.stuck {
            let who = words.player(Some(role));
            let span = place(position).map_or(words.game.sites.title, |here| words.turn_span(here.turn));
            let message = self.not_legal(&format!("{who} has no legal move, and no end clause holds"));
            let finding = Finding::new(Code::WhyOver, span, message).label("offers nothing here");
            return Ok(Some(finding.help("say what that means: `end when no move { ... }`")));
        }
        let winners: Vec<String> = outcome.winners.iter().map(|role| words.player(Some(*role))).collect();
        let result = if winners.is_empty() { "a draw".to_owned() } else { format!("{} won", winners.join(" and ")) };
        let message = self.not_legal(&format!("the game is over, {result}"));
        let clause = words.game.ends.iter().position(|end| end.name == outcome.clause);
        let Some((place, end)) = clause.and_then(|place| Some((place, words.game.ends.get(place)?))) else {
            let span = words.game.sites.repetitions.first().copied().unwrap_or(words.game.sites.title);
            return Ok(Some(Finding::new(Code::WhyOver, span, message).label("the position has come about before")));
        };
        let mut finding = Finding::new(Code::WhyOver, end.span, message);
        if let Some(probes) = words.probes.ends.get(place).filter(|_| !words.is_limit(end)) {
            let watched = self.line.position.watch(probes.when[role], &[])?;
            if let Some(condition) = watched.seen.first() {
                finding = finding.evidence(words.evidence(condition));
            }
        }
        let held = finding.diagnostic.primary.text.clone();
        let label = if held.is_empty() || held == "true" {
            "this clause ended it".to_owned()
        } else {
            format!("this ended it: {held}")
        };
        Ok(Some(finding.label(label)))
    }

    /// A pass, a change of seats, or a stop that is not possible.
    pub fn special(&mut self) -> Result<Option<Finding>, Fault> {
        match self.text {
            PASS => self.no_pass().map(Some),
            SWAP => Ok(Some(self.no_swap())),
            STOP => self.no_stop().map(Some),
            _ => Ok(None),
        }
    }

    fn no_pass(&mut self) -> Result<Finding, Fault> {
        let words = self.words;
        let position = &mut self.line.position;
        let role = position.role_to_act();
        let Some(here) = place(position) else {
            return Ok(Finding::new(Code::WhyTurn, words.game.sites.title, self.not_legal("no `turn` applies")));
        };
        let at_hand = choices(position, role, here.stage);
        let span = words.turn_span(here.turn);
        let offered = position.offered()?.clone();
        let example = offered.iter().next().map(|action| self.line.position.written(&action));
        let such = example.map(|text| format!(", such as `{text}`")).unwrap_or_default();
        if at_hand.iter().any(|(_, choice)| choice.is_pass()) {
            return Ok(Finding::new(
                Code::WhyPriority,
                span,
                self.not_legal("one passes only where nothing else is possible"),
            )
            .label("`pass` counts only where nothing that comes before it is possible")
            .help(format!("possible: {} actions{such}; `or pass` would allow a free pass", offered.len())));
        }
        let anywhere = self.line.position.plan().roles[role].choices.iter().any(|choice| choice.is_pass());
        let why = if anywhere { "`pass` is not part of this step of the turn" } else { "nobody may pass in this turn" };
        let offers = words.offers(&self.line.position, role, here.stage);
        Ok(Finding::new(Code::WhyPass, span, self.not_legal(why)).label(format!("offers {offers}")).help(format!(
            "play one of its {} actions{such}; `or pass` would allow a pass, `else pass` a forced one",
            offered.len()
        )))
    }

    fn no_swap(&self) -> Finding {
        let words = self.words;
        let sites = &words.game.sites;
        let Some(pie) = sites.pie else {
            return Finding::new(Code::WhyPie, sites.title, self.not_legal("the game has no pie rule"))
                .help("add the line `pie`: the second seat may then change seats instead of its first turn");
        };
        let position = &self.line.position;
        if !words.game.pie {
            return Finding::new(Code::WhyPie, pie, self.not_legal("the pie rule is off"))
                .label("`pie=off` was set")
                .help("leave `--set pie=off` out");
        }
        let why = match position.turn() {
            0 => "there is nothing to swap before the first turn",
            _ if position.is_swapped() => "the seats were changed already",
            1 if position.mid_turn() => "the first turn of the second seat has begun",
            _ => "only the second seat's first turn can be a swap",
        };
        Finding::new(Code::WhyPie, pie, self.not_legal(why))
            .label(format!("instead of the second turn only; this is turn {}", position.turn() + 1))
            .help("`swap` is legal right after the first turn")
    }

    fn no_stop(&mut self) -> Result<Finding, Fault> {
        let words = self.words;
        let position = &mut self.line.position;
        let role = position.role_to_act();
        let here = place(position);
        let stage = here.and_then(|here| position.plan().roles[role].stages.get(usize::from(here.stage)));
        if stage.is_some_and(|stage| stage.stop.is_some()) && !position.offered()?.is_empty() {
            // One might, were it not for where that leads.
            let mut after = position.clone();
            after.play_unchecked(&Position::stop())?;
            if after.mid_turn() && after.role_to_act() == role {
                return self.incomplete(None, &mut after);
            }
            if let Some(finding) = self.repeated(&after) {
                let offers = here.map(|here| words.offers(&self.line.position, role, here.stage)).unwrap_or_default();
                let further = offers.strip_suffix(" or `stop`").unwrap_or(&offers);
                return Ok(finding.help(format!("the turn has to go on with {further}")));
            }
        }
        let span = here.map_or(words.game.sites.title, |here| words.turn_span(here.turn));
        let offers = here.map(|here| words.offers(&self.line.position, role, here.stage)).unwrap_or_default();
        let message = self.not_legal("there is no optional step here");
        Ok(Finding::new(Code::WhyStop, span, message)
            .label(format!("now it is the step {offers}"))
            .help("`stop` goes on without a step that the turn calls `then may`"))
    }

    /// What makes an action legal.
    pub fn legal(&self, action: &Action) -> Finding {
        let words = self.words;
        let position = &self.line.position;
        let role = position.role_to_act();
        let head = format!("`{}` is legal", self.text);
        let here = place(position);
        let turn = here.map_or(words.game.sites.title, |here| words.turn_span(here.turn));
        let choice = position.plan().roles[role].choices.get(usize::from(action.choice())).copied();
        let Some(choice) = choice else {
            let span = if self.text == SWAP { words.game.sites.pie.unwrap_or(turn) } else { turn };
            return Finding::legal(span, head).label("allows it");
        };
        let Some(rule) = choice.sort.rule() else { return Finding::legal(turn, head).label("allows it") };
        let moved = &words.game.moves[rule];
        let mut finding = Finding::legal(moved.span, head).label("this move allows it");
        for (index, link) in position.links(role, action).iter().enumerate() {
            for (local, ty, picked) in moved.gathered(link) {
                let Some(name) = words.game.sites.names.get(&local) else { continue };
                let text = format!("{} = {}", name.text, words.picked(ty, picked));
                match finding.diagnostic.related.iter_mut().find(|label| label.span == name.span) {
                    Some(label) if index > 0 => label.text.push_str(&format!(", then {}", words.picked(ty, picked))),
                    _ => finding = finding.related(name.span, text),
                }
            }
        }
        if let Some(here) = here {
            let follows = stage_of(position, role, action.choice())
                != position.plan().roles[role].entries.get(here.entry).map(|entry| entry.stage);
            finding = finding.related(
                words.step_span(here.turn, rule, follows),
                format!("the step of {}'s turn", words.player(Some(role))),
            );
        }
        finding
    }
}

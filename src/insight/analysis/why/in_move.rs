//! Reasons within a move: a pick outside its set, a condition or requirement that does not hold, an effect on nowhere.

use super::attempt::Attempt;
use super::finding::Finding;
use super::query::Query;
use rulebook_language::diagnostic::Code;
use rulebook_language::model::{Builtin, LocalId, MoveId, Picked, Type};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::engine::{Fault, ProbedNode, ProbedValue};
use rulebook_play::plan::{Form, NodeKind};

impl Query<'_> {
    /// What stops the move itself.
    pub fn own(&mut self, tried: &Attempt, rules: &[MoveId]) -> Result<Finding, Fault> {
        let words = self.words;
        let moved = &words.game.moves[tried.rule];
        let Some(failed) = tried.failed(&words).cloned() else { return Ok(self.unknown(tried)) };
        let node = *words.node(&failed);
        let finding = match node.sort {
            NodeKind::Pick(_, local) => self.not_picked(tried, &failed, local),
            NodeKind::Shown(local) => self.written_otherwise(tried, local, node.span),
            NodeKind::Nowhere => {
                let text = words.quote(node.span);
                Finding::new(Code::WhyNowhere, node.span, self.not_legal(&format!("`{text}` is off the board")))
                    .label("nowhere: a step that leads off the board, or a cell that there is not")
                    .related(words.game.sites.statement(node.span), "an effect on nowhere is no action")
            }
            sort => {
                let (code, word) =
                    if sort == NodeKind::Where { (Code::WhyWhere, "where") } else { (Code::WhyRequire, "require") };
                let Some(condition) = failed.parts.last() else { return Ok(self.unknown(tried)) };
                let evidence = words.evidence(condition);
                let quoted = words.quote(node.span);
                let inner = evidence.span != node.span;
                let place = match words.game.sites.done_in(node.span) {
                    Some((_, name)) if name.contains(' ') => format!("{name} "),
                    Some((_, name)) => format!("in `{name}` "),
                    None => String::new(),
                };
                // The file does not say it: what is put, or becomes of a piece, is of some kind.
                let implied = words.form(condition) == Some(Form::Builtin(Builtin::ContainsKind))
                    && condition.parts.first().is_some_and(|kind| words.node(kind).span == node.span);
                let message = self.not_legal(&match implied {
                    true => format!("{place}`{quoted}` is no kind that the piece can be of"),
                    false => format!("{place}`{word} {quoted}` does not hold"),
                });
                let finding = Finding::new(code, node.span, message);
                let finding = finding.evidence(evidence);
                if inner { finding.related(words.game.sites.statement(node.span), "asked here") } else { finding }
            }
        };
        let written_otherwise = matches!(node.sort, NodeKind::Shown(_));
        let mut finding = if written_otherwise { finding } else { self.with_picks(finding, tried) };
        if tried.link > 0 {
            let before = self.written_links(tried);
            finding = finding.related(moved.span, format!("link {} of the chain, after `{before}`", tried.link + 1));
        }
        if finding.diagnostic.help.is_none() && !written_otherwise {
            let more = tried.candidates.saturating_sub(1);
            if more > 0 {
                let bound = self.picks_in_words(tried);
                finding = finding.help(format!(
                    "`{}` can be read with {} different picks; the one that gets furthest is shown: {bound}",
                    self.text, tried.candidates
                ));
            } else if rules.len() > 1 {
                let names: Vec<String> = rules
                    .iter()
                    .filter(|rule| **rule != tried.rule)
                    .map(|rule| format!("`{}`", words.game.moves[*rule].name))
                    .collect();
                let others = names.join(" and ");
                finding =
                    finding.help(format!("{others} would be written the same way; `{}` gets furthest", moved.name));
            }
        }
        Ok(finding)
    }

    /// Something in the explanation itself is missing.
    fn unknown(&self, tried: &Attempt) -> Finding {
        let span = self.words.game.moves[tried.rule].span;
        Finding::new(Code::WhyUnknown, span, self.not_legal("and no condition was found that says so"))
            .help("this is a bug in Rulebook: please report it with the file and the moves")
    }

    /// The picks, and the names that were bound, at their places.
    fn with_picks(&self, finding: Finding, tried: &Attempt) -> Finding {
        let words = self.words;
        let mut finding = finding;
        let reached = |place: usize| {
            let is_it = |seen: &ProbedNode| matches!(words.node(seen).sort, NodeKind::Pick(pick, _) if usize::from(pick) == place);
            tried.seen.iter().any(is_it)
        };
        let moved = &words.game.moves[tried.rule];
        for (local, ty, picked) in moved.gathered(&tried.picks) {
            let place = moved.picks().position(|pick| pick == local).unwrap_or(0);
            if reached(place)
                && let Some(name) = words.game.sites.names.get(&local)
            {
                finding = finding.related(name.span, format!("{} = {}", name.text, words.picked(ty, picked)));
            }
        }
        for (local, value) in tried.bound(&words) {
            if let Some(name) = words.game.sites.names.get(&local) {
                finding = finding.related(name.span, format!("{} = {}", name.text, words.value(&value)));
            }
        }
        finding
    }

    fn picks_in_words(&self, tried: &Attempt) -> String {
        let moved = &self.words.game.moves[tried.rule];
        let one = |(local, ty, picked): (LocalId, Type, Picked<'_>)| {
            format!("{} = {}", self.words.name(local), self.words.picked(ty, picked))
        };
        moved.gathered(&tried.picks).map(one).collect::<Vec<_>>().join(", ")
    }

    /// The links before the one that fails, as they are written.
    fn written_links(&self, tried: &Attempt) -> String {
        let action = rulebook_play::engine::Position::action(tried.choice, &tried.before);
        self.line.position.written(&action)
    }

    /// A pick that is not in its set.
    fn not_picked(&mut self, tried: &Attempt, failed: &ProbedNode, local: LocalId) -> Finding {
        let words = self.words;
        let (name, node) = (words.name(local).to_owned(), *words.node(failed));
        let moved = &words.game.moves[tried.rule];
        let picked = moved.gathered(&tried.picks).find(|(known, ..)| *known == local);
        let (ty, picked) = picked.map_or((Type::Cells, Picked::One(0)), |(_, ty, picked)| (ty, picked));
        let has = |pick: u16| {
            move |value: &ProbedValue| match value {
                ProbedValue::Cells(cells) => Some(cells.iter().any(|cell| cell.0 == pick)),
                ProbedValue::Cell(cell) => Some(cell.is_some_and(|cell| cell.0 == pick)),
                ProbedValue::Directions(list) => {
                    Some(list.iter().any(|direction| direction.index() == usize::from(pick)))
                }
                ProbedValue::Direction(direction) => Some(direction.index() == usize::from(pick)),
                ProbedValue::Player(player) => Some(player.is_some_and(|player| player.index() == usize::from(pick))),
                _ => None,
            }
        };
        // The set itself, and those that the turn restricts it to.
        let sets: Vec<&ProbedNode> = failed.parts.iter().filter(|part| part.value.is_some()).collect();
        let (pick, shown) = match picked {
            Picked::One(pick) => (pick, words.pick(ty, pick)),
            Picked::Set(cells) => {
                let is_outside =
                    |cell: &&u16| sets.iter().any(|set| set.value.as_ref().and_then(has(**cell)) == Some(false));
                match cells.iter().find(is_outside) {
                    Some(cell) => (*cell, words.pick(ty, *cell)),
                    None => (u16::MAX, words.picked(ty, picked)),
                }
            }
        };
        let has = has(pick);
        let Some(set) = sets
            .iter()
            .find(|set| set.value.as_ref().and_then(has) == Some(false))
            .filter(|_| pick != u16::MAX || !matches!(picked, Picked::Set(_)))
        else {
            let message = self.not_legal(&format!("`{name}` cannot be {shown}"));
            return Finding::new(Code::WhyPick, node.span, message).label(self.cannot_be(failed, ty));
        };
        let set_span = words.node(set).span;
        let restricted = set_span != node.span;
        let quoted = words.quote(set_span);
        let mut way = Vec::new();
        let (span, label) = words.outside(set, &has, &mut way);
        let message = match restricted {
            true => {
                self.not_legal(&format!("here the turn allows `{name} in {quoted}` alone, and {shown} is not there"))
            }
            false => self.not_legal(&format!("{shown} is not in `{quoted}`")),
        };
        let mut finding = Finding::new(Code::WhyPick, span, message).label(label);
        if span != node.span && !restricted {
            finding = finding.related(node.span, format!("`{name}` is picked from this"));
        }
        for (span, text) in way {
            finding = finding.related(span, text);
        }
        words.values(set, 0, &mut finding.values);
        if finding.values.is_empty()
            && words.form(set) != Some(Form::Constant)
            && let Some(value) = &set.value
        {
            let (text, value) = (words.text(set), words.value(value));
            finding.values.push(super::evidence::Valued { depth: 0, span: set_span, text, value });
        }
        let is_cell = ty.picks_cells();
        let has_pieces = !words.game.kinds.is_empty();
        if is_cell && has_pieces && usize::from(pick) < words.game.board.slots() {
            let stands = words.pieces(&self.line.position.pieces(CellId(pick)));
            let to_act = words.player(Some(self.line.position.role_to_act()));
            finding = finding.help(match stands.as_str() {
                "empty" => format!("{shown} is empty"),
                _ => format!("on {shown} stands: {stands}; {to_act} is to act"),
            });
        }
        finding
    }

    /// What a pick that is no member of a set could be.
    fn cannot_be(&self, failed: &ProbedNode, ty: Type) -> String {
        let words = self.words;
        let numbers = |range: &&ProbedNode| {
            let ends: Vec<String> =
                range.parts.iter().filter_map(|end| Some(words.value(end.value.as_ref()?))).collect();
            <[String; 2]>::try_from(ends).ok()
        };
        match ty {
            Type::Range => match failed.parts.iter().find_map(|range| numbers(&range)) {
                Some([low, high]) => format!("from {low} to {high}"),
                None => "goes not so far".to_owned(),
            },
            Type::Groups => "has none that is written so: each is called by its first cell".to_owned(),
            _ => "does not offer it".to_owned(),
        }
    }

    /// A name that is written beside the picks comes out otherwise.
    fn written_otherwise(&self, tried: &Attempt, local: LocalId, span: rulebook_language::source::Span) -> Finding {
        let words = self.words;
        let moved = &words.game.moves[tried.rule];
        let picks = moved.picks().count();
        let place = moved.shown.iter().position(|(known, _)| *known == local).unwrap_or(0);
        let ty = moved.shown.get(place).map_or(Type::Cell, |(_, ty)| *ty);
        let wanted = tried.picks.get(picks + place).copied().unwrap_or(u16::MAX);
        let name = words.name(local);
        let with = |picks: &[u16], only: &dyn Fn(usize) -> bool| {
            let named = moved.picks().zip(moved.pick_types()).zip(picks).enumerate();
            let shown = named.filter(|(place, _)| only(*place));
            let one = |(_, ((local, ty), pick)): (usize, ((LocalId, Type), &u16))| {
                format!("{} = {}", words.name(local), words.pick(ty, *pick))
            };
            shown.map(one).collect::<Vec<_>>().join(", ")
        };
        // The picks that the text gives, and those that it leaves open.
        let first = tried.otherwise.first().map(|(picks, _)| picks.clone()).unwrap_or_default();
        let given = |place: usize| tried.otherwise.iter().all(|(picks, _)| picks.get(place) == first.get(place));
        let somewhere = |value: &ProbedValue| !matches!(value, ProbedValue::Cell(None) | ProbedValue::Player(None));
        let mut comes: Vec<String> = Vec::new();
        for (_, value) in tried.otherwise.iter().filter(|(_, value)| somewhere(value)) {
            let value = words.value(value);
            if !comes.contains(&value) {
                comes.push(value);
            }
        }
        let wanted = words.pick(ty, wanted);
        let to = if comes.is_empty() { "nowhere".to_owned() } else { comes.join(" or ") };
        let known = with(&first, &given);
        let then = if known.is_empty() { String::new() } else { format!("with {known}, ") };
        let message = self.not_legal(&format!("{then}`{name}` comes to {to}, not to {wanted}"));
        let mut finding = Finding::new(Code::WhyWritten, span, message).label(format!("`{name}` comes to {to}"));
        for (picks, value) in tried.otherwise.iter().filter(|(_, value)| comes.is_empty() || somewhere(value)) {
            let open = with(picks, &|place| !given(place));
            let value = if open.is_empty() { words.value(value) } else { format!("{}   ({open})", words.value(value)) };
            finding.values.push(super::evidence::Valued { depth: 0, span, text: name.to_owned(), value });
        }
        for ((place, local), pick) in moved.picks().enumerate().zip(&first) {
            if let Some(bound) = words.game.sites.names.get(&local).filter(|_| given(place)) {
                let ty = moved.pick_types().nth(place).unwrap_or(Type::Cells);
                finding = finding.related(bound.span, format!("{} = {}", bound.text, words.pick(ty, *pick)));
            }
        }
        finding
    }
}

//! What moves, turns and ends say, as terms.

use super::reading::TermReader;
use super::terms::{Term, Terms};
use rulebook_language::model::{
    Content, Effect, End, Ending, Expr, Judgement, Move, MoveId, Outcome, Picking, Primitive, Repetition, Sow,
    TransferMode, Turn, TurnOrder, TurnStep, Type, primitives,
};
use rulebook_language::source::Span;

/// What says nothing, whatever the position: an end clause that never holds, a result that never counts.
pub const NEVER: &str = "never";

/// A name for what is the same throughout a move: it stands for that and says nothing by itself.
const LET_SETTLED: &str = "let settled";

/// A statement of a move.
#[derive(Clone, Debug)]
pub struct MoveStatement {
    /// Its first word.
    pub word: &'static str,
    /// What it says, with how deep it stands in blocks.
    pub term: Term,
    /// A place in it.
    pub at: Span,
}

impl TermReader<'_> {
    /// The statements of a move, one after the other; those of blocks after their heads.
    pub fn statements(&mut self, terms: &mut Terms, rule: &Move) -> Vec<MoveStatement> {
        let mut said = Vec::new();
        self.picking(terms, rule, &mut |terms, word, term, at| {
            let term = terms.make(word, vec![term]);
            said.push(MoveStatement { word, term, at });
        });
        let (link, end) = self.parts_of(rule);
        self.flat(terms, link, "", &mut said);
        self.flat(terms, end, "at its end ", &mut said);
        said
    }

    /// What an action of a move does, and apart from that what is done at its end, where a chain makes it once for many links.
    fn parts_of<'m>(&self, rule: &'m Move) -> (&'m [Effect], &'m [Effect]) {
        let game = self.game;
        let id = game.moves.iter_ids().find(|(_, known)| known.span == rule.span && known.name == rule.name);
        let is_link = id.is_some_and(|(id, _)| game.turns.iter().any(|turn| turn.order.has_chain_of(id)));
        if is_link { (rule.link(), rule.end()) } else { (&rule.effects, &[]) }
    }

    /// Reads the picks, `let`s and conditions of a move and binds their names.
    fn picking(&mut self, terms: &mut Terms, rule: &Move, see: &mut dyn FnMut(&mut Terms, &'static str, Term, Span)) {
        let mut picks = 0;
        (self.named, self.loops, self.unchanged) = (0, 0, false);
        for step in &rule.picking {
            match step {
                Picking::Pick { local, from } => {
                    let set = self.read(terms, from);
                    let name = terms.leaf(format!("pick:{picks}"));
                    picks += 1;
                    // A group is picked by its first cell.
                    let name = if from.ty == Type::Groups { terms.make("group-of", vec![set, name]) } else { name };
                    self.bound.insert(*local, name);
                    see(terms, "pick", set, from.span);
                }
                Picking::Several { local, from, low, high } => {
                    let set = self.read(terms, from);
                    let name = terms.leaf(format!("pick:{picks}"));
                    picks += 1;
                    self.bound.insert(*local, name);
                    let several = terms.make(&format!("several {low}..={high}"), vec![set]);
                    see(terms, "pick", several, from.span);
                }
                Picking::Let { local, value } => {
                    let term = self.read(terms, value);
                    self.bound.insert(*local, term);
                    see(terms, "let", term, value.span);
                }
                Picking::Where(condition) => {
                    let term = self.read(terms, condition);
                    see(terms, "where", term, condition.span);
                }
            }
        }
    }

    fn flat(&mut self, terms: &mut Terms, effects: &[Effect], within: &str, said: &mut Vec<MoveStatement>) {
        let named = self.named;
        for effect in effects {
            for primitive in &effect.does {
                let (word, head) = self.head(terms, primitive);
                let nested = terms.make(&format!("{within}{word}"), head);
                said.push(MoveStatement { word, term: nested, at: effect.span });
                let [first, second] = primitive.blocks();
                let inner = if word == "for" { word } else { "then" };
                self.loops += u32::from(word == "for");
                self.flat(terms, first, &format!("{within}{inner} "), said);
                self.loops -= u32::from(word == "for");
                self.flat(terms, second, &format!("{within}else "), said);
            }
        }
        self.named = named;
    }

    /// All of a move, whatever it is called. Conditions on the picks may stand anywhere after them, and in what they are
    /// picked from.
    pub fn whole_move(&mut self, terms: &mut Terms, rule: &Move) -> Term {
        let mut picked: Vec<Term> = Vec::new();
        let mut conditions: Vec<Term> = Vec::new();
        let is_cell = |step: &Picking| matches!(step, Picking::Pick { from, .. } if from.ty == Type::Cells);
        let cells: Vec<bool> = rule.picking.iter().filter(|step| step.places().is_some()).map(is_cell).collect();
        let yes = terms.leaf("true");
        self.picking(terms, rule, &mut |terms, word, term, _| match word {
            "pick" => {
                let place = picked.len();
                let (from, condition) = match cells.get(place) {
                    Some(true) => {
                        let name = terms.leaf(format!("pick:{place}"));
                        (terms.leaf("cell"), terms.make("in", vec![name, term]))
                    }
                    _ => (term, yes),
                };
                picked.push(from);
                conditions.push(condition);
            }
            "where" => conditions.push(term),
            _ => {}
        });
        let (effects, mut required) = self.all_effects(terms, rule);
        conditions.append(&mut required);
        let conditions = terms.make("and", conditions);
        let picked = terms.make("picks", picked);
        let shown = rule.shown.iter().map(|(local, _)| self.bound.get(local).copied().unwrap_or(yes)).collect();
        let shown = terms.make("shown", shown);
        terms.make("move", vec![picked, conditions, effects, shown])
    }

    /// The effects of a move, and what they require that was so already when it began.
    fn all_effects(&mut self, terms: &mut Terms, rule: &Move) -> (Term, Vec<Term>) {
        let mut parts = Vec::new();
        self.unchanged = true;
        let (link, end) = self.parts_of(rule);
        self.effects_into(terms, link, &mut parts);
        self.changing(terms);
        let (mut parts, required) = terms.whole_effects(parts);
        if !end.is_empty() {
            let end = self.effects(terms, end);
            parts.push(terms.make("at its end", vec![end]));
        }
        (terms.make("do", parts), required)
    }

    /// From here on things may be changed: what was bound so far stands for what it was.
    fn changing(&mut self, terms: &mut Terms) {
        if std::mem::take(&mut self.unchanged) {
            let bound: Vec<_> = self.bound.iter().map(|(local, term)| (*local, *term)).collect();
            for (local, term) in bound {
                self.bound.insert(local, terms.earlier("before", term));
            }
        }
    }

    fn effects(&mut self, terms: &mut Terms, effects: &[Effect]) -> Term {
        let named = self.named;
        let mut parts: Vec<Term> = Vec::new();
        self.effects_into(terms, effects, &mut parts);
        self.named = named;
        let parts = terms.effects(parts);
        terms.make("do", parts)
    }

    /// Adds effects to others.
    fn effects_into(&mut self, terms: &mut Terms, effects: &[Effect], parts: &mut Vec<Term>) {
        for primitive in primitives(effects) {
            let (word, mut head) = self.head(terms, primitive);
            match primitive {
                Primitive::Require(_) => {}
                Primitive::Let(..) => {
                    // What is the same throughout stands where it is named.
                    if word == LET_SETTLED {
                        continue;
                    }
                }
                Primitive::For { body, condition, .. } => {
                    self.loops += 1;
                    let mut body = self.effects(terms, body);
                    self.loops -= 1;
                    // A condition is asked of each member when it comes to it, as one within the block would be.
                    if let (Some(_), [_, asked]) = (condition, head.as_mut_slice()) {
                        let (condition, none) = (*asked, terms.make("do", Vec::new()));
                        *asked = terms.leaf("nothing");
                        let chosen = terms.make("if", vec![condition, body, none]);
                        let chosen = terms.effects(vec![chosen]);
                        body = terms.make("do", chosen);
                    }
                    head.push(body);
                }
                Primitive::Repeat { body, .. } => head.push(self.effects(terms, body)),
                // What is decided before the game is no choice.
                Primitive::If { then, otherwise, .. } => match head.first().map(|condition| terms.word(*condition)) {
                    Some("true") => {
                        self.effects_into(terms, then, parts);
                        continue;
                    }
                    Some("false") => {
                        self.effects_into(terms, otherwise, parts);
                        continue;
                    }
                    _ => {
                        self.changing(terms);
                        head.push(self.effects(terms, then));
                        head.push(self.effects(terms, otherwise));
                    }
                },
                Primitive::Assign { .. }
                | Primitive::Transfer { .. }
                | Primitive::Unstack { .. }
                | Primitive::Set { .. }
                | Primitive::Sow(_)
                | Primitive::Mark { .. } => self.changing(terms),
            }
            parts.push(terms.make(word, head));
        }
    }

    /// What is done, without what stands in its block; binds what it names.
    fn head(&mut self, terms: &mut Terms, primitive: &Primitive) -> (&'static str, Vec<Term>) {
        let none = terms.leaf("nothing");
        let all = |reader: &mut Self, terms: &mut Terms, parts: &[Option<&Expr>]| -> Vec<Term> {
            parts.iter().map(|part| part.map_or(none, |part| reader.read(terms, part))).collect()
        };
        let some_cells = |reader: &mut Self, terms: &mut Terms, cells: &Expr| vec![reader.read_set(terms, cells)];
        match primitive {
            Primitive::Assign { cells, content } => match content {
                Content::Piece { count, piece } => {
                    let mut parts = some_cells(self, terms, cells);
                    parts.extend(all(self, terms, &[count.as_ref(), Some(piece)]));
                    ("put", parts)
                }
                Content::Nothing => ("remove", some_cells(self, terms, cells)),
                Content::OtherOwner => ("turn over", some_cells(self, terms, cells)),
                Content::Kind(kind) => {
                    let mut parts = some_cells(self, terms, cells);
                    parts.push(self.read(terms, kind));
                    ("promote", parts)
                }
            },
            Primitive::Transfer { from, to, mode } => {
                let mut parts = all(self, terms, &[Some(from), Some(to)]);
                match mode {
                    TransferMode::Replace => ("move", parts),
                    TransferMode::Exchange => {
                        parts.sort_unstable();
                        ("exchange", parts)
                    }
                    TransferMode::Stack => ("move stack", parts),
                    TransferMode::Top(count) => {
                        parts.extend(all(self, terms, &[count.as_ref()]));
                        ("move top", parts)
                    }
                    TransferMode::Tuck(count) => {
                        parts.extend(all(self, terms, &[count.as_ref()]));
                        ("tuck", parts)
                    }
                }
            }
            Primitive::Unstack { from, count, bottom } => {
                (if *bottom { "remove bottom" } else { "remove top" }, all(self, terms, &[Some(from), count.as_ref()]))
            }
            Primitive::Set { counter, of, value } => {
                let of = if of.is_empty() { vec![None] } else { of.iter().map(Some).collect() };
                let mut parts = all(self, terms, &[of.as_slice(), &[Some(value)]].concat());
                let counter = self.counter_word(*counter);
                parts.push(terms.leaf(counter));
                ("set", parts)
            }
            Primitive::Sow(sow) => {
                let Sow { counter, hand, from, leaving, along, skipping, again } = &**sow;
                let some =
                    [hand.as_ref(), Some(from), leaving.as_ref(), Some(along), skipping.as_ref(), again.as_ref()];
                let mut parts = all(self, terms, &some);
                let counter = self.counter_word(*counter);
                parts.push(terms.leaf(counter));
                ("sow", parts)
            }
            Primitive::Mark { mark, cells, on } => {
                let mut parts = some_cells(self, terms, cells);
                let mark = self.mark_word(*mark);
                parts.push(terms.leaf(mark));
                (if *on { "mark" } else { "unmark" }, parts)
            }
            Primitive::For { local, over, condition, .. } => {
                let set = self.read(terms, over);
                // Of the second member on, what came before has been changed.
                self.changing(terms);
                let name = terms.leaf(format!("each:{}", self.loops));
                self.bound.insert(*local, name);
                let condition = condition.as_ref().map_or(none, |condition| self.read(terms, condition));
                ("for", vec![set, condition])
            }
            Primitive::Repeat { most, condition, .. } => {
                self.changing(terms);
                let most = terms.leaf(format!("n:{most}"));
                ("repeat", vec![most, self.read(terms, condition)])
            }
            Primitive::If { condition, .. } => ("if", all(self, terms, &[Some(condition)])),
            Primitive::Let(local, value) => {
                let term = self.read(terms, value);
                if self.unchanged || terms.is_settled(term) {
                    self.bound.insert(*local, term);
                    return (LET_SETTLED, vec![term]);
                }
                self.named += 1;
                let name = terms.leaf(format!("let:{}", self.named));
                self.bound.insert(*local, name);
                ("let", vec![term])
            }
            Primitive::Require(condition) => ("require", all(self, terms, &[Some(condition)])),
        }
    }

    /// A turn; moves are taken by their names, or read through.
    pub fn turn(&mut self, terms: &mut Terms, turn: &Turn) -> Term {
        let of = match turn.of {
            Some(player) => format!("player:{}", self.player(player)),
            None => "everybody".to_owned(),
        };
        let of = terms.leaf(of);
        let when = turn.when.as_ref().map(|when| self.read(terms, when));
        let when = when.unwrap_or_else(|| terms.leaf("true"));
        let order = self.order(terms, &turn.order);
        terms.make("turn", vec![of, when, order])
    }

    fn order(&mut self, terms: &mut Terms, order: &TurnOrder) -> Term {
        let mut tiers = Vec::new();
        for choice in &order.choices {
            let mut sequences = Vec::new();
            for sequence in choice {
                let mut steps = vec![self.step(terms, &sequence.first)];
                for follow in &sequence.then {
                    let step = self.step(terms, &follow.step);
                    let when = follow.when.iter().map(|when| self.read(terms, when)).collect();
                    let when = terms.make("and", when);
                    let word = format!("then {:?} {:?}", follow.how, follow.repeat);
                    steps.push(terms.make(&word, vec![step, when]));
                }
                sequences.push(if steps.len() == 1 { steps[0] } else { terms.make("sequence", steps) });
            }
            // Which of them is named first has no meaning.
            sequences.sort_unstable();
            sequences.dedup();
            tiers.push(if sequences.len() == 1 { sequences[0] } else { terms.make("one of", sequences) });
        }
        if tiers.len() == 1 { tiers[0] } else { terms.make("else", tiers) }
    }

    fn step(&mut self, terms: &mut Terms, step: &TurnStep) -> Term {
        match step {
            TurnStep::Pass => terms.leaf("pass"),
            TurnStep::Move(rule, with) => {
                let mut parts = vec![self.named_move(terms, *rule)];
                for (pick, set) in with {
                    let set = self.read(terms, set);
                    parts.push(terms.make(&format!("with:{pick}"), vec![set]));
                }
                terms.make("make", parts)
            }
            TurnStep::Chain { rule, from, which } => {
                let rule = self.named_move(terms, *rule);
                terms.make(&format!("chain:{from}:{which:?}"), vec![rule])
            }
            TurnStep::Order(order) => self.order(terms, order),
        }
    }

    fn named_move(&mut self, terms: &mut Terms, rule: MoveId) -> Term {
        match (self.through, self.game.moves.get(rule)) {
            (true, Some(moved)) => {
                let moved = moved.clone();
                let whole = self.whole_move(terms, &moved);
                // What was picked before is asked by move.
                let asks = self.game.features.last_picks || self.game.features.last_to;
                let name = if asks { format!("move:{}", self.rule(rule)) } else { "move:".to_owned() };
                terms.make(&name, vec![whole])
            }
            _ => terms.leaf(format!("move:{}", self.rule(rule))),
        }
    }

    /// An end clause.
    pub fn end(&mut self, terms: &mut Terms, end: &End) -> Term {
        let when = self.read(terms, &end.when);
        if terms.word(when) == "false" {
            return terms.leaf(NEVER);
        }
        let results = self.results(terms, &end.results);
        terms.make(if end.after_action { "end at once" } else { "end" }, vec![when, results])
    }

    /// Reads a rule about repetition.
    pub fn repetition(&mut self, terms: &mut Terms, rule: &Repetition) -> Term {
        let results = match &rule.ending {
            Ending::Illegal => terms.leaf("illegal"),
            Ending::Results(results) => self.results(terms, results),
        };
        let when = rule.when.as_ref().map(|when| self.read(terms, when));
        terms
            .make(&format!("repetition:{:?}:{}", rule.compare, rule.times), when.into_iter().chain([results]).collect())
    }

    fn results(&mut self, terms: &mut Terms, said: &[Outcome]) -> Term {
        let mut results: Vec<Term> = Vec::new();
        for result in said {
            let result = self.result(terms, result);
            let named = terms.parts(result).first().is_some_and(|player| terms.is_somebody(*player));
            let decides = terms.word(result) == "draw" || (named && ["wins", "loses"].contains(&terms.word(result)));
            if terms.word(result) != NEVER {
                results.push(result);
            }
            // What comes after a result that always decides never counts.
            if decides {
                break;
            }
        }
        // A draw if none decides.
        let draw = terms.leaf("draw");
        while results.last() == Some(&draw) {
            results.pop();
        }
        terms.make("results", results)
    }

    fn result(&mut self, terms: &mut Terms, result: &Outcome) -> Term {
        let kind = match &result.kind {
            Judgement::Draw => terms.leaf("draw"),
            Judgement::Highest(key) => {
                let key = self.read(terms, key);
                terms.make("highest", vec![key])
            }
            Judgement::Lowest(key) => {
                let key = self.read(terms, key);
                terms.make("lowest", vec![key])
            }
            Judgement::Wins(player) => {
                let player = self.read(terms, player);
                terms.make("wins", vec![player])
            }
            Judgement::Loses(player) => {
                let player = self.read(terms, player);
                self.loses(terms, player)
            }
        };
        let Some(when) = &result.when else { return kind };
        let when = self.read(terms, when);
        match terms.word(when) {
            "true" => kind,
            "false" => terms.leaf(NEVER),
            _ => terms.make("when", vec![kind, when]),
        }
    }

    /// Of two players one wins where the other loses.
    fn loses(&mut self, terms: &mut Terms, player: Term) -> Term {
        let others = match (self.game.players.len(), terms.word(player)) {
            (2, "player:0") => Some("player:1"),
            (2, "player:1") => Some("player:0"),
            (2, "Me") => Some("opponent"),
            (2, "opponent") => Some("Me"),
            _ => None,
        };
        match others {
            Some(other) => {
                let other = terms.leaf(other);
                terms.make("wins", vec![other])
            }
            None => terms.make("loses", vec![player]),
        }
    }
}

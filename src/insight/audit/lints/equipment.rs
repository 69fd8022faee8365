//! Features without their equipment: counters that never change or that nothing reads, marks, stacks that never grow, kinds
//! that never appear, lines longer than the board, players without pieces, cells that nothing joins.

use super::facts::{Facts, Stands};
use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Content, CounterId, End, Expr, ExprKind, Game, KindId, Mark, MarkId, OwnedKind, PatternKind, Picking,
    PlayerId, Primitive, TransferMode, TurnOrder, TurnStep, all_primitives, primitives, same_all,
};
use rulebook_language::model::{EVENTS, Repetition};
use rulebook_language::source::Span;
use rulebook_language::util::{Id, a_quoted};

/// Looks at every feature.
pub fn check(game: &Game, found: &mut Found) {
    let effects = every_primitive(game);
    counters(game, &effects, found);
    marks(game, &effects, found);
    kinds(game, &effects, found);
    players(game, &effects, found);
    stacks(game, &effects, found);
    lines(game, found);
    isolated(game, found);
}

/// Calls `see` with every expression of the rules and every part of it. A counter's old value in `add` and `take` is not among
/// them: to change it is not to read it.
pub fn every_expr<'g>(game: &'g Game, see: &mut dyn FnMut(&'g Expr)) {
    fn order<'g>(of: &'g TurnOrder, all: &mut dyn FnMut(&'g Expr)) {
        fn step<'g>(step: &'g TurnStep, all: &mut dyn FnMut(&'g Expr)) {
            match step {
                TurnStep::Move(_, with) => with.iter().for_each(|(_, set)| all(set)),
                TurnStep::Order(inner) => order(inner, all),
                TurnStep::Pass | TurnStep::Chain { .. } => {}
            }
        }
        for sequence in of.choices.iter().flatten() {
            step(&sequence.first, all);
            for follow in &sequence.then {
                follow.when.iter().for_each(&mut *all);
                step(&follow.step, all);
            }
        }
    }
    let mut all = |expr: &'g Expr| expr.visit(see);
    game.definitions.iter().for_each(|definition| all(&definition.body));
    game.patterns.iter().for_each(|pattern| all(&pattern.members));
    for rule in game.rules() {
        for step in &rule.picking {
            match step {
                Picking::Pick { from: expr, .. }
                | Picking::Several { from: expr, .. }
                | Picking::Let { value: expr, .. }
                | Picking::Where(expr) => all(expr),
            }
        }
    }
    for primitive in every_primitive(game) {
        match primitive {
            Primitive::Set { counter, of, value } => {
                of.iter().for_each(&mut all);
                match own_change(*counter, of, value) {
                    Some((_, amount)) => all(amount),
                    None => all(value),
                }
            }
            other => other.parts().into_iter().for_each(&mut all),
        }
    }
    for turn in &game.turns {
        turn.when.iter().for_each(&mut all);
        order(&turn.order, &mut all);
    }
    game.skip.iter().for_each(&mut all);
    game.ends.iter().flat_map(End::exprs).for_each(&mut all);
    game.repetitions.iter().flat_map(Repetition::exprs).for_each(&mut all);
}

/// What all moves do, within blocks too.
pub fn every_primitive(game: &Game) -> Vec<&Primitive> {
    all_primitives(game.rules().flat_map(|rule| &rule.effects))
}

/// `add N to c`, `take N from c`, `set c to c + N`: the operation and N.
pub fn own_change<'e>(counter: CounterId, of: &[Expr], value: &'e Expr) -> Option<(Builtin, &'e Expr)> {
    let ExprKind::Builtin(builtin @ (Builtin::Add | Builtin::Subtract), args) = &value.kind else { return None };
    let [old, amount] = args.as_slice() else { return None };
    let ExprKind::Counter(read, whose) = &old.kind else { return None };
    (*read == counter && same_all(of, whose)).then_some((*builtin, amount))
}

/// Whether this part of an expression reads a counter.
pub fn reads(part: &Expr, counter: CounterId) -> bool {
    matches!(part.kind, ExprKind::Counter(read, _) if read == counter)
}

fn warn(code: Code, span: Option<&Span>, message: String, label: &str, help: String, found: &mut Found) {
    if let Some(span) = span {
        found.add(Diagnostic::new(code, *span, message).label(label).help(help));
    }
}

/// Whether what nature draws is asked for in its own block, where it goes by the name of what was picked.
fn is_used_where_drawn(game: &Game, counter: CounterId, effects: &[&Primitive]) -> bool {
    let kept = |effect: &Primitive| match effect {
        Primitive::Set { counter: set, value, .. } if *set == counter => value.free_locals(),
        _ => Default::default(),
    };
    game.counters[counter].drawn.is_some()
        && effects.iter().flat_map(|effect| kept(effect)).any(|drawn| {
            let uses = |effect: &&&Primitive| effect.parts().iter().any(|part| part.free_locals().contains(&drawn));
            effects.iter().filter(uses).count() > 1
        })
}

fn counters(game: &Game, effects: &[&Primitive], found: &mut Found) {
    let mut read = vec![false; game.counters.len()];
    every_expr(game, &mut |expr| {
        if let ExprKind::Counter(counter, _) = expr.kind
            && let Some(read) = read.get_mut(counter.index())
        {
            *read = true;
        }
    });
    // What pieces carry changes as they are put.
    for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.carried.is_none()) {
        let name = &counter.name;
        let sown = effects.iter().any(|effect| matches!(effect, Primitive::Sow(sow) if sow.counter == id));
        let changes: Vec<(&[Expr], &Expr)> = effects
            .iter()
            .filter_map(|effect| match effect {
                Primitive::Set { counter, of, value } if *counter == id => Some((of.as_slice(), value)),
                _ => None,
            })
            .collect();
        let is_read = read.get(id.index()).copied().unwrap_or(false) || sown || is_used_where_drawn(game, id, effects);
        let span = game.places.counters.get(id.index());
        let started = all_primitives(&game.start)
            .into_iter()
            .any(|primitive| matches!(primitive, Primitive::Set { counter, .. } if *counter == id));
        if changes.is_empty() && !sown {
            if is_read && !started {
                let (label, help) = (
                    "no move sets it, adds to it or takes from it",
                    format!("change it in a move, as in `add 1 to {name}`, or write the number instead"),
                );
                warn(Code::LintCounter, span, format!("the counter `{name}` never changes"), label, help, found);
            }
            continue;
        }
        if !is_read {
            let (label, help) = (
                "moves change it, and nothing asks for it",
                "ask for it in a condition or at the end, or remove it".to_owned(),
            );
            warn(Code::LintCounter, span, format!("the counter `{name}` is never read"), label, help, found);
            continue;
        }
        // Within its range, what begins at one end and is only moved further that way stays there.
        let only = |builtin: Builtin| {
            !sown && changes.iter().all(|(of, value)| own_change(id, of, value).is_some_and(|(how, _)| how == builtin))
        };
        let positive = changes.iter().all(|(of, value)| {
            let amount = own_change(id, of, value).map(|(_, amount)| Facts::new(game, [true; EVENTS]).number(amount));
            amount.and_then(|amount| amount.low).is_some_and(|low| low >= rulebook_language::util::Rational::ZERO)
        });
        let stuck = match () {
            () if started || !positive => None,
            () if counter.start == counter.low && only(Builtin::Subtract) => {
                Some(("only taken from", "least", counter.low))
            }
            () if counter.start == counter.high && only(Builtin::Add) => {
                Some(("only added to", "greatest", counter.high))
            }
            () => None,
        };
        if let Some((how, end, at)) = stuck {
            let message = format!("the counter `{name}` never changes");
            let label = format!("it is {how}, and begins at its {end} value {at}");
            let help = format!(
                "let it begin elsewhere, as in `counter {name}: {}..={} = {}`",
                counter.low,
                counter.high,
                if at == counter.low { counter.high } else { counter.low }
            );
            warn(Code::LintCounter, span, message, &label, help, found);
        }
    }
}

fn marks(game: &Game, effects: &[&Primitive], found: &mut Found) {
    let put = |id: MarkId| {
        effects
            .iter()
            .copied()
            .chain(primitives(&game.start))
            .any(|e| matches!(e, Primitive::Mark { mark, on: true, .. } if *mark == id))
    };
    let mut read = vec![false; game.marks.len()];
    every_expr(game, &mut |expr| {
        if let ExprKind::Marked(mark) = expr.kind
            && let Some(read) = read.get_mut(mark.index())
        {
            *read = true;
        }
    });
    let is_read = |id: MarkId| read.get(id.index()).copied().unwrap_or(false);
    for (link, span) in game.links.iter().zip(&game.places.links) {
        let marks = || link.planes.iter().map(|plane| plane.mark);
        // The regions of what is linked ask for all marks: whether something asks for these, the names that are used say.
        if !marks().any(put) {
            let help = format!("link some in a move, as in `link a to b as {}`, or remove it", link.name);
            let message = format!("no two cells are ever linked as `{}`", link.name);
            warn(Code::LintMark, Some(span), message, "nothing links them", help, found);
        }
    }
    for (id, Mark { name, .. }) in game.marks.iter_ids().filter(|(id, _)| !game.is_of_link(*id)) {
        let is_read = is_read(id);
        let span = game.places.marks.get(id.index());
        let used = effects.iter().any(|e| matches!(e, Primitive::Mark { mark, .. } if *mark == id));
        if !put(id) && (is_read || used) {
            let help = format!("put it somewhere in a move, as in `mark c as {name}`, or remove it");
            warn(Code::LintMark, span, format!("no cell is ever marked `{name}`"), "no move puts it", help, found);
        } else if put(id) && !is_read {
            let help = format!("ask for it, as in `c in {name}` or `- {name}`, or remove it");
            warn(
                Code::LintMark,
                span,
                format!("nothing asks for the mark `{name}`"),
                "moves put it, and that is all",
                help,
                found,
            );
        }
    }
}

/// What cells are given to hold.
fn contents<'e>(effects: &[&'e Primitive]) -> impl Iterator<Item = &'e Content> {
    effects.iter().filter_map(|primitive| match primitive {
        Primitive::Assign { content, .. } => Some(content),
        _ => None,
    })
}

/// What the setup lays, by lot too.
fn laid(game: &Game) -> impl Iterator<Item = &Expr> {
    let by_lot = game.scatters().flat_map(|scatter| &scatter.items).map(|scattered| &scattered.piece);
    game.setup.iter().map(|placement| &placement.piece).chain(by_lot)
}

/// Whether a piece of that kind can come onto the board.
fn appears(game: &Game, effects: &[&Primitive], kind: KindId) -> bool {
    let can_be = |named: &Expr| named.named_kind().is_none_or(|named| named == kind);
    let is = |piece: &Expr| match &piece.kind {
        ExprKind::Piece { kind: named, .. } => can_be(named),
        _ => true,
    };
    laid(game).any(is)
        || contents(effects).any(|content| match content {
            Content::Piece { piece, .. } => is(piece),
            Content::Kind(to) => can_be(to),
            Content::Nothing | Content::OtherOwner => false,
        })
}

/// Whether a piece of that owner and kind can come onto the board, as far as what the game puts there tells.
pub fn can_be(game: &Game, (owner, kind): OwnedKind) -> bool {
    let effects = every_primitive(game);
    let of_kind = |named: &Expr| named.named_kind().is_none_or(|named| named == kind);
    let of_owner = |named: Option<&Expr>| match named.map(|named| &named.kind) {
        None => owner.is_none(),
        Some(ExprKind::Player(named)) => owner == Some(*named),
        Some(_) => owner.is_some(),
    };
    let is = |piece: &Expr| match &piece.kind {
        ExprKind::Piece { kind: named, owner: of } => of_kind(named) && of_owner(of.as_deref()),
        _ => true,
    };
    // What changes hands or becomes another kind was a piece of the other before, of whatever else.
    laid(game).any(is)
        || contents(&effects).any(|content| match content {
            Content::Piece { piece, .. } => is(piece),
            Content::Kind(to) => of_kind(to),
            Content::OtherOwner => owner.is_some() && appears(game, &effects, kind),
            Content::Nothing => false,
        })
}

fn kinds(game: &Game, effects: &[&Primitive], found: &mut Found) {
    let mut named = vec![false; game.kinds.len()];
    every_expr(game, &mut |expr| {
        let kinds = match &expr.kind {
            ExprKind::Kind(kind) => std::slice::from_ref(kind),
            ExprKind::Kinds(kinds) => kinds,
            _ => &[],
        };
        for kind in kinds {
            named.get_mut(kind.index()).into_iter().for_each(|named| *named = true);
        }
    });
    for (id, kind) in game.kinds.iter_ids() {
        // What nothing names at all is unused already.
        if named.get(id.index()) != Some(&true) || appears(game, effects, id) {
            continue;
        }
        let name = &kind.name;
        let whose = if kind.neutral { "neutral" } else { "my" };
        let first = game.players.iter().next().map_or("", String::as_str);
        let owner = if kind.neutral { "neutral" } else { first };
        let help = format!(
            "put it in the setup, as in `{owner} {name} on a1`, or in a move, as in `put {whose} {name} on c` or `promote c to {name}`"
        );
        let label = "no setup, `put` or `promote` brings one";
        warn(
            Code::LintNeverAppears,
            game.places.kinds.get(id.index()),
            format!("there is never {} on the board", a_quoted(name)),
            label,
            help,
            found,
        );
    }
}

/// A player who can never own a piece, in a game where others do.
fn players(game: &Game, effects: &[&Primitive], found: &mut Found) {
    let open = contents(effects).any(|content| match content {
        Content::OtherOwner => true,
        Content::Piece { piece, .. } => match &piece.kind {
            ExprKind::Piece { owner: Some(owner), .. } => !matches!(owner.kind, ExprKind::Player(_)),
            ExprKind::Piece { owner: None, .. } => false,
            _ => true,
        },
        Content::Nothing | Content::Kind(_) => false,
    });
    if open || game.players.len() < 2 {
        return;
    }
    let owner = |piece: &Expr| match &piece.kind {
        ExprKind::Piece { owner: Some(owner), .. } => match owner.kind {
            ExprKind::Player(player) => Some(player),
            _ => None,
        },
        _ => None,
    };
    let puts = contents(effects).filter_map(|content| match content {
        Content::Piece { piece, .. } => owner(piece),
        Content::Nothing | Content::OtherOwner | Content::Kind(_) => None,
    });
    let owners: Vec<PlayerId> = laid(game).filter_map(owner).chain(puts).collect();
    // Where nothing asks whose a piece is, nobody needs one.
    let mut asked = game.patterns.iter().any(|pattern| pattern.by_owner);
    every_expr(game, &mut |expr| {
        asked |= match &expr.kind {
            ExprKind::Builtin(builtin, _) => {
                matches!(builtin, Builtin::Mine | Builtin::Enemies | Builtin::OwnedBy | Builtin::Owner)
            }
            ExprKind::Pieces { owner, .. } => owner.is_some(),
            _ => false,
        };
    });
    if owners.is_empty() || !asked {
        return;
    }
    // Who can only pass needs none.
    let acts = |id: PlayerId| game.turns.iter().any(|turn| turn.of.is_none_or(|of| of == id) && !turn.order.is_pass());
    for (id, name) in game.players.iter_ids().filter(|(id, _)| !owners.contains(id) && acts(*id)) {
        let kind = game.kinds.iter().find(|kind| !kind.neutral).map_or("stone", |kind| kind.name.as_str());
        let help = format!("give {name} pieces in the setup, as in `{name} {kind} on a1`, or by a move that puts them");
        let message = format!("`{name}` never has a piece");
        warn(
            Code::LintNoPieces,
            game.places.players.get(id.index()),
            message,
            "no setup and no move brings one",
            help,
            found,
        );
    }
}

fn stacks(game: &Game, effects: &[&Primitive], found: &mut Found) {
    let Some(span) = &game.places.stacks else { return };
    let mut overlapping = false;
    for (index, placement) in game.setup.iter().enumerate() {
        overlapping |= placement.count > 1 || (index > 0 && placement.on.is_some());
    }
    let mut facts = Facts::new(game, [true; EVENTS]).within(&found.work);
    for rule in &game.moves {
        for step in &rule.picking {
            match step {
                Picking::Pick { local, from } => facts.bind_member(*local, from),
                Picking::Several { local, from, low, .. } => facts.bind_some(*local, from, *low),
                Picking::Let { .. } | Picking::Where(_) => {}
            }
        }
    }
    let grows = effects.iter().any(|effect| match effect {
        Primitive::Transfer { mode, .. } => match mode {
            TransferMode::Stack | TransferMode::Top(_) | TransferMode::Tuck(_) => true,
            TransferMode::Replace | TransferMode::Exchange => false,
        },
        Primitive::Assign { cells, content: Content::Piece { count, .. } } => {
            count.is_some() || facts.may_hold(cells, Stands::Piece)
        }
        Primitive::Assign { content: Content::Nothing | Content::OtherOwner | Content::Kind(_), .. }
        | Primitive::Unstack { .. }
        | Primitive::Set { .. }
        | Primitive::Sow(_)
        | Primitive::Mark { .. }
        | Primitive::For { .. }
        | Primitive::Repeat { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => false,
    });
    if !grows && !overlapping {
        let help =
            "leave `stacks` out, or let stacks grow with `move stack a to b`, `move top(a) to b` or `put` on pieces";
        warn(
            Code::LintStacks,
            Some(span),
            "no stack ever grows above one piece".to_owned(),
            "stacks are declared here",
            help.to_owned(),
            found,
        );
    }
}

/// Lines that the board has no room for.
fn lines(game: &Game, found: &mut Found) {
    let board = &game.board;
    for (id, pattern) in game.patterns.iter_ids() {
        let PatternKind::Line { length, .. } = pattern.sort else { continue };
        let directions = board.relation_directions(pattern.relation);
        if directions.is_empty() {
            continue;
        }
        let longest = board
            .cells()
            .flat_map(|cell| directions.iter().map(move |direction| board.ray(cell, *direction).count() + 1))
            .max()
            .unwrap_or(0);
        if longest < usize::from(length)
            && let Some(span) = game.places.patterns.get(id.index())
        {
            let message = format!("no line of {length} fits on this board");
            let help = format!("write a length of {longest} or less, or make the board larger");
            let label = format!("the longest straight line of the board has {longest} cells");
            found.add_at_once(Diagnostic::new(Code::LintLine, *span, message).label(label).help(help));
        }
    }
}

/// Cells that no relation joins to another.
fn isolated(game: &Game, found: &mut Found) {
    let board = &game.board;
    if board.cell_count() < 2 || game.places.only.is_none() {
        return;
    }
    let alone: Vec<&str> = board
        .cells()
        .filter(|cell| board.relations().all(|relation| board.neighbours(relation, *cell).is_empty()))
        .map(|cell| board.cell_name(cell))
        .collect();
    if let Some(first) = alone.first() {
        let message = match alone.len() {
            1 => format!("nothing is next to `{first}`"),
            count => format!("nothing is next to `{first}` and {} more cells", count - 1),
        };
        let help = "keep its neighbours too, or declare a `relation` that leads to it";
        warn(
            Code::BoardIsolated,
            game.places.only.as_ref(),
            message,
            "no relation of this board joins it to another cell",
            help.to_owned(),
            found,
        );
    }
}

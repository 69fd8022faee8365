//! A game's plan from its parts.

use std::sync::Arc;

use super::builder::Builder;
use super::emitter::Lowered;
use super::questions::Inquiry;
use crate::plan::layout::Layout;
use crate::plan::program::Plan;
use rulebook_language::diagnostic::{self, Diagnostic, Report};
use rulebook_language::model::{Expr, Game};
use rulebook_language::source::Span;
use rulebook_language::util::Table;

/// The plan of a game, or why there is none: limits that only the plan can see.
pub fn compile(game: &Game) -> Result<Arc<Plan>, Report> {
    reported(lower(game, &[], false, None))
}

/// The same with questions from outside the rules: the plan's questions are the expressions, in their order.
pub fn compile_with(game: &Game, questions: &[&Expr]) -> Result<Arc<Plan>, Report> {
    let questions: Vec<Inquiry<'_>> = questions.iter().map(|expr| Inquiry::plain(expr)).collect();
    compile_asking(game, &questions)
}

/// The same with parts of the rules that are asked apart from what they stand in.
pub fn compile_asking(game: &Game, questions: &[Inquiry<'_>]) -> Result<Arc<Plan>, Report> {
    reported(lower(game, questions, false, None))
}

/// The same plan with the code of moves, turns and ends once more, with probes in it: a position of it plays as one of the plain
/// plan, and can say why. Questions are those of [`compile_with`].
pub fn compile_explaining(game: &Game, questions: &[&Expr]) -> Result<Arc<Plan>, Report> {
    let questions: Vec<Inquiry<'_>> = questions.iter().map(|expr| Inquiry::plain(expr)).collect();
    reported(lower(game, &questions, true, None))
}

/// The same plan as [`compile`] gives, whose code says while it runs which line of the sheet it is at: `line_of` numbers the lines
/// of places, from 1; 0 stands for no line, and for what the engine does by itself.
pub fn compile_marking_lines<'g>(game: &'g Game, line_of: &'g dyn Fn(Span) -> u32) -> Result<Arc<Plan>, Report> {
    reported(lower(game, &[], false, Some(line_of)))
}

fn reported(lowered: Lowered<Plan>) -> Result<Arc<Plan>, Report> {
    match lowered {
        Ok(plan) => Ok(Arc::new(plan)),
        Err(diagnostic) => {
            let mut report = Report::default();
            report.add(*diagnostic);
            Err(report)
        }
    }
}

fn lower<'g>(
    game: &'g Game,
    questions: &[Inquiry<'_>],
    explaining: bool,
    line_of: Option<&'g dyn Fn(Span) -> u32>,
) -> Lowered<Plan> {
    let mut builder = Builder::new(game);
    builder.line_of = line_of;
    if let Some(stacks) = builder.layout.stacks
        && u32::from(stacks.max_height - 1) * stacks.bits > 128
    {
        let most = 128 / stacks.bits + 1;
        let span = game.places.stacks.unwrap_or_default();
        return Err(Box::new(
            Diagnostic::new(
                diagnostic::Code::LimitStacks,
                span,
                format!("stacks of these pieces cannot be {} high", stacks.max_height),
            )
            .label("what lies below the top has 128 bits")
            .help(format!("write `stacks up to {most}` or less, or declare fewer players or kinds of pieces")),
        ));
    }
    let setup = builder.setup()?;
    let (mut roles, mut steps) = (Table::new(), Vec::new());
    for player in game.players.ids() {
        let (role, of_choices) = builder.role(player)?;
        roles.push(role);
        steps.push(of_choices);
    }
    let scatters = builder.scatters()?;
    let skip = match &game.skip {
        Some(skip) => Some(builder.for_each_player(|builder| builder.condition(skip))?),
        None => None,
    };
    let ends = builder.ends()?;
    let repetitions = builder.repetitions()?;
    let questions = questions.iter().map(|asked| builder.question(asked)).collect::<Lowered<_>>()?;
    let probes = if explaining { Some(builder.probes(&roles, &steps)?) } else { None };
    let invariants = builder.invariants()?;
    let code = builder.code.finish();
    Ok(Plan {
        registers: code.registers,
        tables: code.tables,
        ops: code.ops,
        layout: Layout::new(game),
        board: game.board.clone(),
        setup,
        has_luck: game.has_luck(),
        first_deal: builder.first_deal,
        scatters,
        roles,
        skip,
        ends,
        invariants,
        pie: game.pie && game.players.len() == 2,
        repetitions,
        alike: game.alike.is_some(),
        loops: code.loops,
        memos: code.memos,
        features: game.features,
        copies_before: builder.copies.before,
        copies_turn_start: builder.copies.turn_start,
        probes,
        questions,
    })
}

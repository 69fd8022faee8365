//! Definitions worked out in a position.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::line;
use super::lineage::{declared, lineage};
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, LineRef};
use super::sheets::{SheetGame, Sheets};
use crate::view::numbers;
use crate::wire::CellNumbers;
use rulebook_insight::analysis::shapes_of;
use rulebook_language::model::{DefinitionId, Expr, ExprKind, Game, Type};
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::topology::CellId;
use rulebook_play::engine::{Answer, Position};
use rulebook_play::plan::compile_with;

/// What is asked.
#[derive(Deserialize)]
pub struct Show {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    definition: String,
}

/// How many cells are asked about with one plan.
const AT_ONCE: usize = 32;

/// What a definition comes to at the end of a line, for the player to act: of one with a cell as its parameter, for every cell.
///
/// # Errors
/// If there is no such definition, or it cannot be worked out.
pub fn shown(asked: &Show, sheets: &mut Sheets) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let mut position = line::whole(sheet.ready()?, &asked.line)?.position;
    let game = Arc::clone(position.game());
    let name = asked.definition.as_str();
    let of = CellNumbers::new(&game.board);
    if let Some(pattern) = game.patterns.iter().find(|pattern| pattern.name == name) {
        let shapes = shapes_of(&position, pattern)?;
        let groups: Vec<Vec<u32>> = shapes.iter().map(|cells| numbers(cells, &of)).collect();
        return Ok(json!({"name": name, "type": Type::Groups.to_string(), "groups": groups}));
    }
    let Some((id, definition)) = game.definitions.iter_ids().find(|(_, definition)| definition.name == name) else {
        let shown: String = name.chars().take(40).collect();
        return Err(Refusal::new(format!("there is no definition `{shown}`")));
    };
    let ty = definition.body.ty;
    let mut answer = json!({"name": name, "type": ty.to_string()});
    match definition.params.as_slice() {
        [] => {
            let value = asked_of(&mut position, &game, &[call(id, &definition.body, Vec::new())])?.pop();
            match value {
                Some(Answer::Cells(cells)) => answer["cells"] = numbers(&cells, &of).into(),
                Some(Answer::Cell(cell)) => answer["cells"] = numbers(cell.as_slice(), &of).into(),
                Some(value) => answer["text"] = position.shown_answer(&value).into(),
                None => {}
            }
        }
        [_] if takes_a_cell(&sheet, &game, name) => {
            let cells: Vec<CellId> = game.board.cells().collect();
            let argument =
                |cell: &CellId| Expr { kind: ExprKind::Cell(*cell), ty: Type::Cell, span: definition.body.span };
            let questions: Vec<Expr> =
                cells.iter().map(|cell| call(id, &definition.body, vec![argument(cell)])).collect();
            let mut values = Vec::new();
            for questions in questions.chunks(AT_ONCE) {
                values.extend(asked_of(&mut position, &game, questions)?);
            }
            if ty == Type::Truth {
                let holds = cells.iter().zip(&values).filter(|(_, value)| **value == Answer::Truth(true));
                answer["cells"] = numbers(&holds.map(|(cell, _)| *cell).collect::<Vec<_>>(), &of).into();
            } else {
                answer["values"] = values.iter().map(|value| Value::from(position.shown_answer(value))).collect();
            }
        }
        params => {
            let many =
                if params.len() == 1 { "a parameter".to_owned() } else { format!("{} parameters", params.len()) };
            answer["text"] = format!("it has {many}").into();
        }
    }
    Ok(answer)
}

/// A definition with its arguments.
fn call(id: DefinitionId, body: &Expr, args: Vec<Expr>) -> Expr {
    Expr { kind: ExprKind::Call(id, args), ty: body.ty, span: body.span }
}

/// Whether the one parameter of a definition is a cell, as it is where the sheet gives it no type.
fn takes_a_cell(sheet: &SheetGame, game: &Game, name: &str) -> bool {
    let definitions = declared(&lineage(&sheet.loaded, &game.about.title), |kind| match kind {
        DeclarationKind::Definition(definition) => Some(&definition.name),
        _ => None,
    });
    definitions.iter().any(|(known, said)| match &said.kind {
        DeclarationKind::Definition(definition) => {
            let ty = definition.params.first().map(|(_, ty)| ty.as_ref().map(|ty| ty.text.as_str()));
            known.text == name && matches!(ty, Some(None | Some("cell")))
        }
        _ => false,
    })
}

/// The answers to questions in a position, of which each has one.
fn asked_of(position: &mut Position, game: &Arc<Game>, questions: &[Expr]) -> Result<Vec<Answer>, Refusal> {
    let questions: Vec<&Expr> = questions.iter().collect();
    let plan = compile_with(game, &questions).map_err(|report| {
        let said = report.iter().next().map_or("it is too large", |said| said.message.as_str());
        Refusal::new(said.to_owned())
    })?;
    let mut asked = Position::new(Arc::clone(game), plan).with_memory(position.memory());
    let mut answers = Vec::new();
    for question in 0..questions.len() {
        answers.extend(asked.answer(question)?);
    }
    Ok(answers)
}

//! What the text of a game shows, nothing played: for editors, at every change.

use super::budget::{OF_A_BOARD, WorkBudget, of_board, of_text};
use super::inspection::in_variant;
use crate::analysis::allowed::settled;
use crate::audit::lints::lint_quickly;
use crate::library::{Loaded, Prepared};
use rulebook_language::diagnostic::Report;
use rulebook_language::model::Game;
use rulebook_language::syntax::ast::Name;

/// What the text shows at every change may take so many steps of the evaluator: some hundredths of a second. What takes longer is left to the
/// whole check.
const AT_ONCE: u64 = 4 << 20;
/// What a step of the interpreter of lints takes, in those steps.
const OF_INTERPRETING: u64 = 16;

/// What the text shows of every game and variant at its default options, as far as that is found at once: those that come first, and the
/// lints that are quick. Nothing is compiled: what is too much for that is left to the whole check, too.
pub fn findings_at_defaults(loaded: &Loaded) -> Report {
    let mut report = loaded.report.clone();
    if report.errors() > 0 {
        return report;
    }
    let text = loaded.sources.iter().map(|(_, file)| file.text.len()).sum();
    let always = || true;
    let mut work = WorkBudget::new(AT_ONCE, &always);
    for title in loaded.titles() {
        if work.is_spent() {
            break;
        }
        let (game, found) = loaded.check(Some(title), &[]);
        work.take(of_text(text) + game.as_ref().map_or(OF_A_BOARD, |game| of_board(&game.board)));
        report.extend(text_findings(loaded, title, game.as_ref(), found, &mut work));
    }
    report.sort();
    report
}

/// What was `found` in preparing a game, and what the text shows of it as it is prepared.
pub fn prepared_findings(loaded: &Loaded, title: &Name, prepared: Option<&Prepared>, found: Report) -> Report {
    let always = || true;
    let game = prepared.map(|prepared| &*prepared.game);
    text_findings(loaded, title, game, found, &mut WorkBudget::new(AT_ONCE, &always))
}

/// The same as far as the work allows. What is a defect only where every choice of the options has it is told where there is no other
/// choice.
fn text_findings(
    loaded: &Loaded,
    title: &Name,
    game: Option<&Game>,
    mut found: Report,
    work: &mut WorkBudget<'_>,
) -> Report {
    if let Some(game) = game {
        let allowed = work.left() / OF_INTERPRETING;
        let mut left = allowed;
        let lints = lint_quickly(game, &mut left).into_iter();
        work.take(OF_INTERPRETING * (allowed - left));
        lints.filter(|lint| !lint.suspect).for_each(|lint| found.add(lint.said));
    }
    let mut report = settled(loaded, title, found.retold(|said| in_variant(loaded, title, said)), false);
    report.sort();
    report
}

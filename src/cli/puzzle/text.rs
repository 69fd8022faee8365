//! Puzzles as text: the positions first, the solutions after them.

use std::io::Write;

use crate::failure::Failure;
use rulebook_service::wire::Puzzles;

/// Writes puzzles.
pub fn write(found: &Puzzles, out: &mut impl Write) -> Result<(), Failure> {
    let options: Vec<String> = found.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    writeln!(out, "{}{}", found.game, options.concat())?;
    if found.puzzles.is_empty() {
        writeln!(out, "no puzzle found: more --nodes, --games or --plies look further")?;
    }
    writeln!(out, "{}", found.looked())?;
    for (place, puzzle) in found.puzzles.iter().enumerate() {
        writeln!(out, "\n{}. {}", place + 1, puzzle.task())?;
        write!(out, "{}", puzzle.board)?;
        writeln!(out, "--position \"{}\"", puzzle.position)?;
    }
    if !found.puzzles.is_empty() {
        writeln!(out, "\nSolutions")?;
    }
    for (place, puzzle) in found.puzzles.iter().enumerate() {
        writeln!(
            out,
            "\n{}. {}, by `{}`; {}",
            place + 1,
            puzzle.action.text,
            puzzle.theme.clause_text,
            puzzle.alone()
        )?;
        writeln!(out, "   the line: {}", puzzle.line.join(" "))?;
        let same = match puzzle.same.is_empty() {
            true => String::new(),
            false => format!("; the same: {}", puzzle.same.join(" ")),
        };
        let (missed, tries) = (puzzle.missed, found.tries);
        writeln!(out, "   {}; missed by {} in {missed} of {tries} tries{same}", puzzle.theme.told(), found.missed_by)?;
    }
    Ok(())
}

//! Puzzles as `test` blocks, to be pasted into the game: the position, and the winning line with what it comes to. What no test can say,
//! that no other action wins, stands above each as a comment.

use std::io::Write;

use crate::failure::Failure;
use rulebook_insight::library::Prepared;
use rulebook_service::wire::{Puzzle, Puzzles};

/// Writes puzzles of a game whose options with these names are not at their defaults.
pub fn write(found: &Puzzles, prepared: &Prepared, set: &[&str], out: &mut impl Write) -> Result<(), Failure> {
    let game = &prepared.game;
    let chosen = game.options.iter().filter(|option| set.contains(&option.name.as_str()));
    let options: Vec<String> = chosen.map(|option| format!("{} = {}", option.name, option.value)).collect();
    writeln!(out, "  // Puzzles of {}, by rulebook puzzle. {}", found.game, found.looked())?;
    for puzzle in &found.puzzles {
        let named = game.ends.iter().any(|end| end.name == puzzle.theme.clause && end.is_named());
        block(puzzle, found.seed, (&options, named), out)?;
    }
    Ok(())
}

fn block(puzzle: &Puzzle, seed: u64, (options, named): (&[String], bool), out: &mut impl Write) -> Result<(), Failure> {
    let (role, action) = (&puzzle.to_act.role, &puzzle.action.text);
    writeln!(out, "\n  // {action} {}; {}.", puzzle.wins(), puzzle.alone())?;
    for row in puzzle.board.lines() {
        writeln!(out, "  //   {}", row.trim_end())?;
    }
    let number = format!("{seed}.{}.{}", puzzle.game, puzzle.ply);
    writeln!(out, "  test \"puzzle {number}: {role} {}\" {{", puzzle.wins())?;
    if !options.is_empty() {
        writeln!(out, "    set {}", options.join(", "))?;
    }
    writeln!(out, "    position \"{}\"", puzzle.position)?;
    writeln!(out, "    expect me is {role}")?;
    writeln!(out, "    play \"{}\"", puzzle.line.join(" "))?;
    let by = if named { format!(" by {}", puzzle.theme.clause) } else { String::new() };
    writeln!(out, "    expect {role} wins{by}")?;
    writeln!(out, "  }}")?;
    Ok(())
}

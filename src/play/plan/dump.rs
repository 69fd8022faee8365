//! A plan as text, for people who want to know what their rules have become.

use std::fmt;

use super::program::{ChoiceKind, Code, Plan};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "memory: {} words, planes of {}", self.layout.size, self.layout.words)?;
        for field in &self.layout.fields {
            writeln!(f, "  {:>6}  {} ({:?})", field.offset, field.name, field.sort)?;
        }
        self.code(f, "setup", self.setup)?;
        for (player, role) in self.roles.iter_ids() {
            for (index, choice) in role.choices.iter().enumerate() {
                if let ChoiceKind::Move { generate, propose, confirm, apply, .. } = choice.sort {
                    self.code(f, &format!("player {} choice {index}: find", player.0), generate)?;
                    self.code(f, &format!("player {} choice {index}: propose", player.0), propose)?;
                    if let Some(confirm) = confirm {
                        self.code(f, &format!("player {} choice {index}: confirm", player.0), confirm)?;
                    }
                    self.code(f, &format!("player {} choice {index}: play", player.0), apply)?;
                }
            }
        }
        for end in &self.ends {
            for (player, when) in end.when.iter_ids() {
                self.code(f, &format!("{} for player {}", end.name, player.0), *when)?;
            }
        }
        Ok(())
    }
}

impl Plan {
    fn code(&self, f: &mut fmt::Formatter<'_>, name: &str, code: Code) -> fmt::Result {
        writeln!(f, "{name}: {} numbers, {} sets, {} lists", code.numbers, code.sets, code.lists)?;
        for at in code.start..code.end {
            writeln!(f, "  {at:>5}  {:?}", self.ops[at as usize])?;
        }
        Ok(())
    }
}

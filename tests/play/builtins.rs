//! A small game for each word and function of the table of builtins, and for each way to call it, made from its row: a new one is
//! held against the laws as it is added.

use rulebook_language::model::row::{Signature, Written};
use rulebook_language::model::{Builtin, Type};

/// The games, each as a text in a file of its own name.
pub fn sheets() -> Vec<(String, String)> {
    let mut sheets = Vec::new();
    // `cycle_length` is known in the results of repetitions alone; `chases.game` among the sheets of the laws asks for it.
    for builtin in Builtin::ALL.iter().filter(|builtin| **builtin != Builtin::CycleLength) {
        let row = builtin.row();
        let mut add = |name: &str, called: &str, gives: Type| {
            let title = format!("{name} {}", sheets.len());
            sheets.push((format!("builtin {name}"), sheet(&title, &condition(called, gives))));
        };
        match row.written {
            Written::Word(names) => {
                names.iter().for_each(|name| add(name.name(), name.name(), row.signatures[0].gives()));
            }
            Written::Function([named, ..]) => {
                for signature in row.signatures {
                    add(named.name(), &call(named.name(), signature), signature.gives());
                }
            }
            Written::Overload(name) => {
                row.signatures.iter().for_each(|signature| add(name, &call(name, signature), signature.gives()));
            }
            Written::Function([]) | Written::Phrase(_) | Written::Conversion => {}
        }
    }
    assert!(sheets.len() > 40, "{}", sheets.len());
    sheets
}

/// The function with arguments of the types that it takes.
fn call(name: &str, signature: &Signature) -> String {
    let (Signature::Takes(types, _) | Signature::Many(types, _)) = signature;
    let mut args = Vec::new();
    for (place, ty) in types.iter().enumerate() {
        let again = types[..place].contains(ty);
        args.push(match ty {
            Type::Number if again => "count(adjacent(a))",
            Type::Number => "count(mine)",
            Type::Truth => "some mine",
            Type::Cell if again => "a",
            Type::Cell => "c",
            Type::Cells if again => "adjacent(a)",
            Type::Cells => "adjacent(c) & mine",
            Type::Player => "owner(a)",
            Type::Players => "everyone",
            Type::Kind => "kind(a)",
            Type::Kinds => "{ k in kinds : some my k & adjacent(a) }",
            Type::Direction => "north",
            Type::Directions => "orthogonals",
            Type::Groups => "chain",
            Type::Numbers => "sizes(chain)",
            Type::Range | Type::Piece | Type::Word | Type::Unknown => panic!("a function of {ty}"),
        });
    }
    format!("{name}({})", args.join(", "))
}

/// A condition on what it gives.
fn condition(x: &str, gives: Type) -> String {
    match gives {
        Type::Number => format!("{x} > 1"),
        Type::Truth => x.to_owned(),
        Type::Cell => format!("{x} in occupied"),
        Type::Cells => format!("some {x} & adjacent(c)"),
        Type::Player => format!("{x} is me"),
        Type::Players => format!("some p in {x} where some owned(p) & adjacent(c)"),
        Type::Kind => format!("{x} is stone"),
        Type::Kinds => format!("kind(a) in {x}"),
        Type::Direction => format!("c + {x} in empty"),
        Type::Directions => format!("north in {x}"),
        Type::Numbers => format!("sum({x}) > 2"),
        Type::Groups | Type::Range | Type::Piece | Type::Word | Type::Unknown => {
            panic!("a function that gives {gives}")
        }
    }
}

fn sheet(title: &str, condition: &str) -> String {
    let group = if condition.contains("chain") { "  group chain = like-coloured stones\n" } else { "" };
    format!(
        r#"game "{title}" {{
  players Black, White
  board square(3)
  piece stone
{group}  move guarded {{
    pick a in occupied
    pick c in empty
    where {condition}
    put my stone on c
    written "{{a}}-{{c}}"
  }}
  move free {{
    pick c in empty
    put my stone on c
  }}
  turn guarded or free
  end when no move {{ draw }}
}}
"#
    )
}

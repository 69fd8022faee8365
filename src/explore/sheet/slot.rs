//! What a variant replaces at once: a declaration, or all those of a kind.

use rulebook_language::syntax::ast::{Declaration, DeclarationKind, PatternKind};

/// What a variant replaces at once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// What has a name, with what its declaration begins with: `move place`.
    Named(&'static str, String),
    /// What a game has one of: `setup`.
    Single(&'static str),
    /// All end clauses without a name.
    Ends,
    /// All turns.
    Turns,
    /// All repetition rules.
    Repetitions,
}

impl Slot {
    /// What a declaration replaces; nothing for what no rule of play is: tests, claims, the look.
    pub fn of(declaration: &Declaration) -> Option<Slot> {
        let named = |sort, name: &str| Some(Slot::Named(sort, name.to_owned()));
        match &declaration.kind {
            DeclarationKind::Relation(relation) => named("relation", &relation.name.text),
            DeclarationKind::Link(link) => named("link", &link.name.text),
            DeclarationKind::Definition(definition) => {
                const SORTS: [&str; 9] =
                    ["value", "region", "condition", "direction", "directions", "kind", "kinds", "player", "cell"];
                let sort = SORTS.iter().find(|sort| **sort == definition.sort.text)?;
                named(sort, &definition.name.text)
            }
            DeclarationKind::Pattern(pattern) => {
                let sort = match pattern.sort {
                    PatternKind::Group => "group",
                    PatternKind::Loop => "loop",
                    PatternKind::Line { .. } => "line",
                };
                named(sort, &pattern.name.text)
            }
            DeclarationKind::Counter { name, .. } => named("counter", &name.text),
            DeclarationKind::Track(track) => named("track", &track.name.text),
            DeclarationKind::Option(option) => named("option", &option.name.text),
            DeclarationKind::Move(rule) => named("move", &rule.name.text),
            DeclarationKind::Effect(effect) => named("effect", &effect.name.text),
            DeclarationKind::End(end) => match &end.name {
                Some(name) => named("end", &name.text),
                None => Some(Slot::Ends),
            },
            DeclarationKind::Turn(_) => Some(Slot::Turns),
            DeclarationKind::Repetition(_) => Some(Slot::Repetitions),
            DeclarationKind::Setup(_) => Some(Slot::Single("setup")),
            DeclarationKind::Skip(_) => Some(Slot::Single("skip")),
            DeclarationKind::Pass(_) => Some(Slot::Single("pass")),
            DeclarationKind::AfterMove(_) => Some(Slot::Single("after each move")),
            DeclarationKind::Limit(_) => Some(Slot::Single("limit")),
            DeclarationKind::Pie(_) => Some(Slot::Single("pie")),
            DeclarationKind::Board(_) => Some(Slot::Single("board")),
            DeclarationKind::Stacks(_) => Some(Slot::Single("stacks")),
            _ => None,
        }
    }

    /// What it is called, by which `--keep` names it.
    pub fn name(&self) -> String {
        match self {
            Slot::Named(sort, name) => format!("{sort} {name}"),
            Slot::Single(what) => (*what).to_owned(),
            Slot::Ends => "end".to_owned(),
            Slot::Turns => "turn".to_owned(),
            Slot::Repetitions => "repetition".to_owned(),
        }
    }

    /// What a variant takes away by a line such as `limit off`.
    pub fn taken_off(sort: &str, name: Option<&str>) -> Option<Slot> {
        const NAMED: [&str; 15] = [
            "relation",
            "value",
            "region",
            "condition",
            "direction",
            "directions",
            "kind",
            "kinds",
            "group",
            "loop",
            "line",
            "counter",
            "track",
            "move",
            "effect",
        ];
        const ALONE: [&str; 4] = ["limit", "skip", "pass", "after each move"];
        match name {
            Some(name) if sort == "end" => Some(Slot::Named("end", name.to_owned())),
            Some(name) => NAMED.iter().find(|known| **known == sort).map(|sort| Slot::Named(sort, name.to_owned())),
            None if sort == "repetition" => Some(Slot::Repetitions),
            None => ALONE.iter().find(|known| **known == sort).map(|sort| Slot::Single(sort)),
        }
    }
}

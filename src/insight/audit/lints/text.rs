//! Variants that say what their game says: declarations equal to what they replace, variants that change nothing.
//!
//! Two declarations are equal where their texts are, blanks and comments left out.

use rulebook_language::diagnostic::{Code, Diagnostic, Fix, Report};
use rulebook_language::model::lineage;
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::syntax::ast::{Declaration, DeclarationKind, File, OptionDecl, Unit};

/// What the variant called `title` declares as it was.
pub fn overrides(files: &[File], sources: &SourceMap, title: &str) -> Report {
    let mut report = Report::default();
    let units = || files.iter().flat_map(|file| &file.units);
    let Some(unit) = units().find(|unit| unit.name.text == title) else { return report };
    let bases = lineage(files.iter(), unit).split_off(1);
    if bases.is_empty() {
        return report;
    }
    let changes = unit.declarations.iter().any(|declaration| {
        use DeclarationKind as K;
        !matches!(declaration.kind, K::By { .. } | K::Source(_) | K::Family(_) | K::Claim(_) | K::Look(_))
    });
    if !changes {
        report.add(
            Diagnostic::new(Code::VariantSame, unit.name.span, format!("`{title}` plays like the game that it varies"))
                .label("it replaces none of its rules")
                .help("declare what is different, or remove the variant")
                .fix(Fix::remove(unit.span, "remove the variant").unsure()),
        );
    }
    let key = |declaration: &Declaration| key(declaration);
    let mut said: Vec<String> = Vec::new();
    for declaration in &unit.declarations {
        let Some(name) = key(declaration).filter(|name| !said.contains(name)) else { continue };
        let all = |unit: &Unit| -> Vec<Span> {
            let same = unit.declarations.iter().filter(|other| key(other).as_ref() == Some(&name));
            same.map(|declaration| declaration.span).collect()
        };
        let Some(old) = bases.iter().map(|base| all(base)).find(|found| !found.is_empty()) else { continue };
        let new = all(unit);
        let text = |spans: &[Span]| -> Vec<String> { spans.iter().map(|span| plain(sources.slice(*span))).collect() };
        let written = text(&new);
        let base_alone = matches!(written.as_slice(), [one] if says_base(one));
        // What `base` stands for is another thing in each of them.
        let extends = |text: &String| {
            text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == "base")
        };
        if (written == text(&old) && !written.iter().any(extends) || base_alone)
            && let (Some(here), Some(there)) = (new.first(), old.first())
        {
            report.add(
                Diagnostic::new(
                    Code::VariantSame,
                    *here,
                    format!("{name} is the same as in the game that this varies"),
                )
                .label(if base_alone { "says `base` and nothing else" } else { "replaces it with itself" })
                .related(*there, "what it replaces")
                .help("write what is different, or remove it: a variant keeps what it does not replace")
                .fix(Fix::remove(*here, format!("remove {name}")).unsure()),
            );
        }
        said.push(name);
    }
    report
}

/// What a declaration replaces, in the words of a finding.
fn key(declaration: &Declaration) -> Option<String> {
    use DeclarationKind as K;
    let named = |sort: &str, name: &str| Some(format!("the {sort} `{name}`"));
    match &declaration.kind {
        K::By { .. } | K::Source(_) | K::Family(_) | K::Claim(_) | K::Pieces { .. } => None,
        K::Players(_) => Some("the list of players".to_owned()),
        K::Stacks(_) => Some("the height of stacks".to_owned()),
        K::Pie(_) => Some("the pie rule".to_owned()),
        K::Board(_) => Some("the board".to_owned()),
        K::Setup(_) => Some("the setup".to_owned()),
        K::Turn(_) => Some("the turn".to_owned()),
        K::Repetition(_) => Some("the repetition rule".to_owned()),
        K::Limit(_) => Some("the limit".to_owned()),
        K::Option(OptionDecl { name, .. }) | K::OptionOff(name) => named("option", &name.text),
        K::Relation(relation) => named("relation", &relation.name.text),
        K::Link(link) => named("link", &link.name.text),
        K::Definition(definition) => named(&definition.sort.text, &definition.name.text),
        K::Pattern(pattern) => named("pattern", &pattern.name.text),
        K::Counter { name, .. } => named("counter", &name.text),
        K::Mark { name, .. } => named("mark", &name.text),
        K::Move(rule) => named("move", &rule.name.text),
        K::End(end) => match &end.name {
            Some(name) => named("end clause", &name.text),
            None => Some("every end clause without a name".to_owned()),
        },
        _ => None,
    }
}

/// The text without comments, each run of blanks as one.
fn plain(text: &str) -> String {
    let mut words = Vec::new();
    for line in text.lines() {
        let mut quoted = false;
        let code = line.char_indices().find(|(at, sign)| {
            quoted ^= *sign == '"';
            !quoted && line.get(*at..).is_some_and(|rest| rest.starts_with("//"))
        });
        let code = code.and_then(|(at, _)| line.get(..at)).unwrap_or(line);
        words.extend(code.split_whitespace());
    }
    words.join(" ")
}

/// Whether a declaration stands for what it replaces and no more.
fn says_base(text: &str) -> bool {
    text == "turn base" || text.ends_with("= base") || text.ends_with("{ base }")
}

//! Changes of declarations.

use super::edit::{Edit, Edits};
use rulebook_language::model::lineage;
use rulebook_language::source::{SourceFile, Span};
use rulebook_language::syntax::ast::{
    Declaration, DeclarationKind, End, Ending, File, Judgement, LuckKind, Name, Outcome, PatternKind, SetupItem, Unit,
};

/// The changes of the first file that are tried, in the order of their places. What names things, draws boards, offers options, claims or
/// tests is left as it is.
pub fn edits(files: &[File], source: &SourceFile) -> Vec<Edit> {
    let mut edits = Edits {
        file: source,
        players: Vec::new(),
        relations: Vec::new(),
        unit: String::new(),
        place: String::new(),
        found: Vec::new(),
    };
    for unit in files.first().iter().flat_map(|file| &file.units) {
        edits.unit.clone_from(&unit.name.text);
        edits.players = players(files, unit);
        edits.relations = relations(files, unit);
        unit.declarations.iter().for_each(|declaration| edits.declaration(declaration));
    }
    let mut found = edits.found;
    found.sort_by_key(|edit| (edit.span.start, edit.span.end));
    found.dedup();
    found
}

/// The players of a game, or of what a variant builds on.
fn players(files: &[File], unit: &Unit) -> Vec<String> {
    let found = lineage(files.iter(), unit).into_iter().flat_map(|unit| &unit.declarations).find_map(|declaration| {
        match &declaration.kind {
            DeclarationKind::Players(names) => Some(names.iter().map(|name| name.text.clone()).collect()),
            _ => None,
        }
    });
    found.unwrap_or_default()
}

/// The relations that a game declares, or what a variant builds on.
fn relations(files: &[File], unit: &Unit) -> Vec<String> {
    let declarations = lineage(files.iter(), unit).into_iter().flat_map(|unit| &unit.declarations);
    let named = declarations.filter_map(|declaration| match &declaration.kind {
        DeclarationKind::Relation(relation) => Some(relation.name.text.clone()),
        _ => None,
    });
    let mut found: Vec<String> = Vec::new();
    named.for_each(|name| {
        if !found.contains(&name) {
            found.push(name)
        }
    });
    found
}

impl Edits<'_> {
    fn declaration(&mut self, declaration: &Declaration) {
        let span = declaration.span;
        match &declaration.kind {
            DeclarationKind::Relation(relation) => {
                self.place = format!("relation {}", relation.name.text);
                self.expr(&relation.body);
                relation.condition().into_iter().for_each(|condition| self.expr(condition));
            }
            DeclarationKind::Link(link) => {
                self.place = format!("link {}", link.name.text);
                self.expr(&link.body);
            }
            DeclarationKind::Setup(items) => {
                self.place = "setup".to_owned();
                items.iter().for_each(|item| self.setup(item));
            }
            DeclarationKind::Skip(condition) => {
                self.place = "skip".to_owned();
                self.drop(span);
                self.expr(condition);
            }
            DeclarationKind::Pass(body) => {
                self.place = "pass".to_owned();
                self.drop(span);
                self.block(body);
            }
            DeclarationKind::Definition(definition) => {
                self.place = format!("{} {}", definition.sort.text, definition.name.text);
                self.expr(&definition.body);
            }
            DeclarationKind::Pattern(pattern) => {
                let sort = match &pattern.sort {
                    PatternKind::Group => "group",
                    PatternKind::Loop => "loop",
                    PatternKind::Line { .. } => "line",
                };
                self.place = format!("{sort} {}", pattern.name.text);
                if let PatternKind::Line { length, .. } = &pattern.sort {
                    self.expr(length);
                }
                if let Some(joined) = &pattern.joined {
                    self.word(joined.span, &joined.text);
                }
            }
            DeclarationKind::Move(rule) => {
                self.place = format!("move {}", rule.name.text);
                self.block(&rule.body);
            }
            DeclarationKind::Luck(luck) => {
                self.place = format!("{} {}", luck.word.text, luck.rule.name.text);
                std::iter::once(&luck.from).chain(&luck.by).for_each(|part| self.expr(part));
                // What is drawn is said already.
                let block =
                    if luck.sort == LuckKind::Lot { luck.rule.body.get(1..) } else { Some(luck.rule.body.as_slice()) };
                self.block(block.unwrap_or_default());
            }
            DeclarationKind::Effect(effect) => {
                self.place = format!("effect {}", effect.name.text);
                self.block(&effect.body);
            }
            DeclarationKind::AfterMove(body) => {
                self.place = "after each move".to_owned();
                self.drop(span);
                self.block(body);
            }
            DeclarationKind::Turn(turn) => {
                self.place = "turn".to_owned();
                turn.when.iter().for_each(|when| self.expr(when));
                self.order(&turn.order);
            }
            DeclarationKind::End(end) => self.end(end, span),
            DeclarationKind::Repetition(repetition) => {
                self.place = "repetition".to_owned();
                self.drop(span);
                for (word, by) in [("positional", "situational"), ("situational", "positional")] {
                    if let Some(at) = self.sign(span.start, span.end, word) {
                        self.replace(self.between(span, at.start, at.end), by);
                    }
                }
                repetition.times.iter().chain(&repetition.when).for_each(|part| self.expr(part));
                if let Ending::Results(results) = &repetition.ending {
                    results.iter().for_each(|result| self.result(result));
                }
            }
            DeclarationKind::Alike(when) => {
                self.place = "alike".to_owned();
                self.drop(span);
                when.iter().for_each(|when| self.expr(when));
            }
            DeclarationKind::Limit(limit) => {
                self.place = "limit".to_owned();
                self.drop(span);
                self.expr(&limit.count);
                limit.results.iter().for_each(|result| self.result(result));
            }
            DeclarationKind::Pie(_) => {
                self.place = "pie".to_owned();
                self.drop(span);
            }
            DeclarationKind::Counter { name, low, high, start, .. } => {
                self.place = format!("counter {}", name.text);
                [low, high].into_iter().chain(start).for_each(|bound| self.expr(bound));
            }
            DeclarationKind::By { .. }
            | DeclarationKind::Source(_)
            | DeclarationKind::Family(_)
            | DeclarationKind::Players(_)
            | DeclarationKind::Pieces { .. }
            | DeclarationKind::Stacks(_)
            | DeclarationKind::Option(_)
            | DeclarationKind::OptionOff(_)
            | DeclarationKind::TakenOff(_)
            | DeclarationKind::Board(_)
            | DeclarationKind::Track(_)
            | DeclarationKind::Mark { .. }
            | DeclarationKind::Claim(_)
            | DeclarationKind::Allow(_)
            | DeclarationKind::Look(_)
            | DeclarationKind::Test(_)
            | DeclarationKind::TestBase
            | DeclarationKind::TestOff(_) => {}
        }
    }

    fn setup(&mut self, item: &SetupItem) {
        match item {
            SetupItem::Base(_) | SetupItem::Mark { .. } => {}
            SetupItem::Draw(draw) => {
                self.drop(draw.span);
                draw.repeat.expr().into_iter().for_each(|part| self.expr(part));
            }
            SetupItem::Scatter(scatter) => {
                self.drop(scatter.span);
                scatter.items.iter().filter_map(|item| item.count.as_ref()).for_each(|count| self.expr(count));
                scatter.over.iter().for_each(|over| self.expr(over));
            }
            SetupItem::Picture(rows) => rows.iter().for_each(|row| self.picture_row(row)),
            SetupItem::Put { piece, on, span, .. } => {
                self.drop(*span);
                std::iter::once(piece).chain(on).for_each(|part| self.expr(part));
            }
            SetupItem::Set { value, span, .. } => {
                self.drop(*span);
                self.expr(value);
            }
        }
    }

    /// The first piece of a row of a picture is not there.
    fn picture_row(&mut self, row: &Name) {
        let words = || row.text.split_whitespace();
        let is_piece = |word: &&str| word.starts_with(|first: char| first.is_alphabetic() || first == '[');
        let Some(piece) = words().find(is_piece).filter(|_| words().any(|word| word == ".")) else { return };
        let at = row.span.start + 1 + (piece.as_ptr().addr() - row.text.as_ptr().addr()) as u32;
        self.replace(self.between(row.span, at, at + piece.len() as u32), ".");
    }

    fn end(&mut self, end: &End, span: Span) {
        self.place = match &end.name {
            Some(name) => format!("end {}", name.text),
            None => "end".to_owned(),
        };
        self.drop(span);
        self.expr(&end.when);
        end.results.iter().for_each(|result| self.result(result));
    }

    fn result(&mut self, result: &Outcome) {
        let (word, by) = match &result.kind {
            Judgement::Draw => ("draw", "last mover wins"),
            Judgement::Highest(_) => ("highest", "lowest"),
            Judgement::Lowest(_) => ("lowest", "highest"),
            Judgement::Wins(_) => ("wins", "loses"),
            Judgement::Loses(_) => ("loses", "wins"),
        };
        if let Some(at) = self.sign(result.span.start, result.span.end, word) {
            self.replace(self.between(result.span, at.start, at.end), by);
        }
        match &result.kind {
            Judgement::Draw => {}
            Judgement::Highest(key) | Judgement::Lowest(key) => self.expr(key),
            Judgement::Wins(who) | Judgement::Loses(who) => {
                self.expr(who);
                // Who has acted, and who is to act.
                if self.file.slice(who.span) == "me" {
                    self.replace(who.span, "last mover");
                }
            }
        }
        result.when.iter().for_each(|when| self.expr(when));
    }
}

#[cfg(test)]
mod tests {
    use super::edits;
    use rulebook_language::source::{SourceFile, SourceMap};
    use rulebook_language::syntax;

    const SHEET: &str = "game \"G\" {
  players Red, Blue
  board square(3)
  piece stone
  move place {
    pick c in empty
    where some adjacent(c) & mine or count(mine) >= 2 // or nothing
    put my stone on c
  }
  relation far = diagonal
  relation near_by = orthogonal
  counter held: 0..=9
  region some_of(c) = near(c, adjacent) - mine & enemy
  move lift {
    pick c in mine
    where count(far(c)) > 4
    remove c
  }
  turn place, then may lift or lift else pass
  end when no empty and (count(mine) > 1) { Red wins else draw }
  end when count(mine) > 8 or count(enemy) > 8 and (no mine or no enemy) { me wins }
}
";

    #[test]
    fn each_change_is_of_one_rule() {
        let mut sources = SourceMap::default();
        let id = sources.add(SourceFile::new("g.game", SHEET));
        let (file, _) = syntax::parse(&sources, id);
        let edits = edits(&[file], sources.file(id));
        let said = |line: &str, by: &str| {
            let changed = SHEET.replacen(line, by, 1);
            assert_ne!(changed, SHEET, "{line}");
            assert!(edits.iter().any(|edit| edit.applied(SHEET) == changed), "{line} -> {by}: {edits:#?}");
        };
        said("some adjacent", "no adjacent");
        said("adjacent(c)", "orthogonal(c)");
        said(" & mine or", " & mine and");
        said("& mine or", "| mine or");
        said("& mine or", "& enemy or");
        said(">= 2", "> 2");
        said(">= 2", "< 2");
        said(">= 2", ">= 3");
        said("put my stone on c", "");
        said("remove c", "");
        said("where some adjacent(c) & mine or count(mine) >= 2", "");
        said("then may lift", "then must lift");
        said(", then may lift", "");
        said(" or lift", "");
        said(" else pass", "");
        said("end when no empty and (count(mine) > 1) { Red wins else draw }", "");
        said("no empty and", "");
        said("Red wins", "Blue wins");
        said("Red wins", "Red loses");
        said("draw }", "last mover wins }");
        said("(count(mine) > 1)", "count(mine) > 1");
        said("near(c, adjacent) - mine & enemy", "(near(c, adjacent) - mine) & enemy");
        said("near(c, adjacent)", "near(c)");
        said("near(c, adjacent)", "near(adjacent)");
        said("count(far(c)) > 4", "count(near_by(c)) > 4");
        said("0..=9", "0..=8");
        said("me wins", "last mover wins");
        assert!(
            edits.iter().all(|edit| edit.span.start > 60 && !edit.place.is_empty()),
            "names and boards stay: {edits:#?}"
        );
    }
}

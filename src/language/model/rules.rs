//! The declarations that hold for a game or variant: those of what it varies, then its own, which replace by name.

use rustc_hash::{FxHashMap, FxHashSet};

use super::declared_names::{CARRIED, Names, PATTERN};
use super::lineage::chain;
use super::off::{AFTER_MOVE, Off, plural};
use crate::diagnostic::{Code, Diagnostic, Fix, Report};
use crate::source::Span;
use crate::syntax::ast::{
    Allow, Block, BoardDecl, Carry, Claim, Declaration, DeclarationKind, Definition, EffectDef, End, Expr, File, Limit,
    Link, LookLine, Luck, LuckKind, Move, Name, OptionDecl, Pattern, Pie, PieceName, Relation, Repetition, SetupItem,
    TakenOff, Track, Turn, Unit,
};
use crate::util::suggestion;

/// The most declarations of a game, with those that it varies.
const MAX_DECLARATIONS: usize = 2048;

/// The declarations of a game or variant. Where a list holds versions, the last one counts and `base` means the one before.
#[derive(Default)]
pub struct Rules<'a> {
    /// From the game to the variant at hand.
    pub chain: Vec<&'a Unit>,
    /// The players, with the place of their declaration.
    pub players: Option<(&'a [Name], Span)>,
    /// The kinds of pieces, and whether they are neutral.
    pub pieces: Vec<(&'a PieceName, bool)>,
    /// The same of each game or variant of the chain.
    pub pieces_of: Vec<Vec<(&'a PieceName, bool)>>,
    /// The options with their doc comments.
    pub options: Vec<(&'a OptionDecl, &'a str)>,
    /// How high stacks may grow, with the place of its declaration.
    pub stacks: Option<(&'a Expr, Span)>,
    /// The board, with the place of its declaration.
    pub board: Option<(&'a BoardDecl, Span)>,
    /// The pie rule.
    pub pie: Option<(Pie, Span)>,
    /// The relations.
    pub relations: Vec<&'a Relation>,
    /// Links.
    pub links: Vec<&'a Link>,
    /// When a player is passed over.
    pub skip: Option<&'a Expr>,
    /// Versions of what every pass does, with their places.
    pub passes: Vec<(&'a Block, Span)>,
    /// The tracks.
    pub tracks: Vec<&'a Track>,
    /// Versions of the setup.
    pub setups: Vec<&'a [SetupItem]>,
    /// Versions of each definition.
    pub definitions: Vec<Vec<&'a Definition>>,
    /// Groups, loops and lines.
    pub patterns: Vec<&'a Pattern>,
    /// Counters: the declarations.
    pub counters: Vec<&'a Declaration>,
    /// Marks.
    pub marks: Vec<(&'a Name, bool)>,
    /// Dice and lots.
    pub lucks: Vec<&'a Luck>,
    /// Versions of each move.
    pub moves: Vec<Vec<&'a Move>>,
    /// Versions of each effect.
    pub effects: Vec<Vec<&'a EffectDef>>,
    /// Versions of what is done after each move, with their places.
    pub after_move: Vec<(&'a Block, Span)>,
    /// Versions of the turns: all the turns of one game or variant.
    pub turns: Vec<Vec<(&'a Turn, Span)>>,
    /// The end clauses in order.
    pub ends: Vec<(&'a End, Span)>,
    /// The repetition rules, with their places.
    pub repetitions: Vec<(&'a Repetition, Span)>,
    /// Whether actions that lead to the same position are one, and when.
    pub alike: Option<(Option<&'a Expr>, Span)>,
    /// The limit.
    pub limit: Option<(&'a Limit, Span)>,
    /// The claims.
    pub claims: Vec<(&'a Claim, Span)>,
    /// The findings that may stay.
    pub allows: Vec<&'a Allow>,
    /// How it likes to be drawn: what the games that it varies say of it first, each with whether the last of the chain says so.
    pub looks: Vec<(&'a LookLine, bool)>,
    /// What variants take away, in order.
    pub off: Vec<Off<'a>>,
    /// The names of declarations that were refused: their uses say nothing more.
    pub refused: FxHashSet<String>,
}

impl<'a> Rules<'a> {
    /// Gathers the declarations that hold for `unit`.
    pub fn gather(files: &[&'a File], unit: &'a Unit, report: &mut Report) -> Option<Self> {
        let mut rules = Rules { chain: chain(files, unit, report)?, ..Rules::default() };
        let declarations = rules.chain.iter().flat_map(|unit| &unit.declarations);
        if let Some(one_too_many) = declarations.clone().nth(MAX_DECLARATIONS) {
            let message = format!("{} declarations are too many", declarations.count());
            report.add(
                Diagnostic::new(Code::LimitDeclarations, one_too_many.span, message)
                    .help(format!("a game has {MAX_DECLARATIONS} at most, with those of the games that it varies")),
            );
            return None;
        }
        let mut names = Names::default();
        for (layer, unit) in rules.chain.clone().into_iter().enumerate() {
            rules.layer(unit, layer, &mut names, report);
        }
        rules.refused = names.refused;
        Some(rules)
    }

    fn layer(&mut self, unit: &'a Unit, layer: usize, names: &mut Names<'a>, report: &mut Report) {
        let mut turns = Vec::new();
        let mut ends = Vec::new();
        let mut repetitions = Vec::new();
        let mut tests: FxHashMap<&str, Span> = FxHashMap::default();
        let (mut claims, mut withdrawn) = (Vec::new(), Vec::new());
        let mut single: FxHashMap<&'static str, Span> = FxHashMap::default();
        let mut once = |what: &'static str, span: Span, report: &mut Report| {
            if let Some(first) = single.insert(what, span) {
                report.add(
                    Diagnostic::new(Code::NameDuplicate, span, format!("a second `{what}`"))
                        .label("one game has one")
                        .related(first, "the first one")
                        .help("keep one of them"),
                );
            }
        };
        for declaration in &unit.declarations {
            let span = declaration.span;
            let mut declare =
                |name: &'a Name, sort: &'static str, report: &mut Report| names.declare(name, sort, layer, report);
            match &declaration.kind {
                DeclarationKind::By { .. } => once("by", span, report),
                DeclarationKind::Source(_) | DeclarationKind::Family(_) => {}
                DeclarationKind::Players(players) => {
                    once("players", span, report);
                    self.players = Some((players, span));
                }
                DeclarationKind::Pieces { neutral, names: pieces } => {
                    for piece in pieces {
                        if names.declare(&piece.name, "piece", layer, report) {
                            replace(&mut self.pieces, (piece, *neutral), |(old, _)| old.name.text == piece.name.text);
                        }
                        // Several kinds may carry the same.
                        for Carry { name, .. } in &piece.carries {
                            if names.sort(&name.text) != Some(CARRIED) {
                                names.declare(name, CARRIED, layer, report);
                            }
                        }
                    }
                }
                DeclarationKind::Stacks(height) => {
                    once("stacks", span, report);
                    self.stacks = Some((height, span));
                }
                DeclarationKind::Pie(pie) => {
                    once("pie", span, report);
                    self.pie = Some((*pie, span));
                }
                DeclarationKind::Option(option) => {
                    if declare(&option.name, "option", report) {
                        replace(&mut self.options, (option, &declaration.doc), |(old, _)| {
                            old.name.text == option.name.text
                        });
                    }
                }
                DeclarationKind::OptionOff(name) => {
                    if declare(name, "option", report) {
                        let kept = self.options.len();
                        self.options.retain(|(old, _)| old.name.text != name.text);
                        if self.options.len() == kept {
                            withdraws_nothing(span, "has no such option", "an option", report);
                        }
                    }
                }
                DeclarationKind::TakenOff(TakenOff { sort, .. }) if layer == 0 => {
                    let message = format!("a game has no `{}` to take away", sort.text);
                    report.add(
                        Diagnostic::new(Code::NameNoBase, span, message)
                            .label("there is nothing below it")
                            .help("remove what is not to be: `off` is for a `variant`")
                            .fix(Fix::remove(span, "remove the line")),
                    );
                }
                DeclarationKind::TakenOff(TakenOff { sort, name: None }) => {
                    if let Some(alone) = ALONE.into_iter().find(|alone| *alone == sort.text) {
                        once(alone, span, report);
                    }
                    self.take_rule(&sort.text, span, report);
                }
                DeclarationKind::TakenOff(TakenOff { sort, name: Some(name) }) => {
                    let piece = self.pieces.iter().map(|(piece, _)| *piece).find(|piece| piece.name.text == name.text);
                    let piece = piece.filter(|_| sort.text.starts_with("piece"));
                    let off = Off { sort: &sort.text, name: &name.text, piece, layer, span };
                    if self.has(off) {
                        // End clauses have names of their own.
                        let sort = names.sort(&name.text).filter(|_| off.sort != "end");
                        if sort.is_none_or(|sort| names.declare(name, sort, layer, report)) {
                            self.take_name(off);
                        }
                    } else {
                        report.add(self.takes_nothing(sort, name, names));
                    }
                }
                DeclarationKind::Board(board) => {
                    once("board", span, report);
                    self.board = Some((board, span));
                }
                DeclarationKind::Relation(relation) => {
                    if declare(&relation.name, "relation", report) {
                        replace(&mut self.relations, relation, |old| old.name.text == relation.name.text);
                    }
                }
                DeclarationKind::Link(link) => {
                    if declare(&link.name, "link", report) {
                        replace(&mut self.links, link, |old| old.name.text == link.name.text);
                    }
                }
                DeclarationKind::Track(track) => {
                    if declare(&track.name, "track", report) {
                        replace(&mut self.tracks, track, |old| old.name.text == track.name.text);
                    }
                }
                DeclarationKind::Skip(when) => {
                    once("skip", span, report);
                    self.skip = Some(when);
                }
                DeclarationKind::Pass(body) => {
                    once("pass", span, report);
                    self.passes.push((body, span));
                }
                DeclarationKind::Setup(items) => {
                    once("setup", span, report);
                    self.setups.push(items);
                }
                DeclarationKind::Definition(definition) => {
                    let sort = match definition.sort.text.as_str() {
                        "value" => "value",
                        "region" => "region",
                        "condition" => "condition",
                        "kind" | "kinds" => "kind",
                        "player" => "player",
                        "cell" => "cell",
                        _ => "direction",
                    };
                    if declare(&definition.name, sort, report) {
                        version(&mut self.definitions, definition, |old| old.name.text == definition.name.text);
                    }
                }
                DeclarationKind::Pattern(pattern) => {
                    if declare(&pattern.name, PATTERN, report) {
                        replace(&mut self.patterns, pattern, |old| old.name.text == pattern.name.text);
                    }
                }
                DeclarationKind::Counter { name, .. } => {
                    if declare(name, "counter", report) {
                        let same = |old: &&Declaration| matches!(&old.kind, DeclarationKind::Counter { name: n, .. } if n.text == name.text);
                        replace(&mut self.counters, declaration, same);
                    }
                }
                DeclarationKind::Mark { name, aside } => {
                    if declare(name, "mark", report) {
                        replace(&mut self.marks, (name, *aside), |(old, _)| old.text == name.text);
                    }
                }
                DeclarationKind::Luck(luck) => {
                    let sort = if luck.sort == LuckKind::Lot { "lot" } else { "die" };
                    let declared = luck.names.iter().filter(|name| declare(name, sort, report)).count();
                    if declared == luck.names.len() {
                        let is_known = |old: &&Luck| luck.names.iter().any(|name| has_die(old, &name.text));
                        replace(&mut self.lucks, luck, is_known);
                        if luck.sort == LuckKind::Lot {
                            let rule = &luck.rule;
                            version(&mut self.moves, rule, |old| old.name.text == rule.name.text);
                        }
                    }
                }
                DeclarationKind::Move(rule) => {
                    if declare(&rule.name, "move", report) {
                        version(&mut self.moves, rule, |old| old.name.text == rule.name.text);
                    }
                }
                DeclarationKind::Effect(effect) => {
                    if declare(&effect.name, "effect", report) {
                        version(&mut self.effects, effect, |old| old.name.text == effect.name.text);
                    }
                }
                DeclarationKind::AfterMove(block) => {
                    once(AFTER_MOVE, span, report);
                    self.after_move.push((block, span));
                }
                DeclarationKind::Turn(turn) => turns.push((turn, span)),
                DeclarationKind::End(end) => ends.push((end, span)),
                DeclarationKind::Repetition(repetition) => repetitions.push((repetition, span)),
                DeclarationKind::Limit(limit) => {
                    once("limit", span, report);
                    self.limit = Some((limit, span));
                }
                DeclarationKind::Alike(when) => {
                    once("alike", span, report);
                    self.alike = Some((when.as_ref(), span));
                }
                DeclarationKind::Claim(claim) if claim.off => withdrawn.push((claim, span)),
                DeclarationKind::Claim(claim) => claims.push((claim, span)),
                DeclarationKind::Allow(allow) => self.allows.push(allow),
                DeclarationKind::Look(lines) => {
                    once("look", span, report);
                    let own = layer + 1 == self.chain.len();
                    self.looks.extend(lines.iter().map(|line| (line, own)));
                }
                DeclarationKind::Test(test) => {
                    if let Some(first) = tests.insert(&test.title.text, test.title.span) {
                        let title = &test.title;
                        report.add(
                            Diagnostic::new(Code::NameDuplicate, title.span, "a second test of this title")
                                .label("named again here")
                                .related(first, "first named here")
                                .help("say what each of them shows"),
                        );
                    }
                }
                DeclarationKind::TestBase if layer == 0 => {
                    let said =
                        Diagnostic::new(Code::NameNoBase, span, "a game varies nothing, so it has no tests of a base");
                    report.add(
                        said.label("means the tests of what a variant varies")
                            .help("`test base` is for a `variant`")
                            .fix(Fix::remove(span, "remove the line")),
                    );
                }
                DeclarationKind::TestBase => once("test base", span, report),
                DeclarationKind::TestOff(title) => self.check_test_off(unit, layer, title, report),
            }
        }
        self.pieces_of.push(self.pieces.clone());
        if !turns.is_empty() {
            self.turns.push(turns);
        }
        // Those of a variant replace all of its game's.
        if !repetitions.is_empty() {
            self.repetitions = repetitions;
        }
        self.merge_ends(ends, report);
        self.withdraw(&withdrawn, report);
        self.claims.append(&mut claims);
    }

    /// Takes away what a game has one of.
    fn take_rule(&mut self, sort: &str, span: Span, report: &mut Report) {
        let had = match sort {
            "repetition" => !std::mem::take(&mut self.repetitions).is_empty(),
            "limit" => self.limit.take().is_some(),
            "alike" => self.alike.take().is_some(),
            "pass" => !std::mem::take(&mut self.passes).is_empty(),
            AFTER_MOVE => !std::mem::take(&mut self.after_move).is_empty(),
            _ => self.skip.take().is_some(),
        };
        if !had {
            withdraws_nothing(span, &format!("has no `{sort}`"), "a rule", report);
        }
    }

    /// The names of a sort that there are, in order.
    fn named(&self, sort: &str) -> Vec<&'a str> {
        let text = |name: &'a Name| name.text.as_str();
        match sort {
            "move" => self.moves.iter().filter_map(|versions| versions.first()).map(|rule| text(&rule.name)).collect(),
            "end" => self.ends.iter().filter_map(|(end, _)| end.name.as_ref()).map(text).collect(),
            "piece" | "pieces" => self.pieces.iter().map(|(piece, _)| text(&piece.name)).collect(),
            "effect" => {
                self.effects.iter().filter_map(|versions| versions.first()).map(|effect| text(&effect.name)).collect()
            }
            "group" | "loop" | "line" => self.patterns.iter().map(|pattern| text(&pattern.name)).collect(),
            "counter" => self.counters.iter().filter_map(|declaration| counter_name(declaration)).map(text).collect(),
            "mark" => self.marks.iter().map(|(name, _)| text(name)).collect(),
            "relation" => self.relations.iter().map(|relation| text(&relation.name)).collect(),
            "link" => self.links.iter().map(|link| text(&link.name)).collect(),
            "track" => self.tracks.iter().map(|track| text(&track.name)).collect(),
            "lot" | "die" | "dice" => {
                let kept = |luck: &&&'a Luck| (luck.sort == LuckKind::Lot) == (sort == "lot");
                self.lucks.iter().filter(kept).flat_map(|luck| &luck.names).map(text).collect()
            }
            _ => {
                let kept = |definition: &&'a Definition| {
                    // `direction` and `directions` are one sort, as elsewhere.
                    definition.sort.text.trim_end_matches('s') == sort.trim_end_matches('s')
                };
                let last = self.definitions.iter().filter_map(|versions| versions.last().copied());
                last.filter(kept).map(|definition| text(&definition.name)).collect()
            }
        }
    }

    /// Whether there is what is to be taken away.
    fn has(&self, off: Off<'_>) -> bool {
        self.named(off.sort).contains(&off.name)
    }

    fn take_name(&mut self, off: Off<'a>) {
        let other = |name: &Name| name.text != off.name;
        match off.sort {
            "move" => self.moves.retain(|versions| versions.first().is_none_or(|rule| other(&rule.name))),
            "end" => self.ends.retain(|(end, _)| end.name.as_ref().is_none_or(other)),
            "piece" | "pieces" => self.pieces.retain(|(piece, _)| other(&piece.name)),
            "effect" => {
                self.effects.retain(|versions| versions.first().is_none_or(|effect| other(&effect.name)));
            }
            "group" | "loop" | "line" => self.patterns.retain(|pattern| other(&pattern.name)),
            "counter" => self.counters.retain(|declaration| counter_name(declaration).is_none_or(other)),
            "mark" => self.marks.retain(|(name, _)| other(name)),
            "relation" => self.relations.retain(|relation| other(&relation.name)),
            "link" => self.links.retain(|link| other(&link.name)),
            "track" => self.tracks.retain(|track| other(&track.name)),
            "lot" | "die" | "dice" => {
                self.lucks.retain(|luck| !has_die(luck, off.name));
                self.moves.retain(|versions| versions.first().is_none_or(|rule| other(&rule.name)));
            }
            _ => self.definitions.retain(|versions| versions.first().is_none_or(|first| other(&first.name))),
        }
        self.off.push(off);
    }

    /// What is said of an `off` for a name that the game does not have, or has for something else.
    fn takes_nothing(&self, sort: &Name, name: &Name, names: &Names<'_>) -> Diagnostic {
        let (word, text) = (&sort.text, &name.text);
        let said = Diagnostic::new(Code::NameNoBase, name.span, format!("there is no {word} `{text}` to take away"));
        let near = suggestion(text, self.named(word));
        match (names.sort(text), near) {
            (Some(other), _) if other != PATTERN && other != word.as_str() => {
                let fix = Fix::write(sort.span, other);
                said.label(format!("a {other} in the game that is varied"))
                    .help(format!("write `{other} {text} off`"))
                    .fix(fix)
            }
            (_, Some(near)) => said.did_you_mean(near),
            _ => said.label("the game that is varied has none of this name").help("remove the line"),
        }
    }

    /// The game or variant of the chain in which a place lies.
    pub fn layer_of(&self, span: Span) -> Option<usize> {
        let holds =
            |unit: &&Unit| unit.span.file == span.file && unit.span.start <= span.start && span.end <= unit.span.end;
        self.chain.iter().position(holds)
    }

    /// The last taking away of a name; of one that is declared again since, that is not asked.
    pub fn taken_off(&self, name: &str) -> Option<&Off<'a>> {
        self.off.iter().rev().find(|off| off.is_called(name))
    }

    /// The taking away of a kind of piece, by its name or plural, as seen from a place: a line of the game that is varied. The
    /// variant's own lines have no such kind.
    pub fn piece_off(&self, name: &str, at: Span) -> Option<&Off<'a>> {
        let layer = self.layer_of(at)?;
        self.off.iter().rev().find(|off| off.is_called(name) && off.piece.is_some() && layer < off.layer)
    }

    /// Whether a word in a line of the game that is varied is the plural of a kind of piece that is off: no cell has any.
    pub fn plural_off(&self, name: &str, at: Span) -> bool {
        self.piece_off(name, at).and_then(|off| off.piece).is_some_and(|piece| plural(piece) == name)
    }

    /// Reports `test "..." off` of a test that the variant has not by `test base`.
    fn check_test_off(&self, unit: &Unit, layer: usize, title: &Name, report: &mut Report) {
        let lower = self.chain.get(..layer).into_iter().flatten();
        let inherited = lower.flat_map(|unit| &unit.declarations).filter_map(|said| match &said.kind {
            DeclarationKind::Test(test) => Some(test.title.text.as_str()),
            _ => None,
        });
        let has_base = unit.declarations.iter().any(|said| said.kind == DeclarationKind::TestBase);
        let said = |message: &str| Diagnostic::new(Code::NameNoBase, title.span, message);
        if layer == 0 || !has_base {
            let said = said("a variant has the tests of its game only with `test base`");
            report.add(said.label("there is nothing to leave out").help("write `test base`, or remove the line"));
        } else if !inherited.clone().any(|known| known == title.text) {
            let said = said("the game that is varied has no test of this title");
            let said = said.label("nothing to leave out");
            report.add(match suggestion(&title.text, inherited) {
                Some(near) => said
                    .help(format!("did you mean `\"{}\"`?", near.word))
                    .fix(Fix { safe: near.sure, ..Fix::write(title.span, format!("\"{}\"", near.word)) }),
                None => said.help("remove the line"),
            });
        }
    }

    /// Takes back claims of the game that is varied.
    fn withdraw(&mut self, withdrawn: &[(&Claim, Span)], report: &mut Report) {
        for (claim, span) in withdrawn {
            let kept = self.claims.len();
            let same = |other: &Claim| std::mem::discriminant(&other.kind) == std::mem::discriminant(&claim.kind);
            self.claims.retain(|(other, _)| !same(other));
            if self.claims.len() == kept {
                withdraws_nothing(*span, "claims nothing of the kind", "a claim", report);
            }
        }
    }

    /// Named clauses replace their namesakes or, if new, come first; unnamed ones replace all unnamed ones before them.
    fn merge_ends(&mut self, ends: Vec<(&'a End, Span)>, report: &mut Report) {
        let name = |end: &End| end.name.as_ref().map(|n| n.text.clone());
        for (index, (end, _)) in ends.iter().enumerate() {
            let twin = ends[..index].iter().find(|(other, _)| other.name.is_some() && name(other) == name(end));
            if let (Some((first, _)), Some(n)) = (twin, &end.name) {
                let first = first.name.as_ref().map_or(n.span, |n| n.span);
                report.add(
                    Diagnostic::new(Code::NameDuplicate, n.span, format!("`{}` is declared twice", n.text))
                        .label("declared again here")
                        .related(first, "first declared here")
                        .help("give one of them another name"),
                );
            }
        }
        if ends.iter().any(|(end, _)| end.name.is_none()) {
            self.ends.retain(|(old, _)| old.name.is_some());
        }
        let mut added = Vec::new();
        for (end, span) in ends {
            match self.ends.iter_mut().find(|(old, _)| end.name.is_some() && name(old) == name(end)) {
                Some(old) => *old = (end, span),
                None => added.push((end, span)),
            }
        }
        added.append(&mut self.ends);
        self.ends = added;
    }
}

/// Whether dice have one of this name, or a lot is called so.
fn has_die(luck: &Luck, name: &str) -> bool {
    luck.names.iter().any(|die| die.text == name)
}

/// The name of a counter.
fn counter_name(declaration: &Declaration) -> Option<&Name> {
    match &declaration.kind {
        DeclarationKind::Counter { name, .. } => Some(name),
        _ => None,
    }
}

/// Reports an `off` for what the varied game does not have.
fn withdraws_nothing(span: Span, why: &str, what: &str, report: &mut Report) {
    report.add(
        Diagnostic::new(Code::NameNoBase, span, "this withdraws nothing")
            .label(format!("the game that is varied {why}"))
            .help(format!("`off` is for {what} in a `variant` of a game that makes it")),
    );
}

/// What a game has one of, and a variant may take away.
const ALONE: [&str; 6] = ["alike", "repetition", "limit", "skip", "pass", AFTER_MOVE];

fn replace<T>(list: &mut Vec<T>, new: T, same: impl Fn(&T) -> bool) {
    match list.iter_mut().find(|old| same(old)) {
        Some(old) => *old = new,
        None => list.push(new),
    }
}

fn version<T>(list: &mut Vec<Vec<T>>, new: T, same: impl Fn(&T) -> bool) {
    match list.iter_mut().find(|versions| versions.first().is_some_and(&same)) {
        Some(versions) => versions.push(new),
        None => list.push(vec![new]),
    }
}

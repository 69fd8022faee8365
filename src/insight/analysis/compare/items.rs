//! The declarations of a game, each with what it says.

use super::changes::{Section, plain};
use super::reading::TermReader;
use super::side::Side;
use super::terms::{Term, Terms};
use rulebook_language::model::{ExprKind, Game, Mark, Placement, Primitive, Setting, lineage};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::DeclarationKind;
use rulebook_language::util::Id;

/// The name of what says whose turns are passed over.
pub const SKIP: &str = "skip";
/// What the line is called by which actions that lead to the same position are one.
pub const MERGED: &str = "alike";
/// The name of what every pass does.
pub const PASS: &str = "pass";

/// A declaration.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is about.
    pub section: Section,
    /// What it is called.
    pub name: String,
    /// Whether it is found again by that.
    pub named: bool,
    /// How it is written, on one line and without comments.
    pub text: String,
    /// Where.
    pub span: Option<Span>,
    /// What it says.
    pub term: Term,
    /// Its statements, of a move or a setup.
    pub statements: Vec<Statement>,
    /// Whether what it says is a rule by itself, and not only where others use it.
    pub is_rule: bool,
}

/// A statement of a move or a setup.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its first word.
    pub word: &'static str,
    /// What it says.
    pub term: Term,
    /// How it is written, on one line; of a block, its head.
    pub text: String,
    /// Where.
    pub span: Option<Span>,
}

/// The declarations of the game that a reader reads; `start` is its start as text.
pub fn items(reader: &mut TermReader<'_>, terms: &mut Terms, side: &Side, start: &str) -> Vec<Item> {
    let mut list = List { side, items: Vec::new() };
    equipment(reader, terms, &mut list);
    board(reader, terms, &mut list);
    setup(reader, terms, &mut list, start);
    named(reader, terms, &mut list);
    moves(reader, terms, &mut list);
    order(reader, terms, &mut list);
    list.items
}

/// The items so far.
struct List<'s> {
    side: &'s Side,
    items: Vec<Item>,
}

impl List<'_> {
    fn add(&mut self, section: Section, name: &str, span: Option<Span>, term: Term, is_rule: bool) -> &mut Item {
        let span = span.map(|span| self.declaration(span));
        let text = span.map(|span| plain(self.side.loaded.sources.slice(span))).unwrap_or_default();
        let item =
            Item { section, name: name.to_owned(), named: true, text, span, term, statements: Vec::new(), is_rule };
        self.items.push(item);
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// The declaration that a place stands in.
    fn declaration(&self, at: Span) -> Span {
        let holds = |span: Span| span.file == at.file && span.start <= at.start && at.end <= span.end;
        let declarations =
            self.side.loaded.files.iter().flat_map(|file| &file.units).flat_map(|unit| &unit.declarations);
        declarations.map(|declaration| declaration.span).find(|span| holds(*span)).unwrap_or(at)
    }

    /// The last declaration of a sort, from the game to the variant at hand.
    fn last(&self, is: impl Fn(&DeclarationKind) -> bool) -> Option<Span> {
        let units = || self.side.loaded.files.iter().flat_map(|file| &file.units);
        let unit = units().find(|unit| unit.name.text == self.side.prepared.game.about.title)?;
        let mut nearest = lineage(self.side.loaded.files.iter(), unit).into_iter();
        let found = nearest.find_map(|unit| unit.declarations.iter().rfind(|declaration| is(&declaration.kind)));
        found.map(|declaration| declaration.span)
    }
}

fn equipment(reader: &TermReader<'_>, terms: &mut Terms, list: &mut List<'_>) {
    let game = reader.game;
    let order: Vec<&str> = game.players.ids().map(|player| reader.player(player)).collect();
    let term = terms.leaf(format!("players:{}", order.join(",")));
    let span = game.places.players.first().copied();
    list.add(Section::Equipment, "players", span, term, true);
    for (id, kind) in game.kinds.iter_ids() {
        let term = terms.leaf(format!("kind:{}:{}", reader.kind(id), kind.neutral));
        let span = game.places.kinds.get(id.index()).copied();
        let sort = if kind.neutral { "neutral piece" } else { "piece" };
        let item = list.add(Section::Equipment, &kind.name, span, term, true);
        // Several kinds may stand in one declaration.
        item.text = format!("{sort} {}", kind.name);
    }
    let term = terms.leaf(format!("height:{}", game.max_height));
    if game.max_height > 1 {
        list.add(Section::Equipment, "stacks", game.places.stacks, term, true);
    }
    for option in game.options.iter().filter(|option| option.name != rulebook_language::model::PIE) {
        let value = match &option.value {
            Setting::Number(number) => number.to_string(),
            Setting::Word(word) => word.clone(),
        };
        let is_it =
            |kind: &DeclarationKind| matches!(kind, DeclarationKind::Option(own) if own.name.text == option.name);
        let (span, term) = (list.last(is_it), terms.leaf(format!("option:{value}")));
        list.add(Section::Options, &option.name, span, term, false).text = format!("{} = {value}", option.name);
    }
}

fn board(reader: &TermReader<'_>, terms: &mut Terms, list: &mut List<'_>) {
    let board = &reader.game.board;
    let cell =
        |cell| format!("{}:{}:{}:{}", board.cell_name(cell), board.edges(cell), board.column(cell), board.row(cell));
    let mut cells: Vec<String> = board.cells().map(cell).collect();
    cells.sort_unstable();
    let lines = board.lines().iter().map(|line| {
        let mut names: Vec<&str> = line.cells.iter().map(|cell| board.cell_name(*cell)).collect();
        if names.last() < names.first() {
            names.reverse();
        }
        format!("{}:{}", names.join("-"), line.closed)
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort_unstable();
    let mut links: Vec<String> = Vec::new();
    for name in ["orthogonal", "diagonal", "adjacent"] {
        let Some(relation) = board.find_relation(name) else { continue };
        for cell in board.cells() {
            let near = board.neighbours(relation, cell).iter().map(|to| board.cell_name(*to));
            let mut near: Vec<&str> = near.collect();
            near.sort_unstable();
            links.push(format!("{name}:{}:{}", board.cell_name(cell), near.join("+")));
        }
    }
    links.sort_unstable();
    let term = terms.leaf(format!("board:{}|{}|{}", cells.join(","), lines.join(","), links.join(",")));
    let span = list.last(|kind| matches!(kind, DeclarationKind::Board(_)));
    list.add(Section::Board, "board", span, term, true);
    let own = |kind: &DeclarationKind| match kind {
        DeclarationKind::Relation(relation) => Some(relation.name.text.clone()),
        DeclarationKind::Track(track) => Some(track.name.text.clone()),
        DeclarationKind::Luck(luck) => Some(luck.rule.name.text.clone()),
        _ => None,
    };
    let declared = list.side.loaded.files.iter().flat_map(|file| &file.units).flat_map(|unit| &unit.declarations);
    let mut names: Vec<String> = declared.filter_map(|declaration| own(&declaration.kind)).collect();
    names.dedup();
    for name in names {
        let span = list.last(|kind| own(kind).as_deref() == Some(&name));
        let term = match (board.find_relation(&name), board.find_direction(&name)) {
            (Some(relation), _) if span.is_some() => reader.links(terms, relation),
            (_, Some(direction)) if span.is_some() => reader.steps(terms, direction),
            _ => continue,
        };
        list.add(Section::Board, &name, span, term, false);
    }
}

fn setup(reader: &mut TermReader<'_>, terms: &mut Terms, list: &mut List<'_>, start: &str) {
    let game = reader.game;
    let term = terms.leaf(format!("start:{start}"));
    let span = list.last(|kind| matches!(kind, DeclarationKind::Setup(_)));
    let mut statements = Vec::new();
    let sources = &list.side.loaded.sources;
    let mut placed: Vec<(Span, &'static str, Term, Option<String>)> = Vec::new();
    for placement in &game.setup {
        let piece = reader.read(terms, &placement.piece);
        let on = placement.on.as_ref().map(|on| reader.read(terms, on));
        let parts = std::iter::once(piece).chain(on).collect();
        let is_drawn = sources.slice(placement.span).starts_with('"');
        let text = is_drawn.then(|| drawn(game, placement));
        placed.push((placement.span, "put", terms.make(&format!("put {}", placement.count), parts), text));
    }
    for effect in &game.start {
        let mut first: Option<Span> = None;
        let mut parts = Vec::new();
        effect.visit(true, &mut |expr| {
            first = Some(first.map_or(expr.span, |first| first.to(expr.span)));
            parts.push(reader.read(terms, expr));
        });
        let word = match effect.does.first() {
            Some(Primitive::Mark { mark, .. }) => format!("mark {}", reader.mark(*mark)),
            Some(Primitive::Set { counter, .. }) => format!("set {}", reader.counter(*counter)),
            _ => "start".to_owned(),
        };
        placed.push((first.unwrap_or_default(), effect.words, terms.make(&word, parts), None));
    }
    for (span, word, term, text) in placed {
        let text = text.unwrap_or_else(|| plain(&line(sources.file(span.file), span)));
        statements.push(Statement { word, term, text, span: Some(span) });
    }
    list.add(Section::Setup, "setup", span, term, true).statements = statements;
}

/// What a picture of a setup shows of one kind of an owner, as a line says it.
fn drawn(game: &Game, placement: &Placement) -> String {
    let (mut whose, mut what) = ("neutral", "piece");
    if let ExprKind::Piece { kind, owner } = &placement.piece.kind {
        if let Some(ExprKind::Player(player)) = owner.as_ref().map(|owner| &owner.kind) {
            whose = game.players.get(*player).map_or("", String::as_str);
        }
        what = kind.named_kind().and_then(|kind| game.kinds.get(kind)).map_or(what, |kind| kind.name.as_str());
    }
    let cells: Vec<&str> = match placement.on.as_ref().map(|on| &on.kind) {
        Some(ExprKind::Region(cells)) => cells.iter().map(|cell| game.board.cell_name(*cell)).collect(),
        _ => Vec::new(),
    };
    format!("{whose} {what} on {{{}}}", cells.join(", "))
}

/// The line of a text that a place begins on, to the place's end.
fn line(file: &rulebook_language::source::SourceFile, span: Span) -> String {
    let start = file.text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    file.text[start..].lines().next().unwrap_or_default().to_owned()
}

fn named(reader: &mut TermReader<'_>, terms: &mut Terms, list: &mut List<'_>) {
    let game = reader.game;
    for (id, definition) in game.definitions.iter_ids() {
        // What the checker made of something else.
        if definition.name.contains(' ') {
            continue;
        }
        if game.definitions.iter().skip(id.index() + 1).any(|later| later.name == definition.name) {
            continue;
        }
        for (place, param) in definition.params.iter().enumerate() {
            let name = terms.leaf(format!("pick:param{place}"));
            reader.bound.insert(*param, name);
        }
        let term = reader.read(terms, &definition.body);
        list.add(Section::Values, &definition.name, Some(definition.body.span), term, false);
    }
    for (id, pattern) in game.patterns.iter_ids() {
        let members = reader.read(terms, &pattern.members);
        let relation = reader.relation(terms, pattern.relation);
        let given = reader.given(terms, pattern.given);
        let term = terms.make(
            &format!("pattern:{:?}:{}:{}", pattern.sort, pattern.by_owner, pattern.by_kind),
            vec![members, relation, given],
        );
        let span = game.places.patterns.get(id.index()).copied();
        list.add(Section::Groups, &pattern.name, span, term, false);
    }
    for (id, counter) in game.counters.iter_ids() {
        let name = reader.counter(id);
        let aside = if counter.aside { ":aside" } else { "" };
        let each_turn = if counter.each_turn { ":each turn" } else { "" };
        let said = format!(
            "counter:{name}:{:?}:{}:{}:{}{each_turn}{aside}",
            counter.per, counter.low, counter.high, counter.start
        );
        let said = match &counter.carried {
            None => said,
            Some(carried) => {
                let kinds: Vec<&str> = carried.carriers.iter().map(|kind| reader.kind(*kind)).collect();
                format!("{said} of {}: {:?}", kinds.join(" "), carried.values)
            }
        };
        let (term, span) = (terms.leaf(said), game.places.counters.get(id.index()).copied());
        list.add(Section::Counters, &counter.name, span, term, true);
    }
    for (id, Mark { name: mark, carriers, aside }) in game.marks.iter_ids() {
        let carriers: Option<Vec<&str>> =
            carriers.as_ref().map(|all| all.iter().map(|kind| reader.kind(*kind)).collect());
        let whose = carriers.map_or_else(String::new, |kinds| format!(" of {}", kinds.join(" ")));
        let aside = if *aside { ":aside" } else { "" };
        let term = terms.leaf(format!("marks:{}{whose}{aside}", reader.mark(id)));
        list.add(Section::Counters, mark, game.places.marks.get(id.index()).copied(), term, true);
    }
}

fn moves(reader: &mut TermReader<'_>, terms: &mut Terms, list: &mut List<'_>) {
    let game = reader.game;
    for rule in &game.moves {
        let said = reader.statements(terms, rule);
        let whole = reader.whole_move(terms, rule);
        let sources = &list.side.loaded.sources;
        let statement = |said: super::sheet::MoveStatement| {
            let span = game.sites.statement(said.at);
            let text = head(&plain(sources.slice(span)));
            Statement { word: said.word, term: said.term, text, span: Some(span) }
        };
        let statements = said.into_iter().map(statement).collect();
        list.add(Section::Moves, &rule.name, Some(rule.span), whole, false).statements = statements;
    }
}

/// What stands before the block of a statement.
fn head(text: &str) -> String {
    let is_block = ["for ", "if "].iter().any(|word| text.starts_with(word));
    match text.find(" {").filter(|_| is_block) {
        Some(end) => text[..end].to_owned(),
        None => text.to_owned(),
    }
}

fn order(reader: &mut TermReader<'_>, terms: &mut Terms, list: &mut List<'_>) {
    let game = reader.game;
    for (place, turn) in game.turns.iter().enumerate() {
        let term = reader.turn(terms, turn);
        list.add(Section::Turn, "turn", game.sites.turns.get(place).copied(), term, true).named = false;
    }
    if let Some(skip) = &game.skip {
        let said = reader.read(terms, skip);
        let term = terms.make("skip", vec![said]);
        list.add(Section::Turn, SKIP, Some(skip.span), term, true);
    }
    if let Some(pass) = &game.pass {
        let said = reader.whole_move(terms, pass);
        let term = terms.make("every pass", vec![said]);
        list.add(Section::Turn, PASS, Some(pass.span), term, true);
    }
    if let Some(span) = game.alike {
        let term = terms.leaf("alike actions are one");
        list.add(Section::Turn, MERGED, Some(span), term, true).text = "alike actions are one".to_owned();
    }
    let (pie, on) = (game.sites.pie, if game.pie { "pie" } else { "no pie" });
    let term = terms.leaf(on);
    list.add(Section::Pie, "pie", pie, term, true).text = on.to_owned();
    for end in &game.ends {
        let term = reader.end(terms, end);
        // A clause without a name is called by its place, with a blank.
        let named = !end.name.contains(' ');
        let is_rule = terms.word(term) != super::sheet::NEVER;
        let item = list.add(Section::End, &end.name, Some(end.span), term, is_rule);
        item.named = named;
    }
    for (place, rule) in game.repetitions.iter().enumerate() {
        let term = reader.repetition(terms, rule);
        let span = game.sites.repetitions.get(place).copied();
        list.add(Section::Repetition, "repetition", span, term, true).named = false;
    }
}

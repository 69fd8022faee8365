//! What the declarations of games and variants bring into the index.

use rulebook_language::model::Type;
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::syntax::ast::{
    Block, Declaration, DeclarationKind, Domain, GraphItem, Name, StatementKind, Unit,
};

use crate::index::{Index, UnitNames};
use crate::symbol::{Form, Occurrence, Symbol, SymbolId, SymbolKind};

/// What stands between the quotes of a text.
pub fn inner(span: Span) -> Span {
    Span::new(span.file, span.start as usize + 1, (span.end as usize).saturating_sub(1))
}

/// What goes through the trees, and the index as far as it is.
pub struct Walker<'t> {
    /// The texts.
    pub sources: &'t SourceMap,
    /// What is known of them.
    pub index: Index,
    /// The unit at hand.
    pub unit: usize,
    /// The names that are bound, the innermost last.
    pub scope: Vec<(String, SymbolId)>,
    /// The move at hand.
    pub rule: Option<SymbolId>,
    /// How many names variants may still take over.
    pub left: usize,
}

/// How many names all variants of a text take over.
pub const MAX_TAKEN_OVER: usize = 1 << 19;

impl Walker<'_> {
    /// The names of the unit at hand.
    pub fn names(&mut self) -> &mut UnitNames {
        let place = self.unit;
        &mut self.index.units[place]
    }

    /// Something is spoken of.
    pub fn occurs(&mut self, span: Span, symbol: SymbolId, form: Form, declares: bool) {
        if span.start < span.end {
            self.index.occurrences.push(Occurrence { span, symbol, form, declares });
        }
    }

    /// The title of a game or variant.
    pub fn title(&mut self, place: usize, unit: &Unit) -> SymbolId {
        self.unit = place;
        let name = Name { text: unit.name.text.clone(), span: inner(unit.name.span) };
        let symbol = self.symbol(&name, SymbolKind::Unit, Type::Unknown);
        let word = if unit.base.is_some() { "variant" } else { "game" };
        self.index.symbols[symbol].head = format!("{word} \"{}\"", unit.name.text);
        self.index.symbols[symbol].doc.clone_from(&unit.doc);
        self.occurs(name.span, symbol, Form::Plain, true);
        symbol
    }

    /// A new symbol.
    pub fn symbol(&mut self, name: &Name, kind: SymbolKind, ty: Type) -> SymbolId {
        self.index.symbols.push(Symbol {
            name: name.text.clone(),
            kind,
            unit: self.unit,
            doc: String::new(),
            head: String::new(),
            ty,
            parameters: Vec::new(),
            plural: None,
            declared: vec![name.span],
        });
        self.index.symbols.len() - 1
    }

    /// A declaration of a name, or a further one of a name that is declared so in what is varied.
    fn declare(&mut self, name: &Name, kind: SymbolKind, ty: Type, of: Option<&Declaration>) -> SymbolId {
        let known = self.names().names.get(&name.text).map(|(symbol, _)| *symbol);
        let known = known.filter(|symbol| self.index.symbols[*symbol].kind == kind);
        let symbol = match known {
            Some(symbol) => {
                self.index.symbols[symbol].declared.push(name.span);
                symbol
            }
            None => {
                let symbol = self.symbol(name, kind, ty);
                self.names().names.insert(name.text.clone(), (symbol, Form::Plain));
                symbol
            }
        };
        if let Some(declaration) = of {
            let head = self.head(declaration);
            let own = &mut self.index.symbols[symbol];
            own.head = head;
            if !declaration.doc.is_empty() {
                own.doc.clone_from(&declaration.doc);
            }
        }
        self.occurs(name.span, symbol, Form::Plain, true);
        symbol
    }

    /// The first line of a declaration, without an opening brace at its end.
    fn head(&self, declaration: &Declaration) -> String {
        let text = self.sources.slice(declaration.span);
        let line = text.lines().next().unwrap_or("");
        let line = line.split("//").next().unwrap_or("").trim().trim_end_matches('{').trim_end();
        line.chars().take(200).collect()
    }

    /// The names that a unit declares, with those of what it varies.
    pub fn declare_unit(&mut self, place: usize, unit: &Unit) {
        self.unit = place;
        if let Some(base) = self.index.units[place].base {
            let names = &self.index.units[base];
            let cost = names.names.len() + names.cells.len() + names.words.len() + names.picks.len() + names.ends.len();
            // Thousands of variants of a game of thousands of names: those of the later ones are their own alone.
            if let Some(left) = self.left.checked_sub(cost) {
                self.left = left;
                let (span, own) = (self.index.units[place].span, names.clone());
                self.index.units[place] = UnitNames { span, base: Some(base), ..own };
            }
        }
        for declaration in &unit.declarations {
            self.declare_one(declaration);
        }
    }

    fn declare_one(&mut self, declaration: &Declaration) {
        let of = Some(declaration);
        match &declaration.kind {
            DeclarationKind::Players(players) => {
                for player in players {
                    self.declare(player, SymbolKind::Player, Type::Player, of);
                }
            }
            DeclarationKind::Pieces { names, .. } => {
                for piece in names {
                    let symbol = self.declare(&piece.name, SymbolKind::Piece, Type::Kind, of);
                    let (plural, said) = match &piece.plural {
                        Some(plural) => (plural.text.clone(), true),
                        None => (format!("{}s", piece.name.text), false),
                    };
                    if let Some(name) = piece.plural.as_ref().filter(|plural| plural.text != piece.name.text) {
                        self.occurs(name.span, symbol, Form::Plural, true);
                    }
                    self.names().names.entry(plural.clone()).or_insert((symbol, Form::Plural));
                    self.index.symbols[symbol].plural = Some((plural, said));
                    for carry in &piece.carries {
                        match carry.of {
                            None => self.declare(&carry.name, SymbolKind::Mark, Type::Cells, of),
                            Some(_) => self.declare(&carry.name, SymbolKind::Counter, Type::Number, of),
                        };
                    }
                }
            }
            DeclarationKind::Option(option) => {
                let is_words = matches!(option.domain, Domain::Words { .. });
                let ty = if is_words { Type::Word } else { Type::Number };
                let symbol = self.declare(&option.name, SymbolKind::Option, ty, of);
                if let Domain::Words { words, .. } = &option.domain {
                    for word in words {
                        self.own(word, symbol, SymbolKind::OptionWord, Type::Word);
                    }
                }
            }
            DeclarationKind::Board(board) => {
                for item in &board.graph {
                    match item {
                        GraphItem::Cell { name, .. } => self.cell(name),
                        GraphItem::Line { relation, cells } => {
                            if let Some(relation) = relation {
                                self.relation_of_lines(relation);
                            }
                            cells.iter().for_each(|cell| self.cell(cell));
                        }
                    }
                }
            }
            DeclarationKind::Relation(relation) => {
                self.declare(&relation.name, SymbolKind::Relation, Type::Cells, of);
            }
            DeclarationKind::Link(link) => {
                self.declare(&link.name, SymbolKind::Link, Type::Cells, of);
            }
            DeclarationKind::Track(track) => {
                self.declare(&track.name, SymbolKind::Track, Type::Direction, of);
            }
            DeclarationKind::Definition(definition) => {
                let ty = Type::of_definition(&definition.sort.text);
                let symbol = self.declare(&definition.name, SymbolKind::Definition, ty, of);
                let parameters = definition.params.iter().map(|(name, _)| name.text.clone()).collect();
                self.index.symbols[symbol].parameters = parameters;
            }
            DeclarationKind::Pattern(pattern) => {
                self.declare(&pattern.name, SymbolKind::Pattern, Type::Groups, of);
            }
            DeclarationKind::Counter { name, per, .. } => {
                let symbol = self.declare(name, SymbolKind::Counter, Type::Number, of);
                self.index.symbols[symbol].parameters = per.iter().map(|per| per.text.clone()).collect();
            }
            DeclarationKind::Mark { name, .. } => {
                self.declare(name, SymbolKind::Mark, Type::Cells, of);
            }
            DeclarationKind::Luck(luck) => {
                for name in &luck.names {
                    self.declare(name, SymbolKind::Counter, Type::Number, of);
                }
            }
            DeclarationKind::Move(rule) => {
                let symbol = self.declare(&rule.name, SymbolKind::Move, Type::Unknown, of);
                self.declare_block(symbol, &rule.body);
            }
            DeclarationKind::Effect(effect) => {
                let symbol = self.declare(&effect.name, SymbolKind::Effect, Type::Unknown, of);
                let parameters = effect.params.iter().map(|(name, _)| name.text.clone()).collect();
                self.index.symbols[symbol].parameters = parameters;
            }
            DeclarationKind::End(end) => {
                if let Some(name) = &end.name {
                    let known = self.names().ends.get(&name.text).copied();
                    let symbol = known.unwrap_or_else(|| self.symbol(name, SymbolKind::End, Type::Unknown));
                    self.names().ends.insert(name.text.clone(), symbol);
                    let head = self.head(declaration);
                    let own = &mut self.index.symbols[symbol];
                    own.head = head;
                    own.doc.clone_from(&declaration.doc);
                    if !own.declared.contains(&name.span) {
                        own.declared.push(name.span);
                    }
                    self.occurs(name.span, symbol, Form::Plain, true);
                }
            }
            _ => {}
        }
    }

    /// A name that belongs to another: a word of an option, a pick of a move. A further version has the same ones.
    fn own(&mut self, name: &Name, of: SymbolId, kind: SymbolKind, ty: Type) -> SymbolId {
        let key = (of, name.text.clone());
        let is_word = kind == SymbolKind::OptionWord;
        let known = if is_word { self.names().words.get(&key) } else { self.names().picks.get(&key) }.copied();
        let symbol = match known {
            Some(symbol) => {
                let declared = &mut self.index.symbols[symbol].declared;
                if !declared.contains(&name.span) {
                    declared.push(name.span);
                }
                symbol
            }
            None => self.symbol(name, kind, ty),
        };
        if is_word {
            self.names().any_word.entry(name.text.clone()).or_insert(symbol);
            self.names().words.insert(key, symbol);
        } else {
            self.names().picks.insert(key, symbol);
        }
        self.occurs(name.span, symbol, Form::Plain, true);
        symbol
    }

    fn cell(&mut self, name: &Name) {
        let known = self.names().cells.get(&name.text).copied();
        let symbol = known.unwrap_or_else(|| self.symbol(name, SymbolKind::Cell, Type::Cell));
        self.names().cells.insert(name.text.clone(), symbol);
        self.occurs(name.span, symbol, Form::Plain, known.is_none());
    }

    /// The relation of a graph's lines: the language's own ones are no symbols.
    fn relation_of_lines(&mut self, name: &Name) {
        if ["adjacent", "orthogonal", "diagonal"].contains(&name.text.as_str()) {
            return;
        }
        let known = self.names().names.get(&name.text).map(|(symbol, _)| *symbol);
        match known {
            Some(symbol) => self.occurs(name.span, symbol, Form::Plain, false),
            None => {
                self.declare(name, SymbolKind::Relation, Type::Cells, None);
            }
        }
    }

    /// The picks of a move, and what `let` binds at its own level: they are known in all that varies it.
    fn declare_block(&mut self, rule: SymbolId, body: &Block) {
        for statement in body {
            match &statement.kind {
                StatementKind::Pick { name, .. } => {
                    self.own(name, rule, SymbolKind::Pick, Type::Unknown);
                }
                StatementKind::PickPair { names, .. } => {
                    names.iter().for_each(|name| {
                        self.own(name, rule, SymbolKind::Pick, Type::Unknown);
                    });
                }
                StatementKind::Let { name, .. } => {
                    self.own(name, rule, SymbolKind::Local, Type::Unknown);
                }
                _ => {}
            }
        }
    }
}

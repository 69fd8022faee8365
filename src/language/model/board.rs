//! The board that a file describes, with its own relations and the cells it keeps.

use super::checker::Checker;
use super::constant::{Constant, constant};
use super::expr::{ExprKind, Type};
use super::graph::{cell_at_fault, graph};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::reference::{Place, said_as, synonym};
use crate::source::Span;
use crate::syntax::ast::{Binary, BoardDecl, Expr, ExprKind as Said, GraphItem, Name, Numbered};
use crate::topology::{
    Board, BoardSpec, CellId, DirectionId, MAX_SLOTS, RelationId, RelationSpec, Shape, TopologyError, sized_shapes,
};
use crate::util::suggestion;

/// The board whose cells and lines a file lists.
const GRAPH: &str = "graph";
/// The longest side: of a board that is one cell wide.
const MAX_SIDE: i64 = MAX_SLOTS as i64;

impl<'a> Checker<'a> {
    /// Builds the board, if there is one and it is right.
    pub fn build_board(&mut self) -> Option<Board> {
        let (declared, span) = self.rules.board?;
        let mut shape = self.shape(declared)?;
        if let Shape::ConHex { points, .. } = &mut shape {
            *points = declared.points.is_some();
        }
        let has_points = matches!(shape, Shape::ConHex { .. });
        self.lines_pass_once(declared)?;
        let spec = BoardSpec { shape, rows_from_top: declared.rows_from_top };
        let board = Board::build(&spec)
            .map_err(|error| self.board_error(&error, cell_at_fault(declared, &error).unwrap_or(span)))
            .ok()?;
        self.warn_unplaced(declared);
        self.parts.board = Some(self.with_clauses(declared, has_points, board)?);
        for relation in self.rules.relations.clone() {
            self.declare_relation(relation)?;
        }
        for link in self.rules.links.clone() {
            self.declare_link_steps(link)?;
        }
        for link in self.rules.links.clone() {
            self.add_crossings(link)?;
        }
        if let Some(joined) = &declared.joined {
            let relation = self.board_joint(joined)?;
            let board = self.parts.board.take()?;
            self.parts.board =
                Some(board.joined_by(relation).map_err(|error| self.board_error(&error, joined.span)).ok()?);
        }
        self.parts.board = match &declared.only {
            Some(only) => Some(self.subset(only)?),
            None => self.parts.board.take(),
        };
        for track in self.rules.tracks.clone() {
            let cells = if track.runs.is_empty() { self.listed(track)? } else { self.runs(track)? };
            self.track_passes_once(track, &cells)?;
            let cells: Vec<CellId> = cells.into_iter().map(|(cell, _)| cell).collect();
            let board = self.parts.board.take()?;
            let built = board.with_track(&track.name.text, &cells);
            self.parts.board = Some(built.map_err(|error| self.board_error(&error, track.name.span)).ok()?);
        }
        let board = self.parts.board.take()?;
        Some(match declared.numbered {
            Some(from) => board.numbered(from == Numbered::FromTop),
            None => board,
        })
    }

    /// The relation that joins the cells of the board.
    fn board_joint(&mut self, name: &Name) -> Option<RelationId> {
        if self.position_relation(&name.text).is_some() {
            let message = format!("`{}` depends on the position, and the board does not", name.text);
            self.say(Diagnostic::new(Code::BoardInvalid, name.span, message).help(
                "ask columns, rows and edges of `a` and `b` there; join groups by it, or ask for `distance` along it",
            ));
            return None;
        }
        self.relation(name)
    }

    /// Says what is wrong with a board.
    pub fn board_error(&mut self, error: &TopologyError, span: Span) {
        let code = match error {
            TopologyError::TooLarge { .. }
            | TopologyError::TooManyDirections { .. }
            | TopologyError::TooManyRelations { .. } => Code::LimitBoard,
            _ => Code::BoardInvalid,
        };
        let said = Diagnostic::new(code, span, error.to_string());
        self.say(match error {
            TopologyError::LeapNeedsSquares { .. } => {
                said.label("the board has no squares").help("join directions in place of it, as in `north | south`")
            }
            TopologyError::LeapNowhere | TopologyError::LeapTooLong { .. } => {
                said.label("this leap").help("count columns and rows, as in `leap(1, 2)`")
            }
            TopologyError::TooLarge { limit, .. } => said
                .label("this board")
                .help(format!("choose a board of at most {limit} places, such as 64 x 64 squares")),
            TopologyError::DuplicateCell { .. } => said
                .label("named again here")
                .help("name each cell once with `cell`; lines may name it as often as they pass it"),
            TopologyError::SamePosition { .. } => {
                said.label("drawn where the other is").help("give each cell a place of its own, as in `at (0, 1)`")
            }
            TopologyError::NotRound => said.label("it would go on at its other end").help(
                "squares and rhombuses go round, as in `board square(8) round east` or `board rhombus(11) round east`",
            ),
            TopologyError::NotByRows => said
                .label("they have names of their own")
                .help("name `square`, `hexagon`, `rhombus` and `triangle` boards by rows, which count cells in rows"),
            TopologyError::NoPoints => said.label("places where cells meet").help(
                "`with points` goes with whole boards of squares and with `conhex`, as in `board square(9) with points`; `snub` has points already",
            ),
            TopologyError::WrongSize { .. } => said.label("this board").help("choose such a size, as in `conhex(11)`"),
            _ => said.label("this board"),
        });
    }

    /// The board with what the clauses of its line ask for.
    fn with_clauses(&mut self, declared: &BoardDecl, has_points: bool, board: Board) -> Option<Board> {
        let mut board = board;
        let [mut east, mut north] = [false; 2];
        for way in &declared.round {
            let asked = match way.text.as_str() {
                "east" => &mut east,
                "north" => &mut north,
                other => {
                    let said = Diagnostic::new(Code::BoardInvalid, way.span, format!("no board goes round `{other}`"));
                    let near = match other {
                        "west" => Some("east"),
                        "south" => Some("north"),
                        _ => None,
                    };
                    self.say(match near {
                        Some(near) => said.label(format!("round {near} is the same")).fix(Fix::write(way.span, near)),
                        None => said.help("write `round east`, `round north` or `round east and north`"),
                    });
                    return None;
                }
            };
            if std::mem::replace(asked, true) {
                let said = Diagnostic::new(Code::BoardInvalid, way.span, format!("`{}` is said twice", way.text));
                self.say(said.help("write `round east and north` for a board that is round both ways"));
                return None;
            }
        }
        let mut clause = |board: Result<Board, TopologyError>, span: Span| {
            board.map_err(|error| self.board_error(&error, span)).ok()
        };
        if let Some(way) = declared.round.first() {
            board = clause(board.rounded(east, north), way.span)?;
        }
        if let Some(span) = declared.by_rows {
            board = clause(board.named_by_rows(), span)?;
        }
        if let Some(span) = declared.points.filter(|_| !has_points) {
            board = clause(board.with_points(), span)?;
        }
        Some(board)
    }

    fn shape(&mut self, declared: &BoardDecl) -> Option<Shape> {
        let name = &declared.shape;
        let lattice = sized_shapes().find(|shape| shape.name == name.text);
        let wanted = match (lattice, name.text.as_str()) {
            (Some(lattice), _) => 1..=lattice.numbers,
            (None, GRAPH) => 0..=0,
            (None, other) => {
                let said = Diagnostic::new(Code::BoardUnknownShape, name.span, format!("there is no board `{other}`"));
                let near = suggestion(other, sized_shapes().map(|shape| shape.name).chain([GRAPH]));
                self.say(match near.filter(|near| near.sure || synonym(other, Place::Shape).is_none()) {
                    Some(near) => said.did_you_mean(near),
                    None if synonym(other, Place::Shape).is_some() => said_as(said, other, Place::Shape),
                    None => {
                        said.help("write `square(8)`, `hexagon(5)`, `rhombus(11)`, `triangle(9)`, `graph { ... }` or a board by rule: `cairo(6)`, `snub(12)`, `octagons(9)`, `conhex(11)`, `pyramid(4)`")
                    }
                });
                return None;
            }
        };
        if !wanted.contains(&declared.args.len()) {
            let shape = &name.text;
            let example = match wanted.end() {
                2 => format!("write `{shape}(8)`, or columns and rows as in `{shape}(7, 6)`"),
                1 => format!("write the cells along a side, as in `{shape}(5)`"),
                _ => "write `graph { line a1-b1-c1 ... }`".to_owned(),
            };
            self.say(
                Diagnostic::new(
                    Code::TypeArguments,
                    name.span,
                    match declared.args.len() {
                        0 => format!("a {shape} board needs its size"),
                        1 => format!("a {shape} board does not take a number"),
                        count => format!("a {shape} board does not take {count} numbers"),
                    },
                )
                .help(example),
            );
            return None;
        }
        let Some(lattice) = lattice else { return Some(Shape::Graph(graph(declared))) };
        if let Some(item) = declared.graph.first() {
            let span = match item {
                GraphItem::Line { cells, .. } => cells.first().map_or(name.span, |c| c.span),
                GraphItem::Cell { name, .. } => name.span,
            };
            self.say(
                Diagnostic::new(Code::BoardInvalid, span, format!("a {} board has its lines already", name.text))
                    .help("lines and cells are listed for `board graph` only"),
            );
            return None;
        }
        let mut sides = Vec::new();
        for arg in &declared.args {
            sides.push(self.whole(arg, 1, MAX_SIDE, "the side of a board")? as u32);
        }
        let (columns, rows) = (sides[0], sides.get(1).copied().unwrap_or(sides[0]));
        Some((lattice.shape)(columns, rows))
    }

    /// `only { c : ... }`: the board without the other cells.
    fn subset(&mut self, only: &Expr) -> Option<Board> {
        let typed = self.in_phase(Phase::Static, |checker| checker.expect(only, Type::Cells));
        if typed.ty == Type::Unknown {
            return None;
        }
        let board = self.parts.board.take()?;
        let Some(Constant::Cells(kept)) = constant(&typed, Some(&board), &self.parts.definitions) else {
            self.say(
                Diagnostic::new(
                    Code::TypeNotConstant,
                    only.span,
                    "the cells that are kept must be known before the game begins",
                )
                .help("use columns, rows, edges, numbers and options"),
            );
            return None;
        };
        let kept: rustc_hash::FxHashSet<CellId> = kept.into_iter().collect();
        board
            .subset(|cell| kept.contains(&cell))
            .map(Board::packed)
            .map_err(|error| self.board_error(&error, only.span))
            .ok()
    }

    /// The relation of a name.
    pub fn relation(&mut self, name: &Name) -> Option<RelationId> {
        let board = self.parts.board.as_ref()?;
        if let Some(id) = board.find_relation(&name.text) {
            self.usage.note(&name.text);
            return Some(id);
        }
        if self.usage.is_poisoned(&name.text) {
            return None;
        }
        // Those of steps alone have no names that a file can use.
        let own = board.relations().map(|id| board.relation_name(id)).filter(|name| !name.ends_with('?'));
        let declared = self.rules.relations.iter().map(|relation| relation.name.text.as_str());
        let mut known: Vec<String> = own.chain(declared).map(str::to_owned).collect();
        known.sort_unstable();
        known.dedup();
        if self.say_off(name, Code::NameUnknown) {
            return None;
        }
        let said = Diagnostic::new(Code::NameUnknown, name.span, format!("the board has no relation `{}`", name.text));
        self.say(match suggestion(&name.text, known.iter().map(String::as_str)) {
            Some(near) => said.did_you_mean(near),
            None => said.help(format!(
                "its relations are {}",
                known.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
            )),
        });
        None
    }

    /// The steps of a relation as it is written.
    pub fn relation_spec(&mut self, body: &Expr) -> Option<RelationSpec> {
        if let Said::Call { name, args, .. } = &body.kind
            && name.text == "leap"
        {
            let [dx, dy] = args.as_slice() else {
                self.say(
                    Diagnostic::new(Code::TypeArguments, body.span, "a leap takes two numbers")
                        .help("write columns and rows, as in `leap(1, 2)` for a knight"),
                );
                return None;
            };
            let dx = self.whole(dx, 0, 64, "a leap")? as u32;
            return Some(RelationSpec::Leap { dx, dy: self.whole(dy, 0, 64, "a leap")? as u32 });
        }
        let mut directions = Vec::new();
        self.relation_parts(body, &mut directions)?;
        Some(RelationSpec::Directions(directions))
    }

    /// The directions of `north | northeast | diagonal`.
    fn relation_parts(&mut self, body: &Expr, directions: &mut Vec<DirectionId>) -> Option<()> {
        match &body.kind {
            Said::Binary(Binary::Union | Binary::Or, left, right) => {
                self.relation_parts(left, directions)?;
                self.relation_parts(right, directions)
            }
            Said::Name(word) if self.parts.board.as_ref()?.find_direction(word).is_some() => {
                directions.push(self.parts.board.as_ref()?.find_direction(word)?);
                Some(())
            }
            Said::Call { name, .. } if name.text == "leap" => {
                let said = Diagnostic::new(Code::BoardInvalid, body.span, "a leap is a relation of its own");
                let said = said.label("not joined with others before it has a name");
                self.say(
                    said.help(
                        "declare it first, as in `relation hop = leap(1, 2)`, and join its name: `hop | diagonal`",
                    ),
                );
                None
            }
            Said::Name(word) if self.parts.board.as_ref()?.find_relation(word).is_some() => {
                self.usage.note(word);
                let board = self.parts.board.as_ref()?;
                directions.extend_from_slice(board.relation_directions(board.find_relation(word)?));
                Some(())
            }
            Said::Name(word) if self.rules.tracks.iter().any(|track| is_of(&track.name.text, word)) => {
                let message = format!("`{word}` is a direction along a track, and no relation can be made of it");
                let said = Diagnostic::new(Code::BoardInvalid, body.span, message)
                    .label("tracks are laid on the finished board");
                self.say(said.help(
                    "declare `directions` instead of `relation`: `directions NAME = a | b`, and step with `c + NAME`",
                ));
                None
            }
            _ => {
                let typed = self.in_phase(Phase::Static, |checker| checker.expect(body, Type::Directions));
                if let ExprKind::Directions(some) = typed.kind {
                    directions.extend(some);
                    return Some(());
                }
                if typed.ty != Type::Unknown {
                    self.say(
                        Diagnostic::new(Code::BoardInvalid, body.span, "this is not a relation")
                            .help("write `leap(1, 2)`, or directions and relations joined with `|`"),
                    );
                }
                None
            }
        }
    }
}

/// Whether a word is a track's, or that of the way back.
fn is_of(track: &str, word: &str) -> bool {
    word == track || word.strip_prefix("back_") == Some(track)
}

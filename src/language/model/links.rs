//! Links between cells: which there can be, what says that two cells are linked, and what links and unlinks them. A link is kept as a
//! mark of the cell that it begins at, one mark for each direction of its relation of which the other way round is not another.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Definition, Expr, ExprKind, Type};
use super::game::Mark;
use super::ids::{LocalId, MarkId, PlayerId};
use super::link::{Joining, Link, LinkPlane, Regions};
use super::primitive::{Effect, Primitive};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, LinkChange, Name, Relation};
use crate::topology::{Board, CellId, DirectionId, RelationId};

impl<'a> Checker<'a> {
    /// Adds the relation of the cells that can be linked to the board.
    pub fn declare_link_steps(&mut self, link: &'a ast::Link) -> Option<()> {
        let spec = self.relation_spec(&link.body)?;
        let name = Relation::steps(&link.name.text);
        self.add_relation(&name, &spec, link.body.span)?;
        let board = self.parts.board.as_ref()?;
        let relation = board.find_relation(&name)?;
        if !board.is_symmetric(relation) {
            let message = "a link joins two cells, and this leads one way";
            self.say(
                Diagnostic::new(Code::BoardInvalid, link.body.span, message)
                    .help("add the ways back, as in `north | south`, or link cells of a relation such as `orthogonal`"),
            );
            return None;
        }
        self.one_step_each(relation, &link.name.text, link.body.span)
    }

    /// Reports two steps of a relation from one cell to another, as there are on a small board that goes round: a pair of cells is one.
    fn one_step_each(&mut self, relation: RelationId, name: &str, span: Span) -> Option<()> {
        let board = self.parts.board.as_ref()?;
        let ways = board.relation_directions(relation);
        let twice = board.cells().find_map(|cell| {
            let mut known: Vec<CellId> = ways.iter().filter_map(|way| board.step(cell, *way)).collect();
            known.sort_unstable();
            Some((cell, known.windows(2).find(|pair| pair[0] == pair[1])?[0]))
        });
        let Some((from, to)) = twice else { return Some(()) };
        let (from, to) = (board.cell_name(from), board.cell_name(to));
        let message = format!("two steps of `{name}` lead from {from} to {to}, and a pair of cells is joined once");
        let said = Diagnostic::new(Code::BoardInvalid, span, message);
        self.say(said.help("make the board larger, or leave out one of the steps"));
        None
    }

    /// Adds the directions in which links can cross lines to the board.
    pub fn add_crossings(&mut self, link: &ast::Link) -> Option<()> {
        let board = self.parts.board.as_ref()?;
        let relation = board.find_relation(&Relation::steps(&link.name.text))?;
        let vectors: Vec<(i32, i32)> = crossings(board, relation).into_iter().map(|(.., by)| by).collect();
        let board = self.parts.board.take()?;
        let built = board.with_vectors(&vectors).map_err(|error| self.board_error(&error, link.body.span));
        self.parts.board = Some(built.ok()?.0);
        Some(())
    }

    /// Declares the links: their marks, and the regions of what is linked.
    pub fn declare_links(&mut self) {
        for link in self.rules.links.clone() {
            let Some(board) = &self.parts.board else { return };
            let Some(relation) = board.find_relation(&Relation::steps(&link.name.text)) else { continue };
            let directions = forward(board, relation);
            let called: Vec<String> = directions.iter().map(|way| board.direction(*way).name.clone()).collect();
            let owners: Vec<Option<PlayerId>> = match link.owned {
                true => self.parts.players.ids().map(Some).collect(),
                false => vec![None],
            };
            let mut planes = Vec::new();
            for owner in owners {
                for (direction, called) in directions.iter().zip(&called) {
                    // No name that a file can use.
                    let whose = owner.map_or(String::new(), |owner| format!(" of {}", self.parts.players[owner]));
                    let name = format!("{} {called}{whose}", link.name.text);
                    let mark = self.parts.marks.push(Mark { name, carriers: None, aside: link.aside });
                    planes.push(LinkPlane { mark, direction: *direction, owner });
                }
            }
            let name = link.name.text.clone();
            let (span, crossed) = (link.name.span, crossings(board, relation));
            let cells = |kind| Expr { kind, ty: Type::Cells, span };
            let cell = |local| Expr { kind: ExprKind::Local(local), ty: Type::Cell, span };
            let set = self.scope.unnamed();
            let linked = self.regions(&name, &[set], &planes, span, &mut |checker, planes| {
                let mut parts = Vec::new();
                for plane in planes {
                    let (from, marks) = (|| cells(ExprKind::Local(set)), marked(plane.mark, span));
                    let there = checker.builtin(Builtin::Intersection, vec![from(), marks.clone()], span);
                    parts.push(checker.stepped(there, plane.direction));
                    let back = checker.stepped(from(), checker.opposite(plane.direction));
                    parts.push(checker.builtin(Builtin::Intersection, vec![back, marks], span));
                }
                checker.builtin(Builtin::SetOf, parts, span)
            });
            let first = self.scope.unnamed();
            let ends = self.regions(&format!("{name} pairs"), &[first], &planes, span, &mut |checker, planes| {
                let there = planes.iter().map(|plane| {
                    let here = checker.builtin(Builtin::OneCell, vec![cell(first)], span);
                    let here = checker.builtin(Builtin::Intersection, vec![here, marked(plane.mark, span)], span);
                    checker.stepped(here, plane.direction)
                });
                checker.builtin(Builtin::SetOf, there.collect(), span)
            });
            let line = [self.scope.unnamed(), self.scope.unnamed()];
            let crossing = (!crossed.is_empty()).then(|| {
                self.regions(&format!("{name} crossing"), &line, &planes, span, &mut |checker, planes| {
                    checker.crossed(line.map(cell), planes, &crossed)
                })
            });
            let ways = directions.iter().flat_map(|way| [*way, self.opposite(*way)]);
            let ways = ways.filter_map(|way| Some((way, self.linked_along(&planes, way, span)?))).collect();
            let joining = self.parts.joinings.push(Joining { ways });
            self.parts.links.push(Link { name, owned: link.owned, relation, planes, joining, linked, ends, crossing });
        }
    }

    /// The region of all links that some planes keep, and that of those of a player.
    fn regions(
        &mut self,
        name: &str,
        params: &[LocalId],
        planes: &[LinkPlane],
        span: Span,
        made: &mut dyn FnMut(&Self, &[LinkPlane]) -> Expr,
    ) -> Regions {
        let body = made(self, planes);
        let any = Definition { name: name.to_owned(), params: params.to_vec(), body, known: None };
        let any = self.parts.definitions.push(any);
        if planes.iter().all(|plane| plane.owner.is_none()) {
            return Regions { any, of: None };
        }
        let owner = self.scope.unnamed();
        let mut body = Expr { kind: ExprKind::Region(Vec::new()), ty: Type::Cells, span };
        for player in self.parts.players.ids().rev() {
            let own: Vec<LinkPlane> = planes.iter().filter(|plane| plane.owner == Some(player)).copied().collect();
            let whose = Expr { kind: ExprKind::Local(owner), ty: Type::Player, span };
            let player = Expr { kind: ExprKind::Player(player), ty: Type::Player, span };
            let is_own = self.builtin(Builtin::Equal, vec![whose, player], span);
            let kind = ExprKind::If(Box::new(is_own), Box::new(made(self, &own)), Box::new(body));
            body = Expr { kind, ty: Type::Cells, span };
        }
        let params = params.iter().copied().chain([owner]).collect();
        let of = self.parts.definitions.push(Definition { name: format!("{name} of"), params, body, known: None });
        Regions { any, of: Some(of) }
    }

    /// The cells from which links of some planes go that cross the line between two cells.
    fn crossed(&self, [a, b]: [Expr; 2], planes: &[LinkPlane], crossed: &[Crossing]) -> Expr {
        let span = a.span;
        let mut found = Expr { kind: ExprKind::Region(Vec::new()), ty: Type::Cells, span };
        let Some(board) = &self.parts.board else { return found };
        let way_of = |(dx, dy): (i32, i32)| {
            board.directions().find(|id| {
                let direction = board.direction(*id);
                (direction.dx, direction.dy) == (dx, dy)
            })
        };
        let mut lines: Vec<(i32, i32)> = crossed.iter().map(|(line, ..)| *line).collect();
        lines.dedup();
        for line in lines {
            let Some(way) = way_of(line) else { continue };
            let mut parts = Vec::new();
            for plane in planes {
                let by = crossed.iter().filter(|(of, direction, _)| *of == line && *direction == plane.direction);
                let ways: Vec<DirectionId> = by.filter_map(|(.., by)| way_of(*by)).collect();
                if ways.is_empty() {
                    continue;
                }
                let ways = Expr { kind: ExprKind::Directions(ways), ty: Type::Directions, span };
                let here = self.builtin(Builtin::OneCell, vec![a.clone()], span);
                let near = self.builtin(Builtin::StepAll, vec![here, ways], span);
                parts.push(self.builtin(Builtin::Intersection, vec![near, marked(plane.mark, span)], span));
            }
            let cells = self.builtin(Builtin::SetOf, parts, span);
            let along = Expr { kind: ExprKind::Direction(way), ty: Type::Direction, span };
            let step = self.builtin(Builtin::Step, vec![a.clone(), along], span);
            let is_line = self.builtin(Builtin::Equal, vec![step, b.clone()], span);
            let kind = ExprKind::If(Box::new(is_line), Box::new(cells), Box::new(found));
            found = Expr { kind, ty: Type::Cells, span };
        }
        found
    }

    fn opposite(&self, way: DirectionId) -> DirectionId {
        self.parts.board.as_ref().map_or(way, |board| board.opposite(way))
    }

    fn stepped(&self, of: Expr, way: DirectionId) -> Expr {
        let span = of.span;
        let along = Expr { kind: ExprKind::Directions(vec![way]), ty: Type::Directions, span };
        self.builtin(Builtin::StepAll, vec![of, along], span)
    }

    /// The links of a name.
    pub fn find_link(&mut self, name: &str) -> Option<&Link> {
        let found = self.parts.links.iter().position(|link| link.name == name)?;
        self.usage.note(name);
        self.parts.links.get(found)
    }

    /// A region of links, of anybody or of a player.
    fn region_of(
        &mut self,
        link: &Link,
        regions: Regions,
        mut args: Vec<Expr>,
        owner: Option<Expr>,
        span: Span,
    ) -> Expr {
        let id = match (&owner, regions.of) {
            (None, _) => regions.any,
            (Some(_), Some(of)) => of,
            (Some(owner), None) => return self.error(ownerless(&link.name, owner.span)),
        };
        args.extend(owner);
        let parts: Vec<&Expr> = args.iter().collect();
        self.made(ExprKind::Call(id, args.clone()), Type::Cells, &parts, span)
    }

    /// `bridge(c)`, `bridge(c) of me`: the cells that are linked with a cell, or with those of a set.
    pub fn linked(&mut self, name: &Name, of: Expr, owner: Option<Expr>, span: Span) -> Option<Expr> {
        let link = self.find_link(&name.text)?.clone();
        let of = self.coerce(of, Type::Cells);
        Some(self.region_of(&link, link.linked, vec![of], owner, span))
    }

    /// Which links a question `b in bridge(a)` is about, given its parts, where it is about two names and links of anybody.
    pub fn linked_ends(&self, args: &[Expr], [a, b]: [LocalId; 2]) -> Option<usize> {
        let [end, set] = args else { return None };
        let ExprKind::Call(id, of) = &set.kind else { return None };
        let [ExprKind::Builtin(Builtin::OneCell, of)] = of.iter().map(|of| &of.kind).collect::<Vec<_>>()[..] else {
            return None;
        };
        let local = |expr: &Expr| if let ExprKind::Local(local) = expr.kind { Some(local) } else { None };
        let ends = (local(end)?, local(of.first()?)?);
        if ends != (a, b) && ends != (b, a) {
            return None;
        }
        self.parts.links.iter().position(|link| link.linked.any == *id)
    }

    /// The cells that are linked with the one a step away in a direction; nothing where no links go that way.
    pub fn linked_along(&self, planes: &[LinkPlane], way: DirectionId, span: Span) -> Option<Expr> {
        let back = self.opposite(way);
        let mut parts = Vec::new();
        for plane in planes {
            if plane.direction == way {
                parts.push(marked(plane.mark, span));
            } else if plane.direction == back {
                parts.push(self.stepped(marked(plane.mark, span), back));
            }
        }
        (!parts.is_empty()).then(|| self.builtin(Builtin::SetOf, parts, span))
    }

    /// `link a to b as bridge`, `unlink a from b as bridge`.
    pub fn link_effect(&mut self, change: &LinkChange, span: Span) -> Option<(&'static str, Vec<Primitive>)> {
        let LinkChange { ends, name, of, on } = change;
        let words = if *on { "link" } else { "unlink" };
        let [a, b] = [self.expect(&ends[0], Type::Cell), self.expect(&ends[1], Type::Cell)];
        let Some(link) = self.find_link(&name.text).cloned() else {
            self.unknown_link(name);
            return None;
        };
        let owner = match of {
            Some(of) if !link.owned => {
                self.say(ownerless(&link.name, of.span));
                return None;
            }
            Some(of) => Some(self.expect(of, Type::Player)),
            None if link.owned && *on => Some(self.builtin(Builtin::Me, Vec::new(), span)),
            None => None,
        };
        let ([from, to], mut does) = ([self.scope.unnamed(), self.scope.unnamed()], Vec::new());
        does.extend([(from, a), (to, b)].map(|(local, end)| Primitive::Let(local, end)));
        let one = |local| Expr { kind: ExprKind::Local(local), ty: Type::Cell, span };
        let set = |this: &Self, local| this.builtin(Builtin::OneCell, vec![one(local)], span);
        let marks = |this: &Self, plane: &LinkPlane| {
            let back = this.opposite(plane.direction);
            let ends = [(from, to), (to, from)].map(|(here, there)| {
                let near = this.stepped(set(this, there), back);
                this.builtin(Builtin::Intersection, vec![set(this, here), near], span)
            });
            Primitive::Mark { mark: plane.mark, cells: this.builtin(Builtin::Union, ends.into(), span), on: *on }
        };
        match owner {
            None => does.extend(link.planes.iter().map(|plane| marks(self, plane))),
            Some(owner) => {
                for player in self.parts.players.ids().collect::<Vec<_>>() {
                    let own = link.planes.iter().filter(|plane| plane.owner == Some(player));
                    let changes: Vec<Primitive> = own.map(|plane| marks(self, plane)).collect();
                    let known = Expr { kind: ExprKind::Player(player), ty: Type::Player, span };
                    let condition = self.builtin(Builtin::Equal, vec![owner.clone(), known], span);
                    let then = vec![Effect { words, span, does: changes }];
                    does.push(Primitive::If { condition, then, otherwise: Vec::new() });
                }
            }
        }
        Some((words, does))
    }

    /// `bridge crossing a-b`: the cells from which links go that cross the line between two cells.
    pub fn crossing(&mut self, name: &Name, owner: Option<&Name>, ends: &[ast::Expr; 2], span: Span) -> Expr {
        let ends = [self.expect(&ends[0], Type::Cell), self.expect(&ends[1], Type::Cell)];
        let owner = self.owner_named(owner);
        let Some(link) = self.find_link(&name.text).cloned() else {
            self.unknown_link(name);
            return Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        };
        let Some(crossing) = link.crossing else {
            let board = self.parts.board.as_ref();
            let is_round = board.is_some_and(|board| board.directions().any(|way| board.goes_round(way)));
            let message = match is_round {
                true => "on a board that goes round, no link is known to cross a line".to_owned(),
                false => format!("nothing can cross `{}`: its lines meet at their ends alone", link.name),
            };
            return self.error(
                Diagnostic::new(Code::TypeMismatch, span, message)
                    .help("lines are drawn from cell to cell, on boards of squares and hexagons"),
            );
        };
        self.region_of(&link, crossing, ends.to_vec(), owner, span)
    }

    fn owner_named(&mut self, owner: Option<&Name>) -> Option<Expr> {
        let owner = owner?;
        let of = self.name(&owner.text, owner.span);
        Some(self.coerce(of, Type::Player))
    }

    /// `pick a-b in R`: from what the second cell is picked once the first is; of links, those of a name and an owner.
    pub fn pair_from(&mut self, name: &Name, owner: Option<&ast::Expr>, first: Expr, span: Span) -> Option<Expr> {
        let owner = owner.map(|owner| self.expect(owner, Type::Player));
        if let Some(link) = self.find_link(&name.text).cloned() {
            return Some(self.region_of(&link, link.ends, vec![first], owner, span));
        }
        if let Some(owner) = owner {
            self.say(ownerless(&name.text, owner.span));
            return None;
        }
        let one_way = self.may_lead_one_way(name);
        let joint = self.joint(name, !one_way)?;
        self.one_step_each(joint.relation, &name.text, name.span)?;
        let board = self.parts.board.as_ref()?;
        let forward = match one_way {
            true => board.relation_directions(joint.relation).to_vec(),
            false => forward(board, joint.relation),
        };
        let ways = Expr { kind: ExprKind::Directions(forward.clone()), ty: Type::Directions, span };
        let here = self.builtin(Builtin::OneCell, vec![first], span);
        let near = self.builtin(Builtin::StepAll, vec![here.clone(), ways], span);
        let Some(given) = joint.given else { return Some(near) };
        // In either direction of a pair the same cells are joined.
        let ways = self.parts.joinings[given].ways.clone().into_iter().filter(|(way, _)| forward.contains(way));
        let joined = ways.map(|(way, from)| {
            let here = self.builtin(Builtin::Intersection, vec![here.clone(), from], span);
            self.stepped(here, way)
        });
        Some(self.builtin(Builtin::SetOf, joined.collect(), span))
    }

    fn unknown_link(&mut self, name: &Name) {
        if self.usage.is_poisoned(&name.text) || self.say_off(name, Code::NameUnknown) {
            return;
        }
        let known: Vec<String> = self.parts.links.iter().map(|link| link.name.clone()).collect();
        let said = Diagnostic::new(Code::NameUnknown, name.span, format!("no links are called `{}`", name.text));
        self.say(match crate::util::suggestion(&name.text, known.iter().map(String::as_str)) {
            Some(near) => said.did_you_mean(near),
            None => said.help(format!("declare them, as in `link {} = orthogonal`", name.text)),
        });
    }
}

fn marked(mark: MarkId, span: Span) -> Expr {
    Expr { kind: ExprKind::Marked(mark), ty: Type::Cells, span }
}

fn ownerless(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::TypeMismatch, span, format!("no `{name}` has an owner"))
        .label("this asks for those of a player")
        .help(format!("leave it out, or declare `link {name}(player) = ...`, so that each has one"))
}

/// The directions of a relation, of each and the one back that in which rows and columns are counted.
fn forward(board: &Board, relation: RelationId) -> Vec<DirectionId> {
    let all = board.relation_directions(relation);
    let rank = |cell: CellId| (board.row(cell), board.column(cell), cell);
    let goes_on = |way: DirectionId| {
        board.cells().find_map(|cell| Some(rank(cell) < rank(board.step(cell, way)?))).unwrap_or(true)
    };
    let is_forward = |way: &DirectionId| {
        let back = board.opposite(*way);
        !all.contains(&back) || *way == back || (goes_on(*way), back) > (goes_on(back), *way)
    };
    all.iter().copied().filter(is_forward).collect()
}

/// A line that a link crosses: the vector of the line, the direction of the link, and by how many columns and rows the cell that the link
/// goes from lies away from the one that the line goes from.
type Crossing = ((i32, i32), DirectionId, (i32, i32));

/// Which links of a relation cross which lines between neighbours by any relation of the board. Lines cross that meet between their ends.
fn crossings(board: &Board, relation: RelationId) -> Vec<Crossing> {
    let vector = |way: DirectionId| {
        let direction = board.direction(way);
        direction.offset.map(|_| (direction.dx, direction.dy))
    };
    let mut lines: Vec<(i32, i32)> = board
        .relations()
        .flat_map(|relation| board.relation_directions(relation))
        .filter_map(|way| vector(*way))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let side = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| {
        (i64::from(ax) * i64::from(by) - i64::from(ay) * i64::from(bx)).signum()
    };
    let crosses = |line: (i32, i32), by: (i32, i32), link: (i32, i32)| {
        let end = (by.0 + link.0, by.1 + link.1);
        let back = |(x, y): (i32, i32)| (x - by.0, y - by.1);
        side(line, by) * side(line, end) < 0 && side(link, back((0, 0))) * side(link, back(line)) < 0
    };
    let mut found = Vec::new();
    for line in lines {
        for way in forward(board, relation) {
            let Some(link) = vector(way) else { continue };
            let (wide, high) = (line.0.abs() + link.0.abs(), line.1.abs() + link.1.abs());
            let places = (-wide..=wide).flat_map(|x| (-high..=high).map(move |y| (x, y)));
            found.extend(places.filter(|by| crosses(line, *by, link)).map(|by| (line, way, by)));
        }
    }
    found
}

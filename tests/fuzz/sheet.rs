//! Rule sheets that are valid by construction: boards, pieces, picks, conditions, effects, turns and ends, put together at
//! random from a tape. What is generated must be accepted; whether it makes a good game is another matter.

use super::tape::Tape;

/// What can be said where an expression stands.
#[derive(Clone)]
struct Scope {
    /// Names of cells.
    cells: Vec<String>,
    /// Whether effects came before, so that `before` and `new` mean something.
    after: bool,
    /// Whether it is in a move, so that `turn start` means something.
    in_move: bool,
}

/// A sheet that is being written.
struct Sheet<'t> {
    tape: &'t mut Tape,
    names: usize,
    players: usize,
    has_kinds: bool,
    has_rock: bool,
    has_stacks: bool,
    has_hand: bool,
    has_count: bool,
    has_fuel: bool,
    has_mark: bool,
    has_group: bool,
    has_line: bool,
    has_loop: bool,
    /// Whether there are links, each with an owner or none, and a relation that asks about the position.
    has_link: bool,
    owns_links: bool,
    /// Definitions that can be called with a cell, by what they give.
    regions: Vec<String>,
    values: Vec<String>,
    conditions: Vec<String>,
}

/// A sheet from a tape. The empty tape gives the simplest one.
pub fn sheet(tape: &mut Tape) -> String {
    let mut sheet = Sheet {
        names: 0,
        players: 2 + usize::from(tape.once_in(5)) + usize::from(tape.once_in(9)),
        has_kinds: tape.once_in(3),
        has_rock: tape.once_in(5),
        has_stacks: tape.once_in(6),
        has_hand: tape.once_in(4),
        has_count: tape.once_in(4),
        has_fuel: tape.once_in(5),
        has_mark: tape.once_in(4),
        has_group: tape.once_in(2),
        has_line: tape.once_in(3),
        has_loop: tape.once_in(9),
        has_link: tape.once_in(3),
        owns_links: tape.once_in(2),
        regions: Vec::new(),
        values: Vec::new(),
        conditions: Vec::new(),
        tape,
    };
    sheet.game()
}

const PLAYERS: [&str; 4] = ["Black", "White", "Red", "Blue"];

impl Sheet<'_> {
    fn game(&mut self) -> String {
        let mut lines = vec![format!("players {}", PLAYERS[..self.players].join(", "))];
        if self.players == 2 && self.tape.once_in(4) {
            lines.push(self.tape.one_of(&["pie", "pie by first stone"]).to_owned());
        }
        let size = if self.tape.once_in(3) {
            lines.push("option size: 2..=4 = 3".to_owned());
            "size".to_owned()
        } else {
            (2 + self.tape.below(4)).to_string()
        };
        lines.push(self.board(&size));
        lines.push(if self.has_kinds {
            "pieces man plural men, king".to_owned()
        } else {
            "piece man plural men".to_owned()
        });
        let declared = [
            (self.has_rock, "neutral piece rock"),
            (self.has_stacks, "stacks up to 24"),
            (self.has_hand, "counter hand(player): 0..=9 = 5"),
            (self.has_count, "counter tally: -3..=6 = 1"),
            (self.has_fuel, "counter fuel(cell): 0..=3 = 1"),
            (self.has_mark, "mark burnt"),
        ];
        lines.extend(declared.iter().filter(|(has, _)| *has).map(|(_, line)| (*line).to_owned()));
        let mut joined = self.tape.one_of(&["", " joined orthogonally", " joined diagonally"]);
        if self.has_link {
            let steps = self.tape.one_of(&["orthogonal", "adjacent", "diagonal"]);
            lines.push(format!("link tie{} = {steps}", if self.owns_links { "(player)" } else { "" }));
            let condition = self.tape.one_of(&[
                "b in empty",
                "b not in tie(a)",
                "owner(a) = owner(b)",
                "row(a) <= row(b) or b in mine",
            ]);
            lines.push(format!("relation open = adjacent where {condition}"));
            joined = self.tape.one_of(&[joined, " joined by tie", " joined by open"]);
        }
        if self.has_group {
            let of = self.tape.one_of(&["like-coloured men", "like-coloured men", "empty cells", "occupied cells"]);
            self.has_group = of.starts_with("like");
            lines.push(format!("group chain = {of}{joined}"));
        }
        if self.has_line {
            let exactly = self.tape.one_of(&["", "exactly "]);
            let length = 2 + self.tape.below(3);
            lines.push(format!("line row_of = {exactly}{length} like-coloured men in a row"));
        }
        if self.has_loop {
            lines.push(format!(
                "loop ring = {} joined orthogonally",
                self.tape.one_of(&["like-coloured men", "occupied cells"])
            ));
        }
        for _ in 0..self.tape.below(3) {
            lines.push(self.definition());
        }
        lines.extend(self.setup());
        let count = 1 + self.tape.below(3);
        let moves: Vec<(String, bool)> = (0..count).map(|at| self.a_move(at)).collect();
        lines.extend(moves.iter().map(|(text, _)| text.clone()));
        lines.extend(self.turns(&moves));
        lines.extend(self.ends());
        format!("game \"Fuzz\" {{\n  {}\n}}\n", lines.join("\n  "))
    }

    fn board(&mut self, size: &str) -> String {
        let shape = self.tape.one_of(&["square", "hexagon", "triangle", "rhombus", "wide"]);
        let shape = match shape {
            "wide" => format!("square({size}, {})", 2 + self.tape.below(5)),
            shape => format!("{shape}({size})"),
        };
        let from = self.tape.one_of(&["", "", " rows from top"]);
        let only = self.tape.one_of(&[
            "",
            "",
            "",
            " only { c : edges(c) < 2 or column(c) > 1 }",
            " only { c : (column(c) + row(c)) mod 2 = 0 }",
        ]);
        format!("board {shape}{from}{only}")
    }

    fn definition(&mut self) -> String {
        let scope = Scope { cells: vec!["c".to_owned()], after: false, in_move: false };
        let name = self.name("d");
        match self.tape.below(3) {
            0 => {
                let line = format!("region {name}(c) = {}", self.cells(&scope, 2));
                self.regions.push(name);
                line
            }
            1 => {
                let line = format!("value {name}(c) = {}", self.number(&scope, 2));
                self.values.push(name);
                line
            }
            _ => {
                let line = format!("condition {name}(c) = {}", self.truth(&scope, 2));
                self.conditions.push(name);
                line
            }
        }
    }

    fn setup(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        // Who has nothing to move often cannot move: the first two have something, where anybody has.
        for line in 0..self.tape.one_of(&[0, 2, 3, 4]) {
            let owner = PLAYERS[if line < 2 { line } else { self.tape.below(self.players) }];
            let piece = match self.tape.below(6) {
                5 if self.has_rock => "neutral rock".to_owned(),
                4 if self.has_kinds => format!("{owner} king"),
                _ => format!("{owner} man"),
            };
            let piece = if self.has_stacks && self.tape.once_in(3) { format!("stack of 2 {piece}") } else { piece };
            let on = self.tape.one_of(&[
                "{ c : row(c) = 1 }",
                "{ c : row(c) = 2 }",
                "corners",
                "centre",
                "{ c : column(c) mod 2 = 1 }",
                "{ c : edges(c) = 0 }",
            ]);
            lines.push(format!("{piece} on {on}"));
        }
        if lines.is_empty() { lines } else { vec![format!("setup {{\n    {}\n  }}", lines.join("\n    "))] }
    }

    fn name(&mut self, lead: &str) -> String {
        self.names += 1;
        format!("{lead}{}", self.names)
    }

    /// A move, and whether a chain of it goes on from `b` (its second pick, a cell as the first).
    fn a_move(&mut self, at: usize) -> (String, bool) {
        let mut scope = Scope { cells: Vec::new(), after: false, in_move: true };
        let mut lines = Vec::new();
        let mut written = format!("m{at}");
        let picks = 1 + self.tape.below(3);
        let mut is_chain = false;
        for pick in 0..picks {
            let name = ["a", "b", "e"][pick];
            if pick == 1 && self.tape.once_in(4) {
                let directions = self.tape.one_of(&["orthogonals", "all_directions", "diagonals"]);
                lines.push(format!("pick way in {directions}"));
                lines.push("let step = a + way".to_owned());
                lines.push(format!("where step in {}", self.tape.one_of(&["empty", "board", "occupied"])));
                written.push_str(":{way}");
                scope.cells.push("step".to_owned());
                continue;
            }
            let from = match self.tape.below(4) {
                0 if pick == 0 && at == 0 => "empty".to_owned(),
                3 => self.cells(&scope, 1),
                _ => self.plain_cells(&scope),
            };
            lines.push(format!("pick {name} in {from}"));
            written.push_str(&format!(":{{{name}}}"));
            scope.cells.push(name.to_owned());
            is_chain |= pick == 1;
            if self.tape.once_in(5) {
                lines.push(format!("where {}", self.truth(&scope, 2)));
            }
        }
        for _ in 0..=self.tape.below(3) {
            lines.push(self.effect(&scope, 2));
            scope.after = true;
        }
        if self.tape.once_in(4) {
            lines.push(format!("require {}", self.truth(&scope, 2)));
        }
        lines.push(format!("written \"{written}\""));
        (format!("move m{at} {{\n    {}\n  }}", lines.join("\n    ")), is_chain)
    }

    fn effect(&mut self, scope: &Scope, depth: usize) -> String {
        let scope = scope.clone();
        let cell = self.cell(&scope);
        let kind = if self.has_kinds { self.tape.one_of(&["man", "king"]) } else { "man" };
        match self.tape.below(19) {
            0..3 => format!("put my {kind} on {cell}"),
            3 => format!("remove {}", self.cells(&scope, 1)),
            4 => format!("put my {kind} on {}", self.cells(&scope, 1)),
            5 | 6 => {
                let other = self.cell(&scope);
                let how = if self.has_stacks { self.tape.one_of(&["", "stack ", "top"]) } else { "" };
                if how == "top" {
                    format!("move top({cell}) to {other}")
                } else {
                    format!("move {how}{cell} to {other}")
                }
            }
            7 => format!("exchange {cell}, {}", self.cell(&scope)),
            8 if self.players == 2 => format!("turn over {}", self.cells(&scope, 1)),
            9 if self.has_kinds => format!("promote {} to {kind}", self.cells(&scope, 1)),
            10 if self.has_count => {
                format!("{} {} {} tally", "add", self.tape.below(4), "to")
            }
            10 if self.has_hand => "take 1 from hand(me)".to_owned(),
            11 if self.has_fuel => format!("set fuel({cell}) to count({})", self.cells(&scope, 1)),
            12 if self.has_mark => {
                format!("{} {} as burnt", self.tape.one_of(&["mark", "unmark"]), self.cells(&scope, 1))
            }
            13 if depth > 0 => {
                let name = self.name("f");
                let over = self.cells(&scope, 1);
                let mut inner = scope.clone();
                inner.cells.push(name.clone());
                let condition =
                    if self.tape.once_in(2) { format!(" where {}", self.truth(&inner, 1)) } else { String::new() };
                format!("for {name} in {over}{condition} {{ {} }}", self.effect(&inner, depth - 1))
            }
            14 if depth > 0 => {
                let condition = self.truth(&scope, 1);
                let (one, other) = (self.effect(&scope, depth - 1), self.effect(&scope, depth - 1));
                format!("if {condition} {{ {one} }} else {{ {other} }}")
            }
            15 if self.has_rock => format!("put rock on {cell}"),
            16 if self.has_link => format!("link {cell} to {} as tie", self.cell(&scope)),
            17 if self.has_link => format!("unlink {cell} from {} as tie", self.cell(&scope)),
            18 if depth > 0 => {
                let condition = self.truth(&Scope { after: true, ..scope.clone() }, 1);
                format!("repeat up to 3 times while {condition} {{ {} }}", self.effect(&scope, depth - 1))
            }
            _ => format!("put my {kind} on {cell}"),
        }
    }

    fn turns(&mut self, moves: &[(String, bool)]) -> Vec<String> {
        let mut order = String::new();
        for (at, (_, is_chain)) in moves.iter().enumerate() {
            let join = if at == 0 { "" } else { self.tape.one_of(&[" or ", " else "]) };
            let step = match self.tape.below(8) {
                5 if *is_chain => format!("chain of m{at} from b"),
                6 if *is_chain => format!("longest chain of m{at} from b"),
                7 => {
                    let then = self.tape.one_of(&["must", "may", ""]);
                    let next = self.tape.below(moves.len());
                    let again = if self.tape.once_in(3) && then == "may" { " while possible" } else { "" };
                    format!("m{at}, then {then} m{next}{again}").replace("  ", " ")
                }
                _ => format!("m{at}"),
            };
            order.push_str(join);
            order.push_str(&step);
        }
        order.push_str(self.tape.one_of(&["", "", " else pass", " else pass", " or pass"]));
        // An `else` is not possible below an `or` yet: one of the two it is.
        let order = if order.contains(" else ") { order.replace(" or ", " else ") } else { order };
        let mut lines = Vec::new();
        if self.tape.once_in(5) {
            let scope = Scope { cells: Vec::new(), after: false, in_move: false };
            lines.push(format!("turn when {}: {}", self.truth(&scope, 1), "m0 else pass"));
        }
        lines.push(format!("turn {order}"));
        lines
    }

    fn ends(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let scope = Scope { cells: Vec::new(), after: false, in_move: false };
        for _ in 0..self.tape.below(3) {
            // Most conditions hold before anything has been played.
            let late = self.tape.one_of(&["", "ply_number > 2 and ", "ply_number > 9 and ", "ply_number > 30 and "]);
            let condition = self.truth(&scope, 2);
            let condition = if late.is_empty() { condition } else { format!("{late}({condition})") };
            let when = self.tape.one_of(&["", "", " after each action"]);
            lines.push(format!("end when {condition}{when} {{ {} }}", self.result(&scope)));
        }
        let last = self.tape.one_of(&[
            "end when no move",
            "end when nobody can move or no move",
            "end when all pass or no move",
        ]);
        lines.push(format!("{last} {{ {} }}", self.result(&scope)));
        if self.tape.once_in(4) {
            let how = self.tape.one_of(&["positional", "situational", "ko"]);
            let what = self.tape.one_of(&["illegal", "draw", "loses", "3 times draw"]);
            let what = if how == "ko" && what != "illegal" { "illegal" } else { what };
            lines.push(format!("repetition {how} {what}"));
        }
        lines.push(format!("limit {} plies {{ draw }}", 60 + self.tape.below(40)));
        lines
    }

    fn result(&mut self, scope: &Scope) -> String {
        match self.tape.below(6) {
            0 => "last mover wins".to_owned(),
            1 => "draw".to_owned(),
            2 => "last mover loses".to_owned(),
            3 => format!("{} {} else draw", self.tape.one_of(&["highest", "lowest"]), self.number(scope, 1)),
            4 if self.has_group => "highest sizes(chain) else highest count(mine) else draw".to_owned(),
            _ => {
                let player = PLAYERS[self.tape.below(self.players)];
                format!(
                    "{player} wins when {} else {}",
                    self.truth(scope, 1),
                    self.tape.one_of(&["draw", "last mover wins"])
                )
            }
        }
    }

    fn cell(&mut self, scope: &Scope) -> String {
        match scope.cells.len() {
            0 => format!("the({})", self.plain_cells(scope)),
            _ if self.tape.once_in(9) => {
                let from = self.tape.one_of(&scope.cells);
                format!("(if {from} in mine then {from} else the({from} & empty))")
            }
            _ => self.tape.one_of(&scope.cells),
        }
    }

    fn plain_cells(&mut self, scope: &Scope) -> String {
        let relation = self.tape.one_of(&["adjacent", "orthogonal", "diagonal"]);
        match (self.tape.below(7), scope.cells.last()) {
            (0 | 1, _) => "empty".to_owned(),
            (2, Some(cell)) => format!("{relation}({cell})"),
            (3, Some(cell)) => format!("(empty & {relation}({cell}))"),
            (4, Some(cell)) => format!("(enemy & {relation}({cell}))"),
            (5, _) => "occupied".to_owned(),
            _ => "mine".to_owned(),
        }
    }

    fn cells(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return self.plain_cells(scope);
        }
        let relation = self.tape.one_of(&["adjacent", "orthogonal", "diagonal"]);
        match self.tape.below(23) {
            0..3 => self.plain_cells(scope),
            3 => self.tape.one_of(&["board", "corners", "centre", "enemy", "my men", "men", "Black men"]).to_owned(),
            4 => format!("({} & {})", self.cells(scope, depth - 1), self.cells(scope, depth - 1)),
            5 => format!("({} | {})", self.cells(scope, depth - 1), self.cells(scope, depth - 1)),
            6 => format!("({} - {})", self.cells(scope, depth - 1), self.cells(scope, depth - 1)),
            7 => format!("{relation}({})", self.cells(scope, depth - 1)),
            8 => {
                let (name, inner) = self.bound(scope);
                format!("{{ {name} : {} }}", self.truth(&inner, depth - 1))
            }
            9 => {
                let (name, inner) = self.bound(scope);
                let from = self.cells(scope, depth - 1);
                format!("{{ {name} in {from} : {} }}", self.truth(&inner, depth - 1))
            }
            10 => format!("ray({}, all_directions, {})", self.cell(scope), self.cells(scope, depth - 1)),
            11 => format!("sight({}, orthogonals)", self.cell(scope)),
            12 => format!("flanked({}, all_directions, enemy, mine)", self.cell(scope)),
            13 => format!("between({}, {})", self.cell(scope), self.cell(scope)),
            14 if self.has_group => format!("(chain at {})", self.cell(scope)),
            15 if self.has_mark => "burnt".to_owned(),
            16 if scope.after => format!("(new {})", self.cells(scope, depth - 1)),
            17 if scope.after => format!("(before {})", self.cells(scope, depth - 1)),
            18 if !self.regions.is_empty() => {
                format!("{}({})", self.tape.one_of(&self.regions.clone()), self.cell(scope))
            }
            19 => {
                let (name, inner) = self.bound(scope);
                let over = self.cells(scope, depth - 1);
                format!("union({} for {name} in {over})", self.cells(&inner, depth - 1))
            }
            20 if self.has_link && self.owns_links => format!("(tie({}) of me)", self.cell(scope)),
            20 if self.has_link => format!("tie({})", self.cells(scope, depth - 1)),
            21 if self.has_link => format!("open({})", self.cells(scope, depth - 1)),
            22 => {
                let (name, inner) = self.bound(scope);
                let from = self.cells(scope, depth - 1);
                format!("({from} spreading from {name} to {relation}({name}) & {})", self.cells(&inner, depth - 1))
            }
            _ => format!("({} + orthogonals)", self.cells(scope, depth - 1)),
        }
    }

    fn bound(&mut self, scope: &Scope) -> (String, Scope) {
        let name = self.name("x");
        let mut inner = scope.clone();
        inner.cells.push(name.clone());
        (name, inner)
    }

    fn number(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return match self.tape.below(3) {
                0 => self.tape.below(5).to_string(),
                1 => format!("count({})", self.plain_cells(scope)),
                _ => format!("edges({})", self.cell(scope)),
            };
        }
        let cell = self.cell(scope);
        match self.tape.below(20) {
            0 => format!("count({})", self.cells(scope, depth - 1)),
            1 => format!("row({cell})"),
            2 => format!("column({cell})"),
            3 => format!("({} + {})", self.number(scope, depth - 1), self.number(scope, depth - 1)),
            4 => format!("({} - {})", self.number(scope, depth - 1), self.number(scope, depth - 1)),
            5 => format!("({} * {})", self.number(scope, depth - 1), self.tape.below(4)),
            6 => format!("({} div {})", self.number(scope, depth - 1), self.number(scope, depth - 1)),
            7 => format!("({} mod {})", self.number(scope, depth - 1), self.number(scope, depth - 1)),
            8 | 9 => {
                let fold = self.tape.one_of(&["sum", "max", "min"]);
                let (name, inner) = self.bound(scope);
                let over = self.cells(scope, depth - 1);
                format!("{fold}({} for {name} in {over})", self.number(&inner, depth - 1))
            }
            10 => format!("distance({cell}, {})", self.cell(scope)),
            11 if self.has_group => "count(chain of me)".to_owned(),
            12 if self.has_hand => "hand(me)".to_owned(),
            12 if self.has_count => "tally".to_owned(),
            13 if self.has_fuel => format!("fuel({cell})"),
            14 if self.has_stacks => self.tape.one_of(&[format!("height({cell})"), format!("in_stack({cell}, me)")]),
            15 if scope.after => format!("(before {})", self.number(scope, depth - 1)),
            16 if !self.values.is_empty() => format!("{}({cell})", self.tape.one_of(&self.values.clone())),
            17 => format!(
                "(if {} then {} else {} / 2)",
                self.truth(scope, depth - 1),
                self.number(scope, depth - 1),
                self.number(scope, 0)
            ),
            18 if self.has_link => {
                format!("distance({cell}, {}, {})", self.cells(scope, depth - 1), self.tape.one_of(&["open", "tie"]))
            }
            19 => format!("count(parts({}))", self.cells(scope, depth - 1)),
            _ => self.number(scope, 0),
        }
    }

    fn truth(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return format!("{} {}", self.tape.one_of(&["some", "no"]), self.plain_cells(scope));
        }
        let cell = self.cell(scope);
        match self.tape.below(16) {
            0 => format!("some {}", self.cells(scope, depth - 1)),
            1 => format!("no {}", self.cells(scope, depth - 1)),
            2..4 => {
                let sign = self.tape.one_of(&["<", "<=", ">", ">=", "=", "!="]);
                format!("{} {sign} {}", self.number(scope, depth - 1), self.number(scope, depth - 1))
            }
            4 => format!("{cell} in {}", self.cells(scope, depth - 1)),
            5 => format!("{cell} not in {}", self.cells(scope, depth - 1)),
            6 => format!("not ({})", self.truth(scope, depth - 1)),
            7 => format!("({} and {})", self.truth(scope, depth - 1), self.truth(scope, depth - 1)),
            8 => format!("({} or {})", self.truth(scope, depth - 1), self.truth(scope, depth - 1)),
            9 => {
                let (name, inner) = self.bound(scope);
                let over = self.cells(scope, depth - 1);
                let head = self.tape.one_of(&["some", "no", "every"]);
                let has = if head == "every" { "has" } else { "where" };
                format!("({head} {name} in {over} {has} {})", self.truth(&inner, depth - 1))
            }
            10 => format!("owner({cell}) = me"),
            11 if self.has_kinds => format!("kind({cell}) = king"),
            12 if self.has_line => "some row_of".to_owned(),
            12 if self.has_loop => "some ring".to_owned(),
            13 if self.has_group => format!("(some g in chain of me where count(g) > {})", self.tape.below(4)),
            14 if !self.conditions.is_empty() => format!("{}({cell})", self.tape.one_of(&self.conditions.clone())),
            15 if scope.in_move => format!("count(mine) <= (turn start count(mine)) + {}", self.tape.below(4)),
            _ => format!("{} = {}", self.cells(scope, depth - 1), self.cells(scope, depth - 1)),
        }
    }
}

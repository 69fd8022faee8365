//! The program with which puzzles are solved on a page.

/// What lets puzzles be solved; it comes after the program of the boards.
pub const SOLVER: &str = r#"
for (const puzzle of document.querySelectorAll(".puzzle")) {
  const board = puzzle.querySelector("rulebook-board"), form = puzzle.querySelector("form"), said = puzzle.querySelector("output");
  const { legal, toAct, right, others } = JSON.parse(puzzle.querySelector(".answers").textContent);
  const [again, back, forward, show] = puzzle.querySelectorAll(".steps button");
  const still = board.position, start = { ...still, legal, toAct };
  const after = (change) => ({ ...still, ...change, cells: still.cells.map((cell, place) => change.cells[place] ?? cell) });
  let shown = [], at = 0;
  const go = (to) => {
    at = Math.max(0, Math.min(to, shown.length));
    board.position = at ? after(shown[at - 1].position) : start;
    if (at) said.textContent = shown[at - 1].says;
    back.disabled = at < 2;
    forward.disabled = at >= shown.length;
    again.disabled = at === 0;
  };
  const attempt = (text) => {
    const other = Object.hasOwn(others, text) ? others[text] : null;
    shown = other ? [other] : right;
    puzzle.dataset.state = other ? "wrong" : "right";
    go(1);
  };
  const begin = () => {
    shown = [];
    delete puzzle.dataset.state;
    said.textContent = "";
    go(0);
  };
  board.options = { ...board.options, interactive: true };
  board.addEventListener("play", (event) => attempt(event.detail.action.text));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form.elements.action.value);
  });
  again.addEventListener("click", begin);
  back.addEventListener("click", () => go(at - 1));
  forward.addEventListener("click", () => go(at + 1));
  show.addEventListener("click", () => attempt(right[0].text));
  puzzle.querySelectorAll("[hidden]").forEach((part) => { part.hidden = false; });
  begin();
}
"#;

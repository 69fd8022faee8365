// What can be played by clicks, arrows, buttons and answers to what is asked.

/** The texts of legal actions that no sequence of them plays; `assert`s nothing else is played. */
export function unreached(Selection, setting, legal) {
  const played = new Set();
  const seen = new Set();
  const follow = (outcome) => {
    if (outcome.type === "play") played.add(outcome.action);
    if (outcome.type === "narrow") visit(outcome.selection);
    if (outcome.type === "choose") for (const choice of outcome.choices) follow(outcome.selection.take(choice));
  };
  const visit = (selection) => {
    const key = JSON.stringify([selection.path, selection.anchor, selection.toward, selection.candidates.map(({ action }) => action.index)]);
    if (seen.has(key)) return;
    seen.add(key);
    setting.board.cells.forEach((_, cell) => follow(selection.click(cell)));
    for (const branch of selection.offered()) follow(selection.take({ branch }));
    if (selection.branches.length > 0) for (const action of selection.complete) follow(selection.take({ action }));
  };
  visit(Selection.begin(setting, legal));
  for (const action of Selection.buttons(legal)) played.add(action);
  const illegal = [...played].filter((action) => !legal.includes(action));
  return [...legal.filter((action) => !played.has(action)).map(({ text }) => `not reached: ${text}`), ...illegal.map(({ text }) => `not legal: ${text}`)];
}

// By what people play: a mouse, a finger, a keyboard. Each `press`es a button, and picks a `cell`.
import assert from "node:assert/strict";

/** A point at which a node lies on top and in sight: its middle, else another one; null if there is none. A test scrolls as people do. */
const pointOf = (node) => node.evaluate((node) => {
  const isOnTop = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let inner; found?.shadowRoot && (inner = found.shadowRoot.elementFromPoint(x, y)) && inner !== found; found = inner);
    return node === found || node.contains(found);
  };
  const find = () => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const places = [0, 0.25, -0.25].flatMap((dx) => [0, 0.25, -0.25].map((dy) => [left + width * (0.5 + dx), top + height * (0.5 + dy)]));
    return places.find(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && isOnTop(x, y)) ?? null;
  };
  const seen = find();
  if (seen === null) node.scrollIntoView({ block: "center", inline: "center" });
  return seen ?? find();
});

/** A hand that points: with a mouse, or with a finger. */
export const pointing = (hit) => (page) => {
  const press = async (node, what) => {
    const point = await pointOf(node);
    assert.ok(point, `${what} is covered, or out of sight`);
    await hit(page, point);
  };
  return { press, cell: (node, _, what) => press(node, what) };
};

/** Arrow keys from cell to cell, as few as there can be. */
function pathOf(plan, from, to) {
  const came = new Map([[from, null]]);
  for (const cell of came.keys()) {
    if (cell === to) break;
    for (const [key, dx, dy] of [["ArrowLeft", -1, 0], ["ArrowRight", 1, 0], ["ArrowUp", 0, -1], ["ArrowDown", 0, 1]]) {
      const next = plan.towards(cell, dx, dy);
      if (next !== null && !came.has(next)) came.set(next, [cell, key]);
    }
  }
  assert.ok(came.has(to), `no keys lead from ${from} to ${to}`);
  const keys = [];
  for (let at = came.get(to); at; at = came.get(at[0])) keys.unshift(at[1]);
  return keys;
}

/** A keyboard and nothing else: Tab and Shift Tab, arrows, Enter. The focus is never lost. */
export const keyboard = (page) => {
  const isAt = (node) => node.evaluate((node) => node.getRootNode().activeElement === node && (document.activeElement === node || document.activeElement === node.getRootNode().host));
  const cellAt = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.dataset?.cell ?? null);
  const kept = async (what) => assert.ok(await page.evaluate(() => document.activeElement && document.activeElement !== document.body), `the focus is lost after ${what}`);
  let begun = false;
  const tab = async (there, what) => {
    for (const [key, most] of [["Tab", begun ? 12 : 80], ["Shift+Tab", 92]]) {
      for (let tabs = 0; tabs < most; tabs++) {
        if (await there()) { begun = true; return; }
        await page.keyboard.press(key);
      }
    }
    assert.fail(`no Tab leads to ${what}`);
  };
  return {
    async press(node, what) {
      await tab(() => isAt(node), what);
      await page.keyboard.press("Enter");
      await kept(what);
    },
    async cell(node, { plan, cell }, what) {
      if ((await cellAt()) === null) await tab(async () => (await cellAt()) !== null, "the board");
      for (const key of pathOf(plan, Number(await cellAt()), cell)) await page.keyboard.press(key);
      assert.equal(await cellAt(), String(cell), `keys lead elsewhere than to ${what}`);
      await page.keyboard.press("Enter");
      await kept(what);
    },
  };
};

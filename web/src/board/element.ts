// <rulebook-board>: a position of any game, drawn and played on.
//
//   const board = document.createElement("rulebook-board");
//   board.game = loaded.game;
//   board.position = await engine.ask("position", { game, line });
//   board.addEventListener("play", ({ detail }) => line.moves.push(detail.action.text));
//
// A page without a program puts `{"game": .., "position": ..}` into a `<script type="application/json">` inside of the element.
// After `play` nothing can be picked until `position` is set again.
import type { ActionView, GameView, PositionView } from "../protocol";
import { animate, reversed } from "./animate";
import { type Layout, num } from "./geometry";
import { pile, piece } from "./pieces";
import { type BoardOptions, directionArrow, drawing, hits, layoutOf, type Overlay, scene, type View } from "./scene";
import { type Branch, type Choice, hasCells, type Outcome, Selection } from "./select";
import { announced, fromTop, summary } from "./speech";
import { style } from "./style";
import { type Drawn, element, h, html, patch } from "./svg";
import { drawnDice, drawnTray, heldKind, type Tray, traysOf } from "./trays";
import { heard, plural, t } from "./words";

export type { BoardOptions, Overlay } from "./scene";
export type { Tray } from "./trays";
export { speak, type Words } from "./words";

export interface BoardEvents {
  /** An action was chosen. */
  play: { action: ActionView };
  /** Several ways are open. The board asks itself, unless the event is cancelled; `take` answers. */
  choose: { choices: string[]; take(index: number): void };
  /** Cells clicked, in order, with which no legal action begins. */
  illegal: { cells: number[] };
  hover: { cell: number | null };
}

let boards = 0;

/** Milliseconds that a position may take after a move before the board is drawn without what could be picked. */
const SOON = 50;

export class RulebookBoard extends HTMLElement {
  readonly #prefix = `b${++boards}-`;
  readonly #svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  readonly #frame = html("div", { class: "frame", part: "frame" });
  readonly #asked = html("div", { class: "asked", part: "asked", role: "group", hidden: "" });
  readonly #piled = html("div", { class: "piled", part: "piled", "aria-hidden": "true", hidden: "" });
  readonly #trays = html("div", { class: "trays", part: "trays" });
  readonly #said = html("div", { class: "said", "aria-live": "polite" });

  #game: GameView | null = null;
  #position: PositionView | null = null;
  #options: BoardOptions = {};
  #overlay: Overlay = {};
  #selection: Selection | null = null;
  #choices: Choice[] | null = null;
  #askedFor: { selection: Selection | null; labels: string } = { selection: null, labels: "" };
  #soon: ReturnType<typeof setTimeout> | undefined;
  /** What the trays show. */
  #trayed: { game: GameView | null; shown: string } = { game: null, shown: "" };
  #plan: Layout | null = null;
  #cursor = 0;
  /** The cell of which is asked where choices are open; the focus may have gone on. */
  #clickedLast = 0;
  /** The cell that the pointer or the keyboard is at. */
  #pointed: number | null = null;
  #due = false;
  /** The height that is kept below the board for what is asked there. */
  #room = 0;
  #drag: { cell: number; x: number; y: number; moving: boolean } | null = null;
  /** What was dropped somewhere need not be moved there again. */
  #dropped = false;
  #drawn: PositionView | null = null;
  #unheard = () => {};
  /** A piece was taken from a hand since the board was drawn. */
  #taken = false;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    this.#svg.classList.add("board");
    this.#frame.append(this.#svg, this.#asked);
    shadow.append(html("style", {}, style), this.#frame, this.#piled, this.#trays, this.#said);
    this.#frame.addEventListener("keydown", (event) => this.#key(event));
    this.#svg.addEventListener("click", (event) => this.#clicked(event));
    this.#svg.addEventListener("pointerdown", (event) => this.#grab(event));
    this.#svg.addEventListener("pointermove", (event) => this.#pull(event));
    this.#svg.addEventListener("pointerup", (event) => this.#drop(event));
    this.#svg.addEventListener("pointercancel", () => this.#letGo());
    this.#svg.addEventListener("pointerover", (event) => this.#hover(cellOf(event)));
    this.#svg.addEventListener("pointerleave", () => this.#hover(null));
    this.#frame.addEventListener("focusin", (event) => this.#focused(cellOf(event)));
    this.#frame.addEventListener("focusout", () => this.#pointAt(null));
  }

  connectedCallback(): void {
    const data = this.querySelector('script[type="application/json"]')?.textContent;
    if (data && !this.#game) {
      const { game, ...rest } = JSON.parse(data);
      Object.assign(this, { game }, rest);
    }
    this.#unheard = heard(() => this.#begin());
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#unheard();
  }

  /** The game; a position belongs to its game, and goes with the one before. */
  get game(): GameView | null { return this.#game; }
  set game(game: GameView | null) {
    if (game === this.#game) return;
    this.#game = game;
    this.#plan = this.#drawn = this.#position = null;
    this.#room = 0;
    this.#frame.style.paddingBottom = "";
    this.#cursor = Math.min(this.#cursor, Math.max(0, (game?.board.cells.length ?? 1) - 1));
    this.#begin();
  }

  get position(): PositionView | null { return this.#position; }
  set position(position: PositionView | null) {
    this.#position = position;
    this.#begin();
  }

  get options(): BoardOptions { return this.#options; }
  set options(options: BoardOptions) {
    // A page may set the same ones with each position.
    if (JSON.stringify(options) === JSON.stringify(this.#options)) return;
    const { flip, coordinates, palette } = this.#options;
    if (flip !== options.flip || coordinates !== options.coordinates || palette !== options.palette) this.#plan = null;
    this.#options = options;
    this.#begin();
  }

  get overlay(): Overlay { return this.#overlay; }
  set overlay(overlay: Overlay | null) {
    this.#overlay = overlay ?? {};
    this.#schedule();
  }

  /** What is played by buttons: pass, swap, stop, and moves without picks. */
  actions(): ActionView[] {
    return Selection.buttons(this.#position?.legal ?? []);
  }

  /** Counters of players, for a page that places them itself; `options.trays = false` leaves them out here. */
  trays(): Tray[] {
    return this.#game && this.#position ? traysOf(this.#game, this.#position) : [];
  }

  /** Gives the focus to the cell that the keyboard is at. */
  focusCell(): void {
    this.#hit(this.#cursor)?.focus();
  }

  /** Picks nothing. */
  reset(): void {
    this.#choices = null;
    this.#selection = this.#selection?.first() ?? null;
    this.#schedule();
  }

  /** The picture as a file, in the colours that are on the screen. */
  toSVG(): string {
    const view = this.#view();
    if (!view) return "";
    const probe = html("i");
    this.shadowRoot?.append(probe);
    const colour = (name: string) => {
      probe.style.color = `var(--_${name})`;
      return getComputedStyle(probe).color;
    };
    const text = drawing(view, colour);
    probe.remove();
    return text;
  }

  /** The picture as pixels, its longer side so many. */
  async toPNG(pixels = 1600): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.toSVG())}`;
    await image.decode();
    const scale = pixels / Math.max(image.naturalWidth, image.naturalHeight, 1);
    const canvas = html("canvas", { width: String(Math.round(image.naturalWidth * scale)), height: String(Math.round(image.naturalHeight * scale)) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large")))));
  }

  // ---- Drawing ---------------------------------------------------------------------------------------------------------

  #view(): View | null {
    if (!this.#game || !this.#position || this.#position.cells.length !== this.#game.board.cells.length) return null;
    return { game: this.#game, position: this.#position, options: this.#options, overlay: this.#overlay, selection: this.#selection, cursor: this.#cursor, prefix: this.#prefix };
  }

  #begin(): void {
    const interactive = (this.#options.interactive ?? true) && !this.#options.waiting;
    this.#choices = null;
    this.#selection = this.#game && this.#position && interactive ? Selection.begin(this.#game, this.#position.legal) : null;
    this.#schedule();
  }

  /** Draws once for all that is set together. */
  #schedule(): void {
    clearTimeout(this.#soon);
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#draw();
    });
  }

  #draw(): void {
    const view = this.#view();
    if (!view) {
      this.#asked.hidden = this.#piled.hidden = true;
      this.#askedFor = { selection: null, labels: "" };
      return this.#svg.replaceChildren();
    }
    const plan = (this.#plan ??= layoutOf(view));
    const interactive = view.options.interactive ?? true;
    const before = this.#drawn;
    const { x, y, width, height } = plan.box;
    this.#svg.setAttribute("viewBox", [x, y, width, height].map(num).join(" "));
    // A board that is played on is an application with cells as buttons; else it is one picture.
    this.#frame.setAttribute("role", interactive ? "application" : "presentation");
    if (interactive) this.#frame.setAttribute("aria-label", t("Board of {title}. Arrow keys go from cell to cell, Enter picks, Escape goes back.", { title: view.game.title }));
    else this.#frame.removeAttribute("aria-label");
    this.#svg.setAttribute("role", interactive ? "group" : "img");
    this.#svg.setAttribute("aria-label", (!interactive && view.options.label) || summary(view));
    const layers = scene(view, plan);
    const pieces = layers.findIndex(({ key }) => key === "pieces");
    layers.splice(pieces, 0, h("g", { key: "ghosts", class: "ghosts" }));
    patch(this.#svg, [...layers, h("g", { key: "hits", class: "hits" }, this.#grips(view, hits(view, plan))), h("g", { key: "directions" }, this.#directions(view, plan))]);
    this.#drawAsked(view, plan);
    this.#pointAt(this.#pointed);
    this.#drawTrays(view);
    if (before !== view.position) {
      this.#moved(before, view, plan);
      this.#drawn = view.position;
    }
  }

  /** Most clicks change nothing in the trays: what shows the same already stays. */
  #drawTrays(view: View): void {
    const { game, position, options } = view;
    const trays = options.trays === false ? [] : this.trays();
    const palette = options.palette ?? "calm";
    const open = trays.map((tray) => tray.counters.map(({ name, kind, value }) => {
      const held = kind ?? (tray.player === null ? null : heldKind(game, name));
      return held === null || value === 0 ? null : (this.#fromHand(view, tray, held)?.held ?? null);
    }));
    const dice = options.trays === false ? null : drawnDice(game, position);
    const shown = JSON.stringify([trays, open, palette, dice?.outerHTML]);
    if (this.#trayed.game === game && this.#trayed.shown === shown) return;
    this.#trayed = { game, shown };
    const focused = this.shadowRoot?.activeElement ?? null;
    const kind = this.#trays.contains(focused) && focused?.matches(":focus-visible") ? (focused as HTMLElement).dataset.kind : undefined;
    this.#trays.replaceChildren(...(dice ? [dice] : []), ...trays.map((tray) => drawnTray(game, tray, palette, this.#prefix, (kind) => {
      const way = this.#fromHand(view, tray, kind);
      // What it leads to is that of the moment of the click.
      return way && { held: way.held, take: () => { const now = this.#view(); if (now) this.#fromHand(now, tray, kind)?.take(); } };
    })));
    if (kind !== undefined) this.#refocus(kind);
  }

  /** The keyboard stays at a piece of a hand; what was taken goes to a cell, and the focus with it. */
  #refocus(kind: string): void {
    const same = this.#trays.querySelector<HTMLElement>(`button[data-kind="${CSS.escape(kind)}"]`);
    if (this.#taken || !same) this.focusCell();
    else same.focus();
    this.#taken = false;
  }

  /** Whether a kind is picked from a tray rather than by a button. */
  #inHand(view: View, { pick }: Branch): boolean {
    if (pick.type !== "kind" || view.options.trays === false) return false;
    const { game, position } = view;
    const kind = kindOf(game, pick.kind);
    return traysOf(game, position).some(({ player, counters }) => (player === null || player === position.toAct?.player)
      && counters.some((counter) => counter.value > 0 && (counter.kind ?? (player === null ? null : heldKind(game, counter.name))) === kind));
  }

  /** Takes a piece from a hand of who is to move, where the kind can be picked now, or could before the first click. */
  #fromHand({ game, position, selection }: View, { player }: Tray, kind: number): { take: () => void; held: boolean } | null {
    const name = game.kinds[kind]?.name;
    if (!selection || name === undefined || (player !== null && player !== position.toAct?.player)) return null;
    const isIt = ({ pick }: { pick: Branch["pick"] }) => pick.type === "kind" && pick.kind === name;
    const outcome = selection.hold(name);
    if (!outcome) return null;
    const take = () => {
      // It answers what is asked of a cell that was clicked ahead of it.
      const asked = this.#choices?.find((choice) => "branch" in choice && isIt(choice.branch));
      this.#choices = null;
      this.#taken = true;
      this.#follow(asked ? selection.take(asked) : outcome);
    };
    return { take, held: selection.path.some((pick) => isIt({ pick })) };
  }

  /** Pieces that can be dragged keep a touch from scrolling. */
  #grips(view: View, cells: Drawn[]): Drawn[] {
    for (const node of cells) {
      const cell = Number(node.attributes["data-cell"]);
      if (view.position.cells[cell]?.pieces.length && this.#selection?.at(cell).length) node.attributes.class += " grip";
    }
    return cells;
  }

  #directions(view: View, plan: Layout): Drawn[] {
    const anchor = view.selection?.anchor ?? null;
    if (anchor === null) return [];
    return (view.selection?.offered() ?? []).flatMap((branch) => {
      const at = directionArrow(view, plan, anchor, branch);
      return at ? [h("g", { key: branch.key, class: "direction", role: "button", tabindex: 0, "aria-label": branch.label, "data-branch": branch.key, transform: `translate(${num(at.x)} ${num(at.y)}) rotate(${num(at.angle)})` },
        h("circle", { r: 0.19 }), h("path", { d: "M-.09 -.035H.01V-.1L.12 0L.01 .1V.035H-.09Z" }))] : [];
    });
  }

  /** What is asked near the cell picked last: what the click left open, or what no cell stands for. */
  #drawAsked(view: View, plan: Layout): void {
    const { selection } = view;
    const anchor = selection?.anchor ?? null;
    const choices: Choice[] = this.#choices ?? (selection === null ? [] : [
      ...selection.offered().filter((branch) => (anchor === null || !directionArrow(view, plan, anchor, branch)) && !this.#inHand(view, branch)).map((branch) => ({ label: branch.label, branch })),
      ...(selection.branches.length > 0 ? selection.complete.map((action) => ({ label: action.text, action })) : []),
    ]);
    // Which move it is, where that differs: promotions are told apart by more than a letter.
    const moves = choices.map((choice) => [...new Set("action" in choice ? [choice.action.move ?? ""] : choice.branch.rest.map(({ action }) => action.move ?? ""))]);
    const differ = new Set(moves.flat()).size > 1;
    // What is asked already keeps its buttons, and with them the focus.
    const labels = choices.map(({ label }) => label).join("\n");
    if (this.#askedFor.selection === selection && this.#askedFor.labels === labels) return;
    this.#askedFor = { selection, labels };
    this.#asked.setAttribute("aria-label", t("Choose"));
    const focused = this.shadowRoot?.activeElement;
    const held = focused !== null && focused !== undefined && this.#asked.contains(focused);
    this.#asked.replaceChildren(...choices.map((choice, index) => {
      const move = differ && moves[index]?.length === 1 ? moves[index][0]!.replaceAll("_", " ") : "";
      const pick = "branch" in choice ? choice.branch.pick : null;
      const kind = pick?.type === "kind" ? kindOf(view.game, pick.kind) : move ? heldKind(view.game, moves[index]![0]!) : null;
      const button = html("button", { type: "button", ...(move && !choice.label.startsWith(move) ? { "data-move": move } : {}) }, choice.label);
      // A kind, and a move called after one, as promotions and drops are, show it.
      if (kind !== null) button.prepend(element(h("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, piece(view.game, { owner: view.game.kinds[kind]?.neutral ? null : view.position.toAct?.player ?? null, kind }, view.options.palette ?? "calm", this.#prefix))));
      button.addEventListener("click", () => {
        this.#choices = null;
        this.#point([]);
        if (this.#selection) this.#follow(this.#selection.take(choice));
      });
      button.addEventListener("pointerenter", () => this.#point("branch" in choice && hasCells(choice.branch.pick) ? choice.branch.pick.cells : []));
      return button;
    }));
    this.#asked.hidden = choices.length === 0;
    // Cells that can be clicked as well are not covered.
    const beside = !this.#choices && selection?.branches.some(({ cells }) => cells.length > 0);
    const near = anchor ?? (this.#choices ? this.#cursor : null);
    // What is asked before any cell is picked covers none: it stands below the board.
    this.#asked.classList.toggle("below", near === null);
    if (choices.length > 0 && near === null) {
      // Its room stays while the game does: a board that shrinks and grows is one on which a click misses.
      this.#asked.style.left = this.#asked.style.top = "";
      this.#room = Math.max(this.#room, this.#asked.offsetHeight + 8);
      this.#frame.style.paddingBottom = `${this.#room}px`;
    } else if (choices.length > 0) this.#place(this.#asked, near, beside);
    if (held || this.#choices) (this.#asked.hidden ? this.#hit(this.#cursor) : (this.#asked.firstElementChild as HTMLElement | null))?.focus();
  }

  /** Lights cells for as long as a button is pointed at. */
  #point(cells: number[]): void {
    for (const hit of this.#svg.querySelectorAll<SVGElement>("[data-cell]")) hit.style.fill = cells.includes(Number(hit.dataset.cell)) ? "color-mix(in srgb, var(--_accent) 30%, transparent)" : "";
  }

  /** Below a cell, or above where there is no room; below the board instead, or at its foot if there is no cell. */
  #place(box: HTMLElement, cell: number | null, beside = false): void {
    const frame = this.#frame.getBoundingClientRect();
    const near = cell === null ? null : this.#hit(cell)?.getBoundingClientRect();
    const middle = near ? near.left + near.width / 2 - frame.left : frame.width / 2;
    const below = beside ? frame.height + 4 : near ? near.bottom - frame.top + 4 : frame.height - box.offsetHeight - 8;
    const top = near && !beside && below + box.offsetHeight > frame.height + 40 ? near.top - frame.top - box.offsetHeight - 4 : below;
    box.style.left = `${Math.max(0, Math.min(frame.width - box.offsetWidth, middle - box.offsetWidth / 2))}px`;
    box.style.top = `${Math.max(0, top)}px`;
  }

  /** Announces a new position, and lets pieces go there if it is a ply away. */
  #moved(before: PositionView | null, { game, position, options }: View, plan: Layout): void {
    const dropped = this.#dropped;
    this.#dropped = false;
    if (!before) return;
    this.#said.textContent = announced(game, position);
    if (options.reduced || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [shorter, longer] = before.plies.length < position.plies.length ? [before, position] : [position, before];
    if (longer.plies.length - shorter.plies.length !== 1 || shorter.plies.some(({ text }, i) => text !== longer.plies[i]?.text)) return;
    const effects = longer === position ? position.effects : reversed(before.effects);
    for (const [cell, { counters }] of position.cells.entries()) {
      if (counters.some((value, i) => value !== before.cells[cell]?.counters[i])) this.#svg.querySelector(`[data-notes="${cell}"]`)?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 250 });
    }
    animate(dropped ? effects.filter(({ type }) => type !== "move") : effects, {
      at: plan.at,
      find: (cell) => this.#pieces(cell),
      ghost: (pieces) => {
        const ghost = element(h("g", {}, pile(game, pieces, options.palette ?? "calm", this.#prefix)));
        this.#svg.querySelector(".ghosts")?.append(ghost);
        return ghost;
      },
    });
  }

  #hit(cell: number): SVGElement | null {
    return this.#svg.querySelector(`[data-cell="${cell}"]`);
  }

  #pieces(cell: number): SVGGElement | null {
    return this.#svg.querySelector(`.pieces>[data-at="${cell}"]`);
  }

  // ---- Playing ---------------------------------------------------------------------------------------------------------

  #emit<K extends keyof BoardEvents>(type: K, detail: BoardEvents[K], cancelable = false): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }));
  }

  #pick(cell: number): void {
    if (!this.#selection) return;
    // A second click on the cell of which is asked puts the question away.
    const isAsked = this.#choices !== null && cell === this.#clickedLast;
    this.#cursor = this.#clickedLast = cell;
    if (isAsked) return this.#back();
    this.#choices = null;
    this.#follow(this.#selection.click(cell));
  }

  #follow(outcome: Outcome): void {
    switch (outcome.type) {
      case "play":
        this.#selection = null;
        // Most often the position after it is there before the eye would see a board on which nothing can be picked.
        this.#soon = setTimeout(() => this.#schedule(), SOON);
        this.#emit("play", { action: outcome.action });
        return;
      case "illegal":
        this.#schedule();
        this.#emit("illegal", { cells: outcome.cells });
        return;
      case "choose": {
        this.#selection = outcome.selection;
        const { choices, selection } = outcome;
        const take = (index: number) => { const choice = choices[index]; if (choice) this.#follow(selection.take(choice)); };
        if (this.#emit("choose", { choices: choices.map(({ label }) => label), take }, true)) this.#choices = choices;
        this.#schedule();
        return;
      }
      case "narrow": {
        this.#selection = outcome.selection;
        const open = new Set(outcome.selection.branches.flatMap(({ cells }) => cells)).size;
        if (outcome.selection.begun) this.#said.textContent = open > 0 ? plural(open, "{n} cell can be picked next.", "{n} cells can be picked next.") : t("Choose how to go on.");
        this.#schedule();
      }
    }
  }

  #back(): void {
    const isOpen = this.#choices !== null && this.#selection?.toward === null;
    this.#choices = null;
    if (!isOpen) this.#selection = this.#selection?.back() ?? null;
    this.#schedule();
  }

  #clicked(event: MouseEvent): void {
    const key = (event.target as Element).closest<SVGElement>("[data-branch]")?.dataset.branch;
    const cell = cellOf(event);
    if (key !== undefined) this.#take(key);
    else if (cell !== null) this.#pick(cell);
  }

  #take(key: string): void {
    const branch = this.#selection?.branches.find((branch) => branch.key === key);
    if (branch && this.#selection) this.#follow(this.#selection.take({ branch }));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[event.key];
    const target = event.target as Element;
    if (event.key === "Escape") {
      this.#back();
      this.#hit(this.#cursor)?.focus();
    } else if (step && this.#plan && !this.#asked.contains(target)) {
      this.#hit(this.#plan.towards(this.#cursor, ...step) ?? this.#cursor)?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && this.#svg.contains(target)) {
      const key = target.closest<SVGElement>("[data-branch]")?.dataset.branch;
      const cell = cellOf(event);
      if (key !== undefined) this.#take(key);
      else if (cell !== null) this.#pick(cell);
      else return;
      if (key !== undefined) this.#hit(this.#cursor)?.focus();
    } else return;
    event.preventDefault();
  }

  #grab(event: PointerEvent): void {
    this.#dropped = false;
    const cell = cellOf(event);
    if (event.button !== 0 || cell === null || !this.#position?.cells[cell]?.pieces.length) return;
    if (this.#selection?.at(cell).length || this.#selection?.anchor === cell) this.#drag = { cell, x: event.clientX, y: event.clientY, moving: false };
  }

  #pull(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || !this.#plan) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      if (this.#selection?.anchor !== drag.cell) {
        const outcome = this.#selection?.click(drag.cell);
        if (outcome?.type !== "narrow" || outcome.selection.anchor !== drag.cell) return this.#letGo();
        this.#follow(outcome);
      }
      drag.moving = true;
      this.#svg.setPointerCapture(event.pointerId);
    }
    const matrix = this.#svg.getScreenCTM()?.inverse();
    const pieces = this.#pieces(drag.cell);
    if (!matrix || !pieces) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    if (!pieces.classList.contains("dragged")) pieces.parentNode?.append(pieces);
    pieces.classList.add("dragged");
    pieces.style.transform = `translate(${num(x)}px,${num(y)}px)`;
  }

  #drop(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag?.moving) { this.#drag = null; return; }
    const under = this.shadowRoot?.elementFromPoint(event.clientX, event.clientY)?.closest<SVGElement>("[data-cell]");
    const cell = under ? Number(under.dataset.cell) : null;
    this.#letGo();
    if (cell === null || cell === drag.cell) return;
    this.#pick(cell);
    this.#dropped = this.#selection === null;
  }

  #letGo(): void {
    const pieces = this.#drag ? this.#pieces(this.#drag.cell) : null;
    pieces?.classList.remove("dragged");
    if (pieces) pieces.style.transform = "";
    this.#drag = null;
  }

  // ---- Pointing --------------------------------------------------------------------------------------------------------

  #hover(cell: number | null): void {
    this.#pointAt(cell);
    this.#point(cell === null ? [] : (this.#selection?.at(cell) ?? []).flatMap(({ pick }) => (hasCells(pick) ? pick.cells : [])));
    this.#emit("hover", { cell });
  }

  #focused(cell: number | null): void {
    if (cell !== null && cell !== this.#cursor) {
      this.#cursor = cell;
      this.#schedule();
    }
    this.#pointAt(cell);
  }

  /** Lists a pile of pieces from the top, in a line of its own below the board: beside the pile it would cover what is next to it. */
  #pointAt(cell: number | null): void {
    this.#pointed = cell;
    const game = this.#game;
    const piles = game !== null && game.maxHeight > 1 && (this.#options.interactive ?? true);
    this.#piled.hidden = !piles;
    if (!piles) return;
    const at = cell ?? (this.#selection?.begun ? this.#selection.anchor : null);
    const pieces = at === null ? [] : (this.#position?.cells[at]?.pieces ?? []);
    this.#piled.replaceChildren(...(at === null || pieces.length < 2 ? [] : [html("b", {}, game.board.cells[at]?.name ?? ""), html("span", { class: "of" }, t("from the top")), ...fromTop(game, pieces).map(({ piece: one, name, count }) => {
      const picture = element(h("svg", { viewBox: "-.5 -.5 1 1" }, piece(game, one, this.#options.palette ?? "calm", this.#prefix)));
      return html("span", { class: "held" }, picture, count === 1 ? `1 ${name}` : name);
    })]));
  }
}

/** The place of a kind by its name. */
function kindOf({ kinds }: GameView, name: string): number | null {
  const place = kinds.findIndex((kind) => kind.name === name);
  return place < 0 ? null : place;
}

function cellOf(event: Event): number | null {
  const cell = (event.target as Element).closest<SVGElement>("[data-cell]")?.dataset.cell;
  return cell === undefined ? null : Number(cell);
}

if (!customElements.get("rulebook-board")) customElements.define("rulebook-board", RulebookBoard);

declare global {
  interface HTMLElementTagNameMap { "rulebook-board": RulebookBoard }
}

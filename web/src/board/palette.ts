// Colours of players and boards. Colours that players often have together stay apart for all kinds of colour blindness, which
// `web/tests/palette.test.mjs` works out.
import type { GameView } from "../protocol";

/** `calm` has colours alone; `patterned` has stronger ones, and a pattern a player on top. */
export type Palette = "calm" | "patterned";

export interface Paint { body: string; light: string; dark: string; edge: string; ink: string }

const paint = (light: string, body: string, dark: string, edge: string, ink: string): Paint => ({ light, body, dark, edge, ink });
const [pale, deep] = ["#fbfaf7", "#23252a"];

const calm: Record<string, Paint> = {
  white: paint("#ffffff", "#f3f0e9", "#d9d4c9", "#6f6a60", deep),
  ivory: paint("#f8efd8", "#e6d6b2", "#c9b485", "#7d6434", deep),
  black: paint("#5d6168", "#303338", "#1b1d20", "#0b0c0e", pale),
  red: paint("#d9695a", "#b53a2e", "#8f2a22", "#611a15", pale),
  blue: paint("#6f9fe0", "#3a73c4", "#2a579a", "#1a3a6b", pale),
  green: paint("#a5e3c6", "#68c49b", "#4ba37c", "#296248", deep),
  yellow: paint("#ffec9e", "#f5d44e", "#d9b52c", "#866c10", deep),
  orange: paint("#ffbd7a", "#ee913a", "#cf7420", "#82460d", deep),
  purple: paint("#8a66ad", "#5f3d84", "#482a68", "#2d1745", pale),
  pink: paint("#f9c7d8", "#eb9ab8", "#cd7797", "#8a3f5c", deep),
  cyan: paint("#b5e6f2", "#7cc8de", "#58a9c1", "#2b6678", deep),
  brown: paint("#a2775a", "#7b5138", "#5c3925", "#3a2214", pale),
  grey: paint("#b9bcc2", "#8f939a", "#747880", "#484b51", deep),
};

// After Okabe and Ito.
const patterned: Record<string, Paint> = {
  ...calm,
  red: paint("#ea8f4e", "#d55e00", "#a94a00", "#5f2a00", pale),
  blue: paint("#4a9bd0", "#0072b2", "#00568a", "#003556", pale),
  green: paint("#6fdcb8", "#2cb78e", "#16906d", "#005a41", deep),
  yellow: paint("#fbec85", "#f2d400", "#cdb800", "#75690a", deep),
  orange: paint("#f5c566", "#e69f00", "#bb8100", "#6e4c00", deep),
  purple: paint("#b0659a", "#8a3a6c", "#5f2350", "#431a38", pale),
  cyan: paint("#a2d8f3", "#56b4e9", "#3692c6", "#19567a", deep),
};

const palettes: Record<Palette, Record<string, Paint>> = { calm, patterned };

/** The paint of a colour that the language has (`COLOURS`). */
export const paintNamed = (name: string, palette: Palette): Paint => palettes[palette][name] ?? palettes[palette].grey!;

/** The paint of each player. */
export const paints = ({ players, look }: GameView, palette: Palette): Paint[] =>
  players.map((_, index) => paintNamed(look.players[index] ?? "grey", palette));

/** The paint of each kind that nobody owns and that has a colour of its own. */
export const tints = ({ look }: GameView, palette: Palette): (Paint | null)[] => (look.tints ?? []).map((name) => (name ? paintNamed(name, palette) : null));

export const neutral = paint("#a9a69f", "#86837c", "#6b6861", "#46443f", pale);

/** What a board is drawn in, by day and by night. A page overrides each as `--board-NAME`. */
export const theme: Record<string, [light: string, dark: string]> = {
  ground: ["#e4d6b8", "#b79f73"],
  cell: ["#ece7dc", "#979da6"],
  cell1: ["#cdc1aa", "#7a818b"],
  cell2: ["#ddd4c3", "#898f99"],
  gap: ["#f5f2ea", "#b4b9c0"],
  line: ["#b9ae98", "#565c65"],
  shade: ["#b7a684", "#5f6772"],
  water: ["#bfd9e2", "#7fa3b5"],
  grid: ["#6d5f43", "#3a2f1a"],
  label: ["#6b655a", "#a3a7ae"],
  name: ["#655f53", "#22252a"],
  last: ["#d9c55566", "#e0cc4a73"],
  target: ["#3f7f4f", "#1d5a31"],
  picked: ["#6f9f5c", "#6f9f5c"],
  focus: ["#1f5fd0", "#0b2f7a"],
  decided: ["#d08a00", "#ffd45e"],
  accent: ["#2f6fde", "#1f4fb8"],
  heat: ["#a8290f", "#5c1206"],
  below: ["#2f6fb0", "#1c4f8f"],
  refused: ["#6b655a", "#4a4f57"],
  ink: ["#22242a", "#14161a"],
  halo: ["#ffffffcc", "#e8eaed99"],
  text: ["#22242a", "#eceef1"],
  seed: ["#7a5c38", "#f3e3c2"],
  panel: ["#ffffff", "#26292e"],
  edge: ["#d3d6db", "#464a52"],
};

/** Colours of groups that are shown, in turn. */
export const groupColours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a5cc7", "#7a7a00"];

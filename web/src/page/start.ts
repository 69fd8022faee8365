// How the page begins: the engine, then a link, else the work of this tab, else the gallery.

import { startControllers, startPlaying } from "./controllers";
import type { Drafts } from "./drafts";
import { LinkError, decode } from "./share";
import type { State } from "./state";
import type { Studio } from "./studio";
import { t } from "./words";

const PROTOCOL = 1;
const FIRST = "breakthrough";
/** In a lane of its own: it is large, and nothing else waits for it. */
const GALLERY = { lane: "tiles" };

export async function start(studio: Studio, drafts: Drafts) {
  const { store, engine } = studio;
  restoreSettings(studio);
  const hash = studio.guide.start();
  studio.first.follow();
  startControllers(studio);
  studio.matches.drafts = drafts;
  studio.matches.follow();
  const draft = await drafts.restore();
  readGallery(studio);
  try {
    const about = await engine.ask("about", {});
    if (about.protocol !== PROTOCOL) throw new Error(t("the page and its engine are of different versions; reload the page"));
    store.set({ engine: "ready" });
  } catch (error) {
    store.set({ engine: { failed: (error as Error).message } });
    // The text is nobody's but the designer's: it is there even if nothing can be played.
    if (draft) studio.open(draft.work, draft.opened);
    return;
  }
  drafts.follow(store);
  await studio.folder?.start().catch((error: Error) => studio.note(error.message, "error"));
  // After a reload the work goes on where it was, and not where the link began.
  if (draft && (!hash || draft.opened === hash)) {
    studio.open(draft.work, draft.opened);
    studio.onBegin = (opened) => drafts.begin(opened, store);
    await studio.folder?.resume().catch((error: Error) => studio.note(error.message, "error"));
  } else {
    studio.onBegin = (opened) => drafts.begin(opened, store);
    if (!(hash && (await openLink(studio, hash)))) {
      const { file, shipped } = studio.folder?.first ?? { file: null, shipped: null };
      if (draft) studio.open(draft.work, draft.opened);
      else if (file) await studio.folder!.open(file).catch((error: Error) => studio.note(error.message, "error"));
      else {
        const nowhere = !hash && !shipped && studio.state.help === null;
        const steps = nowhere && studio.first.wanted && !drafts.list().length;
        const name = steps ? studio.first.game : shipped ?? FIRST;
        const games = await studio.shipped(name).catch((error: Error) => (studio.note(error.message, "error"), []));
        // Whoever was faster than the engine keeps what was opened.
        const { dialog } = store.get();
        if (steps) studio.first.beginWith(games);
        else studio.openShipped(name, games);
        if (nowhere) store.set({ dialog: dialog ?? (studio.state.first ? null : "gallery") });
      }
    }
  }
  addEventListener("hashchange", () => { if (!studio.guide.only) void openLink(studio, location.hash); });
}

/** Reads the shipped games once the first sheet has been read, or somebody is to choose among them: all of them take longer than one. */
function readGallery(studio: Studio) {
  const { store, engine } = studio;
  const stop = store.subscribe(({ position, loaded, dialog }) => {
    if (!position && (!loaded || loaded.game) && !dialog) return;
    stop();
    engine.ask("gallery", {}, GALLERY).then((gallery) => store.set({ gallery }), (error: Error) => studio.note(error.message, "error"));
  });
}

/** Opens a link. If it cannot be read, that is said, and what was there stays. */
export async function openLink(studio: Studio, hash: string): Promise<boolean> {
  if (!hash || hash === "#") return false;
  try {
    if (hash.startsWith("#file=") && studio.folder) {
      await studio.folder.open(decodeURIComponent(hash.slice(6)));
      return true;
    }
    const { work, note } = await decode(hash, studio.shipped);
    const { match } = work;
    if (match) studio.matches.receive({ ...work, match }, hash);
    else studio.open(work, hash);
    studio.store.set({ dialog: null, first: null });
    if (note) studio.note(note);
    return true;
  } catch (error) {
    studio.note(error instanceof LinkError || studio.folder ? (error as Error).message : t("This link cannot be read."), "error");
    return false;
  }
}

/** The page of a room: it plays, and begins nothing of its own. */
export function startRoom(studio: Studio) {
  restoreSettings(studio);
  startPlaying(studio);
}

const SETTINGS = ["theme", "palette", "coordinates", "pace", "sound", "evaluation", "sheetWidth"] as const satisfies readonly (keyof State)[];

function restoreSettings({ store }: Studio) {
  try {
    const kept = JSON.parse(localStorage.getItem("rulebook.settings") ?? "{}") as Partial<State>;
    const patch: Partial<State> = {};
    if (kept.theme === "light" || kept.theme === "dark") patch.theme = kept.theme;
    if (kept.palette === "patterned") patch.palette = kept.palette;
    if (kept.coordinates === false) patch.coordinates = false;
    if (typeof kept.pace === "number" && kept.pace > 0) patch.pace = kept.pace;
    if (kept.sound === true) patch.sound = true;
    if (kept.evaluation === true) patch.evaluation = true;
    if (typeof kept.sheetWidth === "number") patch.sheetWidth = kept.sheetWidth;
    store.set(patch);
  } catch {
    // Settings that cannot be read are the default ones.
  }
  store.subscribe((state, before) => {
    if (SETTINGS.every((key) => state[key] === before[key])) return;
    try {
      localStorage.setItem("rulebook.settings", JSON.stringify(Object.fromEntries(SETTINGS.map((key) => [key, state[key]]))));
    } catch {
      // They hold until the page is closed.
    }
  });
}

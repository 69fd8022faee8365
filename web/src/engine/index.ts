// Which engine answers: the server's where `rulebook serve` gave the page, else the one in the page.

import type { Engine } from "../protocol";
import { Connection } from "./connection";
import { LocalEngine } from "./local";
import { ServerEngine } from "./server";

export { Connection, Unreachable, reaching } from "./connection";
export { EngineError, isCancelled } from "./reply";

/** `room`: the page of a game in a room of `rulebook serve`, which answers questions about that game alone. */
export type Where = "page" | "server" | "room";

export interface Chosen { engine: Engine; where: Where; token: string | null; connection: Connection | null }

/** `rulebook serve` says in the page that it answers, and with which token, or that the page is that of a room. */
export function chooseEngine(): Chosen {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="rulebook-engine"]');
  if (!meta) {
    return { engine: new LocalEngine(new URL("engine.wasm", document.baseURI), new URL("worker.js", document.baseURI)), where: "page", token: null, connection: null };
  }
  const asked = new URLSearchParams(location.search);
  const room = meta.content === "room" ? asked.get("room") : null;
  const token = room === null ? meta.dataset.token ?? asked.get("token") : null;
  const url = new URL(room === null ? "api" : `rooms/${encodeURIComponent(room)}/api`, document.baseURI);
  const headers: Record<string, string> = token ? { "x-rulebook-token": token } : {};
  const connection = new Connection(() => fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: '{"method":"about"}' }));
  return { engine: new ServerEngine(url, headers, connection), where: room === null ? "server" : "room", token, connection };
}

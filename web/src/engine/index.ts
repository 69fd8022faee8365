// Which engine answers: the server's where `rulebook serve` gave the page, else the one in the page.

import type { Engine } from "../protocol";
import { LocalEngine } from "./local";
import { ServerEngine } from "./server";

export { EngineError, isCancelled } from "./reply";

export type Where = "page" | "server";

/** `rulebook serve` says in the page that it answers, and with which token. */
export function chooseEngine(): { engine: Engine; where: Where; token: string | null } {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="rulebook-engine"][content="server"]');
  if (meta) {
    const token = meta.dataset.token ?? new URLSearchParams(location.search).get("token");
    return { engine: new ServerEngine(new URL("api", document.baseURI), token ? { "x-rulebook-token": token } : {}), where: "server", token };
  }
  return { engine: new LocalEngine(new URL("engine.wasm", document.baseURI), new URL("worker.js", document.baseURI)), where: "page", token: null };
}

// Where the program that answers has gone: what happened, and what can be done.

import { useEffect, useState } from "preact/hooks";
import type { Reach } from "../engine/connection";
import { useStudio } from "./context";
import { inline } from "./markdown";
import { english, t } from "./words";

const SAYS: Record<"studio" | "room", Record<Exclude<Reach, "there">, string>> = {
  studio: {
    gone: english("The program behind this page has ended, or cannot be reached. Start `rulebook serve` again as before: the page goes on by itself. Until then nothing is checked or played; what you write is kept in this browser."),
    another: english("Another `rulebook serve` answers at this address. Open the link that it has printed: what you wrote is there, among the drafts under Games."),
  },
  room: {
    gone: english("The program that holds this room cannot be reached. The page goes on by itself when it is back; the game is kept."),
    another: english("This room is not there any more: it was closed, or another program answers at this address. Ask its host for another link."),
  },
};

export function ReachBar() {
  const { connection, room } = useStudio();
  const [reach, setReach] = useState<Reach>(connection?.reach ?? "there");
  useEffect(() => connection?.subscribe(() => setReach(connection.reach)), [connection]);
  return <div class="reach" role="alert">{reach !== "there" && <p>{inline(t(SAYS[room ? "room" : "studio"][reach]))}</p>}</div>;
}

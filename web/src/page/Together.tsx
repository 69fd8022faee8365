// Two people or more: a game by link where the page stands alone, a room where `rulebook serve` has given it.

import { useEffect, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import { inline } from "./markdown";
import { LONGEST_NAME } from "./match";
import { LinkField, keepName, ownName } from "./People";
import type { RoomRow } from "./rooms";
import { current, reference } from "./state";
import { plural, t } from "./words";

export function Together() {
  const studio = useStudio();
  const close = () => studio.store.set({ dialog: null });
  const able = useStudioState(current);
  const title = useStudioState((state) => state.game?.title);
  const options = useStudioState((state) => state.options);
  const start = useStudioState((state) => state.start);
  const chosen = Object.entries(options).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
  return (
    <Dialog title={t("Play together")} close={close}>
      {able
        ? <p><strong>{title}</strong>{chosen && `, ${chosen}`}{start !== null && t(", from the position that was set up")}. {t("The rules stay as they are now for the whole game.")}</p>
        : <p class="error-text">{t("The sheet has errors: a game needs rules that can be played.")}</p>}
      {studio.host ? <Rooms able={able} /> : <ByLink able={able} />}
    </Dialog>
  );
}

function ByLink({ able }: { able: boolean }) {
  const studio = useStudio();
  const players = useStudioState((state) => state.game?.players) ?? [];
  const [seat, setSeat] = useState(0);
  const [name, setName] = useState(ownName);
  const begin = (event: Event) => {
    event.preventDefault();
    keepName(name);
    studio.matches.begin(seat < 0 ? Math.floor(Math.random() * players.length) : seat, name);
  };
  return (
    <form class="together" onSubmit={begin}>
      <fieldset class="seat-choice">
        <legend>{t("You play")}</legend>
        {[...players, t("by lot")].map((player, index) => {
          const value = index < players.length ? index : -1;
          return <label class="check-row" key={player}><input type="radio" name="seat" checked={seat === value} onChange={() => setSeat(value)} /> {player}</label>;
        })}
      </fieldset>
      <label class="stacked">{t("Your name")} <input type="text" maxLength={LONGEST_NAME} value={name} placeholder={t("if you like")} onInput={(event) => setName(event.currentTarget.value)} /></label>
      <p class="quiet">{t("No server and no account: a link holds the rules and all moves. You send it as you like, the other opens it, moves, and sends you the next.")}</p>
      <div class="row"><button type="submit" class="primary" disabled={!able}>{t("Begin a game by link")}</button></div>
    </form>
  );
}

function Rooms({ able }: { able: boolean }) {
  const studio = useStudio();
  const [rooms, setRooms] = useState<RoomRow[]>([]);
  const [network, setNetwork] = useState(true);
  const [opened, setOpened] = useState<string | null>(null);
  const [failed, setFailed] = useState("");
  const host = studio.host!;
  const list = () => host.list().then((answer) => { setRooms(answer.rooms); setNetwork(answer.network); });
  const run = (work: Promise<unknown>) => void work.then(() => { setFailed(""); return list(); }).catch((error: Error) => setFailed(error.message));
  useEffect(() => run(Promise.resolve()), []);
  const open = () => run(host.open(reference(studio.state), studio.state.start).then(({ link }) => setOpened(link)));
  return (
    <div class="together">
      <p class="quiet">{t("A room is a page with its own link: who opens it sits down at a free seat or looks on, live.")} {network
        ? t("Others on your network can open it.")
        : inline(t("It can be opened on this machine alone: start `rulebook serve --lan` for others on your network."))}</p>
      <div class="row"><button type="button" class="primary" disabled={!able} onClick={open}>{t("Open a room")}</button></div>
      {failed && <p class="error-text" role="alert">{failed}</p>}
      {opened && (
        <div class="to-send">
          <p>{t("The room is open. Send its link, and go in yourself.")}</p>
          <LinkField link={opened} label={t("Link to the room")} />
          <a class="button" href={opened} target="_blank" rel="noreferrer">{t("Go in")}</a>
        </div>
      )}
      {rooms.length > 0 && <h3>{t("Rooms")}</h3>}
      <ul class="rooms">
        {rooms.map(({ id, link, title, moves, seats }) => (
          <li key={id}>
            <a href={link} target="_blank" rel="noreferrer">{title}</a>
            <span class="quiet">{plural(moves, "{n} move, {taken} of {all} seats taken", "{n} moves, {taken} of {all} seats taken", { taken: seats.filter(({ taken }) => taken).length, all: seats.length })}</span>
            {seats.map(({ taken, name }, seat) => taken && (
              <button type="button" class="small" title={t("Somebody else can sit down there then")} onClick={() => run(host.free(id, seat + 1))}>{name ? t("Free the seat of {name}", { name }) : t("Free seat {n}", { n: seat + 1 })}</button>
            ))}
            <button type="button" class="small" aria-label={t("Close the room of {title}", { title })} onClick={() => run(host.close(id))}>{t("Close")}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}

// Who sits where in a game between people; what the panels of links and of rooms share.

import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { LONGEST_NAME, isMine } from "./match";
import { usePlayerColour } from "./players";
import { t } from "./words";

/** The seats, each with who sits there, or a button to sit down. */
export function People({ sit }: { sit: (seat: number, name: string) => void }) {
  const colourOf = usePlayerColour();
  const game = useStudioState((state) => state.game);
  const position = useStudioState((state) => state.position);
  const match = useStudioState((state) => state.match)!;
  const [name, setName] = useState(ownName);
  if (!game) return null;
  const open = match.seat === null && match.people.includes(null);
  return (
    <>
      <ul class="people">
        {match.people.map((person, seat) => {
          // Seats may have been exchanged: the colour is that of the player who sits there now.
          const player = position?.swapped && game.players.length === 2 ? 1 - seat : seat;
          const acts = position?.toAct?.seat === seat + 1;
          return (
            <li class={acts ? "person acts" : "person"} key={seat} aria-current={acts ? "true" : undefined}>
              <span class="dot" style={{ background: colourOf(game, player) }} />
              <span class="person-player">{game.players[player]}</span>
              <span class="person-name">{match.seat === seat ? (person ? t("{name} (you)", { name: person }) : t("you")) : person === null ? <span class="quiet">{t("nobody yet")}</span> : person || t("somebody")}</span>
              {open && person === null && <button type="button" class="small primary" onClick={() => { keepName(name); sit(seat, name); }}>{t("Play {player}", { player: game.players[player]! })}</button>}
            </li>
          );
        })}
      </ul>
      {open && <label class="own-name">{t("Your name")} <input type="text" maxLength={LONGEST_NAME} value={name} placeholder={t("if you like")} onInput={(event) => setName(event.currentTarget.value)} /></label>}
    </>
  );
}

/** What is to be done: for screen readers too, and in the title of a page that lies behind others. */
export function Standing() {
  const studio = useStudio();
  const game = useStudioState((state) => state.game);
  const position = useStudioState((state) => state.position);
  const match = useStudioState((state) => state.match)!;
  const mine = useStudioState(isMine);
  const behind = useStudioState((state) => state.ply < state.moves.length);
  const title = game?.title ?? "Rulebook";
  useEffect(() => { document.title = `${mine ? `${t("Your move")} · ` : ""}${title} · Rulebook`; }, [mine, title]);
  if (!game || !position) return null;
  if (match.broken) return <p class="error-text" role="alert">{match.broken}</p>;
  if (behind) return <p class="standing" role="status">{t("You look at an earlier position.")} <button type="button" class="link" onClick={() => studio.jump(studio.state.moves.length)}>{t("To the game")}</button></p>;
  if (position.ended) {
    const { seat } = position.ended;
    const won = typeof seat === "number" ? seat === (match.seat ?? -1) + 1 : Array.isArray(seat) && match.seat !== null && seat.includes(match.seat + 1);
    return <p class="standing" role="status">{match.seat === null ? t("The game is over.") : won ? t("You have won.") : position.ended.winners.length ? t("You have lost.") : t("The game is drawn.")}</p>;
  }
  const sitting = match.people.findIndex((person) => person !== null);
  if (match.seat === null && match.people.includes(null)) {
    const who = sitting < 0 ? t("Nobody has sat down yet.") : t("{name} waits for somebody to play.", { name: match.people[sitting] || game.players[sitting]! });
    return <p class="standing" role="status">{who} {t("Sit down, or look on: {player} is to move.", { player: (position.toAct && game.players[position.toAct.player]) ?? "" })}</p>;
  }
  const acting = (position.toAct?.seat ?? 0) - 1;
  const other = match.people[acting] || game.players[position.toAct?.player ?? 0] || t("the other");
  return <p class={mine ? "standing mine" : "standing"} role="status">{mine ? t("It is your move.") : acting < 0 ? t("A lot is drawn.") : match.seat === null ? t("You look on: it is {name}’s move.", { name: other }) : t("It is {name}’s move.", { name: other })}</p>;
}

/** A link to be sent on: copied, or handed to what the device sends with. */
export function LinkField({ link, label }: { link: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(""), [link]);
  const copy = async () => {
    field.current!.select();
    // Pages that came without `https` have no clipboard but the old one.
    const done = await (navigator.clipboard?.writeText(link).then(() => true) ?? Promise.resolve(document.execCommand("copy"))).catch(() => document.execCommand("copy"));
    setSaid(done ? t("Copied") : t("The browser does not let the page copy: the link is selected."));
  };
  return (
    <div class="link-row">
      <input ref={field} class="link-field" type="text" readOnly value={link} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="primary" onClick={() => void copy()}>{t("Copy the link")}</button>
      {"share" in navigator && <button type="button" onClick={() => void navigator.share({ url: link, title: document.title }).catch(() => {})}>{t("Send …")}</button>}
      <span class="quiet" role="status">{said}</span>
    </div>
  );
}

const NAME = "rulebook.name";

export function ownName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function keepName(name: string) {
  try {
    localStorage.setItem(NAME, name.trim());
  } catch {
    // It is asked again.
  }
}

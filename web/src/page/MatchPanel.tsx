// A game by link: who plays, and the link that takes the move to the other.

import { useEffect, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { isMine } from "./match";
import { LinkField, People, Standing } from "./People";
import { LONGEST, LinkError, encode, linkTo } from "./share";
import { openLink } from "./start";
import { settled } from "./state";
import { t } from "./words";

export function MatchPanel() {
  const studio = useStudio();
  const match = useStudioState((state) => state.match)!;
  const moves = useStudioState((state) => state.moves);
  const ready = useStudioState(settled);
  const over = useStudioState((state) => state.position?.ended != null);
  const mine = useStudioState(isMine);
  const nature = useStudioState((state) => state.position?.toAct?.seat === 0);
  const [link, setLink] = useState("");
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let wanted = true;
    const { state } = studio;
    void encode({ ...state, ply: state.moves.length }, studio.shipped).then((hash) => {
      if (!wanted) return;
      setLink(linkTo(hash));
      setFailed(hash.length > LONGEST ? t("The game is too long for a link: play it in a room of `rulebook serve`.") : "");
    }, (error: Error) => wanted && setFailed(error.message));
    return () => { wanted = false; };
  }, [match, moves]);
  const seated = match.seat !== null;
  const unsent = moves.length > match.received;
  const waits = seated && ready && !mine && !nature && !match.broken;
  return (
    <section class="panel match" aria-labelledby="match-title">
      <header class="panel-head">
        <h2 id="match-title">{t("Game by link")}</h2>
        <button type="button" class="small" title={t("A copy of the game to look at and to play with; the game by link stays under Games")} onClick={() => studio.matches.leave()}>{t("To the studio")}</button>
      </header>
      <People sit={(seat, name) => studio.matches.sit(seat, name)} />
      <Standing />
      {waits && failed && <p class="error-text" role="alert">{failed}</p>}
      {waits && !failed && (!over || unsent) && (
        <div class="to-send">
          <p>{unsent || !moves.length ? t("Send this link: it holds the game with your move. Whoever opens it sees it, and sends you the next.") : t("Your move is in this link. When the other’s comes, open it, or paste it here.")}</p>
          <LinkField link={link} label={t("Link to the game")} />
          {studio.host && <p class="quiet">{t("This page is on your machine alone: whoever gets the link puts the part from # on behind the address of their own studio.")}</p>}
        </div>
      )}
      {waits && <Paste />}
      <div class="row">
        {seated && unsent && !match.broken && <button type="button" class="small" onClick={() => studio.matches.takeBack()}>{t("Take the move back")}</button>}
        {seated && over && <button type="button" class="small" onClick={() => studio.matches.again()}>{t("Play again, seats exchanged")}</button>}
      </div>
    </section>
  );
}

/** The other's link, for those who do not want to open another tab. */
function Paste() {
  const studio = useStudio();
  const [text, setText] = useState("");
  const open = (event: Event) => {
    event.preventDefault();
    const hash = text.slice(text.indexOf("#")).trim();
    if (!text.includes("#")) return studio.note(new LinkError(t("This is no link of a game: it has no part behind #.")).message, "error");
    setText("");
    void openLink(studio, hash);
  };
  return (
    <form class="paste" onSubmit={open}>
      <input type="text" aria-label={t("The other’s link")} placeholder={t("Paste the other’s link")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit" disabled={!text.trim()}>{t("Open")}</button>
    </form>
  );
}

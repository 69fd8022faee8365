// A room: who sits where, whose turn it is, how many look on.

import { useStudio, useStudioState } from "./context";
import { LinkField, People, Standing } from "./People";
import { t } from "./words";

export function RoomPanel() {
  const studio = useStudio();
  const match = useStudioState((state) => state.match)!;
  const { watching } = studio.room!;
  return (
    <section class="panel match" aria-labelledby="room-title">
      <header class="panel-head">
        <h2 id="room-title">{t("Room")}</h2>
        <span class="quiet">{watching > 1 ? t("{n} are here", { n: watching }) : t("only you are here")}</span>
      </header>
      <People sit={(seat, name) => void studio.room!.sit(seat, name)} />
      <Standing />
      <details class="invite" open={match.people.includes(null)}>
        <summary>{t("Invite others")}</summary>
        <p class="quiet">{t("Whoever opens this link can sit down where nobody sits, or look on.")}</p>
        <LinkField link={location.href.split("#")[0]!} label={t("Link to the room")} />
      </details>
      {match.seat !== null && <div class="row"><button type="button" class="small" onClick={() => void studio.room!.leave()}>{t("Leave the seat")}</button></div>}
    </section>
  );
}

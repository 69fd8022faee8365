// The style sheet of the element.
import { theme } from "./palette";
import { rules } from "./scene";

const variables = Object.entries(theme).map(([name, [light, dark]]) => `--_${name}:var(--board-${name},light-dark(${light},${dark}));`).join("");

export const style = `
:host{${variables}display:flex;flex-direction:column;gap:8px;color:var(--_text);font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans",sans-serif;-webkit-tap-highlight-color:transparent}
:host([hidden]){display:none}
.frame{position:relative;flex:0 1 auto;min-height:0;display:flex;justify-content:center}
svg.board{display:block;width:100%;height:100%;max-height:var(--board-max-height,none);min-height:0;overflow:visible}
${rules}
.hit{outline:none;stroke:transparent;stroke-width:.09}
.hit.open{cursor:pointer}.hit.grip{touch-action:none;cursor:grab}
@media(hover:hover){.hit.open:hover{fill:var(--_picked);fill-opacity:.28}}
.hit:focus-visible{stroke:var(--_focus)}
.pieces,.notes,.labels,.values,.targets,.decideds,.rims,.ways,.ghosts{pointer-events:none}
.pieces>.dragged{filter:drop-shadow(0 .06px .08px #0006)}
.direction{cursor:pointer;outline:none}.direction circle{fill:var(--_cell);stroke:var(--_target);stroke-width:.035}.direction path{fill:var(--_target)}
.direction:hover circle{fill:var(--_target)}.direction:hover path{fill:var(--_cell)}.direction:focus-visible circle{stroke:var(--_focus);stroke-width:.08}
.asked,.piled{position:absolute;z-index:2;background:var(--_panel);border:1px solid var(--_edge);border-radius:8px;box-shadow:0 4px 16px #0003;padding:4px}
.asked{display:flex;flex-wrap:wrap;gap:4px;max-width:min(100%,22rem);max-height:50%;overflow:auto}
.piled{pointer-events:none;padding:4px 8px;font-size:13px;white-space:nowrap}
.piled div{display:flex;align-items:center;gap:6px}
.asked[hidden],.piled[hidden],.trays:empty{display:none}
.asked button{font:inherit;color:inherit;min-width:40px;min-height:40px;padding:4px 12px;border:0;border-radius:6px;background:transparent;cursor:pointer}
.asked button:hover{background:color-mix(in srgb,var(--_target) 18%,transparent)}
.asked button:focus-visible{outline:2px solid var(--_focus);outline-offset:-2px}
.trays{display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:center}
.tray{display:flex;align-items:center;gap:8px;padding:2px 0}
.tray svg{width:20px;height:20px;flex:none}.tray b{font-weight:600;font-variant-numeric:tabular-nums}
.tray .left{display:inline-flex;align-items:center}.tray .left svg{margin-right:-11px;width:18px;height:18px}.tray .left{padding-right:11px}.tray .left svg.spent{opacity:.18}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

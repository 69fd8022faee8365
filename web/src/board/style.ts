// The style sheet of the element.
import { diceRules } from "./dice";
import { theme } from "./palette";
import { rules } from "./scene";

const variables = Object.entries(theme).map(([name, [light, dark]]) => `--_${name}:var(--board-${name},light-dark(${light},${dark}));`).join("");

export const style = `
:host{${variables}display:flex;flex-direction:column;gap:8px;color:var(--_text);font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans",sans-serif;-webkit-tap-highlight-color:transparent}
:host([hidden]){display:none}
.frame{position:relative;flex:0 1 auto;min-height:0;display:flex;flex-direction:column;justify-content:center}
svg.board{display:block;flex:0 1 auto;width:100%;height:auto;max-height:var(--board-max-height,none);min-height:0;overflow:visible}
${rules}
.hit{outline:none;stroke:transparent;stroke-width:.09}
.hit.open{cursor:pointer}.hit.grip{touch-action:none;cursor:grab}
@media(hover:hover){.hit.open:hover{fill:var(--_picked);fill-opacity:.28}}
.hit:focus-visible{stroke:var(--_focus)}
.pieces,.notes,.labels,.values,.targets,.decideds,.rims,.ways,.ghosts{pointer-events:none}
.pieces>.dragged{filter:drop-shadow(0 .06px .08px #0006)}
.direction{cursor:pointer;outline:none}.direction circle{fill:var(--_cell);stroke:var(--_target);stroke-width:.035}.direction path{fill:var(--_target)}
.direction:hover circle{fill:var(--_target)}.direction:hover path{fill:var(--_cell)}.direction:focus-visible circle{stroke:var(--_focus);stroke-width:.08}
.asked{position:absolute;z-index:2;background:var(--_panel);border:1px solid var(--_edge);border-radius:8px;box-shadow:0 4px 16px #0003;padding:4px}
.asked{display:flex;flex-wrap:wrap;gap:4px;max-width:min(100%,22rem);max-height:50%;overflow:auto}
.asked.below{inset:auto 0 0;margin:0 auto;width:fit-content;justify-content:center;max-width:100%;max-height:none;box-shadow:none}
.piled{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:2px 12px;min-height:26px;flex:none;font-size:13px}
.piled svg{width:20px;height:20px}.of{opacity:.8}
.asked button>svg{display:block;width:36px;height:36px;margin:0 auto}
.asked[hidden],.piled[hidden],.trays:empty{display:none}
.asked button{font:inherit;color:inherit;min-width:40px;min-height:40px;padding:4px 12px;border:0;border-radius:6px;background:transparent;cursor:pointer}
.asked button[data-move]::after{content:attr(data-move);display:block;font-size:12px;line-height:1.2;opacity:.75}
.asked button:hover{background:color-mix(in srgb,var(--_target) 18%,transparent)}
.asked button:focus-visible{outline:2px solid var(--_focus);outline-offset:-2px}
.trays{display:flex;flex-wrap:wrap;gap:2px 24px;justify-content:center;flex:none}
.tray{display:flex;max-width:100%;flex-wrap:wrap;align-items:center;gap:2px 12px;padding:2px 0}.tray:has(.first){min-height:36px}.trays:has(.first){flex-direction:column;align-items:center}
.tray svg{width:18px;height:18px;flex:none}.tray>svg{margin-right:-4px}.tray b{font-weight:600;font-variant-numeric:tabular-nums}
.first{display:inline-flex;align-items:center;gap:4px 8px}button.held{font:inherit;color:inherit;border:1px solid var(--_target);border-radius:6px;background:none;padding:0 6px;min-height:32px;cursor:pointer}button.held:hover{background:color-mix(in srgb,var(--_target) 18%,transparent)}button.held[aria-pressed=true]{background:color-mix(in srgb,var(--_target) 28%,transparent);box-shadow:inset 0 0 0 1px var(--_target)}button.held:focus-visible{outline:2px solid var(--_focus);outline-offset:1px}.held{display:inline-flex;align-items:center;gap:4px}.held.kind svg{width:26px;height:26px}.held.kind:has(.spent){opacity:.6}.held .spent{opacity:.35}
.dice{display:flex;flex-wrap:wrap;justify-content:center;gap:6px;flex:1 0 100%;padding:2px 0}.dice .one{display:flex}.dice svg{width:36px;height:36px}${diceRules}
.left{display:inline-flex;align-items:center;padding-right:9px}.left svg{margin-right:-9px;width:18px;height:18px}.left .spent{opacity:.18}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

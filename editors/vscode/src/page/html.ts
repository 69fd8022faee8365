// The page beside the text. Nothing but its own script runs there, and it reaches no network.

/** `script` is where the script is served from, `source` the origin of the page's own files. */
export const html = (script: string, source: string, nonce: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source} 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Board</title>
<style>
body { display: flex; flex-direction: column; gap: 8px; height: 100vh; margin: 0; padding: 12px; box-sizing: border-box; font: var(--vscode-font-size) var(--vscode-font-family); color: var(--vscode-foreground); background: var(--vscode-editor-background) }
header, footer, #options, #actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
#board { flex: 1 1 auto; min-height: 0; --board-ground: var(--vscode-editor-background); --board-text: var(--vscode-foreground) }
rulebook-board { height: 100% }
[hidden] { display: none !important }
#prompt { font-weight: 600; flex: 1 1 auto }
#note { color: var(--vscode-descriptionForeground); min-height: 1.4em }
#moves { font-family: var(--vscode-editor-font-family); font-size: 12px; overflow-wrap: anywhere; max-height: 4.5em; overflow-y: auto }
button, select, input { font: inherit; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent)); padding: 3px 8px; border-radius: 2px }
button { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); cursor: pointer }
button:hover:enabled { background: var(--vscode-button-secondaryHoverBackground) }
button:disabled { opacity: .5; cursor: default }
input { width: 4.5em }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px }
</style>
</head>
<body>
<header><select id="titles" aria-label="Game" hidden></select><span id="options"></span></header>
<p id="empty">The board comes when the text can be played.</p>
<main id="board"></main>
<header><span id="prompt" role="status"></span><span id="actions"></span></header>
<div id="note" role="status"></div>
<footer><button id="undo" disabled>Undo</button><button id="restart" disabled>New game</button><button id="flip">Turn</button></footer>
<div id="moves" aria-label="Moves"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;

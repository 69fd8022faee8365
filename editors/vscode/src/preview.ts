// The board beside the text: one panel for each document, which follows its text.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Server } from "./client";
import { html } from "./page/html";
import type { FromPage, ToPage } from "./page/messages";
import { Playing } from "./playing";

/** An edit is drawn when nothing was typed for so many milliseconds. */
const PAUSE = 120;

export class Boards implements vscode.Disposable {
  readonly #panels = new Map<string, Board>();
  readonly #listeners: vscode.Disposable[];

  constructor(readonly context: vscode.ExtensionContext, readonly server: Server) {
    this.#listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#panels.get(document.uri.toString())?.edited(document)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("rulebook.board")) for (const board of this.#panels.values()) board.show();
      }),
      server.onStarted(() => { for (const board of this.#panels.values()) board.edited(board.document); }),
    ];
  }

  /** Shows the board of a document; of a game or variant in it, where one is named. */
  open(document: vscode.TextDocument, title?: string): void {
    const key = document.uri.toString();
    let board = this.#panels.get(key);
    if (board) {
      board.panel.reveal(undefined, true);
    } else {
      board = new Board(this.context, this.server, document);
      this.#panels.set(key, board);
      board.panel.onDidDispose(() => this.#panels.delete(key));
    }
    if (title !== undefined) board.choose(title);
  }

  dispose(): void {
    for (const board of [...this.#panels.values()]) board.panel.dispose();
    for (const listener of this.#listeners) listener.dispose();
  }
}

class Board {
  readonly panel: vscode.WebviewPanel;
  readonly #playing: Playing;
  #pause: NodeJS.Timeout | undefined;

  constructor(context: vscode.ExtensionContext, server: Server, public document: vscode.TextDocument) {
    const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
    const name = document.uri.path.split("/").at(-1) ?? "game";
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel("rulebook.board", `Board: ${name}`, where, { enableScripts: true, localResourceRoots: [dist] });
    this.panel.iconPath = vscode.Uri.joinPath(context.extensionUri, "icons", "file.svg");
    this.#playing = new Playing(document.getText(), (method, params) => server.ask(method, params), () => this.show());
    const { webview } = this.panel;
    webview.onDidReceiveMessage((message: FromPage) => this.#said(message));
    webview.html = html(webview.asWebviewUri(vscode.Uri.joinPath(dist, "board.js")).toString(), webview.cspSource, randomBytes(16).toString("base64url"));
    this.panel.onDidDispose(() => clearTimeout(this.#pause));
  }

  edited(document: vscode.TextDocument): void {
    this.document = document;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#playing.edit(document.getText()), PAUSE);
  }

  choose(title: string): void {
    if (this.#playing.shown.game?.title !== title) void this.#playing.choose(title);
  }

  show(): void {
    const palette = vscode.workspace.getConfiguration("rulebook").get<"calm" | "patterned">("board.palette", "calm");
    const message: ToPage = { type: "show", shown: this.#playing.shown, palette };
    void this.panel.webview.postMessage(message);
  }

  #said(message: FromPage): void {
    switch (message.type) {
      // A page that was hidden begins anew, and the game goes on.
      case "ready": return void this.#playing.edit(this.document.getText());
      case "play": return void this.#playing.play(message.move);
      case "illegal": return void this.#playing.whyNot(message.cells);
      case "choose": return void this.#playing.choose(message.title);
      case "set": return void this.#playing.set(message.option, message.value);
      case "undo": return void this.#playing.undo();
      case "restart": return void this.#playing.restart();
    }
  }
}

// The language server: started with the program that was found, restarted when its settings change.
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, State, TransportKind } from "vscode-languageclient/node";
import type { Answer, Method, Params } from "../../../web/src/protocol";
import { type Found, findProgram } from "./program";

export class Server {
  #client: LanguageClient | null = null;
  /** Starts and stops come one after the other. */
  #turn: Promise<void> = Promise.resolve();
  readonly #started = new vscode.EventEmitter<void>();
  readonly onStarted = this.#started.event;

  constructor(readonly context: vscode.ExtensionContext, readonly output: vscode.LogOutputChannel) {}

  /** The program, or nothing; then the user is told how to get it, but where nobody has asked for it. */
  program({ silent = false } = {}): string | null {
    const found = lookUp(this.context.extensionPath);
    if ("program" in found) return found.program;
    if (!silent) {
      this.output.error(found.missing);
      void this.#explain(found.missing);
    }
    return null;
  }

  start(): Promise<void> {
    return this.#next(async () => {
      await this.#leave();
      const command = this.program();
      if (!command) return;
      this.output.info(`Starting ${command} lsp`);
      const client = new LanguageClient("rulebook", "Rulebook", { command, args: ["lsp"], transport: TransportKind.stdio }, this.#options());
      this.#client = client;
      try {
        await client.start();
        this.#started.fire();
      } catch (error) {
        const said = `The language server did not start: ${error instanceof Error ? error.message : String(error)}`;
        this.output.error(said);
        void this.#explain(`${said} Is ${command} recent enough to have the command lsp?`);
      }
    });
  }

  stop(): Promise<void> {
    return this.#next(() => this.#leave());
  }

  /** Asks the session: what the studio asks its engine. */
  async ask<M extends Method>(method: M, params: Params<M>): Promise<Answer<M>> {
    const client = this.#client;
    if (client?.state !== State.Running) throw new Error("the language server is not running");
    return client.sendRequest("rulebook/session", { method, params });
  }

  #next(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step, step);
    return this.#turn;
  }

  async #leave(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // One that never came up cannot be asked to leave.
    if (client?.state === State.Running) await client.stop();
    await client?.dispose().catch(() => {});
  }

  #options(): LanguageClientOptions {
    const { check, codeLens, inlayHints } = vscode.workspace.getConfiguration("rulebook");
    return {
      documentSelector: [{ language: "rulebook" }],
      outputChannel: this.output,
      // The lens "play" shows the board beside the text, and not the page that the server has for others.
      initializationOptions: { check, codeLens, inlayHints, playCommand: "rulebook.openBoard" },
      synchronize: { configurationSection: "rulebook" },
      middleware: {
        // What a lens runs takes a while: it is shown, can be stopped, and what came of it is kept.
        executeCommand: async (command, args, next) => vscode.window.withProgress(
          { location: vscode.ProgressLocation.Window, title: `Rulebook: ${command.replace("rulebook.", "")}` },
          async () => {
            const answer: unknown = await next(command, args);
            const message = (answer as { message?: unknown } | null)?.message;
            if (typeof message === "string") {
              this.output.info(`${command} ${args.slice(1).join(" ")}\n${message}`);
              this.output.show(true);
            }
            return answer;
          },
        ),
      },
    };
  }

  /** Packaging writes the name of the file in small letters. */
  async #readme(): Promise<vscode.Uri> {
    const folder = this.context.extensionUri;
    const files = await vscode.workspace.fs.readDirectory(folder);
    return vscode.Uri.joinPath(folder, files.find(([name]) => name.toLowerCase() === "readme.md")?.[0] ?? "README.md");
  }

  async #explain(missing: string): Promise<void> {
    const how = "How to install";
    const where = "Open settings";
    const chosen = await vscode.window.showErrorMessage(missing, how, where);
    if (chosen === how) await vscode.commands.executeCommand("markdown.showPreview", await this.#readme());
    if (chosen === where) await vscode.commands.executeCommand("workbench.action.openSettings", "rulebook.path");
  }
}

function lookUp(extension: string): Found {
  return findProgram({
    extension,
    setting: vscode.workspace.getConfiguration("rulebook").get("path", ""),
    folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    home: homedir(),
    path: process.env.PATH ?? process.env.Path ?? "",
    platform: process.platform,
    runs(file) {
      try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    },
  });
}

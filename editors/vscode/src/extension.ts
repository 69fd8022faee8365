// The extension: the language server, the board beside the text, tasks and commands.
import * as vscode from "vscode";
import { Server } from "./client";
import { Boards } from "./preview";
import { Tasks, taskOf } from "./tasks";

let server: Server | null = null;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Rulebook", { log: true });
  server = new Server(context, output);
  const started = server;
  const boards = new Boards(context, started);
  const command = (name: string, run: (...given: unknown[]) => unknown) => vscode.commands.registerCommand(`rulebook.${name}`, run);
  context.subscriptions.push(
    output, boards,
    vscode.tasks.registerTaskProvider("rulebook", new Tasks(started)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rulebook.path")) void started.start();
    }),
    command("openBoard", async (uri, title) => {
      const document = await documentOf(uri);
      if (document) boards.open(document, typeof title === "string" ? title : undefined);
    }),
    command("playInTerminal", async (uri) => {
      const document = await documentOf(uri);
      const program = document && started.program();
      if (!program) return;
      await document.save();
      vscode.window.createTerminal({ name: "Rulebook", shellPath: program, shellArgs: ["play", document.uri.fsPath] }).show();
    }),
    command("checkFile", async (uri) => {
      const document = await documentOf(uri);
      const program = document && started.program();
      if (!program) return;
      await document.save();
      const folder = vscode.workspace.getWorkspaceFolder(document.uri) ?? vscode.TaskScope.Workspace;
      const definition = { type: "rulebook", command: "check" as const, paths: [document.uri.fsPath], args: ["--effort", "thorough"] };
      await vscode.tasks.executeTask(taskOf(definition, folder, program));
    }),
    command("restartServer", () => started.start()),
    command("showOutput", () => output.show()),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** The document that a command is about: the one that a lens names, else the one at hand. */
async function documentOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof uri === "string") return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  return vscode.window.activeTextEditor?.document;
}

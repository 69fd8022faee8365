// Tasks: the commands of the program over files and folders, with findings in the list of problems.
import * as vscode from "vscode";
import type { Server } from "./client";
import { argumentsOf, type Definition } from "./task";

export class Tasks implements vscode.TaskProvider {
  constructor(readonly server: Server) {}

  provideTasks(): vscode.Task[] {
    const folder = vscode.workspace.workspaceFolders?.[0];
    // VS Code asks for the list by itself, too.
    const program = folder && this.server.program({ silent: true });
    if (!program) return [];
    const definitions: Definition[] = [{ type: "rulebook", command: "check" }, { type: "rulebook", command: "test" }];
    return definitions.map((definition) => taskOf(definition, folder, program));
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const program = this.server.program();
    return program ? taskOf(task.definition as Definition, task.scope ?? vscode.TaskScope.Workspace, program) : undefined;
  }
}

/** A task of one file, which need not be in the list. */
export function taskOf(definition: Definition, scope: vscode.WorkspaceFolder | vscode.TaskScope, program: string): vscode.Task {
  const run = new vscode.ProcessExecution(program, argumentsOf(definition));
  const name = [definition.command, ...(definition.paths ?? [])].join(" ");
  const task = new vscode.Task(definition, scope, name, "rulebook", run, definition.command === "check" ? ["$rulebook"] : []);
  if (definition.command === "test") task.group = vscode.TaskGroup.Test;
  return task;
}

// What a task runs. Nothing here knows of VS Code.

export interface Definition {
  type: string;
  command: "check" | "test" | "fmt";
  paths?: string[];
  args?: string[];
}

/** The arguments of the program. `check` writes a line for each finding, which the problem matcher reads. */
export function argumentsOf({ command, paths, args }: Definition): string[] {
  const format = command === "check" ? ["--format", "github"] : [];
  return [command, ...format, ...(args ?? []), ...(paths?.length ? paths : ["."])];
}

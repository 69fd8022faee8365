// Where the program is: its setting, then what the extension brings along, then the PATH. Nothing here knows of VS Code.
import { isAbsolute, join } from "node:path";

export interface Places {
  /** What stands in the setting `rulebook.path`. */
  setting: string;
  /** The folder of the extension, which has the program in `bin` where it was packed for a platform. */
  extension: string;
  /** The folder that is open. */
  folder: string | undefined;
  home: string;
  path: string;
  platform: NodeJS.Platform;
  /** Whether there is such a file, and it may be run. */
  runs(file: string): boolean;
}

export type Found = { program: string } | { missing: string };

export function findProgram({ setting, extension, folder, home, path, platform, runs }: Places): Found {
  const windows = platform === "win32";
  const names = (file: string) => (windows && !/\.exe$/i.test(file) ? [`${file}.exe`] : [file]);
  const first = (files: string[]) => files.flatMap(names).find(runs);
  const wanted = setting.trim();
  if (wanted) {
    const named = wanted.replace("${workspaceFolder}", folder ?? "").replace(/^~(?=[/\\]|$)/, home);
    // A bare name is looked up as in a terminal; anything else is a path, seen from the folder that is open.
    if (/[/\\]/.test(named)) {
      const file = isAbsolute(named) || !folder ? named : join(folder, named);
      const program = first([file]);
      return program ? { program } : { missing: `There is no program at ${file}, which the setting rulebook.path names.` };
    }
    const program = first(onPath(path, windows, named));
    return program ? { program } : { missing: `There is no program ${named} on the PATH, which the setting rulebook.path names.` };
  }
  const program = first([join(extension, "bin", "rulebook"), ...onPath(path, windows, "rulebook")]);
  return program ? { program } : { missing: "The program rulebook is not on the PATH, and the setting rulebook.path is empty." };
}

const onPath = (path: string, windows: boolean, name: string) =>
  path.split(windows ? ";" : ":").filter((folder) => folder !== "").map((folder) => join(folder, name));

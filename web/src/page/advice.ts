// What findings advise, for whoever reads them in the page.

/** The help of a finding without what can only be written on a command line: the page has buttons for that. */
export function helpHere(help: string): string {
  const said = help.replace(/leave `--set (\w+)=[^`]*` out/, "put the option `$1` back");
  return said.split("; ").filter((part) => !/(?:^|[\s`(])--[a-z]|`rulebook [a-z]/.test(part)).join("; ");
}

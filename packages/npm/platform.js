// Which package has the program for a machine.

// As `process.platform` and `process.arch` name them; `packages/npm/build.mjs` makes a package of each.
export const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"];

const BUILD = "build it with `cargo install --path .` from the source, and name it in RULEBOOK_BINARY";

// The package for a machine, and the program in it; or why there is none.
export function packageFor({ platform, arch, isGlibc }) {
  const name = `${platform}-${arch}`;
  if (!PLATFORMS.includes(name)) {
    return { error: `there is no build for ${name}, only for ${PLATFORMS.join(", ")}\n  help: ${BUILD}` };
  }
  if (platform === "linux" && !isGlibc) {
    return { error: `there is no build for ${name} with musl, only with glibc\n  help: ${BUILD}` };
  }
  return { package: `rulebook-${name}`, program: platform === "win32" ? "bin/rulebook.exe" : "bin/rulebook" };
}

// This machine.
export function thisMachine() {
  // Node tells the version of glibc where it has one.
  const isGlibc = process.platform === "linux" && Boolean(process.report?.getReport().header.glibcVersionRuntime);
  return { platform: process.platform, arch: process.arch, isGlibc };
}

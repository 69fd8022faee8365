//! The files of the page, as they were built into the program.

/// The files of `web/dist` by name.
const PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The engine for pages that have no server.
const ENGINE: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/engine.rs"));

/// The page that every other file of it belongs to.
pub const INDEX: &str = "index.html";
/// The engine's name beside the page.
pub const ENGINE_NAME: &str = "engine.wasm";
/// How the page is built.
pub const BUILD_PAGE: &str = "cd web && npm ci && node build.mjs";
/// How the engine is built, and then the program with it.
pub const BUILD_ENGINE: &str = ".ci/wasm build && cargo build --release --features engine";

/// All files that are there, with their names.
pub fn all() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    PAGE.iter().copied().chain(ENGINE.map(|engine| (ENGINE_NAME, engine)))
}

/// The file of a name.
pub fn find(name: &str) -> Option<&'static [u8]> {
    all().find(|(known, _)| *known == name).map(|(_, bytes)| bytes)
}

/// What a browser is told that a file is.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "md" => "text/markdown; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}

//! Writes the table of the page's files, `web/dist` and the documents for assistants, and of the engine for pages, to be compiled in.
//! What is not built is left out.
#![expect(clippy::disallowed_methods, reason = "a build script reads files and speaks to Cargo")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let dist = root.join("web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files: Vec<PathBuf> = match fs::read_dir(&dist) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect(),
        Err(_) => Vec::new(),
    };
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files.iter().filter(|file| file.extension().is_none_or(|ending| ending != "wasm")) {
        entry(&mut table, file);
    }
    // As `llms.txt` names them.
    let docs = root.join("docs");
    let list = fs::read_to_string(docs.join("llms.txt"))?;
    let listed = list.split("](").skip(1).filter_map(|link| link.split_once(')')).map(|(page, _)| page);
    for page in std::iter::once("llms.txt").chain(listed).map(|name| docs.join(name)) {
        println!("cargo::rerun-if-changed={}", page.display());
        entry(&mut table, &page);
    }
    table.push_str("]\n");
    let mut engine = "None\n".to_owned();
    if env::var_os("CARGO_FEATURE_ENGINE").is_some() {
        println!("cargo::rerun-if-env-changed=RULEBOOK_ENGINE");
        let given = env::var_os("RULEBOOK_ENGINE").map(PathBuf::from);
        let file = given.unwrap_or_else(|| root.join("target/wasm/engine.wasm"));
        println!("cargo::rerun-if-changed={}", file.display());
        if file.is_file() {
            engine = format!("Some(include_bytes!({:?}))\n", file.canonicalize()?);
        } else {
            println!("cargo::error=there is no {}: run `.ci/wasm build` first", file.display());
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), table)?;
    fs::write(out.join("engine.rs"), engine)
}

fn entry(table: &mut String, file: &Path) {
    let (Some(name), Ok(path)) = (file.file_name().and_then(|name| name.to_str()), file.canonicalize()) else { return };
    let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
}

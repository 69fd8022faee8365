//! Room for the parser, which calls itself as deep as a sheet is nested: the linker gives a module 1 MB.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "so a build script tells cargo")]

fn main() {
    // The library is compiled for other targets too, when all members are checked.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

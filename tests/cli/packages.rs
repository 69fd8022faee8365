//! What goes into packages: completions, manual pages, grammars, and one version of everything.

use std::path::{Path, PathBuf};

use crate::{scratch, stdout, typed};

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = stdout(typed("--help"));
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // A long description goes on in lines that begin further in.
    let starts = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = starts.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.len() > 15 && names.contains(&"check".to_owned()), "{help}");
    names
}

#[test]
fn every_command_is_completed_in_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(typed(&format!("completions {shell}")));
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not complete {command}");
        }
        assert!(script.contains("--shard") && script.contains("--fail-on"), "{shell} has options");
    }
    assert!(commands().contains(&"completions".to_owned()));
    typed("completions tcsh").assert().code(2);
}

/// What bash makes of the script, where there is a bash.
#[cfg(target_os = "linux")]
#[test]
fn bash_completes_a_command() {
    let script = scratch("rulebook.bash");
    std::fs::write(&script, stdout(typed("completions bash"))).unwrap();
    let ask = format!(
        "source {}; COMP_WORDS=(rulebook play); COMP_CWORD=1; _rulebook rulebook play rulebook; echo ${{COMPREPLY[*]}}",
        script.display()
    );
    let output = std::process::Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let mut words: Vec<&str> = said.split_whitespace().collect();
    words.sort_unstable();
    assert_eq!(words, ["play", "playouts"], "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = scratch("man");
    let _ = std::fs::remove_dir_all(&folder);
    typed(&format!("man {}", folder.display())).assert().code(0).stdout_eq("");
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let whole = page("rulebook.1");
    let shown: Vec<String> = commands().into_iter().filter(|command| command != "help").collect();
    for command in &shown {
        assert!(whole.contains(&format!("rulebook\\-{}(1)", command.replace('-', "\\-"))), "{command}\n{whole}");
        let page = page(&format!("rulebook-{command}.1"));
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH OPTIONS"), "{command}\n{page}");
    }
    assert!(page("rulebook-check.1").contains("\\-\\-fail\\-on"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), shown.len() + 1);
}

/// The files that `tests/language/export` holds equal to the grammar, and `.ci/grammar` gives to the libraries that they are for.
#[test]
fn grammars_are_printed() {
    for form in ["gbnf", "lark", "json"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("grammar/game.{form}"));
        assert!(stdout(typed(&format!("grammar --format {form}"))) == std::fs::read_to_string(file).unwrap(), "{form}");
    }
    assert!(stdout(typed("grammar")).contains("root ::= "));
    typed("grammar --format ebnf").assert().code(2);
}

/// The folders of the repository in which manifests lie.
fn manifests(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "node_modules", "dist"].contains(&&*name) {
            manifests(&path, found);
        } else if ["Cargo.toml", "package.json", "pyproject.toml", "extension.toml", "tree-sitter.json"]
            .contains(&&*name)
        {
            found.push(path);
        }
    }
}

/// The version that a manifest states. None where it takes it from the workspace, or is not published.
fn version(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let said = |value: &toml::Value| value.as_str().map(str::to_owned);
    match path.file_name().unwrap().to_str().unwrap() {
        "package.json" => {
            let package: serde_json::Value = serde_json::from_str(&text).unwrap();
            // An extension of an editor is published, but not by npm.
            let is_published = package["private"] != true || package["engines"].get("vscode").is_some();
            is_published.then(|| package["version"].as_str().unwrap().to_owned())
        }
        "tree-sitter.json" => {
            let grammar: serde_json::Value = serde_json::from_str(&text).unwrap();
            Some(grammar["metadata"]["version"].as_str().unwrap().to_owned())
        }
        "extension.toml" => said(&text.parse::<toml::Table>().unwrap()["version"]),
        "pyproject.toml" => {
            let project = &text.parse::<toml::Table>().unwrap()["project"];
            let dynamic = project.get("dynamic").and_then(toml::Value::as_array);
            let is_dynamic = dynamic.is_some_and(|keys| keys.iter().any(|key| key.as_str() == Some("version")));
            (!is_dynamic).then(|| said(&project["version"]).unwrap())
        }
        _ => {
            let manifest = text.parse::<toml::Table>().unwrap();
            manifest.get("package").and_then(|package| said(package.get("version")?))
        }
    }
}

/// One version, that of the workspace: `packages/release` sets it.
#[test]
fn everything_has_the_version_of_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ours = env!("CARGO_PKG_VERSION");
    let mut found = Vec::new();
    manifests(root, &mut found);
    for named in ["packages/npm/package.json", "src/cli/Cargo.toml"] {
        assert!(found.contains(&root.join(named)), "{named}");
    }
    let mut stated = 0;
    for path in &found {
        if let Some(version) = version(path) {
            assert_eq!(version, ours, "{}", path.display());
            stated += 1;
        }
    }
    assert!(stated >= 1, "npm states a version");
    let npm = std::fs::read_to_string(root.join("packages/npm/package.json")).unwrap();
    let npm: serde_json::Value = serde_json::from_str(&npm).unwrap();
    let platforms = npm["optionalDependencies"].as_object().unwrap();
    assert!(platforms.len() >= 5 && platforms.values().all(|version| version == ours), "{platforms:?}");
    let workspace: toml::Table = std::fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let crates =
        workspace["workspace"]["dependencies"].as_table().unwrap().iter().filter(|(_, its)| its.get("path").is_some());
    for (name, its) in crates {
        assert_eq!(its["version"].as_str(), Some(ours), "{name}");
    }
    let action = std::fs::read_to_string(root.join("action.yml")).unwrap();
    assert!(action.contains(&format!("default: \"{ours}\"")), "action.yml installs another version");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains(&format!("rev: v{ours}")) && readme.contains(&format!("rulebook@v{ours}")), "README.md");
    assert_eq!(stdout(typed("--version")), format!("rulebook {ours}\n"));
}

//! Arguments of commands that go through many files.

use std::path::PathBuf;

use clap::Args;

/// Which settings file is read.
#[derive(Args, Clone, Default)]
pub struct SettingsArguments {
    /// Settings file to use [default: the nearest `rulebook.toml` above each file]
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub config: Option<PathBuf>,
    /// Ignore all settings files
    #[arg(long, visible_alias = "no-config")]
    pub isolated: bool,
}

/// What of many files is looked at, and what is known of them.
#[derive(Args, Clone, Default)]
pub struct BatchArguments {
    #[command(flatten)]
    pub settings: SettingsArguments,
    /// Check only files that differ from this Git revision or are not tracked, and files that build on them
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
    /// Do not count findings that this baseline file lists
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all findings to this baseline file and exit with status 0
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub write_baseline: Option<PathBuf>,
    /// Neither read nor write the cache
    #[arg(long, env = "RULEBOOK_NO_CACHE", hide_env = true, value_parser = clap::builder::FalseyValueParser::new())]
    pub no_cache: bool,
    /// Folder of the cache [default: `.rulebook_cache` beside the settings file, or in the working directory]
    #[arg(long, value_name = "DIR", env = "RULEBOOK_CACHE_DIR", hide_env = true)]
    pub cache_dir: Option<PathBuf>,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with = "write_baseline")]
    pub watch: bool,
}

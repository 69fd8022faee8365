//! The arguments.

use std::path::PathBuf;

/// The usage, printed where an argument is wrong.
const USAGE: &str = "\
usage: cargo bench --bench ratio -- [FILTER] [--peers | --search] [--seconds S] [--pairs N]
       cargo bench --bench ratio -- --against OLD_BINARY [--new BINARY] [FILTER] [--games A,B?OPTION=VALUE] [--seconds S | -n N] [--pairs N]";

/// What the command line asks for.
#[derive(Default)]
pub struct Arguments {
    /// Only games whose name holds this.
    pub filter: String,
    /// The table of other programs rather than that of games written by hand.
    pub peers: bool,
    /// The table of searches beside random games.
    pub search: bool,
    /// The older binary of `rulebook` to compare the one of this tree with.
    pub against: Option<PathBuf>,
    /// Another binary in place of that of this tree, such as one built otherwise.
    pub new: Option<PathBuf>,
    /// The games to compare it on, as `rulebook` takes them; all shipped ones where none are named.
    pub games: Vec<String>,
    /// The seconds of one measurement.
    seconds: Option<f64>,
    /// The games of one run, in place of a number that fits its seconds.
    pub number: Option<u64>,
    /// How many times each is measured, in turns.
    pairs: Option<usize>,
}

impl Arguments {
    /// Reads them; stops the program where they are wrong.
    pub fn read() -> Self {
        let mut read = Arguments::default();
        let mut rest = std::env::args().skip(1);
        while let Some(argument) = rest.next() {
            let mut number = || rest.next().and_then(|text| text.parse::<f64>().ok()).filter(|number| *number > 0.0);
            let known = match argument.as_str() {
                "--bench" => true, // cargo says so
                "--peers" => {
                    read.peers = true;
                    true
                }
                "--search" => {
                    read.search = true;
                    true
                }
                "--seconds" => number().map(|seconds| read.seconds = Some(seconds)).is_some(),
                "--pairs" => number().map(|pairs| read.pairs = Some((pairs as usize).max(1))).is_some(),
                "-n" => number().map(|games| read.number = Some((games as u64).max(1))).is_some(),
                "--against" => rest.next().map(|path| read.against = Some(PathBuf::from(path))).is_some(),
                "--new" => rest.next().map(|path| read.new = Some(PathBuf::from(path))).is_some(),
                "--games" => rest.next().map(|games| read.games.extend(games.split(',').map(str::to_owned))).is_some(),
                name if !name.starts_with('-') => {
                    read.filter = name.to_owned();
                    true
                }
                _ => false,
            };
            if !known {
                eprintln!("{USAGE}");
                std::process::exit(2);
            }
        }
        if let Some(path) = read.against.iter().chain(&read.new).find(|path| !path.is_file()) {
            eprintln!("there is no binary `{}`", path.display());
            std::process::exit(2);
        }
        read
    }

    /// The seconds of one measurement, or `default`.
    pub fn seconds_or(&self, default: f64) -> f64 {
        self.seconds.unwrap_or(default)
    }

    /// How many times each is measured, or `default`.
    pub fn pairs_or(&self, default: usize) -> usize {
        self.pairs.unwrap_or(default)
    }
}

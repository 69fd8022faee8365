//! The arguments.

/// What the command line asks for.
pub struct Arguments {
    /// Only games whose name holds this.
    pub filter: String,
    /// The table of other programs rather than that of games written by hand.
    pub peers: bool,
    /// The CPU seconds of one measurement.
    pub seconds: f64,
    /// How many times each is measured, in turns.
    pub pairs: usize,
}

impl Arguments {
    /// Reads them; stops the program where they are wrong.
    pub fn read() -> Self {
        let mut read = Arguments { filter: String::new(), peers: false, seconds: 0.5, pairs: 5 };
        let mut rest = std::env::args().skip(1);
        while let Some(argument) = rest.next() {
            let mut number = || rest.next().and_then(|text| text.parse::<f64>().ok()).filter(|number| *number > 0.0);
            let known = match argument.as_str() {
                "--bench" => true, // cargo says so
                "--peers" => {
                    read.peers = true;
                    true
                }
                "--seconds" => number().map(|seconds| read.seconds = seconds).is_some(),
                "--pairs" => number().map(|pairs| read.pairs = (pairs as usize).max(1)).is_some(),
                name if !name.starts_with('-') => {
                    read.filter = name.to_owned();
                    true
                }
                _ => false,
            };
            if !known {
                eprintln!("usage: cargo bench --bench ratio -- [FILTER] [--peers] [--seconds S] [--pairs N]");
                std::process::exit(2);
            }
        }
        read
    }
}

//! How fast a source of random games is.

use super::clock::cpu_seconds;

/// Random games that were played.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub games: u64,
    pub plies: u64,
}

/// Plays a batch of random games.
pub type Batch<'a> = Box<dyn FnMut() -> Count + 'a>;

/// Games and plies a CPU second.
#[derive(Clone, Copy)]
pub struct Speed {
    pub games: f64,
    pub plies: f64,
}

/// Plays batches for so many CPU seconds.
pub fn measure(batch: &mut Batch<'_>, seconds: f64) -> Speed {
    let began = cpu_seconds();
    let mut total = Count::default();
    loop {
        let count = batch();
        total = Count { games: total.games + count.games, plies: total.plies + count.plies };
        let took = cpu_seconds() - began;
        if took >= seconds {
            return Speed { games: total.games as f64 / took, plies: total.plies as f64 / took };
        }
    }
}

/// The median.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

/// A number with commas between its thousands.
pub fn thousands(number: f64) -> String {
    if number < 100.0 {
        return format!("{number:.1}");
    }
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

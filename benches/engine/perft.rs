//! The lines of play that independent programs have counted, a line as the unit.

use criterion::{Criterion, Throughput};
use rulebook_insight::analysis::perft;

use super::games::prepare;

/// The deepest count of a game that is not larger than this.
const MOST_LEAVES: u64 = 100_000;

pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for line in include_str!("../../tests/oracle/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, variant, options, "action", leaves, _] = fields[..] else { continue };
        let leaves = leaves.split(' ').map(|count| count.parse::<u64>().expect("a count"));
        let deepest = leaves.enumerate().take_while(|(_, leaves)| *leaves <= MOST_LEAVES).last();
        let (Some((depth, expected)), true) = (deepest, variant.is_empty()) else { continue };
        let mut position = prepare(game, options).start();
        group.throughput(Throughput::Elements(expected));
        group.bench_function(format!("{game} {options} {}", depth + 1), |bencher| {
            bencher.iter(|| assert_eq!(perft(&mut position, depth as u32 + 1), Ok(expected)));
        });
    }
    group.finish();
}

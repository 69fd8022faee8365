//! Uniform random games of all shipped games, a ply as the unit.

use criterion::{Criterion, Throughput};
use rulebook_insight::analysis::Playouts;
use rulebook_insight::library::SHIPPED;

use super::games::prepare;

/// The longest game: some never end by themselves.
const MAX_PLIES: u32 = 2_000;

pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    for game in SHIPPED {
        let mut playouts = Playouts::new(prepare(game.name(), "").start(), 1, MAX_PLIES);
        let mut play = || playouts.play(0, &mut || true).expect("it can be played").expect("it goes on");
        let expected = play();
        group.throughput(Throughput::Elements(expected.plies.into()));
        group.bench_function(game.name(), |bencher| bencher.iter(|| assert_eq!(play(), expected)));
    }
    group.finish();
}

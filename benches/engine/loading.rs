//! From the text of a file to a game that can be played, a byte as the unit.

use criterion::{Criterion, Throughput};
use rulebook_insight::library::{SHIPPED, load};

pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("loading");
    for game in SHIPPED {
        let prepare = || load(game.name(), game.text).prepare(None, &[]);
        let ops = |(prepared, report): (
            Option<rulebook_insight::library::Prepared>,
            rulebook_language::diagnostic::Report,
        )| {
            assert!(report.is_empty(), "{}: {report:?}", game.name());
            prepared.expect("a game").plan.ops.len()
        };
        let expected = ops(prepare());
        group.throughput(Throughput::Bytes(game.text.len() as u64));
        group.bench_function(game.name(), |bencher| bencher.iter(|| assert_eq!(ops(prepare()), expected)));
    }
    group.finish();
}

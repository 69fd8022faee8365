//! Monte-Carlo tree search, a simulation as the unit: with its random games one by one and in batches.

use criterion::{Criterion, Throughput};
use rulebook_insight::agents::{Mcts, MctsSettings};
use rulebook_language::util::Rng;

use super::games::prepare;

const SIMULATIONS: u32 = 1000;

/// Games whose random games can be batched.
const GAMES: [(&str, &str); 6] =
    [("hex", "size=7"), ("othello", ""), ("breakthrough", ""), ("connect-four", ""), ("yavalath", ""), ("emergo", "")];

pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(SIMULATIONS.into()));
    for (name, options) in GAMES {
        let game = prepare(name, options);
        let most = MctsSettings::MAX_BATCH;
        for (how, batch, decisive) in
            [("singly", 1, true), ("batched", most, true), ("without decisive moves", most, false)]
        {
            let settings = MctsSettings { simulations: SIMULATIONS, batch, decisive, ..MctsSettings::default() };
            let mut position = game.start();
            let mut search = || Mcts::new(settings, Rng::new(1)).search(&mut position).expect("it can be searched");
            let expected = search();
            assert_eq!(expected.simulations, u64::from(SIMULATIONS));
            group.bench_function(format!("{name} {how}"), |bencher| bencher.iter(|| assert_eq!(search(), expected)));
        }
    }
    group.finish();
}

//! The groups of random sets of cells, and the cells of all loops, a set as the unit.

use criterion::{Criterion, Throughput};
use rulebook_language::topology::{Board, BoardSpec, Shape};
use rulebook_language::util::{Bits, Id, Rng};
use rulebook_play::groups::{Cycles, Flood, GroupIndex, LoopSearch, Words};

/// Boards of at most 256 slots.
const WORDS: usize = 4;
const SETS: u32 = 64;

fn sets(board: &Board, seed: u64, tenths: u32) -> Vec<Bits<WORDS>> {
    let mut rng = Rng::new(seed);
    let mut set = || {
        let chosen = board.cells().filter(|_| rng.below(10) < tenths);
        chosen.fold(Bits::EMPTY, |mut set, cell| {
            set.insert(cell.index());
            set
        })
    };
    (0..SETS).map(|_| set()).collect()
}

fn board(shape: Shape) -> Board {
    Board::build(&BoardSpec { shape, rows_from_top: false }).expect("a board")
}

pub fn bench(criterion: &mut Criterion) {
    let boards = [
        ("square 9", board(Shape::Square { columns: 9, rows: 9 })),
        ("hexagon 7", board(Shape::Hexagon { side: 7 })),
        ("rhombus 11", board(Shape::Rhombus { columns: 11, rows: 11 })),
    ];
    let mut group = criterion.benchmark_group("groups");
    group.throughput(Throughput::Elements(SETS.into()));
    for (name, board) in &boards {
        let relation = board.find_relation("adjacent").expect("a relation").0;
        let sets = sets(board, 1, 5);
        let count = |index: &dyn GroupIndex<WORDS>| sets.iter().map(|set| index.count(relation, set)).sum::<u32>();
        let plain = Flood::new(board);
        let native = Words::new(board);
        let expected = count(&plain);
        for (manner, index) in [("plain", &plain as &dyn GroupIndex<WORDS>), ("native", &native)] {
            group.bench_function(format!("{name} {manner}"), |bencher| {
                bencher.iter(|| assert_eq!(count(index), expected));
            });
        }
    }
    for side in [5, 7] {
        let board = board(Shape::Hexagon { side });
        let cycles = Cycles::<WORDS>::new(&board, board.find_relation("adjacent").expect("a relation"));
        // So sparse that the plain search ends.
        let sets = sets(&board, 2, 6);
        let mut search = LoopSearch::default();
        let mut cells = |cycles: &Cycles<WORDS>| -> u32 {
            let mut union = |set: &Bits<WORDS>| cycles.union(*set, None, u64::MAX, &mut search).expect("it ends");
            sets.iter().map(|set| union(set).count()).sum()
        };
        let plain = Cycles::plain(&board, board.find_relation("adjacent").expect("a relation"));
        let expected = cells(&plain);
        for (manner, cycles) in [("plain", &plain), ("native", &cycles)] {
            group.bench_function(format!("loops on hexagon {side} {manner}"), |bencher| {
                bencher.iter(|| assert_eq!(cells(cycles), expected));
            });
        }
    }
    group.finish();
}

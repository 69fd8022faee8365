//! A recorded game: at every ply all legal actions are listed and one is played. A legal action is the unit.

use criterion::{Criterion, Throughput};
use rulebook_play::engine::{Action, Position};
use rulebook_play::record::Record;

use super::games::prepare;

/// Records of independent programs, which hold the number of legal actions at each ply.
const RECORDS: [(&str, &str); 10] = [
    ("breakthrough", include_str!("../../tests/oracle/records/breakthrough-8.jsonl")),
    ("connect-four", include_str!("../../tests/oracle/records/connect-four.jsonl")),
    ("emergo", include_str!("../../tests/oracle/records/emergo-9.jsonl")),
    ("emulsion", include_str!("../../tests/oracle/records/emulsion-9.jsonl")),
    ("go", include_str!("../../tests/oracle/records/go-9.jsonl")),
    ("gomoku", include_str!("../../tests/oracle/records/gomoku.jsonl")),
    ("hex", include_str!("../../tests/oracle/records/hex-11.jsonl")),
    ("lublache", include_str!("../../tests/oracle/records/lublache-5.jsonl")),
    ("mosaic", include_str!("../../tests/oracle/records/mosaic-5.jsonl")),
    ("othello", include_str!("../../tests/oracle/records/othello.jsonl")),
];

/// A position at the start, and the actions of the record with the number of legal ones before each.
fn line(game: &str, record: &Record) -> (Position, Vec<Action>, u64) {
    let options: Vec<String> = record.options.iter().map(|(option, value)| format!("{option}={value}")).collect();
    let mut position = prepare(game, &options.join(" ")).start();
    let mut actions = Vec::new();
    for text in &record.moves {
        let action = position.find(text).expect("a legal action");
        position.play_unchecked(&action).expect("it can be played");
        actions.push(action);
    }
    while position.undo() {}
    let counts = record.counts.as_ref().expect("it has counts");
    (position, actions, counts.iter().flatten().sum())
}

pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generation");
    for (game, lines) in RECORDS {
        let record = serde_json::from_str(lines.lines().next().expect("a record")).expect("a record");
        let (mut position, actions, expected) = line(game, &record);
        group.throughput(Throughput::Elements(expected));
        group.bench_function(game, |bencher| {
            bencher.iter(|| {
                let mut found = 0;
                for action in &actions {
                    found += position.legal().expect("they can be found").len() as u64;
                    position.play_unchecked(action).expect("it can be played");
                }
                while position.undo() {}
                assert_eq!(found, expected);
            });
        });
    }
    group.finish();
}

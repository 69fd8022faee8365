#![allow(
    clippy::all,
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::expect_used
)]
use rulebook_batch::{Drawn, Ended, StartState};
use rulebook_language::model;
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax;
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::Position;
use rulebook_play::plan;
use std::collections::BTreeSet;
use std::sync::Arc;
fn legal(position: &mut Position) -> BTreeSet<(u16, Vec<u16>)> {
    let list = position.legal().unwrap().clone();
    list.iter().filter(|a| a.choice() != u16::MAX).map(|a| (a.choice(), a.picks().to_vec())).collect()
}
fn drawn(list: &[Drawn]) -> BTreeSet<(u16, Vec<u16>)> {
    let set: BTreeSet<_> = list.iter().map(|d| (d.choice, d.cells.clone())).collect();
    assert_eq!(set.len(), list.len(), "an action twice");
    set
}
fn main() {
    for path in std::env::args().skip(1) {
        let (path, opts) =
            path.split_once('?').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap_or((path.clone(), String::new()));
        let mut sources = SourceMap::default();
        let id = sources.add(SourceFile::new(path.clone(), std::fs::read_to_string(&path).unwrap()));
        let (file, report) = syntax::parse(&sources, id);
        for f in report.iter() {
            println!("{path}: {}", f.message);
        }
        let files = vec![file];
        for title in model::titles(&files[0]) {
            let name = |t: &str| syntax::ast::Name { text: t.to_owned(), span: Default::default() };
            let choices: Vec<model::Choice> = opts
                .split('&')
                .filter_map(|o| o.split_once('='))
                .map(|(o, v)| model::Choice { option: name(o), value: name(v) })
                .collect();
            let order: Vec<_> = files.iter().collect();
            let (game, report) = model::check(&order, Some(title), &choices);
            for f in report.iter() {
                println!("{path}: {}", f.message);
            }
            let Some(game) = game else {
                println!("{path}: no game");
                continue;
            };
            let game = Arc::new(game);
            let plan = plan::compile(&game).unwrap();
            let case = format!("{path}: {}", title.text);
            let text = std::fs::read_to_string(&path).unwrap();
            let program = match rulebook_batch::compile(&game, &plan) {
                Ok(p) => Arc::new(p),
                Err(why) => {
                    let at = why
                        .at
                        .map(|s| text.get(s.start as usize..s.end as usize).unwrap_or("").to_owned())
                        .unwrap_or_default();
                    println!("{case}: NOT {} `{at}`", why.why);
                    continue;
                }
            };
            println!("{case}: ops {:?} registers {:?}", program.operations(), program.registers);
            let mut plies = 0;
            for seed in 0..std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(3) {
                let mut position = Position::new(Arc::clone(&game), Arc::clone(&plan));
                let mut rng = Rng::new(seed);
                for ply in 0..300 {
                    if position.outcome().unwrap().is_some() {
                        break;
                    }
                    let at = format!("{case}, seed {seed}, ply {ply}: {}", position.notation());
                    let mut lanes = rulebook_batch::batch_runner(&program, StartState::of(&position)).unwrap();
                    let list = lanes.legal();
                    assert_eq!(drawn(&list), legal(&mut position), "{at}");
                    let action = position.legal().unwrap().clone().random(&mut rng).unwrap();
                    let Some(d) = list.iter().find(|d| d.choice == action.choice() && d.cells == *action.picks())
                    else {
                        position.play_unchecked(&action).unwrap();
                        continue;
                    };
                    let after = lanes.after(d);
                    position.play_unchecked(&action).unwrap();
                    plies += 1;
                    let outcome = position.outcome().unwrap();
                    for (place, word) in &after.words {
                        assert_eq!(position.memory()[*place as usize], *word, "{at}: {action:?}, word {place}");
                    }
                    let winners = outcome.as_ref().map(|o| {
                        if o.stuck {
                            return Ended::Stuck;
                        }
                        let clause = program.clauses.iter().position(|n| *n == o.clause).unwrap();
                        Ended::Over(clause as u16, o.winners.iter().fold(0, |b, r| b | 1 << r.index()))
                    });
                    assert_eq!(after.end, winners, "{at}: {action:?}");
                    if outcome.is_none() {
                        let stage = position.memory()[position.plan().layout.system.stage as usize];
                        assert_eq!(
                            after.next,
                            (position.role_to_act().index(), stage as u16 - 1),
                            "{at}: after {action:?}"
                        );
                        assert_eq!(drawn(&after.legal), legal(&mut position), "{at}: after {action:?}");
                    }
                }
            }
            println!("   ok, {plies} plies");
        }
    }
}

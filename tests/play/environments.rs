//! Environments: numbers and actions are one to one, nothing legal is without a number, both forms lead to the same positions, values
//! are within their planes' bounds, and symmetries map what can be done.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use rulebook_env::{Buffer, EnvError, Form, Lane, Luck, Model, Settings, State, VectorEnv, symmetries};
use rulebook_language::util::Rng;
use rulebook_play::engine::Position;

use super::cases::{Case, cases};

/// Actions in a game, as wholes; a game with more is tried pick by pick alone.
const MOST: usize = 4_000;
/// How long a game is tried; what lays a setup counts, which is up to 60 actions.
const PLIES: u32 = 70;

/// The model of a case, made once for all laws; none where there are too many actions for wholes.
fn model(case: &Case, form: Form) -> Option<Arc<Model>> {
    type Made = Arc<OnceLock<Option<Arc<Model>>>>;
    static MODELS: Mutex<BTreeMap<(String, bool), Made>> = Mutex::new(BTreeMap::new());
    let key = (case.name.clone(), form == Form::Picks);
    let made = Made::clone(MODELS.lock().unwrap().entry(key).or_default());
    let make = || match Model::new(case.start(), form) {
        Ok(model) => Some(Arc::new(model)),
        Err(EnvError::TooMany { most: MOST }) if form != Form::Picks => None,
        Err(other) => panic!("{other}"),
    };
    made.get_or_init(make).clone()
}

/// Every game in which something can be done, and one in eight of their options.
fn every_case(law: impl FnMut(&Case)) {
    let is_one = |case: &&Case| case.start().outcome().unwrap().is_none();
    cases().some().filter(is_one).for_each(law);
}

/// The numbers of a legal action, taken one after another.
fn take(lane: &mut Lane, numbers: &[u32]) {
    for number in numbers {
        assert_eq!(lane.step(*number), Ok(true));
    }
}

#[test]
fn numbers_are_one_to_one_with_texts() {
    every_case(|case| {
        for form in [Form::Flat(MOST), Form::Picks] {
            let Some(model) = model(case, form) else { continue };
            let game = model.start.game();
            let texts: Vec<String> =
                (0..model.space.len() as u32).map(|number| model.space.text(game, number).unwrap()).collect();
            let mut sorted = texts.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), texts.len(), "{case}: {form:?}");
            assert_eq!(model.space.find(game, texts.last().unwrap()), Some(texts.len() as u32 - 1), "{case}");
            assert_eq!(model.space.text(game, texts.len() as u32), None);
        }
    });
}

#[test]
fn both_forms_lead_to_what_the_action_leads_to() {
    every_case(|case| {
        let models = [Form::Flat(MOST), Form::Picks].map(|form| model(case, form));
        let mut lanes: Vec<Lane> =
            models.iter().flatten().map(|model| Lane::new(model, PLIES, Luck::Told).unwrap()).collect();
        let mut rng = Rng::new(1);
        let mut position = case.start();
        for _ in 0..PLIES {
            if position.outcome().unwrap().is_some() {
                break;
            }
            let role = position.role_to_act();
            let legal: Vec<_> = position.legal().unwrap().iter().collect();
            if position.is_chance() {
                come_up(&mut lanes, &mut position, &mut rng);
                continue;
            }
            for lane in &lanes {
                let mut seen: Vec<Vec<u32>> = Vec::new();
                for action in &legal {
                    let mut numbers = Vec::new();
                    assert!(
                        lane.model().space.write(role, action, &mut numbers),
                        "{case}: {}",
                        position.written(action)
                    );
                    seen.push(numbers);
                }
                let mut mask = vec![0; lane.model().space.len()];
                lane.mask(&mut mask);
                let mut wanted = vec![0; mask.len()];
                seen.iter().for_each(|numbers| wanted[numbers[0] as usize] = 1);
                assert!(mask == wanted, "{case}");
                seen.sort_unstable();
                assert!(seen.windows(2).all(|pair| !pair[1].starts_with(&pair[0])), "{case}: one begins another");
            }
            let action = legal[rng.below(legal.len() as u32) as usize].clone();
            position.play(&action).unwrap();
            for lane in &mut lanes {
                let mut numbers = Vec::new();
                lane.model().clone().space.write(role, &action, &mut numbers);
                take(lane, &numbers);
                assert_eq!(lane.position.hash(), position.hash(), "{case}");
                assert!(lane.state() != State::Running || lane.so_far().is_empty());
            }
        }
    });
}

/// Lets one thing come up in all games.
fn come_up(lanes: &mut [Lane], position: &mut Position, rng: &mut Rng) {
    let legal: Vec<_> = position.legal().unwrap().iter().collect();
    let place = rng.below(legal.len() as u32) as usize;
    for lane in &mut *lanes {
        let outcomes = lane.outcomes().unwrap();
        assert_eq!(outcomes[place].0, position.written(&legal[place]));
        assert!(outcomes.len() <= lane.model().most_outcomes());
        assert!((outcomes.iter().map(|(_, odds)| odds).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(lane.legal().next().is_none() && !lane.step(0).unwrap());
        assert_eq!(lane.draw(legal.len()), Err(EnvError::Outcome(legal.len())));
        lane.draw(place).unwrap();
    }
    position.play(&legal[place]).unwrap();
    assert!(lanes.iter().all(|lane| lane.position.hash() == position.hash()));
}

#[test]
fn games_together_are_games_alone() {
    every_case(|case| {
        let model = model(case, Form::Picks).unwrap();
        let settings = Settings { games: 3, seed: 2, threads: 2, max_plies: PLIES };
        let mut env = VectorEnv::new(&model, settings).unwrap_or_else(|error| panic!("{case}: {error:?}"));
        let luck = |place| Luck::of_seed(settings.seed + place);
        let mut alone: Vec<Lane> = (0..3).map(|place| Lane::new(&model, PLIES, luck(place)).unwrap()).collect();
        for _ in 0..60 {
            let actions = env.sample();
            env.step(&actions).unwrap();
            for (place, lane) in alone.iter_mut().enumerate() {
                take(lane, &[actions[place] as u32]);
                let done = usize::from(env.done[place]);
                assert_eq!([State::Running, State::Over, State::Cut][done], lane.state(), "{case}");
                let seats = lane.rewards().len();
                assert_eq!(&env.rewards[place * seats..][..seats], lane.rewards(), "{case}");
                if done > 0 {
                    lane.reset().unwrap();
                }
                assert_eq!(env.lane(place).unwrap().position.hash(), lane.position.hash(), "{case}");
                within_bounds(case, lane, &env.observations, place);
            }
        }
    });
}

/// Values lie within the bounds of their planes, and are those of the game alone.
fn within_bounds(case: &Case, lane: &Lane, all: &Buffer, place: usize) {
    let planes = &lane.model().planes;
    let mut values = vec![0f32; planes.len()];
    lane.observe(lane.seat(), &mut values);
    let same = |at: usize| match all {
        Buffer::Bytes(all) => f32::from(all[place * planes.len() + at]),
        Buffer::Floats(all) => all[place * planes.len() + at],
    };
    for (index, plane) in planes.list.iter().enumerate() {
        let area = planes.shape.places();
        for (at, value) in values.iter().enumerate().skip(index * area).take(area) {
            assert_eq!(*value, same(at), "{case}: {}", plane.name);
            assert!((plane.low as f32..=plane.high as f32).contains(value), "{case}: {} {value}", plane.name);
        }
    }
}

#[test]
fn what_is_not_legal_is_refused_and_plays_nothing() {
    let case = cases().good.iter().find(|case| case.stem() == Some("tic-tac-toe")).unwrap();
    let model = model(case, Form::Flat(MOST)).unwrap();
    let settings = Settings { games: 2, seed: 1, threads: 2, max_plies: PLIES };
    let mut env = VectorEnv::new(&model, settings).unwrap();
    env.step(&[0, 0]).unwrap();
    let before = env.masks.clone();
    assert_eq!(env.step(&[1, 0]), Err(EnvError::Illegal { lane: 1, action: 0 }));
    assert_eq!(env.step(&[1, -1]), Err(EnvError::Illegal { lane: 1, action: -1 }));
    assert_eq!(env.step(&[1]), Err(EnvError::Length { found: 1, wanted: 2 }));
    assert_eq!((env.masks.clone(), env.lane(0).unwrap().position.ply()), (before, 1));
    assert!(matches!(Model::new(case.start(), Form::Flat(8)), Err(EnvError::TooMany { most: 8 })));
}

#[test]
fn symmetries_map_what_can_be_done() {
    let mut found = 0;
    every_case(|case| {
        let model = model(case, Form::Picks).unwrap();
        for symmetry in symmetries(&model).iter().take(4) {
            for list in [&symmetry.planes, &symmetry.places, &symmetry.actions] {
                let mut sorted = list.clone();
                sorted.sort_unstable();
                assert!(sorted.iter().enumerate().all(|(at, to)| at == *to as usize), "{case}");
            }
            if !symmetry.keeps_start || !symmetry.players.is_sorted() {
                continue;
            }
            found += 1;
            let mut here = Lane::new(&model, PLIES, Luck::of_seed(1)).unwrap();
            let mut there = here.clone();
            let mut rng = Rng::new(3);
            while let Some(number) = here.random(&mut rng) {
                let mut image: Vec<u32> = here.legal().map(|legal| symmetry.actions[legal as usize]).collect();
                let mut legal: Vec<u32> = there.legal().collect();
                image.sort_unstable();
                legal.sort_unstable();
                assert_eq!(image, legal, "{case}");
                take(&mut here, &[number]);
                take(&mut there, &[symmetry.actions[number as usize]]);
            }
            assert_eq!(here.rewards(), there.rewards(), "{case}");
        }
    });
    assert!(found > 20, "{found}");
}

#[test]
fn a_game_that_is_over_at_once_is_no_environment() {
    let over = cases().good.iter().find(|case| case.start().outcome().unwrap().is_some()).unwrap();
    let model = Arc::new(Model::new(over.start(), Form::Picks).unwrap());
    let settings = Settings { games: 2, seed: 1, threads: 1, max_plies: PLIES };
    assert_eq!(VectorEnv::new(&model, settings).err(), Some(EnvError::Over));
}

//! The strict replay of records: what holds, and that each kind of lie is named.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use rulebook_insight::library::{Settings, find, load};
use rulebook_play::engine::SeatResult;
use rulebook_play::record::{Record, replay};

fn said(change: impl Fn(&mut Record)) -> String {
    let line = r#"{"game":"emulsion","moves":["d2-d3","c2-c3","b4-c3","a2-a1","c1-d2","b3-a2"],
        "counts":[24,23,18,12,4,2],"seats":[1,2,1,2,1,2],"result":1}"#;
    let mut record: Record = serde_json::from_str(line).unwrap();
    change(&mut record);
    let mut loaded = load("emulsion", find("emulsion").unwrap().text);
    let mut settings = Settings::default();
    settings.set("", "size", "4");
    settings.set(" ", "pie", "off");
    let written = settings.write_down("test", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(None, &written.choices);
    assert!(report.is_empty(), "{report:?}");
    match replay(&mut prepared.unwrap().start(), &record) {
        Ok(replayed) => format!("{} plies", replayed.plies),
        Err(mismatch) => mismatch.to_string(),
    }
}

#[test]
fn a_true_record_holds() {
    assert_eq!(said(|_| ()), "6 plies");
    assert_eq!(said(|record| (record.counts, record.seats, record.result) = (None, None, None)), "6 plies");
    assert_eq!(said(|record| record.counts.as_mut().unwrap()[2] = None), "6 plies");
}

#[test]
fn each_kind_of_lie_is_named() {
    assert_eq!(
        said(|record| record.counts.as_mut().unwrap()[2] = Some(19)),
        "move 3 `b4-c3`: expected 19 legal actions, found 18"
    );
    assert_eq!(
        said(|record| record.seats.as_mut().unwrap()[1] = 1),
        "move 2 `c2-c3`: expected seat 1 to act, found seat 2"
    );
    assert_eq!(
        said(|record| record.result = Some(SeatResult::One(2))),
        "after move 6: expected a win for seat 2, found a win for seat 1"
    );
    assert_eq!(
        said(|record| record.result = Some(SeatResult::One(0))),
        "after move 6: expected a draw, found a win for seat 1"
    );
    let illegal = said(|record| record.moves[0] = "d9-d3".to_owned());
    assert!(illegal.starts_with("move 1 `d9-d3`: expected a legal move, found `d9-d3` is not legal here"), "{illegal}");
    let short = |record: &mut Record| {
        record.moves.pop();
    };
    assert_eq!(said(short), "expected an entry in `counts` for each of 5 moves, found 6");
}

#[test]
fn the_game_ends_with_the_record_unless_it_was_cut() {
    let cut = |record: &mut Record| {
        record.moves.pop();
        (record.counts, record.seats, record.result) = (None, None, None);
    };
    assert_eq!(said(cut), "5 plies", "without a result nothing is said of the end");
    let ended = |record: &mut Record| {
        cut(record);
        record.result = Some(SeatResult::One(1));
    };
    assert_eq!(said(ended), "after move 5: expected the end of the game, found 2 legal actions");
    let told = |record: &mut Record| {
        cut(record);
        record.cut = true;
    };
    assert_eq!(said(told), "5 plies");
    let past = |record: &mut Record| {
        record.moves.push("a1-a2".to_owned());
        (record.counts, record.seats) = (None, None);
    };
    assert_eq!(said(past), "move 7 `a1-a2`: expected a legal move, found the game is over");
}

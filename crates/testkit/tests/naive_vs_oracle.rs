//! The naive explorer (and with it memory, replay and the toy) against the oracle, which shares no
//! code with it.

use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;

const NAIVE: Factory<'static> = &explorers::naive;

fn check(name: &str, profile: Profile) -> Summary {
    let profile = Profile { limit: 1_000, ..profile };
    let summary = check_explorer(NAIVE, &profile, 300, 1, Promise::Interleavings);
    let summary = summary.unwrap_or_else(|failure| panic!("{failure}"));
    println!("{name}: {summary:?}");
    summary
}

#[test]
fn atomics() {
    let summary = check("atomics", Profile::atomics());
    assert!(summary.with_faults > 20);
}

#[test]
fn locks() {
    let summary = check("locks", Profile::locks());
    assert!(summary.with_deadlock > 30 && summary.with_faults > 30);
}

#[test]
fn conds() {
    let summary = check("conds", Profile::conds());
    assert!(summary.with_deadlock > 30);
}

#[test]
fn other_objects() {
    let summary = check("others", Profile::others());
    assert!(summary.with_deadlock > 30);
}

#[test]
fn joins() {
    let summary = check("joins", Profile::joins());
    assert!(summary.with_deadlock > 30);
}

#[test]
fn choices() {
    let summary = check("choices", Profile::choices());
    assert!(summary.with_blocked > 30);
}

#[test]
fn plain() {
    let summary = check("plain", Profile::plain());
    assert!(summary.racy > 30 && summary.racy < summary.programs - 100);
}

#[test]
fn protected() {
    let summary = check("protected", Profile::protected());
    assert!(summary.racy > 20 && summary.racy < summary.programs - 20);
}

#[test]
fn misuse() {
    let summary = check("misuse", Profile::misuse());
    assert!(summary.with_faults > 90);
}

#[test]
fn mixed() {
    let summary = check("mixed", Profile::mixed());
    assert!(summary.with_faults > 30);
}

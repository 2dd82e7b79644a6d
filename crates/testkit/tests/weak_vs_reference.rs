//! The graph explorer under each memory model against the reference, on random programs.
//!
//! `THREADBARE_EFFORT=12` makes it 10,000 programs per model (`make weak`).

use threadbare_effort::{effort, seed};
use threadbare_op::{Model, ReleaseSequence};
use threadbare_testkit::generate::Profile;
use threadbare_testkit::weak::check::{Summary, check_random};

/// What was checked.
fn check_one(name: &str, profile: &Profile, count: u64, model: Model) -> Summary {
    let profile = &Profile { limit: 1_000, ..profile.clone() };
    let (seed, factor) = (seed(1_000_000), effort());
    let summary = check_random(profile, model, count * factor, seed);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}, {model}: {summary:?}");
    summary
}

/// By model.
fn check(name: &str, profile: &Profile, count: u64) -> [Summary; Model::ALL.len()] {
    Model::ALL.map(|model| check_one(name, profile, count, model))
}

#[test]
fn accesses_and_fences() {
    let [sc, tso, pso, ra, rc11] = check("weak", &Profile::weak(), 350).map(|summary| summary.weaker);
    assert!(sc == 0 && tso > 20 && pso > 30 && ra > 30 && rc11 > 40);
}

#[test]
fn more_threads() {
    let [sc, .., rc11] = check("weak_wide", &Profile::weak_wide(), 180).map(|summary| summary.weaker);
    assert!(sc == 0 && rc11 > 3);
}

#[test]
fn objects() {
    let [.., rc11] = check("weak_objects", &Profile::weak_objects(), 180);
    assert!(rc11.weaker > 12 && rc11.with_deadlock > 24);
}

#[test]
fn races() {
    let [sc, .., rc11] = check("weak_races", &Profile::weak_races(), 180).map(|summary| summary.racy);
    assert!(sc > 30 && rc11 > sc);
}

/// A try that fails orders nothing, under any model.
#[test]
fn attempts() {
    let [sc, .., rc11] = check("attempts", &Profile::attempts(), 60).map(|summary| summary.racy);
    assert!(sc > 9 && rc11 > 9);
}

#[test]
fn seq_cst_in_rc11() {
    let summary = check_one("weak_psc", &Profile::weak_psc(), 240, Model::Rc11);
    assert!(summary.weaker > 24);
}

/// The models differ, so that programs of one would be found out under the other.
#[test]
fn release_sequences() {
    let executions = [ReleaseSequence::Rc11, ReleaseSequence::Cpp20].map(|release_sequence| {
        let name = format!("{release_sequence:?}");
        check_one(&name, &Profile::release_sequences(release_sequence), 400, Model::Rc11).executions
    });
    assert!(executions[0] < executions[1], "{executions:?}");
}

/// What sc is tested with: synchronisation objects of all kinds, and what they protect.
#[test]
fn everything_else() {
    for (name, profile) in Profile::all() {
        check(name, &profile, 20);
    }
}

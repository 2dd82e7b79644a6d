//! Symmetry reduction against the orbits of the reference, on random programs with equal threads.

use std::rc::Rc;
use threadbare_effort::{effort, seed, seeds};
use threadbare_op::Model;
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::rng::Rng;
use threadbare_testkit::weak::enumerate::enumerate;
use threadbare_testkit::weak::orbits::{Summary, check_orbits, check_symmetry, with_equal_threads};

fn check(name: &str, profile: &Profile, count: u64) -> Vec<Summary> {
    let (seed, factor) = (seed(3_000_000), effort());
    let profile = Profile { nested: 0, joins: 0, ..profile.clone() };
    let one = |model| {
        let summary = check_symmetry(&profile, model, count * factor, seed);
        let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
        println!("{name}, {model}: {summary:?}");
        summary
    };
    Model::ALL.map(one).to_vec()
}

#[test]
fn accesses() {
    check("accesses", &Profile { threads: (1, 2), ops: (1, 3), ..Profile::weak() }, 60);
}

#[test]
fn objects() {
    check("objects", &Profile { threads: (1, 2), ops: (1, 3), main_ops: (0, 1), ..Profile::weak_objects() }, 60);
}

#[test]
fn races() {
    check("races", &Profile { threads: (1, 2), ..Profile::weak_races() }, 60);
}

/// Giving up a graph because of events that a revisit would have deleted loses executions.
#[test]
fn haste_loses_executions() {
    let profile = Profile { threads: (1, 2), ops: (1, 3), nested: 0, joins: 0, ..Profile::weak() };
    let (mut checked, mut wrong) = (0, 0);
    for seed in seeds(1500) {
        let program = with_equal_threads(&mut Rng::new(seed), &profile);
        let Some(known) = enumerate(&program, &Model::Sc, profile.limit as usize) else { continue };
        checked += 1;
        wrong += u64::from(
            check_orbits(&explorers::hasty_symmetry, &Rc::new(program), &known, &mut Summary::default()).is_err(),
        );
    }
    println!("{wrong} of {checked}");
    assert!(checked > 1200 && wrong > 5);
}

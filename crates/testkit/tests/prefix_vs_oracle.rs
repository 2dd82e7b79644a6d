//! The complete finite prefix, and the search through all states, against the oracle for programs
//! that need not end: the same assertions fail, the same operations are misuse, there is a deadlock
//! if there is one, and a data race.

use threadbare_effort::{effort, seed};
use threadbare_testkit::check::Factory;
use threadbare_testkit::explorers::{prefix, prefix_puts_off, states};
use threadbare_testkit::generate::Loops;
use threadbare_testkit::looping::known::holes;
use threadbare_testkit::looping::{Demands, Series, Summary, check_loops, check_one, reached};

fn check(name: &str, factory: Factory<'_>, profile: &Loops, (count, limit): (u64, usize)) -> Summary {
    let demands = Demands { may_refuse: profile.fails, ..Demands::ALL };
    let series = Series { count: count * effort(), seed: seed(8_000_000), limit, without_races: false, demands };
    let summary = check_loops(factory, profile, series).unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

/// States one by one come to the same.
#[test]
fn one_by_one() {
    for (name, profile) in Loops::all() {
        check(name, &states, &profile, (250, 3000));
    }
}

/// Where the algorithm as it was first printed goes wrong.
#[test]
fn known_holes() {
    for hole in holes() {
        let truth = reached(&hole.program.program(), 10_000).expect("few states");
        assert_eq!(truth.faults, hole.faults, "{}", hole.name);
        for factory in [prefix, states] {
            let checked = check_one(&factory, &hole.program, &truth, Demands::ALL);
            checked.unwrap_or_else(|why| panic!("{}: {why}\n{}", hole.name, hole.program.program()));
        }
    }
}

macro_rules! profiles {
    ($($profile:ident $count:literal $($enough:ident)*),* $(,)?) => {
        $(
            #[test]
            fn $profile() {
                let summary = check(stringify!($profile), &prefix, &Loops::$profile(), ($count, 3000));
                assert!(summary.safe > $count / 10, "{summary:?}");
                $(assert!(summary.$enough > $count / 20, "{summary:?}");)*
            }
        )*
    };
}

profiles! {
    atomics 500 asserting racy,
    locks 500 asserting racy deadlocking misusing,
    conds 500 asserting racy deadlocking,
    others 500 asserting racy deadlocking,
    joins 500 asserting deadlocking misusing,
    choices 500 asserting racy,
    inputs 300 asserting racy circling,
    plain 500 asserting racy,
    explored 500 asserting,
    tries 500 asserting racy deadlocking,
    mixed 500 asserting racy deadlocking,
}

/// The search for deadlocks that is put off comes to the same.
#[test]
fn deadlocks_put_off() {
    for (name, profile) in Loops::all() {
        check(name, &prefix_puts_off, &profile, (150, 3000));
    }
}

/// Fewer programs, of more states.
#[test]
fn larger() {
    for (name, profile) in Loops::all() {
        let mut profile = profile;
        profile.profile.threads = (3, 3);
        check(name, &prefix, &profile, (20, 30_000));
    }
}

//! The unfolding against the oracle, on random programs: every maximal configuration is a
//! Mazurkiewicz trace, each is reached, and with optimal alternatives each once and nothing in
//! vain; all final states and faults.

use threadbare_effort::{effort, seed};
use threadbare_testkit::check::{Factory, Promise, Summary, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::{Kind, Profile};

const OPTIMAL: Factory<'static> = &explorers::unfolding;

fn check(name: &str, profile: &Profile, count: u64) -> Summary {
    let (seed, factor) = (seed(4_000_000), effort());
    for most in 1..=3 {
        let make = || explorers::unfolding_of(most);
        let (count, seed) = (count / 10 * factor, seed + u64::from(most) * 100_000);
        let summary = check_explorer(&make, profile, count, seed, Promise::OnceAndRedundant);
        summary.unwrap_or_else(|failure| panic!("alternatives to {most}, {name}, {failure}"));
    }
    let summary = check_explorer(OPTIMAL, profile, count * factor, seed, Promise::Once);
    let summary = summary.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

threadbare_testkit::test_all_profiles!(check);

/// What a thread does depends on what it chose.
#[test]
fn choices_that_matter() {
    let weights = vec![(Kind::Choice, 4), (Kind::Skip, 4), (Kind::Store, 4), (Kind::Load, 2), (Kind::Mutex, 1)];
    check("choices that matter", &Profile { weights, ..Profile::choices() }, 500);
}

/// Many reads, and writes that each of them can come before: of these, more is known than the
/// unfolding has been shown.
#[test]
fn reads_before_writes() {
    let weights = vec![(Kind::Load, 9), (Kind::Store, 3), (Kind::Cas, 2), (Kind::Rmw, 1), (Kind::Skip, 1)];
    let profile = Profile { threads: (3, 5), ops: (1, 3), weights, limit: 20_000, ..Profile::atomics() };
    check("reads before writes", &profile, 150);
}

/// The same with locks.
#[test]
fn reads_before_writes_and_locks() {
    let weights = vec![(Kind::Load, 6), (Kind::Store, 2), (Kind::Cas, 1), (Kind::Choice, 1), (Kind::Mutex, 1)];
    let objects = Profile::locks().objects;
    let profile = Profile { threads: (3, 4), ops: (1, 3), weights, objects, limit: 20_000, ..Profile::atomics() };
    check("reads before writes, and locks", &profile, 100);
}

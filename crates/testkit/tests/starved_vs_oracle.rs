//! Threads that a strongly fair scheduler may let starve, against all states by brute force.

use threadbare_effort::{effort, seed};
use threadbare_explore::PrefixMistake;
use threadbare_op::SyncOp;
use threadbare_testkit::looping::known::{endless, halting, lock, unlock};
use threadbare_testkit::looping::{Looping, back, check_starved, starving};
use threadbare_testkit::program::{Inst, val};

#[test]
fn random_programs() {
    let summary = check_starved((600 * effort(), seed(9_500_000)), None).unwrap_or_else(|why| panic!("{why}"));
    println!("{summary:?}");
    assert!(summary.told > 50, "{summary:?}");
}

#[test]
fn mistakes_are_found() {
    for mistake in [PrefixMistake::Unfair, PrefixMistake::AnyRound, PrefixMistake::StaysAnyway, PrefixMistake::GivesUp]
    {
        let checked = check_starved((6000, 9_500_000), Some(mistake));
        assert!(checked.is_err(), "{mistake:?}: {checked:?}");
        println!("{mistake:?}: {}", checked.unwrap_err());
    }
}

/// Numbers of the threads that starve.
fn of(threads: Vec<threadbare_testkit::looping::Body>) -> Vec<u32> {
    let found = starving(&Looping::parallel(threads, 3, 0, 1).program(), 10_000).expect("few states");
    found.all.into_iter().map(|path| path.first().map_or(0, |n| n + 1)).collect()
}

/// What the definition comes to, by reasoning.
#[test]
fn what_is_one() {
    // A lock that is a compare-and-swap, of one or of two who go on for ever.
    let leave = Inst::Skip { reg: 0, value: 0, equal: true, count: 1 };
    let takes = || vec![Inst::cas(0, 0, val(0), val(1)), leave, back(2), Inst::store(0, val(0))];
    assert_eq!(of(vec![endless(takes()), endless(takes())]), [1, 2]);
    assert_eq!(of(vec![endless(takes()), halting(takes())]), [2]);
    // A mutex is free again and again.
    let locks = || vec![lock(0), unlock(0)];
    assert!(of(vec![endless(locks()), endless(locks())]).is_empty());
    // A flag that is set once, while somebody goes on; and one that goes up and down.
    let polls = || halting(vec![Inst::load(0, 1), Inst::Skip { reg: 0, value: 1, equal: true, count: 1 }, back(2)]);
    let toggles = endless(vec![Inst::store(1, val(1)), Inst::store(1, val(0))]);
    assert!(of(vec![halting(vec![Inst::store(1, val(1))]), polls(), endless(locks())]).is_empty());
    assert_eq!(of(vec![toggles, polls()]), [2]);
    // Who only tries for a mutex.
    let tries = Inst::Sync { reg: 0, object: 0, op: SyncOp::MutexTryLock };
    let taken = Inst::Skip { reg: 0, value: 0, equal: true, count: 1 };
    assert_eq!(of(vec![endless(locks()), endless(vec![tries, taken, back(2), unlock(0)])]), [2]);
}

//! Livelocks of programs that need not end, against all their states by brute force.

use threadbare_effort::{effort, seed};
use threadbare_explore::PrefixMistake;
use threadbare_op::RmwOp;
use threadbare_testkit::looping::known::{endless, halting, lock, unlock};
use threadbare_testkit::looping::{LivelockSummary, Looping, back, check_livelocks, livelocks, retries};
use threadbare_testkit::program::{Inst, val};
use threadbare_testkit::rng::Rng;

fn check(count: u64, first: u64, mistake: Option<PrefixMistake>) -> Result<LivelockSummary, String> {
    check_livelocks((count, first), &retries, mistake)
}

#[test]
fn random_programs() {
    let summary = check(600 * effort(), seed(9_000_000), None).unwrap_or_else(|why| panic!("{why}"));
    println!("{summary:?}");
    assert!(summary.with_livelocks > 50 && summary.of_three > 5, "{summary:?}");
}

#[test]
fn mistakes_are_found() {
    for mistake in [PrefixMistake::Unfair, PrefixMistake::AnyRound, PrefixMistake::StaysAnyway, PrefixMistake::GivesUp]
    {
        let checked = check(6000, 9_000_000, Some(mistake));
        assert!(checked.is_err(), "{mistake:?}: {checked:?}");
        println!("{mistake:?}: {}", checked.unwrap_err());
    }
}

/// Raises its flag, leaves if the other's is down, lowers its own and tries again.
fn polite(me: usize, other: usize) -> Vec<Inst> {
    let leave = Inst::Skip { reg: 0, value: 0, equal: true, count: 2 };
    vec![Inst::store(me, val(1)), Inst::load(0, other), leave, Inst::store(me, val(0)), back(4)]
}

/// In a livelock the sets of threads that go round.
fn of(program: &Looping, strong: bool) -> Vec<Vec<u32>> {
    let told = livelocks(&program.program(), 10_000, strong).expect("few states");
    told.into_iter().map(|set| set.into_iter().map(|path| path.first().map_or(0, |n| n + 1)).collect()).collect()
}

/// What the definition comes to, by reasoning.
#[test]
fn what_is_one() {
    let program = |threads: Vec<_>| Looping::parallel(threads, 3, 0, 1);
    let both = program(vec![halting(polite(0, 1)), halting(polite(1, 0))]);
    assert_eq!(of(&both, true), [[1, 2]]);
    // The same in endless programs.
    let down = |me| [polite(me, 1 - me), vec![Inst::store(me, val(0))]].concat();
    assert_eq!(of(&program(vec![endless(down(0)), endless(down(1))]), false), [[1, 2]]);
    // The second one keeps its flag up.
    let firm =
        vec![Inst::store(1, val(1)), Inst::load(0, 0), Inst::Skip { reg: 0, value: 0, equal: true, count: 1 }, back(2)];
    assert!(of(&program(vec![halting(polite(0, 1)), halting(firm)]), false).is_empty());
    // Three in a circle.
    let circle = (0..3).map(|me| halting(polite(me, (me + 1) % 3))).collect();
    assert!(of(&program(circle), false).contains(&vec![1, 2, 3]));
    // A tug of war: what the one does the other undoes.
    let pull = |from, to| {
        let leave = Inst::Skip { reg: 0, value: to, equal: true, count: 2 };
        halting(vec![Inst::load(0, 0), leave, Inst::rmw(1, 0, RmwOp::Xor, val(from ^ to)), back(3)])
    };
    assert!(of(&program(vec![pull(0, 1), pull(1, 0)]), false).is_empty());
    // A lock that is a compare-and-swap.
    let leave = Inst::Skip { reg: 0, value: 0, equal: true, count: 1 };
    let lock = || endless(vec![Inst::cas(0, 0, val(0), val(1)), leave, back(2), Inst::store(0, val(0))]);
    assert!(of(&program(vec![lock(), lock()]), false).is_empty());
}

/// A third thread stops the two, if it gets the lock: that is free again and again, but never stays so.
#[test]
fn one_that_is_only_weakly_fair() {
    let (out, lock, unlock) = (|count, value| Inst::Skip { reg: 0, value, equal: true, count }, lock(0), unlock(0));
    let stopped = |me: usize| {
        let tries =
            [Inst::load(0, 2), out(7, 1), lock, Inst::store(me, val(1)), unlock, Inst::load(0, 1 - me), out(2, 0)];
        halting([tries.to_vec(), vec![Inst::store(me, val(0)), back(8)]].concat())
    };
    let make = |_: &mut Rng| {
        let stops = halting(vec![lock, Inst::store(2, val(1)), unlock]);
        Looping::parallel(vec![stopped(0), stopped(1), stops], 3, 0, 1)
    };
    assert_eq!(of(&make(&mut Rng::new(0)), false), [[1, 2]]);
    assert!(of(&make(&mut Rng::new(0)), true).is_empty());
    let summary = check_livelocks((1, 0), &make, None).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(summary.only_weak, 1, "{summary:?}");
}

/// The random programs are made as they are said to be.
#[test]
fn two_looks_come_after_each_other() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        for body in retries(&mut rng).program().bodies {
            for (at, inst) in body.iter().enumerate() {
                if let Inst::Skip { count, .. } = inst {
                    assert!(at + 1 + count <= body.len(), "{body:?}");
                }
            }
        }
    }
}

//! The complete finite prefix, and the search through all states, against the oracle for programs
//! that need not end: the same assertions fail, the same operations are misuse, there is a deadlock
//! if there is one, and a data race.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_explore::{Explorer, Prefix, Sink};
use threadbare_op::{FaultId, FaultKind, Schedule, Stats, SyncOp, System};
use threadbare_testkit::check::Factory;
use threadbare_testkit::explorers::{prefix, prefix_forgets, prefix_puts_off, prefix_turns, states};
use threadbare_testkit::generate::{Loops, loops};
use threadbare_testkit::looping::known::{endless, halting, holes, lock, unlock};
use threadbare_testkit::looping::{Body, Demands, Looping, Series, Summary, check_loops, check_one, in_vain, reached};
use threadbare_testkit::program::{Inst, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::Toy;

fn check(name: &str, factory: Factory<'_>, profile: &Loops, size: (u64, usize)) -> Summary {
    check_all(name, factory, profile, (size, Demands { silent: profile.fails, ..Demands::ALL }))
}

fn check_all(
    name: &str,
    factory: Factory<'_>,
    profile: &Loops,
    ((count, limit), demands): ((u64, usize), Demands),
) -> Summary {
    let series = Series { count: count * effort(), seed: seed(8_000_000), limit, without_races: false, demands };
    let summary = check_loops(factory, profile, series).unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}");
    summary
}

/// States one by one come to the same.
#[test]
fn one_by_one() {
    for (name, profile) in Loops::all() {
        let demands = Demands { may_refuse: profile.fails, silent: profile.fails, ..Demands::ALL };
        check_all(name, &states, &profile, ((120, 3000), demands));
    }
}

/// Who waits for a lock which is kept by one who goes on for ever waits in vain; not if that one
/// gives it back now and then.
#[test]
fn locks_kept_for_ever() {
    let go_on = || vec![Inst::store(0, val(1)), Inst::store(0, val(0))];
    let keeps = Body { once: vec![lock(0)], again: go_on(), endless: true };
    let lends = endless([vec![lock(0)], go_on(), vec![unlock(0)]].concat());
    let wants = || halting(vec![lock(0), unlock(0)]);
    for (first, vain) in [(keeps, true), (lends, false)] {
        let program = Looping::parallel(vec![first, wants()], 1, 0, 1);
        let truth = reached(&program.program(), 10_000).expect("few states");
        assert!(truth.faults.is_empty() && truth.circles.is_empty(), "{truth:?}");
        let found = in_vain(&program.program(), 10_000).expect("few states");
        assert_eq!(!found.sought.is_empty(), vain, "{found:?}");
        let checked = check_one(&prefix, &program, &truth, Demands::ALL).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(!checked.faults.is_empty(), vain, "{checked:?}");
    }
}

/// So does who wants a lock that is kept by one who joins a thread that goes on for ever.
#[test]
fn joins_with_a_lock() {
    let spawn = |slot, body| Inst::Spawn { slot, body };
    let main = vec![spawn(0, 1), spawn(1, 2), lock(0), Inst::Join { slot: 0 }];
    let bodies = vec![halting(main), endless(vec![Inst::fence()]), halting(vec![lock(0), unlock(0)])];
    let program = Looping { bodies, ..Looping::parallel(Vec::new(), 0, 0, 1) };
    let truth = reached(&program.program(), 10_000).expect("few states");
    assert!(truth.faults.is_empty() && truth.circles.is_empty(), "{truth:?}");
    let checked = check_one(&prefix, &program, &truth, Demands::ALL).unwrap_or_else(|why| panic!("{why}"));
    assert!(!checked.faults.is_empty(), "{checked:?}");
}

/// Executions that take turns, each with a system of its own.
#[test]
fn taking_turns() {
    for (name, profile) in Loops::all() {
        check(name, &prefix_turns, &profile, (50, 3000));
    }
}

/// They come to the same events as one does. (After a race a thread stands elsewhere if events come
/// in another order.)
#[test]
fn turns_make_no_difference() {
    let mut compared = 0;
    for (name, profile) in Loops::all() {
        for seed in 0..20 * effort() {
            let program = Rc::new(loops(&mut Rng::new(seed), &profile).program());
            let found = |near| {
                let (mut prefix, mut told) = (Prefix { near, ..Prefix::default() }, Told::default());
                let mut toy = Toy::with_states(&program);
                let coverage = prefix.run(&mut toy, &mut told);
                let faults = || told.0.iter().map(|fault| System::fault(&toy, *fault));
                let is_racy = faults().any(|fault| fault.kind == FaultKind::DataRace);
                let all: BTreeSet<String> = faults().map(|fault| format!("{fault:?}")).collect();
                (is_racy, (prefix.counts, coverage.limits, all))
            };
            let (turning, alone) = (found(0), found(usize::MAX / 2));
            assert_eq!(turning.0, alone.0, "{name}, seed {seed}\n{program}");
            if !alone.0 {
                compared += 1;
                assert_eq!(turning.1, alone.1, "{name}, seed {seed}\n{program}");
            }
        }
    }
    assert!(compared > 60 * effort(), "{compared}");
}

/// What is told, of so many events.
#[derive(Default)]
struct Told(Vec<FaultId>);

impl Sink for Told {
    fn fault(&mut self, fault: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.0.push(fault);
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if stats.events > 3_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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

/// One writes if a flag is set, which it lowers, and takes a lock. Who tries that in vain, and
/// reads, races with the write. (What is written is there already.)
fn race_that_no_state_shows() -> Looping {
    let sync = |reg, object, op| Inst::Sync { reg, object, op };
    let (lock, unlock) = (|of| sync(2, of, SyncOp::MutexLock), |of| sync(2, of, SyncOp::MutexUnlock));
    let if_zero = |reg, equal, count| Inst::Skip { reg, value: 0, equal, count };
    let (flag, data) = (0, 1);
    let read =
        [lock(0), Inst::PlainLoad { reg: 0, var: flag }, Inst::PlainStore { var: flag, value: val(0) }, unlock(0)];
    let write =
        [if_zero(0, true, 2), Inst::PlainStore { var: data, value: val(1) }, Inst::Set { reg: 0, value: val(0) }];
    let writes = [&read[..], &write, &[lock(1), unlock(1)]].concat();
    let sets = vec![lock(0), Inst::PlainStore { var: flag, value: val(1) }, unlock(0)];
    let tried = [if_zero(0, true, 1), Inst::PlainLoad { reg: 1, var: data }, if_zero(0, false, 1), unlock(1)];
    let tries = [&[sync(0, 1, SyncOp::MutexTryLock)][..], &tried].concat();
    let once = |once| Body { once, ..Body::default() };
    // In this order, so that main stands at the same place whether the flag was set or not.
    let bodies = vec![Body { again: sets, endless: true, ..Body::default() }, once(writes), once(tries)];
    Looping { variables: vec![0, 1], ..Looping::parallel(bodies, 0, 2, 2) }
}

/// Who knows of what was touched is a part of states, or races are lost.
#[test]
fn who_knows_matters() {
    let program = race_that_no_state_shows();
    let truth = reached(&program.program(), 10_000).expect("few states");
    assert!(truth.faults.is_empty(), "{truth:?}");
    let demands = Demands { silent: true, ..Demands::ALL };
    let checked = check_one(&prefix, &program, &truth, demands).unwrap_or_else(|why| panic!("{why}"));
    assert!(checked.faults.iter().all(|fault| fault.kind == FaultKind::DataRace) && !checked.refused, "{checked:?}");
    let why = check_one(&prefix_forgets, &program, &truth, demands).expect_err("a race that is lost");
    assert_eq!(why, "a race that no state shows is not found");
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
    atomics 300 asserting racy,
    locks 300 asserting racy deadlocking misusing,
    conds 300 asserting racy deadlocking,
    others 300 asserting racy deadlocking,
    joins 300 asserting deadlocking misusing,
    choices 300 asserting racy,
    inputs 200 asserting racy circling,
    plain 300 asserting racy,
    explored 300 asserting,
    tries 120 asserting racy deadlocking,
    mixed 300 asserting racy deadlocking,
}

/// The search for deadlocks that is put off comes to the same.
#[test]
fn deadlocks_put_off() {
    for (name, profile) in Loops::all() {
        check(name, &prefix_puts_off, &profile, (75, 3000));
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

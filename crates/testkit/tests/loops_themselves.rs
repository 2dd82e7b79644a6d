//! What is said of programs that need not end, held against what is known of some, and against
//! itself.

use std::collections::BTreeSet;
use threadbare_effort::{effort, seed};
use threadbare_explore::Explorer;
use threadbare_op::sync::MutexKind;
use threadbare_op::{FaultKind, RmwOp, SyncOp, SyncState};
use threadbare_testkit::generate::Loops;
use threadbare_testkit::looping::known::{assertion, endless, fail_if, halting, holes, lock, parties, unlock};
use threadbare_testkit::looping::{Body, Demands, Looping, Reached, Search, Series, check_loops, check_one, reached};
use threadbare_testkit::oracle::FaultKey;
use threadbare_testkit::program::{DISCARD, Inst, Plain, reg, val};
use threadbare_testkit::toy::Toy;

const RESULT: u8 = 3;

fn all(program: &Looping) -> Reached {
    reached(&program.program(), 100_000).expect("few states")
}

#[track_caller]
fn assert_faults(program: &Looping, faults: &[FaultKey]) -> Reached {
    let all = all(program);
    assert_eq!(all.faults, faults.iter().cloned().collect::<BTreeSet<_>>(), "{}", program.program());
    all
}

/// Two threads, one location, two variables, two mutexes.
fn two(first: Vec<Inst>, second: Vec<Inst>) -> Looping {
    Looping::parallel(vec![endless(first), endless(second)], 1, 2, 2)
}

const fn sync(object: usize, op: SyncOp) -> Inst {
    Inst::Sync { reg: RESULT, object, op }
}

const fn load(var: usize) -> Inst {
    Inst::PlainLoad { reg: 0, var }
}

const fn store(var: usize) -> Inst {
    Inst::PlainStore { var, value: val(0) }
}

#[test]
fn holes_are_as_reasoned() {
    for hole in holes() {
        let all = assert_faults(&hole.program, &hole.faults.iter().cloned().collect::<Vec<_>>());
        assert!(hole.started.is_none_or(|started| started == all.started), "{}: {}", hole.name, all.started);
    }
}

/// Each takes its fork, then the next one's, and gives both back. The numbers of states are those
/// of another implementation.
#[test]
fn philosophers() {
    for (count, states) in [(3, 35), (4, 118), (5, 392), (6, 1297)] {
        let eats = |me: usize| {
            let next = (me + 1) % count;
            endless(vec![lock(me), lock(next), unlock(next), unlock(me)])
        };
        let program = Looping::parallel((0..count).map(eats).collect(), 0, 0, count);
        let places: Vec<_> = (1..=count).map(|body| (body, 1)).collect();
        let all = assert_faults(&program, &[parties(FaultKind::Deadlock, &places)]);
        assert_eq!((all.started, all.ends), (states, false), "{count}");
    }
}

/// A lock and what it does not hold back: the places of two threads that do the same.
#[test]
fn states_by_hand() {
    // Neither is in its section, or one of them is.
    let program = two(vec![lock(0), unlock(0)], vec![lock(0), unlock(0)]);
    assert_eq!(assert_faults(&program, &[]).started, 3);
    // A location turned over by each of two: 0 or 1.
    let turn = || vec![Inst::rmw(DISCARD, 0, RmwOp::Xor, val(1))];
    assert_eq!(assert_faults(&two(turn(), turn()), &[]).started, 2);
    // Main has started none, one or two; the location is turned over by who has been started.
    let all = all(&two(turn(), turn()));
    assert_eq!(all.states, 1 + 2 + 2);
}

#[test]
fn deadlocks() {
    let crossed = two(vec![lock(0), lock(1), unlock(1), unlock(0)], vec![lock(1), lock(0), unlock(0), unlock(1)]);
    assert_faults(&crossed, &[parties(FaultKind::Deadlock, &[(1, 1), (2, 1)])]);
    // A third that can always go on.
    let mut never = crossed.clone();
    never.bodies.push(endless(vec![Inst::fence()]));
    never.bodies[0].once.push(Inst::Spawn { slot: 0, body: 3 });
    assert_faults(&never, &[]);
    // Main waits for the first before it starts the second; or for the second, who waits, too, or
    // comes first and ends.
    let mut joined = crossed.clone();
    joined.bodies[0].once.insert(1, Inst::Join { slot: 0 });
    assert_faults(&joined, &[]);
    let mut joined = crossed;
    joined.bodies[0].once.push(Inst::Join { slot: 0 });
    assert_faults(&joined, &[parties(FaultKind::Deadlock, &[(0, 2), (1, 1), (2, 1)])]);
    joined.bodies[1] = halting(vec![lock(0), Inst::Assert { reg: 0, value: 1 }]);
    joined.bodies[2] = halting(vec![lock(0)]);
    assert_faults(&joined, &[assertion(1, 1), parties(FaultKind::Deadlock, &[(1, 0)])]);
    joined.bodies[1] = halting(vec![lock(0), unlock(0)]);
    joined.bodies[2] = halting(vec![lock(0), unlock(0)]);
    assert!(assert_faults(&joined, &[]).ends);
    // Nobody signals who does not wait yet.
    let wait = vec![
        lock(0),
        sync(1, SyncOp::CondEnter { mutex: 0 }),
        unlock(0),
        sync(1, SyncOp::CondAwake { timed: false, spurious: false }),
        lock(0),
        unlock(0),
    ];
    let signal = vec![sync(1, SyncOp::CondSignal)];
    let with_cond = |threads| {
        let mut program = Looping::parallel(threads, 0, 0, 2);
        program.objects[1] = SyncState::Zero;
        program
    };
    let lost = with_cond(vec![halting(wait.clone()), halting(signal.clone())]);
    let all = assert_faults(&lost, &[parties(FaultKind::Deadlock, &[(1, 3)])]);
    assert!(all.ends);
    assert_faults(&with_cond(vec![halting(wait), endless(signal)]), &[]);
}

/// Some wait for each other, or for who has come to its end, while others go on for ever.
#[test]
fn circles() {
    let goes_on = || endless(vec![Inst::fence()]);
    let circle = |those: &[(usize, usize)]| BTreeSet::from([parties(FaultKind::Deadlock, those)]);
    let with = |mut threads: Vec<Body>| {
        threads.push(goes_on());
        let all = all(&Looping::parallel(threads, 0, 0, 3));
        assert_eq!(all.faults, BTreeSet::new());
        all.circles
    };
    let both = |first, second| endless(vec![lock(first), lock(second), unlock(second), unlock(first)]);
    assert_eq!(with(vec![both(0, 1), both(1, 0)]), circle(&[(1, 1), (2, 1)]));
    assert_eq!(with(vec![both(0, 1), both(0, 1)]), BTreeSet::new());
    // Twice by one; by one that has ended; by one that goes on.
    assert_eq!(with(vec![endless(vec![lock(0)])]), circle(&[(1, 0)]));
    assert_eq!(with(vec![halting(vec![lock(0)]), halting(vec![Inst::fence(), lock(0), unlock(0)])]), circle(&[(2, 1)]));
    let keeps = Body { once: vec![lock(0)], ..goes_on() };
    assert_eq!(with(vec![keeps, halting(vec![lock(0), unlock(0)])]), BTreeSet::new());
    // Not after something else has gone wrong.
    let wrong = halting(vec![Inst::Assert { reg: 0, value: 1 }]);
    let program = Looping::parallel(vec![wrong, endless(vec![lock(0)])], 0, 0, 1);
    assert_eq!(assert_faults(&program, &[assertion(1, 0)]).circles, BTreeSet::new());
    // A third waits for one of the two, before or after they wait.
    let third = halting(vec![Inst::fence(), lock(0), unlock(0)]);
    let found = with(vec![both(0, 1), both(1, 0), third]);
    let two = circle(&[(1, 1), (2, 1)]);
    assert_eq!(found, two.union(&circle(&[(1, 1), (2, 1), (3, 1)])).cloned().collect());
}

#[test]
fn races() {
    let section = |inst: Inst| vec![lock(0), inst, unlock(0)];
    let race = |those: &[(usize, usize)]| parties(FaultKind::DataRace, those);
    assert_faults(&two(section(load(0)), section(store(0))), &[]);
    assert_faults(&two(section(load(0)), vec![lock(1), store(0), unlock(1)]), &[race(&[(1, 1), (2, 1)])]);
    assert_faults(&two(section(load(0)), section(store(1))), &[]);
    assert_faults(&two(vec![Inst::fence(), load(0)], vec![Inst::fence(), load(0)]), &[]);
    assert_faults(&two(vec![Inst::var_store(0, val(1))], vec![Inst::var_load(0, 0)]), &[]);
    assert_faults(&two(vec![Inst::var_load(0, 0)], vec![Inst::fence(), load(0)]), &[]);
    assert_faults(&two(vec![Inst::var_load(0, 0)], vec![Inst::fence(), store(0)]), &[race(&[(1, 0), (2, 1)])]);
    assert_faults(&two(vec![Inst::var_store(0, val(1))], vec![Inst::fence(), load(0)]), &[race(&[(1, 0), (2, 1)])]);
    let mut visible = two(section(load(0)), vec![lock(1), store(0), unlock(1)]);
    visible.plain = Plain::Explore;
    assert_faults(&visible, &[]);
    // The first steps of a thread, after all that is only its own.
    let first = two(vec![Inst::Set { reg: 0, value: val(1) }, store(0), Inst::fence()], vec![load(0), Inst::fence()]);
    assert_faults(&first, &[race(&[(1, 1), (2, 0)])]);
    // Sent by an atomic store: what is sent is written once.
    let sender = Body { once: vec![store(0), Inst::store(0, val(1))], ..endless(vec![Inst::fence()]) };
    let receive =
        |value| endless(vec![Inst::load(0, 0), Inst::Skip { reg: 0, value, equal: false, count: 1 }, load(0)]);
    assert_faults(&Looping::parallel(vec![sender.clone(), receive(1)], 1, 1, 0), &[]);
    assert_faults(&Looping::parallel(vec![sender, receive(0)], 1, 1, 0), &[race(&[(1, 0), (2, 2)])]);
}

/// One raises its flag and looks whether the other's is down before it goes in; it must not look
/// first.
#[test]
fn flags() {
    let (up, down) = (|flag| Inst::store(flag, val(1)), |flag| Inst::store(flag, val(0)));
    let skip = Inst::Skip { reg: 0, value: 0, equal: false, count: 1 };
    let raises = |me: usize| endless(vec![up(me), Inst::load(0, 1 - me), skip, store(0), down(me)]);
    let looks = |me: usize| endless(vec![Inst::load(0, 1 - me), up(me), skip, store(0), down(me)]);
    assert_faults(&Looping::parallel(vec![raises(0), raises(1)], 2, 1, 0), &[]);
    let race = parties(FaultKind::DataRace, &[(1, 3), (2, 3)]);
    assert_faults(&Looping::parallel(vec![looks(0), looks(1)], 2, 1, 0), std::slice::from_ref(&race));
    assert_faults(&Looping::parallel(vec![raises(0), looks(1)], 2, 1, 0), &[race]);
}

#[test]
fn values() {
    // Counts 0, 1, 2, 0, ...; each looks while it holds the mutex.
    let count = |value: u64| {
        let counted = vec![
            lock(0),
            load(0),
            Inst::Set { reg: 1, value: reg(0, 1) },
            Inst::Skip { reg: 0, value: 2, equal: false, count: 1 },
            Inst::Set { reg: 1, value: val(0) },
            Inst::PlainStore { var: 0, value: reg(1, 0) },
        ];
        [counted, fail_if(1, value).to_vec(), vec![unlock(0)]].concat()
    };
    for value in 0..3 {
        assert_faults(&two(count(9), count(value)), &[assertion(2, 7)]);
    }
    assert_faults(&two(count(9), count(3)), &[]);
    // An update is lost: both have seen 0, and the sum is 1.
    let add = || halting(vec![Inst::load(0, 0), Inst::store(0, reg(0, 1))]);
    let sum =
        |value| [vec![Inst::Join { slot: 0 }, Inst::Join { slot: 1 }, Inst::load(0, 0)], fail_if(0, value).to_vec()];
    for (value, fails) in [(0, false), (1, true), (2, true), (3, false)] {
        let mut program = Looping::parallel(vec![add(), add()], 1, 0, 0);
        program.bodies[0].once[1] = Inst::Spawn { slot: 1, body: 2 };
        program.bodies[0].once.extend(sum(value).concat());
        let faults: Vec<_> = fails.then(|| assertion(0, 6)).into_iter().collect();
        assert!(assert_faults(&program, &faults).ends);
    }
    // Each choice is made.
    let choice = vec![Inst::Choice { reg: 0, arity: 3 }, fail_if(0, 2)[0], fail_if(0, 2)[1]];
    assert_faults(&two(choice, vec![Inst::fence()]), &[assertion(1, 2)]);
    let choice = vec![Inst::Choice { reg: 0, arity: 2 }, fail_if(0, 2)[0], fail_if(0, 2)[1]];
    assert_faults(&two(choice, vec![Inst::fence()]), &[]);
}

#[test]
fn objects() {
    // Gives back what the other may hold, or nobody.
    let mut wrong = two(vec![lock(0), unlock(0)], vec![unlock(0)]);
    let misuse = FaultKey { kind: FaultKind::SyncMisuse, ..assertion(2, 0) };
    assert_faults(&wrong, &[misuse]);
    // Of this kind, it says that it is not the thread's.
    wrong.objects[0] = SyncState::StaticMutex(MutexKind::ErrorCheck);
    assert_faults(&wrong, &[]);
    // At most two are inside, and two may be.
    let with = |value, inside: Inst| {
        let enters = || endless(vec![sync(0, SyncOp::SemWait), inside, sync(0, SyncOp::SemPost)]);
        let mut program = Looping::parallel(vec![enters(), enters()], 0, 1, 1);
        program.objects[0] = SyncState::Sem { value, interrupted: Vec::new() };
        program
    };
    assert_faults(&with(1, store(0)), &[]);
    assert_faults(&with(2, store(0)), &[parties(FaultKind::DataRace, &[(1, 1), (2, 1)])]);
    assert_faults(&with(0, store(0)), &[parties(FaultKind::Deadlock, &[(1, 0), (2, 0)])]);
}

#[test]
fn too_many_states() {
    let mut program = two(vec![Inst::rmw(DISCARD, 0, RmwOp::Add, val(1))], vec![Inst::fence()]);
    assert_eq!(reached(&program.program(), 1000), None);
    program.bodies[1].endless = false;
    // The thread is not started, or is; it has added, or not; or both ended that, with main.
    assert!(reached(&program.program(), 1000).is_some());
}

/// A search over what toys say of their states finds the same faults as one over the definitions.
#[test]
fn toys_tell_their_states_apart() {
    let make = || Box::new(Search) as Box<dyn Explorer<Toy>>;
    let demands = Demands { circles: false, ..Demands::ALL };
    for hole in holes() {
        let truth = all(&hole.program);
        if !truth.has(FaultKind::DataRace) {
            check_one(&make, &hole.program, &truth, demands).unwrap_or_else(|why| panic!("{}: {why}", hole.name));
        }
    }
    for (name, profile) in Loops::all() {
        let (count, seed) = (100 * effort(), seed(6_000_000));
        let series = Series { count, seed, limit: 3000, without_races: true, demands };
        let summary = check_loops(&make, &profile, series).unwrap_or_else(|failure| panic!("{name}, {failure}"));
        println!("{name}: {summary:?}");
    }
}

//! `optimal` with sections that are events, against the oracle.

use std::rc::Rc;
use threadbare_effort::{effort, seed};
use threadbare_op::{ReleaseSequence, SyncOp, SyncState};
use threadbare_testkit::generate::Profile;
use threadbare_testkit::oracle::truth_by_classes;
use threadbare_testkit::program::{Inst, Plain, Program, val};
use threadbare_testkit::sections::{self, check_sections};

fn check(name: &str, profile: &Profile, count: u64) -> [usize; 2] {
    let found = check_sections(profile, count * effort(), seed(7_000_000));
    let (summary, executions) = found.unwrap_or_else(|failure| panic!("{name}, {failure}"));
    println!("{name}: {summary:?}, executions {executions:?}");
    executions
}

#[test]
fn sections_of_one_lock() {
    let [ordered, sections] = check("sections", &Profile::sections(1), 500);
    assert!(3 * sections < 2 * ordered, "{sections} of {ordered} executions: the sections are events");
}

#[test]
fn sections_of_two_locks() {
    let [ordered, sections] = check("sections", &Profile::sections(2), 500);
    assert!(3 * sections < 2 * ordered, "{sections} of {ordered} executions: the sections are events");
}

#[test]
fn what_is_alike() {
    let [ordered, commuting] = check("alike", &Profile::alike(), 1000);
    assert!(4 * commuting < 3 * ordered, "{commuting} of {ordered} executions: they commute");
}

#[test]
fn what_crosses_barriers() {
    let [ordered, commuting] = check("meetings", &Profile::meetings(), 1000);
    assert!(4 * commuting < 3 * ordered, "{commuting} of {ordered} executions: arrivals commute");
}

/// More threads: what one does with a lock depends on the sections of another.
#[test]
fn more_threads() {
    for mutexes in 1..=2 {
        let profile = Profile { threads: (3, 4), ops: (1, 2), main_ops: (0, 1), ..Profile::sections(mutexes) };
        check("more threads", &Profile { limit: 20_000, ..profile }, 150);
    }
}

/// Programs with everything else.
#[test]
fn all_profiles() {
    for (name, profile) in Profile::all() {
        check(name, &profile, 150);
    }
}

/// `lock; ...; unlock` of a mutex.
fn section(object: usize, inside: &[Inst]) -> Vec<Inst> {
    let op = |op| Inst::Sync { reg: 3, object, op };
    [&[op(SyncOp::MutexLock)], inside, &[op(SyncOp::MutexUnlock)]].concat()
}

fn lock(object: usize) -> Vec<Inst> {
    vec![Inst::Sync { reg: 3, object, op: SyncOp::MutexLock }]
}

const fn read(reg: u8, var: usize) -> Inst {
    Inst::PlainLoad { reg, var }
}

const fn write(var: usize) -> Inst {
    Inst::PlainStore { var, value: val(1) }
}

/// Executions with locks in order, and with sections that are events.
fn executions(threads: &[Vec<Inst>]) -> [usize; 2] {
    executions_with(threads, vec![SyncState::Zero, SyncState::Zero])
}

fn executions_with(threads: &[Vec<Inst>], objects: Vec<SyncState>) -> [usize; 2] {
    let spawns = (1..=threads.len()).map(|body| Inst::Spawn { slot: (body - 1) as u8, body });
    let program = Program {
        bodies: [&[spawns.collect()], threads].concat(),
        locations: vec![(0, 8)],
        variables: vec![0; 3],
        objects,
        plain: Plain::Report,
        tight: false,
        release_sequence: ReleaseSequence::Rc11,
        rounds: None,
    };
    let truth = truth_by_classes(&program, 1_000_000).expect("few enough");
    sections::check(&Rc::new(program), &truth).unwrap()
}

/// The orders of conflicting sections count, counted by hand.
#[test]
fn what_counts() {
    let readers = vec![section(0, &[read(0, 0)]); 4];
    assert_eq!(executions(&readers), [24, 1]);
    let writers = vec![section(0, &[write(0)]); 3];
    assert_eq!(executions(&writers), [6, 6]);
    let own: Vec<_> = (0..3).map(|var| section(0, &[write(var)]).repeat(2)).collect();
    assert_eq!(executions(&own), [90, 1]);
    // Each reader comes before the writer, or after.
    let mixed = vec![section(0, &[read(0, 0)]), section(0, &[read(0, 0)]), section(0, &[write(0)])];
    assert_eq!(executions(&mixed), [6, 4]);
    // A section with an atomic access is in order with all others.
    let visible = vec![section(0, &[read(0, 0)]), section(0, &[Inst::load(0, 0)]), section(0, &[read(0, 1)])];
    assert_eq!(executions(&visible), [6, 4]);
}

/// What the conditions of docs/proofs/sections.md are for.
#[test]
fn conditions() {
    let skip = |reg, value, count| Inst::Skip { reg, value, equal: true, count };
    let kept = [lock(1), section(0, &[write(0)])].concat();
    let reads = section(0, &[read(0, 0), Inst::Assert { reg: 0, value: 1 }]);
    executions(&[reads, kept, section(0, &[])]);
    let moves = section(0, &[read(0, 0), skip(0, 0, 1), write(1)]);
    let found = executions(&[moves, section(0, &[write(0)]), section(0, &[read(1, 1)])]);
    // The first is before the second, or after; after it, before the third, or after.
    assert_eq!(found, [6, 3]);
    let tries = section(0, &[]);
    let attempt = vec![Inst::Sync { reg: 0, object: 0, op: SyncOp::MutexTryLock }];
    let [ordered, sections] = executions(&[tries, attempt]);
    assert_eq!(ordered, sections, "in order where one is tried");
    let destroy = vec![Inst::Sync { reg: 3, object: 0, op: SyncOp::MutexDestroy }];
    executions(&[section(0, &[]), [section(0, &[]), destroy].concat()]);
}

/// Races that show in one order of two sections only, and pairs of accesses that look like some.
#[test]
fn races() {
    let race =
        [[vec![write(2)], section(0, &[write(0)])].concat(), [section(0, &[write(1)]), vec![read(0, 2)]].concat()];
    assert_eq!(executions(&race), [0, 0], "is racy");
    let ordered = [
        [vec![write(2)], section(0, &[write(0)])].concat(),
        section(0, &[read(0, 0), Inst::Skip { reg: 0, value: 0, equal: true, count: 1 }, read(1, 2)]),
    ];
    assert_ne!(executions(&ordered), [0, 0], "who reads 1 comes after");
}

/// Executions of threads of which so many meet at a barrier: with their arrivals in order, and not.
fn meeting(count: u32, threads: &[Vec<Inst>]) -> [usize; 2] {
    executions_with(threads, vec![SyncState::Barrier { count, waiting: Vec::new() }])
}

fn meet() -> Vec<Inst> {
    let arrive = Inst::Sync { reg: 3, object: 0, op: SyncOp::BarrierArrive { asks: false } };
    vec![arrive, Inst::Leave { reg: 3, object: 0 }]
}

/// Whoever is the last to arrive comes after all others, too.
#[test]
fn barriers_order_what_crosses_them() {
    let writer = [vec![write(0)], meet()].concat();
    let reader = [meet(), vec![read(0, 0)]].concat();
    for threads in [[writer.clone(), reader.clone()], [reader.clone(), writer.clone()]] {
        assert_eq!(meeting(2, &threads), [2, 1]);
    }
    assert_eq!(meeting(3, &[writer.clone(), reader.clone(), reader.clone()]), [6, 1]);
    // What was read is written after they have met again.
    let passes = |own, other| [vec![write(own)], meet(), vec![read(0, other)], meet(), vec![write(other)]].concat();
    assert_eq!(meeting(2, &[passes(0, 1), passes(1, 0)]), [4, 1]);
    // What an atomic load finds does not depend on who came first.
    let stores = [vec![Inst::store(0, val(1))], meet()].concat();
    let loads = [meet(), vec![Inst::load(0, 0)]].concat();
    assert_eq!(meeting(2, &[stores, loads]), [2, 1]);
}

/// What a barrier does not order is a race, whoever comes first.
#[test]
fn races_around_barriers() {
    let racy = |count, threads: &[Vec<Inst>]| assert_eq!(meeting(count, threads), [0, 0], "is racy");
    let before = [vec![read(0, 0)], meet()].concat();
    let after = [meet(), vec![read(0, 0)]].concat();
    let writes = [vec![write(0)], meet()].concat();
    racy(2, &[writes.clone(), before]);
    racy(2, &[[meet(), vec![write(0)]].concat(), after.clone()]);
    // One of them does not come, and nobody waits for it.
    racy(2, &[writes, after.clone(), meet()]);
    racy(2, &[vec![write(0)], after, meet()]);
    // It comes after the first meeting, and is read before the second.
    racy(2, &[[meet(), vec![write(0)], meet()].concat(), [meet(), vec![read(0, 0)], meet()].concat()]);
}

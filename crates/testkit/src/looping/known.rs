//! Programs on which a search for a complete finite prefix goes wrong if it is done as first
//! printed, and what is to be found in them, by reasoning.
//!
//! In most of them every thread but those said to halt goes on for ever, so that nothing is a
//! deadlock of all threads as long as one can always move.

use super::{Body, Looping, MUTEX};
use crate::oracle::{FaultKey, parties_key};
use crate::program::{DISCARD, Inst, Program, REGISTERS, val};
use std::collections::BTreeSet;
use threadbare_op::{FaultKind, RmwOp, SyncOp, SyncState};

/// A program, and what is to be found in it.
#[derive(Clone, Debug)]
pub struct Hole {
    /// Which hole it is for.
    pub name: &'static str,
    /// The program.
    pub program: Looping,
    /// All its faults.
    pub faults: BTreeSet<FaultKey>,
    /// How many states there are once all threads have been started, if that is known.
    pub started: Option<usize>,
}

/// A thread that does this for ever.
#[must_use]
pub fn endless(again: Vec<Inst>) -> Body {
    Body { again, endless: true, ..Body::default() }
}

/// A thread that does this and ends.
#[must_use]
pub fn halting(once: Vec<Inst>) -> Body {
    Body { once, ..Body::default() }
}

/// A fault.
#[must_use]
pub const fn fail() -> Inst {
    Inst::Assert { reg: 0, value: 999 }
}

/// A fault if the register has this value.
#[must_use]
pub const fn fail_if(reg: u8, value: u64) -> [Inst; 2] {
    [Inst::Skip { reg, value, equal: false, count: 1 }, fail()]
}

/// Takes a mutex.
#[must_use]
pub const fn lock(object: usize) -> Inst {
    Inst::Sync { reg: (REGISTERS - 1) as u8, object, op: SyncOp::MutexLock }
}

/// Gives it back.
#[must_use]
pub const fn unlock(object: usize) -> Inst {
    Inst::Sync { reg: (REGISTERS - 1) as u8, object, op: SyncOp::MutexUnlock }
}

/// The assertion at this place fails.
#[must_use]
pub fn assertion(body: usize, pc: usize) -> FaultKey {
    let parties = BTreeSet::new();
    FaultKey { kind: FaultKind::Assertion, thread: path(body), site: Program::site(body, pc), parties }
}

/// These are parties to a fault: bodies and places.
#[must_use]
pub fn parties(kind: FaultKind, those: &[(usize, usize)]) -> FaultKey {
    parties_key(kind, those.iter().map(|&(body, pc)| (path(body), Program::site(body, pc))).collect())
}

/// Of a thread that main starts as its so-manieth.
fn path(body: usize) -> Vec<u32> {
    body.checked_sub(1).map(|n| n as u32).into_iter().collect()
}

/// A place where a thread can be: after all that is invisible there.
const YIELD: Inst = Inst::fence();

fn hole(
    name: &'static str,
    threads: Vec<Vec<Inst>>,
    halts: Option<usize>,
    faults: &[FaultKey],
    started: Option<usize>,
) -> Hole {
    let body = |(at, code)| if halts == Some(at) { halting(code) } else { endless(code) };
    let threads = threads.into_iter().enumerate().map(body).collect();
    let program = Looping::parallel(threads, 1, 1, 1);
    Hole { name, program, faults: faults.iter().cloned().collect(), started }
}

fn then(mut code: Vec<Inst>, more: [Inst; 2]) -> Vec<Inst> {
    code.extend(more);
    code
}

/// The programs: some as they were found, where states are lost, and the same with faults there.
#[must_use]
pub fn holes() -> Vec<Hole> {
    [waiting(), through_a_cutoff(), backtracking(), racing(), first_met(), ties(), stuck()].concat()
}

/// Extensions of what waits are looked for at deadlocks only: the lock is free again after each
/// unlock, which is a cutoff, and nothing is ever a deadlock.
fn waiting() -> Vec<Hole> {
    let threads = vec![vec![lock(0), unlock(0)], vec![YIELD, lock(0), fail()]];
    vec![hole("a lock behind a cutoff", threads, None, &[assertion(2, 2)], None)]
}

/// An alternative goes through a cutoff: that x is 0 again. 18 states: before the third thread has
/// moved, x and the register are 0 and the first is at its read or its lock, with the mutex or
/// without: 4. After it, x is 0 or 1, and the register is, but for the first read: 2 * 7.
fn through_a_cutoff() -> Vec<Hole> {
    let others = || [vec![Inst::store(0, val(0))], vec![Inst::rmw(DISCARD, 0, RmwOp::Xchg, val(1))]];
    let with = |name, first: Vec<Inst>, faults: &[FaultKey], started| {
        let threads = [vec![first], others().to_vec()].concat();
        hole(name, threads, Some(2), faults, started)
    };
    let first = vec![Inst::load(0, 0), lock(0)];
    let early = vec![Inst::load(0, 0), fail_if(0, 1)[0], fail(), lock(0)];
    // A read of 1 in the second round, after 0 in the first.
    let again = [vec![Inst::load(0, 0)], fail_if(0, 1).to_vec(), vec![lock(0)]].concat();
    let second = Body { once: vec![Inst::load(1, 0), Inst::Assert { reg: 1, value: 0 }], again, endless: true };
    let mut twice = with("through a cutoff, twice", first.clone(), &[assertion(1, 1), assertion(1, 4)], None);
    twice.program.bodies[1] = second;
    vec![
        with("through a cutoff", first.clone(), &[], Some(18)),
        with("through a cutoff, 1 is read", early, &[assertion(1, 2)], None),
        with("through a cutoff, with the lock", then(first, fail_if(0, 1)), &[assertion(1, 3)], None),
        twice,
    ]
}

/// Going back as soon as an event of the configuration becomes a cutoff. 18 states: the second
/// thread is at one of three places, the mutex is free, or one of two has it, and x is 0 or 1.
fn backtracking() -> Vec<Hole> {
    let with = |name, reg: u8, after: &[Inst], last: &[Inst], faults: &[FaultKey], started| {
        let swap = vec![YIELD, Inst::cas(reg, 0, val(1), val(0)), lock(0)];
        let threads = vec![
            vec![Inst::store(0, val(1))],
            [swap, after.to_vec()].concat(),
            [vec![lock(0)], last.to_vec()].concat(),
        ];
        hole(name, threads, None, faults, started)
    };
    vec![
        with("going back at a cutoff", DISCARD, &[], &[], &[], Some(18)),
        with("going back at a cutoff, swapped", 0, &fail_if(0, 1), &[], &[assertion(2, 4)], None),
        with("going back at a cutoff, not swapped", 0, &fail_if(0, 0), &[], &[assertion(2, 4)], None),
        with("going back at a cutoff, the other", DISCARD, &[], &[fail()], &[assertion(3, 1)], None),
    ]
}

/// Races are looked for inside maximal configurations only: the store can be a cutoff, and its
/// other party in conflict with what comes after it.
fn racing() -> Vec<Hole> {
    let threads = vec![
        vec![Inst::load(DISCARD, 0), Inst::PlainLoad { reg: 0, var: 0 }],
        vec![Inst::PlainStore { var: 0, value: val(0) }, Inst::cas(DISCARD, 0, val(0), val(1)), lock(0)],
    ];
    let race = parties(FaultKind::DataRace, &[(1, 1), (2, 0)]);
    vec![hole("a race with a cutoff", threads, None, &[race], None)]
}

/// Waits at an object that nobody has touched; and after a join, for what the joined thread has
/// kept.
fn stuck() -> Vec<Hole> {
    let wait = Inst::Sync { reg: DISCARD, object: 0, op: SyncOp::SemWait };
    let mut untouched = hole("nobody has touched it", vec![vec![wait]], None, &[], None);
    untouched.program.objects[0] = SyncState::Sem { value: 0, interrupted: Vec::new() };
    untouched.faults.insert(parties(FaultKind::Deadlock, &[(1, 0)]));
    let mut joined = hole("kept by who was joined", vec![vec![lock(0)]], Some(0), &[], None);
    joined.program.bodies[0].once.extend([Inst::Join { slot: 0 }, lock(0)]);
    joined.faults.insert(parties(FaultKind::Deadlock, &[(0, 2)]));
    let mut later = hole("joined, but not where the other waits", vec![vec![lock(0)], Vec::new()], None, &[], None);
    later.program.bodies[1] = halting(vec![lock(0)]);
    later.program.bodies[2] = halting(vec![lock(1), unlock(1), lock(0)]);
    later.program.bodies[0] = halting(vec![
        Inst::Spawn { slot: 0, body: 1 },
        Inst::Spawn { slot: 1, body: 2 },
        lock(1),
        unlock(1),
        Inst::Join { slot: 0 },
    ]);
    later.program.objects.push(MUTEX);
    let (one, other) = (parties(FaultKind::Deadlock, &[(2, 2)]), parties(FaultKind::Deadlock, &[(0, 4), (1, 0)]));
    later.faults.extend([one, other]);
    vec![untouched, joined, later]
}

/// What is met first is kept, whichever is smaller. x is turned over: each of 15 pairs of places
/// (not both in the section), with x and the register 0 or 1, can be reached: 60.
fn first_met() -> Vec<Hole> {
    let with = |name, after: &[Inst], faults: &[FaultKey], started| {
        let threads = vec![
            vec![YIELD, Inst::rmw(DISCARD, 0, RmwOp::Xor, val(1)), lock(0), unlock(0)],
            [vec![YIELD, Inst::load(0, 0), lock(0)], after.to_vec(), vec![unlock(0)]].concat(),
        ];
        hole(name, threads, None, faults, started)
    };
    vec![with("first met", &[], &[], Some(60)), with("first met, 1 is read", &fail_if(0, 1), &[assertion(2, 4)], None)]
}

/// Events of equal size that come to the same, cut for each other's sake.
fn ties() -> Vec<Hole> {
    let turn = || vec![Inst::rmw(DISCARD, 0, RmwOp::Xor, val(1))];
    let looks = [vec![Inst::load(0, 0)], fail_if(0, 1).to_vec()].concat();
    // First 1, then 0.
    let twice = vec![
        Inst::load(0, 0),
        Inst::load(1, 0),
        Inst::Skip { reg: 0, value: 1, equal: false, count: 2 },
        Inst::Skip { reg: 1, value: 0, equal: false, count: 1 },
        fail(),
    ];
    let count = |after: &[Inst]| {
        let counted = vec![
            lock(0),
            Inst::PlainLoad { reg: 0, var: 0 },
            Inst::Set { reg: 1, value: val(0) },
            Inst::Skip { reg: 0, value: 2, equal: true, count: 1 },
            Inst::Set { reg: 1, value: crate::program::reg(0, 1) },
            Inst::PlainStore { var: 0, value: crate::program::reg(1, 0) },
        ];
        [counted, after.to_vec(), vec![unlock(0)]].concat()
    };
    vec![
        hole("ties", vec![turn(), turn(), looks], None, &[assertion(3, 2)], None),
        hole("ties, there and back", vec![turn(), turn(), twice], None, &[assertion(3, 4)], None),
        hole("counters", vec![count(&[]), count(&[])], None, &[], None),
        hole("counters, 2", vec![count(&[]), count(&fail_if(1, 2))], None, &[assertion(2, 7)], None),
        hole("counters, 3", vec![count(&[]), count(&fail_if(1, 3))], None, &[], None),
    ]
}

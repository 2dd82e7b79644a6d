//! The oracle: what a toy program can do, by enumerating all its interleavings, from the
//! definitions.
//!
//! It has its own little interpreter, and shares with the rest only the state machines of
//! synchronisation objects (`threadbare_op::sync`) and `RmwOp::apply`. Happens-before is kept as
//! the set of all earlier items of the execution at hand, so that a data race is literally a pair
//! of unordered conflicting accesses.

mod ends;
mod perform;
mod settle;

use crate::bounds::{Cost, Weight};
use crate::class::{Class, End, Path, Stands, Touched};
use crate::execution::Execution;
use crate::program::{Inst, Program, REGISTERS};
use crate::values::{Link, ValueClasses};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use threadbare_op::sync::errno;
use threadbare_op::{Addr, FaultKind, Outcome, Site, SyncId, SyncOp, SyncTable};

/// A fault, in terms that do not depend on numbering.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FaultKey {
    /// What.
    pub kind: FaultKind,
    /// Who; the lowest thread of a deadlock or a race.
    pub thread: Path,
    /// Where.
    pub site: Site,
    /// Of a deadlock: who waits where. Of a race: both parties, whichever came first.
    pub parties: BTreeSet<(Path, Site)>,
}

/// What is left behind: memory, plain variables, and the registers of each thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Final {
    /// What was written last to each location ever written.
    pub memory: BTreeMap<Addr, u64>,
    /// The plain variables, if plain accesses are invisible.
    pub variables: Vec<u64>,
    /// By path.
    pub threads: Vec<(Path, Stands, [u64; REGISTERS])>,
}

/// What a program can do.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// Its classes, and how the executions of each end.
    pub classes: BTreeMap<Class, End>,
    /// An execution of each class.
    pub examples: Vec<Execution>,
    value_classes: OnceCell<BTreeMap<ValueClasses, End>>,
    /// What bounds say of each.
    pub weights: BTreeMap<Class, Weight>,
    /// Those of them in which a thread waits in a loop, having read there what was overwritten
    /// later, if only with the same value: there are others with the same faults, and they need not
    /// be shown.
    pub optional: BTreeSet<Class>,
    /// Its final states.
    pub finals: BTreeSet<Final>,
    /// Its faults.
    pub faults: BTreeSet<FaultKey>,
    /// What it costs to come to each of a thread's faults (but races) before anybody else fails, if
    /// that is possible: the least of each. Only known if all interleavings were enumerated.
    pub first: BTreeMap<FaultKey, Cost>,
    /// Whether something unsupported is met.
    pub unsupported: bool,
    /// Whether a bound is met.
    pub bounded: bool,
    /// Interleavings that are complete.
    pub complete: u64,
    /// Other interleavings.
    pub blocked: u64,
    /// Steps of all interleavings, common beginnings counted once.
    pub events: u64,
    /// Steps of the longest.
    pub depth: u64,
}

impl Truth {
    /// The classes by values and by reads-from, and how the executions of each end.
    pub fn value_classes(&self) -> &BTreeMap<ValueClasses, End> {
        self.value_classes
            .get_or_init(|| self.examples.iter().map(|example| (example.value_classes(), example.end)).collect())
    }

    /// Whether some execution has a data race.
    #[must_use]
    pub fn is_racy(&self) -> bool {
        self.faults.iter().any(|fault| fault.kind == FaultKind::DataRace)
    }
}

/// Enumerates `program`; `None` if it has more than `limit` interleavings, or too long ones.
#[must_use]
pub fn truth(program: &Program, limit: u64) -> Option<Truth> {
    enumerate(program, limit, None)
}

/// The same, except that of equivalent beginnings (as to plain accesses, too) only one is
/// continued; what is counted is then something else than interleavings. `None` if there are more
/// than `limit` beginnings. Held against [`truth`] by a test.
#[must_use]
pub fn truth_by_classes(program: &Program, limit: u64) -> Option<Truth> {
    enumerate(program, limit, Some(FxHashSet::default()))
}

/// What it costs to go by this schedule, of which each step is by the thread with this path, with
/// this choice; `None` if it is not one of the program, or too long.
#[must_use]
pub fn cost_of(program: &Program, steps: &[(Path, u32)]) -> Option<Cost> {
    let (mut oracle, mut state) = begin(program, 0, None);
    for (path, choice) in steps {
        if oracle.items.len() + 8 > MAX_ITEMS {
            return None;
        }
        let me = state.threads.iter().position(|thread| oracle.paths[thread.path] == *path)?;
        oracle.enabled(&state, me)?;
        oracle.switch(&mut state, me);
        oracle.perform(&mut state, me, u64::from(*choice));
    }
    Some(state.cost)
}

fn enumerate(program: &Program, limit: u64, known: Option<FxHashSet<Class>>) -> Option<Truth> {
    let (mut oracle, start) = begin(program, limit, known);
    oracle.explore(&start)?;
    Some(oracle.truth)
}

/// The oracle, and the beginning of the program.
fn begin(program: &Program, limit: u64, known: Option<FxHashSet<Class>>) -> (Oracle<'_>, State) {
    let mut oracle = Oracle {
        program,
        limit,
        known,
        sync: SyncTable::new(),
        paths: vec![Vec::new()],
        items: Vec::new(),
        truth: Truth::default(),
    };
    let objects =
        program.objects.iter().map(|state| Rc::new(vec![(oracle.sync.intern(state.clone()), None, None)])).collect();
    let mut start = State {
        threads: Vec::new(),
        memory: BTreeMap::new(),
        variables: program.variables.clone(),
        atomically: vec![(false, false); program.variables.len()],
        objects,
        last: None,
        cost: Cost::default(),
        faults: BTreeSet::new(),
        failed: false,
    };
    start.threads.push(Thread::new(0, 0, None));
    oracle.settle(&mut start, 0);
    (oracle, start)
}

/// Items of one execution at most: one bit each.
const MAX_ITEMS: usize = 128;

#[derive(Clone, Copy)]
struct Thread {
    /// Index into the oracle's paths.
    path: usize,
    body: usize,
    pc: usize,
    regs: [u64; REGISTERS],
    /// Index into the state's threads.
    slots: [Option<usize>; REGISTERS],
    children: u32,
    /// Its last item, or the spawn of it.
    last: Option<usize>,
    stands: Stands,
    /// How often it did something that lasts.
    effects: u32,
    /// How often it came to the head of a loop.
    rounds: u32,
    /// How it was at the last head, and the number of items then.
    seen: Option<(Seen, usize)>,
}

/// Place, registers, handles, effects.
type Seen = (usize, [u64; REGISTERS], [Option<usize>; REGISTERS], u32);

impl Thread {
    fn new(path: usize, body: usize, last: Option<usize>) -> Self {
        let (regs, slots) = ([0; REGISTERS], [None; REGISTERS]);
        let stands = Stands::Waits;
        Self { path, body, pc: 0, regs, slots, children: 0, last, stands, effects: 0, rounds: 0, seen: None }
    }
}

/// Whether the operation has failed, or only asked, if this was its result.
fn fails(op: SyncOp, result: u64) -> bool {
    match op {
        SyncOp::MutexLock
        | SyncOp::MutexTryLock
        | SyncOp::MutexTimedLock
        | SyncOp::MutexUnlock
        | SyncOp::MutexConsistent
        | SyncOp::RwTryRead
        | SyncOp::RwTimedRead
        | SyncOp::RwTryWrite
        | SyncOp::RwTimedWrite
        | SyncOp::SpinTryLock
        | SyncOp::SemPost
        | SyncOp::SemTryWait
        | SyncOp::SemTimedWait => result != 0 && result != errno::EOWNERDEAD,
        SyncOp::SemAwait { .. } => result == errno::ETIMEDOUT,
        SyncOp::SemGet | SyncOp::SemPeek | SyncOp::MutexPeek | SyncOp::MutexPeekEnd => true,
        _ => false,
    }
}

/// A state of an object, the thread and the item that led there.
type Step = (SyncId, Option<usize>, Option<usize>);

#[derive(Clone)]
struct State {
    threads: Vec<Thread>,
    /// Value and last write.
    memory: BTreeMap<Addr, (u64, usize)>,
    variables: Vec<u64>,
    /// By variable: whether it was read, or written, atomically.
    atomically: Vec<(bool, bool)>,
    objects: Vec<Rc<Vec<Step>>>,
    /// Who performed the last visible instruction, and what all of them cost so far.
    last: Option<usize>,
    cost: Cost,
    faults: BTreeSet<FaultKey>,
    /// Whether somebody has failed. A thread that fails before its first item need not have run.
    failed: bool,
}

struct Event {
    /// Index into the state's threads.
    thread: usize,
    site: Site,
    touched: Touched,
    read: Option<u64>,
    written: Option<u64>,
    faulty: bool,
    /// Whether it is an invisible plain access.
    hidden: bool,
    /// An access to a plain variable.
    uses: Option<Use>,
    /// Whether it leaves a synchronisation object as it was.
    looks: bool,
    link: Link,
    /// What it reads from.
    from: Option<usize>,
    /// The set of items before it by program order and reads-from.
    past: u128,
    /// The set of items that happen before: what comes of an operation on an object that fails, or
    /// only asks, orders nothing.
    hb: u128,
    /// It is such an operation.
    silent: bool,
}

#[derive(Clone, Copy)]
struct Use {
    var: usize,
    writes: bool,
    atomic: bool,
}

struct Oracle<'a> {
    program: &'a Program,
    limit: u64,
    /// The beginnings seen, if equivalent ones are to be left out.
    known: Option<FxHashSet<Class>>,
    sync: SyncTable,
    paths: Vec<Path>,
    items: Vec<Event>,
    truth: Truth,
}

impl Oracle<'_> {
    /// All continuations of `state`.
    fn explore(&mut self, state: &State) -> Option<()> {
        if self.items.len() + 8 > MAX_ITEMS || self.truth.complete + self.truth.blocked > self.limit {
            return None;
        }
        if self.known.is_some() {
            let beginning = self.class(state, true, End::Complete);
            let known = self.known.get_or_insert_default();
            if known.len() as u64 > self.limit {
                return None;
            }
            if !known.insert(beginning) {
                return Some(());
            }
        }
        let length = self.items.len();
        let mut ends = true;
        for me in 0..state.threads.len() {
            let Some(arity) = self.enabled(state, me) else { continue };
            ends = false;
            for choice in 0..arity {
                let mut next = state.clone();
                self.switch(&mut next, me);
                self.perform(&mut next, me, u64::from(choice));
                self.truth.events += 1;
                self.explore(&next)?;
                self.items.truncate(length);
            }
        }
        if ends {
            self.end(state);
        }
        Some(())
    }

    /// Counts the switch to `me`, if it is one.
    fn switch(&mut self, state: &mut State, me: usize) {
        let Some(last) = state.last.replace(me).filter(|last| *last != me) else { return };
        let path = |thread: usize| &self.paths[state.threads[thread].path];
        let back = path(last) > path(me);
        let goes_on = self.enabled(state, last).is_some();
        state.cost.switches += 1;
        state.cost.rounds += u32::from(back);
        state.cost.preemptions += u32::from(goes_on);
    }

    /// In how many ways `me` can perform its next instruction.
    fn enabled(&mut self, state: &State, me: usize) -> Option<u32> {
        let thread = &state.threads[me];
        if thread.stands != Stands::Waits {
            return None;
        }
        match *self.program.inst(thread.body, thread.pc)? {
            Inst::Choice { arity, .. } => Some(arity),
            Inst::Join { slot } => {
                let child = thread.slots[usize::from(slot)]?;
                (state.threads[child].stands == Stands::Finished).then_some(1)
            }
            Inst::Sync { object, op, .. } => (self.outcome(state, me, object, op).0 != Outcome::Blocked).then_some(1),
            Inst::Leave { object, .. } => {
                (self.outcome(state, me, object, SyncOp::BarrierLeave).0 != Outcome::Blocked).then_some(1)
            }
            _ => Some(1),
        }
    }
}

/// The key of a fault to which these threads, at these places, are parties.
#[must_use]
pub fn parties_key(kind: FaultKind, parties: BTreeSet<(Path, Site)>) -> FaultKey {
    let (thread, site) = parties.first().cloned().unwrap_or_default();
    FaultKey { kind, thread, site, parties }
}

//! The oracle: what a toy program can do, by enumerating all its interleavings, from the
//! definitions.
//!
//! It has its own little interpreter, and shares with the rest only the state machines of
//! synchronisation objects (`threadbare_op::sync`) and `RmwOp::apply`. Happens-before is kept as
//! the set of all earlier items of the execution at hand, so that a data race is literally a pair
//! of unordered conflicting accesses.

use crate::bounds::{Cost, Weight, rounds};
use crate::class::{Class, End, Item, Path, Standing, Stands, Touched, class, read_in_vain};
use crate::coarse::coarse;
use crate::program::{Inst, Plain, Program, REGISTERS};
use crate::values::{Link, Step as ValueStep, ValueClasses, value_classes};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::sync::errno;
use threadbare_op::{Addr, FaultKind, Outcome, Site, SyncId, SyncOp, SyncTable, ThreadId};

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
    /// The classes by values and by reads-from, and how the executions of each end.
    pub value_classes: BTreeMap<ValueClasses, End>,
    /// What bounds say of each.
    pub weights: BTreeMap<Class, Weight>,
    /// Those of them in which a thread waits in a loop, having read there what was overwritten
    /// later, if only with the same value: there are others with the same faults, and they need not
    /// be shown.
    pub optional: BTreeSet<Class>,
    /// Its final states.
    pub finals: BTreeSet<Final>,
    /// Its classes by events and values, and by events and reads-from ([`crate::coarse`]); the root
    /// is main's first child.
    pub values: BTreeSet<Class>,
    /// See there.
    pub sources: BTreeSet<Class>,
    /// Its faults.
    pub faults: BTreeSet<FaultKey>,
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
    let objects = program.objects.iter().map(|state| vec![(oracle.sync.intern(state.clone()), None, None)]).collect();
    let mut start = State {
        threads: Vec::new(),
        memory: BTreeMap::new(),
        variables: program.variables.clone(),
        atomically: vec![(false, false); program.variables.len()],
        objects,
        last: None,
        cost: Cost::default(),
        faults: BTreeSet::new(),
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
        SyncOp::SemGet => true,
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
    objects: Vec<Vec<Step>>,
    /// Who performed the last visible instruction, and what all of them cost so far.
    last: Option<usize>,
    cost: Cost,
    faults: BTreeSet<FaultKey>,
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
            Inst::Leave { reg, object } => {
                let op = leave(thread.regs[usize::from(reg)]);
                (self.outcome(state, me, object, op).0 != Outcome::Blocked).then_some(1)
            }
            _ => Some(1),
        }
    }

    /// What an operation does, and the item it reads from.
    fn outcome(&mut self, state: &State, me: usize, object: usize, op: SyncOp) -> (Outcome, Option<usize>) {
        let id = ThreadId(state.threads[me].path as u32);
        let history = &state.objects[object];
        let last = &history[history.len() - 1];
        if op.is_wait() {
            let mine = history.iter().rposition(|step| step.1 == Some(me)).unwrap_or(0);
            for step in &history[mine..] {
                let outcome = self.sync.apply(step.0, op, id);
                if matches!(outcome, Outcome::Next { .. }) {
                    return (outcome, step.2);
                }
            }
        }
        (self.sync.apply(last.0, op, id), last.2)
    }

    /// The item that orders what reads from this one.
    fn heard(&self, mut from: Option<usize>) -> Option<usize> {
        while let Some(item) = from
            && self.items[item].silent
        {
            from = self.items[item].from;
        }
        from
    }

    fn item(&mut self, state: &mut State, me: usize, touched: Touched, from: Option<usize>) -> &mut Event {
        let thread = &mut state.threads[me];
        let (mut past, mut hb) = (0, 0);
        for before in [thread.last, from].into_iter().flatten() {
            past |= self.items[before].past | 1 << before;
        }
        let heard = if let Touched::Object(_) = touched { self.heard(from) } else { from };
        for before in [thread.last, heard].into_iter().flatten() {
            hb |= self.items[before].hb | 1 << before;
        }
        thread.last = Some(self.items.len());
        let site = Program::site(thread.body, thread.pc);
        let (read, written) = (None, None);
        let (faulty, hidden, uses, looks, link) = (false, false, None, false, Link::None);
        let silent = false;
        let item = Event {
            thread: me,
            site,
            touched,
            read,
            written,
            faulty,
            hidden,
            uses,
            looks,
            link,
            from,
            past,
            hb,
            silent,
        };
        self.items.push(item);
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// `me` performs its next instruction, a visible one, and the invisible ones after it.
    fn perform(&mut self, state: &mut State, me: usize, choice: u64) {
        let thread = state.threads[me];
        let Some(&inst) = self.program.inst(thread.body, thread.pc) else { return };
        let set = |state: &mut State, reg: u8, value| state.threads[me].regs[usize::from(reg)] = value;
        let program = self.program;
        let old = match inst {
            Inst::Load { loc, .. } => self.access(state, me, program.atomic(loc).addr, true, |_| None),
            Inst::Store { loc, value, .. } => {
                let value = value.value(&thread.regs) & program.atomic(loc).mask();
                self.access(state, me, program.atomic(loc).addr, false, |_| Some(value))
            }
            Inst::Rmw { loc, op, operand, .. } => {
                let loc = program.atomic(loc);
                let operand = operand.value(&thread.regs) & loc.mask();
                self.access(state, me, loc.addr, true, |old| Some(op.apply(old, operand, loc.size)))
            }
            Inst::Cas { loc, expected, new, .. } => {
                let loc = program.atomic(loc);
                let (expected, new) = (expected.value(&thread.regs) & loc.mask(), new.value(&thread.regs) & loc.mask());
                self.access(state, me, loc.addr, true, |old| (old == expected).then_some(new))
            }
            Inst::PlainLoad { var, .. } | Inst::VarLoad { var, .. } => {
                self.access(state, me, program.variable(var).addr, true, |_| None)
            }
            Inst::PlainStore { var, value } | Inst::VarStore { var, value, .. } => {
                let value = value.value(&thread.regs);
                self.access(state, me, program.variable(var).addr, false, |_| Some(value))
            }
            Inst::VarAdd { var, operand, .. } => {
                let operand = operand.value(&thread.regs);
                self.access(state, me, program.variable(var).addr, true, |old| Some(old.wrapping_add(operand)))
            }
            _ => Some(0),
        };
        let Some(old) = old else { return };
        match inst {
            Inst::Load { reg, .. }
            | Inst::Rmw { reg, .. }
            | Inst::Cas { reg, .. }
            | Inst::PlainLoad { reg, .. }
            | Inst::VarLoad { reg, .. }
            | Inst::VarAdd { reg, .. } => set(state, reg, old),
            Inst::Store { .. } | Inst::PlainStore { .. } | Inst::VarStore { .. } => {}
            Inst::Sync { reg, object, op } => match self.operate(state, me, object, op) {
                Some(result) => set(state, reg, result),
                None => return,
            },
            Inst::Leave { reg, object } => {
                if self.operate(state, me, object, leave(thread.regs[usize::from(reg)])).is_none() {
                    return;
                }
            }
            Inst::Spawn { slot, body } => {
                self.item(state, me, Touched::Nothing, None).link = Link::Spawns(state.threads.len());
                self.spawn(state, me, slot, body);
            }
            Inst::Join { slot } => {
                let last = thread.slots[usize::from(slot)].and_then(|child| state.threads[child].last);
                let link = thread.slots[usize::from(slot)].map_or(Link::None, Link::Joins);
                self.item(state, me, Touched::Nothing, last).link = link;
            }
            Inst::Choice { reg, .. } => {
                self.item(state, me, Touched::Nothing, None).read = Some(choice);
                set(state, reg, choice);
            }
            _ => {
                self.item(state, me, Touched::Nothing, None);
            }
        }
        state.threads[me].pc += 1;
        state.threads[me].effects += u32::from(self.lasts(inst));
        self.settle(state, me);
    }

    /// Whether the newest item, which comes from `inst`, has changed something.
    fn lasts(&self, inst: Inst) -> bool {
        let Some(Event { read, written, .. }) = self.items.last() else { return true };
        match inst {
            Inst::Load { .. }
            | Inst::PlainLoad { .. }
            | Inst::VarLoad { .. }
            | Inst::Fence { .. }
            | Inst::Leave { .. } => false,
            Inst::Rmw { .. } | Inst::Cas { .. } | Inst::VarAdd { .. } => written.is_some() && read != written,
            Inst::Sync { op, .. } => read.is_none_or(|result| !op.only_looked(result)),
            _ => true,
        }
    }

    /// A visible access: the old value, or `None` if it is a race.
    fn access(
        &mut self,
        state: &mut State,
        me: usize,
        addr: Addr,
        reads: bool,
        write: impl FnOnce(u64) -> Option<u64>,
    ) -> Option<u64> {
        let held = state.memory.get(&addr).copied();
        let var = self.program.variable_at(addr).filter(|_| self.program.plain == Plain::Report);
        let old = match (var, held) {
            (Some(var), _) => state.variables[var],
            (None, Some(cell)) => cell.0,
            (None, None) => self.program.initial(addr),
        };
        let written = write(old);
        let place = self.items.len();
        self.item(state, me, Touched::Memory(addr), held.map(|cell| cell.1).filter(|_| reads));
        if let Some(var) = var {
            let Thread { body, pc, .. } = state.threads[me];
            let inst = self.program.inst(body, pc);
            let atomic = !matches!(inst, Some(Inst::PlainLoad { .. } | Inst::PlainStore { .. }));
            if self.races(state, Use { var, writes: written.is_some(), atomic }) {
                return None;
            }
            state.variables[var] = written.unwrap_or(old);
            let bits = &mut state.atomically[var];
            *bits = (bits.0 || atomic && written.is_none(), bits.1 || atomic && written.is_some());
        }
        let item = &mut self.items[place];
        item.read = reads.then_some(old);
        item.written = written;
        if let Some(value) = written {
            state.memory.insert(addr, (value, place));
        }
        Some(old)
    }

    /// Whether the last item, such an access, races with an earlier one. Then it is a fault.
    fn races(&mut self, state: &mut State, this: Use) -> bool {
        let own = self.items.len() - 1;
        self.items[own].uses = Some(this);
        let Event { hb, thread: me, .. } = self.items[own];
        let races = |(place, other): &(usize, &Event)| {
            other.thread != me
                && !other.faulty
                && hb & 1 << place == 0
                && other.uses.is_some_and(|other| {
                    other.var == this.var && (other.writes || this.writes) && !(other.atomic && this.atomic)
                })
        };
        let party = |item: &Event| (self.paths[state.threads[item.thread].path].clone(), item.site);
        let mine = party(&self.items[own]);
        let pair = |(_, other)| parties_key(FaultKind::DataRace, BTreeSet::from([mine.clone(), party(other)]));
        let found: Vec<FaultKey> = self.items[..own].iter().enumerate().filter(races).map(pair).collect();
        if found.is_empty() {
            return false;
        }
        self.truth.faults.extend(found);
        self.items[own].faulty = true;
        state.threads[me].stands = Stands::Fault;
        true
    }

    /// The result, or `None` if it is a fault.
    fn operate(&mut self, state: &mut State, me: usize, object: usize, op: SyncOp) -> Option<u64> {
        let (outcome, from) = self.outcome(state, me, object, op);
        let place = self.items.len();
        let touched = if op.is_wait() { Touched::Nothing } else { Touched::Object(self.program.object(object)) };
        let held = state.objects[object].last().map(|step| step.0);
        let own = state.threads[me].last.map_or(0, |last| self.items[last].hb | 1 << last);
        let item = self.item(state, me, touched, from);
        if let Outcome::Next { state: next, result } = outcome {
            if fails(op, result) {
                (item.silent, item.hb) = (true, own);
            }
            item.read = Some(result);
            item.looks = held == Some(next);
            if !op.is_wait() {
                state.objects[object].push((next, Some(me), Some(place)));
            }
            return Some(result);
        }
        item.faulty = true;
        self.fault(state, me, FaultKind::SyncMisuse);
        None
    }

    fn spawn(&mut self, state: &mut State, me: usize, slot: u8, body: usize) {
        let parent = &mut state.threads[me];
        let mut path = self.paths[parent.path].clone();
        path.push(parent.children);
        parent.children += 1;
        let number = self.paths.iter().position(|known| *known == path).unwrap_or(self.paths.len());
        if number == self.paths.len() {
            self.paths.push(path);
        }
        let child = state.threads.len();
        let last = state.threads[me].last;
        state.threads[me].slots[usize::from(slot)] = Some(child);
        state.threads.push(Thread::new(number, body, last));
        self.settle(state, child);
    }

    fn fault(&mut self, state: &mut State, me: usize, kind: FaultKind) {
        let thread = &mut state.threads[me];
        thread.stands = Stands::Fault;
        let site = Program::site(thread.body, thread.pc);
        let thread = self.paths[thread.path].clone();
        let fault = FaultKey { kind, thread, site, parties: BTreeSet::new() };
        state.faults.insert(fault.clone());
        self.truth.faults.insert(fault);
    }

    /// Runs the invisible instructions of `me` up to a visible one.
    fn settle(&mut self, state: &mut State, me: usize) {
        loop {
            let thread = &mut state.threads[me];
            let Some(&inst) = self.program.inst(thread.body, thread.pc) else {
                thread.stands = Stands::Finished;
                return;
            };
            match inst {
                Inst::Assume { reg, value } => {
                    if thread.regs[usize::from(reg)] != value {
                        thread.stands = Stands::Assume;
                        return;
                    }
                }
                Inst::Assert { reg, value } => {
                    if thread.regs[usize::from(reg)] != value {
                        self.fault(state, me, FaultKind::Assertion);
                        return;
                    }
                }
                Inst::Skip { reg, value, equal, count } => {
                    if equal == (thread.regs[usize::from(reg)] == value) {
                        thread.pc += count;
                    }
                }
                Inst::Set { reg, value } => thread.regs[usize::from(reg)] = value.value(&thread.regs),
                Inst::Head if self.program.rounds.is_some_and(|most| thread.rounds >= most) => {
                    thread.stands = Stands::Other;
                    return;
                }
                Inst::Head => {
                    thread.rounds += 1;
                    let now = (thread.pc, thread.regs, thread.slots, thread.effects);
                    if self.program.rounds.is_none() && thread.seen.is_some_and(|(then, _)| then == now) {
                        thread.stands = Stands::Spins;
                        return;
                    }
                    thread.seen = Some((now, self.items.len()));
                }
                Inst::Again { reg, value, equal, count } => {
                    if equal == (thread.regs[usize::from(reg)] == value) {
                        thread.pc -= count;
                        continue;
                    }
                }
                Inst::Join { slot } if thread.slots[usize::from(slot)].is_none() => {}
                Inst::Leave { reg, .. } if thread.regs[usize::from(reg)] % 2 == 1 => {}
                Inst::Exit => {
                    thread.stands = Stands::Exit;
                    return;
                }
                Inst::Unsupported | Inst::Bound => {
                    thread.stands = Stands::Other;
                    self.truth.unsupported |= inst == Inst::Unsupported;
                    self.truth.bounded |= inst == Inst::Bound;
                    return;
                }
                Inst::PlainLoad { reg, var } if self.program.plain == Plain::Report && !state.atomically[var].1 => {
                    if !self.plain(state, me, var, None) {
                        return;
                    }
                    state.threads[me].regs[usize::from(reg)] = state.variables[var];
                }
                Inst::PlainStore { var, value }
                    if self.program.plain == Plain::Report && state.atomically[var] == (false, false) =>
                {
                    let value = value.value(&thread.regs);
                    if !self.plain(state, me, var, Some(value)) {
                        return;
                    }
                }
                _ => return,
            }
            state.threads[me].pc += 1;
        }
    }

    /// An invisible access; false if it is a race.
    fn plain(&mut self, state: &mut State, me: usize, var: usize, value: Option<u64>) -> bool {
        self.item(state, me, Touched::Nothing, None).hidden = true;
        if self.races(state, Use { var, writes: value.is_some(), atomic: false }) {
            return false;
        }
        if let Some(value) = value {
            state.threads[me].effects += u32::from(state.variables[var] != value);
            state.variables[var] = value;
        }
        true
    }

    /// Whether something that a thread waiting in a loop has read there was overwritten later.
    fn is_overwritten(&self, state: &State, me: usize) -> bool {
        let from = state.threads[me].seen.map_or(0, |seen| seen.1);
        let in_vain = |at: usize| {
            let Event { thread, read, written, .. } = self.items[at];
            let is_last = self.items[at + 1..].iter().all(|item| item.thread != thread);
            state.threads[thread].stands == Stands::Spins && is_last && read == written
        };
        (from..self.items.len()).any(|at| {
            let Event { thread, touched: Touched::Memory(addr), read: Some(_), .. } = self.items[at] else {
                return false;
            };
            let over = |&later: &usize| {
                let item = &self.items[later];
                item.touched == Touched::Memory(addr) && item.written.is_some() && !in_vain(later)
            };
            thread == me && (at + 1..self.items.len()).any(|later| over(&later))
        })
    }

    /// Whether a thread that waits in a loop would see something else in its next round.
    fn is_stale(&mut self, state: &State, me: usize) -> bool {
        let from = state.threads[me].seen.map_or(0, |seen| seen.1);
        let program = self.program;
        let own = (from..self.items.len()).filter(|&at| self.items[at].thread == me && !self.items[at].hidden);
        own.collect::<Vec<_>>().into_iter().any(|at| {
            let Event { touched, read: Some(read), site, .. } = self.items[at] else { return false };
            match touched {
                Touched::Memory(addr) => {
                    let var = program.variable_at(addr).filter(|_| program.plain == Plain::Report);
                    let held = || state.memory.get(&addr).map_or_else(|| program.initial(addr), |cell| cell.0);
                    var.map_or_else(held, |var| state.variables[var]) != read
                }
                Touched::Object(_) => {
                    // The way back from `Program::site`.
                    let (body, pc) = (site.0 as usize / 1000, site.0 as usize % 1000);
                    let Some(&Inst::Sync { object, op, .. }) = program.inst(body, pc) else { return false };
                    !matches!(self.outcome(state, me, object, op).0, Outcome::Next { result, .. } if result == read)
                }
                Touched::Nothing => false,
            }
        })
    }

    /// Nobody can go on.
    fn end(&mut self, state: &State) {
        let any = |wanted: Stands| state.threads.iter().any(|t| t.stands == wanted);
        let spins: Vec<usize> =
            (0..state.threads.len()).filter(|&t| state.threads[t].stands == Stands::Spins).collect();
        let stale = spins.iter().any(|&me| self.is_stale(state, me));
        // Main, the first of them, leaves behind who waits; others who end the program end them.
        let main_ended = state.threads.first().is_some_and(|main| main.stands == Stands::Exit);
        let end = match () {
            () if stale && (main_ended || !any(Stands::Exit)) => End::Stale,
            () if any(Stands::Assume) || any(Stands::Fault) || any(Stands::Other) => End::Blocked,
            () if !any(Stands::Waits) && spins.is_empty() => End::Complete,
            () if main_ended => End::Blocked,
            () if any(Stands::Exit) => End::Complete,
            () => End::Deadlock,
        };
        let class = self.class(state, false, end);
        if stale || spins.iter().any(|&me| self.is_overwritten(state, me)) {
            self.truth.optional.insert(class.clone());
        }
        if end == End::Complete {
            self.truth.complete += 1;
        } else {
            self.truth.blocked += 1;
        }
        let length = self.items.iter().filter(|event| !event.hidden).count();
        self.truth.depth = self.truth.depth.max(length as u64);
        if let Some(known) = self.truth.weights.get_mut(&class) {
            known.least = known.least.least(state.cost);
        }
        // What follows is the same for equivalent executions, unless there are races.
        let known = self.truth.classes.insert(class.clone(), end).is_some();
        if !known {
            let classes = self.value_classes(state, end);
            self.truth.value_classes.insert(classes, end);
        }
        if known && self.program.variables.is_empty() {
            return;
        }
        let mut faults = state.faults.clone();
        if end == End::Deadlock {
            let waiting = state.threads.iter().filter(|t| matches!(t.stands, Stands::Waits | Stands::Spins));
            let party = |t: &Thread| (self.paths[t.path].clone(), Program::site(t.body, t.pc));
            let kind = if spins.is_empty() { FaultKind::Deadlock } else { FaultKind::Liveness };
            faults.insert(parties_key(kind, waiting.map(party).collect()));
            self.truth.faults.extend(faults.iter().cloned());
        }
        if end == End::Stale {
            return;
        }
        let (rounds, porf_rounds) = (rounds(&self.ordered(state, true)), rounds(&self.ordered(state, false)));
        self.truth.weights.entry(class).or_insert(Weight { least: state.cost, rounds, porf_rounds, faults });
        let mut regs: Vec<_> = state.threads.iter().map(|t| (self.paths[t.path].clone(), t.stands, t.regs)).collect();
        regs.sort();
        let memory = state.memory.iter().map(|(addr, cell)| (*addr, cell.0)).collect();
        self.truth.finals.insert(Final { memory, variables: state.variables.clone(), threads: regs });
    }

    /// The visible items: the places of their threads in the order of threads, and which of them
    /// come before, in sc or (without `conflicts`) by program order and reads-from.
    fn ordered(&self, state: &State, conflicts: bool) -> Vec<(usize, u128)> {
        let path = |thread: usize| &self.paths[state.threads[thread].path];
        let rank = |thread: usize| (0..state.threads.len()).filter(|other| path(*other) < path(thread)).count();
        let mut before: Vec<u128> = Vec::with_capacity(self.items.len());
        for (number, item) in self.items.iter().enumerate() {
            let mut all = item.past;
            for (other, earlier) in self.items[..number].iter().enumerate() {
                let same = !earlier.hidden && !item.hidden && earlier.touched == item.touched;
                let conflict = match item.touched {
                    Touched::Nothing => false,
                    Touched::Memory(_) => same && (item.written.is_some() || earlier.written.is_some()),
                    Touched::Object(_) => same,
                };
                if item.past & 1 << other != 0 || conflict && conflicts {
                    all |= before[other] | 1 << other;
                }
            }
            before.push(all);
        }
        let visible: Vec<usize> = (0..self.items.len()).filter(|number| !self.items[*number].hidden).collect();
        let among =
            |set: u128| (0..).zip(&visible).filter(|(_, item)| set & 1 << **item != 0).fold(0, |s, (i, _)| s | 1 << i);
        visible.iter().map(|number| (rank(self.items[*number].thread), among(before[*number]))).collect()
    }

    /// The coarse classes of an execution.
    fn value_classes(&mut self, state: &State, end: End) -> ValueClasses {
        let standing =
            |t: &Thread| Standing { path: &self.paths[t.path], stands: t.stands, site: Program::site(t.body, t.pc) };
        let threads: Vec<_> = state.threads.iter().map(standing).collect();
        let step = |event: &Event| {
            let Event { thread, site, touched, read, written, faulty, looks, link, .. } = *event;
            ValueStep { thread, site, touched, read, written, looks, faulty, link }
        };
        let steps: Vec<_> = self.items.iter().filter(|event| !event.hidden).map(step).collect();
        let coarse = coarse(&steps, &vec![0; steps.len()], &threads, &[0]);
        let classes = value_classes(&steps, end, &threads);
        self.truth.values.insert(coarse.values);
        self.truth.sources.insert(coarse.sources);
        classes
    }

    /// The class of the execution as far as it has come; `all` counts invisible accesses in.
    fn class(&self, state: &State, all: bool, end: End) -> Class {
        let standing =
            |t: &Thread| Standing { path: &self.paths[t.path], stands: t.stands, site: Program::site(t.body, t.pc) };
        let threads: Vec<_> = state.threads.iter().map(standing).collect();
        let items = self.items.iter().filter(|event| all || !event.hidden);
        let item = |event: &Event| {
            let Event { thread, site, touched, read, written, faulty, hidden, uses, .. } = *event;
            match uses {
                Some(Use { var, writes, .. }) if hidden => {
                    let touched = Touched::Memory(self.program.variable(var).addr);
                    Item { thread, site, touched, read: Some(0), written: writes.then_some(0), faulty }
                }
                _ => Item { thread, site, touched, read, written, faulty },
            }
        };
        let mut items: Vec<Item> = items.map(item).collect();
        read_in_vain(&mut items, &threads);
        class(&items, end, &threads)
    }
}

/// The key of a fault to which these threads, at these places, are parties.
#[must_use]
pub fn parties_key(kind: FaultKind, parties: BTreeSet<(Path, Site)>) -> FaultKey {
    let (thread, site) = parties.first().cloned().unwrap_or_default();
    FaultKey { kind, thread, site, parties }
}

/// The wait that the result of an arrival asks for.
fn leave(result: u64) -> SyncOp {
    SyncOp::BarrierLeave { generation: (result / 2) as u32 }
}

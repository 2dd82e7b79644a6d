//! [`enumerate`]: all consistent maximal execution graphs of a toy program, from the definitions.
//!
//! Graphs grow by one event at a time, the next one of some thread, in every order that porf
//! allows: a read with every source that is there, a store at every place in the order of its
//! location, an operation on a synchronisation object at the end of the object's chain. Graphs that
//! were met before are left out, and, since all models are prefix-closed, inconsistent ones at once
//! ([`Search::Filtered`] does that only at the end; a test compares).
//!
//! An event that reads nothing belongs to every maximal graph that contains what is there, so it is
//! added at once, and only it; when all threads are about to read, all continuations are tried
//! ([`Search::EveryOrder`] does not use that).

mod ends;

use super::axioms::Axioms;
use super::graph::{Event, Graph, Kind};
use crate::class::{End, Path, Stands, number_of_child};
use crate::oracle::{FaultKey, Final};
use crate::program::{Inst, Program, REGISTERS, put};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::{Addr, FaultKind, Loc, Order, Outcome, Site, SyncId, SyncOp, SyncTable, ThreadId};

/// How to search: all find the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// As few beginnings as can be.
    Fast,
    /// Every order in which events can be added.
    EveryOrder,
    /// The same, and consistency is asked of maximal graphs only.
    Filtered,
}

/// A maximal graph.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The graph.
    pub graph: Graph,
    /// How it ends.
    pub end: End,
    /// What is left behind.
    pub last: Final,
    /// By thread: its code, how it stands, and its registers.
    pub threads: Vec<(usize, Stands, [u64; REGISTERS])>,
    /// Its faults, races aside.
    pub faults: BTreeSet<FaultKey>,
    /// Its data races.
    pub races: BTreeSet<FaultKey>,
}

/// What a program can do under a memory model.
#[derive(Clone, Debug, Default)]
pub struct Executions {
    /// By canonical form.
    pub all: BTreeMap<Vec<u8>, Execution>,
    /// The number of beginnings met.
    pub beginnings: usize,
}

impl Executions {
    /// How many end in this way.
    #[must_use]
    pub fn count(&self, end: End) -> u64 {
        self.all.values().filter(|execution| execution.end == end).count() as u64
    }

    /// Whether some execution has a data race.
    #[must_use]
    pub fn is_racy(&self) -> bool {
        self.all.values().any(|execution| !execution.races.is_empty())
    }

    /// All faults.
    #[must_use]
    pub fn faults(&self) -> BTreeSet<FaultKey> {
        self.all.values().flat_map(|e| e.faults.iter().chain(&e.races)).cloned().collect()
    }

    /// All that can be left behind.
    #[must_use]
    pub fn finals(&self) -> BTreeSet<Final> {
        self.all.values().map(|execution| execution.last.clone()).collect()
    }
}

/// The executions of `program`; `None` if there are more than `limit` beginnings, or too large
/// ones.
#[must_use]
pub fn enumerate(program: &Program, model: &dyn Axioms, limit: usize) -> Option<Executions> {
    enumerate_by(program, model, limit, Search::Fast)
}

/// The same, searched for in this way.
#[must_use]
pub fn enumerate_by(program: &Program, model: &dyn Axioms, limit: usize, search: Search) -> Option<Executions> {
    let mut maker = Maker { program, model, search, limit, sync: SyncTable::new(), paths: vec![Vec::new()] };
    let start = maker.start()?;
    let mut found = Executions::default();
    let mut met = FxHashSet::default();
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let next = maker.continuations(&state)?;
        if next.is_empty() {
            maker.end(&state, &mut found);
        }
        for state in next {
            if maker.search != Search::Filtered && !model.is_consistent(&state.graph) {
                continue;
            }
            if met.insert(maker.key(&state)) {
                open.push(state);
            }
        }
        if met.len() > limit {
            return None;
        }
    }
    found.beginnings = met.len();
    Some(found)
}

/// The location of the fences under models that chain them.
const HIDDEN: Addr = 1;

#[derive(Clone)]
struct Thread {
    /// Index into the maker's paths.
    path: usize,
    body: usize,
    pc: usize,
    regs: [u64; REGISTERS],
    slots: [Option<usize>; REGISTERS],
    children: u32,
    stands: Stands,
    fault: Option<FaultKind>,
}

#[derive(Clone)]
struct State {
    graph: Graph,
    threads: Vec<Thread>,
    /// By event on an object: the state that it leaves.
    objects: BTreeMap<usize, SyncId>,
}

struct Maker<'a> {
    program: &'a Program,
    model: &'a dyn Axioms,
    search: Search,
    limit: usize,
    sync: SyncTable,
    paths: Vec<Path>,
}

/// What an instruction does to a location.
struct Access {
    loc: Loc,
    order: Order,
    failure: Order,
    reads: bool,
}

impl Maker<'_> {
    fn start(&mut self) -> Option<State> {
        let graph =
            Graph { threads: vec![Vec::new()], release_sequence: self.program.release_sequence, ..Graph::default() };
        let mut state = State { graph, threads: Vec::new(), objects: BTreeMap::new() };
        let program = self.program;
        let memory = (0..program.locations.len()).map(|loc| program.atomic(loc).addr);
        let memory = memory.chain((0..program.variables.len()).map(|var| program.variable(var).addr));
        for (addr, value) in memory.map(|addr| (addr, program.initial(addr))).collect::<Vec<_>>() {
            Self::initial(&mut state, addr, value)?;
        }
        for (object, initial) in program.objects.iter().enumerate() {
            let id = Self::initial(&mut state, program.object(object), 0)?;
            state.objects.insert(id, self.sync.intern(initial.clone()));
        }
        Self::initial(&mut state, HIDDEN, 0)?;
        self.begin(&mut state, 0, 0, None)?;
        Some(state)
    }

    fn initial(state: &mut State, addr: Addr, value: u64) -> Option<usize> {
        let event = Event { loc: Some(addr), written: Some(value), ..local(Kind::Init) };
        let id = state.graph.add(event, None)?;
        state.graph.co.insert(addr, vec![id]);
        Some(id)
    }

    fn begin(&mut self, state: &mut State, path: usize, body: usize, by: Option<usize>) -> Option<()> {
        let me = state.threads.len();
        let (regs, slots) = ([0; REGISTERS], [None; REGISTERS]);
        let thread = Thread { path, body, pc: 0, regs, slots, children: 0, stands: Stands::Waits, fault: None };
        state.threads.push(thread);
        state.graph.threads.resize(me + 1, Vec::new());
        let id = state.graph.add(Event { thread: Some(me), ..local(Kind::Begin) }, None)?;
        state.graph.across.extend(by.map(|by| (by, id)));
        self.settle(state, me)
    }

    /// All graphs with one more event.
    fn continuations(&mut self, state: &State) -> Option<Vec<State>> {
        let mut all = Vec::new();
        for me in 0..state.threads.len() {
            if state.threads[me].stands != Stands::Waits {
                continue;
            }
            let next = self.next(state, me)?;
            if self.search == Search::Fast && !next.is_empty() && self.reads_nothing(&state.threads[me]) {
                return Some(next);
            }
            all.extend(next);
            if all.len() > self.limit {
                return None;
            }
        }
        Some(all)
    }

    fn inst(&self, thread: &Thread) -> Option<Inst> {
        self.program.inst(thread.body, thread.pc).copied()
    }

    fn reads_nothing(&self, thread: &Thread) -> bool {
        match self.inst(thread) {
            Some(Inst::Fence { order }) => !(order == Order::SeqCst && self.model.chains_fences()),
            Some(inst) => matches!(
                inst,
                Inst::Store { .. }
                    | Inst::PlainStore { .. }
                    | Inst::VarStore { .. }
                    | Inst::Spawn { .. }
                    | Inst::Join { .. }
                    | Inst::Choice { .. }
            ),
            None => false,
        }
    }

    /// All graphs with the next event of `me`.
    fn next(&mut self, state: &State, me: usize) -> Option<Vec<State>> {
        let thread = &state.threads[me];
        let Some(inst) = self.inst(thread) else { return Some(Vec::new()) };
        if let Some(access) = self.access(inst) {
            return if access.reads { self.read(state, me, &access) } else { self.store(state, me, &access) };
        }
        match inst {
            Inst::Fence { order } if order == Order::SeqCst && self.model.chains_fences() => {
                let mut next = state.clone();
                let tail = last(&state.graph, HIDDEN)?;
                let event = Event { loc: Some(HIDDEN), order, written: Some(0), read: Some(0), ..local(Kind::Fence) };
                let id = self.add(&mut next, me, event, Some(tail))?;
                next.graph.co.get_mut(&HIDDEN)?.push(id);
                self.done(next, me).map(|next| vec![next])
            }
            Inst::Fence { order } => self.plainly(state, me, Event { order, ..local(Kind::Fence) }),
            Inst::Choice { reg, arity } => {
                let mut all = Vec::new();
                for value in 0..u64::from(arity) {
                    let mut next = state.clone();
                    self.add(&mut next, me, Event { read: Some(value), ..local(Kind::Choice) }, None)?;
                    next.threads[me].regs[usize::from(reg)] = value;
                    all.push(self.done(next, me)?);
                }
                Some(all)
            }
            Inst::Spawn { slot, body } => {
                let mut next = state.clone();
                let id = self.add(&mut next, me, local(Kind::Spawn), None)?;
                self.spawn(&mut next, me, slot, body, id)?;
                self.done(next, me).map(|next| vec![next])
            }
            Inst::Join { slot } => {
                let child = thread.slots[usize::from(slot)].filter(|c| state.threads[*c].stands == Stands::Finished);
                let Some(child) = child else { return Some(Vec::new()) };
                let mut next = state.clone();
                let id = self.add(&mut next, me, local(Kind::Join), None)?;
                let end = *state.graph.threads[child].last()?;
                next.graph.across.push((end, id));
                self.done(next, me).map(|next| vec![next])
            }
            Inst::Sync { reg, object, op } => self.operate(state, me, object, op, Some(reg)),
            Inst::Leave { object, .. } => self.operate(state, me, object, SyncOp::BarrierLeave, None),
            _ => Some(Vec::new()),
        }
    }

    fn access(&self, inst: Inst) -> Option<Access> {
        let program = self.program;
        let (loc, order, reads) = match inst {
            Inst::Load { loc, order, .. } => (program.atomic(loc), order, true),
            Inst::Store { loc, order, .. } => (program.atomic(loc), order, false),
            Inst::Rmw { loc, order, .. } => (program.atomic(loc), order, true),
            Inst::Cas { loc, success, .. } => (program.atomic(loc), success, true),
            Inst::PlainLoad { var, .. } => (program.variable(var), Order::Plain, true),
            Inst::PlainStore { var, .. } => (program.variable(var), Order::Plain, false),
            Inst::VarLoad { var, order, .. } => (program.variable(var), order, true),
            Inst::VarStore { var, order, .. } => (program.variable(var), order, false),
            Inst::VarAdd { var, order, .. } => (program.variable(var), order, true),
            _ => return None,
        };
        let failure = if let Inst::Cas { failure, .. } = inst { failure } else { order };
        Some(Access { loc, order, failure, reads })
    }

    /// With every source.
    fn read(&mut self, state: &State, me: usize, access: &Access) -> Option<Vec<State>> {
        let inst = self.inst(&state.threads[me])?;
        let regs = state.threads[me].regs;
        let addr = access.loc.addr;
        let mut all = Vec::new();
        for (place, &source) in state.graph.co[&addr].iter().enumerate() {
            let old = state.graph.events[source].written?;
            let (written, reg) = match inst {
                Inst::Load { reg, .. } | Inst::PlainLoad { reg, .. } | Inst::VarLoad { reg, .. } => (None, reg),
                Inst::Rmw { reg, op, operand, .. } => {
                    (Some(op.apply(old, operand.value(&regs) & access.loc.mask(), access.loc.size)), reg)
                }
                Inst::VarAdd { reg, operand, .. } => (Some(old.wrapping_add(operand.value(&regs))), reg),
                Inst::Cas { reg, expected, new, .. } => {
                    let mask = access.loc.mask();
                    ((expected.value(&regs) & mask == old).then(|| new.value(&regs) & mask), reg)
                }
                _ => return None,
            };
            if written.is_some() && state.graph.is_updated(source) {
                continue;
            }
            let (kind, order) = match (inst, written) {
                (_, Some(_)) => (Kind::Update, access.order),
                (Inst::Cas { .. }, None) => (Kind::FailedCas, access.failure),
                _ => (Kind::Load, access.order),
            };
            let mut next = state.clone();
            let event = Event { loc: Some(addr), order, read: Some(old), written, ..local(kind) };
            let id = self.add(&mut next, me, event, Some(source))?;
            if written.is_some() {
                next.graph.co.get_mut(&addr)?.insert(place + 1, id);
            }
            put(&mut next.threads[me].regs, reg, old);
            all.push(self.done(next, me)?);
        }
        Some(all)
    }

    /// At every place in the order of the location.
    fn store(&mut self, state: &State, me: usize, access: &Access) -> Option<Vec<State>> {
        let regs = &state.threads[me].regs;
        let value = match self.inst(&state.threads[me])? {
            Inst::Store { value, .. } | Inst::PlainStore { value, .. } | Inst::VarStore { value, .. } => {
                value.value(regs) & access.loc.mask()
            }
            _ => return None,
        };
        let (addr, order) = (access.loc.addr, access.order);
        let mut all = Vec::new();
        for (place, &before) in state.graph.co[&addr].iter().enumerate() {
            if state.graph.is_updated(before) {
                continue;
            }
            let mut next = state.clone();
            let event = Event { loc: Some(addr), order, written: Some(value), ..local(Kind::Store) };
            let id = self.add(&mut next, me, event, None)?;
            next.graph.co.get_mut(&addr)?.insert(place + 1, id);
            all.push(self.done(next, me)?);
        }
        Some(all)
    }

    /// At the end of the object's chain, if it need not wait.
    fn operate(&mut self, state: &State, me: usize, object: usize, op: SyncOp, reg: Option<u8>) -> Option<Vec<State>> {
        let addr = self.program.object(object);
        let chain = &state.graph.co[&addr];
        let by = ThreadId(state.threads[me].path as u32);
        let mut source = *chain.last()?;
        let mut outcome = self.sync.apply(state.objects[&source], op, by);
        if op.is_wait() {
            let mine = chain.iter().rposition(|id| state.graph.events[*id].thread == Some(me)).unwrap_or(0);
            for &id in &chain[mine..] {
                let there = self.sync.apply(state.objects[&id], op, by);
                if matches!(there, Outcome::Next { .. }) {
                    (source, outcome) = (id, there);
                    break;
                }
            }
        }
        let (after, result, faulty) = match outcome {
            Outcome::Blocked => return Some(Vec::new()),
            Outcome::Next { state, result } => (state, Some(result), false),
            Outcome::Misuse(_) => (state.objects[&source], None, true),
        };
        let mut next = state.clone();
        let kind = if op.is_wait() { Kind::Wait } else { Kind::Sync };
        let written = (!op.is_wait()).then_some(0);
        let order = result.map_or(Order::Relaxed, |result| op.order(result));
        let silent = result.is_some_and(|result| op.orders_nothing(result));
        let event = Event { loc: Some(addr), order, read: result, written, faulty, silent, ..local(kind) };
        let id = self.add(&mut next, me, event, Some(source))?;
        if !op.is_wait() {
            next.graph.co.get_mut(&addr)?.push(id);
            next.objects.insert(id, after);
        }
        if faulty {
            next.threads[me].stands = Stands::Fault;
            next.threads[me].fault = Some(FaultKind::SyncMisuse);
            return Some(vec![next]);
        }
        if let (Some(reg), Some(result)) = (reg, result) {
            put(&mut next.threads[me].regs, reg, result);
        }
        self.done(next, me).map(|next| vec![next])
    }

    fn spawn(&mut self, state: &mut State, me: usize, slot: u8, body: usize, by: usize) -> Option<()> {
        let parent = &mut state.threads[me];
        let number = number_of_child(&mut self.paths, parent.path, parent.children);
        parent.children += 1;
        let child = state.threads.len();
        state.threads[me].slots[usize::from(slot)] = Some(child);
        self.begin(state, number, body, Some(by))
    }

    fn plainly(&mut self, state: &State, me: usize, event: Event) -> Option<Vec<State>> {
        let mut next = state.clone();
        self.add(&mut next, me, event, None)?;
        self.done(next, me).map(|next| vec![next])
    }

    fn add(&self, state: &mut State, me: usize, event: Event, from: Option<usize>) -> Option<usize> {
        let thread = &state.threads[me];
        let site = Program::site(thread.body, thread.pc);
        state.graph.add(Event { thread: Some(me), site, ..event }, from)
    }

    /// `me` has performed its instruction.
    fn done(&mut self, mut state: State, me: usize) -> Option<State> {
        state.threads[me].pc += 1;
        self.settle(&mut state, me)?;
        Some(state)
    }
}

fn last(graph: &Graph, addr: Addr) -> Option<usize> {
    graph.co.get(&addr)?.last().copied()
}

/// An event that touches nothing.
fn local(kind: Kind) -> Event {
    Event {
        thread: None,
        index: 0,
        kind,
        loc: None,
        order: Order::Relaxed,
        read: None,
        written: None,
        site: Site(0),
        faulty: false,
        silent: false,
    }
}

//! What a program can come to: a search over all its states, from the definitions.
//!
//! It has its own little interpreter, and shares with the rest only the state machines of
//! synchronisation objects (`threadbare_op::sync`) and `RmwOp::apply`. A step is one access to
//! memory, plain ones too, or one operation on an object or thread, and what the thread then does
//! on its own. Two accesses race if in some state they are what two threads do next, to the same
//! variable, one of them plain, one writing.
//!
//! If a program has no such state, its steps can be taken for larger ones (plain accesses with the
//! visible operation before them) without another outcome. If it has one, then what comes after it
//! means little.

use crate::class::Path;
use crate::input::INPUTS;
use crate::oracle::{FaultKey, parties_key};
use crate::program::{Inst, Plain, Program, REGISTERS, put};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use threadbare_op::{FaultKind, Outcome, Site, SyncId, SyncState, SyncTable, ThreadId};

/// What a program can come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// How many states there are,
    pub states: usize,
    /// and in how many of these all threads have been started.
    pub started: usize,
    /// Assertions that fail, operations that misuse their object, deadlocks, races.
    pub faults: BTreeSet<FaultKey>,
    /// Deadlocks of some threads, whatever the others do: each waits for one that waits so as well,
    /// or has come to its end. (Nobody has done anything wrong.)
    pub circles: BTreeSet<FaultKey>,
    /// Whether all threads can come to their ends.
    pub ends: bool,
}

impl Reached {
    /// Whether it has a fault of that kind.
    #[must_use]
    pub fn has(&self, kind: FaultKind) -> bool {
        self.faults.iter().any(|fault| fault.kind == kind)
    }
}

/// All that a program can do whose bodies are started once each, and in which main alone starts
/// threads, with some input; `None` if it has more than `limit` states with all of them together.
#[must_use]
pub fn reached(program: &Program, limit: usize) -> Option<Reached> {
    if !program.has_input() {
        return reached_alone(program, limit);
    }
    let mut all = Reached::default();
    for input in 0..INPUTS {
        let Reached { states, started, faults, circles, ends } =
            reached_alone(&program.with_input(input), limit - all.states)?;
        all.states += states;
        all.started += started;
        all.faults.extend(faults);
        all.circles.extend(circles);
        all.ends |= ends;
    }
    Some(all)
}

/// The same for a program without input.
fn reached_alone(program: &Program, limit: usize) -> Option<Reached> {
    let (mut searched, start) = Searched::start(program);
    let mut known = FxHashSet::default();
    let mut open = vec![start.clone()];
    known.insert(start);
    while let Some(state) = open.pop() {
        searched.look(&state);
        let mut goes_on = false;
        for me in 0..state.threads.len() {
            for next in searched.steps(&state, me) {
                goes_on = true;
                if !known.contains(&next) {
                    known.insert(next.clone());
                    open.push(next);
                }
            }
        }
        if known.len() > limit {
            return None;
        }
        if !goes_on {
            searched.end(&state);
        }
    }
    Some(searched.found)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stands {
    Unborn,
    Alive,
    Finished,
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    pub(super) pc: usize,
    pub(super) regs: [u64; REGISTERS],
    /// Bodies, which are threads.
    pub(super) slots: [Option<usize>; REGISTERS],
    pub(super) stands: Stands,
    /// 0 for main, then in the order in which they are started.
    pub(super) number: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) threads: Vec<Thread>,
    pub(super) memory: Vec<u64>,
    pub(super) variables: Vec<u64>,
    pub(super) objects: Vec<SyncId>,
}

pub(super) struct Searched<'a> {
    pub(super) program: &'a Program,
    pub(super) sync: SyncTable,
    pub(super) found: Reached,
}

impl Thread {
    /// Whether it was started.
    pub(super) fn is_begun(&self) -> bool {
        self.stands != Stands::Unborn
    }

    fn path(&self) -> Path {
        self.number.checked_sub(1).into_iter().collect()
    }
}

impl<'a> Searched<'a> {
    /// With the state at the beginning.
    pub(super) fn start(program: &'a Program) -> (Self, State) {
        let mut searched = Self { program, sync: SyncTable::new(), found: Reached::default() };
        let objects = program.objects.iter().map(|state| searched.sync.intern(state.clone())).collect();
        let unborn =
            Thread { pc: 0, regs: [0; REGISTERS], slots: [None; REGISTERS], stands: Stands::Unborn, number: 0 };
        let mut start = State {
            threads: vec![unborn; program.bodies.len()],
            memory: program.locations.iter().map(|location| location.0).collect(),
            variables: program.variables.clone(),
            objects,
        };
        searched.begin(&mut start, 0);
        (searched, start)
    }

    pub(super) fn inst(&self, state: &State, me: usize) -> Option<Inst> {
        let thread = &state.threads[me];
        let inst = self.program.inst(me, thread.pc).copied();
        inst.filter(|_| thread.stands == Stands::Alive)
    }

    fn party(&self, state: &State, me: usize) -> (Path, Site) {
        (state.threads[me].path(), Program::site(me, state.threads[me].pc))
    }

    fn begin(&mut self, state: &mut State, me: usize) {
        assert!(state.threads[me].stands == Stands::Unborn, "a body is started twice");
        let number = state.threads.iter().filter(|thread| thread.stands != Stands::Unborn).count();
        let thread = &mut state.threads[me];
        (thread.stands, thread.number) = (Stands::Alive, number as u32);
        self.settle(state, me);
    }

    /// What a thread does on its own, up to an access or an operation.
    fn settle(&mut self, state: &mut State, me: usize) {
        for _ in 0..100_000 {
            let thread = &mut state.threads[me];
            let Some(&inst) = self.program.inst(me, thread.pc) else {
                thread.stands = Stands::Finished;
                return;
            };
            match inst {
                Inst::Assert { reg, value } if thread.regs[usize::from(reg)] != value => {
                    self.fault(state, me, FaultKind::Assertion);
                    return;
                }
                Inst::Assume { reg, value } if thread.regs[usize::from(reg)] != value => {
                    thread.stands = Stands::Broken;
                    return;
                }
                Inst::Assert { .. } | Inst::Assume { .. } => {}
                Inst::Skip { reg, value, equal, count } => {
                    if equal == (thread.regs[usize::from(reg)] == value) {
                        thread.pc += count;
                    }
                }
                Inst::Again { reg, value, equal, count } => {
                    if equal == (thread.regs[usize::from(reg)] == value) {
                        thread.pc -= count;
                        continue;
                    }
                }
                Inst::Set { reg, value } => thread.regs[usize::from(reg)] = value.value(&thread.regs),
                Inst::Join { slot } if thread.slots[usize::from(slot)].is_none() => {}
                Inst::Leave { .. }
                | Inst::Ask { .. }
                | Inst::Take { .. }
                | Inst::Head
                | Inst::Exit
                | Inst::Unsupported
                | Inst::Bound => panic!("{inst:?} in a program that loops"),
                _ => return,
            }
            state.threads[me].pc += 1;
        }
        panic!("a loop without an access or an operation");
    }

    fn fault(&mut self, state: &mut State, me: usize, kind: FaultKind) {
        let (thread, site) = self.party(state, me);
        self.found.faults.insert(FaultKey { kind, thread, site, parties: BTreeSet::new() });
        state.threads[me].stands = Stands::Broken;
    }

    /// The states to which one step of `me` leads.
    pub(super) fn steps(&mut self, state: &State, me: usize) -> Vec<State> {
        let Some(inst) = self.inst(state, me) else { return Vec::new() };
        if let Inst::Choice { reg, arity } = inst {
            return (0..arity).map(|chosen| self.after(state.clone(), me, Some((reg, u64::from(chosen))))).collect();
        }
        let mut next = state.clone();
        match inst {
            Inst::Sync { reg, object, op } => {
                match self.sync.apply(state.objects[object], op, ThreadId(state.threads[me].number)) {
                    Outcome::Blocked => return Vec::new(),
                    Outcome::Misuse(_) => {
                        self.fault(&mut next, me, FaultKind::SyncMisuse);
                        return vec![next];
                    }
                    Outcome::Next { state: then, result } => {
                        next.objects[object] = then;
                        return vec![self.after(next, me, Some((reg, result)))];
                    }
                }
            }
            Inst::Spawn { slot, body } => {
                next.threads[me].slots[usize::from(slot)] = Some(body);
                self.begin(&mut next, body);
            }
            Inst::Join { slot } => {
                let child = state.threads[me].slots[usize::from(slot)];
                if child.is_some_and(|child| state.threads[child].stands != Stands::Finished) {
                    return Vec::new();
                }
            }
            Inst::Fence { .. } => {}
            _ => {
                let result = self.access(&mut next, me, inst);
                return vec![self.after(next, me, result)];
            }
        }
        vec![self.after(next, me, None)]
    }

    /// `me` has done its next step, and got this result.
    fn after(&mut self, mut state: State, me: usize, result: Option<(u8, u64)>) -> State {
        if let Some((reg, result)) = result {
            put(&mut state.threads[me].regs, reg, result);
        }
        state.threads[me].pc += 1;
        self.settle(&mut state, me);
        state
    }

    /// An access to memory, and what is read, for which register.
    fn access(&mut self, state: &mut State, me: usize, inst: Inst) -> Option<(u8, u64)> {
        let regs = state.threads[me].regs;
        let size = |loc: usize| self.program.locations[loc].1;
        let masked = |value: u64, loc: usize| value & self.program.atomic(loc).mask();
        match inst {
            Inst::Load { reg, loc, .. } => Some((reg, state.memory[loc])),
            Inst::Store { loc, value, .. } => {
                state.memory[loc] = masked(value.value(&regs), loc);
                None
            }
            Inst::Rmw { reg, loc, op, operand, .. } => {
                let old = state.memory[loc];
                state.memory[loc] = op.apply(old, masked(operand.value(&regs), loc), size(loc));
                Some((reg, old))
            }
            Inst::Cas { reg, loc, expected, new, .. } => {
                let old = state.memory[loc];
                if old == masked(expected.value(&regs), loc) {
                    state.memory[loc] = masked(new.value(&regs), loc);
                }
                Some((reg, old))
            }
            Inst::PlainLoad { reg, var } | Inst::VarLoad { reg, var, .. } => Some((reg, state.variables[var])),
            Inst::PlainStore { var, value } | Inst::VarStore { var, value, .. } => {
                state.variables[var] = value.value(&regs);
                None
            }
            Inst::VarAdd { reg, var, operand, .. } => {
                let old = state.variables[var];
                state.variables[var] = old.wrapping_add(operand.value(&regs));
                Some((reg, old))
            }
            other => panic!("{other:?} is no access"),
        }
    }

    /// Counts a state, and finds its races.
    fn look(&mut self, state: &State) {
        self.found.states += 1;
        let circle = self.circle(state);
        // One that stands before a plain access goes on by itself, perhaps to where it is broken.
        let is_plain = |inst| matches!(inst, Inst::PlainLoad { .. } | Inst::PlainStore { .. });
        let moves = (0..state.threads.len()).any(|me| self.inst(state, me).is_some_and(is_plain));
        let broken = state.threads.iter().any(|thread| thread.stands == Stands::Broken);
        if !broken && !moves && !circle.is_empty() {
            self.found.circles.insert(parties_key(FaultKind::Deadlock, circle));
        }
        self.found.started += usize::from(state.threads.iter().all(|thread| thread.stands != Stands::Unborn));
        if self.program.plain != Plain::Report {
            return;
        }
        // Variable, whether it is written, whether atomically.
        let access = |me: usize| match self.inst(state, me)? {
            Inst::PlainLoad { var, .. } => Some((var, false, false)),
            Inst::PlainStore { var, .. } => Some((var, true, false)),
            Inst::VarLoad { var, .. } => Some((var, false, true)),
            Inst::VarStore { var, .. } | Inst::VarAdd { var, .. } => Some((var, true, true)),
            _ => None,
        };
        let next: Vec<_> = (0..state.threads.len()).map(access).collect();
        for (a, first) in next.iter().enumerate() {
            for (b, second) in next[..a].iter().enumerate() {
                let (Some(first), Some(second)) = (first, second) else { continue };
                if first.0 == second.0 && (first.1 || second.1) && !(first.2 && second.2) {
                    let parties = BTreeSet::from([self.party(state, a), self.party(state, b)]);
                    self.found.faults.insert(parties_key(FaultKind::DataRace, parties));
                }
            }
        }
    }

    /// The threads that wait for each other.
    fn circle(&mut self, state: &State) -> BTreeSet<(Path, Site)> {
        let holders: Vec<Option<Vec<usize>>> = (0..state.threads.len()).map(|me| self.holders(state, me)).collect();
        let mut waits: Vec<bool> = holders.iter().map(Option::is_some).collect();
        loop {
            let keeps = |thread: &usize| waits[*thread] || state.threads[*thread].stands == Stands::Finished;
            let in_vain = |all: &Option<Vec<usize>>| all.as_ref().is_some_and(|all| all.iter().any(keeps));
            let next: Vec<bool> = holders.iter().zip(&waits).map(|(all, waits)| *waits && in_vain(all)).collect();
            if next == waits {
                break;
            }
            waits = next;
        }
        (0..state.threads.len()).filter(|me| waits[*me]).map(|me| self.party(state, me)).collect()
    }

    /// If a thread waits: for whom, as far as that is somebody.
    fn holders(&mut self, state: &State, me: usize) -> Option<Vec<usize>> {
        let numbered = |id: ThreadId| {
            let is = |thread: &Thread| thread.stands != Stands::Unborn && thread.number == id.0;
            state.threads.iter().position(is)
        };
        match self.inst(state, me)? {
            Inst::Join { slot } => {
                let child = state.threads[me].slots[usize::from(slot)]?;
                (state.threads[child].stands != Stands::Finished).then(|| vec![child])
            }
            Inst::Sync { object, op, .. } => {
                let object = state.objects[object];
                if self.sync.apply(object, op, ThreadId(state.threads[me].number)) != Outcome::Blocked {
                    return None;
                }
                let ids: Vec<ThreadId> = match self.sync.get(object) {
                    SyncState::Mutex { owner, .. } | SyncState::Spin { owner } => owner.iter().copied().collect(),
                    SyncState::Once { runner, .. } => runner.iter().copied().collect(),
                    SyncState::RwLock { writer, readers } => {
                        writer.iter().chain(readers.iter().map(|reader| &reader.0)).copied().collect()
                    }
                    _ => Vec::new(),
                };
                Some(ids.into_iter().filter_map(numbered).collect())
            }
            _ => None,
        }
    }

    /// Nobody can go on.
    fn end(&mut self, state: &State) {
        let those = |wanted: Stands| (0..state.threads.len()).filter(move |me| state.threads[*me].stands == wanted);
        if those(Stands::Broken).next().is_some() {
            return;
        }
        let waiting: BTreeSet<_> = those(Stands::Alive).map(|me| self.party(state, me)).collect();
        if waiting.is_empty() {
            self.found.ends = true;
        } else {
            self.found.faults.insert(parties_key(FaultKind::Deadlock, waiting));
        }
    }
}

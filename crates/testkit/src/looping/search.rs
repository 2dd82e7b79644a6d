//! An explorer that searches states, told apart by their fingerprints. It finds no races.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use threadbare_explore::{Explorer, Sink};
use threadbare_op::{
    AccessKind, Addr, Answer, At, Besides, Coverage, Details, Fault, FaultKind, Loc, Op, Outcome, Pending, Schedule,
    Site, States, Step, Stuck, SyncId, SyncOp, System, ThreadId, Wait, WaitsFor, Word, Written,
};

/// Such an explorer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search;

/// A state, and how it was come to.
struct Node<St> {
    threads: BTreeMap<ThreadId, Thread<St>>,
    memory: BTreeMap<Addr, Word>,
    objects: BTreeMap<Addr, SyncId>,
    steps: Vec<Step>,
}

struct Thread<St> {
    pending: Pending<St>,
    events: u32,
    children: u32,
}

impl<St: Copy> Clone for Thread<St> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<St: Copy> Copy for Thread<St> {}

impl<St: Copy> Clone for Node<St> {
    fn clone(&self) -> Self {
        let Self { threads, memory, objects, steps } = self;
        Self { threads: threads.clone(), memory: memory.clone(), objects: objects.clone(), steps: steps.clone() }
    }
}

impl<S: System + States> Explorer<S> for Search {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let main = Thread { pending: system.start(), events: 1, children: 0 };
        let (memory, objects) = (BTreeMap::new(), BTreeMap::new());
        let threads = BTreeMap::from([(ThreadId::MAIN, main)]);
        let start = Node { threads, memory, objects, steps: Vec::new() };
        let mut searching = Searching { system, sink, known: BTreeSet::new() };
        let stopped = searching.from(start).is_break();
        Coverage { stopped, ..Coverage::default() }
    }
}

struct Searching<'a, S: System> {
    system: &'a mut S,
    sink: &'a mut dyn Sink,
    known: BTreeSet<u128>,
}

/// Everything happens before.
fn everything(thread: ThreadId, epoch: u32) -> Vec<u32> {
    let mut clock = vec![u32::MAX; 64];
    clock[thread.index()] = epoch - 1;
    clock
}

impl<S: System + States> Searching<'_, S> {
    fn from(&mut self, start: Node<S::State>) -> ControlFlow<()> {
        let moves = self.moves(&start)?;
        let mut stack = vec![(self.system.mark(), start, moves)];
        while let Some((mark, node, moves)) = stack.last_mut() {
            self.system.undo(*mark);
            let Some(step) = moves.pop() else {
                stack.pop();
                continue;
            };
            let mut next = node.clone();
            next.steps.push(step);
            self.perform(&mut next, step);
            if self.is_new(&next) {
                let moves = self.moves(&next)?;
                stack.push((self.system.mark(), next, moves));
            }
        }
        ControlFlow::Continue(())
    }

    fn is_new(&mut self, node: &Node<S::State>) -> bool {
        let threads: Vec<_> = node.threads.iter().map(|(id, thread)| (*id, thread.pending)).collect();
        let changed = |(object, state): (&Addr, &SyncId)| {
            (self.system.initial_sync(*object) != *state).then_some((*object, *state))
        };
        let states: Vec<(Addr, SyncId)> = node.objects.iter().filter_map(changed).collect();
        // What memory holds the system knows, too.
        let besides = Besides { contents: &[], states: &states, touched: &[], known: &[] };
        self.known.insert(self.system.fingerprints(&threads, &besides).exact)
    }

    /// The steps that can be taken. Faults are told, and that there is none.
    fn moves(&mut self, node: &Node<S::State>) -> ControlFlow<(), Vec<Step>> {
        let mut moves = Vec::new();
        for (&thread, &Thread { pending, .. }) in &node.threads {
            let step = |choice| Step { thread, choice };
            match pending.op {
                Op::Stuck(Stuck::Fault(fault)) => self.tell(fault, node)?,
                Op::Stuck(_) => {}
                Op::Choice { arity, .. } => moves.extend((0..arity).map(|chosen| step(Some(chosen)))),
                Op::Join { thread } if !node.threads[&thread].pending.op.has_finished() => {}
                Op::Sync { object, op } if self.outcome(node, thread, object, op) == Outcome::Blocked => {}
                _ => moves.push(step(None)),
            }
        }
        if moves.is_empty() {
            self.end(node)?;
        }
        ControlFlow::Continue(moves)
    }

    fn tell(&mut self, fault: threadbare_op::FaultId, node: &Node<S::State>) -> ControlFlow<()> {
        self.sink.fault(fault, &mut || Schedule { steps: node.steps.clone(), ..Schedule::default() })
    }

    fn end(&mut self, node: &Node<S::State>) -> ControlFlow<()> {
        if node.threads.values().any(|thread| thread.pending.op.is_stuck() && !thread.pending.op.has_finished()) {
            return ControlFlow::Continue(());
        }
        let waiting: Vec<_> = node.threads.iter().filter(|(_, thread)| !thread.pending.op.is_stuck()).collect();
        let Some(&(&thread, first)) = waiting.first() else { return ControlFlow::Continue(()) };
        let wait = |(thread, at): &(&ThreadId, &Thread<S::State>)| {
            let what = match at.pending.op {
                Op::Join { thread } => WaitsFor::End(thread),
                Op::Sync { op: SyncOp::CondAwake { .. }, .. } => WaitsFor::Signal,
                Op::Sync { op: SyncOp::OnceEnter, .. } => WaitsFor::Routine,
                Op::Sync { op: SyncOp::RwRead, .. } => WaitsFor::ReadLock,
                Op::Sync { op: SyncOp::RwWrite, .. } => WaitsFor::WriteLock,
                Op::Sync { op, .. } => WaitsFor::Object(op.kind()),
                _ => WaitsFor::Something,
            };
            Wait { thread: **thread, what }
        };
        let details = Details::Waits(waiting.iter().map(wait).collect());
        let site = first.pending.site;
        let fault = self.system.add_fault(Fault { kind: FaultKind::Deadlock, details, thread, site, other: None });
        self.tell(fault, node)
    }

    fn outcome(&mut self, node: &Node<S::State>, thread: ThreadId, object: Addr, op: SyncOp) -> Outcome {
        let known = node.objects.get(&object).copied();
        let state = known.unwrap_or_else(|| self.system.initial_sync(object));
        self.system.sync().apply(state, op, thread)
    }

    /// A thread takes its next step.
    fn perform(&mut self, node: &mut Node<S::State>, Step { thread, choice }: Step) {
        let Thread { pending, events, children } = node.threads[&thread];
        let events = events + 1;
        let mut grown = children;
        let pending = match self.answer(node, (thread, events), (&pending.op, pending.site), choice) {
            Err(stuck) => pending.stopped(stuck),
            Ok(answer) => {
                let answer = match pending.op {
                    Op::Spawn => {
                        let child = self.system.child(thread, children);
                        grown += 1;
                        let at = At { thread: child, epoch: 2, clock: &everything(child, 2) };
                        let begun = self.system.begin(at, pending.state, child);
                        node.threads.insert(child, Thread { pending: begun, events: 1, children: 0 });
                        Answer::Thread(child)
                    }
                    _ => answer,
                };
                let at = At { thread, epoch: events + 1, clock: &everything(thread, events + 1) };
                self.system.resume(at, pending.state, answer)
            }
        };
        node.threads.insert(thread, Thread { pending, events, children: grown });
    }

    fn answer(
        &mut self,
        node: &mut Node<S::State>,
        (thread, epoch): (ThreadId, u32),
        (op, site): (&Op, Site),
        choice: Option<u32>,
    ) -> Result<Answer, Stuck> {
        match *op {
            Op::Load { loc, .. } | Op::Store { loc, .. } | Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                let found = self.found(node, loc);
                let written = match self.system.effect(op, found) {
                    Written::Value(value) => Some(value),
                    _ => None,
                };
                let kind = written.map_or(AccessKind::Read, AccessKind::Write);
                let at = At { thread, epoch, clock: &everything(thread, epoch) };
                self.system.access(at, op, site, kind).map_err(Stuck::Fault)?;
                node.memory.extend(written.map(|value| (loc.addr, value)));
                Ok(if let Op::Store { .. } = op { Answer::Done } else { Answer::Value(found) })
            }
            Op::Sync { object, op } => match self.outcome(node, thread, object, op) {
                Outcome::Next { state, result } => {
                    node.objects.insert(object, state);
                    Ok(Answer::Result(result))
                }
                Outcome::Misuse(why) => {
                    let details = Details::Misuse(op.kind(), why);
                    let fault = Fault { kind: FaultKind::SyncMisuse, details, thread, site, other: None };
                    Err(Stuck::Fault(self.system.add_fault(fault)))
                }
                Outcome::Blocked => panic!("{op:?} is performed where it has to wait"),
            },
            Op::Choice { .. } => Ok(Answer::Result(u64::from(choice.unwrap_or_default()))),
            _ => Ok(Answer::Done),
        }
    }

    fn found(&mut self, node: &Node<S::State>, loc: Loc) -> Word {
        node.memory.get(&loc.addr).copied().unwrap_or_else(|| self.system.initial(loc).value)
    }
}

//! Bounding the rounds of a round-robin scheduler: which graphs cannot lead to an execution within
//! the bound.
//!
//! Iason Marmanis, Viktor Vafeiadis: *Optimal Bounded Partial Order Reduction*, FMCAD 2023. The
//! round of an event is computed by their algorithm 1, one event at a time and with a log for
//! undoing.
//!
//! Deviation: the paper drops a graph as soon as an event is beyond the bound. In programs that
//! wait (joins, locks, semaphores) that loses executions, since a revisit may take back a round.
//! Here a graph is dropped only because of events that no revisit can delete. Definitions, the
//! three rules and their proof: docs/proofs/graph-rounds.md.

use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, Kind, NONE, initial_of};
use crate::graph::core::execution::Execution;
use threadbare_op::ThreadId;

/// When a graph is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// By rules 1 and 2 of the module's header.
    Proved,
    /// As soon as an event is over, as the paper has it: loses executions.
    #[cfg(feature = "testing")]
    Printed,
}

impl Rule {
    const fn is_printed(self) -> bool {
        match self {
            Self::Proved => false,
            #[cfg(feature = "testing")]
            Self::Printed => true,
        }
    }
}

/// The rounds of the events of a graph.
#[derive(Debug)]
pub(crate) struct Rounds {
    most: u32,
    rule: Rule,
    /// By event.
    of: Vec<u32>,
    /// What was raised, and from what; a stack.
    raised: Vec<(Id, u32)>,
    /// By position in the trail.
    steps: Vec<Step>,
    /// By thread: its way from main, and its place among those known.
    paths: Vec<Option<Vec<u32>>>,
    ranks: Vec<u32>,
    /// The threads known, in order.
    pub(crate) order: Vec<u32>,
    work: Vec<Id>,
}

/// What goes with a position of the trail.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Length of `raised` before it.
    raised: u32,
    /// The last thread of those reads, up to here, that may be revisited.
    last_reader: Reader,
    /// By rule 1 or 2 the graph up to here is beyond the bound.
    beyond: bool,
}

/// The last thread of some reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    /// There are none.
    None,
    Thread(u32),
    /// One of them may wait when it is revisited.
    MayWait,
}

impl Rounds {
    pub(crate) fn new(most: u32, rule: Rule) -> Self {
        Self {
            most,
            rule,
            of: Vec::new(),
            raised: Vec::new(),
            steps: Vec::new(),
            paths: vec![Some(Vec::new())],
            ranks: vec![0],
            order: vec![0],
            work: Vec::new(),
        }
    }

    /// A thread is the n-th child of `parent`.
    pub(crate) fn meet(&mut self, parent: ThreadId, n: u32, child: ThreadId) {
        if self.paths.len() <= child.index() {
            self.paths.resize(child.index() + 1, None);
        }
        if self.paths[child.index()].is_some() {
            return;
        }
        let mut path = self.paths[parent.index()].clone().unwrap_or_default();
        path.push(n);
        self.paths[child.index()] = Some(path);
        self.order.push(child.0);
        self.order.sort_by(|&a, &b| self.paths[a as usize].cmp(&self.paths[b as usize]));
        self.ranks.resize(self.paths.len(), 0);
        for (rank, &thread) in (0..).zip(&self.order) {
            self.ranks[thread as usize] = rank;
        }
    }

    /// The round of an event.
    pub(crate) fn of(&self, id: Id) -> u32 {
        self.of[id as usize]
    }

    /// Whether an event is beyond the bound.
    pub(crate) fn is_over(&self, id: Id) -> bool {
        self.of(id) > self.most
    }

    /// Whether the graph is surely beyond the bound.
    pub(crate) fn is_beyond(&self) -> bool {
        self.steps.last().is_some_and(|step| step.beyond)
    }

    fn is_after(&self, thread: u32, other: u32) -> bool {
        self.ranks[thread as usize] > self.ranks[other as usize]
    }

    /// The round of an event of `thread` right after `from`.
    fn after<T: Copy, M: Model, const W: usize>(&self, graph: &Execution<T, M, W>, from: Id, thread: u32) -> u32 {
        let descends = self.is_after(graph.event(graph.before_answers(from)).thread, thread);
        (self.of(from) + u32::from(descends)).min(self.most.saturating_add(1))
    }

    /// The event, the newest, has been linked.
    pub(crate) fn link<T: Copy, M: Model, const W: usize>(&mut self, graph: &mut Execution<T, M, W>, id: Id) {
        let mut round = 0;
        let thread = graph.event(id).thread;
        for_each_predecessor(graph, id, |graph, from| round = round.max(self.after(graph, from, thread)));
        self.of.resize(graph.events.len(), 0);
        self.of[id as usize] = round;
        let step = Step {
            raised: u32::try_from(self.raised.len()).unwrap_or(u32::MAX),
            last_reader: self.last_reader(graph, id),
            beyond: self.is_beyond(),
        };
        self.steps.push(step);
        let mut beyond = self.is_over(id)
            && (graph.is_fixed(id) || self.rule.is_printed() || {
                let source = graph.event(id).rf;
                source != NONE && initial_of(source).is_none() && self.stays_over(graph, id, source)
            });
        if M::SC && graph.precedes_something(id) {
            beyond |= self.raise(graph, id);
        }
        let last = self.steps.len() - 1;
        self.steps[last].beyond |= beyond;
    }

    /// The newest event is unlinked.
    pub(crate) fn unlink(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        while self.raised.len() > step.raised as usize {
            if let Some((id, round)) = self.raised.pop() {
                self.of[id as usize] = round;
            }
        }
    }

    /// The event, the newest, has been pinned.
    pub(crate) fn pin(&mut self, id: Id) {
        let over = self.is_over(id);
        let before = self.steps.iter().rev().nth(1).map_or(Reader::None, |step| step.last_reader);
        if let Some(step) = self.steps.last_mut() {
            step.last_reader = before;
            step.beyond |= over;
        }
    }

    /// The last thread of the reads that may be revisited, up to the newest event.
    fn last_reader<T: Copy, M: Model, const W: usize>(&self, graph: &Execution<T, M, W>, id: Id) -> Reader {
        let before = self.steps.last().map_or(Reader::None, |step| step.last_reader);
        let event = graph.event(id);
        if !event.kind.reads() || graph.is_fixed(id) {
            return before;
        }
        if graph.is_of_object(id) {
            return Reader::MayWait;
        }
        match before {
            Reader::Thread(thread) if !self.is_after(event.thread, thread) => before,
            Reader::MayWait => before,
            _ => Reader::Thread(event.thread),
        }
    }

    /// Whether, of the reads up to a position that may be revisited, all are in threads before
    /// `thread`, and none may wait.
    fn all_before(&self, position: u32, thread: u32) -> bool {
        match self.steps[position as usize].last_reader {
            Reader::None => true,
            Reader::Thread(last) => self.is_after(thread, last),
            Reader::MayWait => false,
        }
    }

    /// Whether, by rule 2, an event that is over stays so, or its graph does, because of `cause`,
    /// which is before it.
    fn stays_over<T: Copy, M: Model, const W: usize>(&self, graph: &Execution<T, M, W>, id: Id, cause: Id) -> bool {
        let cause = graph.before_answers(cause);
        let (event, before) = (graph.event(id), graph.event(cause));
        if !graph.is_fixed(cause) || self.of(cause) < self.most || !self.is_after(before.thread, event.thread) {
            return false;
        }
        if before.position > event.position {
            return self.all_before(event.position, before.thread);
        }
        let again = event.revisited && event.rf == cause && !graph.is_of_object(id);
        again && before.position.checked_sub(1).is_none_or(|older| self.all_before(older, before.thread))
    }

    /// Raises what is after the newest event. True if, by rule 1 or 2, that puts the graph beyond
    /// the bound.
    fn raise<T: Copy, M: Model, const W: usize>(&mut self, graph: &mut Execution<T, M, W>, id: Id) -> bool {
        let mut beyond = false;
        let mut work = std::mem::take(&mut self.work);
        work.push(id);
        while let Some(from) = work.pop() {
            graph.for_each_successor(from, |graph, to| {
                let round = self.after(graph, from, graph.event(to).thread);
                let old = self.of(to);
                if round <= old {
                    return;
                }
                self.raised.push((to, old));
                self.of[to as usize] = round;
                work.push(to);
                beyond |= round > self.most
                    && (self.rule.is_printed()
                        || graph.is_fixed(to)
                        || self.stays_over(graph, to, from)
                        || self.stays_over(graph, to, id));
            });
        }
        self.work = work;
        beyond
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// The event, or if it is an answer what was before it and is none, in its thread or where that
    /// was started: with its input at hand, the program has no answers.
    fn before_answers(&self, mut id: Id) -> Id {
        while let Kind::Answer { .. } = self.event(id).kind {
            let event = self.event(id);
            let before = if event.po_prev == NONE { self.lane(event.thread).spawn } else { event.po_prev };
            if before == NONE {
                break;
            }
            id = before;
        }
        id
    }
}

/// The direct predecessors of the newest event: in sc, or by program order and reads-from.
fn for_each_predecessor<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    id: Id,
    mut visit: impl FnMut(&Execution<T, M, W>, Id),
) {
    let mut one = |from: Id| {
        if from != NONE && initial_of(from).is_none() {
            visit(graph, from);
        }
    };
    let event = graph.event(id);
    one(if event.po_prev == NONE { graph.lane(event.thread).spawn } else { event.po_prev });
    if event.kind.has_location() {
        one(event.rf);
    }
    if let Kind::Join(child) = event.kind {
        let lane = graph.lane(child);
        one(if lane.last == NONE { lane.spawn } else { lane.last });
    }
    if M::SC && event.kind.writes() {
        one(event.co_prev);
        let mut reader = graph.readers(event.co_prev);
        while reader != NONE {
            let read = graph.event(reader);
            if read.kind != Kind::Wait {
                one(reader);
            }
            reader = read.reader_next;
        }
    }
}

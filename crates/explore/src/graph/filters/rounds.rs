//! Bounding the rounds of a round-robin scheduler: which graphs cannot lead to an execution within
//! the bound.
//!
//! Iason Marmanis, Viktor Vafeiadis: *Optimal Bounded Partial Order Reduction*, FMCAD 2023.
//! rounds(G) is the least number of times that a round-robin scheduler starts again from the first
//! thread in a linearisation of sc (or, for models in which a graph has none, of porf: section V).
//! The order of threads does not depend on the schedule: a thread comes before the threads that it
//! starts, and these, each with all its descendants, in the order in which it starts them.
//!
//! **Rounds of an event.** Algorithm 1 performs e in round r(e), the maximum over its direct
//! predecessors p of r(p), plus one if p's thread comes after e's; rounds(G) is the largest r. An
//! event that has successors when it is added (it was not added co-maximally) raises theirs, with a
//! log for undoing; under porf nothing is ever raised. Values are cut off at the bound plus one
//! (they are *over* then), so an event is raised at most that often, however long the execution is.
//!
//! **Why not the check of the paper.** It drops each graph with rounds(G) > K. Its proposition 2 (a
//! revisit does not lower rounds) takes for granted that a thread, once left, is not available
//! again before the threads after it are done. A join, a lock or a semaphore that lets a thread go
//! on breaks that: it adds a round that a later revisit deletes. That loses executions
//! (`tests/bounds.rs` in the testkit, `plain_rule_loses_executions`). What follows assumes nothing
//! about the order in which events are added.
//!
//! Let S = D ∪ {r} be what a revisit of r by a takes away from G, Ĝ what it keeps, G' the result.
//!
//! *Lemma.* Events of Ĝ have the same r in Ĝ as in G, so r never falls for an event that survives.
//! Proof: no direct sc edge leads from d ∈ S to e ∈ Ĝ. By po or rf (or spawn or join), e would be
//! porf-after d, and so be neither before r in the trail nor in porf(a). By co or fr, e is a
//! co-successor of d, or of what d reads: it was not there when d was added co-maximally, so it is
//! after r in the trail, so in porf(a), and the maximality test has failed. Then adding a, r and
//! more events only adds edges. ∎
//!
//! An event is *fixed* if no revisit can delete it any more: it is pinned, or was not added
//! co-maximally, or is a choice that took another than its first value; besides, by the proof of
//! the lemma, everything that is sc-before a fixed event.
//!
//! **Rule 1.** G is dropped if a fixed event is over. It survives, and r never falls.
//!
//! **Rule 2.** G is dropped if an event s that is not fixed is over because of a fixed p with r(p)
//! = K that is sc-before s and whose thread comes after that of s, provided that (a) p was added
//! after s, and each read r up to s in the trail that could be revisited has its thread before that
//! of p; or (b) p is the write that the revisited s reads, and the same is true of each such read
//! before p, which in the trail directly precedes s. Besides, none of these reads (nor s, in case
//! (b)) is an operation on a synchronisation object. Proof: the graph changes only after s (else s
//! is gone, or pinned, which is rule 1) until s is deleted, by the revisit of such an r. In (a), p
//! is after r in the trail and survives, so it is in porf(a). In (b) this is so for an r before p;
//! for r = s the maximality test demands it. In G', a is in porf(r), so p is, so r(r) ≥ K + 1: r is
//! over, and by (b), with a for p, or rule 1, G' has no descendants within the bound either (that a
//! has r(a) ≥ K follows; if a's thread is not after r's, a is over already: on a chain from p to r
//! there is a descent). r is in G' at all since only operations on synchronisation objects can find
//! themselves waiting when they are revisited. ∎
//!
//! In programs that never wait these rules drop exactly what the paper drops: there each descent p
//! → s has a fixed p, and the events that are not fixed are in the order of their threads in the
//! trail.
//!
//! **Rule 3.** What is over, but not surely to stay, is explored last: a thread whose last event is
//! over does not go on (`next`). If all that could go on are such threads, G is a dead end. It has
//! no descendant within the bound, except by revisits by the operations that wait: those are made
//! there, as at the end of an execution. Proof: let y be the first event added after G that
//! survives to such a descendant. Its po-predecessor z survives, so it is in G, and y was pending
//! there. If y was enabled, z is over. So y waits in G. A join or a wait is enabled by events that
//! are porf-before it, survive, and so were in G already. A synchronisation operation reads a state
//! that is in G and not the last of its object there, so what came next is revisited or deleted by
//! a surviving write, which can only be y itself. Everything that was added since G is deleted by
//! that revisit, so making it in G gives the same graph; and it is made nowhere else, since nothing
//! else continues G. ∎
//!
//! So no execution within the bound is lost. None is reached twice since next_P depends on the
//! graph only. What is counted has no event over. Dead ends are counted as `redundant`: their
//! executions are beyond the bound, which could not be known before.

use crate::graph::core::event::{Id, Kind, NONE, initial_of};
use crate::graph::core::execution::Execution;
use crate::graph::model::Model;
use threadbare_op::ThreadId;

/// When a graph is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// By rules 1 and 2 of the module's header.
    Proved,
    /// As soon as an event is over, as the paper has it.
    Printed,
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
        let descends = self.is_after(graph.event(from).thread, thread);
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
            && (is_fixed(graph, id) || self.rule == Rule::Printed || {
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
        if !event.kind.reads() || is_fixed(graph, id) {
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
        let (event, before) = (graph.event(id), graph.event(cause));
        if !is_fixed(graph, cause) || self.of(cause) < self.most || !self.is_after(before.thread, event.thread) {
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
                    && (self.rule == Rule::Printed
                        || is_fixed(graph, to)
                        || self.stays_over(graph, to, from)
                        || self.stays_over(graph, to, id));
            });
        }
        self.work = work;
        beyond
    }
}

/// Whether no revisit can delete an event any more (because of what it is itself).
pub(crate) fn is_fixed<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, id: Id) -> bool {
    let event = graph.event(id);
    event.pinned || !event.comax || matches!(event.kind, Kind::Choice(value) if value > 0)
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

//! Wakeup trees: beginnings of executions that are still to be explored from a point of the trace.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A
//! Foundation for Optimal Dynamic Partial Order Reduction*, JACM 2017 (POPL 2014), section 6.2.
//!
//! Nearly all sequences are refused, or the tree leads to their executions already. So a sequence
//! is not made to ask that: it is the events of the trace after a point, less those that depend on
//! the first of them, less the first few of each thread (those that were taken off), which two
//! clocks tell of any event. Only what is added to a tree is written out.

use super::race::{Threads, one, threads_beyond};
use super::state::{Access, Event, Id, Last, NONE, Trace};
use crate::drive::clock::Clock;

/// A step: whose, and, if it is a choice, how it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) thread: u32,
    pub(super) value: Option<u32>,
    pub(super) access: Access,
}

impl Move {
    pub(super) const fn of<T>(event: &Event<T>) -> Self {
        Self { thread: event.thread, value: event.choice, access: event.access }
    }
}

/// A node, the point itself being the root.
#[derive(Clone, Copy, Debug)]
struct Node {
    step: Move,
    children: Tree,
    /// The next child of its parent, in the order in which they are explored.
    next: Tree,
}

/// The first child of a point, by its number in the [`Forest`]; [`NONE`]: nothing is left to
/// explore there.
pub(super) type Tree = u32;

/// The nodes of all trees.
#[derive(Debug, Default)]
pub(super) struct Forest {
    nodes: Vec<Node>,
    /// Those that are not used.
    free: Vec<u32>,
}

impl Forest {
    /// The tree that has only this move and what comes after it.
    pub(super) fn branch(&mut self, step: Move, children: Tree) -> Tree {
        let node = Node { step, children, next: NONE };
        if let Some(place) = self.free.pop() {
            self.nodes[place as usize] = node;
            return place;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The first tree, and then the moves of the other.
    pub(super) fn join(&mut self, first: Tree, then: Tree) -> Tree {
        if first == NONE {
            return then;
        }
        let mut last = first;
        while self.nodes[last as usize].next != NONE {
            last = self.nodes[last as usize].next;
        }
        self.nodes[last as usize].next = then;
        first
    }

    /// Takes the first move, with what comes after it.
    pub(super) fn take(&mut self, tree: &mut Tree) -> Option<(Move, Tree)> {
        if *tree == NONE {
            return None;
        }
        let Node { step, children, next } = self.nodes[*tree as usize];
        self.free.push(*tree);
        *tree = next;
        Some((step, children))
    }

    /// Nobody will explore it.
    pub(super) fn forget(&mut self, mut tree: Tree) {
        while let Some((_, children)) = self.take(&mut tree) {
            self.forget(children);
        }
    }
}

/// What has to be run from before an event e on to reverse a race of it: `notdep(e, E)`, and then
/// an operation that would come before e.
pub(super) struct Sequence<'a, T, const W: usize> {
    trace: &'a Trace<T, W>,
    /// e; if the sequence was performed, it is not in the trace.
    cause: Option<&'a Event<T>>,
    /// The events after it begin here.
    begin: Id,
    /// By thread: so many of its events are before e, or have been taken off.
    taken: Clock<W>,
    /// The last move, until it is taken off.
    last: Option<Move>,
    /// What happens before the last one, that with which it races aside.
    past: &'a Clock<W>,
    /// The last one as an event of the trace, if it would touch memory in the same way before e.
    later: Option<Id>,
}

/// How a move can be put first in a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) enum Begins {
    /// It is this event, before which nothing of the sequence has to come.
    With(Id),
    /// It is the last move, likewise.
    WithLast(Due),
    /// It is independent of all of them.
    Apart(Due),
}

impl Begins {
    /// How long that is sure to be so.
    pub(super) const fn due(self) -> Due {
        match self {
            Self::With(due) | Self::WithLast(due) | Self::Apart(due) => due,
        }
    }
}

/// Up to where a trace has to stay as it is for an answer to remain true: up to this event;
/// [`NONE`]: up to its end.
pub(super) type Due = Id;

impl<'a, T: Copy, const W: usize> Sequence<'a, T, W> {
    /// The last one is event `later` of the trace, or waits at its end.
    pub(super) fn new(trace: &'a Trace<T, W>, cause: Id, last: Move, later: Option<Id>) -> Self {
        let past = match later {
            Some(id) => trace.clocks_before(trace.event(id)),
            None => trace.clocks(last.thread),
        };
        let later = later.filter(|&id| trace.event(id).access == last.access);
        let (begin, taken, cause) = (cause + 1, trace.counts_before[cause as usize], Some(trace.event(cause)));
        Self { trace, cause, begin, taken, last: Some(last), past: &past.dep, later }
    }

    /// All events of the trace from `begin` on.
    pub(super) fn performed(trace: &'a Trace<T, W>, begin: Id) -> Self {
        let past = &trace.counts_before[begin as usize];
        Self { trace, cause: None, begin, taken: *past, last: None, past, later: None }
    }

    /// Whether an event after e is one of the sequence, and has not been taken off.
    fn has(&self, id: Id) -> bool {
        let event = self.trace.event(id);
        event.count > self.taken[event.thread as usize] && !self.depends(id)
    }

    /// Whether an event depends on e.
    fn depends(&self, id: Id) -> bool {
        self.cause.is_some_and(|cause| self.trace.depends(id, cause))
    }

    /// The moves before the last one.
    fn events(&self) -> impl DoubleEndedIterator<Item = Id> + '_ {
        (self.begin..self.trace.events.len() as Id).filter(|&id| self.has(id))
    }

    /// The first event of a thread.
    fn first_of(&self, thread: u32) -> Option<Id> {
        let next = self.trace.nth(thread, self.taken[thread as usize] + 1)?;
        // If it depends on e, those after it do, too.
        (!self.depends(next)).then_some(next)
    }

    /// Whether the move, possible at the point, can be put first: it is an initial, or independent
    /// of all of them (WI of the paper).
    pub(super) fn can_begin_with(&self, step: &Move) -> Option<Begins> {
        if let Some(id) = self.first_of(step.thread) {
            let first = self.trace.event(id);
            let is_it = first.choice == step.value;
            return (is_it && threads_beyond(self.trace.dep(id), &self.taken) == 1).then_some(Begins::With(id));
        }
        match &self.last {
            Some(last) if last.thread == step.thread => (last.value == step.value && self.last_is_initial(last))
                .then_some(Begins::WithLast(self.later.unwrap_or(NONE))),
            last => {
                let depends = last.as_ref().is_some_and(|last| self.trace.conflict(last.access, step.access))
                    || self.conflicts(step.access, self.trace.last(step.access))
                    || self.disturbs(step.thread);
                (!depends).then(|| Begins::Apart(self.apart_until(step.access)))
            }
        }
    }

    /// How long it is sure that none of the events has part in a conflict with an access, as none
    /// has now: whatever comes after a write at its location depends on that, and so on e.
    fn apart_until(&self, access: Access) -> Due {
        let depends_on = |write: Access| write.is_write() && write.loc == access.loc;
        match (self.later, &self.last) {
            (Some(later), Some(last))
                if self.cause.is_some_and(|cause| depends_on(cause.access)) || depends_on(last.access) =>
            {
                later
            }
            _ => NONE,
        }
    }

    /// Nothing of its past is in the sequence, and nothing that it would come after.
    fn last_is_initial(&self, last: &Move) -> bool {
        let newest = match self.later {
            // What comes after that at its location depends on it, and so on e.
            Some(id) => self.trace.event(id).last_before,
            None => self.trace.last(last.access),
        };
        threads_beyond(self.past, &self.taken) == 0 && !self.conflicts(last.access, newest)
    }

    /// Whether one of the events up to the newest at its location conflicts with an access.
    fn conflicts(&self, access: Access, mut newest: Last) -> bool {
        // Whatever comes after a write at its location depends on it.
        let after = |cause: &Event<T>| access.loc == cause.access.loc && cause.access.is_write();
        if access.loc == NONE || self.cause.is_some_and(after) {
            return false;
        }
        let is_after = |id: Id| id != NONE && id >= self.begin;
        loop {
            let Last { write, mut read } = newest;
            while access.writes() && is_after(read) {
                if self.has(read) {
                    return true;
                }
                read = self.trace.event(read).last_before.read;
            }
            if !is_after(write) {
                return false;
            }
            if self.has(write) && self.trace.conflict(access, self.trace.event(write).access) {
                return true;
            }
            newest = self.trace.event(write).last_before;
        }
    }

    fn disturbs(&self, thread: u32) -> bool {
        let of_thread: Threads = one(thread);
        self.trace.disturbing != 0 && self.events().any(|id| self.trace.event(id).disturbs & of_thread != 0)
    }

    /// Takes a move of the thread off, with which the sequence begins, or none.
    fn take_off(&mut self, thread: u32, begins: Begins) {
        match begins {
            Begins::With(id) => self.taken[thread as usize] = self.trace.event(id).count,
            Begins::WithLast(_) => self.last = None,
            Begins::Apart(_) => {}
        }
    }

    /// The tree that has only this.
    fn into_branch(self, forest: &mut Forest) -> Tree {
        let last = self.last.map_or(NONE, |last| forest.branch(last, NONE));
        self.events().rev().fold(last, |children, id| forest.branch(Move::of(self.trace.event(id)), children))
    }

    /// `insert` of the paper: adds the sequence to the tree, unless the tree leads to its
    /// executions already; says how long that is sure to be so. (A sequence of which nothing is
    /// left can begin with any move: it comes to a leaf.)
    pub(super) fn insert(mut self, forest: &mut Forest, tree: &mut Tree) -> Due {
        let mut due = 0;
        let mut children = *tree;
        loop {
            let mut node = children;
            let begins = loop {
                if node == NONE {
                    break None;
                }
                match self.can_begin_with(&forest.nodes[node as usize].step) {
                    Some(begins) => break Some(begins),
                    None => node = forest.nodes[node as usize].next,
                }
            };
            let Some(begins) = begins else {
                let branch = self.into_branch(forest);
                let all = forest.join(children, branch);
                if *tree == NONE {
                    *tree = all;
                }
                return NONE;
            };
            due = due.max(begins.due());
            let Node { step, children: below, .. } = forest.nodes[node as usize];
            self.take_off(step.thread, begins);
            if below == NONE {
                return due;
            }
            children = below;
        }
    }
}

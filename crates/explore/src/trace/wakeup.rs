//! Wakeup trees: beginnings of executions that are still to be explored from a point of the trace.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A Foundation for Optimal Dynamic
//! Partial Order Reduction*, JACM 2017 (POPL 2014), section 6.2.

use super::race::one;
use super::state::{Access, Event, Id, Trace};
use crate::clock::Clock;

/// A step: whose, and, if it is a choice, how it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) thread: u32,
    pub(super) value: Option<u32>,
    pub(super) access: Access,
}

impl Move {
    pub(super) const fn of<T, const W: usize>(event: &Event<T, W>) -> Self {
        Self { thread: event.thread, value: event.choice, access: event.access }
    }

    fn is(&self, other: &Self) -> bool {
        self.thread == other.thread && self.value == other.value
    }
}

/// A node, the point itself being the root. The children stand in the order in which they are explored.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) step: Move,
    pub(super) children: Vec<Node>,
}

/// A sequence of moves with their happens-before: `notdep(e, E)`, and then an operation that would come before e.
pub(super) struct Sequence<'a, T, const W: usize> {
    trace: &'a Trace<T, W>,
    /// The moves before the last one, as events of the trace; some have been taken off.
    events: Vec<Id>,
    /// The last one, until it is taken off.
    last: Option<Move>,
    /// What happens before the last one, that with which it races aside.
    past: Clock<W>,
}

impl<'a, T: Copy, const W: usize> Sequence<'a, T, W> {
    /// The last one is event `later` of the trace, or waits at its end.
    pub(super) fn new(trace: &'a Trace<T, W>, events: Vec<Id>, last: Move, later: Option<Id>) -> Self {
        let past = match later {
            Some(id) => trace.event(id).before.dep,
            None => trace.lane(last.thread).dep,
        };
        Self { trace, events, last: Some(last), past }
    }

    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.last.is_none()
    }

    /// Whether the move, possible at the point, can be put first: it is an initial, or independent of all of them (WI of
    /// the paper).
    pub(super) fn can_begin_with(&self, step: &Move) -> bool {
        match self.events.iter().position(|&id| self.trace.event(id).thread == step.thread) {
            Some(at) => {
                let id = self.events[at];
                let is_before = |&earlier: &Id| self.trace.is_in(&self.trace.event(id).dep, earlier);
                Move::of(self.trace.event(id)).is(step) && !self.events[..at].iter().any(is_before)
            }
            None => match &self.last {
                Some(last) if last.thread == step.thread => last.is(step) && self.last_is_initial(last),
                last => {
                    let mut moves = self.events.iter().map(|&id| self.trace.event(id).access);
                    let disturbs = |&id: &Id| self.trace.event(id).disturbs & one(step.thread) != 0;
                    !moves.any(|access| access.conflicts(step.access))
                        && !last.is_some_and(|last| last.access.conflicts(step.access))
                        && !self.events.iter().any(disturbs)
                }
            },
        }
    }

    fn last_is_initial(&self, last: &Move) -> bool {
        self.events.iter().all(|&id| {
            let event = self.trace.event(id);
            !self.trace.is_in(&self.past, id) && !event.access.conflicts(last.access)
        })
    }

    /// Takes the first move of the thread off, if there is one.
    fn take_off(&mut self, thread: u32) {
        if let Some(at) = self.events.iter().position(|&id| self.trace.event(id).thread == thread) {
            self.events.remove(at);
        } else if self.last.is_some_and(|last| last.thread == thread) {
            self.last = None;
        }
    }

    /// The tree that has only this.
    fn into_branch(self) -> Vec<Node> {
        let moves = self.events.iter().map(|&id| Move::of(self.trace.event(id))).chain(self.last);
        let moves: Vec<Move> = moves.collect();
        moves.into_iter().rev().fold(Vec::new(), |children, step| vec![Node { step, children }])
    }

    /// `insert` of the paper: adds the sequence to the tree, unless the tree leads to its executions already.
    pub(super) fn insert(mut self, mut tree: &mut Vec<Node>) {
        while let Some(at) = tree.iter().position(|node| self.can_begin_with(&node.step)) {
            self.take_off(tree[at].step.thread);
            tree = &mut tree[at].children;
            if tree.is_empty() || self.is_empty() {
                return;
            }
        }
        tree.extend(self.into_branch());
    }
}

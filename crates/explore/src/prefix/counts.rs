//! What a prefix consists of, as in table 2 of the paper.

use super::PrefixSystem;
use super::levels::Search;
use super::livelock::Starved;
use super::net::{Component, ConditionId, Event, Net};
use std::collections::BTreeMap;
use threadbare_op::{Op, Site, Stuck, SyncKind};

/// The events of a prefix by kind, and what comes after nothing more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All.
    pub events: u64,
    /// Threads, `main` among them.
    pub threads: u64,
    /// Accesses to memory, fences.
    pub accesses: u64,
    /// Operations on mutexes, read-write locks, spin locks.
    pub locks: u64,
    /// On condition variables.
    pub conditions: u64,
    /// Choices.
    pub choices: u64,
    /// Threads that begin, waits for their ends, operations on other objects.
    pub others: u64,
    /// Of all, those with which a thread comes to its end, or ends the program;
    pub exits: u64,
    /// those after which a thread is at fault;
    pub faults: u64,
    /// those after which a known state is reached: by their places.
    pub cut: BTreeMap<Site, u64>,
    /// Of `states`: how many states there are.
    pub states: u64,
    /// If the search was stopped: faults of threads, races and deadlocks of all threads are known
    /// of all states that at most so many events reach.
    pub whole: u64,
    /// Livelocks were not looked for, as there are too many states.
    pub livelocks_left: bool,
    /// With strong fairness: who starves.
    pub starved: Vec<Starved>,
    /// Where `main` waits for the end of a thread that ends in no execution, nor the program, though
    /// all loops in which the thread goes round have a way out (only of `prefix`).
    pub endless: Option<Site>,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// See [`Counts::endless`].
    pub(super) fn waits_for_ever(&self) -> Option<Site> {
        let conditions = || 0..self.net.conditions.len() as ConditionId;
        let of = |thread| move |at: &ConditionId| self.net.component_of(*at) == Component::Thread(thread);
        let is_over = |at: ConditionId| match self.net.stand(at).map(|stand| stand.op) {
            Some(Op::Stuck(Stuck::ProgramExit)) => true,
            Some(op) => of(0)(&at) && op.has_ended(),
            None => false,
        };
        if conditions().any(is_over) {
            return None;
        }
        let ends = |thread| {
            conditions().filter(of(thread)).any(|at| self.net.stand(at).is_some_and(|stand| stand.op.has_ended()))
        };
        conditions().filter(of(0)).filter_map(|at| self.net.stand(at)).find_map(|stand| match stand.op {
            Op::Join { thread } if self.grown.own.has_ways_out(thread.0) && !ends(thread.0) => Some(stand.site),
            _ => None,
        })
    }
}

impl Counts {
    /// Of a prefix.
    pub(super) fn of(net: &Net) -> Self {
        let mut counts = Self::default();
        for component in &net.components {
            counts.threads += u64::from(matches!(component, Component::Thread(_)));
        }
        net.events.iter().skip(1).for_each(|event| counts.add(net, event));
        counts
    }

    fn add(&mut self, net: &Net, event: &Event) {
        let Some(stand) = event.name.consumes.first().and_then(|at| net.stand(*at)) else { return };
        self.add_op(&stand.op);
        let own = event.makes.clone().next().and_then(|at| net.stand(at)).map(|stand| stand.op);
        match own {
            Some(Op::Stuck(Stuck::Fault(_))) => self.faults += 1,
            _ if event.is_cut => *self.cut.entry(stand.site).or_default() += 1,
            Some(Op::Stuck(Stuck::Finished | Stuck::ProgramExit)) => self.exits += 1,
            _ => {}
        }
    }

    /// Counts an event that performs this.
    pub(crate) fn add_op(&mut self, op: &Op) {
        self.events += 1;
        *match op {
            Op::Choice { .. } => &mut self.choices,
            Op::Sync { op, .. } => match op.kind() {
                SyncKind::Mutex | SyncKind::RwLock | SyncKind::Spin => &mut self.locks,
                SyncKind::Cond | SyncKind::Futex => &mut self.conditions,
                _ => &mut self.others,
            },
            Op::Spawn | Op::Join { .. } => &mut self.others,
            _ => &mut self.accesses,
        } += 1;
    }

    /// After how many events a known state is reached.
    #[must_use]
    pub fn cutoffs(&self) -> u64 {
        self.cut.values().sum()
    }
}

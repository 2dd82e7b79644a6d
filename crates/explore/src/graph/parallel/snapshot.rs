//! [`Snapshot`]: how far an exploration is, as data that another process can go on with.

use crate::ThreadNames;
use crate::graph::core::path::Path;
use crate::graph::core::system::GraphSystem;
use crate::graph::core::work::Work;
use std::collections::BTreeMap;
use threadbare_op::{Fault, Fork, Limit, Schedule, Site, Stats, ThreadId};

/// A fault, the first place of the search in which it was met, and the schedule of that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Met {
    /// Where in the search.
    pub path: Path,
    /// What.
    pub fault: Fault,
    /// An execution that shows it.
    pub schedule: Schedule,
}

/// What was found out so far, and what is left to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// What is left.
    pub work: Vec<Work>,
    /// The counts of what is done.
    pub stats: Stats,
    /// The faults met, each once, in the order of the search.
    pub faults: Vec<Met>,
    /// The waits that are left behind when `main` ends, each once, in the order of the search.
    pub abandoned: Vec<Met>,
    /// The first complete execution in the order of the search.
    pub first: Option<(Path, Schedule)>,
    /// Limits met, and where, as far as that is known.
    pub limits: Vec<(Limit, Option<Site>)>,
    /// Unsupported things met.
    pub unsupported: Vec<(String, Site)>,
    /// The threads that have numbers, from 1 on.
    pub threads: Vec<(ThreadId, u32)>,
    /// What systems have learnt of the program ([`Fork::knowledge`]); who goes on must have it
    /// taken in ([`Fork::take_in`]).
    pub knowledge: Vec<String>,
}

impl Default for Snapshot {
    /// Nothing is done yet.
    fn default() -> Self {
        Self {
            work: vec![Work::default()],
            stats: Stats::default(),
            faults: Vec::new(),
            abandoned: Vec::new(),
            first: None,
            limits: Vec::new(),
            unsupported: Vec::new(),
            threads: Vec::new(),
            knowledge: Vec::new(),
        }
    }
}

/// Adds the counts of a part to those of others.
pub(crate) fn add(into: &mut Stats, part: &Stats) {
    into.executions += part.executions;
    into.blocked += part.blocked;
    into.redundant += part.redundant;
    into.events += part.events;
    into.depth = into.depth.max(part.depth);
    into.symmetric = into.symmetric.max(part.symmetric);
}

fn note(all: &mut Vec<Met>, met: Met) {
    match all.iter_mut().find(|known| known.fault == met.fault) {
        Some(known) if known.path <= met.path => {}
        Some(known) => *known = met,
        None => all.push(met),
    }
}

impl Snapshot {
    /// Notes a fault; of several places the first counts.
    pub(crate) fn note_fault(&mut self, met: Met) {
        note(&mut self.faults, met);
    }

    /// The same for waits that are left behind.
    pub(crate) fn note_abandoned(&mut self, met: Met) {
        note(&mut self.abandoned, met);
    }

    pub(crate) fn note_first(&mut self, path: Path, schedule: impl FnOnce() -> Schedule) {
        if self.first.as_ref().is_none_or(|(first, _)| path < *first) {
            self.first = Some((path, schedule()));
        }
    }

    /// Takes in what a worker's system knows, its numbers replaced by what they stand for.
    pub(crate) fn note_coverage<S: Fork + GraphSystem>(&mut self, coverage: &threadbare_op::Coverage, system: &S) {
        let mut places: BTreeMap<Limit, Vec<Site>> = BTreeMap::new();
        for (limit, place) in system.limit_places() {
            places.entry(limit).or_default().push(place);
        }
        for limit in coverage.limits.iter().copied().chain(system.passed_limits()) {
            let known = places.remove(&limit).unwrap_or_default();
            let known = known.into_iter().map(Some).chain([None]);
            for place in known {
                if !self.limits.contains(&(limit, place)) {
                    self.limits.push((limit, place));
                }
            }
        }
        for &number in &coverage.unsupported {
            let thing = system.unsupported_thing(number);
            if !self.unsupported.contains(&thing) {
                self.unsupported.push(thing);
            }
        }
    }

    /// Takes in what a worker's system has learnt.
    pub(crate) fn note_knowledge(&mut self, knowledge: Vec<String>) {
        for line in knowledge {
            if let Err(at) = self.knowledge.binary_search(&line) {
                self.knowledge.insert(at, line);
            }
        }
    }

    /// Brings everything into the order that does not depend on who has found it.
    pub(crate) fn settle(&mut self, threads: Vec<(ThreadId, u32)>) {
        self.threads = threads;
        let names = self.names();
        self.faults.sort_by(|a, b| a.path.cmp(&b.path));
        self.abandoned.sort_by(|a, b| a.path.cmp(&b.path));
        let schedules = self.faults.iter_mut().chain(&mut self.abandoned).map(|met| &mut met.schedule);
        for schedule in schedules.chain(self.first.as_mut().map(|(_, schedule)| schedule)) {
            names.declare(schedule);
        }
        self.limits.sort();
        self.unsupported.sort();
        self.work.sort_by(|a, b| a.path.cmp(&b.path));
    }

    /// The threads that schedules have to declare.
    pub(crate) fn names(&self) -> ThreadNames {
        let mut names = ThreadNames::default();
        for (number, &(parent, n)) in (1..).zip(&self.threads) {
            names.record(parent, n, ThreadId(number));
        }
        names
    }
}

//! An execution of a weak memory model as an interleaving, if it is one: in an order of its steps in
//! which each of them sees what was written last.
//!
//! The order in which it was found extends program order and reads-from only, so that a step may
//! see what is overwritten above it although nothing asks for that. There is an order without such
//! steps exactly if program order, reads-from, coherence and from-read together have no cycle
//! (Shasha and Snir, TOPLAS 1988).
//!
//! Not covered: where accesses race, which of them are visible may depend on the order. Whoever
//! asks looks at what a replay shows.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use threadbare_explore::{Replayed, replay};
use threadbare_machine::{Machine, State};
use threadbare_op::{ANSWERED, Answer, Loc, Model, Op, Schedule, Step, ThreadId};

/// The same execution in such an order, as near to its own as can be; `None` if there is none.
#[must_use]
pub fn interleaved(like: &Machine, schedule: &Schedule) -> Option<Schedule> {
    if schedule.model == Model::Sc {
        return Some(schedule.clone());
    }
    let mut machine = like.another(None);
    let mut events = Events::default();
    replay(&mut machine, schedule, &mut |_: &mut Machine, event: &Replayed<State>| events.add(event)).ok()?;
    // Each step is an event then, and the other way round.
    if machine.take_restart() || events.count != schedule.steps.len() {
        return None;
    }
    let steps = events.in_order()?.into_iter().map(|at| {
        let Step { thread, choice } = schedule.steps[at];
        let is_access = events.accesses[at];
        Step {
            thread,
            choice: choice.map(|n| if is_access { n & ANSWERED } else { n }).filter(|n| !is_access || *n > 0),
        }
    });
    Some(Schedule { steps: steps.collect(), ..schedule.clone() })
}

/// The same execution under a stronger memory model, as far as it may be one of it.
#[must_use]
pub fn under(like: &Machine, schedule: &Schedule, model: Model) -> Option<Schedule> {
    let line = if model == Model::Sc { interleaved(like, schedule)? } else { schedule.clone() };
    Some(Schedule { model, ..line })
}

/// The events of a replay, and what each of them comes before.
#[derive(Default)]
struct Events {
    count: usize,
    accesses: Vec<bool>,
    before: Vec<(usize, usize)>,
    /// The last event of each thread, or what started it.
    last: BTreeMap<ThreadId, usize>,
    /// The last operation on each synchronisation object.
    objects: BTreeMap<u64, usize>,
    /// The writes of each location, in coherence order.
    writes: BTreeMap<Loc, Vec<usize>>,
    /// What reads memory: where, and which event's write.
    reads: Vec<(usize, Loc, Option<usize>)>,
}

impl Events {
    fn add(&mut self, event: &Replayed<State>) {
        let at = self.count;
        self.count += 1;
        self.accesses.push(event.op.loc().is_some());
        self.before.extend(self.last.insert(event.thread, at).map(|last| (last, at)));
        match (event.op, event.answer) {
            (Op::Spawn, Some(Answer::Thread(child))) => drop(self.last.insert(child, at)),
            (Op::Join { thread }, _) => self.before.extend(self.last.get(&thread).map(|last| (*last, at))),
            (Op::Sync { object, .. }, _) => {
                self.before.extend(self.objects.insert(object, at).map(|last| (last, at)));
            }
            _ => {}
        }
        let Some(loc) = event.op.loc() else { return };
        if let Some(source) = event.source {
            self.reads.push((at, loc, source));
        }
        if event.written.is_some() {
            let writes = self.writes.entry(loc).or_default();
            let next = event.before.and_then(|next| writes.iter().position(|write| *write == next));
            writes.insert(next.unwrap_or(writes.len()), at);
        }
    }

    /// All events, each as soon as it can be, those that came first before others; `None` if there
    /// is a cycle.
    fn in_order(&self) -> Option<Vec<usize>> {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.count];
        let mut waits_for = vec![0_usize; self.count];
        for (first, second) in self.before.iter().copied().chain(self.by_memory()) {
            after[first].push(second);
            waits_for[second] += 1;
        }
        let free = (0..self.count).filter(|at| waits_for[*at] == 0);
        let mut ready: BinaryHeap<Reverse<usize>> = free.map(Reverse).collect();
        let mut order = Vec::with_capacity(self.count);
        while let Some(Reverse(at)) = ready.pop() {
            order.push(at);
            for &next in &after[at] {
                waits_for[next] -= 1;
                if waits_for[next] == 0 {
                    ready.push(Reverse(next));
                }
            }
        }
        (order.len() == self.count).then_some(order)
    }

    /// Coherence, reads-from and from-read.
    fn by_memory(&self) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> =
            self.writes.values().flat_map(|writes| writes.windows(2).map(|pair| (pair[0], pair[1]))).collect();
        let next: BTreeMap<usize, usize> = all.iter().copied().collect();
        for &(read, loc, source) in &self.reads {
            all.extend(source.map(|write| (write, read)));
            let overwrites = match source {
                Some(write) => next.get(&write).copied(),
                None => self.writes.get(&loc).and_then(|writes| writes.first().copied()),
            };
            all.extend(overwrites.filter(|write| *write != read).map(|write| (read, write)));
        }
        all
    }
}

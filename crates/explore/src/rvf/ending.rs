//! How an execution that cannot go on has ended.
//!
//! What the threads wait for is the same in all witnesses, except of threads that wait in a loop:
//! whether what they look at has changed since depends on which writes come last. There is a
//! witness in which nothing has changed exactly if, for each location looked at, some write with
//! the value seen can be put after all others; that is asked of the closure and the search.

use super::state::Execution;
use crate::drive::effect::answer;
use crate::values::order::{Id, NONE};
use crate::values::verify::witness;
use crate::waits::ending::{Ending, ending, standing};
use crate::waits::hold::is_spin;
use crate::waits::stuck::{Spin, ends_section, looks, round};
use threadbare_op::{Op, System, ThreadId};

impl<T: Copy, const W: usize> Execution<T, W> {
    /// The ending; the witness is then one that ends so.
    pub(super) fn ending<S: System<State = T>>(&mut self, system: &mut S) -> Ending {
        let looks = self.all_looks();
        let threads = standing(self.threads().map(|(thread, lane)| (thread, &lane.pending)));
        let spins = self.spins();
        if spins.is_empty() {
            return ending(system, &threads, &spins, |_, _, _| Vec::new());
        }
        // Whether it is a deadlock at all is asked before who can be to blame.
        let waits = |op: &Op| !op.is_stuck() || op.has_ended() || is_spin(op);
        let may_wait = threads.iter().all(|(_, op, _)| waits(op));
        if !may_wait || self.settle(system, &looks, 0) {
            return ending(system, &threads, &spins, |_, _, _| Vec::new());
        }
        Ending::Blocked
    }

    /// Whether some thread waits in a loop.
    pub(super) fn has_spins(&self) -> bool {
        self.threads().any(|(_, lane)| is_spin(&lane.pending.op))
    }

    fn spins(&self) -> Vec<Spin> {
        let spinning = |&(_, lane): &(u32, &super::state::Lane<T, W>)| is_spin(&lane.pending.op);
        let spin = |(thread, lane): (u32, &super::state::Lane<T, W>)| {
            let site = self.iteration(thread).first().map(|&id| self.event(id).before.pending.site);
            Spin { thread: ThreadId(thread), site: site.unwrap_or(lane.pending.site), ends: false }
        };
        self.threads().filter(spinning).map(spin).collect()
    }

    /// What a thread that waits in a loop has looked at in the last iteration, the last thing
    /// first.
    fn iteration(&self, thread: u32) -> Vec<Id> {
        let events = round(&self.lane(thread).pending.op) as usize;
        let own = self.closed.order.chain(thread).iter().rev().take(events).copied();
        own.filter(|&id| looks(&self.event(id).before.pending.op)).collect()
    }

    /// What all of them have looked at.
    fn all_looks(&self) -> Vec<Id> {
        self.threads().flat_map(|(thread, _)| self.iteration(thread)).collect()
    }

    /// Whether there is a witness after which the events from `at` on would be told the same again;
    /// makes it the witness.
    fn settle<S: System<State = T>>(&mut self, system: &mut S, looks: &[Id], at: usize) -> bool {
        let Some(&look) = looks.get(at) else {
            let guide = self.witness.clone();
            let found = self.closed.close().ok().and_then(|()| witness(&mut self.closed, &guide));
            let any = found.is_some();
            self.witness = found.unwrap_or(guide);
            return any;
        };
        let location = self.event(look).location;
        if location == NONE {
            return self.settle(system, looks, at + 1);
        }
        let writes: Vec<Id> = self.closed.writes(location).iter().map(|w| w.id).collect();
        if writes.is_empty() {
            return self.settle(system, looks, at + 1);
        }
        if ends_section(&self.event(look).before.pending.op) {
            return self.settle_section(system, looks, at, &writes);
        }
        for &last in &writes {
            if !self.would_say_the_same(system, look, last) {
                continue;
            }
            let mark = self.closed.mark();
            let mut others = writes.iter().filter(|&&other| other != last);
            let added = others.try_for_each(|&other| self.closed.add(other, last)).and_then(|()| self.closed.close());
            let settled = added.is_ok() && self.settle(system, looks, at + 1);
            self.closed.undo(mark);
            if settled {
                return true;
            }
        }
        false
    }

    /// The same of the end of a section: nobody uses the lock afterwards, but in iterations in which
    /// threads wait.
    fn settle_section<S: System<State = T>>(&mut self, system: &mut S, looks: &[Id], at: usize, uses: &[Id]) -> bool {
        let end = looks[at];
        let mark = self.closed.mark();
        let before = uses.iter().copied().filter(|&other| other != end && !self.is_in_vain(other)).collect::<Vec<_>>();
        let added =
            before.into_iter().try_for_each(|other| self.closed.add(other, end)).and_then(|()| self.closed.close());
        let settled = added.is_ok() && self.settle(system, looks, at + 1);
        self.closed.undo(mark);
        settled
    }

    /// Whether an event belongs to an iteration in which its thread waits.
    fn is_in_vain(&self, id: Id) -> bool {
        let thread = self.event(id).thread;
        let round = round(&self.lane(thread).pending.op) as usize;
        self.closed.order.chain(thread).iter().rev().take(round).any(|&own| own == id)
    }

    /// Whether an event would be told the same if it read from this write.
    fn would_say_the_same<S: System<State = T>>(&self, system: &mut S, look: Id, write: Id) -> bool {
        let event = self.event(look);
        let now = self.content(event.location, write);
        answer(system, event.thread, &event.before.pending.op, now) == event.answer
    }
}

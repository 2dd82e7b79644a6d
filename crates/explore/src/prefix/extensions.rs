//! Possible extensions: the events that come after a new one, with whatever else is there.
//!
//! An event consumes where its thread stands, and of the object that it touches one condition that is
//! concurrent with that, and in which it can be performed. A write consumes the views of all threads,
//! which are concurrent with each other and show the same write before it.

use super::PrefixSystem;
use super::levels::Search;
use super::net::{Component, ConditionId, EventId, Name, Needs, Preset};
use crate::drive::effect::effect;
use crate::drive::enabled::goes_on;
use crate::drive::input::{Open, Swap};
use crate::drive::locations::Content;
use smallvec::{SmallVec, smallvec};
use threadbare_op::{Addr, Limit, Loc, Op, Site, SyncOp};

/// A thread that stands before an access.
#[derive(Clone, Copy)]
struct Access {
    thread: u32,
    at: ConditionId,
    loc: Loc,
    /// The answer, as a schedule says it.
    choice: Option<u32>,
    /// Only with a condition that this event has made.
    newest: Option<EventId>,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Adds what comes after an event to the queue.
    pub(super) fn extend(&mut self, event: EventId) {
        // Each consumes something that this event has made.
        self.net.begin_to_note();
        let makes = self.net.events[event as usize].makes.clone();
        let (mut views, mut needed) = (Vec::new(), Vec::new());
        for condition in makes.clone() {
            match self.net.component_of(condition) {
                Component::Thread(thread) => {
                    let finished = self.net.stand(condition).is_some_and(|stand| stand.op.has_finished());
                    needed.extend(finished.then_some(Needs::End(thread)));
                    self.go_on(thread, condition, None);
                }
                Component::Object(object) => needed.push(Needs::Object(object)),
                Component::View(addr, size, thread) => {
                    needed.push(Needs::Memory(addr, size));
                    views.push(thread);
                }
            }
        }
        needed.dedup();
        let Some(first) = makes.clone().next() else { return };
        for other in self.net.in_need(first, &needed) {
            let (Component::Thread(thread), Some(stand)) = (self.net.component_of(other), self.net.stand(other)) else {
                continue;
            };
            // Who only reads needs its own view.
            if !matches!(stand.op, Op::Load { .. }) || views.contains(&thread) {
                self.go_on(thread, other, Some(event));
            }
        }
    }

    /// The next operation of a thread that stands there.
    fn go_on(&mut self, thread: u32, at: ConditionId, newest: Option<EventId>) {
        let Some(stand) = self.net.stand(at) else { return };
        let (op, untouched, site) = (stand.op, stand.untouched, stand.site);
        match op {
            Op::Stuck(_) => {}
            Op::Fence { .. } | Op::Spawn => self.propose_if(&[at], None, newest),
            Op::Choice { arity, .. } => (0..arity).for_each(|value| self.propose_if(&[at], Some(value), newest)),
            Op::Join { thread: ended } => {
                let ends = self.net.beside(at, Component::Thread(ended.0));
                for end in ends {
                    if self.net.stand(end).is_some_and(|stand| stand.op.has_finished()) {
                        self.propose_if(&[at, end], None, newest);
                    }
                }
            }
            Op::Sync { object, op } => self.use_object((thread, at), (object, op), untouched, newest),
            _ => {
                let Some(loc) = op.loc() else { return };
                if self.locate(loc, site) {
                    self.access(Access { thread, at, loc, choice: None, newest }, &op, untouched);
                }
            }
        }
    }

    /// What may be used of a component by one that stands there; only with what an event has made.
    fn beside(&self, at: ConditionId, component: Component, newest: Option<EventId>) -> Vec<ConditionId> {
        match newest {
            Some(event) => self.net.beside_by(at, component, event),
            None => self.net.beside(at, component),
        }
    }

    fn propose_if(&mut self, consumes: &[ConditionId], choice: Option<u32>, newest: Option<EventId>) {
        let made = |condition: &ConditionId| Some(self.net.conditions[*condition as usize].producer);
        if newest.is_none() || consumes.iter().any(|condition| made(condition) == newest) {
            self.propose(Name { consumes: Preset::from_slice(consumes), choice });
        }
    }

    fn use_object(
        &mut self,
        (thread, at): (u32, ConditionId),
        (object, op): (Addr, SyncOp),
        untouched: Content,
        newest: Option<EventId>,
    ) {
        let component = Component::Object(object);
        self.net.begin(component);
        for state in self.beside(at, component, newest) {
            let content = self.net.content(state).unwrap_or(untouched);
            if goes_on(self.report.system, thread, op, content.value) {
                self.propose_if(&[at, state], None, newest);
            }
        }
    }

    /// Makes views of a location, unless there are some; whether it can be modelled.
    fn locate(&mut self, loc: Loc, site: Site) -> bool {
        if self.grown.locations.get(&loc.addr) == Some(&loc.size) {
            return true;
        }
        let end = loc.addr.saturating_add(u64::from(loc.size));
        let near = self.grown.locations.range(loc.addr.saturating_sub(15)..end);
        let mut near = near.map(|(addr, size)| Loc::new(*addr, *size));
        if let Some(other) = near.find(|near| near.overlaps(loc)) {
            self.report.system.note_overlap(loc, other, site);
            self.report.limit(Limit::MixedSize);
            return false;
        }
        self.grown.locations.insert(loc.addr, loc.size);
        (0..self.grown.threads).for_each(|thread| self.net.begin(Component::View(loc.addr, loc.size, thread)));
        true
    }

    /// An access that writes uses all views, any other one that of its thread.
    fn access(&mut self, access: Access, op: &Op, untouched: Content) {
        let Access { thread, at, loc, newest, .. } = access;
        for own in self.beside(at, Component::View(loc.addr, loc.size, thread), newest) {
            let content = self.net.content(own).unwrap_or(untouched);
            for (choice, writes) in self.ways(thread, op, content) {
                if writes {
                    let mut consumes = Preset::from_slice(&[at, own]);
                    self.write(&Access { choice, ..access }, 0, &mut consumes);
                } else {
                    self.propose_if(&[at, own], choice, newest);
                }
            }
        }
    }

    /// What can be said to an access that finds this, and whether it writes then.
    fn ways(&mut self, thread: u32, op: &Op, content: Content) -> SmallVec<[(Option<u32>, bool); 2]> {
        let system = &mut *self.report.system;
        if let Some(swap) = Swap::of(system, op, content) {
            let open = Open::Swap(swap.question);
            return (0..2).map(|answer| (open.said(answer), answer == swap.swaps)).collect();
        }
        let writes = match op {
            Op::Load { .. } => false,
            Op::Store { .. } | Op::Rmw { .. } => true,
            _ => effect(system, thread, op, content).is_some_and(|effect| effect.written.is_some()),
        };
        smallvec![(None, writes)]
    }

    /// Chooses the views of the threads from this one on.
    fn write(&mut self, access: &Access, from: u32, consumes: &mut Preset) {
        let Access { thread, loc, choice, newest, .. } = *access;
        if self.report.is_over() {
            return;
        }
        if from == self.grown.threads {
            return self.propose_if(consumes, choice, newest);
        }
        if from == thread {
            return self.write(access, from + 1, consumes);
        }
        let write = self.net.written_by(consumes[1]);
        let views = SmallVec::<[ConditionId; 4]>::from_slice(
            self.net.showing(Component::View(loc.addr, loc.size, from), write),
        );
        for view in views {
            let row = self.net.concurrent(view);
            if consumes.iter().all(|chosen| row.has(*chosen)) {
                consumes.push(view);
                self.write(access, from + 1, consumes);
                consumes.pop();
            }
        }
    }
}

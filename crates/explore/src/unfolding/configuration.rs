//! A configuration: a set of events that is closed under pasts and free of conflicts, as the last
//! events of each thread and of each object.
//!
//! Whether an event whose past is inside can be added is a comparison of its immediate predecessors
//! with these. So to ask whether a configuration agrees with the past of an event is to add that
//! past event by event, oldest first: each step is constant, and there are as many as there are
//! events that are not inside yet. Where the paper walks two trees for each pair of events to be
//! compared, this walks each new event once.

use super::MEASURES;
use super::kind::Kind;
use super::siblings::Before;
use super::structure::{Event, Id, NONE, Structure};

/// The last events of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last {
    pub(super) write: Id,
    /// The reads of it.
    pub(super) reads: Before,
}

impl Last {
    const NOTHING: Self = Self { write: NONE, reads: Before::NOTHING };
}

#[derive(Debug, Default)]
pub(super) struct Configuration {
    /// By thread; [`NONE`] if it has no event yet.
    threads: Vec<Id>,
    objects: Vec<Last>,
    /// What was begun by [`Self::add_past`].
    left: Vec<Id>,
    /// Events visited by [`Self::add_past`].
    pub(super) walked: u64,
}

impl Configuration {
    /// The last events of an object.
    pub(super) fn last(&self, object: u32) -> Last {
        self.objects.get(object as usize).copied().unwrap_or(Last::NOTHING)
    }

    /// The last event of a thread, if it has one.
    pub(super) fn last_of(&self, thread: u32) -> Id {
        self.threads.get(thread as usize).copied().unwrap_or(NONE)
    }

    /// Whether what is inside of an event's thread is what comes before the event.
    pub(super) fn goes_on(&self, event: &Event) -> bool {
        let last = self.last_of(event.thread);
        if event.index == 1 { last == NONE } else { last == event.before }
    }

    /// Whether the event, whose past is inside, is in conflict with nothing inside.
    fn agrees(&self, structure: &Structure, id: Id) -> bool {
        let event = &structure[id];
        let goes_on = self.goes_on(event);
        if !goes_on || event.object == NONE {
            return goes_on;
        }
        let Last { write, reads } = self.last(event.object);
        write == event.after && (event.kind == Kind::Read || reads == event.set)
    }

    /// Whether an event at an object, which is what its thread comes to next, comes after exactly
    /// what is inside of that object.
    pub(super) fn comes_next(&self, structure: &Structure, id: Id) -> bool {
        let Event { object, after, kind, ref reads, set, .. } = structure[id];
        let last = self.last(object);
        // All its reads are inside, and those before these in their threads: so if there are as
        // many, they are the same.
        last.write == after
            && (kind == Kind::Read
                || (last.reads.count == set.count && reads.iter().all(|read| structure.is_inside(*read))))
    }

    /// Whether it can be seen at its object alone that the event is in conflict with what is
    /// inside.
    fn has_passed(&self, structure: &Structure, event: &Event) -> bool {
        if event.object == NONE {
            return false;
        }
        let Last { write, reads } = self.last(event.object);
        if write == event.after {
            return event.kind.writes() && reads.count > event.set.count;
        }
        event.after == NONE || structure.is_inside(event.after)
    }

    /// Adds an event that [agrees](Self::agrees).
    pub(super) fn add(&mut self, structure: &mut Structure, id: Id) {
        structure.set_inside(id, true);
        let event = &structure[id];
        let thread = event.thread as usize;
        if self.threads.len() <= thread {
            self.threads.resize(thread + 1, NONE);
        }
        self.threads[thread] = id;
        if event.object == NONE {
            return;
        }
        let object = event.object as usize;
        if self.objects.len() <= object {
            self.objects.resize(object + 1, Last::NOTHING);
        }
        let last = &mut self.objects[object];
        match event.kind {
            Kind::Read => last.reads.add(id),
            _ => *last = Last { write: id, reads: Before::NOTHING },
        }
    }

    /// Takes the event that was added last out again.
    pub(super) fn take_back(&mut self, structure: &mut Structure, id: Id) {
        structure.set_inside(id, false);
        let event = &structure[id];
        self.threads[event.thread as usize] = if event.index == 1 { NONE } else { event.before };
        if event.object == NONE {
            return;
        }
        let last = &mut self.objects[event.object as usize];
        match event.kind {
            Kind::Read => last.reads.take_back(id),
            _ => *last = Last { write: event.after, reads: event.set },
        }
    }

    /// Adds an event with its past, and notes what was added. If something of it is disabled, or in
    /// conflict with what is inside, or after a cutoff, it says no, and what was added is to be
    /// taken back.
    /// (`with_disabled` is a mistake.)
    pub(super) fn add_past(
        &mut self,
        structure: &mut Structure,
        id: Id,
        added: &mut Vec<Id>,
        with_disabled: bool,
    ) -> bool {
        self.left.clear();
        self.left.push(id);
        while let Some(&top) = self.left.last() {
            if structure.is_inside(top) {
                self.left.pop();
                continue;
            }
            self.walked += u64::from(MEASURES);
            let event = &structure[top];
            let last = self.last_of(event.thread);
            // The thread has gone another way already.
            if (structure.is_disabled(top) && !with_disabled)
                || (structure.is_beyond(top) && !structure.passes_cutoffs)
                || (last != NONE && structure[last].index >= event.index)
                || self.has_passed(structure, event)
            {
                return false;
            }
            let is_outside = |cause: Id| cause != NONE && !structure.is_inside(cause);
            let mut first = [event.before, event.after].into_iter().find(|cause| is_outside(*cause)).unwrap_or(NONE);
            for &read in event.reads.iter().filter(|read| is_outside(**read)) {
                if structure.is_disabled(read) && !with_disabled {
                    return false;
                }
                first = if first == NONE { read } else { first };
            }
            if first != NONE {
                self.left.push(first);
                continue;
            }
            if !self.agrees(structure, top) {
                return false;
            }
            self.left.pop();
            self.add(structure, top);
            added.push(top);
        }
        true
    }

    /// Takes back all but the first `keep` of what was added.
    pub(super) fn shrink(&mut self, structure: &mut Structure, added: &mut Vec<Id>, keep: usize) {
        while added.len() > keep {
            if let Some(id) = added.pop() {
                self.take_back(structure, id);
            }
        }
    }
}

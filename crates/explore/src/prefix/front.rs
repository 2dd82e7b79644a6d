//! How far each thread has come in a configuration. Two configurations are compared thread by
//! thread, from their last events back to where they are the same. So what is done for an event
//! takes as long as what it has not in common with the event before, not as long as its history.
//!
//! The events of a thread are the nodes of a tree. Each has a second pointer further back, so that
//! it takes logarithmic time to find the last event that two of them have in common (E. Myers: *An
//! Applicative Random-Access Stack*, Information Processing Letters 1983).

use super::net::{BEGINNING, Component, ConditionId, EventId, Net};
use smallvec::SmallVec;

/// By thread, where it stands; 0 of one that has not begun (and of `main`, at the beginning).
pub(super) type Places = SmallVec<[ConditionId; 8]>;
/// By thread, its last event; [`BEGINNING`] if it has none.
pub(super) type Front = SmallVec<[EventId; 8]>;

/// The last event of a thread.
pub(super) fn last_of(front: &[EventId], thread: usize) -> EventId {
    front.get(thread).copied().unwrap_or(BEGINNING)
}

impl Net {
    /// Where the threads stand in the least configuration that leads to these conditions.
    pub(super) fn places(&self, conditions: &[ConditionId]) -> Places {
        let mut places = Places::from_slice(&[0]);
        for condition in conditions {
            let producer = self.conditions[*condition as usize].producer;
            let theirs = self.places_after(producer);
            places.resize(places.len().max(theirs.len()), 0);
            // What comes later has a greater number.
            places.iter_mut().zip(theirs).for_each(|(place, other)| *place = (*place).max(*other));
        }
        places
    }

    /// The last events of the threads that stand there.
    pub(super) fn front(&self, places: &[ConditionId]) -> Front {
        (0..).zip(places).map(|(thread, place)| self.last_event((thread, *place))).collect()
    }

    /// The last events of the threads in a configuration, given in the order of its events'
    /// numbers.
    pub(super) fn front_of(&self, events: &[EventId]) -> Front {
        let mut front = Front::new();
        for event in events {
            let thread = self.events[*event as usize].thread as usize;
            front.resize(front.len().max(thread + 1), BEGINNING);
            front[thread] = *event;
        }
        front
    }

    /// How many events a configuration has.
    pub(super) fn size(&self, front: &[EventId]) -> usize {
        front.iter().map(|event| self.events[*event as usize].own as usize).sum()
    }

    /// The event with which a thread came to where it stands.
    pub(super) fn last_event(&self, (thread, mut place): (u32, ConditionId)) -> EventId {
        loop {
            let producer = self.conditions[place as usize].producer;
            let event = &self.events[producer as usize];
            let is_it = |end: &&ConditionId| self.component_of(**end) == Component::Thread(thread);
            if producer == BEGINNING || event.thread == thread {
                return producer;
            }
            // Another one has waited for its end, or has begun it.
            match event.name.consumes.get(1).filter(is_it) {
                Some(end) => place = *end,
                None => return BEGINNING,
            }
        }
    }

    /// The pointer further back of the event that comes after this one.
    pub(super) fn back_from(&self, before: EventId) -> EventId {
        let event = |event: EventId| &self.events[event as usize];
        let (near, far) = (event(before).back, event(event(before).back).back);
        let (first, second) = (event(before).own - event(near).own, event(near).own - event(far).own);
        if first == second { far } else { before }
    }

    /// Of a thread whose last events in two configurations these are, the last event that is in
    /// both.
    fn last_common(&self, one: EventId, other: EventId) -> EventId {
        let event = |event: EventId| &self.events[event as usize];
        let down = |mut from: EventId, own: u32| {
            while event(from).own > own {
                from = if event(event(from).back).own >= own { event(from).back } else { event(from).before };
            }
            from
        };
        let least = event(one).own.min(event(other).own);
        let (mut one, mut other) = (down(one, least), down(other, least));
        while one != other {
            let (a, b) = (event(one), event(other));
            (one, other) = if a.back == b.back { (a.before, b.before) } else { (a.back, b.back) };
        }
        one
    }

    /// By thread of the first configuration, how many of its events are in the other one as well.
    pub(super) fn in_common(&self, one: &[EventId], other: &[EventId]) -> SmallVec<[u32; 8]> {
        let common = |(thread, event): (usize, &EventId)| self.last_common(*event, last_of(other, thread));
        one.iter().enumerate().map(common).map(|event| self.events[event as usize].own).collect()
    }

    /// The events of a configuration that another one has not, in the order of their numbers.
    pub(super) fn beyond(&self, one: &[EventId], other: &[EventId]) -> Vec<EventId> {
        let mut beyond = Vec::new();
        for (thread, last) in one.iter().enumerate() {
            let common = self.last_common(*last, last_of(other, thread));
            let mut event = *last;
            while event != common {
                beyond.push(event);
                event = self.events[event as usize].before;
            }
        }
        beyond.sort_unstable();
        beyond
    }
}

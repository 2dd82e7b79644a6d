//! Alternatives: a way to go on that answers disabled events with events in conflict with them.
//!
//! The comb of the paper, lazily: its spikes are the disabled events that could still happen, the newest first, and a spike is
//! what is found in the tree of the event's object, next to it. That is all of it: the first event of the alternative that comes to the
//! object after the configuration is such a sibling, and it is in conflict with the disabled event, or nothing of the alternative is.
//! A choice has as siblings its other values.
//!
//! Where n reads can come before a write, there are up to 2^n such siblings. Of these,
//! * to answer a write, only those are tried that can come to the object first: reads, and writes with the same reads before them. A write with
//!   more of them needs a read that answers by itself;
//! * to answer a read, a write is needed. If no read can come before it that is not there yet, it has exactly the reads before it that are
//!   inside, and is found by these. Otherwise all are tried, beginning with those that the read holds, which were found after everything
//!   that is disabled, and so agree with that.

use super::Mistake;
use super::configuration::Configuration;
use super::run::Run;
use super::siblings::{Before, Row};
use super::structure::{Id, Kind, NONE, Name, Structure};
use threadbare_op::Op;

/// The parts that a search for alternatives works on.
pub(super) struct Comb<'a, T> {
    pub(super) run: &'a Run<T>,
    pub(super) structure: &'a mut Structure,
    pub(super) configuration: &'a mut Configuration,
    /// What is to be answered, the newest last: disabled, and enabled at the configuration.
    pub(super) disabled: &'a [Id],
    /// The alternative as far as it has been found, oldest first.
    pub(super) added: &'a mut Vec<Id>,
    pub(super) mistake: Option<Mistake>,
    /// Siblings tried, and most events that were walked for one of them.
    pub(super) tried: u64,
    pub(super) farthest: u64,
}

impl<T: Copy> Comb<'_, T> {
    /// Finds an alternative, if there is one. The configuration is left as it was.
    pub(super) fn search(&mut self) -> bool {
        self.added.clear();
        let found = self.answer(self.disabled.len());
        let mut added = std::mem::take(self.added);
        for &id in added.iter().rev() {
            self.configuration.take_back(self.structure, id);
        }
        if !found {
            added.clear();
        }
        *self.added = added;
        found
    }

    /// Answers the first so many disabled events, given what has been added.
    fn answer(&mut self, mut left: usize) -> bool {
        loop {
            if left == 0 {
                return true;
            }
            left -= 1;
            if !self.is_answered(self.disabled[left]) {
                break;
            }
        }
        let wanted = self.disabled[left];
        if let Kind::Choice(_) = self.structure[wanted].kind {
            return self.answer_choice(wanted, left);
        }
        let (object, after) = (self.structure[wanted].object, self.structure[wanted].after);
        if object == NONE {
            return false;
        }
        if self.structure[wanted].kind == Kind::Read {
            return self.answer_read(wanted, object, after, left);
        }
        // Whatever else comes there, one of these is the first.
        let set = self.structure[wanted].set;
        self.any(self.structure.first_child(object, after, Row::Reads), Structure::next_sibling, left)
            || self.any(self.structure.first_at(object, after, set), Structure::next_peer, left)
    }

    /// Answers a read of `after` by a write that comes after the reads inside, and possibly after others that can come before it.
    fn answer_read(&mut self, wanted: Id, object: u32, after: Id, left: usize) -> bool {
        let inside = self.configuration.last(object).reads;
        if self.any(self.structure.first_at(object, after, inside), Structure::next_peer, left) {
            return true;
        }
        // What has been found in the left branch of the read will do most often.
        let mut hold = self.structure.held_by(wanted);
        while hold != NONE {
            let (event, next) = self.structure.held(hold);
            if self.attempt(event, left) {
                return true;
            }
            hold = next;
        }
        let later = self.structure.first_child(object, after, Row::LaterWrites);
        if later == NONE {
            return false;
        }
        let mut read = self.structure.first_child(object, after, Row::Reads);
        while read != NONE && !self.is_open(read) {
            read = self.structure.next_sibling(read);
        }
        read != NONE && self.any(later, Structure::next_sibling, left)
    }

    /// Tries a list of events.
    fn any(&mut self, first: Id, next: fn(&Structure, Id) -> Id, left: usize) -> bool {
        let mut at = first;
        while at != NONE {
            if self.attempt(at, left) {
                return true;
            }
            at = next(self.structure, at);
        }
        false
    }

    fn is_open(&self, id: Id) -> bool {
        !self.structure.is_inside(id) && !self.structure.is_disabled(id)
    }

    /// Takes an event, and answers what is left.
    fn attempt(&mut self, id: Id, left: usize) -> bool {
        if !self.is_open(id) {
            return false;
        }
        self.tried += 1;
        let keep = self.added.len();
        if self.take(id) && self.answer(left) {
            return true;
        }
        self.configuration.shrink(self.structure, self.added, keep);
        false
    }

    fn take(&mut self, id: Id) -> bool {
        let with_disabled = self.mistake == Some(Mistake::DisabledAreTaken);
        let walked = self.configuration.walked;
        let agrees = self.configuration.add_past(self.structure, id, self.added, with_disabled);
        self.farthest = self.farthest.max(self.configuration.walked - walked);
        agrees
    }

    /// Whether a disabled event is in conflict with what has been added.
    fn is_answered(&self, id: Id) -> bool {
        let event = &self.structure[id];
        let last = self.configuration.last_of(event.thread);
        if if event.index == 1 { last != NONE } else { last != event.before } {
            return true;
        }
        if event.object == NONE {
            return false;
        }
        let last = self.configuration.last(event.object);
        last.write != event.after
            || (event.kind == Kind::Write
                && last.reads != event.set
                && self.mistake != Some(Mistake::ReadsAnswerNothing))
    }

    /// Answers a choice by another value of it, and goes on. Which one matters, since what answers others may come after one of them;
    /// but nothing known comes after a value that was never taken, so that of those one will do.
    fn answer_choice(&mut self, wanted: Id, left: usize) -> bool {
        let (thread, before) = (self.structure[wanted].thread, self.structure[wanted].before);
        let Op::Choice { arity } = self.run.lane(thread).pending.op else { return false };
        let arity = if self.mistake == Some(Mistake::OneValue) { 1 } else { arity };
        let keep = self.added.len();
        let mut fresh = false;
        for value in 0..arity {
            let name = Name { thread, before, object: NONE, kind: Kind::Choice(value), after: NONE, reads: &[] };
            let known = self.structure.find(&name);
            if known.is_some_and(|other| self.structure.is_disabled(other)) || (known.is_none() && fresh) {
                continue;
            }
            fresh |= known.is_none();
            let other = self.structure.event(&name, Before::NOTHING);
            if self.take(other) && self.answer(left) {
                return true;
            }
            self.configuration.shrink(self.structure, self.added, keep);
            if known.is_none() {
                self.structure.forget_unused(other);
            }
            if self.mistake == Some(Mistake::AnyOtherValue) {
                return false;
            }
        }
        false
    }
}

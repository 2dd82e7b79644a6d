//! Alternatives: a way to go on that answers disabled events with events in conflict with them.
//!
//! The comb of the paper, lazily: its spikes are the disabled events that could still happen, the
//! newest first, and a spike is what is found in the tree of the event's object, next to it. That
//! is all of it: the first event of the alternative that comes to the object after the
//! configuration is such a sibling, and it is in conflict with the disabled event, or nothing of
//! the alternative is. A choice has as siblings its other values.
//!
//! With input, the answers of an alternative must have an input, together with those of the
//! configuration (docs/proofs/unfolding-input.md).
//!
//! Where n reads can come before a write, there are up to 2^n such siblings. Of these,
//! * to answer a write, only those are tried that can come to the object first: reads, and writes
//!   with the same reads before them. A write with more of them needs a read that answers by
//!   itself;
//! * to answer a read, a write is needed: one that is known, or one that a stem stands for (see
//!   [`super::stems`]). If no read can come before a known one that is not there yet, it has
//!   exactly the reads before it that are inside, and is found by these. Otherwise all are tried.

use super::Mistake;
use super::UnfoldingSystem;
use super::configuration::Configuration;
use super::kind::Kind;
use super::run::Run;
use super::siblings::{Before, Row};
use super::structure::{Event, Id, NONE, Name, Structure};
use crate::testing::makes;
use smallvec::SmallVec;
use threadbare_op::{Op, Possible};

/// The parts that a search for alternatives works on.
pub(super) struct Comb<'a, S: UnfoldingSystem> {
    pub(super) system: &'a mut S,
    pub(super) run: &'a mut Run<S::State>,
    pub(super) structure: &'a mut Structure,
    pub(super) configuration: &'a mut Configuration,
    /// What is to be answered, the newest last: disabled, and enabled at the configuration.
    pub(super) disabled: &'a [Id],
    /// How many disabled events there are, these included.
    pub(super) all: usize,
    /// The alternative as far as it has been found, oldest first.
    pub(super) added: &'a mut Vec<Id>,
    /// Stems of the writes that come last of all.
    pub(super) put_off: SmallVec<[Id; 4]>,
    pub(super) mistake: Option<Mistake>,
    /// Of an answer it could not be found out if some input gives it.
    pub(super) gave_up: bool,
    /// Siblings tried, and most events that were walked for one of them.
    pub(super) tried: u64,
    pub(super) farthest: u64,
}

impl<S: UnfoldingSystem> Comb<'_, S> {
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
                return self.add_writes();
            }
            left -= 1;
            if !self.is_answered(self.disabled[left]) && !self.will_be_answered(self.disabled[left]) {
                break;
            }
        }
        let wanted = self.disabled[left];
        if let Kind::Choice(..) = self.structure[wanted].kind {
            return self.answer_choice(wanted, left);
        }
        let (object, after) = (self.structure[wanted].object, self.structure[wanted].after);
        if object == NONE {
            return false;
        }
        if self.structure[wanted].kind == Kind::Read {
            return self.answer_read(object, after, left);
        }
        // Whatever else comes there, one of these is the first.
        let set = self.structure[wanted].set;
        self.any(self.structure.first_child(object, after, Row::Reads), Structure::next_sibling, left)
            || self.any(self.structure.first_at(object, after, set), Structure::next_peer, left)
    }

    /// Answers a read of `after` by a write that comes after the reads inside, and possibly after
    /// others that can come before it.
    fn answer_read(&mut self, object: u32, after: Id, left: usize) -> bool {
        let inside = self.configuration.last(object).reads;
        if self.any(self.structure.first_at(object, after, inside), Structure::next_peer, left) {
            return true;
        }
        let mut stem = self.structure.first_child(object, after, Row::Stems);
        while stem != NONE {
            if self.put_off(stem, left) {
                return true;
            }
            stem = self.structure.next_sibling(stem);
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

    /// Answers by a write that is told by its stem, once what is left has been answered.
    fn put_off(&mut self, stem: Id, left: usize) -> bool {
        self.tried += 1;
        let (keep, before) = (self.added.len(), self.structure[stem].before);
        let goes_on = before == NONE || self.take(before);
        if goes_on && makes(self.mistake, Mistake::PutsNothingOff) {
            if self.add_write(stem) && self.answer(left) {
                return true;
            }
        } else if goes_on {
            self.put_off.push(stem);
            if self.answer(left) {
                return true;
            }
            self.put_off.pop();
        }
        self.configuration.shrink(self.structure, self.added, keep);
        false
    }

    /// Adds the writes that were put off.
    fn add_writes(&mut self) -> bool {
        let keep = self.added.len();
        for at in 0..self.put_off.len() {
            let stem = self.put_off[at];
            if self.add_write(stem) {
                continue;
            }
            while self.added.len() > keep {
                let Some(id) = self.added.pop() else { break };
                self.configuration.take_back(self.structure, id);
                self.structure.forget_unused(id);
            }
            return self.add_writes_after_more(stem);
        }
        true
    }

    /// A write could not be added after the reads that are there. If it is disabled, and need not
    /// be answered by itself, it takes another read.
    fn add_writes_after_more(&mut self, stem: Id) -> bool {
        let Event { object, after, .. } = self.structure[stem];
        if self.disabled.len() == self.all || self.configuration.last(object).write != after {
            return false;
        }
        let mut read = self.structure.first_child(object, after, Row::Reads);
        while read != NONE {
            let keep = self.added.len();
            if self.is_open(read) && self.take(read) && self.add_writes() {
                return true;
            }
            self.configuration.shrink(self.structure, self.added, keep);
            read = self.structure.next_sibling(read);
        }
        false
    }

    /// Adds a write after all reads that are inside.
    fn add_write(&mut self, stem: Id) -> bool {
        let Event { thread, before, object, after, kind, .. } = self.structure[stem];
        let Kind::Stem(told) = kind else { return false };
        let last = self.configuration.last(object);
        if !self.configuration.goes_on(&self.structure[stem]) || last.write != after {
            return false;
        }
        let structure = &*self.structure;
        let reads = self.added.iter().map(|id| (*id, &structure[*id]));
        let reads = reads.filter(|(_, read)| read.kind == Kind::Read && (read.object, read.after) == (object, after));
        let reads = self.run.last_reads(object, reads.map(|(id, read)| (read.thread, id)));
        let name = Name { thread, before, object, kind: Kind::of_stem(told), after, reads: &reads };
        let write = self.structure.event(&name, last.reads);
        if self.structure.is_disabled(write) || self.structure.is_beyond(write) {
            return false;
        }
        self.configuration.add(self.structure, write);
        self.added.push(write);
        self.is_possible(self.added.len() - 1)
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
        let with_disabled = makes(self.mistake, Mistake::DisabledAreTaken);
        let walked = self.configuration.walked;
        let keep = self.added.len();
        let agrees = self.configuration.add_past(self.structure, id, self.added, with_disabled);
        self.farthest = self.farthest.max(self.configuration.walked - walked);
        agrees && self.is_possible(keep)
    }

    /// Whether some input gives all answers that are there now, if more than the first `keep`
    /// events were added.
    fn is_possible(&mut self, keep: usize) -> bool {
        let answers = |from: usize| self.added[from..].iter().filter_map(|id| self.structure[*id].kind.of_input());
        if answers(keep).next().is_none() || makes(self.mistake, Mistake::AnswersAreFree) {
            return true;
        }
        let possible = if makes(self.mistake, Mistake::AnswersInPairs) {
            self.run.answers.possible_in_pairs(self.system, answers(0), answers(keep))
        } else {
            self.run.answers.possible_with(self.system, answers(0))
        };
        self.gave_up |= possible == Possible::Unknown;
        possible == Possible::Yes
    }

    /// Whether a disabled event is in conflict with what has been added.
    fn is_answered(&self, id: Id) -> bool {
        let event = &self.structure[id];
        if !self.configuration.goes_on(event) {
            return true;
        }
        if event.object == NONE {
            return false;
        }
        let last = self.configuration.last(event.object);
        last.write != event.after
            || (event.kind.writes() && last.reads != event.set && !makes(self.mistake, Mistake::ReadsAnswerNothing))
    }

    /// Whether a disabled event is a read without which a write comes that was put off.
    fn will_be_answered(&self, id: Id) -> bool {
        let Event { kind, object, after, .. } = self.structure[id];
        let answers = |stem: &Id| (self.structure[*stem].object, self.structure[*stem].after) == (object, after);
        kind == Kind::Read && self.put_off.iter().any(answers)
    }

    /// Answers a choice by another value of it, and goes on. Which one matters, since what answers
    /// others may come after one of them, and the input may exclude it; but nothing known comes
    /// after a value that was never taken, so that of those one will do, if it asks nothing.
    fn answer_choice(&mut self, wanted: Id, left: usize) -> bool {
        let (thread, before) = (self.structure[wanted].thread, self.structure[wanted].before);
        let Op::Choice { arity, asks } = self.run.lane(thread).pending.op else { return false };
        let arity = if makes(self.mistake, Mistake::OneValue) { 1 } else { arity };
        let keep = self.added.len();
        let mut fresh = false;
        for value in 0..arity {
            let name = Name { thread, before, object: NONE, kind: Kind::Choice(value, asks), after: NONE, reads: &[] };
            let known = self.structure.find(&name);
            if known.is_some_and(|other| self.structure.is_disabled(other)) || (known.is_none() && fresh) {
                continue;
            }
            fresh |= known.is_none() && asks.is_none();
            let other = self.structure.event(&name, Before::NOTHING);
            if self.take(other) && self.answer(left) {
                return true;
            }
            self.configuration.shrink(self.structure, self.added, keep);
            if known.is_none() {
                self.structure.forget_unused(other);
            }
            if makes(self.mistake, Mistake::AnyOtherValue) {
                return false;
            }
        }
        false
    }
}

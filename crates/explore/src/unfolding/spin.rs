//! Threads that wait in loops (`Stuck::Spin`): accesses that would leave their thread waiting are
//! not performed, as if they were operations that wait; and whether what a waiting thread has
//! looked at has changed since.
//!
//! Which accesses, and why no fault is lost: docs/proofs/waits.md, claims 6 and 7. Where a
//! configuration is maximal, the accesses that are held back are performed all the same, so that
//! the waits, and faults of liveness, are told.
//!
//! Not covered, so that all accesses are events as any others: bounds ([`super::bound`]); cutoffs;
//! systems that look for data races, since an access that is left out may be the only one that
//! races with a plain store: what ends the wait may order the store before the rounds that follow;
//! loads whose waits are not foreseen (to ask the system of each would be to execute it twice).

use super::UnfoldingSystem;
use super::configuration::Configuration;
use super::run::{Lane, Run};
use super::structure::{Id, NONE, Structure};
use crate::drive::locations::Content;
use crate::waits::hold::{foreseen, if_told, is_spin, writes_the_same};
use crate::waits::stuck::{Look, Spin, ends_section, is_overtaken, looks, round, spins};
use threadbare_op::{Answer, At, Op, ThreadId, Written};

/// What was found out about the access that a thread is about to perform: its last event and the
/// write that it reads, by serial number, and what is there; and whether the thread then waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    last: Option<u64>,
    source: Option<u64>,
    content: Content,
    waits: bool,
}

/// Whether it has to be found out if an access that finds this content leaves its thread waiting.
pub(super) fn may_wait<S: UnfoldingSystem>(system: &mut S, op: &Op, content: Content) -> bool {
    match op {
        Op::Load { .. } => true,
        Op::Rmw { .. } | Op::Cas { .. } => {
            content.defined
                && (writes_the_same(system, op, content) || system.effect(op, content.value) == Written::Nothing)
        }
        _ => false,
    }
}

impl<T: Copy> Run<T> {
    /// Whether the access that a thread is about to perform, and [may leave it waiting](may_wait),
    /// would do so now.
    pub(super) fn waits_now<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &mut Configuration,
        thread: u32,
    ) -> bool {
        let object = self.lane(thread).object;
        let content = self.content(system, object);
        let source = configuration.last(object).write;
        self.waits(system, structure, configuration, thread, (content, source))
    }

    /// Whether it would if it read `source`, a write inside, that left `content`.
    pub(super) fn waits<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &mut Configuration,
        thread: u32,
        (content, source): (Content, Id),
    ) -> bool {
        if self.bound.is_some() || self.tells_clocks || self.touching.is_some() {
            return false;
        }
        let Lane { pending, last, .. } = *self.lane(thread);
        let answer = content.read();
        if let Op::Load { .. } = pending.op {
            return foreseen(system, thread, &pending, answer) == Some(true);
        }
        let last = self.named(structure, configuration, last);
        let serial = |id: Id| (id != NONE).then(|| structure[id].serial);
        let judged = Judged { last: serial(last), source: serial(source), content, waits: false };
        let place = thread as usize;
        if let Some(Some(known)) = self.judged.get(place)
            && (Judged { waits: false, ..*known }) == judged
        {
            return known.waits;
        }
        let waits = self.would_wait(system, structure, thread, answer, source);
        if self.judged.len() <= place {
            self.judged.resize(place + 1, None);
        }
        self.judged[place] = Some(Judged { waits, ..judged });
        waits
    }

    /// The same by asking the system.
    fn would_wait<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &Structure,
        thread: u32,
        answer: Answer,
        source: Id,
    ) -> bool {
        let Lane { pending, count, porf, .. } = *self.lane(thread);
        let clocks = self.clocks.len();
        let mut clock = self.clocks.copy(porf);
        if source != NONE
            && let Some(heard) = self.entry(structure, source).heard
        {
            self.clocks.join(&mut clock, heard);
        }
        self.clocks.set(&mut clock, thread, count + 1);
        let at = At { thread: ThreadId(thread), epoch: count + 2, clock: self.told(clock) };
        let waits = if_told(system, at, &pending, answer, |_, _, next| is_spin(&next.op));
        self.clocks.truncate(clocks);
        waits
    }

    /// The threads of the run that wait in loops.
    pub(super) fn spins<S: UnfoldingSystem<State = T>>(&self, system: &mut S) -> Vec<Spin> {
        let threads = self.threads().map(|(thread, lane)| (thread, &lane.pending));
        spins(system, threads, |thread, events| self.iteration(thread, events))
    }

    /// What the last `events` events of a thread have looked at, the last thing first.
    fn iteration(&self, thread: u32, events: u32) -> impl Iterator<Item = Look> {
        let own = self.entries.iter().enumerate().rev().filter(move |(_, entry)| entry.thread == thread);
        let own = own.take(events as usize).filter(|(_, entry)| looks(&entry.before.pending.op));
        own.map(|(place, entry)| Look {
            op: entry.before.pending.op,
            site: entry.before.pending.site,
            then: entry.content,
            now: if entry.object == NONE { entry.content } else { self.locations[entry.object].content },
            overtaken: ends_section(&entry.before.pending.op) && self.is_overtaken(place),
        })
    }

    /// Whether the lock of the event at this place has been used since.
    fn is_overtaken(&self, place: usize) -> bool {
        let object = self.entries[place].object;
        let since = self.entries[place + 1..].iter().rev().map(|entry| (entry.thread, entry.object == object));
        is_overtaken(since, |thread| round(&self.lane(thread).pending.op))
    }
}

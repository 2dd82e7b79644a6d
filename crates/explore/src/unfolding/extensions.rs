//! Conflicting extensions: the events that something inside the configuration has kept from
//! happening.
//!
//! Computed one step at a time: of the events that a thread could have come to instead of the one
//! at hand, only those for which the least has to be taken back. The others are found when one of
//! these is inside. (See the header of [`super`] for why none is lost.) With cutoffs it may never
//! be inside, since it comes after one: so then all are computed.

use super::UnfoldingSystem;
use super::configuration::{Configuration, Last};
use super::kind::Kind;
use super::run::{Entry, Lane, Next, Run};
use super::siblings::Before;
use super::spin::may_wait;
use super::structure::{Id, NONE, Name, Structure};
use super::{MEASURES, Mistake};
use crate::drive::enabled::goes_on;
use crate::drive::locations::Content;
use crate::testing::makes;
use smallvec::SmallVec;
use threadbare_op::{Op, SyncOp};

/// An event, and the one inside the configuration with which it is in immediate conflict.
pub(super) type Found = Vec<(Id, Id)>;

impl<T: Copy> Run<T> {
    /// What the pending operation of a thread, which is `next` if it does not wait, could have come
    /// to had it been performed a step earlier.
    pub(super) fn extensions<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &mut Configuration,
        (thread, next): (u32, Option<Next>),
        found: &mut Found,
    ) {
        let Lane { pending, object, .. } = *self.lane(thread);
        if !matches!(pending.op, Op::Sync { .. } | Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. })
        {
            return;
        }
        let before = self.named(structure, configuration, self.lane(thread).last);
        if self.touching.is_some() {
            self.everywhere(system, structure, configuration, (thread, before), found);
            return;
        }
        match pending.op {
            Op::Sync { op, .. } if !op.is_wait() => {
                found.extend(self.before_operation(system, structure, configuration, (thread, before), op));
            }
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } if !self.locations[object].mixed => {
                let writes = next.map(|next| next.kind).filter(|kind| kind.writes());
                if let Some(kind) = writes.filter(|_| !makes(self.mistake, Mistake::ReadsStay)) {
                    self.before_reads(structure, configuration, (thread, before), kind, found);
                    if !found.is_empty() {
                        return;
                    }
                }
                self.before_write(system, structure, configuration, (thread, before), found);
            }
            _ => {}
        }
    }

    /// Of an operation on a synchronisation object: at the newest earlier place where it could have
    /// been performed.
    fn before_operation<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &Configuration,
        (thread, before): (u32, Id),
        op: SyncOp,
    ) -> Option<(Id, Id)> {
        let Lane { object, past, .. } = *self.lane(thread);
        let mut at = configuration.last(object).write;
        while at != NONE {
            self.steps_back += u64::from(MEASURES);
            let entry = self.entry(structure, at);
            if self.is_in(past, entry) {
                return None;
            }
            let after = structure[at].after;
            if goes_on(system, thread, op, entry.content.value) {
                let name = Name { thread, before, object, kind: Kind::Write, after, reads: &[] };
                return Some((structure.event(&name, Before::NOTHING), at));
            }
            if makes(self.mistake, Mistake::OnlyTheLastOperation) {
                return None;
            }
            at = after;
        }
        None
    }

    /// Of a write of this kind to memory: without one of the reads that it comes after, and what
    /// comes after that read.
    fn before_reads(
        &self,
        structure: &mut Structure,
        configuration: &Configuration,
        (thread, before): (u32, Id),
        kind: Kind,
        found: &mut Found,
    ) {
        let Lane { object, past, .. } = *self.lane(thread);
        let mut at = self.locations[object].more.last;
        while at != NONE {
            let read = &self.entries[at as usize];
            if !self.is_in(past, read) {
                let stem = match found.first() {
                    Some(&(stem, _)) => stem,
                    None => structure.stem((thread, before), (object, kind), configuration.last(object).write),
                };
                found.push((stem, read.id));
            }
            at = read.read_before;
        }
    }

    /// Of an access to memory after which no read comes: before the last write, or before the
    /// newest before which it does not leave its thread waiting. If the input decides what it does
    /// there, with each answer.
    fn before_write<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &mut Configuration,
        (thread, before): (u32, Id),
        found: &mut Found,
    ) {
        let Lane { pending, object, past, .. } = *self.lane(thread);
        let Last { mut write, .. } = configuration.last(object);
        while write != NONE {
            let &Entry { content, .. } = self.entry(structure, write);
            if self.is_in(past, self.entry(structure, write)) {
                return;
            }
            let after = structure[write].after;
            if may_wait(system, &pending.op, content)
                && self.waits(system, structure, configuration, thread, (content, after))
            {
                self.steps_back += u64::from(MEASURES);
                if makes(self.mistake, Mistake::OnlyTheLastOperation) {
                    return;
                }
                write = after;
                continue;
            }
            let kind = self.access(system, &pending.op, content);
            // All reads of what it overwrote are before that write.
            let (reads, all): (SmallVec<[Id; 8]>, Before) = match kind.writes() {
                true => (structure[write].reads.iter().copied().collect(), structure[write].set),
                false => (SmallVec::new(), Before::NOTHING),
            };
            let one = makes(self.mistake, Mistake::OneAnswerEarlier);
            for answer in 0..if one { 1 } else { kind.arity(&pending.op) } {
                let name = Name { thread, before, object, kind: kind.told(answer), after, reads: &reads };
                found.push((structure.event(&name, all), write));
            }
            return;
        }
    }

    /// Of an operation on an object: at each place where it could have been performed that is not
    /// in the past of its thread.
    fn everywhere<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &Configuration,
        (thread, before): (u32, Id),
        found: &mut Found,
    ) {
        let Lane { object, past, .. } = *self.lane(thread);
        if object == NONE || self.locations[object].mixed {
            return;
        }
        let mut content = self.content(system, object);
        let (mut write, mut read) = (configuration.last(object).write, self.locations[object].more.last);
        loop {
            // Instead of some reads of this write,
            let kind = self.kind_at(system, thread, content);
            while kind.is_some_and(Kind::writes) && read != NONE {
                let entry = &self.entries[read as usize];
                if !self.is_in(past, entry) {
                    found.push((structure.stem((thread, before), (object, Kind::Write), write), entry.id));
                }
                read = entry.read_before;
            }
            if write == NONE || self.is_in(past, self.entry(structure, write)) {
                return;
            }
            // and instead of itself.
            self.steps_back += u64::from(MEASURES);
            (content, read) = (self.entry(structure, write).content, self.entry(structure, write).read_before);
            let after = structure[write].after;
            if let Some(kind) = self.kind_at(system, thread, content) {
                let (reads, all): (SmallVec<[Id; 8]>, Before) = match kind.writes() {
                    true => (structure[write].reads.iter().copied().collect(), structure[write].set),
                    false => (SmallVec::new(), Before::NOTHING),
                };
                let name = Name { thread, before, object, kind, after, reads: &reads };
                found.push((structure.event(&name, all), write));
            }
            write = after;
        }
    }

    /// What the pending operation of a thread, which uses an object, is where that has this
    /// content; `None` if it waits there.
    fn kind_at<S: UnfoldingSystem<State = T>>(&self, system: &mut S, thread: u32, content: Content) -> Option<Kind> {
        match self.lane(thread).pending.op {
            Op::Sync { op, .. } => goes_on(system, thread, op, content.value).then_some(Kind::Write),
            op => Some(self.access(system, &op, content)),
        }
    }
}

//! When two executions come to the same ([`States`]): fingerprints of threads and of memory.
//!
//! *A thread* is its frames, in each the registers that matter at its instruction and its private
//! memory, and what is frozen beside them: as for [`super::redundant`], but for what is only counted
//! (effects, epochs), and for what loops note of earlier iterations. That is only asked to find
//! rounds that may be left out; an execution with such a round comes to the same as a shorter one.
//!
//! *Memory*: which objects there are, whether they were freed, what they hold, and which of their
//! bytes were accessed atomically, since that makes plain accesses visible. Not when they were made,
//! who has accessed them, or what was printed.
//!
//! Not covered: `--races explore` (who owns an object shows only in one execution) and input.

use super::{Machine, State};
use crate::domain::Domain;
use crate::thread::{Top, frame_at, top_of};
use crate::value::Value;
use threadbare_op::{Fingerprint, Mark, Op, Pending, States, ThreadId, Touched};
use threadbare_program::Pc;

impl<D: Domain> States for Machine<D> {
    fn fingerprint(&mut self, threads: &[(ThreadId, Pending<State>)]) -> u128 {
        let threads = threads.iter().map(|(thread, pending)| self.print_of_thread(*thread, pending));
        threads.fold(self.core.memory.fingerprint(), |all, one| all ^ one)
    }

    fn touches(&self, since: Mark, into: &mut Vec<Touched>) {
        self.core.memory.touches(since.log, into);
    }
}

fn add(print: &mut Fingerprint, value: Value) {
    print.add(value.bits);
    print.add(value.undef);
}

impl<D: Domain> Machine<D> {
    fn print_of_thread(&self, thread: ThreadId, pending: &Pending<State>) -> u128 {
        let mut print = Fingerprint::of(u64::from(thread.0));
        let Top { words, frame } = top_of(&self.arena, pending.state.0, pending.op == Op::Spawn);
        words.into_iter().for_each(|word| print.add(word));
        let mut next = frame;
        while let Some(frame) = frame_at(&self.arena, next) {
            frame.rest().into_iter().for_each(|word| print.add(u64::from(word)));
            let (allocas, journal) = frame.tail(&self.arena);
            for part in [allocas, journal] {
                print.add(part.len() as u64);
                part.iter().for_each(|word| add(&mut print, *word));
            }
            self.print_slots(&mut print, (frame.function, frame.pc), frame.slots(&self.arena));
            next = frame.below;
        }
        print.bits()
    }

    fn print_slots(&self, print: &mut Fingerprint, (function, pc): (u32, u32), slots: &[Value]) {
        let shape = &self.code.shapes[function as usize];
        match self.code.stops(function).and_then(|stops| stops.matter(Pc(pc))) {
            Some(matter) => matter.iter().for_each(|reg| add(print, slots[reg.0 as usize])),
            None => slots[..shape.loops as usize].iter().for_each(|slot| add(print, *slot)),
        }
        let private = &slots[shape.memory as usize..];
        print.add(private.len() as u64);
        private.iter().for_each(|slot| add(print, *slot));
    }
}

//! When two executions come to the same ([`States`]): fingerprints of threads and of memory.
//!
//! *A thread* is its frames, in each the registers that matter at its instruction and its private
//! memory, and what is frozen beside them: as for [`super::redundant`], but for what is only counted
//! (effects, epochs, readings of the clock), and for what loops note of earlier iterations. That is
//! only asked to find rounds that may be left out; an execution with such a round comes to the same
//! as a shorter one.
//!
//! *Memory*: which objects there are, whether they were freed, what they hold, and which of their
//! bytes were accessed atomically, since that makes plain accesses visible. Not when they were made,
//! who has accessed them (but see below), or what was printed.
//!
//! What variables hold that are only counted is left out ([`threadbare_program::counted`]): the same
//! comes after two states that differ in that.
//!
//! *Names.* Addresses do not come again: what a loop allocates has another one each time. So the
//! renamed fingerprint takes a word that is the address of a heap object or a variable for the number
//! of that object, in the order in which such words are met: in the registers of the threads, in
//! variables of the program, in the objects so met. What was freed and is not met is garbage. Which
//! object has the lower address stays part of the state. Only if the program makes no numbers of
//! addresses ([`crate::memory`], `alike`). (A number that is no pointer, and
//! looks like one into an object that is there, is taken for one. Two states that differ in such
//! numbers only, both in the same place of different objects that are the same otherwise, are not told
//! apart. And a pointer to freed memory that is kept in pieces is not seen.) Not in programs for 32
//! bits, where two pointers stand in one word, and any number may look like one.
//!
//! *Input.* A value that depends on input is its term, in which inputs are named in the order in
//! which they are met. Beside it counts what the threads know of these inputs
//! ([`Domain::print_known`]), and nothing of others: no thread can come to them again. Where a term
//! may be made of the address of an object that would be renamed, no object is.
//!
//! *Owners.* Under `--races explore` it counts which one thread has accessed an object: if another one
//! does so later, the exploration begins again. Locations keep their addresses there, so that states
//! in which loops have allocated anew differ.

use super::{Machine, State};
use crate::domain::Domain;
use crate::memory::{Memory, Names};
use crate::thread::{Top, calls_of, frame_at, own_of, top_of};
use crate::value::Value;
use threadbare_op::{Besides, Fingerprint, Loc, Mark, Op, Pending, Prints, States, ThreadId, Touched};
use threadbare_program::Pc;

impl<D: Domain> States for Machine<D> {
    fn fingerprints(&mut self, threads: &[(ThreadId, Pending<State>)], besides: &Besides<'_>) -> Prints {
        self.core.memory.joins_states = true;
        let (renamed, renames) = self.print(threads, besides, self.renames());
        if renames == Renames::Nothing {
            return Prints { exact: renamed, renamed };
        }
        let exact = self.print(threads, besides, false).0;
        Prints { exact, renamed: if renames == Renames::InVain { exact } else { renamed } }
    }

    fn fingerprint(&mut self, threads: &[(ThreadId, Pending<State>)], besides: &Besides<'_>) -> u128 {
        self.core.memory.joins_states = true;
        let (renamed, renames) = self.print(threads, besides, self.renames());
        if renames == Renames::InVain { self.print(threads, besides, false).0 } else { renamed }
    }

    fn own_fingerprint(&mut self, pending: &Pending<State>) -> u128 {
        let renames = self.renames();
        let names = Names::new(renames, self.code.counted());
        let mut printing = Printing { print: Fingerprint::of(0), names, memory: &self.core.memory };
        self.print_thread(&mut printing, pending, renames);
        self.print_known(&mut printing, std::iter::once(pending));
        printing.print.bits()
    }

    fn loops(&mut self, pending: &Pending<State>) -> Vec<u64> {
        let mut calls: Vec<(u32, u32)> = calls_of(&self.arena, pending.state.0);
        calls.reverse();
        let (mut path, mut loops) = (Fingerprint::of(0), Vec::new());
        for (depth, (function, pc)) in calls.iter().copied().enumerate() {
            path.add(u64::from(function));
            let seen = |(index, _): &(u32, bool)| !self.code.is_left_unseen(&calls[..depth], function, *index);
            for (index, has_exit) in self.code.loops_at(function, pc).filter(seen) {
                let mut name = path;
                name.add(u64::from(index));
                loops.push((name.bits() as u64) << 1 | u64::from(has_exit));
            }
            path.add(u64::from(pc));
        }
        loops
    }

    fn touches(&self, since: Mark, into: &mut Vec<Touched>) {
        self.core.memory.touches(since.log, into);
    }

    fn is_counted(&self, loc: Option<Loc>) -> bool {
        let counted = self.code.counted();
        loc.map_or(!counted.is_empty(), |loc| counted.has(loc))
    }
}

/// Whether a fingerprint has names in place of addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Renames {
    Nothing,
    Objects,
    /// It has, and must not: terms may point into these objects.
    InVain,
}

/// A fingerprint that grows, and the names met.
struct Printing<'a, D: Domain> {
    print: Fingerprint,
    names: Names<'a>,
    memory: &'a Memory<D>,
}

impl<D: Domain> Printing<'_, D> {
    fn add(&mut self, value: Value) {
        self.names.add(self.memory, &mut self.print, value);
    }
}

impl<D: Domain> Machine<D> {
    /// Whether objects may be renamed.
    fn renames(&self) -> bool {
        !self.core.memory.has_numbers() && !self.code.program.ilp32
    }

    /// One of the fingerprints, and whether it has names of objects.
    fn print(&self, threads: &[(ThreadId, Pending<State>)], besides: &Besides<'_>, renames: bool) -> (u128, Renames) {
        let memory = &self.core.memory;
        let counted = self.code.counted();
        let mut printing = Printing { print: Fingerprint::of(0), names: Names::new(renames, counted), memory };
        for (thread, pending) in threads {
            printing.print.add(u64::from(thread.0));
            self.print_thread(&mut printing, pending, renames);
        }
        for (loc, content) in besides.contents.iter().filter(|(loc, _)| !counted.has(*loc)) {
            printing.print.add(loc.addr);
            for value in memory.values_of(*content, loc.size) {
                printing.add(D::pack(value));
            }
        }
        memory.print_objects(&mut printing.print, &mut printing.names);
        self.print_known(&mut printing, threads.iter().map(|(_, pending)| pending));
        let Printing { print, names, .. } = printing;
        let rest = memory.print_places(&names, besides);
        let renames = match names.are_some() {
            false => Renames::Nothing,
            true if memory.terms_may_point(&names.inputs) => Renames::InVain,
            true => Renames::Objects,
        };
        (print.bits() ^ rest, renames)
    }

    /// What these threads know of the input.
    fn print_known<'a>(&self, printing: &mut Printing<'_, D>, threads: impl Iterator<Item = &'a Pending<State>>) {
        if D::HAS_INPUT {
            let histories: Vec<u32> = threads.map(|pending| own_of(&self.arena, pending.state.0).history).collect();
            self.core.memory.domain.print_known(&histories, &mut printing.print, &mut printing.names.inputs);
        }
    }

    fn print_thread(&self, printing: &mut Printing<'_, D>, pending: &Pending<State>, renames: bool) {
        let Top { next_slot, words, history, values, frame } =
            top_of(&self.arena, pending.state.0, pending.op == Op::Spawn);
        printing.print.add(if renames { 0 } else { u64::from(next_slot) });
        words.into_iter().for_each(|word| printing.print.add(word));
        // What was found out of the input is added at the end, as far as it matters.
        printing.print.add(if D::HAS_INPUT { 0 } else { u64::from(history) });
        values.into_iter().for_each(|value| printing.add(value));
        // What it has stopped at is a matter of where it stands, but for the reason why it goes no further.
        if let Op::Stuck(why) = pending.op {
            std::hash::Hash::hash(&why, &mut printing.print);
        }
        let mut next = frame;
        while let Some(frame) = frame_at(&self.arena, next) {
            frame.rest().into_iter().for_each(|word| printing.print.add(u64::from(word)));
            let (allocas, journal) = frame.tail(&self.arena);
            for part in [allocas, journal] {
                printing.print.add(part.len() as u64);
                part.iter().for_each(|word| printing.add(*word));
            }
            self.print_slots(printing, (frame.function, frame.pc), frame.slots(&self.arena));
            next = frame.below;
        }
    }

    fn print_slots(&self, printing: &mut Printing<'_, D>, (function, pc): (u32, u32), slots: &[Value]) {
        let shape = &self.code.shapes[function as usize];
        match self.code.stops(function).and_then(|stops| stops.matter(Pc(pc))) {
            Some(matter) => matter.iter().for_each(|reg| printing.add(slots[reg.0 as usize])),
            None => slots[..shape.loops as usize].iter().for_each(|slot| printing.add(*slot)),
        }
        let private = &slots[shape.memory as usize..];
        printing.print.add(private.len() as u64);
        private.iter().for_each(|slot| printing.add(*slot));
    }
}

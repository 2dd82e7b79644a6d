//! When two executions of a toy have come to the same.

use super::{Frozen, Thread, Toy};
use std::hash::{DefaultHasher, Hash, Hasher};
use threadbare_op::{Besides, Mark, Op, Pending, Prints, States, Stuck, ThreadId, Touched};

/// One half of a fingerprint; the halves differ in what comes first.
fn half(first: u8, parts: &impl Hash) -> u128 {
    let mut hasher = DefaultHasher::new();
    (first, parts).hash(&mut hasher);
    u128::from(hasher.finish())
}

impl Thread {
    /// What decides what it does next, if it stands at this: not how often it has done something,
    /// nor how it was when it was last at the head of a loop.
    fn state(&self, op: Op) -> impl Hash + use<> {
        let op = match op {
            Op::Stuck(Stuck::Spin { .. }) => Op::Stuck(Stuck::Spin { events: 0, in_call: false }),
            op => op,
        };
        (self.body, self.pc, self.regs, self.slots, self.knows, op)
    }
}

impl States for Toy {
    fn fingerprints(&mut self, threads: &[(ThreadId, Pending<Frozen>)], besides: &Besides<'_>) -> Prints {
        assert!(self.states, "the fingerprint of a toy that was not made with `with_states`");
        assert!(threads.is_sorted_by_key(|(thread, _)| *thread), "threads that are not sorted");
        let threads: Vec<_> = threads.iter().map(|(thread, at)| (*thread, self.get(at.state).state(at.op))).collect();
        // A plain access to what was accessed atomically may be visible.
        let cell = |cell| (self.log.value(cell), self.log.atomically(cell, false), self.log.atomically(cell, true));
        let variables: Vec<_> = (0..self.program.variables.len()).map(cell).collect();
        let locations: Vec<_> = (self.program.variables.len()..self.log.cells()).map(|at| self.log.value(at)).collect();
        let parts = (threads, variables, locations);
        let exact = (half(0, &parts) << 64 | half(1, &parts)) ^ besides.fingerprint();
        Prints { exact, renamed: exact }
    }

    fn own_fingerprint(&mut self, pending: &Pending<Frozen>) -> u128 {
        let state = self.get(pending.state).state(pending.op);
        half(0, &state) << 64 | half(1, &state)
    }

    fn loops(&mut self, pending: &Pending<Frozen>) -> Vec<u64> {
        let &Thread { body, pc, .. } = self.get(pending.state);
        let name = |at: usize| (body as u64) << 32 | (at as u64) << 1 | u64::from(self.program.has_exit(body, at));
        self.program.loops_at(body, pc).into_iter().map(name).collect()
    }

    fn touches(&self, since: Mark, into: &mut Vec<Touched>) {
        let plain = self.log.accesses(since.log).filter(|(_, access)| !access.atomic);
        into.extend(plain.map(|(var, access)| {
            let (reads, writes) = if access.value.is_some() { (0, u8::MAX) } else { (u8::MAX, 0) };
            Touched { word: self.program.variable(var).addr, reads, writes, sums: 0 }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Inst, Program, reg, val};
    use std::rc::Rc;
    use threadbare_op::{AccessKind, Answer, At, Pending, RmwOp, Site, System, Word};

    fn at(epoch: u32) -> At<'static> {
        At { thread: ThreadId::MAIN, epoch, clock: &[] }
    }

    /// Main's next operation is performed, finds `found`, and writes `written`.
    fn step(toy: &mut Toy, from: Pending<Frozen>, epoch: u32, found: u64, written: Option<u64>) -> Pending<Frozen> {
        let kind = written.map_or(AccessKind::Read, |value| AccessKind::Write(Word::new(value)));
        toy.access(at(epoch), &from.op, from.site, kind).expect("no race");
        let answer = if matches!(from.op, Op::Store { .. }) { Answer::Done } else { Answer::Value(Word::new(found)) };
        toy.resume(at(epoch + 1), from.state, answer)
    }

    fn print(toy: &mut Toy, pending: Pending<Frozen>) -> u128 {
        toy.fingerprints(
            &[(ThreadId::MAIN, pending)],
            &Besides { contents: &[], states: &[], touched: &[], known: &[] },
        )
        .exact
    }

    /// A loop: a round that changes nothing comes to the same; one that changes a location, a
    /// variable, a register, or only that a variable is accessed atomically, to something else.
    #[test]
    fn rounds_come_to_the_same_unless_something_has_changed() {
        let back = Inst::Again { reg: 3, value: 9, equal: false, count: 3 };
        let body = vec![Inst::rmw(0, 0, RmwOp::And, val(3)), Inst::PlainStore { var: 0, value: reg(0, 0) }];
        let body = [body, vec![Inst::var_load(1, 1), back]].concat();
        let program =
            Program { bodies: vec![body], locations: vec![(0, 8)], variables: vec![0, 0], ..Program::default() };
        let mut toy = Toy::with_states(&Rc::new(program));
        let start = toy.start();
        let begin = toy.mark();
        let first = print(&mut toy, start);
        let round = |toy: &mut Toy, from, epoch, found, written, other| {
            let there = step(toy, from, epoch, found, Some(written));
            step(toy, there, epoch + 1, other, None)
        };
        let once = round(&mut toy, start, 2, 0, 0, 0);
        let same = print(&mut toy, once);
        assert_ne!(same, first, "the second variable is accessed atomically now");
        let twice = round(&mut toy, once, 4, 0, 0, 0);
        assert_eq!(print(&mut toy, twice), same);
        let then = toy.mark();
        for (found, written, other) in [(0, 1, 0), (1, 0, 0), (0, 0, 1)] {
            let third = round(&mut toy, twice, 6, found, written, other);
            assert_ne!(print(&mut toy, third), same, "{found} {written} {other}");
            toy.undo(then);
            assert_eq!(print(&mut toy, twice), same);
        }
        toy.undo(begin);
        assert_eq!(print(&mut toy, start), first);
    }

    #[test]
    fn touches_are_the_plain_accesses() {
        let body = vec![
            Inst::load(0, 0),
            Inst::PlainStore { var: 1, value: val(1) },
            Inst::PlainLoad { reg: 0, var: 0 },
            Inst::store(0, val(1)),
        ];
        let program =
            Program { bodies: vec![body], locations: vec![(0, 8)], variables: vec![0, 0], ..Program::default() };
        let program = Rc::new(program);
        let mut toy = Toy::with_states(&program);
        let start = toy.start();
        let begin = toy.mark();
        let there = step(&mut toy, start, 2, 0, None);
        let mut touched = Vec::new();
        toy.touches(begin, &mut touched);
        let word = |var| program.variable(var).addr;
        let expected = [
            Touched { word: word(1), reads: 0, writes: u8::MAX, sums: 0 },
            Touched { word: word(0), reads: u8::MAX, writes: 0, sums: 0 },
        ];
        assert_eq!(touched, expected);
        let then = toy.mark();
        step(&mut toy, there, 3, 0, Some(1));
        touched.clear();
        toy.touches(then, &mut touched);
        assert_eq!(touched, []);
        assert_eq!(there.site, Site(3));
    }
}

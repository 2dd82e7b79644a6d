//! What the answer to a visible operation does.

use super::update::is_mistaken;
use super::{Running, mixed};
use crate::code::Target;
use crate::domain::Domain;
use crate::memory::Next;
use crate::thread::NONE;
use crate::value::Value;
use threadbare_op::{Op, Order, RmwOp, Site, Word};
use threadbare_program::{Callee, Inst};

impl<D: Domain> Running<'_, D> {
    /// The thread stands at a compare-and-swap that the input decides, and is told whether what it
    /// finds is what it expects. It has not done it yet; `Some` if it goes no further.
    #[cold]
    pub(crate) fn learn(&mut self, found: D::Value, equal: bool) -> Option<Op> {
        if self.live.frames.is_empty() && self.live.below != NONE {
            self.live.thaw_below(self.arena);
        }
        let frame = self.live.frames.last()?;
        let inst = self.code.program.functions[frame.function as usize].code.get(frame.pc as usize)?;
        let Inst::Cas { expected, size, .. } = *inst else { return None };
        let domain = &self.core.memory.domain;
        let (found, expected) = (domain.lowest(found, size), domain.lowest(self.value(expected), size));
        if self.learned(found, expected, equal).is_ok() { None } else { self.stopped() }
    }

    /// Completes the instruction that the thread stopped at; `Some` if the thread stops there for
    /// good.
    #[expect(clippy::too_many_lines, reason = "one case for each instruction that is answered")]
    pub(crate) fn deliver(&mut self, answer: D::Value) -> Option<Op> {
        if self.live.frames.is_empty() && self.live.below != NONE {
            self.live.thaw_below(self.arena);
        }
        let frame = self.live.frames.last()?;
        let code = self.code;
        let function = &code.program.functions[frame.function as usize];
        let inst = function.code.get(frame.pc as usize)?;
        let journal = frame.journal as usize;
        let site = Site(if frame.user == NONE { function.first_site + frame.pc } else { frame.user });
        match *inst {
            // One of several members: `apart`.
            Inst::Load { order: Order::Plain, .. } | Inst::Store { order: Order::Plain, .. }
                if self.live.journal.entries.len() > journal && self.core.memory.explores() =>
            {
                self.live.journal.entries.push(answer);
                return None;
            }
            Inst::Load { dst, addr, size, order: Order::Plain } if self.live.journal.entries.len() > journal => {
                let cell = self.core.memory.bits(self.live.journal.entries[journal]) as u8;
                if cell < size {
                    // One of several locations.
                    self.live.journal.entries.push(answer);
                    return None;
                }
                self.live.journal.entries.truncate(journal);
                let addr = self.core.memory.bits(self.value(addr));
                // Of 16 bytes, the half in which it is.
                let whole = if cell == 16 {
                    let pair = Word::new(self.core.memory.bits(answer));
                    self.core.memory.pair_of(pair)[(addr >> 3) as usize & 1]
                } else {
                    answer
                };
                self.set(dst, mixed::part(&self.core.memory.domain, whole, addr, cell.min(8), size));
            }
            Inst::Load { dst, size, .. } => self.set(dst, self.core.memory.domain.lowest(answer, size)),
            Inst::Rmw { dst, op, value, size, .. } => {
                let domain = &self.core.memory.domain;
                let (old, operand) = (domain.lowest(answer, size), domain.lowest(self.value(value), size));
                let last = std::mem::replace(&mut self.core.memory.who.site, site);
                let Ok(new) = self.updated(op, old, operand, size) else { return self.stopped() };
                let domain = &self.core.memory.domain;
                if op != RmwOp::Xchg && [old, operand, new].into_iter().any(|value| is_mistaken(domain, value)) {
                    let _halt = self.core.unsupported("a number that stands for uninitialised memory".into());
                    return self.stopped();
                }
                // One that writes what is there leaves everything as it was.
                if new != old || !self.core.memory.is_defined(old) {
                    self.core.memory.who.has_effect();
                }
                self.core.memory.who.site = last;
                self.set(dst, old);
            }
            Inst::Store { .. } | Inst::Fence { .. } => {}
            Inst::Cas { dst, success, size, weak, expected, new, .. } => {
                let spurious = self.live.journal.entries.get(journal).map(|&chosen| self.core.memory.bits(chosen));
                if weak && self.core.options.spurious.is_some() && spurious.is_none() {
                    // That was the choice; the access is still to come.
                    self.live.journal.entries.push(answer);
                    return None;
                }
                self.live.journal.entries.truncate(journal);
                let domain = &self.core.memory.domain;
                let (old, wanted) = (domain.lowest(answer, size), domain.lowest(self.value(expected), size));
                let new = domain.lowest(self.value(new), size);
                let last = std::mem::replace(&mut self.core.memory.who.site, site);
                let holds = spurious != Some(1);
                let Ok(holds) = (if holds { self.compared_by_all(old, wanted) } else { Ok(false) }) else {
                    return self.stopped();
                };
                self.core.memory.who.site = last;
                if holds && new != old {
                    self.core.memory.who.has_effect();
                }
                self.set(dst, old);
                self.set_word(success, Value::new(u64::from(holds)));
            }
            Inst::Call { callee: Callee::External(id), dst, ref args, .. }
                if self.live.journal.entries.len() == journal =>
            {
                let target = code.targets[id.index()];
                let result = match (target, self.only_operation(target)) {
                    (_, Some(op)) => {
                        self.core.memory.local = false;
                        let object = args.first().map_or(0, |&arg| self.core.memory.bits(self.value(arg)));
                        let result = self.core.memory.bits(answer);
                        self.core.memory.who.site = site;
                        if let Err(_halt) = self.core.synchronised(object, op, result) {
                            return self.stopped();
                        }
                        answer
                    }
                    (Target::Join, _) if args.get(1).is_some_and(|&into| self.is_zero(into)) => {
                        self.core.lift(Value::ZERO)
                    }
                    _ => {
                        self.live.journal.entries.push(answer);
                        return None;
                    }
                };
                if let Some(dst) = dst {
                    self.set(dst, result);
                }
            }
            // A library function, or an instruction that is like one: called again, with the answer
            // in its journal.
            _ => {
                self.live.journal.entries.push(answer);
                return None;
            }
        }
        if let Some(frame) = self.live.frames.last_mut() {
            frame.pc += 1;
        }
        None
    }
}

impl<D: Domain> Running<'_, D> {
    /// What the thread has just been stopped for.
    pub(super) fn stopped(&mut self) -> Option<Op> {
        match self.core.memory.faults.take_next() {
            Next::Op(op) => Some(op),
            Next::Call(..) => None,
        }
    }
}

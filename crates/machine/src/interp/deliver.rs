//! What the answer to a visible operation does.

use super::{Running, mixed, update};
use crate::code::Target;
use crate::domain::Domain;
use crate::memory::Next;
use crate::thread::NONE;
use crate::value::{Value, mask};
use threadbare_op::{Op, Order, RmwOp, Site, Word};
use threadbare_program::{Callee, Inst};

impl<D: Domain> Running<'_, D> {
    /// Completes the instruction that the thread stopped at; `Some` if the thread stops there for
    /// good.
    pub(crate) fn deliver(&mut self, answer: Value) -> Option<Op> {
        if self.live.frames.is_empty() && self.live.below != NONE {
            self.live.thaw_below(self.arena, &mut self.core.journal);
        }
        let frame = self.live.frames.last()?;
        let code = self.code;
        let function = &code.program.functions[frame.function as usize];
        let inst = function.code.get(frame.pc as usize)?;
        let journal = frame.journal as usize;
        let site = Site(if frame.user == NONE { function.first_site + frame.pc } else { frame.user });
        match *inst {
            Inst::Load { dst, addr, size, order: Order::Plain } if self.core.journal.len() > journal => {
                let cell = self.core.journal[journal].bits as u8;
                if cell < size {
                    // One of several locations.
                    self.core.journal.push(answer);
                    return None;
                }
                self.core.journal.truncate(journal);
                let addr = D::lower(self.value(addr)).bits;
                // Of 16 bytes, the half in which it is.
                let whole = if cell == 16 {
                    self.core.memory.pair_of(Word::new(answer.bits))[(addr >> 3) as usize & 1]
                } else {
                    answer
                };
                self.set(dst, D::lift(mixed::part(whole, addr, cell.min(8), size)));
            }
            Inst::Load { dst, size, .. } => self.set(dst, D::lift(trim(answer, size))),
            Inst::Rmw { dst, op, value, size, .. } => {
                let (old, operand) = (trim(answer, size), trim(D::lower(self.value(value)), size));
                let new = match update::written(op, old, operand, size) {
                    Ok(new) => new,
                    Err(what) => return self.undefined_at(site, [old, operand], what),
                };
                if op != RmwOp::Xchg && update::are_mistaken([old.bits, operand.bits, new.bits]) {
                    self.core.memory.who.site = site;
                    let _halt = self.core.unsupported("a number that stands for uninitialised memory".into());
                    return self.stopped();
                }
                // One that writes what is there leaves everything as it was.
                if old.undef != 0 || new != old {
                    self.core.memory.who.has_effect();
                }
                self.set(dst, D::lift(old));
            }
            Inst::Store { .. } | Inst::Fence { .. } => {}
            Inst::Cas { dst, success, size, weak, expected, new, .. } => {
                let spurious = self.core.journal.get(journal).map(|chosen| chosen.bits);
                if weak && self.core.options.spurious.is_some() && spurious.is_none() {
                    // That was the choice; the access is still to come.
                    self.core.journal.push(answer);
                    return None;
                }
                self.core.journal.truncate(journal);
                let old = trim(answer, size);
                let wanted = trim(D::lower(self.value(expected)), size);
                let holds = match update::compares(old, wanted) {
                    _ if spurious == Some(1) => false,
                    Ok(holds) => holds,
                    Err(what) => return self.undefined_at(site, [old, wanted], what),
                };
                if holds && trim(D::lower(self.value(new)), size) != old {
                    self.core.memory.who.has_effect();
                }
                self.set(dst, D::lift(old));
                self.set(success, D::lift(Value::new(u64::from(holds))));
            }
            Inst::Call { callee: Callee::External(id), dst, ref args } if self.core.journal.len() == journal => {
                let result = match code.targets[id.index()] {
                    Target::Sync(op) => {
                        self.core.memory.local = false;
                        let object = args.first().map_or(0, |&arg| D::lower(self.value(arg)).bits);
                        self.core.memory.who.site = site;
                        if let Err(_halt) = self.core.synchronised(object, op, answer.bits) {
                            return self.stopped();
                        }
                        Value::new(answer.bits)
                    }
                    Target::Join if args.get(1).is_some_and(|&into| D::lower(self.value(into)) == Value::ZERO) => {
                        Value::ZERO
                    }
                    _ => {
                        self.core.journal.push(answer);
                        return None;
                    }
                };
                if let Some(dst) = dst {
                    self.set(dst, D::lift(result));
                }
            }
            // A library function, or an instruction that is like one: called again, with the answer
            // in its journal.
            _ => {
                self.core.journal.push(answer);
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
    /// The operation at `site` has decided something by an undefined value, one of these.
    fn undefined_at(&mut self, site: Site, values: [Value; 2], what: &str) -> Option<Op> {
        self.core.memory.who.site = site;
        let _halt = self.core.memory.undefined(Value::unknown(64, &values), what);
        self.stopped()
    }

    /// What the thread has just been stopped for.
    fn stopped(&mut self) -> Option<Op> {
        match self.core.memory.faults.take_next() {
            Next::Op(op) => Some(op),
            Next::Call(..) => None,
        }
    }
}

pub(crate) fn trim(value: Value, size: u8) -> Value {
    let keep = mask(u32::from(size) * 8);
    Value { bits: value.bits & keep, undef: value.undef & keep }
}

//! Instructions.

use super::super::names::{self, word};
use super::{Bits, Printer, Quoted, Signed, joined, suffix};
use crate::debug::ShapeId;
use crate::inst::{Callee, Class, Inst, Operand, Pc, Reg};
use std::fmt::{self, Formatter};

impl Printer<'_> {
    pub(super) fn inst(&self, f: &mut Formatter<'_>, inst: &Inst, target: &[bool]) -> fmt::Result {
        match inst.class() {
            Class::Pure => self.pure(f, inst),
            Class::Memory => self.memory(f, inst),
            Class::Control => self.control(f, inst, target),
        }
    }

    pub(super) fn pure(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        let o = |operand: Operand| self.operand(operand);
        match *inst {
            Inst::Move { dst, src } => write!(f, "%{} = move {}", dst.0, o(src)),
            Inst::Undef { dst } => write!(f, "%{} = undef", dst.0),
            Inst::Freeze { dst, src } => write!(f, "%{} = freeze {}", dst.0, o(src)),
            Inst::AsNumber { a, b } => write!(f, "as_number {}, {}", o(a), o(b)),
            Inst::Bin { op, width, dst, a, b } => {
                write!(f, "%{} = {}.{width} {}, {}", dst.0, word(names::BIN, op), o(a), o(b))
            }
            Inst::Overflow { op, width, dst, overflowed, a, b } => {
                let op = word(names::OVERFLOW, op);
                write!(f, "%{}, %{} = {op}.{width} {}, {}", dst.0, overflowed.0, o(a), o(b))
            }
            Inst::IntUn { op, width, dst, a } => {
                write!(f, "%{} = {}.{width} {}", dst.0, word(names::INT_UN, op), o(a))
            }
            Inst::FBin { op, width, dst, a, b } => {
                write!(f, "%{} = {}.{width} {}, {}", dst.0, word(names::FBIN, op), o(a), o(b))
            }
            Inst::FUn { op, width, dst, a } => write!(f, "%{} = {}.{width} {}", dst.0, word(names::FUN, op), o(a)),
            Inst::Fma { width, dst, a, b, c } => {
                write!(f, "%{} = fma.{width} {}, {}, {}", dst.0, o(a), o(b), o(c))
            }
            Inst::Cmp { pred, width, dst, a, b } => {
                write!(f, "%{} = icmp.{}.{width} {}, {}", dst.0, word(names::PRED, pred), o(a), o(b))
            }
            Inst::FCmp { pred, width, dst, a, b } => {
                write!(f, "%{} = fcmp.{}.{width} {}, {}", dst.0, word(names::FPRED, pred), o(a), o(b))
            }
            Inst::Cast { op, from, to, dst, a } => {
                write!(f, "%{} = {}.{from}.{to} {}", dst.0, word(names::CAST, op), o(a))
            }
            Inst::Select { dst, cond, then, other } => {
                write!(f, "%{} = select {}, {}, {}", dst.0, o(cond), o(then), o(other))
            }
            Inst::PtrAdd { dst, base, index, index_width, scale, offset, exact } => {
                let exact = if exact { " exact" } else { "" };
                let minus = if scale < 0 { "-" } else { "" };
                let scale = scale.unsigned_abs();
                let offset = Signed(offset);
                write!(
                    f,
                    "%{} = ptradd.{index_width} {}, {} * {minus}{scale} {offset}{exact}",
                    dst.0,
                    o(base),
                    o(index)
                )
            }
            _ => Ok(()),
        }
    }

    pub(super) fn memory(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        let o = |operand: Operand| self.operand(operand);
        match *inst {
            Inst::Alloca { dst, count, size, align, shape } => {
                write!(f, "%{} = alloca {} * {size} align {align}", dst.0, o(count))?;
                shape.map_or(Ok(()), |ShapeId(shape)| write!(f, " shape ~{shape}"))
            }
            Inst::AllocaEnd { addr } => write!(f, "alloca_end {}", o(addr)),
            Inst::StackSave { dst } => write!(f, "%{} = stack_save", dst.0),
            Inst::StackRestore { mark } => write!(f, "stack_restore {}", o(mark)),
            Inst::PrivateAlloca { dst, index } => write!(f, "%{} = private {index}", dst.0),
            Inst::Load { dst, addr, size, order } => {
                write!(f, "%{} = load.{size}{} {}", dst.0, suffix(order), o(addr))
            }
            Inst::Store { addr, value, size, order } => {
                write!(f, "store.{size}{} {}, {}", suffix(order), o(addr), o(value))
            }
            Inst::Rmw { dst, op, addr, value, size, order } => {
                let op = word(names::RMW, op);
                write!(f, "%{} = rmw.{op}.{size}{} {}, {}", dst.0, suffix(order), o(addr), o(value))
            }
            Inst::Cas { dst, success, addr, expected, new, size, weak, orders } => {
                let name = if weak { "cas_weak" } else { "cas" };
                let (good, bad) = (word(names::ORDER, orders.0), word(names::ORDER, orders.1));
                let operands = self.operands(&[addr, expected, new]);
                write!(f, "%{}, %{} = {name}.{size}.{good}.{bad} {operands}", dst.0, success.0)
            }
            Inst::Fence { order } => write!(f, "fence.{}", word(names::ORDER, order)),
            Inst::MemCopy { to, from, len } => write!(f, "memcopy {}", self.operands(&[to, from, len])),
            Inst::MemMove { to, from, len } => write!(f, "memmove {}", self.operands(&[to, from, len])),
            Inst::MemSet { to, byte, len } => write!(f, "memset {}", self.operands(&[to, byte, len])),
            Inst::VaStart { list } => write!(f, "va_start {}", o(list)),
            Inst::VaCopy { to, from } => write!(f, "va_copy {}", self.operands(&[to, from])),
            _ => Ok(()),
        }
    }

    pub(super) fn control(&self, f: &mut Formatter<'_>, inst: &Inst, target: &[bool]) -> fmt::Result {
        let label = |pc: Pc| match target.get(pc.0 as usize) {
            Some(true) => format!("L{}", pc.0),
            _ => pc.0.to_string(),
        };
        match *inst {
            Inst::Call { callee, dst, ref args, kinds } => {
                if let Some(Reg(dst)) = dst {
                    write!(f, "%{dst} = ")?;
                }
                let callee = match callee {
                    Callee::Function(id) => self.functions.of(id.index()),
                    Callee::External(id) => self.externals.of(id.index()),
                    Callee::Pointer(operand) => format!("*{}", self.operand(operand)),
                };
                write!(f, "call {callee}({})", self.operands(args))?;
                kinds.map_or(Ok(()), |kinds| write!(f, " as {}", kinds.index()))
            }
            Inst::Return { ref values } if values.is_empty() => f.write_str("return"),
            Inst::Return { ref values } => write!(f, "return {}", self.operands(values)),
            Inst::Jump { to } => write!(f, "jump {}", label(to)),
            Inst::Branch { cond, then, other } => {
                write!(f, "branch {}, {}, {}", self.operand(cond), label(then), label(other))
            }
            Inst::Invoked { next, unwind } => write!(f, "invoked {}, {}", label(next), label(unwind)),
            Inst::Switch { value, width, ref cases, other } => {
                let cases = joined(cases.iter().map(|(value, to)| format!("{}: {}", Bits(*value), label(*to))));
                write!(f, "switch.{width} {} [{cases}] else {}", self.operand(value), label(other))
            }
            Inst::Loop { index, entry } => write!(f, "loop {index} {}", if entry { "enter" } else { "again" }),
            Inst::Unsupported { ref what } => write!(f, "unsupported {}", Quoted(what)),
            Inst::Unreachable => f.write_str("unreachable"),
            Inst::Trap { check } => write!(f, "trap {}", check.word()),
            _ => Ok(()),
        }
    }
}

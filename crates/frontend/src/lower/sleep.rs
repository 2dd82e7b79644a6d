//! Locals that only say how long a thread sleeps: each `struct timespec` whose address goes to
//! functions that sleep, and nowhere else. Its two numbers are variables, so that a back-off
//! (`nanosleep(&d, NULL); if (d.tv_nsec < 1000000) d.tv_nsec *= 2;`) is explored like one of
//! `usleep(n)` (`threadbare_program`'s `idle`). In place of the call the numbers are compared, which
//! finds out whether they are defined, and the thread pauses ([`SLEEP`]).
//!
//! A call fails, and does nothing else, if the numbers are no time. Who could tell that is refused:
//! its result is unused, it writes no rest, nobody reads the `errno` of `nanosleep`, and nobody is
//! cancelled while it sleeps.
//!
//! Not covered: numbers that are copied as a whole, or may be read before they are written.

use super::deadline::library;
use super::function::Body;
use super::layout::Scalar;
use super::promote::{Place, is_lifetime, is_whole_access};
use super::{Lowering, RUNTIME_SECTION};
use crate::llvm::{Type, TypeKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{BinOp, Callee, Inst, Operand, Pred, SLEEP};

/// Functions that sleep: which argument says how long, and which where the rest is written.
const SLEEPS: [(&str, u32, u32); 3] = [("nanosleep", 0, 1), ("thrd_sleep", 0, 1), ("clock_nanosleep", 2, 3)];
/// Functions to which a number says how long to sleep: which argument.
const DURATIONS: [(&str, u32); 3] = [("sleep", 0), ("usleep", 0), ("poll", 2)];
/// Those who tell or show what `errno` is.
const TELL_ERRNO: [&str; 9] =
    ["__errno_location", "perror", "err", "verr", "warn", "vwarn", "error", "syslog", "vsyslog"];

/// Where it is called, who sleeps may be cancelled there.
const CANCELS: &str = "pthread_cancel";

/// What a local of two numbers is used for.
struct Parts<'m> {
    scalars: [Scalar; 2],
    /// Pointers into it, and to which of the two.
    pointers: Vec<(Value<'m>, u32)>,
    sleeps: bool,
}

/// The pointers into a local that only says how long a thread sleeps, each with the number of the
/// part that it points to; `None` if it may be something else.
pub(super) fn parts<'m>(cx: &mut Lowering<'m>, alloca: Value<'m>) -> Option<Vec<(Value<'m>, u32)>> {
    let mut parts = Parts { scalars: two_numbers(cx, alloca.allocated_type())?, pointers: Vec::new(), sleeps: false };
    for user in alloca.users() {
        parts.used(cx, alloca, user)?;
    }
    (parts.sleeps && !tells_errno(cx) && cx.module.function(CANCELS).is_none()).then_some(parts.pointers)
}

/// What a structure of two numbers consists of.
fn two_numbers<'m>(cx: &mut Lowering<'m>, ty: Type<'m>) -> Option<[Scalar; 2]> {
    if ty.kind() != TypeKind::Struct || !ty.is_sized() {
        return None;
    }
    let leaves = cx.layout(ty);
    let [first, second] = leaves[..] else { return None };
    let is_number = |scalar: Scalar| matches!(scalar, Scalar::Int(32 | 64));
    let side_by_side = first.offset == 0 && second.offset == u64::from(first.scalar.bytes());
    let whole = cx.module.size_of(ty) == second.offset + u64::from(second.scalar.bytes());
    (is_number(first.scalar) && is_number(second.scalar) && side_by_side && whole)
        .then_some([first.scalar, second.scalar])
}

impl<'m> Parts<'m> {
    /// `None` if that is more than setting, reading, and sleeping.
    fn used(&mut self, cx: &mut Lowering<'m>, alloca: Value<'m>, user: Value<'m>) -> Option<()> {
        let fits = match user.opcode() {
            Op::LLVMGetElementPtr => {
                let (offset, variable) = cx.gep_parts(user)?;
                let second = i64::from(self.scalars[0].bytes());
                let part = [0, second].iter().position(|at| *at == offset).filter(|_| variable.is_empty())?;
                self.pointers.push((user, part as u32));
                user.users().all(|access| is_whole_access(cx, user, access, self.scalars[part]))
            }
            Op::LLVMCall if sleeps_for(user) == Some(alloca) => {
                self.sleeps = true;
                true
            }
            Op::LLVMCall => is_lifetime(user) || content(cx, user).is_some_and(|(filled, _)| filled == alloca),
            _ => is_whole_access(cx, alloca, user, self.scalars[0]),
        };
        fits.then_some(())
    }
}

/// The local that says how long the thread sleeps, if a call only sleeps.
pub(super) fn sleeps_for(call: Value<'_>) -> Option<Value<'_>> {
    let name = library(call)?;
    let (_, how_long, rest) = *SLEEPS.iter().find(|(sleeps, ..)| *sleeps == name)?;
    let is_plain = call.argument_count() > how_long.max(rest)
        && call.operand(rest).is_zero()
        && call.users().next().is_none()
        && (name != "clock_nanosleep" || [0, 1].contains(&call.operand(0).int()?));
    is_plain.then(|| call.operand(how_long))
}

/// Whether the program may look at `errno`.
fn tells_errno(cx: &Lowering<'_>) -> bool {
    let is_of_user =
        |user: Value<'_>| user.kind() != ValueKind::Instruction || user.block().function().section() != RUNTIME_SECTION;
    TELL_ERRNO.iter().filter_map(|name| cx.module.function(name)).any(|function| function.users().any(is_of_user))
}

/// What a call fills with constants: a local, and the first two numbers that it then has.
pub(super) fn content<'m>(cx: &mut Lowering<'m>, call: Value<'m>) -> Option<(Value<'m>, [u64; 2])> {
    let callee = call.callee();
    if callee.kind() != ValueKind::Function || !callee.is_declaration() {
        return None;
    }
    let (name, to) = (callee.name(), call.operand(0));
    let is_alloca = to.kind() == ValueKind::Instruction && to.opcode() == Op::LLVMAlloca;
    if !is_alloca || call.operand_count() < 4 || call.operand(3).int() != Some(0) {
        return None;
    }
    let ty = to.allocated_type();
    if call.operand(2).int() != Some(cx.module.size_of(ty)) {
        return None;
    }
    if name.starts_with("llvm.memset.") {
        return (call.operand(1).int() == Some(0)).then_some((to, [0, 0]));
    }
    let from = call.operand(1);
    let is_constant = name.starts_with("llvm.memcpy.") && from.kind() == ValueKind::Global && from.is_constant();
    let value = is_constant.then(|| from.initializer())??;
    let number = |at: u32| value.element(at)?.int();
    Some((to, [number(0)?, number(1)?]))
}

impl<'m> Body<'_, 'm> {
    /// Whether a call only sleeps, as long as a local says whose numbers are variables.
    pub(super) fn sleep(&mut self, call: Value<'m>) -> bool {
        let place = sleeps_for(call).and_then(|local| Some((local, self.place(local)?)));
        let Some((local, Place::Parts(first))) = place else { return false };
        let leaves = self.cx.layout(local.allocated_type());
        for (leaf, variable) in leaves.iter().zip(first..) {
            let a = Operand::reg(self.allocas.variables[variable as usize].reg);
            let (dst, b, next, after) = (self.fresh(), self.cx.bits(0), self.label_later(), self.label_later());
            self.emit(Inst::Cmp { pred: Pred::SLt, width: leaf.scalar.width(), dst, a, b });
            self.emit(Inst::Branch { cond: Operand::reg(dst), then: next, other: next });
            self.bind(next);
            self.emit(Inst::Jump { to: after });
            self.bind(after);
        }
        let callee = Callee::External(self.cx.external_named(SLEEP));
        self.emit(Inst::Call { callee, dst: None, args: Box::default(), kinds: None });
        true
    }

    /// How long a call sleeps is looked at, where it may be uninitialised. Not so where it is
    /// computed: a counter that only says that would matter then (`threadbare_program`'s `idle`).
    pub(super) fn look_at_duration(&mut self, call: Value<'m>) {
        let Some(name) = library(call) else { return };
        let Some(&(_, index)) = DURATIONS.iter().find(|(sleeps, _)| *sleeps == name) else { return };
        if index >= call.argument_count() || !self.may_be_unset(call.operand(index)) {
            return;
        }
        let (a, width) = (self.one(call.operand(index)), self.width_of(call.operand(index)));
        // What that is does not matter, so nothing is asked about input.
        let (same, dst, b, next) = (self.fresh(), self.fresh(), self.cx.bits(0), self.label_later());
        self.emit(Inst::Bin { op: BinOp::Xor, width, dst: same, a, b: a });
        self.emit(Inst::Cmp { pred: Pred::Eq, width, dst, a: Operand::reg(same), b });
        self.emit(Inst::Branch { cond: Operand::reg(dst), then: next, other: next });
        self.bind(next);
    }

    fn may_be_unset(&self, value: Value<'m>) -> bool {
        match value.kind() {
            ValueKind::Undef | ValueKind::Poison => true,
            ValueKind::Instruction => match value.opcode() {
                Op::LLVMTrunc | Op::LLVMZExt | Op::LLVMSExt => self.may_be_unset(value.operand(0)),
                Op::LLVMLoad => match self.place(value.operand(0)) {
                    Some(Place::Variable(n)) => self.allocas.variables[n as usize].read_before_write,
                    _ => true,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a call puts constants into a local whose numbers are variables.
    pub(super) fn fill(&mut self, call: Value<'m>) -> bool {
        let Some(Place::Parts(first)) = self.place(call.operand(0)) else { return false };
        let Some((_, numbers)) = content(self.cx, call) else { return false };
        for (number, variable) in numbers.into_iter().zip(first..) {
            let (dst, src) = (self.allocas.variables[variable as usize].reg, self.cx.bits(number));
            self.emit(Inst::Move { dst, src });
        }
        true
    }
}

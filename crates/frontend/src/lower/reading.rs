//! Whether a reading of the clock decides something: then one time of day is not as good as any
//! other, and already the first reading in an execution is a limit.
//!
//! ```text
//! clock_gettime(CLOCK_REALTIME, &now); assert(now.tv_nsec < 500000000); if (now.tv_sec % 60) ...
//! ```
//!
//! Followed is what is computed from the time, through locals, global variables, members of
//! structures (of all of a type at once), parameters and results of the program's functions. A
//! branch counts, and an index. Not a comparison with exactly a second, which is a carry (unless
//! module `carry` says that it goes wrong), nor with 0 or -1: `time` has not failed.
//!
//! Not covered: what goes through other pointers, or through functions of the libraries (a seed for
//! `srand`); which time it was that a wait was given as deadline does not matter (module
//! `deadline`).

use super::Lowering;
use super::carry::{Carry, is_second};
use super::deadline::{READS, library, only_stored};
use crate::llvm::{Block, Module, Type, TypeKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rustc_hash::{FxHashMap, FxHashSet};

const TIMES: [&str; 3] = ["timespec", "timeval", "tm"];
/// No more values are followed.
const MOST: usize = 20_000;
/// An address is followed no further back.
const MOST_STEPS: usize = 64;
/// What is behind a pointer whose length is not known.
const MUCH: i64 = 1 << 40;
/// Functions of libraries that say what they are given in other words; these give an address.
const SAME: [&str; 6] = ["difftime", "abs", "labs", "llabs", "floor", "fmod"];
const BROKEN_DOWN: [&str; 4] = ["localtime", "gmtime", "localtime_r", "gmtime_r"];
const ASSUMES: [&str; 3] = ["__VERIFIER_assume", "klee_assume", "llvm.assume"];

/// Bytes of an object, or of a member of all structures of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Base<'m> {
    Object(Value<'m>),
    Member(Type<'m>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Span<'m> {
    base: Base<'m>,
    from: i64,
    to: i64,
}

impl Span<'_> {
    fn meets(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }
}

/// Where the program's functions get at memory.
#[derive(Default)]
pub(super) struct Accesses<'m> {
    loads: FxHashMap<Base<'m>, Vec<(Span<'m>, Value<'m>)>>,
    /// What is in the one memory is in the other as well, or comes to be there.
    copies: FxHashMap<Base<'m>, Vec<(Span<'m>, Span<'m>)>>,
}

fn is_own(function: Value<'_>) -> bool {
    !function.is_declaration() && function.section() != super::RUNTIME_SECTION
}

fn is_instruction(value: Value<'_>, opcode: Op) -> bool {
    value.kind() == ValueKind::Instruction && value.opcode() == opcode
}

fn is_address_step(value: Value<'_>) -> bool {
    is_instruction(value, Op::LLVMGetElementPtr)
        || value.kind() == ValueKind::Expr && value.expr_opcode() == Op::LLVMGetElementPtr
}

/// A structure that is no time itself.
fn is_structure(ty: Type<'_>) -> bool {
    let name = || ty.struct_name();
    ty.kind() == TypeKind::Struct && !TIMES.contains(&name().split('.').nth(1).unwrap_or_default())
}

/// The innermost structure at an offset of something of a type.
fn innermost<'m>(module: &Module, mut ty: Type<'m>, mut offset: i64) -> Option<(Type<'m>, i64)> {
    let mut found = None;
    for _ in 0..MOST_STEPS {
        if let TypeKind::Array(_) = ty.kind() {
            ty = ty.element();
            offset = offset.checked_rem(module.size_of(ty) as i64)?;
        } else if is_structure(ty) && ty.is_sized() {
            found = Some((ty, offset));
            let whole = ty;
            let starts = (0..).zip(ty.fields()).map(|(field, ty)| (module.offset_of(whole, field) as i64, ty));
            let (start, field) = starts.filter(|(start, _)| *start <= offset).last()?;
            (ty, offset) = (field, offset - start);
        } else {
            break;
        }
    }
    found
}

/// The readings of the clock that decide something.
pub(super) fn deciding<'m>(cx: &mut Lowering<'m>) -> FxHashSet<Value<'m>> {
    let readings: Vec<Value<'m>> =
        READS.iter().filter_map(|(name, _)| cx.module.function(name)).flat_map(calls).collect();
    let readings: Vec<_> = readings.into_iter().filter(|call| super::deadline::twin(*call).is_none()).collect();
    if readings.is_empty() {
        return FxHashSet::default();
    }
    let accesses = Accesses::of(cx);
    readings.into_iter().filter(|call| Flow::default().decides(cx, &accesses, *call)).collect()
}

/// The direct calls of a function in the program's own.
fn calls(function: Value<'_>) -> Vec<Value<'_>> {
    let is_call = |user: &Value<'_>| {
        is_instruction(*user, Op::LLVMCall) && user.callee() == function && is_own(user.block().function())
    };
    function.users().filter(is_call).collect()
}

/// `size` bytes at an address.
fn span<'m>(cx: &mut Lowering<'m>, mut address: Value<'m>, size: i64) -> Option<Span<'m>> {
    let (mut from, mut to) = (0_i64, size);
    let mut member = None;
    for _ in 0..MOST_STEPS {
        if is_address_step(address) {
            let (offset, variable) = cx.gep_parts(address)?;
            let ty = address.gep_type();
            if !variable.is_empty() {
                let is_array = matches!(ty.kind(), TypeKind::Array(_));
                (from, to) = (0, if is_array { cx.module.size_of(ty) as i64 } else { MUCH });
            } else {
                (from, to) = (from.saturating_add(offset), to.saturating_add(offset));
            }
            if is_structure(ty) && variable.is_empty() {
                member = member.or(Some(Span { base: Base::Member(ty), from, to }));
            }
            address = address.operand(0);
            continue;
        }
        match address.kind() {
            ValueKind::Instruction => match address.opcode() {
                Op::LLVMBitCast => address = address.operand(0),
                Op::LLVMLoad => match only_stored(address.operand(0)) {
                    Some(stored) => address = stored,
                    None => return member,
                },
                Op::LLVMAlloca => return member.or(Some(within(cx, address, address.allocated_type(), from, to))),
                Op::LLVMCall => return member.or(Some(Span { base: Base::Object(address), from, to })),
                _ => return member,
            },
            ValueKind::Global => return member.or(Some(within(cx, address, address.value_type(), from, to))),
            ValueKind::Argument => return member.or(Some(Span { base: Base::Object(address), from, to })),
            _ => return member,
        }
    }
    None
}

/// Bytes of a variable.
fn within<'m>(cx: &Lowering<'m>, variable: Value<'m>, ty: Type<'m>, from: i64, to: i64) -> Span<'m> {
    match innermost(cx.module, ty, from) {
        Some((ty, offset)) if to < MUCH => Span { base: Base::Member(ty), from: offset, to: offset + (to - from) },
        _ => Span { base: Base::Object(variable), from, to },
    }
}

fn size_of<'m>(cx: &Lowering<'m>, ty: Type<'m>) -> i64 {
    if ty.is_sized() { cx.module.size_of(ty) as i64 } else { 0 }
}

impl<'m> Accesses<'m> {
    fn of(cx: &mut Lowering<'m>) -> Self {
        let mut all = Self::default();
        let functions: Vec<Value<'m>> = cx.module.functions().filter(|function| is_own(*function)).collect();
        for inst in functions.into_iter().flat_map(Block::all).flat_map(Block::instructions) {
            match inst.opcode() {
                Op::LLVMLoad | Op::LLVMAtomicRMW | Op::LLVMAtomicCmpXchg => {
                    let size = size_of(cx, inst.ty());
                    if let Some(span) = span(cx, inst.operand(0), size) {
                        all.loads.entry(span.base).or_default().push((span, inst));
                    }
                }
                Op::LLVMCall => all.call(cx, inst),
                _ => {}
            }
        }
        all
    }

    fn call(&mut self, cx: &mut Lowering<'m>, call: Value<'m>) {
        let name = library(call);
        let name = name.as_deref().unwrap_or_default();
        if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
            let size = call.operand(2).int().map_or(MUCH, |size| size as i64);
            let ends = (span(cx, call.operand(1), size), span(cx, call.operand(0), size));
            if let (Some(from), Some(to)) = ends {
                self.copies.entry(from.base).or_default().push((from, to));
            }
        } else if BROKEN_DOWN.contains(&name) {
            let size = size_of(cx, call.ty()).max(4);
            let broken_down = Span { base: Base::Object(call), from: 0, to: MUCH };
            if let Some(from) = span(cx, call.operand(0), size) {
                let to = Some(1).filter(|_| call.argument_count() > 1).and_then(|at| span(cx, call.operand(at), MUCH));
                self.copies.entry(from.base).or_default().push((from, to.unwrap_or(broken_down)));
            }
        } else if call.callee().kind() == ValueKind::Function && is_own(call.callee()) {
            for (number, parameter) in (0..call.argument_count()).zip(call.callee().params()) {
                if parameter.ty().kind() != TypeKind::Pointer {
                    continue;
                }
                let inner = Span { base: Base::Object(parameter), from: 0, to: MUCH };
                if let Some(outer) = span(cx, call.operand(number), MUCH) {
                    self.copies.entry(outer.base).or_default().push((outer, inner));
                    self.copies.entry(inner.base).or_default().push((inner, outer));
                }
            }
        }
    }
}

/// What a number has of the time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Whole,
    /// What it leaves when it is divided, or some bits: that is 0 now and then.
    Rest,
}

/// What has been followed of one reading.
#[derive(Default)]
struct Flow<'m> {
    numbers: Vec<(Value<'m>, Kind)>,
    seen: FxHashSet<(Value<'m>, Kind)>,
    spans: Vec<(Span<'m>, Kind)>,
    held: FxHashMap<Base<'m>, Vec<(Span<'m>, Kind)>>,
    carry: Carry,
    decides: bool,
}

impl<'m> Flow<'m> {
    fn decides(mut self, cx: &mut Lowering<'m>, accesses: &Accesses<'m>, reading: Value<'m>) -> bool {
        let name = library(reading).unwrap_or_default();
        let Some((_, place)) = READS.into_iter().find(|(reads, _)| *reads == name) else { return false };
        if name == "time" {
            self.add(reading, Kind::Whole);
        }
        let words = if name == "time" { 1 } else { 2 };
        let size = words * i64::from(cx.program.pointer_bytes());
        self.store(cx, reading.operand(place), size, Kind::Whole);
        while !self.decides && self.seen.len() < MOST {
            if let Some((number, kind)) = self.numbers.pop() {
                for user in number.users().filter(|user| user.kind() == ValueKind::Instruction) {
                    self.number(cx, (number, kind), user);
                }
            } else if let Some((span, kind)) = self.spans.pop() {
                self.memory(accesses, span, kind);
            } else {
                break;
            }
        }
        self.decides || self.carry.goes_wrong()
    }

    fn add(&mut self, number: Value<'m>, kind: Kind) {
        if number.ty().kind() != TypeKind::Pointer && self.seen.insert((number, kind)) {
            self.numbers.push((number, kind));
        }
    }

    fn store(&mut self, cx: &mut Lowering<'m>, address: Value<'m>, size: i64, kind: Kind) {
        if let Some(span) = span(cx, address, size) {
            self.hold(span, kind);
        }
    }

    fn hold(&mut self, span: Span<'m>, kind: Kind) {
        let held = self.held.entry(span.base).or_default();
        let has = |(known, its): &(Span<'m>, Kind)| *its == kind && known.from <= span.from && span.to <= known.to;
        if !held.iter().any(has) {
            held.push((span, kind));
            self.spans.push((span, kind));
        }
    }

    fn memory(&mut self, accesses: &Accesses<'m>, span: Span<'m>, kind: Kind) {
        for (read, load) in accesses.loads.get(&span.base).into_iter().flatten() {
            if read.meets(span) {
                self.add(*load, kind);
            }
        }
        for (from, to) in accesses.copies.get(&span.base).into_iter().flatten() {
            if from.meets(span) {
                // Of what is broken down, everything is the time.
                let shift = |at: i64| (at.clamp(from.from, from.to) - from.from).saturating_add(to.from);
                let is_broken_down = to.to - to.from == MUCH && from.to - from.from < MUCH;
                let moved = Span { base: to.base, from: shift(span.from), to: shift(span.to) };
                if is_broken_down { self.hold(*to, Kind::Rest) } else { self.hold(moved, kind) }
            }
        }
    }

    fn number(&mut self, cx: &mut Lowering<'m>, (number, kind): (Value<'m>, Kind), user: Value<'m>) {
        match user.opcode() {
            Op::LLVMStore if user.operand(0) == number => {
                self.carry.store(user);
                self.store(cx, user.operand(1), size_of(cx, number.ty()), kind);
            }
            Op::LLVMAtomicRMW | Op::LLVMAtomicCmpXchg => {
                self.store(cx, user.operand(0), size_of(cx, number.ty()), kind);
            }
            Op::LLVMBr | Op::LLVMSwitch => self.decides = true,
            Op::LLVMGetElementPtr => self.decides |= user.operand(0) != number,
            Op::LLVMSelect if user.operand(0) == number => {
                self.decides |= user.ty().kind() == TypeKind::Pointer;
                self.add(user, Kind::Rest);
            }
            Op::LLVMCall => self.argument((number, kind), user),
            Op::LLVMRet => calls(user.block().function()).into_iter().for_each(|call| self.add(call, kind)),
            Op::LLVMICmp => {
                self.carry.compute(number, user);
                if !is_no_question((number, kind), user) {
                    self.add(user, Kind::Rest);
                }
            }
            Op::LLVMSRem | Op::LLVMURem | Op::LLVMAnd => {
                self.carry.compute(number, user);
                self.add(user, Kind::Rest);
            }
            _ => {
                self.carry.compute(number, user);
                self.add(user, kind);
            }
        }
    }

    fn argument(&mut self, (number, kind): (Value<'m>, Kind), call: Value<'m>) {
        let numbers = (0..call.argument_count()).filter(|at| call.operand(*at) == number);
        let Some(name) = library(call) else {
            let callee = Some(call.callee()).filter(|callee| callee.kind() == ValueKind::Function);
            let params: Vec<_> = callee.into_iter().flat_map(Value::params).collect();
            numbers.filter_map(|at| params.get(at as usize)).for_each(|parameter| self.add(*parameter, kind));
            return;
        };
        self.decides |= ASSUMES.contains(&name.as_str());
        let is_arithmetic = name.starts_with("llvm.") && !name.starts_with("llvm.mem");
        if is_arithmetic || SAME.contains(&name.as_str()) {
            self.add(call, kind);
        }
    }
}

/// Whether a comparison is with what is no time of day: a second, 0, or -1.
fn is_no_question((number, kind): (Value<'_>, Kind), compare: Value<'_>) -> bool {
    let by = compare.operand(1).int();
    let is_none = by.is_some_and(|by| by as i32 == -1 || by == 0 && !(kind == Kind::Rest && compare.is_equality()));
    is_none || is_second(number, compare)
}

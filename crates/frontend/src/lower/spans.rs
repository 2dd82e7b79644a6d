//! Where the program's functions get at memory, as far as module `reading` follows what is there:
//! bytes of objects, of members of structures (of all of a type at once), and of what is behind a
//! pointer in either, whichever object that is.

use super::Lowering;
use super::deadline::{library, only_stored, shows_refusal};
use crate::llvm::{Block, Module, Type, TypeKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rustc_hash::{FxHashMap, FxHashSet};

const TIMES: [&str; 3] = ["timespec", "timeval", "tm"];
/// An address is followed no further back.
const MOST_STEPS: usize = 64;
/// What is behind a pointer whose length is not known.
pub(super) const MUCH: i64 = 1 << 40;
/// They are given an address, and give one.
const BROKEN_DOWN: [&str; 4] = ["localtime", "gmtime", "localtime_r", "gmtime_r"];
/// The result of these depends on what is at an address that they are given.
const TELL: [(&str, u32); 9] = [
    ("memcmp", 0),
    ("memcmp", 1),
    ("bcmp", 0),
    ("bcmp", 1),
    ("mktime", 0),
    ("timegm", 0),
    // A time that is negative is refused.
    ("nanosleep", 0),
    ("thrd_sleep", 0),
    ("clock_nanosleep", 2),
];
const STARTS: [&str; 2] = ["pthread_create", "thrd_create"];
const JOINS: [&str; 4] = ["pthread_join", "thrd_join", "pthread_tryjoin_np", "pthread_timedjoin_np"];

/// Bytes of an object, of a member of all structures of a type, or behind a pointer there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Base<'m> {
    Object(Value<'m>),
    Member(Type<'m>),
    BehindObject(Value<'m>),
    BehindMember(Type<'m>, i64),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Span<'m> {
    pub base: Base<'m>,
    pub from: i64,
    pub to: i64,
}

impl<'m> Span<'m> {
    pub(super) fn meets(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }

    /// All that is there.
    fn all(base: Base<'m>) -> Self {
        Self { base, from: 0, to: MUCH }
    }
}

/// Where the program's functions get at memory, and what is given to whom.
#[derive(Default)]
pub(super) struct Accesses<'m> {
    /// Loads, and functions that tell what is there.
    pub loads: FxHashMap<Base<'m>, Vec<(Span<'m>, Value<'m>)>>,
    /// What is in the one memory is in the other as well, or comes to be there.
    pub copies: FxHashMap<Base<'m>, Vec<(Span<'m>, Span<'m>)>>,
    /// The program's functions that are not only called.
    taken: Vec<Value<'m>>,
    indirect: Vec<Value<'m>>,
    /// Functions that threads begin with, and those that other functions of libraries call.
    pub started: FxHashSet<Value<'m>>,
    pub called_back: FxHashSet<Value<'m>>,
    /// Where threads' results go.
    pub results: Vec<Span<'m>>,
}

fn is_own(function: Value<'_>) -> bool {
    !function.is_declaration() && function.section() != super::RUNTIME_SECTION
}

fn is_instruction(value: Value<'_>, opcode: Op) -> bool {
    value.kind() == ValueKind::Instruction && value.opcode() == opcode
}

pub(super) fn is_pointer(value: Value<'_>) -> bool {
    value.ty().kind() == TypeKind::Pointer
}

fn is_address_step(value: Value<'_>) -> bool {
    is_instruction(value, Op::LLVMGetElementPtr)
        || value.kind() == ValueKind::Expr && value.expr_opcode() == Op::LLVMGetElementPtr
}

/// A structure that is no time itself. (One without a name is how clang hands on a small one by
/// value.)
fn is_structure(ty: Type<'_>) -> bool {
    if ty.kind() != TypeKind::Struct {
        return false;
    }
    let name = ty.struct_name();
    !name.is_empty() && !TIMES.contains(&name.split('.').nth(1).unwrap_or_default())
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

/// The direct calls of a function in the program's own.
pub(super) fn calls(function: Value<'_>) -> Vec<Value<'_>> {
    let is_call = |user: &Value<'_>| {
        is_instruction(*user, Op::LLVMCall) && user.callee() == function && is_own(user.block().function())
    };
    function.users().filter(is_call).collect()
}

/// Whether something else is done with a function than to call it.
fn is_taken(function: Value<'_>) -> bool {
    function.users().any(|user| {
        !is_instruction(user, Op::LLVMCall)
            || user.callee() != function
            || (0..user.argument_count()).any(|at| user.operand(at) == function)
    })
}

/// `size` bytes at an address.
pub(super) fn span<'m>(cx: &mut Lowering<'m>, address: Value<'m>, size: i64) -> Option<Span<'m>> {
    find(cx, address, size, true)
}

/// The same; behind a pointer that is in memory only if asked for.
fn find<'m>(cx: &mut Lowering<'m>, mut address: Value<'m>, size: i64, goes_behind: bool) -> Option<Span<'m>> {
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
        let object = |base| Some(Span { base: Base::Object(base), from, to });
        match address.kind() {
            ValueKind::Instruction => match address.opcode() {
                Op::LLVMBitCast => address = address.operand(0),
                Op::LLVMLoad => match only_stored(address.operand(0)) {
                    Some(stored) => address = stored,
                    None if member.is_some() || !goes_behind => return member,
                    None => return behind(cx, address.operand(0)).map(|base| Span { base, from, to }),
                },
                Op::LLVMAlloca => return member.or(Some(within(cx, address, address.allocated_type(), from, to))),
                Op::LLVMCall => return member.or(object(address)),
                _ => return member,
            },
            ValueKind::Global => return member.or(Some(within(cx, address, address.value_type(), from, to))),
            ValueKind::Argument => return member.or(object(address)),
            _ => return member,
        }
    }
    None
}

/// What is behind the pointer at an address.
fn behind<'m>(cx: &mut Lowering<'m>, slot: Value<'m>) -> Option<Base<'m>> {
    match find(cx, slot, 1, false)? {
        Span { base: Base::Object(object), .. } => Some(Base::BehindObject(object)),
        Span { base: Base::Member(ty), from, .. } => Some(Base::BehindMember(ty, from)),
        _ => None,
    }
}

/// Bytes of a variable.
fn within<'m>(cx: &Lowering<'m>, variable: Value<'m>, ty: Type<'m>, from: i64, to: i64) -> Span<'m> {
    match innermost(cx.module, ty, from) {
        Some((ty, offset)) if to < MUCH => Span { base: Base::Member(ty), from: offset, to: offset + (to - from) },
        _ => Span { base: Base::Object(variable), from, to },
    }
}

pub(super) fn size_of<'m>(cx: &Lowering<'m>, ty: Type<'m>) -> i64 {
    if ty.is_sized() { cx.module.size_of(ty) as i64 } else { 0 }
}

impl<'m> Accesses<'m> {
    pub(super) fn of(cx: &mut Lowering<'m>) -> Self {
        let mut all = Self::default();
        let functions: Vec<Value<'m>> = cx.module.functions().filter(|function| is_own(*function)).collect();
        all.taken = functions.iter().copied().filter(|function| is_taken(*function)).collect();
        let instructions = functions.into_iter().flat_map(Block::all).flat_map(Block::instructions);
        let instructions: Vec<_> = instructions.collect();
        let calls = instructions.iter().copied().filter(|inst| inst.opcode() == Op::LLVMCall);
        all.indirect = calls.filter(|call| call.callee().kind() != ValueKind::Function).collect();
        for inst in instructions {
            match inst.opcode() {
                Op::LLVMLoad | Op::LLVMAtomicRMW | Op::LLVMAtomicCmpXchg => {
                    let size = size_of(cx, inst.ty());
                    all.read(cx, inst.operand(0), size, inst);
                }
                Op::LLVMStore if is_pointer(inst.operand(0)) && only_stored(inst.operand(1)).is_none() => {
                    if let Some(base) = behind(cx, inst.operand(1)) {
                        all.join(cx, inst.operand(0), base);
                    }
                }
                Op::LLVMRet if inst.operand_count() == 1 && is_pointer(inst.operand(0)) => {
                    for call in all.callers(inst.block().function()) {
                        all.join(cx, inst.operand(0), Base::Object(call));
                    }
                }
                Op::LLVMCall => all.call(cx, inst),
                _ => {}
            }
        }
        all
    }

    /// The functions of the program that a call may lead to.
    pub(super) fn called(&self, call: Value<'m>) -> Vec<Value<'m>> {
        let callee = call.callee();
        if callee.kind() == ValueKind::Function {
            return Some(callee).filter(|callee| is_own(*callee)).into_iter().collect();
        }
        let ty = call.callee_type();
        self.taken.iter().copied().filter(|function| function.value_type() == ty).collect()
    }

    /// The functions of the program that a function of a library is given, as far as that is known: a
    /// thread may begin with any that fits.
    pub(super) fn given(&self, call: Value<'m>) -> Vec<Value<'m>> {
        let arguments = (0..call.argument_count()).map(|at| call.operand(at));
        let named: Vec<_> = arguments.filter(|value| value.kind() == ValueKind::Function && is_own(*value)).collect();
        if !named.is_empty() || !library(call).is_some_and(|name| STARTS.contains(&name.as_str())) {
            return named;
        }
        let fits = |function: &Value<'m>| {
            let mut params = function.params();
            params.next().is_some_and(is_pointer) && params.next().is_none()
        };
        self.taken.iter().copied().filter(fits).collect()
    }

    /// The calls that may lead to a function of the program.
    pub(super) fn callers(&self, function: Value<'m>) -> Vec<Value<'m>> {
        let mut all = calls(function);
        if self.taken.contains(&function) {
            let ty = function.value_type();
            all.extend(self.indirect.iter().copied().filter(|call| call.callee_type() == ty));
        }
        all
    }

    fn read(&mut self, cx: &mut Lowering<'m>, address: Value<'m>, size: i64, by: Value<'m>) {
        if let Some(span) = span(cx, address, size) {
            self.loads.entry(span.base).or_default().push((span, by));
        }
    }

    /// What is at an address is what is there.
    fn join(&mut self, cx: &mut Lowering<'m>, address: Value<'m>, base: Base<'m>) {
        let (outer, inner) = (span(cx, address, MUCH), Span::all(base));
        if let Some(outer) = outer.filter(|outer| outer.base != base) {
            self.copies.entry(outer.base).or_default().push((outer, inner));
            self.copies.entry(inner.base).or_default().push((inner, outer));
        }
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
            let broken_down = Span::all(Base::Object(call));
            if let Some(from) = span(cx, call.operand(0), size) {
                let to = Some(1).filter(|_| call.argument_count() > 1).and_then(|at| span(cx, call.operand(at), MUCH));
                self.copies.entry(from.base).or_default().push((from, to.unwrap_or(broken_down)));
            }
        } else if name == "realloc" {
            self.join(cx, call.operand(0), Base::Object(call));
        } else if JOINS.contains(&name) {
            let size = i64::from(cx.program.pointer_bytes());
            self.results.extend(span(cx, call.operand(1), size));
        } else if !name.is_empty() {
            let tells = !name.ends_with("sleep") || shows_refusal(name, call);
            for (_, at) in TELL.iter().filter(|(function, _)| tells && *function == name) {
                self.read(cx, call.operand(*at), MUCH, call);
            }
            self.gives_on(cx, call, STARTS.contains(&name));
        } else {
            for function in self.called(call) {
                for (number, parameter) in (0..call.argument_count()).zip(function.params()) {
                    if is_pointer(parameter) && is_pointer(call.operand(number)) {
                        self.join(cx, call.operand(number), Base::Object(parameter));
                    }
                }
            }
        }
    }

    /// A function of a library may give what it is given to a function that it is given.
    fn gives_on(&mut self, cx: &mut Lowering<'m>, call: Value<'m>, starts: bool) {
        for function in self.given(call) {
            let list = if starts { &mut self.started } else { &mut self.called_back };
            list.insert(function);
            let addresses = (0..call.argument_count()).map(|at| call.operand(at));
            let addresses: Vec<_> = addresses.filter(|value| is_pointer(*value) && *value != function).collect();
            for parameter in function.params().filter(|parameter| is_pointer(*parameter)) {
                addresses.iter().for_each(|address| self.join(cx, *address, Base::Object(parameter)));
            }
        }
    }
}

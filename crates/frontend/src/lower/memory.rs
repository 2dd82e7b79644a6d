//! Memory: allocas, loads, stores, addresses, atomics.

use super::consts::Step;
use super::debug::Described;
use super::function::{Body, Operands};
use super::layout::Scalar;
use super::promote::{Place, is_lifetime};
use super::{RUNTIME_SECTION, Unended, index_u32};
use crate::llvm::{Value, ValueKind};
use llvm_sys::{LLVMAtomicOrdering as Ordering, LLVMAtomicRMWBinOp as Rmw, LLVMOpcode as Op};
use smallvec::SmallVec;
use threadbare_op::{Order, RmwOp};
use threadbare_program::{BinOp, CastOp, Const, FBinOp, Inst, Operand, PrivateAlloca, Reg};

impl<'m> Body<'_, 'm> {
    pub(super) fn alloca(&mut self, inst: Value<'m>) {
        match self.place(inst) {
            Some(Place::Variable(_) | Place::Parts(_)) => {}
            // Made where its life begins.
            None if self.allocas.is_scoped(inst) => {}
            _ => self.make_alloca(inst),
        }
    }

    /// Memory, at the line where its variable is declared.
    fn make_alloca(&mut self, inst: Value<'m>) {
        let ty = inst.allocated_type();
        let size = if ty.is_sized() { self.cx.module.size_of(ty) } else { 0 };
        let align = inst.alignment().max(1);
        let line = self.line;
        if let Some(declared) = self.declaration_line(inst) {
            self.line = declared;
        }
        let local = self.local(inst);
        if self.place(inst).is_some() {
            let dst = self.dest(inst);
            let index = index_u32(self.private.len());
            self.private.push(PrivateAlloca { size, align, name: local.name.unwrap_or_default() });
            self.emit(Inst::PrivateAlloca { dst, index });
        } else {
            self.note_unended(inst, &local);
            match local.name {
                Some(name) => self.name_allocation(self.here(), name, local.shape),
                None if inst.operand(0).int() != Some(1) => self.name_result(inst, self.here()),
                None => {}
            }
            let count = self.one(inst.operand(0));
            let dst = self.dest(inst);
            self.emit(Inst::Alloca { dst, count, size, align, shape: local.shape });
        }
        self.line = line;
    }

    /// Notes a variable of a block which lives until its function returns, since nothing in the
    /// code says where the block ends (clang -O0 leaves that out).
    fn note_unended(&mut self, alloca: Value<'m>, local: &Described) {
        let is_unended =
            local.in_block && self.function.has_attribute(self.cx.optnone) && !alloca.users().any(is_lifetime);
        if let (true, Some(name), Some(pos)) = (is_unended, &local.name, local.pos) {
            self.cx.unended.push(Unended { name: name.clone(), pos });
        }
    }

    /// The life of what an alloca holds begins, perhaps not for the first time: nothing is left of
    /// what it was.
    pub(super) fn begin_life(&mut self, alloca: Value<'m>, mark: Value<'m>) {
        match self.place(alloca) {
            // None of two is read before it is written.
            Some(Place::Parts(_)) => {}
            Some(Place::Variable(index)) => {
                let variable = &self.allocas.variables[index as usize];
                let (dst, needed) = (variable.reg, variable.read_before_write);
                if needed {
                    self.emit(Inst::Undef { dst });
                }
            }
            Some(Place::Private) if self.flow.is_repeated(mark.block()) => {
                let len = self.cx.module.size_of(alloca.allocated_type());
                if is_filled_next(alloca, mark, len) {
                    return;
                }
                let (to, byte, len) = (self.one(alloca), self.cx.const_operand(Const::Undef), self.cx.bits(len));
                self.emit(Inst::MemSet { to, byte, len });
            }
            None if self.allocas.is_scoped(alloca) => self.make_alloca(alloca),
            Some(Place::Private) | None => {}
        }
    }

    pub(super) fn load(&mut self, inst: Value<'m>) {
        if let Some(index) = self.allocas.variable(inst.operand(0)) {
            let src = Operand::reg(self.allocas.variables[index as usize].reg);
            if inst.users().next().is_none() {
                return;
            }
            if !self.is_named(inst) && self.allocas.can_read_in_place(inst, index) {
                self.alias(inst, SmallVec::from_slice(&[src]));
            } else {
                self.copy(inst, &[src]);
            }
            return;
        }
        if is_signature(inst) {
            let none = self.cx.bits(0);
            return self.copy(inst, &[none]);
        }
        if self.refused(inst) {
            return;
        }
        let ty = inst.ty();
        if !self.cx.is_bytewise(ty) {
            return self.refuse(inst, "vector of odd elements in memory");
        }
        let leaves = self.leaves(inst);
        let order = match order(inst.ordering()) {
            Order::Relaxed if self.function.section() == RUNTIME_SECTION => Order::Look,
            order => order,
        };
        let base = self.one(inst.operand(0));
        // The target must not be overwritten while the address is still needed: a lone part is
        // loaded by one instruction, or put together in other registers first.
        let first = self.dest_many(inst, leaves.len());
        for (index, leaf) in (0..).zip(leaves.iter()) {
            let (from, whole) = (self.code.len(), self.cx.module.size_of(ty));
            let addr = self.displaced(base, leaf.offset);
            self.load_scalar(Reg(first.0 + index), addr, leaf.scalar, order);
            self.note_parts(from, leaf.offset, whole);
        }
    }

    fn load_scalar(&mut self, dst: Reg, addr: Operand, scalar: Scalar, order: Order) {
        let (width, bytes) = (scalar.width(), scalar.bytes());
        if matches!(bytes, 1 | 2 | 4 | 8) {
            if width == bytes * 8 || matches!(scalar, Scalar::Ptr(_)) {
                self.emit(Inst::Load { dst, addr, size: bytes, order });
            } else {
                let whole = self.fresh();
                self.emit(Inst::Load { dst: whole, addr, size: bytes, order });
                self.emit(Inst::Cast { op: CastOp::Trunc, from: bytes * 8, to: width, dst, a: Operand::reg(whole) });
            }
            return;
        }
        // Three, five, six or seven bytes: in pieces.
        let word = self.load_bytes(addr, bytes);
        self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to: width, dst, a: word });
    }

    /// Loads up to eight bytes, in pieces of powers of two, into one register.
    pub(super) fn load_bytes(&mut self, addr: Operand, bytes: u8) -> Operand {
        let mut word: Option<Operand> = None;
        for (at, size) in pieces(bytes) {
            let from = self.displaced(addr, u64::from(at));
            let piece = self.fresh();
            self.emit(Inst::Load { dst: piece, addr: from, size, order: Order::Plain });
            word = Some(match word {
                None => Operand::reg(piece),
                Some(low) => {
                    let (shifted, joined) = (self.fresh(), self.fresh());
                    let by = self.cx.bits(u64::from(at) * 8);
                    self.emit(Inst::Bin { op: BinOp::Shl, width: 64, dst: shifted, a: Operand::reg(piece), b: by });
                    let b = Operand::reg(shifted);
                    self.emit(Inst::Bin { op: BinOp::Or, width: 64, dst: joined, a: low, b });
                    Operand::reg(joined)
                }
            });
        }
        word.unwrap_or_else(|| self.cx.bits(0))
    }

    pub(super) fn store(&mut self, inst: Value<'m>) {
        let (value, pointer) = (inst.operand(0), inst.operand(1));
        if let Some(index) = self.allocas.variable(pointer) {
            let dst = self.allocas.variables[index as usize].reg;
            let src = self.one(value);
            if src != Operand::reg(dst) {
                self.emit(Inst::Move { dst, src });
            }
            return self.note_returned(inst, index);
        }
        if self.refused(inst) {
            return;
        }
        let ty = value.ty();
        if !self.cx.is_bytewise(ty) {
            return self.refuse(inst, "vector of odd elements in memory");
        }
        let leaves = self.leaves(value);
        let order = order(inst.ordering());
        let operands = self.operands(value);
        let base = self.one(pointer);
        for (leaf, &part) in leaves.iter().zip(&operands) {
            let (from, whole) = (self.code.len(), self.cx.module.size_of(ty));
            let addr = self.displaced(base, leaf.offset);
            self.store_scalar(addr, part, leaf.scalar, order);
            self.note_parts(from, leaf.offset, whole);
        }
    }

    fn store_scalar(&mut self, addr: Operand, value: Operand, scalar: Scalar, order: Order) {
        let bytes = scalar.bytes();
        let value = self.in_memory(value, scalar);
        if matches!(bytes, 1 | 2 | 4 | 8) {
            self.emit(Inst::Store { addr, value, size: bytes, order });
            return;
        }
        for (at, size) in pieces(bytes) {
            let to = self.displaced(addr, u64::from(at));
            let part = self.fresh();
            let by = self.cx.bits(u64::from(at) * 8);
            self.emit(Inst::Bin { op: BinOp::LShr, width: 64, dst: part, a: value, b: by });
            // A store takes the low bytes of its value; what is above them is cut off, as registers
            // hold no more than the width of what they hold.
            let cut = self.fresh();
            self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to: size * 8, dst: cut, a: Operand::reg(part) });
            self.emit(Inst::Store { addr: to, value: Operand::reg(cut), size, order });
        }
    }

    /// A value as memory holds it.
    pub(super) fn in_memory(&mut self, value: Operand, scalar: Scalar) -> Operand {
        if scalar != Scalar::Ptr(4) || value.as_const().is_some_and(|id| self.cx.is_in_32_bits(id)) {
            return value;
        }
        let dst = self.fresh();
        self.emit(Inst::Cast { op: CastOp::PtrTrunc, from: 64, to: 32, dst, a: value });
        Operand::reg(dst)
    }

    /// An address some bytes further on.
    pub(super) fn displaced(&mut self, base: Operand, offset: u64) -> Operand {
        self.address(base, offset as i64, &[])
    }

    /// A computed address: a constant or register as it is, if that is enough.
    pub(super) fn address(&mut self, base: Operand, offset: i64, variable: &[Step<'m>]) -> Operand {
        match variable {
            [] if offset == 0 => return base,
            [] => {
                if let Some(id) = base.as_const()
                    && let Some(constant) = self.cx.displace(self.cx.program.consts[id.index()], offset)
                {
                    return self.cx.const_operand(constant);
                }
            }
            _ => {}
        }
        let dst = self.fresh();
        self.address_into(dst, base, offset, variable);
        Operand::reg(dst)
    }

    fn address_into(&mut self, dst: Reg, base: Operand, offset: i64, variable: &[Step<'m>]) {
        let Some((last, before)) = variable.split_last() else {
            let index = self.cx.bits(0);
            self.emit(Inst::PtrAdd { dst, base, index, index_width: 64, scale: 0, offset, exact: false });
            return;
        };
        let mut base = base;
        for step in before {
            let to = self.fresh();
            self.add_step(to, base, step, 0);
            base = Operand::reg(to);
        }
        self.add_step(dst, base, last, offset);
    }

    fn add_step(&mut self, dst: Reg, base: Operand, &Step { index, scale, exact }: &Step<'m>, offset: i64) {
        let (index, index_width) = self.index(index);
        // Else it always fits, or what wraps leads away from every object.
        let exact = exact && index_width > 32 && scale.unsigned_abs() > 1;
        self.emit(Inst::PtrAdd { dst, base, index, index_width, scale, offset, exact });
    }

    /// An index, before its sign extension if that only serves as one.
    fn index(&mut self, value: Value<'m>) -> (Operand, u8) {
        if let Some(&(source, width)) = self.indices.get(&value) {
            return (self.one(source), width);
        }
        let (index, width) = (self.one(value), self.scalar(value.ty()).width());
        if !self.cx.program.ilp32 || width <= 32 {
            return (index, width);
        }
        let dst = self.fresh();
        self.emit(Inst::Cast { op: CastOp::Trunc, from: width, to: 32, dst, a: index });
        (Operand::reg(dst), 32)
    }

    pub(super) fn gep(&mut self, inst: Value<'m>) {
        if self.allocas.variable(inst).is_some() {
            return;
        }
        let Some((offset, variable)) = self.cx.gep_parts(inst) else {
            return self.refuse(inst, "address arithmetic on vectors");
        };
        let base = self.one(inst.operand(0));
        if variable.is_empty() && (offset == 0 || base.as_const().is_some()) {
            let address = self.address(base, offset, &[]);
            return self.alias(inst, SmallVec::from_slice(&[address]));
        }
        let dst = self.dest(inst);
        self.address_into(dst, base, offset, &variable);
    }

    pub(super) fn fence(&mut self, inst: Value<'m>) {
        // A fence against signal handlers orders nothing between threads.
        if !inst.is_single_thread() {
            self.emit(Inst::Fence { order: order(inst.ordering()) });
        }
    }

    pub(super) fn compare_exchange(&mut self, inst: Value<'m>) {
        let scalar = self.scalar(inst.operand(1).ty());
        let Some(size) = atomic_size(scalar) else { return self.refuse(inst, "atomic access of more than 8 bytes") };
        let (addr, expected, new) = (self.one(inst.operand(0)), self.one(inst.operand(1)), self.one(inst.operand(2)));
        let (expected, new) = (self.in_memory(expected, scalar), self.in_memory(new, scalar));
        let first = self.dest_many(inst, 2);
        let (success, failure) = inst.cas_orderings();
        let orders = (order(success), order(failure));
        let weak = inst.is_weak();
        self.emit(Inst::Cas { dst: first, success: Reg(first.0 + 1), addr, expected, new, size, weak, orders });
    }

    pub(super) fn read_modify_write(&mut self, inst: Value<'m>) {
        let scalar = self.scalar(inst.ty());
        let Some(size) = atomic_size(scalar) else { return self.refuse(inst, "atomic access of more than 8 bytes") };
        let op = match inst.rmw_op() {
            Rmw::LLVMAtomicRMWBinOpXchg => RmwOp::Xchg,
            Rmw::LLVMAtomicRMWBinOpAdd => RmwOp::Add,
            Rmw::LLVMAtomicRMWBinOpSub => RmwOp::Sub,
            Rmw::LLVMAtomicRMWBinOpAnd => RmwOp::And,
            Rmw::LLVMAtomicRMWBinOpNand => RmwOp::Nand,
            Rmw::LLVMAtomicRMWBinOpOr => RmwOp::Or,
            Rmw::LLVMAtomicRMWBinOpXor => RmwOp::Xor,
            Rmw::LLVMAtomicRMWBinOpMax => RmwOp::Max,
            Rmw::LLVMAtomicRMWBinOpMin => RmwOp::Min,
            Rmw::LLVMAtomicRMWBinOpUMax => RmwOp::UMax,
            Rmw::LLVMAtomicRMWBinOpUMin => RmwOp::UMin,
            other => return self.float_read_modify_write(inst, other, size),
        };
        let (addr, value) = (self.one(inst.operand(0)), self.one(inst.operand(1)));
        let value = self.in_memory(value, scalar);
        let dst = self.dest(inst);
        self.emit(Inst::Rmw { dst, op, addr, value, size, order: order(inst.ordering()) });
    }

    /// Atomic arithmetic on floats, as hardware does it: read, compute, compare and swap, again if
    /// somebody was faster.
    fn float_read_modify_write(&mut self, inst: Value<'m>, op: Rmw, size: u8) {
        let op = match op {
            Rmw::LLVMAtomicRMWBinOpFAdd => FBinOp::Add,
            Rmw::LLVMAtomicRMWBinOpFSub => FBinOp::Sub,
            Rmw::LLVMAtomicRMWBinOpFMax => FBinOp::MaxNum,
            Rmw::LLVMAtomicRMWBinOpFMin => FBinOp::MinNum,
            _ => return self.refuse(inst, "atomic arithmetic of a special kind"),
        };
        let (addr, b) = (self.one(inst.operand(0)), self.one(inst.operand(1)));
        let (old, new, seen, success) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.emit(Inst::Load { dst: old, addr, size, order: Order::Relaxed });
        let again = self.label_here();
        self.emit(Inst::FBin { op, width: size * 8, dst: new, a: Operand::reg(old), b });
        let order = order(inst.ordering());
        let orders = (order, Order::Relaxed);
        let (expected, new) = (Operand::reg(old), Operand::reg(new));
        self.emit(Inst::Cas { dst: seen, success, addr, expected, new, size, weak: false, orders });
        let done = self.label_later();
        let failed = self.label_later();
        self.emit(Inst::Branch { cond: Operand::reg(success), then: done, other: failed });
        self.bind(failed);
        self.emit(Inst::Move { dst: old, src: Operand::reg(seen) });
        self.emit(Inst::Jump { to: again });
        self.bind(done);
        self.copy(inst, &[Operand::reg(old)]);
    }

    /// The words of memory that an argument passed by value takes, as the variable arguments of a
    /// call.
    pub(super) fn words(&mut self, from: Operand, size: u64) -> Operands {
        let word = u64::from(self.cx.program.pointer_bytes());
        let mut words = Operands::new();
        let mut at = 0;
        while at < size {
            let bytes = (size - at).min(word) as u8;
            let addr = self.displaced(from, at);
            words.push(self.load_bytes(addr, bytes));
            at += word;
        }
        words
    }
}

/// Whether a load is UBSan's look at whether a signature with the function's type stands before a
/// function (`-fsanitize=function`). Here none does, as before functions that were compiled without
/// it, and their types are not checked.
fn is_signature(load: Value<'_>) -> bool {
    const SIGNATURE: u64 = 0xC105_CAFE;
    let compares = |user: Value<'_>| {
        user.kind() == ValueKind::Instruction
            && user.opcode() == Op::LLVMICmp
            && (0..2).any(|n| user.operand(n).int() == Some(SIGNATURE))
    };
    let mut users = load.users().peekable();
    users.peek().is_some() && users.all(compares) && load.is_of_sanitizer()
}

/// How memory of `bytes` bytes is accessed in powers of two: offset and size of each.
fn pieces(bytes: u8) -> impl Iterator<Item = (u8, u8)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let size = [8, 4, 2, 1].into_iter().find(|&size| at + size <= bytes)?;
        at += size;
        Some((at - size, size))
    })
}

/// Whether the first thing that happens to an alloca of `len` bytes after its life has begun is
/// that all of it is written.
fn is_filled_next<'m>(alloca: Value<'m>, mark: Value<'m>, len: u64) -> bool {
    let mut next = mark.block().instructions().skip_while(|&inst| inst != mark).skip(1);
    let first =
        next.find(|inst| inst.operand_count() > 0 && (0..inst.operand_count()).any(|i| inst.operand(i) == alloca));
    first.is_some_and(|inst| {
        inst.opcode() == Op::LLVMCall
            && inst.callee().kind() == ValueKind::Function
            && ["llvm.memcpy.", "llvm.memset."].iter().any(|name| inst.callee().name().starts_with(name))
            && inst.operand(0) == alloca
            && inst.operand(1) != alloca
            && inst.operand(2).int() == Some(len)
    })
}

fn atomic_size(scalar: Scalar) -> Option<u8> {
    match scalar {
        Scalar::Unsupported(_) => None,
        _ => matches!(scalar.bytes(), 1 | 2 | 4 | 8).then_some(scalar.bytes()),
    }
}

pub(super) fn order(ordering: Ordering) -> Order {
    match ordering {
        Ordering::LLVMAtomicOrderingNotAtomic => Order::Plain,
        Ordering::LLVMAtomicOrderingUnordered | Ordering::LLVMAtomicOrderingMonotonic => Order::Relaxed,
        Ordering::LLVMAtomicOrderingAcquire => Order::Acquire,
        Ordering::LLVMAtomicOrderingRelease => Order::Release,
        Ordering::LLVMAtomicOrderingAcquireRelease => Order::AcqRel,
        Ordering::LLVMAtomicOrderingSequentiallyConsistent => Order::SeqCst,
    }
}

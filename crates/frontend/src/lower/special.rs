//! Intrinsics that need more than one instruction: conversions that saturate, and tables of
//! relative addresses.

use super::function::Body;
use crate::llvm::{Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{CastOp, FPred, Inst, Operand, Pc, Reg};

impl<'m> Body<'_, 'm> {
    /// `llvm.fptosi.sat`, `llvm.fptoui.sat`: what is too big or too small becomes the greatest or
    /// the least integer, NaN 0.
    pub(super) fn saturating_conversion(&mut self, inst: Value<'m>, signed: bool) {
        let (from, to) = (self.leaves(inst.operand(0)), self.leaves(inst));
        let parts = self.operands(inst.operand(0));
        let first = self.dest_many(inst, to.len());
        for (index, &a) in parts.iter().enumerate() {
            let (from, to) = (from[index].scalar.width(), to[index].scalar.width());
            let dst = Reg(first.0 + super::index_u32(index));
            self.saturate(dst, a, (from, to), signed);
        }
    }

    fn saturate(&mut self, dst: Reg, a: Operand, (from, to): (u8, u8), signed: bool) {
        let all = super::consts::truncate(u64::MAX, to);
        let bits = i32::from(to) - i32::from(signed);
        // The first floats beyond the range: powers of 2, or less than 0. So what is below them
        // fits, once cut.
        let end = 2_f64.powi(bits);
        let (least, greatest) = if signed { (1 << (to - 1), all >> 1) } else { (0, all) };
        let start = if signed { -end } else { 0.0 };
        let mut float = |number: f64| {
            let bits = if from == 32 { u64::from((number as f32).to_bits()) } else { number.to_bits() };
            self.cx.bits(bits)
        };
        let (start, end) = (float(start), float(end));
        let (least, greatest, zero) = (self.cx.bits(least), self.cx.bits(greatest), self.cx.bits(0));
        let op = if signed { CastOp::FpToSi } else { CastOp::FpToUi };
        let [inside, low, high, nan, above, below] = [0; 6].map(|_| self.fresh());
        self.emit(Inst::Cast { op, from, to, dst: inside, a });
        for (pred, dst, b) in [(FPred::OLe, low, start), (FPred::OGe, high, end), (FPred::Uno, nan, start)] {
            self.emit(Inst::FCmp { pred, width: from, dst, a, b });
        }
        let mut choose = |dst, cond, then, other| {
            self.emit(Inst::Select { dst, cond: Operand::reg(cond), then, other: Operand::reg(other) });
        };
        choose(above, high, greatest, inside);
        choose(below, low, least, above);
        choose(dst, nan, zero, below);
    }

    /// `llvm.load.relative`: an entry of a constant table says how far away something is. Addresses
    /// here are further apart than that: what an entry stands for is found in the table's initial
    /// value, and chosen by the offset.
    pub(super) fn load_relative(&mut self, inst: Value<'m>) {
        let Some(targets) = relative_table(inst.operand(0)) else {
            return self.refuse(inst, "relative address that is in no constant table");
        };
        let width = self.width_of(inst.operand(1));
        let offset = self.one(inst.operand(1));
        let dst = self.dest(inst);
        let (done, none) = (self.label_later(), self.label_later());
        let labels: Vec<Pc> = targets.iter().map(|_| self.label_later()).collect();
        let cases = (0..).zip(&labels).map(|(index, &label)| (4 * index, label)).collect();
        self.emit(Inst::Switch { value: offset, width, cases, other: none });
        for (target, label) in targets.into_iter().zip(labels) {
            self.bind(label);
            let src = self.one(target);
            self.emit(Inst::Move { dst, src });
            self.emit(Inst::Jump { to: done });
        }
        self.bind(none);
        self.unsupported("relative address outside of its table");
        self.bind(done);
    }
}

/// What the entries of a table of relative addresses stand for: the table is constant, and an array
/// of the low halves of differences from its own address.
fn relative_table(table: Value<'_>) -> Option<Vec<Value<'_>>> {
    if table.kind() != ValueKind::Global || !table.is_constant() {
        return None;
    }
    let initial = table.initializer()?;
    let count = match initial.ty().kind() {
        crate::llvm::TypeKind::Array(count @ 1..=4096) => u32::try_from(count).ok()?,
        _ => return None,
    };
    (0..count).map(|index| relative_entry(initial.element(index)?, table)).collect()
}

/// `trunc (sub (ptrtoint target, ptrtoint table))`.
fn relative_entry<'m>(entry: Value<'m>, table: Value<'m>) -> Option<Value<'m>> {
    let is = |value: Value<'m>, opcode: Op| value.kind() == ValueKind::Expr && value.expr_opcode() == opcode;
    if !is(entry, Op::LLVMTrunc) || !is(entry.operand(0), Op::LLVMSub) {
        return None;
    }
    let (target, from) = (entry.operand(0).operand(0), entry.operand(0).operand(1));
    let known = is(target, Op::LLVMPtrToInt) && is(from, Op::LLVMPtrToInt) && from.operand(0) == table;
    known.then(|| target.operand(0))
}

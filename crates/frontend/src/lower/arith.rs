//! Instructions: the dispatch, and arithmetic.

use super::function::{Body, Operands};
use super::layout::Scalar;
use crate::llvm::{TypeKind, Value};
use llvm_sys::{LLVMIntPredicate as IP, LLVMOpcode as Op, LLVMRealPredicate as RP};
use smallvec::SmallVec;
use threadbare_program::{BinOp, CastOp, FBinOp, FPred, FUnOp, Inst, Operand, Pred, Reg};

impl<'m> Body<'_, 'm> {
    /// Lowers one instruction of block number `block`.
    pub(super) fn instruction(&mut self, inst: Value<'m>, block: usize) {
        let opcode = inst.opcode();
        self.note_number(inst);
        if super::counts_coverage(inst) || self.wide(inst) {
            return;
        }
        let from = self.code.len();
        self.lower(inst, opcode, block);
        self.note_member(inst, from);
    }

    fn lower(&mut self, inst: Value<'m>, opcode: Op, block: usize) {
        match opcode {
            // Phis take their values along the edges.
            Op::LLVMPHI => {}
            Op::LLVMRet => self.ret(inst),
            Op::LLVMBr => self.branch(inst, block),
            Op::LLVMSwitch => self.switch(inst, block),
            Op::LLVMIndirectBr => self.computed_goto(inst, block),
            Op::LLVMUnreachable => self.emit(Inst::Unreachable),
            Op::LLVMCall => self.call(inst),
            Op::LLVMInvoke => self.invoke(inst, block),
            Op::LLVMLandingPad => self.landing_pad(inst),
            Op::LLVMResume => self.resume(),
            Op::LLVMAlloca => self.alloca(inst),
            Op::LLVMLoad => self.load(inst),
            Op::LLVMStore => self.store(inst),
            Op::LLVMGetElementPtr => self.gep(inst),
            Op::LLVMFence => self.fence(inst),
            Op::LLVMAtomicCmpXchg => self.compare_exchange(inst),
            Op::LLVMAtomicRMW => self.read_modify_write(inst),
            Op::LLVMExtractValue => self.extract_value(inst),
            Op::LLVMInsertValue => self.insert_value(inst),
            Op::LLVMExtractElement => self.extract_element(inst),
            Op::LLVMInsertElement => self.insert_element(inst),
            Op::LLVMShuffleVector => self.shuffle(inst),
            Op::LLVMSelect => self.select(inst),
            Op::LLVMFreeze => self.elementwise(inst, |_, dst, a| Inst::Freeze { dst, src: a[0] }),
            Op::LLVMPtrToInt | Op::LLVMPtrToAddr | Op::LLVMIntToPtr if self.cx.program.ilp32 => self.number(inst),
            Op::LLVMBitCast | Op::LLVMAddrSpaceCast | Op::LLVMPtrToInt | Op::LLVMIntToPtr | Op::LLVMPtrToAddr => {
                self.rename(inst);
            }
            Op::LLVMICmp | Op::LLVMFCmp => self.compare(inst),
            _ => self.arithmetic(inst, opcode),
        }
    }

    fn arithmetic(&mut self, inst: Value<'m>, opcode: Op) {
        if let Some(op) = int_op(opcode) {
            let op = checked(op, inst);
            self.elementwise(inst, |s, dst, a| Inst::Bin { op, width: s.width(), dst, a: a[0], b: a[1] });
        } else if let Some(op) = float_op(opcode) {
            self.elementwise(inst, |s, dst, a| Inst::FBin { op, width: s.width(), dst, a: a[0], b: a[1] });
        } else if opcode == Op::LLVMFNeg {
            self.elementwise(inst, |s, dst, a| Inst::FUn { op: FUnOp::Neg, width: s.width(), dst, a: a[0] });
        } else if let Some(op) = cast_op(opcode) {
            self.cast(inst, op);
        } else {
            self.refuse(inst, refused_name(opcode));
        }
    }

    /// Something unsupported is met here; the value of the instruction is nothing.
    pub(super) fn refuse(&mut self, inst: Value<'m>, what: &str) {
        self.unsupported(what);
        let count = self.leaves(inst).len();
        if count > 0 {
            self.dest_many(inst, count);
        }
    }

    /// If the instruction takes or gives values that cannot be represented, refuses it and says so.
    pub(super) fn refused(&mut self, inst: Value<'m>) -> bool {
        let mut found = self.cx.unsupported_type(inst.ty());
        for index in 0..inst.operand_count() {
            found = found.or_else(|| self.cx.unsupported_type(inst.operand(index).ty()));
        }
        match found {
            Some(name) => {
                self.refuse(inst, name);
                true
            }
            None => false,
        }
    }

    /// An instruction whose every part is computed from the same part of each operand.
    pub(super) fn elementwise(&mut self, inst: Value<'m>, make: impl Fn(Scalar, Reg, &[Operand]) -> Inst) {
        if self.refused(inst) {
            return;
        }
        let operands: SmallVec<[Operands; 3]> =
            (0..inst.operand_count()).map(|i| self.operands(inst.operand(i))).collect();
        let leaves = self.leaves(inst);
        let first = self.dest_many(inst, leaves.len());
        for (index, leaf) in leaves.iter().enumerate() {
            let parts: SmallVec<[Operand; 3]> = operands.iter().map(|parts| parts[index]).collect();
            self.emit(make(leaf.scalar, Reg(first.0 + super::index_u32(index)), &parts));
        }
    }

    fn compare(&mut self, inst: Value<'m>) {
        if self.refused(inst) {
            return;
        }
        let leaves = self.leaves(inst.operand(0));
        let (left, right) = (self.operands(inst.operand(0)), self.operands(inst.operand(1)));
        let first = self.dest_many(inst, leaves.len());
        for (index, leaf) in leaves.iter().enumerate() {
            let dst = Reg(first.0 + super::index_u32(index));
            let (width, a, b) = (leaf.scalar.width(), left[index], right[index]);
            if inst.opcode() == Op::LLVMICmp {
                self.emit(Inst::Cmp { pred: int_predicate(inst.int_predicate()), width, dst, a, b });
            } else {
                self.emit(Inst::FCmp { pred: float_predicate(inst.real_predicate()), width, dst, a, b });
            }
        }
    }

    fn select(&mut self, inst: Value<'m>) {
        let cond = self.operands(inst.operand(0));
        let (then, other) = (self.operands(inst.operand(1)), self.operands(inst.operand(2)));
        let vector = inst.operand(0).ty().kind() != TypeKind::Int(1);
        let first = self.dest_many(inst, then.len());
        for index in 0..then.len() {
            let dst = Reg(first.0 + super::index_u32(index));
            let cond = cond[if vector { index } else { 0 }];
            self.emit(Inst::Select { dst, cond, then: then[index], other: other[index] });
        }
    }

    fn cast(&mut self, inst: Value<'m>, op: CastOp) {
        if self.refused(inst) {
            return;
        }
        let source = inst.operand(0);
        // Registers are zero-extended already.
        if op == CastOp::ZExt {
            let operands = self.operands(source);
            self.alias(inst, operands);
            return;
        }
        let (from, to) = (self.leaves(source), self.leaves(inst));
        if op == CastOp::SExt && to.len() == 1 && self.is_only_index(inst) {
            self.indices.insert(inst, (source, from[0].scalar.width()));
            return;
        }
        let operands = self.operands(source);
        let first = self.dest_many(inst, to.len());
        for index in 0..to.len() {
            let (from, to) = (from[index].scalar.width(), to[index].scalar.width());
            self.emit(Inst::Cast { op, from, to, dst: Reg(first.0 + super::index_u32(index)), a: operands[index] });
        }
    }

    /// Whether a sign extension is used only as an index of address arithmetic in its own block,
    /// which extends it itself.
    fn is_only_index(&self, inst: Value<'m>) -> bool {
        let block = inst.block();
        !self.is_named(inst)
            && inst.users().all(|user| {
                user.opcode() == Op::LLVMGetElementPtr
                    && user.ty().kind() == TypeKind::Pointer
                    && user.block() == block
                    && user.operand(0) != inst
            })
    }

    /// From a pointer of 32 bits to a number, or back: what registers have above it is not taken along.
    fn number(&mut self, inst: Value<'m>) {
        if self.refused(inst) {
            return;
        }
        let source = inst.operand(0);
        let (from, to) = (self.leaves(source), self.leaves(inst));
        let operands = self.operands(source);
        let first = self.dest_many(inst, to.len());
        for (index, (&a, (from, to))) in (0..).zip(operands.iter().zip(from.iter().zip(to.iter()))) {
            let (from, to) = (from.scalar.width(), to.scalar.width().min(32));
            let dst = Reg(first.0 + index);
            match to < from {
                true => self.emit(Inst::Cast { op: CastOp::Trunc, from, to, dst, a }),
                false => self.emit(Inst::Move { dst, src: a }),
            }
        }
    }

    /// Casts that change nothing; between vectors (or a vector and a scalar) they may regroup the
    /// bits.
    fn rename(&mut self, inst: Value<'m>) {
        if self.refused(inst) {
            return;
        }
        let source = inst.operand(0);
        let (from, to) = (self.leaves(source), self.leaves(inst));
        let operands = self.operands(source);
        let total = |leaves: &[super::layout::Leaf]| leaves.iter().map(|l| u32::from(l.scalar.width())).sum::<u32>();
        if from.len() == to.len() && from.iter().zip(to.iter()).all(|(a, b)| a.scalar.width() == b.scalar.width()) {
            self.alias(inst, operands);
        } else if from.len() == 1 && to.len() == 1 {
            // Between a pointer and an integer of another width.
            let (from, to) = (from[0].scalar.width(), to[0].scalar.width());
            if to > from {
                self.alias(inst, operands);
            } else {
                let dst = self.dest(inst);
                self.emit(Inst::Cast { op: CastOp::Trunc, from, to, dst, a: operands[0] });
            }
        } else if total(&from) == total(&to) && total(&from) <= 64 {
            let word = self.pack(&operands, &from);
            let parts = self.unpack(word, &to);
            self.copy(inst, &parts);
        } else {
            self.refuse(inst, "bitcast between vectors");
        }
    }

    /// Puts parts side by side into one register, the first lowest.
    pub(super) fn pack(&mut self, operands: &[Operand], leaves: &[super::layout::Leaf]) -> Operand {
        let mut word = operands[0];
        let mut at = leaves[0].scalar.width();
        for (&part, leaf) in operands.iter().zip(leaves).skip(1) {
            let (shifted, joined) = (self.fresh(), self.fresh());
            let b = self.cx.bits(u64::from(at));
            self.emit(Inst::Bin { op: BinOp::Shl, width: 64, dst: shifted, a: part, b });
            self.emit(Inst::Bin { op: BinOp::Or, width: 64, dst: joined, a: word, b: Operand::reg(shifted) });
            word = Operand::reg(joined);
            at = at.saturating_add(leaf.scalar.width());
        }
        word
    }

    fn unpack(&mut self, word: Operand, leaves: &[super::layout::Leaf]) -> Operands {
        let mut at = 0_u8;
        let mut parts = Operands::new();
        for leaf in leaves {
            let (shifted, part) = (self.fresh(), self.fresh());
            let b = self.cx.bits(u64::from(at));
            self.emit(Inst::Bin { op: BinOp::LShr, width: 64, dst: shifted, a: word, b });
            let to = leaf.scalar.width();
            self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to, dst: part, a: Operand::reg(shifted) });
            parts.push(Operand::reg(part));
            at = at.saturating_add(to);
        }
        parts
    }

    fn extract_value(&mut self, inst: Value<'m>) {
        let (start, count) = self.cx.part(inst.operand(0).ty(), &inst.indices());
        let operands = self.operands(inst.operand(0));
        self.alias(inst, operands[start..start + count].into());
    }

    fn insert_value(&mut self, inst: Value<'m>) {
        let (start, count) = self.cx.part(inst.operand(0).ty(), &inst.indices());
        let mut operands = self.operands(inst.operand(0));
        let part = self.operands(inst.operand(1));
        operands[start..start + count].copy_from_slice(&part);
        self.alias(inst, operands);
    }

    fn extract_element(&mut self, inst: Value<'m>) {
        let operands = self.operands(inst.operand(0));
        match inst.operand(1).int() {
            Some(index) if index < operands.len() as u64 => self.alias(inst, operands[index as usize..][..1].into()),
            Some(_) => {
                let poison = self.cx.const_operand(threadbare_program::Const::Undef);
                self.copy(inst, &[poison]);
            }
            None => {
                let width = self.scalar(inst.operand(1).ty()).width();
                let index = self.one(inst.operand(1));
                let mut found = self.cx.const_operand(threadbare_program::Const::Undef);
                for (number, &part) in (0..).zip(&operands) {
                    found = self.select_at(index, width, number, part, found);
                }
                self.copy(inst, &[found]);
            }
        }
    }

    fn insert_element(&mut self, inst: Value<'m>) {
        let mut operands = self.operands(inst.operand(0));
        let part = self.one(inst.operand(1));
        match inst.operand(2).int() {
            Some(index) if index < operands.len() as u64 => {
                operands[index as usize] = part;
                self.alias(inst, operands);
            }
            Some(_) => {
                let poison = self.cx.const_operand(threadbare_program::Const::Undef);
                operands.fill(poison);
                self.copy(inst, &operands);
            }
            None => {
                let width = self.scalar(inst.operand(2).ty()).width();
                let index = self.one(inst.operand(2));
                for (number, old) in (0..).zip(&mut operands) {
                    *old = self.select_at(index, width, number, part, *old);
                }
                self.copy(inst, &operands);
            }
        }
    }

    /// `then` if the index is `number`, else `other`.
    fn select_at(&mut self, index: Operand, width: u8, number: u64, then: Operand, other: Operand) -> Operand {
        let b = self.cx.bits(number);
        let (cond, dst) = (self.fresh(), self.fresh());
        self.emit(Inst::Cmp { pred: Pred::Eq, width, dst: cond, a: index, b });
        self.emit(Inst::Select { dst, cond: Operand::reg(cond), then, other });
        Operand::reg(dst)
    }

    fn shuffle(&mut self, inst: Value<'m>) {
        let mut both = self.operands(inst.operand(0));
        both.extend(self.operands(inst.operand(1)));
        let undef = self.cx.const_operand(threadbare_program::Const::Undef);
        let mask = inst.shuffle_mask();
        let chosen = mask.iter().map(|i| i.and_then(|i| both.get(i as usize)).copied().unwrap_or(undef));
        let chosen: Operands = chosen.collect();
        self.alias(inst, chosen);
    }

    fn ret(&mut self, inst: Value<'m>) {
        let mut values: Operands =
            if inst.operand_count() == 0 { Operands::new() } else { self.operands(inst.operand(0)) };
        values.extend(self.returned_at());
        if self.atomic {
            self.call_external("__VERIFIER_atomic_end");
        }
        self.emit(Inst::Return { values: values.to_vec().into() });
    }

    /// A constant that is no single [`threadbare_program::Const`]: computed where it is used.
    pub(super) fn expression(&mut self, value: Value<'m>) -> Operand {
        let undef = self.cx.const_operand(threadbare_program::Const::Undef);
        if value.kind() != crate::llvm::ValueKind::Expr {
            self.unsupported("constant of a special kind");
            return undef;
        }
        let opcode = value.expr_opcode();
        let dst = self.fresh();
        match opcode {
            Op::LLVMGetElementPtr => {
                let base = self.one(value.operand(0));
                match self.cx.gep_parts(value) {
                    Some((offset, variable)) => return self.address(base, offset, &variable),
                    None => self.unsupported("address arithmetic on vectors"),
                }
            }
            Op::LLVMBitCast | Op::LLVMAddrSpaceCast | Op::LLVMPtrToInt | Op::LLVMIntToPtr | Op::LLVMTrunc => {
                let (from, to) = (self.scalar(value.operand(0).ty()).width(), self.scalar(value.ty()).width());
                let is_number = matches!(opcode, Op::LLVMPtrToInt | Op::LLVMIntToPtr);
                let to = if self.cx.program.ilp32 && is_number { to.min(32) } else { to };
                let a = self.one(value.operand(0));
                self.emit(Inst::Cast { op: if to < from { CastOp::Trunc } else { CastOp::ZExt }, from, to, dst, a });
            }
            _ => match int_op(opcode) {
                Some(op) => {
                    let width = self.scalar(value.ty()).width();
                    let (a, b) = (self.one(value.operand(0)), self.one(value.operand(1)));
                    self.emit(Inst::Bin { op, width, dst, a, b });
                }
                None => {
                    self.unsupported("constant expression of a special kind");
                    return undef;
                }
            },
        }
        Operand::reg(dst)
    }
}

fn refused_name(opcode: Op) -> &'static str {
    match opcode {
        Op::LLVMCallBr => "asm goto",
        Op::LLVMCatchPad | Op::LLVMCatchRet | Op::LLVMCatchSwitch => "C++ exceptions",
        Op::LLVMVAArg => "the LLVM instruction va_arg",
        _ => "an LLVM instruction that clang does not make from C",
    }
}

fn int_op(opcode: Op) -> Option<BinOp> {
    Some(match opcode {
        Op::LLVMAdd => BinOp::Add,
        Op::LLVMSub => BinOp::Sub,
        Op::LLVMMul => BinOp::Mul,
        Op::LLVMUDiv => BinOp::UDiv,
        Op::LLVMSDiv => BinOp::SDiv,
        Op::LLVMURem => BinOp::URem,
        Op::LLVMSRem => BinOp::SRem,
        Op::LLVMShl => BinOp::Shl,
        Op::LLVMLShr => BinOp::LShr,
        Op::LLVMAShr => BinOp::AShr,
        Op::LLVMAnd => BinOp::And,
        Op::LLVMOr => BinOp::Or,
        Op::LLVMXor => BinOp::Xor,
        _ => return None,
    })
}

/// The operation with what the compiler takes for impossible: that the signed result does not fit,
/// or, if it does not say so, the unsigned one. (Of the other things that optimisers note none can
/// go wrong unless one of these, or an access, does.)
fn checked(op: BinOp, inst: Value<'_>) -> BinOp {
    let (signed, unsigned) = match op {
        BinOp::Add => (BinOp::AddNsw, BinOp::AddNuw),
        BinOp::Sub => (BinOp::SubNsw, BinOp::SubNuw),
        BinOp::Mul => (BinOp::MulNsw, BinOp::MulNuw),
        BinOp::Shl => (BinOp::ShlNsw, BinOp::ShlNuw),
        BinOp::SDiv if inst.is_exact() => return BinOp::SDivExact,
        _ => return op,
    };
    if inst.is_nsw() {
        signed
    } else if inst.is_nuw() {
        unsigned
    } else {
        op
    }
}

fn float_op(opcode: Op) -> Option<FBinOp> {
    Some(match opcode {
        Op::LLVMFAdd => FBinOp::Add,
        Op::LLVMFSub => FBinOp::Sub,
        Op::LLVMFMul => FBinOp::Mul,
        Op::LLVMFDiv => FBinOp::Div,
        Op::LLVMFRem => FBinOp::Rem,
        _ => return None,
    })
}

fn cast_op(opcode: Op) -> Option<CastOp> {
    Some(match opcode {
        Op::LLVMTrunc => CastOp::Trunc,
        Op::LLVMZExt => CastOp::ZExt,
        Op::LLVMSExt => CastOp::SExt,
        Op::LLVMFPToUI => CastOp::FpToUi,
        Op::LLVMFPToSI => CastOp::FpToSi,
        Op::LLVMUIToFP => CastOp::UiToFp,
        Op::LLVMSIToFP => CastOp::SiToFp,
        Op::LLVMFPTrunc => CastOp::FpTrunc,
        Op::LLVMFPExt => CastOp::FpExt,
        _ => return None,
    })
}

fn int_predicate(predicate: IP) -> Pred {
    match predicate {
        IP::LLVMIntEQ => Pred::Eq,
        IP::LLVMIntNE => Pred::Ne,
        IP::LLVMIntUGT => Pred::UGt,
        IP::LLVMIntUGE => Pred::UGe,
        IP::LLVMIntULT => Pred::ULt,
        IP::LLVMIntULE => Pred::ULe,
        IP::LLVMIntSGT => Pred::SGt,
        IP::LLVMIntSGE => Pred::SGe,
        IP::LLVMIntSLT => Pred::SLt,
        IP::LLVMIntSLE => Pred::SLe,
    }
}

fn float_predicate(predicate: RP) -> FPred {
    match predicate {
        RP::LLVMRealPredicateFalse => FPred::False,
        RP::LLVMRealOEQ => FPred::OEq,
        RP::LLVMRealOGT => FPred::OGt,
        RP::LLVMRealOGE => FPred::OGe,
        RP::LLVMRealOLT => FPred::OLt,
        RP::LLVMRealOLE => FPred::OLe,
        RP::LLVMRealONE => FPred::ONe,
        RP::LLVMRealORD => FPred::Ord,
        RP::LLVMRealUNO => FPred::Uno,
        RP::LLVMRealUEQ => FPred::UEq,
        RP::LLVMRealUGT => FPred::UGt,
        RP::LLVMRealUGE => FPred::UGe,
        RP::LLVMRealULT => FPred::ULt,
        RP::LLVMRealULE => FPred::ULe,
        RP::LLVMRealUNE => FPred::UNe,
        RP::LLVMRealPredicateTrue => FPred::True,
    }
}

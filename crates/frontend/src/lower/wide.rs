//! Integers of 128 bits (`__int128`): two registers, the low word first, and two words in memory.
//!
//! Whatever only moves values, and bitwise logic, is done part by part as for other values of
//! several registers. What is here goes across the words. Long operations (division, conversion
//! from and to floats, whether a product overflows) are functions of the machine, one result each
//! (`libs/wide.rs`).
//!
//! Numbers of 65 bits are those of 128 that they are when their sign is extended. Compilers need
//! them where a builtin (`__builtin_sub_overflow`) is given a signed and an unsigned `long`: they
//! are converted, added, subtracted, multiplied and compared, and never stored.
//!
//! Deviations: a signed overflow is noticed, an unsigned one that must not be (`nuw`, which
//! optimisers derive) is not. Not covered, and refused: casts to and from pointers,
//! intrinsics that are not listed below, and passing such a number as a variable argument.

use super::function::{Body, Operands};
use super::packed::{high_bits, works_on_packed};
use crate::llvm::{Type, TypeKind, Value, ValueKind};
use llvm_sys::{LLVMAtomicOrdering, LLVMIntPredicate as IP, LLVMOpcode as Op};
use threadbare_program::{BinOp, Callee, CastOp, Const, Inst, IntUnOp, Operand, Pred};

/// The words of a number: low, high.
pub(super) type Words = [Operand; 2];

/// Whether values of a type are such numbers.
pub(super) fn is_wide(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Int(128 | MIXED))
}

/// The bits of what holds every `long` and `unsigned long`.
pub(super) const MIXED: u32 = 65;

fn is_mixed(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::Int(MIXED)
}

/// Whether an instruction works on such numbers.
fn works_on_wide(inst: Value<'_>) -> bool {
    is_wide(inst.ty()) || (0..inst.operand_count()).any(|index| is_wide(inst.operand(index).ty()))
}

/// Whether an instruction on numbers of 65 bits is one that they have.
fn fits_mixed(inst: Value<'_>) -> bool {
    match inst.opcode() {
        Op::LLVMICmp | Op::LLVMAdd | Op::LLVMSub | Op::LLVMMul => true,
        Op::LLVMTrunc => !is_mixed(inst.ty()),
        Op::LLVMZExt | Op::LLVMSExt => !is_mixed(inst.operand(0).ty()),
        _ => false,
    }
}

impl<'m> Body<'_, 'm> {
    /// Lowers an instruction that goes across the words of such a number; false if it is none.
    pub(super) fn wide(&mut self, inst: Value<'m>) -> bool {
        let opcode = inst.opcode();
        match opcode {
            // These move values, or are dealt with where their callee is looked at.
            Op::LLVMPHI
            | Op::LLVMRet
            | Op::LLVMSelect
            | Op::LLVMFreeze
            | Op::LLVMCall
            | Op::LLVMInvoke
            | Op::LLVMInsertValue
            | Op::LLVMExtractValue
            | Op::LLVMAnd
            | Op::LLVMOr
            | Op::LLVMXor
            | Op::LLVMBr
            | Op::LLVMSwitch => return false,
            Op::LLVMLoad | Op::LLVMStore
                if works_on_packed(inst) && inst.ordering() == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic =>
            {
                return false;
            }
            _ if works_on_packed(inst) => self.packed(inst, opcode),
            _ if !works_on_wide(inst) => return false,
            _ if (is_mixed(inst.ty()) || is_mixed(inst.operand(0).ty())) && !fits_mixed(inst) => {
                self.refuse(inst, "operation on 65-bit integers that is not modelled");
            }
            Op::LLVMLoad | Op::LLVMStore if inst.ordering() == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic => {
                return false;
            }
            Op::LLVMLoad | Op::LLVMStore | Op::LLVMAtomicCmpXchg | Op::LLVMAtomicRMW => self.wide_atomic(inst),
            Op::LLVMICmp => {
                let (a, b) = (self.words_of(inst.operand(0)), self.words_of(inst.operand(1)));
                let holds = self.wide_compare(inst.int_predicate(), a, b);
                self.copy(inst, &[holds]);
            }
            Op::LLVMAdd | Op::LLVMSub | Op::LLVMMul => self.wide_sum(inst, opcode),
            Op::LLVMShl | Op::LLVMLShr | Op::LLVMAShr => self.wide_shift(inst, opcode),
            Op::LLVMUDiv => self.wide_division(inst, "udiv"),
            Op::LLVMSDiv => self.wide_division(inst, "sdiv"),
            Op::LLVMURem => self.wide_division(inst, "urem"),
            Op::LLVMSRem => self.wide_division(inst, "srem"),
            _ => self.wide_cast(inst, opcode),
        }
        true
    }

    pub(super) fn words_of(&mut self, value: Value<'m>) -> Words {
        let operands = self.operands(value);
        [operands[0], operands.get(1).copied().unwrap_or(operands[0])]
    }

    /// The words of a constant.
    pub(super) fn wide_constant(&mut self, value: Value<'m>) -> Operands {
        let mask = high_bits(value.ty()).map_or(u64::MAX, |bits| (1 << bits) - 1);
        let words = match (value.kind(), value.wide_int()) {
            (_, Some(number)) => [number as u64, (number >> 64) as u64 & mask].map(Const::Bits),
            (ValueKind::Undef | ValueKind::Poison, _) => [Const::Undef; 2],
            _ => {
                self.unsupported("constant expression of 128 bits");
                [Const::Undef; 2]
            }
        };
        words.map(|word| self.cx.const_operand(word)).into()
    }

    pub(super) fn on_words(&mut self, op: BinOp, a: Operand, b: Operand) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::Bin { op, width: 64, dst, a, b });
        Operand::reg(dst)
    }

    pub(super) fn holds(&mut self, pred: Pred, a: Operand, b: Operand) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::Cmp { pred, width: 64, dst, a, b });
        Operand::reg(dst)
    }

    pub(super) fn choose(&mut self, cond: Operand, then: Operand, other: Operand) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::Select { dst, cond, then, other });
        Operand::reg(dst)
    }

    /// A function of the machine, of words, that gives one.
    pub(super) fn wide_library(&mut self, name: &str, args: &[Operand]) -> Operand {
        let callee = Callee::External(self.cx.external_named(name));
        let dst = self.fresh();
        self.emit(Inst::Call { callee, dst: Some(dst), args: args.into(), kinds: None });
        Operand::reg(dst)
    }

    pub(super) fn wide_compare(&mut self, predicate: IP, a: Words, b: Words) -> Operand {
        let [same_low, same_high] = [0, 1].map(|word| self.holds(Pred::Eq, a[word], b[word]));
        let equal = self.on_words(BinOp::And, same_low, same_high);
        let (high, low, negated) = match predicate {
            IP::LLVMIntEQ => return equal,
            IP::LLVMIntNE => {
                let one = self.cx.bits(1);
                return self.on_words(BinOp::Xor, equal, one);
            }
            IP::LLVMIntULT => (Pred::ULt, Pred::ULt, false),
            IP::LLVMIntUGE => (Pred::ULt, Pred::ULt, true),
            IP::LLVMIntUGT => (Pred::UGt, Pred::UGt, false),
            IP::LLVMIntULE => (Pred::UGt, Pred::UGt, true),
            IP::LLVMIntSLT => (Pred::SLt, Pred::ULt, false),
            IP::LLVMIntSGE => (Pred::SLt, Pred::ULt, true),
            IP::LLVMIntSGT => (Pred::SGt, Pred::UGt, false),
            IP::LLVMIntSLE => (Pred::SGt, Pred::UGt, true),
        };
        let (high, low) = (self.holds(high, a[1], b[1]), self.holds(low, a[0], b[0]));
        let found = self.choose(same_high, low, high);
        if !negated {
            return found;
        }
        let one = self.cx.bits(1);
        self.on_words(BinOp::Xor, found, one)
    }

    /// Sum or difference, and what goes over: the carry or borrow of the unsigned operation, and
    /// whether the signed one overflows.
    pub(super) fn wide_add(&mut self, subtract: bool, a: Words, b: Words) -> (Words, Operand, Operand) {
        let op = if subtract { BinOp::Sub } else { BinOp::Add };
        let low = self.on_words(op, a[0], b[0]);
        let carry = if subtract { self.holds(Pred::ULt, a[0], b[0]) } else { self.holds(Pred::ULt, low, a[0]) };
        let first = self.on_words(op, a[1], b[1]);
        let high = self.on_words(op, first, carry);
        let over_first = if subtract { self.holds(Pred::ULt, a[1], b[1]) } else { self.holds(Pred::ULt, first, a[1]) };
        let over_second =
            if subtract { self.holds(Pred::ULt, first, carry) } else { self.holds(Pred::ULt, high, first) };
        let unsigned = self.on_words(BinOp::Or, over_first, over_second);
        // Signed: the operands agree in their sign (differ, for a difference), and the result has
        // another one than the first.
        let (x, y) = (self.on_words(BinOp::Xor, a[1], b[1]), self.on_words(BinOp::Xor, a[1], high));
        let signs = if subtract {
            self.on_words(BinOp::And, x, y)
        } else {
            let ones = self.cx.bits(u64::MAX);
            let same = self.on_words(BinOp::Xor, x, ones);
            self.on_words(BinOp::And, same, y)
        };
        let shift = self.cx.bits(63);
        let signed = self.on_words(BinOp::LShr, signs, shift);
        ([low, high], unsigned, signed)
    }

    fn wide_product(&mut self, a: Words, b: Words) -> Words {
        let low = self.on_words(BinOp::Mul, a[0], b[0]);
        let high = self.on_words(BinOp::UMulHigh, a[0], b[0]);
        let (x, y) = (self.on_words(BinOp::Mul, a[0], b[1]), self.on_words(BinOp::Mul, a[1], b[0]));
        let cross = self.on_words(BinOp::Add, x, y);
        [low, self.on_words(BinOp::Add, high, cross)]
    }

    fn wide_sum(&mut self, inst: Value<'m>, opcode: Op) {
        let (a, b) = (self.words_of(inst.operand(0)), self.words_of(inst.operand(1)));
        let mut words;
        if is_mixed(inst.ty()) {
            let (result, over) = self.mixed(opcode, a, b);
            words = if inst.is_nsw() { self.unless(over, result) } else { result };
        } else if opcode == Op::LLVMMul {
            words = self.wide_product(a, b);
            if inst.is_nsw() {
                let over = self.wide_library("__tb_wide_smul_overflows", &[a[0], a[1], b[0], b[1]]);
                words = self.unless(over, words);
            }
        } else {
            let (sum, _, signed) = self.wide_add(opcode == Op::LLVMSub, a, b);
            words = if inst.is_nsw() { self.unless(signed, sum) } else { sum };
        }
        self.copy(inst, &words);
    }

    /// Sum, difference or product of numbers of 65 bits, and whether it has more.
    fn mixed(&mut self, opcode: Op, a: Words, b: Words) -> (Words, Operand) {
        let ([low, high], far) = if opcode == Op::LLVMMul {
            let far = self.wide_library("__tb_wide_smul_overflows", &[a[0], a[1], b[0], b[1]]);
            (self.wide_product(a, b), far)
        } else {
            let (sum, _, far) = self.wide_add(opcode == Op::LLVMSub, a, b);
            (sum, far)
        };
        let shift = self.cx.bits(63);
        let sign = self.on_words(BinOp::Shl, high, shift);
        let sign = self.on_words(BinOp::AShr, sign, shift);
        let more = self.holds(Pred::Ne, sign, high);
        ([low, sign], self.on_words(BinOp::Or, far, more))
    }

    /// The words, which are no result (LLVM's poison) if `over` is 1. An addition of one bit says
    /// so.
    fn unless(&mut self, over: Operand, words: Words) -> Words {
        let dst = self.fresh();
        self.emit(Inst::Bin { op: BinOp::AddNuw, width: 1, dst, a: over, b: over });
        words.map(|word| self.on_words(BinOp::Add, word, Operand::reg(dst)))
    }

    fn wide_division(&mut self, inst: Value<'m>, name: &str) {
        let (a, b) = (self.words_of(inst.operand(0)), self.words_of(inst.operand(1)));
        let args = [a[0], a[1], b[0], b[1]];
        let words = ["low", "high"].map(|part| self.wide_library(&format!("__tb_wide_{name}_{part}"), &args));
        self.copy(inst, &words);
    }

    fn wide_shift(&mut self, inst: Value<'m>, opcode: Op) {
        let a = self.words_of(inst.operand(0));
        let [by, by_high] = self.words_of(inst.operand(1));
        let words = match inst.operand(1).wide_int() {
            Some(by @ 0..128) => self.shift_by(opcode, a, by as u64),
            _ => {
                let words = self.shift_by_any(opcode, a, by);
                // By 128 or more there is no result. A shift of one bit says so.
                let (zero, most) = (self.cx.bits(0), self.cx.bits(127));
                let (far, farther) = (self.holds(Pred::UGt, by, most), self.holds(Pred::Ne, by_high, zero));
                let b = self.on_words(BinOp::Or, far, farther);
                let dst = self.fresh();
                self.emit(Inst::Bin { op: BinOp::ShlNuw, width: 1, dst, a: zero, b });
                words.map(|word| self.on_words(BinOp::Add, word, Operand::reg(dst)))
            }
        };
        self.copy(inst, &words);
    }

    /// Shifts by a number that is known, below 128.
    pub(super) fn shift_by(&mut self, opcode: Op, [low, high]: Words, by: u64) -> Words {
        let (zero, word, back) = (self.cx.bits(0), self.cx.bits(by % 64), self.cx.bits((64 - by % 64) % 64));
        let sign = self.cx.bits(63);
        let fill = if opcode == Op::LLVMAShr { self.on_words(BinOp::AShr, high, sign) } else { zero };
        let right = if opcode == Op::LLVMAShr { BinOp::AShr } else { BinOp::LShr };
        match (opcode, by) {
            (_, 0) => [low, high],
            (Op::LLVMShl, 64..) => [zero, self.on_words(BinOp::Shl, low, word)],
            (_, 64..) => [self.on_words(right, high, word), fill],
            (Op::LLVMShl, _) => {
                let (moved, over) = (self.on_words(BinOp::Shl, high, word), self.on_words(BinOp::LShr, low, back));
                [self.on_words(BinOp::Shl, low, word), self.on_words(BinOp::Or, moved, over)]
            }
            _ => {
                let (moved, over) = (self.on_words(BinOp::LShr, low, word), self.on_words(BinOp::Shl, high, back));
                [self.on_words(BinOp::Or, moved, over), self.on_words(right, high, word)]
            }
        }
    }

    /// Shifts by a number in a register, modulo 128.
    fn shift_by_any(&mut self, opcode: Op, [low, high]: Words, by: Operand) -> Words {
        let (zero, one, most) = (self.cx.bits(0), self.cx.bits(1), self.cx.bits(63));
        let within = self.on_words(BinOp::And, by, most);
        let word = self.cx.bits(64);
        let far = self.on_words(BinOp::And, by, word);
        let is_far = self.holds(Pred::Ne, far, zero);
        // What goes over to the other word is shifted back by 64 - n: by 1, and by 63 - n, as n may
        // be 0.
        let rest = self.on_words(BinOp::Sub, most, within);
        if opcode == Op::LLVMShl {
            let near = self.on_words(BinOp::Shl, low, within);
            let half = self.on_words(BinOp::LShr, low, one);
            let over = self.on_words(BinOp::LShr, half, rest);
            let moved = self.on_words(BinOp::Shl, high, within);
            let joined = self.on_words(BinOp::Or, moved, over);
            return [self.choose(is_far, zero, near), self.choose(is_far, near, joined)];
        }
        let right = if opcode == Op::LLVMAShr { BinOp::AShr } else { BinOp::LShr };
        let fill = if opcode == Op::LLVMAShr { self.on_words(BinOp::AShr, high, most) } else { zero };
        let near = self.on_words(right, high, within);
        let half = self.on_words(BinOp::Shl, high, one);
        let over = self.on_words(BinOp::Shl, half, rest);
        let moved = self.on_words(BinOp::LShr, low, within);
        let joined = self.on_words(BinOp::Or, moved, over);
        [self.choose(is_far, near, joined), self.choose(is_far, fill, near)]
    }

    fn wide_cast(&mut self, inst: Value<'m>, opcode: Op) {
        let source = inst.operand(0);
        let is_cast = matches!(
            opcode,
            Op::LLVMTrunc
                | Op::LLVMZExt
                | Op::LLVMSExt
                | Op::LLVMFPToUI
                | Op::LLVMFPToSI
                | Op::LLVMUIToFP
                | Op::LLVMSIToFP
                | Op::LLVMBitCast
        );
        if !is_cast {
            return self.refuse(inst, "operation on 128-bit integers that is not modelled");
        }
        if self.refused(inst) {
            return;
        }
        let (from, to) = (self.scalar(source.ty()), self.scalar(inst.ty()));
        let operands = self.operands(source);
        let low = operands[0];
        match opcode {
            Op::LLVMBitCast => {
                // Also between such a number and two words side by side.
                if operands.len() == 2 && self.leaves(inst).len() == 2 {
                    self.copy(inst, &operands);
                } else {
                    self.refuse(inst, "bitcast between vectors");
                }
            }
            Op::LLVMTrunc if to.width() == 64 => self.copy(inst, &[low]),
            Op::LLVMTrunc => {
                let dst = self.dest(inst);
                self.emit(Inst::Cast { op: CastOp::Trunc, from: 64, to: to.width(), dst, a: low });
            }
            Op::LLVMZExt => {
                let zero = self.cx.bits(0);
                self.copy(inst, &[low, zero]);
            }
            Op::LLVMSExt => {
                let word = self.fresh();
                self.emit(Inst::Cast { op: CastOp::SExt, from: from.width(), to: 64, dst: word, a: low });
                let shift = self.cx.bits(63);
                let sign = self.on_words(BinOp::AShr, Operand::reg(word), shift);
                self.copy(inst, &[Operand::reg(word), sign]);
            }
            Op::LLVMFPToUI | Op::LLVMFPToSI => {
                let kind = if opcode == Op::LLVMFPToSI { "s" } else { "u" };
                let width = from.width();
                let words = ["low", "high"]
                    .map(|part| self.wide_library(&format!("__tb_wide_f{width}to{kind}_{part}"), &[low]));
                self.copy(inst, &words);
            }
            _ => {
                let kind = if opcode == Op::LLVMSIToFP { "s" } else { "u" };
                let name = format!("__tb_wide_{kind}tof{}", to.width());
                let float = self.wide_library(&name, &operands);
                self.copy(inst, &[float]);
            }
        }
    }

    /// Lowers an intrinsic on such numbers; false if it has none.
    pub(super) fn wide_intrinsic(&mut self, inst: Value<'m>, name: &str) -> bool {
        if let Some(stem) = name.strip_prefix("llvm.").and_then(|rest| rest.strip_suffix(".i65")) {
            self.mixed_intrinsic(inst, stem);
            return true;
        }
        if !name.contains("i128") {
            return false;
        }
        let stem = name.trim_start_matches("llvm.").split(".i128").next().unwrap_or_default();
        let a = self.words_of(inst.operand(0));
        let second =
            (inst.argument_count() > 1 && is_wide(inst.operand(1).ty())).then(|| self.words_of(inst.operand(1)));
        match (stem, second) {
            ("sadd.with.overflow", Some(b)) => self.wide_with_overflow(inst, false, true, a, b),
            ("uadd.with.overflow", Some(b)) => self.wide_with_overflow(inst, false, false, a, b),
            ("ssub.with.overflow", Some(b)) => self.wide_with_overflow(inst, true, true, a, b),
            ("usub.with.overflow", Some(b)) => self.wide_with_overflow(inst, true, false, a, b),
            ("smul.with.overflow" | "umul.with.overflow", Some(b)) => {
                let [low, high] = self.wide_product(a, b);
                let name = format!("__tb_wide_{}_overflows", &stem[..4]);
                let over = self.wide_library(&name, &[a[0], a[1], b[0], b[1]]);
                self.copy(inst, &[low, high, over]);
            }
            ("umax" | "umin" | "smax" | "smin", Some(b)) => {
                let predicate = match stem {
                    "umax" => IP::LLVMIntUGT,
                    "umin" => IP::LLVMIntULT,
                    "smax" => IP::LLVMIntSGT,
                    _ => IP::LLVMIntSLT,
                };
                let first = self.wide_compare(predicate, a, b);
                let words = [0, 1].map(|word| self.choose(first, a[word], b[word]));
                self.copy(inst, &words);
            }
            ("bswap" | "bitreverse", _) => {
                let op = if stem == "bswap" { IntUnOp::Bswap } else { IntUnOp::Bitreverse };
                let words = [self.on_word(op, a[1]), self.on_word(op, a[0])];
                self.copy(inst, &words);
            }
            ("ctpop", _) => {
                let (low, high) = (self.on_word(IntUnOp::Ctpop, a[0]), self.on_word(IntUnOp::Ctpop, a[1]));
                let count = self.on_words(BinOp::Add, low, high);
                let zero = self.cx.bits(0);
                self.copy(inst, &[count, zero]);
            }
            ("ctlz" | "cttz", _) => self.wide_zeros(inst, stem == "ctlz", a),
            _ => self.refuse(inst, &format!("intrinsic {name}")),
        }
        true
    }

    fn mixed_intrinsic(&mut self, inst: Value<'m>, stem: &str) {
        let opcode = match stem {
            "sadd.with.overflow" => Op::LLVMAdd,
            "ssub.with.overflow" => Op::LLVMSub,
            "smul.with.overflow" => Op::LLVMMul,
            _ => return self.refuse(inst, &format!("intrinsic llvm.{stem}.i65")),
        };
        let (a, b) = (self.words_of(inst.operand(0)), self.words_of(inst.operand(1)));
        let ([low, high], over) = self.mixed(opcode, a, b);
        self.copy(inst, &[low, high, over]);
    }

    fn wide_with_overflow(&mut self, inst: Value<'m>, subtract: bool, is_signed: bool, a: Words, b: Words) {
        let ([low, high], unsigned, signed) = self.wide_add(subtract, a, b);
        self.copy(inst, &[low, high, if is_signed { signed } else { unsigned }]);
    }

    fn on_word(&mut self, op: IntUnOp, a: Operand) -> Operand {
        let dst = self.fresh();
        self.emit(Inst::IntUn { op, width: 64, dst, a });
        Operand::reg(dst)
    }

    /// The zeros before the first one, seen from the top or from the bottom; of 0, 128 or no
    /// result.
    fn wide_zeros(&mut self, inst: Value<'m>, leading: bool, [low, high]: Words) {
        let op = if leading { IntUnOp::Ctlz } else { IntUnOp::Cttz };
        let not_zero = if leading { IntUnOp::CtlzNonzero } else { IntUnOp::CttzNonzero };
        let has_result = inst.operand(1).int() != Some(1);
        let (first, second) = if leading { (high, low) } else { (low, high) };
        let (zero, word) = (self.cx.bits(0), self.cx.bits(64));
        let is_zero = self.holds(Pred::Eq, first, zero);
        // Which of the words is counted is decided first, so that only that one must not be 0.
        let counted = self.choose(is_zero, second, first);
        let count = self.on_word(if has_result { op } else { not_zero }, counted);
        let more = self.choose(is_zero, word, zero);
        let count = self.on_words(BinOp::Add, count, more);
        self.copy(inst, &[count, zero]);
    }
}

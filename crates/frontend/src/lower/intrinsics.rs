//! LLVM's intrinsic functions.

use super::function::Body;
use crate::llvm::Value;
use threadbare_program::{BinOp, FBinOp, FPred, FUnOp, Inst, IntUnOp, Operand, OverflowOp, Reg};

/// Intrinsics that tell the optimiser something, or nothing.
const IGNORED: [&str; 15] = [
    "llvm.lifetime.",
    "llvm.dbg.",
    "llvm.assume",
    "llvm.donothing",
    "llvm.stacksave",
    "llvm.stackrestore",
    "llvm.va_end",
    "llvm.prefetch",
    "llvm.invariant.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.var.annotation",
    "llvm.codeview.annotation",
    "llvm.pseudoprobe",
    "llvm.sideeffect",
    "llvm.fake.use",
];

/// Intrinsics that give back their first argument.
const IDENTITIES: [&str; 8] = [
    "llvm.expect.",
    "llvm.threadlocal.address",
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.ssa.copy",
    "llvm.ptr.annotation",
    "llvm.annotation",
    "llvm.arithmetic.fence",
];

impl<'m> Body<'_, 'm> {
    /// Lowers a call of the intrinsic `name`.
    pub(super) fn intrinsic(&mut self, inst: Value<'m>, name: &str) {
        let is = |prefix: &str| name.starts_with(prefix);
        if IGNORED.iter().any(|prefix| is(prefix)) {
            self.ignored(inst);
        } else if IDENTITIES.iter().any(|prefix| is(prefix)) {
            let operands = self.operands(inst.operand(0));
            if operands.iter().all(|operand| operand.as_const().is_some()) {
                self.alias(inst, operands);
            } else {
                self.copy(inst, &operands);
            }
        } else if is("llvm.memcpy.") {
            let [to, from, len] = self.three(inst);
            self.emit(Inst::MemCopy { to, from, len });
        } else if is("llvm.memmove.") {
            let [to, from, len] = self.three(inst);
            self.emit(Inst::MemMove { to, from, len });
        } else if is("llvm.memset.") {
            let [to, byte, len] = self.three(inst);
            self.emit(Inst::MemSet { to, byte, len });
        } else if is("llvm.va_start") {
            let list = self.one(inst.operand(0));
            self.emit(Inst::VaStart { list });
        } else if is("llvm.va_copy") {
            let (to, from) = (self.one(inst.operand(0)), self.one(inst.operand(1)));
            self.emit(Inst::VaCopy { to, from });
        } else if is("llvm.trap") || is("llvm.debugtrap") {
            self.emit(Inst::Trap { overflow: false });
        } else if is("llvm.ubsantrap") {
            // The argument says which check it was: 0, 13, 12, 21 are add, negate, multiply, subtract overflow.
            let check = inst.operand(0).int().unwrap_or(255);
            self.emit(Inst::Trap { overflow: matches!(check, 0 | 12 | 13 | 21) });
        } else {
            self.arithmetic_intrinsic(inst, name);
        }
    }

    fn ignored(&mut self, inst: Value<'m>) {
        // `llvm.stacksave` gives an address that only `llvm.stackrestore` takes.
        if !self.leaves(inst).is_empty() {
            let nothing = self.cx.bits(0);
            self.give(inst, nothing);
        }
    }

    fn three(&mut self, inst: Value<'m>) -> [Operand; 3] {
        [self.one(inst.operand(0)), self.one(inst.operand(1)), self.one(inst.operand(2))]
    }

    fn arithmetic_intrinsic(&mut self, inst: Value<'m>, name: &str) {
        // `llvm.smax.i32`: the operation is what comes before the type.
        let operation = name.trim_start_matches("llvm.");
        let stem = operation.rsplit_once('.').map_or(operation, |(stem, _)| stem);
        if self.refused_arguments(inst) {
            return;
        }
        if let Some(op) = overflow_op(stem) {
            self.overflow(inst, op);
        } else if let Some(op) = int_bin_op(stem) {
            self.parts(inst, 2, |width, dst, a| Inst::Bin { op, width, dst, a: a[0], b: a[1] });
        } else if let Some(op) = int_un_op(stem) {
            self.parts(inst, 1, |width, dst, a| Inst::IntUn { op, width, dst, a: a[0] });
        } else if let Some(op) = float_bin_op(stem) {
            self.parts(inst, 2, |width, dst, a| Inst::FBin { op, width, dst, a: a[0], b: a[1] });
        } else if let Some(op) = float_un_op(stem) {
            self.parts(inst, 1, |width, dst, a| Inst::FUn { op, width, dst, a: a[0] });
        } else if matches!(stem, "fmuladd" | "fma") {
            self.parts(inst, 3, |width, dst, a| Inst::Fma { width, dst, a: a[0], b: a[1], c: a[2] });
        } else {
            self.special_intrinsic(inst, name, stem);
        }
    }

    fn special_intrinsic(&mut self, inst: Value<'m>, name: &str, stem: &str) {
        match stem {
            "fshl" | "fshr" => self.funnel_shift(inst, stem == "fshl"),
            "objectsize" | "objectsize.i64" => {
                // "Unknown": -1 for the maximum, 0 for the minimum.
                let unknown = if inst.operand(1).is_zero() { u64::MAX } else { 0 };
                let width = self.width_of(inst);
                let operand = self.cx.bits(super::consts::truncate(unknown, width));
                self.give(inst, operand);
            }
            "is.constant" => {
                let no = self.cx.bits(0);
                self.give(inst, no);
            }
            _ if name.starts_with("llvm.objectsize.") => {
                let unknown = if inst.operand(1).is_zero() { u64::MAX } else { 0 };
                let operand = self.cx.bits(unknown);
                self.give(inst, operand);
            }
            _ if name.starts_with("llvm.is.constant.") => {
                let no = self.cx.bits(0);
                self.give(inst, no);
            }
            _ if name.starts_with("llvm.is.fpclass.") => self.float_class(inst),
            _ => self.refuse(inst, &format!("intrinsic {name}")),
        }
    }

    /// Like an instruction, an intrinsic may take what cannot be represented.
    fn refused_arguments(&mut self, inst: Value<'m>) -> bool {
        let mut found = self.cx.unsupported_type(inst.ty());
        for index in 0..inst.argument_count() {
            found = found.or_else(|| self.cx.unsupported_type(inst.operand(index).ty()));
        }
        if let Some(name) = found {
            self.refuse(inst, name);
        }
        found.is_some()
    }

    /// Each part of the result from the same part of the first `count` arguments.
    fn parts(&mut self, inst: Value<'m>, count: u32, make: impl Fn(u8, Reg, &[Operand]) -> Inst) {
        let arguments: Vec<_> = (0..count).map(|index| self.operands(inst.operand(index))).collect();
        let leaves = self.leaves(inst);
        let widths = self.leaves(inst.operand(0));
        let first = self.dest_many(inst, leaves.len());
        for index in 0..leaves.len() {
            let parts: Vec<Operand> = arguments.iter().map(|parts| parts[index]).collect();
            let dst = Reg(first.0 + super::index_u32(index));
            self.emit(make(widths[index].scalar.width(), dst, &parts));
        }
    }

    fn overflow(&mut self, inst: Value<'m>, op: OverflowOp) {
        let width = self.width_of(inst.operand(0));
        let (a, b) = (self.one(inst.operand(0)), self.one(inst.operand(1)));
        let first = self.dest_many(inst, 2);
        self.emit(Inst::Overflow { op, width, dst: first, overflowed: Reg(first.0 + 1), a, b });
    }

    /// `fshl(a, b, s)`: the high word of `a:b` shifted left by `s` modulo the width; `fshr`: the low word, to the right.
    fn funnel_shift(&mut self, inst: Value<'m>, left: bool) {
        if self.leaves(inst).len() != 1 {
            return self.refuse(inst, "funnel shift of vectors");
        }
        let width = self.width_of(inst);
        let [high, low, shift] = self.three(inst);
        let bits = self.cx.bits(u64::from(width));
        let zero = self.cx.bits(0);
        let mut bin = |op, a, b| {
            let dst = self.fresh();
            self.emit(Inst::Bin { op, width, dst, a, b });
            Operand::reg(dst)
        };
        let by = bin(BinOp::URem, shift, bits);
        let back = bin(BinOp::Sub, bits, by);
        // With a shift by nothing, `back` is the whole width: that part is not used then, but must not go wrong.
        let back = bin(BinOp::URem, back, bits);
        let (first, second) = if left {
            (bin(BinOp::Shl, high, by), bin(BinOp::LShr, low, back))
        } else {
            (bin(BinOp::LShr, low, by), bin(BinOp::Shl, high, back))
        };
        let both = bin(BinOp::Or, first, second);
        let is_none = self.fresh();
        self.emit(Inst::Cmp { pred: threadbare_program::Pred::Eq, width, dst: is_none, a: by, b: zero });
        let dst = self.dest(inst);
        let then = if left { high } else { low };
        self.emit(Inst::Select { dst, cond: Operand::reg(is_none), then, other: both });
    }

    /// `isnan`, `isinf`, `isfinite`, `isnormal` and the like: classes that do not depend on the sign, as intervals of the
    /// absolute value.
    fn float_class(&mut self, inst: Value<'m>) {
        const NAN: u64 = 1 | 2;
        const INFINITE: u64 = 4 | 512;
        const NORMAL: u64 = 8 | 256;
        const SUBNORMAL: u64 = 16 | 128;
        const ZERO: u64 = 32 | 64;
        let width = self.width_of(inst.operand(0));
        let classes = inst.operand(1).int().unwrap_or(0);
        let both_signs = [NAN, INFINITE, NORMAL, SUBNORMAL, ZERO].iter().all(|&c| classes & c == 0 || classes & c == c);
        if !both_signs || self.leaves(inst).len() != 1 {
            return self.refuse(inst, "classification of floats by sign (llvm.is.fpclass)");
        }
        let (infinity, smallest) = match width {
            32 => (u64::from(f32::INFINITY.to_bits()), u64::from(f32::MIN_POSITIVE.to_bits())),
            _ => (f64::INFINITY.to_bits(), f64::MIN_POSITIVE.to_bits()),
        };
        let (infinity, smallest, zero) = (self.cx.bits(infinity), self.cx.bits(smallest), self.cx.bits(0));
        let magnitude = self.fresh();
        let a = self.one(inst.operand(0));
        self.emit(Inst::FUn { op: FUnOp::Abs, width, dst: magnitude, a });
        let mut found = zero;
        for (class, tests) in [
            (NAN, [(FPred::Uno, zero), (FPred::True, zero)]),
            (INFINITE, [(FPred::OEq, infinity), (FPred::True, zero)]),
            (NORMAL, [(FPred::OGe, smallest), (FPred::OLt, infinity)]),
            (SUBNORMAL, [(FPred::OGt, zero), (FPred::OLt, smallest)]),
            (ZERO, [(FPred::OEq, zero), (FPred::True, zero)]),
        ] {
            if classes & class == 0 {
                continue;
            }
            let mut both = self.cx.bits(1);
            for (pred, b) in tests {
                let (holds, and) = (self.fresh(), self.fresh());
                self.emit(Inst::FCmp { pred, width, dst: holds, a: Operand::reg(magnitude), b });
                self.emit(Inst::Bin { op: BinOp::And, width: 1, dst: and, a: both, b: Operand::reg(holds) });
                both = Operand::reg(and);
            }
            let or = self.fresh();
            self.emit(Inst::Bin { op: BinOp::Or, width: 1, dst: or, a: found, b: both });
            found = Operand::reg(or);
        }
        self.give(inst, found);
    }
}

fn overflow_op(stem: &str) -> Option<OverflowOp> {
    Some(match stem {
        "sadd.with.overflow" => OverflowOp::SAdd,
        "ssub.with.overflow" => OverflowOp::SSub,
        "smul.with.overflow" => OverflowOp::SMul,
        "uadd.with.overflow" => OverflowOp::UAdd,
        "usub.with.overflow" => OverflowOp::USub,
        "umul.with.overflow" => OverflowOp::UMul,
        _ => return None,
    })
}

fn int_bin_op(stem: &str) -> Option<BinOp> {
    Some(match stem {
        "umax" => BinOp::UMax,
        "umin" => BinOp::UMin,
        "smax" => BinOp::SMax,
        "smin" => BinOp::SMin,
        "uadd.sat" => BinOp::UAddSat,
        "usub.sat" => BinOp::USubSat,
        "sadd.sat" => BinOp::SAddSat,
        "ssub.sat" => BinOp::SSubSat,
        _ => return None,
    })
}

fn int_un_op(stem: &str) -> Option<IntUnOp> {
    Some(match stem {
        "ctlz" => IntUnOp::Ctlz,
        "cttz" => IntUnOp::Cttz,
        "ctpop" => IntUnOp::Ctpop,
        "bswap" => IntUnOp::Bswap,
        "bitreverse" => IntUnOp::Bitreverse,
        "abs" => IntUnOp::Abs,
        _ => return None,
    })
}

fn float_bin_op(stem: &str) -> Option<FBinOp> {
    Some(match stem {
        "minnum" | "minimumnum" => FBinOp::MinNum,
        "maxnum" | "maximumnum" => FBinOp::MaxNum,
        "copysign" => FBinOp::CopySign,
        "pow" => FBinOp::Pow,
        _ => return None,
    })
}

fn float_un_op(stem: &str) -> Option<FUnOp> {
    Some(match stem {
        "fabs" => FUnOp::Abs,
        "sqrt" => FUnOp::Sqrt,
        "floor" => FUnOp::Floor,
        "ceil" => FUnOp::Ceil,
        "trunc" => FUnOp::Trunc,
        "round" => FUnOp::Round,
        "roundeven" | "rint" | "nearbyint" => FUnOp::RoundEven,
        _ => return None,
    })
}

//! LLVM's intrinsic functions.

use super::function::Body;
use crate::llvm::Value;
use threadbare_op::Order;
use threadbare_program::{BinOp, Callee, Check, FBinOp, FPred, FUnOp, Inst, IntUnOp, Operand, OverflowOp, Pred, Reg};

/// Intrinsics that tell the optimiser something, or nothing.
const IGNORED: [&str; 13] = [
    "llvm.dbg.",
    "llvm.assume",
    "llvm.donothing",
    "llvm.va_end",
    "llvm.prefetch",
    "llvm.invariant.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.var.annotation",
    "llvm.codeview.annotation",
    "llvm.pseudoprobe",
    "llvm.sideeffect",
    "llvm.fake.use",
    "llvm.x86.sse2.pause",
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
    #[expect(clippy::too_many_lines, reason = "one case for each intrinsic")]
    pub(super) fn intrinsic(&mut self, inst: Value<'m>, name: &str) {
        let is = |prefix: &str| name.starts_with(prefix);
        if self.wide_intrinsic(inst, name) {
            return;
        }
        if IGNORED.iter().any(|prefix| is(prefix)) {
            self.ignored(inst);
        } else if is("llvm.lifetime.start") {
            self.begin_life(inst.operand(0), inst);
        } else if is("llvm.lifetime.end") {
            if self.allocas.is_scoped(inst.operand(0)) {
                let addr = self.one(inst.operand(0));
                self.emit(Inst::AllocaEnd { addr });
            }
        } else if is("llvm.stacksave") {
            let dst = self.dest(inst);
            self.emit(Inst::StackSave { dst });
        } else if is("llvm.stackrestore") {
            let mark = self.one(inst.operand(0));
            self.emit(Inst::StackRestore { mark });
        } else if IDENTITIES.iter().any(|prefix| is(prefix)) {
            let operands = self.operands(inst.operand(0));
            if operands.iter().all(|operand| operand.as_const().is_some()) {
                self.alias(inst, operands);
            } else {
                self.copy(inst, &operands);
            }
        } else if (is("llvm.memcpy.") || is("llvm.memset.")) && self.fill(inst) {
        } else if is("llvm.memcpy.") {
            let [to, from, len] = self.three(inst);
            self.emit(Inst::MemCopy { to, from, len });
        } else if is("llvm.memmove.") {
            let [to, from, len] = self.three(inst);
            self.emit(Inst::MemMove { to, from, len });
        } else if is("llvm.memset.") {
            let [to, byte, len] = self.three(inst);
            self.emit(Inst::MemSet { to, byte, len });
        } else if is("llvm.x86.sse2.mfence") {
            self.emit(Inst::Fence { order: Order::SeqCst });
        } else if is("llvm.x86.sse.sfence") {
            self.emit(Inst::Fence { order: Order::Release });
        } else if is("llvm.x86.sse2.lfence") {
            self.emit(Inst::Fence { order: Order::Acquire });
        } else if is("llvm.x86.rdtsc") || is("llvm.readcyclecounter") {
            self.time_stamp(inst);
        } else if is("llvm.load.relative.") {
            self.load_relative(inst);
        } else if is("llvm.returnaddress") {
            self.stack_address(inst, "__tb_return_address");
        } else if is("llvm.frameaddress") && inst.operand(0).is_zero() {
            self.stack_address(inst, "__tb_frame_address");
        } else if is("llvm.va_start") {
            let list = self.one(inst.operand(0));
            self.emit(Inst::VaStart { list });
        } else if is("llvm.va_copy") {
            let (to, from) = (self.one(inst.operand(0)), self.one(inst.operand(1)));
            self.emit(Inst::VaCopy { to, from });
        } else if is("llvm.trap") || is("llvm.debugtrap") {
            // What `__builtin_trap` becomes: the program ends as by `abort`.
            let callee = Callee::External(self.cx.external_named("abort"));
            self.emit(Inst::Call { callee, dst: None, args: Box::new([]), kinds: None });
        } else if is("llvm.ubsantrap") {
            let check = inst.operand(0).int().map_or(Check::Other, Check::of_number);
            self.emit(Inst::Trap { check });
        } else {
            self.arithmetic_intrinsic(inst, name);
        }
    }

    /// An address that says something of the stack, but not where anything is.
    fn stack_address(&mut self, inst: Value<'m>, name: &str) {
        let callee = Callee::External(self.cx.external_named(name));
        let args = Box::new([self.one(inst.operand(0))]);
        let dst = self.dest(inst);
        self.emit(Inst::Call { callee, dst: Some(dst), args, kinds: None });
    }

    fn ignored(&mut self, inst: Value<'m>) {
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
            let op = checked(op, inst);
            self.parts(inst, 1, |width, dst, a| Inst::IntUn { op, width, dst, a: a[0] });
        } else if let Some(op) = float_bin_op(stem) {
            self.parts(inst, 2, |width, dst, a| Inst::FBin { op, width, dst, a: a[0], b: a[1] });
        } else if let Some(op) = float_un_op(stem) {
            self.parts(inst, 1, |width, dst, a| Inst::FUn { op, width, dst, a: a[0] });
        } else if stem == "fmuladd" {
            self.multiply_and_add(inst);
        } else if stem == "fma" {
            self.parts(inst, 3, |width, dst, a| Inst::Fma { width, dst, a: a[0], b: a[1], c: a[2] });
        } else {
            self.special_intrinsic(inst, name, stem);
        }
    }

    /// Rounded twice, as on a machine that has no instruction for both (x86-64 as compilers take it).
    fn multiply_and_add(&mut self, inst: Value<'m>) {
        let width = self.leaves(inst).first().map_or(64, |leaf| leaf.scalar.width());
        let products: Vec<Reg> = self.leaves(inst).iter().map(|_| self.fresh()).collect();
        let [a, b, c] = [0, 1, 2].map(|index| self.operands(inst.operand(index)));
        let first = self.dest_many(inst, products.len());
        for (index, &product) in products.iter().enumerate() {
            let sum = Reg(first.0 + super::index_u32(index));
            self.emit(Inst::FBin { op: FBinOp::Mul, width, dst: product, a: a[index], b: b[index] });
            self.emit(Inst::FBin { op: FBinOp::Add, width, dst: sum, a: Operand::reg(product), b: c[index] });
        }
    }

    fn special_intrinsic(&mut self, inst: Value<'m>, name: &str, stem: &str) {
        match stem {
            _ if stem.starts_with("fptosi.sat.") => self.saturating_conversion(inst, true),
            _ if stem.starts_with("fptoui.sat.") => self.saturating_conversion(inst, false),
            _ if name.starts_with("llvm.scmp.") => self.three_way(inst, Pred::SGt, Pred::SLt),
            _ if name.starts_with("llvm.ucmp.") => self.three_way(inst, Pred::UGt, Pred::ULt),
            _ if stem.starts_with("experimental.cttz.elts.") => self.leading_zero_parts(inst),
            _ if stem.starts_with("vector.reduce.") => self.reduce(inst, stem.trim_start_matches("vector.reduce.")),
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "exp" | "exp2" | "exp10"
            | "log" | "log2" | "log10" | "atan2" => self.library(inst, stem),
            "lround.i64" | "llround.i64" | "lrint.i64" | "llrint.i64" | "lround.i32" | "lrint.i32" => {
                self.library(inst, stem.split('.').next().unwrap_or(stem));
            }
            "modf" => self.modf(inst),
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

    /// -1, 0 or 1: whether the first argument is below, equal to, or above the second.
    fn three_way(&mut self, inst: Value<'m>, above: Pred, below: Pred) {
        if self.leaves(inst).len() != 1 {
            return self.refuse(inst, "three-way comparison of vectors");
        }
        let (width, result) = (self.width_of(inst.operand(0)), self.width_of(inst));
        let (a, b) = (self.one(inst.operand(0)), self.one(inst.operand(1)));
        let (is_above, is_below) = (self.fresh(), self.fresh());
        self.emit(Inst::Cmp { pred: above, width, dst: is_above, a, b });
        self.emit(Inst::Cmp { pred: below, width, dst: is_below, a, b });
        let dst = self.dest(inst);
        let (a, b) = (Operand::reg(is_above), Operand::reg(is_below));
        self.emit(Inst::Bin { op: BinOp::Sub, width: result, dst, a, b });
    }

    /// All parts of a vector of integers combined into one.
    fn reduce(&mut self, inst: Value<'m>, operation: &str) {
        let op = match operation {
            "add" => BinOp::Add,
            "mul" => BinOp::Mul,
            "and" => BinOp::And,
            "or" => BinOp::Or,
            "xor" => BinOp::Xor,
            other => match int_bin_op(other) {
                Some(op) => op,
                None => return self.refuse(inst, "reduction of a vector of floats"),
            },
        };
        let width = self.width_of(inst);
        let parts = self.operands(inst.operand(0));
        let mut total = parts[0];
        for &b in &parts[1..] {
            let dst = self.fresh();
            self.emit(Inst::Bin { op, width, dst, a: total, b });
            total = Operand::reg(dst);
        }
        self.give(inst, total);
    }

    /// A function of the mathematical library, which the compiler knows as an intrinsic.
    fn library(&mut self, inst: Value<'m>, name: &str) {
        if self.leaves(inst).len() != 1 {
            return self.refuse(inst, "mathematical function of vectors");
        }
        let width = self.width_of(inst.operand(0));
        let single = if width == 32 { "f" } else { "" };
        let callee = if name.starts_with('l') && !name.starts_with("log") {
            self.cx.external_named(&format!("{name}{single}"))
        } else {
            self.cx.external_float(&format!("{name}{single}"), width)
        };
        let args = (0..inst.argument_count()).map(|index| self.one(inst.operand(index))).collect();
        let dst = self.dest(inst);
        self.emit(Inst::Call { callee: Callee::External(callee), dst: Some(dst), args, kinds: None });
    }

    /// The fraction and the whole part of a float; both have its sign.
    fn modf(&mut self, inst: Value<'m>) {
        let width = self.width_of(inst.operand(0));
        if self.leaves(inst).len() != 2 {
            return self.refuse(inst, "mathematical function of vectors");
        }
        let (a, zero) = (self.one(inst.operand(0)), self.cx.bits(0));
        let (whole, part, same, magnitude) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        self.emit(Inst::FUn { op: FUnOp::Trunc, width, dst: whole, a });
        self.emit(Inst::FBin { op: FBinOp::Sub, width, dst: part, a, b: Operand::reg(whole) });
        // Of an infinity, too, the fraction is 0.
        self.emit(Inst::FCmp { pred: FPred::OEq, width, dst: same, a, b: Operand::reg(whole) });
        self.emit(Inst::Select { dst: magnitude, cond: Operand::reg(same), then: zero, other: Operand::reg(part) });
        let first = self.dest_many(inst, 2);
        self.emit(Inst::FBin { op: FBinOp::CopySign, width, dst: first, a: Operand::reg(magnitude), b: a });
        self.emit(Inst::Move { dst: Reg(first.0 + 1), src: Operand::reg(whole) });
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

    /// `fshl(a, b, s)`: the high word of `a:b` shifted left by `s` modulo the width; `fshr`: the
    /// low word, to the right.
    fn funnel_shift(&mut self, inst: Value<'m>, left: bool) {
        let width = self.leaves(inst).first().map_or(64, |leaf| leaf.scalar.width());
        let [high, low, shift] = [0, 1, 2].map(|index| self.operands(inst.operand(index)));
        let first = self.dest_many(inst, high.len());
        // What is written may be what is read.
        let shifted: Vec<Operand> = (0..high.len())
            .map(|part| self.funnel_shifted(width, [high[part], low[part], shift[part]], left))
            .collect();
        for (part, src) in shifted.into_iter().enumerate() {
            self.emit(Inst::Move { dst: Reg(first.0 + super::index_u32(part)), src });
        }
    }

    fn funnel_shifted(&mut self, width: u8, [high, low, shift]: [Operand; 3], left: bool) -> Operand {
        let bits = self.cx.bits(u64::from(width));
        let zero = self.cx.bits(0);
        let mut bin = |op, a, b| {
            let dst = self.fresh();
            self.emit(Inst::Bin { op, width, dst, a, b });
            Operand::reg(dst)
        };
        let by = bin(BinOp::URem, shift, bits);
        let back = bin(BinOp::Sub, bits, by);
        // With a shift by nothing, `back` is the whole width: that part is not used then, but must
        // not go wrong.
        let back = bin(BinOp::URem, back, bits);
        let (first, second) = if left {
            (bin(BinOp::Shl, high, by), bin(BinOp::LShr, low, back))
        } else {
            (bin(BinOp::LShr, low, by), bin(BinOp::Shl, high, back))
        };
        let both = bin(BinOp::Or, first, second);
        let (is_none, dst) = (self.fresh(), self.fresh());
        self.emit(Inst::Cmp { pred: Pred::Eq, width, dst: is_none, a: by, b: zero });
        let then = if left { high } else { low };
        self.emit(Inst::Select { dst, cond: Operand::reg(is_none), then, other: both });
        Operand::reg(dst)
    }

    /// How many parts of a vector come before the first one that is not 0.
    fn leading_zero_parts(&mut self, inst: Value<'m>) {
        let width = self.leaves(inst.operand(0)).first().map_or(1, |leaf| leaf.scalar.width());
        let parts = self.operands(inst.operand(0));
        let zero = self.cx.bits(0);
        let mut found = self.cx.bits(parts.len() as u64);
        for (number, &part) in parts.iter().enumerate().rev() {
            let (is_set, dst) = (self.fresh(), self.fresh());
            let then = self.cx.bits(number as u64);
            self.emit(Inst::Cmp { pred: Pred::Ne, width, dst: is_set, a: part, b: zero });
            self.emit(Inst::Select { dst, cond: Operand::reg(is_set), then, other: found });
            found = Operand::reg(dst);
        }
        self.give(inst, found);
    }

    /// `isnan`, `isinf`, `isfinite`, `isnormal` and the like: classes that do not depend on the
    /// sign, as intervals of the absolute value.
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

/// The operation with what its second argument says has no result.
fn checked(op: IntUnOp, inst: Value<'_>) -> IntUnOp {
    if inst.argument_count() < 2 || inst.operand(1).int() != Some(1) {
        return op;
    }
    match op {
        IntUnOp::Ctlz => IntUnOp::CtlzNonzero,
        IntUnOp::Cttz => IntUnOp::CttzNonzero,
        IntUnOp::Abs => IntUnOp::AbsNsw,
        other => other,
    }
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

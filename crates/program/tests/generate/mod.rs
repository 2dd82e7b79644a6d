//! Random programs, not only ones that can be run: every number may be anything.
//!
//! They are made from a list of bytes, which proptest shortens and lowers when it looks for the
//! smallest failure.

use threadbare_op::{Order, RmwOp};
use threadbare_program::*;

/// Where the choices come from; zero when the bytes have run out.
pub struct Source<'b>(pub &'b [u8]);

/// Names that exercise quoting, sigils and repetition.
const NAMES: [&str; 14] = [
    "main",
    "x",
    "f",
    ".str.1",
    "a$b",
    "",
    "5",
    "two words",
    "quote\"d",
    "back\\slash",
    "ünï→",
    "new\nline",
    "func",
    "L0",
];

const BIN: [BinOp; 31] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::UMulHigh,
    BinOp::UMax,
    BinOp::UMin,
    BinOp::SMax,
    BinOp::SMin,
    BinOp::UAddSat,
    BinOp::USubSat,
    BinOp::SAddSat,
    BinOp::SSubSat,
    BinOp::AddNsw,
    BinOp::SubNsw,
    BinOp::MulNsw,
    BinOp::ShlNsw,
    BinOp::AddNuw,
    BinOp::SubNuw,
    BinOp::MulNuw,
    BinOp::ShlNuw,
    BinOp::SDivExact,
];
const OVERFLOW: [OverflowOp; 6] =
    [OverflowOp::SAdd, OverflowOp::SSub, OverflowOp::SMul, OverflowOp::UAdd, OverflowOp::USub, OverflowOp::UMul];
const INT_UN: [IntUnOp; 9] = [
    IntUnOp::Ctlz,
    IntUnOp::Cttz,
    IntUnOp::Ctpop,
    IntUnOp::Bswap,
    IntUnOp::Bitreverse,
    IntUnOp::Abs,
    IntUnOp::CtlzNonzero,
    IntUnOp::CttzNonzero,
    IntUnOp::AbsNsw,
];
const FBIN: [FBinOp; 9] = [
    FBinOp::Add,
    FBinOp::Sub,
    FBinOp::Mul,
    FBinOp::Div,
    FBinOp::Rem,
    FBinOp::MinNum,
    FBinOp::MaxNum,
    FBinOp::CopySign,
    FBinOp::Pow,
];
const FUN: [FUnOp; 8] =
    [FUnOp::Neg, FUnOp::Abs, FUnOp::Sqrt, FUnOp::Floor, FUnOp::Ceil, FUnOp::Trunc, FUnOp::Round, FUnOp::RoundEven];
const PRED: [Pred; 10] =
    [Pred::Eq, Pred::Ne, Pred::ULt, Pred::ULe, Pred::UGt, Pred::UGe, Pred::SLt, Pred::SLe, Pred::SGt, Pred::SGe];
const FPRED: [FPred; 16] = [
    FPred::OEq,
    FPred::OGt,
    FPred::OGe,
    FPred::OLt,
    FPred::OLe,
    FPred::ONe,
    FPred::Ord,
    FPred::Uno,
    FPred::UEq,
    FPred::UGt,
    FPred::UGe,
    FPred::ULt,
    FPred::ULe,
    FPred::UNe,
    FPred::False,
    FPred::True,
];
const CAST: [CastOp; 10] = [
    CastOp::Trunc,
    CastOp::PtrTrunc,
    CastOp::ZExt,
    CastOp::SExt,
    CastOp::FpToUi,
    CastOp::FpToSi,
    CastOp::UiToFp,
    CastOp::SiToFp,
    CastOp::FpTrunc,
    CastOp::FpExt,
];
const ORDER: [Order; 6] = [Order::Plain, Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];
const RMW: [RmwOp; 11] = [
    RmwOp::Xchg,
    RmwOp::Add,
    RmwOp::Sub,
    RmwOp::And,
    RmwOp::Nand,
    RmwOp::Or,
    RmwOp::Xor,
    RmwOp::Max,
    RmwOp::Min,
    RmwOp::UMax,
    RmwOp::UMin,
];

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.byte() as usize % items.len()]
    }

    /// Mostly small, sometimes at the edges.
    fn number(&mut self) -> u64 {
        let small = u64::from(self.byte());
        match self.below(8) {
            0 => u64::MAX - small,
            1 => (1 << 63) + small,
            2 => (1 << 20) + small,
            3 => (1 << 32) - 1 - small,
            _ => small % 12,
        }
    }

    fn word(&mut self) -> u32 {
        self.number() as u32
    }

    fn name(&mut self) -> String {
        let name = self.of(&NAMES).to_owned();
        if self.flag() { format!("{name}{}", self.byte()) } else { name }
    }

    fn many<T>(&mut self, most: u8, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| item(self)).collect()
    }

    fn maybe<T>(&mut self, item: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.flag() { Some(item(self)) } else { None }
    }

    fn reg(&mut self) -> Reg {
        Reg(self.word())
    }

    fn operand(&mut self) -> Operand {
        let number = self.word() >> 1;
        if self.flag() { Operand::reg(Reg(number)) } else { Operand::constant(ConstId(number)) }
    }

    fn operands(&mut self) -> Box<[Operand]> {
        self.many(3, Self::operand).into()
    }

    fn constant(&mut self) -> Const {
        match self.below(6) {
            0 => Const::Undef,
            1 => Const::Global(GlobalId(self.word()), self.number() as i64),
            2 => Const::Function(FuncId(self.word())),
            3 => Const::External(ExternId(self.word())),
            _ => Const::Bits(self.number()),
        }
    }

    fn shape_id(&mut self) -> Option<ShapeId> {
        self.maybe(|s| ShapeId(s.word()))
    }

    fn pos(&mut self) -> Option<SourcePos> {
        self.maybe(|s| SourcePos { file: s.word(), line: s.word(), column: s.word() })
    }

    fn inst(&mut self) -> Inst {
        match self.below(4) {
            0 => self.arithmetic(),
            1 => self.memory(),
            _ => self.control(),
        }
    }

    fn arithmetic(&mut self) -> Inst {
        let (dst, width, a, b) = (self.reg(), self.byte(), self.operand(), self.operand());
        match self.below(14) {
            13 => Inst::AsNumber { a, b },
            0 => Inst::Move { dst, src: a },
            1 => Inst::Undef { dst },
            2 => Inst::Freeze { dst, src: a },
            3 => Inst::Bin { op: self.of(&BIN), width, dst, a, b },
            4 => Inst::Overflow { op: self.of(&OVERFLOW), width, dst, overflowed: self.reg(), a, b },
            5 => Inst::IntUn { op: self.of(&INT_UN), width, dst, a },
            6 => Inst::FBin { op: self.of(&FBIN), width, dst, a, b },
            7 => Inst::FUn { op: self.of(&FUN), width, dst, a },
            8 => Inst::Fma { width, dst, a, b, c: self.operand() },
            9 => Inst::Cmp { pred: self.of(&PRED), width, dst, a, b },
            10 => Inst::FCmp { pred: self.of(&FPRED), width, dst, a, b },
            11 => Inst::Cast { op: self.of(&CAST), from: width, to: self.byte(), dst, a },
            _ => Inst::Select { dst, cond: self.operand(), then: a, other: b },
        }
    }

    fn memory(&mut self) -> Inst {
        let (dst, size, addr, value, order) =
            (self.reg(), self.byte(), self.operand(), self.operand(), self.of(&ORDER));
        match self.below(16) {
            0 => Inst::Alloca { dst, count: value, size: self.number(), align: self.word(), shape: self.shape_id() },
            1 => Inst::PrivateAlloca { dst, index: self.word() },
            2 => Inst::Load { dst, addr, size, order },
            3 => Inst::Store { addr, value, size, order },
            4 => Inst::Rmw { dst, op: self.of(&RMW), addr, value, size, order },
            5 => Inst::Cas {
                dst,
                success: self.reg(),
                addr,
                expected: value,
                new: self.operand(),
                size,
                weak: self.flag(),
                orders: (order, self.of(&ORDER)),
            },
            6 => Inst::Fence { order },
            7 => Inst::MemCopy { to: addr, from: value, len: self.operand() },
            8 => Inst::MemMove { to: addr, from: value, len: self.operand() },
            9 => Inst::MemSet { to: addr, byte: value, len: self.operand() },
            10 => Inst::VaStart { list: addr },
            11 => Inst::VaCopy { to: addr, from: value },
            12 => Inst::AllocaEnd { addr },
            13 => Inst::StackSave { dst },
            14 => Inst::StackRestore { mark: addr },
            _ => Inst::PtrAdd {
                dst,
                base: addr,
                index: value,
                index_width: size,
                scale: self.number() as i64,
                offset: self.number() as i64,
                exact: self.number().is_multiple_of(2),
            },
        }
    }

    fn pc(&mut self) -> Pc {
        Pc(self.word())
    }

    fn control(&mut self) -> Inst {
        match self.below(11) {
            0 => {
                let callee = match self.below(3) {
                    0 => Callee::Function(FuncId(self.word())),
                    1 => Callee::External(ExternId(self.word())),
                    _ => Callee::Pointer(self.operand()),
                };
                let kinds = self.signature_id();
                Inst::Call { callee, dst: self.maybe(Self::reg), args: self.operands(), kinds }
            }
            1 => Inst::Return { values: self.operands() },
            2 => Inst::Jump { to: self.pc() },
            3 => Inst::Branch { cond: self.operand(), then: self.pc(), other: self.pc() },
            4 => {
                let cases = self.many(3, |s| (s.number(), s.pc())).into();
                Inst::Switch { value: self.operand(), width: self.byte(), cases, other: self.pc() }
            }
            5 => Inst::Loop { index: self.word(), entry: self.flag() },
            6 => Inst::Unsupported { what: self.name().into() },
            7 => Inst::Trap { check: if self.flag() { Check::Overflow } else { Check::FloatCast } },
            8 => Inst::Return { values: Box::new([]) },
            9 => Inst::Invoked { next: self.pc(), unwind: self.pc() },
            _ => Inst::Unreachable,
        }
    }

    fn signature_id(&mut self) -> Option<SignatureId> {
        self.maybe(|s| SignatureId::at(s.word())).flatten()
    }

    fn signature(&mut self) -> Signature {
        let kind = |s: &mut Self| match s.below(6) {
            0 => Kind::Word(s.byte()),
            4 => Kind::Signed(s.byte()),
            1 => Kind::Float(s.byte()),
            2 => Kind::Vector(s.byte()),
            3 => Kind::Lane(s.byte()),
            _ => Kind::Memory,
        };
        Signature { args: self.many(4, kind), results: self.many(2, kind) }
    }

    fn function(&mut self) -> Function {
        let code = self.many(12, Self::inst);
        let lines =
            if self.below(8) == 1 { self.many(5, Self::word) } else { code.iter().map(|_| self.word()).collect() };
        Function {
            name: self.name(),
            params: self.word(),
            results: self.word(),
            variadic: self.flag(),
            kinds: self.signature_id(),
            regs: self.word(),
            code,
            lines,
            private: self.many(2, |s| PrivateAlloca { size: s.number(), align: s.word(), name: s.name() }),
            loops: self.many(2, |s| LoopInfo { pos: s.pos(), depth: s.word(), head: s.maybe(|s| Pc(s.word())) }),
            debug: DebugFunction {
                name: self.name(),
                pos: self.pos(),
                allocations: self.many(2, |s| (s.word(), s.name(), s.shape_id())),
                parts: self.many(2, |s| (s.word(), s.number(), s.number())),
                members: self.many(2, |s| Member {
                    pc: s.word(),
                    of: ShapeId(s.word()),
                    offset: s.number().cast_signed(),
                    exact: s.flag(),
                }),
            },
            first_site: self.word(),
            runtime: self.flag(),
            optnone: self.flag(),
        }
    }

    fn global(&mut self) -> Global {
        Global {
            name: self.name(),
            size: self.number(),
            align: self.word(),
            constant: self.flag(),
            thread_local: self.flag(),
            external: self.flag(),
            init: self.many(3, |s| match s.below(3) {
                0 => GlobalInit::Bytes(s.number(), s.many(20, Self::byte)),
                1 => GlobalInit::Address(s.number(), s.constant()),
                _ => GlobalInit::Undef(s.number(), s.number()),
            }),
            shape: self.shape_id(),
            pos: self.pos(),
        }
    }

    fn shape(&mut self) -> Shape {
        let kind = match self.below(7) {
            5 => ShapeKind::Bits(self.many(3, |s| BitField {
                name: s.name(),
                first: s.number(),
                count: s.word(),
                of: ShapeId(s.word()),
            })),
            0 => ShapeKind::Scalar { signed: self.flag(), float: self.flag() },
            1 => ShapeKind::Pointer(self.shape_id()),
            2 => ShapeKind::Fields(self.many(3, |s| (s.name(), s.number(), ShapeId(s.word())))),
            3 => ShapeKind::Array(ShapeId(self.word()), self.number()),
            4 => ShapeKind::Enum(self.many(3, |s| (s.name(), s.number()))),
            _ => ShapeKind::Opaque,
        };
        Shape { name: self.name(), size: self.number(), kind }
    }

    /// A program of the whole type.
    pub fn program(&mut self) -> Program {
        let mut program = Program {
            functions: self.many(3, Self::function),
            externals: self.many(3, |s| External {
                name: s.name(),
                results: s.word(),
                float_result: s.maybe(Self::byte),
                weak: s.flag(),
            }),
            globals: self.many(3, Self::global),
            consts: self.many(12, Self::constant),
            entry: self.maybe(|s| FuncId(s.word())),
            constructors: self.many(2, |s| FuncId(s.word())),
            destructors: self.many(2, |s| FuncId(s.word())),
            files: self.many(2, |s| SourceFile::new(s.name(), s.name())),
            lines: self.many(3, |s| LineOf {
                pos: s.pos(),
                inlined_at: s.maybe(Self::word),
                function: s.maybe(Self::word),
            }),
            inlined: self.many(2, Self::name),
            shapes: self.many(3, Self::shape),
            signatures: self.many(3, Self::signature),
            opaque_addresses: self.flag(),
            ilp32: self.flag(),
        };
        if self.flag() {
            program.number_sites();
        }
        program
    }
}

//! What instructions compute.

/// Integer arithmetic on `width` bits (1 to 64); results are zero-extended to the register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    /// The high half of the unsigned product of twice the width.
    UMulHigh,
    /// `llvm.umax` and its kin.
    UMax,
    UMin,
    SMax,
    SMin,
    /// `llvm.uadd.sat` and its kin.
    UAddSat,
    USubSat,
    SAddSat,
    SSubSat,
    /// Signed arithmetic that must not overflow: the result is poison if it does.
    AddNsw,
    SubNsw,
    MulNsw,
    ShlNsw,
    /// Unsigned arithmetic that must not.
    AddNuw,
    SubNuw,
    MulNuw,
    ShlNuw,
    /// A signed division that must not leave a remainder.
    SDivExact,
}

impl BinOp {
    /// The operation without what it must not do.
    #[must_use]
    pub const fn unchecked(self) -> Self {
        match self {
            Self::AddNsw | Self::AddNuw => Self::Add,
            Self::SubNsw | Self::SubNuw => Self::Sub,
            Self::MulNsw | Self::MulNuw => Self::Mul,
            Self::ShlNsw | Self::ShlNuw => Self::Shl,
            Self::SDivExact => Self::SDiv,
            other => other,
        }
    }

    /// Whether it divides, so that its second operand must not be 0.
    #[must_use]
    pub const fn divides(self) -> bool {
        matches!(self.unchecked(), Self::UDiv | Self::SDiv | Self::URem | Self::SRem)
    }
}

/// Arithmetic that says whether it overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum OverflowOp {
    SAdd,
    SSub,
    SMul,
    UAdd,
    USub,
    UMul,
}

/// Bit counting and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntUnOp {
    Ctlz,
    Cttz,
    Ctpop,
    Bswap,
    Bitreverse,
    /// `llvm.abs`.
    Abs,
    /// The same where 0, or the smallest integer, has no result: it is poison.
    CtlzNonzero,
    CttzNonzero,
    AbsNsw,
}

/// Float arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    MinNum,
    MaxNum,
    CopySign,
    Pow,
}

/// Float functions of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundEven,
}

/// Integer comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Pred {
    Eq,
    Ne,
    ULt,
    ULe,
    UGt,
    UGe,
    SLt,
    SLe,
    SGt,
    SGe,
}

/// Float comparisons: ordered (false on NaN) and unordered (true on NaN) ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FPred {
    OEq,
    OGt,
    OGe,
    OLt,
    OLe,
    ONe,
    Ord,
    Uno,
    UEq,
    UGt,
    UGe,
    ULt,
    ULe,
    UNe,
    False,
    True,
}

/// Conversions; integer widths and float widths (32, 64) are in bits. Pointer casts are moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    /// From 64 bits to 32: a pointer as memory holds it in a program for 32 bits. As `Trunc`, but
    /// that one which has left its object leads nowhere, where it goes from there, too.
    PtrTrunc,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
}

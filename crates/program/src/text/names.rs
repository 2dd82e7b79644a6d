//! The words for the closed sets: one table each, read by the printer and by the parser.

use crate::inst::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};
use threadbare_op::{Order, RmwOp};

pub const BIN: &[(BinOp, &str)] = &[
    (BinOp::Add, "add"),
    (BinOp::Sub, "sub"),
    (BinOp::Mul, "mul"),
    (BinOp::UDiv, "udiv"),
    (BinOp::SDiv, "sdiv"),
    (BinOp::URem, "urem"),
    (BinOp::SRem, "srem"),
    (BinOp::Shl, "shl"),
    (BinOp::LShr, "lshr"),
    (BinOp::AShr, "ashr"),
    (BinOp::And, "and"),
    (BinOp::Or, "or"),
    (BinOp::Xor, "xor"),
    (BinOp::UMulHigh, "umul_high"),
    (BinOp::UMax, "umax"),
    (BinOp::UMin, "umin"),
    (BinOp::SMax, "smax"),
    (BinOp::SMin, "smin"),
    (BinOp::UAddSat, "uadd_sat"),
    (BinOp::USubSat, "usub_sat"),
    (BinOp::SAddSat, "sadd_sat"),
    (BinOp::SSubSat, "ssub_sat"),
    (BinOp::AddNsw, "add_nsw"),
    (BinOp::SubNsw, "sub_nsw"),
    (BinOp::MulNsw, "mul_nsw"),
    (BinOp::ShlNsw, "shl_nsw"),
    (BinOp::AddNuw, "add_nuw"),
    (BinOp::SubNuw, "sub_nuw"),
    (BinOp::MulNuw, "mul_nuw"),
    (BinOp::ShlNuw, "shl_nuw"),
    (BinOp::SDivExact, "sdiv_exact"),
];

pub const OVERFLOW: &[(OverflowOp, &str)] = &[
    (OverflowOp::SAdd, "sadd_overflow"),
    (OverflowOp::SSub, "ssub_overflow"),
    (OverflowOp::SMul, "smul_overflow"),
    (OverflowOp::UAdd, "uadd_overflow"),
    (OverflowOp::USub, "usub_overflow"),
    (OverflowOp::UMul, "umul_overflow"),
];

pub const INT_UN: &[(IntUnOp, &str)] = &[
    (IntUnOp::Ctlz, "ctlz"),
    (IntUnOp::Cttz, "cttz"),
    (IntUnOp::Ctpop, "ctpop"),
    (IntUnOp::Bswap, "bswap"),
    (IntUnOp::Bitreverse, "bitreverse"),
    (IntUnOp::Abs, "abs"),
    (IntUnOp::CtlzNonzero, "ctlz_nonzero"),
    (IntUnOp::CttzNonzero, "cttz_nonzero"),
    (IntUnOp::AbsNsw, "abs_nsw"),
];

pub const FBIN: &[(FBinOp, &str)] = &[
    (FBinOp::Add, "fadd"),
    (FBinOp::Sub, "fsub"),
    (FBinOp::Mul, "fmul"),
    (FBinOp::Div, "fdiv"),
    (FBinOp::Rem, "frem"),
    (FBinOp::MinNum, "fminnum"),
    (FBinOp::MaxNum, "fmaxnum"),
    (FBinOp::CopySign, "fcopysign"),
    (FBinOp::Pow, "fpow"),
];

pub const FUN: &[(FUnOp, &str)] = &[
    (FUnOp::Neg, "fneg"),
    (FUnOp::Abs, "fabs"),
    (FUnOp::Sqrt, "fsqrt"),
    (FUnOp::Floor, "ffloor"),
    (FUnOp::Ceil, "fceil"),
    (FUnOp::Trunc, "ftrunc"),
    (FUnOp::Round, "fround"),
    (FUnOp::RoundEven, "froundeven"),
];

pub const PRED: &[(Pred, &str)] = &[
    (Pred::Eq, "eq"),
    (Pred::Ne, "ne"),
    (Pred::ULt, "ult"),
    (Pred::ULe, "ule"),
    (Pred::UGt, "ugt"),
    (Pred::UGe, "uge"),
    (Pred::SLt, "slt"),
    (Pred::SLe, "sle"),
    (Pred::SGt, "sgt"),
    (Pred::SGe, "sge"),
];

pub const FPRED: &[(FPred, &str)] = &[
    (FPred::OEq, "oeq"),
    (FPred::OGt, "ogt"),
    (FPred::OGe, "oge"),
    (FPred::OLt, "olt"),
    (FPred::OLe, "ole"),
    (FPred::ONe, "one"),
    (FPred::Ord, "ord"),
    (FPred::Uno, "uno"),
    (FPred::UEq, "ueq"),
    (FPred::UGt, "ugt"),
    (FPred::UGe, "uge"),
    (FPred::ULt, "ult"),
    (FPred::ULe, "ule"),
    (FPred::UNe, "une"),
    (FPred::False, "false"),
    (FPred::True, "true"),
];

pub const CAST: &[(CastOp, &str)] = &[
    (CastOp::Trunc, "trunc"),
    (CastOp::ZExt, "zext"),
    (CastOp::SExt, "sext"),
    (CastOp::PtrTrunc, "ptrtrunc"),
    (CastOp::FpToUi, "fptoui"),
    (CastOp::FpToSi, "fptosi"),
    (CastOp::UiToFp, "uitofp"),
    (CastOp::SiToFp, "sitofp"),
    (CastOp::FpTrunc, "fptrunc"),
    (CastOp::FpExt, "fpext"),
];

pub const ORDER: &[(Order, &str)] = &[
    (Order::Plain, "plain"),
    (Order::Relaxed, "relaxed"),
    (Order::Acquire, "acquire"),
    (Order::Release, "release"),
    (Order::AcqRel, "acq_rel"),
    (Order::SeqCst, "seq_cst"),
    (Order::Look, "look"),
];

pub const RMW: &[(RmwOp, &str)] = &[
    (RmwOp::Xchg, "xchg"),
    (RmwOp::Add, "add"),
    (RmwOp::Sub, "sub"),
    (RmwOp::And, "and"),
    (RmwOp::Nand, "nand"),
    (RmwOp::Or, "or"),
    (RmwOp::Xor, "xor"),
    (RmwOp::Max, "max"),
    (RmwOp::Min, "min"),
    (RmwOp::UMax, "umax"),
    (RmwOp::UMin, "umin"),
];

/// The word for a value of a table.
pub fn word<T: Copy + PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(v, _)| *v == value).map_or("?", |(_, word)| word)
}

/// The value that a word stands for.
pub fn value<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|(_, w)| *w == word).map(|(v, _)| *v)
}

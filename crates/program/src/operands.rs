//! What instructions write and read.

use crate::inst::{BinOp, Callee, Inst, Operand, Reg};

/// What an instruction writes, and what it reads.
pub(crate) type Computed = ([Option<Reg>; 2], smallvec::SmallVec<[Operand; 3]>);

/// What an instruction that only computes writes and reads; `None` if it can do more, or go wrong.
pub(crate) fn computed(inst: &Inst) -> Option<Computed> {
    use smallvec::smallvec;
    let one = |dst: Reg| [Some(dst), None];
    Some(match *inst {
        Inst::Move { dst, src } | Inst::Freeze { dst, src } => (one(dst), smallvec![src]),
        Inst::Undef { dst } | Inst::PrivateAlloca { dst, .. } => (one(dst), smallvec![]),
        Inst::AsNumber { a, b } => ([None, None], smallvec![a, b]),
        // A division can go wrong.
        Inst::Bin { op: BinOp::UDiv | BinOp::SDiv | BinOp::SDivExact | BinOp::URem | BinOp::SRem, .. } => return None,
        Inst::Bin { dst, a, b, .. }
        | Inst::Cmp { dst, a, b, .. }
        | Inst::FBin { dst, a, b, .. }
        | Inst::FCmp { dst, a, b, .. } => (one(dst), smallvec![a, b]),
        Inst::Overflow { dst, overflowed, a, b, .. } => ([Some(dst), Some(overflowed)], smallvec![a, b]),
        Inst::IntUn { dst, a, .. } | Inst::FUn { dst, a, .. } | Inst::Cast { dst, a, .. } => (one(dst), smallvec![a]),
        Inst::Fma { dst, a, b, c, .. } => (one(dst), smallvec![a, b, c]),
        Inst::Select { dst, cond, then, other } => (one(dst), smallvec![cond, then, other]),
        Inst::PtrAdd { dst, base, index, .. } => (one(dst), smallvec![base, index]),
        _ => return None,
    })
}

/// What an instruction writes, as far as that is known here, and all that it reads.
pub(crate) fn used(inst: &Inst) -> Computed {
    use smallvec::smallvec;
    if let Some(computed) = computed(inst) {
        return computed;
    }
    match *inst {
        Inst::Bin { dst, a, b, .. } => ([Some(dst), None], smallvec![a, b]),
        Inst::Alloca { dst, count, .. } => ([Some(dst), None], smallvec![count]),
        Inst::Load { dst, addr, .. } => ([Some(dst), None], smallvec![addr]),
        Inst::Store { addr, value, .. } => ([None, None], smallvec![addr, value]),
        Inst::Rmw { dst, addr, value, .. } => ([Some(dst), None], smallvec![addr, value]),
        Inst::Cas { dst, success, addr, expected, new, .. } => {
            ([Some(dst), Some(success)], smallvec![addr, expected, new])
        }
        Inst::MemCopy { to, from, len } | Inst::MemMove { to, from, len } => ([None, None], smallvec![to, from, len]),
        Inst::MemSet { to, byte, len } => ([None, None], smallvec![to, byte, len]),
        // Its further results may be written as well, which is not known here for sure.
        Inst::Call { callee, dst, ref args, .. } => {
            let pointer = if let Callee::Pointer(pointer) = callee { Some(pointer) } else { None };
            ([dst, None], args.iter().copied().chain(pointer).collect())
        }
        Inst::Return { ref values } => ([None, None], values.iter().copied().collect()),
        Inst::Branch { cond: one, .. }
        | Inst::Switch { value: one, .. }
        | Inst::VaStart { list: one }
        | Inst::AllocaEnd { addr: one }
        | Inst::StackRestore { mark: one } => ([None, None], smallvec![one]),
        Inst::VaCopy { to, from } => ([None, None], smallvec![to, from]),
        Inst::StackSave { dst } => ([Some(dst), None], smallvec![]),
        // These have no operands; those that only compute were dealt with above.
        Inst::Fence { .. }
        | Inst::Jump { .. }
        | Inst::Invoked { .. }
        | Inst::Loop { .. }
        | Inst::Unsupported { .. }
        | Inst::Unreachable
        | Inst::Trap { .. } => ([None, None], smallvec![]),
        _ => unreachable!("it only computes"),
    }
}

/// Whether an instruction may write a register.
pub(crate) fn may_write(inst: &Inst, reg: Reg) -> bool {
    match *inst {
        // How many registers its results take is not known here for sure.
        Inst::Call { dst, .. } => dst.is_some_and(|dst| reg >= dst),
        _ => used(inst).0.contains(&Some(reg)),
    }
}

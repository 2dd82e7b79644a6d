//! The instructions.

mod check;
mod ops;

pub use check::Check;
pub use ops::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};

use crate::module::{ConstId, ExternId, FuncId};
use crate::signature::SignatureId;
use threadbare_op::{Order, RmwOp};

/// A register of a function, from 0; the parameters come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u32);

/// An instruction's place in its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pc(pub u32);

/// Where an instruction takes a value from. Registers count up from 0, constants down from -1, so
/// that it stays 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand(i32);

impl Operand {
    /// A register. Its number must be below 2^31.
    #[must_use]
    pub const fn reg(reg: Reg) -> Self {
        Self(reg.0 as i32)
    }

    /// A constant of the program. Its number must be below 2^31.
    #[must_use]
    pub const fn constant(id: ConstId) -> Self {
        Self(!(id.0 as i32))
    }

    /// The register, if it is one.
    #[must_use]
    pub const fn as_reg(self) -> Option<Reg> {
        if self.0 >= 0 { Some(Reg(self.0 as u32)) } else { None }
    }

    /// The constant, if it is one.
    #[must_use]
    pub const fn as_const(self) -> Option<ConstId> {
        if self.0 < 0 { Some(ConstId(!self.0 as u32)) } else { None }
    }
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FuncId),
    /// A function that the program only declares: the machine's libraries, or unknown.
    External(ExternId),
    /// The function at this address.
    Pointer(Operand),
}

/// An instruction. `size` is in bytes (1, 2, 4, 8), `width` in bits.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Inst {
    Move {
        dst: Reg,
        src: Operand,
    },
    /// Reads a value that LLVM calls undef or poison: uninitialised.
    Undef {
        dst: Reg,
    },
    /// Copies `src`, but makes an arbitrary, fixed value of an uninitialised one (LLVM's freeze).
    Freeze {
        dst: Reg,
        src: Operand,
    },
    /// What comes next depends on the number of the address `a`: not if it leads into the same object as
    /// `b`, whose number is subtracted from it, or compared with it.
    AsNumber {
        a: Operand,
        b: Operand,
    },
    Bin {
        op: BinOp,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Overflow {
        op: OverflowOp,
        width: u8,
        dst: Reg,
        overflowed: Reg,
        a: Operand,
        b: Operand,
    },
    IntUn {
        op: IntUnOp,
        width: u8,
        dst: Reg,
        a: Operand,
    },
    FBin {
        op: FBinOp,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FUn {
        op: FUnOp,
        width: u8,
        dst: Reg,
        a: Operand,
    },
    /// `a * b + c`.
    Fma {
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    Cmp {
        pred: Pred,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FCmp {
        pred: FPred,
        width: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        from: u8,
        to: u8,
        dst: Reg,
        a: Operand,
    },
    Select {
        dst: Reg,
        cond: Operand,
        then: Operand,
        other: Operand,
    },
    /// `base + sign-extended index (of index_width bits) * scale + offset`, on 64 bits. (On 32, if the
    /// program is one for these, and the base is an address that it can have in memory.) `exact`: what
    /// is added is a signed number; if that has more than 64 bits, the address is valid nowhere.
    PtrAdd {
        dst: Reg,
        base: Operand,
        index: Operand,
        index_width: u8,
        scale: i64,
        offset: i64,
        exact: bool,
    },

    /// Memory of this activation of the function that may be shared; freed when it returns. `count`
    /// elements of `size` bytes.
    Alloca {
        dst: Reg,
        count: Operand,
        size: u64,
        align: u32,
        shape: Option<crate::ShapeId>,
    },
    /// The life of the variable at `addr`, an [`Inst::Alloca`] of this activation, ends before the
    /// function returns. Nothing if it has ended already, or there is none.
    AllocaEnd {
        addr: Operand,
    },
    /// How many variables this activation has now, for [`Inst::StackRestore`].
    StackSave {
        dst: Reg,
    },
    /// Ends the life of the variables that this activation has had since it had `mark` of them.
    StackRestore {
        mark: Operand,
    },
    /// Address of memory that no other thread, and no other function, can see: entry `index` of
    /// [`crate::Function::private`].
    PrivateAlloca {
        dst: Reg,
        index: u32,
    },
    Load {
        dst: Reg,
        addr: Operand,
        size: u8,
        order: Order,
    },
    Store {
        addr: Operand,
        value: Operand,
        size: u8,
        order: Order,
    },
    Rmw {
        dst: Reg,
        op: RmwOp,
        addr: Operand,
        value: Operand,
        size: u8,
        order: Order,
    },
    /// `dst`: the old value; `success`: 1 or 0.
    Cas {
        dst: Reg,
        success: Reg,
        addr: Operand,
        expected: Operand,
        new: Operand,
        size: u8,
        weak: bool,
        orders: (Order, Order),
    },
    Fence {
        order: Order,
    },
    MemCopy {
        to: Operand,
        from: Operand,
        len: Operand,
    },
    MemMove {
        to: Operand,
        from: Operand,
        len: Operand,
    },
    MemSet {
        to: Operand,
        byte: Operand,
        len: Operand,
    },

    /// Results go to registers `dst`, `dst + 1`, ... as many as the callee returns.
    Call {
        callee: Callee,
        dst: Option<Reg>,
        args: Box<[Operand]>,
        /// What is passed, where the function may take something else.
        kinds: Option<SignatureId>,
    },
    Return {
        values: Box<[Operand]>,
    },
    Jump {
        to: Pc,
    },
    Branch {
        cond: Operand,
        then: Pc,
        other: Pc,
    },
    /// After a call that the end of its thread may unwind: on to `next` if the call has returned,
    /// else to `unwind`.
    Invoked {
        next: Pc,
        unwind: Pc,
    },
    /// `cases` are sorted by value, values zero-extended from `width`.
    Switch {
        value: Operand,
        width: u8,
        cases: Box<[(u64, Pc)]>,
        other: Pc,
    },
    /// The head of a loop is entered: from outside (`entry`), or again (a back edge). For
    /// `--unroll` and `explain`.
    Loop {
        index: u32,
        entry: bool,
    },
    /// Begins to read the variable arguments of this function into the `va_list` at `list` (x86-64
    /// layout, where all arguments are placed in its overflow area, or that of i386).
    VaStart {
        list: Operand,
    },
    /// Copies a `va_list`.
    VaCopy {
        to: Operand,
        from: Operand,
    },
    /// Something that cannot be run, met only if it is reached; the text completes "unsupported:
    /// ...".
    Unsupported {
        what: Box<str>,
    },
    /// Control cannot come here unless the program is wrong.
    Unreachable,
    /// A check that the compiler left has failed (a trap after an overflow check, say).
    Trap {
        check: Check,
    },
}

/// What an instruction is about: how those that work through all kinds of instructions divide them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Registers only.
    Pure,
    /// Memory, fences included.
    Memory,
    /// Where control goes, calls included.
    Control,
}

impl Inst {
    /// The address and size of the memory that it loads, stores or updates as one number.
    #[must_use]
    pub const fn accessed(&self) -> Option<(Operand, u8)> {
        match *self {
            Self::Load { addr, size, .. }
            | Self::Store { addr, size, .. }
            | Self::Rmw { addr, size, .. }
            | Self::Cas { addr, size, .. } => Some((addr, size)),
            _ => None,
        }
    }

    /// What it is about.
    #[must_use]
    pub const fn class(&self) -> Class {
        match self {
            Self::Move { .. }
            | Self::Undef { .. }
            | Self::Freeze { .. }
            | Self::AsNumber { .. }
            | Self::Bin { .. }
            | Self::Overflow { .. }
            | Self::IntUn { .. }
            | Self::FBin { .. }
            | Self::FUn { .. }
            | Self::Fma { .. }
            | Self::Cmp { .. }
            | Self::FCmp { .. }
            | Self::Cast { .. }
            | Self::Select { .. }
            | Self::PtrAdd { .. } => Class::Pure,
            Self::Alloca { .. }
            | Self::AllocaEnd { .. }
            | Self::StackSave { .. }
            | Self::StackRestore { .. }
            | Self::PrivateAlloca { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Rmw { .. }
            | Self::Cas { .. }
            | Self::Fence { .. }
            | Self::MemCopy { .. }
            | Self::MemMove { .. }
            | Self::MemSet { .. }
            | Self::VaStart { .. }
            | Self::VaCopy { .. } => Class::Memory,
            Self::Call { .. }
            | Self::Return { .. }
            | Self::Jump { .. }
            | Self::Branch { .. }
            | Self::Invoked { .. }
            | Self::Switch { .. }
            | Self::Loop { .. }
            | Self::Unsupported { .. }
            | Self::Unreachable
            | Self::Trap { .. } => Class::Control,
        }
    }
}

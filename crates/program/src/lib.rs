//! A program as the machine runs it: register code, independent of LLVM.
//!
//! * A function has numbered registers ([`Reg`]), each holding one scalar: an integer of at most 64
//!   bits (kept zero-extended), a float (its bits), or a pointer. Aggregates and small vectors are
//!   split into one register each by the front end. There are no phis: the front end writes moves.
//! * An operand is a register or a constant of the program ([`Operand`]).
//! * Globals, functions and externals are known by number; [`Const`]s may be their addresses, which
//!   only the machine knows.
//! * Each instruction has a [`op::Site`](threadbare_op::Site), numbered over the whole program
//!   ([`Program::site`]); the debug tables say what it means.

#![forbid(unsafe_code)]

mod allocators;
mod anew;
mod bases;
mod bit_access;
mod caller;
mod comes_back;
mod confirm;
mod counted;
mod counters;
mod debug;
mod decides;
mod fold;
mod idle;
mod inst;
mod jumps;
mod loops;
mod module;
mod operands;
mod patience;
mod printed;
mod registers;
mod signature;
mod stops;
mod straight;
mod taken;
mod text;
mod unrotate;
mod unseen;
mod verify;
mod waits;
mod wide;

pub use allocators::allocators;
pub use anew::{Lost, Renewed, Span};
pub use bit_access::accessed_bits;
pub use caller::{CALLER, add_caller};
pub use counted::counted;
pub use debug::{BitField, DebugFunction, LineOf, Member, Shape, ShapeId, ShapeKind, SourceFile, SourcePos};
pub use decides::{Decided, Decides, Target, argument, writes};
pub use fold::{fold, longest_period};
pub use idle::SLEEP;
pub use inst::{BinOp, Callee, CastOp, Check, FBinOp, FPred, FUnOp, Inst, IntUnOp, Operand, OverflowOp, Pc, Pred, Reg};
pub use jumps::{is_long_jump, is_set_jump};
pub use loops::{Arrival, LoopKind, Loops};
pub use module::{
    Const, ConstId, ExternId, External, FuncId, Function, Global, GlobalId, GlobalInit, LoopInfo, PrivateAlloca,
    Program,
};
pub use patience::Patience;
pub use signature::{Kind, Signature, SignatureId};
pub use stops::Stops;
pub use straight::straighten;
pub use taken::variables as taken_variables;
pub use text::ParseError;
pub use unrotate::unrotate;
pub use unseen::Unseen;
pub use verify::VerifyError;
pub use waits::{Test, Wait};
pub use wide::order_numbered;

//! What values are: chosen when the machine is compiled.

use crate::arith;
use crate::value::Value;
use std::fmt::Debug;
use threadbare_program::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};

/// What arithmetic can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The divisor is zero.
    DivisionByZero,
    /// The quotient does not fit.
    Overflow,
    /// The divisor is undefined.
    Undefined,
    /// There is no result.
    Poison,
}

/// A domain of values: what registers hold, and arithmetic on it.
///
/// Memory, addresses and decisions are concrete words ([`Value`]); a domain says what word one of
/// its values is.
pub trait Domain: Debug + Default + 'static {
    /// A value.
    type Value: Copy + PartialEq + Debug + Default;

    /// The value that is this word.
    fn lift(word: Value) -> Self::Value;
    /// The word that it is.
    fn lower(value: Self::Value) -> Value;
    /// The same value. A hook for speed: see [`Concrete`].
    fn copy(value: Self::Value) -> Self::Value {
        value
    }
    /// Appends values to a frozen state.
    fn freeze(values: &[Self::Value], into: &mut Vec<Value>);
    /// Appends values of a frozen state; as many words as [`Self::freeze`] made.
    fn thaw(words: &[Value], into: &mut Vec<Self::Value>);
    /// One of the values of a frozen state.
    fn thawed(words: &[Value], n: usize) -> Self::Value;
    /// Integer arithmetic; the result goes to `into`.
    ///
    /// # Errors
    /// Divisions can go wrong; and there may be no result. Then what a processor would compute is
    /// in `into`.
    fn bin(op: BinOp, width: u8, a: Self::Value, b: Self::Value, into: &mut Self::Value) -> Result<(), Wrong>;
    /// Arithmetic and whether it overflowed.
    fn overflow(op: OverflowOp, width: u8, a: Self::Value, b: Self::Value) -> (Self::Value, Self::Value);
    /// Bit counting and the like.
    ///
    /// # Errors
    /// There may be no result, as for [`Self::bin`].
    fn int_un(op: IntUnOp, width: u8, a: Self::Value, into: &mut Self::Value) -> Result<(), Wrong>;
    /// Float arithmetic.
    fn fbin(op: FBinOp, width: u8, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Float functions.
    fn fun(op: FUnOp, width: u8, a: Self::Value) -> Self::Value;
    /// `a * b + c`.
    fn fma(width: u8, a: Self::Value, b: Self::Value, c: Self::Value) -> Self::Value;
    /// Integer comparison.
    fn cmp(pred: Pred, width: u8, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Float comparison.
    fn fcmp(pred: FPred, width: u8, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Conversion.
    ///
    /// # Errors
    /// There may be no result, as for [`Self::bin`].
    fn cast(op: CastOp, from: u8, to: u8, a: Self::Value, into: &mut Self::Value) -> Result<(), Wrong>;
    /// `base + index * scale + offset`, the index sign-extended from `index_width` bits.
    fn ptr_add(base: Self::Value, index: (Self::Value, u8), scale: i64, offset: i64) -> Self::Value;
}

/// Machine words, with undefined bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Domain for Concrete {
    type Value = Value;

    #[inline(always)]
    fn lift(word: Value) -> Value {
        word
    }
    #[inline(always)]
    fn lower(value: Value) -> Value {
        value
    }
    /// Copying both words at once, as the compiler would, has to wait until the two stores of the
    /// instruction that made them have reached the cache: some twelve cycles. So they are copied
    /// one by one.
    #[inline(always)]
    fn copy(value: Value) -> Value {
        if value.undef == 0 { Value::new(value.bits) } else { partly_undef(value) }
    }
    fn freeze(values: &[Value], into: &mut Vec<Value>) {
        into.extend_from_slice(values);
    }
    fn thaw(words: &[Value], into: &mut Vec<Value>) {
        into.extend_from_slice(words);
    }
    #[inline(always)]
    fn thawed(words: &[Value], n: usize) -> Value {
        words[n]
    }
    #[inline(always)]
    fn bin(op: BinOp, width: u8, a: Value, b: Value, into: &mut Value) -> Result<(), Wrong> {
        arith::bin_into(op, u32::from(width), a, b, into)
    }
    fn overflow(op: OverflowOp, width: u8, a: Value, b: Value) -> (Value, Value) {
        arith::overflow(op, u32::from(width), a, b)
    }
    fn int_un(op: IntUnOp, width: u8, a: Value, into: &mut Value) -> Result<(), Wrong> {
        arith::int_un(op, u32::from(width), a, into)
    }
    fn fbin(op: FBinOp, width: u8, a: Value, b: Value) -> Value {
        arith::fbin(op, width, a, b)
    }
    fn fun(op: FUnOp, width: u8, a: Value) -> Value {
        arith::fun(op, width, a)
    }
    fn fma(width: u8, a: Value, b: Value, c: Value) -> Value {
        arith::fma(width, a, b, c)
    }
    #[inline(always)]
    fn cmp(pred: Pred, width: u8, a: Value, b: Value) -> Value {
        arith::cmp(pred, u32::from(width), a, b)
    }
    fn fcmp(pred: FPred, width: u8, a: Value, b: Value) -> Value {
        arith::fcmp(pred, width, a, b)
    }
    #[inline(always)]
    fn cast(op: CastOp, from: u8, to: u8, a: Value, into: &mut Value) -> Result<(), Wrong> {
        arith::cast(op, u32::from(from), u32::from(to), a, into)
    }
    #[inline(always)]
    fn ptr_add(base: Value, index: (Value, u8), scale: i64, offset: i64) -> Value {
        arith::ptr_add(base, index.0, u32::from(index.1), scale, offset)
    }
}

#[cold]
#[inline(never)]
fn partly_undef(value: Value) -> Value {
    std::hint::black_box(value)
}

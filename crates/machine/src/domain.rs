//! What values are: chosen when the machine is compiled.
//!
//! Registers, memory, answers and what threads hand to each other are [values](Domain::Value) of a
//! domain, which alone looks into them. Where the course of a thread depends on one (a branch, an
//! address, a size), the machine asks for its word: [`Domain::word`] is the only way from a value
//! to a number.

use crate::arith;
use crate::memory::cells;
use crate::met::Met;
use crate::value::Value;
use std::fmt::Debug;
use std::hash::Hash;
use threadbare_op::{Fingerprint, Given, Possible, Question, RmwOp, Site, ThreadId};
use threadbare_program::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};

/// Histories ([`Domain::history`]) are below this.
pub const MOST_HISTORY: u32 = 1 << 26;

/// So many inputs a thread takes in one execution: one that takes no end of them, and does nothing
/// else, is noticed by this.
pub const MOST_INPUTS: u32 = 1 << 16;

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
    /// That depends on what is not settled ([`Domain::open`]).
    Undecided,
}

/// A long operation on integers of 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WideOp {
    /// Unsigned quotient.
    UDiv,
    /// Unsigned remainder.
    URem,
    /// Signed quotient.
    SDiv,
    /// Signed remainder.
    SRem,
    /// Whether the unsigned product does not fit.
    UMulOverflows,
    /// Whether the signed product does not fit.
    SMulOverflows,
}

/// A value is no single word: it depends on something that the execution has not settled. A thread
/// whose course depends on it goes no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undecided;

/// A domain of values: what registers and memory hold, and arithmetic on it.
///
/// A domain that gives its values numbers keeps them itself: values are small, and the machine
/// copies and compares them. Equal values are treated as one by everything that compares states
/// (waits in loops, steps that are remembered) and by explorers.
pub trait Domain: Debug + Default + Send + 'static {
    /// Whether it has values that depend on input. What follows up to [`Self::possible`] is only
    /// called if so, but for [`Self::settled`] and [`Self::same`]; so is what follows from
    /// [`Self::range`] to [`Self::print_known`].
    const HAS_INPUT: bool = false;

    /// A value.
    type Value: Copy + Eq + Hash + Debug + Default + Send;

    /// The value that is this word.
    fn lift(&self, word: Value) -> Self::Value;
    /// The word that a value is.
    ///
    /// # Errors
    /// It is not settled.
    fn word(&self, value: Self::Value) -> Result<Value, Undecided>;
    /// The word, or one that a value can be which depends on input, with the same undefined bits:
    /// for what is only printed. `None` if there is none to be named.
    fn shown(&self, value: Self::Value) -> Option<Value> {
        self.word(value).ok()
    }
    /// The same as [`Self::word`], whatever the thread that runs has found out of the input: for
    /// what must not depend on who asks.
    ///
    /// # Errors
    /// It is not settled.
    fn settled(&self, value: Self::Value) -> Result<Value, Undecided> {
        self.word(value)
    }
    /// Whether two values are the same word, for every input; `None` if that depends on it. None of
    /// their bits are undefined, or nobody knows.
    fn same(&self, a: Self::Value, b: Self::Value) -> Option<bool> {
        let word = |value| self.settled(value).ok()?.defined();
        Some(word(a)? == word(b)?)
    }
    /// How the program is to be run: called once, before anything else.
    fn prepare(&mut self, options: &crate::Options) {
        let _ = options;
    }
    /// Whether it keeps so much that one with nothing in it should take its place
    /// ([`threadbare_op::Fork::is_full`]).
    fn is_full(&self) -> bool {
        false
    }
    /// Adds what another one of its kind has counted.
    fn add_counts(&mut self, other: &Self) {
        let _ = other;
    }
    /// What the thread that runs has found out of the input, as a number that is part of its state;
    /// 0 at its beginning.
    fn history(&self) -> u32 {
        0
    }
    /// How many inputs the thread that runs has taken.
    fn taken(&self) -> u32 {
        0
    }
    /// Another thread runs, or the same one from another state: this is what it has found out.
    fn recall(&mut self, history: u32) {
        let _ = history;
    }
    /// The execution is that of one input: what is asked is answered at once ([`Self::answer`]).
    fn follow(&mut self, input: &[Given]) {
        let _ = input;
    }
    /// The answer for the input that is followed, if one is.
    fn answer(&mut self, question: Question) -> Option<u64> {
        let _ = question;
        None
    }
    /// A new input of so many bits for the thread that runs: a word, zeros above. The same for a
    /// thread with the same history.
    ///
    /// # Errors
    /// There can be no more: why.
    fn input(&mut self, thread: ThreadId, width: u8) -> Result<Self::Value, String> {
        let _ = (thread, width);
        Err("input".into())
    }
    /// The question, to be answered by 0 or 1, that has to be asked next to know the word of a
    /// value. It depends on nothing but the value and the history; `site` is where it is asked.
    ///
    /// # Errors
    /// It cannot be asked: why.
    fn ask(&mut self, value: Self::Value, site: Site) -> Result<Question, String> {
        let _ = (value, site);
        Err("a value that is not settled".into())
    }
    /// What is to be explored first of the bit that is asked for next, if that matters; of a number,
    /// whether the greatest comes first. It depends on nothing but where the thread is.
    fn prefer(&mut self, is: Option<bool>) {
        let _ = is;
    }
    /// The thread that runs is told the answer to what it asked; false if it has asked nothing.
    fn hear(&mut self, answer: u64) -> bool {
        let _ = answer;
        false
    }
    /// What has to be asked to know whether two values are the same word, and the answer that says
    /// they are; `None` if that is settled, or depends on more than input. It depends on nothing
    /// but the values.
    fn whether_same(&mut self, a: Self::Value, b: Self::Value) -> Option<(Question, u32)> {
        let _ = (a, b);
        None
    }
    /// The thread that runs is told the answer to that question by what it has found in memory.
    ///
    /// # Errors
    /// It knows too much already: why.
    fn learn(&mut self, question: Question, answer: u32) -> Result<(), String> {
        let _ = (question, answer);
        Ok(())
    }
    /// The value, of one bit, on which depends what the last operation has left open
    /// ([`Wrong::Undecided`]).
    fn open(&self) -> Self::Value {
        self.lift(Value::ZERO)
    }
    /// Whether some input gives all these answers.
    fn possible(&mut self, answers: &[(Question, u32)]) -> Possible {
        let _ = answers;
        Possible::Yes
    }
    /// Some input that gives all these answers, if one is found.
    fn input_for(&mut self, answers: &[(Question, u32)]) -> Option<Vec<Given>> {
        let _ = answers;
        None
    }
    /// The least and the greatest number that a value can be, whatever the input; `None` if that
    /// depends on more than input.
    fn range(&self, value: Self::Value) -> Option<(u64, u64)> {
        let _ = value;
        None
    }
    /// The lowest `width` bits of a value that is settled to have no others, added to `base`.
    fn narrowed(&self, base: u64, value: Self::Value, width: u8) -> Self::Value {
        let _ = (base, width);
        value
    }
    /// `then` if the lowest bit of `cond` is 1, else `other`; `None` if that is no value.
    fn select(&self, cond: Self::Value, then: Self::Value, other: Self::Value) -> Option<Self::Value> {
        let _ = (cond, then, other);
        None
    }

    /// The word of a result that begins at bit `from`; of two numbers of 128 bits, each its low and
    /// its high word. `None` if nothing depends on input, or the words of the operands have to be
    /// known.
    ///
    /// # Errors
    /// Divisions can go wrong.
    fn wide(&self, _op: WideOp, _words: [Self::Value; 4], _from: u8) -> Result<Option<Self::Value>, Wrong> {
        Ok(None)
    }
    /// Whether it is one of a few values that input chooses. Where nothing can be computed of input,
    /// it is asked which.
    fn is_choice(&self, value: Self::Value) -> bool {
        let _ = value;
        false
    }
    /// What a [load](Self::load) of `size` bytes gives at an offset that depends on input and is
    /// settled to be at most `last`; `None` if that is no value, or too much.
    fn load_at(&self, cells: &[Self::Value], offset: Self::Value, last: u64, size: u8) -> Option<Self::Value> {
        let _ = (cells, offset, last, size);
        None
    }
    /// The same for a [store](Self::store): what the cells are then.
    fn stored_at(
        &self,
        cells: &[Self::Value],
        offset: Self::Value,
        last: u64,
        (size, value): (u8, Self::Value),
    ) -> Option<Vec<Self::Value>> {
        let _ = (cells, offset, last, size, value);
        None
    }
    /// Adds a value that is no word to a fingerprint. Two values have the same one if they are the
    /// same but for their inputs, and these are [named](Met::name) alike.
    fn print(&self, value: Self::Value, print: &mut Fingerprint, met: &mut Met) {
        let _ = (value, print, met);
    }
    /// Adds what the threads with these histories know, as far as it has to do with inputs that
    /// were met: all that decides what they will ask, and which answers will be possible.
    fn print_known(&self, histories: &[u32], print: &mut Fingerprint, met: &mut Met) {
        let _ = (histories, print, met);
    }
    /// The number that a value is to explorers and in the log, if it is a defined word and nothing
    /// else; other values are given numbers. Equal numbers are equal values.
    fn number(&self, value: Self::Value) -> Option<u64>;
    /// The same value. A hook for speed: see [`Concrete`].
    fn copy(value: Self::Value) -> Self::Value {
        value
    }
    /// A value as it is kept in frozen states.
    fn pack(value: Self::Value) -> Value;
    /// And back.
    fn unpack(kept: Value) -> Self::Value;
    /// Appends values to a frozen state. A hook for speed.
    fn pack_all(values: &[Self::Value], into: &mut Vec<Value>) {
        into.extend(values.iter().map(|&value| Self::pack(value)));
    }
    /// Appends values of a frozen state. A hook for speed.
    fn unpack_all(kept: &[Value], into: &mut Vec<Self::Value>) {
        into.extend(kept.iter().map(|&value| Self::unpack(value)));
    }

    /// `size` (1 to 8) bytes at `offset` of words of memory.
    fn load(&self, cells: &[Self::Value], offset: usize, size: u8) -> Self::Value;
    /// Writes them.
    fn store(&self, cells: &mut [Self::Value], offset: usize, size: u8, value: Self::Value);
    /// The lowest `size` bytes.
    fn lowest(&self, value: Self::Value, size: u8) -> Self::Value {
        self.load(&[value], 0, size)
    }
    /// Pieces of these sizes, one after the other, `len` bytes together, as words of memory.
    fn joined(&self, pieces: &[(u8, Self::Value)], len: u64) -> Vec<Self::Value> {
        let mut cells = vec![self.lift(Value::ZERO); len.div_ceil(8) as usize];
        let mut at = 0;
        for &(size, value) in pieces {
            self.store(&mut cells, at, size, value);
            at += usize::from(size);
        }
        cells
    }
    /// A word of which each byte is the lowest of `value`.
    fn spread(&self, value: Self::Value) -> Self::Value;

    /// Integer arithmetic; the result goes to `into`.
    ///
    /// # Errors
    /// Divisions can go wrong; and there may be no result. Then what a processor would compute is
    /// in `into`.
    fn bin(&self, op: BinOp, width: u8, a: Self::Value, b: Self::Value, into: &mut Self::Value) -> Result<(), Wrong>;
    /// What a read-modify-write of `size` bytes writes over `old`.
    fn rmw(&self, op: RmwOp, size: u8, old: Self::Value, operand: Self::Value) -> Self::Value;
    /// Arithmetic and whether it overflowed.
    fn overflow(&self, op: OverflowOp, width: u8, a: Self::Value, b: Self::Value) -> (Self::Value, Self::Value);
    /// Bit counting and the like.
    ///
    /// # Errors
    /// There may be no result, as for [`Self::bin`].
    fn int_un(&self, op: IntUnOp, width: u8, a: Self::Value, into: &mut Self::Value) -> Result<(), Wrong>;
    /// Float arithmetic.
    fn fbin(&self, op: FBinOp, width: u8, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Float functions.
    fn fun(&self, op: FUnOp, width: u8, a: Self::Value) -> Self::Value;
    /// `a * b + c`.
    fn fma(&self, width: u8, a: Self::Value, b: Self::Value, c: Self::Value) -> Self::Value;
    /// Integer comparison.
    fn cmp(&self, pred: Pred, width: u8, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Float comparison.
    fn fcmp(&self, pred: FPred, width: u8, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Conversion.
    ///
    /// # Errors
    /// There may be no result, as for [`Self::bin`].
    fn cast(&self, op: CastOp, from: u8, to: u8, a: Self::Value, into: &mut Self::Value) -> Result<(), Wrong>;
    /// `base + index * scale + offset`, the index sign-extended from `index_width` bits.
    fn ptr_add(&self, base: Self::Value, index: (Self::Value, u8), scale: i64, offset: i64) -> Self::Value;
}

/// Machine words, with undefined bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Domain for Concrete {
    type Value = Value;

    #[inline(always)]
    fn lift(&self, word: Value) -> Value {
        word
    }
    #[inline(always)]
    fn word(&self, value: Value) -> Result<Value, Undecided> {
        Ok(value)
    }
    #[inline(always)]
    fn number(&self, value: Value) -> Option<u64> {
        value.defined()
    }
    /// Copying both words at once, as the compiler would, has to wait until the two stores of the
    /// instruction that made them have reached the cache: some twelve cycles. So they are copied
    /// one by one.
    #[inline(always)]
    fn copy(value: Value) -> Value {
        if value.undef == 0 { Value::new(value.bits) } else { partly_undef(value) }
    }
    #[inline(always)]
    fn pack(value: Value) -> Value {
        value
    }
    #[inline(always)]
    fn unpack(kept: Value) -> Value {
        kept
    }
    fn pack_all(values: &[Value], into: &mut Vec<Value>) {
        into.extend_from_slice(values);
    }
    fn unpack_all(kept: &[Value], into: &mut Vec<Value>) {
        into.extend_from_slice(kept);
    }
    #[inline(always)]
    fn load(&self, cells: &[Value], offset: usize, size: u8) -> Value {
        cells::load(cells, offset, size)
    }
    #[inline(always)]
    fn store(&self, cells: &mut [Value], offset: usize, size: u8, value: Value) {
        cells::store(cells, offset, size, value);
    }
    #[inline(always)]
    fn lowest(&self, value: Value, size: u8) -> Value {
        value.lowest(u32::from(size) * 8)
    }
    fn spread(&self, value: Value) -> Value {
        let spread = |bits: u64| (bits & 0xFF).wrapping_mul(0x0101_0101_0101_0101);
        Value { bits: spread(value.bits), undef: spread(value.undef) }
    }
    #[inline(always)]
    fn bin(&self, op: BinOp, width: u8, a: Value, b: Value, into: &mut Value) -> Result<(), Wrong> {
        arith::bin_into(op, u32::from(width), a, b, into)
    }
    fn rmw(&self, op: RmwOp, size: u8, old: Value, operand: Value) -> Value {
        if op == RmwOp::Xchg { operand } else { Value::new(op.apply(old.bits, operand.bits, size)) }
    }
    fn overflow(&self, op: OverflowOp, width: u8, a: Value, b: Value) -> (Value, Value) {
        arith::overflow(op, u32::from(width), a, b)
    }
    fn int_un(&self, op: IntUnOp, width: u8, a: Value, into: &mut Value) -> Result<(), Wrong> {
        arith::int_un(op, u32::from(width), a, into)
    }
    fn fbin(&self, op: FBinOp, width: u8, a: Value, b: Value) -> Value {
        arith::fbin(op, width, a, b)
    }
    fn fun(&self, op: FUnOp, width: u8, a: Value) -> Value {
        arith::fun(op, width, a)
    }
    fn fma(&self, width: u8, a: Value, b: Value, c: Value) -> Value {
        arith::fma(width, a, b, c)
    }
    #[inline(always)]
    fn cmp(&self, pred: Pred, width: u8, a: Value, b: Value) -> Value {
        arith::cmp(pred, u32::from(width), a, b)
    }
    fn fcmp(&self, pred: FPred, width: u8, a: Value, b: Value) -> Value {
        arith::fcmp(pred, width, a, b)
    }
    #[inline(always)]
    fn cast(&self, op: CastOp, from: u8, to: u8, a: Value, into: &mut Value) -> Result<(), Wrong> {
        arith::cast(op, u32::from(from), u32::from(to), a, into)
    }
    #[inline(always)]
    fn ptr_add(&self, base: Value, index: (Value, u8), scale: i64, offset: i64) -> Value {
        arith::ptr_add(base, index.0, u32::from(index.1), scale, offset)
    }
}

#[cold]
#[inline(never)]
fn partly_undef(value: Value) -> Value {
    std::hint::black_box(value)
}

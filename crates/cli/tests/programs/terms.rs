//! A domain of values that is none of machine words, for tests: what the machine and the explorers
//! hold of a value is a number that says nothing of its word. Only the domain can tell, from its
//! table. Whoever looked into a value, or computed with a word of an explorer, would go wrong.
//!
//! Beside its word a value has the bits of it that are *unsettled*: they come from the constant
//! [`UNSETTLED`] of the program, and go wherever something is computed of them. They are a stand-in
//! for input. Where the domain is strict, nothing may be decided by them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use threadbare_machine::{Concrete, Domain, Undecided, Value, Wrong};
use threadbare_op::RmwOp;
use threadbare_program::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};

/// The constant that is unsettled.
pub const UNSETTLED: u64 = 0x5EED;

thread_local! {
    /// Whether the domains are strict that this thread makes. (Two types of domains would have the
    /// explorers compiled twice.)
    pub static STRICT: Cell<bool> = const { Cell::new(false) };
}

/// A number in the table, in disguise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Term(u32);

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Node {
    word: Value,
    unsettled: u64,
}

/// All values so far: equal ones have one number.
#[derive(Debug)]
struct Table {
    nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
}

#[derive(Debug)]
pub struct Terms {
    table: RefCell<Table>,
    strict: bool,
}

impl Default for Terms {
    fn default() -> Self {
        // `Term::default()` is zero.
        let table = Table { nodes: vec![Node::default()], numbers: [(Node::default(), 0)].into() };
        Self { table: RefCell::new(table), strict: STRICT.get() }
    }
}

impl Terms {
    fn node(&self, term: Term) -> Node {
        self.table.borrow().nodes[term.0.reverse_bits() as usize]
    }

    fn make(&self, word: Value, unsettled: u64) -> Term {
        let node = Node { word, unsettled };
        let Table { nodes, numbers } = &mut *self.table.borrow_mut();
        let number = *numbers.entry(node).or_insert_with(|| {
            nodes.push(node);
            nodes.len() as u32 - 1
        });
        Term(number.reverse_bits())
    }

    fn words<const N: usize>(&self, terms: [Term; N]) -> [Value; N] {
        terms.map(|term| self.node(term).word)
    }

    /// What is computed of these: unsettled as a whole if any of them is.
    fn computed<const N: usize>(&self, of: [Term; N], word: Value) -> Term {
        let unsettled = of.into_iter().any(|term| self.node(term).unsettled != 0);
        self.make(word, if unsettled { u64::MAX } else { 0 })
    }

    /// The same for what may go wrong.
    fn tried<const N: usize>(
        &self,
        of: [Term; N],
        into: &mut Term,
        compute: impl FnOnce([Value; N], &mut Value) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let mut word = self.node(*into).word;
        let done = compute(self.words(of), &mut word);
        *into = self.computed(of, word);
        done
    }

    /// The cells in which some bytes are: words, and unsettled bits as the words of others.
    fn cells(&self, cells: &[Term], offset: usize, size: u8) -> [Vec<Value>; 2] {
        let last = (offset + usize::from(size) - 1) / 8;
        let nodes = || cells[offset / 8..=last].iter().map(|&cell| self.node(cell));
        [nodes().map(|node| node.word).collect(), nodes().map(|node| Value::new(node.unsettled)).collect()]
    }
}

impl Domain for Terms {
    type Value = Term;

    fn lift(&self, word: Value) -> Term {
        let is_unsettled = word == Value::new(UNSETTLED);
        self.make(word, if is_unsettled { u64::MAX } else { 0 })
    }

    fn word(&self, value: Term) -> Result<Value, Undecided> {
        let node = self.node(value);
        if self.strict && node.unsettled != 0 { Err(Undecided) } else { Ok(node.word) }
    }

    fn number(&self, _: Term) -> Option<u64> {
        None
    }

    fn pack(value: Term) -> Value {
        Value::new(u64::from(value.0))
    }

    fn unpack(kept: Value) -> Term {
        Term(kept.bits as u32)
    }

    fn load(&self, cells: &[Term], offset: usize, size: u8) -> Term {
        let parts = self.cells(cells, offset, size).map(|cells| Concrete.load(&cells, offset % 8, size));
        self.make(parts[0], parts[1].bits)
    }

    fn store(&self, cells: &mut [Term], offset: usize, size: u8, value: Term) {
        let Node { word, unsettled } = self.node(value);
        let [mut words, mut bits] = self.cells(cells, offset, size);
        Concrete.store(&mut words, offset % 8, size, word);
        Concrete.store(&mut bits, offset % 8, size, Value::new(unsettled));
        for (n, (word, bits)) in words.into_iter().zip(bits).enumerate() {
            cells[offset / 8 + n] = self.make(word, bits.bits);
        }
    }

    fn spread(&self, value: Term) -> Term {
        let Node { word, unsettled } = self.node(value);
        self.make(Concrete.spread(word), Concrete.spread(Value::new(unsettled)).bits)
    }

    fn bin(&self, op: BinOp, width: u8, a: Term, b: Term, into: &mut Term) -> Result<(), Wrong> {
        self.tried([a, b], into, |[a, b], into| Concrete.bin(op, width, a, b, into))
    }

    fn rmw(&self, op: RmwOp, size: u8, old: Term, operand: Term) -> Term {
        let [a, b] = self.words([old, operand]);
        match op {
            RmwOp::Xchg => operand,
            _ => self.computed([old, operand], Concrete.rmw(op, size, a, b)),
        }
    }

    fn overflow(&self, op: OverflowOp, width: u8, a: Term, b: Term) -> (Term, Term) {
        let [x, y] = self.words([a, b]);
        let (result, overflows) = Concrete.overflow(op, width, x, y);
        (self.computed([a, b], result), self.computed([a, b], overflows))
    }

    fn int_un(&self, op: IntUnOp, width: u8, a: Term, into: &mut Term) -> Result<(), Wrong> {
        self.tried([a], into, |[a], into| Concrete.int_un(op, width, a, into))
    }

    fn fbin(&self, op: FBinOp, width: u8, a: Term, b: Term) -> Term {
        let [x, y] = self.words([a, b]);
        self.computed([a, b], Concrete.fbin(op, width, x, y))
    }

    fn fun(&self, op: FUnOp, width: u8, a: Term) -> Term {
        let [x] = self.words([a]);
        self.computed([a], Concrete.fun(op, width, x))
    }

    fn fma(&self, width: u8, a: Term, b: Term, c: Term) -> Term {
        let [x, y, z] = self.words([a, b, c]);
        self.computed([a, b, c], Concrete.fma(width, x, y, z))
    }

    fn cmp(&self, pred: Pred, width: u8, a: Term, b: Term) -> Term {
        let [x, y] = self.words([a, b]);
        self.computed([a, b], Concrete.cmp(pred, width, x, y))
    }

    fn fcmp(&self, pred: FPred, width: u8, a: Term, b: Term) -> Term {
        let [x, y] = self.words([a, b]);
        self.computed([a, b], Concrete.fcmp(pred, width, x, y))
    }

    fn cast(&self, op: CastOp, from: u8, to: u8, a: Term, into: &mut Term) -> Result<(), Wrong> {
        self.tried([a], into, |[a], into| Concrete.cast(op, from, to, a, into))
    }

    fn ptr_add(&self, base: Term, (index, width): (Term, u8), scale: i64, offset: i64) -> Term {
        let [x, y] = self.words([base, index]);
        self.computed([base, index], Concrete.ptr_add(x, (y, width), scale, offset))
    }
}

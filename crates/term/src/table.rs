//! [`Terms`]: the table in which each term is once.

use crate::facts::Facts;
use crate::float::FloatOp;
use crate::operator::{Operator, mask, signed};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A bit vector over the input: a number in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

/// How many bits: 1 to 128.
pub type Width = u8;

/// An input, by a number that whoever uses the table gives it.
pub type Input = u32;

impl Term {
    /// Its number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The term with this number, which [`Self::number`] gave.
    #[must_use]
    pub const fn with_number(number: u32) -> Self {
        Self(number)
    }
}

/// What a term is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number.
    Const(u128),
    /// An input.
    Input(Input),
    /// An operator and its operands, which have the same width.
    Binary(Operator, Term, Term),
    /// An operator of floating-point numbers and its operands, which have the same width; if it has
    /// only one, that twice.
    Float(FloatOp, Term, Term),
    /// The first one above the second.
    Concat(Term, Term),
    /// Bits of a wider term, from this one on.
    Extract(Term, Width),
    /// A narrower term, its sign repeated.
    SignExtend(Term),
    /// The second if the first (one bit) is 1, else the third.
    Ite(Term, Term, Term),
    /// The entry of a [table](Terms::entries) with this number.
    Lookup(Table, Term),
}

/// A table of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Table(pub(crate) u32);

impl Node {
    /// The terms it is made of.
    pub fn operands(self) -> impl Iterator<Item = Term> {
        let operands = match self {
            Self::Const(_) | Self::Input(_) => [None; 3],
            Self::Binary(_, a, b) | Self::Concat(a, b) => [Some(a), Some(b), None],
            Self::Float(op, a, b) => [Some(a), op.is_binary().then_some(b), None],
            Self::Extract(a, _) | Self::SignExtend(a) | Self::Lookup(_, a) => [Some(a), None, None],
            Self::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}

#[derive(Debug)]
struct Entry {
    node: Node,
    width: Width,
    facts: Facts,
    /// Whether it is made of floating-point numbers.
    has_floats: bool,
    /// The set of inputs it depends on, by number.
    inputs: u32,
}

/// See the module.
#[derive(Debug)]
pub struct Terms {
    entries: Vec<Entry>,
    numbers: FxHashMap<(Node, Width), Term>,
    /// The inputs that are operands where floating-point numbers are.
    floats: FxHashSet<Term>,
    /// Sets of inputs, each once; the first is empty.
    sets: Vec<Arc<[Input]>>,
    set_numbers: FxHashMap<Arc<[Input]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    /// The tables of numbers, each once.
    pub(crate) tables: Vec<Arc<[u64]>>,
    pub(crate) table_numbers: FxHashMap<Arc<[u64]>, Table>,
    /// How deep the simplifier is.
    pub(crate) depth: u32,
}

impl Default for Terms {
    fn default() -> Self {
        let empty: Arc<[Input]> = Arc::default();
        Self {
            entries: Vec::new(),
            numbers: FxHashMap::default(),
            floats: FxHashSet::default(),
            sets: vec![empty.clone()],
            set_numbers: [(empty, 0)].into_iter().collect(),
            unions: FxHashMap::default(),
            tables: Vec::new(),
            table_numbers: FxHashMap::default(),
            depth: 0,
        }
    }
}

impl Terms {
    fn entry(&self, term: Term) -> &Entry {
        &self.entries[term.0 as usize]
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What it is made of. Operands have lower numbers.
    #[must_use]
    pub fn node(&self, term: Term) -> Node {
        self.entry(term).node
    }

    /// How many bits it has.
    #[must_use]
    pub fn width(&self, term: Term) -> Width {
        self.entry(term).width
    }

    /// What is known of it for every input.
    #[must_use]
    pub fn facts(&self, term: Term) -> Facts {
        self.entry(term).facts
    }

    /// The inputs it depends on, in order.
    #[must_use]
    pub fn inputs(&self, term: Term) -> &[Input] {
        &self.sets[self.entry(term).inputs as usize]
    }

    /// Whether an operator of floating-point numbers is among what it is made of.
    #[must_use]
    pub fn has_floats(&self, term: Term) -> bool {
        self.entry(term).has_floats
    }

    /// Whether a term is an input that is used as a floating-point number.
    #[must_use]
    pub fn is_float(&self, term: Term) -> bool {
        self.floats.contains(&term)
    }

    /// The number that it is, if it is one.
    #[must_use]
    pub fn constant(&self, term: Term) -> Option<u128> {
        if let Node::Const(bits) = self.entry(term).node { Some(bits) } else { None }
    }

    /// The term of which this one, of one bit, is the opposite ([`Self::not`]), if it is one.
    #[must_use]
    pub fn opposite(&self, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Binary(Operator::Xor, plain, one) if self.width(term) == 1 => self.constant(one).map(|_| plain),
            _ => None,
        }
    }

    /// Of two terms the one that is no number, and the number; `None` if both are, or neither is.
    #[must_use]
    pub fn apart_from_number(&self, a: Term, b: Term) -> Option<(Term, u128)> {
        match (self.constant(a), self.constant(b)) {
            (None, Some(number)) => Some((a, number)),
            (Some(number), None) => Some((b, number)),
            _ => None,
        }
    }

    /// What a term is whose operands, in their order, are these numbers; an input is the first one.
    #[must_use]
    pub fn apply(&self, term: Term, [a, b, c]: [u128; 3]) -> u128 {
        let &Entry { node, width, .. } = self.entry(term);
        match node {
            Node::Const(bits) => bits,
            Node::Input(_) => a & mask(width),
            Node::Binary(op, of, _) => op.apply(self.width(of), a, b),
            Node::Float(op, of, _) => op.apply((self.width(of), width), a, b),
            Node::Concat(_, low) => a << self.width(low) | b,
            Node::Extract(_, from) => a >> from & mask(width),
            Node::SignExtend(of) => signed(a, self.width(of)) as u128 & mask(width),
            Node::Lookup(table, _) => self.entry_of(table, a),
            Node::Ite(..) => {
                if a == 1 {
                    b
                } else {
                    c
                }
            }
        }
    }

    /// A number.
    pub fn number(&mut self, width: Width, bits: u128) -> Term {
        let bits = bits & mask(width);
        self.intern(Node::Const(bits), width, Facts::exactly(width, bits))
    }

    /// An input.
    pub fn input(&mut self, width: Width, input: Input) -> Term {
        self.intern(Node::Input(input), width, Facts::any(width))
    }

    /// The term of this node: a number, if no other value is possible.
    pub(crate) fn make(&mut self, node: Node, width: Width) -> Term {
        if let Some(&term) = self.numbers.get(&(node, width)) {
            return term;
        }
        let facts = self.facts_of(node, width);
        match facts.number() {
            Some(bits) => self.number(width, bits),
            None => self.intern(node, width, facts),
        }
    }

    fn intern(&mut self, node: Node, width: Width, facts: Facts) -> Term {
        if let Some(&term) = self.numbers.get(&(node, width)) {
            return term;
        }
        let inputs = match node {
            Node::Input(input) => self.set([input].into()),
            _ => node.operands().fold(0, |set, operand| self.union(set, self.entry(operand).inputs)),
        };
        let term = Term(self.entries.len() as u32);
        if let Node::Float(op, a, b) = node
            && !op.is_of_integer()
        {
            let inputs = [a, b].into_iter().filter(|operand| matches!(self.entry(*operand).node, Node::Input(_)));
            let inputs: Vec<Term> = inputs.collect();
            self.floats.extend(inputs);
        }
        let has_floats =
            matches!(node, Node::Float(..)) || node.operands().any(|operand| self.entry(operand).has_floats);
        self.entries.push(Entry { node, width, facts, has_floats, inputs });
        self.numbers.insert((node, width), term);
        term
    }

    fn set(&mut self, set: Arc<[Input]>) -> u32 {
        *self.set_numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            self.sets.len() as u32 - 1
        })
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 || a == b {
            return b;
        }
        if let Some(&union) = self.unions.get(&(a, b)) {
            return union;
        }
        let mut both: Vec<Input> = self.sets[a as usize].iter().chain(&*self.sets[b as usize]).copied().collect();
        both.sort_unstable();
        both.dedup();
        let union = self.set(both.into());
        self.unions.insert((a, b), union);
        union
    }
}

//! What a conjunct says of its inputs, one by one: which numbers each can be.
//!
//! Conjunctions, disjunctions and their opposites are taken apart. What is left says something of an
//! input if it compares one with a number, or something that is made of one in a way that can be
//! undone: a sum or product with a number, the input widened or cut. It may say more than is seen here: then the
//! numbers are too many.

use crate::numbers::Numbers;
use threadbare_term::operator::mask;
use threadbare_term::{FloatOp, Input, Node, Operator, Term, Terms, Width};

/// So many parts of a conjunct are looked at;
const MOST_PARTS: usize = 1 << 12;
/// so deep;
const MOST_DEEP: usize = 64;
/// and so many ranges of one input.
const MOST_RANGES: usize = 1 << 12;

/// What is said of one input.
#[derive(Clone, Debug)]
pub(crate) struct Admits {
    pub(crate) input: Input,
    pub(crate) numbers: Numbers,
}

/// What holds of each input if this term, of one bit, is 1; at most once each, in order.
pub(crate) fn admits(terms: &Terms, conjunct: Term) -> Vec<Admits> {
    Looked { terms, left: MOST_PARTS }.holds(conjunct, true, 0)
}

struct Looked<'a> {
    terms: &'a Terms,
    left: usize,
}

impl Looked<'_> {
    fn holds(&mut self, term: Term, is: bool, depth: usize) -> Vec<Admits> {
        if self.left == 0 || depth > MOST_DEEP || self.terms.width(term) != 1 {
            return Vec::new();
        }
        self.left -= 1;
        if let Some(plain) = self.terms.opposite(term) {
            return self.holds(plain, !is, depth + 1);
        }
        match self.terms.node(term) {
            Node::Binary(op @ (Operator::And | Operator::Or), a, b) => {
                let (a, b) = (self.holds(a, is, depth + 1), self.holds(b, is, depth + 1));
                if (op == Operator::And) == is { both(a, b) } else { either(&a, &b) }
            }
            Node::Ite(cond, a, b) => {
                let then = both(self.holds(cond, true, depth + 1), self.holds(a, is, depth + 1));
                let other = both(self.holds(cond, false, depth + 1), self.holds(b, is, depth + 1));
                either(&then, &other)
            }
            _ => self.compared(term, is).into_iter().collect(),
        }
    }

    /// What a comparison says.
    fn compared(&self, term: Term, is: bool) -> Option<Admits> {
        let (of, numbers) = match self.terms.node(term) {
            Node::Input(_) => (term, Numbers::of([(1, 1)])),
            Node::Lookup(table, index) => {
                let ones = self.terms.entries(table).iter().zip(0..).filter(|(entry, _)| **entry == 1);
                (index, Numbers::of(ones.map(|(_, n)| (n, n))))
            }
            Node::Float(FloatOp::Eq, a, b) => {
                let (of, number) = self.terms.apart_from_number(a, b)?;
                (of, Numbers::of(equal_to(self.terms.width(a), number)))
            }
            Node::Binary(op, a, b) if op.compares() => {
                let (of, number) = self.terms.apart_from_number(a, b)?;
                (of, below(op, self.terms.width(a), number, of == a))
            }
            _ => return None,
        };
        let width = self.terms.width(of);
        let numbers = if is { numbers } else { numbers.not(width) };
        self.undone(of, numbers)
    }

    /// What an input is if a term that is made of it is one of these numbers.
    fn undone(&self, mut of: Term, mut numbers: Numbers) -> Option<Admits> {
        loop {
            let width = self.terms.width(of);
            if numbers.ranges().len() > MOST_RANGES {
                return None;
            }
            (of, numbers) = match self.terms.node(of) {
                Node::Input(input) => return Some(Admits { input, numbers }),
                Node::Binary(Operator::Add, a, b) => {
                    let (of, by) = self.terms.apart_from_number(a, b)?;
                    (of, numbers.plus(by.wrapping_neg(), width))
                }
                Node::Binary(Operator::Sub, a, b) => (a, numbers.plus(self.terms.constant(b)?, width)),
                Node::Binary(Operator::Mul, a, b) => {
                    let (of, by) = self.terms.apart_from_number(a, b)?;
                    (of, numbers.over(by, width)?)
                }
                Node::Extract(whole, 0) => (whole, numbers.below(width, self.terms.width(whole))?),
                Node::Concat(high, low) if let Some(below) = self.terms.constant(low) => {
                    (high, numbers.above(below, self.terms.width(low)))
                }
                Node::Concat(high, low) if let Some(above) = self.terms.constant(high) => {
                    let least = above << self.terms.width(low);
                    let same = Numbers::of([(least, least | mask(self.terms.width(low)))]);
                    (low, numbers.and(&same).plus(least.wrapping_neg(), width))
                }
                Node::SignExtend(low) => {
                    let half = mask(self.terms.width(low)) >> 1;
                    let (positive, negative) = ((0, half), (mask(width) - half, mask(width)));
                    let negative = numbers.and(&Numbers::of([negative]));
                    let cut = negative.plus(mask(self.terms.width(low)).wrapping_sub(mask(width)), 128);
                    (low, numbers.and(&Numbers::of([positive])).or(&cut))
                }
                _ => return None,
            };
        }
    }
}

/// For which numbers of so many bits a comparison holds with this one: on the right, or the left.
fn below(op: Operator, width: Width, number: u128, is_right: bool) -> Numbers {
    let half = 1 << (width - 1);
    // A signed order is the other one from the least number on.
    let from = if op == Operator::SLt { half } else { 0 };
    let number = number.wrapping_add(from) & mask(width);
    let numbers = match (op, is_right) {
        (Operator::Eq, _) => Numbers::of([(number, number)]),
        (_, true) if number == 0 => Numbers::default(),
        (_, true) => Numbers::of([(0, number - 1)]),
        (_, false) if number == mask(width) => Numbers::default(),
        (_, false) => Numbers::of([(number + 1, mask(width))]),
    };
    numbers.plus(from.wrapping_neg(), width)
}

/// The bits of the floating-point numbers that are equal to this one.
pub(crate) fn equal_to(width: Width, number: u128) -> Vec<(u128, u128)> {
    let sign = 1 << (width - 1);
    let is_equal = |a: u128, b: u128| FloatOp::Eq.apply((width, 1), a, b) == 1;
    [number, number ^ sign].into_iter().filter(|&bits| is_equal(bits, number)).map(|bits| (bits, bits)).collect()
}

/// What holds if both do.
pub(crate) fn both(a: Vec<Admits>, b: Vec<Admits>) -> Vec<Admits> {
    if a.is_empty() || b.is_empty() {
        return if a.is_empty() { b } else { a };
    }
    let mut all = a;
    for said in b {
        match all.binary_search_by_key(&said.input, |known| known.input) {
            Ok(at) => all[at].numbers = all[at].numbers.and(&said.numbers),
            Err(at) => all.insert(at, said),
        }
    }
    all
}

/// What holds if one of them does.
fn either(a: &[Admits], b: &[Admits]) -> Vec<Admits> {
    let common = a.iter().filter_map(|said| {
        let other = b.binary_search_by_key(&said.input, |known| known.input).ok()?;
        let numbers = said.numbers.or(&b[other].numbers);
        (numbers.ranges().len() <= MOST_RANGES).then_some(Admits { input: said.input, numbers })
    });
    common.collect()
}

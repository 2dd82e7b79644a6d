//! [`Linear`]: sums as sums of whole numbers, for Z3's linear arithmetic. Who moves amounts between
//! accounts compares sums that stay in range; bit by bit each of them is a row of adders.
//!
//! A term is a whole number in one of two views, with its sign or without. A sum of words is the sum
//! of the numbers less a multiple of 2^width, by which it is in range again: that multiple is a
//! number of its own, unless the ranges of the operands leave one only. So nothing is assumed of
//! overflows; where conjuncts exclude one, the solver finds the multiple to be 0.
//!
//! Not covered: what is not linear (products of two terms, bitwise operators of more than one bit,
//! shifts by input, quotients), large tables, floating-point numbers, more than 64 bits.

use crate::Solved;
use crate::z3::{check_guarded, fresh};
use rustc_hash::FxHashMap;
use std::time::Duration;
use threadbare_term::operator::{mask, signed};
use threadbare_term::{Input, Node, Operator, Term, Terms, Width};
use z3::ast::{Bool, Int};

/// Conjuncts that are deeper are not translated.
const DEEPEST: u32 = 200;

/// So much is translated before it begins anew.
const MOST: usize = 300;
/// Larger tables are not translated.
const MOST_ENTRIES: usize = 64;

/// A whole number, and the range that its form gives.
#[derive(Clone, Debug)]
struct Number {
    int: Int,
    least: i128,
    most: i128,
}

/// See the module. For terms of one table.
#[derive(Debug, Default)]
pub(crate) struct Linear {
    /// What has a sum of two terms in it.
    sums: FxHashMap<Term, bool>,
    /// A solver, and what it knows, once there was such a sum.
    translated: Option<Translated>,
}

impl Linear {
    /// [`Solved::Unknown`] also if not all conjuncts are linear, or none has a sum.
    pub(crate) fn solve(&mut self, terms: &Terms, conjuncts: &[Term], timeout: Duration) -> Solved {
        if !conjuncts.iter().any(|&conjunct| self.has_sum(terms, conjunct)) {
            return Solved::Unknown;
        }
        self.translated.take_if(|translated| translated.size() > MOST);
        self.translated.get_or_insert_with(Translated::new).solve(terms, conjuncts, timeout)
    }

    /// Whether a sum or a difference of two terms is in it.
    fn has_sum(&mut self, terms: &Terms, term: Term) -> bool {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if !self.sums.contains_key(&top) {
                let node = terms.node(top);
                let waiting = stack.len();
                stack.extend(node.operands().filter(|operand| !self.sums.contains_key(operand)));
                if stack.len() > waiting {
                    continue;
                }
                let is_sum = matches!(node, Node::Binary(Operator::Add | Operator::Sub, a, b)
                    if terms.constant(a).is_none() && terms.constant(b).is_none());
                let has = is_sum || node.operands().any(|operand| self.sums[&operand]);
                self.sums.insert(top, has);
            }
            stack.pop();
        }
        self.sums[&term]
    }
}

/// Terms as the solver has them.
#[derive(Debug)]
struct Translated {
    solver: z3::Solver,
    /// By term, and whether it is seen with its sign. `None`: it is not linear.
    numbers: FxHashMap<(Term, bool), Option<Number>>,
    bits: FxHashMap<Term, Option<Bool>>,
    inputs: FxHashMap<Input, Int>,
    guards: FxHashMap<Term, Bool>,
    depth: u32,
}

impl Translated {
    fn new() -> Self {
        Self {
            solver: fresh("QF_LIA"),
            numbers: FxHashMap::default(),
            bits: FxHashMap::default(),
            inputs: FxHashMap::default(),
            guards: FxHashMap::default(),
            depth: 0,
        }
    }

    fn size(&self) -> usize {
        self.numbers.len() + self.bits.len()
    }

    fn solve(&mut self, terms: &Terms, conjuncts: &[Term], timeout: Duration) -> Solved {
        let guards: Option<Vec<Bool>> = conjuncts.iter().map(|&conjunct| self.guard(terms, conjunct)).collect();
        let Some(guards) = guards else { return Solved::Unknown };
        check_guarded(&self.solver, conjuncts, &guards, timeout, || self.found(terms, conjuncts))
    }

    fn found(&self, terms: &Terms, conjuncts: &[Term]) -> Solved {
        let Some(model) = self.solver.get_model() else { return Solved::Unknown };
        let mut inputs: Vec<Input> = conjuncts.iter().flat_map(|&conjunct| terms.inputs(conjunct)).copied().collect();
        inputs.sort_unstable();
        inputs.dedup();
        let number = |input| {
            let number = model.eval(self.inputs.get(&input)?, true)?.as_i128()?;
            Some((input, number as u128))
        };
        inputs.into_iter().map(number).collect::<Option<Vec<_>>>().map_or(Solved::Unknown, Solved::By)
    }

    fn guard(&mut self, terms: &Terms, conjunct: Term) -> Option<Bool> {
        if let Some(guard) = self.guards.get(&conjunct) {
            return Some(guard.clone());
        }
        let bit = self.bit(terms, conjunct)?;
        let guard = Bool::fresh_const("guard");
        self.solver.assert(guard.implies(&bit));
        self.guards.insert(conjunct, guard.clone());
        Some(guard)
    }

    /// A term of one bit.
    fn bit(&mut self, terms: &Terms, term: Term) -> Option<Bool> {
        if let Some(known) = self.bits.get(&term) {
            return known.clone();
        }
        let made = self.deeper(|known| known.make_bit(terms, term));
        self.bits.insert(term, made.clone());
        made
    }

    fn deeper<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    fn make_bit(&mut self, terms: &Terms, term: Term) -> Option<Bool> {
        match terms.node(term) {
            Node::Const(bit) => Some(Bool::from_bool(bit == 1)),
            Node::Binary(op, a, b) if op.compares() => self.comparison(terms, op, a, b),
            Node::Binary(op @ (Operator::And | Operator::Or | Operator::Xor), a, b) => {
                let (a, b) = (self.bit(terms, a)?, self.bit(terms, b)?);
                Some(both(op, &a, &b))
            }
            Node::Ite(cond, a, b) => {
                let (cond, a, b) = (self.bit(terms, cond)?, self.bit(terms, a)?, self.bit(terms, b)?);
                Some(cond.ite(&a, &b))
            }
            Node::Extract(of, at) if at + 1 == terms.width(of) => self.sign(terms, of),
            _ => {
                let number = self.number(terms, term, false)?;
                Some(number.int.eq(Int::from_i64(1)))
            }
        }
    }

    /// Whether the highest bit is 1.
    fn sign(&mut self, terms: &Terms, of: Term) -> Option<Bool> {
        if let Node::Binary(op @ (Operator::And | Operator::Or | Operator::Xor), a, b) = terms.node(of) {
            let signs = self.deeper(|known| Some((known.sign(terms, a)?, known.sign(terms, b)?)));
            return signs.map(|(a, b)| both(op, &a, &b));
        }
        let number = self.number(terms, of, true)?;
        Some(number.int.lt(Int::from_i64(0)))
    }

    fn comparison(&mut self, terms: &Terms, op: Operator, a: Term, b: Term) -> Option<Bool> {
        if op == Operator::Eq && terms.width(a) == 1 {
            let (a, b) = (self.bit(terms, a)?, self.bit(terms, b)?);
            return Some(a.eq(&b));
        }
        let is_known = |is_signed| self.numbers.contains_key(&(a, is_signed)) || terms.constant(a).is_some();
        let is_signed = op == Operator::SLt || op == Operator::Eq && !is_known(false);
        let (a, b) = (self.number(terms, a, is_signed)?, self.number(terms, b, is_signed)?);
        Some(if op == Operator::Eq { a.int.eq(&b.int) } else { a.int.lt(&b.int) })
    }

    /// A term with its sign, or without.
    fn number(&mut self, terms: &Terms, term: Term, is_signed: bool) -> Option<Number> {
        // Where it has none, both are the same.
        let is_signed = is_signed && terms.facts(term).max > mask(terms.width(term)) >> 1;
        if let Some(known) = self.numbers.get(&(term, is_signed)) {
            return known.clone();
        }
        let made = if terms.width(term) > 64 { None } else { self.deeper(|known| known.make(terms, term, is_signed)) };
        self.numbers.insert((term, is_signed), made.clone());
        made
    }

    fn make(&mut self, terms: &Terms, term: Term, is_signed: bool) -> Option<Number> {
        let width = terms.width(term);
        let exact = match terms.node(term) {
            Node::Const(bits) => constant(if is_signed { signed(bits, width) } else { bits as i128 }),
            Node::Input(input) => self.input(terms, (input, term), is_signed)?,
            Node::Binary(op @ (Operator::Add | Operator::Sub), a, b) => {
                let (a, b) = (self.number(terms, a, is_signed)?, self.number(terms, b, is_signed)?);
                if op == Operator::Add { sum(&a, &b) } else { sum(&a, &times(&b, -1)?) }
            }
            Node::Binary(Operator::Mul, a, b) => {
                let by = signed(terms.constant(b)?, width);
                times(&self.number(terms, a, is_signed)?, by)?
            }
            Node::Concat(high, low) => {
                let (high, low_width) = (self.number(terms, high, is_signed)?, terms.width(low));
                sum(&times(&high, 1 << low_width)?, &self.number(terms, low, false)?)
            }
            Node::SignExtend(of) => self.number(terms, of, true)?,
            Node::Extract(of, 0) if width > 1 => self.number(terms, of, is_signed)?,
            Node::Extract(of, from) if width > 1 || from + 1 < terms.width(of) => {
                let of = self.number(terms, of, is_signed)?;
                self.quotient(&of, 1 << from)
            }
            Node::Ite(cond, a, b) if width > 1 => {
                let cond = self.bit(terms, cond)?;
                let (a, b) = (self.number(terms, a, is_signed)?, self.number(terms, b, is_signed)?);
                Number { int: cond.ite(&a.int, &b.int), least: a.least.min(b.least), most: a.most.max(b.most) }
            }
            Node::Lookup(table, index) if terms.entries(table).len() <= MOST_ENTRIES => {
                let index = self.number(terms, index, false)?;
                entry(
                    terms.entries(table),
                    &index,
                    |entry| if is_signed { signed(entry, width) } else { entry as i128 },
                )
            }
            _ if width == 1 => {
                let bit = self.bit(terms, term)?;
                Number { int: bit.ite(&Int::from_i64(1), &Int::from_i64(0)), least: 0, most: 1 }
            }
            _ => return None,
        };
        Some(self.wrapped(exact, width, is_signed))
    }

    /// An input is a number in one view; the other one is made of it.
    fn input(&mut self, terms: &Terms, (input, term): (Input, Term), is_signed: bool) -> Option<Number> {
        if self.inputs.contains_key(&input) {
            return self.numbers.get(&(term, !is_signed)).cloned().flatten();
        }
        let (least, most) = range(terms.width(term), is_signed);
        let number = self.fresh(least, most);
        self.inputs.insert(input, number.int.clone());
        Some(number)
    }

    fn fresh(&self, least: i128, most: i128) -> Number {
        let int = Int::fresh_const("n");
        self.solver.assert(int.ge(Int::from_i128(least)));
        self.solver.assert(int.le(Int::from_i128(most)));
        Number { int, least, most }
    }

    /// A number of this width that is the same, but for a multiple of 2^width.
    fn wrapped(&self, exact: Number, width: Width, is_signed: bool) -> Number {
        let (least, most) = range(width, is_signed);
        let all = 1_i128 << width;
        let (first, last) = ((exact.least - least).div_euclid(all), (exact.most - least).div_euclid(all));
        if (first, last) == (0, 0) {
            return exact;
        }
        let multiple = if first == last { constant(first) } else { self.fresh(first, last) };
        let int = Int::sub(&[&exact.int, &Int::mul(&[&Int::from_i128(all), &multiple.int])]);
        if first == last {
            return Number { int, least: exact.least - first * all, most: exact.most - first * all };
        }
        self.solver.assert(int.ge(Int::from_i128(least)));
        self.solver.assert(int.le(Int::from_i128(most)));
        Number { int, least, most }
    }

    /// Divided by a positive number, rounded down.
    fn quotient(&self, of: &Number, by: i128) -> Number {
        let quotient = self.fresh(of.least.div_euclid(by), of.most.div_euclid(by));
        let rest = Int::sub(&[&of.int, &Int::mul(&[&Int::from_i128(by), &quotient.int])]);
        self.solver.assert(rest.ge(Int::from_i64(0)));
        self.solver.assert(rest.lt(Int::from_i128(by)));
        quotient
    }
}

/// By one comparison for each run of equal entries.
fn entry(entries: &[u64], index: &Number, number: impl Fn(u128) -> i128) -> Number {
    let numbers: Vec<i128> = entries.iter().map(|&entry| number(entry.into())).collect();
    let mut made = constant(numbers[numbers.len() - 1]);
    for at in (1..numbers.len()).rev().filter(|&at| numbers[at - 1] != numbers[at]) {
        let is_below = index.int.lt(Int::from_i64(at as i64));
        let below = constant(numbers[at - 1]);
        let (least, most) = (made.least.min(below.least), made.most.max(below.most));
        made = Number { int: is_below.ite(&below.int, &made.int), least, most };
    }
    made
}

/// The numbers of a width.
fn range(width: Width, is_signed: bool) -> (i128, i128) {
    let half = 1_i128 << (width - 1);
    if is_signed { (-half, half - 1) } else { (0, 2 * half - 1) }
}

fn constant(number: i128) -> Number {
    Number { int: Int::from_i128(number), least: number, most: number }
}

fn sum(a: &Number, b: &Number) -> Number {
    Number { int: Int::add(&[&a.int, &b.int]), least: a.least + b.least, most: a.most + b.most }
}

/// `None` if it is too large to be counted with.
fn times(a: &Number, by: i128) -> Option<Number> {
    const MOST: i128 = 1 << 100;
    let (p, q) = (a.least.checked_mul(by)?, a.most.checked_mul(by)?);
    let (least, most) = (p.min(q), p.max(q));
    let int = Int::mul(&[&Int::from_i128(by), &a.int]);
    (-MOST < least && most < MOST).then_some(Number { int, least, most })
}

fn both(op: Operator, a: &Bool, b: &Bool) -> Bool {
    match op {
        Operator::And => Bool::and(&[a, b]),
        Operator::Or => Bool::or(&[a, b]),
        _ => a.xor(b),
    }
}

#[cfg(test)]
mod tests;

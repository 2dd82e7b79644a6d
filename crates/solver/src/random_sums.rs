//! Random sums of inputs of 2 to 4 bits, for tests that try every input.

use threadbare_term::{Input, Model, Operator, Term, Terms, Width};

const WIDTHS: [Width; 3] = [2, 3, 4];

/// A sequence of numbers by which terms are made (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A term of this width, as programs make them of one of another width.
fn fitted(terms: &mut Terms, random: &mut Random, term: Term, width: Width) -> Term {
    let own = terms.width(term);
    if own > width {
        let from = if random.below(3) == 0 { random.below(usize::from(own - width) + 1) as Width } else { 0 };
        return terms.extract(term, from, width);
    }
    match random.below(3) {
        0 => terms.zero_extend(term, width),
        _ => terms.sign_extend(term, width),
    }
}

/// A random condition that is linear; whether sums overflow is one.
pub(crate) fn condition(terms: &mut Terms, random: &mut Random, depth: usize) -> Term {
    let width = random.one_of(&[3, 4, 5, 8]);
    let (a, b) = (sum(terms, random, width, depth), sum(terms, random, width, depth));
    let holds = match random.below(8) {
        // Whether the signed sum, or difference, does not fit.
        0 | 1 => {
            let op = random.one_of(&[Operator::Add, Operator::Sub]);
            let result = terms.binary(op, a, b);
            let other = if op == Operator::Add { result } else { b };
            let of = if op == Operator::Add { b } else { a };
            let (one, two) = (terms.binary(Operator::Xor, a, other), terms.binary(Operator::Xor, of, result));
            let both = terms.binary(Operator::And, one, two);
            terms.extract(both, width - 1, 1)
        }
        2 if depth > 0 => {
            let (p, q) = (condition(terms, random, depth - 1), condition(terms, random, depth - 1));
            terms.binary(random.one_of(&[Operator::And, Operator::Or, Operator::Xor, Operator::Eq]), p, q)
        }
        _ => terms.binary(random.one_of(&[Operator::Eq, Operator::ULt, Operator::SLt, Operator::SLt]), a, b),
    };
    if random.below(2) == 0 { terms.not(holds) } else { holds }
}

/// A random sum of this width.
pub(crate) fn sum(terms: &mut Terms, random: &mut Random, width: Width, depth: usize) -> Term {
    if depth == 0 || random.below(6) == 0 {
        if random.below(4) == 0 {
            return terms.number(width, random.below(1 << width) as u128);
        }
        let n = random.below(3);
        let input = terms.input(WIDTHS[n], n as Input);
        return fitted(terms, random, input, width);
    }
    let other = random.one_of(&[2, 3, 4, 5, 8, 9]);
    match random.below(9) {
        8 => {
            let entries: Vec<Term> = (0..4).map(|_| terms.number(width, random.below(1 << width) as u128)).collect();
            let index = sum(terms, random, 2, depth - 1);
            terms.choose(&entries, index)
        }
        0 => {
            let wide = sum(terms, random, other, depth - 1);
            fitted(terms, random, wide, width)
        }
        1 => {
            let by = terms.number(width, random.below(1 << width) as u128);
            let factor = sum(terms, random, width, depth - 1);
            terms.binary(Operator::Mul, factor, by)
        }
        2 => {
            let cond = condition(terms, random, depth - 1);
            let (a, b) = (sum(terms, random, width, depth - 1), sum(terms, random, width, depth - 1));
            terms.ite(cond, a, b)
        }
        3 => {
            let (high, low) = (sum(terms, random, width - 1, depth - 1), sum(terms, random, 2, depth - 1));
            let both = terms.concat(high, low);
            terms.extract(both, 0, width)
        }
        n => {
            let (a, b) = (sum(terms, random, width, depth - 1), sum(terms, random, width, depth - 1));
            terms.binary(if n < 6 { Operator::Add } else { Operator::Sub }, a, b)
        }
    }
}

/// Whether some input satisfies all.
pub(crate) fn is_possible(terms: &Terms, conjuncts: &[Term]) -> bool {
    let all = (0..1_u128 << 9).map(|n| Model::new([(0, n & 3), (1, n >> 2 & 7), (2, n >> 5)], 0));
    all.into_iter().any(|mut model| conjuncts.iter().all(|&c| model.evaluate(terms, c) == 1))
}

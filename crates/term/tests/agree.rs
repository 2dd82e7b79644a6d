//! Terms against evaluation without any rules: what is built with simplification means the same,
//! and what is known of a term holds.

use threadbare_effort::{effort, seed};
use threadbare_term::operator::{mask, signed};
use threadbare_term::{Facts, Model, Node, Operator, Term, Terms};

/// A sequence of numbers by which programs are made (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn bits(&mut self, width: u8) -> u128 {
        let random = u128::from(self.next()) << 64 | u128::from(self.next()) << 32 ^ u128::from(self.next());
        let edge = 1_u128 << self.below(width.into());
        mask(width)
            & match self.below(8) {
                0 => 0,
                1 => 1,
                2 => mask(width),
                3 => edge,
                4 => edge - 1,
                5 => !edge,
                6 => mask(1 + self.below(width.into()) as u8),
                _ => random,
            }
    }
}

/// A term, and what it is under each of the models, computed beside it.
#[derive(Clone)]
struct Both {
    term: Term,
    width: u8,
    values: Vec<u128>,
}

struct Built {
    terms: Terms,
    pool: Vec<Both>,
    models: Vec<Model>,
}

impl Built {
    /// Inputs of small widths and some wide ones; `models` numbers for each.
    fn new(random: &mut Random, models: usize) -> Self {
        let mut terms = Terms::default();
        let widths = [1, 2, 3, 4, 8, 8, 32, 64];
        let values: Vec<Vec<u128>> =
            (0..models).map(|_| widths.iter().map(|&width| random.bits(width)).collect()).collect();
        let pool = widths.iter().enumerate().map(|(n, &width)| Both {
            term: terms.input(width, n as u32),
            width,
            values: values.iter().map(|of| of[n]).collect(),
        });
        let pool = pool.collect();
        let models = values.iter().map(|of| Model::new((0..).zip(of.iter().copied()), 0)).collect();
        Self { terms, pool, models }
    }

    fn push(&mut self, term: Term, width: u8, values: Vec<u128>) {
        self.pool.push(Both { term, width, values });
    }

    /// A term of this width: one of the pool, cut or extended, or a number.
    fn operand(&mut self, random: &mut Random, width: u8) -> Both {
        let fitting: Vec<usize> = (0..self.pool.len()).filter(|&n| self.pool[n].width == width).collect();
        if fitting.is_empty() || random.below(5) == 0 {
            let bits = random.bits(width);
            return Both { term: self.terms.number(width, bits), width, values: vec![bits; self.models.len()] };
        }
        // Rather a late one than an early one.
        let last = fitting.len() - 1;
        let at = last - random.below(fitting.len()).min(random.below(fitting.len()));
        self.pool[fitting[at]].clone()
    }

    /// One of some terms or numbers.
    fn grow_a_table(&mut self, random: &mut Random) {
        let bits = 1 + random.below(6) as u8;
        let index = self.operand(random, bits);
        let width = 1 + random.below(64) as u8;
        let numbers = random.below(3) > 0;
        let mut entries = Vec::new();
        for _ in 0..1 << bits {
            if numbers {
                let bits = random.bits(width);
                let term = self.terms.number(width, bits);
                entries.push(Both { term, width, values: vec![bits; self.models.len()] });
            } else {
                entries.push(self.operand(random, width));
            }
        }
        let values = index.values.iter().enumerate().map(|(m, &at)| entries[at as usize].values[m]).collect();
        let terms: Vec<Term> = entries.iter().map(|entry| entry.term).collect();
        let term = self.terms.choose(&terms, index.term);
        self.push(term, width, values);
    }

    /// Sums of the same few terms, put together in different ways; perhaps compared.
    fn grow_a_sum(&mut self, random: &mut Random, width: u8) {
        let few: Vec<Both> = (0..3).map(|_| self.operand(random, width)).collect();
        let mut sums = few.clone();
        for _ in 0..2 + random.below(8) {
            let b = if random.below(3) == 0 { self.operand(random, width) } else { few[random.below(3)].clone() };
            let (at, or) = (random.below(sums.len()), random.below(sums.len()));
            let b = if random.below(4) == 0 { sums[or].clone() } else { b };
            let op = if random.below(2) == 0 { Operator::Add } else { Operator::Sub };
            let (a, b) = if random.below(4) == 0 { (&b, &sums[at]) } else { (&sums[at], &b) };
            let values = a.values.iter().zip(&b.values).map(|(&x, &y)| op.apply(width, x, y)).collect();
            let sum = Both { term: self.terms.binary(op, a.term, b.term), width, values };
            self.pool.push(sum.clone());
            self.check().unwrap_or_else(|wrong| panic!("a sum: {wrong}"));
            self.pool.pop();
            // Most go on with the newest one.
            let at = if random.below(4) == 0 { at } else { sums.len() - 1 };
            if at < 3 { sums.push(sum) } else { sums[at] = sum }
        }
        let (a, b) = (sums[random.below(sums.len())].clone(), sums[sums.len() - 1].clone());
        let op = if random.below(2) == 0 { Operator::Eq } else { Operator::ULt };
        let values = a.values.iter().zip(&b.values).map(|(&x, &y)| op.apply(width, x, y)).collect();
        self.pool.push(b.clone());
        let term = self.terms.binary(op, a.term, b.term);
        self.push(term, 1, values);
    }

    /// One more term of others.
    fn grow(&mut self, random: &mut Random) {
        let n = self.pool.len() - 1 - random.below(self.pool.len().min(12));
        let a = self.pool[n].clone();
        let map = |of: &Both, f: &dyn Fn(u128) -> u128| of.values.iter().map(|&v| f(v)).collect::<Vec<_>>();
        match random.below(14) {
            12 | 13 => self.grow_a_sum(random, a.width),
            10 | 11 => self.grow_a_table(random),
            0 => {
                let b = self.pool[random.below(self.pool.len())].clone();
                if u32::from(a.width) + u32::from(b.width) > 128 {
                    return;
                }
                let values = a.values.iter().zip(&b.values).map(|(x, y)| x << b.width | y).collect();
                let term = self.terms.concat(a.term, b.term);
                self.push(term, a.width + b.width, values);
            }
            1 | 2 => {
                let from = random.below(a.width.into()) as u8;
                let width = 1 + random.below((a.width - from).into()) as u8;
                let term = self.terms.extract(a.term, from, width);
                self.push(term, width, map(&a, &|v| v >> from & mask(width)));
            }
            3 => {
                let width = (a.width + random.below(20) as u8).min(128);
                let term = self.terms.sign_extend(a.term, width);
                self.push(term, width, map(&a, &|v| signed(v, a.width) as u128 & mask(width)));
            }
            4 => {
                let width = (a.width + random.below(20) as u8).min(128);
                let term = self.terms.zero_extend(a.term, width);
                self.push(term, width, a.values);
            }
            5 => {
                let cond = self.operand(random, 1);
                let b = self.operand(random, a.width);
                let values =
                    (0..a.values.len()).map(|m| if cond.values[m] == 1 { a.values[m] } else { b.values[m] }).collect();
                let term = self.terms.ite(cond.term, a.term, b.term);
                self.push(term, a.width, values);
            }
            _ => {
                let b = self.operand(random, a.width);
                let (a, b) = if random.below(2) == 0 { (a, b) } else { (b, a) };
                let op = Operator::ALL[random.below(Operator::ALL.len())];
                let values = a.values.iter().zip(&b.values).map(|(&x, &y)| op.apply(a.width, x, y)).collect();
                let term = self.terms.binary(op, a.term, b.term);
                self.push(term, if op.compares() { 1 } else { a.width }, values);
            }
        }
    }

    /// What was built last is what it should be under each model.
    fn check(&mut self) -> Result<(), String> {
        let Some(last) = self.pool.last() else { return Ok(()) };
        let facts = self.terms.facts(last.term);
        if self.terms.width(last.term) != last.width {
            return Err("another width".into());
        }
        let mut exact = Vec::new();
        for (model, &wanted) in self.models.iter_mut().zip(&last.values) {
            // If the operands are these, or what they are for the model before, too.
            let width = |operand| self.terms.width(operand);
            let now: Vec<(Term, Facts)> = self
                .terms
                .node(last.term)
                .operands()
                .map(|operand| (operand, Facts::exactly(width(operand), model.evaluate(&self.terms, operand))))
                .collect();
            for both in [&now, &exact] {
                let known = |operand: Term| {
                    let of =
                        |all: &[(Term, Facts)]| all.iter().find(|(term, _)| *term == operand).map(|(_, facts)| *facts);
                    match (of(&now), of(both)) {
                        (Some(a), Some(b)) => a.or(b),
                        (facts, _) => facts.unwrap_or_else(|| self.terms.facts(operand)),
                    }
                };
                let facts = self.terms.facts_if(last.term, known);
                let is_input = matches!(self.terms.node(last.term), Node::Input(_));
                if !(facts.zeros & wanted == 0
                    && facts.ones & !wanted == 0
                    && (facts.min..=facts.max).contains(&wanted))
                    || std::ptr::eq(both, &now) && facts.number() != Some(wanted) && !is_input
                {
                    return Err(format!("{:?}: {wanted:#x}; {facts:?}", self.terms.node(last.term)));
                }
            }
            exact = now;
            let found = model.evaluate(&self.terms, last.term);
            let known =
                facts.zeros & wanted == 0 && facts.ones & !wanted == 0 && (facts.min..=facts.max).contains(&wanted);
            if found != wanted || !known {
                return Err(format!(
                    "{:?} of width {}: {found:#x}, not {wanted:#x}; {facts:?}",
                    self.terms.node(last.term),
                    last.width
                ));
            }
        }
        Ok(())
    }
}

#[test]
fn terms_mean_what_they_are_built_of() {
    let first = seed(0);
    for seed in first..first + 20_000 * effort() {
        let mut random = Random::new(seed);
        let mut built = Built::new(&mut random, 12);
        for step in 0..24 {
            built.grow(&mut random);
            if let Err(wrong) = built.check() {
                panic!("seed {seed}, step {step}: {wrong}");
            }
        }
    }
}

/// Every operator and every pair of small shapes over two inputs of 3 bits, for all inputs.
#[test]
fn small_terms_under_all_inputs() {
    let width = 3;
    let models: Vec<[u128; 2]> = (0..64).map(|n| [n & 7, n >> 3]).collect();
    let mut built = Built { terms: Terms::default(), pool: Vec::new(), models: Vec::new() };
    built.models = models.iter().map(|of| Model::new((0..).zip(*of), 0)).collect();
    let mut shapes = Vec::new();
    for n in 0..2 {
        let term = built.terms.input(width, n);
        shapes.push(Both { term, width, values: models.iter().map(|of| of[n as usize]).collect() });
    }
    for bits in 0..8 {
        let term = built.terms.number(width, bits);
        shapes.push(Both { term, width, values: vec![bits; 64] });
    }
    for level in 0..2 {
        let operands = shapes.clone();
        for op in Operator::ALL {
            for a in &operands {
                // On the second level: with the inputs and the numbers only.
                for b in &operands[..if level == 0 { operands.len() } else { 10 }] {
                    if a.width != b.width {
                        continue;
                    }
                    for (a, b) in [(a, b), (b, a)] {
                        let values: Vec<u128> =
                            a.values.iter().zip(&b.values).map(|(&x, &y)| op.apply(a.width, x, y)).collect();
                        let term = built.terms.binary(op, a.term, b.term);
                        let width = if op.compares() { 1 } else { a.width };
                        built.push(term, width, values.clone());
                        built
                            .check()
                            .unwrap_or_else(|wrong| panic!("{op:?} {a:?} {b:?}: {wrong}", a = a.term, b = b.term));
                        built.pool.clear();
                        if level == 0 && !shapes.iter().any(|shape| shape.term == term) {
                            shapes.push(Both { term, width, values });
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn equal_terms_are_one() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(32, 0), terms.input(32, 1));
    let sum = terms.binary(Operator::Add, a, b);
    assert_eq!(sum, terms.binary(Operator::Add, b, a));
    // Bytes of a term, put together again, are the term.
    let parts: Vec<Term> = (0..4).map(|n| terms.extract(sum, n * 8, 8)).collect();
    let whole = parts.into_iter().reduce(|low, high| terms.concat(high, low)).unwrap();
    assert_eq!(whole, sum);
    // What C makes of `a < b` at -O0.
    let less = terms.binary(Operator::SLt, a, b);
    let int = terms.zero_extend(less, 32);
    let zero = terms.number(32, 0);
    let is_zero = terms.eq(int, zero);
    assert_eq!(terms.not(is_zero), less);
}

/// However a sum is put together it is one term, and what is added and taken away is gone.
#[test]
fn equal_sums_are_one() {
    let mut terms = Terms::default();
    let [a, b, c] = [0, 1, 2].map(|n| terms.input(32, n));
    let hundred = terms.number(32, 100);
    let mut sum =
        |parts: &[(Operator, Term)]| parts.iter().fold(hundred, |sum, &(op, term)| terms.binary(op, sum, term));
    let (add, sub) = (Operator::Add, Operator::Sub);
    let one = sum(&[(add, a), (sub, b), (add, c)]);
    assert_eq!(one, sum(&[(add, c), (add, a), (sub, b)]));
    assert_eq!(one, sum(&[(sub, b), (add, b), (sub, b), (add, a), (add, c)]));
    assert_eq!(sum(&[(sub, a), (sub, b), (add, b), (add, a)]), hundred);
    // An account, after an amount has come and gone.
    let (less, more) = (terms.binary(sub, hundred, a), terms.binary(add, b, a));
    let both = terms.binary(add, less, more);
    assert_eq!(both, terms.binary(add, b, hundred));
    let rest = terms.binary(sub, one, c);
    let is_same = terms.eq(rest, one);
    assert_eq!(is_same, terms.is(c, 0));
}

/// No other shape of a sum says less of its range.
#[test]
fn ranges_of_sums_are_kept() {
    let mut terms = Terms::default();
    let [a, b] = [0, 1].map(|n| terms.input(8, n));
    let (a, b) = (terms.zero_extend(a, 32), terms.zero_extend(b, 32));
    let number = terms.number(32, 1000);
    let sum = terms.binary(Operator::Add, a, number);
    let rest = terms.binary(Operator::Sub, sum, b);
    let facts = terms.facts(rest);
    assert_eq!((facts.min, facts.max), (745, 1255));
}

#[test]
fn deep_terms_are_no_problem() {
    let mut terms = Terms::default();
    let mut sum = terms.input(32, 0);
    for n in 1..50_000 {
        let input = terms.input(32, n % 7);
        let product = terms.binary(Operator::Mul, sum, input);
        sum = terms.binary(Operator::Add, product, input);
    }
    let low = terms.extract(sum, 0, 8);
    let mut model = Model::new([], 1);
    // x -> x * 1 + 1, 49,999 times, from 1.
    assert_eq!(model.evaluate(&terms, low), 50_000 & 0xFF);
    assert_eq!(terms.inputs(sum).len(), 7);
}

/// A sum of bytes that is cut is one of bytes, whose parts put together are the whole again; and one
/// to which the opposite of all of its bits is added is -1.
#[test]
fn sums_of_parts() {
    let mut terms = Terms::default();
    let bytes: Vec<Term> = (0..8).map(|n| terms.input(8, n)).collect();
    let wide: Vec<Term> = bytes.iter().map(|&byte| terms.sign_extend(byte, 32)).collect();
    let sum = wide.iter().copied().reduce(|sum, byte| terms.binary(Operator::Add, sum, byte)).unwrap();
    let cut: Vec<Term> = (0..4).map(|n| terms.extract(sum, 8 * n, 8)).collect();
    let whole = cut.iter().copied().reduce(|low, high| terms.concat(high, low)).unwrap();
    assert_eq!(whole, sum);
    let check = terms.not(cut[0]);
    let all = bytes.iter().fold(check, |all, &byte| terms.binary(Operator::Add, all, byte));
    assert_eq!(terms.constant(all), Some(0xFF));
    let before = wide.iter().copied().reduce(|sum, byte| terms.binary(Operator::Add, sum, byte)).unwrap();
    let check = terms.sign_extend(check, 32);
    let after = terms.binary(Operator::Add, before, check);
    let byte = terms.extract(after, 0, 8);
    assert_eq!(terms.constant(byte), Some(0xFF));
}

/// Products that are divided again, quotients with their rests, and quotients of numbers whose sign
/// is repeated.
#[test]
fn quotients() {
    let mut terms = Terms::default();
    let [a, b] = [0, 1].map(|n| terms.input(32, n));
    let wide = terms.sign_extend(a, 64);
    let [thousand, ten, zero] = [1000, 10, 0].map(|number| terms.number(64, number));
    let product = terms.binary(Operator::Mul, wide, thousand);
    let whole = terms.binary(Operator::SDiv, product, thousand);
    assert_eq!(whole, wide);
    let part = terms.binary(Operator::SDiv, product, ten);
    let hundred = terms.number(64, 100);
    assert_eq!(part, terms.binary(Operator::Mul, wide, hundred));
    assert_eq!(terms.binary(Operator::SRem, product, ten), zero);
    for (divide, rest) in [(Operator::UDiv, Operator::URem), (Operator::SDiv, Operator::SRem)] {
        let quotient = terms.binary(divide, a, b);
        let product = terms.binary(Operator::Mul, quotient, b);
        let rest = terms.binary(rest, a, b);
        assert_eq!(terms.binary(Operator::Add, product, rest), a);
        assert_eq!(terms.binary(Operator::Sub, a, product), rest);
    }
    // What may wrap around stays.
    let product = terms.binary(Operator::Mul, a, b);
    let product = terms.binary(Operator::Mul, product, b);
    assert_ne!(terms.binary(Operator::UDiv, product, b), a);
}

/// The same rules against evaluation, on small numbers: all of them.
#[test]
fn quotients_of_all_numbers() {
    let signed = [Operator::SDiv, Operator::SRem];
    for (narrow, width) in [(3, 8), (3, 5), (4, 7), (2, 4)] {
        let mut terms = Terms::default();
        let [a, b] = [0, 1].map(|n| terms.input(narrow, n));
        let wide = [a, b].map(|part| terms.sign_extend(part, width));
        let mut all = Vec::new();
        for op in signed.into_iter().chain([Operator::UDiv, Operator::URem]) {
            let quotient = terms.binary(op, wide[0], wide[1]);
            all.push((quotient, op, 1, None));
            for factor in 0..1_u128 << width {
                for by in [1, 2, 3, 6, mask(width), mask(width) - 2] {
                    let (factor, by) = (terms.number(width, factor), terms.number(width, by));
                    let product = terms.binary(Operator::Mul, wide[0], factor);
                    let quotient = terms.binary(op, product, by);
                    let (factor, by) = (terms.constant(factor).unwrap(), terms.constant(by).unwrap());
                    all.push((quotient, op, factor, Some(by)));
                }
            }
        }
        for number in 0..1_u128 << (2 * narrow) {
            let (x, y) = (number & mask(narrow), number >> narrow);
            let mut model = Model::new([(0, x), (1, y)], 0);
            let extended = |of: u128| (self::signed(of, narrow) as u128) & mask(width);
            for &(term, op, factor, by) in &all {
                let product = Operator::Mul.apply(width, extended(x), factor);
                let wanted = op.apply(width, product, by.unwrap_or(extended(y)));
                assert_eq!(model.evaluate(&terms, term), wanted, "{op:?} {x} {y} {factor} {by:?}");
            }
        }
    }
}

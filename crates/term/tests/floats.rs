//! Terms of floating-point numbers against evaluation without any rules.

use threadbare_effort::{effort, seed};
use threadbare_term::operator::{mask, signed};
use threadbare_term::{FloatOp, Model, Operator, Term, Terms};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Numbers of each kind: zeros, small ones, huge ones, denormal ones, infinities, NaN.
    fn bits(&mut self, width: u8) -> u128 {
        let small =
            [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.5, 0.1, -2.5, 1e10, 2_147_483_648.0, -2_147_483_649.0, 16_777_217.0];
        let all = u128::from(self.next()) << 32 ^ u128::from(self.next());
        let float = |x: f64| if width == 32 { (x as f32).to_bits().into() } else { x.to_bits().into() };
        let bits = match self.below(10) {
            0..4 if width >= 32 => float(small[self.below(small.len())]),
            4 if width >= 32 => float([f64::INFINITY, f64::NEG_INFINITY, 3e38, 1.7e308][self.below(4)]),
            5 if width >= 32 => {
                let (quiet, sign) = threadbare_term::float::quiet_and_sign(width);
                let infinity = (sign - 1) & !(quiet * 2 - 1);
                infinity | [quiet, 1, quiet | 5, sign | quiet, sign | 3][self.below(5)]
            }
            6 => all & 0xF,
            7 => mask(width).wrapping_sub(all & 3),
            8 => (self.next() as i64 % 100) as u128,
            _ => all,
        };
        bits & mask(width)
    }
}

/// A term, and what it is under each of the models.
#[derive(Clone)]
struct Both {
    term: Term,
    values: Vec<u128>,
}

fn one_more(random: &mut Random, terms: &mut Terms, pool: &[Both], models: usize) -> Both {
    let a = pool[pool.len() - 1 - random.below(pool.len().min(8))].clone();
    let width = terms.width(a.term);
    let alike: Vec<&Both> = pool.iter().filter(|b| terms.width(b.term) == width).collect();
    let mut b = alike[random.below(alike.len())].clone();
    if random.below(3) == 0 {
        let bits = random.bits(width);
        b = Both { term: terms.number(width, bits), values: vec![bits; models] };
    }
    let (a, b) = if random.below(3) == 0 { (b, a) } else { (a, b) };
    let two = |f: &dyn Fn(u128, u128) -> u128| a.values.iter().zip(&b.values).map(|(&x, &y)| f(x, y)).collect();
    let op = FloatOp::ALL[random.below(FloatOp::ALL.len())];
    let is_float = matches!(width, 32 | 64);
    if is_float && (op.is_binary() || op.is_rounding() || op == FloatOp::Sqrt || op == FloatOp::Resize) {
        let to = match op {
            FloatOp::Resize => 96 - width,
            _ if op.compares() => 1,
            _ => width,
        };
        let term = if op.is_binary() { terms.float(op, a.term, b.term) } else { terms.float_of(op, a.term, to) };
        return Both { term, values: two(&|x, y| op.apply((width, to), x, y)) };
    }
    if op.is_of_integer() && width <= 64 || is_float && op.is_integer() && !op.compares() {
        let to = match op {
            FloatOp::ToUnsigned => 64,
            FloatOp::ToSigned => [8, 16, 32, 64, 48][random.below(5)],
            _ => [32, 64][random.below(2)],
        };
        return Both { term: terms.float_of(op, a.term, to), values: two(&|x, y| op.apply((width, to), x, y)) };
    }
    let sign = 1_u128 << (width - 1);
    match random.below(6) {
        0 => {
            let ones = terms.number(width, sign);
            Both { term: terms.binary(Operator::Xor, a.term, ones), values: two(&|x, _| x ^ sign) }
        }
        1 => {
            let keep = terms.number(width, sign - 1);
            Both { term: terms.binary(Operator::And, a.term, keep), values: two(&|x, _| x & (sign - 1)) }
        }
        2 if width < 64 => {
            let term = terms.sign_extend(a.term, 64);
            Both { term, values: two(&|x, _| signed(x, width) as u128 & mask(64)) }
        }
        3 if width < 64 => Both { term: terms.zero_extend(a.term, 64), values: a.values },
        4 if width > 32 => Both { term: terms.extract(a.term, 0, 32), values: two(&|x, _| x & mask(32)) },
        _ => {
            let term = terms.binary(Operator::Add, a.term, b.term);
            Both { term, values: two(&|x, y| x.wrapping_add(y) & mask(width)) }
        }
    }
}

#[test]
fn terms_mean_what_they_are_built_of() {
    let first = seed(0);
    for seed in first..first + 30_000 * effort() {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut terms = Terms::default();
        let widths = [8, 16, 32, 32, 64, 64];
        let values: Vec<Vec<u128>> =
            (0..12).map(|_| widths.iter().map(|&width| random.bits(width)).collect()).collect();
        let mut models: Vec<Model> = values.iter().map(|of| Model::new((0..).zip(of.iter().copied()), 0)).collect();
        let mut pool: Vec<Both> = Vec::new();
        for (n, &width) in widths.iter().enumerate() {
            let term = terms.input(width, n as u32);
            pool.push(Both { term, values: values.iter().map(|of| of[n]).collect() });
        }
        for step in 0..16 {
            let new = one_more(&mut random, &mut terms, &pool, models.len());
            for (model, &wanted) in models.iter_mut().zip(&new.values) {
                let found = model.evaluate(&terms, new.term);
                let node = terms.node(new.term);
                assert_eq!(found, wanted, "seed {seed}, step {step}: {node:?} is {found:#x}, not {wanted:#x}");
            }
            pool.push(new);
        }
    }
}

/// What is asked of converted integers and of numbers that were made longer is asked of them.
#[test]
fn comparisons_become_simpler() {
    let mut terms = Terms::default();
    let (n, x) = (terms.input(32, 0), terms.input(32, 1));
    let (wide, long) = (terms.float_of(FloatOp::FromSigned, n, 64), terms.float_of(FloatOp::Resize, x, 64));
    let number = |terms: &mut Terms, of: f64| terms.number(64, of.to_bits().into());
    let half = number(&mut terms, 2.5);
    let below = terms.float(FloatOp::Less, wide, half);
    let three = terms.number(32, 3);
    assert_eq!(below, terms.binary(Operator::SLt, n, three));
    assert_eq!(terms.is_a_number(wide), terms.number(1, 1));
    let back = terms.float_of(FloatOp::ToSigned, wide, 32);
    assert_eq!(back, n);
    let tenth = number(&mut terms, 0.1);
    let above = terms.float(FloatOp::Less, tenth, long);
    // The next number of 32 bits above 0.1.
    let short = terms.number(32, 0.1_f32.to_bits().into());
    assert_eq!(above, terms.float(FloatOp::LessEq, short, x));
    let same = terms.float(FloatOp::Eq, tenth, long);
    assert_eq!(same, terms.number(1, 0));
    let negative = terms.number(64, 1 << 63);
    let negated = terms.binary(Operator::Xor, long, negative);
    let is_number = terms.is_a_number(x);
    assert_eq!(terms.is_a_number(negated), is_number);
}

/// Comparisons of functions that never fall: numbers around those where the answer changes, zeros,
/// infinities and NaN. No function is left.
#[test]
fn functions_that_never_fall() {
    let functions = [FloatOp::Sqrt, FloatOp::Floor, FloatOp::Ceil, FloatOp::Trunc, FloatOp::Round, FloatOp::RoundEven];
    for seed in seed(0)..seed(0) + 2_000 * effort() {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut terms = Terms::default();
        let (from, to, function) = match random.below(8) {
            0 | 1 => (64, 32, FloatOp::Resize),
            n => {
                let width = [32, 64][random.below(2)];
                (width, width, functions[n - 2])
            }
        };
        let x = terms.input(from, 0);
        let result = terms.float_of(function, x, to);
        // A result there is, as a rule.
        let near = random.bits(from);
        let bits = match random.below(3) {
            0 => random.bits(to),
            _ => function.apply((from, to), near, near),
        };
        let bound = terms.number(to, bits);
        let op = [FloatOp::Eq, FloatOp::Less, FloatOp::LessEq][random.below(3)];
        let swapped = random.below(2) == 0;
        let term = if swapped { terms.float(op, bound, result) } else { terms.float(op, result, bound) };
        let is_left = |term: Term| matches!(terms.node(term), threadbare_term::Node::Float(op, ..) if op == function);
        let mut all = vec![term];
        while let Some(term) = all.pop() {
            assert!(!is_left(term), "seed {seed}: {function:?}");
            all.extend(terms.node(term).operands());
        }
        let sign = 1_u128 << (from - 1);
        let square = if from == 32 {
            u128::from((f32::from_bits(bits as u32) * f32::from_bits(bits as u32)).to_bits())
        } else {
            let of = if to == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits as u64) };
            u128::from(if function == FloatOp::Resize { of } else { of * of }.to_bits())
        };
        let mut tried: Vec<u128> = vec![0, sign, sign | 1, 1, near ^ sign];
        for center in [near, square, bits & mask(from)] {
            tried.extend((0..9).map(|n| (center + n).wrapping_sub(4) & mask(from)));
        }
        tried.extend((0..8).map(|_| random.bits(from)));
        for given in tried {
            let value = function.apply((from, to), given, given);
            let (a, b) = if swapped { (bits, value) } else { (value, bits) };
            let wanted = op.apply((to, 1), a, b);
            let found = Model::new([(0, given)], 0).evaluate(&terms, term);
            assert_eq!(found, wanted, "seed {seed}: {op:?} of {function:?} of {given:#x} and {bits:#x}, {swapped}");
        }
    }
}

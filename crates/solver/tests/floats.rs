//! Z3's floating-point numbers against those of terms, bit by bit.

use std::time::Duration;
use threadbare_effort::seeds;
use threadbare_solver::{Solved, Solver, Z3};
use threadbare_term::{FloatOp, Model, Operator, Term, Terms};

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
}

/// Numbers of each kind.
fn bits(random: &mut u64, width: u8) -> u128 {
    let doubles = [0.0, -0.0, 1.0, 0.1, -2.5, 1e10, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -1e-310, 1.7e308];
    let singles = [0.0, -0.0, 1.0, 0.1, -2.5, 1e10, f32::INFINITY, f32::NEG_INFINITY, 1e-45, -1e-40, 3e38];
    let at = next(random) as usize;
    let any = next(random) << 32 ^ next(random);
    let bits: u64 = match next(random) % 6 {
        0 | 1 if width == 32 => singles[at % 11].to_bits().into(),
        0 | 1 if width == 64 => doubles[at % 11].to_bits(),
        2 if width == 32 => [0x7FC0_0000, 0x7F80_0001, 0xFFC0_0005, 0xFF80_0003][at % 4],
        2 if width == 64 => [0x7FF8 << 48, 0x7FF0 << 48 | 1, 0xFFF8 << 48 | 5, 0xFFF0 << 48 | 3 << 40][at % 4],
        3 => (at as i64 % 50 - 25) as u64,
        4 if width == 64 => (any as i64 as f64 / 65536.0).to_bits(),
        4 if width == 32 => (any as i32 as f32 / 256.0).to_bits().into(),
        _ => any,
    };
    u128::from(bits) & threadbare_term::operator::mask(width)
}

/// An operator that has operands of that width, and what it makes of two of these.
fn one(terms: &mut Terms, random: &mut u64, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    loop {
        let op = FloatOp::ALL[next(random) as usize % FloatOp::ALL.len()];
        let to = match op {
            FloatOp::Resize => 96 - width,
            FloatOp::FromSigned | FloatOp::FromUnsigned => [32, 64][next(random) as usize % 2],
            FloatOp::ToSigned => [8, 16, 32, 64][next(random) as usize % 4],
            FloatOp::ToUnsigned => 64,
            _ => width,
        };
        match op.is_binary() {
            true => return terms.float(op, a, b),
            false if op.is_of_integer() || matches!(width, 32 | 64) => return terms.float_of(op, a, to),
            false => {}
        }
    }
}

/// Where all inputs are fixed, a term is what it is evaluated to, and nothing else.
#[test]
fn bits_are_those_of_evaluation() {
    for seed in seeds(30) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut terms = Terms::default();
        let width = [32, 64][next(&mut random) as usize % 2];
        let (a, b) = (terms.input(width, 0), terms.input(width, 1));
        let values = [bits(&mut random, width), bits(&mut random, width)];
        let mut term = one(&mut terms, &mut random, a, b);
        if matches!(terms.width(term), 32 | 64) && next(&mut random).is_multiple_of(2) {
            let other = if terms.width(term) == width { a } else { term };
            term = one(&mut terms, &mut random, term, other);
        }
        let value = Model::new([(0, values[0]), (1, values[1])], 0).evaluate(&terms, term);
        // Said so that it is not put in place of the input: operators become circuits.
        let fixed: Vec<Term> = [a, b]
            .into_iter()
            .zip(values)
            .flat_map(|(input, value)| {
                let value = terms.number(width, value);
                let (below, above) =
                    (terms.binary(Operator::ULt, input, value), terms.binary(Operator::ULt, value, input));
                [terms.not(below), terms.not(above)]
            })
            .collect();
        let (is, mut solver) = (terms.is(term, value), Z3::new(Duration::from_secs(60)));
        let not = terms.not(is);
        let told = format!("seed {seed}: {:?} of {values:#x?} is {value:#x}", terms.node(term));
        let mut ask = |what: Term| solver.solve(&terms, &[&fixed[..], &[what]].concat());
        assert!(matches!(ask(is), Solved::By(_)), "{told}");
        assert!(matches!(ask(not), Solved::Unsatisfiable(_)), "{told}");
    }
}

/// What is found for open inputs satisfies what was asked.
#[test]
fn numbers_that_are_found() {
    let mut terms = Terms::default();
    let (x, y) = (terms.input(64, 0), terms.input(64, 1));
    let mut number = |x: f64| terms.number(64, x.to_bits().into());
    let (half, ten, seven) = (number(0.5), number(10.0), number(7.25));
    let sum = terms.float(FloatOp::Add, x, y);
    let product = terms.float(FloatOp::Mul, x, half);
    let conjuncts = [
        terms.float(FloatOp::Less, ten, sum),
        terms.float(FloatOp::Less, product, half),
        terms.float(FloatOp::Less, seven, y),
    ];
    let mut solver = Z3::new(Duration::from_secs(60));
    let Solved::By(found) = solver.solve(&terms, &conjuncts) else { panic!("there are such numbers") };
    let mut model = Model::new(found, 0);
    assert!(conjuncts.iter().all(|&conjunct| model.evaluate(&terms, conjunct) == 1));
    // x + 1 <= x for no small number.
    let one = terms.number(64, 1.0_f64.to_bits().into());
    let more = terms.float(FloatOp::Add, x, one);
    let none = [
        terms.float(FloatOp::LessEq, more, x),
        terms.float(FloatOp::Less, x, ten),
        terms.float(FloatOp::Less, half, x),
    ];
    assert!(matches!(solver.solve(&terms, &none), Solved::Unsatisfiable(_)));
}

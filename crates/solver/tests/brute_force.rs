//! Answers against trying every input, on random terms over inputs of 2 to 4 bits.

use std::time::Duration;
use threadbare_effort::seeds;
use threadbare_solver::{Path, Questions, Satisfiable, Z3};
use threadbare_term::{Model, Operator, Term, Terms};

const WIDTHS: [u8; 3] = [2, 3, 4];

fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize
}

/// A random term of one bit over these inputs.
fn condition(terms: &mut Terms, random: &mut u64) -> Term {
    let mut pool: Vec<Term> = WIDTHS
        .iter()
        .enumerate()
        .map(|(n, &width)| {
            let input = terms.input(width, n as u32);
            if next(random) & 1 == 0 { terms.zero_extend(input, 5) } else { terms.sign_extend(input, 5) }
        })
        .collect();
    if next(random) & 1 == 0 {
        // Not all of the inputs, so that there are slices.
        pool.remove(next(random) % 3);
        pool.remove(next(random) % 2);
    }
    for _ in 0..4 {
        let number = terms.number(5, next(random) as u128);
        pool.push(number);
        let (a, b) = (pool[next(random) % pool.len()], pool[next(random) % pool.len()]);
        pool.push(terms.binary(Operator::ALL[next(random) % 13], a, b));
    }
    let (a, b) = (pool[pool.len() - 1], pool[next(random) % pool.len()]);
    let op = Operator::ALL[13 + next(random) % 3];
    let holds = terms.binary(op, a, b);
    if next(random) & 1 == 0 { terms.not(holds) } else { holds }
}

#[test]
fn answers_are_those_of_trying_all() {
    let mut yes = 0;
    let mut no = 0;
    for seed in seeds(300) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut terms = Terms::default();
        let mut questions = Questions::new(Box::new(Z3::new(Duration::from_secs(60))));
        let mut conjuncts = Vec::new();
        for _ in 0..10 {
            conjuncts.push(condition(&mut terms, &mut random));
            let holds = |model: &mut Model| conjuncts.iter().all(|&c| model.evaluate(&terms, c) == 1);
            let all = (0..1_u128 << 9).map(|n| Model::new([(0, n & 3), (1, n >> 2 & 7), (2, n >> 5)], 0));
            let wanted = all.into_iter().any(|mut model| holds(&mut model));
            match questions.find(&terms, &conjuncts) {
                Ok(inputs) => {
                    assert!(wanted, "seed {seed}: no input satisfies it");
                    assert!(holds(&mut Model::new(inputs, 0)), "seed {seed}: not by these inputs");
                    yes += 1;
                }
                Err(not) => {
                    assert_eq!((not, wanted), (Satisfiable::No, false), "seed {seed}");
                    no += 1;
                    conjuncts.remove(next(&mut random) % conjuncts.len());
                }
            }
        }
        let answered = questions.answered();
        assert_eq!(answered.all(), 10, "each question counts once");
    }
    assert!(yes > 200 && no > 200, "{yes} and {no}: both are tried");
}

/// Divisions by constants, at the widths of numbers of programs: the only result is the right one.
#[test]
fn divisions_by_constants() {
    let division = [Operator::UDiv, Operator::URem, Operator::SDiv, Operator::SRem];
    for seed in seeds(60) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut terms = Terms::default();
        let mut questions = Questions::new(Box::new(Z3::new(Duration::from_secs(60))));
        let width = [8, 16, 32, 64][next(&mut random) % 4];
        let mut any = |shift: usize| {
            let bits = (next(&mut random) as u128) << 33 ^ next(&mut random) as u128;
            let least = 1 << (width - 1);
            [0, 1, least, least - 1, 2 * least - 1, bits, bits >> shift, bits >> 20][next(&mut random) % 8]
        };
        let (dividend, mut divisor) = (any(3), any(width as usize / 2));
        if next(&mut random) & 1 == 0 {
            divisor = next(&mut random) as u128 % [10, 100, 1000, 1 << 16][next(&mut random) % 4];
        }
        let (input, number) = (terms.input(width, 0), terms.number(width, divisor));
        let given = terms.number(width, dividend);
        let is_given = terms.binary(Operator::Eq, input, given);
        for op in division {
            let result = terms.binary(op, input, number);
            let right = Model::new([(0, dividend & ((1 << width) - 1))], 0).evaluate(&terms, result);
            let right = terms.number(width, right);
            let is_right = terms.binary(Operator::Eq, result, right);
            let is_wrong = terms.not(is_right);
            let shown = format!("seed {seed}: {op:?} of {dividend:#x} by {divisor:#x}, {width} bits");
            assert!(questions.find(&terms, &[is_given, is_right]).is_ok(), "{shown}: the right one");
            assert_eq!(questions.find(&terms, &[is_given, is_wrong]), Err(Satisfiable::No), "{shown}: another one");
        }
    }
}

/// A random comparison of two of three inputs of 3 bits, or of one with a number.
fn comparison(terms: &mut Terms, random: &mut u64) -> Term {
    let mut side = |terms: &mut Terms| match next(random) % 4 {
        3 => terms.number(3, next(random) as u128),
        n => terms.input(3, n as u32),
    };
    let (a, b) = (side(terms), side(terms));
    let op = [Operator::Eq, Operator::ULt, Operator::ULt, Operator::SLt][next(random) % 4];
    let holds = terms.binary(op, a, b);
    if next(random) & 1 == 0 { terms.not(holds) } else { holds }
}

#[test]
fn conjuncts_that_come_and_go_are_answered_as_all_at_once() {
    let (mut yes, mut no, mut unsolved) = (0, 0, 0);
    for seed in seeds(300) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut terms = Terms::default();
        let mut questions = Questions::new(Box::new(Z3::default()));
        let (mut path, mut conjuncts) = (Path::default(), Vec::new());
        let simple = next(&mut random) & 1 == 0;
        for _ in 0..40 {
            if next(&mut random).is_multiple_of(3) {
                conjuncts.truncate(next(&mut random) % (conjuncts.len() + 1));
                path.truncate(conjuncts.len());
            }
            let conjunct =
                if simple { comparison(&mut terms, &mut random) } else { condition(&mut terms, &mut random) };
            conjuncts.push(conjunct);
            path.push(&terms, conjunct);
            if next(&mut random).is_multiple_of(4) {
                // Some come together.
                continue;
            }
            let widths = if simple { [3, 3, 3] } else { WIDTHS };
            let cut = |n: u128, at: u8, width: u8| n >> at & ((1 << width) - 1);
            let all = (0..1_u128 << 9).map(|n| {
                let [a, b, c] = widths;
                Model::new([(0, cut(n, 0, a)), (1, cut(n, a, b)), (2, cut(n, a + b, c))], 0)
            });
            let holds = |model: &mut Model| conjuncts.iter().all(|&c| model.evaluate(&terms, c) == 1);
            let wanted = all.into_iter().any(|mut model| holds(&mut model));
            let answer = path.ask(&mut questions, &terms);
            assert_eq!(answer, if wanted { Satisfiable::Yes } else { Satisfiable::No }, "seed {seed}");
            if wanted {
                let found = conjuncts.iter().all(|&c| path.evaluate(&terms, c) == 1);
                assert!(found, "seed {seed}: the input at hand does");
                yes += 1;
            } else {
                no += 1;
                conjuncts.pop();
                path.truncate(conjuncts.len());
            }
        }
        unsolved += u32::from(simple && questions.answered().solved == 0);
    }
    assert!(yes > 200 && no > 200, "{yes} and {no}: both are tried");
    assert!(unsolved > 10, "{unsolved}: comparisons need no solver");
}

#[test]
fn a_loop_over_one_input_costs_what_is_new() {
    let mut terms = Terms::default();
    let n = terms.input(32, 0);
    let mut questions = Questions::new(Box::new(Z3::default()));
    let mut path = Path::default();
    for round in 0..20_000 {
        let round = terms.number(32, round);
        let on = terms.binary(Operator::SLt, round, n);
        let end = terms.not(on);
        for conjunct in [end, on] {
            path.truncate(path.len() - usize::from(conjunct == on && !path.is_empty()));
            path.push(&terms, conjunct);
            assert_eq!(path.ask(&mut questions, &terms), Satisfiable::Yes);
        }
    }
    assert_eq!(path.len(), 20_000);
    assert_eq!(questions.answered().solved, 0);
}

#[test]
fn a_solver_that_gives_up_is_believed() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(64, 0), terms.input(64, 1));
    // A product of two primes of 30 bits: not found within a millisecond.
    let product = terms.binary(Operator::Mul, a, b);
    let found = terms.is(product, 1_073_741_789 * 1_073_741_783);
    let bound = terms.number(64, 1 << 31);
    let (x, y) = (terms.binary(Operator::ULt, a, bound), terms.binary(Operator::ULt, b, bound));
    let one = terms.number(64, 1);
    let (p, q) = (terms.binary(Operator::ULt, one, a), terms.binary(Operator::ULt, one, b));
    let mut questions = Questions::new(Box::new(Z3::new(Duration::from_millis(1))));
    assert_eq!(questions.ask(&terms, &[found, x, y, p, q]), Satisfiable::Unknown);
    let not = terms.is(one, 0);
    assert_eq!(questions.ask(&terms, &[found, x, y, not]), Satisfiable::No, "impossible all the same");
    assert_eq!(questions.answered().unknown, 1);
}

#[test]
fn slices_are_asked_apart() {
    let mut terms = Terms::default();
    let inputs: Vec<Term> = (0..20).map(|n| terms.input(32, n)).collect();
    let mut questions = Questions::new(Box::new(Z3::default()));
    let mut conjuncts = Vec::new();
    for (n, &input) in inputs.iter().enumerate() {
        conjuncts.push(terms.is(input, 1000 + n as u128));
        assert_eq!(questions.ask(&terms, &conjuncts), Satisfiable::Yes);
    }
    let again = questions.answered();
    assert_eq!(questions.ask(&terms, &conjuncts[5..]), Satisfiable::Yes);
    assert_eq!(questions.answered().solved, again.solved, "each slice is known");
    let other = terms.is(inputs[3], 7);
    assert_eq!(questions.ask(&terms, &[conjuncts[3], other]), Satisfiable::No);
    let mut more = conjuncts.clone();
    let less = terms.binary(Operator::ULt, inputs[3], inputs[4]);
    more.extend([less, other]);
    let again = questions.answered();
    assert_eq!(questions.ask(&terms, &more), Satisfiable::No);
    assert_eq!(questions.answered().solved, again.solved, "a part of it was impossible");
}

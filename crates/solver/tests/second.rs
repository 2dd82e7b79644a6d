//! A second solver says the same, on random terms of the widths of programs.
//!
//! It is cvc5, as a process (`scripts/setup.sh` installs it). Where it is not there, nothing is
//! compared.

use std::time::Duration;
use threadbare_effort::seeds;
use threadbare_solver::{Process, Questions, Satisfiable, Solved, Solver, Z3};
use threadbare_term::{FloatOp, Model, Operator, Term, Terms};

use Operator::{AShr, Add, And, LShr, Or, Shl, Sub, Xor};

const QUICK: [Operator; 8] = [Add, Sub, And, Or, Xor, Shl, LShr, AShr];

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
}

fn cvc5() -> Option<Process> {
    let mut process = Process::new(&["cvc5".into()], Duration::from_secs(2));
    if let Err(why) = process.try_out() {
        eprintln!("skipped: {why}");
        return None;
    }
    Some(process)
}

/// A random number, small or near an edge as a rule.
fn number(terms: &mut Terms, random: &mut u64, width: u8) -> Term {
    let any = u128::from(next(random)) << 64 | u128::from(next(random)) << 20;
    let of = [u128::from(next(random) % 20), any, 1 << (width - 1), u128::MAX][next(random) as usize % 4];
    terms.number(width, of)
}

/// A term of this width, made of one of another.
fn fitted(terms: &mut Terms, random: &mut u64, of: Term, width: u8) -> Term {
    let own = terms.width(of);
    if own > width {
        let from = next(random) as u8 % (own - width + 1);
        return terms.extract(of, from, width);
    }
    if next(random) & 1 == 0 { terms.zero_extend(of, width) } else { terms.sign_extend(of, width) }
}

/// A random term of one bit. `deep`: how many operators there are.
fn condition(terms: &mut Terms, random: &mut u64, deep: usize) -> Term {
    let widths = [8, 8, 16, 32, 64, 128];
    let mut pool: Vec<Term> = (0..3).map(|n| terms.input(widths[n as usize], n)).collect();
    for _ in 0..deep {
        let width = widths[next(random) as usize % if deep > 4 { 4 } else { 6 }];
        let (a, b) = (pool[next(random) as usize % pool.len()], pool[next(random) as usize % pool.len()]);
        let a = fitted(terms, random, a, width);
        let b = if next(random) & 1 == 0 { number(terms, random, width) } else { fitted(terms, random, b, width) };
        let made = match next(random) % 8 {
            0 => {
                let index = fitted(terms, random, a, 3);
                let entries: Vec<u64> = (0..8).map(|_| next(random)).collect();
                terms.lookup(width.min(64), entries, index)
            }
            1 => {
                let cond = fitted(terms, random, b, 1);
                terms.ite(cond, b, a)
            }
            // Nobody is quick at wide products and quotients.
            _ if width > 16 => terms.binary(QUICK[next(random) as usize % 8], a, b),
            _ => terms.binary(Operator::ALL[next(random) as usize % 13], a, b),
        };
        pool.push(made);
    }
    let a = pool[pool.len() - 1];
    let b = if next(random) & 1 == 0 {
        number(terms, random, terms.width(a))
    } else {
        fitted(terms, random, pool[0], terms.width(a))
    };
    let holds = terms.binary(Operator::ALL[13 + next(random) as usize % 3], a, b);
    if next(random) & 1 == 0 { terms.not(holds) } else { holds }
}

/// Each answer, whoever gives it: guesses, ranges, sums, Z3.
#[test]
fn answers_are_those_of_a_second_solver() {
    let Some(second) = cvc5() else { return };
    let mut second = Some(second);
    let (mut yes, mut no, mut confirmed) = (0, 0, 0);
    for seed in seeds(40) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut terms = Terms::default();
        let first = Z3::new(Duration::from_millis(500));
        let process = second.take().or_else(cvc5).map(|process| Box::new(process) as Box<dyn Solver>);
        let mut questions = Questions::new(Box::new(first)).compared_with(process);
        let mut conjuncts = Vec::new();
        for _ in 0..8 {
            let deep = next(&mut random) as usize % 4;
            conjuncts.push(condition(&mut terms, &mut random, deep));
            match questions.find(&terms, &conjuncts) {
                Ok(_) => yes += 1,
                Err(not) => {
                    no += u32::from(not == Satisfiable::No);
                    conjuncts.remove(next(&mut random) as usize % conjuncts.len());
                }
            }
        }
        confirmed += questions.answered().confirmed;
    }
    assert!(yes > 50 && no > 50 && confirmed > 150, "{yes} and {no}, {confirmed} confirmed");
}

/// Where inputs are fixed, an operator of floating-point numbers gives the bits that evaluation
/// gives, and no others.
#[test]
fn floats_are_those_of_evaluation() {
    let Some(mut second) = cvc5() else { return };
    let doubles = [0.0, -0.0, 1.0, 0.1, -2.5, 1e10, f64::INFINITY, 5e-324, -1e-310, 1.7e308, -129.0, -128.5];
    let bits = |random: &mut u64, width: u8| -> u128 {
        let nan = [0x7FF8 << 48, 0x7FF0 << 48 | 1, 0xFFF8 << 48 | 5, 0xFFF0 << 48 | 3 << 40][next(random) as usize % 4];
        let of: f64 = doubles[next(random) as usize % doubles.len()];
        match (next(random) % 4, width) {
            (0, 64) => nan,
            (0, _) => nan >> 32 & 0xFFFF_FFFF,
            (1, 64) => next(random).into(),
            (1, _) => u128::from(next(random) & 0xFFFF_FFFF),
            (_, 64) => of.to_bits().into(),
            _ => (of as f32).to_bits().into(),
        }
    };
    for seed in seeds(4) {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for op in FloatOp::ALL {
            let mut terms = Terms::default();
            let width = if op == FloatOp::ToUnsigned { 64 } else { [32, 64][next(&mut random) as usize % 2] };
            let to = match op {
                FloatOp::Resize => 96 - width,
                FloatOp::ToSigned => [8, 16, 32, 64][next(&mut random) as usize % 4],
                FloatOp::FromSigned | FloatOp::FromUnsigned => [32, 64][next(&mut random) as usize % 2],
                FloatOp::ToUnsigned => 64,
                _ => width,
            };
            let (a, b) = (terms.input(width, 0), terms.input(width, 1));
            let given = [bits(&mut random, width), bits(&mut random, width)];
            let made = if op.is_binary() { terms.float(op, a, b) } else { terms.float_of(op, a, to) };
            let value = Model::new([(0, given[0]), (1, given[1])], 0).evaluate(&terms, made);
            let (is, told) = (terms.is(made, value), format!("seed {seed}: {op:?} of {given:#x?} is {value:#x}"));
            let fixed = [terms.is(a, given[0]), terms.is(b, given[1])];
            let not = terms.not(is);
            let [yes, no] = [is, not].map(|last| second.solve(&terms, &[fixed[0], fixed[1], last]));
            assert!(matches!(yes, Solved::By(_)), "{told}: {yes:?}");
            assert!(matches!(no, Solved::Unsatisfiable(_)), "{told}: {no:?}");
        }
    }
}

/// Says that nothing is possible.
#[derive(Debug)]
struct Wrong;

impl Solver for Wrong {
    fn solve(&mut self, _: &Terms, conjuncts: &[Term]) -> Solved {
        Solved::Unsatisfiable(conjuncts.to_vec())
    }
}

#[test]
#[should_panic(expected = "two solvers differ")]
fn a_difference_is_told() {
    let mut terms = Terms::default();
    let input = terms.input(8, 0);
    let is = terms.is(input, 5);
    let mut questions = Questions::new(Box::new(Z3::default())).compared_with(Some(Box::new(Wrong)));
    let _ = questions.ask(&terms, &[is]);
}

#[test]
fn what_is_no_solver_is_refused() {
    for (command, why) in
        [("true", "does not answer"), ("cat", "does not answer"), ("/no/such/solver", "cannot be run")]
    {
        let said = Process::new(&[command.into()], Duration::from_secs(2)).try_out().unwrap_err();
        assert!(said.contains(why), "{said}");
    }
}

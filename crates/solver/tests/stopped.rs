//! A solver that is stopped, and says something that is not so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use threadbare_solver::{Path, Questions, Satisfiable, Solved, Solver, Z3};
use threadbare_term::{Operator, Term, Terms};

/// Gives up, or gives numbers that do not satisfy what was asked, by turns.
#[derive(Debug, Default)]
struct Stopped(usize);

impl Solver for Stopped {
    fn solve(&mut self, terms: &Terms, conjuncts: &[Term]) -> Solved {
        self.0 += 1;
        let inputs = conjuncts.iter().flat_map(|&conjunct| terms.inputs(conjunct));
        match self.0 % 3 {
            0 => Solved::Unknown,
            1 => Solved::By(inputs.map(|&input| (input, 77)).collect()),
            _ => Solved::By(Vec::new()),
        }
    }
}

/// x * x = 1 (mod 2^64) and x > 1: no guess at it is right.
fn hard(terms: &mut Terms, input: u32) -> [Term; 2] {
    let (x, one, far) = (terms.input(64, input), terms.number(64, 1), terms.number(64, 1 << 40));
    let square = terms.binary(Operator::Mul, x, x);
    let middle = terms.binary(Operator::ULt, x, far);
    let above = terms.binary(Operator::ULt, one, x);
    let same = terms.eq(square, one);
    [terms.binary(Operator::And, middle, above), same]
}

#[test]
fn what_is_not_confirmed_is_not_known() {
    let mut terms = Terms::default();
    let mut questions = Questions::new(Box::<Stopped>::default());
    for input in 0..6 {
        let conjuncts = hard(&mut terms, input);
        assert_eq!(questions.find(&terms, &conjuncts), Err(Satisfiable::Unknown));
        assert_eq!(questions.ask(&terms, &conjuncts), Satisfiable::Unknown);
        let mut path = Path::default();
        conjuncts.iter().for_each(|&conjunct| path.push(&terms, conjunct));
        assert_eq!(path.ask(&mut questions, &terms), Satisfiable::Unknown);
    }
}

/// A question that takes Z3 long is given up soon after the run was told to end.
#[test]
fn a_long_question_is_interrupted() {
    let mut terms = Terms::default();
    let (x, y) = (terms.input(64, 0), terms.input(64, 1));
    // Two factors of a product of two primes of 32 bits.
    let (product, one) = (terms.number(64, 2_860_486_313 * 3_267_000_013), terms.number(64, 1));
    let narrow = terms.number(64, 0xFFFF_FFFF);
    let times = terms.binary(Operator::Mul, x, y);
    let mut conjuncts = vec![terms.eq(times, product)];
    for factor in [x, y] {
        let wide = terms.binary(Operator::ULt, narrow, factor);
        conjuncts.extend([terms.not(wide), terms.binary(Operator::ULt, one, factor)]);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let mut questions = Questions::new(Box::new(Z3::new(Duration::from_secs(300)).stopped_by(stop.clone())));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(2));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(questions.ask(&terms, &conjuncts), Satisfiable::Unknown);
    });
    let time = begun.elapsed();
    assert!(time >= Duration::from_secs(2), "the question is too easy to say anything: {time:?}");
    assert!(time < Duration::from_secs(100), "{time:?}");
}

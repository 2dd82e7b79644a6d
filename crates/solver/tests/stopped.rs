//! A solver that is stopped, and says something that is not so.

use threadbare_solver::{Path, Questions, Satisfiable, Solved, Solver};
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

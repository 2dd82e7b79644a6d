//! Answers against trying every input, on random sums of inputs of 2 to 4 bits.

use super::*;
use crate::random_sums::{Random, condition, is_possible};
use threadbare_effort::seeds;
use threadbare_term::Model;

#[test]
fn answers_are_those_of_trying_all() {
    let (mut yes, mut no, mut unknown) = (0, 0, 0);
    for seed in seeds(100) {
        let mut random = Random::new(seed);
        let mut terms = Terms::default();
        let mut linear = Linear::default();
        let mut conjuncts: Vec<Term> = Vec::new();
        for _ in 0..8 {
            conjuncts.push(condition(&mut terms, &mut random, 2));
            match linear.solve(&terms, &conjuncts, Duration::from_secs(60)) {
                Solved::By(inputs) => {
                    let mut model = Model::new(inputs, 0);
                    let holds = conjuncts.iter().all(|&c| model.evaluate(&terms, c) == 1);
                    assert!(holds, "seed {seed}: not by these inputs");
                    yes += 1;
                }
                Solved::Unsatisfiable(core) => {
                    assert!(core.iter().all(|part| conjuncts.contains(part)), "seed {seed}");
                    assert!(!is_possible(&terms, &core), "seed {seed}: some input satisfies it");
                    no += 1;
                    conjuncts.remove(random.below(conjuncts.len()));
                }
                Solved::Unknown => unknown += 1,
            }
        }
    }
    assert!(yes > 100 && no > 100, "{yes} and {no}: both are tried");
    assert!(unknown < yes, "{unknown}: most are linear, and have sums");
}

/// Sums of 64 bits, at the ends of their range.
#[test]
fn ends_of_the_range() {
    for width in [8, 32, 63, 64] {
        let mut terms = Terms::default();
        let (a, b) = (terms.input(width, 0), terms.input(width, 1));
        let sum = terms.binary(Operator::Add, a, b);
        let mut linear = Linear::default();
        let mut ask = |terms: &Terms, conjuncts: &[Term]| linear.solve(terms, conjuncts, Duration::from_secs(60));
        let top = mask(width) >> 1;
        for (x, y) in [(top, 1), (top + 1, mask(width)), (mask(width), mask(width)), (1, mask(width)), (0, 0)] {
            let (is_x, is_y) = (terms.is(a, x), terms.is(b, y));
            let is_sum = terms.is(sum, x.wrapping_add(y));
            let not = terms.not(is_sum);
            assert!(matches!(ask(&terms, &[is_x, is_y, is_sum]), Solved::By(found) if found.len() == 2));
            assert!(matches!(ask(&terms, &[is_x, is_y, not]), Solved::Unsatisfiable(_)), "{width}: {x} and {y}");
            for op in [Operator::ULt, Operator::SLt] {
                let less = terms.binary(op, sum, a);
                let model = &mut Model::new([(0, x), (1, y)], 0);
                let (is, wrong) = match model.evaluate(&terms, less) {
                    1 => (less, terms.not(less)),
                    _ => (terms.not(less), less),
                };
                assert!(matches!(ask(&terms, &[is_x, is_y, is]), Solved::By(_)));
                assert!(matches!(ask(&terms, &[is_x, is_y, wrong]), Solved::Unsatisfiable(_)));
            }
        }
    }
}

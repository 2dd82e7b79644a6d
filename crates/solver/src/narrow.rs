//! Quotients and products of inputs that are bounded (`0 < b && b < 1000`) have fewer bits for a
//! solver: it divides and multiplies circuit by circuit.
//!
//! What conjuncts admit of each input is known of all that is computed of it. An input is handed
//! over with as many bits as it can have, so nothing depends on how the conjuncts say so.
//!
//! Not covered: negative numbers.

use crate::admits::{admits, both};
use rustc_hash::FxHashMap;
use threadbare_term::operator::mask;
use threadbare_term::{Facts, Node, Operator, Term, Terms, Width};
use z3::ast::BV;

/// See the module.
#[derive(Debug)]
pub(crate) struct Narrow {
    known: FxHashMap<Term, Facts>,
}

/// As many bits a number has, at least one.
fn bits(number: u128) -> u32 {
    (u128::BITS - number.leading_zeros()).max(1)
}

impl Narrow {
    /// For these conjuncts, which are made of these terms, operands first; if that may help.
    pub(crate) fn new(terms: &Terms, conjuncts: &[Term], all: &[Term]) -> Option<Self> {
        let is_hard = |&term: &Term| match terms.node(term) {
            Node::Binary(Operator::Mul, _, b) => terms.constant(b).is_none(),
            Node::Binary(op, ..) => divides(op),
            _ => false,
        };
        if !all.iter().any(is_hard) {
            return None;
        }
        let said = conjuncts.iter().fold(vec![], |said, &conjunct| both(said, admits(terms, conjunct)));
        let mut known: FxHashMap<Term, Facts> = FxHashMap::default();
        let mut is_bounded = false;
        for &term in all {
            let facts = match terms.node(term) {
                Node::Input(input) => {
                    let all = mask(terms.width(term));
                    let at = said.binary_search_by_key(&input, |said| said.input).ok();
                    let (min, max) = match at.map(|at| said[at].numbers.ranges()) {
                        Some(ranges) => (ranges.first()?.0, ranges.last()?.1),
                        None => (0, all),
                    };
                    is_bounded |= max < all / 2;
                    Facts { zeros: all & !mask(bits(max) as Width), ones: 0, min, max }
                }
                _ => terms.facts_if(term, |operand| known[&operand]),
            };
            known.insert(term, facts);
        }
        is_bounded.then_some(Self { known })
    }

    /// How many bits an input can have.
    pub(crate) fn bits(&self, input: Term) -> u32 {
        bits(self.known[&input].max)
    }

    /// A quotient or a product of these operands, if it has fewer bits than they are wide.
    pub(crate) fn made(&self, op: Operator, (p, q): (Term, Term), (a, b): (&BV, &BV)) -> Option<BV> {
        let width = a.get_size();
        let (x, y) = (self.known.get(&p)?, self.known.get(&q)?);
        let most = match op {
            Operator::Mul => x.max.checked_mul(y.max)?,
            Operator::UDiv | Operator::URem if y.min > 0 => x.max.max(y.max),
            // Where neither is negative.
            Operator::SDiv | Operator::SRem if y.min > 0 && bits(x.max.max(y.max)) < width => x.max.max(y.max),
            _ => return None,
        };
        let narrow = bits(most);
        if narrow >= width {
            return None;
        }
        let (a, b) = (a.extract(narrow - 1, 0), b.extract(narrow - 1, 0));
        let result = match op {
            Operator::Mul => a.bvmul(&b),
            Operator::UDiv | Operator::SDiv => a.bvudiv(&b),
            _ => a.bvurem(&b),
        };
        Some(result.zero_ext(width - narrow))
    }
}

fn divides(op: Operator) -> bool {
    matches!(op, Operator::UDiv | Operator::URem | Operator::SDiv | Operator::SRem)
}

#[cfg(test)]
mod tests {
    use crate::{Solved, Solver, Z3};
    use threadbare_effort::seeds;
    use threadbare_term::{Model, Operator, Terms};

    /// `a / b * b <= a`, and not less by more than 9, for numbers below 1000; and there are some
    /// for which it is less by 9.
    #[test]
    fn quotients_of_bounded_numbers() {
        let mut terms = Terms::default();
        let [a, b] = [0, 1].map(|n| terms.input(32, n));
        let thousand = terms.number(32, 1000);
        let zero = terms.number(32, 0);
        let ten = terms.number(64, 10);
        let mut bounds = Vec::new();
        for input in [a, b] {
            bounds.push(terms.binary(Operator::SLt, zero, input));
            bounds.push(terms.binary(Operator::SLt, input, thousand));
        }
        let wide = [a, b].map(|input| terms.sign_extend(input, 64));
        let quotient = terms.binary(Operator::SDiv, wide[0], wide[1]);
        let product = terms.binary(Operator::Mul, quotient, wide[1]);
        let rest = terms.binary(Operator::Sub, wide[0], product);
        let nine = terms.is(rest, 9);
        let more = terms.binary(Operator::SLt, wide[0], product);
        let small = terms.binary(Operator::ULt, wide[1], ten);
        let much = terms.binary(Operator::SLt, ten, rest);
        let mut solver = Z3::default();
        let mut ask = |more: &[threadbare_term::Term]| solver.solve(&terms, &[&bounds[..], more].concat());
        let Solved::By(found) = ask(&[nine]) else { panic!("there are some") };
        assert_eq!(Model::new(found, 0).evaluate(&terms, nine), 1);
        assert!(matches!(ask(&[more]), Solved::Unsatisfiable(_)));
        assert!(matches!(ask(&[small, much]), Solved::Unsatisfiable(_)));
    }

    /// Random operators of two numbers of 8 bits, with bounds: the answers are those of trying all.
    #[test]
    fn answers_are_those_of_trying_all() {
        for seed in seeds(60) {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut next = |below: u64| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                (random >> 20) % below
            };
            let mut terms = Terms::default();
            let inputs = [0, 1].map(|n| terms.input(8, n));
            let mut conjuncts = Vec::new();
            for input in inputs {
                let (least, most) = (u128::from(next(3)), u128::from(3 + next(60)));
                let (least, most) = (terms.number(8, least), terms.number(8, most));
                let low = terms.binary(Operator::ULt, input, least);
                conjuncts.push(terms.not(low));
                conjuncts.push(terms.binary(Operator::ULt, input, most));
            }
            let ops = [Operator::Mul, Operator::UDiv, Operator::URem, Operator::SDiv, Operator::SRem, Operator::Add];
            let mut made = inputs.to_vec();
            for _ in 0..3 {
                let [a, b] = [0; 2].map(|_| made[next(made.len() as u64) as usize]);
                made.push(terms.binary(ops[next(6) as usize], a, b));
            }
            conjuncts.push(terms.is(made[made.len() - 1], u128::from(next(40))));
            if next(2) == 0 {
                let less = terms.binary(Operator::SLt, made[2], made[3]);
                conjuncts.push(less);
            }
            conjuncts.retain(|&conjunct| terms.constant(conjunct).is_none());
            let holds = |n: u128| {
                let mut model = Model::new([(0, n & 0xFF), (1, n >> 8)], 0);
                conjuncts.iter().all(|&conjunct| model.evaluate(&terms, conjunct) == 1)
            };
            let is_possible = (0..1 << 16).any(holds);
            let solved = crate::z3::by_its_own(&terms, &conjuncts);
            match solved {
                Solved::By(found) => {
                    let mut model = Model::new(found, 0);
                    assert!(conjuncts.iter().all(|&of| model.evaluate(&terms, of) == 1), "seed {seed}");
                }
                Solved::Unsatisfiable(_) => assert!(!is_possible, "seed {seed}"),
                Solved::Unknown => panic!("seed {seed}: given up"),
            }
        }
    }
}

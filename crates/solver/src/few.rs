//! Inputs that can be few numbers each, by bounds among the conjuncts, are tried: indices, kinds,
//! small sizes. If no combination satisfies all conjuncts, they exclude each other.
//!
//! How many are few depends on who would be asked else: a solver knows sums and comparisons better
//! than products, quotients and floating-point numbers.
//!
//! Not covered: conjuncts of which some inputs are many numbers.

use crate::groups::{Side, bound};
use crate::order::Ordered;
use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_term::operator::mask;
use threadbare_term::{Input, Model, Node, Operator, Term, Terms, Width};

/// So many combinations are tried.
const MOST: usize = 64;
/// The same of what takes a solver long.
const MOST_OF_HARD: usize = 1 << 16;
/// Inputs of so many bits need no bounds then.
const NARROW: Width = 16;

/// See the module.
pub(crate) fn few(terms: &Terms, slice: &[Term]) -> Ordered {
    try_all(terms, slice, MOST)
}

/// The same of conjuncts that take a solver long.
pub(crate) fn few_of_hard(terms: &Terms, slice: &[Term]) -> Ordered {
    if is_hard(terms, slice) { try_all(terms, slice, MOST_OF_HARD) } else { Ordered::Perhaps(vec![]) }
}

/// Whether inputs are multiplied by each other, or divided, or there are floating-point numbers.
fn is_hard(terms: &Terms, slice: &[Term]) -> bool {
    all_parts(terms, slice).into_iter().any(|term| match terms.node(term) {
        Node::Float(..) => true,
        Node::Binary(Operator::Mul, a, b) => terms.constant(a).or(terms.constant(b)).is_none(),
        Node::Binary(op, ..) => matches!(op, Operator::UDiv | Operator::URem | Operator::SDiv | Operator::SRem),
        _ => false,
    })
}

/// These terms and what they are made of.
fn all_parts(terms: &Terms, slice: &[Term]) -> FxHashSet<Term> {
    let mut seen = FxHashSet::default();
    let mut left = slice.to_vec();
    while let Some(term) = left.pop() {
        if seen.insert(term) {
            left.extend(terms.node(term).operands());
        }
    }
    seen
}

fn try_all(terms: &Terms, slice: &[Term], most: usize) -> Ordered {
    let Some(domains) = domains(terms, slice, most) else { return Ordered::Perhaps(vec![]) };
    let mut model = Model::default();
    let all: usize = domains.iter().map(|(_, numbers)| numbers.len()).product();
    for n in 0..all {
        let mut rest = n;
        let mut guess = Vec::with_capacity(domains.len());
        for (input, numbers) in &domains {
            guess.push((*input, numbers[rest % numbers.len()]));
            rest /= numbers.len();
        }
        model.change(&guess);
        if slice.iter().all(|&conjunct| model.evaluate(terms, conjunct) == 1) {
            return Ordered::Perhaps(vec![guess]);
        }
    }
    Ordered::Impossible
}

/// The numbers that each input can be; `None` if there are more combinations.
fn domains(terms: &Terms, slice: &[Term], most: usize) -> Option<Vec<(Input, Vec<u128>)>> {
    // From the least to the greatest one, without a sign and with it.
    let mut ranges: FxHashMap<Input, [(i128, i128); 2]> = FxHashMap::default();
    let mut widths: FxHashMap<Input, Width> = FxHashMap::default();
    let mut note = |of: Term, is_signed: bool, least: Option<i128>, most: Option<i128>| {
        let Node::Input(input) = terms.node(of) else { return };
        let width = terms.width(of);
        widths.insert(input, width);
        let (all, half) = (1 << width, 1 << (width - 1));
        let range = &mut ranges.entry(input).or_insert([(0, all - 1), (-half, half - 1)])[usize::from(is_signed)];
        range.0 = range.0.max(least.unwrap_or(range.0));
        range.1 = range.1.min(most.unwrap_or(range.1));
    };
    if most > MOST {
        // Whatever they are.
        let narrow = |term: &Term| matches!(terms.node(*term), Node::Input(_)) && terms.width(*term) <= NARROW;
        all_parts(terms, slice).into_iter().filter(narrow).for_each(|input| note(input, false, None, None));
    }
    for &conjunct in slice {
        if let Some((Side { of, is_signed, is_upper }, bound)) = bound(terms, conjunct) {
            note(of, is_signed, (!is_upper).then_some(bound), is_upper.then_some(bound));
        } else if let Node::Binary(Operator::Eq, a, b) = terms.node(conjunct)
            && let Some(number) = terms.constant(b).filter(|_| terms.width(b) <= 64)
        {
            note(a, false, Some(number as i128), Some(number as i128));
        }
    }
    let mut inputs: Vec<Input> = slice.iter().flat_map(|&conjunct| terms.inputs(conjunct)).copied().collect();
    inputs.sort_unstable();
    inputs.dedup();
    let (mut all, mut domains) = (1_usize, Vec::new());
    for input in inputs {
        let &(least, greatest) = ranges.get(&input)?.iter().min_by_key(|(least, greatest)| greatest - least)?;
        let numbers = usize::try_from((greatest - least + 1).max(0)).ok()?;
        all = all.checked_mul(numbers).filter(|all| *all <= most)?;
        let cut = mask(widths[&input]);
        domains.push((input, (least..=greatest).map(|number| number as u128 & cut).collect()));
    }
    Some(domains)
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_effort::seeds;

    fn next(state: &mut u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize
    }

    /// A bound of an input of 5 bits, or something else of two of them.
    fn condition(terms: &mut Terms, random: &mut u64) -> Term {
        let inputs = [0, 1].map(|n| terms.input(5, n));
        let (a, b) = (inputs[next(random) % 2], inputs[next(random) % 2]);
        let number =
            terms.number(5, [next(random) % 32, next(random) % 4, 31 - next(random) % 4][next(random) % 3] as u128);
        let holds = match next(random) % 8 {
            0 => terms.eq(a, number),
            1 => {
                let product = terms.binary(Operator::Mul, a, b);
                terms.binary(Operator::ULt, number, product)
            }
            n if n.is_multiple_of(2) => terms.binary(Operator::SLt, a, number),
            3 => terms.binary(Operator::ULt, a, number),
            _ => terms.binary(Operator::SLt, number, a),
        };
        if next(random).is_multiple_of(3) { terms.not(holds) } else { holds }
    }

    #[test]
    fn answers_are_those_of_trying_all() {
        let (mut yes, mut no) = (0, 0);
        for seed in seeds(1000) {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut terms = Terms::default();
            let mut conjuncts: Vec<Term> = (0..6).map(|_| condition(&mut terms, &mut random)).collect();
            conjuncts.retain(|&conjunct| terms.constant(conjunct).is_none());
            let holds = |model: &mut Model| conjuncts.iter().all(|&c| model.evaluate(&terms, c) == 1);
            let is_possible = (0..1 << 10).any(|n| holds(&mut Model::new([(0, n & 31), (1, n >> 5)], 0)));
            let said = if seed % 2 == 0 { few(&terms, &conjuncts) } else { few_of_hard(&terms, &conjuncts) };
            match said {
                Ordered::Impossible => {
                    assert!(!is_possible, "seed {seed}: some input satisfies all");
                    no += 1;
                }
                Ordered::Perhaps(guesses) => {
                    for guess in guesses {
                        assert!(holds(&mut Model::new(guess, 0)), "seed {seed}: not by this guess");
                        yes += 1;
                    }
                }
            }
        }
        assert!(yes > 100 && no > 100, "{yes} and {no}: both are tried");
    }
}

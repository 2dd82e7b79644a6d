//! Inputs that can be few numbers each, by what conjuncts say of them ([`admits`]), are tried: indices,
//! kinds, small sizes, single bytes. If no combination satisfies all conjuncts, they exclude each
//! other.
//!
//! The inputs are given numbers one after the other, the one with the fewest first. A conjunct is
//! looked at as soon as its inputs have numbers, so what it is made of is computed as rarely as that
//! allows. How long that takes at most is known before, and decides. How long it may take depends on
//! who would be asked else: a solver knows sums and comparisons better than products, quotients and
//! floating-point numbers.
//!
//! Not covered: conjuncts of which some inputs are many numbers.

use crate::admits::{Admits, admits, both};
use crate::numbers::Numbers;
use crate::order::Ordered;
use crate::search::{Domain, Search};
use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_term::{Input, Node, Operator, Term, Terms, Width};

/// So many terms are computed.
const MOST: usize = 1 << 12;
/// The same before a solver is asked;
const MOST_AT_LENGTH: usize = 1 << 16;
/// and of what takes a solver long.
const MOST_OF_HARD: usize = 1 << 22;
/// So many where that has given up: a second or two.
const MOST_AT_LAST: usize = 1 << 25;
/// So many terms are computed for each number of an input, as is assumed before they are counted.
const PARTS: usize = 16;
/// Conjuncts of one input alone are hoped to leave out so many bits of what is tried.
const MOST_FILTERED: u32 = 12;
/// Inputs of so many bits may be any number.
const NARROW: Width = 16;

/// See the module.
pub(crate) fn few(terms: &Terms, slice: &[Term]) -> Ordered {
    tried(terms, slice, MOST)
}

/// The same where a solver would be asked else.
pub(crate) fn few_at_length(terms: &Terms, slice: &[Term]) -> Ordered {
    tried(terms, slice, if is_hard(terms, slice) { MOST_OF_HARD } else { MOST_AT_LENGTH })
}

/// The same where a solver has given up.
pub(crate) fn few_at_last(terms: &Terms, slice: &[Term]) -> Ordered {
    tried(terms, slice, MOST_AT_LAST)
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

/// These terms and what they are made of, operands first.
pub(crate) fn all_parts(terms: &Terms, slice: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut left = slice.to_vec();
    while let Some(term) = left.pop() {
        if seen.insert(term) {
            left.extend(terms.node(term).operands());
        }
    }
    let mut parts: Vec<Term> = seen.into_iter().collect();
    parts.sort_unstable();
    parts
}

fn tried(terms: &Terms, slice: &[Term], most: usize) -> Ordered {
    let nothing = Ordered::Perhaps(vec![]);
    if slice.len() > most {
        return nothing;
    }
    let said = slice.iter().fold(vec![], |said, &conjunct| both(said, admits(terms, conjunct)));
    if said.iter().any(|Admits { numbers, .. }| numbers.ranges().is_empty()) {
        return Ordered::Impossible;
    }
    let Some(domains) = domains(terms, slice, &said, most) else { return nothing };
    if domains.is_empty() {
        return nothing;
    }
    let search = Search::new(terms, slice, domains);
    if search.steps().is_none_or(|steps| steps > most) {
        return nothing;
    }
    search.first().map_or(Ordered::Impossible, |found| Ordered::Perhaps(vec![found]))
}

/// The numbers that each input can be, the one with the fewest first; `None` if there are more.
fn domains(terms: &Terms, slice: &[Term], said: &[Admits], most: usize) -> Option<Vec<Domain>> {
    let mut inputs: Vec<Input> = slice.iter().flat_map(|&conjunct| terms.inputs(conjunct)).copied().collect();
    inputs.sort_unstable();
    inputs.dedup();
    let of = |input: Input| {
        let at = said.binary_search_by_key(&input, |said| said.input).ok()?;
        Some(&said[at].numbers)
    };
    let count = |numbers: &Numbers| numbers.count().filter(|count| *count <= (most / PARTS) as u128);
    let is_unknown = |input: &Input| of(*input).is_none_or(|numbers| count(numbers).is_none());
    let widths = if inputs.iter().any(is_unknown) { widths(terms, slice) } else { FxHashMap::default() };
    let mut all = 1_u128;
    let mut numbers = Vec::with_capacity(inputs.len());
    for &input in &inputs {
        let narrow = || widths.get(&input).filter(|width| **width <= NARROW).map(|width| Numbers::all(*width));
        let own = of(input).cloned().or_else(narrow)?;
        all = all.saturating_mul(count(&own)?);
        if all > (most as u128) << MOST_FILTERED {
            return None;
        }
        numbers.push(own);
    }
    if let ([input], [numbers]) = (&inputs[..], &numbers[..]) {
        return Some(vec![(*input, numbers.iter().collect())]);
    }
    let mut domains = Vec::with_capacity(inputs.len());
    for (input, numbers) in inputs.into_iter().zip(numbers) {
        let alone: Vec<Term> = slice.iter().copied().filter(|&conjunct| *terms.inputs(conjunct) == [input]).collect();
        let search = Search::new(terms, &alone, vec![(input, numbers.iter().collect())]);
        search.steps().filter(|steps| *steps <= most)?;
        let mut left = Vec::new();
        search.each(|found| {
            left.extend(found.into_iter().map(|(_, number)| number));
            true
        });
        domains.push((input, left));
    }
    domains.sort_by_key(|(_, numbers)| numbers.len());
    Some(domains)
}

/// How wide the inputs of a slice are.
fn widths(terms: &Terms, slice: &[Term]) -> FxHashMap<Input, Width> {
    let width = |term| match terms.node(term) {
        Node::Input(input) => Some((input, terms.width(term))),
        _ => None,
    };
    all_parts(terms, slice).into_iter().filter_map(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_effort::seeds;
    use threadbare_term::{FloatOp, Model};

    fn next(state: &mut u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize
    }

    /// An input of 5 bits, or something that is made of one.
    fn part(terms: &mut Terms, random: &mut u64) -> Term {
        let input = terms.input(5, next(random) as u32 % 2);
        let by = terms.number(5, next(random) as u128);
        let wide = terms.sign_extend(input, 10);
        let factor = terms.number(10, next(random) as u128 % 20);
        match next(random) % 12 {
            8 => terms.binary(Operator::Mul, input, by),
            9 => terms.binary(Operator::Mul, wide, factor),
            10 => terms.concat(input, by),
            11 => terms.extract(input, 0, 3),
            0 => terms.binary(Operator::Add, input, by),
            1 => terms.binary(Operator::Sub, input, by),
            2 => terms.zero_extend(input, 8),
            3 => terms.sign_extend(input, 8),
            4 => terms.concat(by, input),
            5 => terms.binary(Operator::And, input, by),
            _ => input,
        }
    }

    /// A comparison of one with a number, or of something else, or some of these.
    fn condition(terms: &mut Terms, random: &mut u64, deep: usize) -> Term {
        let holds = if deep > 0 && !next(random).is_multiple_of(3) {
            let [a, b, c] = [0; 3].map(|_| condition(terms, random, deep - 1));
            match next(random) % 5 {
                0 | 1 => terms.binary(Operator::And, a, b),
                2 | 3 => terms.binary(Operator::Or, a, b),
                _ => terms.ite(a, b, c),
            }
        } else {
            let of = part(terms, random);
            let width = terms.width(of);
            let number = [next(random), next(random) % 4, 255 - next(random) % 4][next(random) % 3];
            let number = terms.number(width, number as u128);
            match next(random) % 8 {
                0 => {
                    let inputs = [0, 1].map(|n| terms.input(5, n));
                    let product = terms.binary(Operator::Mul, inputs[0], inputs[1]);
                    let number = terms.constant(number).map(|number| terms.number(5, number));
                    terms.binary(Operator::ULt, number.unwrap_or(product), product)
                }
                1 => terms.binary(Operator::ULt, of, number),
                2 => terms.binary(Operator::ULt, number, of),
                3 => terms.binary(Operator::SLt, number, of),
                4 | 5 => terms.binary(Operator::SLt, of, number),
                _ => terms.eq(of, number),
            }
        };
        if next(random).is_multiple_of(3) { terms.not(holds) } else { holds }
    }

    fn holding(terms: &Terms, conjuncts: &[Term]) -> Vec<[u128; 2]> {
        let holds = |[a, b]: &[u128; 2]| {
            let mut model = Model::new([(0, *a), (1, *b)], 0);
            conjuncts.iter().all(|&conjunct| model.evaluate(terms, conjunct) == 1)
        };
        (0..1 << 10).map(|n| [n & 31, n >> 5]).filter(holds).collect()
    }

    /// Of one comparison nothing is said that is not so, and all that is: of what is seen.
    #[test]
    fn what_is_said_of_one_input_holds() {
        let mut exact = 0;
        for seed in seeds(300) {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut terms = Terms::default();
            let conjunct = condition(&mut terms, &mut random, 3);
            let holding = holding(&terms, &[conjunct]);
            let all = admits(&terms, conjunct);
            for Admits { input, numbers } in &all {
                let mut found: Vec<u128> = holding.iter().map(|both| both[*input as usize]).collect();
                assert!(found.iter().all(|number| numbers.iter().any(|other| other == *number)), "seed {seed}");
                assert!(numbers.iter().all(|number| number < 32), "seed {seed}: too wide");
                found.sort_unstable();
                found.dedup();
                exact += usize::from(found.len() < 32 && found.iter().copied().eq(numbers.iter()));
            }
        }
        assert!(exact > 50, "{exact}: mostly all is seen");
    }

    #[test]
    fn floating_point_numbers() {
        let mut terms = Terms::default();
        let input = terms.input(64, 0);
        let is = |terms: &mut Terms, number: f64| {
            let number = terms.number(64, number.to_bits().into());
            terms.float(FloatOp::Eq, input, number)
        };
        let (half, zero) = (is(&mut terms, 0.5), is(&mut terms, 0.0));
        let either = terms.binary(Operator::Or, half, zero);
        let numbers: Vec<u128> = admits(&terms, either)[0].numbers.iter().collect();
        let bits = [0.0, 0.5, -0.0].map(|number: f64| u128::from(number.to_bits()));
        assert_eq!(numbers, bits);
        let not = terms.not(either);
        assert!(admits(&terms, not)[0].numbers.iter().take(100).eq(1..101));
        let none = is(&mut terms, f64::NAN);
        assert!(terms.constant(none) == Some(0) || admits(&terms, none)[0].numbers == Numbers::default());
        // What is neither is tried.
        let narrow = terms.float_of(FloatOp::Resize, input, 32);
        let third = terms.number(32, f32::to_bits(0.5).into());
        let same = terms.float(FloatOp::Eq, narrow, third);
        let other = terms.not(same);
        let Ordered::Perhaps(found) = few(&terms, &[either, other]) else { panic!("zero is") };
        assert_eq!(found, [vec![(0, 0)]]);
        assert!(matches!(few(&terms, &[half, other]), Ordered::Impossible));
    }

    #[test]
    fn answers_are_those_of_trying_all() {
        let (mut yes, mut no) = (0, 0);
        for seed in seeds(1000) {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut terms = Terms::default();
            let mut conjuncts: Vec<Term> = (0..6).map(|n| condition(&mut terms, &mut random, n % 3)).collect();
            conjuncts.retain(|&conjunct| terms.constant(conjunct).is_none());
            let holding = holding(&terms, &conjuncts);
            let said = if seed % 2 == 0 { few(&terms, &conjuncts) } else { few_at_length(&terms, &conjuncts) };
            match said {
                Ordered::Impossible => {
                    assert!(holding.is_empty(), "seed {seed}: some input satisfies all");
                    no += 1;
                }
                Ordered::Perhaps(guesses) => {
                    for guess in guesses {
                        let model = Model::new(guess, 0);
                        let numbers = [0, 1].map(|input| model.number(input));
                        assert!(holding.contains(&numbers), "seed {seed}: not by this guess");
                        yes += 1;
                    }
                }
            }
        }
        assert!(yes > 100 && no > 100, "{yes} and {no}: both are tried");
    }
}

//! Guesses at floating-point inputs: the solver is slow at these, and simple numbers often do.
//!
//! One input after the other is given the number for which most of the conjuncts hold: one of some
//! simple ones, and what is near the constants that it is computed with. What the caller is given
//! holds for all conjuncts.
//!
//! Not covered: inputs that must change together.

use rustc_hash::FxHashSet;
use threadbare_term::{Input, Model, Node, Term, Terms, Width};

/// So many nodes are evaluated at most, all tries together.
const MOST_STEPS: usize = 1 << 20;
/// So many nodes of a slice are looked at.
const MOST_NODES: usize = 1 << 12;
/// So many constants.
const MOST_CONSTANTS: usize = 16;
/// How often each input is given another number.
const ROUNDS: usize = 3;

/// Simple numbers, those that people like to see first.
const SIMPLE: [f64; 18] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -2.0,
    3.0,
    10.0,
    -10.0,
    100.0,
    1000.0,
    -0.0,
    1e6,
    1e30,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// What a slice is made of.
struct Parts {
    /// The inputs that are floating-point numbers, or that are converted to one, which is told.
    inputs: Vec<(Input, Width, bool)>,
    constants: Vec<f64>,
    nodes: usize,
}

impl Parts {
    fn of(terms: &Terms, slice: &[Term]) -> Self {
        let mut parts = Self { inputs: Vec::new(), constants: Vec::new(), nodes: 0 };
        let (mut stack, mut seen) = (slice.to_vec(), FxHashSet::default());
        while let Some(term) = stack.pop() {
            if seen.len() >= MOST_NODES || !terms.has_floats(term) || !seen.insert(term) {
                continue;
            }
            let node = terms.node(term);
            stack.extend(node.operands());
            let Node::Float(op, ..) = node else { continue };
            for operand in node.operands() {
                parts.operand(terms, operand, op.is_of_integer());
            }
        }
        parts.nodes = seen.len().max(1);
        parts
    }

    fn operand(&mut self, terms: &Terms, operand: Term, is_integer: bool) {
        let width = terms.width(operand);
        match terms.node(operand) {
            Node::Input(input) if !self.inputs.iter().any(|(known, ..)| *known == input) => {
                self.inputs.push((input, width, is_integer));
            }
            Node::Const(bits) if self.constants.len() < MOST_CONSTANTS => {
                let number = if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) };
                self.constants.push(number);
            }
            _ => {}
        }
    }

    /// The bits that an input of this width may have.
    fn numbers(&self, width: Width, is_integer: bool) -> Vec<u128> {
        let near = self.constants.iter().flat_map(|&c| {
            let (next, last) = if width == 32 && !is_integer {
                (f64::from((c as f32).next_up()), f64::from((c as f32).next_down()))
            } else {
                (c.next_up(), c.next_down())
            };
            [c, c + 1.0, c - 1.0, next, last, -c, c * 2.0, c / 2.0]
        });
        let bits = |x: f64| match width {
            _ if is_integer => x as i64 as u128 & threadbare_term::operator::mask(width),
            32 => (x as f32).to_bits().into(),
            _ => x.to_bits().into(),
        };
        let mut numbers = Vec::new();
        for number in SIMPLE.into_iter().chain(near).map(bits) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }
}

/// Inputs for which all conjuncts hold, from those of `model` on.
pub(crate) fn guessed(terms: &Terms, slice: &[Term], mut model: Model) -> Option<Model> {
    let parts = Parts::of(terms, slice);
    let candidates: Vec<Vec<u128>> =
        parts.inputs.iter().map(|&(_, width, is_integer)| parts.numbers(width, is_integer)).collect();
    let holding = |model: &mut Model| slice.iter().filter(|&&term| model.evaluate(terms, term) == 1).count();
    let mut best = holding(&mut model);
    let mut left = MOST_STEPS / parts.nodes;
    for _ in 0..ROUNDS {
        let before = best;
        for (&(input, ..), numbers) in parts.inputs.iter().zip(&candidates) {
            let mut kept = model.number(input);
            for &number in numbers {
                left = left.checked_sub(1)?;
                model.change(&[(input, number)]);
                let now = holding(&mut model);
                if now > best {
                    (best, kept) = (now, number);
                }
                if best == slice.len() {
                    return Some(model);
                }
            }
            model.change(&[(input, kept)]);
        }
        if best == before {
            return None;
        }
    }
    None
}

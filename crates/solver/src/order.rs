//! Comparisons among themselves: who sorts asks little else.
//!
//! The conjuncts `x < y`, `x <= y` and `x == y` give each term a least value: that of the terms
//! below it, and one more where it is greater, or is not that number. If these values grow without
//! end, or beyond what a term can be, the conjuncts exclude each other. If not, they are a guess at
//! an input, which the caller tries on all conjuncts. So both answers are sure, whatever else the
//! conjuncts say.
//!
//! Not covered: sums (`x + 1 < y` compares two terms of which nothing else is known), and guesses
//! for terms that are not put together of inputs.

use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_term::operator::{mask, signed};
use threadbare_term::{Input, Node, Operator, Term, Terms, Width};

/// More comparisons than this are the solver's;
const MOST: usize = 256;
/// and more numbers that a term is not.
const MOST_NOT: usize = 1 << 14;

/// What comparisons say.
pub(crate) enum Ordered {
    /// They exclude each other.
    Impossible,
    /// Perhaps one of these inputs.
    Perhaps(Vec<Vec<(Input, u128)>>),
}

/// What a conjunct says.
enum Said {
    /// The first is not above the second; `strict`: it is below.
    Less { less: Term, more: Term, strict: bool, is_signed: bool },
    /// Both are the same.
    Same(Term, Term),
    /// It is not this number.
    Not(Term, Term),
}

/// See the module.
pub(crate) fn ordered(terms: &Terms, slice: &[Term]) -> Ordered {
    let said: Vec<Said> = slice.iter().filter_map(|&conjunct| said(terms, conjunct)).collect();
    let mut guesses = Vec::new();
    let excluding = said.iter().filter(|said| matches!(said, Said::Not(..))).count();
    if said.len() - excluding > MOST || excluding > MOST_NOT {
        return Ordered::Perhaps(guesses);
    }
    for is_signed in [false, true] {
        let Some(graph) = Graph::new(terms, &said, is_signed) else { continue };
        // Small numbers are nicer; but only the least ones prove something.
        match graph.least(graph.bottom) {
            None => return Ordered::Impossible,
            Some(least) if is_signed => {
                guesses.extend(graph.least(0).map(|values| graph.guess(terms, &values)));
                guesses.push(graph.guess(terms, &least));
            }
            Some(least) => guesses.push(graph.guess(terms, &least)),
        }
    }
    Ordered::Perhaps(guesses)
}

fn said(terms: &Terms, conjunct: Term) -> Option<Said> {
    let (plain, negated) = terms.opposite(conjunct).map_or((conjunct, false), |plain| (plain, true));
    match terms.node(plain) {
        Node::Binary(Operator::Eq, a, b) if !negated => Some(Said::Same(a, b)),
        Node::Binary(Operator::Eq, a, b) => terms.constant(b).map(|_| Said::Not(a, b)),
        Node::Binary(op @ (Operator::ULt | Operator::SLt), a, b) => {
            let (less, more) = if negated { (b, a) } else { (a, b) };
            Some(Said::Less { less, more, strict: !negated, is_signed: op == Operator::SLt })
        }
        _ => None,
    }
}

/// The comparisons of one order between terms of one width.
#[derive(Default)]
struct Graph {
    numbers: FxHashMap<Term, usize>,
    nodes: Vec<(Term, Width)>,
    /// Constants, as what they are.
    fixed: Vec<Option<i128>>,
    edges: Vec<(usize, usize, i128)>,
    /// Numbers that they are not.
    not: FxHashSet<(usize, i128)>,
    bottom: i128,
    top: Vec<i128>,
}

impl Graph {
    /// `None` if nothing is compared by this order.
    fn new(terms: &Terms, all: &[Said], is_signed: bool) -> Option<Self> {
        let mut graph = Self { bottom: i128::MAX, ..Self::default() };
        for said in all {
            let (&Said::Less { less: a, more: b, .. } | &Said::Same(a, b) | &Said::Not(a, b)) = said;
            // Of wider ones not each number is an `i128` with room above.
            if terms.width(a) > 64 || matches!(said, Said::Less { is_signed: order, .. } if *order != is_signed) {
                continue;
            }
            let (a, b) = (graph.node(terms, a, is_signed), graph.node(terms, b, is_signed));
            match *said {
                Said::Less { strict, .. } => graph.edges.push((a, b, i128::from(strict))),
                Said::Same(..) => graph.edges.extend([(a, b, 0), (b, a, 0)]),
                Said::Not(..) => graph.not.extend(graph.fixed[b].map(|number| (a, number))),
            }
        }
        (!graph.nodes.is_empty()).then_some(graph)
    }

    fn node(&mut self, terms: &Terms, term: Term, is_signed: bool) -> usize {
        if let Some(&known) = self.numbers.get(&term) {
            return known;
        }
        let width = terms.width(term);
        self.numbers.insert(term, self.nodes.len());
        let as_number = |bits| if is_signed { signed(bits, width) } else { bits as i128 };
        self.nodes.push((term, width));
        self.fixed.push(terms.constant(term).map(as_number));
        self.top.push(if is_signed { (mask(width) >> 1) as i128 } else { mask(width) as i128 });
        self.bottom = self.bottom.min(if is_signed { -1 << (width - 1) } else { 0 });
        self.nodes.len() - 1
    }

    /// The least values, not below `from`; `None` if there are none.
    fn least(&self, from: i128) -> Option<Vec<i128>> {
        let mut values: Vec<i128> = self.fixed.iter().map(|fixed| fixed.unwrap_or(from)).collect();
        // Each number that is not is passed at most once.
        for _ in 0..=self.not.len() {
            self.rise(&mut values)?;
            let mut passed = false;
            for (node, value) in values.iter_mut().enumerate() {
                while self.not.contains(&(node, *value)) {
                    if self.fixed[node].is_some() || *value == self.top[node] {
                        return None;
                    }
                    *value += 1;
                    passed = true;
                }
            }
            if !passed {
                return Some(values);
            }
        }
        None
    }

    /// Raises values to what the edges ask for; `None` if that does not end.
    fn rise(&self, values: &mut [i128]) -> Option<()> {
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for &(less, more, by) in &self.edges {
                let least = values[less] + by;
                if values[more] < least {
                    if self.fixed[more].is_some() || least > self.top[more] {
                        return None;
                    }
                    values[more] = least;
                    changed = true;
                }
            }
            if !changed {
                return Some(());
            }
        }
        None
    }

    /// These values as an input, where the terms are put together of inputs.
    fn guess(&self, terms: &Terms, values: &[i128]) -> Vec<(Input, u128)> {
        let mut guess = Vec::new();
        for (&(term, _), &value) in self.nodes.iter().zip(values) {
            give(terms, term, value as u128, &mut guess);
        }
        guess
    }
}

/// What inputs are if a term is put together of them, and is this number.
pub(crate) fn give(terms: &Terms, term: Term, bits: u128, guess: &mut Vec<(Input, u128)>) {
    let mut parts = vec![(term, bits)];
    while let Some((term, bits)) = parts.pop() {
        let (of, from) = match terms.node(term) {
            Node::Extract(of, from) => (of, from),
            _ => (term, 0),
        };
        match terms.node(of) {
            Node::Input(input) => {
                let cut = mask(terms.width(term));
                let known = guess.iter_mut().find(|(known, _)| *known == input);
                match known {
                    Some((_, known)) => *known = *known & !(cut << from) | (bits & cut) << from,
                    None => guess.push((input, (bits & cut) << from)),
                }
            }
            Node::SignExtend(of) => parts.push((of, bits)),
            Node::Concat(high, low) => {
                parts.push((high, bits >> terms.width(low)));
                parts.push((low, bits));
            }
            _ => {}
        }
    }
}

//! Sums of inputs among themselves: whether the ranges that comparisons leave exclude each other.
//!
//! A term is a sum of whole numbers ([`Form`]) where the ranges of its parts, or what is known of a
//! sum of the same parts, say that nothing overflows; else it is one of itself. A comparison bounds a
//! difference of sums, and so each of its parts by the others. That goes on until nothing changes.
//! After `x -= n; y += n` the sum `x + y` has the same form as before. Each step follows from the
//! conjuncts, so a contradiction is sure; that there is none says nothing.
//!
//! Not covered: what follows only from several comparisons together, without a bound of one part.
//! Z3 is asked for that (`linear`).

mod form;
#[cfg(test)]
mod tests;

use crate::order::{Ordered, give};
use form::{Form, Ranges};
use threadbare_term::{Node, Operator, Term, Terms};

/// Slices of more conjuncts are the solver's.
const MOST: usize = 64;
/// So often what was found is used to find more.
const ROUNDS: usize = 8;

/// See the module. The guess is that all inputs are as near to 0 as their ranges let them be.
pub(crate) fn summed(terms: &Terms, slice: &[Term]) -> Ordered {
    let mut ranges = Ranges::default();
    if slice.len() > MOST {
        return Ordered::Perhaps(vec![]);
    }
    for _ in 0..ROUNDS {
        ranges.begin();
        if slice.iter().any(|&conjunct| use_conjunct(&mut ranges, terms, conjunct).is_none()) {
            return Ordered::Impossible;
        }
        if !ranges.has_changed {
            break;
        }
    }
    let mut guess = Vec::new();
    // The view with a sign comes last, and counts.
    for ((term, _), (least, most)) in ranges.all() {
        if matches!(terms.node(term), Node::Input(_)) {
            give(terms, term, 0.clamp(least, most) as u128, &mut guess);
        }
    }
    Ordered::Perhaps(if guess.is_empty() { vec![] } else { vec![guess] })
}

/// What a conjunct says of ranges. `None` if it cannot be.
fn use_conjunct(ranges: &mut Ranges, terms: &Terms, conjunct: Term) -> Option<()> {
    let mut open = vec![(conjunct, true)];
    for _ in 0..MOST {
        let Some((term, holds)) = open.pop() else { break };
        if let Some(plain) = terms.opposite(term) {
            open.push((plain, !holds));
            continue;
        }
        match terms.node(term) {
            Node::Const(bit) if (bit == 1) != holds => return None,
            Node::Binary(op @ (Operator::And | Operator::Or), a, b) if holds == (op == Operator::And) => {
                open.extend([(a, holds), (b, holds)]);
            }
            Node::Binary(op, a, b) if op.compares() => use_comparison(ranges, terms, (op, a, b), holds)?,
            _ => {}
        }
    }
    Some(())
}

fn use_comparison(ranges: &mut Ranges, terms: &Terms, (op, a, b): (Operator, Term, Term), holds: bool) -> Option<()> {
    if op != Operator::Eq {
        let Some(difference) = difference(ranges, terms, (a, b), op == Operator::SLt) else { return Some(()) };
        return match holds {
            true => not_above(ranges, terms, &difference, -1),
            false => not_above(ranges, terms, &difference.negated(), 0),
        };
    }
    for is_signed in [true, false] {
        let Some(difference) = difference(ranges, terms, (a, b), is_signed) else { continue };
        if holds {
            not_above(ranges, terms, &difference, 0)?;
            not_above(ranges, terms, &difference.negated(), 0)?;
        } else if ranges.closer_range(terms, &difference) == (0, 0) {
            return None;
        }
    }
    Some(())
}

fn difference(ranges: &mut Ranges, terms: &Terms, (a, b): (Term, Term), is_signed: bool) -> Option<Form> {
    let (a, b) = (ranges.form(terms, (a, is_signed), 0)?, ranges.form(terms, (b, is_signed), 0)?);
    a.plus(-1, &b)
}

/// A sum is not above a number: so each part is not above what the others leave of it. `None` if
/// that cannot be.
fn not_above(ranges: &mut Ranges, terms: &Terms, form: &Form, most: i128) -> Option<()> {
    if ranges.closer_range(terms, form).0 > most {
        return None;
    }
    let most = most - form.number;
    if form.parts.is_empty() {
        return Some(());
    }
    ranges.bound(form, most)?;
    for &(seen, times) in &form.parts {
        let others: i128 = form
            .parts
            .iter()
            .filter(|part| part.0 != seen)
            .map(|&(other, times)| {
                let (least, most) = ranges.of(terms, other);
                times * if times > 0 { least } else { most }
            })
            .sum();
        let left = most - others;
        let (least, most) = match times > 0 {
            true => (i128::MIN, left.div_euclid(times)),
            // times·x <= left is x >= left / times, rounded up.
            false => (-left.div_euclid(-times), i128::MAX),
        };
        ranges.narrow(terms, seen, (least, most))?;
    }
    Some(())
}

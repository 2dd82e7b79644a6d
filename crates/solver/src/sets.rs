//! Conjuncts about entries of tables ([`threadbare_term::Node::Lookup`]): each admits some numbers
//! of the index. If those for one index have none in common, the conjuncts exclude each other; else
//! the first of each index is a guess.

use crate::order::{Ordered, give};
use rustc_hash::FxHashMap;
use threadbare_term::{Input, Node, Term, Terms};

/// See the module.
pub(crate) fn admitted(terms: &Terms, slice: &[Term]) -> Ordered {
    let mut sets: FxHashMap<Term, Vec<bool>> = FxHashMap::default();
    let mut order = Vec::new();
    for &conjunct in slice {
        let (plain, wanted) = terms.opposite(conjunct).map_or((conjunct, 1), |plain| (plain, 0));
        let Node::Lookup(table, index) = terms.node(plain) else { continue };
        let entries = terms.entries(table);
        let set = sets.entry(index).or_insert_with(|| {
            order.push(index);
            vec![true; entries.len()]
        });
        set.iter_mut().zip(entries).for_each(|(admits, &entry)| *admits &= entry == wanted);
    }
    let mut guess: Vec<(Input, u128)> = Vec::new();
    for index in &order {
        let Some(first) = sets[index].iter().position(|&admits| admits) else { return Ordered::Impossible };
        give(terms, *index, first as u128, &mut guess);
    }
    Ordered::Perhaps(if guess.is_empty() { vec![] } else { vec![guess] })
}

//! Conjuncts in slices that share no input.

use rustc_hash::FxHashMap;
use threadbare_term::{Input, Term, Terms};

/// The conjuncts, which are in order, as slices, each in order.
pub(crate) fn slices(terms: &Terms, conjuncts: &[Term]) -> Vec<Vec<Term>> {
    let mut parents: Vec<usize> = (0..conjuncts.len()).collect();
    let mut owners: FxHashMap<Input, usize> = FxHashMap::default();
    for (n, &conjunct) in conjuncts.iter().enumerate() {
        for &input in terms.inputs(conjunct) {
            let owner = *owners.entry(input).or_insert(n);
            let (a, b) = (root(&mut parents, owner), root(&mut parents, n));
            parents[b] = a;
        }
    }
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    let mut slices: Vec<Vec<Term>> = Vec::new();
    for (n, &conjunct) in conjuncts.iter().enumerate() {
        let root = root(&mut parents, n);
        let number = *numbers.entry(root).or_insert_with(|| {
            slices.push(Vec::new());
            slices.len() - 1
        });
        slices[number].push(conjunct);
    }
    slices
}

fn root(parents: &mut [usize], mut n: usize) -> usize {
    while parents[n] != n {
        parents[n] = parents[parents[n]];
        n = parents[n];
    }
    n
}

//! Strongly connected components.
//!
//! R. Tarjan: *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1972, with
//! a stack of its own.

use rustc_hash::FxHashMap;

/// The strongly connected components among these nodes, each sorted; `next` gives the nodes to which
/// edges lead from one, all among these.
pub(super) fn components(nodes: &[u32], mut next: impl FnMut(u32) -> Vec<u32>) -> Vec<Vec<u32>> {
    let mut search = Search::default();
    for &root in nodes {
        if search.met.contains_key(&root) {
            continue;
        }
        search.enter(root);
        let mut open = vec![(root, next(root))];
        while let Some((node, left)) = open.last_mut() {
            let node = *node;
            match left.pop() {
                Some(to) => match search.met.get(&to) {
                    None => {
                        search.enter(to);
                        open.push((to, next(to)));
                    }
                    Some(&Met { number, is_open: true, .. }) => search.lower(node, number),
                    Some(_) => {}
                },
                None => {
                    open.pop();
                    let low = search.leave(node);
                    if let Some((parent, _)) = open.last() {
                        search.lower(*parent, low);
                    }
                }
            }
        }
    }
    search.found
}

struct Met {
    number: u32,
    low: u32,
    is_open: bool,
}

#[derive(Default)]
struct Search {
    met: FxHashMap<u32, Met>,
    stack: Vec<u32>,
    found: Vec<Vec<u32>>,
}

impl Search {
    fn enter(&mut self, node: u32) {
        let number = self.met.len() as u32;
        self.met.insert(node, Met { number, low: number, is_open: true });
        self.stack.push(node);
    }

    fn lower(&mut self, node: u32, number: u32) {
        if let Some(met) = self.met.get_mut(&node) {
            met.low = met.low.min(number);
        }
    }

    /// All that comes after it is known. Gives how far back it leads.
    fn leave(&mut self, node: u32) -> u32 {
        let Some(&Met { number, low, .. }) = self.met.get(&node) else { return u32::MAX };
        if number == low {
            let at = self.stack.iter().rposition(|open| *open == node).unwrap_or(0);
            let mut component = self.stack.split_off(at);
            for node in &component {
                if let Some(met) = self.met.get_mut(node) {
                    met.is_open = false;
                }
            }
            component.sort_unstable();
            self.found.push(component);
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::Rng;
    use std::collections::BTreeSet;

    /// Two nodes are in one component if each leads to the other.
    #[test]
    fn against_reachability() {
        let mut rng = Rng::new(11);
        for _ in 0..300 {
            let count = 1 + rng.below(9) as u32;
            let random = |rng: &mut Rng| (rng.below(count as usize) as u32, rng.below(count as usize) as u32);
            let edges: Vec<(u32, u32)> = (0..rng.below(20)).map(|_| random(&mut rng)).collect();
            let leads = |from: u32, to: u32| {
                let mut met = BTreeSet::from([from]);
                while let Some(&(_, next)) = edges.iter().find(|(a, b)| met.contains(a) && !met.contains(b)) {
                    met.insert(next);
                }
                met.contains(&to)
            };
            let nodes: Vec<u32> = (0..count).collect();
            let next = |node| edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.1).collect();
            let found: BTreeSet<Vec<u32>> = components(&nodes, next).into_iter().collect();
            let with = |one: u32| nodes.iter().copied().filter(|&two| leads(one, two) && leads(two, one)).collect();
            assert_eq!(found, nodes.iter().map(|node| with(*node)).collect::<BTreeSet<Vec<u32>>>(), "{edges:?}");
        }
    }
}

//! [`Index`]: maps from terms, of which old versions stay: adding to one makes another, which shares
//! what is the same.

use threadbare_term::Term;

/// A version.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Root {
    /// 0 if there is nothing in it.
    node: u32,
    /// Terms with numbers below `16^height` can be in it.
    height: u32,
}

const BITS: u32 = 4;

/// A tree in which four bits of a term's number after the other choose the way; at its leaves are
/// values. Node 0 is empty.
#[derive(Debug)]
pub(crate) struct Index<T> {
    nodes: Vec<[u32; 1 << BITS]>,
    values: Vec<T>,
}

impl<T> Default for Index<T> {
    fn default() -> Self {
        Self { nodes: vec![[0; 1 << BITS]], values: Vec::new() }
    }
}

fn way(term: Term, level: u32) -> usize {
    (term.number() >> (level * BITS)) as usize % (1 << BITS)
}

impl<T: Copy> Index<T> {
    /// What a version has for a term.
    pub(crate) fn get(&self, root: Root, term: Term) -> Option<T> {
        if root.height < height(term) {
            return None;
        }
        let leaf = (0..root.height).rev().fold(root.node, |node, level| self.nodes[node as usize][way(term, level)]);
        self.values.get((leaf as usize).wrapping_sub(1)).copied()
    }

    /// The version with this value for a term.
    pub(crate) fn with(&mut self, mut root: Root, term: Term, value: T) -> Root {
        while root.height < height(term) {
            if root.node != 0 {
                let mut above = [0; 1 << BITS];
                above[0] = root.node;
                root.node = self.add(above);
            }
            root.height += 1;
        }
        self.values.push(value);
        let mut below = self.values.len() as u32;
        let mut path = [0; u32::BITS.div_ceil(BITS) as usize];
        let mut node = root.node;
        for level in (0..root.height).rev() {
            path[level as usize] = node;
            node = self.nodes[node as usize][way(term, level)];
        }
        for level in 0..root.height {
            let mut copy = self.nodes[path[level as usize] as usize];
            copy[way(term, level)] = below;
            below = self.add(copy);
        }
        Root { node: below, height: root.height }
    }

    fn add(&mut self, node: [u32; 1 << BITS]) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}

/// So many levels lead to a term, at least one.
fn height(term: Term) -> u32 {
    (u32::BITS - term.number().leading_zeros()).div_ceil(BITS).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn each_version_is_a_map_of_its_own() {
        let mut index = Index::default();
        let mut versions: Vec<(Root, HashMap<u32, u64>)> = vec![(Root::default(), HashMap::new())];
        let mut random = 1_u64;
        for n in 0..2000_u64 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let (root, mut map) = versions[random as usize % versions.len()].clone();
            let key = (random >> 20) as u32 >> (random >> 8 & 31);
            map.insert(key, n);
            versions.push((index.with(root, Term::with_number(key), n), map));
        }
        for (root, map) in &versions {
            for (_, others) in versions.iter().step_by(97) {
                for &key in others.keys() {
                    assert_eq!(index.get(*root, Term::with_number(key)), map.get(&key).copied(), "key {key}");
                }
            }
        }
    }
}

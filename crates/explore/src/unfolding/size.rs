//! How much there was of events and of their trees.

use super::MEASURES;

/// What the structure came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Size {
    /// Events that were made.
    pub(super) made: u64,
    /// Events that are there.
    pub(super) live: u64,
    /// Most that were there at the same time.
    pub(super) most: u64,
    /// Reads that are named by writes: now, and at most.
    pub(super) reads: u64,
    pub(super) most_reads: u64,
    pub(super) threads: Depths,
    pub(super) objects: Depths,
}

/// How deep the nodes of trees are that were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Depths {
    /// Nodes.
    pub nodes: u64,
    /// The sum of their depths.
    pub sum: u64,
    /// The deepest.
    pub most: u32,
}

impl Depths {
    pub(super) fn count(&mut self, depth: u32) {
        if !MEASURES {
            return;
        }
        self.nodes += 1;
        self.sum += u64::from(depth);
        self.most = self.most.max(depth);
    }

    /// The depth on average.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.sum as f64 / self.nodes.max(1) as f64
    }
}

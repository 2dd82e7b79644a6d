//! [`Met`]: what a state holds that depends on input, as its fingerprint is made.

use rustc_hash::FxHashMap;

/// The inputs that were met in a state, and what the terms over them may be.
#[derive(Debug, Default)]
pub struct Met {
    names: FxHashMap<u32, u64>,
    /// What terms of 64 bits lie between. They may be addresses.
    spans: Vec<(u64, u64)>,
}

impl Met {
    /// The name of an input: how many were met before it.
    pub fn name(&mut self, input: u32) -> u64 {
        let next = self.names.len() as u64;
        *self.names.entry(input).or_insert(next)
    }

    /// The same, if it was met.
    #[must_use]
    pub fn known(&self, input: u32) -> Option<u64> {
        self.names.get(&input).copied()
    }

    /// A term that was met lies between these.
    pub fn lies_between(&mut self, spans: &[(u64, u64)]) {
        self.spans.extend_from_slice(spans);
    }

    /// Whether a term may be one of these addresses, the last included.
    pub(crate) fn may_be_in(&self, first: u64, last: u64) -> bool {
        self.spans.iter().any(|&(min, max)| min <= last && first <= max)
    }
}

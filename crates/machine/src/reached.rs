//! Which instructions were executed in any execution (`--coverage`).
//!
//! One bit for each site, shared by all workers. The interpreter sets them only if it is asked to
//! ([`crate::Options::reached`]); otherwise it runs a copy of its loop without that. Steps that the
//! machine remembers need nothing: they were executed once.
//!
//! An instruction counts as executed when its thread arrives at it, also if the thread then waits
//! there for ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use threadbare_op::Site;
use threadbare_program::Program;

/// The sites that were reached.
#[derive(Clone, Debug)]
pub struct Reached {
    bits: Arc<[AtomicU64]>,
}

impl Reached {
    /// None of this program's sites.
    #[must_use]
    pub fn none(program: &Program) -> Self {
        let sites = program.functions.iter().map(|f| f.first_site as usize + f.code.len()).max().unwrap_or(0);
        Self { bits: (0..sites.div_ceil(64)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether this site was.
    #[must_use]
    pub fn contains(&self, site: Site) -> bool {
        let word = self.bits.get(site.0 as usize / 64);
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (site.0 % 64) & 1 == 1)
    }

    /// Notes a site.
    #[inline]
    pub(crate) fn mark(&self, site: u32) {
        let Some(word) = self.bits.get(site as usize / 64) else { return };
        let bit = 1 << (site % 64);
        // Workers share the words: they are written to as rarely as possible.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Forgets everything: the executions so far were explored with an assumption that did not
    /// hold.
    pub(crate) fn clear(&self) {
        self.bits.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

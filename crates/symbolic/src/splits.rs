//! [`Splits`]: where executions part by what input is.

use rustc_hash::FxHashMap;
use threadbare_op::Site;

/// Of each question that is asked after a history: where, and which answers a thread was told.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    asked: FxHashMap<u32, (Site, u8)>,
    /// What others have counted.
    others: FxHashMap<Site, u64>,
}

impl Splits {
    /// A thread has asked at a site, and has this history now.
    pub(crate) fn asked(&mut self, history: u32, site: Site) {
        self.asked.entry(history).or_insert((site, 0));
    }

    /// It is told this answer.
    pub(crate) fn heard(&mut self, history: u32, answer: bool) {
        if let Some((_, answers)) = self.asked.get_mut(&history) {
            *answers |= 1 << u8::from(answer);
        }
    }

    /// Another worker has seen these: what part of the answers one has heard, and part the other,
    /// is not counted.
    pub(crate) fn add(&mut self, others: &Self) {
        for (site, count) in others.all() {
            *self.others.entry(site).or_default() += count;
        }
    }

    /// See [`crate::Symbolic::splits`].
    pub(crate) fn all(&self) -> Vec<(Site, u64)> {
        let mut counts = self.others.clone();
        for (site, _) in self.asked.values().filter(|(_, answers)| *answers == 3) {
            *counts.entry(*site).or_default() += 1;
        }
        let mut all: Vec<(Site, u64)> = counts.into_iter().collect();
        all.sort_by_key(|&(site, count)| (std::cmp::Reverse(count), site));
        all
    }
}

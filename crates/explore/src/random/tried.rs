//! What was done how often in the executions drawn so far, to prefer what was done least.
//!
//! Counted are answers, by the place where they are asked for, and pairs of places that follow one
//! another at a location or an object: the second one finds what the first one has left. So other
//! branches are taken soon, and other orders of operations at the same memory. (After the feedback
//! of Dylan Wolff, Shi Zheng, Gregory J. Duck, Umang Mathur, Abhik Roychoudhury: *Greybox Fuzzing
//! for Concurrency Testing*, ASPLOS 2024, without its corpus of schedules.)
//!
//! Memory grows with the places of the program only.

use crate::run::{Event, Run};
use rustc_hash::FxHashMap;
use threadbare_op::{Op, Site, ThreadId, Touch};

/// Counts.
#[derive(Default)]
pub(super) struct Tried {
    answers: FxHashMap<(Site, u32), u32>,
    pairs: FxHashMap<(Site, Site), u32>,
    /// Where the present execution has last written to an address.
    written: FxHashMap<u64, Site>,
}

impl Tried {
    /// Another execution begins.
    pub(super) fn begin(&mut self) {
        self.written.clear();
    }

    /// How often this was answered there.
    pub(super) fn answers(&self, at: Site, answer: u32) -> u32 {
        self.answers.get(&(at, answer)).copied().unwrap_or(0)
    }

    /// This is answered there.
    pub(super) fn answered(&mut self, at: Site, answer: u32) {
        *self.answers.entry((at, answer)).or_default() += 1;
    }

    /// Those of the threads whose next operations have followed least often what they would follow
    /// now.
    pub(super) fn least<St: Copy>(&self, run: &Run<St>, ready: &[ThreadId]) -> Vec<ThreadId> {
        let times = |thread: &ThreadId| {
            let at = run.pending(*thread)?;
            let pair = (self.written.get(&address(&at.op, *thread)?).copied()?, at.site);
            Some(self.pairs.get(&pair).copied().unwrap_or(0))
        };
        let times: Vec<u32> = ready.iter().map(|thread| times(thread).unwrap_or(u32::MAX)).collect();
        let least = times.iter().min().copied().unwrap_or(u32::MAX);
        ready.iter().zip(&times).filter(|(_, times)| **times == least).map(|(thread, _)| *thread).collect()
    }

    /// An event was performed.
    pub(super) fn performed<St>(&mut self, event: &Event<St>) {
        let Some(at) = address(&event.before.op, event.thread) else { return };
        if let Some(before) = self.written.get(&at) {
            *self.pairs.entry((*before, event.before.site)).or_default() += 1;
        }
        if event.written.is_some() || matches!(event.before.op, Op::Sync { .. }) {
            self.written.insert(at, event.before.site);
        }
    }
}

/// What an operation is performed on.
fn address(op: &Op, thread: ThreadId) -> Option<u64> {
    match Touch::of(op, thread) {
        Touch::Memory { addr, .. } => Some(addr),
        Touch::Object { object, .. } => Some(object),
        Touch::Nothing | Touch::End { .. } => None,
    }
}

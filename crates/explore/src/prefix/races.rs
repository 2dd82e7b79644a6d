//! Data races: two threads that have touched the same memory plainly since their last events, one
//! of them writing; or of which one has, and the other stands before a visible operation there.
//! Nothing orders the two, as neither thread has done anything visible since. So it is enough to
//! look at pairs of conditions that are concurrent. What is found is performed: the system says
//! whether it is a race.

use super::PrefixSystem;
use super::levels::Search;
use super::net::{Component, ConditionId, EventId, Net, Stand};
use crate::drive::known::visibly;
use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_op::{Addr, Op, Site, ThreadId, Touched};

/// Where threads stand that touch a word of memory.
#[derive(Debug, Default)]
pub(super) struct Touches {
    plain: FxHashMap<Addr, Vec<(ConditionId, Touched)>>,
    visible: FxHashMap<Addr, Vec<(ConditionId, Touched)>>,
    /// Pairs that are races.
    known: FxHashSet<[(u32, Site); 2]>,
}

impl Touches {
    /// The conditions with which one that touches this may race; `plain`: it does so plainly.
    fn met(&self, net: &Net, at: ConditionId, touched: &Touched, plain: bool) -> Vec<ConditionId> {
        let others = self.plain.get(&touched.word).into_iter();
        let others = others.chain(plain.then(|| self.visible.get(&touched.word)).flatten());
        let row = net.concurrent(at);
        let conflicting = others.flatten().filter(|(other, theirs)| touched.conflict(theirs) != 0 && row.has(*other));
        conflicting.map(|(other, _)| *other).collect()
    }
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Races of the threads that have gone on by an event with others.
    pub(super) fn look_for_races(&mut self, event: EventId) {
        for at in self.net.events[event as usize].makes.clone() {
            let Some(Stand { op, touched, .. }) = self.net.stand(at).cloned() else { continue };
            let mut met = Vec::new();
            for touched in &touched {
                met.extend(self.grown.touches.met(&self.net, at, touched, true));
                self.grown.touches.plain.entry(touched.word).or_default().push((at, *touched));
            }
            for touched in visibly(&op) {
                met.extend(self.grown.touches.met(&self.net, at, &touched, false));
                self.grown.touches.visible.entry(touched.word).or_default().push((at, touched));
            }
            met.sort_unstable();
            met.dedup();
            for other in met {
                self.try_race(at, other);
            }
        }
    }

    /// Performs what leads to both, and what they stand before.
    fn try_race(&mut self, one: ConditionId, other: ConditionId) {
        let name = |at: ConditionId| match (self.net.component_of(at), self.net.stand(at)) {
            (Component::Thread(thread), Some(stand)) => (thread, stand.site),
            _ => (0, Site::UNKNOWN),
        };
        let pair = [name(one), name(other)];
        if pair[0].0 == pair[1].0 || self.grown.touches.known.contains(&pair) || self.report.is_over() {
            return;
        }
        let past = self.net.past(&[one, other]);
        if !self.go_to(&past) {
            return;
        }
        for (thread, _) in pair {
            let stands = self.execution.run.pending(ThreadId(thread)).map(|pending| pending.op);
            if matches!(stands, Some(Op::Choice { .. })) {
                continue;
            }
            for choice in self.execution.choices(self.report.system, ThreadId(thread)) {
                if let Ok((_, back)) = self.execution.perform(&mut self.report, ThreadId(thread), choice) {
                    self.execution.take_back(&mut self.report, back);
                }
            }
        }
    }
}

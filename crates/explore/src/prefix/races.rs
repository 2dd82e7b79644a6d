//! Data races: two threads that have touched the same memory plainly since their last events, one
//! of them writing; or of which one has, and the other stands before a visible operation there.
//! Nothing orders the two, as neither thread has done anything visible since. So it is enough to
//! look at pairs of conditions that are concurrent. What is found is performed: the system says
//! whether it is a race.

use super::PrefixSystem;
use super::levels::Search;
use super::net::{Component, ConditionId, EventId, Net, Stand};
use super::row::Row;
use crate::drive::known::visibly;
use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_op::{Addr, Op, Site, ThreadId, Touched};

/// Where threads stand that touch memory.
#[derive(Debug, Default)]
pub(super) struct Touches {
    plain: FxHashMap<Addr, Word>,
    visible: FxHashMap<Addr, Word>,
    /// Pairs that are races.
    known: FxHashSet<[(u32, Site); 2]>,
}

/// Where threads stand that touch a word of memory.
#[derive(Debug, Default)]
struct Word {
    all: Row,
    /// Those that change it.
    changing: Row,
}

const fn changes(touched: &Touched) -> bool {
    touched.writes | touched.sums != 0
}

impl Word {
    fn insert(&mut self, at: ConditionId, touched: &Touched) {
        self.all.insert(at);
        if changes(touched) {
            self.changing.insert(at);
        }
    }

    /// Those that may be in conflict with one that touches this, of these. (Two that read are in
    /// none, nor are those that touch other bytes.)
    fn beside<'a>(&'a self, row: &'a Row, touched: &Touched) -> impl Iterator<Item = ConditionId> + 'a {
        row.common(if changes(touched) { &self.all } else { &self.changing })
    }
}

impl Touches {
    /// The conditions with which one that touches this may race; `plain`: it does so plainly.
    fn met(&self, net: &Net, at: ConditionId, touched: &Touched, plain: bool) -> Vec<ConditionId> {
        let row = net.concurrent(at);
        let in_conflict = |theirs: &Touched| theirs.word == touched.word && touched.conflict(theirs) != 0;
        let others = self.plain.get(&touched.word).into_iter().flat_map(|word| word.beside(row, touched));
        let plainly = |stand: &Stand| stand.touched.iter().any(in_conflict);
        let mut met: Vec<ConditionId> = others.filter(|other| net.stand(*other).is_some_and(plainly)).collect();
        if plain {
            let others = self.visible.get(&touched.word).into_iter().flat_map(|word| word.beside(row, touched));
            let visibly = |stand: &Stand| visibly(&stand.op).iter().any(in_conflict);
            met.extend(others.filter(|other| net.stand(*other).is_some_and(visibly)));
        }
        met
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
                self.grown.touches.plain.entry(touched.word).or_default().insert(at, touched);
            }
            for touched in visibly(&op) {
                met.extend(self.grown.touches.met(&self.net, at, &touched, false));
                self.grown.touches.visible.entry(touched.word).or_default().insert(at, &touched);
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
        if !self.come_to(&[one, other]) {
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

//! Bounding context switches: how often, in an interleaving, an operation is followed by one of
//! another thread. A configuration is within the bound if one of its interleavings is; which is
//! found out by search, as in `graph::filters::switches`, whose count this is.
//!
//! *What is beyond stays beyond.* Leaving operations out of a sequence never adds a switch, and the
//! events of a smaller configuration are a prefix of some interleaving of the larger one, with
//! others left out. So an event with which the configuration would be beyond the bound is not
//! taken: nothing that contains it comes back.
//!
//! *What is lost by that,* and must not be, are alternatives: an event f that is within the bound
//! without e may be known only from configurations with e that are beyond it. (DPU prunes all the
//! same, so that its bound is a heuristic.) Here a left branch in which an event was not taken
//! because of the bound is *cut*; and where an event whose left branch was cut is among the
//! disabled events, the right branch is taken without knowing an alternative, if anything can be
//! done there.
//!
//! *Nothing within the bound is lost,* neither executions nor beginnings of some that end beyond
//! it, which may have a fault. Let a configuration be *full* if it is within the bound, and is not
//! with any event more. To show: from (C, D) the search visits each full Ĉ ⊇ C that has nothing of
//! D. Let e be the event chosen. If it is in Ĉ, the left branch visits it, by induction. If not,
//! and an event of D ∪ {e} that is enabled at C was cut, the right branch is taken: there is
//! something to do, since Ĉ \ C has an event that is enabled at C, not disabled, and within the
//! bound as all of Ĉ. If none was cut, nothing was kept out in the left branch of any of them, so
//! that it visited all maximal configurations above it that avoid what was disabled before, all of
//! them within the bound: had one been missed, or were it beyond, then some event of it was enabled
//! and not taken where the search last agreed with it, so that the branch was cut. A maximal M ⊇ Ĉ
//! has no event d of D ∪ {e} that is enabled at C: the left branch of the first such d would have
//! visited it, so that M, and Ĉ ∪ {d}, would be within the bound, and Ĉ not full. So the proof in
//! [`super`] holds for M, and there is an alternative. ∎
//!
//! That holds for all events, also for those that nothing can come instead of (joins, say): a full
//! configuration may do without one of them. So within a bound they are chosen like others.
//!
//! Each configuration is visited at most once, as D is never taken. But right branches without an
//! alternative may turn out to be in vain: they are counted as redundant, and there are the more of
//! them the tighter the bound. If nothing is beyond the bound, nothing is cut.
//!
//! Waits in loops are events under a bound, as for `graph`: how often a thread looks counts.

use super::configuration::Configuration;
use super::run::{Next, Run};
use super::structure::{Id, Structure};
use rustc_hash::FxHashMap;

/// An interleaving of the configuration: its switches, and the thread of its last event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Interleaving {
    switches: u32,
    last: u32,
}

/// Some events of each thread are done, and a thread runs.
struct Cut {
    done: Vec<u32>,
    running: u32,
    switches: u32,
    /// Which threads ran before, and until how many of their events were done.
    way: Vec<(u32, u32)>,
}

impl<T: Copy> Run<T> {
    /// Whether the event, which its thread would come to now, leads to a configuration within the
    /// bound.
    pub(super) fn admits(&mut self, structure: &Structure, configuration: &Configuration, id: Id) -> bool {
        let Some(most) = self.bound else { return true };
        let thread = structure[id].thread;
        let known = self.entries.last().map(|entry| entry.interleaving);
        let Some(Interleaving { switches, last }) = known else {
            self.admitted = Interleaving { switches: 0, last: thread };
            return true;
        };
        self.admitted = Interleaving { switches: switches + u32::from(last != thread), last: thread };
        if self.admitted.switches <= most {
            return true;
        }
        let clocks = self.clocks.len();
        let past = self.order(structure, configuration, (id, Next::of(&structure[id])), thread, false).past;
        let past = self.clocks.slice(past).to_vec();
        self.clocks.truncate(clocks);
        match self.interleaving(most, Some((thread, &past))) {
            Some((found, _)) => {
                self.admitted = found;
                true
            }
            None => false,
        }
    }

    /// The places of the entries in an order that is within the bound, if there is one.
    pub(super) fn line(&self) -> Option<Vec<usize>> {
        let (_, way) = self.interleaving(self.bound?, None)?;
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.lanes.len()];
        for (place, entry) in self.entries.iter().enumerate() {
            own[entry.thread as usize].push(place);
        }
        let mut next = vec![0; own.len()];
        let mut line = Vec::with_capacity(self.entries.len());
        for (thread, done) in way {
            let (thread, done) = (thread as usize, done as usize);
            line.extend_from_slice(&own[thread][next[thread]..done]);
            next[thread] = done;
        }
        Some(line)
    }

    /// An interleaving of the run, and if it is given of an event of a thread that comes after what
    /// its clock says, with at most so many switches; and which threads run in it, one after
    /// another, until how many of their events are done.
    fn interleaving(&self, most: u32, more: Option<(u32, &[u32])>) -> Option<(Interleaving, Vec<(u32, u32)>)> {
        let width = self.lanes.len();
        let mut events: Vec<Vec<&[u32]>> = vec![Vec::new(); width];
        for entry in &self.entries {
            events[entry.thread as usize].push(self.clocks.slice(entry.past));
        }
        if let Some((thread, past)) = more {
            events[thread as usize].push(past);
        }
        // The end of a thread, which counts in clocks, is done with its last event.
        let done = |cut: &[u32], of: &[u32], own: usize| {
            let all = of.iter().zip(cut).zip(&events).enumerate();
            all.filter(|(t, _)| *t != own)
                .all(|(_, ((before, done), events))| *before <= *done + 1 || events.len() as u32 == *done)
        };
        let ready = |cut: &[u32], t: usize| events[t].get(cut[t] as usize).is_some_and(|of| done(cut, of, t));
        let mut known: FxHashMap<(Vec<u32>, u32), u32> = FxHashMap::default();
        let none = vec![0; width];
        let begin = (0..width).filter(|t| ready(&none, *t));
        let mut work: Vec<Cut> =
            begin.map(|t| Cut { done: none.clone(), running: t as u32, switches: 0, way: Vec::new() }).collect();
        while let Some(mut cut) = work.pop() {
            // It runs as far as it can: of two cuts with the same running thread the larger is at
            // least as good.
            let running = cut.running as usize;
            while ready(&cut.done, running) {
                cut.done[running] += 1;
            }
            let left =
                events.iter().zip(&cut.done).filter(|(events, done)| events.len() as u32 > **done).count() as u32;
            cut.way.push((cut.running, cut.done[running]));
            if left == 0 {
                return Some((Interleaving { switches: cut.switches, last: cut.running }, cut.way));
            }
            if cut.switches + left > most {
                continue;
            }
            match known.get_mut(&(cut.done.clone(), cut.running)) {
                Some(best) if *best <= cut.switches => continue,
                Some(best) => *best = cut.switches,
                None => drop(known.insert((cut.done.clone(), cut.running), cut.switches)),
            }
            for t in (0..width).filter(|t| *t != running && ready(&cut.done, *t)) {
                let (done, way) = (cut.done.clone(), cut.way.clone());
                work.push(Cut { done, running: t as u32, switches: cut.switches + 1, way });
            }
        }
        None
    }
}

//! What the next operation of a thread may read: the visible writes that the causal map does not
//! forbid, in groups that are not told apart.

use super::state::Execution;
use super::{Manner, Mistake};
use crate::drive::clock::{Clock, join_all};
use crate::drive::effect::{Effect, effect, synchronises};
use crate::drive::enabled::goes_on;
use crate::values::good::Good;
use crate::values::order::{Id, NONE};
use smallvec::SmallVec;
use threadbare_op::{Answer, Misuse, Op, System, Word};

/// How writes are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grouping {
    /// Each is on its own, whatever its value.
    pub(super) by_write: bool,
    /// What happens before must be the same in all executions of a class, as the system sees it:
    /// writes are told apart by their pasts, too, and an operation that leaves a synchronisation
    /// object as it was is a link of its chain (if it orders anything).
    pub(super) by_past: bool,
}

/// Writes that a read may read from alike.
#[derive(Clone, Debug)]
pub(super) struct Group<const W: usize> {
    pub(super) answer: Answer,
    /// What it then writes itself.
    pub(super) written: Option<Word>,
    /// Why it is not allowed then.
    pub(super) misuse: Option<Misuse>,
    pub(super) good: Good,
    /// What happens before, whichever of them is read.
    pub(super) hb: Clock<W>,
    /// What who reads a plain store to a part hears through it.
    pub(super) heard: Clock<W>,
    /// Whether more happens before for some than for others.
    pub(super) loose: bool,
    /// Whether the newest write of the witness is among them.
    pub(super) active: bool,
}

/// What a read comes to if it reads from one write.
struct Come {
    answer: Answer,
    written: Option<Word>,
    misuse: Option<Misuse>,
    /// Whether it leaves a synchronisation object as it was, and yet orders something, as a link of
    /// its chain.
    only_looks: bool,
    /// Whether it orders nothing.
    silent: bool,
}

impl<T: Copy, const W: usize> Execution<T, W> {
    /// The last write of a location in the witness, or [`NONE`].
    pub(super) fn active(&self, location: u32) -> Id {
        let writes = |id: &Id| {
            let event = self.event(*id);
            event.location == location && event.written.is_some()
        };
        if self.closed.writes(location).is_empty() { NONE } else { self.last_of(writes) }
    }

    fn last_of(&self, found: impl Fn(&Id) -> bool) -> Id {
        self.witness.iter().rev().copied().find(found).unwrap_or(NONE)
    }

    /// The groups for the next operation of the thread, which reads `location`. `forbidden` says
    /// which of them: so many events of each thread, and the initial write.
    pub(super) fn candidates<S: System<State = T>>(
        &mut self,
        system: &mut S,
        thread: u32,
        location: u32,
        forbidden: Option<&Clock<W>>,
        manner: Manner,
    ) -> Vec<Group<W>> {
        let grouping = manner.grouping;
        let past = self.past(thread);
        let visible = self.closed.visible(location, &past);
        let mut found = Vec::new();
        let active = self.active(location);
        let count = self.closed.writes(location).len();
        for number in 0..=count {
            // The newest first, the initial one last.
            let write =
                (count - number).checked_sub(1).map(|number| (number as u32, self.closed.writes(location)[number]));
            let hidden = write.map_or(!visible.shows_initial(), |(_, w)| visible.hides(&w));
            if hidden {
                continue;
            }
            let id = write.map_or(NONE, |(_, w)| w.id);
            let Some(come) = self.come(system, thread, location, id, grouping) else { continue };
            let is_forbidden = match (forbidden, write) {
                (None, _) => false,
                (Some(_), None) => !manner.makes(Mistake::InitialIsAllowed),
                (Some(upto), Some((_, w))) => w.place <= upto[w.thread as usize],
            };
            if !is_forbidden {
                let op = self.lane(thread).pending.op;
                let left = if id == NONE { [0; W] } else { self.event(id).heard };
                let is_heard = !come.silent && synchronises(system, &op);
                let mut hb = if is_heard { left } else { [0; W] };
                join_all(&mut hb, &self.lane(thread).hb);
                let heard = if op.is_plain_part() || op.is_peek() { left } else { [0; W] };
                add(&mut found, come, write.map(|w| w.0), (hb, heard), id == active, grouping);
            }
        }
        if manner.makes(Mistake::AnyWriteOfTheValue)
            && let Some(come) = self.come(system, thread, location, active, grouping)
        {
            found.iter_mut().for_each(|group| group.active |= group.answer == come.answer);
        }
        // Appending is cheapest.
        found.sort_by_key(|group| !group.active);
        found
    }

    /// Whether the next operation of the thread, on `location`, has to wait after the witness.
    pub(super) fn waits<S: System<State = T>>(&self, system: &mut S, thread: u32, location: u32) -> bool {
        let Op::Sync { op, .. } = self.lane(thread).pending.op else { return false };
        !goes_on(system, thread, op, self.content(location, self.newest(location)).value)
    }

    /// What the next operation of the thread would come to if it read from this write; `None` if it
    /// could not.
    fn come<S: System<State = T>>(
        &self,
        system: &mut S,
        thread: u32,
        location: u32,
        write: Id,
        grouping: Grouping,
    ) -> Option<Come> {
        let content = self.content(location, write);
        let op = self.lane(thread).pending.op;
        let Effect { answer, written, misuse, silent } = effect(system, thread, &op, content)?;
        let come = Come { answer, written, misuse, only_looks: false, silent };
        if misuse.is_some() || !matches!(op, Op::Sync { .. }) {
            return Some(come);
        }
        let is_link = written != Some(content.value) || grouping.by_past && !silent;
        let written = written.filter(|_| is_link);
        // Every other write of an object is read by the one after it.
        let possible = written.is_none() || write == self.newest(location);
        possible.then_some(Come { written, only_looks: written.is_none() && !silent, ..come })
    }
}

/// Puts a write into its group.
fn add<const W: usize>(
    groups: &mut Vec<Group<W>>,
    come: Come,
    number: Option<u32>,
    (hb, heard): (Clock<W>, Clock<W>),
    active: bool,
    grouping: Grouping,
) {
    let alike = |group: &Group<W>| {
        let told_apart = grouping.by_write || grouping.by_past && (group.hb, group.heard) != (hb, heard);
        !told_apart && (group.answer, group.written, group.misuse) == (come.answer, come.written, come.misuse)
    };
    let at = groups.iter().position(alike);
    let at = at.unwrap_or_else(|| {
        let Come { answer, written, misuse, .. } = come;
        let (good, active) = (Good::default(), false);
        groups.push(Group { answer, written, misuse, good, hb, heard, loose: come.only_looks, active });
        groups.len() - 1
    });
    let group = &mut groups[at];
    group.active |= active;
    if (group.hb, group.heard) != (hb, heard) {
        group.loose = true;
        let both = group.hb.iter_mut().chain(&mut group.heard);
        both.zip(hb.iter().chain(&heard)).for_each(|(mine, theirs)| *mine = (*mine).min(*theirs));
    }
    match number {
        Some(number) => group.good.insert(number),
        None => group.good.initial = true,
    }
}

/// A few threads.
pub(super) type Threads = SmallVec<[u32; 8]>;

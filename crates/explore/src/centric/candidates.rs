//! What the next operation of a thread may read from: the visible writes that were not tried, in
//! groups that are not told apart; and what comes of it.

use super::CentricMistake;
use super::state::Execution;
use crate::drive;
use crate::drive::clock::{Clock, join_all};
use crate::drive::effect::Effect;
use crate::drive::enabled::goes_on;
use crate::drive::locations::Content;
use crate::sc::holders;
use crate::values::closure::Write;
use crate::values::good::Good;
use crate::values::order::{Id, NONE};
use threadbare_op::{Answer, Op, Pending, RaceView, ThreadId};

/// Writes that an operation may read from with the same effect.
#[derive(Clone, Debug)]
pub(super) struct Group<const W: usize> {
    pub(super) effect: Effect,
    /// Whether they are of the root thread, if the operation is.
    pub(super) is_local: bool,
    pub(super) known: Clock<W>,
    /// One of them; [`NONE`]: the initial content.
    pub(super) source: Id,
    pub(super) good: Good,
}

impl<T: Copy, const W: usize> Execution<T, W> {
    /// What a write of a location leaves.
    pub(super) fn content(&self, loc: u32, write: Id) -> Content {
        if write == NONE {
            self.locations[loc].content
        } else {
            Content { value: self.event(write).written, defined: true }
        }
    }

    /// The last write of `loc` by the thread.
    fn own_write(&self, thread: u32, loc: u32) -> Option<Id> {
        self.p.last_write(loc, thread).map(|write| write.id)
    }

    /// If the thread holds the object it is about to operate on: its write of it. Nobody else can
    /// change it.
    pub(super) fn held_since<S: RaceView>(&mut self, system: &mut S, thread: u32) -> Option<Id> {
        let loc = self.location_of(system, thread);
        let own = self.own_write(thread, loc)?;
        self.is_held_by(system, own, thread).then_some(own)
    }

    fn is_held_by<S: RaceView>(&self, system: &mut S, write: Id, thread: u32) -> bool {
        let state = system.sync().get(self.event(write).written.state());
        holders(state).contains(&ThreadId(thread))
    }

    /// Whether the operation on an object, at which the thread stands, has to wait at the end of
    /// this execution: some other thread holds it, and will not go on with it, or the thread itself
    /// does.
    pub(super) fn waits<S: RaceView>(&mut self, system: &mut S, thread: u32) -> bool {
        let Op::Sync { op, .. } = self.lane(thread).pending.op else { return false };
        let loc = self.location_of(system, thread);
        for other in 0..W as u32 {
            if let Some(own) = self.own_write(other, loc)
                && self.is_held_by(system, own, other)
            {
                return !goes_on(system, thread, op, self.event(own).written);
            }
        }
        false
    }

    /// The writes that the next operation of a thread may read from, grouped by what comes of it;
    /// none that `seen` excludes.
    pub(super) fn groups<S: RaceView>(&mut self, system: &mut S, thread: u32, seen: &Clock<W>) -> Vec<Group<W>> {
        let Pending { op, .. } = self.lane(thread).pending;
        let loc = self.location_of(system, thread);
        let past = self.upto(self.lane(thread).last);
        let visible = self.p.visible(loc, &past);
        let mut groups = Vec::new();
        // Once anything has been tried, the initial content has.
        if visible.shows_initial() && (*seen == [0; W] || self.has(CentricMistake::InitialAgain)) {
            self.sort_in(system, &mut groups, thread, loc, NONE);
        }
        for number in 0..self.p.writes(loc).len() {
            let write = self.p.writes(loc)[number];
            if !visible.hides(&write) && !self.was_tried(&write, seen) {
                self.sort_in(system, &mut groups, thread, loc, write.id);
            }
        }
        if self.has(CentricMistake::LastReleaseOnly) && matches!(op, Op::Sync { .. }) {
            groups.drain(..groups.len().saturating_sub(1));
        }
        groups
    }

    /// Whether a write was there when the read to come was tried.
    pub(super) fn was_tried(&self, write: &Write, seen: &Clock<W>) -> bool {
        let count = seen[write.thread as usize];
        if self.has(CentricMistake::SeenByReads) && count > 0 {
            let chain = self.p.order.chain(write.thread);
            let reads = |upto: u32| chain[..upto as usize].iter().filter(|id| self.p.good(**id).is_some()).count();
            return reads(write.place - 1) <= reads(count - 1);
        }
        write.place < count
    }

    fn sort_in<S: RaceView>(&self, system: &mut S, groups: &mut Vec<Group<W>>, thread: u32, loc: u32, source: Id) {
        let Pending { op, .. } = self.lane(thread).pending;
        let Some(effect) = effect(system, &op, thread, self.content(loc, source)) else { return };
        let mut known = self.lane(thread).known;
        let mut is_local = false;
        if source != NONE {
            if !effect.silent {
                join_all(&mut known, &self.event(source).known);
            }
            is_local = Some(thread) == self.root && self.p.order.thread(source) == thread;
        }
        let fits = |g: &&mut Group<W>| g.effect == effect && g.is_local == is_local && g.known == known;
        if !self.settings.by_source
            && let Some(group) = groups.iter_mut().find(fits)
        {
            self.include(&mut group.good, source);
            return;
        }
        let mut good = Good::default();
        self.include(&mut good, source);
        groups.push(Group { effect, is_local, known, source, good });
    }

    pub(super) fn include(&self, good: &mut Good, write: Id) {
        if write == NONE {
            good.initial = true;
        } else if let Some(number) = self.p.write_number(write) {
            good.insert(number);
        }
    }
}

/// What comes of an operation that reads nothing.
pub(super) fn unread_effect(op: &Op, choice: Option<u32>) -> Effect {
    match *op {
        Op::Store { value, .. } => Effect { written: Some(value), ..Effect::DONE },
        Op::Choice { .. } => Effect::told(Answer::Result(u64::from(choice.unwrap_or(0)))),
        _ => Effect::DONE,
    }
}

/// What comes of an operation that reads this; `None`: it has to wait. Who leaves an object as it
/// is writes nothing.
pub(super) fn effect<S: RaceView>(system: &mut S, op: &Op, thread: u32, content: Content) -> Option<Effect> {
    let effect = drive::effect::effect(system, thread, op, content)?;
    let changes = !matches!(op, Op::Sync { .. }) || effect.written != Some(content.value);
    Some(Effect { written: effect.written.filter(|_| changes), ..effect })
}

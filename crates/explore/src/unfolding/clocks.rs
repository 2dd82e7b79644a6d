//! Vector clocks of any width, on a stack.

/// A clock: for each thread the number of its events (its beginning counts as the first) that come before; threads beyond its end
/// have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    at: u32,
    len: u32,
}

#[derive(Debug, Default)]
pub(super) struct Clocks {
    all: Vec<u32>,
}

impl Clocks {
    pub(super) fn slice(&self, clock: Clock) -> &[u32] {
        &self.all[clock.at as usize..(clock.at + clock.len) as usize]
    }

    pub(super) fn of(&self, clock: Clock, thread: u32) -> u32 {
        if thread < clock.len { self.all[(clock.at + thread) as usize] } else { 0 }
    }

    /// A new clock, as another one.
    pub(super) fn copy(&mut self, from: Clock) -> Clock {
        let at = self.all.len() as u32;
        self.all.extend_from_within(from.at as usize..(from.at + from.len) as usize);
        Clock { at, len: from.len }
    }

    /// A clock of nothing.
    pub(super) fn empty(&self) -> Clock {
        Clock { at: self.all.len() as u32, len: 0 }
    }

    /// Takes the larger entries. `into` must be the newest clock.
    pub(super) fn join(&mut self, into: &mut Clock, other: Clock) {
        self.widen(into, other.len);
        let (before, mine) = self.all.split_at_mut(into.at as usize);
        for (mine, theirs) in mine.iter_mut().zip(&before[other.at as usize..(other.at + other.len) as usize]) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Sets an entry of the newest clock.
    pub(super) fn set(&mut self, clock: &mut Clock, thread: u32, to: u32) {
        self.widen(clock, thread + 1);
        self.all[(clock.at + thread) as usize] = to;
    }

    fn widen(&mut self, newest: &mut Clock, len: u32) {
        if newest.len < len {
            self.all.resize((newest.at + len) as usize, 0);
            newest.len = len;
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.all.len() as u32
    }

    pub(super) fn truncate(&mut self, len: u32) {
        self.all.truncate(len as usize);
    }
}

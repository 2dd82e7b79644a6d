//! Vector clocks of any width, on a stack: for explorers that know of no most threads. They are
//! kept in blocks, so that taking the larger entries is a few instructions.

/// A clock: for each thread the number of its events (its beginning counts as the first) that come
/// before; threads beyond its end have none. Where it begins, and how long it is, in blocks. The
/// default is a clock of nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    at: u32,
    len: u32,
}

const WIDTH: u32 = 8;
type Block = [u32; WIDTH as usize];

#[derive(Debug, Default)]
pub(crate) struct Clocks {
    all: Vec<Block>,
}

impl Clocks {
    pub(crate) fn slice(&self, clock: Clock) -> &[u32] {
        self.all[clock.at as usize..(clock.at + clock.len) as usize].as_flattened()
    }

    pub(crate) fn of(&self, clock: Clock, thread: u32) -> u32 {
        let block = thread / WIDTH;
        if block < clock.len { self.all[(clock.at + block) as usize][(thread % WIDTH) as usize] } else { 0 }
    }

    /// A new clock, as another one.
    pub(crate) fn copy(&mut self, from: Clock) -> Clock {
        let at = self.all.len() as u32;
        for block in from.at..from.at + from.len {
            self.all.push(self.all[block as usize]);
        }
        Clock { at, len: from.len }
    }

    /// A new clock: of two, the larger entries.
    pub(crate) fn joined(&mut self, one: Clock, other: Clock) -> Clock {
        let (long, short) = if one.len >= other.len { (one, other) } else { (other, one) };
        let joined = self.copy(long);
        self.raise(joined, short);
        joined
    }

    /// Takes the larger entries. `into` must be the newest clock, and no shorter.
    fn raise(&mut self, into: Clock, other: Clock) {
        for number in 0..other.len {
            let theirs = self.all[(other.at + number) as usize];
            let mine = &mut self.all[(into.at + number) as usize];
            // As signed numbers, of which processors know the larger; there are fewer events than
            // would matter.
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine = (*mine as i32).max(theirs as i32) as u32;
            }
        }
    }

    /// A clock of nothing.
    pub(crate) fn empty(&self) -> Clock {
        Clock { at: self.all.len() as u32, len: 0 }
    }

    /// Takes the larger entries. `into` must be the newest clock.
    pub(crate) fn join(&mut self, into: &mut Clock, other: Clock) {
        self.widen(into, other.len);
        self.raise(*into, other);
    }

    /// What comes before the join of `child`, after `before`: all that the child has done, its last
    /// clock and the number of its events. Its end counts as an event, so that its last steps are
    /// included.
    pub(crate) fn joining(&mut self, before: Clock, child: u32, (last, events): (Clock, u32)) -> Clock {
        let mut joined = self.joined(before, last);
        self.set(&mut joined, child, events + 1);
        joined
    }

    /// Sets an entry of the newest clock.
    pub(crate) fn set(&mut self, clock: &mut Clock, thread: u32, to: u32) {
        let block = thread / WIDTH;
        self.widen(clock, block + 1);
        self.all[(clock.at + block) as usize][(thread % WIDTH) as usize] = to;
    }

    fn widen(&mut self, newest: &mut Clock, len: u32) {
        if newest.len < len {
            self.all.resize((newest.at + len) as usize, Block::default());
            newest.len = len;
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.all.len() as u32
    }

    pub(crate) fn truncate(&mut self, len: u32) {
        self.all.truncate(len as usize);
    }
}

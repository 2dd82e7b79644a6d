//! Vector clocks of any width, on a stack. They are kept in blocks, so that taking the larger
//! entries is a few instructions.

/// A clock: for each thread the number of its events (its beginning counts as the first) that come
/// before; threads beyond its end have none. Where it begins, and how long it is, in blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    at: u32,
    len: u32,
}

const WIDTH: u32 = 8;
type Block = [u32; WIDTH as usize];

#[derive(Debug, Default)]
pub(super) struct Clocks {
    all: Vec<Block>,
}

impl Clocks {
    pub(super) fn slice(&self, clock: Clock) -> &[u32] {
        self.all[clock.at as usize..(clock.at + clock.len) as usize].as_flattened()
    }

    pub(super) fn of(&self, clock: Clock, thread: u32) -> u32 {
        let block = thread / WIDTH;
        if block < clock.len { self.all[(clock.at + block) as usize][(thread % WIDTH) as usize] } else { 0 }
    }

    /// A new clock, as another one.
    pub(super) fn copy(&mut self, from: Clock) -> Clock {
        let at = self.all.len() as u32;
        for block in from.at..from.at + from.len {
            self.all.push(self.all[block as usize]);
        }
        Clock { at, len: from.len }
    }

    /// A new clock: of two, the larger entries.
    pub(super) fn joined(&mut self, one: Clock, other: Clock) -> Clock {
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
    pub(super) fn empty(&self) -> Clock {
        Clock { at: self.all.len() as u32, len: 0 }
    }

    /// Takes the larger entries. `into` must be the newest clock.
    pub(super) fn join(&mut self, into: &mut Clock, other: Clock) {
        self.widen(into, other.len);
        self.raise(*into, other);
    }

    /// Sets an entry of the newest clock.
    pub(super) fn set(&mut self, clock: &mut Clock, thread: u32, to: u32) {
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

    pub(super) fn len(&self) -> u32 {
        self.all.len() as u32
    }

    pub(super) fn truncate(&mut self, len: u32) {
        self.all.truncate(len as usize);
    }
}

//! Realize: a linearisation of a closed annotated partial order in which every read reads from a
//! good write.
//!
//! Chatterjee, Pavlogiannis, Toman, OOPSLA 2019, Lemma 4.1: if all conflicting events of leaf
//! threads are ordered, put each event of the root thread as early as the order lets it; any such
//! linearisation will do. Here conflicting events of leaf threads may be unordered. So, of the leaf
//! events that the order lets come next, only such are taken as do no harm: a read whose good write
//! is the last one, a write for which no read is left without a good write. If there is none, two
//! conflicting leaf events have to be put in order, either way. If none are unordered, the lemma
//! says that there is one: each linearisation in the sense of the lemma is one in which every step
//! does no harm.
//!
//! **What two linearisations have in common is kept.** The order for which one is looked for is
//! mostly one for which there was one, with few events and edges more. The new linearisation begins
//! as the old one does, up to the first step where something new could play a part
//! ([`Realize::first_difference`]); only what comes then is made anew. It is the same that would be
//! made from the beginning: each step is a function of the candidates (the next event of each
//! thread, if the order lets it come) and of what they harm, and takes one of them. Before that
//! step
//! * no new event is a candidate, and no event was taken that the order does not let come any more.
//!   So there are no other candidates than there were, perhaps without some that were not taken,
//!   which is the same choice;
//! * what the root's next event needs (the only thing that matters of an event which may not come
//!   yet) is the same;
//! * no write was taken that harms a new read. Reads that were there have the good writes that they
//!   had.
//!
//! What was dropped is kept until the exploration goes back ([`Realize::undo`]).

use super::pairs::pair_at;
use crate::drive::clock::Clock;
use crate::values::closure::Closed;
use crate::values::good::Good;
use crate::values::order::{Id, NONE};

/// The linearisation that was found last.
#[derive(Debug)]
pub(super) struct Realize<const W: usize> {
    pub(super) line: Vec<Id>,
    /// By place in the line: if that is a write, the one that was the last one of the location
    /// before it.
    covered: Vec<Id>,
    /// By event: its place in the line.
    places: Vec<u32>,
    /// How many events of each thread are in it.
    done: Clock<W>,
    /// By location: the last write in it so far ([`NONE`]: the initial content), and all of them.
    active: Vec<Id>,
    placed: Vec<Good>,
    /// How many changes of the order it takes into account.
    known: usize,
    cuts: Vec<Cut>,
    dropped: Vec<Id>,
}

/// Part of the line was dropped: to be taken back.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// From here on.
    at: usize,
    /// It begins there in [`Realize::dropped`].
    dropped: usize,
    known: usize,
}

/// What is in the way: an event that the order lets come next, but would do harm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) event: Id,
    /// The read that it harms, or (if it reads itself) the write that is last, if that is not the
    /// initial content.
    pub(super) other: Id,
}

impl<const W: usize> Default for Realize<W> {
    fn default() -> Self {
        Self {
            line: Vec::new(),
            covered: Vec::new(),
            places: Vec::new(),
            done: [0; W],
            active: Vec::new(),
            placed: Vec::new(),
            known: 0,
            cuts: Vec::new(),
            dropped: Vec::new(),
        }
    }
}

impl<const W: usize> Realize<W> {
    /// Looks for a linearisation; on success it is in `line`, otherwise that is as it was.
    ///
    /// # Errors
    /// What is in the way.
    pub(super) fn realize(&mut self, p: &Closed<W>, root: Option<u32>) -> Result<(), Obstacle> {
        let mark = self.mark();
        self.cut(p, self.first_difference(p, root));
        self.active.resize(p.variables(), NONE);
        self.placed.resize_with(p.variables(), Good::only_initial);
        while self.line.len() < p.order.len() {
            match self.next(p, root) {
                Ok(next) => self.take(p, next),
                Err(obstacle) => {
                    self.undo(p, mark);
                    return Err(obstacle);
                }
            }
        }
        self.known = p.changes().len();
        Ok(())
    }

    /// Looks for a linearisation, if need be by ordering leaf events one way and the other; `p` is
    /// left as it was, or closed.
    pub(super) fn realize_somehow(&mut self, p: &mut Closed<W>, root: Option<u32>) -> bool {
        if p.close().is_err() {
            return false;
        }
        let Err(obstacle) = self.realize(p, root) else { return true };
        let Some((a, b)) = pair_at(p, obstacle, root) else { return false };
        [(a, b), (b, a)].into_iter().any(|(first, second)| {
            let mark = p.mark();
            let found = p.add(first, second).is_ok() && self.realize_somehow(p, root);
            if !found {
                p.undo(mark);
            }
            found
        })
    }

    /// How much of the last linearisation is of the one before it.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.cuts.last().map_or(0, |cut| cut.at)
    }

    /// A point to go back to.
    pub(super) fn mark(&self) -> usize {
        self.cuts.len()
    }

    /// The line as it was. The events that were in it then are in `p`, and those that are in it
    /// now.
    pub(super) fn undo(&mut self, p: &Closed<W>, mark: usize) {
        while self.cuts.len() > mark {
            let Some(Cut { at, dropped, known }) = self.cuts.pop() else { return };
            self.shorten(p, at);
            for place in dropped..self.dropped.len() {
                self.take(p, self.dropped[place]);
            }
            self.dropped.truncate(dropped);
            self.known = known;
        }
    }

    /// The order is another one from now on: nothing of the line is kept.
    pub(super) fn forget(&mut self, p: &Closed<W>) {
        self.cut(p, 0);
        self.known = 0;
    }

    fn cut(&mut self, p: &Closed<W>, at: usize) {
        self.cuts.push(Cut { at, dropped: self.dropped.len(), known: self.known });
        self.dropped.extend_from_slice(&self.line[at..]);
        self.shorten(p, at);
    }

    fn shorten(&mut self, p: &Closed<W>, to: usize) {
        while self.line.len() > to {
            let (Some(event), Some(covered)) = (self.line.pop(), self.covered.pop()) else { return };
            self.done[p.order.thread(event) as usize] -= 1;
            if let Some(number) = p.write_number(event) {
                let loc = p.variable(event) as usize;
                self.active[loc] = covered;
                self.placed[loc].remove(number);
            }
        }
    }

    fn take(&mut self, p: &Closed<W>, event: Id) {
        let mut covered = NONE;
        if let Some(number) = p.write_number(event) {
            let loc = p.variable(event) as usize;
            covered = std::mem::replace(&mut self.active[loc], event);
            self.placed[loc].insert(number);
        }
        if self.places.len() <= event as usize {
            self.places.resize(event as usize + 1, 0);
        }
        self.places[event as usize] = self.line.len() as u32;
        self.done[p.order.thread(event) as usize] += 1;
        self.line.push(event);
        self.covered.push(covered);
    }

    /// The first step at which something that has been added to the order since the line was made
    /// could play a part.
    fn first_difference(&self, p: &Closed<W>, root: Option<u32>) -> usize {
        let old = self.line.len();
        let mut first = old;
        for event in old as Id..p.order.len() as Id {
            first = first.min(self.comes(p, root, event)).min(self.first_harm(p, event));
        }
        for &event in &p.changes()[self.known..] {
            if (event as usize) < old {
                let (place, comes) = (self.places[event as usize] as usize, self.comes(p, root, event));
                if Some(p.order.thread(event)) == root {
                    first = first.min(comes);
                } else if comes > place {
                    first = first.min(place);
                }
            }
        }
        first
    }

    /// From when on an event plays a part: when it is the root's next one, or may come.
    fn comes(&self, p: &Closed<W>, root: Option<u32>, event: Id) -> usize {
        let own = p.order.thread(event);
        let after = |thread: u32, count: u32| {
            let last = (count as usize).checked_sub(1).map(|at| p.order.chain(thread)[at]);
            last.map_or(0, |last| self.place(last) + 1)
        };
        let after_own = after(own, p.order.place(event) - 1);
        if Some(own) == root {
            return after_own;
        }
        let others = (0..).zip(p.order.upto(event)).filter(|(thread, _)| *thread != own);
        others.map(|(thread, count)| after(thread, *count)).fold(after_own, usize::max)
    }

    /// Where an event is in the line; if it is not, beyond its end.
    fn place(&self, event: Id) -> usize {
        if (event as usize) < self.line.len() { self.places[event as usize] as usize } else { self.line.len() }
    }

    /// The first step at which a write was taken that leaves a new read without a good write.
    fn first_harm(&self, p: &Closed<W>, read: Id) -> usize {
        let Some(good) = p.good(read) else { return self.line.len() };
        let writes = p.writes(p.variable(read));
        let after_all = good.numbers().map(|number| self.place(writes[number as usize].id) + 1).max().unwrap_or(0);
        let places = writes.iter().map(|write| self.place(write.id));
        places.filter(|place| *place >= after_all).min().unwrap_or(self.line.len())
    }

    /// The event to take next: of the root thread if possible, else a leaf event that it needs.
    fn next(&self, p: &Closed<W>, root: Option<u32>) -> Result<Id, Obstacle> {
        let done = &self.done;
        let mut obstacle = None;
        let mut wanted = None;
        if let Some(root) = root
            && let Some(&event) = p.order.chain(root).get(done[root as usize] as usize)
        {
            if is_free(p, event, done) {
                match self.harm(p, event) {
                    None => return Ok(event),
                    Some(other) => obstacle = Some(Obstacle { event, other }),
                }
            } else {
                wanted = Some(*p.order.upto(event));
            }
        }
        let mut second = None;
        for thread in 0..W as u32 {
            let Some(&event) = p.order.chain(thread).get(done[thread as usize] as usize) else { continue };
            if Some(thread) == root || !is_free(p, event, done) {
                continue;
            }
            if let Some(other) = self.harm(p, event) {
                obstacle.get_or_insert(Obstacle { event, other });
                continue;
            }
            let is_wanted = wanted.is_none_or(|clock| clock[thread as usize] >= p.order.place(event));
            if is_wanted && p.write_number(event).is_none() {
                return Ok(event);
            }
            let rank = (!is_wanted, p.write_number(event).is_some());
            if second.is_none_or(|(best, _)| rank < best) {
                second = Some((rank, event));
            }
        }
        match (second, obstacle) {
            (Some((_, event)), _) => Ok(event),
            (None, Some(obstacle)) => Err(obstacle),
            (None, None) => unreachable!("an order without cycles has a least event among those left"),
        }
    }

    /// Whom an event harms if it comes next.
    fn harm(&self, p: &Closed<W>, event: Id) -> Option<Id> {
        let loc = p.variable(event);
        if loc == NONE {
            return None;
        }
        let active = self.active[loc as usize];
        if p.good(event).is_some() && !p.is_good(event, active) {
            return Some(active);
        }
        p.write_number(event)?;
        let placed = &self.placed[loc as usize];
        let is_left_alone = |read: &Id| {
            *read != event
                && p.order.place(*read) > self.done[p.order.thread(*read) as usize]
                && p.good(*read).is_some_and(|good| good.is_within(placed))
        };
        p.reads(loc).iter().copied().find(is_left_alone)
    }
}

/// Whether everything that comes before an event is done.
fn is_free<const W: usize>(p: &Closed<W>, event: Id, done: &Clock<W>) -> bool {
    let thread = p.order.thread(event) as usize;
    p.order.upto(event).iter().zip(done).enumerate().all(|(other, (before, done))| other == thread || before <= done)
}

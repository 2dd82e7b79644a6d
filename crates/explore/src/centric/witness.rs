//! Realize: a linearisation of a closed annotated partial order in which every read reads from a good write.
//!
//! Chatterjee, Pavlogiannis, Toman, OOPSLA 2019, Lemma 4.1: if all conflicting events of leaf threads are ordered, put each
//! event of the root thread as early as the order lets it; any such linearisation will do. Here conflicting events of leaf
//! threads may be unordered. So, of the leaf events that the order lets come next, only such are taken as do no harm: a read
//! whose good write is the last one, a write for which no read is left without a good write. If there is none, two
//! conflicting leaf events have to be put in order, either way. If none are unordered, the lemma says that there is one:
//! each linearisation in the sense of the lemma is one in which every step does no harm.

use crate::values::closure::{Closed, Good};
use crate::values::order::{Clock, Id, NONE};

/// Working memory.
#[derive(Debug, Default)]
pub(super) struct Realize {
    /// The linearisation.
    pub(super) line: Vec<Id>,
    /// By location: the last write in it so far ([`NONE`]: the initial content), and all of them.
    active: Vec<Id>,
    placed: Vec<Good>,
}

/// What is in the way: an event that the order lets come next, but would do harm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) event: Id,
    /// The read that it harms, or (if it reads itself) the write that is last, if that is not the initial content.
    pub(super) other: Id,
}

impl Realize {
    /// Looks for a linearisation; on success it is in `line`.
    ///
    /// # Errors
    /// What is in the way.
    pub(super) fn realize<const W: usize>(&mut self, p: &Closed<W>, root: Option<u32>) -> Result<(), Obstacle> {
        self.start(p);
        let mut done: Clock<W> = [0; W];
        while self.line.len() < p.order.len() {
            let next = self.next(p, root, &done)?;
            self.take(p, next);
            done[p.order.thread(next) as usize] += 1;
        }
        Ok(())
    }

    fn start<const W: usize>(&mut self, p: &Closed<W>) {
        self.line.clear();
        self.active.clear();
        self.active.resize(p.variables(), NONE);
        self.placed.clear();
        self.placed.resize_with(p.variables(), Good::only_initial);
    }

    fn take<const W: usize>(&mut self, p: &Closed<W>, event: Id) {
        if let Some(number) = p.write_number(event) {
            let loc = p.variable(event) as usize;
            self.active[loc] = event;
            self.placed[loc].insert(number);
        }
        self.line.push(event);
    }

    /// The event to take next: of the root thread if possible, else a leaf event that it needs.
    fn next<const W: usize>(&self, p: &Closed<W>, root: Option<u32>, done: &Clock<W>) -> Result<Id, Obstacle> {
        let mut obstacle = None;
        let mut wanted = None;
        if let Some(root) = root
            && let Some(&event) = p.order.chain(root).get(done[root as usize] as usize)
        {
            if is_free(p, event, done) {
                match self.harm(p, event, done) {
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
            if let Some(other) = self.harm(p, event, done) {
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
    fn harm<const W: usize>(&self, p: &Closed<W>, event: Id, done: &Clock<W>) -> Option<Id> {
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
                && p.order.place(*read) > done[p.order.thread(*read) as usize]
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

impl Realize {
    /// Looks for a linearisation, if need be by ordering leaf events one way and the other; `p` is left as it was, or closed.
    pub(super) fn realize_somehow<const W: usize>(&mut self, p: &mut Closed<W>, root: Option<u32>) -> bool {
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
}

/// Two conflicting events of leaf threads that are unordered, if possible such that ordering them has to do with the obstacle.
pub(super) fn pair_at<const W: usize>(p: &Closed<W>, obstacle: Obstacle, root: Option<u32>) -> Option<(Id, Id)> {
    let Obstacle { event, other } = obstacle;
    if other != NONE && is_open(p, event, other, root) {
        return Some((event, other));
    }
    let loc = p.variable(event);
    let near = |id: Id| accesses(p, loc).find(|&with| is_open(p, id, with, root)).map(|with| (id, with));
    let found = near(event).or_else(|| if other == NONE { None } else { near(other) });
    found
        .or_else(|| open_pair(p, loc, root, |_, _| true))
        .or_else(|| (0..p.variables() as u32).find_map(|loc| open_pair(p, loc, root, |_, _| true)))
}

fn accesses<const W: usize>(p: &Closed<W>, loc: u32) -> impl Iterator<Item = Id> {
    p.writes(loc).iter().map(|write| write.id).chain(p.reads(loc).iter().copied())
}

/// Whether these are conflicting events of leaf threads, and unordered.
fn is_open<const W: usize>(p: &Closed<W>, a: Id, b: Id, root: Option<u32>) -> bool {
    let is_leaf = |id| Some(p.order.thread(id)) != root;
    let conflict = p.variable(a) == p.variable(b) && (p.write_number(a).is_some() || p.write_number(b).is_some());
    is_leaf(a) && is_leaf(b) && conflict && !p.order.ordered(a, b)
}

/// The first open pair at a location that is `wanted`.
pub(super) fn open_pair<const W: usize>(
    p: &Closed<W>,
    loc: u32,
    root: Option<u32>,
    wanted: impl Fn(Id, Id) -> bool,
) -> Option<(Id, Id)> {
    let mut pairs = p.writes(loc).iter().flat_map(|write| accesses(p, loc).map(|other| (write.id, other)));
    pairs.find(|&(a, b)| is_open(p, a, b, root) && wanted(a, b))
}

/// Whether no read has this write among its good ones.
pub(super) fn is_never_good<const W: usize>(p: &Closed<W>, write: Id) -> bool {
    !p.reads(p.variable(write)).iter().any(|&read| p.is_good(read, write))
}

/// Whether no read can see this write, good or not.
pub(super) fn is_unobservable<const W: usize>(p: &Closed<W>, write: Id) -> bool {
    let loc = p.variable(write);
    let sees = |read: Id| {
        let between = |w: Id| w != read && p.order.before(write, w) && p.order.before(w, read);
        read != write && !p.order.before(read, write) && !p.writes(loc).iter().any(|w| between(w.id))
    };
    !p.reads(loc).iter().any(|&read| sees(read))
}

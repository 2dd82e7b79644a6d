//! Pairs of conflicting events of leaf threads that are not in order yet (Extend, line 4 on, and
//! the relaxations of section 6).

use super::witness::Obstacle;
use crate::values::closure::Closed;
use crate::values::order::{Id, NONE};

/// Two conflicting events of leaf threads that are unordered, if possible such that ordering them
/// has to do with the obstacle.
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

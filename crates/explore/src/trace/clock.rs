//! Vector clocks of a width known at compile time.

/// For each thread the number of its events (its beginning counts as the first).
pub(super) type Clock<const W: usize> = [u32; W];

/// Takes the larger entry for each thread.
pub(super) fn join<const W: usize>(into: &mut Clock<W>, other: &Clock<W>) {
    for (mine, theirs) in into.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

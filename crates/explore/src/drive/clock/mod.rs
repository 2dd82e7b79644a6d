//! Vector clocks of a width that is known at compile time, and the widths that there are; those of
//! any width are in [`stack`].
//!
//! A search starts with the narrowest clocks and begins again with the next width when a thread's
//! number does not fit.

pub(crate) mod stack;

use threadbare_op::ThreadId;

/// For each thread the number of its events (its beginning counts as the first) that come before or
/// are the owner.
pub(crate) type Clock<const W: usize> = [u32; W];

/// Takes the larger entry for each thread; says whether anything changed.
///
/// As signed numbers (there are fewer than 2^31 events): for those SSE2 has a comparison.
pub(crate) fn join<const W: usize>(into: &mut Clock<W>, other: &Clock<W>) -> bool {
    let mut changed = false;
    // Place by place: that is sure to become one loop over vectors.
    for at in 0..W {
        let larger = other[at] as i32 > into[at] as i32;
        changed |= larger;
        into[at] = if larger { other[at] } else { into[at] };
    }
    changed
}

/// The same, where it is not asked whether anything changed.
#[inline]
pub(crate) fn join_all<const W: usize>(into: &mut Clock<W>, other: &Clock<W>) {
    // Of copies the compiler knows that they do not overlap; a loop over places it makes one over
    // vectors.
    let (mut mine, theirs) = (*into, *other);
    for at in 0..W {
        mine[at] = if theirs[at] as i32 > mine[at] as i32 { theirs[at] } else { mine[at] };
    }
    *into = mine;
}

/// A thread is joined that has come to this clock by so many events: all that it has done comes
/// before. Its end counts as an event, so that its last steps are included.
pub(crate) fn join_ended<const W: usize>(into: &mut Clock<W>, child: ThreadId, last: &Clock<W>, events: u32) {
    join_all(into, last);
    into[child.index()] = events + 1;
}

/// Whether there are all widths of clocks that pay. Not where debug assertions are: each width is
/// compiled for each memory model, and tests are compiled more often than they have use for it.
pub(crate) const ALL_WIDTHS: bool = !cfg!(debug_assertions);

/// A function for each width of clocks that there is room in for no more than so many threads, with
/// the width, from the narrowest on. With `few` the widths that not everybody needs are left out,
/// since each costs seconds of compiling.
///
/// `widths!(1024, few, function::<S, M>)`: `function` takes the width as its last parameter.
macro_rules! widths {
    ($most:expr, $few:expr, $function:ident::<$($type:ty),+>) => {{
        let all = $crate::drive::clock::ALL_WIDTHS;
        let mut widths: Vec<(usize, _)> = Vec::new();
        if all || $most < 1024 {
            widths.push((4, $function::<$($type,)+ 4> as _));
        }
        if all || $most >= 1024 {
            widths.push((8, $function::<$($type,)+ 8> as _));
        }
        if all && !$few {
            widths.push((16, $function::<$($type,)+ 16> as _));
        }
        // The many events of explorers that go by interleavings have clocks each.
        if all && !$few && $most <= 64 {
            widths.push((32, $function::<$($type,)+ 32> as _));
        }
        if all || $most < 1024 {
            widths.push((64, $function::<$($type,)+ 64> as _));
        }
        if all && $most >= 256 && !$few {
            widths.push((256, $function::<$($type,)+ 256> as _));
        }
        if $most >= 1024 {
            widths.push((1024, $function::<$($type,)+ 1024> as _));
        }
        widths
    }};
}
pub(crate) use widths;

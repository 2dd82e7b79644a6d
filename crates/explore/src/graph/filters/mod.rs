//! What leaves a part of the search out, and why nothing is lost by it.
//!
//! | file | what is left out | proof |
//! |---|---|---|
//! | [`bound`], [`rounds`] | what is beyond a bound on rounds | graph-rounds.md |
//! | [`bound`], [`switches`] | the same for preemptions and context switches | graph-switches.md |
//! | [`symmetry`], [`canonical`] | what differs by the names of threads only | graph-symmetry.md |
//! | [`spin`], [`aside`] | reads after which a thread only waits in a loop | waits.md |
//! | [`confirm`] | compare-and-swaps that fail though their thread has just read what they expect | waits.md |
//! | [`cancel`] | what comes after a round of a thread that takes back what it did, and that nobody saw | waits.md |
//! | [`shard`] | what another process explores | – |
//!
//! The proofs are in docs/proofs. Each filter has a state of its own in [`Filters`]. The search
//! asks them through [`Hooks`](crate::graph::core::hooks::Hooks), which `graph::hooks` answers.
//!
//! *To add a filter*: a file here with its state, a field of [`Filters`], and its answers in
//! `graph::hooks`.

pub(crate) mod aside;
pub(crate) mod bound;
pub(crate) mod cancel;
pub(crate) mod canonical;
pub(crate) mod confirm;
pub(crate) mod rounds;
pub(crate) mod shard;
pub(crate) mod spin;
pub(crate) mod switches;
pub(crate) mod symmetry;

use crate::graph::core::search::Search;
use crate::mix::Rng;
use bound::{Bounded, Within};
use shard::{Part, Shard};
use spin::Waits;
use symmetry::Symmetry;

/// The state of all filters of a search.
#[derive(Debug)]
pub(crate) struct Filters<const W: usize> {
    pub(crate) bound: Bounded,
    pub(crate) symmetry: Symmetry<W>,
    pub(crate) part: Part,
    pub(crate) waits: Waits,
    /// Draws the order in which threads are asked for their next events, if that is to be drawn.
    pub(crate) order: Option<Rng>,
}

impl<const W: usize> Filters<W> {
    pub(crate) fn new(within: Option<Within>, shard: Option<Shard>) -> Self {
        Self {
            bound: Bounded::new(within),
            symmetry: Symmetry::default(),
            part: Part::new(shard),
            waits: Waits::default(),
            order: None,
        }
    }
}

/// A search with filters: the one there is.
pub(crate) type Filtered<'a, S, M, const W: usize> = Search<'a, S, M, Filters<W>, W>;

//! Refine and restart: what an exploration assumes of the program as long as nothing contradicts
//! it, and what it has learnt where something did. Then it begins again, and goes by that.
//!
//! One file for each assumption: which objects several threads access, and in which pieces
//! ([`sharing`]); which are accessed only atomically, only plainly, or by one thread only
//! ([`assume`]); which are written while others run, where races are ignored ([`ignored`]); that threads
//! that start alike cannot be told apart ([`alike`]); that a location is accessed in one size
//! ([`sizes`]). [`knowledge`] writes it down for other
//! processes.

pub(in crate::memory) mod alike;
pub(in crate::memory) mod assume;
pub(in crate::memory) mod ignored;
mod knowledge;
pub(in crate::memory) mod sharing;
mod sizes;

pub(crate) use self::sharing::Sharing;
use threadbare_op::{Addr, Loc, Site};

/// What is learnt of the program.
#[derive(Debug, Default)]
pub(in crate::memory) struct Learned {
    /// What is kept when the exploration begins again.
    pub(in crate::memory) sharing: Sharing,
    /// Of this exploration: whether threads can be told apart.
    alike: alike::Alike,
    /// Pieces of variables that are accessed as a whole ([`sharing`]), some of them.
    cells_met: [(Addr, u8); 16],
    /// Of this exploration: where memory is accessed that is known to be accessed in several sizes
    /// ([`sizes`]), once for each location.
    places: Vec<(Loc, Site)>,
}

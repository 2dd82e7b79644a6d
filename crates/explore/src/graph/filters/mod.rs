//! What keeps the search from exploring everything: bounds, symmetry, shards, waits in loops.

pub(crate) mod aside;
pub(crate) mod bound;
pub(crate) mod rounds;
pub(crate) mod shard;
pub(crate) mod spin;
pub(crate) mod switches;
pub(crate) mod symmetry;

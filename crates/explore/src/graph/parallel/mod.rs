//! Several workers on one search, and snapshots of it.

pub(crate) mod coordinator;
pub(crate) mod pool;
pub(crate) mod snapshot;
pub(crate) mod worker;

//! Several workers on one search: the coordinator ([`coordinator`]), what the workers share
//! ([`pool`]), one worker ([`worker`]), and how far all of them are, as data ([`snapshot`]).

pub(crate) mod coordinator;
pub(crate) mod pool;
pub(crate) mod snapshot;
pub(crate) mod worker;

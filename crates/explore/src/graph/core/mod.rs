//! TruSt itself: the graph, how an event is added to it, and the revisits.

pub(crate) mod add;
pub(crate) mod closure;
pub(crate) mod end;
pub(crate) mod event;
pub(crate) mod execution;
pub(crate) mod happens_before;
pub(crate) mod operation;
pub(crate) mod path;
pub(crate) mod revisit;
pub(crate) mod search;

//! What drives a [`threadbare_op::System`], the same for all explorers: what an operation does, who
//! is told of it, which locations and threads there are, and how an execution ends.

pub(crate) mod clock;
pub(crate) mod deadlock;
pub(crate) mod effect;
pub(crate) mod ending;
pub(crate) mod locations;
pub(crate) mod names;
pub(crate) mod report;

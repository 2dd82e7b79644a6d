//! What drives a [`threadbare_op::System`], the same for all explorers: whether an operation can be
//! performed and what it does, who is told of it, how threads run on and start others, which
//! locations and threads there are.

pub(crate) mod clock;
pub(crate) mod effect;
pub(crate) mod enabled;
pub(crate) mod input;
pub(crate) mod known;
pub(crate) mod locations;
pub(crate) mod names;
pub(crate) mod report;
pub(crate) mod threads;
pub(crate) mod touching;

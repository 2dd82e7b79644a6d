//! Estimates of how many executions there are.

pub(crate) mod sampling;
pub(crate) mod stopwatch;
pub(crate) mod strata;
pub(crate) mod timing;

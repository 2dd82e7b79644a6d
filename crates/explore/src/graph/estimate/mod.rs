//! Estimates of how many executions there are: samples of the search ([`sampling`]), what is known
//! of its subtrees ([`strata`]), when samples are taken ([`timing`]), by the time worked
//! ([`stopwatch`]).

pub(crate) mod sampling;
pub(crate) mod stopwatch;
pub(crate) mod strata;
pub(crate) mod timing;

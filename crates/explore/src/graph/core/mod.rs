//! TruSt itself: the execution graph, how an event is added to it, and the revisits.
//!
//! The way of an operation, an atomic store say:
//!
//! | step | file | what happens |
//! |---|---|---|
//! | next | [`search`] | next_P chooses the thread |
//! | place | [`place`] | its source, or its place in coherence order; a frame for the others |
//! | link | [`link`] | it is put into the graph ([`add`] leads from here to "go on") |
//! | test | [`consistency`] | the memory model (in `graph::model`) allows the graph, or not |
//! | filters | [`hooks`] | the filters (in `graph::filters`) have it explored, or not |
//! | go on | [`add`] | its effects, and its thread up to the next operation |
//! | revisit | [`revisit`] | which reads it revisits (test: `is_maximal`), and doing so |
//!
//! Going back: [`stack`] has the open choices, [`path`] and [`work`] say where among them the
//! search is. [`end`] is what happens when no thread can go on. The graph as data is in
//! [`execution`], [`event`] and [`location`], with sc closed on demand ([`closure`]) and
//! happens-before where it is not porf ([`happens_before`]). What a thread waits for that has taken
//! back what it did is in [`cancelled`]; whether memory may have been given twice, in [`reuse`].
//!
//! Nothing here imports anything of `filters`, `model`, `write`, `parallel` or `estimate`.

pub(crate) mod add;
pub(crate) mod cancelled;
pub(crate) mod closure;
pub(crate) mod consistency;
pub(crate) mod end;
pub(crate) mod event;
pub(crate) mod execution;
pub(crate) mod happens_before;
pub(crate) mod hooks;
pub(crate) mod input;
pub(crate) mod link;
pub(crate) mod location;
pub(crate) mod path;
pub(crate) mod place;
pub(crate) mod reach;
pub(crate) mod report;
pub(crate) mod reuse;
pub(crate) mod revisit;
pub(crate) mod search;
pub(crate) mod stack;
pub(crate) mod step;
pub(crate) mod system;
pub(crate) mod work;

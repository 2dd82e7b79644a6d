//! Which plain accesses are events, in an execution that is told in another order than it was made
//! in.
//!
//! A plain access is an event if it comes after atomic ones to the same memory (a load: after
//! atomic writes). If accesses race, that depends on the order: a replay knows no step for what is
//! none in its own, and does it with what comes before it in its thread.

use rustc_hash::FxHashSet;
use threadbare_op::{Op, Order};

/// What was accessed so far.
#[derive(Debug)]
pub(crate) struct Hidden {
    /// Whether there are such accesses at all ([`threadbare_op::Rules::explores_plain`]).
    hides: bool,
    accessed: FxHashSet<u32>,
    written: FxHashSet<u32>,
}

impl Hidden {
    pub(crate) fn new(hides: bool) -> Self {
        Self { hides, accessed: FxHashSet::default(), written: FxHashSet::default() }
    }

    /// Whether the next operation in order, at that location, is an event; and if it writes.
    pub(crate) fn is_event(&mut self, op: &Op, location: u32, writes: bool) -> bool {
        match op {
            Op::Load { order: Order::Plain, .. } if self.hides => self.written.contains(&location),
            Op::Store { order: Order::Plain, .. } if self.hides => self.accessed.contains(&location),
            _ => {
                if op.loc().is_some() {
                    self.accessed.insert(location);
                    if writes {
                        self.written.insert(location);
                    }
                }
                true
            }
        }
    }
}

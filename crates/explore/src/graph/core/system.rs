//! What `graph` asks of a system.

use threadbare_op::{Foresight, Inputs, RaceView, Reuses, Revisit, Symmetric, System};

/// What `graph` asks of a system: it takes events back in any order, holds reads back, exchanges
/// threads, asks about races where an access is not performed, whether answers about the input go
/// together, and judges whether memory may have been given twice.
pub trait GraphSystem: System + Revisit + Foresight + Symmetric + RaceView + Inputs + Reuses {}

impl<S: System + Revisit + Foresight + Symmetric + RaceView + Inputs + Reuses> GraphSystem for S {}

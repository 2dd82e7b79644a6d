//! What `graph` asks of a system.

use threadbare_op::{Foresight, Inputs, RaceView, Revisit, Symmetric, System};

/// What `graph` asks of a system: it takes events back in any order, holds reads back, exchanges
/// threads, asks about races where an access is not performed, and whether answers about the input
/// go together.
pub trait GraphSystem: System + Revisit + Foresight + Symmetric + RaceView + Inputs {}

impl<S: System + Revisit + Foresight + Symmetric + RaceView + Inputs> GraphSystem for S {}

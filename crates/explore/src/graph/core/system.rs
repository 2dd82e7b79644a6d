//! What `graph` asks of a system.

use threadbare_op::{Foresight, RaceView, Revisit, Symmetric, System};

/// What `graph` asks of a system: it takes events back in any order, holds reads back, exchanges
/// threads, and asks about races where an access is not performed.
pub trait GraphSystem: System + Revisit + Foresight + Symmetric + RaceView {}

impl<S: System + Revisit + Foresight + Symmetric + RaceView> GraphSystem for S {}

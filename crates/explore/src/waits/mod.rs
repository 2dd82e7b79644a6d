//! Threads that wait: which accesses may be held back while they would leave their thread waiting
//! in a loop ([`threadbare_op::Stuck::Spin`]), what an access that is held back could race with,
//! what is stuck and whether something can still end that, and how an execution ends.
//!
//! Why no fault and no race is lost, for each explorer: docs/proofs/waits.md. What differs between
//! explorers stands with them: *when* they ask, and what takes the place of an access that is held
//! back (`graph::filters::spin`, `trace::spin`, `unfolding::spin`).
//!
//! * [`hold`]: whether an access may be held back, and whether it would be a race.
//! * [`stuck`]: what a thread that waits in a loop has looked at, and whether that has changed.
//! * [`ending`]: how an execution has ended that cannot go on; [`deadlock`]: its faults.
//!
//! A further kind of wait is one more question in [`hold`], and its claim in the proofs. Whether a
//! thread is stuck is asked of the execution as it stands, and again when that has grown.

pub(crate) mod deadlock;
pub(crate) mod ending;
pub(crate) mod hold;
pub(crate) mod stuck;

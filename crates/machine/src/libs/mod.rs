//! Library functions: what a program may call without defining it.
//!
//! Those that are ordinary code are C, in `runtime/`; `docs/libraries.md` says which are where.

mod cancel;
mod digits;
mod files;
mod float;
mod format;
mod futex;
mod jump;
mod math;
#[cfg(test)]
mod native;
mod number;
mod refused;
mod registry;
mod shown;
mod stdio;
mod sync;
mod told;
mod wide;
mod wide_atomic;

pub(crate) use files::{GONE, KEPT};
pub use registry::is_known;
pub(crate) use registry::lookup;
pub use registry::{LibFn, LibResult};
pub(crate) use registry::{Table, handed_on, sizes};
pub(crate) use sync::{ARRIVE, one, simple, tried};
pub use sync::{begins_sections, may_be_alike, may_only_look, may_order_nothing, orders_one_way, waits_or_peeks};

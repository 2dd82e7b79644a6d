//! Library functions: what a program may call without defining it.

mod registry;

pub(crate) use registry::lookup;
pub use registry::{LibFn, LibResult};

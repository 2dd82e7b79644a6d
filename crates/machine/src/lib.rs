//! The machine: runs a program whose threads are values, up to their next visible operation.
//!
//! [`Machine`] implements [`threadbare_op::System`] for a [`threadbare_program::Program`]. What it
//! is made of:
//! * values and arithmetic ([`Domain`], [`Value`]);
//! * threads that are frozen and thawed (`thread`), run by the interpreter (`interp`);
//! * the flat shared memory with its effect log and race check (`memory`);
//! * library functions ([`CallCx`], `builtin`, `libs`).
//!
//! Not covered: `long double`, 128-bit integers, inline assembly, signals, more than 1000 threads.

#![forbid(unsafe_code)]

mod arguments;
mod arith;
mod builtin;
mod call;
mod code;
mod core;
mod counted;
mod domain;
mod files;
mod fixed;
mod halt;
mod interp;
mod layout;
mod libs;
mod machine;
mod memory;
mod met;
mod named;
mod options;
mod polls;
mod reached;
mod record;
mod spins;
mod thread;
mod value;

pub use arith::carries;
pub use builtin::{Takes, takes_input, without_input};
pub use call::CallCx;
pub use code::is_of_sections;
pub use domain::{Concrete, Domain, MOST_HISTORY, MOST_INPUTS, Undecided, WideOp, Wrong};
pub use fixed::{Fixed, FixedNumber, MOST_FIXED};
pub use halt::Halt;
pub use interp::unknown_function;
pub use layout::{is_in_no_memory, may_be_address};
pub use libs::{
    LibFn, LibResult, begins_sections, is_known, may_be_alike, may_only_look, may_order_nothing, orders_one_way,
    waits_or_peeks,
};
pub use machine::{Compared, Leak, Machine, State};
pub use met::Met;
pub use named::{Named, Owner};
pub use options::{Files, FoundLeast, InputArgs, LeftOut, LoadError, OnlyOrdered, Options, Races, Signals, Sizes};
pub use reached::Reached;
pub use record::{Numbers, Record, Recording, Told, What};
pub use value::{Byte, Value};

//! What a machine that records ([`crate::Options::record`]) tells of the invisible steps.

use threadbare_op::{Addr, Site, ThreadId};

/// Something that a thread did without a visible operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub site: Site,
    /// What.
    pub what: What,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Memory was read.
    Read {
        /// Where.
        addr: Addr,
        /// Number of bytes.
        size: u8,
        /// The value; `None` if uninitialised.
        value: Option<u64>,
    },
    /// Memory was written.
    Write {
        /// Where.
        addr: Addr,
        /// Number of bytes.
        size: u8,
        /// The value; `None` if uninitialised.
        value: Option<u64>,
    },
    /// Memory was allocated.
    Allocate {
        /// Where.
        addr: Addr,
        /// Number of bytes.
        size: u64,
    },
    /// Memory was freed.
    Free {
        /// Where.
        addr: Addr,
    },
    /// Text was printed.
    Output(Vec<u8>),
}

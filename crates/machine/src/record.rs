//! What a machine that records ([`crate::Options::record`]) tells of the invisible steps.

use crate::value::Value;
use std::ops::Range;
use std::sync::Arc;
use threadbare_op::{Addr, FaultId, Site, ThreadId};

/// Which of the invisible steps a machine records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// Not those whose numbers are in this range, from 0. Not counted, and always recorded, are
    /// allocations, input, output, and what is refused.
    pub but: Range<u64>,
}

impl Recording {
    /// All.
    pub const ALL: Self = Self { but: 0..0 };
    /// Those only that are always recorded.
    pub const FEW: Self = Self { but: 0..u64::MAX };
}

/// The records of a machine.
#[derive(Debug)]
pub(crate) struct Records {
    which: Recording,
    pub(crate) kept: Vec<Record>,
    /// Of those that are counted, so many were met in this execution.
    pub(crate) met: u64,
}

impl Records {
    pub(crate) fn new(which: &Recording) -> Self {
        Self { which: which.clone(), kept: Vec::new(), met: 0 }
    }

    /// If something is to be recorded that was just met: how many steps before it were not.
    pub(crate) fn wants(&mut self, what: &What, is_refused: bool) -> Option<u64> {
        use What as W;
        let is_always = matches!(
            what,
            W::Allocate { .. }
                | W::Input { .. }
                | W::InputText { .. }
                | W::Exit(_)
                | W::Output(_)
                | W::Told(_)
                | W::Text { .. }
                | W::Name { .. }
        );
        if is_refused || is_always {
            return Some(0);
        }
        let (number, but) = (self.met, &self.which.but);
        self.met += 1;
        let gap = if number == but.end { but.end - but.start } else { 0 };
        (!but.contains(&number)).then_some(gap)
    }
}

/// Something that a thread did without a visible operation, or was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub site: Site,
    /// The calls that led there, innermost first: the 64 innermost at most.
    pub callers: Arc<[Site]>,
    /// What.
    pub what: What,
    /// The fault for which it was not performed.
    pub refused: Option<FaultId>,
    /// So many steps before it were not recorded.
    pub gap: u64,
}

/// Of deeper stacks the outer calls are not recorded ([`Record::callers`] says the number).
pub(crate) const MOST_CALLERS: usize = 64;

/// What an input is a number of: that says which numbers are small, and how they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// A signed type.
    Signed,
    /// An unsigned one.
    Unsigned,
    /// Characters.
    Text,
    /// A floating-point type, of 32 or 64 bits.
    Float,
}

/// What a library function does (`enum` in `runtime/tb.h`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// Which of these things.
    pub what: u32,
    /// A thread, or a descriptor.
    pub about: u32,
    /// What the descriptor stands for.
    pub file: Addr,
    /// How many, and the like.
    pub numbers: [u64; 2],
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
        /// The value; `None` if it is not known, since the access was refused.
        value: Option<Value>,
    },
    /// Memory was written.
    Write {
        /// Where.
        addr: Addr,
        /// Number of bytes.
        size: u8,
        /// The value; `None` if it is not known, since the access was refused.
        value: Option<Value>,
    },
    /// Arithmetic had no result.
    Compute,
    /// `longjmp`.
    Jump {
        /// The call of `setjmp` that returns again.
        to: Site,
    },
    /// A thread was detached.
    Detach(ThreadId),
    /// A thread was joined: recorded only where that was refused.
    Join(ThreadId),
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
        /// Number of bytes.
        size: u64,
    },
    /// The life of a local variable began.
    Begin {
        /// Where.
        addr: Addr,
        /// Number of bytes.
        size: u64,
    },
    /// The life of a variable ended: its scope, its function, or its thread.
    End {
        /// Where.
        addr: Addr,
        /// Number of bytes.
        size: u64,
    },
    /// Input was taken, as it is given.
    Input {
        /// How many bits.
        width: u8,
        /// The value.
        value: u64,
        /// What it is a number of.
        of: Numbers,
        /// The how-manieth input of its thread it is, from 0; `None` if it is fixed.
        n: Option<u32>,
        /// Whether it does not go on with the memory that the input before it has begun.
        begins: bool,
    },
    /// The same of a string: an argument, a variable of the environment.
    InputText {
        /// What it is called.
        name: String,
        /// Its bytes, without the zero at its end.
        bytes: Vec<u8>,
    },
    /// What a library function tells of what it does.
    Told(Told),
    /// Text is written to a stream that is not a standard one.
    Text {
        /// The stream.
        stream: Addr,
        /// Its first bytes.
        text: Vec<u8>,
    },
    /// A thread has looked a name of a file up, or given or taken it away.
    Name {
        /// Which of them (`enum` in `runtime/tb.h`).
        what: u32,
        /// From the root, or from where the process stands.
        name: Vec<u8>,
    },
    /// The program begins to end with this status. (A handler may give it another one.)
    Exit(u32),
    /// Text was printed.
    Output(Vec<u8>),
}

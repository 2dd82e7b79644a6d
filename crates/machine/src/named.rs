//! What memory is called in reports: the object, the path in it, and the shape of what is there.

use threadbare_op::{Addr, ThreadId};
use threadbare_program::ShapeId;

/// Whose an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A global variable: there is one of this name.
    Global,
    /// A function of the program.
    Code,
    /// The arguments of `main` and the environment.
    Arguments,
    /// Allocated on the heap: there may be several for the variable.
    Heap,
    /// A local or thread-local variable of this thread.
    Local(ThreadId),
}

/// What some bytes are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Where the object begins.
    pub object: Addr,
    /// The variable; for memory of the heap, the one that its address was first assigned to.
    pub name: String,
    /// Whose it is.
    pub owner: Owner,
    /// The part: `.next`, `[3].id`, or nothing.
    pub path: String,
    /// The shape of that part, if the bytes are all of it.
    pub shape: Option<ShapeId>,
    /// If they are only a part of something that has parts: its shape, and where in it they begin.
    pub inside: Option<(ShapeId, u64)>,
}

//! Why a thread stops.

/// The thread stops here: at a visible operation, for a callback, or for good. What for is kept in
/// the machine, so that results stay small. Made only by the context ([`crate::CallCx`]); hand it
/// on with `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halt(pub(crate) ());

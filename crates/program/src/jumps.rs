//! Where `setjmp` returns once more.
//!
//! The front end lowers a call of it as
//!
//! ```text
//!     %r = call @_setjmp(%buffer)
//!     jump first
//!     loop N            <- where it returns by `longjmp`
//!     jump after
//! first:
//!     loop N entry
//! after:
//! ```
//!
//! so that what goes on by `longjmp` is a loop like others: bounded by `--unroll`, and watched for
//! going on in vain. Control may come there from each call in the function.

use crate::inst::{Callee, Inst, Pc};
use crate::module::{Function, Program};

/// The names of `setjmp`.
const SET: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
/// The names of `longjmp`.
const JUMP: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Whether a function of this name returns twice.
#[must_use]
pub fn is_set_jump(name: &str) -> bool {
    SET.contains(&name)
}

/// Whether a function of this name jumps to where such a one was called.
#[must_use]
pub fn is_long_jump(name: &str) -> bool {
    JUMP.contains(&name)
}

impl Program {
    /// Where the call of `setjmp` at an instruction of `function`, one of this program's, returns
    /// by `longjmp`; `None` if that is none.
    #[must_use]
    pub fn resumes_at(&self, function: &Function, call: Pc) -> Option<Pc> {
        let after = function.code.get(call.0 as usize..)?.get(..3)?;
        let [Inst::Call { callee: Callee::External(id), .. }, Inst::Jump { .. }, Inst::Loop { entry: false, .. }] =
            after
        else {
            return None;
        };
        is_set_jump(&self.externals.get(id.index())?.name).then_some(Pc(call.0 + 2))
    }

    /// All of these places in a function.
    pub(crate) fn resumed(&self, function: &Function) -> Vec<u32> {
        if !self.externals.iter().any(|external| is_set_jump(&external.name)) {
            return Vec::new();
        }
        (0..function.code.len() as u32).filter_map(|call| Some(self.resumes_at(function, Pc(call))?.0)).collect()
    }
}

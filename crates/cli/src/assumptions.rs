//! Whether a program makes assumptions: then an execution that was ended early may have been ended
//! by one.

use crate::explain::{Whose, callee_name};
use threadbare_program::{Inst, Program};

/// Functions that end an execution as none of the program's.
const ASSUMING: [&str; 5] =
    ["__VERIFIER_assume", "assume_abort_if_not", "__VERIFIER_nondet_range", "klee_assume", "klee_range"];

/// Whether it calls a function that assumes something.
pub(crate) fn any(program: &Program) -> bool {
    let code = program.functions.iter().flat_map(|function| &function.code);
    code.into_iter().any(|inst| match inst {
        Inst::Call { callee, .. } => {
            callee_name(program, *callee).is_some_and(|(name, whose)| whose == Whose::Other && ASSUMING.contains(&name))
        }
        _ => false,
    })
}

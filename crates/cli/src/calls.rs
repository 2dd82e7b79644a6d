//! The calls that a function may come to, by itself or in functions that it calls.

use crate::explain::{Whose, callee_name};
use std::collections::BTreeSet;
use threadbare_program::{Callee, FuncId, Inst, Pc, Program};

/// The first call found that is `wanted`: by what is called, and who defines that (`None` if it is
/// called through a pointer). What is called so is not followed.
pub(crate) fn find(
    program: &Program,
    first: FuncId,
    wanted: impl Fn(Option<(&str, Whose)>) -> bool,
) -> Option<(FuncId, Pc)> {
    look(program, first, wanted, &mut |_, _| true)
}

/// All such calls.
pub(crate) fn all(
    program: &Program,
    first: FuncId,
    wanted: impl Fn(Option<(&str, Whose)>) -> bool,
) -> Vec<(FuncId, Pc)> {
    let mut found = Vec::new();
    look(program, first, wanted, &mut |id, pc| {
        found.push((id, pc));
        false
    });
    found
}

/// The first of these calls at which `ends` says that it is enough.
fn look(
    program: &Program,
    first: FuncId,
    wanted: impl Fn(Option<(&str, Whose)>) -> bool,
    ends: &mut dyn FnMut(FuncId, Pc) -> bool,
) -> Option<(FuncId, Pc)> {
    let (mut seen, mut left) = (BTreeSet::from([first.index()]), vec![first]);
    while let Some(id) = left.pop() {
        for (pc, inst) in (0..).zip(&program.functions[id.index()].code) {
            let Inst::Call { callee, .. } = inst else { continue };
            if wanted(callee_name(program, *callee)) && ends(id, Pc(pc)) {
                return Some((id, Pc(pc)));
            }
            if let Callee::Function(called) = *callee
                && seen.insert(called.index())
            {
                left.push(called);
            }
        }
    }
    None
}

//! A program that is ended twice: which calls of `exit`, or which return of `main`, do that.

use super::{Shown, misuse};
use crate::explain::callee_name;
use threadbare_op::{Fault, Misuse, Site};
use threadbare_program::{Inst, Program};
use threadbare_report::Found;

const WHY: &str = "C leaves undefined what happens when the program is ended again while it ends (C11 7.22.4.4)";

impl Shown {
    /// The first end of the program, if the step `row` is the second one.
    pub(super) fn first_end(&self, row: usize, fault: &Fault) -> Option<usize> {
        let is_end = |at: &usize| self.execution.rows[*at].operation == "exit";
        (0..row).rev().find(is_end).filter(|_| misuse::why(fault) == Some(Misuse::EndedTwice))
    }

    /// Says who ends the program: first in step `first`, then in step `own`.
    pub(super) fn name_ends(&self, found: &mut Found, (first, own): (usize, usize), program: &Program) {
        let end = |row: usize| {
            let who = self.named(self.execution.rows[row].thread);
            match called(program, self.steps[row].site) {
                Some(name) => (format!("`{name}` in {who}"), format!("calls `{name}` here")),
                None => ("the return of `main`".to_owned(), "returns here".to_owned()),
            }
        };
        let ((first, first_did), (second, did)) = (end(first), end(own));
        found.message = format!("the program is ended twice: by {first} and by {second}");
        found.what = Some(did);
        if let Some(other) = &mut found.second {
            other.what = first_did;
        }
        found.explanation = Some(WHY.into());
    }
}

/// The function that is called there; `None` where `main` returns.
fn called(program: &Program, site: Site) -> Option<&str> {
    let (function, pc) = program.locate(site)?;
    match program.functions.get(function.index())?.code.get(pc.0 as usize)? {
        Inst::Call { callee, .. } => callee_name(program, *callee).map(|(name, _)| name),
        _ => None,
    }
}

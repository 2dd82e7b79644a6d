//! The loops of programs.

use crate::program::{Inst, NEVER, Program};

impl Program {
    /// The loops around an instruction: where each jumps back. The outer ones come first.
    #[must_use]
    pub fn loops_at(&self, body: usize, pc: usize) -> Vec<usize> {
        let mut around: Vec<(usize, usize)> = Vec::new();
        for (at, inst) in self.bodies[body].iter().enumerate() {
            if let Inst::Again { count, .. } = *inst
                && (at - count..=at).contains(&pc)
            {
                around.push((count, at));
            }
        }
        around.sort_unstable_by(|one, other| other.cmp(one));
        around.into_iter().map(|(_, at)| at).collect()
    }

    /// Whether the code has a way out of the loop that jumps back at a place.
    #[must_use]
    pub fn has_exit(&self, body: usize, at: usize) -> bool {
        let code = &self.bodies[body];
        let Inst::Again { value, count, .. } = code[at] else { return false };
        let leads_out = |from: usize| match code[from] {
            Inst::Skip { count, .. } => from + count >= at,
            _ => false,
        };
        value != NEVER || (at - count..at).any(leads_out)
    }
}

//! The hidden lock of atomic sections: where a program has such sections, each access outside of
//! them takes that lock as well, for itself. That is no step of the program's.

use super::recorder::Recorder;
use super::step::Step;
use crate::places::inst_at;
use threadbare_machine::{Machine, is_of_sections};
use threadbare_program::{Inst, Program};

impl Recorder<'_> {
    /// Hides where the lock is taken, and given back, around a single access.
    pub(super) fn hide_single_sections(&mut self, machine: &Machine) {
        let is_lock = |step: &Step| step.sync.is_some() && step.row.touched.is_some_and(|at| is_of_sections(at.addr));
        for at in (0..self.steps.len()).filter(|at| is_lock(&self.steps[*at])).collect::<Vec<_>>() {
            let step = &self.steps[at];
            let same = |other: &&Step| other.row.thread == step.row.thread && other.row.index.is_some();
            // The operation that comes with it: of the lock the next one, of the unlock the last one.
            let with = match step.row.operation.as_str() {
                "lock" => self.steps[at + 1..].iter().find(same),
                _ => self.steps[..at].iter().rfind(same),
            };
            let is_single = with.is_some_and(|with| with.site == step.site) || is_access(machine.program(), step);
            self.steps[at].of_library |= is_single;
        }
    }
}

fn is_access(program: &Program, step: &Step) -> bool {
    !matches!(inst_at(program, step.site), Some(Inst::Call { .. } | Inst::Return { .. }) | None)
}

//! Executions that follow one input ([`Domain::follow`]): what threads ask of it is answered at once.

use super::Machine;
use crate::domain::Domain;
use threadbare_op::Op;

impl<D: Domain> Machine<D> {
    /// Runs the live thread to its next operation; to a question only if nobody follows an input.
    #[inline]
    pub(super) fn run_answered(&mut self) -> Op {
        loop {
            self.core.memory.set_bulk(false);
            let mut running = self.running();
            let op = running.run();
            let steps = running.steps;
            self.core.steps_made += steps;
            let answer = match op {
                Op::Choice { asks: Some(question), .. } if D::HAS_INPUT => self.core.memory.domain.answer(question),
                _ => None,
            };
            let Some(answer) = answer else { return op };
            self.core.memory.domain.hear(answer);
        }
    }
}

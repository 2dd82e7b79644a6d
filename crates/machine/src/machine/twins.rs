//! Machines that take turns ([`threadbare_op::Twins`]).
//!
//! Each has the memory and the threads of its own execution, with their logs. What has numbers, and
//! what is known of the program, is one for all of them: the one at work has it.

use super::{Machine, State};
use crate::domain::Domain;
use std::mem::swap;
use threadbare_op::{Pending, System as _, Twins};

impl<D: Domain> Twins for Machine<D> {
    fn twin(&mut self) -> Option<(Self, Pending<State>)> {
        // Terms, and what was found out of the input, have numbers as well.
        if D::HAS_INPUT {
            return None;
        }
        let options = self.core.options.clone();
        let sharing = self.core.memory.sharing();
        let mut twin = Self::fresh(self.code.clone(), options, sharing, self.numbers.shared());
        self.hand_over(&mut twin);
        let main = twin.start();
        twin.steps.on = self.steps.on;
        twin.hand_over(self);
        Some((twin, main))
    }

    fn take_turns(&mut self, twin: &mut Self) {
        self.hand_over(twin);
        std::mem::swap(self, twin);
    }
}

impl<D: Domain> Machine<D> {
    /// What there is but once is the other one's from now on.
    fn hand_over(&mut self, other: &mut Self) {
        swap(&mut self.sync, &mut other.sync);
        self.core.memory.hand_over(&mut other.core.memory);
        for (parent, n) in other.numbers.unasked() {
            other.child(parent, n);
        }
    }
}

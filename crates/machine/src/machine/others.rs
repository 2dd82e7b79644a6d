//! Machines like another one, that have not been started, and what is settled before they are.

use super::Machine;
use crate::domain::Domain;
use crate::memory::Sharing;
use crate::options::{Options, Races};
use crate::reached::Reached;
use crate::record::Recording;
use threadbare_op::ThreadNumbers;

impl<D: Domain> Machine<D> {
    /// A machine for the same program that has not been started and knows what this one has learnt
    /// of it ([`Self::take_restart`]): schedules of this one's executions are schedules of that
    /// one.
    #[must_use]
    pub fn another(&self, record: Option<Recording>) -> Self {
        let options = Options {
            record,
            symmetry: false,
            reached: None,
            signals: crate::Signals::default(),
            ..self.core.options.clone()
        };
        Self::fresh(self.code.clone(), options, self.core.memory.sharing(), ThreadNumbers::default())
    }

    /// The same in another domain, without a record.
    #[must_use]
    pub fn in_domain<E: Domain>(&self) -> Machine<E> {
        let signals = crate::Signals::default();
        let options = Options { record: None, reached: None, signals, ..self.core.options.clone() };
        Machine::fresh(self.code.clone(), options, self.core.memory.sharing(), ThreadNumbers::default())
    }

    /// A machine that watches out for data races in the same program, if this one does not
    /// (`--races ignore`).
    #[must_use]
    pub fn checking_races(&self) -> Option<Self> {
        let signals = crate::Signals::default();
        let options = Options { races: Races::Report, reached: None, signals, ..self.core.options.clone() };
        let ignores = self.core.options.races == Races::Ignore;
        ignores.then(|| Self::fresh(self.code.clone(), options, Sharing::default(), ThreadNumbers::default()))
    }

    /// From now on, before it is started, it notes what it reaches.
    pub fn note_reached(&mut self, reached: &Reached) {
        self.core.options.reached = Some(reached.clone());
    }

    /// Threads make so many steps at most from one visible operation to the next.
    pub fn limit_steps(&mut self, most: u64) {
        self.core.options.max_steps = self.core.options.max_steps.min(most);
    }

    /// How many steps it has made so far, about.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.core.steps_made
    }
}

//! Machines for other workers, and for parts that are explored apart.

use super::Machine;
use crate::domain::Domain;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use threadbare_op::{Fork, Limit, Site, ThreadNumbers};

impl<D: Domain> Fork for Machine<D>
where
    D::Value: Send,
{
    fn fork(&self) -> Self {
        let options = self.core.options.clone();
        Self::fresh(self.code.clone(), options, self.core.memory.sharing(), self.numbers.shared())
    }

    fn thread_numbers(&self) -> &ThreadNumbers {
        &self.numbers
    }

    fn set_thread_numbers(&mut self, numbers: ThreadNumbers) {
        self.numbers = numbers;
    }

    fn unsupported_thing(&self, number: u32) -> (String, Site) {
        self.unsupported(number)
    }

    fn add_unsupported(&mut self, (what, site): (String, Site)) -> u32 {
        self.core.memory.faults.add_unsupported(what, site)
    }

    fn limit_places(&self) -> Vec<(Limit, Site)> {
        self.core.memory.faults.limits().to_vec()
    }

    fn passed_limits(&self) -> Vec<Limit> {
        self.core.memory.faults.passed().to_vec()
    }

    fn add_limit_place(&mut self, limit: Limit, place: Site) {
        self.core.memory.faults.note_limit(limit, place);
    }

    fn apart(&self) -> Self {
        let mut options = self.core.options.clone();
        options.signals.restart = Arc::default();
        Self::fresh(self.code.clone(), options, self.core.memory.sharing(), ThreadNumbers::default())
    }

    fn is_full(&self) -> bool {
        self.core.memory.domain.is_full()
    }

    fn add_counts(&mut self, copy: &Self) {
        self.core.memory.domain.add_counts(&copy.core.memory.domain);
    }

    fn restart_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.signals().restart.clone())
    }

    fn learn_from(&mut self, copy: &Self) {
        self.core.memory.learn_from(&copy.core.memory);
    }

    fn knowledge(&self) -> Vec<String> {
        self.core.memory.knowledge()
    }

    fn take_in(&mut self, knowledge: &[String]) -> bool {
        self.core.memory.take_in(knowledge)
    }

    fn restart(&mut self) -> bool {
        self.take_restart()
    }
}

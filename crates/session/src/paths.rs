//! A sink that tells of each path of an exploration with input: of each execution that ends, and of
//! the first execution with each fault.

use crate::events::{Event, Listener};
use crate::symbolic::in_words;
use std::ops::ControlFlow;
use threadbare_explore::Sink;
use threadbare_machine::Machine;
use threadbare_op::{FaultId, Inputs, Schedule, Stats};
use threadbare_symbolic::Symbolic;

/// See the module. Nothing is kept of a path.
pub(crate) struct Paths<'a> {
    inner: &'a mut dyn Sink,
    listener: Listener<'a>,
    /// What the exploration knew when it began. It begins again if it learns more.
    template: Machine<Symbolic>,
    words: Machine,
    faults: Vec<FaultId>,
}

impl<'a> Paths<'a> {
    pub(crate) fn new(inner: &'a mut dyn Sink, listener: Listener<'a>, machine: &Machine<Symbolic>) -> Self {
        let mut words = machine.in_domain();
        words.give(&[]);
        Self { inner, listener, template: machine.another(None), words, faults: Vec::new() }
    }

    fn tell(&self, schedule: &Schedule) {
        match in_words(&self.template, &self.words, schedule, false) {
            Ok(schedule) => (self.listener)(Event::Path { machine: &self.words, schedule: &schedule }),
            Err(why) => (self.listener)(Event::PathLost(&why.to_string())),
        }
    }
}

impl Sink for Paths<'_> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.execution(stats, schedule)?;
        self.tell(&schedule());
        ControlFlow::Continue(())
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.abandoned(waits, stats, schedule)?;
        self.tell(&schedule());
        ControlFlow::Continue(())
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
            self.tell(&schedule());
        }
        self.inner.fault(fault, schedule)
    }
}

//! What the parts of a session work on.

use crate::events::{Event, Listener};
use crate::progress::Progress;
use crate::stop::Stop;
use crate::task::{Algorithm, Exploration, Subject};
use crate::{Choice, Findings};
use threadbare_explore::Sink;
use threadbare_machine::{Machine, OnlyOrdered, Options, Races};
use threadbare_op::{Bound, Coverage, Model};

/// What is explored, how, until when, and who listens.
pub(crate) struct Scope<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) exploration: &'a Exploration,
    pub(crate) stop: Stop,
    pub(crate) listener: Listener<'a>,
}

impl<'a> Scope<'a> {
    /// What is explored, as interleavings, if that is under a weaker model. These are executions
    /// under every model, and races there are races under every model, which orders less: a fault
    /// there is one here. (That there is none says nothing.)
    pub(crate) fn interleaved(&self) -> Option<Subject> {
        let is_weaker = self.subject.model != Model::Sc && !self.exploration.keep_going;
        is_weaker.then(|| Subject { model: Model::Sc, ..self.subject.clone() })
    }

    /// The same, where what orders less than `seq_cst` has to be ordered by other things
    /// ([`Options::only_ordered`]): if that is so, it is as safe as these, and under rc11.
    pub(crate) fn ordered(&self) -> Option<Subject> {
        let may_be = self.subject.model == Model::Rc11 && self.subject.machine.races == Races::Report;
        let subject = self.interleaved().filter(|_| may_be)?;
        // What a signal orders is told by nothing but atomic accesses.
        let all = subject.has_signals() || subject.has_weak_updates();
        let only_ordered = if all { OnlyOrdered::All } else { OnlyOrdered::Weak };
        let machine = Options { only_ordered, ..subject.machine.clone() };
        Some(Subject { machine, ..subject })
    }

    /// The same for something else.
    pub(crate) fn of<'b>(&'b self, subject: &'b Subject) -> Scope<'b> {
        Scope { subject, exploration: self.exploration, stop: self.stop.clone(), listener: self.listener }
    }

    /// Tells of an exploration that begins, and of its progress. With `only_estimates` it ends as
    /// soon as the number of executions is known.
    pub(crate) fn progress<'b>(
        &'b self,
        inner: &'b mut dyn Sink,
        bound: Option<Bound>,
        only_estimates: bool,
    ) -> Progress<'b> {
        (self.listener)(Event::Begins { bound, ends_at_fault: !self.exploration.keep_going });
        Progress::new(inner, self.listener, only_estimates)
    }
}

/// For explorations of which nobody wants to hear.
pub(crate) const NOBODY: Listener<'static> = &|_| ();

/// What came of a session.
#[derive(Debug)]
pub struct Explored {
    /// The machine of the last exploration, with what it has learnt of the program: the numbers of
    /// faults are its own, and schedules are replayed on [others like it](Machine::another).
    pub machine: Machine,
    /// What was found.
    pub findings: Findings,
    /// What was explored.
    pub coverage: Coverage,
    /// The bound of the last exploration.
    pub bound: Option<Bound>,
    /// The largest bound within which every execution was explored, none with a fault, if there are
    /// others.
    pub within: Option<Bound>,
    /// Who has explored.
    pub algorithm: Algorithm,
    /// How that was decided, if several have raced.
    pub choice: Option<Choice>,
}

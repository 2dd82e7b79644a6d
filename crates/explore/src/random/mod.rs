//! [`Random`]: executions drawn at random, for programs that have more of them than can be
//! explored.
//!
//! `policy` says who goes on: partial order sampling, PCT and random walks, in turn. Answers to
//! choices, and to what is asked of the input, are drawn as well. With `prefers_new`, every second
//! decision is for what was done least so far (`tried`).
//!
//! *Waits.* A thread that waits in a loop stops. Once it would see something else
//! there, its last round is taken out of the execution, and it goes on from where that had begun
//! (`rounds`). Before a fault or an end of such an execution is told, what is left of it is
//! performed from the beginning, and goes on from there.
//!
//! *Endless executions* are cut, at first after [`FIRST`] events. The more are cut, the longer they
//! may be.
//!
//! `classes` estimates how many different executions were drawn. Nothing else is kept of them, so
//! memory does not grow with their number. Nobody knows whether all were drawn, so that a run is
//! never complete ([`Limit::Sample`]).
//!
//! All this is sequential consistency. Executions of weaker models are drawn by `graph::draw`:
//! there `policy` is a walk among graphs, and `prefers_new` means nothing.
//!
//! Not covered: livelocks of several states.

mod classes;
mod policy;
mod rounds;
mod tried;

use crate::drive::input::Open;
use crate::drive::report::Report;
use crate::graph::{self, GraphSystem};
use crate::mix::Rng;
use crate::run::{Event, Run};
use crate::waits::ending::Ending;
use crate::{Explorer, Sink};
use classes::Class;
pub(crate) use classes::{Classes, name};
use policy::{Policy, Scheduler};
use rounds::Rounds;
use threadbare_op::{Coverage, Inputs, Limit, Mark, Model, Op, Pending, Site, Step, Stuck, System, ThreadId};
use tried::Tried;

/// Draws executions until the sink says stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// Of this memory model.
    pub model: Model,
    /// The same seed draws the same executions.
    pub seed: u64,
    /// Whether to prefer what was done least so far.
    pub prefers_new: bool,
    /// What was drawn, once it has run.
    pub drawn: Drawn,
}

/// What was drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Drawn {
    /// About so many executions were different.
    pub different: f64,
    /// So many were cut, since they were too long.
    pub cut: u64,
    /// The longest ones may have had so many events.
    pub longest: usize,
}

/// After so many events an execution is cut,
const FIRST: usize = 10_000;
/// and after so many that were cut, they may be twice as long.
const PATIENCE: u64 = 8;

impl Drawn {
    /// Nothing yet.
    pub(crate) fn begin() -> Self {
        Self { longest: FIRST, ..Self::default() }
    }

    /// An execution was cut.
    pub(crate) fn cut(&mut self) {
        self.cut += 1;
        if self.cut.is_multiple_of(PATIENCE) {
            self.longest *= 2;
        }
    }
}

struct Drawing<'a, S: System> {
    report: Report<'a, S>,
    main: Pending<S::State>,
    start: Mark,
    rng: Rng,
    tried: Option<Tried>,
    classes: Classes,
    drawn: Drawn,
    /// The most events of an execution so far.
    depth: usize,
}

impl<S: GraphSystem> Explorer<S> for Random {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        if self.model != Model::Sc {
            let (coverage, drawn) = graph::draw(self.model, system, sink, self.seed);
            self.drawn = drawn;
            return coverage;
        }
        let main = system.start();
        let start = system.mark();
        let mut drawing = Drawing {
            report: Report::new(system, sink),
            main,
            start,
            rng: Rng::new(self.seed.wrapping_add(1)),
            tried: self.prefers_new.then(Tried::default),
            classes: Classes::default(),
            drawn: Drawn::begin(),
            depth: 0,
        };
        drawing.report.limit(Limit::Sample);
        for policy in Policy::ALL.into_iter().cycle() {
            if drawing.report.is_over() {
                break;
            }
            drawing.execution(&mut Execution::new(drawing.main), policy);
            drawing.report.system.undo(start);
        }
        self.drawn = Drawn { different: drawing.classes.estimate(), ..drawing.drawn };
        drawing.report.finish()
    }
}

/// An execution, as far as it has come.
struct Execution<St> {
    run: Run<St>,
    rounds: Rounds<St>,
    class: Class,
}

impl<St: Copy> Execution<St> {
    fn new(main: Pending<St>) -> Self {
        Self { run: Run::begin(main), rounds: Rounds::new(), class: Class::default() }
    }
}

impl<S: Inputs> Drawing<'_, S> {
    /// Draws an execution.
    fn execution(&mut self, drawn: &mut Execution<S::State>, policy: Policy) {
        let mut scheduler = Scheduler::new(policy, &mut self.rng, self.depth);
        if let Some(tried) = &mut self.tried {
            tried.begin();
        }
        self.begun(drawn, ThreadId::MAIN);
        while !self.report.is_over() {
            let ready = drawn.run.ready(self.report.system);
            let is_long = drawn.run.events() >= self.drawn.longest;
            if ready.is_empty() {
                if self.settle(drawn) {
                    continue;
                }
                return self.end(drawn);
            }
            if is_long {
                self.settle(drawn);
                return self.cut(drawn);
            }
            let thread = self.choose(drawn, &mut scheduler, &ready);
            let Some(event) = self.step(drawn, thread) else {
                return self.report.ended(Ending::Blocked, &mut || drawn.run.schedule());
            };
            scheduler.performed(&mut self.rng, &drawn.run, &event);
            self.depth = self.depth.max(drawn.run.events());
            drawn.rounds.take_out(&mut drawn.run, self.report.system);
        }
    }

    /// Where a thread stands has become known.
    fn begun(&mut self, drawn: &mut Execution<S::State>, thread: ThreadId) {
        let Some(op) = drawn.run.pending(thread).map(|at| at.op) else { return };
        let is_fault = matches!(op, Op::Stuck(Stuck::Fault(_)));
        if !(is_fault && self.settle(drawn)) {
            self.report.begun(op, &mut || drawn.run.schedule());
        }
    }

    /// Who goes on.
    fn choose(&mut self, drawn: &Execution<S::State>, scheduler: &mut Scheduler, ready: &[ThreadId]) -> ThreadId {
        let new = match &self.tried {
            Some(tried) if self.rng.below(2) == 0 => tried.least(&drawn.run, ready),
            _ => Vec::new(),
        };
        scheduler.next(&mut self.rng, if new.is_empty() { ready } else { &new })
    }

    /// Performs the operation of a thread; `None` if none of its answers is known to be possible.
    fn step(&mut self, drawn: &mut Execution<S::State>, thread: ThreadId) -> Option<Event<S::State>> {
        let before = *drawn.run.pending(thread)?;
        let mut choice = None;
        if let Some(open) = drawn.run.open(self.report.system, &before.op) {
            let mut answers: Vec<u32> = (0..open.arity()).collect();
            self.rng.shuffle(&mut answers);
            if let Some(tried) = self.tried.as_ref().filter(|_| self.rng.below(2) == 0) {
                answers.sort_by_key(|answer| tried.answers(before.site, *answer));
            }
            let answer = self.first_possible(drawn, (open, before.site), &answers)?;
            choice = open.said(answer);
            if let Some(tried) = &mut self.tried {
                tried.answered(before.site, answer);
            }
        }
        Some(self.perform(drawn, thread, before, choice))
    }

    fn perform(
        &mut self,
        drawn: &mut Execution<S::State>,
        thread: ThreadId,
        before: Pending<S::State>,
        choice: Option<u32>,
    ) -> Event<S::State> {
        drawn.rounds.stood(thread, before);
        let (event, _) = drawn.run.step(self.report.system, thread, before, choice);
        drawn.class.add(&event, choice);
        if let Some(tried) = &mut self.tried {
            tried.performed(&event);
        }
        self.report.performed(drawn.run.events());
        self.begun(drawn, thread);
        if let Some(child) = event.began {
            self.begun(drawn, child);
        }
        event
    }

    /// The first of these answers to what is open there that is known to be possible.
    fn first_possible(
        &mut self,
        drawn: &mut Execution<S::State>,
        (open, site): (Open, Site),
        answers: &[u32],
    ) -> Option<u32> {
        let Some(question) = open.asks() else { return answers.first().copied() };
        let given = &mut drawn.run.answers;
        answers.iter().find_map(|&answer| given.first(&mut self.report, (question, site), answer..answer + 1))
    }

    /// No thread is ready.
    fn end(&mut self, drawn: &Execution<S::State>) {
        self.classes.add(drawn.class.number());
        let ending = drawn.run.ending(self.report.system);
        self.report.ended(ending, &mut || drawn.run.schedule());
    }

    /// The execution is long enough. Threads that wait for each other do so whatever the others do.
    fn cut(&mut self, drawn: &Execution<S::State>) {
        self.drawn.cut();
        self.classes.add(drawn.class.number());
        let circle = drawn.run.circle(self.report.system);
        let ending = circle.map_or(Ending::Blocked, Ending::Deadlock);
        self.report.ended(ending, &mut || drawn.run.schedule());
    }

    /// If rounds were taken out of the execution: performs what is left of it from the beginning,
    /// as far as that fits, and tells what it comes to. It is an execution like any other then.
    fn settle(&mut self, drawn: &mut Execution<S::State>) -> bool {
        if !drawn.rounds.has_taken_out() {
            return false;
        }
        self.report.system.undo(self.start);
        let steps = std::mem::replace(drawn, Execution::new(self.main)).run.steps;
        if let Some(tried) = &mut self.tried {
            tried.begin();
        }
        for Step { thread, choice } in steps {
            let before = drawn.run.pending(thread).copied();
            let before = before.filter(|at| drawn.run.is_ready(self.report.system, thread, &at.op));
            let Some(before) = before else { break };
            self.perform(drawn, thread, before, choice);
        }
        true
    }
}

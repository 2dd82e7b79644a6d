//! [`draw`]: executions drawn at random under any memory model ([`crate::Random`]).
//!
//! The search adds events as always, but the thread is drawn, and so is the source or the place: of
//! the ways that are left for an event, the next one is taken with some chance, or none. It never
//! goes back for another execution, and nothing revisits: each consistent graph can be built by
//! adding events in an order in which each reads from an earlier one, as consistency is closed
//! under prefixes (`testkit` checks that of each model).
//!
//! Not covered: feedback ([`crate::Random::prefers_new`]); an even distribution.

use super::core::consistency::Model;
use super::core::event::{Id, NONE, initial_of};
use super::core::report::Halt;
use super::core::stack::Choice;
use super::core::step::Step;
use super::core::system::GraphSystem;
use super::filters::{Filtered, Filters};
use crate::Sink;
use crate::mix::{Rng, finish};
use crate::random::{self, Classes, Drawn};
use crate::waits::ending::Ending;
use crate::widening::Again;
use threadbare_op::{Coverage, Limit, Pending};

/// One in so many times, an earlier source or place is taken.
const EARLIER: u32 = 3;

/// Draws executions until the sink says stop.
pub(super) fn draw<S: GraphSystem, M: Model, const W: usize>(
    system: &mut S,
    sink: &mut dyn Sink,
    main: Pending<S::State>,
    seed: u64,
) -> Result<(Coverage, Drawn), Again> {
    let filters = Filters { order: Some(Rng::new(seed)), ..Filters::new(None, None) };
    let search = Filtered::<S, M, W>::new(system, sink, main, filters);
    let mut drawing = Drawing { search, rng: Rng::new(!seed), classes: Classes::default(), drawn: Drawn::begin() };
    drawing.search.report.coverage.limit(Limit::Sample);
    drawing.search.begin_main();
    while !drawing.search.report.is_stopped() {
        drawing.execution();
    }
    let Drawing { search, classes, drawn, .. } = drawing;
    if search.report.halt == Some(Halt::TooManyThreads) {
        return Err(Again::Wider);
    }
    let mut coverage = search.report.coverage;
    coverage.stopped = true;
    let _ = search.report.sink.tick(&search.report.stats);
    Ok((coverage, Drawn { different: classes.estimate(), ..drawn }))
}

struct Drawing<'a, S: GraphSystem, M: Model, const W: usize> {
    search: Filtered<'a, S, M, W>,
    rng: Rng,
    classes: Classes,
    drawn: Drawn,
}

impl<S: GraphSystem, M: Model, const W: usize> Drawing<'_, S, M, W> {
    fn execution(&mut self) {
        let start = self.search.base();
        self.search.at = Step::GoOn;
        while self.search.at.goes_on() && !self.search.report.is_stopped() {
            if self.search.graph.trail.len() >= self.drawn.longest {
                self.cut();
                break;
            }
            self.search.at = self.event();
        }
        let class = self.class();
        self.classes.add(class);
        self.search.rewind(&start);
    }

    /// Adds an event: of the ways that are left for it after the first, takes the next one, and so
    /// on, or none; then forgets them. If the one taken is not consistent, nothing is added.
    fn event(&mut self) -> Step {
        let before = self.search.base();
        let mut is_added = self.search.step().goes_on();
        let mut has_ended = !is_added;
        while let Some(frame) = self.search.stack.frames.last() {
            let (others, among) = match frame.choice {
                Choice::Revisits { .. } | Choice::Place { .. } => (0, 1),
                Choice::Value { value, arity, .. } => (arity - value - 1, arity - value),
                Choice::Answer { .. } | Choice::Swap { .. } => (1, 2),
                Choice::Load { .. } | Choice::Store { .. } | Choice::Update { .. } => (1, EARLIER),
            };
            let is_way = others > 0;
            has_ended &= !is_way;
            if is_way && (!is_added || self.rng.below(among as usize) < others as usize) {
                is_added = self.search.resume().goes_on();
            } else {
                self.search.settle();
            }
        }
        if !is_added && !has_ended {
            self.search.rewind(&before);
        }
        if has_ended { Step::GoBack } else { Step::GoOn }
    }

    /// The execution is long enough.
    fn cut(&mut self) {
        self.drawn.cut();
        self.search.tell_end(Ending::Blocked);
    }

    /// A number for the execution: who reads from whom, and the order of the writes.
    fn class(&self) -> u64 {
        let graph = &self.search.graph;
        let name = |id: Id| match initial_of(id) {
            _ if id == NONE => 0,
            Some(_) => 1,
            None => random::name(graph.event(id).thread, u64::from(graph.event(id).count)),
        };
        graph.trail.iter().fold(0, |sum: u64, &id| {
            let event = graph.event(id);
            let before = if event.kind.writes() { event.co_prev } else { NONE };
            let parts = [name(id), name(event.rf).rotate_left(17), name(before).rotate_left(31)];
            sum.wrapping_add(finish(parts.iter().fold(0, |sum, part| finish(sum ^ part))))
        })
    }
}

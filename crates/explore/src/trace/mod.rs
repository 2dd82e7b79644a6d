//! Explorers that search traces under sequential consistency: one interleaving of each Mazurkiewicz trace, found by
//! reversing races.

mod optimal;
mod race;
mod report;
mod source;
mod spin;
mod state;
mod wakeup;

use crate::clock::widths;
use crate::graph::Repeated;
use crate::{Explorer, Sink};
use report::Report;
use threadbare_op::{Coverage, Limit, Pending, System};

/// How a search ended.
enum Outcome {
    Done(Coverage),
    /// A thread's number does not fit the clocks.
    TooManyThreads,
}

/// Source sets; see the header of `source`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source;

/// Wakeup trees; see the header of `optimal`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Optimal;

impl<S: System> Explorer<S> for Source {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        widening(system, sink, widths!(THREADS, false, source::<S>))
    }
}

impl<S: System> Explorer<S> for Optimal {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        widening(system, sink, widths!(THREADS, false, optimal::<S>))
    }
}

/// So many threads fit the sets of threads ([`race::Threads`]).
const THREADS: u32 = race::Threads::BITS;

fn source<S: System, const W: usize>(system: &mut S, sink: &mut dyn Sink, main: Pending<S::State>) -> Outcome {
    source::Search::<S, W>::new(system, sink, main).run()
}

fn optimal<S: System, const W: usize>(system: &mut S, sink: &mut dyn Sink, main: Pending<S::State>) -> Outcome {
    optimal::Search::<S, W>::new(system, sink, main).run()
}

/// A search with clocks of some width.
type Attempt<S> = fn(&mut S, &mut dyn Sink, Pending<<S as System>::State>) -> Outcome;

/// Searches with clocks of the first width that is enough.
fn widening<S: System>(system: &mut S, sink: &mut dyn Sink, attempts: Vec<(usize, Attempt<S>)>) -> Coverage {
    let mut sink = Repeated::new(sink);
    let main = system.start();
    let begin = system.mark();
    for (_, attempt) in attempts {
        if let Outcome::Done(coverage) = attempt(system, &mut sink, main) {
            return coverage;
        }
        system.undo(begin);
        sink.start_again();
    }
    let mut coverage = Coverage::default();
    coverage.limit(Limit::Threads);
    coverage
}

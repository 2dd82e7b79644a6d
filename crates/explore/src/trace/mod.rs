//! Explorers that search traces under sequential consistency: one interleaving of each Mazurkiewicz trace, found by
//! reversing races.

mod clock;
mod optimal;
mod race;
mod report;
mod source;
mod spin;
mod state;
mod wakeup;

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

/// The searches of a module, for each width of clocks.
macro_rules! widths {
    ($($search:tt)*) => {
        [
            |system, sink, main| $($search)*::<S, 4>::new(system, sink, main).run(),
            |system, sink, main| $($search)*::<S, 8>::new(system, sink, main).run(),
            |system, sink, main| $($search)*::<S, 16>::new(system, sink, main).run(),
            |system, sink, main| $($search)*::<S, 64>::new(system, sink, main).run(),
        ]
    };
}

impl<S: System> Explorer<S> for Source {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        widening(system, sink, widths!(source::Search))
    }
}

impl<S: System> Explorer<S> for Optimal {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        widening(system, sink, widths!(optimal::Search))
    }
}

type Attempt<S> = fn(&mut S, &mut dyn Sink, Pending<<S as System>::State>) -> Outcome;

/// Searches with clocks of the first width that is enough.
fn widening<S: System>(system: &mut S, sink: &mut dyn Sink, attempts: [Attempt<S>; 4]) -> Coverage {
    let mut sink = Repeated::new(sink);
    let main = system.start();
    let begin = system.mark();
    for attempt in attempts {
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

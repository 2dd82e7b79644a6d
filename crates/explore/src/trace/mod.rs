//! Explorers that search traces under sequential consistency: one interleaving of each Mazurkiewicz
//! trace, found by reversing races.

mod again;
mod alike;
mod confirm;
mod disturb;
mod leaves;
mod optimal;
mod race;
mod report;
mod source;
mod spin;
mod state;
mod step;
mod tail;
mod wakeup;

use crate::drive::clock::widths;
use crate::widening::{Again, widening};
use crate::{Explorer, Sink};
use threadbare_op::{Commute, Coverage, Foresight, Inputs, Pending, RaceView, Remember, System};

/// What `source` and `optimal` ask of a system: reads that would wait are held back, what sleeps
/// may race with what is performed, threads do the same again in another order, and sections may be
/// single events.
pub trait TraceSystem: System + Inputs + Foresight + RaceView + Remember + Commute {}

impl<S: System + Inputs + Foresight + RaceView + Remember + Commute> TraceSystem for S {}

/// Source sets; see the header of `source`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source;

/// Wakeup trees; see the header of `optimal`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Optimal;

impl<S: TraceSystem + Inputs> Explorer<S> for Source {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        run(system, sink, widths!(THREADS, false, source::<S>))
    }
}

impl<S: TraceSystem> Explorer<S> for Optimal {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        run(system, sink, widths!(THREADS, false, optimal::<S>))
    }
}

/// So many threads fit the sets of threads ([`race::Threads`]).
const THREADS: u32 = race::Threads::BITS;

/// A search with clocks of some width.
type Attempt<S> = fn(&mut S, &mut dyn Sink, Pending<<S as System>::State>) -> Result<Coverage, Again>;

fn run<S: TraceSystem>(system: &mut S, sink: &mut dyn Sink, searches: Vec<(usize, Attempt<S>)>) -> Coverage {
    widening(system, sink, &searches, |search, system, sink, main| search(system, sink, main))
}

fn source<S: TraceSystem + Inputs, const W: usize>(
    system: &mut S,
    sink: &mut dyn Sink,
    main: Pending<S::State>,
) -> Result<Coverage, Again> {
    source::Search::<S, W>::new(system, sink, main).run()
}

fn optimal<S: TraceSystem, const W: usize>(
    system: &mut S,
    sink: &mut dyn Sink,
    main: Pending<S::State>,
) -> Result<Coverage, Again> {
    optimal::Search::<S, W>::new(system, sink, main).run()
}

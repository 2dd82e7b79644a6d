//! `graph`: every execution graph exactly once, none in vain, in memory that does not grow with
//! their number.
//!
//! Michalis Kokologiannakis, Iason Marmanis, Vladimir Gladstein, Viktor Vafeiadis: *Truly
//! Stateless, Optimal Dynamic Partial Order Reduction*, POPL 2022 (TruSt), as restated in Algorithm
//! 2 of Iason Marmanis, Viktor Vafeiadis: *Optimal Bounded Partial Order Reduction*, FMCAD 2023;
//! for the memory models of `model`.
//!
//! | paper | here |
//! |---|---|
//! | `VISIT` (lines 3-19) | `core::search`: `explore`, `step` |
//! | next_P (line 3) | `core::hooks`: `next`, answered by `filters::spin` (waits last) |
//! | `consistent` (line 4) | `core::consistency`, asked in `core::add`; the models are in `model` |
//! | `SetRF` for each write (line 11) | `core::place`: `load_from`, `update_from` |
//! | `VISITCO` (lines 20-21) | `core::place`: `store_after` |
//! | revisits (lines 14-17) | `core::revisit`: `find_revisits`, `next_revisit` |
//! | `ISMAXIMAL`, Previous | `core::revisit`: `is_maximal` |
//! | rounds (algorithm 1) | `filters::rounds` |
//!
//! Deviations, each held against the oracle of the testkit:
//!
//! 1. *Nothing is re-executed.* A thread is a value kept with each event. A revisit unlinks the
//!    trail down to the revisited read, and links the events that it keeps again; no instruction
//!    runs twice. What a revisit removes is linked again only as far as the next choice needs it.
//! 2. *A read-modify-write is one event.* Reading a write that another one reads is no choice going
//!    forward, but its revisits are made: the other one must then be revisited or deleted. Plain
//!    stores are not placed between a write and the read-modify-write that reads it. A revisited
//!    read-modify-write revisits in turn.
//! 3. *The trail puts a revisited read after the write it now reads from*, where the paper leaves
//!    it in its place. The events kept by a revisit are *pinned*: to delete one of them the paper's
//!    test would have to delete that write, which a read that was added before it reads from, and
//!    so fails.
//! 4. *Operations on synchronisation objects are read-modify-writes of the object's state* with an
//!    enabling condition. One that is not enabled at the tail waits; its revisits (of operations
//!    that read a state in which it is enabled) are made when it becomes enabled, or, if nothing
//!    can go on, at the end. A revisited operation that is not enabled after the one that took its
//!    place is dropped: it is pending again.
//! 5. *A choice* is an event whose branches are explored; it can be deleted by a revisit only if it
//!    took its first value, else the same graph would come once per value.
//! 6. *Joins and waits at barriers* read from the one event that lets them go on: the thread's end,
//!    the last arrival. They are no choice and are deleted with it.
//! 7. *A thread that did something wrong stands still*, the others go on, so that with
//!    `--keep-going` no fault is lost.
//! 8. *Schedules of weak executions* are the trail, with the source or place of each access that is
//!    not the latest.
//! 9. *Bounds* are kept to by another rule than the paper's, which loses executions of programs
//!    that wait: `filters::rounds`.
//! 10. *Threads that wait in loops* go last, and wait only for what was written last:
//!     `filters::spin`.
//! 11. *Symmetry*: executions that differ by the names of threads alone are explored once:
//!     `filters::symmetry`. Not under a bound.
//! 12. *Questions about the input* are events. A graph stands for all inputs that give its answers.
//!     Not with bounds and symmetry; reads that wait are not set aside: `core::input`.
//! 13. *A thread that has taken back what it did* goes on only if another one has seen it, and then
//!     has that read in its past. An execution with several such reads may come more than once:
//!     `filters::cancel`.
//!
//! Not covered: locations accessed at overlapping places with different sizes (reported as a limit,
//! [`Limit::MixedSize`](threadbare_op::Limit::MixedSize)).
//!
//! Who imports whom: `core` imports nothing of the others; `model`, `filters` and `write` import
//! `core`; `estimate` and `parallel` search with filters. [`hooks`] puts the filters, and what is
//! told, around the search.

mod core;
mod draw;
mod estimate;
mod filters;
mod hooks;
mod model;
mod parallel;
mod write;

pub(crate) use write::replay::{checked, replay};

pub use self::core::path::Path;
use self::core::report::Halt;
use self::core::search::Pause;
pub use self::core::system::GraphSystem;
pub use self::core::work::Work;
use self::draw::draw as drawn_with;
use self::filters::{Filtered, Filters};
use crate::drive::clock::widths;
use crate::random::Drawn;
use crate::widening::{Again, widening};
use crate::{Explorer, Sink};
pub use estimate::sampling::{Detail, Estimate, Estimates};
use filters::bound::Within;
use filters::rounds::Rule;
pub use filters::shard::Shard;
#[cfg(feature = "testing")]
use model::Sc;
use model::for_model;
pub use parallel::coordinator::{Ended, Parallel};
pub use parallel::snapshot::{Met, Snapshot};
use std::sync::atomic::AtomicBool;
use threadbare_op::{Bound, Coverage, Model, Pending, System};

/// The explorer of execution graphs; see the module's header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Graph {
    /// Which graphs are consistent.
    pub model: Model,
    /// Which of them are explored; all if `None`.
    pub bound: Option<Bound>,
}

impl<S: GraphSystem> Explorer<S> for Graph {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let within = self.bound.map(|bound| Within { bound, rule: Rule::Proved });
        for_model!(self.model, M => run::<S, M>(system, sink, within))
    }
}

/// Executions of a memory model drawn at random ([`crate::Random`]).
pub(crate) fn draw<S: GraphSystem>(model: Model, system: &mut S, sink: &mut dyn Sink, seed: u64) -> (Coverage, Drawn) {
    for_model!(model, M => draw_of::<S, M>(system, sink, seed))
}

/// The same, with clocks of the first width that is enough.
fn draw_of<S: GraphSystem, M: self::core::consistency::Model>(
    system: &mut S,
    sink: &mut dyn Sink,
    seed: u64,
) -> (Coverage, Drawn) {
    let draws: Vec<(usize, Draw<S>)> = widths!(1024, !M::SC, drawn_with::<S, M>);
    let mut all = Drawn::default();
    let coverage = widening(system, sink, &draws, |draw, system, sink, main| {
        let (coverage, drawn) = draw(system, sink, main, seed)?;
        all = drawn;
        Ok(coverage)
    });
    (coverage, all)
}

/// Draws with clocks of some width.
type Draw<S> = fn(&mut S, &mut dyn Sink, Pending<<S as System>::State>, u64) -> Result<(Coverage, Drawn), Again>;

/// The graph explorer (for sequential consistency) with the check for rounds exactly as the paper
/// has it, to be compared: in programs with joins, locks and the like it loses executions that are
/// within the bound.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, Debug)]
pub struct PaperRounds(pub u32);

#[cfg(feature = "testing")]
impl<S: GraphSystem> Explorer<S> for PaperRounds {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        run::<S, Sc>(system, sink, Some(Within { bound: Bound::Rounds(self.0), rule: Rule::Printed }))
    }
}

/// The graph explorer (for sequential consistency) with a symmetry reduction that forgets that
/// revisits delete events: it gives up each graph in which interchangeable threads are in the wrong
/// order at the moment. That loses executions; to be compared.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, Debug)]
pub struct HastySymmetry;

#[cfg(feature = "testing")]
impl<S: GraphSystem> Explorer<S> for HastySymmetry {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        run::<S, Sc<true>>(system, sink, None)
    }
}

/// A search with clocks of some width.
type Attempt<S> = fn(&mut S, &mut dyn Sink, Pending<<S as System>::State>, Option<Within>) -> Result<Coverage, Again>;

/// Searches with clocks of the first width that is enough. (There are fewer for the weaker models.)
fn run<S: GraphSystem, M: self::core::consistency::Model>(
    system: &mut S,
    sink: &mut dyn Sink,
    within: Option<Within>,
) -> Coverage {
    let searches: Vec<(usize, Attempt<S>)> = widths!(1024, !M::SC, search::<S, M>);
    widening(system, sink, &searches, |search, system, sink, main| search(system, sink, main, within))
}

/// Searches with clocks of one width.
fn search<S: GraphSystem, M: self::core::consistency::Model, const W: usize>(
    system: &mut S,
    sink: &mut dyn Sink,
    main: Pending<S::State>,
    within: Option<Within>,
) -> Result<Coverage, Again> {
    let mut search = Filtered::<S, M, W>::new(system, sink, main, Filters::new(within, None));
    search.begin_main();
    let pause = search.explore(&AtomicBool::new(false));
    if pause == Pause::Halted(Halt::TooManyThreads) {
        // The system is used again: what a revisit has taken back in it must not be taken back once
        // more.
        search.take_back_all();
        return Err(Again::Wider);
    }
    search.report.coverage.stopped |= pause == Pause::Halted(Halt::Stopped);
    let _ = search.report.sink.tick(&search.report.stats);
    Ok(search.report.coverage)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// What each folder may import of the others.
    const IMPORTS: [(&str, &[&str]); 6] = [
        ("core", &[]),
        ("model", &["core"]),
        ("filters", &["core"]),
        ("write", &["core", "model", "filters"]),
        ("estimate", &["core", "filters"]),
        ("parallel", &["core", "model", "filters", "estimate", "Graph"]),
    ];

    /// No folder imports one that imports it.
    #[test]
    fn imports_have_no_circle() {
        let graph = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/graph");
        let mut seen = 0;
        for (folder, allowed) in IMPORTS {
            for file in fs::read_dir(graph.join(folder)).unwrap() {
                let file = file.unwrap().path();
                let text = fs::read_to_string(&file).unwrap();
                for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                    let Some((_, path)) = line.split_once("crate::graph::") else { continue };
                    let other = path.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                    let is_allowed = other == folder || allowed.contains(&other);
                    assert!(is_allowed, "{}: {line}", file.display());
                    seen += 1;
                }
                let upwards = if file.ends_with("mod.rs") { "use super::" } else { "super::super::" };
                assert!(!text.contains(upwards), "{}", file.display());
            }
        }
        assert!(seen > 50, "only {seen} imports were found");
    }
}

//! Explorers that are wrong on purpose: the check must notice each of them, or it is worth nothing.

use std::ops::ControlFlow;
use threadbare_explore::{Explorer, Sink};
use threadbare_op::{Coverage, FaultId, Schedule, Stats};
use threadbare_testkit::check::{Promise, check_explorer};
use threadbare_testkit::explorers;
use threadbare_testkit::generate::Profile;
use threadbare_testkit::toy::Toy;

/// What is done to the reports of the naive explorer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    /// Only the first interleaving: never switches back.
    FirstOnly,
    /// The last steps of each schedule are lost.
    Truncated,
    NoFaults,
    /// Executions that are complete are called blocked.
    AllBlocked,
    /// Every fifth is not told, and stats do not count it.
    Skipping,
    /// None, but each class is told many times.
    Repeats,
}

struct Broken(Mistake);

struct Filter<'a> {
    mistake: Mistake,
    seen: u64,
    stats: Stats,
    inner: &'a mut dyn Sink,
}

impl Explorer<Toy> for Broken {
    fn run(&mut self, system: &mut Toy, sink: &mut dyn Sink) -> Coverage {
        explorers::naive().run(system, &mut Filter { mistake: self.0, seen: 0, stats: Stats::default(), inner: sink })
    }
}

impl Filter<'_> {
    fn end(&mut self, told: &Stats, schedule: &mut dyn FnMut() -> Schedule, complete: bool) -> ControlFlow<()> {
        self.seen += 1;
        let skip = match self.mistake {
            Mistake::FirstOnly => self.seen > 1,
            Mistake::Skipping => self.seen.is_multiple_of(5),
            _ => false,
        };
        if skip {
            return ControlFlow::Continue(());
        }
        let complete = complete && self.mistake != Mistake::AllBlocked;
        self.stats.executions += u64::from(complete);
        self.stats.blocked += u64::from(!complete);
        let stats = Stats { executions: self.stats.executions, blocked: self.stats.blocked, ..*told };
        let mistake = self.mistake;
        let mut schedule = || {
            let mut schedule = schedule();
            if mistake == Mistake::Truncated {
                schedule.steps.pop();
            }
            schedule
        };
        if complete { self.inner.execution(&stats, &mut schedule) } else { self.inner.blocked(&stats, &mut schedule) }
    }
}

impl Sink for Filter<'_> {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule, true)
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.end(stats, schedule, false)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        match self.mistake {
            Mistake::NoFaults => ControlFlow::Continue(()),
            _ => self.inner.fault(fault, schedule),
        }
    }
}

fn notices(mistake: Mistake, promise: Promise) -> Result<(), String> {
    let profile = Profile { limit: 60, ..Profile::locks() };
    let make = move || Box::new(Broken(mistake)) as Box<dyn Explorer<Toy>>;
    check_explorer(&make, &profile, 40, 7, promise).map(drop).map_err(|failure| {
        assert!(failure.program.len() <= 12, "not made small: {failure}");
        failure.message
    })
}

#[test]
fn every_mistake_is_noticed() {
    for (mistake, promise, part) in [
        (Mistake::FirstOnly, Promise::Once, "classes; a missing one"),
        (Mistake::FirstOnly, Promise::Interleavings, ""),
        (Mistake::Truncated, Promise::AtLeastOnce, "but it ends None"),
        (Mistake::NoFaults, Promise::AtLeastOnce, "fault is not found"),
        (Mistake::AllBlocked, Promise::AtLeastOnce, "told as complete: false"),
        (Mistake::Skipping, Promise::Interleavings, ""),
        (Mistake::Repeats, Promise::Once, "reached before"),
    ] {
        let message = notices(mistake, promise).expect_err("a broken explorer passes");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn repeating_is_no_mistake_where_it_is_allowed() {
    assert_eq!(notices(Mistake::Repeats, Promise::AtLeastOnce), Ok(()));
    assert_eq!(notices(Mistake::Repeats, Promise::Interleavings), Ok(()));
}

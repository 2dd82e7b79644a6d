//! What explorations of a program find, to be compared; random numbers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use threadbare_explore::{Explorer, Sink};
use threadbare_machine::{Domain, Machine, Options};
use threadbare_op::{Coverage, FaultId, FaultKind, Schedule, Stats, System, Verdict};
use threadbare_program::Program;

struct Found {
    most_events: u64,
    faults: BTreeSet<FaultId>,
    events: u64,
    cut: bool,
}

impl Found {
    fn go_on(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.cut |= stats.events > self.most_events;
        self.events = stats.events;
        if self.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Found {
    fn execution(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.go_on(stats)
    }

    fn blocked(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.go_on(stats)
    }

    fn fault(&mut self, fault: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.faults.insert(fault);
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.go_on(stats)
    }
}

/// What an exploration finds: the verdict, and kind, details and place of each fault. `None` if
/// there were more events than that; else with their number.
pub fn explore_within(
    most_events: u64,
    options: Options,
    program: &Arc<Program>,
    explorer: &mut dyn Explorer<Machine>,
) -> Option<(Outcome, u64)> {
    let options = Options { nondet_range: Some((0, 1)), ..options };
    let new = || Found { most_events, faults: BTreeSet::new(), events: 0, cut: false };
    let (machine, found, coverage) = explored(program, options, explorer, new);
    let faults: BTreeSet<_> = found
        .faults
        .iter()
        .map(|id| machine.fault(*id).clone())
        .map(|fault| (fault.kind, format!("{:?} at {:?} in {}", fault.details, fault.site, fault.thread)))
        .collect();
    let outcome = Outcome { verdict: Verdict::of(faults.len(), &coverage), faults };
    (!found.cut).then_some((outcome, found.events))
}

/// Explores, again when the machine has learnt something: on which machine, and what went to the
/// sink then, a `new` one each time.
pub fn explored<D: Domain, F: Sink>(
    program: &Arc<Program>,
    options: Options,
    explorer: &mut dyn Explorer<Machine<D>>,
    new: impl Fn() -> F,
) -> (Machine<D>, F, Coverage) {
    let mut machine = Machine::new(Arc::clone(program), options).unwrap();
    loop {
        let mut found = new();
        let coverage = explorer.run(&mut machine, &mut found);
        if !machine.take_restart() {
            return (machine, found, coverage);
        }
    }
}

#[derive(PartialEq, Eq, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    pub faults: BTreeSet<(FaultKind, String)>,
}

impl Outcome {
    /// Which of two racing threads stops depends on the order, and so does what can be found later.
    pub fn racy(&self) -> bool {
        self.faults.iter().any(|(kind, _)| matches!(kind, FaultKind::DataRace | FaultKind::UseAfterFree))
    }
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

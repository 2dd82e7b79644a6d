//! Sinks around sinks: limits and progress, which no explorer needs to know about.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadbare_explore::{Estimate, Measured, Sink};
use threadbare_op::{Bound, FaultId, Schedule, Stats};
use threadbare_report::Estimated;
use threadbare_report::verdict::{UNSURE, about, lasting};

/// Ends the exploration when its limit is reached, and remembers that it did.
pub struct Limited<'a, F> {
    inner: &'a mut dyn Sink,
    reached: F,
    /// Whether the limit was reached.
    pub met: bool,
}

impl<'a, F: FnMut(&Stats) -> bool> Limited<'a, F> {
    /// Asks `reached` after each execution and from time to time in between.
    pub fn new(inner: &'a mut dyn Sink, reached: F) -> Self {
        Self { inner, reached, met: false }
    }

    fn check(&mut self, stats: &Stats) -> ControlFlow<()> {
        if (self.reached)(stats) {
            self.met = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Stats) -> bool> Sink for Limited<'_, F> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.execution(stats, schedule)
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.blocked(stats, schedule)
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.abandoned(waits, stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.fault(fault, schedule)
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.tick(stats)
    }
}

/// Whether there are more executions than `most`: with exactly that many everything may have been
/// explored.
pub fn more_executions(most: Option<u64>) -> impl FnMut(&Stats) -> bool {
    move |stats| most.is_some_and(|most| stats.executions + stats.blocked > most)
}

/// Shows on standard error, if that is a terminal, how far the exploration is.
pub struct Progress<'a> {
    inner: &'a mut dyn Sink,
    bar: ProgressBar,
    started: Instant,
    next: Duration,
    bound: String,
    /// How many executions were done at the last tick.
    done: u64,
    /// The first and the last estimate of the number of executions, if there is any.
    pub estimates: Option<(Estimated, Estimated)>,
    /// How many passes the last one comes from.
    samples: usize,
    only_estimates: bool,
    /// Whether the exploration ends at the first fault.
    ends_at_fault: bool,
}

/// From fewer passes the error itself is not known.
const MANY: usize = 30;
/// A standard error, as a part of the whole, with which a number is known well enough.
const WELL: f64 = 0.1;

/// Short runs show nothing.
const FIRST: Duration = Duration::from_millis(400);
const STEP: Duration = Duration::from_millis(100);

impl<'a> Progress<'a> {
    /// Nothing is shown unless `visible`.
    pub fn new(inner: &'a mut dyn Sink, visible: bool) -> Self {
        let target = if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Self {
            inner,
            bar,
            started: Instant::now(),
            next: FIRST,
            bound: String::new(),
            done: 0,
            estimates: None,
            samples: 0,
            only_estimates: false,
            ends_at_fault: false,
        }
    }

    /// The exploration ends at the first fault, so that there is none as long as it goes on.
    #[must_use]
    pub fn ends_at_fault(mut self, ends_at_fault: bool) -> Self {
        self.ends_at_fault = ends_at_fault;
        self
    }

    /// Ends the exploration as soon as the number of executions is known.
    #[must_use]
    pub fn only_estimates(mut self, only_estimates: bool) -> Self {
        self.only_estimates = only_estimates;
        self
    }

    /// Whether the exploration was to end then, and it is.
    #[must_use]
    pub fn is_known(&self) -> bool {
        let well = |(_, last): (_, Estimated)| last.seconds.is_some() && last.error <= WELL * last.executions;
        self.only_estimates && self.samples >= MANY && self.estimates.is_some_and(well)
    }

    /// Says what the bound is.
    #[must_use]
    pub fn within(mut self, bound: Option<Bound>) -> Self {
        self.bound = match bound {
            None => String::new(),
            Some(Bound::Rounds(0)) => "0 rounds: ".into(),
            Some(Bound::Rounds(most)) => format!("{} rounds done, {most}: ", most - 1),
            Some(Bound::Preemptions(most)) => format!("{most} preemptions: "),
            Some(Bound::ContextSwitches(most)) => format!("{most} context switches: "),
        };
        self
    }

    fn show(&mut self, stats: &Stats) {
        let time = self.started.elapsed();
        if self.bar.is_hidden() || time < self.next {
            return;
        }
        self.next = time + STEP;
        let done = stats.executions + stats.blocked;
        let how_far = how_far(self.estimates.map(|(_, last)| last).as_ref(), done, time.as_secs_f64());
        let faults = if self.ends_at_fault { " · no fault so far" } else { "" };
        self.bar.set_message(format!("{}{how_far}{faults} (Ctrl-C stops)", self.bound));
        self.bar.tick();
    }
}

/// `12 % · 3 min left`; `4711 executions of at least 10^9 · 12 s` if nobody knows.
fn how_far(estimate: Option<&Estimated>, done: u64, seconds: f64) -> String {
    if let Some(estimate) = estimate.filter(|estimate| estimate.error <= UNSURE * estimate.executions) {
        let all = estimate.executions.max(done as f64).max(1.0);
        let left = (all - done as f64) * seconds / (done as f64).max(1.0);
        let percent = match (100.0 * done as f64 / all).min(99.0) {
            little if little < 1.0 => "less than 1 %".to_owned(),
            percent => format!("{:.0} %", percent.floor()),
        };
        return format!("{percent} · {} left", lasting(left));
    }
    let executions = match done {
        0 => "no execution has ended yet".to_owned(),
        1 => "1 execution".to_owned(),
        n => format!("{n} executions"),
    };
    let of = estimate.and_then(about).map_or(String::new(), |number| format!(" of {number}"));
    format!("{executions}{of} · {seconds:.0} s")
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Sink for Progress<'_> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.fault(fault, schedule)
    }

    fn estimate(&mut self, estimate: &Estimate) {
        let Estimate { executions, error, samples } = *estimate;
        let at = self.started.elapsed().as_secs_f64();
        let seconds = (self.done > 0).then(|| at * (executions / self.done as f64).max(1.0));
        let last = Estimated { executions, error, seconds, at };
        self.estimates = Some((self.estimates.map_or(last, |(first, _)| first), last));
        self.samples = samples;
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.done = stats.executions + stats.blocked;
        self.show(stats);
        if self.is_known() {
            return ControlFlow::Break(());
        }
        self.inner.tick(stats)
    }
}

/// So many different notes about waits that are left behind are enough.
const MOST_ABANDONED: usize = 8;

/// Takes what an exploration finds: each fault once, the counts, and the first complete execution.
#[derive(Debug, Default)]
pub struct Findings {
    /// Faults with a schedule that shows them, in the order in which they were found.
    pub faults: Vec<(FaultId, Schedule)>,
    /// Waits that are left behind when `main` ends, as faults.
    pub abandoned: Vec<(FaultId, Schedule)>,
    /// Schedules that show data races, found by replaying a sample.
    pub races: Vec<Schedule>,
    /// Schedules that show leaks, if these are faults.
    pub leaks: Vec<Schedule>,
    /// The counts so far.
    pub stats: Stats,
    /// The first complete execution.
    pub first: Option<Schedule>,
    /// Estimates of the number of executions.
    pub estimates: Option<(Estimated, Estimated)>,
    /// How long witnesses were looked for, if that was asked for.
    pub witnesses: Option<Duration>,
    /// What the explorer has measured of itself.
    pub measured: Option<Measured>,
    /// Whether to go on after the first fault.
    pub keep_going: bool,
}

impl Findings {
    /// Stops at the first fault unless `keep_going`.
    #[must_use]
    pub fn new(keep_going: bool) -> Self {
        Self { keep_going, ..Self::default() }
    }

    /// Whether there is anything wrong.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        !(self.faults.is_empty() && self.races.is_empty() && self.leaks.is_empty())
    }
}

impl Sink for Findings {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        if self.first.is_none() {
            self.first = Some(schedule());
        }
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        ControlFlow::Continue(())
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.abandoned.len() < MOST_ABANDONED && !self.abandoned.iter().any(|(known, _)| *known == waits) {
            self.abandoned.push((waits, schedule()));
        }
        self.blocked(stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if !self.faults.iter().any(|(known, _)| *known == fault) {
            self.faults.push((fault, schedule()));
        }
        if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn witnesses(&mut self, time: Duration) {
        self.witnesses = Some(self.witnesses.unwrap_or_default() + time);
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.stats = *stats;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn executions(n: u64) -> Stats {
        Stats { executions: n, ..Stats::default() }
    }

    #[test]
    fn exactly_as_many_executions_as_allowed_are_fine() {
        let mut findings = Findings::new(false);
        let mut limited = Limited::new(&mut findings, more_executions(Some(2)));
        let schedule = &mut Schedule::default;
        assert!(limited.execution(&executions(1), schedule).is_continue());
        assert!(limited.execution(&executions(2), schedule).is_continue());
        assert!(!limited.met);
        assert!(limited.execution(&executions(3), schedule).is_break());
        assert!(limited.met);
        assert_eq!(findings.stats.executions, 2, "what is beyond the limit is not counted");
    }

    #[test]
    fn equal_faults_are_kept_once() {
        let mut findings = Findings::new(true);
        for id in [1, 1, 0, 1] {
            assert!(findings.fault(FaultId(id), &mut Schedule::default).is_continue());
        }
        assert_eq!(findings.faults.iter().map(|f| f.0.0).collect::<Vec<_>>(), [1, 0]);
        assert!(Findings::new(false).fault(FaultId(0), &mut Schedule::default).is_break());
    }

    #[test]
    fn how_far_it_is() {
        let estimate = |executions, error| Some(Estimated { executions, error, seconds: None, at: 0.0 });
        let how_far = |estimate: Option<Estimated>, done, seconds| super::how_far(estimate.as_ref(), done, seconds);
        assert_eq!(how_far(estimate(4000.0, 400.0), 1000, 10.0), "25 % · 30 s left");
        assert_eq!(how_far(estimate(1e6, 1e5), 100, 10.0), "less than 1 % · 28 h left");
        assert_eq!(how_far(estimate(10.0, 0.0), 20, 1.0), "99 % · less than a second left");
        assert_eq!(how_far(estimate(8.7e11, 6.7e11), 2000, 12.0), "2000 executions of at least 10^9 · 12 s");
        assert_eq!(how_far(estimate(900.0, 900.0), 1, 12.0), "1 execution · 12 s", "nothing worth saying");
        assert_eq!(how_far(None, 0, 3.2), "no execution has ended yet · 3 s");
    }
}

//! What a session tells, on standard error: progress, if that is a terminal, and complaints.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::RefCell;
use std::time::{Duration, Instant};
use threadbare_op::{Bound, Estimated, Stats};
use threadbare_report::verdict::{UNSURE, about, lasting};
use threadbare_session::Event;

/// Short runs show nothing.
const FIRST: Duration = Duration::from_millis(400);
const STEP: Duration = Duration::from_millis(100);

/// Listens to a session.
pub(crate) struct Bar {
    visible: bool,
    /// Of the exploration at hand.
    line: RefCell<Option<Line>>,
}

impl Bar {
    /// No progress is shown unless `visible`.
    pub(crate) fn new(visible: bool) -> Self {
        Self { visible, line: RefCell::new(None) }
    }

    /// Shows what there is to show of it.
    pub(crate) fn hear(&self, event: Event<'_>) {
        match event {
            Event::Begins { bound, ends_at_fault } if self.visible => {
                *self.line.borrow_mut() = Some(Line::new(bound, ends_at_fault));
            }
            Event::Progress { stats, estimate } => {
                if let Some(line) = self.line.borrow_mut().as_mut() {
                    line.show(stats, estimate);
                }
            }
            Event::Begins { .. } | Event::Ends => drop(self.line.borrow_mut().take()),
            Event::Path { .. } | Event::PathLost(_) => {}
            Event::NoCheckpoint(why) => eprintln!("threadbare: no checkpoint: {why}"),
            Event::CheckpointFailed(why) => eprintln!("threadbare: {why}"),
        }
    }
}

/// How far an exploration is.
struct Line {
    bar: ProgressBar,
    started: Instant,
    next: Duration,
    bound: String,
    /// The exploration ends at the first fault, so that there is none as long as it goes on.
    ends_at_fault: bool,
}

impl Line {
    fn new(bound: Option<Bound>, ends_at_fault: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        let bound = match bound {
            None => String::new(),
            Some(Bound::Rounds(0)) => "0 rounds: ".into(),
            Some(Bound::Rounds(most)) => format!("{} rounds done, {most}: ", most - 1),
            Some(Bound::Preemptions(most)) => format!("{most} preemptions: "),
            Some(Bound::ContextSwitches(most)) => format!("{most} context switches: "),
        };
        Self { bar, started: Instant::now(), next: FIRST, bound, ends_at_fault }
    }

    fn show(&mut self, stats: &Stats, estimate: Option<&Estimated>) {
        let time = self.started.elapsed();
        if self.bar.is_hidden() || time < self.next {
            return;
        }
        self.next = time + STEP;
        let done = stats.executions + stats.blocked;
        let how_far = how_far(estimate, done, time.as_secs_f64());
        let faults = if self.ends_at_fault { " · no fault so far" } else { "" };
        self.bar.set_message(format!("{}{how_far}{faults} (Ctrl-C stops)", self.bound));
        self.bar.tick();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
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
    let of = estimate.and_then(about).map_or(String::new(), |n| format!(" of {n}"));
    format!("{executions}{of} · {seconds:.0} s")
}

#[cfg(test)]
mod tests {
    use super::*;

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

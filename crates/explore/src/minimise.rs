//! Makes the schedule of a fault smaller: fewest threads first, then fewest switches, then fewest
//! steps.
//!
//! Each candidate is shown to the caller, who replays it and says whether the fault is still there;
//! nothing is concluded from the schedule alone, so that this is sound for every memory model and
//! every kind of fault. The result is a local minimum, not the smallest schedule: a thread's steps
//! are only ever dropped from its end (a thread cannot leave out what it does in between), and runs
//! of one thread are only moved as a whole.
//!
//! Related: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE
//! 2002; Jalbert and Sen, "A Trace Simplification Technique for Effective Debugging of Concurrent
//! Programs", FSE 2010, whose moves of runs are used here.

use std::collections::BTreeSet;
use std::ops::Range;
use threadbare_op::{Schedule, Step, ThreadId};

/// Fewer steps of a thread than this are all tried.
const FEW: usize = 12;

/// Whether the fault is still there after a candidate; `None` ends the search (the time is over).
pub type Shows<'a> = dyn FnMut(&Schedule) -> Option<bool> + 'a;

/// A smaller schedule that shows the same, or `schedule` itself. What is returned was shown to
/// `shows`, unless it is `schedule`.
#[must_use]
pub fn minimise(schedule: &Schedule, shows: &mut Shows<'_>) -> Schedule {
    // Where steps repeat for ever, none can be left out or moved on its own.
    if schedule.repeats > 0 {
        return schedule.clone();
    }
    let mut search = Search { best: schedule.clone(), shows };
    // Out of time: what was found so far is the result.
    let _ = search.run();
    search.best
}

struct Search<'a, 'f> {
    best: Schedule,
    shows: &'a mut Shows<'f>,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Option<()> {
        while self.drop_ends()? || self.join_runs()? {}
        Some(())
    }

    /// Takes the candidate if it shows the fault.
    fn accept(&mut self, steps: Vec<Step>) -> Option<bool> {
        let candidate = Schedule { steps, ..self.best.clone() };
        let shows = (self.shows)(&candidate)?;
        if shows {
            self.best = candidate;
        }
        Some(shows)
    }

    /// Drops as many of the last steps of each thread as the fault does not need. Whether any was
    /// dropped.
    fn drop_ends(&mut self) -> Option<bool> {
        let threads: BTreeSet<u32> = self.best.steps.iter().map(|step| step.thread.0).collect();
        let before = self.best.steps.len();
        // Main joins the others: once its joins are gone, they need not end.
        let main_first = threads.iter().filter(|t| **t == 0).chain(threads.iter().rev().filter(|t| **t != 0));
        for &thread in main_first {
            self.drop_end(ThreadId(thread))?;
        }
        Some(self.best.steps.len() < before)
    }

    /// The fewest first steps of the thread that are needed, by bisection.
    fn drop_end(&mut self, thread: ThreadId) -> Option<()> {
        let (mut too_few, mut enough) = (None, self.steps_of(thread));
        while too_few.map_or(0, |n: usize| n + 1) < enough {
            let keep = too_few.map_or(0, |few| usize::midpoint(few, enough));
            if self.accept(self.first_of(thread, keep))? {
                enough = keep;
            } else {
                too_few = Some(keep);
            }
        }
        // Where a loop comes by several times, less may be enough although more is not.
        for keep in 1..enough.min(FEW) {
            if self.accept(self.first_of(thread, keep))? {
                break;
            }
        }
        Some(())
    }

    /// The schedule with only so many steps of a thread.
    fn first_of(&self, thread: ThreadId, keep: usize) -> Vec<Step> {
        let mut seen = 0;
        let kept = self.best.steps.iter().filter(|step| {
            seen += usize::from(step.thread == thread);
            step.thread != thread || seen <= keep
        });
        kept.copied().collect()
    }

    fn steps_of(&self, thread: ThreadId) -> usize {
        self.best.steps.iter().filter(|step| step.thread == thread).count()
    }

    /// Moves runs of steps of one thread next to its run before or after. Whether any could be
    /// moved.
    fn join_runs(&mut self) -> Option<bool> {
        let mut joined = false;
        let mut at = 0;
        loop {
            let runs = runs(&self.best.steps);
            let Some(first) = runs.get(at) else { return Some(joined) };
            let thread = self.best.steps[first.start].thread;
            let next = runs[at + 1..].iter().find(|run| self.best.steps[run.start].thread == thread);
            let is_joined = match next.cloned() {
                Some(next) => {
                    let steps = &self.best.steps;
                    let later = [
                        &steps[..first.start],
                        &steps[first.end..next.start],
                        &steps[first.clone()],
                        &steps[next.start..],
                    ];
                    let earlier =
                        [&steps[..first.end], &steps[next.clone()], &steps[first.end..next.start], &steps[next.end..]];
                    let (later, earlier) = (later.concat(), earlier.concat());
                    self.accept(earlier)? || self.accept(later)?
                }
                None => false,
            };
            joined |= is_joined;
            at += usize::from(!is_joined);
        }
    }
}

/// Maximal runs of steps of one thread.
fn runs(steps: &[Step]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for run in steps.chunk_by(|a, b| a.thread == b.thread) {
        let start = runs.last().map_or(0, |last| last.end);
        runs.push(start..start + run.len());
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(text: &str) -> Schedule {
        text.parse().unwrap()
    }

    /// Whether the steps of the threads of `needed` occur in this order.
    fn has(steps: &[Step], needed: &[u32]) -> bool {
        let mut rest = needed.iter().peekable();
        for step in steps {
            rest.next_if(|thread| **thread == step.thread.0);
        }
        rest.peek().is_none()
    }

    #[test]
    fn threads_switches_and_steps_go() {
        let long = schedule("tb1:0*9,3*4,4*4,1,2,1*2,2,1*7,5*3,0*5");
        // The fault needs two steps of 1, then one of 2, after main has started them.
        let small = minimise(&long, &mut |s| Some(has(&s.steps, &[0, 0, 0, 1, 1, 2])));
        assert_eq!(small.to_string(), "tb1:0*3,1*2,2");
    }

    #[test]
    fn switches_that_are_needed_stay() {
        let small = minimise(&schedule("tb1:0*2,1,2,1,2,3,0"), &mut |s| Some(has(&s.steps, &[0, 0, 1, 2, 1, 2])));
        assert_eq!(small.to_string(), "tb1:0*2,1,2,1,2");
    }

    /// A thread that has two steps by the first time, or five by the second, but not three or four.
    #[test]
    fn one_round_is_enough() {
        let of_one = |s: &Schedule| s.steps.iter().filter(|step| step.thread.0 == 1).count();
        let small = minimise(&schedule("tb1:0,1*5"), &mut |s| Some(matches!(of_one(s), 1 | 5)));
        assert_eq!(small.to_string(), "tb1:1");
    }

    #[test]
    fn the_end_of_the_time_keeps_what_was_found() {
        let mut left = 1;
        let small = minimise(&schedule("tb1:0*4,1*4"), &mut |_| {
            left -= 1;
            (left >= 0).then_some(true)
        });
        assert_eq!(small.to_string(), "tb1:1*4", "main's steps were the first to go");
        let all = minimise(&schedule("tb2:rc11:(0.1 0.0):0,1=2"), &mut |_| None);
        assert_eq!(all.to_string(), "tb2:rc11:(0.1 0.0):0,1=2");
    }
}

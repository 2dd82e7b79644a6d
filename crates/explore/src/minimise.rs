//! Makes the schedule of a fault smaller: fewest threads first, then fewest switches, then fewest
//! steps.
//!
//! Each candidate is shown to the caller, who replays it and says whether the fault is still there;
//! nothing is concluded from the schedule alone, so that this is sound for every memory model and
//! every kind of fault. The result is a local minimum, not the smallest schedule: a thread's steps
//! are only ever dropped from its end (a thread cannot leave out what it does in between), and runs
//! of one thread are only moved as a whole. Two kinds of steps go with others only: a thread with the
//! steps of main that wait for its end, and under weak memory models writes that are counted by
//! accesses which are put before them.
//!
//! Related: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE
//! 2002; Jalbert and Sen, "A Trace Simplification Technique for Effective Debugging of Concurrent
//! Programs", FSE 2010, whose moves of runs are used here.

use std::collections::BTreeSet;
use std::ops::Range;
use threadbare_op::{Model, Schedule, Step, ThreadId};

/// Fewer steps of a thread than this are all tried.
const FEW: usize = 12;
/// Fewer than this are tried if nothing else helps.
const MORE: usize = 44;
/// So many ways to lower the numbers of old accesses are tried.
const WAYS: u32 = 16;
/// So many candidates are tried where steps go only together: others may need the time.
const EXTRA: u32 = 400;

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
    let mut search = Search { best: schedule.clone(), shows, extra: EXTRA };
    // Out of time: what was found so far is the result.
    let _ = search.run();
    search.best
}

struct Search<'a, 'f> {
    best: Schedule,
    shows: &'a mut Shows<'f>,
    extra: u32,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Option<()> {
        while self.drop_ends()? || self.join_runs()? || self.drop_joined()? || self.drop_more()? {}
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

    /// The same for one of the last resorts, of which there are not many.
    fn accept_extra(&mut self, steps: Vec<Step>) -> Option<bool> {
        self.extra = match self.extra.checked_sub(1) {
            Some(left) => left,
            None => return Some(false),
        };
        self.accept(steps)
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

    /// Drops a thread, and what main does after it: to wait for its end, mostly. Whether that went.
    fn drop_joined(&mut self) -> Option<bool> {
        let threads: BTreeSet<ThreadId> = self.best.steps.iter().map(|step| step.thread).collect();
        for thread in threads.into_iter().filter(|thread| *thread != ThreadId::MAIN) {
            let steps = &self.best.steps;
            let last = steps.iter().rposition(|step| step.thread == thread).unwrap_or(steps.len());
            let stays =
                |(at, step): &(usize, &Step)| step.thread != thread && (step.thread != ThreadId::MAIN || *at < last);
            let candidate = steps.iter().enumerate().filter(stays).map(|(_, step)| *step).collect();
            if self.accept_extra(candidate)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Drops the last steps of a thread where bisection has missed how many, or where others count
    /// them. Whether there were any.
    fn drop_more(&mut self) -> Option<bool> {
        let threads: BTreeSet<ThreadId> = self.best.steps.iter().map(|step| step.thread).collect();
        for thread in threads {
            for keep in FEW.min(self.steps_of(thread))..self.steps_of(thread).min(MORE) {
                if self.accept_extra(self.first_of(thread, keep))? {
                    return Some(true);
                }
            }
            for keep in 0..self.steps_of(thread).min(MORE) {
                for steps in self.recounted(self.first_of(thread, keep)) {
                    if self.accept_extra(steps)? {
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }

    /// The steps with lower numbers of writes that accesses are put before, if there are few ways to
    /// lower them.
    fn recounted(&self, steps: Vec<Step>) -> Vec<Vec<Step>> {
        let numbers: Vec<(usize, u32)> =
            steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.choice?))).collect();
        let ways = numbers.iter().try_fold(1_u32, |ways, (_, n)| ways.checked_mul(n.checked_add(1)?));
        let Some(ways) = ways.filter(|ways| *ways <= WAYS && self.best.model != Model::Sc) else { return Vec::new() };
        let lowered = |way: u32| {
            let (mut steps, mut left) = (steps.clone(), way);
            for (at, most) in &numbers {
                steps[*at].choice = Some(left % (most + 1)).filter(|n| *n > 0);
                left /= most + 1;
            }
            steps
        };
        // The last one lowers none.
        (0..ways - 1).rev().map(lowered).collect()
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

    fn of(schedule: &Schedule, thread: u32) -> usize {
        schedule.steps.iter().filter(|step| step.thread.0 == thread).count()
    }

    /// As above, where more steps are needed.
    #[test]
    fn bisection_misses_nothing() {
        let small = minimise(&schedule("tb1:0,1*30"), &mut |s| Some(matches!(of(s, 1), 13 | 21 | 30)));
        assert_eq!(small.to_string(), "tb1:1*13");
    }

    /// Main joins thread 1 by its fourth step, and has to have done so if that has begun.
    #[test]
    fn a_thread_goes_with_its_join() {
        let small = minimise(&schedule("tb1:0*3,1*2,0,2,3"), &mut |s| {
            let joins = has(&s.steps, &[0, 0, 0, 1, 1, 0]) && of(s, 1) == 2;
            Some((joins || (of(s, 0), of(s, 1)) == (3, 0)) && (of(s, 2), of(s, 3)) == (1, 1))
        });
        assert_eq!(small.to_string(), "tb1:0*3,2,3");
    }

    /// Thread 2 reads what thread 1 writes first, and thread 1 writes twice more.
    #[test]
    fn what_is_counted_goes() {
        let small = minimise(&schedule("tb2:rc11:0,1*3,2=2,2,2=1"), &mut |s| {
            let numbers: Vec<u32> = s.steps.iter().filter_map(|step| step.choice).collect();
            let fits = match of(s, 1) {
                3 => numbers == [2, 1],
                2 => numbers == [1, 1],
                writes => writes == 1 && numbers.is_empty(),
            };
            Some(fits && of(s, 2) == 3)
        });
        assert_eq!(small.to_string(), "tb2:rc11:1,2*3");
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

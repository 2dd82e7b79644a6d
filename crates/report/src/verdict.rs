//! What was proved, in one line, and what stands between the run and a proof.

use crate::called::faults;
use crate::data::{LimitMet, Run};
use crate::next;
use crate::style::{Look, one_line};
use std::fmt::Write as _;
use threadbare_op::{Bound, Estimated, FaultKind, Limit, Stats, Verdict};

/// What was found out, in one line.
pub(crate) fn verdict_line(run: &Run) -> String {
    let mut out = String::new();
    verdict(&mut out, run, Look::default());
    out.lines().next().unwrap_or_default().trim_end_matches(':').to_owned()
}

/// What was proved, exactly.
pub(crate) fn verdict(out: &mut String, run: &Run, look: Look) {
    if run.replay {
        let what = match (run.verdict, run.faults.len()) {
            (Verdict::Fault, _) => "This is one execution, replayed.",
            _ => "This is one execution, replayed: it shows no fault. (What other executions do is not known.)",
        };
        let _ = writeln!(out, "{what}");
        unseen(out, run, look, true);
        return;
    }
    let s = &run.stats;
    match run.verdict {
        Verdict::Safe => {
            let _ = writeln!(out, "{}: {}", look.good("safe"), proved(run));
        }
        Verdict::Fault => {
            let faults = faults(run);
            // What stands for how executions were looked for says nothing of the fault.
            let is_how = |met: &LimitMet| matches!(met.limit, Limit::Clock | Limit::Sample);
            let is_found = run.stopped && run.unsupported.is_empty() && run.limits.iter().all(is_how);
            let rest = if is_found || (run.stopped && run.limits.is_empty()) {
                "stopped at the first fault; --keep-going looks for others"
            } else if run.unexplored() {
                "not everything was explored:"
            } else {
                // A thread goes no further after a fault.
                "every execution was explored up to its first faults; check again when these are mended"
            };
            let at_once = rest.starts_with("stopped");
            let before = match s.executions + s.blocked {
                _ if run.found_with.is_some() => {
                    let options = run.found_with.as_deref().unwrap_or_default();
                    format!("found with {}, which was tried at the end", one_line(options))
                }
                _ if run.explorer == PREFIX => format!("after {} events", s.events),
                n if has_cutoffs(run) => format!("after {}", configurations(n)),
                0 if at_once => "in the first execution".to_owned(),
                n if at_once && run.explorer == RANDOM => format!("after {} drawn at random", executions(n)),
                n if at_once => format!("after {}", executions(n)),
                n if s.executions > 0 && s.blocked > 0 => {
                    format!("{} explored ({} of them ended early)", executions(n), s.blocked)
                }
                n => format!("{} explored", executions(n)),
            };
            let _ = writeln!(out, "{}: {before}; {rest}", look.bad(faults));
            if !is_found {
                unseen(out, run, look, !rest.ends_with(':'));
            }
        }
        Verdict::Incomplete => {
            let _ = writeln!(out, "{}: {}:", look.warn("incomplete"), so_far(run));
            unseen(out, run, look, false);
            in_all(out, run);
            next::render(out, run, look);
        }
    }
}

/// What has no fault, of what was explored.
fn so_far(run: &Run) -> String {
    let s = &run.stats;
    let explored = executions(s.executions + s.blocked);
    let what = match run.within {
        Some(bound) => {
            // Others may not come to a fault after which the other threads go beyond it.
            let finds_all = matches!(bound, Bound::Preemptions(_)) || run.explorer == "unfolding";
            let which = if finds_all { "with" } else { "whose threads all come to their ends with" };
            let counts = matches!(bound, Bound::Preemptions(_)).then_some("to leave a loop that waits counts as one; ");
            let counts = counts.unwrap_or_default();
            format!("no fault in any execution {which} {} ({counts}{explored})", at_most(bound))
        }
        None if run.explorer == STATES && run.stopped => format!("no fault in the first {} states", states(s)),
        None if run.explorer == STATES => format!("no reachable state with a fault was found ({} states)", states(s)),
        None if run.explorer == PREFIX && run.stopped => match whole(run) {
            Some(most) => format!(
                "no fault in any state that at most {most} events reach ({} events; not looked for: threads that wait \
                 for ever while others go on)",
                s.events
            ),
            None => format!("no fault in the first {} events", s.events),
        },
        None if run.explorer == PREFIX => format!("no reachable state with a fault was found ({} events)", s.events),
        None if run.explorer == RANDOM => format!("no fault in {explored} drawn at random{}", different(run)),
        None if has_cutoffs(run) => {
            format!("no fault in the first {}", configurations(s.executions + s.blocked))
        }
        None if s.executions + s.blocked == 0 => match whole(run) {
            Some(most) => format!(
                "no fault in any state that at most {most} events reach (by --cutoffs, which was tried; no execution has \
                 come to its end)"
            ),
            None => return "nothing was checked: the first execution has not come to its end".into(),
        },
        None => format!("no fault in {explored}"),
    };
    format!("{what}, but not everything was explored")
}

/// "at most 2 rounds".
fn at_most(bound: Bound) -> String {
    let (most, what) = match bound {
        Bound::Rounds(most) => (most, "round"),
        Bound::Preemptions(most) => (most, "preemption"),
        Bound::ContextSwitches(most) => (most, "context switch"),
    };
    match most {
        0 => format!("no {what}"),
        1 => format!("at most 1 {what}"),
        _ if what.ends_with('h') => format!("at most {most} {what}es"),
        _ => format!("at most {most} {what}s"),
    }
}

fn executions(n: u64) -> String {
    if n == 1 { "1 execution".into() } else { format!("{n} executions") }
}

/// "1 execution", "12 states", "40 events": what was explored, as the explorer counts.
pub(crate) fn explored(run: &Run) -> String {
    match run.explorer {
        PREFIX => format!("{} events", run.stats.events),
        STATES => format!("{} states", states(&run.stats)),
        _ => executions(run.stats.executions + run.stats.blocked),
    }
}

/// "1 configuration", "3 configurations".
fn configurations(n: u64) -> String {
    if n == 1 { "1 configuration".into() } else { format!("{n} configurations") }
}

/// Whether executions are configurations that were gone through up to known states. (If there was
/// no such state, they are executions.)
fn has_cutoffs(run: &Run) -> bool {
    run.explorer == "unfolding" && run.stats.cutoffs > 0
}

/// The explorer that counts events, not executions.
const PREFIX: &str = "prefix";
/// The explorer that counts states.
const STATES: &str = "states";
const RANDOM: &str = "random";
/// Up to how many events states are known, where the search was stopped by `--cutoffs`: see
/// [`Run::measured`].
pub const WHOLE: &str = "prefix_whole";

/// That number, if nothing else was left out of these states.
fn whole(run: &Run) -> Option<u64> {
    let stops = [Limit::Time, Limit::MaxMemory, Limit::Interrupted];
    let is_all = run.unsupported.is_empty() && run.limits.iter().all(|met| stops.contains(&met.limit));
    let known = run.measured.iter().find(|(name, _)| *name == WHOLE).map(|(_, most)| *most as u64);
    known.filter(|most| is_all && *most > 0)
}

/// How many of the executions that were drawn are different, if that can be told.
fn different(run: &Run) -> String {
    let known = run.measured.iter().find(|(name, _)| *name == "drawn_different").map(|(_, number)| *number);
    match known.filter(|number| number.is_finite()) {
        None => String::new(),
        Some(..2.0) => " (all alike, by an estimate)".into(),
        Some(number) => format!(" ({number:.0} different ones, by an estimate)"),
    }
}

/// How many states were met: each move but those to known ones leads to a new one.
fn states(stats: &Stats) -> u64 {
    stats.events + 1 - stats.cutoffs
}

fn proved(run: &Run) -> String {
    let s = &run.stats;
    let what = match s.executions {
        _ if run.explorer == PREFIX => {
            let cutoffs = if s.cutoffs == 1 { "a cutoff" } else { "cutoffs" };
            format!("no reachable state has a fault ({} events, {} of them {cutoffs})", s.events, s.cutoffs)
        }
        _ if run.explorer == STATES => format!("no reachable state has a fault ({} states)", states(s)),
        n if has_cutoffs(run) => {
            let all = configurations(n + s.blocked);
            let cutoffs = if s.cutoffs == 1 { "cutoff" } else { "cutoffs" };
            format!("no reachable state has a fault ({all}, {} {cutoffs})", s.cutoffs)
        }
        0 if run.notes.iter().any(|note| note.kind == FaultKind::Abandoned.name()) => {
            "no execution has a fault; in each, threads still wait when `main` ends".to_owned()
        }
        0 => "no execution ends normally".to_owned(),
        1 => "the only execution was explored".to_owned(),
        n => {
            let all = if n == 2 { "both".to_owned() } else { format!("all {n}") };
            format!("{all} {} were explored", if run.explorer == "naive" { "interleavings" } else { "executions" })
        }
    };
    let alike = match s.symmetric {
        0 | 1 => String::new(),
        n => format!(", up to swapping {n} threads that start alike"),
    };
    let blocked = match s.blocked {
        // States are counted there, not executions.
        _ if run.explorer == PREFIX || run.explorer == STATES || has_cutoffs(run) => String::new(),
        0 => String::new(),
        n if s.executions == 0 => format!(": {}", executions(n)),
        n if run.assumes => format!(", and {n} that an assumption or a wait ended early"),
        n => format!(", and {n} that a wait ended early"),
    };
    let races = match run.races {
        "explore" => "accesses that race are interleaved",
        "ignore" => "data races are ignored: the proof holds if there are none",
        _ => "free of data races",
    };
    let model = match run.model {
        "sc" => "sequential consistency",
        "tso" => "total store order",
        "pso" => "partial store order",
        "ra" => "release-acquire consistency",
        "rc11" => "the C11 memory model (RC11)",
        other => other,
    };
    format!("{what}{alike}{blocked} ({model}; {races})")
}

/// "30 s", "5 min", "3 h", "40 days".
#[must_use]
pub fn lasting(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".into(),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// A number with a larger standard error, as a part of it, would mislead.
pub const UNSURE: f64 = 0.3;
/// Samples whose mean is right are above this many times what they estimate in at most one of as
/// many cases (Markov's inequality).
const MARKOV: f64 = 100.0;

/// "about 4100 ± 10 %", "about 2.3e7 ± 10 %", "at least 10^9"; `None` if nothing is known that is
/// worth saying.
#[must_use]
pub fn about(estimate: &Estimated) -> Option<String> {
    if estimate.error <= UNSURE * estimate.executions {
        return Some(well_known(estimate));
    }
    let power = (estimate.executions / MARKOV).log10().floor();
    (power >= 2.0).then(|| format!("at least 10^{power:.0}"))
}

/// The number with its error.
fn well_known(estimate: &Estimated) -> String {
    let all = estimate.executions;
    let error = 100.0 * estimate.error / all.max(1.0);
    if all >= 1e6 {
        return format!("about {all:.1e} ± {error:.0} %");
    }
    // No more digits than are known.
    let unit = 10_f64.powf((all.max(1.0).log10().floor() - 1.0).max(0.0));
    format!("about {:.0} ± {error:.0} %", (all / unit).round() * unit)
}

/// How much there is, if it was too much.
fn in_all(out: &mut String, run: &Run) {
    let met = |limits: &[Limit]| run.limits.iter().any(|met| limits.contains(&met.limit));
    if let Some((_, last)) = &run.estimates
        && met(&[Limit::Time, Limit::MaxMemory, Limit::Estimate, Limit::Interrupted, Limit::Executions])
    {
        let sure = last.error <= UNSURE * last.executions;
        let time = last.seconds.filter(|_| sure).map_or(String::new(), |s| format!(", which take {}", lasting(s)));
        // A bound that was passed says nothing.
        let is_passed = !sure && last.executions / MARKOV <= run.stats.executions as f64;
        if let Some(number) = about(last).filter(|_| !is_passed) {
            let _ = writeln!(out, "    ({number} executions in all, by an estimate{time})");
        }
    }
}

/// Names everything that stands between the run and a proof, and what to do about it; with a
/// heading, unless the line before is one.
fn unseen(out: &mut String, run: &Run, look: Look, heading: bool) {
    if heading && !(run.unsupported.is_empty() && run.limits.is_empty()) {
        let _ = writeln!(out, "Not everything was explored:");
    }
    let mut told: Vec<&str> = Vec::new();
    for unsupported in &run.unsupported {
        let what = unsupported.what.as_str();
        if told.contains(&what) {
            continue;
        }
        told.push(what);
        let _ = writeln!(out, "  - {}: {}", look.bold("unsupported"), one_line(what));
        let places = run.unsupported.iter().filter(|other| other.what == what).filter_map(|other| other.place.as_ref());
        for place in places {
            let _ = writeln!(out, "      at {place}");
        }
    }
    for advice in run.unsupported.iter().filter_map(|met| met.advice) {
        if !told.contains(&advice) {
            told.push(advice);
            let _ = writeln!(out, "    ({advice})");
        }
    }
    for met in &run.limits {
        let value = met.value.as_ref().map_or(String::new(), |v| format!(" ({v})"));
        let _ = writeln!(out, "  - {}{value}: {}", look.bold(met.limit), advice(met, run));
        let is_told = met.limit == Limit::MixedSize && met.value.is_some();
        for place in met.places.iter().filter(|_| !is_told) {
            let _ = writeln!(out, "      at {place}");
        }
    }
}

const TIME: &str =
    "the time limit was reached; raise --timeout, make the program smaller, or bound endless loops with --unroll";
const TIME_WITH_INPUT: &str = "the time limit was reached; raise --timeout, make the program smaller, or fix or bound some of its \
                               input (--input NAME=VALUE, an assumption)";
const STEPS: &str = "a thread ran that many instructions and did nothing that others see. Usually a loop has no end there (it follows a \
                     list that has become a circle, say): look why it is not left, or bound it with --unroll. If it does \
                     end, raise --max-steps";
const SLEEPS: &str = "a thread sleeps in each round of a loop, thousands of times, and changes only what no other thread uses, \
                      without coming back to a state: the loop was cut short there (count modulo a small number)";
const OBJECTS: &str = "a thread makes more objects, or larger ones, than fit (the variables of each call count); bound its loops with \
                       --unroll";
const TAKES_BACK: &str = "a thread goes round a loop that takes back what it has changed, and unless others change something it \
                          does so for ever";

const REUSE: &str = "the address of memory that was freed is compared with that of memory allocated since. malloc may give the \
                     same address again, so that they are equal (ABA); here it never does, and what the program does then was \
                     not explored";

/// Longer than anybody waits, in seconds.
const HOPELESS: f64 = 86_400.0;

fn out_of_time(run: &Run, is_helped: bool) -> &'static str {
    let is_hopeless = |(_, last): (Estimated, Estimated)| last.seconds.is_some_and(|seconds| seconds > HOPELESS);
    match () {
        () if run.explorer == RANDOM => "time was up; with a longer --timeout more are drawn",
        () if is_helped => "time was up",
        () if run.bound.is_none() && run.estimates.is_some_and(is_hopeless) => {
            "time was up, and there is far more than can be explored: make the program smaller (fewer threads, fewer operations), \
             explore a part of it with --preemptions 1 or --rounds auto, or draw executions with --search random"
        }
        () if run.measured.iter().any(|(name, _)| *name == "questions") => TIME_WITH_INPUT,
        () => TIME,
    }
}

pub(crate) fn advice(met: &LimitMet, run: &Run) -> &'static str {
    let is_helped = !run.endless.is_empty() || !run.suggestions.is_empty();
    match met.limit {
        Limit::Time => out_of_time(run, is_helped),
        Limit::MaxMemory if is_helped => "memory was used up",
        Limit::Unroll => "a loop has more iterations; raise --unroll if they may matter",
        Limit::Steps => STEPS,
        Limit::Sleeps => SLEEPS,
        Limit::Executions => "there are more executions; raise --max-executions",
        Limit::MaxMemory => {
            "the memory limit was reached. Usually a loop has no end: bound it with --unroll. Else raise --max-memory"
        }
        Limit::Estimate => "the estimate is precise enough; remove --estimate to explore the executions",
        Limit::Interrupted if !run.has_checkpoints => "you stopped it",
        Limit::Interrupted => "you stopped it; a run with --checkpoint FILE can be continued with --resume FILE",
        Limit::Events => "an execution has more visible events than fit; bound its loops with --unroll",
        Limit::Memory => OBJECTS,
        Limit::Threads => "the program starts more threads than fit",
        Limit::Spurious => "the budget of spurious wake-ups and failures was used up; raise --spurious=N",
        Limit::Clock => {
            "the clock stands still, but for threads that wait for it, and but for deadlines that have passed: other executions in which time passes between two \
             readings, or at another time of day, were not explored. If only deadlines or time stamps are computed from it, and no loop waits for it, give it one time: --define-stub FILE.c with \
             `#include <time.h>` and `int clock_gettime(clockid_t id, struct timespec *t) { t->tv_sec = 1000; t->tv_nsec = 0; return 0; }` (the like for time, gettimeofday)"
        }
        Limit::Reuse => REUSE,
        Limit::PlainWait if run.explorer == "unfolding" => {
            "a thread waits for memory that others write by plain accesses, which --explorer unfolding does not interleave; make \
             these atomic, or use another explorer"
        }
        Limit::PlainWait => {
            "a thread waits for memory that others write by plain accesses, which --races ignore does not interleave; make these \
             atomic, or use --races explore"
        }
        Limit::TakesBack => TAKES_BACK,
        Limit::Deadlocks => {
            "the search for deadlocks was given up: too many combinations of places at which threads wait; try fewer threads"
        }
        Limit::Rounds => {
            "there are executions that need more rounds of the scheduler; raise --rounds (or give --rounds auto more time)"
        }
        Limit::Preemptions => "there are executions with more preemptions; raise --preemptions",
        Limit::ContextSwitches => "there are executions with more context switches; raise --context-switches",
        Limit::RaceSample => "data races were looked for only in this part of the executions; remove --race-sample",
        Limit::Sample => "executions were drawn at random: others may have a fault. Another --seed draws others",
        Limit::Apart => {
            "this part found out too late that several threads use the same memory, so it may not fit the other parts; \
             explore without --shard"
        }
        Limit::Shard => "only this part was explored; explore the other parts, too",
        Limit::MixedSize if run.model == "sc" => {
            "accesses of these sizes to the same memory are not modelled together (a plain store to a part of what is \
             accessed atomically is, with --races explore)"
        }
        Limit::MixedSize => {
            "memory is accessed in different sizes, which is modelled under sequential consistency only (--model sc); use \
             one size for each location"
        }
    }
}

impl Run {
    /// Whether faults were found before everything was explored.
    #[must_use]
    pub fn unexplored(&self) -> bool {
        self.stopped || !self.limits.is_empty() || !self.unsupported.is_empty()
    }
}

//! The report for people.

use crate::coverage;
use crate::data::{Estimated, Found, Frame, LimitMet, Place, Run, Try};
use crate::source::Sources;
use crate::style::{Look, clean, one_line, shorten};
use crate::{next, table, weak};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::fmt::Write as _;
use threadbare_op::{Bound, FaultKind, Limit, Verdict};

/// The most lines of the program's output that are shown.
const OUTPUT_LINES: usize = 40;

/// The whole report of a run.
#[must_use]
pub fn render(run: &Run, sources: &mut Sources, look: Look) -> String {
    let mut out = String::new();
    for found in &run.faults {
        fault(&mut out, found, run, sources, look);
    }
    for note in &run.notes {
        let place = note.place.as_ref().map_or(String::new(), |p| format!("\n  --> {p}"));
        let _ = writeln!(out, "{}: {}{place}\n", look.bold(format!("note[{}]", note.kind)), one_line(&note.message));
    }
    verdict(&mut out, run, look);
    if let Some(lines) = &run.coverage {
        coverage::render(&mut out, lines, run, sources, look);
    }
    if let Some(choice) = &run.choice {
        let _ = writeln!(out, "  explorer {}, since {}{}", run.explorer, one_line(&choice.why), tries(&choice.tries));
    }
    if let Some(covers) = run.covers() {
        let _ = writeln!(out, "  {} covers {covers}", run.explorer);
    }
    // Sequential consistency is what everybody expects.
    let matters = |_: &&String| !run.replay && (look.details || run.model != "sc");
    if let Some(reason) = run.model_reason.as_ref().filter(matters) {
        let _ = writeln!(out, "  memory model {}, since {}", run.model, one_line(reason));
    }
    out
}

/// ` (tried: graph 0.5 s, rvf 0.1 s)`, if there was more than one.
fn tries(tries: &[Try]) -> String {
    if tries.len() < 2 {
        return String::new();
    }
    let one = |t: &Try| {
        let drops_out = if t.ended == "not covered" { ", which does not cover this program" } else { "" };
        format!("{} {:.1} s{drops_out}", t.explorer, t.seconds)
    };
    format!(" (tried: {})", tries.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn fault(out: &mut String, found: &Found, run: &Run, sources: &mut Sources, look: Look) {
    headline(out, found, sources, look);
    stacks(out, found);
    if let Some(explanation) = &found.explanation {
        let _ = writeln!(out, "  = {}: {}", look.bold("note"), one_line(explanation));
    }
    weak::render(out, found, look);
    let _ = writeln!(out, "\n{}", look.bold("How it comes about (time goes down):"));
    out.push_str(&table::table(found, sources, look));
    let old = table::old(found, look);
    if !old.is_empty() {
        let _ = writeln!(out, "\n{}", look.bold("Marked as old, which the memory model allows:"));
        for line in old {
            let _ = writeln!(out, "  {}", one_line(&line));
        }
    }
    if let (Some(Bound::Rounds(_)), Some(rounds)) = (run.bound, found.rounds()) {
        let _ = writeln!(out, "\nA round-robin scheduler starts again from the first thread {} for it.", times(rounds));
    }
    if !found.waiting.is_empty() {
        let _ = writeln!(out, "\n{}", look.bold("Who waits for what:"));
        for waiting in &found.waiting {
            let place = waiting.place.as_ref().map_or(String::new(), |p| format!(" ({p})"));
            let _ =
                writeln!(out, "  {} waits for {}{place}", table::name(found, waiting.thread), one_line(&waiting.what));
        }
    }
    if !found.output.is_empty() {
        let _ = writeln!(out, "\n{}", look.bold("What the program printed:"));
        let text = clean(&found.output);
        let lines: Vec<&str> = text.lines().collect();
        for line in lines.iter().take(OUTPUT_LINES) {
            let _ = writeln!(out, "  | {}", shorten(line, look.width.saturating_sub(4).max(20)));
        }
        if lines.len() > OUTPUT_LINES {
            let _ = writeln!(out, "  | … {} more lines", lines.len() - OUTPUT_LINES);
        }
    }
    if !run.replay {
        let _ = writeln!(out, "\n{}\n  {}", look.bold("To see this execution again:"), again(run, &found.schedule));
    }
    out.push('\n');
}

/// The command that shows an execution again.
#[must_use]
pub fn again(run: &Run, schedule: &str) -> String {
    let mut words: Vec<String> = run.command.iter().map(|w| quote(w)).collect();
    let at = run.command.iter().position(|w| w == "--").unwrap_or(words.len());
    words.splice(at..at, ["--replay".to_owned(), quote(schedule)]);
    words.join(" ")
}

/// A word as a shell reads it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// A place to mark.
struct Mark<'a> {
    place: &'a Place,
    label: String,
    is_own: bool,
}

/// Who was where: the threads of the fault, and the calls that led there.
fn stacks(out: &mut String, found: &Found) {
    let number = |row: Option<usize>| row.and_then(|row| found.rows.get(row)).and_then(|row| row.party);
    let mut parties = vec![(number(found.row), found.thread, &found.stack)];
    if let Some(second) = &found.second {
        parties.push((number(second.row), second.thread, &second.stack));
    }
    for waiting in found.waiting.iter().filter(|waiting| waiting.thread != found.thread) {
        parties.push((None, waiting.thread, &waiting.stack));
    }
    parties.sort_by_key(|(number, ..)| number.unwrap_or(3));
    for (number, thread, stack) in parties {
        let started = found.threads.iter().find(|t| t.number == thread).and_then(|t| t.started.as_ref());
        if started.is_none() && stack.len() < 2 {
            continue;
        }
        let front = number.map_or(String::new(), |number| format!("{} ", ["①", "②"][usize::from(number != 1)]));
        let started = started.map_or(String::new(), |place| format!(", started at {place}"));
        let _ = writeln!(out, "  {front}{}{started}", table::name(found, thread));
        if stack.len() < 2 {
            continue;
        }
        for (at, Frame { function, place }) in stack.iter().enumerate() {
            let place = place.as_ref().map_or(String::new(), |p| format!(" at {p}"));
            let how = if at == 0 { "in" } else { "called by" };
            let _ = writeln!(out, "      {how} `{}`{place}", one_line(function));
        }
    }
}

/// The places to mark: the fault's own, if there is one, comes first.
fn marks(found: &Found) -> Vec<Mark<'_>> {
    let number = |row: Option<usize>| {
        let party = row.and_then(|row| found.rows.get(row)).and_then(|row| row.party);
        party.map_or("", |party| if party == 1 { "① " } else { "② " })
    };
    let waits = |thread| format!("{} waits here", table::name(found, thread));
    let mut marks = Vec::new();
    if let Some(place) = &found.place {
        let who = table::name(found, found.thread);
        let label = match &found.what {
            _ if found.waiting.iter().any(|w| w.thread == found.thread) => waits(found.thread),
            Some(what) => format!("{}{} by {who}", number(found.row), one_line(what)),
            None if found.thread == 0 => "here, in the main thread".to_owned(),
            None => format!("here, in {who}"),
        };
        marks.push(Mark { place, label, is_own: true });
    }
    if let Some(second) = &found.second
        && let Some(place) = &second.place
    {
        let what = one_line(&second.what);
        // "its scope ended here": nobody does that.
        let by = if what.starts_with("its ") { ", in" } else { " by" };
        let label = format!("{}{what}{by} {}", number(second.row), table::name(found, second.thread));
        marks.push(Mark { place, label, is_own: false });
    }
    for waiting in found.waiting.iter().filter(|waiting| waiting.thread != found.thread) {
        if let Some(place) = &waiting.place {
            marks.push(Mark { place, label: waits(waiting.thread), is_own: false });
        }
    }
    marks
}

/// The message with the marked source line, as rustc shows it.
fn headline(out: &mut String, found: &Found, sources: &mut Sources, look: Look) {
    let who = match found.thread {
        0 => "in the main thread".to_owned(),
        _ => format!("in thread {}", table::name(found, found.thread)),
    };
    let deadlock = found.waiting.iter().any(|w| w.thread == found.thread);
    let both = found.kind == FaultKind::DataRace && found.second.is_some();
    let message = one_line(&found.message);
    let title = if deadlock || both { message } else { format!("{message}, {who}") };
    let marks = marks(found);
    for mark in &marks {
        sources.load(&mark.place.file);
    }
    let mut group = Group::with_title(Level::ERROR.primary_title(&title).id(found.kind.name()));
    let mut files: Vec<&str> = Vec::new();
    for mark in &marks {
        if !files.contains(&mark.place.file.as_str()) {
            files.push(&mark.place.file);
        }
    }
    for file in files {
        let here: Vec<&Mark<'_>> = marks.iter().filter(|mark| mark.place.file == file).collect();
        group = quote_source(group, sources, &here);
    }
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(look.width);
    let _ = writeln!(out, "{}", renderer.render(&[group]));
}

/// The marks of one file.
fn quote_source<'a>(group: Group<'a>, sources: &'a Sources, marks: &[&'a Mark<'a>]) -> Group<'a> {
    let Some(first) = marks.first() else { return group };
    let annotation = |mark: &&'a Mark<'a>| -> Option<Annotation<'a>> {
        let kind = if mark.is_own { AnnotationKind::Primary } else { AnnotationKind::Context };
        let span = sources.span(&mark.place.file, mark.place.line, mark.place.column)?;
        Some(kind.span(span).label(mark.label.as_str()))
    };
    let annotations: Vec<Annotation<'a>> = marks.iter().filter_map(annotation).collect();
    match sources.text(&first.place.file) {
        Some(text) if !annotations.is_empty() => {
            group.element(Snippet::source(text).path(first.place.file.as_str()).annotations(annotations))
        }
        _ => {
            let mut origin = Origin::path(first.place.file.as_str()).line(first.place.line as usize);
            if first.place.column > 0 {
                origin = origin.char_column(first.place.column as usize);
            }
            group.element(origin)
        }
    }
}

/// What the numbers of executions mean.
fn counted(out: &mut String, run: &Run) {
    let (threads, counted) = (run.stats.symmetric, run.stats.executions + run.stats.blocked);
    if threads > 0 && counted > 0 {
        let what = "executions that differ only by swapping them count as one; --no-symmetry counts all";
        let _ = writeln!(out, "  {threads} threads start alike: {what}");
    }
}

/// What was found out, in one line.
pub(crate) fn verdict_line(run: &Run) -> String {
    let mut out = String::new();
    verdict(&mut out, run, Look::default());
    out.lines().next().unwrap_or_default().trim_end_matches(':').to_owned()
}

/// What was proved, exactly.
fn verdict(out: &mut String, run: &Run, look: Look) {
    if run.replay {
        let what = match (run.verdict, run.faults.len()) {
            (Verdict::Fault, _) => "This is one execution, replayed.",
            _ => "This is one execution, replayed: it shows no fault. (What other executions do is not known.)",
        };
        let _ = writeln!(out, "{what}");
        unseen(out, run, look);
        return;
    }
    let s = &run.stats;
    match run.verdict {
        Verdict::Safe => {
            let _ = writeln!(out, "{}: {}", look.good("safe"), proved(run));
        }
        Verdict::Fault => {
            let faults = faults(run);
            let rest = if run.stopped && run.limits.is_empty() {
                "stopped at the first fault; --keep-going looks for others"
            } else if run.unexplored() {
                "not everything was explored:"
            } else {
                "everything was explored"
            };
            let before = match s.executions + s.blocked {
                0 => "in the first execution".to_owned(),
                n if s.executions > 0 && s.blocked > 0 => {
                    format!("{} explored ({} of them ended early)", executions(n), s.blocked)
                }
                n => format!("{} explored", executions(n)),
            };
            let _ = writeln!(out, "{}: {before}; {rest}", look.bad(faults));
            unseen(out, run, look);
        }
        Verdict::Incomplete => {
            let explored = executions(s.executions + s.blocked);
            let what = match run.within {
                Some(bound) => format!("no fault in any execution with {} ({explored})", at_most(bound)),
                None => format!("no fault in {explored}"),
            };
            let _ = writeln!(out, "{}: {what}, but not everything was explored:", look.warn("incomplete"));
            unseen(out, run, look);
            in_all(out, run);
            next::render(out, run, look);
        }
    }
    counted(out, run);
}

/// "1 data race", "2 data races (6 variants)", "3 faults".
fn faults(run: &Run) -> String {
    let n = run.faults.len();
    let kind = run.faults.first().map(|found| found.kind).filter(|kind| run.faults.iter().all(|f| f.kind == *kind));
    let (one, many) = match kind {
        Some(FaultKind::DataRace) => ("data race", "data races"),
        Some(FaultKind::Assertion) => ("failing assertion", "failing assertions"),
        Some(FaultKind::Deadlock) => ("deadlock", "deadlocks"),
        Some(FaultKind::UseAfterFree) => ("use after free", "uses after free"),
        Some(FaultKind::DoubleFree) => ("double free", "double frees"),
        _ => ("fault", "faults"),
    };
    let variants: u64 = run.faults.iter().map(|found| found.variants).sum();
    let variants = if variants > n as u64 { format!(" ({variants} variants)") } else { String::new() };
    format!("{n} {}{variants}", if n == 1 { one } else { many })
}

fn times(n: u32) -> String {
    match n {
        0 => "never".into(),
        1 => "once".into(),
        n => format!("{n} times"),
    }
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

fn proved(run: &Run) -> String {
    let s = &run.stats;
    let what = match s.executions {
        0 if run.notes.iter().any(|note| note.kind == FaultKind::Abandoned.name()) => {
            "every execution leaves threads waiting".to_owned()
        }
        0 => "no execution ends normally".to_owned(),
        1 => "the only execution was explored".to_owned(),
        n => format!("all {n} {} were explored", if run.explorer == "naive" { "interleavings" } else { "executions" }),
    };
    let blocked = match s.blocked {
        0 => String::new(),
        n if s.executions == 0 => format!(" ({})", executions(n)),
        n => format!(", and {n} that an assumption or a wait ended early"),
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
    format!("{what}{blocked} ({model}; {races})")
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
/// Samples whose mean is right are above this many times what they estimate in at most one of as many cases (Markov's inequality).
const MARKOV: f64 = 100.0;

/// "about 4100 ± 10 %", "about 2.3e7 ± 10 %", "at least 10^9"; `None` if nothing is known that is worth saying.
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
        if let Some(number) = about(last) {
            let _ = writeln!(out, "    ({number} executions in all, by an estimate{time})");
        }
    }
}

/// Names everything that stands between the run and a proof, and what to do about it.
fn unseen(out: &mut String, run: &Run, look: Look) {
    for unsupported in &run.unsupported {
        let place = unsupported.place.as_ref().map_or(String::new(), |p| format!(" at {p}"));
        let _ = writeln!(out, "  - {}: {}{place}", look.bold("unsupported"), one_line(&unsupported.what));
    }
    for met in &run.limits {
        let value = met.value.as_ref().map_or(String::new(), |v| format!(" ({v})"));
        let _ = writeln!(out, "  - {}{value}: {}", look.bold(met.limit), advice(met, run));
        for place in &met.places {
            let _ = writeln!(out, "      at {place}");
        }
    }
    if !run.unsupported.is_empty() {
        let _ = writeln!(
            out,
            "    (a function that does not matter can be given a result: --stub name=value; `threadbare explain` lists all)"
        );
    }
}

/// Longer than anybody waits, in seconds.
const HOPELESS: f64 = 86_400.0;

pub(crate) fn advice(met: &LimitMet, run: &Run) -> &'static str {
    let is_helped = !run.endless.is_empty() || !run.suggestions.is_empty();
    match met.limit {
        Limit::Time if is_helped => "time was up",
        Limit::MaxMemory if is_helped => "memory was used up",
        Limit::Time if run.estimates.is_some_and(|(_, last)| last.seconds.is_some_and(|s| s > HOPELESS)) => {
            "time was up, and there is far more than can be explored: make the program smaller (fewer threads, fewer operations), or \
             explore a part of it with --preemptions 1 or --rounds auto"
        }
        Limit::Unroll => "a loop has more iterations; raise --unroll if they may matter",
        Limit::Steps => {
            "a thread ran that many instructions without touching anything shared; \
             if the loop is not endless, raise --max-steps"
        }
        Limit::Executions => "there are more executions; raise --max-executions",
        Limit::Time => {
            "the time limit was reached; raise --timeout, make the program smaller, or bound endless loops with --unroll"
        }
        Limit::MaxMemory => {
            "the memory limit was reached. Usually a loop has no end: bound it with --unroll. Else raise --max-memory"
        }
        Limit::Estimate => "the estimate is precise enough; remove --estimate to explore the executions",
        Limit::Interrupted => "you stopped it; a run with --checkpoint FILE can be continued with --resume FILE",
        Limit::Events => "an execution has more visible events than fit; bound its loops with --unroll",
        Limit::Memory => "the program allocates more than fits",
        Limit::Threads => "the program starts more threads than fit",
        Limit::Spurious => "the budget of spurious wake-ups and failures was used up; raise --spurious=N",
        Limit::Clock => {
            "the clock stands still; executions in which time passes between two readings were not explored"
        }
        Limit::PlainWait => {
            "a thread waits for memory that others write by plain accesses, which --races ignore does not interleave; make these \
             atomic, or say --races explore"
        }
        Limit::Rounds => {
            "there are executions that need more rounds of the scheduler; raise --rounds, or say --rounds auto"
        }
        Limit::Preemptions => "there are executions with more preemptions; raise --preemptions",
        Limit::ContextSwitches => "there are executions with more context switches; raise --context-switches",
        Limit::RaceSample => "data races were looked for in this part of the executions only; leave --race-sample out",
        Limit::Apart => {
            "this part learnt late that several threads make some plain access, so that it does not fit together with the other parts; \
             explore it without --shard"
        }
        Limit::Shard => "only this part was explored; explore the other parts, too",
        Limit::MixedSize => "memory is accessed atomically in different sizes; use one size for each location",
    }
}

impl Run {
    /// Whether faults were found before everything was explored.
    #[must_use]
    pub fn unexplored(&self) -> bool {
        self.stopped || !self.limits.is_empty() || !self.unsupported.is_empty()
    }
}

/// The counts and times of a run, for the curious.
#[must_use]
pub fn details(run: &Run) -> String {
    let s = &run.stats;
    let p = &run.phases;
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "{name:>12}: {value}");
    };
    line("explorer", format!("{} (model {}, races {})", run.explorer, run.model, run.races));
    line("executions", format!("{} complete, {} blocked, {} redundant", s.executions, s.blocked, s.redundant));
    line("events", format!("{} in total, {} in the longest execution", s.events, s.depth));
    for (name, text) in &run.lines {
        line(name, text.clone());
    }
    line(
        "time",
        format!(
            "{:.3} s: front end {:.3} s, exploration {:.3} s, report {:.3} s",
            run.wall_seconds, p.front_end, p.exploration, p.report
        ),
    );
    line("memory", format!("{:.1} MB at most", run.peak_rss_bytes as f64 / 1e6));
    out
}

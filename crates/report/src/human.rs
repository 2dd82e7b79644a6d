//! The report for people.

use crate::coverage;
use crate::data::{Found, Frame, Place, Run, Second, Try, Waiting};
use crate::source::Sources;
use crate::style::{Look, clean, one_line, shorten, width, wrap};
use crate::verdict::verdict;
use crate::{omitted, table, weak};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::fmt::Write as _;
use threadbare_op::{Bound, FaultKind, Limit};

/// The most lines of the program's output that are shown.
const OUTPUT_LINES: usize = 40;

/// The whole report of a run.
#[must_use]
pub fn render(run: &Run, sources: &mut Sources, look: Look) -> String {
    let mut out = String::new();
    for found in &run.faults {
        fault(&mut out, found, run, sources, look);
    }
    if let Some(found) = &run.silent {
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
    if let Some(reason) = &run.symbolic_reason {
        let _ = writeln!(out, "  every input at once, since {}", one_line(reason));
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
    let is_party = |what: Option<&String>| what.is_some_and(|what| what == "allocated here");
    let is_told = is_party(found.what.as_ref()) || is_party(found.second.as_ref().map(|second| &second.what));
    if let Some(made) = found.allocated.as_ref().filter(|_| !is_told) {
        let place = made.place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
        let _ = writeln!(out, "  `{}`: allocated by {}{place}", one_line(&made.name), table::name(found, made.thread));
    }
    if let Some(explanation) = &found.explanation {
        let _ = writeln!(out, "  = {}: {}", look.bold("note"), one_line(explanation));
    }
    weak::render(out, found, look);
    let _ = writeln!(out, "\n{}", look.bold("How it comes about (time goes down):"));
    let shown = found.with(look.steps);
    out.push_str(&table::table(&shown, sources, look));
    for line in omitted::told(&shown, look).iter().flat_map(|told| wrap(told, look.width.saturating_sub(2))) {
        let _ = writeln!(out, "  {}", look.dim(line));
    }
    let old = table::old(&shown, look);
    if !old.is_empty() {
        let _ = writeln!(out, "\n{}", look.bold("Steps marked (old), which the memory model allows:"));
        for line in old {
            let _ = writeln!(out, "  {}", one_line(&line));
        }
    }
    if let (Some(Bound::Rounds(_)), Some(rounds)) = (run.bound, found.rounds()) {
        let _ = writeln!(out, "\nRounds of a round-robin scheduler after the first: {rounds}");
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
        let _ = writeln!(out, "\n{}\n  {}", look.bold("To see this execution again:"), again(run, found));
    }
    out.push('\n');
}

/// The command that shows an execution again.
#[must_use]
pub fn again(run: &Run, found: &Found) -> String {
    let schedule = found.saved.as_deref().unwrap_or(&found.schedule);
    let mut words: Vec<String> = run.command.iter().map(|w| quote(w)).collect();
    let at = run.command.iter().position(|w| w == "--").unwrap_or(words.len());
    words.splice(at..at, ["--replay".to_owned(), quote(schedule)]);
    let is_given = words[..at].iter().any(|word| word.starts_with("--max-steps"));
    if let Some(instructions) = found.silent.filter(|_| !is_given) {
        words.splice(at..at, ["--max-steps".to_owned(), instructions.to_string()]);
    }
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

/// A thread of the fault.
struct Party<'a> {
    /// Which of the two.
    number: Option<u8>,
    thread: u32,
    stack: &'a [Frame],
    waits: Option<&'a Waiting>,
}

/// Whether both parties are one thread, in the function that it runs: of which there is as much to
/// say once.
fn is_alone(found: &Found) -> bool {
    let alike = |second: &Second| second.thread == found.thread && second.stack.len() < 2 && found.stack.len() < 2;
    found.second.as_ref().is_some_and(alike)
}

fn parties(found: &Found) -> Vec<Party<'_>> {
    let number = |row: Option<usize>| row.and_then(|row| found.rows.get(row)).and_then(|row| row.party);
    let mut parties = Vec::new();
    if !found.waiting.iter().any(|waiting| waiting.thread == found.thread) {
        parties.push(Party { number: number(found.row), thread: found.thread, stack: &found.stack, waits: None });
    }
    if let Some(second) = found.second.as_ref().filter(|_| !is_alone(found)) {
        parties.push(Party { number: number(second.row), thread: second.thread, stack: &second.stack, waits: None });
    }
    for waiting in &found.waiting {
        parties.push(Party { number: None, thread: waiting.thread, stack: &waiting.stack, waits: Some(waiting) });
    }
    parties.sort_by_key(|party| party.number.unwrap_or(3));
    parties
}

/// Who was where: the threads of the fault, what they wait for, and the calls that led there.
fn stacks(out: &mut String, found: &Found) {
    for Party { number, thread, stack, waits } in parties(found) {
        let info = found.threads.iter().find(|info| info.number == thread);
        let started = info.and_then(|info| info.started.as_ref());
        // Called by a library: a handler, or a destructor at the end of the thread.
        let is_called_back = match (stack.last(), info) {
            (Some(outermost), Some(info)) => !info.function.is_empty() && outermost.function != info.function,
            _ => false,
        };
        if started.is_none() && stack.len() < 2 && !is_called_back && waits.is_none() {
            continue;
        }
        let front = match number {
            Some(_) if is_alone(found) => "① ② ".to_owned(),
            Some(1) => "① ".to_owned(),
            Some(_) => "② ".to_owned(),
            None => String::new(),
        };
        let started = started.map_or(String::new(), |place| format!(", started at {place}"));
        let name = table::name(found, thread);
        let what = waits.map(|waits| waits.told(|thread| table::name(found, thread)));
        if let (Some(what), true) = (&what, waits.is_some_and(|waits| waits.aside)) {
            let _ = writeln!(out, "  {name} waits for {}", one_line(what));
            continue;
        }
        // The headline may have said all of that.
        let is_told = |what: &String| found.message.contains(what) || waits.is_some_and(Waiting::is_endless);
        let what = what.filter(|what| !is_told(what));
        if what.is_none() && started.is_empty() && front.is_empty() && stack.len() < 2 && !is_called_back {
            continue;
        }
        let _ = writeln!(out, "  {front}{name}{started}");
        if let Some(what) = what {
            let _ = writeln!(out, "      waits for {}", one_line(&what));
        }
        if stack.len() < 2 && !is_called_back {
            continue;
        }
        for (at, Frame { function, place, left_out }) in stack.iter().enumerate() {
            let place = place.as_ref().map_or(String::new(), |p| format!(" at {p}"));
            let how = if at == 0 { "in" } else { "called by" };
            let times = if *left_out > 0 { format!(" {left_out} times more") } else { String::new() };
            let _ = writeln!(out, "      {how} `{}`{place}{times}", one_line(function));
        }
        if is_called_back && thread > 0 {
            let _ = writeln!(out, "      called at the end of the thread");
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
            Some(what) => format!("{}{}", number(found.row), by(what, &who)),
            None if found.thread == 0 => "here, in the main thread".to_owned(),
            None => format!("here, in {who}"),
        };
        marks.push(Mark { place, label, is_own: true });
    }
    if let Some(second) = &found.second
        && let Some(place) = &second.place
    {
        let label = format!("{}{}", number(second.row), by(&second.what, &table::name(found, second.thread)));
        mark(&mut marks, Mark { place, label, is_own: false });
    }
    for waiting in found.waiting.iter().filter(|waiting| waiting.thread != found.thread && !waiting.aside) {
        if let Some(place) = &waiting.place {
            mark(&mut marks, Mark { place, label: waits(waiting.thread), is_own: false });
        }
    }
    marks
}

/// What a party did, and who it is: "written here by T1".
pub(crate) fn by(what: &str, who: &str) -> String {
    let what = one_line(what);
    match what.split(' ').next() {
        // Nobody does that: "its scope ended here".
        Some("its") => format!("{what}, in {who}"),
        Some("tries" | "waits" | "calls" | "returns") => format!("{who} {what}"),
        _ => format!("{what} by {who}"),
    }
}

/// Adds a mark; where there is one already, both are one, the numbered ones in order.
fn mark<'a>(marks: &mut Vec<Mark<'a>>, new: Mark<'a>) {
    match marks.iter_mut().find(|mark| mark.place == new.place) {
        None => marks.push(new),
        Some(mark) if new.label.starts_with('①') => mark.label = format!("{}; {}", new.label, mark.label),
        Some(mark) => mark.label = format!("{}; {}", mark.label, new.label),
    }
}

/// The message, with the thread unless it is about several.
pub(crate) fn title(found: &Found) -> String {
    let message = one_line(&found.message);
    let waits = found.waiting.iter().any(|waiting| waiting.thread == found.thread);
    match found.thread {
        _ if waits
            || found.silent.is_some()
            || found.repeats.is_some()
            || found.ends_twice()
            || (found.kind == FaultKind::DataRace && found.second.is_some()) =>
        {
            message
        }
        _ if found.kind == FaultKind::Leak => format!("{message}; allocated by {}", table::name(found, found.thread)),
        0 => format!("{message}, in the main thread"),
        thread => format!("{message}, in thread {}", table::name(found, thread)),
    }
}

/// The message with the marked source line, as rustc shows it.
fn headline(out: &mut String, found: &Found, sources: &mut Sources, look: Look) {
    let title = title(found);
    let marks = marks(found);
    for mark in &marks {
        sources.load(&mark.place.file);
    }
    let together = excerpt(found, &title, (&marks, false), sources);
    let plain = Renderer::plain().decor_style(DecorStyle::Ascii).term_width(look.width);
    let is_source = |line: &&str| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with('|');
    let is_wide =
        plain.render(std::slice::from_ref(&together)).lines().filter(is_source).any(|line| width(line) > look.width);
    // Of lines that are cut, all show the same columns: marks that are far apart do not fit.
    let group = if is_wide { excerpt(found, &title, (&marks, true), sources) } else { together };
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(look.width);
    let _ = writeln!(out, "{}", renderer.render(&[group]));
}

/// The title with the marked source lines: those of a file together, or each mark apart.
fn excerpt<'a>(
    found: &Found,
    title: &'a str,
    (marks, apart): (&'a [Mark<'a>], bool),
    sources: &'a Sources,
) -> Group<'a> {
    let (level, id) = match found.silent {
        Some(_) => (Level::NOTE, Limit::Steps.name()),
        None => (Level::ERROR, found.kind.name()),
    };
    let mut group = Group::with_title(level.primary_title(title).id(id));
    let mut groups: Vec<Vec<&Mark<'_>>> = Vec::new();
    for mark in marks {
        match groups.iter_mut().find(|group| !apart && group[0].place.file == mark.place.file) {
            Some(group) => group.push(mark),
            None => groups.push(vec![mark]),
        }
    }
    for marks in groups {
        group = quote_source(group, sources, &marks);
    }
    group
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
    let threads = s.symmetric;
    if threads > 0 {
        line(
            "symmetry",
            format!("{threads} threads start alike; executions that differ only by swapping them count as one"),
        );
    }
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

//! An execution as a table: one column per thread, time goes down.

use crate::data::{Found, Place, Waiting};
use crate::fold::{self, Fate};
use crate::folded::{Folded, fold};
use crate::lines::{self, same_line};
use crate::row::{Row, Touched};
use crate::source::Sources;
use crate::style::{Look, Steps, one_line, pad, shorten, shorten_source, width, wrap};
use crate::vital::locks;
use std::collections::{BTreeMap, BTreeSet};

/// Between columns. Where they do not fit, each step gets a line of its own with its thread in
/// front.
const GAP: &str = " │ ";

/// Longer names of threads are cut.
const MOST_NAME: usize = 16;

/// Where the text of steps comes from.
struct Texts<'a> {
    sources: &'a mut Sources,
    /// Columns that there are for it.
    room: usize,
}

impl Texts<'_> {
    fn of(&mut self, at: At<'_>) -> String {
        let text = at.place.and_then(|place| self.sources.step(place, self.room));
        text.as_deref().map(one_line).unwrap_or_default()
    }
}

/// How a line is coloured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Source,
    Effect,
    /// How it ends.
    End,
}

/// The lines of an item: the source, then the effects; `None` of steps that are not shown.
type Cell = Option<Vec<(String, Tone)>>;

/// A line of the table.
enum Item {
    /// One thread did something (several effects of one source line are one step).
    Step { thread: u32, place: Option<Place>, text: String, effects: Vec<(String, Tone)> },
    /// Steps that are not shown, and whose, if that is known.
    Fold { threads: BTreeSet<u32>, text: String },
}

impl Item {
    /// The thread in whose column it stands: none of what several have done.
    fn column(&self) -> Option<u32> {
        match self {
            Self::Step { thread, .. } => Some(*thread),
            Self::Fold { threads, .. } => threads.first().copied().filter(|_| threads.len() == 1),
        }
    }

    fn is_of(&self, of: u32) -> bool {
        match self {
            Self::Step { thread, .. } => *thread == of,
            Self::Fold { threads, .. } => threads.is_empty() || threads.contains(&of),
        }
    }
}

/// The steps of an execution that matter, as a table with a heading.
pub(crate) fn table(found: &Found, sources: &mut Sources, look: Look) -> String {
    // A column for the thread, and the numbers of lines.
    let room = look.width.saturating_sub(MOST_NAME + 10);
    let items = items(found, &mut Texts { sources, room }, look);
    let mut threads: Vec<u32> = Vec::new();
    for item in &items {
        if let Some(thread) = item.column().filter(|thread| !threads.contains(thread)) {
            threads.push(thread);
        }
    }
    threads.sort_unstable();
    let labels = labels(&items);
    let cells: Vec<Cell> = items.iter().map(|item| cell(item, &labels)).collect();
    let indent = labels.width + 1;
    let names: Vec<String> = threads.iter().map(|t| name(found, *t)).collect();
    let room = look.width.saturating_sub(2);
    let gaps = GAP.chars().count() * threads.len().saturating_sub(1);
    let widths: Vec<usize> =
        threads.iter().zip(&names).map(|(t, name)| natural(&items, &cells, *t).max(width(name)).max(12)).collect();
    if widths.iter().sum::<usize>() + gaps > room {
        return list(&items, (&cells, indent), found, look);
    }
    columns(&items, &cells, &Columns { threads: &threads, names: &names, widths: &widths, indent }, look)
}

/// How a thread is called: `main`, `T1 worker`.
pub(crate) fn name(found: &Found, thread: u32) -> String {
    let function = found.threads.iter().find(|t| t.number == thread).map_or("", |t| t.function.as_str());
    match (thread, function) {
        (0, "" | "main") => "main".into(),
        (n, "") => format!("T{n}"),
        (n, function) => format!("T{n} {function}"),
    }
}

/// The most steps of which it is told what is old about them.
const MOST_OLD: usize = 12;

/// What is old about the steps that are marked as old: a sentence for each.
pub(crate) fn old(found: &Found, look: Look) -> Vec<String> {
    let fates = fold::fates(found, look.steps);
    let shown = found.rows.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::Shown);
    let sentence = |row: &Row| {
        let old = row.old.as_ref()?;
        let at = |row: &Row| row.place.as_ref().map_or_else(String::new, Place::at);
        let location = row.location.as_deref().unwrap_or("memory");
        let next = found.rows.get(old.before)?;
        let (who, here) = (name(found, row.thread), at(row));
        let next = format!("the write{} by {}", at(next), name(found, next.thread));
        Some(match (&row.read, &row.written) {
            (Some(read), _) => {
                format!("{who} reads the old value {read} of `{location}`{here}: {next} does not happen before that")
            }
            (None, Some(written)) => {
                format!("{who} writes {written} to `{location}`{here}: {next}, performed earlier, overwrites that")
            }
            (None, None) => return None,
        })
    };
    let mut told: Vec<String> = Vec::new();
    for sentence in shown.filter_map(|(row, _)| sentence(row)) {
        if !told.contains(&sentence) {
            told.push(sentence);
        }
    }
    told.truncate(MOST_OLD);
    told
}

/// The steps to show, those of one source line together, with what was folded and how it ended.
#[expect(clippy::too_many_lines, reason = "one pass over the steps, whose cases share what is folded")]
fn items(found: &Found, texts: &mut Texts<'_>, look: Look) -> Vec<Item> {
    let fates = fold::fates(found, look.steps);
    let steps = lines::steps(&found.rows);
    let step_of: BTreeMap<usize, usize> =
        steps.iter().enumerate().flat_map(|(step, rows)| rows.iter().map(move |row| (*row, step))).collect();
    let mut items: Vec<Item> = Vec::new();
    let mut folded = Folded::default();
    let mut dropped = found.dropped;
    let gap = found.rows.iter().position(|row| row.gap > 0);
    // What is said of the last step.
    let mut said: Vec<&Row> = Vec::new();
    // Whether its thread has done something else since then.
    let mut apart = false;
    for (at, (row, fate)) in found.rows.iter().zip(&fates).enumerate() {
        if found.repeats == Some(at) {
            put(&mut items, &mut folded);
            items.push(Item::Fold { threads: BTreeSet::new(), text: FROM_HERE.into() });
            said.clear();
        }
        if gap == Some(at) {
            put(&mut items, &mut folded);
            unrecorded(&mut items, &mut dropped);
            said.clear();
        }
        match fate {
            Fate::Shown => {}
            Fate::Folded => folded.add(row, step_of[&at]),
            Fate::Rounds(rounds) => {
                put(&mut items, &mut folded);
                items.push(Item::Fold { threads: BTreeSet::new(), text: fold(*rounds as u64, "more round", "") });
            }
            Fate::Private | Fate::Initial | Fate::Idle => {
                let at = At { thread: row.thread, place: row.place.as_ref() };
                apart |= at.is_of_same_thread(&items) && !at.goes_on(&items);
            }
            Fate::InRounds | Fate::Omitted => {}
        }
        if *fate != Fate::Shown {
            continue;
        }
        put(&mut items, &mut folded);
        if row.party.is_some() || row.refused {
            unrecorded(&mut items, &mut dropped);
        }
        let at = At { thread: row.thread, place: row.place.as_ref() };
        if apart || !at.goes_on(&items) {
            said.clear();
        }
        if look.steps != Steps::All && says_again(&said, row) {
            continue;
        }
        said.push(row);
        let tone = if row.party.is_some() { Tone::End } else { Tone::Effect };
        let effect = (one_line(&row.effect()), tone);
        if std::mem::take(&mut apart) {
            items.push(step(at, texts.of(at), effect));
        } else {
            push(&mut items, at, effect, texts);
        }
    }
    put(&mut items, &mut folded);
    unrecorded(&mut items, &mut dropped);
    if found.repeats.is_some() {
        items.push(Item::Fold { threads: BTreeSet::new(), text: AND_SO_ON.into() });
        return items;
    }
    // For what, and who holds that, is told above the table.
    for waiting in found.waiting.iter().filter(|waiting| !waiting.aside) {
        let row = At { thread: waiting.thread, place: waiting.place.as_ref() };
        let effect = (for_ever(waiting).to_owned(), Tone::End);
        let own = items.iter().rposition(|item| item.is_of(waiting.thread));
        let own = own.filter(|_| has_begun(found, waiting));
        let later = own.map_or_else(Vec::new, |own| items.split_off(own + 1));
        if is_another_call(found, waiting) {
            items.push(step(row, texts.of(row), effect));
        } else {
            push(&mut items, row, effect, texts);
        }
        items.extend(later);
    }
    if let Some(end) = end(found) {
        push(&mut items, At { thread: found.thread, place: found.place.as_ref() }, (end, Tone::End), texts);
    }
    items
}

/// Before the steps that repeat,
pub(crate) const FROM_HERE: &str = "↻ from here, these steps repeat for ever:";
/// and after them.
pub(crate) const AND_SO_ON: &str = "↻ and again, for ever";

/// What becomes of a thread that waits.
pub(crate) fn for_ever(waiting: &Waiting) -> &'static str {
    if waiting.is_endless() { "loops forever" } else { "waits forever" }
}

/// The end of the execution, if neither a party of the fault nor a wait tells it.
pub(crate) fn end(found: &Found) -> Option<String> {
    if found.silent.is_some() {
        return Some("↻ and so on".into());
    }
    let mut waits = found.waiting.iter().filter(|waiting| !waiting.aside);
    let is_told = found.rows.iter().any(|row| row.party.is_some()) || waits.any(|its| its.thread == found.thread);
    (!is_told).then(|| format!("✗ {}", found.kind.name().replace('-', " ")))
}

/// Whether a thread waits since its last step: nobody has changed what it waits for since then.
fn has_begun(found: &Found, waiting: &Waiting) -> bool {
    let Some(last) = found.rows.iter().rposition(|row| row.thread == waiting.thread) else { return false };
    let changes =
        |row: &Row| waiting.touched.zip(row.touched).is_some_and(|(awaited, its)| its.writes && meets(awaited, its));
    let address = |row: &Row| row.touched.map(|touched| touched.addr);
    let of_wait = |row: &&Row| row.thread == waiting.thread && address(row) == waiting.touched.map(|its| its.addr);
    // A barrier, or a condition variable.
    let entered = found.rows.iter().rfind(of_wait).map(|row| row.operation.as_str());
    matches!(entered, Some("barrier-arrive" | "begin-wait")) || !found.rows[last + 1..].iter().any(changes)
}

/// Whether a thread waits in another call than that of its last step: it has done something elsewhere
/// since then, or it did to the object there what it waits to do now.
fn is_another_call(found: &Found, waiting: &Waiting) -> bool {
    let Some(last) = found.rows.iter().rfind(|row| row.thread == waiting.thread) else { return false };
    let address = |touched: Option<Touched>| touched.map(|its| its.addr);
    let takes = locks(&last.operation) == Some(true) || matches!(last.operation.as_str(), "once-enter" | "sem-wait");
    let is_done = !waiting.loops && last.is_sync() && takes && address(last.touched) == address(waiting.touched);
    is_done || !same_line(last.place.as_ref(), waiting.place.as_ref())
}

/// Says which steps are left out here, if there are any.
fn put(items: &mut Vec<Item>, folded: &mut Folded) {
    items.extend(std::mem::take(folded).told().map(|(threads, text)| Item::Fold { threads, text }));
}

/// Says how many steps were not recorded, once.
fn unrecorded(items: &mut Vec<Item>, dropped: &mut u64) {
    match std::mem::take(dropped) {
        0 => {}
        count => items.push(Item::Fold { threads: BTreeSet::new(), text: fold(count, "step", " not recorded") }),
    }
}

/// Where a step is.
#[derive(Clone, Copy)]
struct At<'a> {
    thread: u32,
    place: Option<&'a Place>,
}

impl At<'_> {
    fn is_of_same_thread(&self, items: &[Item]) -> bool {
        matches!(items.last(), Some(Item::Step { thread, .. }) if *thread == self.thread)
    }

    /// Whether it is the line of the last step, of the same thread.
    fn goes_on(&self, items: &[Item]) -> bool {
        matches!(items.last(), Some(Item::Step { thread, place, .. })
            if *thread == self.thread && same_line(place.as_ref(), self.place))
    }
}

/// Whether a read sees once more what the same step has seen before, and has not written since.
fn says_again(said: &[&Row], row: &Row) -> bool {
    let looks = |row: &Row| row.operation == "load" && row.party.is_none() && !row.refused;
    let same = |earlier: &Row| (&earlier.location, &earlier.read, &earlier.old) == (&row.location, &row.read, &row.old);
    let changes = |earlier: &Row| {
        earlier.is_sync() || earlier.touched.zip(row.touched).is_some_and(|(its, own)| its.writes && meets(its, own))
    };
    // Tried again, with the same result.
    let is_try = |row: &Row| row.is_sync() && row.operation.contains("try") && row.party.is_none() && !row.refused;
    let tries = |row: &Row| (row.operation.clone(), row.location.clone(), row.result.clone());
    if is_try(row) && said.last().is_some_and(|last| is_try(last) && tries(last) == tries(row)) {
        return true;
    }
    looks(row)
        && said.iter().rev().take_while(|earlier| !changes(earlier)).any(|earlier| looks(earlier) && same(earlier))
}

fn meets(a: Touched, b: Touched) -> bool {
    a.addr < b.addr + b.size.max(1) && b.addr < a.addr + a.size.max(1)
}

fn push(items: &mut Vec<Item>, at: At<'_>, effect: (String, Tone), texts: &mut Texts<'_>) {
    let source = texts.of(at);
    let goes_on = at.goes_on(items);
    match items.last_mut() {
        // Of a long line, another statement is another step.
        Some(Item::Step { text, effects, .. }) if goes_on && *text == source => effects.push(effect),
        _ => items.push(step(at, source, effect)),
    }
}

fn step(at: At<'_>, text: String, effect: (String, Tone)) -> Item {
    Item::Step { thread: at.thread, place: at.place.cloned(), text, effects: vec![effect] }
}

/// What is said of where a step is: if all are in one file, the line number alone.
struct Labels {
    several: bool,
    width: usize,
}

impl Labels {
    fn of(&self, place: &Place) -> String {
        let file = place.file.rsplit('/').next().unwrap_or(&place.file);
        if self.several { format!("{file}:{}", place.line) } else { place.line.to_string() }
    }
}

fn labels(items: &[Item]) -> Labels {
    let places = || items.iter().filter_map(|i| if let Item::Step { place: Some(p), .. } = i { Some(p) } else { None });
    let mut files: Vec<&str> = places().map(|p| p.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    let labels = Labels { several: files.len() > 1, width: 4 };
    let width = if labels.several { places().map(|p| width(&labels.of(p)) + 2).max().unwrap_or(4) } else { 4 };
    Labels { width, ..labels }
}

/// The lines of a step: the source first, then the effects.
fn cell(item: &Item, labels: &Labels) -> Cell {
    let Item::Step { place, text, effects, .. } = item else { return None };
    let label = place.as_ref().map_or(String::new(), |p| format!("{:>1$}", labels.of(p), labels.width));
    let mut lines = Vec::new();
    if !(label.is_empty() && text.is_empty()) {
        lines.push((format!("{label} {text}"), Tone::Source));
    }
    lines.extend(effects.iter().map(|(e, tone)| (format!("{:>1$}{e}", "", labels.width + 1), *tone)));
    Some(lines)
}

fn natural(items: &[Item], cells: &[Cell], thread: u32) -> usize {
    let own = items.iter().zip(cells).filter(|(i, _)| matches!(i, Item::Step { thread: t, .. } if *t == thread));
    own.flat_map(|(_, c)| c.iter().flatten()).map(|(line, _)| width(line)).max().unwrap_or(0)
}

struct Columns<'a> {
    threads: &'a [u32],
    names: &'a [String],
    widths: &'a [usize],
    /// Of what stands below the source.
    indent: usize,
}

fn columns(items: &[Item], cells: &[Cell], columns: &Columns<'_>, look: Look) -> String {
    let mut out = String::new();
    let mut line = |cells: Vec<String>, gap: &str| {
        let text = cells.join(gap);
        out.push_str("  ");
        out.push_str(text.trim_end());
        out.push('\n');
    };
    let blank: Vec<String> = columns.widths.iter().map(|w| " ".repeat(*w)).collect();
    let heads = columns.names.iter().zip(columns.widths).map(|(n, w)| look.bold(pad(&shorten(n, *w), *w))).collect();
    line(heads, GAP);
    line(columns.widths.iter().map(|w| "─".repeat(*w)).collect(), "─┼─");
    for (item, cell) in items.iter().zip(cells) {
        let (Item::Step { thread, .. }, Some(cell)) = (item, cell) else {
            let Item::Fold { text, .. } = item else { continue };
            let column = columns.threads.iter().position(|column| Some(*column) == item.column()).unwrap_or(0);
            let mut row = blank.clone();
            row[column] = look.dim(pad(
                &shorten(&format!("{:>1$}{text}", "", columns.indent), columns.widths[column]),
                columns.widths[column],
            ));
            line(row, GAP);
            continue;
        };
        let Some(column) = columns.threads.iter().position(|t| t == thread) else { continue };
        for (text, tone) in join(cell, columns.widths[column]) {
            let mut row = blank.clone();
            let padded = pad(&shorten(&text, columns.widths[column]), columns.widths[column]);
            row[column] = colour(look, padded, tone);
            line(row, GAP);
        }
    }
    out
}

fn colour(look: Look, text: String, tone: Tone) -> String {
    match tone {
        Tone::End => look.bad(text),
        Tone::Effect => look.dim(text),
        Tone::Source => text,
    }
}

/// A step with a single effect goes on one line where it fits.
fn join(cell: &[(String, Tone)], columns: usize) -> Vec<(String, Tone)> {
    if let [(source, Tone::Source), (effect, tone)] = cell {
        let joined = format!("{source}   {}", effect.trim_start());
        if width(&joined) <= columns {
            return vec![(joined, if *tone == Tone::End { Tone::End } else { Tone::Source })];
        }
    }
    cell.to_vec()
}

/// Where columns would be cut: a line per step, the thread in front where it changes.
fn list(items: &[Item], (cells, indent): (&[Cell], usize), found: &Found, look: Look) -> String {
    let mut out = String::new();
    let names = |thread: &u32| shorten(&name(found, *thread), MOST_NAME);
    let left = items.iter().filter_map(Item::column).map(|thread| width(&names(&thread))).max().unwrap_or(0);
    let mut last = None;
    for (item, cell) in items.iter().zip(cells) {
        let (Item::Step { thread, .. }, Some(cell)) = (item, cell) else {
            if let Item::Fold { text, .. } = item {
                let who = match item.column() {
                    Some(thread) if last != Some(thread) => look.bold(pad(&names(&thread), left)),
                    _ => " ".repeat(left),
                };
                last = item.column();
                out.push_str(&format!("  {who} {:>indent$}{}\n", "", look.dim(text)));
            }
            continue;
        };
        let room = look.width.saturating_sub(left + 4).max(20);
        let cut = |(text, tone): (String, Tone)| match tone {
            Tone::Source => vec![(shorten_source(text.trim_end(), room), tone)],
            _ => wrap(&text, room).into_iter().map(|line| (line, tone)).collect(),
        };
        for (n, (text, tone)) in join(cell, room).into_iter().flat_map(cut).enumerate() {
            let changes = n == 0 && last != Some(*thread);
            last = Some(*thread);
            let who = if changes { look.bold(pad(&names(thread), left)) } else { " ".repeat(left) };
            out.push_str(&format!("  {who} {}\n", colour(look, text, tone)));
        }
    }
    out
}

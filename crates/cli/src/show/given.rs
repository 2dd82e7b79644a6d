//! The input that an execution took, as headlines and tables tell it: what one call takes is one
//! thing, also if it is an array or a structure, and so is standard input. It has the form that
//! `--input` reads. Headlines leave out what the execution does not depend on.

use super::step::Step;
use super::who;
use crate::{floats, inputs};
use std::collections::BTreeSet;
use threadbare_machine::{Machine, Numbers};
use threadbare_op::{Site, ThreadId};
use threadbare_program::{Program, ShapeId, ShapeKind};
use threadbare_report::Place;

/// No more inputs than these are told in the headline: all are in the schedule.
const MOST_INPUTS: usize = 8;
/// Nor more numbers of one.
const MOST_PARTS: usize = 16;

/// Of a text that ends with more zeros than these only one is told.
const MOST_ZEROS: usize = 8;

/// A number that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) value: u64,
    pub(super) width: u8,
    pub(super) of: Numbers,
}

/// What one call has taken.
#[derive(Debug)]
struct Taken {
    thread: u32,
    site: Site,
    /// The row of the table that tells it.
    step: usize,
    name: Option<String>,
    is_stdin: bool,
    /// What it is stored in does not name it.
    is_whole: bool,
    place: Option<Place>,
    /// The how-manieth inputs of the thread these are, as far as they are not fixed.
    numbers: Vec<u32>,
    /// So many parts, up to the last on which the execution depends; `None` if that is not known.
    needed: Option<usize>,
    /// Other values lead to the same fault, as far as they were tried.
    is_idle: bool,
    value: Value,
}

impl Taken {
    fn matters(&self) -> bool {
        self.needed != Some(0)
    }

    /// Its value, without the numbers at its end that do not matter.
    fn told(&self) -> String {
        match (&self.value, self.needed) {
            (Value::Parts(parts), Some(needed)) if needed + 1 < parts.len() && !is_text(parts) => {
                let told: Vec<String> = parts[..needed].iter().take(MOST_PARTS).map(|part| number(*part)).collect();
                format!("{{{}, ...}}", told.join(", "))
            }
            _ => self.value.told(false),
        }
    }
}

#[derive(Debug)]
enum Value {
    Parts(Vec<Part>),
    /// An argument, or a variable of the environment.
    Text(Vec<u8>),
}

impl Value {
    fn is_zero(&self) -> bool {
        matches!(self, Self::Parts(parts) if parts.iter().all(|part| part.value == 0))
    }

    fn told(&self, is_stdin: bool) -> String {
        match self {
            Self::Text(bytes) => format!("\"{}\"", bytes.escape_ascii()),
            Self::Parts(parts) => told(parts, is_stdin),
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    all: Vec<Taken>,
}

impl Inputs {
    /// An input was taken at a site, which `begins` what a call takes or goes on with it. Gives the
    /// row that tells it so far, and what it is to tell; `step` is the next row.
    pub(super) fn take(
        &mut self,
        program: &Program,
        (thread, site, place): (u32, Site, Option<&Place>),
        (part, begins, n): (Part, bool, Option<u32>),
        step: usize,
    ) -> (usize, String) {
        let taker = inputs::taker(program, site);
        let is_stdin = taker.is_none();
        // A number of 128 bits is two inputs.
        let is_wide = taker.is_some_and(|taker| taker.ends_with("int128"));
        let is_half = |last: &Taken| is_wide && matches!(&last.value, Value::Parts(parts) if parts.len() == 1);
        let goes_on = (!begins || is_stdin || self.all.last().is_some_and(is_half))
            && self.all.last().is_some_and(|last| {
                (last.thread, last.site, last.is_stdin) == (thread, site, is_stdin)
                    && matches!(last.value, Value::Parts(_))
                    && (!is_stdin || last.step + MOST_BETWEEN >= step)
            });
        if !goes_on {
            let name = if is_stdin { Some("stdin".into()) } else { inputs::name_at(program, site) };
            let value = Value::Parts(Vec::new());
            let is_whole = is_stdin || matches!(taker, Some("klee_make_symbolic" | "__VERIFIER_nondet_memory"));
            let (place, numbers, needed, is_idle) = (place.cloned(), Vec::new(), None, false);
            self.all.push(Taken {
                thread,
                site,
                step,
                name,
                is_stdin,
                is_whole,
                place,
                numbers,
                needed,
                is_idle,
                value,
            });
        }
        let Some(Taken { step, numbers, value: Value::Parts(parts), .. }) = self.all.last_mut() else {
            return (step, told(&[part], is_stdin));
        };
        parts.push(part);
        numbers.extend(n);
        (*step, told(parts, is_stdin))
    }

    /// The same of a string. Gives what its row tells.
    pub(super) fn take_text(&mut self, (thread, site): (u32, Site), name: &str, bytes: Vec<u8>, step: usize) -> String {
        let value = Value::Text(bytes);
        let told = format!("{name} = {}", value.told(false));
        let (name, numbers) = (Some(name.into()), Vec::new());
        let (is_stdin, is_whole, place, needed, is_idle) = (false, true, None, None, false);
        self.all.push(Taken { thread, site, step, name, is_stdin, is_whole, place, numbers, needed, is_idle, value });
        told
    }

    /// What was taken last is written at once to memory of this name: it says which element it is.
    pub(super) fn is_stored(&mut self, thread: u32, value: u64, name: &str) {
        let Some(last) = self.all.last_mut().filter(|last| last.thread == thread && !last.is_whole) else { return };
        let is_it = matches!(&last.value, Value::Parts(parts) if matches!(parts[..], [part] if part.value == value));
        let of = name.split_once('[').map(|(of, _)| of);
        if is_it && of.is_some() && last.name.as_deref() == of {
            last.name = Some(name.into());
        }
    }

    /// Leaves out the zeros that are padding at the end of a structure which a call has filled.
    pub(super) fn leave_padding(&mut self, machine: &Machine, steps: &mut [Step]) {
        for taken in self.all.iter_mut().filter(|taken| taken.is_whole && !taken.is_stdin) {
            let Value::Parts(parts) = &mut taken.value else { continue };
            let is_it = |step: &&Step| {
                (step.row.thread, step.site) == (taken.thread, taken.site) && step.row.operation == "store"
            };
            let stored = steps.iter().skip(taken.step).take(MOST_BETWEEN).find(is_it);
            let named = stored.and_then(|step| step.row.touched).and_then(|its| machine.named(its.addr, its.size));
            let Some(end) = named.and_then(|named| end(machine.program(), named.shape?)) else { continue };
            let begins = parts.iter().scan(0, |at, part| Some(std::mem::replace(at, *at + u64::from(part.width / 8))));
            let count = begins.take_while(|begins| *begins < end).count();
            if count > 0 && parts[count..].iter().all(|part| part.value == 0) {
                parts.truncate(count);
                steps[taken.step].row.result = Some(format!("takes {}", told(parts, false)));
            }
        }
    }

    /// Whether any were taken that are not fixed.
    pub(super) fn are_given(&self) -> bool {
        self.all.iter().any(|taken| !taken.numbers.is_empty())
    }

    /// Notes that the execution depends on these inputs only, each by who takes it and the
    /// how-manieth it is; the rows of others say so.
    pub(super) fn depend_on(&mut self, these: &BTreeSet<(ThreadId, u32)>, steps: &mut [Step]) {
        let is_one = |thread: u32, n: u32| these.contains(&(ThreadId(thread), n));
        let mut stdin = self.all.iter().filter(|taken| taken.is_stdin);
        let reads = stdin.any(|taken| taken.numbers.iter().any(|n| is_one(taken.thread, *n)));
        for taken in self.all.iter_mut().filter(|taken| !taken.numbers.is_empty()) {
            let last = taken.numbers.iter().rposition(|n| is_one(taken.thread, *n));
            let all = taken.numbers.len();
            taken.needed = Some(if taken.is_stdin && reads { all } else { last.map_or(0, |last| last + 1) });
            if let Some(step) = steps.get_mut(taken.step) {
                step.row.any = !taken.matters();
            }
        }
    }

    /// Notes that with other values for these the execution fails alike: the headline does not name
    /// them.
    pub(super) fn are_idle(&mut self, these: &BTreeSet<(ThreadId, u32)>, idle: &BTreeSet<(ThreadId, u32)>) {
        for taken in &mut self.all {
            let all = taken.numbers.iter().map(|n| (ThreadId(taken.thread), *n));
            let mut counting = all.filter(|input| these.contains(input)).peekable();
            taken.is_idle = counting.peek().is_some() && counting.all(|input| idle.contains(&input));
        }
        // What a loop takes is told together.
        let counts = |taken: &&Taken| taken.matters() && !taken.is_idle;
        let sites: BTreeSet<Site> = self.all.iter().filter(counts).map(|taken| taken.site).collect();
        self.all.iter_mut().for_each(|taken| taken.is_idle &= !sites.contains(&taken.site));
    }

    /// How the headline tells them: `with input n = 3`; `None` if there are none. Their rows know
    /// that they are told.
    pub(super) fn told(&self, steps: &mut [Step]) -> Option<String> {
        if !self.all.is_empty() && !self.all.iter().any(Taken::matters) {
            return Some("whatever the input".into());
        }
        let (told, rows) = self.those_that_matter()?;
        for at in rows {
            steps.iter_mut().skip(at).take(1).for_each(|step| step.row.is_told = true);
        }
        Some(format!("with input {told}"))
    }

    /// What is told of them, and the rows of those that are named.
    fn those_that_matter(&self) -> Option<(String, Vec<usize>)> {
        let all = || self.all.iter().filter(|taken| taken.matters() && !taken.is_idle);
        let mut stdin: Vec<Part> = Vec::new();
        let parts = all().filter(|taken| taken.is_stdin).map(|taken| &taken.value);
        stdin.extend(parts.flat_map(|value| if let Value::Parts(parts) = value { &parts[..] } else { &[] }));
        let others: Vec<&Taken> = all().filter(|taken| !taken.is_stdin).collect();
        let mut shown: Vec<&Taken> = others.clone();
        if shown.len() > MOST_INPUTS {
            shown.retain(|taken| !taken.value.is_zero());
            shown.truncate(MOST_INPUTS);
        }
        // One call may be performed several times.
        let again =
            |a: &&Taken, b: &&Taken| (a.thread, a.site, &a.name) == (b.thread, b.site, &b.name) && a.place.is_some();
        let mut told: Vec<String> = shown.chunk_by(again).map(|calls| self.one(calls)).collect();
        if !stdin.is_empty() {
            told.insert(0, format!("stdin = {}", self::told(&stdin, true)));
        }
        let rows = all().filter(|taken| taken.is_stdin).chain(shown.iter().copied()).map(|taken| taken.step).collect();
        // Those that are not told, and whether all are 0.
        let more = others.len() - shown.len();
        let is_zero = others.iter().filter(|taken| taken.value.is_zero()).count() >= more;
        let told = match (told.is_empty(), more) {
            (true, 0) => return None,
            (true, _) => "0 each time".into(),
            (false, 0) => told.join(", "),
            (false, _) if is_zero => format!("{}, else 0", told.join(", ")),
            (false, _) => format!("{}, and {more} more", told.join(", ")),
        };
        Some((told, rows))
    }

    /// What a call has taken, each time.
    fn one(&self, calls: &[&Taken]) -> String {
        let taken = calls[0];
        let value = calls.iter().map(|call| call.told()).collect::<Vec<_>>().join(", ");
        let told = taken.name.as_ref().map_or(value.clone(), |name| format!("{name} = {value}"));
        let Some(place) = &taken.place else { return told };
        let is_alike = |other: &Taken| (&other.name, other.site) == (&taken.name, taken.site);
        let others = self.all.iter().any(|other| is_alike(other) && other.thread != taken.thread);
        let thread = if others { format!(", {}", who(taken.thread)) } else { String::new() };
        format!("{told} ({}:{}{thread})", place.file, place.line)
    }
}

/// Between two bytes of standard input that one call reads are not more rows.
const MOST_BETWEEN: usize = 3;

fn is_text(parts: &[Part]) -> bool {
    parts.iter().all(|part| part.width == 8 && part.of == Numbers::Text)
}

/// Characters as a string, numbers as a list.
fn told(parts: &[Part], is_stdin: bool) -> String {
    if is_text(parts) && (is_stdin || parts.len() > 1) {
        let bytes: Vec<u8> = parts.iter().map(|part| part.value as u8).collect();
        let zeros = if is_stdin { 0 } else { bytes.iter().rev().take_while(|byte| **byte == 0).count() };
        let end = "\\0".repeat(if zeros > MOST_ZEROS { 1 } else { zeros });
        return format!("\"{}{end}\"", escaped(&bytes[..bytes.len() - zeros]));
    }
    match parts {
        [one] => number(*one),
        _ => {
            let numbers: Vec<String> = parts.iter().take(MOST_PARTS).map(|part| number(*part)).collect();
            let more = if parts.len() > MOST_PARTS { ", ..." } else { "" };
            format!("{{{}{more}}}", numbers.join(", "))
        }
    }
}

/// As in a string of C; the shortest form of a zero that no digit follows.
fn escaped(bytes: &[u8]) -> String {
    let one = |(at, byte): (usize, &u8)| match (byte, bytes.get(at + 1)) {
        (0, next) if !next.is_some_and(u8::is_ascii_digit) => "\\0".to_owned(),
        (byte, _) => byte.escape_ascii().to_string(),
    };
    bytes.iter().enumerate().map(one).collect()
}

/// Where the last part of a shape ends.
fn end(program: &Program, id: ShapeId) -> Option<u64> {
    let shape = program.shapes.get(id.0 as usize)?;
    match &shape.kind {
        ShapeKind::Fields(fields) => fields.iter().map(|(_, at, of)| Some(at + end(program, *of)?)).max()?,
        _ => Some(shape.size),
    }
}

/// A number as people have it.
fn number(Part { value, width, of }: Part) -> String {
    let above = 64 - width.clamp(1, 64);
    match (of, value) {
        (Numbers::Text, 0x20..=0x7E) => format!("'{}'", [value as u8].escape_ascii()),
        (Numbers::Unsigned, _) => value.to_string(),
        (Numbers::Float, _) => floats::told(value, width),
        _ => ((value << above) as i64 >> above).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_lists() {
        let parts = |width, of, values: &[u64]| -> Vec<Part> {
            values.iter().map(|&value| Part { value, width, of }).collect()
        };
        let text = |values: &[u64]| told(&parts(8, Numbers::Text, values), false);
        assert_eq!(text(&[71, 69, 0, 34, 1]), r#""GE\0\"\x01""#);
        assert_eq!(text(&[45, 49, 0, 0]), r#""-1\0\0""#);
        assert_eq!((text(&[0, 0]), text(&[0; 9])), (r#""\0\0""#.into(), r#""\0""#.into()));
        assert_eq!(text(&[0, 47, 0, 48]), r#""\0/\x000""#);
        assert_eq!((text(&[71]).as_str(), text(&[7]).as_str()), ("'G'", "7"));
        assert_eq!(told(&parts(8, Numbers::Text, &[10, 0]), true), r#""\n\0""#);
        assert_eq!(told(&parts(32, Numbers::Signed, &[u64::MAX, 3]), false), "{-1, 3}");
        assert_eq!(told(&parts(32, Numbers::Unsigned, &[0xFFFF_FFFF]), false), "4294967295");
    }
}

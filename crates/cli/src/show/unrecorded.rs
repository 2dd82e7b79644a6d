//! Parties of a fault whose steps were not recorded, or only set aside.

use super::Shown;
use threadbare_op::{FaultKind, Other, Site, ThreadId};
use threadbare_report::{Found, Row, Touched};

impl Shown {
    /// Both parties have a step, also one that was not recorded.
    pub(super) fn complete(&self, found: &mut Found, own: Site, other: &Other) {
        let known = found.row.or(found.second.as_ref().and_then(|second| second.row));
        // What uses a result comes after what computes it, and is the last thing that happens.
        let known = known.filter(|_| found.kind != FaultKind::Overflow);
        let like = known.map(|row| found.rows[row].clone()).unwrap_or_default();
        if found.second.as_ref().is_some_and(|second| second.row.is_none()) {
            let row = unrecorded(&like, other.thread.0, operation(other.what));
            let place = found.second.as_ref().and_then(|second| second.place.clone());
            let begins = |row: &Row| row.operation == "spawn" && row.other == Some(other.thread.0);
            let before = match found.rows.iter().position(begins).filter(|_| other.what == THREAD_BEGAN) {
                Some(start) => Some(start + 1),
                None => self.place_of((other.thread, other.site), &row, known),
            };
            insert(found, before, Row { place, ..row }, false);
        }
        if found.row.is_none() {
            let verb = if found.message.starts_with("write") { "store" } else { "load" };
            let verb = match found.kind {
                FaultKind::DataRace => own_access(&found.message, other.what),
                FaultKind::DoubleFree => "free",
                FaultKind::Overflow if found.second.as_ref().is_some_and(|second| second.what == COMPUTED) => "use",
                FaultKind::Overflow => "compute",
                _ => verb,
            };
            let row = unrecorded(&like, found.thread, verb);
            let known = found.second.as_ref().and_then(|second| second.row);
            let known = known.filter(|_| found.second.as_ref().is_none_or(|second| second.what != COMPUTED));
            let before = self.place_of((ThreadId(found.thread), own), &row, known);
            insert(found, before, Row { place: found.place.clone(), ..row }, true);
        }
    }

    /// In front of which step a party made such an access; in front of `known` if that is not known,
    /// and at the latest.
    fn place_of(&self, party: (ThreadId, Site), row: &Row, known: Option<usize>) -> Option<usize> {
        let access = row.touched.and_then(|touched| self.aside.last(party, Some(touched)));
        access.map(|access| known.map_or(access.before, |known| access.before.min(known))).or(known)
    }
}

/// A step that was not recorded, on what `like` is about.
fn unrecorded(like: &Row, thread: u32, operation: &str) -> Row {
    Row {
        thread,
        operation: operation.into(),
        location: like.location.clone(),
        internal: like.internal,
        touched: like.touched.map(|touched| Touched { writes: operation != "load", ..touched }),
        ..Row::default()
    }
}

/// What is said of arithmetic whose result another thread uses.
pub(super) const COMPUTED: &str = "computed here";

/// What is said of a variable that a thread has of its own.
pub(super) const THREAD_BEGAN: &str = "its thread began here";

/// The operation of a race's own party, by what the message says of both and by the other's.
fn own_access(message: &str, other: &str) -> &'static str {
    let both = message.split_once("unsynchronised ").and_then(|(_, both)| both.split_once(" and "));
    let (a, b) = both.unwrap_or_default();
    let writes = |what: &str| ["write", "initialisation", "destruction"].iter().any(|verb| what.ends_with(verb));
    let is_write = if writes(a) == writes(b) { writes(a) } else { operation(other) == "load" };
    if is_write { "store" } else { "load" }
}

/// The operation of which `what` is said.
fn operation(what: &str) -> &'static str {
    match what {
        "read here" | "read atomically here" | "used here" => "load",
        "freed here" => "free",
        "allocated here" => "allocate",
        COMPUTED => "compute",
        "its result is used here" => "use",
        what if what.ends_with("began here") => "lifetime-begin",
        what if what.starts_with("its ") => "lifetime-end",
        _ => "store",
    }
}

/// Puts a step of a party in front of the other party's step `before`, or last.
pub(super) fn insert(found: &mut Found, before: Option<usize>, row: Row, is_own: bool) {
    let at = before.unwrap_or(found.rows.len());
    add(found, at, row);
    if is_own {
        found.row = Some(at);
    } else if let Some(second) = &mut found.second {
        second.row = Some(at);
    }
}

/// Puts a step in front of step `at`.
pub(super) fn add(found: &mut Found, at: usize, row: Row) {
    found.rows.insert(at, row);
    let moved = |row: usize| row + usize::from(row >= at);
    for old in found.rows.iter_mut().filter_map(|row| row.old.as_mut()) {
        old.before = moved(old.before);
        old.source = old.source.map(moved);
    }
    found.row = found.row.map(moved);
    if let Some(second) = &mut found.second {
        second.row = second.row.map(moved);
    }
}

//! The steps that a fault is about.

use super::content::UNINITIALISED;
use super::deep::cut;
use super::step::Step;
use super::unrecorded::{COMPUTED, THREAD_BEGAN};
use super::{Shown, ends, held, misuse, streams};
use crate::order;
use crate::places::Places;
use std::sync::Arc;
use threadbare_machine::{Named, Owner};
use threadbare_op::{Fault, FaultId, FaultKind, Misuse, Other, Site, ThreadId};
use threadbare_report::{Allocated, Found, Frame, Row, Second, Touched, arrange};

const VOLATILE: &str = "`volatile` is neither atomic nor orders anything between threads; _Atomic does both. Where it is \
     meant to do, --races explore looks for what else goes wrong";

impl Shown {
    /// Adds to `found` who did what and where, and puts the steps of the two parties last.
    #[expect(
        clippy::too_many_lines,
        reason = "one step for each part of the report, in the order in which they need each other"
    )]
    pub(super) fn show_parties(&self, fault: &Fault, found: &mut Found, places: &Places<'_>) {
        let ids: Vec<FaultId> = self.numbers.iter().filter(|(_, f)| f == fault).map(|(id, _)| *id).collect();
        let refused = self.steps.iter().rposition(|step| step.refused.is_some_and(|id| ids.contains(&id)));
        let own = (fault.thread, fault.site);
        let (own_row, other_row) = match &fault.other {
            None if fault.kind == FaultKind::Leak => (self.allocation(fault), None),
            None if fault.kind == FaultKind::SyncMisuse => {
                (refused, refused.and_then(|row| self.cause(row, fault).or_else(|| self.first_end(row, fault))))
            }
            None => (refused, None),
            Some(other) if fault.kind == FaultKind::Overflow => self.overflow(own, other, refused),
            Some(other) => self.pair(own, (other.thread, other.site), refused),
        };
        let standing = self.stacks.iter().find(|(thread, site, _)| (*thread, *site) == own);
        let (site, callers) = match (own_row, standing) {
            (Some(row), _) => places.users(own.1, &self.steps[row].callers),
            (None, Some((_, site, stack))) => places.users(*site, stack),
            (None, None) => {
                let aside = self.aside.last(own, None);
                places.users(own.1, aside.map_or(&[], |access| &access.callers))
            }
        };
        found.place = places.place(site);
        found.stack = frames(places, site, &callers);
        found.row = own_row;
        let touching = refused.or(own_row).filter(|_| fault.kind != FaultKind::Leak);
        let beside = if fault.kind == FaultKind::OutOfBounds { self.only_block(&found.message) } else { None };
        let touching = touching.or(beside);
        if let Some(named) = touching.and_then(|row| self.steps[row].at.as_ref()) {
            touching.iter().for_each(|row| self.name_member(found, *row));
            found.message = self.objects.in_message(&found.message, named);
            let is_access = |row: &&Row| matches!(row.operation.as_str(), "load" | "store");
            let accessed = own_row.map(|row| &found.rows[row]).filter(is_access);
            if let (FaultKind::UseAfterFree, Some(location)) =
                (fault.kind, accessed.and_then(|row| row.location.as_ref()))
            {
                found.message = of_whole(&found.message, &self.objects.object(named), location);
            }
        }
        let used = own_row.or(touching).map(|row| &self.steps[row]);
        if let Some((step, kind)) = used.and_then(|step| Some((step, step.sync?)))
            && fault.kind == FaultKind::UseAfterFree
            && let (Some(named), Some((_, after))) = (&step.at, found.message.split_once(" after "))
        {
            found.message = format!("{kind} `{}` is used after {after}", self.objects.name(named));
        }
        if fault.kind == FaultKind::Overflow {
            for value in found.rows.iter_mut().flat_map(|row| [&mut row.read, &mut row.written]).flatten() {
                if value == UNINITIALISED {
                    *value = "undefined".into();
                }
            }
        }
        if fault.kind == FaultKind::Leak
            && let Some(row) = own_row
        {
            found.what = Some("allocated here".into());
            found.rows[row].party = Some(1);
        }
        self.name_misused(fault, found);
        if fault.kind != FaultKind::Leak {
            let undefined =
                if fault.kind == FaultKind::UninitialisedRead { self.undefined(fault.thread) } else { None };
            self.name_padding(found, undefined);
            self.name_allocation(found, own_row.or(other_row).or(beside).or(undefined));
        }
        if let Some(other) = &fault.other {
            let stand = Stand { thread: other.thread, site: other.site, what: other.what };
            found.second = Some(self.second(stand, other_row, places));
            self.complete(found, fault.site, other);
            self.explain(found);
            let is_volatile = |row: Option<usize>| row.is_some_and(|row| self.steps[row].is_volatile);
            if found.kind == FaultKind::DataRace && found.explanation.is_none() {
                let volatile = (is_volatile(own_row) || is_volatile(other_row)).then(|| VOLATILE.into());
                found.explanation = self.tell_held(found).or(volatile);
            }
            self.name_members(found, places, [fault.site, other.site]);
            streams::name(found, &self.steps, &self.objects, places);
            arrange(found);
            describe(found);
            let sync =
                |row: Option<usize>| row.map(|row| &found.rows[row]).filter(|row| row.is_sync()).map(misuse::did);
            let (own, other) = (sync(found.row), sync(found.second.as_ref().and_then(|second| second.row)));
            found.what = own.or(found.what.take());
            if let (Some(second), Some(did)) = (&mut found.second, other) {
                second.what = did;
            }
            streams::tell(found);
        } else if let (Some(own), FaultKind::SyncMisuse) = (own_row, fault.kind) {
            if let Some(row) = other_row {
                found.second = Some(self.stand(row, &misuse::did(&found.rows[row]), places));
                misuse::initialised_in_use(fault, found, own, row);
            }
            found.what = found.rows[own].attempt().map(|attempt| format!("{attempt} here"));
            if let Some(first) = other_row.filter(|_| misuse::why(fault) == Some(Misuse::EndedTwice)) {
                self.name_ends(found, (first, own), places.program());
            }
            self.show_used_up(own, found, places);
            arrange(found);
        }
    }

    /// A step on the only block of the heap that has the name in this message: an access outside of
    /// it is no step on it.
    fn only_block(&self, message: &str) -> Option<usize> {
        let is_named = |named: &Named| {
            let bare = format!("`{}", named.name);
            let mut rest = message.split(&bare).skip(1);
            named.owner == Owner::Heap && rest.any(|rest| rest.starts_with(['`', '.', '[', '+', '-']))
        };
        let mut blocks =
            self.steps.iter().enumerate().filter_map(|(at, step)| {
                step.at.as_ref().filter(|named| is_named(named)).map(|named| (at, named.object))
            });
        let (first, object) = blocks.next()?;
        blocks.all(|(_, other)| other == object).then_some(first)
    }

    /// The last step of a thread that reads what is not initialised: a member, or else padding.
    fn undefined(&self, thread: ThreadId) -> Option<usize> {
        let own = |row: &Row| row.thread == thread.0;
        let is_told = |row: &Row| own(row) && row.read.as_ref().is_some_and(|read| read.contains(UNINITIALISED));
        let is_padding = |at: &usize| {
            let held = self.steps[*at].read.iter().flatten();
            own(&self.execution.rows[*at]) && held.into_iter().any(|byte| byte.undef != 0)
        };
        let rows = &self.execution.rows;
        rows.iter().rposition(is_told).or_else(|| (0..rows.len()).rev().find(is_padding))
    }

    /// Says that what is not initialised is padding, if it is.
    fn name_padding(&self, found: &mut Found, row: Option<usize>) {
        let Some((name, first, last)) = row.and_then(|row| self.steps[row].padding.as_ref()) else { return };
        let bytes = if first == last { format!("byte {first}") } else { format!("bytes {first} to {last}") };
        let what = format!("the padding of `{name}` ({bytes}), which is uninitialised");
        found.message = found.message.replacen("an uninitialised value", &what, 1);
    }

    /// What made a misuse of the synchronisation object of step `row` one.
    fn cause(&self, row: usize, fault: &Fault) -> Option<usize> {
        let touched = self.execution.rows[row].touched?;
        let causes = misuse::causes(misuse::why(fault)?)?;
        let is_on_it = |at: &usize| {
            let earlier = &self.execution.rows[*at];
            earlier.touched.is_some_and(|other| other.addr == touched.addr && other.size == 0)
        };
        let fits = |at: &usize| causes.iter().any(|cause| cause.fits(&self.execution.rows[*at], fault.thread.0));
        let cause = (0..row).rev().filter(is_on_it).find(fits);
        // What has a static initialiser was initialised by nobody, but it was used.
        cause.or_else(|| (0..row).find(is_on_it).filter(|_| causes == [misuse::Cause::Initialised]))
    }

    /// What a message about a synchronisation object calls it.
    fn name_misused(&self, fault: &Fault, found: &mut Found) {
        let step = found.row.map(|row| &self.steps[row]).filter(|_| found.kind == FaultKind::SyncMisuse);
        if let Some((step, (kind, holders))) = step.and_then(|step| Some((step, step.misuses.as_ref()?)))
            && let (Some(named), Some(why)) = (&step.at, misuse::why(fault))
        {
            found.message = misuse::message(why, kind, &self.objects.name(named), holders.as_deref());
        }
    }

    /// Where the memory comes from that the fault is about, if it is of the heap.
    fn name_allocation(&self, found: &mut Found, row: Option<usize>) {
        let of_heap = |named: &&Named| named.owner == Owner::Heap;
        let Some(named) = row.and_then(|row| self.steps[row].at.as_ref()).filter(of_heap) else { return };
        let is_made = |(step, row): &(&Step, &Row)| {
            row.operation == "allocate" && step.at.as_ref().is_some_and(|made| made.object == named.object)
        };
        let mut made = self.steps.iter().zip(&self.execution.rows);
        if let Some((_, row)) = made.rfind(is_made) {
            let name = self.objects.name(&Named { path: String::new(), ..named.clone() });
            found.allocated = Some(Allocated { name, thread: row.thread, place: row.place.clone() });
        }
    }

    /// The computation without a result, and the use of what came of it if that is a step.
    fn overflow(&self, own: (ThreadId, Site), other: &Other, used: Option<usize>) -> (Option<usize>, Option<usize>) {
        let computed = |(thread, site): (ThreadId, Site)| {
            let mut rows = self.execution.rows.iter().zip(&self.steps);
            let is_it =
                |(row, step): &(&Row, &Step)| row.operation == "compute" && (row.thread, step.site) == (thread.0, site);
            rows.rposition(|both| is_it(&both))
        };
        if other.what == COMPUTED { (used, computed((other.thread, other.site))) } else { (computed(own), used) }
    }

    /// The steps of the two parties, as far as there are any.
    fn pair(
        &self,
        own: (ThreadId, Site),
        other: (ThreadId, Site),
        refused: Option<usize>,
    ) -> (Option<usize>, Option<usize>) {
        let is_of = |row: usize, party: (ThreadId, Site)| {
            (self.execution.rows[row].thread, self.steps[row].site) == (party.0.0, party.1)
        };
        match refused {
            Some(last) if is_of(last, own) => (Some(last), self.earlier(other, Some(last))),
            Some(last) if is_of(last, other) => (self.earlier(own, Some(last)), Some(last)),
            _ => (self.earlier(own, None), self.earlier(other, None)),
        }
    }

    /// The last step of a party that touches what the step `last`, which comes later, touches.
    fn earlier(&self, (thread, site): (ThreadId, Site), last: Option<usize>) -> Option<usize> {
        let touched = last.and_then(|last| self.execution.rows[last].touched);
        let overlaps = |a: Touched, b: Touched| a.addr < b.addr + b.size.max(1) && b.addr < a.addr + a.size.max(1);
        let meets = |row: &Row| match (row.touched, touched) {
            (Some(mine), Some(its)) => overlaps(mine, its),
            (mine, None) => mine.is_some(),
            (None, Some(_)) => false,
        };
        let end = last.unwrap_or(self.steps.len());
        let row = |at: usize| &self.execution.rows[at];
        let is_it = |at: &usize| row(*at).thread == thread.0 && self.steps[*at].site == site && meets(row(*at));
        // A call that operates on an object may write other parts of it as well.
        let operates = |at: &usize| is_it(at) && last.is_none() && row(*at).is_sync();
        let found = (0..end).rev().find(operates).or_else(|| (0..end).rev().find(is_it))?;
        // In a loop that does nothing visible in between, the first time is as good as the last.
        let alike = |at: &usize| is_it(at) && row(*at).touched == row(found).touched;
        let same_segment = (0..found).rev().filter(|at| row(*at).thread == thread.0);
        let first = same_segment.take_while(|at| row(*at).index.is_none() && row(found).index.is_none()).filter(alike);
        first.last().or(Some(found))
    }

    /// The second party whose step is `row`.
    pub(super) fn stand(&self, row: usize, what: &str, places: &Places<'_>) -> Second {
        let thread = ThreadId(self.execution.rows[row].thread);
        self.second(Stand { thread, site: self.steps[row].site, what }, Some(row), places)
    }

    pub(super) fn second(&self, other: Stand<'_>, row: Option<usize>, places: &Places<'_>) -> Second {
        let callers = row.map(|row| self.steps[row].callers.clone());
        let callers = callers.or_else(|| Some(self.aside.last((other.thread, other.site), None)?.callers.clone()));
        let standing = || {
            let stack = self.stacks.iter().find(|(thread, site, _)| (*thread, *site) == (other.thread, other.site));
            stack.map(|(_, _, stack)| Arc::from(stack.as_slice()))
        };
        let (site, callers) = places.users(other.site, &callers.or_else(standing).unwrap_or_default());
        Second {
            thread: other.thread.0,
            place: places.place(site),
            what: other.what.to_owned(),
            stack: frames(places, site, &callers),
            row,
        }
    }

    /// Why nothing orders the two, if something seems to.
    fn explain(&self, found: &mut Found) {
        let (Some(own), Some(other)) = (found.row, found.second.as_ref().and_then(|second| second.row)) else { return };
        // Where the memory has been freed before, no order helps.
        if found.kind != FaultKind::DataRace && !(found.kind == FaultKind::UseAfterFree && own < other) {
            return;
        }
        let (first, last) = (own.min(other), own.max(other));
        let (thread, second) = (found.rows[first].thread, found.rows[last].thread);
        let earlier = found.rows[..first].iter().filter(|row| row.thread == thread && row.index.is_some()).count();
        // The beginning of a thread counts as an event; what is not visible counts with the next
        // event.
        let is_beginning = found.second.as_ref().is_some_and(|second| second.what == THREAD_BEGAN);
        let count = if is_beginning { 1 } else { u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(2) };
        found.explanation = order::missing(&self.past, (ThreadId(thread), count), ThreadId(second))
            .or_else(|| held::failed_try(&found.rows, first, last));
    }
}

/// What a thread did, and where.
#[derive(Clone, Copy)]
pub(super) struct Stand<'a> {
    pub(super) thread: ThreadId,
    pub(super) site: Site,
    pub(super) what: &'a str,
}

/// What each party did, in the order in which they stand in the execution.
fn describe(found: &mut Found) {
    let (Some(own), Some(second)) = (found.row, found.second.as_ref()) else { return };
    let Some(other) = second.row else { return };
    let free_is_last = found.kind == FaultKind::UseAfterFree && own < other;
    let did = |row: &Row| match (row.operation.as_str(), row.order) {
        ("load", None | Some("plain")) => "read",
        ("store", None | Some("plain")) => "write",
        (operation, _) if row.is_sync() && operation.ends_with("-init") => "initialisation",
        (operation, _) if row.is_sync() && operation.ends_with("-destroy") => "destruction",
        _ if row.is_sync() => "use",
        ("allocate", _) => "allocation",
        ("lifetime-begin", _) => "beginning of its life",
        ("free", _) => "free",
        ("load", _) => "atomic read",
        ("store" | "rmw" | "cas", _) => "atomic write",
        _ => "access",
    };
    let done = |row: &Row| match did(row) {
        "read" => "read here",
        "write" => "written here",
        "atomic read" => "read atomically here",
        "atomic write" => "written atomically here",
        _ => match row.operation.as_str() {
            "free" => "freed here",
            "compute" => COMPUTED,
            "use" => "used here",
            _ => "accessed here",
        },
    };
    found.what = Some(done(&found.rows[own]).into());
    match found.kind {
        FaultKind::DataRace => {
            let (first, last) = (did(&found.rows[own.min(other)]), did(&found.rows[own.max(other)]));
            let both = found.message.split_once("`: unsynchronised ");
            // The step of a call of the library is the first thing that it does, which may be another.
            let is_told = ![first, last].contains(&"access") && [first, last] != ["read"; 2];
            if let (Some((what, _)), true) = (both, is_told) {
                found.message = format!("{what}`: unsynchronised {first} and {last}");
            }
        }
        FaultKind::UseAfterFree if free_is_last => tell_end_last(found, own),
        FaultKind::UseAfterFree => found.explanation = None,
        _ => {}
    }
}

/// Says of a use, in step `own`, whose memory is freed after it, that it may be freed before.
fn tell_end_last(found: &mut Found, own: usize) {
    let verb = match &found.message {
        _ if found.rows[own].is_sync() => "use",
        message if message.starts_with("write") => "write",
        _ => "read",
    };
    let is_freed = found.second.as_ref().is_some_and(|second| second.what == "freed here");
    let end = if is_freed { "free" } else { "end" };
    found.explanation = Some(match found.rows[own].operation.as_str() {
        "barrier-arrive" => format!(
            "nothing orders this {end} after the return from the wait; pthread_barrier_destroy would wait for that"
        ),
        _ => {
            let why = found.explanation.take().map_or_else(String::new, |why| format!(": {why}"));
            format!("nothing orders this {end} after the {verb}{why}")
        }
    });
    // In the execution shown it comes before.
    if let Some((what, _)) = found.message.split_once(" after ") {
        found.message = match what.strip_suffix(" is used") {
            Some(object) => format!("use of {object}, which may come after its {end}"),
            None => format!("{what}, which may come after its {end}"),
        };
    }
}

/// `message`, which calls a part of `object` what its step calls it: a copy is of more than its
/// first member.
fn of_whole(message: &str, object: &str, location: &str) -> String {
    let Some((before, after)) = message.split_once(&format!("`{object}")) else { return message.to_owned() };
    match after.split_once('`') {
        Some((path, after)) if !path.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '#') => {
            format!("{before}`{location}`{after}")
        }
        _ => message.to_owned(),
    }
}

/// The calls that led to a site, innermost first, beginning with the site itself.
pub(super) fn frames(places: &Places<'_>, site: Site, callers: &[Site]) -> Vec<Frame> {
    // `exit` has no frame while it runs handlers.
    let exit = |site: Site| {
        let name = ends::called(places.program(), site).filter(|name| ["exit", "quick_exit"].contains(name));
        name.map(|name| Frame { function: name.to_owned(), place: None, left_out: 0 })
    };
    let callers = callers.iter().flat_map(|site| exit(*site).into_iter().chain(places.frames(*site)));
    let all = places.frames(site).into_iter().chain(callers);
    cut(all.filter(|frame| !frame.function.is_empty()).collect())
}

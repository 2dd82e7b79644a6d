//! Ends of the program: what called `exit`, whose frames are gone when handlers run; and of a
//! program that is ended twice, which calls of `exit`, or which return of `main`, do that.

use super::recorder::Recorder;
use super::step::Step;
use super::{Shown, misuse, unrecorded, who};
use crate::explain::callee_name;
use crate::places::inst_at;
use std::collections::BTreeMap;
use std::sync::Arc;
use threadbare_machine::Record;
use threadbare_op::{Fault, FaultKind, Misuse, Site, ThreadId};
use threadbare_program::{Inst, Program};
use threadbare_report::{Found, Row};

const WHY: &str = "C leaves undefined what happens when the program is ended again while it ends (C11 7.22.4.4)";

/// Where threads have called `exit`, and the calls that led there, innermost first.
#[derive(Debug, Default)]
pub(super) struct Exits(BTreeMap<ThreadId, Vec<Site>>);

impl Exits {
    /// `thread` ends the program at a site to which these calls led, with or without the site
    /// itself.
    pub(super) fn called(&mut self, thread: ThreadId, (site, stack): (Site, &[Site])) {
        let own = std::iter::once(site).filter(|site| stack.first() != Some(site));
        let calls: Vec<Site> = own.chain(stack.iter().copied()).collect();
        // When `main` has returned, no call is left that led to the end.
        if !stack.is_empty() {
            self.0.insert(thread, calls);
        }
    }

    /// `stack` with the calls below the handlers that `exit` runs.
    pub(super) fn whole(&self, thread: ThreadId, mut stack: Vec<Site>) -> Vec<Site> {
        if let Some(calls) = self.0.get(&thread).filter(|calls| !stack.contains(&calls[0])) {
            stack.extend(calls);
        }
        stack
    }

    /// The callers of a recorded step, likewise.
    pub(super) fn callers(&self, thread: ThreadId, (site, callers): (Site, Arc<[Site]>)) -> Arc<[Site]> {
        match self.0.get(&thread) {
            Some(calls) if calls[0] != site => self.whole(thread, callers.to_vec()).into(),
            _ => callers,
        }
    }
}

impl Recorder<'_> {
    /// The program begins to end. That is a step if handlers run, unless it was a visible one.
    pub(super) fn end(&mut self, record: &Record) {
        let is_told = |last: &Step| last.row.operation == "exit" && last.row.thread == record.thread.0;
        let site = self.places.users(record.site, &record.callers).0;
        let Some(place) = self.places.place(site).filter(|_| !self.steps.iter().any(is_told)) else { return };
        let row = Row {
            thread: record.thread.0,
            operation: "exit".into(),
            place: Some(place),
            function: self.places.function(site),
            ..Row::default()
        };
        self.ending = Some(Step::new(row, record.site, record.callers.clone()));
    }

    /// A thread does something: if it has begun to end the program, that was in a handler.
    pub(super) fn begin_handlers(&mut self, thread: ThreadId, is_told: bool) {
        let ending = self.ending.take_if(|step| step.row.thread == thread.0);
        self.steps.extend(ending.filter(|_| !is_told));
    }
}

impl Shown {
    /// Adds where threads have ended for whose end nobody has waited, so that nobody looks for what
    /// they do to those who wait. Where loops wait, that says nothing.
    pub(super) fn show_ends(&self, found: &mut Found) {
        if found.kind == FaultKind::Liveness {
            return;
        }
        for thread in &self.gone {
            let is_joined = found.rows.iter().any(|row| row.operation == "join" && row.other == Some(thread.0));
            let last = found.rows.iter().rposition(|row| row.thread == thread.0);
            // Who is left behind has done all its steps before `main` ends.
            let leaves = *thread == ThreadId::MAIN && found.kind == FaultKind::Abandoned;
            let last = if leaves { found.rows.len().checked_sub(1) } else { last };
            if let Some(last) = last.filter(|_| !is_joined) {
                let result = Some(format!("{} ends", who(thread.0)));
                unrecorded::add(
                    found,
                    last + 1,
                    Row { thread: thread.0, operation: "end".into(), result, ..Row::default() },
                );
            }
        }
    }

    /// The first end of the program, if the step `row` is the second one.
    pub(super) fn first_end(&self, row: usize, fault: &Fault) -> Option<usize> {
        let is_end = |at: &usize| self.execution.rows[*at].operation == "exit";
        (0..row).rev().find(is_end).filter(|_| misuse::why(fault) == Some(Misuse::EndedTwice))
    }

    /// Says who ends the program: first in step `first`, then in step `own`.
    pub(super) fn name_ends(&self, found: &mut Found, (first, own): (usize, usize), program: &Program) {
        let end = |row: usize| {
            let who = self.named(self.execution.rows[row].thread);
            match called(program, self.steps[row].site) {
                Some(name) => (format!("`{name}` in {who}"), format!("calls `{name}` here")),
                None => ("the return of `main`".to_owned(), "returns here".to_owned()),
            }
        };
        let ((first, first_did), (second, did)) = (end(first), end(own));
        found.message = format!("the program is ended twice: by {first} and by {second}");
        found.what = Some(did);
        if let Some(other) = &mut found.second {
            other.what = first_did;
        }
        found.explanation = Some(WHY.into());
    }
}

/// The function that is called there; `None` where `main` returns.
pub(super) fn called(program: &Program, site: Site) -> Option<&str> {
    match inst_at(program, site)? {
        Inst::Call { callee, .. } => callee_name(program, *callee).map(|(name, _)| name),
        _ => None,
    }
}

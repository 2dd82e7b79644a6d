//! Accesses to what the libraries keep for themselves: the position of `strtok`. They are no steps of
//! the program's, but one of them may be a party of a fault.

use super::naming::is_internal;
use std::sync::Arc;
use threadbare_machine::{Machine, Record, What};
use threadbare_op::{Site, ThreadId};
use threadbare_report::Touched;

/// No more of them than this are kept of one execution.
const MOST: usize = 20_000;

/// Such an access.
#[derive(Debug)]
pub(super) struct Access {
    /// In front of which step it is.
    pub(super) before: usize,
    thread: ThreadId,
    site: Site,
    /// The calls that led to the site, innermost first.
    pub(super) callers: Arc<[Site]>,
    touched: Touched,
}

/// Those of an execution, in its order.
#[derive(Debug, Default)]
pub(super) struct Aside(Vec<Access>);

impl Aside {
    /// Keeps an access that was made in front of this step.
    pub(super) fn add(&mut self, before: usize, record: &Record, callers: Arc<[Site]>) {
        let touched = match record.what {
            What::Read { addr, size, .. } => Touched { addr, size: size.into(), writes: false },
            What::Write { addr, size, .. } => Touched { addr, size: size.into(), writes: true },
            _ => return,
        };
        let access = Access { before, thread: record.thread, site: record.site, callers, touched };
        let is_same = |last: &Access| {
            (last.before, last.thread, last.site, last.touched) == (before, access.thread, access.site, touched)
        };
        if self.0.len() < MOST && !self.0.last().is_some_and(is_same) {
            self.0.push(access);
        }
    }

    /// The last access of this thread at this site; to some of these bytes, if any are given, and
    /// which writes as `touched` does.
    pub(super) fn last(&self, party: (ThreadId, Site), touched: Option<Touched>) -> Option<&Access> {
        let meets = |its: Touched| touched.is_none_or(|touched| touched.overlaps(its) && touched.writes == its.writes);
        self.0.iter().rev().find(|access| (access.thread, access.site) == party && meets(access.touched))
    }
}

/// Whether it is about variables that come with the tool, or about the life of `errno`.
pub(super) fn is_of_runtime(machine: &Machine, what: &What) -> bool {
    let (addr, lives) = match *what {
        What::Read { addr, .. } | What::Write { addr, .. } => (addr, false),
        What::Begin { addr, .. } | What::End { addr, .. } => (addr, true),
        _ => return false,
    };
    machine.named(addr, 1).is_some_and(|named| is_internal(&named) || (lives && named.name == "errno"))
}

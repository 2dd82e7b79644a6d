//! What the exploration reports.

use super::state::Execution;
use super::witness::Realize;
use crate::report::Report;
use crate::run::{Ending, Spin, ending};
use crate::values::order::Id;
use threadbare_op::{Fault, FaultKind, System, ThreadId};

/// The thread of the newest event was told.
pub(super) fn stepped<S: System, const W: usize>(
    report: &mut Report<'_, S>,
    x: &Execution<S::State, W>,
    realize: &mut Realize,
) {
    report.performed(x.events.len());
    if let Some(event) = x.events.last() {
        begun(report, x, realize, event.thread);
        if let Some(child) = event.child {
            begun(report, x, realize, child);
        }
    }
}

/// Where a thread stands has become known.
pub(super) fn begun<S: System, const W: usize>(
    report: &mut Report<'_, S>,
    x: &Execution<S::State, W>,
    realize: &mut Realize,
    thread: u32,
) {
    let Some(fault) = report.stands(x.lane(thread).pending.op) else { return };
    let Fault { kind, thread, other, .. } = report.system.fault(fault);
    let race = other.as_ref().filter(|_| *kind == FaultKind::DataRace).map(|other| [other.thread, *thread]);
    report.fault(fault, &mut || match race {
        Some(both) if realize.realize_late(&x.p).is_ok() => x.race_schedule(&realize.line, &both),
        Some(both) => x.race_schedule(realized(x, realize), &both),
        None => x.schedule(realized(x, realize)),
    });
}

/// The execution, of which `line` is a linearisation, cannot go on.
pub(super) fn end<S: System, const W: usize>(
    report: &mut Report<'_, S>,
    x: &Execution<S::State, W>,
    line: &[Id],
    spins: &[Spin],
) {
    let threads: Vec<_> =
        x.threads().map(|(thread, lane)| (ThreadId(thread), lane.pending.op, lane.pending.site)).collect();
    let end = ending(report.system, &threads, spins);
    if let Ending::Deadlock(fault) = end {
        report.fault(fault, &mut || x.schedule(line));
    }
    report.ended(end == Ending::Complete, &mut || x.schedule(line));
}

/// A linearisation of the execution, which is known to have one.
pub(super) fn realized<'r, T: Copy, const W: usize>(x: &Execution<T, W>, realize: &'r mut Realize) -> &'r [Id] {
    let found = realize.realize(&x.p, x.root);
    assert!(found.is_ok(), "what was realizable is so after writes were added");
    &realize.line
}

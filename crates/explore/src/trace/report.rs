//! What a search of traces reports.

use super::TraceSystem;
use super::state::Trace;
use crate::drive::ending::{Ending, ending};
use crate::drive::report::Report;
use threadbare_op::ThreadId;

/// The newest event was performed.
pub(super) fn stepped<S: TraceSystem, const W: usize>(report: &mut Report<'_, S>, trace: &Trace<S::State, W>) {
    report.performed(trace.events.len());
    if let Some(event) = trace.events.last() {
        begun(report, trace, event.thread);
        if let Some(child) = event.child {
            begun(report, trace, child);
        }
    }
}

/// Where a thread stands has become known.
pub(super) fn begun<S: TraceSystem, const W: usize>(
    report: &mut Report<'_, S>,
    trace: &Trace<S::State, W>,
    thread: u32,
) {
    if let Some(fault) = report.stands(trace.lane(thread).pending.op) {
        report.fault(fault, &mut || trace.schedule());
    }
}

/// The trace cannot go on, but for accesses that leave their threads waiting.
pub(super) fn end<S: TraceSystem, const W: usize>(report: &mut Report<'_, S>, trace: &mut Trace<S::State, W>) {
    // Most executions are complete, which is seen at once.
    if trace.unfinished == 0 {
        return report.ended(Ending::Complete, &mut || trace.schedule());
    }
    let events = trace.events.len();
    trace.perform_waits(report);
    tell_end(report, trace);
    while trace.events.len() > events {
        trace.undo(report.system);
    }
}

fn tell_end<S: TraceSystem, const W: usize>(report: &mut Report<'_, S>, trace: &Trace<S::State, W>) {
    let threads: Vec<_> =
        trace.threads().map(|(thread, lane)| (ThreadId(thread), lane.pending.op, lane.pending.site)).collect();
    let spins = trace.spins(report.system);
    let end = ending(report.system, &threads, &spins);
    report.ended(end, &mut || trace.schedule());
}

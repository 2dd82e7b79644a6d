//! What a search of traces reports.

use super::TraceSystem;
use super::state::{NONE, Trace};
use crate::drive::report::Report;
use crate::sc::holders;
use crate::waits::ending::Ending;
use threadbare_op::{Op, ThreadId};

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
    report.begun(trace.lane(thread).pending.op, &mut || trace.schedule());
}

/// The trace cannot go on, but for accesses that leave their threads waiting.
pub(super) fn end<S: TraceSystem, const W: usize>(report: &mut Report<'_, S>, trace: &mut Trace<S::State, W>) {
    // Most executions are complete, which is seen at once.
    if trace.unfinished == 0 {
        return report.ended(Ending::Complete, &mut || trace.schedule());
    }
    let events = trace.events.len();
    trace.perform_waits(report);
    let spins = trace.spins(report.system);
    let threads = trace.threads().map(|(thread, lane)| (thread, &lane.pending));
    let holders = |system: &mut S, thread: ThreadId, op| match (op, trace.lane(thread.0).loc) {
        (Op::Join { thread }, _) => vec![thread],
        (Op::Sync { .. }, loc) if loc != NONE => holders(system.sync().get(trace.content(loc).value.state())),
        _ => Vec::new(),
    };
    report.end(threads, &spins, holders, &mut || trace.schedule());
    while trace.events.len() > events {
        trace.undo(report.system);
    }
}

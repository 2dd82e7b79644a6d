//! What a search by values reports.

use super::state::Execution;
use crate::drive::report::Report;
use threadbare_op::System;

/// Where a thread stands has become known.
pub(super) fn begun<S: System, const W: usize>(
    report: &mut Report<'_, S>,
    execution: &Execution<S::State, W>,
    thread: u32,
) {
    if let Some(fault) = report.stands(execution.lane(thread).pending.op) {
        // A race may be with what comes later in the witness.
        let by_order = report.system.fault(fault).kind.goes_by_order();
        let last = execution.events.len().checked_sub(1).filter(|_| !by_order).map(|last| last as u32);
        report.fault(fault, &mut || execution.schedule(last));
    }
}

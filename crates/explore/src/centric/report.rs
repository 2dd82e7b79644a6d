//! What the exploration reports.

use super::shown::Met;
use super::state::{Execution, Lane};
use super::witness::Realize;
use crate::drive::report::Report;
use crate::values::order::Id;
use crate::waits::stuck::Spin;
use threadbare_op::{Op, RaceView, Stuck};

/// The thread of the newest event was told.
pub(super) fn stepped<S: RaceView, const W: usize>(
    report: &mut Report<'_, S>,
    x: &Execution<S::State, W>,
    spare: &mut Realize<W>,
) {
    report.performed(x.events.len());
    if let Some(event) = x.events.last() {
        begun(report, x, spare, event.thread);
        if let Some(child) = event.child {
            begun(report, x, spare, child);
        }
    }
}

/// Where a thread stands has become known.
pub(super) fn begun<S: RaceView, const W: usize>(
    report: &mut Report<'_, S>,
    x: &Execution<S::State, W>,
    spare: &mut Realize<W>,
    thread: u32,
) {
    let Some(fault) = report.stands(x.lane(thread).pending.op) else { return };
    let (met, earlier) = met(report.system, x, thread);
    let hides = !report.system.rules().explores_plain;
    report.fault(fault, &mut || match &met {
        Some(met) => x.schedule_of_fault(realized(x, spare), met, &earlier, hides),
        None => x.schedule(realized(x, spare)),
    });
}

/// What a thread has met, and what others have met already; nothing if none of it goes by the order
/// of events.
fn met<S: RaceView, const W: usize>(system: &S, x: &Execution<S::State, W>, thread: u32) -> (Option<Met>, Vec<Met>) {
    let of = |(thread, lane): (u32, &Lane<S::State, W>)| match lane.pending.op {
        Op::Stuck(Stuck::Fault(fault)) => Some(Met { thread, fault: system.fault(fault).clone() }),
        _ => None,
    };
    let by_order = |met: &Met| met.fault.kind.goes_by_order();
    let earlier: Vec<Met> = x.threads().filter(|other| other.0 != thread).filter_map(of).filter(by_order).collect();
    let met = of((thread, x.lane(thread))).filter(|met| by_order(met) || !earlier.is_empty());
    (met, earlier)
}

/// The execution cannot go on. `line` is a linearisation, if one was made.
pub(super) fn end<S: RaceView, const W: usize>(
    report: &mut Report<'_, S>,
    x: &Execution<S::State, W>,
    line: Option<&[Id]>,
    spare: &mut Realize<W>,
    spins: &[Spin],
) {
    let threads = x.threads().map(|(thread, lane)| (thread, &lane.pending));
    report.end(threads, spins, |_, _, _| Vec::new(), &mut || x.schedule(line.unwrap_or_else(|| realized(x, spare))));
}

/// A linearisation of the execution, which is known to have one.
fn realized<'r, T: Copy, const W: usize>(x: &Execution<T, W>, spare: &'r mut Realize<W>) -> &'r [Id] {
    *spare = Realize::default();
    if spare.realize(&x.p, x.root).is_err() {
        // The writes that were added since have taken places in which they do harm later.
        let found = spare.realize_somehow(&mut x.p.clone(), x.root);
        assert!(found, "what was realizable is so after writes were added");
    }
    &spare.line
}

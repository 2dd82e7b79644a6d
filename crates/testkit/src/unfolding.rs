//! The unfolding of a program from its definition (Nguyen et al., *Quasi-optimal partial order
//! reduction*, CAV 2018, Definition 1): the events of all its interleavings, each named by what it
//! does and by the set of the names of all that is before it.
//!
//! Nothing is pruned, nothing is incremental: happens-before of each interleaving is the transitive
//! closure of what the replay of its schedule says (program order, reads-from, starting and joining
//! threads, what a wait waited for) and of the order of operations that conflict.

use crate::check::run_guarded;
use crate::explorers;
use crate::program::Program;
use crate::toy::Toy;
use std::collections::BTreeMap;
use std::rc::Rc;
use threadbare_explore::{Replayed, replay};
use threadbare_op::{Addr, Op, Site, ThreadId};

/// An event: its thread, its place there, where it is in the program's text, what it chose, and the
/// names of all events before it.
type Name = (Vec<u32>, u32, Site, Option<u32>, Vec<usize>);

struct Step {
    thread: ThreadId,
    path: Vec<u32>,
    index: u32,
    site: Site,
    choice: Option<u32>,
    /// What it touches, and whether it writes.
    touches: Option<(Addr, bool)>,
    clock: Vec<u32>,
}

/// The number of events of the unfolding; `None` if the program has more than `limit`
/// interleavings.
#[must_use]
pub fn events(program: &Rc<Program>, limit: usize) -> Option<usize> {
    let (_, told, coverage) = run_guarded(&explorers::naive, program, limit).ok()?;
    if coverage.stopped {
        return None;
    }
    let mut names = BTreeMap::new();
    for schedule in told.complete.iter().chain(&told.blocked) {
        let mut steps = Vec::new();
        let mut watch = |toy: &mut Toy, event: &Replayed<_>| {
            let choice = match event.op {
                Op::Choice { .. } => schedule.steps[event.step].choice,
                _ => None,
            };
            let touches = match event.op {
                Op::Sync { object, op } => (!op.is_wait()).then_some((object, true)),
                op => op.loc().map(|loc| (loc.addr, event.written.is_some())),
            };
            let (path, clock) = (toy.path(event.thread), event.clock.clone());
            let Replayed { thread, index, site, .. } = *event;
            steps.push(Step { thread, path, index, site, choice, touches, clock });
        };
        replay(&mut Toy::new(program), schedule, &mut watch).ok()?;
        name_all(&steps, &mut names);
    }
    Some(names.len())
}

/// Gives names to the events of an interleaving.
fn name_all(steps: &[Step], names: &mut BTreeMap<Name, usize>) {
    let mut known: Vec<usize> = Vec::new();
    let mut pasts: Vec<Vec<bool>> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let mut past = vec![false; at];
        for before in (0..at).filter(|before| is_before(&steps[*before], step)) {
            past[before] = true;
            pasts[before].iter().enumerate().filter(|(_, in_past)| **in_past).for_each(|(older, _)| past[older] = true);
        }
        let mut before: Vec<usize> = (0..at).filter(|before| past[*before]).map(|before| known[before]).collect();
        before.sort_unstable();
        let name = (step.path.clone(), step.index, step.site, step.choice, before);
        let next = names.len();
        known.push(*names.entry(name).or_insert(next));
        pasts.push(past);
    }
}

/// Whether an earlier step of an interleaving is before a later one for a reason that is not
/// another step.
fn is_before(earlier: &Step, later: &Step) -> bool {
    let conflict = match (earlier.touches, later.touches) {
        (Some((x, writes)), Some((y, also))) => x == y && (writes || also),
        _ => false,
    };
    // The beginning of a thread counts as its first event.
    conflict || later.clock.get(earlier.thread.index()).is_some_and(|count| *count > earlier.index)
}

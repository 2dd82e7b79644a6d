//! Who waits for what at the end of an execution.

use super::barriers::Barriers;
use super::misuse::Holders;
use super::naming::Values;
use super::recorder::{State, named_object};
use super::saw::Saw;
use crate::names;
use threadbare_explore::Standing;
use threadbare_op::{Op, SyncOp, ThreadId};
use threadbare_report::{Frame, Held, Place, Touched, Waiting};

/// What is said of a loop that looks at nothing.
pub(super) const ENDLESS: &str = "nothing: it goes round a loop for ever";

/// What has to happen to an object that is tried in a loop.
pub(super) const TO_BE_FREE: &str = "to be free";
pub(super) const TO_BE_POSTED: &str = "to be posted";

/// A thread that waits; and whether that is in a loop, for something to be written.
pub(super) fn waiting(
    values: Values<'_>,
    barriers: &Barriers,
    (standing, saw, marked): (&Standing<State>, &[Saw<'_>], Option<&Saw<'_>>),
    ended: &[ThreadId],
    holders: &Holders,
    since: impl Fn(u64, ThreadId) -> Option<Place>,
    (place, stack): (Option<Place>, Vec<Frame>),
) -> (Waiting, bool) {
    let op = standing.pending.op;
    let changes = if matches!(op, Op::Stuck(_)) { changes(values, saw.iter()) } else { None };
    let awaits_write = changes.is_some();
    let what = match op {
        Op::Stuck(_) => changes.unwrap_or_else(|| ENDLESS.into()),
        op => awaited(values, barriers, op),
    };
    // What it tries again and again is held by somebody, too.
    let (tried, touched) = match op {
        Op::Sync { object, .. } => (Some(object), Some(Touched { addr: object, size: 0, writes: true })),
        _ => (marked.and_then(Saw::tried), marked.and_then(Saw::touched)),
    };
    let mut also: Vec<Touched> = saw.iter().filter_map(Saw::touched).collect();
    also.retain(|its| matches!(op, Op::Stuck(_)) && Some(its.addr) != touched.map(|touched| touched.addr));
    let holder = |thread: &ThreadId| {
        tried.map(|object| Held { thread: thread.0, since: since(object, *thread), ended: ended.contains(thread) })
    };
    let owned = tried.filter(|_| matches!(op, Op::Stuck(_))).map(|object| holders.all(object)).unwrap_or_default();
    let waiting = Waiting {
        thread: standing.thread.0,
        place,
        stack,
        what,
        held: standing.holders.iter().chain(&owned).filter_map(holder).collect(),
        touched,
        also,
        loops: op.is_stuck() && !op.waits_in_call(),
        on: standing.holders.iter().map(|holder| holder.0).collect(),
        aside: matches!(op, Op::Join { .. }),
    };
    (waiting, awaits_write)
}

/// First the circle of those who wait for each other, then other waits, and last those for the end
/// of a thread. [`Waiting::aside`], which says of each whether it waits for the end of a thread,
/// becomes whether its wait is a mere consequence.
pub(super) fn sort(all: &mut [Waiting]) {
    let circle: Vec<u32> = all.iter().filter(|wait| reaches(all, wait, wait.thread)).map(|wait| wait.thread).collect();
    let rank = |wait: &Waiting| match (circle.contains(&wait.thread), wait.aside) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    };
    all.sort_by_key(|wait| (rank(wait), wait.thread));
    for wait in all {
        wait.aside = !circle.contains(&wait.thread) && (wait.aside || !circle.is_empty());
    }
}

/// Whether `from` waits for `to`, or for somebody who does.
fn reaches(all: &[Waiting], from: &Waiting, to: u32) -> bool {
    let (mut seen, mut left) = (Vec::new(), from.on.clone());
    while let Some(thread) = left.pop() {
        if thread == to {
            return true;
        }
        if !seen.contains(&thread) {
            seen.push(thread);
            left.extend(all.iter().filter(|wait| wait.thread == thread).flat_map(|wait| &wait.on));
        }
    }
    false
}

/// What a thread that stands at `op` waits for.
fn awaited(values: Values<'_>, barriers: &Barriers, op: Op) -> String {
    let object = match op {
        Op::Sync { object, op } => named_object(values.machine, object, op),
        _ => None,
    };
    let what = names::awaited(&op, &object.map(|named| values.objects.name(&named)).unwrap_or_default());
    if let Op::Sync { op: SyncOp::BarrierLeave, object } = op
        && let Some(arrived) = barriers.arrived(object)
    {
        return format!("{what} ({arrived})");
    }
    what
}

/// What would have to change for a loop to end in which this is seen again and again, if anything.
pub(super) fn changes<'s>(values: Values<'_>, saw: impl Iterator<Item = &'s Saw<'s>>) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for text in saw.filter_map(|saw| saw.awaited(values)) {
        if !told.contains(&text) {
            told.push(text);
        }
    }
    (!told.is_empty()).then(|| told.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(thread: u32, on: &[u32], aside: bool) -> Waiting {
        Waiting { thread, on: on.to_vec(), aside, ..Waiting::default() }
    }

    fn sorted(mut all: Vec<Waiting>) -> Vec<(u32, bool)> {
        sort(&mut all);
        all.iter().map(|wait| (wait.thread, wait.aside)).collect()
    }

    #[test]
    fn the_circle_comes_first_and_joins_last() {
        // main joins T1, T1 waits for what T3 holds; T3 and T4 wait for each other.
        let all = vec![wait(0, &[1], true), wait(1, &[3], false), wait(3, &[4], false), wait(4, &[3], false)];
        assert_eq!(sorted(all), [(3, false), (4, false), (1, true), (0, true)]);
    }

    #[test]
    fn without_a_circle() {
        let all = vec![wait(0, &[1], true), wait(1, &[], false), wait(2, &[1], false)];
        assert_eq!(sorted(all), [(1, false), (2, false), (0, true)]);
    }

    #[test]
    fn a_join_may_be_a_part_of_the_circle() {
        assert_eq!(sorted(vec![wait(0, &[1], true), wait(1, &[0], false)]), [(0, false), (1, false)]);
    }
}

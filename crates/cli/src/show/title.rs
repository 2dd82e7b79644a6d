//! The headline of a fault of threads that wait: one sentence. The report says below it of each
//! thread what it waits for, who holds that, and since where.

use super::waits::{ENDLESS, TO_BE_FREE, TO_BE_POSTED};
use crate::names::FILE;
use std::collections::BTreeSet;
use threadbare_op::FaultKind;
use threadbare_report::{Found, Row, Waiting, list};

/// What is said of threads, or of one, that still wait when `main` ends; or run, and look at nothing.
pub(super) const fn left_behind(is_one: bool, runs: bool) -> &'static str {
    match (is_one, runs) {
        (true, false) => "a thread still waits when `main` ends, and nothing can wake it",
        (false, false) => "threads still wait when `main` ends, and nothing can wake them",
        (true, true) => "a thread still runs when `main` ends, and nothing can end it",
        (false, true) => "threads still run when `main` ends, and nothing can end them",
    }
}

/// More threads than this are counted instead of named.
const MOST_NAMES: usize = 4;

/// The headline of a deadlock, of waits in loops that nothing can end (`awaits_write`: some loop
/// waits for something to be written), or of threads that are left behind.
pub(super) fn of(kind: FaultKind, waiting: &[Waiting], awaits_write: bool, name: &dyn Fn(u32) -> String) -> String {
    let is_party = |wait: &&Waiting| if kind == FaultKind::Liveness { wait.loops } else { !wait.aside };
    let parties: Vec<&Waiting> = waiting.iter().filter(is_party).collect();
    let parties = if parties.is_empty() { waiting.iter().collect() } else { parties };
    let who = listed(&parties, name);
    let them = if parties.len() == 1 { "it" } else { "them" };
    let waits = if parties.len() == 1 { "waits" } else { "wait" };
    let others: Vec<&Waiting> = waiting.iter().filter(|wait| !wait.loops && !wait.aside).collect();
    match (kind, &parties[..]) {
        // The cause comes first.
        (FaultKind::Liveness, _) if is_circle(&others) => {
            let then = match common(&parties) {
                Some(ENDLESS) if parties.len() == 1 => "goes round a loop for ever".into(),
                Some(what) if what != ENDLESS => format!("{waits} for {what}"),
                _ => format!("{waits} in loops"),
            };
            format!("{} wait for each other, while {who} {then}", listed(&others, name))
        }
        (FaultKind::Abandoned, _) if parties.iter().all(|wait| wait.is_endless()) => {
            format!(
                "{who} still {go} round a loop when `main` ends, for ever",
                go = if parties.len() == 1 { "goes" } else { "go" }
            )
        }
        (FaultKind::Abandoned, _) => {
            format!("{who} still {waits} when `main` ends, and nothing can wake {them}")
        }
        (FaultKind::Liveness, _) if common(&parties) == Some(ENDLESS) => {
            let loops = if parties.len() == 1 { "loops" } else { "loop" };
            format!("{who} {loops} forever without making progress")
        }
        (FaultKind::Liveness, _) if awaits_write => match common(&parties) {
            Some(what) if what.ends_with(TO_BE_FREE) => {
                format!("{who} {waits} for {what}, {}", unreleased(&parties, name))
            }
            Some(what) if what.ends_with(TO_BE_POSTED) => {
                format!("{who} {waits} for {what}, and no thread is left to do that")
            }
            Some(what) => format!("{who} {waits} for {what}, and no thread is left to write that"),
            None => format!("{who} {waits} in loops for what no thread is left to write"),
        },
        (_, [one]) if one.on == [one.thread] => {
            format!("{who} waits for {}, which it {} itself", one.what, if one.is_run() { "runs" } else { "holds" })
        }
        (_, _) if is_circle(&parties) => format!("{who} wait for each other"),
        _ => {
            let common = common(&parties);
            let what = common.map_or(String::new(), |what| format!(" for {what}"));
            let ended = parties.iter().flat_map(|wait| &wait.held).find(|held| held.ended);
            match ended.filter(|_| !what.is_empty()) {
                Some(held) => format!("{who} {waits}{what}, which {} has not released", name(held.thread)),
                None => match common.and_then(missing) {
                    Some(missing) => format!("{who} {waits}{what}, and no thread is left to {missing}"),
                    None => format!("{who} {waits}{what}, and no thread can wake {them}"),
                },
            }
        }
    }
}

/// The headline of threads that go round for ever, or are kept from getting on by those that do.
pub(super) fn of_livelock(found: &Found, kept: &BTreeSet<u32>, name: &dyn Fn(u32) -> String) -> String {
    let round = found.repeats.map_or(&[][..], |from| &found.rows[from..]);
    let threads: BTreeSet<u32> = round.iter().map(|row| row.thread).collect();
    let starves = *kept != threads;
    let waiting: Vec<Waiting> = kept.iter().map(|thread| Waiting { thread: *thread, ..Waiting::default() }).collect();
    let who = listed(&waiting.iter().collect::<Vec<_>>(), name);
    if starves {
        return format!("{who} gets nowhere while others go on for ever (starvation)");
    }
    if waiting.len() == 1 {
        return format!("{who} goes round a loop for ever, and no thread lets it out");
    }
    format!("{who} go round loops for ever, and none of them gets out (livelock)")
}

/// What helps against a livelock of threads that try to take locks and make way for each other.
pub(super) fn advice(found: &Found) -> Option<String> {
    let round = found.repeats.map_or(&[][..], |from| &found.rows[from..]);
    let tries = |row: &&Row| row.operation.contains("try") && row.result.is_some();
    let threads: BTreeSet<u32> = round.iter().filter(tries).map(|row| row.thread).collect();
    let told = "they try to take locks and make way for each other: this cannot come about if all threads take the locks \
                in the same order, and ends some time if each waits for a random time before it tries again; --unroll N \
                accepts it, and explores N tries (incomplete, never safe)";
    (threads.len() > 1).then(|| told.into())
}

/// What nobody does who could end a wait for `what`.
fn missing(what: &str) -> Option<&'static str> {
    match what {
        _ if what.starts_with("semaphore ") => Some("post it"),
        _ if what.starts_with("a signal on ") => Some("signal it"),
        _ if what.starts_with("other threads at barrier ") => Some("arrive there"),
        _ if what.starts_with("bytes from ") => Some("do that"),
        _ if what.starts_with("room in ") => Some("read from it"),
        _ if what.starts_with("the eventfd ") => Some("add to it"),
        _ if what.starts_with("descriptor ") => Some("make it ready"),
        _ if what.starts_with("one of the descriptors ") => Some("make it so"),
        _ if what.starts_with(FILE) => Some("use its other end"),
        _ => None,
    }
}

/// Who holds what is tried in a loop.
fn unreleased(parties: &[&Waiting], name: &dyn Fn(u32) -> String) -> String {
    let mut held: Vec<_> = parties.iter().flat_map(|wait| &wait.held).map(|held| (held.thread, held.ended)).collect();
    held.sort_unstable();
    held.dedup();
    let who: Vec<String> = held.iter().map(|(thread, _)| name(*thread)).collect();
    match (&who[..], held.iter().all(|(_, ended)| *ended)) {
        ([], _) => "and no thread is left to release it".into(),
        (who, true) => format!("which {} did not release", who.join(" and ")),
        ([one], false) => format!("which {one} holds and never releases"),
        (who, false) => format!("which {} hold and never release", who.join(" and ")),
    }
}

/// `T1 a, T2 b and T3 c`.
fn listed(parties: &[&Waiting], name: &dyn Fn(u32) -> String) -> String {
    let names: Vec<String> = parties.iter().map(|wait| name(wait.thread)).collect();
    match names.len() {
        0 => "threads".into(),
        1..=MOST_NAMES => list(&names, "and"),
        count => format!("{count} threads"),
    }
}

/// What all of them wait for, if it is one thing, without how it stands.
fn common<'a>(parties: &[&'a Waiting]) -> Option<&'a str> {
    let what = |wait: &'a Waiting| wait.what.split(" (").next().unwrap_or_default();
    let first = what(parties.first()?);
    parties.iter().all(|wait| what(wait) == first).then_some(first)
}

/// Whether each of them waits for some of the others.
fn is_circle(parties: &[&Waiting]) -> bool {
    let is_party = |thread: &u32| parties.iter().any(|wait| wait.thread == *thread);
    parties.len() > 1 && parties.iter().all(|wait| !wait.on.is_empty() && wait.on.iter().any(is_party))
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_report::Held;

    fn wait(thread: u32, what: &str, on: &[u32]) -> Waiting {
        Waiting { thread, what: what.into(), on: on.to_vec(), ..Waiting::default() }
    }

    fn deadlock(waiting: &[Waiting]) -> String {
        of(FaultKind::Deadlock, waiting, false, &|thread| format!("T{thread}"))
    }

    #[test]
    fn deadlocks() {
        let (a, b) = (wait(1, "mutex `a`", &[2]), wait(2, "mutex `b`", &[1]));
        let main = Waiting { aside: true, ..wait(0, "T1 to end", &[1]) };
        assert_eq!(deadlock(&[a, b, main]), "T1 and T2 wait for each other");
        assert_eq!(deadlock(&[wait(1, "mutex `a`", &[1])]), "T1 waits for mutex `a`, which it holds itself");
        let once = deadlock(&[wait(1, "the routine of `o` to finish", &[1])]);
        assert_eq!(once, "T1 waits for the routine of `o` to finish, which it runs itself");
        let barrier = |thread| wait(thread, "other threads at barrier `b` (2 of 3 have arrived)", &[]);
        let expected = "T1 and T2 wait for other threads at barrier `b`, and no thread is left to arrive there";
        assert_eq!(deadlock(&[barrier(1), barrier(2)]), expected);
        assert_eq!(deadlock(&[barrier(1), wait(2, "mutex `m`", &[])]), "T1 and T2 wait, and no thread can wake them");
        let held = vec![Held { thread: 2, since: None, ended: true }];
        let left = Waiting { held, ..wait(1, "mutex `m`", &[2]) };
        assert_eq!(deadlock(&[left]), "T1 waits for mutex `m`, which T2 has not released");
        assert!(deadlock(&(1..7).map(barrier).collect::<Vec<_>>()).starts_with("6 threads wait for other"));
    }

    #[test]
    fn loops() {
        let of = |waiting: &[Waiting], writes| of(FaultKind::Liveness, waiting, writes, &|thread| format!("T{thread}"));
        let held = |ended| vec![Held { thread: 2, since: None, ended }];
        let tried = |ended| Waiting { loops: true, held: held(ended), ..wait(1, "mutex `m` to be free", &[]) };
        assert_eq!(of(&[tried(true)], true), "T1 waits for mutex `m` to be free, which T2 did not release");
        assert_eq!(of(&[tried(false)], true), "T1 waits for mutex `m` to be free, which T2 holds and never releases");
        let flag = Waiting { loops: true, ..wait(1, "`f` to change from 0", &[]) };
        let expected = "T1 waits for `f` to change from 0, and no thread is left to write that";
        assert_eq!(of(&[flag, wait(2, "mutex `m`", &[1])], true), expected);
        let circle = [wait(2, "mutex `a`", &[3]), wait(3, "mutex `b`", &[2])];
        let main = Waiting { aside: true, ..wait(0, "T1 to end", &[1]) };
        let all = [&[Waiting { loops: true, ..wait(1, "`f` to change from 0", &[]) }, main][..], &circle[..]].concat();
        assert_eq!(of(&all, true), "T2 and T3 wait for each other, while T1 waits for `f` to change from 0");
        let all = [&[Waiting { loops: true, ..wait(1, ENDLESS, &[]) }][..], &circle[..]].concat();
        assert_eq!(of(&all, false), "T2 and T3 wait for each other, while T1 goes round a loop for ever");
        assert_eq!(
            of(&[Waiting { loops: true, ..wait(1, ENDLESS, &[]) }], false),
            "T1 loops forever without making progress"
        );
        let both = [1, 2].map(|thread| Waiting { loops: true, ..wait(thread, ENDLESS, &[]) });
        assert_eq!(of(&both, false), "T1 and T2 loop forever without making progress");
    }
}

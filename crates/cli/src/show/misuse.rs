//! Misuse of a synchronisation object, told with its name and with what it was then.

use super::robust::UNUSABLE;
use super::who;
use std::collections::BTreeMap;
use threadbare_op::{Details, Fault, Misuse, SyncOp, ThreadId, sync::errno};
use threadbare_report::{Found, Row, locks, misused};

/// Who holds which object, and since which step: as often as it holds it.
#[derive(Debug, Default)]
pub(super) struct Holders(BTreeMap<u64, Vec<(ThreadId, usize)>>);

impl Holders {
    /// `thread` has done `op`, as a step, with that answer.
    pub(super) fn done(&mut self, (thread, step): (ThreadId, usize), object: u64, op: SyncOp, answer: Option<u64>) {
        use SyncOp as O;
        match op {
            O::MutexLock | O::MutexTryLock | O::MutexTimedLock | O::SpinLock | O::SpinTryLock
                if matches!(answer, Some(0 | errno::EOWNERDEAD)) => {}
            O::RwRead | O::RwTryRead | O::RwTimedRead | O::RwWrite | O::RwTryWrite | O::RwTimedWrite
                if answer == Some(0) => {}
            O::OnceEnter if answer == Some(1) => {}
            O::MutexUnlock | O::SpinUnlock | O::RwUnlock | O::OnceDone if answer == Some(0) => {
                let holders = self.0.entry(object).or_default();
                if let Some(at) = holders.iter().rposition(|(holder, _)| *holder == thread) {
                    holders.remove(at);
                }
                return;
            }
            O::MutexOwnerDied | O::MutexInit { .. } | O::MutexDestroy => {
                self.0.remove(&object);
                return;
            }
            _ => return,
        }
        self.0.entry(object).or_default().push((thread, step));
    }

    /// The step since which a thread holds it.
    pub(super) fn since(&self, object: u64, thread: ThreadId) -> Option<usize> {
        self.0.get(&object)?.iter().find(|(holder, _)| *holder == thread).map(|(_, step)| *step)
    }

    /// How often `thread` holds an object that it has locked or unlocked just now, if that is not
    /// plain: a recursive mutex, or a lock for reading.
    pub(super) fn nested(&self, thread: ThreadId, object: u64, op: SyncOp, answer: Option<u64>) -> Option<String> {
        use SyncOp as O;
        let count = self.0.get(&object)?.iter().filter(|(holder, _)| *holder == thread).count();
        if answer != Some(0) || count == 0 {
            return None;
        }
        let nth = match count {
            2 => "2nd time".to_owned(),
            3 => "3rd time".to_owned(),
            _ => format!("{count}th time"),
        };
        match op {
            O::MutexUnlock | O::RwUnlock => Some(match count {
                1 => "still held once".into(),
                2 => "still held twice".into(),
                _ => format!("still held {count} times"),
            }),
            O::MutexLock | O::RwRead if count > 1 => Some(nth),
            O::MutexTryLock | O::MutexTimedLock | O::RwTryRead | O::RwTimedRead if count > 1 => {
                Some(format!("done, {nth}"))
            }
            _ => None,
        }
    }

    /// Who holds it.
    pub(super) fn all(&self, object: u64) -> Vec<ThreadId> {
        let mut all: Vec<ThreadId> = self.0.get(&object).into_iter().flatten().map(|(holder, _)| *holder).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// `T1 and T2`, if anybody holds it.
    pub(super) fn of(&self, object: u64) -> Option<String> {
        let names: Vec<String> = self.all(object).iter().map(|holder| who(holder.0)).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }
}

/// Why the object must not be used so, if that is the fault.
pub(super) const fn why(fault: &Fault) -> Option<Misuse> {
    match fault.details {
        Details::Misuse(_, why) => Some(why),
        _ => None,
    }
}

/// What is wrong with the object, for the step that tries something: "which main holds".
pub(super) fn state(why: Misuse, holders: Option<&str>) -> Option<String> {
    let held = || match holders {
        None => "which nobody holds".to_owned(),
        Some(several) if several.contains(" and ") => format!("which {several} hold"),
        Some(one) => format!("which {one} holds"),
    };
    let known = match why {
        Misuse::NotLocked => "which nobody holds",
        Misuse::NotHolder | Misuse::DestroyedLocked => return Some(held()),
        Misuse::NotInitialised => "which is not initialised",
        Misuse::Destroyed => "which is destroyed",
        Misuse::InitialisedTwice => "which is initialised already",
        Misuse::DestroyedWaitedFor => "for which a thread waits",
        Misuse::DestroyedWaitedAt => "at which a thread waits",
        Misuse::TwoMutexes => "for which others wait with another mutex",
        Misuse::WrongKind => "which was initialised as another kind of object",
        Misuse::EndedTwice => "which has begun to end",
        Misuse::NoThreads | Misuse::RenewedWaitedFor => return None,
    };
    Some(known.into())
}

/// What may have made a later operation a misuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    Destroyed,
    Initialised,
    Locked,
    Unlocked,
    /// By another thread.
    Waits,
}

impl Cause {
    /// Whether a step is one; `thread` is that of the misuse.
    pub(super) fn fits(self, row: &Row, thread: u32) -> bool {
        let operation = row.operation.as_str();
        match self {
            Self::Destroyed => operation.ends_with("-destroy"),
            Self::Initialised => operation.ends_with("-init"),
            Self::Locked => is_lock(operation) && row.result.is_none(),
            Self::Unlocked => {
                operation.contains("unlock") && row.result.as_deref().is_none_or(|result| result == UNUSABLE)
            }
            Self::Waits => row.thread != thread && matches!(operation, "begin-wait" | "barrier-arrive"),
        }
    }
}

fn is_lock(operation: &str) -> bool {
    locks(operation) == Some(true)
}

/// What a misuse comes from.
pub(super) const fn causes(why: Misuse) -> Option<&'static [Cause]> {
    Some(match why {
        Misuse::Destroyed => &[Cause::Destroyed],
        Misuse::InitialisedTwice | Misuse::WrongKind => &[Cause::Initialised],
        Misuse::NotLocked => &[Cause::Unlocked],
        Misuse::DestroyedLocked | Misuse::NotHolder => &[Cause::Locked],
        Misuse::DestroyedWaitedFor | Misuse::DestroyedWaitedAt | Misuse::TwoMutexes => &[Cause::Waits],
        Misuse::NotInitialised | Misuse::NoThreads | Misuse::RenewedWaitedFor | Misuse::EndedTwice => return None,
    })
}

/// An object that nobody has initialised was used at the step `cause`, and is initialised at `own`.
pub(super) fn initialised_in_use(fault: &Fault, found: &mut Found, own: usize, cause: usize) {
    if why(fault) == Some(Misuse::InitialisedTwice) && !found.rows[cause].operation.ends_with("-init") {
        found.message =
            found.message.replacen(misused(Misuse::InitialisedTwice), "is initialised after it was used", 1);
        found.rows[own].result = Some("which was used before".into());
    }
}

fn is_try(operation: &str) -> bool {
    operation.contains("try") || operation.contains("timed")
}

/// What a party of a fault did to a synchronisation object, or was going to do.
pub(super) fn did(row: &Row) -> String {
    if let Some(attempt) = row.attempt() {
        return format!("{attempt} here");
    }
    let done = match row.operation.as_str() {
        operation if operation.ends_with("-destroy") => "destroyed here",
        operation if operation.ends_with("-init") => "initialised here",
        operation if operation.contains("unlock") => "unlocked here",
        operation if is_lock(operation) && row.result.is_some() && is_try(operation) => "tried to lock here",
        operation if is_lock(operation) => "locked here",
        "begin-wait" | "barrier-arrive" => "waited here",
        _ => "used here",
    };
    done.into()
}

/// The message with the name of the object, and with who holds it if that matters.
pub(super) fn message(why: Misuse, kind: &str, name: &str, holders: Option<&str>) -> String {
    let matters = matches!(why, Misuse::DestroyedLocked | Misuse::NotHolder);
    let held = holders.filter(|_| matters).map_or(String::new(), |holders| format!(", held by {holders},"));
    format!("{kind} `{name}`{held} {}", misused(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_it() {
        let mut holders = Holders::default();
        holders.done((ThreadId(0), 0), 8, SyncOp::MutexLock, Some(0));
        holders.done((ThreadId(1), 0), 8, SyncOp::MutexTryLock, Some(errno::EBUSY));
        assert_eq!(holders.of(8).as_deref(), Some("main"));
        holders.done((ThreadId(1), 0), 8, SyncOp::MutexUnlock, None);
        assert_eq!(holders.of(8).as_deref(), Some("main"), "a misuse changes nothing");
        holders.done((ThreadId(0), 0), 8, SyncOp::MutexUnlock, Some(0));
        assert_eq!(holders.of(8), None);
        holders.done((ThreadId(1), 0), 8, SyncOp::RwRead, Some(0));
        holders.done((ThreadId(2), 0), 8, SyncOp::RwRead, Some(0));
        assert_eq!(holders.of(8).as_deref(), Some("T1 and T2"));
    }

    #[test]
    fn texts() {
        let why = Misuse::NotHolder;
        assert_eq!(
            message(why, "mutex", "m", Some("main")),
            "mutex `m`, held by main, is unlocked by a thread that does not hold it"
        );
        assert_eq!(state(why, Some("T1 and T2")).unwrap(), "which T1 and T2 hold");
        assert_eq!(state(why, None).unwrap(), "which nobody holds");
    }
}

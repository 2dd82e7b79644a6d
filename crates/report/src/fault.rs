//! The sentence that says what a fault is: the one place where what explorers and the state
//! machines of synchronisation objects have found becomes text.
//!
//! Not covered: what goes wrong while a thread runs. Those sentences come from the machine and its
//! libraries, which know what memory and functions are called ([`Details::Said`]).

use threadbare_op::{Details, Fault, FaultKind, Misuse, Wait, WaitsFor};

/// What a fault is, in one sentence without place and thread.
#[must_use]
pub fn sentence(fault: &Fault) -> String {
    match &fault.details {
        Details::Said(sentence) => sentence.clone(),
        Details::Misuse(kind, why) => format!("the {} {}", kind.name(), misused(*why)),
        Details::Waits(waits) => {
            let front = match fault.kind {
                FaultKind::Liveness => "no progress",
                FaultKind::Abandoned => "abandoned when main ends",
                _ => "deadlock",
            };
            let waits: Vec<String> = waits.iter().map(waiting).collect();
            format!("{front}: {}", waits.join(", "))
        }
    }
}

fn waiting(&Wait { thread, what }: &Wait) -> String {
    let what = match what {
        WaitsFor::End(of) => format!("for {of} to end"),
        WaitsFor::Value => "in a loop".into(),
        WaitsFor::Way => "in a loop, for others to make way".into(),
        WaitsFor::Signal => "for a signal".into(),
        WaitsFor::Routine => "for a once routine to be run".into(),
        WaitsFor::Others => "for others at a barrier".into(),
        WaitsFor::ReadLock => "to read-lock a read-write lock".into(),
        WaitsFor::WriteLock => "to write-lock a read-write lock".into(),
        WaitsFor::Object(kind) => format!("for a {}", kind.name()),
        WaitsFor::Something => "for something".into(),
    };
    format!("{thread} waits {what}")
}

/// Why an object must not be used so; completes "the mutex ...".
#[must_use]
pub const fn misused(why: Misuse) -> &'static str {
    match why {
        Misuse::InitialisedTwice => "is initialised twice",
        Misuse::NotInitialised => "is used without having been initialised",
        Misuse::NoThreads => "is initialised for no thread at all",
        Misuse::WrongKind => "is used as another kind of object than it was initialised as",
        Misuse::Destroyed => "is used after it was destroyed",
        Misuse::NotLocked => "is unlocked while not locked",
        Misuse::NotHolder => "is unlocked by a thread that does not hold it",
        Misuse::DestroyedLocked => "is destroyed while locked",
        Misuse::DestroyedWaitedFor => "is destroyed while a thread waits for it",
        Misuse::DestroyedWaitedAt => "is destroyed while a thread waits at it",
        Misuse::RenewedWaitedFor => "was destroyed, and initialised again, while a thread waited for it",
        Misuse::TwoMutexes => "is waited for with two different mutexes at the same time",
        Misuse::EndedTwice => "is ended twice: by two calls of `exit`, or by `exit` and the return of `main`",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_op::{Site, SyncKind, ThreadId};

    #[test]
    fn sentences() {
        let told = |kind, details| sentence(&Fault { kind, details, thread: ThreadId(0), site: Site(3), other: None });
        let waits = Details::Waits(vec![
            Wait { thread: ThreadId(0), what: WaitsFor::End(ThreadId(1)) },
            Wait { thread: ThreadId(1), what: WaitsFor::Object(SyncKind::Mutex) },
        ]);
        let both = "T0 waits for T1 to end, T1 waits for a mutex";
        assert_eq!(told(FaultKind::Deadlock, waits.clone()), format!("deadlock: {both}"));
        assert_eq!(told(FaultKind::Abandoned, waits), format!("abandoned when main ends: {both}"));
        let misuse = Details::Misuse(SyncKind::Mutex, Misuse::NotLocked);
        assert_eq!(told(FaultKind::SyncMisuse, misuse), "the mutex is unlocked while not locked");
    }
}

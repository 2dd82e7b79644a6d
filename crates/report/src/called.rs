//! What the kinds of faults are called, where they are counted.

use crate::data::{Found, Run, Waiting};
use threadbare_op::FaultKind;

/// "1 data race", "2 data races (6 variants), 1 deadlock".
pub(crate) fn faults(run: &Run) -> String {
    let mut kinds: Vec<(&str, &str)> = Vec::new();
    for name in run.faults.iter().map(name) {
        if !kinds.contains(&name) {
            kinds.push(name);
        }
    }
    let count = |kind: &(&'static str, &'static str)| {
        let of_kind = || run.faults.iter().filter(|found| name(found) == *kind);
        let (faults, variants) = (of_kind().count(), of_kind().map(Found::variants).sum::<u64>());
        let (one, many) = *kind;
        let variants = if variants > faults as u64 { format!(" ({variants} variants)") } else { String::new() };
        format!("{faults} {}{variants}", if faults == 1 { one } else { many })
    };
    kinds.iter().map(count).collect::<Vec<_>>().join(", ")
}

/// What a fault is called, and what several of its kind are. Who goes round a loop and looks at
/// nothing does not wait.
fn name(found: &Found) -> (&'static str, &'static str) {
    let mut loops = found.waiting.iter().filter(|waiting| waiting.loops).peekable();
    match found.kind {
        FaultKind::Liveness if found.repeats.is_some() => ("livelock", "livelocks"),
        FaultKind::Liveness if loops.peek().is_some() && loops.all(Waiting::is_endless) => {
            ("loop without end", "loops without end")
        }
        kind => called(kind),
    }
}

/// What one fault of that kind is called, and what several are.
fn called(kind: FaultKind) -> (&'static str, &'static str) {
    match kind {
        FaultKind::Assertion => ("failing assertion", "failing assertions"),
        FaultKind::Abort => ("abort", "aborts"),
        FaultKind::Deadlock => ("deadlock", "deadlocks"),
        FaultKind::Liveness => ("wait without end", "waits without end"),
        FaultKind::DataRace => ("data race", "data races"),
        FaultKind::UseAfterFree => ("use after free", "uses after free"),
        FaultKind::DoubleFree => ("double free", "double frees"),
        FaultKind::InvalidFree => ("invalid free", "invalid frees"),
        FaultKind::OutOfBounds => ("access out of bounds", "accesses out of bounds"),
        FaultKind::NullPointer => ("use of a null pointer", "uses of null pointers"),
        FaultKind::InvalidPointer => ("use of an invalid pointer", "uses of invalid pointers"),
        FaultKind::SyncMisuse => ("misuse of synchronisation", "misuses of synchronisation"),
        FaultKind::UninitialisedRead => ("read of uninitialised memory", "reads of uninitialised memory"),
        FaultKind::DivisionByZero => ("division by zero", "divisions by zero"),
        FaultKind::Overflow => ("overflow", "overflows"),
        FaultKind::Unreachable => ("step into what is unreachable", "steps into what is unreachable"),
        FaultKind::StackOverflow => ("stack overflow", "stack overflows"),
        FaultKind::ExitStatus => ("wrong exit status", "wrong exit statuses"),
        FaultKind::Abandoned => ("abandoned wait", "abandoned waits"),
        FaultKind::Leak => ("leak", "leaks"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_round_does_not_wait() {
        let of = |waiting: Vec<Waiting>, repeats| {
            name(&Found { kind: FaultKind::Liveness, waiting, repeats, ..Found::default() }).0
        };
        let touched = Some(crate::row::Touched { addr: 8, size: 4, writes: false });
        let waits = Waiting { loops: true, touched, ..Waiting::default() };
        let runs = Waiting { loops: true, ..Waiting::default() };
        assert_eq!(of(vec![], Some(0)), "livelock");
        assert_eq!(of(vec![runs.clone()], None), "loop without end");
        assert_eq!(of(vec![runs, waits], None), "wait without end");
    }
}

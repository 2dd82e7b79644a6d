//! Signals that are sent.

use threadbare_machine::Told;
use threadbare_op::ThreadId;

// As in crates/machine/runtime/tb.h.
const SENDS_SIGNAL: u32 = 13;
const TO_ITSELF: u64 = u64::MAX;

/// By number, from 1.
const NAMES: [&str; 31] = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM",
    "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
    "PWR", "SYS",
];

fn name(signal: u32) -> String {
    let known = (signal as usize).checked_sub(1).and_then(|at| NAMES.get(at));
    known.map_or_else(|| format!("signal {signal}"), |name| format!("SIG{name}"))
}

/// A thread as the runtime numbers it, from 1.
fn thread(number: u64) -> Option<ThreadId> {
    u32::try_from(number).ok()?.checked_sub(1).map(ThreadId)
}

/// Whether it is that one is sent.
pub(super) const fn is_sent(told: Told) -> bool {
    told.what == SENDS_SIGNAL
}

/// The thread that does not block it, or to which it goes.
pub(super) fn to(told: Told) -> Option<ThreadId> {
    let [to, open] = told.numbers;
    thread(if to == 0 { open } else { to }).filter(|_| is_sent(told) && to != TO_ITSELF)
}

/// The step.
pub(super) fn text(told: Told) -> Option<String> {
    let sends = format!("sends {}", name(told.about));
    let known = to(told).map(ThreadId::called);
    is_sent(told).then(|| match (told.numbers[0], known) {
        (TO_ITSELF, _) => format!("{sends} to itself"),
        (0, Some(open)) => format!("{sends} to the process: {open} does not block it"),
        (_, Some(to)) => format!("{sends} to {to}"),
        (_, None) => format!("{sends} to the process"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gets_it() {
        let sent = |numbers| text(Told { what: SENDS_SIGNAL, about: 15, file: 0, numbers }).unwrap();
        assert_eq!(sent([0, 0]), "sends SIGTERM to the process");
        assert_eq!(sent([0, 2]), "sends SIGTERM to the process: T1 does not block it");
        assert_eq!(sent([1, 0]), "sends SIGTERM to main");
        assert_eq!(sent([TO_ITSELF, 0]), "sends SIGTERM to itself");
        assert_eq!([name(1), name(31), name(34)], ["SIGHUP", "SIGSYS", "signal 34"]);
    }
}

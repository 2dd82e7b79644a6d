//! What stops a run from outside.

use crate::memory;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use threadbare_op::Limit;

/// What can stop a run from outside: the user, the clock, or that there is no more memory.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// Set when the user has asked for it, and by an [`Alarm`] when time is up or memory used up.
    pub flag: Arc<AtomicBool>,
    until: Option<Instant>,
    /// The most memory that the process may use, in bytes,
    memory: Option<u64>,
    /// and whether it used more.
    is_full: Arc<AtomicBool>,
    /// What this is a part of.
    whole: Option<Arc<Stop>>,
}

/// Sets the flag when time is up or memory used up, as long as it lives.
#[derive(Debug)]
pub struct Alarm {
    _alive: Sender<()>,
}

impl Stop {
    /// Stops when `flag` is set.
    #[must_use]
    pub fn new(flag: Arc<AtomicBool>) -> Self {
        Self { flag, ..Self::default() }
    }

    /// Stops after that time, too.
    #[must_use]
    pub fn after(self, time: Option<Duration>) -> Self {
        Self { until: time.and_then(|t| Instant::now().checked_add(t)), ..self }
    }

    /// Stops when the process uses more memory than that, in bytes, too.
    #[must_use]
    pub fn within(self, memory: Option<u64>) -> Self {
        Self { memory, ..self }
    }

    /// A part that ends with the whole, and that does not end the whole: its alarms set a flag of
    /// its own.
    #[must_use]
    pub fn inner(&self) -> Self {
        Self { whole: Some(Arc::new(self.clone())), ..Self::default() }
    }

    /// A part that ends after that time, or with the whole.
    #[must_use]
    pub fn part(&self, time: Duration) -> Self {
        self.inner().after(Some(time))
    }

    /// When time is up, for this or for what it is a part of.
    #[must_use]
    pub fn ends(&self) -> Option<Instant> {
        let whole = self.whole.as_ref().and_then(|whole| whole.ends());
        self.until.into_iter().chain(whole).min()
    }

    /// Why it is to stop, if so.
    #[must_use]
    pub fn reason(&self) -> Option<Limit> {
        if let Some(reason) = self.whole.as_ref().and_then(|whole| whole.reason()) {
            Some(reason)
        } else if self.is_full.load(Ordering::Relaxed) {
            Some(Limit::MaxMemory)
        } else if self.until.is_some_and(|until| Instant::now() >= until) {
            Some(Limit::Time)
        } else if self.flag.load(Ordering::Relaxed) {
            Some(Limit::Interrupted)
        } else {
            None
        }
    }

    /// Has the flag set when time is up or memory used up, of this or of what it is a part of.
    #[must_use]
    pub fn alarm(&self) -> Alarm {
        let (alive, over) = channel::<()>();
        let stop = self.clone();
        std::thread::spawn(move || {
            loop {
                let left = stop.until.map_or(LOOK, |until| until.saturating_duration_since(Instant::now()));
                if over.recv_timeout(left.min(LOOK)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                stop.look_at_memory();
                if stop.reason().is_some() {
                    stop.flag.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
        Alarm { _alive: alive }
    }

    fn look_at_memory(&self) {
        if self.memory.is_some_and(|most| memory::used() > most) {
            self.is_full.store(true, Ordering::Relaxed);
        }
        if let Some(whole) = &self.whole {
            whole.look_at_memory();
        }
    }
}

/// How often somebody looks at the memory, and how long a part may go on after the whole has ended.
const LOOK: Duration = Duration::from_millis(20);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopping() {
        assert_eq!(Stop::default().reason(), None);
        assert_eq!(Stop::default().after(Some(Duration::ZERO)).reason(), Some(Limit::Time));
        assert_eq!(Stop::default().after(Some(Duration::from_secs(1000))).reason(), None);
        assert_eq!(Stop::new(Arc::new(AtomicBool::new(true))).reason(), Some(Limit::Interrupted));
        let stop = Stop::default().after(Some(Duration::from_millis(1)));
        let _alarm = stop.alarm();
        while !stop.flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_part_ends_with_the_whole_but_not_the_other_way_round() {
        let whole = Stop::default();
        let part = whole.part(Duration::from_millis(1));
        let _alarm = part.alarm();
        while !part.flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert_eq!((part.reason(), whole.reason()), (Some(Limit::Time), None));
        let part = whole.part(Duration::from_secs(1000));
        let _alarm = part.alarm();
        whole.flag.store(true, Ordering::Relaxed);
        while !part.flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert_eq!(part.reason(), Some(Limit::Interrupted));
    }

    #[test]
    fn memory_is_used_up() {
        let whole = Stop::default().within(Some(1000));
        let part = whole.part(Duration::from_secs(1000));
        let _alarm = part.alarm();
        while !part.flag.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert_eq!((part.reason(), whole.reason()), (Some(Limit::MaxMemory), Some(Limit::MaxMemory)));
        assert!(!whole.flag.load(Ordering::Relaxed), "the whole has an alarm of its own");
    }
}

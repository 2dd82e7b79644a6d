//! How long a thread has worked, whatever else the machine does meanwhile.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// Of the time that passes, at least one part of so many counts, even if the thread did not get it.
const LEAST: u32 = 4;

/// Begun at some moment, for the thread that asks it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    worked: Duration,
    begun: Instant,
}

impl Stopwatch {
    pub(crate) fn begin() -> Self {
        Self { worked: worked(), begun: Instant::now() }
    }

    /// How long the thread has worked since then.
    pub(crate) fn spent(&self) -> Duration {
        worked().saturating_sub(self.worked).max(self.begun.elapsed() / LEAST)
    }
}

/// How long the calling thread has worked since it began.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs().try_into().unwrap_or(0))
}

/// A moment of a [`Stopwatch`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    watch: Stopwatch,
    at: Duration,
}

impl Deadline {
    /// When the thread has worked so long since the watch was begun.
    pub(crate) fn after(watch: Stopwatch, at: Duration) -> Self {
        Self { watch, at }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.watch.spent() >= self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_counts_less() {
        let watch = Stopwatch::begin();
        std::thread::sleep(Duration::from_millis(40));
        let slept = watch.begun.elapsed();
        assert!(watch.spent() >= Duration::from_millis(40) / LEAST && watch.spent() < slept, "{watch:?}");
        assert!(Deadline::after(watch, Duration::ZERO).is_over());
        assert!(!Deadline::after(watch, Duration::from_secs(1000)).is_over());
    }

    #[test]
    fn work_counts() {
        let watch = Stopwatch::begin();
        while worked() <= watch.worked + Duration::from_millis(5) {
            std::hint::black_box(());
        }
        assert!(watch.spent() >= Duration::from_millis(5));
    }
}

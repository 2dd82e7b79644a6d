//! Stops a question to Z3 that takes too long after the run was told to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often somebody looks.
const OFTEN: Duration = Duration::from_millis(50);

/// Asks. If `stop` is set meanwhile, the question may take `more` time; then Z3 is interrupted, and
/// says that it does not know.
pub(crate) fn watched<T>(stop: &AtomicBool, more: Duration, ask: impl FnOnce() -> T) -> T {
    let context = z3::Context::thread_local();
    let handle = context.handle();
    let is_done = &AtomicBool::new(false);
    thread::scope(|scope| {
        let watch = move || {
            let mut since = None;
            while !is_done.load(Ordering::Acquire) {
                if stop.load(Ordering::Relaxed) && since.get_or_insert_with(Instant::now).elapsed() >= more {
                    handle.interrupt();
                }
                thread::park_timeout(OFTEN);
            }
        };
        let watcher = scope.spawn(watch);
        let answer = ask();
        is_done.store(true, Ordering::Release);
        watcher.thread().unpark();
        answer
    })
}

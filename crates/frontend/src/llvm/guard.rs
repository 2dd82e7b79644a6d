//! While LLVM reads a file that a user gives us, the process is kept from dying without a word.
//!
//! LLVM's readers trust their input more than they should: a garbled bitcode file can make them
//! follow a wild pointer, run into an assertion, or ask for hundreds of gigabytes. None of this can
//! be survived, but it can be said: the signal's handler names the file and leaves with the exit
//! code of wrong input. Memory is limited meanwhile, so that a size read from a wrong place fails
//! at once instead of taking the machine down.

use std::ffi::{CString, c_int};
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The signals by which a program that has lost its way ends.
const SIGNALS: [c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE];
/// How much more memory than before LLVM may take, for a file of no size and for each of its bytes:
/// no real module comes near.
const MORE_BYTES: u64 = 1 << 30;
const MORE_BYTES_EACH: u64 = 200;

/// One file is read at a time: handlers and limits belong to the whole process.
static READING: Mutex<()> = Mutex::new(());
/// What the handler says, prepared beforehand because a handler may not allocate.
static MESSAGE: AtomicPtr<std::ffi::c_char> = AtomicPtr::new(null_mut());

/// The same for standard output.
static OUTPUT: AtomicPtr<std::ffi::c_char> = AtomicPtr::new(null_mut());
/// What goes to standard output, made from the message.
static AS_OUTPUT: OnceLock<fn(&str) -> String> = OnceLock::new();

/// From now on, if LLVM's reader breaks down, what `output` makes of the message goes to standard
/// output before the process ends: for programs that read what is there. The first call counts.
pub(crate) fn report_crashes_by(output: fn(&str) -> String) {
    let _ = AS_OUTPUT.set(output);
}

/// As long as it lives, crashes are reported as faults of the file.
pub(super) struct Guard {
    old_actions: Vec<(c_int, libc::sigaction)>,
    old_limit: Option<libc::rlimit>,
    _reading: MutexGuard<'static, ()>,
}

extern "C" fn crashed(_signal: c_int) {
    for (to, text) in [(2, &MESSAGE), (1, &OUTPUT)] {
        let text = text.load(Ordering::Acquire);
        if !text.is_null() {
            // SAFETY: `text` is a string that ends with a zero byte and lives until the guard is
            // dropped, which waits for nobody here: this process ends now. Handlers may call
            // `write`.
            unsafe { libc::write(to, text.cast(), libc::strlen(text)) };
        }
    }
    // SAFETY: handlers may call it.
    unsafe { libc::_exit(2) };
}

impl Guard {
    /// Begins to guard the reading of a file.
    pub(super) fn new(name: &str, bytes: usize) -> Self {
        let reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
        let text = format!("{name} is not valid LLVM 22 code: LLVM's reader broke down on it");
        prepare(&MESSAGE, &format!("error: {text}\n"));
        if let Some(output) = AS_OUTPUT.get() {
            prepare(&OUTPUT, &output(&text));
        }
        let old_actions = SIGNALS.iter().filter_map(|&signal| Some((signal, catch(signal)?))).collect();
        Self { old_actions, old_limit: limit_memory(bytes as u64), _reading: reading }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        for (signal, old) in &self.old_actions {
            // SAFETY: `old` is what `sigaction` gave for this signal.
            unsafe { libc::sigaction(*signal, old, null_mut()) };
        }
        if let Some(old) = &self.old_limit {
            // SAFETY: `old` is what `getrlimit` gave.
            unsafe { libc::setrlimit(libc::RLIMIT_AS, old) };
        }
        for text in [&MESSAGE, &OUTPUT] {
            let text = text.swap(null_mut(), Ordering::AcqRel);
            if !text.is_null() {
                // SAFETY: it came from `CString::into_raw` in `prepare`, and nobody else has it any
                // more.
                drop(unsafe { CString::from_raw(text) });
            }
        }
    }
}

fn prepare(place: &AtomicPtr<std::ffi::c_char>, text: &str) {
    let text = CString::new(text.replace('\0', "?")).unwrap_or_default();
    place.store(text.into_raw(), Ordering::Release);
}

/// Installs the handler for a signal; gives what was there before.
fn catch(signal: c_int) -> Option<libc::sigaction> {
    // SAFETY: an all-zero `sigaction` is a valid one; the fields that matter are set.
    let mut action: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    action.sa_sigaction = crashed as extern "C" fn(c_int) as usize;
    // On the signal stack that Rust's runtime has set up: the ordinary one may be exhausted.
    action.sa_flags = libc::SA_ONSTACK;
    let mut old = action;
    // SAFETY: both point to valid structures.
    (unsafe { libc::sigaction(signal, &raw const action, &raw mut old) } == 0).then_some(old)
}

/// Limits the process's memory to what it has and what a file of that size may need; gives the
/// limit that was there before.
fn limit_memory(bytes: u64) -> Option<libc::rlimit> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse().ok()?;
    let more = MORE_BYTES.checked_add(bytes.checked_mul(MORE_BYTES_EACH)?)?;
    let limit = pages.checked_mul(4096)?.checked_add(more)?;
    let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: it points to a valid structure.
    if unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut old) } != 0 || old.rlim_cur <= limit {
        return None;
    }
    let new = libc::rlimit { rlim_cur: limit, rlim_max: old.rlim_max };
    // SAFETY: as above.
    (unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const new) } == 0).then_some(old)
}

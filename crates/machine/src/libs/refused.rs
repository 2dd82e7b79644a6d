//! Functions that are known and not supported, with what there is to say about them.

use super::LibResult;
use crate::call::CallCx;
use crate::domain::Domain;

const INPUT: &str = "input is not modelled";
const CANCEL: &str = "cancellation is not modelled";
const SIGNAL: &str =
    "of signals only those that the thread raises itself, and those that are waited for by `sigwait`, are modelled";
const TIMER: &str = "a signal that comes when time has passed is not modelled (where it only ends a run that takes too long: --stub \
                     alarm=0; where a handler or sigwait waits for it: a thread that calls `kill`)";
const PROCESS: &str = "other processes are not modelled";
const FILE: &str = "of files only reading, writing, opening, naming and removing them is modelled";
const SOCKET: &str = "of sockets only pairs (`socketpair`) are modelled";
const EVENTS: &str = "of what waits for events only `poll` and `select` are modelled";
const JUMP: &str = "jumps out of functions are not modelled";
const PRIORITY: &str = "scheduling is not modelled: every schedule is explored";
const MAPPED: &str = "what can be done with memory is always the same: it can be read and written";
const ATOMIC: &str = "atomic accesses of this size are not modelled; those of 16 bytes are, in code that is compiled \
                      for a processor that has them: `-- -mcx16`";

const POINTER: &str = "a pointer as input is not supported, only numbers are (--define-stub gives it a body)";

/// Names and reasons.
const TABLE: &[(&str, &str)] = &[
    ("gets", INPUT),
    ("epoll_create", EVENTS),
    ("epoll_create1", EVENTS),
    ("epoll_ctl", EVENTS),
    ("epoll_wait", EVENTS),
    ("timerfd_create", EVENTS),
    ("signalfd", EVENTS),
    ("fmemopen", FILE),
    ("symlink", FILE),
    ("sendfile", FILE),
    ("mprotect", MAPPED),
    ("mremap", MAPPED),
    ("madvise", MAPPED),
    ("socket", SOCKET),
    ("bind", SOCKET),
    ("listen", SOCKET),
    ("accept", SOCKET),
    ("accept4", SOCKET),
    ("connect", SOCKET),
    ("sendto", SOCKET),
    ("recvfrom", SOCKET),
    ("sendmsg", SOCKET),
    ("recvmsg", SOCKET),
    ("getsockopt", SOCKET),
    ("setsockopt", SOCKET),
    ("thrd_cancel", CANCEL),
    ("pthread_cleanup_push", CANCEL),
    ("pthread_cleanup_pop", CANCEL),
    ("_pthread_cleanup_push", CANCEL),
    ("_pthread_cleanup_pop", CANCEL),
    ("pthread_sigqueue", SIGNAL),
    ("sysv_signal", SIGNAL),
    ("sigaltstack", SIGNAL),
    ("alarm", TIMER),
    ("setitimer", TIMER),
    ("timer_create", TIMER),
    ("fork", PROCESS),
    ("vfork", PROCESS),
    ("clone", PROCESS),
    ("execl", PROCESS),
    ("execlp", PROCESS),
    ("execle", PROCESS),
    ("execv", PROCESS),
    ("execve", PROCESS),
    ("execvp", PROCESS),
    ("wait", PROCESS),
    ("waitpid", PROCESS),
    ("system", PROCESS),
    ("popen", PROCESS),
    ("shm_open", PROCESS),
    ("getcontext", JUMP),
    ("setcontext", JUMP),
    ("makecontext", JUMP),
    ("swapcontext", JUMP),
    ("pthread_mutex_getprioceiling", PRIORITY),
    ("pthread_mutex_setprioceiling", PRIORITY),
    ("__atomic_load", ATOMIC),
    ("__atomic_store", ATOMIC),
    ("__atomic_exchange", ATOMIC),
    ("__atomic_compare_exchange", ATOMIC),
    ("__atomic_load_16", ATOMIC),
    ("__atomic_store_16", ATOMIC),
    ("__atomic_exchange_16", ATOMIC),
    ("__atomic_compare_exchange_16", ATOMIC),
    ("__VERIFIER_nondet_pointer", POINTER),
    ("__VERIFIER_nondet_pchar", POINTER),
    ("strtold", "long double is not modelled"),
];

/// What functions of the runtime call that meet something which is not supported, and that.
const OF_RUNTIME: &[(&str, &str)] = &[
    (
        "__tb_unsupported_more_files",
        "more than 64 descriptors at once, or 128 files, pipes and eventfds one after the other",
    ),
    (
        "__tb_unsupported_device",
        "devices other than /dev/null, /dev/zero, /dev/random and /dev/urandom, and streams under /dev",
    ),
    (
        "__tb_unsupported_descriptor",
        "standard input, output and errors as files, where no `dup2` or `freopen` is: they can only be read and written",
    ),
    (
        "__tb_unsupported_kept_back",
        "what `printf` has kept back, or `stdin` has read ahead, when another file takes the place of the standard stream: \
         `fflush` before that",
    ),
    (
        "__tb_unsupported_fcntl",
        "the function `fcntl` with a command that is not modelled (F_GETFL, F_SETFL, F_GETFD, F_SETFD, F_DUPFD, F_SETLK, \
         F_SETLKW, F_GETLK are)",
    ),
    ("__tb_unsupported_ioctl", "the function `ioctl` with a request that is not modelled (FIONREAD, FIONBIO are)"),
    ("__tb_unsupported_flock", "`flock` of what is no file"),
    ("__tb_unsupported_directory", "another name for a directory"),
    ("__tb_unsupported_status", "`fchmod` of what is no file"),
    ("__tb_unsupported_file_size", "a file of more than 64 MB"),
    (
        "__tb_unsupported_freopen",
        "`freopen` of a stream into memory, or of one made of a standard stream, or without a name",
    ),
    ("__tb_unsupported_seek", "`fseek` and its kin in a stream into memory"),
    ("__tb_unsupported_mask", "`pselect` or `ppoll` with a mask of signals"),
    (
        "__tb_unsupported_socket",
        "a socket other than those of `socketpair(AF_UNIX, SOCK_STREAM, 0, ...)`, or a flag of `send` or `recv` other than \
         MSG_DONTWAIT and MSG_NOSIGNAL",
    ),
    ("__tb_unsupported_stop", "a signal that stops the process"),
    (
        "__tb_unsupported_handler",
        "a signal to another thread that has a handler for it: it could run anywhere, which is not modelled",
    ),
    ("__tb_unsupported_process", "`kill` of another process"),
    ("__tb_unsupported_twice", "a real-time signal that is sent again before it was taken"),
    ("__tb_unsupported_sysconf", "`sysconf` with a name that is not modelled"),
    ("__tb_unsupported_scanf", "a conversion of `scanf` with `m`, `L`, `$`, or wide characters"),
    ("__tb_unsupported_prctl", "`prctl` other than PR_SET_NAME and PR_GET_NAME: other processes are not modelled"),
    ("__tb_unsupported_fnmatch", "`fnmatch` with FNM_EXTMATCH"),
    ("__tb_unsupported_thread_name", "`pthread_getname_np` of a thread that `pthread_setname_np` has not given a name"),
    ("pthread_getattr_np", "where the stack of a thread lies is not modelled"),
    ("__tb_unsupported_environment", "more than 64 variables, or 8 KB, of environment"),
    (
        "__tb_unsupported_asynchronous",
        "asynchronous cancellation (PTHREAD_CANCEL_ASYNCHRONOUS): only deferred cancellation is modelled",
    ),
    ("__tb_unsupported_more_named_semaphores", "more than 32 named semaphores at once"),
    ("__tb_unsupported_more_thread_keys", "more than 128 calls of `pthread_key_create`"),
    ("__tb_unsupported_more_robust_mutexes", "a thread that holds more than 64 robust mutexes"),
];

/// Why the function is not supported, if it is known.
pub(crate) fn reason(name: &str) -> Option<&'static str> {
    TABLE.iter().find(|(known, _)| *known == name).map(|&(_, reason)| reason)
}

/// What is not supported that a function of the runtime has met.
pub(crate) fn met(name: &str) -> Option<&'static str> {
    OF_RUNTIME.iter().find(|(known, _)| *known == name).map(|&(_, what)| what)
}

/// Says why.
pub(crate) fn refuse<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let name = cx.name().to_owned();
    Err(match reason(&name) {
        None if let Some(what) = met(&name) => cx.unsupported(what),
        Some(reason) => cx.unsupported(format!("the function `{name}`: {reason}")),
        None => cx.unsupported(format!("the function `{name}`")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_functions_have_a_reason() {
        assert_eq!(reason("thrd_cancel"), Some(CANCEL));
        assert_eq!(reason("printf"), None);
        for (i, (name, _)) in TABLE.iter().enumerate() {
            assert!(TABLE[i + 1..].iter().all(|(other, _)| other != name), "{name} twice");
        }
    }
}

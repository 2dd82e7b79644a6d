//! Whether a thread's code has operations that wake others: who waits may wait because it came to
//! none of them. And whether it has operations by which others notice it at all.

use crate::calls;
use threadbare_program::{FuncId, Program};

/// They signal, post, or arrive.
const WAKING: [&str; 6] = [
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "cnd_signal",
    "cnd_broadcast",
    "sem_post",
    "pthread_barrier_wait",
];

/// Of the functions of libraries, those that keep a thread from others, or tell it something.
const HARMLESS: [&str; 8] = [
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_unlock",
    "pthread_self",
    "sched_yield",
    "sleep",
    "usleep",
];

/// Whether a function, with those that it calls, changes nothing that others see.
fn only_looks(program: &Program, first: FuncId) -> bool {
    !program.may_write(first, &HARMLESS)
}

/// Whether a function does so, or one that it calls. What is called through a pointer may.
fn may_wake(program: &Program, first: FuncId) -> bool {
    calls::find(program, first, |called| called.is_none_or(|(name, _)| WAKING.contains(&name))).is_some()
}

/// Whether the code of a thread that runs this function may wake others, and whether it only looks.
pub(super) fn abilities(program: &Program, runs: Option<FuncId>) -> (bool, bool) {
    (runs.is_none_or(|runs| may_wake(program, runs)), runs.is_some_and(|runs| only_looks(program, runs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_the_functions_that_it_calls() {
        let text = "extern !sem_post results 1\nextern !pthread_mutex_lock results 1\n\
                    func &inner(1 -> 1) regs 2 {\n%1 = call !sem_post(%0)\nreturn 0\n}\n\
                    func &outer(1 -> 1) regs 2 {\n%1 = call &inner(%0)\nreturn 0\n}\n\
                    func &other(1 -> 1) regs 2 {\n%1 = call !pthread_mutex_lock(%0)\nreturn 0\n}\n\
                    func &unknown(1 -> 1) regs 2 {\n%1 = call *%0(0)\nreturn 0\n}\n";
        let program: Program = text.parse().unwrap();
        assert_eq!([0, 1, 2, 3].map(|function| may_wake(&program, FuncId(function))), [true, true, false, true]);
    }
}

//! Whether a thread's code has operations that wake others: who waits may wait because it came to
//! none of them.

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

/// Whether a function does so, or one that it calls. What is called through a pointer may.
pub(super) fn may_wake(program: &Program, first: FuncId) -> bool {
    calls::find(program, first, |called| called.is_none_or(|(name, _)| WAKING.contains(&name))).is_some()
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

//! Random numbers that threads draw: a note, since threads share one sequence in a real library, and
//! who gets which number depends on the schedule there. Here each thread has a sequence of its own.
//!
//! Not covered: what is called through a pointer; threads whose function is only known when the
//! program runs.

use crate::calls;
use crate::explain::{STARTERS, Whose, callee_name};
use crate::places::Places;
use threadbare_program::{Const, FuncId, Inst, Program};
use threadbare_report::Note;

const DRAWS: [&str; 5] = ["rand", "random", "drand48", "lrand48", "mrand48"];

/// The first place where a thread other than `main` may draw a number.
pub(crate) fn note(program: &Program) -> Option<Note> {
    let draws = |called: Option<(&str, Whose)>| {
        called.is_some_and(|(name, whose)| whose == Whose::Runtime && DRAWS.contains(&name))
    };
    let (function, pc) = started(program).find_map(|first| calls::find(program, first, draws))?;
    let message = "threads draw random numbers: each thread has a fixed sequence of its own, and what a shared one could \
                   give it was not explored; __VERIFIER_nondet_range(lo, hi) explores all numbers of a range";
    Some(Note {
        kind: "random".into(),
        message: message.into(),
        place: Places::new(program).place(program.site(function, pc)),
    })
}

/// The functions that threads run, as far as they are known.
fn started(program: &Program) -> impl Iterator<Item = FuncId> {
    let code = program.functions.iter().filter(|function| !function.runtime).flat_map(|function| &function.code);
    code.filter_map(|inst| {
        let Inst::Call { callee, args, .. } = inst else { return None };
        let (called, _) = callee_name(program, *callee)?;
        let (_, parameter) = STARTERS.iter().find(|(starter, _)| *starter == called)?;
        match program.constant(*args.get(*parameter)?)? {
            Const::Function(id) => Some(*id),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_threads_draw() {
        let text = |drawn_by: &str| {
            format!(
                "extern !pthread_create results 1\nfunc &rand(0 -> 1) regs 1 {{\nreturn 0\n}}\n\
                 func &work(1 -> 1) regs 2 {{\n{}return 0\n}}\n\
                 func &main(0 -> 1) regs 2 {{\n%0 = call !pthread_create(0, 0, &work, 0)\n{}return 0\n}}\n",
                if drawn_by == "work" { "%1 = call &rand()\n" } else { "" },
                if drawn_by == "main" { "%1 = call &rand()\n" } else { "" },
            )
        };
        for (drawn_by, told) in [("work", true), ("main", false), ("nobody", false)] {
            let mut program: Program = text(drawn_by).parse().unwrap();
            program.functions[0].runtime = true;
            assert_eq!(note(&program).is_some(), told, "{drawn_by}");
        }
    }
}

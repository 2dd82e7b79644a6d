//! Random numbers that threads draw: a note, since threads share one sequence in a real library, and
//! who gets which number depends on the schedule there. Here each thread has a sequence of its own.
//! Of what `main` draws there is a note if it decides something, and the seed is not always the same:
//! other runs have other numbers.
//!
//! Not covered: what is called through a pointer; threads whose function is only known when the
//! program runs.

use crate::calls;
use crate::explain::{STARTERS, Whose, callee_name};
use crate::flow;
use crate::places::Places;
use threadbare_program::{Const, FuncId, Inst, Program};
use threadbare_report::Note;

const DRAWS: [&str; 10] = [
    "rand",
    "random",
    "drand48",
    "lrand48",
    "mrand48",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "getrandom",
    "getentropy",
];
/// Those that nobody seeds; and of these, those that write to memory, so that it does not show whether
/// that decides something.
const UNSEEDED: [&str; 5] = ["arc4random", "arc4random_uniform", "arc4random_buf", "getrandom", "getentropy"];
const TO_MEMORY: [&str; 3] = ["arc4random_buf", "getrandom", "getentropy"];
const SEEDS: [&str; 3] = ["srand", "srandom", "srand48"];

/// Of so many calls it is looked at whether they decide something.
const MOST: usize = 32;

const IN_THREADS: &str = "threads draw random numbers: each thread has a fixed sequence of its own, and what a shared one could \
                          give it was not explored; __VERIFIER_nondet_range(lo, hi) explores all numbers of a range";
const IN_MAIN: &str = "a random number may decide what the program does: it is from a fixed sequence, and what other numbers lead to \
                       was not explored; __VERIFIER_nondet_range(lo, hi) explores all numbers of a range";

/// The first place where a thread other than `main` may draw a number; else the first where a number
/// is drawn that decides something and is another one in other runs.
pub(crate) fn note(program: &Program) -> Option<Note> {
    let is_of = |called: Option<(&str, Whose)>, names: &[&str]| {
        called.is_some_and(|(name, whose)| whose == Whose::Runtime && names.contains(&name))
    };
    let draws = |called: Option<(&str, Whose)>| is_of(called, &DRAWS);
    let in_thread = started(program).find_map(|first| calls::find(program, first, draws));
    let decisive = || {
        let names: &[&str] = if is_seeded(program) { &DRAWS } else { &UNSEEDED };
        let drawn = calls::all(program, program.entry?, |called| is_of(called, names));
        let in_memory = || calls::find(program, program.entry?, |called| is_of(called, &TO_MEMORY));
        drawn.into_iter().take(MOST).find(|call| flow::decides(program, *call)).or_else(in_memory)
    };
    let ((function, pc), message) =
        in_thread.map(|call| (call, IN_THREADS)).or_else(|| Some((decisive()?, IN_MAIN)))?;
    Some(Note {
        kind: "random".into(),
        message: message.into(),
        place: Places::new(program).place(program.site(function, pc)),
    })
}

/// Whether the program itself sees to it that other runs have other numbers: by a seed that is not
/// always the same.
fn is_seeded(program: &Program) -> bool {
    let mut code = program.functions.iter().filter(|function| !function.runtime).flat_map(|function| &function.code);
    code.any(|inst| {
        let Inst::Call { callee, args, .. } = inst else { return false };
        let seeds = callee_name(program, *callee).is_some_and(|(name, _)| SEEDS.contains(&name));
        seeds && args.first().is_some_and(|seed| program.number(*seed).is_none())
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
    fn what_threads_draw_and_what_decides() {
        let text = |drawn_by: &str| {
            format!(
                "extern !pthread_create results 1\nextern !srand results 0\nfunc &rand(0 -> 1) regs 1 {{\nreturn 0\n}}\n\
                 func &work(1 -> 1) regs 2 {{\n{}return 0\n}}\n\
                 func &main(0 -> 1) regs 2 {{\n%0 = call !pthread_create(0, 0, &work, 0)\n{}return 0\n}}\n",
                if drawn_by == "work" { "%1 = call &rand()\n" } else { "" },
                match drawn_by {
                    "main" => "%1 = call &rand()\n",
                    "main for a branch" => "call !srand(3)\n%1 = call &rand()\nbranch %1, end, end\nend:\n",
                    "main, always others" => "call !srand(%0)\n%1 = call &rand()\nbranch %1, end, end\nend:\n",
                    _ => "",
                },
            )
        };
        let nobody = [("main", false), ("main for a branch", false), ("nobody", false)];
        for (drawn_by, told) in [("work", true), ("main, always others", true)].into_iter().chain(nobody) {
            let mut program: Program = text(drawn_by).parse().unwrap();
            program.functions[0].runtime = true;
            program.entry = Some(FuncId(2));
            assert_eq!(note(&program).is_some(), told, "{drawn_by}");
        }
    }
}

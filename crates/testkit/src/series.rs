//! Series of random programs, and what is done with the first that shows something wrong.

use crate::program::{Plain, Program};
use crate::rng::Rng;

/// Checks `count` programs that `make` makes from seeds, the first from `seed`. Of each `know` says
/// what is known, or that it is too large: then it is skipped. `check` gets the seed as well.
///
/// Returns how many were skipped.
pub(crate) fn series<K, E>(
    count: u64,
    seed: u64,
    make: impl Fn(&mut Rng) -> Program,
    know: impl Fn(&Program) -> Option<K>,
    mut check: impl FnMut(Program, &K, u64) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut checked, mut skipped) = (0, 0);
    let mut seeds = seed..;
    while checked < count {
        let seed = seeds.next().unwrap_or(u64::MAX);
        let program = make(&mut Rng::new(seed));
        let Some(known) = know(&program) else {
            skipped += 1;
            assert!(skipped < 20 * (count + 10), "a profile of too large programs");
            continue;
        };
        checked += 1;
        check(program, &known, seed)?;
    }
    Ok(skipped)
}

/// Leaves out instructions as long as `wrong` says that something goes wrong.
pub(crate) fn shrink_while(
    mut program: Program,
    mut message: String,
    wrong: impl Fn(&Program) -> Option<String>,
) -> (Program, String) {
    let wrong = |program: Program| wrong(&program).map(|why| (program, why));
    while let Some(smaller) = smaller(&program).into_iter().filter(Program::is_sound).find_map(wrong) {
        (program, message) = smaller;
    }
    (program, message)
}

/// The programs that lack one instruction, or one reason to be careful.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for body in 0..program.bodies.len() {
        for pc in 0..program.bodies[body].len() {
            let mut without = program.clone();
            without.bodies[body].remove(pc);
            all.push(without);
        }
    }
    if program.plain == Plain::Report && !program.variables.is_empty() {
        all.push(Program { plain: Plain::Explore, ..program.clone() });
    }
    all
}

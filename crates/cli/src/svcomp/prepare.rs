//! The program as the property sees it.

use super::property::Property;
use crate::calls::find;
use crate::explain::{Whose, callee_name};
use threadbare_program::{Callee, ExternId, External, FuncId, Function, Inst, Program};

/// The function of the library that is a fault when it is reached.
const ERROR: &str = "reach_error";

/// Calls of the function that must not be reached become calls of the library's `reach_error`,
/// whatever the function does.
///
/// # Errors
/// The program has a `reach_error` that is another function.
pub(super) fn mark(program: &mut Program, name: &str) -> Result<(), String> {
    if name != ERROR && has(program, ERROR) {
        return Err(format!("the program has both `{name}`, which is not to be reached, and `{ERROR}`"));
    }
    for external in program.externals.iter_mut().filter(|external| external.name == name) {
        external.name = ERROR.into();
    }
    let defined = program.functions.iter().position(|function| function.name == name && !function.runtime);
    let Some(at) = defined else { return Ok(()) };
    let known = program.externals.iter().position(|external| external.name == ERROR);
    let callee = known.unwrap_or_else(|| {
        let external = External { name: ERROR.into(), results: 0, float_result: None, weak: false };
        program.externals.push(external);
        program.externals.len() - 1
    });
    let function = &program.functions[at];
    let line = function.lines.first().copied().unwrap_or_default();
    let call =
        Inst::Call { callee: Callee::External(ExternId(callee as u32)), dst: None, args: Box::default(), kinds: None };
    program.functions[at] = Function {
        code: vec![call, Inst::Unreachable],
        lines: vec![line; 2],
        private: Vec::new(),
        loops: Vec::new(),
        ..function.clone()
    };
    program.functions[at].debug.allocations.clear();
    program.functions[at].debug.parts.clear();
    program.functions[at].debug.members.clear();
    program.number_sites();
    Ok(())
}

fn has(program: &Program, name: &str) -> bool {
    let defined = program.functions.iter().any(|function| function.name == name && !function.runtime);
    defined || program.externals.iter().any(|external| external.name == name)
}

/// Whether the program takes input that is every value at once.
pub(super) fn takes_input(program: &Program) -> bool {
    program.externals.iter().any(|external| external.name.starts_with("__VERIFIER_nondet_"))
}

/// What gives something else elsewhere: random numbers, the environment, files.
const FROM_OUTSIDE: [&str; 27] = [
    "rand",
    "random",
    "drand48",
    "lrand48",
    "mrand48",
    "getrandom",
    "getentropy",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "getenv",
    "fopen",
    "fopen64",
    "freopen",
    "freopen64",
    "open",
    "open64",
    "openat",
    "openat64",
    "creat",
    "creat64",
    "access",
    "stat",
    "stat64",
    "lstat",
    "lstat64",
    "mkdir",
];

/// Why a program of which everything was explored may do something else: what it is given from
/// outside is always the same here.
pub(super) fn doubt(program: &Program, properties: &[Property]) -> Option<String> {
    let main = program.functions.iter().position(|function| function.name == "main" && !function.runtime)?;
    let is_about_races = properties == [Property::NoDataRace];
    let drawn = |called: Option<(&str, Whose)>| {
        called.is_some_and(|(name, whose)| whose == Whose::Runtime && FROM_OUTSIDE.contains(&name))
    };
    let (function, pc) = find(program, FuncId(main as u32), drawn).filter(|_| !is_about_races)?;
    let Inst::Call { callee, .. } = &program.functions[function.index()].code[pc.0 as usize] else { return None };
    let (name, _) = callee_name(program, *callee)?;
    Some(format!("`{name}` gives the same each time here, and something else elsewhere"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_function_does_makes_no_difference() {
        let text = "entry &main\nextern !abort\nfunc &stop(0 -> 0) regs 1 {\nreturn\n}\n\
                    func &main(0 -> 1) regs 1 {\ncall &stop()\nreturn 0\n}\n";
        let mut program: Program = text.parse().unwrap();
        mark(&mut program, "stop").unwrap();
        assert!(matches!(program.functions[0].code[..], [Inst::Call { .. }, Inst::Unreachable]), "{program:?}");
        let mut both: Program = text.replace("!abort", "!reach_error").parse().unwrap();
        assert!(mark(&mut both, "stop").is_err());
    }
}

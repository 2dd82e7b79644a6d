//! What was met that is not supported: what to do about it, and of functions that no input defines,
//! where they are declared.

use crate::every_input;
use crate::plan::Plan;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use threadbare_frontend::{FrontendOptions, Undefined, undefined};
use threadbare_machine::unknown_function;
use threadbare_report::Run;

const STUB: &str = "a function that returns a pointer, writes through one, or waits needs a body in C: --define-stub FILE.c; one that does \
    not matter but for the number that it returns can be given that: --stub name=value; `threadbare explain` lists all";
const ASSEMBLY: &str = "of inline assembly only fences, hints, and single atomic instructions are understood: build without it, \
    if a macro chooses C instead (-- -DNAME), or leave the function out and define it in C: --define-stub FILE.c";

const CPP: &str =
    "C++'s library is not compiled in, and std::thread and std::mutex are not supported: C++ that uses pthreads is";

const SOLVER: &str = "the place is that of the question, of which an answer was not explored: give it more time (--solver-timeout 60s; 10s \
    is the default), or fix or bound some of the input it depends on (--input NAME=VALUE, an assumption)";

/// Says more about what is not supported, and about each unknown function that was called.
pub fn explain(run: &mut Run, plan: &Plan) {
    for met in &mut run.unsupported {
        if let Some((what, advice)) = every_input::refused(&met.what, plan) {
            (met.what, met.advice) = (what, advice);
        }
        met.advice = met.advice.or_else(|| advice(&met.what));
    }
    let unknown: Vec<(usize, String)> = run
        .unsupported
        .iter()
        .enumerate()
        .filter_map(|(index, met)| Some((index, unknown_function(&met.what)?.to_owned())))
        .collect();
    if unknown.is_empty() {
        return;
    }
    let names: Vec<&str> = unknown.iter().map(|(_, name)| name.as_str()).collect();
    let options = FrontendOptions { clang_flags: plan.input.compiler_flags.clone(), entry: plan.input.entry.clone() };
    for ((index, name), known) in unknown.iter().zip(undefined(&plan.input.files, &options, &names)) {
        let declared = known.declared.clone().or_else(|| declared_in(&plan.input.files, name));
        run.unsupported[*index].what = text(name, &Undefined { declared, ..known });
    }
}

/// What helps against something that is not supported.
fn advice(what: &str) -> Option<&'static str> {
    if what.starts_with("inline assembly") {
        return Some(ASSEMBLY);
    }
    if unknown_function(what).is_some_and(|name| ["_ZNSt", "_ZNKSt", "_ZSt"].iter().any(|own| name.starts_with(own))) {
        return Some(CPP);
    }
    if what.starts_with("the solver has given up") {
        return Some(SOLVER);
    }
    let is_function = unknown_function(what).is_some() || what.starts_with("the function `");
    is_function.then_some(STUB)
}

fn text(name: &str, known: &Undefined) -> String {
    if let Some(member) = &known.native {
        return format!(
            "the function `{name}` is defined by {member}, which carries no bitcode: compile it with `clang-22 -g -flto`"
        );
    }
    if let Some(resolver) = &known.resolver {
        return format!(
            "the address of `{name}`, for which `{resolver}` chooses a function when the program is loaded (ifunc): only calls by its name are understood"
        );
    }
    let declared = known.declared.as_ref().map(|(file, line)| (file.strip_prefix(".").unwrap_or(file), line));
    match declared {
        // Headers of the system belong to libraries, and those are not missing.
        Some((file, line)) if file.starts_with("/usr") => {
            format!("call of the unknown library function `{name}` (declared at {}:{line})", file.display())
        }
        Some((file, line)) if is_inline(file, *line) => format!(
            "the function `{name}`, at {}:{line}, is `inline` without `static`, so that C makes no function of it which can \
             be called: say `static inline`, or give `-- -fgnu89-inline`",
            file.display()
        ),
        Some((file, line)) => format!(
            "the function `{name}`, declared at {}:{line}, is defined in none of the inputs: is a source file missing?",
            file.display()
        ),
        None => format!("call of the unknown function `{name}`, which is defined in none of the inputs"),
    }
}

/// Where the sources, or headers beside them, first name a function with its parameters: the
/// compiler tells only of those that are called by name.
fn declared_in(files: &[PathBuf], name: &str) -> Option<(PathBuf, u32)> {
    let is_source = |file: &&PathBuf| file.extension().is_some_and(|its| its == "c" || its == "h");
    let mut left: Vec<PathBuf> = files.iter().filter(is_source).rev().cloned().collect();
    let mut seen = BTreeSet::new();
    while let Some(file) = left.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        if let Some(line) = (1..).zip(text.lines()).find(|(_, line)| declares(line, name)) {
            return Some((file, line.0));
        }
        let included = text.lines().filter_map(|line| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
            Some(file.with_file_name(rest.trim_start().strip_prefix('"')?.split('"').next()?))
        });
        left.extend(included);
    }
    None
}

/// Whether the line, which is no comment and no macro, names it with parameters.
fn declares(line: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_code = !["//", "/*", "*", "#"].iter().any(|other| line.trim_start().starts_with(other));
    let is_it = |(at, _): (usize, &str)| {
        let rest = &line[at + name.len()..];
        !line[..at].ends_with(is_word) && rest.trim_start().starts_with('(')
    };
    is_code && line.match_indices(name).any(is_it)
}

/// Whether the source says `inline` there, or in the line before.
fn is_inline(file: &Path, line: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else { return false };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let lines = text.lines().skip((line as usize).saturating_sub(2)).take(2);
    lines.into_iter().any(|line| line.split(|c| !is_word(c)).any(|word| word == "inline"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stubs_are_for_functions() {
        assert_eq!(advice("the function `fork`"), Some(STUB));
        assert_eq!(advice("inline assembly \"bswap $0\""), Some(ASSEMBLY));
        let thread = "call of the unknown function `_ZNSt6thread4joinEv`";
        assert_eq!(unknown_function(thread).and_then(|_| advice(thread)), Some(CPP));
        assert_eq!(advice("the solver has given up on a question about the input"), Some(SOLVER));
        assert_eq!(advice("printing a long double"), None);
    }

    #[test]
    fn where_a_function_is_declared() {
        assert!(declares("void *worker(void *);", "worker") && declares("int f (void), worker (int);", "worker"));
        assert!(!declares("    pthread_create(&a, 0, worker, 0);", "worker"));
        assert!(!declares("// worker(x)", "worker") && !declares("int my_worker(void);", "worker"));
    }

    #[test]
    fn what_is_said() {
        let known = |file: &str| Undefined { declared: Some((file.into(), 7)), ..Undefined::default() };
        assert!(text("f", &known("queue.h")).contains("declared at queue.h:7, is defined in none of the inputs: is a"));
        assert!(
            text("f", &known("/usr/include/x.h")).contains("library function `f` (declared at /usr/include/x.h:7)")
        );
        assert!(text("f", &known("./queue.h")).contains("declared at queue.h:7,"));
        assert!(text("f", &Undefined::default()).contains("`f`, which is defined in none of the inputs"));
        let native = Undefined { native: Some("q.a(q.o)".into()), ..known("queue.h") };
        assert!(text("f", &native).contains("q.a(q.o), which carries no bitcode"));
    }
}

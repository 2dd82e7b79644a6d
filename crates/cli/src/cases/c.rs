//! A test as C: a file that is compiled natively together with the program, which stays as it is.
//!
//! It defines the functions that take input; they hand out the recorded values, to each thread its
//! own, in order. Threads have the numbers of Threadbare: `pthread_create` is wrapped by the linker
//! where threads other than `main` take input. Where `main` has arguments, variables or standard
//! input, the process begins again with those of the test.
//!
//! Not covered: the schedule. Threads interleave as they like.

use super::case::{Case, STDIN, Taken};
use crate::floats;
use std::fmt::Write as _;
use threadbare_program::Program;

/// What stands in every file, in pieces: `//! NAME` begins one.
const PIECES: &str = include_str!("test.c");

/// The functions of SV-COMP that take input, each with its type.
const TYPES: [(&str, &str); 35] = [
    ("bool", "_Bool"),
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("long", "long"),
    ("longlong", "long long"),
    ("ulong", "unsigned long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "unsigned long"),
    ("loff_t", "long long"),
    ("sector_t", "unsigned long"),
    ("u8", "unsigned char"),
    ("U8", "unsigned char"),
    ("schar", "signed char"),
    ("s8", "signed char"),
    ("S8", "signed char"),
    ("u16", "unsigned short"),
    ("U16", "unsigned short"),
    ("s16", "short"),
    ("S16", "short"),
    ("u32", "unsigned"),
    ("U32", "unsigned"),
    ("s32", "int"),
    ("S32", "int"),
    ("u64", "unsigned long"),
    ("U64", "unsigned long"),
    ("s64", "long"),
    ("S64", "long"),
];

/// Those of floating-point numbers.
const FLOATS: [(&str, &str); 2] = [("float", "float"), ("double", "double")];

/// The file of the test of this name, where the command compiles these files.
pub(super) fn of(case: &Case, program: &Program, (name, command): (&str, &str)) -> String {
    let taken: Vec<&Taken> = case.inputs.iter().filter(|taken| taken.function != STDIN).collect();
    let has_threads = taken.iter().any(|taken| taken.thread.0 != 0);
    let begins_again = !case.arguments.is_empty() || !case.environment.is_empty() || case.stdin.is_some();
    let is_of_runtime = |name: &str| program.functions.iter().any(|own| own.runtime && own.name == name);
    let calls = |name: &str| program.externals.iter().any(|external| external.name == name) || is_of_runtime(name);
    let mut text = comment(case, (name, command), has_threads);
    text += piece("inputs");
    values(&mut text, &taken);
    text += piece(if has_threads { "threads" } else { "no threads" });
    if has_threads {
        threads(&mut text, case);
    }
    text += piece("next");
    for (name, of) in TYPES.iter().filter(|(name, _)| calls(&format!("__VERIFIER_nondet_{name}"))) {
        let _ = writeln!(text, "{of} __VERIFIER_nondet_{name}(void) {{\n    return ({of})next(sizeof({of}));\n}}\n");
    }
    for (name, of) in FLOATS.iter().filter(|(name, _)| calls(&format!("__VERIFIER_nondet_{name}"))) {
        let _ = writeln!(
            text,
            "{of} __VERIFIER_nondet_{name}(void) {{\n    {of} value;\n    memcpy(&value, &next_input(sizeof value)->value, \
             sizeof value);\n    return value;\n}}\n"
        );
    }
    for name in FUNCTIONS.iter().filter(|name| calls(name)) {
        text += piece(name);
    }
    if calls("__VERIFIER_atomic_end") {
        text += piece("atomic");
    }
    if begins_again {
        text += &again(case);
    }
    text
}

/// Functions that are defined where the program calls them: each is a piece.
const FUNCTIONS: [&str; 14] = [
    "__VERIFIER_nondet_range",
    "klee_make_symbolic",
    "__VERIFIER_nondet_memory",
    "klee_int",
    "klee_range",
    "klee_choose",
    "__VERIFIER_nondet_int128",
    "__VERIFIER_nondet_uint128",
    "klee_assume",
    "klee_prefer_cex",
    "__VERIFIER_assume",
    "assume_abort_if_not",
    "reach_error",
    "__VERIFIER_error",
];

fn piece(name: &str) -> &'static str {
    let mut pieces = PIECES.split("//! ").filter_map(|piece| piece.split_once('\n'));
    pieces.find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

/// What it is, and how it is used.
fn comment(case: &Case, (name, command): (&str, &str), has_threads: bool) -> String {
    let wraps = if has_threads { " -Wl,--wrap=pthread_create" } else { "" };
    let mut text = String::from("/* A test made by Threadbare. To run it natively:\n\n");
    let math = if case.inputs.iter().any(|taken| taken.is_float) { " -lm" } else { "" };
    let _ = write!(text, "     cc -o {name} {command} -pthread{wraps}{math} && ./{name}\n\n");
    let ends = match (case.faults.first(), case.status) {
        (Some((kind, message, place)), _) => {
            let place = place.as_ref().map_or_else(String::new, |place| format!(", {}:{}", place.file, place.line));
            format!("It leads to a fault: {kind}: {message}{place}.")
        }
        (None, Some(status)) => format!("The program ends with status {}.", status & 0xFF),
        (None, None) => "It does not say with which status the program ends.".into(),
    };
    let _ = writeln!(text, "   {}", ends.replace("*/", "* /").replace(['\n', '\r'], " "));
    if !case.threads.is_empty() {
        text += "   The threads may interleave otherwise here; the schedule of the test is in its .json.\n";
    }
    text += "*/\n";
    text
}

fn values(text: &mut String, taken: &[&Taken]) {
    text.push_str("static const struct input inputs[] = {\n");
    for taken in taken {
        let name = taken.name.as_deref().unwrap_or(&taken.function);
        let place = taken.place.as_ref().map_or_else(String::new, |place| format!(", {}:{}", place.file, place.line));
        let number =
            if taken.is_float { format!(" = {}", floats::told(taken.value, taken.bits)) } else { String::new() };
        let comment = format!("{name}{number}{place}").replace("*/", "* /").replace(['\n', '\r'], " ");
        let Taken { thread, bits, value, .. } = taken;
        let _ = writeln!(text, "    {{ {}, {}, {value}ULL }}, /* {comment} */", thread.0, bits.div_ceil(8));
    }
    text.push_str("    { ~0u, 0, 0 }\n};\n");
}

fn threads(text: &mut String, case: &Case) {
    text.push_str("static const struct thread threads[] = {\n");
    for (parent, n) in &case.threads {
        let _ = writeln!(text, "    {{ {}, {n} }},", parent.0);
    }
    text.push_str("    { ~0u, 0 }\n};\n");
    text.push_str(piece("wrap"));
}

/// The process begins again with arguments, environment and standard input.
fn again(case: &Case) -> String {
    let list = |name: &str, all: &mut dyn Iterator<Item = &[u8]>| {
        let mut text = format!("static char *const {name}[] = {{ ");
        all.for_each(|bytes| {
            let _ = write!(text, "{}, ", literal(bytes));
        });
        text + "0 };\n"
    };
    let mut text = String::from("\n");
    let program: &[u8] = b"program";
    text += &list("arguments", &mut std::iter::once(program).chain(case.arguments.iter().map(Vec::as_slice)));
    text += &list("environment", &mut case.environment.iter().map(Vec::as_slice).chain([&b"THREADBARE_TEST=1"[..]]));
    let stdin = case.stdin.as_deref().unwrap_or_default();
    let _ = writeln!(text, "static const char content[] = {};", literal(stdin));
    text + piece("again")
}

/// A string literal of C.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' if byte != b'?' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_there() {
        let functions = FUNCTIONS;
        for name in ["inputs", "threads", "no threads", "wrap", "next", "atomic", "again"].into_iter().chain(functions)
        {
            assert!(!piece(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn literals() {
        assert_eq!(literal(b"a\"\\\n1\0??=\xff"), "\"a\\\"\\\\\\0121\\000\\077\\077=\\377\"");
    }
}

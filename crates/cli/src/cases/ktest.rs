//! A test in the format of KLEE, version 3: the arguments, then objects with a name and bytes.
//! Numbers have 4 bytes, the first the greatest.
//!
//! Inputs that one call has taken together are one object. Standard input is one, `stdin`; so is
//! each argument, `arg00`, `arg01`, ...
//!
//! Not covered: which thread takes an input.

use super::case::{Case, STDIN, Taken};

/// `argv[0]`: the first of the files.
pub(super) fn of(case: &Case, files: &[String]) -> Vec<u8> {
    let mut file = b"KTEST".to_vec();
    number(&mut file, 3);
    let program = files.first().map_or("program", String::as_str).as_bytes();
    number(&mut file, 1 + case.arguments.len());
    std::iter::once(program).chain(case.arguments.iter().map(Vec::as_slice)).for_each(|arg| bytes(&mut file, arg));
    // Arguments of which something is symbolic: KLEE's own runtime counts them otherwise.
    number(&mut file, 0);
    number(&mut file, 0);
    let objects = objects(case);
    number(&mut file, objects.len());
    for (name, content) in objects {
        bytes(&mut file, name.as_bytes());
        bytes(&mut file, &content);
    }
    file
}

fn objects(case: &Case) -> Vec<(String, Vec<u8>)> {
    let mut objects: Vec<(String, Vec<u8>)> = Vec::new();
    for (n, argument) in case.arguments.iter().enumerate() {
        objects.push((format!("arg{n:02}"), [argument, &b"\0"[..]].concat()));
    }
    if let Some(stdin) = &case.stdin {
        objects.push((STDIN.into(), stdin.clone()));
    }
    for taken in case.inputs.iter().filter(|taken| taken.function != STDIN) {
        match objects.last_mut() {
            Some((_, last)) if !taken.begins => last.extend(content(taken)),
            _ => objects.push((taken.name.clone().unwrap_or_else(|| taken.function.clone()), content(taken))),
        }
    }
    objects
}

/// The bytes of a value, as memory holds them.
fn content(taken: &Taken) -> Vec<u8> {
    taken.value.to_le_bytes()[..usize::from(taken.bits.div_ceil(8))].to_vec()
}

fn bytes(file: &mut Vec<u8>, content: &[u8]) {
    number(file, content.len());
    file.extend(content);
}

fn number(file: &mut Vec<u8>, n: usize) {
    file.extend((n as u32).to_be_bytes());
}

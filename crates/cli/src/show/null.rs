//! Accesses through null pointers: which expression of the source it is, and which pointer in it.
//!
//! The place of an access is that of the member, or of the operator that stores; what stands there
//! tells the expression, and its last `->`, `*` or `[` the pointer. Not covered: macros, calls,
//! expressions on several lines, `p->a[i]`, where either may be null, optimised code.

use std::fmt::Write as _;
use threadbare_op::FaultKind;
use threadbare_program::Program;
use threadbare_report::{Found, Sources};

/// An access and the pointer through which it goes.
#[derive(PartialEq, Eq, Debug)]
struct Through<'a> {
    access: String,
    pointer: &'a str,
}

/// Names the expression in the message, if the source shows it.
pub(super) fn name(found: &mut Found, program: &Program, site: threadbare_op::Site) {
    let function = program.locate(site).and_then(|(function, _)| program.functions.get(function.index()));
    let is_plain = found.kind == FaultKind::NullPointer && function.is_some_and(|function| function.optnone);
    let (Some(place), true) = (&found.place, is_plain && found.message.contains("null pointer")) else { return };
    let Some(verb) = found.message.split(" of ").next().filter(|verb| ["read", "write"].contains(verb)) else { return };
    let mut sources = Sources::new();
    sources.load(&place.file);
    let line = sources.text(&place.file).and_then(|text| text.lines().nth((place.line as usize).checked_sub(1)?));
    let Some(line) = line else { return };
    if let Some(Through { access, pointer }) = through(line, place.column as usize) {
        let mut message = String::new();
        let _ = write!(message, "{verb} of `{access}`, but `{pointer}` is NULL");
        found.message = message;
    }
}

/// What is accessed at that column, from 1.
fn through(line: &str, column: usize) -> Option<Through<'_>> {
    let at = column.checked_sub(1).filter(|at| line.is_char_boundary(*at) && *at < line.len())?;
    let rest = &line[at..];
    let first = rest.chars().next()?;
    let before = line[..at].trim_end();
    if first == '*' && !rest.starts_with("**") && !before.ends_with(|c: char| is_word(c) || "*)]".contains(c)) {
        return dereferenced(&rest[1..]);
    }
    let end = if is_word(first) { at + rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { before.len() };
    // A call, or a macro.
    if line[end..].trim_start().starts_with('(') {
        return None;
    }
    let from = start_of(&line[..end])?;
    let expression = &line[from..end];
    let stars = line[..from].trim_end();
    if stars.ends_with('*') && !is_word(first) {
        let is_unary = !stars[..stars.len() - 1].trim_end().ends_with(|c: char| is_word(c) || "*)]".contains(c));
        return Some(Through { access: format!("*{expression}"), pointer: expression }).filter(|_| is_unary);
    }
    let arrow = last_outside(expression, "->");
    let pointer = match (arrow, expression.strip_suffix(']')) {
        (Some(_), Some(_)) => return None,
        (Some(arrow), None) => &expression[..arrow],
        (None, Some(_)) => &expression[..opening(expression)?],
        (None, None) => return None,
    };
    Some(Through { access: expression.to_owned(), pointer: without_parentheses(pointer.trim_end()) })
}

/// Of `*p->q`.
fn dereferenced(rest: &str) -> Option<Through<'_>> {
    let rest = rest.trim_start();
    let mut end = 0;
    let bytes = rest.as_bytes();
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'-' if bytes.get(end + 1) == Some(&b'>') => end += 2,
            b'.' => end += 1,
            _ if is_word(byte.into()) => end += 1,
            b'(' | b'[' => return None,
            _ => break,
        }
    }
    let pointer = &rest[..end];
    (!pointer.is_empty()).then(|| Through { access: format!("*{pointer}"), pointer })
}

const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Where the expression of names, members and elements begins that ends here.
fn start_of(text: &str) -> Option<usize> {
    let mut end = text.len();
    loop {
        let head = text[..end].trim_end();
        if head.ends_with([')', ']']) {
            end = opening(head)?;
            // An element of something, or what stands in parentheses by itself.
            if head.ends_with(')') {
                let before = head[..end].trim_end();
                return (!before.ends_with(is_word)).then_some(end);
            }
            continue;
        }
        let name = head.len() - head.chars().rev().take_while(|c| is_word(*c)).count();
        if name == head.len() || head[name..].starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let before = head[..name].trim_end();
        end = match before.strip_suffix("->").or_else(|| before.strip_suffix('.')) {
            Some(before) => before.len(),
            None => return Some(name),
        };
    }
}

/// Where the bracket opens that closes at the end.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' => depth -= 1,
            '"' | '\'' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The last one that stands in no brackets.
fn last_outside(text: &str, what: &str) -> Option<usize> {
    let is_outside = |at: &usize| {
        let count = |of: [char; 2]| text[..*at].matches(of).count();
        count(['(', '[']) == count([')', ']'])
    };
    text.match_indices(what).map(|(at, _)| at).filter(is_outside).last()
}

fn without_parentheses(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    inner.filter(|_| opening(text) == Some(0)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The access and the pointer at the bar.
    fn told(line: &str) -> Option<(String, String)> {
        let at = line.find('|').unwrap();
        let line = line.replacen('|', "", 1);
        through(&line, at + 1).map(|through| (through.access, through.pointer.to_owned()))
    }

    #[test]
    fn members() {
        let is = |line: &str, access: &str, pointer: &str| {
            assert_eq!(told(line), Some((access.to_owned(), pointer.to_owned())), "{line}");
        };
        is("    cur->io.fd|++;", "cur->io.fd", "cur");
        is("    x = cur->io.|fd;", "cur->io.fd", "cur");
        is("    s->n |= 3;", "s->n", "s");
        is("    (*pp)->|next->io.fd = 1;", "(*pp)->next", "*pp");
        is("    return s->next->|next;", "s->next->next", "s->next");
        is("    if (f(a) && a[i].p->|x > 0)", "a[i].p->x", "a[i].p");
        is("    q.all[3] |= 1;", "q.all[3]", "q.all");
        is("    *p |= 1;", "*p", "p");
        is("    *s->p |= 1;", "*s->p", "s->p");
        is("    x = |*s->p + 1;", "*s->p", "s->p");
    }

    #[test]
    fn what_is_not_clear() {
        for line in [
            "    |strlen(s);",
            "    get(s)->|n = 1;",
            "    |x = 1;",
            "    s->v[2] |= 1;",
            "    **pp |= 1;",
            "    y = |**pp;",
            "    a |* b;",
            "    x = a * |b;",
            "|",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}

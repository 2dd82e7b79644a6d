//! Source text, read when it is needed.

use crate::data::Place;
use crate::style::width;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

/// Files larger than this are not read: what is generated is not worth showing.
const MOST_BYTES: u64 = 16 << 20;

/// Operations of more lines than this, after the first, are not put together.
const MOST_LINES: u32 = 4;

/// The source files that a report quotes.
#[derive(Debug, Default)]
pub struct Sources {
    texts: HashMap<String, Option<String>>,
}

impl Sources {
    /// Reads from the file system.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Knows this file already.
    pub fn insert(&mut self, file: &str, text: &str) {
        self.texts.insert(file.to_owned(), Some(text.to_owned()));
    }

    /// Makes sure that the file has been read, if it can be.
    pub fn load(&mut self, file: &str) {
        if !self.texts.contains_key(file) {
            let small = std::fs::metadata(file).is_ok_and(|m| m.is_file() && m.len() <= MOST_BYTES);
            let bytes = if small { std::fs::read(file).ok() } else { None };
            self.texts.insert(file.to_owned(), bytes.map(|b| String::from_utf8_lossy(&b).into_owned()));
        }
    }

    /// The text of a file that was loaded.
    #[must_use]
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file)?.as_deref()
    }

    /// A line (from 1), without the white space around it.
    pub fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        self.load(file);
        let text = self.text(file)?;
        text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?).map(str::trim)
    }

    /// A line as [`Self::line`] has it, with the rest of an atomic operation if that goes on in the
    /// next ones: there are its memory orders.
    pub fn statement(&mut self, file: &str, line: u32) -> Option<String> {
        let mut whole = self.line(file, line)?.to_owned();
        let is_open = |text: &str| text.matches('(').count() > text.matches(')').count();
        let first = whole.clone();
        for more in 1..=MOST_LINES {
            if !first.contains("atomic") || !is_open(&whole) {
                break;
            }
            let Some(next) = line.checked_add(more).and_then(|line| self.line(file, line)) else { break };
            whole = format!("{whole} {next}");
        }
        let is_whole = !is_open(&whole) && ["memory_order", "__ATOMIC_"].iter().any(|name| whole.contains(name));
        Some(if is_whole { whole } else { first })
    }

    /// What a step does, in at most so many columns if that can be: the line, as [`Self::statement`]
    /// has it, or else the statement at the place.
    pub(crate) fn step(&mut self, place: &Place, room: usize) -> Option<String> {
        let whole = self.statement(&place.file, place.line)?;
        if width(&without_gaps(&whole)) <= room {
            return Some(without_gaps(&whole));
        }
        let line = self.text(&place.file)?.lines().nth((place.line as usize).checked_sub(1)?)?;
        let indent = line.len() - line.trim_start().len();
        let at = (place.column as usize).checked_sub(1 + indent).filter(|at| whole.is_char_boundary(*at));
        Some(without_gaps(&at.map_or(whole.clone(), |at| statement_at(&whole, at))))
    }

    /// The bytes to mark in a loaded file for a position: the token there, or else the whole line.
    #[must_use]
    pub fn span(&self, file: &str, line: u32, column: u32) -> Option<Range<usize>> {
        let text = self.text(file)?;
        let start = match line {
            0 => return None,
            1 => 0,
            n => text.match_indices('\n').nth(n as usize - 2)?.0 + 1,
        };
        let length = text[start..].find('\n').unwrap_or(text.len() - start);
        let content = text[start..start + length].trim_end();
        let indent = content.len() - content.trim_start().len();
        let whole = start + indent..start + content.len().max(indent + 1).min(length.max(indent));
        let Some(from) =
            (column as usize).checked_sub(1).filter(|c| *c < content.len() && content.is_char_boundary(*c))
        else {
            return Some(whole);
        };
        Some(start + from..start + from + token(&content[from..]))
    }
}

/// The path as seen from the working directory, if the file is below it.
pub(crate) fn below_here(file: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    match Path::new(file).strip_prefix(&here) {
        Ok(below) if !here.as_os_str().is_empty() => below.to_string_lossy().into_owned(),
        _ => file.strip_prefix("./").unwrap_or(file).to_owned(),
    }
}

/// What a bracket opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opens {
    /// The head of a loop or condition.
    Head,
    /// The parameters or arguments of a function.
    Call,
    /// Other parentheses, or an initialiser.
    Other,
}

/// A line with one space where there are several, which align what follows; in quotes all stay.
fn without_gaps(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (None, ' ' | '\t') if out.ends_with(' ') => continue,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if c == open && !out.ends_with('\\') => quote = None,
            _ => {}
        }
        out.push(if c == '\t' && quote.is_none() { ' ' } else { c });
    }
    out
}

/// The statement of a line that the byte `at` is in, or the head of the loop or condition; or the
/// brace that is there.
fn statement_at(line: &str, at: usize) -> String {
    let (mut start, mut end) = (0, line.len());
    let (mut open, mut closed) = (Vec::new(), Opens::Other);
    for (index, c) in line.char_indices() {
        let before = line[..index].trim_end();
        let mut ends = false;
        match c {
            '(' => open.push(match before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next() {
                Some("for" | "while" | "if" | "switch") => Opens::Head,
                Some("" | "return" | "sizeof") | None => Opens::Other,
                Some(_) => Opens::Call,
            }),
            // An initialiser: not the body of a function, a loop or a condition.
            '{' if before.ends_with(['=', ',', '(', '{']) || (before.ends_with(')') && closed == Opens::Other) => {
                open.push(Opens::Other);
            }
            ')' | '}' if !open.is_empty() => {
                closed = open.pop().unwrap_or(Opens::Other);
                ends = closed == Opens::Head;
            }
            ';' | '{' | '}' => ends = open.is_empty(),
            _ => {}
        }
        let next = index + c.len_utf8();
        if ends && index == at && matches!(c, '{' | '}') {
            (start, end) = (index, next);
            break;
        }
        if ends && next > at {
            // A brace that ends it is no part of it.
            end = if matches!(c, '{' | '}') { index } else { next };
            break;
        }
        if ends {
            start = next;
        }
    }
    let (before, after) = (&line[..start], &line[end.max(start)..]);
    let front = if before.trim().is_empty() { "" } else { "… " };
    let back = if after.trim().is_empty() { "" } else { " …" };
    format!("{front}{}{back}", line[start..end.max(start)].trim())
}

/// The length of the token that the text begins with.
fn token(text: &str) -> usize {
    let word = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    if word > 0 {
        return word;
    }
    let two = ["++", "--", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "!=", "<=", ">=", "&&", "||"];
    if two.iter().any(|t| text.starts_with(t)) { 2 } else { text.chars().next().map_or(1, char::len_utf8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_spans() {
        let mut s = Sources::new();
        s.insert("a.c", "int x;\n  x += é;\n\nlast");
        assert_eq!(s.line("a.c", 2), Some("x += é;"));
        assert_eq!(s.line("a.c", 0), None);
        assert_eq!(s.line("a.c", 9), None);
        let at = |l, c| s.span("a.c", l, c).map(|r| &s.text("a.c").unwrap()[r]);
        assert_eq!(at(1, 1), Some("int"));
        assert_eq!(at(2, 5), Some("+="));
        assert_eq!(at(2, 8), Some("é"));
        assert_eq!(at(2, 9), Some("x += é;"), "not the start of a character: the line");
        assert_eq!(at(4, 0), Some("last"));
        assert_eq!(at(3, 1), Some(""));
        assert_eq!(at(77, 1), None);
        assert_eq!(at(0, 1), None);
    }

    #[test]
    fn an_atomic_operation_is_shown_with_its_orders() {
        let mut s = Sources::new();
        s.insert(
            "a.c",
            "atomic_store_explicit(&x,\n    f(1),\n  memory_order_release);\nf(1,\n  2);\natomic_store(&x,\n1);",
        );
        let mut at = |line| s.statement("a.c", line).unwrap();
        assert_eq!(at(1), "atomic_store_explicit(&x, f(1), memory_order_release);");
        assert_eq!([at(2), at(4), at(6)], ["f(1),", "f(1,", "atomic_store(&x,"]);
        assert_eq!(s.statement("a.c", 9), None);
    }

    #[test]
    fn of_a_long_line_the_statement() {
        let line = "static void *f(void *p) { for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, g, p); return p; }";
        let at = |text: &str| statement_at(line, line.find(text).unwrap());
        assert_eq!(at("pthread_create"), "… pthread_create(&t[i], 0, g, p); …");
        assert_eq!(at("i < 3"), "… for (int i = 0; i < 3; i++) …");
        assert_eq!(at("return"), "… return p; …");
        assert_eq!(at("static"), "static void *f(void *p) …");
        let mut s = Sources::new();
        s.insert("a.c", &format!("\n  {line}"));
        let mut step = |column, room| s.step(&Place { file: "a.c".into(), line: 2, column }, room).unwrap();
        assert_eq!(step(3, 200), line);
        assert_eq!(step(3 + line.find("return").unwrap() as u32, 40), "… return p; …");
        assert_eq!(step(0, 40), line, "no column");
        assert_eq!(step(999, 40), line);
        let line = "for (int i = 0; i < n; i++) { w[i] = (struct worker){ i, 2 }; int a[] = { 1, 2 }; go(&w[i]); }";
        let at = |text: &str| statement_at(line, line.find(text).unwrap());
        assert_eq!(at("= (struct"), "… w[i] = (struct worker){ i, 2 }; …");
        assert_eq!(at("a[]"), "… int a[] = { 1, 2 }; …");
        assert_eq!(at("go"), "… go(&w[i]); …");
    }

    #[test]
    fn a_closing_brace_and_gaps() {
        let line = "static void f(int *p) { int a = 1; g(p, &a); }   /* \"a  b\" */";
        assert_eq!(statement_at(line, line.find('}').unwrap()), "… } …");
        assert_eq!(statement_at("f(); }", 5), "… }");
        assert_eq!(without_gaps(line), "static void f(int *p) { int a = 1; g(p, &a); } /* \"a  b\" */");
    }

    #[test]
    fn a_missing_file_is_no_error() {
        assert_eq!(Sources::new().line("/no/such/file", 1), None);
        assert_eq!(Sources::new().line("/", 1), None);
    }
}

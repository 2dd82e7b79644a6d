//! Functions that look like tests and are none, since they take parameters.
//!
//! They are looked for in the text of the C source: a definition begins in the first column, or has
//! its type on a line of its own. What macros make is not seen.

use std::path::Path;

/// How the names of tests begin.
const TEST: &str = "test_";

/// The functions of the C source `file` that look like tests, but are not among `tests`.
pub(super) fn skipped(file: &Path, tests: &[String]) -> Vec<String> {
    if file.extension().is_none_or(|extension| extension != "c") {
        return Vec::new();
    }
    std::fs::read_to_string(file).map(|source| named(&source, tests)).unwrap_or_default()
}

fn named(source: &str, tests: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in source.lines().filter_map(defined) {
        if !tests.iter().chain(&found).any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The function like a test whose definition begins on this line.
fn defined(line: &str) -> Option<&str> {
    let begins = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let (before, parameters) = line.split_once('(')?;
    let name = before.trim_end().rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
    let is_declaration = parameters.trim_end().ends_with(';') && !parameters.contains('{');
    (begins && !is_declaration && name.starts_with(TEST)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_test() {
        let source = "\
void test_one(void) {}
void test_two(int n)
{
    test_inner(n);
}
static void test_three(void) { test_two(1); }
static void
test_four(void)
{
}
void test_declared(int);
// void test_comment(int n)
static int helper(int test_value) { return test_value; }
int test_five(void *arg) { return arg != 0; }
";
        let tests = ["test_one", "test_three", "test_four"].map(String::from);
        assert_eq!(named(source, &tests), ["test_two", "test_five"]);
    }
}

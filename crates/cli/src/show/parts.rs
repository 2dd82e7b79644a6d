//! Which part of a failed assertion `a && b && !c` was false.
//!
//! Each part is one condition, behind the other: so if there are as many conditions as parts, the one
//! that was taken tells the part. Not covered: parts that consist of conditions themselves (`a || b`,
//! `c ? a : b`).

/// The parts of the expression, if none consists of others.
fn parts(expression: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut from, mut depth) = (0, 0_i32);
    let mut quote: Option<char> = None;
    let mut escaped = false;
    let bytes = expression.as_bytes();
    for (at, byte) in expression.char_indices() {
        if let Some(open) = quote {
            quote = (escaped || byte != open).then_some(open);
            escaped = byte == '\\' && !escaped;
            continue;
        }
        match byte {
            '"' | '\'' => quote = Some(byte),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '&' if bytes.get(at + 1) == Some(&b'&') => {
                if depth > 0 {
                    return None;
                }
                parts.push(expression[from..at].trim());
                from = at + 2;
            }
            '|' if bytes.get(at + 1) == Some(&b'|') => return None,
            '?' => return None,
            _ => {}
        }
    }
    parts.push(expression[from..].trim());
    (depth == 0 && quote.is_none()).then_some(parts)
}

/// The part of the expression that was false, if it has several: the `at`-th of `count` conditions.
/// That a string is there, which says what is wrong, need not be asked.
pub(super) fn failed(expression: &str, (at, count): (usize, usize)) -> Option<&str> {
    let mut parts = parts(expression)?;
    let several = parts.len() > 1;
    if parts.len() != count {
        parts.retain(|part| !part.starts_with('"'));
    }
    (several && parts.len() == count).then(|| parts[at]).filter(|part| !part.starts_with('"'))
}

/// What is negated, if the part says that of something that is no comparison.
pub(super) fn negated(part: &str) -> Option<&str> {
    let inner = part.strip_prefix('!')?.trim_start();
    let is_name = inner.chars().all(|c| c.is_alphanumeric() || "_.[]->()".contains(c));
    is_name.then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_condition_each() {
        assert_eq!(parts("has(1) && has(2)&&!has(3)"), Some(vec!["has(1)", "has(2)", "!has(3)"]));
        assert_eq!(parts("p && \"a && b\""), Some(vec!["p", "\"a && b\""]));
        assert_eq!(parts("c == '&' && d == '\\'' && e"), Some(vec!["c == '&'", "d == '\\''", "e"]));
        assert_eq!(parts("a & b"), Some(vec!["a & b"]));
        for more in ["a || b", "(a && b) && c", "a && (b || c)", "a && (b ? c : d)", "!(a && b)", "f(a && b) && c"] {
            assert_eq!(parts(more), None, "{more}");
        }
    }

    #[test]
    fn the_one_that_failed() {
        assert_eq!(failed("a && b", (1, 2)), Some("b"));
        assert_eq!(failed("a && 1 && b", (1, 2)), None, "one of them is no condition");
        assert_eq!(failed("a", (0, 1)), None);
        assert_eq!(failed("a && \"why\"", (0, 1)), Some("a"));
        assert_eq!(failed("a && \"why\"", (0, 2)), Some("a"));
        assert_eq!(failed("a && \"why\"", (1, 2)), None);
        assert_eq!(negated("!p->done"), Some("p->done"));
        assert_eq!(negated("!(a == b)"), None);
        assert_eq!(negated("done"), None);
    }
}

//! Colours, widths, and text that comes from the checked program.

use anstyle::{AnsiColor, Style};
use std::fmt::{Display, Write as _};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Which steps of an execution are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Steps {
    /// Every one that was recorded.
    All,
    /// Those that the fault may depend on.
    #[default]
    Relevant,
    /// Of these, the first and the last one before another thread goes on.
    Switches,
}

/// How a report is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether to use terminal colours.
    pub colour: bool,
    /// Columns that there are.
    pub width: usize,
    /// Which steps to show.
    pub steps: Steps,
    /// Whether to say what only the curious want to know.
    pub details: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { colour: false, width: 80, steps: Steps::Relevant, details: false }
    }
}

impl Look {
    pub(crate) fn paint(self, style: Style, text: impl Display) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// Text that stands out.
    #[must_use]
    pub fn bold(self, text: impl Display) -> String {
        self.paint(Style::new().bold(), text)
    }

    pub(crate) fn dim(self, text: impl Display) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// Text that is good news.
    #[must_use]
    pub fn good(self, text: impl Display) -> String {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    /// Text that is bad news.
    #[must_use]
    pub fn bad(self, text: impl Display) -> String {
        self.paint(AnsiColor::BrightRed.on_default().bold(), text)
    }

    /// Text that is a warning.
    #[must_use]
    pub fn warn(self, text: impl Display) -> String {
        self.paint(AnsiColor::Yellow.on_default().bold(), text)
    }
}

/// The text without anything that a terminal would obey: control characters become visible escapes.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            c if c.is_control() => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// The text on one line.
pub(crate) fn one_line(text: &str) -> String {
    clean(text).replace('\n', "\\n")
}

/// `a, b and c`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Columns that the text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text, shortened to `columns` columns if need be.
pub(crate) fn shorten(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 0;
    let mut out = String::new();
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used + 1 > columns {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// Where the memory order of an atomic operation begins.
const ORDERS: [&str; 2] = ["memory_order", "__ATOMIC_"];

/// Source text, shortened in the middle to `columns` columns if need be: the memory orders of an
/// atomic operation, which come last, stay as far as there is room.
pub(crate) fn shorten_source(text: &str, columns: usize) -> String {
    let least = columns / 3;
    if width(text) <= columns || columns < 12 {
        return shorten(text, columns);
    }
    let starts = ORDERS.iter().flat_map(|name| text.match_indices(name)).map(|(at, _)| at);
    let fits = |at: &usize| width(&text[*at..]) <= columns - least;
    let last = || text.char_indices().map(|(at, _)| at).find(|at| width(&text[*at..]) <= least);
    let Some(tail) = starts.filter(fits).min().or_else(last) else { return shorten(text, columns) };
    shorten(&text[..tail], columns - width(&text[tail..])) + &text[tail..]
}

/// The text in lines of at most `columns` columns, broken at spaces; all begin as the first one
/// does.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    if width(text) <= columns {
        return vec![text.trim_end().to_owned()];
    }
    let indent = " ".repeat(text.len() - text.trim_start().len());
    let mut lines: Vec<String> = Vec::new();
    let mut line = indent.clone();
    for word in text.split_whitespace() {
        let is_first = line.len() == indent.len();
        if !is_first && width(&line) + 1 + width(word) > columns {
            lines.push(shorten(&line, columns));
            line = format!("{indent}  {word}");
        } else {
            let space = if is_first { "" } else { " " };
            line = format!("{line}{space}{word}");
        }
    }
    lines.push(shorten(&line, columns));
    lines
}

/// The text with spaces up to `columns` columns.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_disarmed() {
        assert_eq!(clean("a\x1b[2Jb\tc\r\n"), "a\\x1b[2Jb    c\\x0d\n");
        assert_eq!(one_line("a\nb"), "a\\nb");
    }

    #[test]
    fn long_lines_are_broken_at_spaces() {
        assert_eq!(wrap("   a   is {1, 2}", 20), ["   a   is {1, 2}"]);
        assert_eq!(wrap("   a is {1, 2, 3, 4}", 15), ["   a is {1, 2,", "     3, 4}"]);
        assert_eq!(wrap("abcdefgh", 5), ["abcd…"]);
    }

    #[test]
    fn memory_orders_stay() {
        let call = "unsigned t = atomic_load_explicit(&r->tail, memory_order_relaxed);";
        assert_eq!(shorten_source(call, 66), call);
        assert_eq!(shorten_source(call, 50), "unsigned t = atomic_load_ex…memory_order_relaxed);");
        assert_eq!(shorten_source(call, 30), "unsigned t = atomic…_relaxed);");
        let two = "atomic_compare_exchange_strong_explicit(&a, &b, c, memory_order_acq_rel, memory_order_relaxed)";
        assert_eq!(shorten_source(two, 70), "atomic_compare_exchange_st…memory_order_acq_rel, memory_order_relaxed)");
        assert_eq!(shorten_source("for (int i = 0; i < count; i++)", 20), "for (int i = …; i++)");
        assert_eq!(shorten_source("漢字漢字漢字漢字漢字", 13), "漢字漢字…漢字");
    }

    #[test]
    fn shortening_counts_columns() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdefg", 6), "abcde…");
        assert_eq!(shorten("漢字漢字", 5), "漢字…");
        assert_eq!(pad("漢", 4), "漢  ");
    }
}

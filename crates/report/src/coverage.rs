//! Which lines of the program were executed in any execution that was run: for people, and in the
//! format of lcov.
//!
//! A proof says nothing about code that no execution reaches, so `--coverage` names it.

use crate::data::{Place, Run};
use crate::source::Sources;
use crate::style::{Look, one_line, shorten};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use threadbare_op::Verdict;

/// The lines of a program that have code, and its functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// By file and line: whether it was reached.
    pub files: BTreeMap<String, BTreeMap<u32, bool>>,
    /// The functions, in the order of their places.
    pub functions: Vec<Function>,
}

/// A function with code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Function {
    /// Where it is defined.
    pub place: Option<Place>,
    /// As the source calls it.
    pub name: String,
    /// Whether it was called.
    pub called: bool,
}

impl Lines {
    /// How many lines have code.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.values().map(BTreeMap::len).sum()
    }

    /// The lines that were not reached, as ranges: from the one to the other, with nothing reached
    /// between them.
    #[must_use]
    pub fn unreached(&self) -> Vec<(&str, u32, u32)> {
        let mut ranges: Vec<(&str, u32, u32)> = Vec::new();
        for (file, lines) in &self.files {
            let mut open = None;
            for (&line, &reached) in lines {
                open = match (reached, open) {
                    (true, Some((first, last))) => {
                        ranges.push((file, first, last));
                        None
                    }
                    (true, None) => None,
                    (false, Some((first, _))) => Some((first, line)),
                    (false, None) => Some((line, line)),
                };
            }
            ranges.extend(open.map(|(first, last)| (file.as_str(), first, last)));
        }
        ranges
    }

    fn missing(&self) -> usize {
        self.files.values().flat_map(BTreeMap::values).filter(|reached| !**reached).count()
    }

    fn uncalled(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| !function.called)
    }
}

/// The section of the report for people.
pub(crate) fn render(out: &mut String, lines: &Lines, run: &Run, sources: &mut Sources, look: Look) {
    let (missing, all) = (lines.missing(), lines.count());
    let so_far = if run.verdict == Verdict::Safe || !run.unexplored() { "" } else { " so far" };
    match (missing, all) {
        (_, 0) => {
            let _ = writeln!(out, "coverage: no line is known to have code; compile with -g");
        }
        (0, _) => {
            let _ = writeln!(out, "coverage: every line was reached ({all} lines with code)");
        }
        _ => {
            let what = format!("No execution{so_far} reached {missing} of {all} lines with code:");
            let _ = writeln!(out, "{}", look.bold(what));
        }
    }
    let ranges = lines.unreached();
    let names: Vec<String> = ranges.iter().map(|(file, first, last)| name(file, *first, *last)).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for ((file, first, last), name) in ranges.iter().zip(&names) {
        let text = one_line(sources.line(file, *first).unwrap_or(""));
        let text = if first == last { text } else { format!("{text} …") };
        let room = look.width.saturating_sub(wide + 4).max(20);
        let _ = writeln!(out, "{}", format!("  {name:wide$}  {}", shorten(&text, room)).trim_end());
    }
    let uncalled: Vec<String> = lines.uncalled().map(|function| format!("`{}`", one_line(&function.name))).collect();
    if !uncalled.is_empty() {
        let _ = writeln!(out, "Never called{so_far}: {}", uncalled.join(", "));
    }
}

fn name(file: &str, first: u32, last: u32) -> String {
    if first == last { format!("{file}:{first}") } else { format!("{file}:{first}-{last}") }
}

/// For JSON.
pub(crate) fn json(lines: &Lines) -> Value {
    let ranges = lines.unreached();
    let function = |f: &Function| {
        let place = f.place.as_ref().map(|p| json!({ "file": p.file, "line": p.line, "column": p.column }));
        json!({ "function": f.name, "location": place })
    };
    json!({
        "lines": lines.count(),
        "reached": lines.count() - lines.missing(),
        "unreached": ranges.iter().map(|(file, first, last)| json!({ "file": file, "first": first, "last": last }))
            .collect::<Vec<_>>(),
        "uncalled": lines.uncalled().map(function).collect::<Vec<_>>(),
    })
}

/// In the format of lcov (`man geninfo`). How often a line was executed is not counted: 1 stands
/// for at least once.
#[must_use]
pub fn lcov(lines: &Lines) -> String {
    let mut out = String::from("TN:threadbare\n");
    for (file, in_file) in &lines.files {
        let path = std::path::absolute(file).map_or_else(|_| file.clone(), |path| path.to_string_lossy().into_owned());
        let _ = writeln!(out, "SF:{}", one_line(&path));
        let here = |f: &&Function| f.place.as_ref().is_some_and(|place| place.file == *file);
        let functions: Vec<&Function> = lines.functions.iter().filter(here).collect();
        for function in &functions {
            let line = function.place.as_ref().map_or(0, |place| place.line);
            let _ = writeln!(out, "FN:{line},{}", one_line(&function.name));
        }
        for function in &functions {
            let _ = writeln!(out, "FNDA:{},{}", u8::from(function.called), one_line(&function.name));
        }
        let called = functions.iter().filter(|function| function.called).count();
        let _ = writeln!(out, "FNF:{}\nFNH:{called}", functions.len());
        for (line, reached) in in_file {
            let _ = writeln!(out, "DA:{line},{}", u8::from(*reached));
        }
        let hit = in_file.values().filter(|reached| **reached).count();
        let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", in_file.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(reached: &[(u32, bool)]) -> Lines {
        let files = [("/a.c".to_owned(), reached.iter().copied().collect())].into();
        let place = |line| Some(Place { file: "/a.c".into(), line, column: 1 });
        let functions = vec![
            Function { place: place(1), name: "main".into(), called: true },
            Function { place: place(7), name: "never".into(), called: false },
        ];
        Lines { files, functions }
    }

    #[test]
    fn ranges_go_over_lines_without_code() {
        let lines = lines(&[(1, true), (3, false), (5, false), (6, true), (8, false)]);
        assert_eq!(lines.unreached(), [("/a.c", 3, 5), ("/a.c", 8, 8)]);
        assert_eq!((lines.count(), lines.missing()), (5, 3));
    }

    #[test]
    fn the_format_of_lcov() {
        let expected = "TN:threadbare\nSF:/a.c\nFN:1,main\nFN:7,never\nFNDA:1,main\nFNDA:0,never\nFNF:2\nFNH:1\n\
                        DA:1,1\nDA:3,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(lcov(&lines(&[(1, true), (3, false)])), expected);
    }
}

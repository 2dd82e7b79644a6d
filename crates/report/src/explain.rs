//! What the tool sees of a program before it runs it.

use crate::data::Place;
use crate::style::{Look, one_line};
use std::fmt::Write as _;

/// A named thing at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name, and what else there is to say.
    pub text: String,
    /// Where.
    pub place: Option<Place>,
}

/// The sections of the explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// The program's inputs.
    pub inputs: Vec<String>,
    /// Where threads are started, and what they run.
    pub threads: Vec<Entry>,
    /// Memory that threads may share, with its type.
    pub shared: Vec<Entry>,
    /// Loops.
    pub loops: Vec<Entry>,
    /// What is run before and after `main`.
    pub constructors: Vec<Entry>,
    /// What is not supported.
    pub unsupported: Vec<Entry>,
    /// Externals that are answered by the libraries of the tool.
    pub libraries: Vec<String>,
}

/// The explanation as text.
#[must_use]
pub fn render(explanation: &Explanation, look: Look) -> String {
    let mut out = String::new();
    let sections: [(&str, &[Entry], &str); 5] = [
        ("Threads", &explanation.threads, "only the main thread"),
        ("Memory that threads may share", &explanation.shared, "nothing"),
        ("Loops", &explanation.loops, "none"),
        ("Run before or after main", &explanation.constructors, ""),
        ("Not supported (makes the verdict incomplete where it is reached)", &explanation.unsupported, "nothing"),
    ];
    for (title, entries, nothing) in sections {
        if entries.is_empty() && nothing.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{}:", look.bold(title));
        if entries.is_empty() {
            let _ = writeln!(out, "  {nothing}");
        }
        let columns = entries.iter().map(|e| e.text.chars().count()).max().unwrap_or(0).min(60);
        for entry in entries {
            let place = entry.place.as_ref().map_or(String::new(), |p| look.dim(p));
            let _ = writeln!(out, "{}", format!("  {:columns$}  {place}", one_line(&entry.text)).trim_end());
        }
        out.push('\n');
    }
    if !explanation.libraries.is_empty() {
        let _ = writeln!(out, "{}:", look.bold("Library functions that are modelled"));
        let mut line = String::from(" ");
        for name in &explanation.libraries {
            if line.len() + name.len() + 2 > look.width {
                let _ = writeln!(out, "{line}");
                line = String::from(" ");
            }
            let _ = write!(line, " {name}");
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

//! Whether the program is compiled without its assertions: then a proof says nothing about them.
//!
//! Known of C files and of flags on the command line; not of objects and bitcode, which were
//! compiled before.

use crate::plan::Plan;
use threadbare_report::Note;

/// The note that assertions are off, if there are any.
pub(crate) fn note(plan: &Plan) -> Option<Note> {
    let uses = |file: &std::path::PathBuf| {
        let is_c = file.extension().is_some_and(|extension| extension == "c" || extension == "h");
        is_c && std::fs::read(file).is_ok_and(|text| asserts(&String::from_utf8_lossy(&text)))
    };
    (is_off(&plan.input.compiler_flags) && plan.input.files.iter().any(uses)).then(|| Note {
        kind: "ndebug".into(),
        message: "assertions are off: NDEBUG is defined; add -UNDEBUG to check them".into(),
        place: None,
    })
}

/// Whether the flags define NDEBUG; the last one counts.
fn is_off(flags: &[String]) -> bool {
    let mut off = false;
    let mut words = flags.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let (flag, name) = match word {
            "-D" | "-U" => (word, words.next().unwrap_or_default()),
            _ => match word.split_at_checked(2) {
                Some(parts) => parts,
                None => continue,
            },
        };
        if name == "NDEBUG" || name.starts_with("NDEBUG=") {
            off = match flag {
                "-D" => true,
                "-U" => false,
                _ => off,
            };
        }
    }
    off
}

/// Whether `assert` is called somewhere, as far as a glance tells.
fn asserts(text: &str) -> bool {
    text.match_indices("assert").any(|(at, word)| {
        let before = text[..at].chars().next_back();
        let is_word = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        is_word && text[at + word.len()..].trim_start().starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_flag_counts() {
        let off = |words: &str| is_off(&words.split_whitespace().map(String::from).collect::<Vec<_>>());
        assert!(off("-O2 -DNDEBUG") && off("-D NDEBUG=1") && off("-UNDEBUG -DNDEBUG"));
        assert!(!off("-O2") && !off("-DNDEBUG -UNDEBUG") && !off("-DNDEBUGGER") && !off("-D"));
    }

    #[test]
    fn a_glance_at_the_source() {
        assert!(asserts("int main(void) { assert (1); }"));
        assert!(!asserts("static_assert(1, \"\"); // assert nothing"));
    }
}

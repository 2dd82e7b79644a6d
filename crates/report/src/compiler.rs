//! What compilers say of a file, read from their text: `f.c:3:26: error: ...`, then notes.

use crate::data::Place;
use crate::diagnostic::{Diagnostic, Level, Related, bare};

/// How lines about a place go on.
const MARKS: [(&str, Level); 4] = [
    (": error: ", Level::Error),
    (": fatal error: ", Level::Error),
    (": warning: ", Level::Warning),
    (": note: ", Level::Note),
];

/// The errors in a message that have a place, each with the notes that follow it.
pub(crate) fn errors(message: &str) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = Vec::new();
    // Whose the notes are that follow.
    let mut last = Level::Warning;
    for (level, Related { place, message }) in message.lines().filter_map(read) {
        match level {
            Level::Error => all.push(bare(level, "error", message, Some(place))),
            Level::Note if last == Level::Error => {
                if let Some(error) = all.last_mut() {
                    error.related.push(Related { place, message });
                }
            }
            Level::Warning | Level::Note => {}
        }
        if level != Level::Note {
            last = level;
        }
    }
    all
}

/// A line that names a place.
fn read(line: &str) -> Option<(Level, Related)> {
    // An excerpt of the source may contain anything.
    if line.starts_with(' ') {
        return None;
    }
    let found = MARKS.iter().filter_map(|(mark, level)| Some((line.find(mark)?, mark, *level)));
    let (at, mark, level) = found.min_by_key(|(at, ..)| *at)?;
    let mut parts = line[..at].rsplitn(3, ':');
    let (column, row, file) = (parts.next()?, parts.next()?, parts.next()?);
    let place = Place { file: file.to_owned(), line: row.parse().ok()?, column: column.parse().ok()? };
    Some((level, Related { place, message: line[at + mark.len()..].to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_their_places_and_notes() {
        let text = "clang could not compile a b.c:\n\
                    In file included from a b.c:1:\n\
                    x:y.h:3:26: error: use of undeclared identifier 'y'\n\
                    \x20   3 | puts(\"z.c:1:2: error: no\");\n\
                    a b.c:2:5: note: 'f: error: ' declared here\n\
                    a b.c:3:33: warning: unused\n\
                    a b.c:2:5: note: of the warning\n\
                    a b.c:9:10: fatal error: 'x.h' file not found\n\
                    clang: error: no place\n\
                    2 errors generated.";
        let told = errors(text);
        let all: Vec<_> = told.iter().map(|d| (d.place.as_ref().unwrap().to_string(), d.message.as_str())).collect();
        let expected = [("x:y.h:3:26", "use of undeclared identifier 'y'"), ("a b.c:9:10", "'x.h' file not found")];
        assert_eq!(all, expected.map(|(place, message)| (place.to_owned(), message)));
        assert_eq!(told[0].related.len(), 1);
        assert_eq!(told[0].related[0].message, "'f: error: ' declared here");
        assert!(errors("cannot read f.c: No such file or directory").is_empty());
    }
}

//! The programs under `tests/text` are good, come back from their text, and say what is expected of
//! them.

use std::fs;
use std::path::Path;
use threadbare_program::Program;

#[test]
fn the_programs_in_text_form_are_good() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/text");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display();
        let program = Program::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        program.verify().unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_eq!(Program::parse(&program.to_text()).as_ref(), Ok(&program), "{name}");
        assert!(text.contains("; verdict: "), "{name} says what is expected");
        seen += 1;
    }
    assert!(seen >= 30, "{seen}");
}

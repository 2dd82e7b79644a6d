//! What a file is: by its content and, where that does not say, by its name.

use std::ffi::OsStr;
use std::path::Path;

/// Kinds of inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    C,
    /// Bitcode or text.
    Llvm,
    Elf,
    Archive,
    Cpp,
}

/// The name that stands for standard input.
pub(super) const STDIN: &str = "-";

/// What the file is; `None` if neither its content nor its name says so.
pub(super) fn of(path: &Path, bytes: &[u8]) -> Option<Kind> {
    if let Some(kind) = by_magic(bytes) {
        return Some(kind);
    }
    match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i") => Some(Kind::C),
        Some("ll" | "bc") => Some(Kind::Llvm),
        Some("cc" | "cpp" | "cxx" | "c++" | "C" | "ii") => Some(Kind::Cpp),
        _ if is_llvm_text(bytes) => Some(Kind::Llvm),
        _ => (path == Path::new(STDIN)).then_some(Kind::C),
    }
}

/// What the first bytes say.
pub(super) fn by_magic(bytes: &[u8]) -> Option<Kind> {
    let begins = |magic: &[u8]| bytes.starts_with(magic);
    if begins(b"BC\xc0\xde") || begins(b"\xde\xc0\x17\x0b") {
        Some(Kind::Llvm)
    } else if begins(b"\x7fELF") {
        Some(Kind::Elf)
    } else if begins(&object::archive::MAGIC) || begins(&object::archive::THIN_MAGIC) {
        Some(Kind::Archive)
    } else {
        None
    }
}

/// Whether the first line that is no comment begins as LLVM's text form does, and C does not.
fn is_llvm_text(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 8] =
        [b"source_filename", b"target ", b"define ", b"declare ", b"attributes #", b"module asm", b"@", b"!"];
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b";"));
    first.is_some_and(|line| starts.iter().any(|start| line.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_comes_before_names() {
        let kind = |name: &str, bytes: &[u8]| of(Path::new(name), bytes);
        assert_eq!(kind("a.c", b"BC\xc0\xde1234"), Some(Kind::Llvm));
        assert_eq!(kind("prog", b"\xde\xc0\x17\x0b"), Some(Kind::Llvm));
        assert_eq!(kind("a.bc", b"\x7fELF\x02"), Some(Kind::Elf));
        assert_eq!(kind("a.o", b"!<arch>\n"), Some(Kind::Archive));
        assert_eq!(kind("a.o", b"!<thin>\n"), Some(Kind::Archive));
        assert_eq!(kind("text", b"; ModuleID = 'x'\n\nsource_filename = \"x\"\n"), Some(Kind::Llvm));
        assert_eq!(kind("a.c", b"define x\n"), Some(Kind::C), "a name that says C is believed");
        assert_eq!(kind("-", b"int main(void) {}"), Some(Kind::C));
        assert_eq!(kind("-", b"define i32 @main() {\n"), Some(Kind::Llvm));
        assert_eq!(kind("a.cpp", b"int main() {}"), Some(Kind::Cpp));
        assert_eq!(kind("a.txt", b"hello"), None);
        assert_eq!(kind("a", b""), None);
        assert_eq!(kind("a.bc", b""), Some(Kind::Llvm));
    }
}

//! Headers that programs include and that the system may not have: `<klee/klee.h>`, which no package
//! has, and for `-m32` `<gnu/stubs-32.h>`. They are written for the compiler, and removed when it has
//! ended; it looks for them after all others.
//!
//! The headers of glibc for x86-64 are those for i386, too, and say so by `#if`s. What is missing
//! where libc6-dev-i386 is not installed is the list of functions of which every call fails: none of
//! them would be modelled anyway. So an empty one does.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// `<klee/klee.h>`, of the functions that Threadbare knows.
pub const KLEE: &str = include_str!("klee.h");
/// Where Debian has the headers that depend on the machine.
const OF_X86_64: &str = "/usr/include/x86_64-linux-gnu";

/// Whether the text of a program seems to include `<klee/klee.h>`.
pub fn has_klee(source: &[u8]) -> bool {
    let name = b"klee/klee.h";
    source.windows(name.len()).any(|text| text == name)
}

/// Whether the compiler is told to compile for 32 bits.
fn is_for_32_bits(flags: &[String]) -> bool {
    flags.iter().rev().find(|flag| matches!(flag.as_str(), "-m32" | "-m64")).is_some_and(|flag| flag == "-m32")
}

/// The folder of the system with headers that are for 32 bits as well, where it has none for 32
/// bits alone.
pub(crate) fn folder(flags: &[String]) -> Option<&'static Path> {
    let (own, shared) = (Path::new("/usr/include/i386-linux-gnu/bits"), Path::new(OF_X86_64));
    (is_for_32_bits(flags) && !own.exists() && shared.exists()).then_some(shared)
}

/// A folder with headers, as long as it is kept.
pub(crate) struct Headers(PathBuf);

impl Headers {
    /// Those that the source needs with these flags, if there are any (and they can be written).
    pub(crate) fn of(source: &[u8], flags: &[String]) -> Option<Self> {
        let has_klee = has_klee(source);
        let has_stubs = folder(flags).is_some_and(|folder| !folder.join("gnu/stubs-32.h").exists());
        let headers = [(has_klee, "klee", "klee.h", KLEE), (has_stubs, "gnu", "stubs-32.h", "")];
        let needed: Vec<_> = headers.into_iter().filter(|(needed, ..)| *needed).collect();
        if needed.is_empty() { None } else { Self::written(&needed).ok() }
    }

    fn written(files: &[(bool, &str, &str, &str)]) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("threadbare-include-{}-{count}", std::process::id()));
        fs::create_dir(&folder)?;
        let headers = Self(folder);
        for (_, folder, name, text) in files {
            let folder = headers.0.join(folder);
            fs::create_dir(&folder)?;
            fs::write(folder.join(name), text)?;
        }
        Ok(headers)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }
}

impl Drop for Headers {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

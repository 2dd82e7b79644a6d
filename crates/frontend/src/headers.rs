//! Headers that programs include and that no package of the system has: `<klee/klee.h>`. They are
//! written for the compiler, and removed when it has ended; it looks for them after all others.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const KLEE: &str = include_str!("klee.h");

/// A folder with headers, as long as it is kept.
pub(crate) struct Headers(PathBuf);

impl Headers {
    /// Those that the source includes, if there are any (and they can be written).
    pub(crate) fn of(source: &[u8]) -> Option<Self> {
        let name = b"klee/klee.h";
        source.windows(name.len()).any(|text| text == name).then(|| Self::written().ok())?
    }

    fn written() -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("threadbare-include-{}-{count}", std::process::id()));
        fs::create_dir(&folder)?;
        let headers = Self(folder);
        let klee = headers.0.join("klee");
        fs::create_dir(&klee)?;
        fs::write(klee.join("klee.h"), KLEE)?;
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

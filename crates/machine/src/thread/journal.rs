//! [`Journal`]: how a thread comes back into the middle of a library function.

/// What library functions that have not returned, and instructions that are like them, did so far.
/// When one is performed again, what it did before is answered from here.
#[derive(Debug)]
pub(crate) struct Journal<V> {
    pub(crate) entries: Vec<V>,
    /// Where the one that runs goes by it next.
    pub(crate) at: usize,
}

impl<V> Default for Journal<V> {
    fn default() -> Self {
        Self { entries: Vec::new(), at: 0 }
    }
}

impl<V: Copy> Journal<V> {
    /// The next entry, if this was done before.
    pub(crate) fn next(&mut self) -> Option<V> {
        let value = self.entries.get(self.at).copied()?;
        self.at += 1;
        Some(value)
    }

    /// Notes what was done now.
    pub(crate) fn note(&mut self, value: V) {
        self.entries.push(value);
        self.at += 1;
    }
}

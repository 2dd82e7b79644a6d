//! The inputs to begin with.

use crate::mutate::{Random, mutate};
use crate::targets::Target;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The inputs of one target.
#[derive(Debug)]
pub struct Corpus {
    inputs: Vec<Vec<u8>>,
    words: &'static [&'static str],
}

/// Reads the corpus of a target. The order is that of the file names, so that a seed means the same
/// everywhere.
///
/// # Errors
/// A folder that cannot be read.
pub fn corpus(target: &Target) -> io::Result<Corpus> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(target.corpus);
    let entries = fs::read_dir(&folder).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", folder.display())))?;
    let mut files: Vec<PathBuf> = entries.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.sort();
    let inputs = files.iter().map(fs::read).collect::<Result<_, _>>()?;
    Ok(Corpus { inputs, words: target.words })
}

impl Corpus {
    /// The n-th input of a seed: first the files as they are, then mutated ones.
    #[must_use]
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        let plain = usize::try_from(number).ok().and_then(|n| self.inputs.get(n));
        if let Some(input) = plain {
            return input.clone();
        }
        let mut random = Random::new(seed, number);
        let mut input = random.pick(&self.inputs).cloned().unwrap_or_default();
        mutate(&mut random, &mut input, &self.inputs, self.words);
        input
    }
}

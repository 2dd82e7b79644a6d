//! The arguments of `main` and the environment: one object with the two vectors and the strings
//! that they point to.
//!
//! Not covered: data races on these strings, which the program may write to, and `--races explore`
//! of them.

use crate::layout;
use crate::options::{LoadError, Options};
use threadbare_op::Addr;

/// Both together have at most so many bytes: they must fit in one slot.
const MOST: usize = 0x8000;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    /// `argc`.
    pub(crate) count: u64,
    /// Where the object begins, and with it `argv`.
    pub(crate) vector: Addr,
    /// Its content.
    pub(crate) words: Vec<u64>,
}

impl Arguments {
    /// In this slot of the global variables, which nothing else has.
    pub(crate) fn new(options: &Options, slot: u32) -> Result<Self, LoadError> {
        let vector = layout::address(layout::GLOBALS, slot);
        let args: Vec<&str> = std::iter::once("program").chain(options.args.iter().map(String::as_str)).collect();
        let heads = args.len() + options.env.len() + 2;
        let (mut words, mut text) = (Vec::with_capacity(heads), Vec::new());
        for list in [&args, &options.env.iter().map(String::as_str).collect::<Vec<&str>>()] {
            for string in list {
                words.push(vector + (8 * heads + text.len()) as u64);
                text.extend_from_slice(string.as_bytes());
                text.push(0);
            }
            words.push(0);
        }
        text.resize(text.len().next_multiple_of(8), 0);
        words.extend(text.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap_or_default())));
        if words.len() * 8 > MOST {
            return Err(LoadError(format!("the arguments and the environment have more than {} KB", MOST >> 10)));
        }
        Ok(Self { count: args.len() as u64, vector, words })
    }

    /// Where the vector of the environment begins.
    pub(crate) fn environment(&self) -> Addr {
        self.vector + 8 * (self.count + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_end_with_null_and_point_to_strings() {
        let options = Options { args: vec!["-v".into()], env: vec!["A=b".into()], ..Options::default() };
        let arguments = Arguments::new(&options, 9).unwrap();
        let (base, words) = (arguments.vector, &arguments.words);
        assert_eq!(arguments.count, 2);
        assert_eq!(words[..5], [base + 40, base + 48, 0, base + 51, 0]);
        let bytes: Vec<u8> = words[5..].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(bytes, b"program\0-v\0A=b\0\0");
        assert_eq!(arguments.environment(), base + 24);
        let much = Options { env: vec!["x".repeat(MOST)], ..Options::default() };
        assert!(Arguments::new(&much, 9).is_err());
    }
}

//! Where a search is: [`Path`].
//!
//! The search is a binary tree. Opening a frame is a fork: *first* the search goes on as if nothing
//! had happened, and *again*, once all of that is done, it comes back to the frame and takes what
//! is left there (which may open a frame of its own for the rest). Everything the search keeps is a
//! stack that going back truncates, so where it stands is a function of the turns taken at these
//! forks, its [`Path`]. No number that a worker made up (of events, threads, locations, states,
//! faults) is part of a path. The search goes through the tree from left to right: paths are told
//! in their lexicographic order, a path before those that it begins.
//!
//! A [`Work`](super::work::Work) is a path and which of the frames that it has left open are still
//! to be gone back to: those above a *floor*. Giving the lowest frame above the floor away raises
//! the floor, so a worker always explores one interval of the order, and what it has given away
//! comes after everything that it explores itself.
//!
//! For this the tree must not depend on what was explored before. Two things do: the numbers of
//! threads (handed out when a thread is first met), which is why `next_P` goes by the threads' own
//! names; and which of two overlapping locations was there first, which is why such an exploration
//! ([`Limit::MixedSize`]) is left to one worker.
//!
//! [`Limit::MixedSize`]: threadbare_op::Limit::MixedSize

use super::stack::Frame;
use std::fmt;
use std::str::FromStr;

/// A place in the search: for each frame that is open how often the search went back to one just
/// before it was opened, and last how often it has done so since.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path(Vec<u32>);

impl Default for Path {
    fn default() -> Self {
        Self(vec![0])
    }
}

impl Path {
    /// The turns of the path that comes to frame `open` (counted from 0), or to the end if there
    /// are no more.
    pub(crate) fn at(&self, open: usize) -> u32 {
        self.0.get(open).copied().unwrap_or(0)
    }

    /// How many frames it has left open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.0.len().saturating_sub(1)
    }
}

/// `3,0*17,1`: the numbers, repeated ones as `number*times`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.0.chunk_by(|a, b| a == b).enumerate() {
            let separator = if at == 0 { "" } else { "," };
            match run.len() {
                1 => write!(f, "{separator}{}", run[0])?,
                n => write!(f, "{separator}{}*{n}", run[0])?,
            }
        }
        Ok(())
    }
}

/// More frames than can be open: keeps a hostile `0*4294967295` from filling memory.
const MAX_OPEN: usize = 50_000_000;

impl FromStr for Path {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut turns = Vec::new();
        for entry in text.split(',') {
            let (turn, times) = entry.split_once('*').unwrap_or((entry, "1"));
            let wrong = |_| format!("`{}` is not a part of a path", entry.chars().take(20).collect::<String>());
            let turn: u32 = turn.parse().map_err(wrong)?;
            let times: u32 = times.parse().map_err(wrong)?;
            if times == 0 || turns.len() + times as usize > MAX_OPEN {
                return Err("a path that is too long".into());
            }
            turns.extend(std::iter::repeat_n(turn, times as usize));
        }
        if turns.is_empty() { Err("an empty path".into()) } else { Ok(Self(turns)) }
    }
}

/// The path that leaves these frames open, and has gone back so often since the last was opened.
pub(crate) fn path(frames: &[Frame], again: u32) -> Path {
    let mut turns = Vec::with_capacity(frames.len() + 1);
    turns.extend(frames.iter().map(|frame| frame.again));
    turns.push(again);
    Path(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form() {
        for (turns, text) in [(vec![0], "0"), (vec![3, 0, 0, 0, 1], "3,0*3,1"), (vec![7, 7], "7*2")] {
            assert_eq!(Path(turns.clone()).to_string(), text);
            assert_eq!(text.parse(), Ok(Path(turns)));
        }
        for wrong in ["", ",", "x", "1*", "*2", "1**2", "-1", "0*4294967295", "4294967296", "1*0", "0*50000000,1"] {
            assert!(wrong.parse::<Path>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_order_is_that_of_the_search() {
        // As bits: 0 for going on, 1 for coming back.
        let bits = |path: &Path| {
            let runs = path.0.iter().map(|&n| "1".repeat(n as usize));
            runs.collect::<Vec<_>>().join("0")
        };
        let mut paths = Vec::new();
        for a in 0..3 {
            paths.push(Path(vec![a]));
            for b in 0..3 {
                paths.push(Path(vec![a, b]));
                paths.extend((0..3).map(|c| Path(vec![a, b, c])));
            }
        }
        for x in &paths {
            for y in &paths {
                assert_eq!(x.cmp(y), bits(x).cmp(&bits(y)), "{x} and {y}");
            }
        }
    }
}

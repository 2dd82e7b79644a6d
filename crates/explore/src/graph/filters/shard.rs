//! [`Shard`]: a part of the search, disjoint from the others, so that several machines can share
//! it.
//!
//! The first [`DEPTH`] turns of a path ([`path`](crate::graph::core::path)) decide whose it is, by
//! a hash; a path that has fewer is decided by all of them. So the parts are disjoint and complete,
//! and need not know of each other. Going on (the turn 0) costs nothing extra; going back to a
//! frame in a part that is another shard's is left out. So each shard explores at most one
//! execution of each part that is not its own, and does not count it.

use crate::graph::core::stack::Stack;
use crate::mix::scatter;
use std::fmt;
use std::str::FromStr;

/// So many turns decide.
const DEPTH: u32 = 12;

/// One of several parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 0.
    index: u32,
    of: u32,
}

impl Shard {
    /// Part `index` (from 0) of `of`, if there is such a part.
    #[must_use]
    pub fn new(index: u32, of: u32) -> Option<Self> {
        (index < of).then_some(Self { index, of })
    }

    /// Whether what begins with these turns (the first one highest) belongs to it.
    fn owns(self, turns: u64, number: u32) -> bool {
        scatter(1 << number | turns) % u64::from(self.of) == u64::from(self.index)
    }
}

/// `2/5` is the second of five.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is not a part of a whole: give its number and how many there are, such as 2/5");
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (index, of) = (number(index)?, number(of)?);
        index.checked_sub(1).and_then(|index| Self::new(index, of)).ok_or_else(wrong)
    }
}

/// Whose what is met is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    Me,
    Another,
}

/// The part of the search that is explored; all of it if there is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    shard: Option<Shard>,
    owner: Owner,
}

impl Part {
    pub(super) fn new(shard: Option<Shard>) -> Self {
        let mut part = Self { shard, owner: Owner::Me };
        part.moved(&Stack::default());
        part
    }

    /// The search is somewhere else: finds out whether what is met there is this shard's.
    #[inline]
    pub(crate) fn moved(&mut self, stack: &Stack) {
        if let Some(shard) = self.shard {
            self.find_owner(shard, stack);
        }
    }

    #[inline(never)]
    fn find_owner(&mut self, shard: Shard, stack: &Stack) {
        let again = stack.frames.iter().map(|frame| frame.again);
        let (turns, number) = turns(again.chain([stack.again]));
        self.owner = if shard.owns(turns, number) { Owner::Me } else { Owner::Another };
    }

    #[inline]
    pub(crate) fn is_mine(&self) -> bool {
        self.owner == Owner::Me
    }

    /// Whether going back to the newest frame leads only to what is another shard's.
    pub(crate) fn is_beyond(&self, stack: &Stack) -> bool {
        let Some(shard) = self.shard else { return false };
        let (turns, number) = turns(stack.frames.iter().map(|frame| frame.again));
        number == DEPTH && !shard.owns(turns, number)
    }
}

/// The first [`DEPTH`] turns of a path: between two frames that are open, `again` times back and
/// once on. The last of `again` is not followed by any.
fn turns(again: impl Iterator<Item = u32>) -> (u64, u32) {
    let (mut turns, mut number) = (0_u64, 0);
    let mut first = true;
    for back in again {
        if !std::mem::replace(&mut first, false) {
            if number == DEPTH {
                break;
            }
            turns <<= 1;
            number += 1;
        }
        let back = back.min(DEPTH - number);
        turns = turns << back | ((1 << back) - 1);
        number += back;
    }
    (turns, number)
}

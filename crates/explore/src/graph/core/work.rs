//! What is left of a search ([`Work`]): another worker can take it over, or it is written down and
//! gone on with later.
//!
//! A search that takes work over follows its path from the root, telling nothing, and tells
//! everything from there on.

use super::consistency::Model;
use super::hooks::Hooks;
use super::path::Path;
use super::report::{Halt, Voice};
use super::search::Search;
use super::stack::{Choice, Frame, Stack};
use super::step::Step;
use super::system::GraphSystem;
use threadbare_op::{Coverage, Stats};

/// A part of the search that is left to do: what comes after `path` as far as it goes back only to
/// frames from number `floor` on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Where it begins.
    pub path: Path,
    /// How many of the frames that the path leaves open belong to somebody else.
    pub floor: usize,
}

impl Stack {
    /// Everything that is left, given that the search is about to go back; `None` if it is done.
    pub(crate) fn rest(&self) -> Option<Work> {
        (self.frames.len() > self.floor).then(|| self.above(self.frames.len() - 1))
    }

    /// What is left from the last time the search went back, with the counts of that time.
    pub(crate) fn rest_from_resumed(&self) -> (Work, Stats) {
        let path = self.path_to(self.resumed.frames, self.resumed.again);
        (Work { path, floor: self.floor }, self.resumed.stats)
    }

    /// Going back to the frame, and everything after it down to the floor.
    fn above(&self, frame: usize) -> Work {
        Work { path: self.path_to(frame, self.frames[frame].again + 1), floor: self.floor }
    }

    /// Gives the oldest frame away, if there is more than that one.
    pub(crate) fn give(&mut self) -> Option<Work> {
        if self.frames.len() <= self.floor + 1 {
            return None;
        }
        let work = self.above(self.floor);
        self.floor += 1;
        Some(work)
    }
}

/// Why a path was not followed to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lost {
    /// It belongs to another search.
    Astray,
    Halted(Halt),
}

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// Goes where `work` begins: from the root, telling nothing, up to the last time that its path
    /// goes back; from there on everything is told. Afterwards [`Search::explore`] does the work.
    pub(crate) fn follow(&mut self, work: &Work) -> Result<(), Lost> {
        let end = work.path.open();
        let mut next = Step::GoOn;
        self.report.voice = if work.path == Path::default() { Voice::Aloud } else { Voice::Muted };
        self.begin_main();
        let mut matched = 0;
        while self.report.voice == Voice::Muted {
            if let Some(halt) = self.report.halt {
                return Err(Lost::Halted(halt));
            }
            let frames = &self.stack.frames;
            let Some(at) = (matched..frames.len()).find(|&at| at >= end || frames[at].again != work.path.at(at)) else {
                matched = self.stack.frames.len();
                if !next.goes_on() {
                    return Err(Lost::Astray);
                }
                next = self.step();
                continue;
            };
            let wanted = work.path.at(at);
            if at > end || self.stack.frames[at].again >= wanted {
                return Err(Lost::Astray);
            }
            self.drop_frames(at + 1);
            matched = at;
            if at == end && self.stack.frames[at].again + 1 == wanted {
                self.report.voice = Voice::Aloud;
                self.report.stats = Stats::default();
                // Where the solver gives up may differ from time to time: what was met on the way
                // counts.
                if !self.system.has_input() {
                    self.report.coverage = Coverage::default();
                }
            }
            next = self.resume();
        }
        self.at = next;
        self.stack.floor = work.floor;
        Ok(())
    }

    /// Forgets the frames from `from` on, which were opened by the last step.
    fn drop_frames(&mut self, from: usize) {
        while self.stack.frames.len() > from {
            if let Some(Frame { choice: Choice::Revisits { queue, .. }, .. }) = self.stack.frames.pop() {
                self.revisits.queue.truncate(queue);
            }
        }
    }
}

//! Steps of several pieces: where one instruction copies memory, each piece is recorded.

use super::content::Content;
use super::recorder::Recorder;
use super::step::{MOST_BYTES, Step};
use crate::places::inst_at;
use threadbare_machine::Machine;
use threadbare_program::Inst;
use threadbare_report::Touched;

/// A function of the libraries does no more than so much between two accesses to the same array.
const MOST_BETWEEN: usize = 1024;

impl Recorder<'_> {
    /// A copy whose first piece is refused is about all that it would have copied.
    pub(super) fn name_whole(&self, machine: &Machine, step: &mut Step) {
        let Some(touched) = step.row.touched.filter(|_| step.row.refused) else { return };
        let is_later = self.steps.last().is_some_and(|last| {
            let ends = last.row.touched.map(|before| before.addr + before.size);
            (last.row.thread, last.site) == (step.row.thread, step.site) && ends == Some(touched.addr)
        });
        let whole = self.places.copied(step.site).filter(|size| !is_later && *size > touched.size);
        let Some((size, named)) = whole.and_then(|size| Some((size, machine.named(touched.addr, size)?))) else {
            return;
        };
        // A race is on what is there. Without a shape the first piece would be told.
        let is_told = named.shape.is_some() && size <= MOST_BYTES as u64;
        let held = if is_told { self.whole(machine, step, (touched, size)) } else { None };
        (step.read, step.written) = if touched.writes { (None, held) } else { (held, None) };
        step.at = Some(named);
    }

    /// What a copy would read, or write, whose first piece is `step`: of that the value is known if the
    /// memory is there.
    fn whole(&self, machine: &Machine, step: &Step, (first, size): (Touched, u64)) -> Option<Content> {
        if !first.writes {
            return step.read.as_ref().and_then(|_| machine.bytes_at(first.addr, size));
        }
        let piece = step.written.as_ref()?;
        if let Some(Inst::MemSet { .. }) = inst_at(self.places.program(), step.site) {
            return Some(vec![*piece.first()?; usize::try_from(size).ok()?]);
        }
        // It was read just now.
        let last = self.steps.last().filter(|last| {
            (last.row.thread, last.site) == (step.row.thread, step.site) && last.read.as_ref() == Some(piece)
        })?;
        machine.bytes_at(last.row.touched?.addr, size)
    }

    /// Makes a step a part of an earlier one that it goes on with, if there is one: which. Where
    /// one instruction copies, reads and writes take turns.
    pub(super) fn join(&mut self, step: &Step) -> Option<usize> {
        let accesses = |last: &Step| matches!(last.row.operation.as_str(), "load" | "store");
        let alike = |last: &Step| (last.row.thread, last.site) == (step.row.thread, step.site) && accesses(last);
        // What a function of the libraries keeps for itself comes in between.
        let candidates: Vec<usize> = {
            let own = self.steps.iter().enumerate().rev().take(MOST_BETWEEN).take_while(|(_, last)| alike(last));
            own.filter(|(_, last)| last.of_library == step.of_library).map(|(at, _)| at).take(2).collect()
        };
        candidates.into_iter().find(|&at| self.steps[at].goes_on(step))
    }
}

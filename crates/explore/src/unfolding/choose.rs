//! The event with which a search goes on: what its guide says, or any.

use super::Mistake;
use super::UnfoldingSystem;
use super::kind::Kind;
use super::run::{Next, Standing};
use super::search::{Frame, Search};
use super::structure::{Event, Id, NONE};
use crate::testing::makes;

impl<S: UnfoldingSystem> Search<'_, S> {
    /// The event to go on with (lines 6 to 9); none if there is none that is not disabled.
    pub(super) fn choose(&mut self) -> Option<Id> {
        let Frame { mut guide, guide_end, .. } = *self.frames.last()?;
        if makes(self.mistake, Mistake::GoesBackAtCutoffs) && self.has_cutoff_last() {
            return None;
        }
        // Nothing can come instead of what is inside, so it has been performed.
        while guide < guide_end && self.is_done(self.guides[guide as usize]) {
            guide += 1;
        }
        if guide < guide_end {
            let wanted = self.guides[guide as usize];
            if self.is_left_out(wanted) {
                if makes(self.mistake, Mistake::PassesCutoffs) {
                    return None;
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.guide = guide_end;
                }
                return self.choose_freely();
            }
            if self.is_next(wanted) {
                let admitted = self.run.admits(&self.structure, &self.configuration, wanted);
                if let Some(frame) = self.frames.last_mut() {
                    frame.guide = if admitted { guide } else { guide_end };
                    frame.cut |= !admitted;
                }
                return if admitted { Some(wanted) } else { self.choose_freely() };
            }
            if let Some(frame) = self.frames.last_mut() {
                (frame.guide, frame.astray) = (guide_end, true);
            }
            return self.choose_astray(wanted);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.guide = guide_end;
        }
        self.choose_freely()
    }

    /// Whether an event is beyond the cutoffs, as far as is known now.
    fn is_left_out(&mut self, id: Id) -> bool {
        self.structure.is_beyond(id) || makes(self.mistake, Mistake::LeavesCutoffsOut) && self.is_found_to_be_cutoff(id)
    }

    /// Whether an event of the guide has been performed.
    fn is_done(&mut self, wanted: Id) -> bool {
        let inside = self.structure.is_inside(wanted);
        let Event { object, kind, thread, .. } = self.structure[wanted];
        if inside || object != NONE || kind != Kind::Local || self.names_all {
            return inside;
        }
        self.run.name_all(&mut self.structure, &mut self.configuration, thread);
        self.structure.is_inside(wanted)
    }

    /// Whether an event is what its thread would come to now.
    fn is_next(&mut self, wanted: Id) -> bool {
        let Event { thread, before, object, kind, .. } = self.structure[wanted];
        if !self.has_begun(thread) {
            return false;
        }
        let Some(next) = self.next(thread) else { return false };
        match (kind, next.kind) {
            (Kind::Choice(value, asks), Kind::Choice(_, asked)) => {
                value < next.kind.arity(&self.run.lane(thread).pending.op)
                    && asks == asked
                    && self.run.last(&mut self.structure, &mut self.configuration, thread) == before
            }
            (Kind::Read | Kind::Write | Kind::Swap(..), _) => {
                (object, kind.told(0)) == (next.object, next.kind)
                    && self.run.last(&mut self.structure, &mut self.configuration, thread) == before
                    && self.configuration.comes_next(&self.structure, wanted)
            }
            _ => {
                let id = self.event(thread, next);
                self.structure.forget_unused(id);
                id == wanted
            }
        }
    }

    /// The way cannot be followed: `wanted` is not what its thread comes to. If that is an access
    /// that the thread has performed already, without its being visible, then what is disabled at
    /// the object races with it, as long as nothing else orders the two: so that is taken first.
    fn choose_astray(&mut self, wanted: Id) -> Option<Id> {
        let from = self.frames.last()?.sleep as usize;
        for at in from..self.sleep.len() {
            let disabled = self.sleep[at];
            if self.structure[disabled].object == self.structure[wanted].object
                && !self.structure.is_beyond(disabled)
                && self.is_next(disabled)
                && self.is_possible(disabled)
            {
                return Some(disabled);
            }
        }
        self.choose_freely()
    }

    /// Any enabled event that is not disabled: if there is one that nothing can come instead of,
    /// that. (Mostly what depends on nothing has been performed by now.)
    pub(super) fn choose_freely(&mut self) -> Option<Id> {
        let local = if self.chooses_all { self.awake_of(Standing::Local) } else { None };
        local.or_else(|| self.awake_of(Standing::Alone)).or_else(|| self.awake_of(Standing::AmongOthers))
    }

    fn awake_of(&mut self, standing: Standing) -> Option<Id> {
        let mut from = 0;
        while let Some(found) = self.run.standing[from..].iter().position(|other| *other == standing) {
            let thread = from + found;
            if let Some(id) = self.awake(thread as u32) {
                return Some(id);
            }
            from = thread + 1;
        }
        None
    }

    /// Whether some input gives the answer of an event, if it has one, and all answers so far.
    fn is_possible(&mut self, id: Id) -> bool {
        let Some((question, answer)) = self.structure[id].kind.of_input() else { return true };
        let site = self.run.lane(self.structure[id].thread).pending.site;
        self.run.answers.first(&mut self.report, (question, site), answer..answer + 1).is_some()
    }

    /// The next event of a thread, if it can go on, is not disabled, and has an input.
    fn awake(&mut self, thread: u32) -> Option<Id> {
        let next = self.next(thread)?;
        let astray = self.frames.last().is_some_and(|frame| frame.astray);
        for answer in 0..next.kind.arity(&self.run.lane(thread).pending.op) {
            let id = self.event(thread, Next { kind: next.kind.told(answer), ..next });
            if astray || !self.structure.is_disabled(id) {
                if self.is_left_out(id) || !self.is_possible(id) {
                    self.structure.forget_unused(id);
                    continue;
                }
                if self.run.admits(&self.structure, &self.configuration, id) {
                    return Some(id);
                }
                self.structure.forget_unused(id);
                if let Some(frame) = self.frames.last_mut() {
                    frame.cut = true;
                }
            }
        }
        None
    }
}

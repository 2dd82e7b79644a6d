//! What threads have done is remembered when it is taken back, for explorers that perform the same
//! again in another order ([`threadbare_op::Remember`]).
//!
//! A thread is a deterministic function of the answers it was given. So the states of a thread form
//! a tree, and what a state comes to with an answer needs to be computed once, as long as the state
//! is there: going back undoes the effects, but leaves the states in the arena. With them stand the
//! effects of the steps, which are performed again.
//!
//! *What is remembered* depends on nothing but the state, the answer and plain accesses that are
//! performed again (`Memory::local`): steps that call no library function but `pthread_join`, and
//! whose further effects are writes of defined values to memory of the thread's own, the end of
//! such memory, and the use of a thread's handle.
//!
//! *Plain accesses to memory that others may access* are performed again, with the check for races
//! and all that they leave in memory (`Memory::access_again`). If each read finds what it found,
//! and each write changes something if it did, the thread has been told the same. Else what was
//! performed is undone, and the thread is run.
//!
//! *Other effects* are looked at before they are performed again: what they change has to be as it
//! was (`Memory::can_repeat`), and freeing what others have accessed has to come after all these
//! accesses. Else the thread is run. What races they could be part of contradicts an assumption of
//! what is a thread's own, whether races are reported or ignored: then the exploration begins
//! again, with a machine that remembers nothing. Until then every thread is run, since what has
//! been learnt counts at once.
//!
//! *Joins* that are followed by nothing but joins need not be performed ([`Machine::known_joins`]):
//! where a step has no effect but the use of a handle, and that is as it was, it comes to the same
//! whatever else has happened, and what it has left makes no difference to the next one, which uses
//! another handle: the same one would not be as it was.
//!
//! With debug assertions the thread is always run, and the two are compared.
//!
//! *How much is kept* is bounded: when the arena has grown, states are forgotten again as they are
//! taken back. States to which nothing that is remembered leads any more ([`Step::root`]) are
//! always forgotten, as far as none that is kept lies above them: they would only take the place of
//! others.
//!
//! Not covered: programs with atomic sections; recording.

use super::{Machine, State};
use crate::domain::Domain;
use crate::memory::{Entry, Plain};
use crate::thread::TOP;
use crate::value::Value;
use std::ops::Range;
use threadbare_op::{Answer, At, Limit, Op, Pending, Stuck, ThreadId};

/// So many words the arena may have before states are forgotten: what a processor keeps at hand.
const MOST: usize = 1 << 18;
/// Where in a frozen state the number of its newest step stands, plus one, and the root of its
/// steps. (The word is used by atomic sections alone.)
const NEWEST: usize = 2;

/// What a thread has done.
#[derive(Clone, Debug)]
struct Step {
    from: State,
    answer: Answer,
    next: Pending<State>,
    /// In [`Steps::effects`].
    effects: Range<u32>,
    /// In [`Steps::plain`].
    plain: Range<u32>,
    /// The step before from the same state, plus one.
    earlier: u64,
    /// The last state on the way here that was come to by a step that is not remembered.
    root: u32,
    /// The arena's length after it.
    end: u32,
}

/// All that is remembered, in the order in which it was done.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) on: bool,
    steps: Vec<Step>,
    effects: Vec<Entry>,
    plain: Vec<Plain>,
}

impl Steps {
    fn effects_of(&self, step: usize) -> &[Entry] {
        let Range { start, end } = self.steps[step].effects;
        &self.effects[start as usize..end as usize]
    }

    fn plain_of(&self, step: usize) -> &[Plain] {
        let Range { start, end } = self.steps[step].plain;
        &self.plain[start as usize..end as usize]
    }
}

impl<D: Domain> Machine<D> {
    pub(super) fn begin_to_remember(&mut self) {
        self.steps.on = self.core.memory.records.is_none() && !self.code.sections;
    }

    /// [`threadbare_op::System::resume`].
    pub(super) fn resume_or_repeat(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        if let Some(next) = self.resume_known(at, from, answer) {
            return next;
        }
        let since = self.core.memory.log_length();
        self.core.memory.begin_to_note(self.known(from, answer).is_none());
        let next = self.run_on(at, from, answer);
        self.plant(next.state);
        let goes_on = !next.op.is_stuck() || next.op.has_ended();
        if self.core.memory.local && goes_on {
            self.note(from, answer, next, since);
        }
        next
    }

    /// [`threadbare_op::Remember::joins_ahead`].
    pub(super) fn known_joins(&self, from: Pending<State>, mut joins: impl FnMut(ThreadId) -> bool) -> Pending<State> {
        let mut at = &from;
        while let Op::Join { thread } = at.op
            && let Some(step) = self.known(at.state, Answer::Done)
            && self.is_of_handles(step)
            && joins(thread)
        {
            at = &self.steps.steps[step].next;
        }
        *at
    }

    /// Whether a step does nothing but use handles, which are as they were.
    fn is_of_handles(&self, step: usize) -> bool {
        let used_so = |entry: &Entry| entry.handle().is_some_and(|before| self.core.memory.is_handle(before));
        self.steps.plain_of(step).is_empty() && self.steps.effects_of(step).iter().all(used_so)
    }

    /// [`threadbare_op::Remember::resume_again`].
    pub(super) fn resume_known(&mut self, at: At<'_>, from: State, answer: Answer) -> Option<Pending<State>> {
        let known = self.known(from, answer)?;
        // An exploration that has learnt something goes by that already.
        if self.core.memory.must_restart() || !self.can_repeat(known, at) {
            return None;
        }
        self.repeat(known, at)
    }

    /// A state has been made that nothing remembered leads to.
    pub(super) fn plant(&mut self, state: State) {
        if self.steps.on {
            self.arena[state.0 as usize + NEWEST].undef = u64::from(state.0);
        }
    }

    fn known(&self, from: State, answer: Answer) -> Option<usize> {
        let mut at = self.arena[from.0 as usize + NEWEST].bits;
        while at != 0 {
            let step = &self.steps.steps[at as usize - 1];
            if step.answer == answer {
                return Some(at as usize - 1);
            }
            at = step.earlier;
        }
        None
    }

    fn can_repeat(&self, step: usize, at: At<'_>) -> bool {
        self.core.memory.can_repeat(self.steps.effects_of(step), at)
    }

    /// Performs again what is remembered; `None`, with nothing done, if plain accesses do not come
    /// to the same.
    fn repeat(&mut self, step: usize, at: At<'_>) -> Option<Pending<State>> {
        let since = self.core.memory.log_length();
        let plain = self.steps.plain_of(step);
        if !plain.is_empty() {
            self.core.memory.begin_segment(at);
            if !self.core.memory.access_again(plain) {
                self.core.memory.undo(since);
                return None;
            }
        }
        if cfg!(debug_assertions) {
            self.core.memory.undo(since);
            return Some(self.compare(step, at));
        }
        self.core.memory.repeat(self.steps.effects_of(step), at);
        Some(self.steps.steps[step].next)
    }

    /// Does what is remembered, and says whether it is the same.
    fn compare(&mut self, step: usize, at: At<'_>) -> Pending<State> {
        let Step { from, answer, next, .. } = self.steps.steps[step].clone();
        let (since, length) = (self.core.memory.log_length(), self.arena.len());
        self.core.memory.begin_to_note(true);
        let real = self.run_on(at, from, answer);
        if real.op == Op::Stuck(Stuck::Limit(Limit::Interrupted)) {
            return real;
        }
        let memory = &self.core.memory;
        assert_eq!((real.op, real.site), (next.op, next.site), "what is remembered and what is done");
        assert!(memory.noted().eq(self.steps.plain_of(step).iter().copied()), "accesses that are remembered");
        assert!(
            memory.local_effects(since).eq(self.steps.effects_of(step).iter().copied()),
            "effects that are remembered"
        );
        let known = &self.arena[next.state.0 as usize..];
        // Frames below may have been frozen once more.
        let same = |(at, (real, known)): (usize, (&_, &_))| at == NEWEST || at == TOP || real == known;
        let mut words = self.arena[real.state.0 as usize..].iter().zip(known).enumerate();
        assert_eq!(words.find(|word| !same(*word)), None, "another state");
        self.arena.truncate(length);
        self.live_state = State::NONE;
        next
    }

    fn note(&mut self, from: State, answer: Answer, next: Pending<State>, since: u32) {
        if self.arena.len() > MOST || matches!(answer, Answer::Thread(_)) {
            return;
        }
        let memory = &self.core.memory;
        if !memory.local_effects(since).all(|entry| entry.is_local()) {
            return;
        }
        let (effects, plain) = (self.steps.effects.len() as u32, self.steps.plain.len() as u32);
        self.steps.effects.extend(memory.local_effects(since));
        self.steps.plain.extend(memory.noted());
        let Value { bits: earlier, undef: root } = self.arena[from.0 as usize + NEWEST];
        let (effects, plain) = (effects..self.steps.effects.len() as u32, plain..self.steps.plain.len() as u32);
        let (root, end) = (root as u32, self.arena.len() as u32);
        self.steps.steps.push(Step { from, answer, next, effects, plain, earlier, root, end });
        self.arena[from.0 as usize + NEWEST].bits = self.steps.steps.len() as u64;
        self.arena[next.state.0 as usize + NEWEST].undef = u64::from(root);
    }

    /// The arena need not be longer than this, but for what is remembered and can be come to again.
    pub(super) fn forget_states(&mut self, length: u32) {
        let is_full = self.arena.len() > MOST;
        while let Some(step) = self.steps.steps.last()
            && (step.root >= length || (is_full && step.next.state.0 >= length))
        {
            self.steps.effects.truncate(step.effects.start as usize);
            self.steps.plain.truncate(step.plain.start as usize);
            // A state of which nothing is left has nothing to say of it.
            self.arena[step.from.0 as usize + NEWEST].bits = step.earlier;
            self.steps.steps.pop();
        }
        let kept = self.steps.steps.last().map_or(0, |step| step.end);
        self.truncate_arena(length.max(kept));
    }
}

//! What threads have done is remembered when it is taken back, for explorers that perform the same again in another order
//! ([`System::remember`]).
//!
//! A thread is a deterministic function of the answers it was given. So the states of a thread form a tree, and what a
//! state comes to with an answer needs to be computed once, as long as the state is there: going back undoes the effects, but leaves the
//! states in the arena. With them stand the effects of the steps, which are performed again.
//!
//! *What is remembered* is only what depends on nothing but the state and the answer (`Memory::local`): steps that
//! read no memory but registers, private variables, constants and memory of which it is assumed that only its own thread uses it, call no library function
//! but `pthread_join`, and whose effects are writes of defined values to memory of the thread's own, the end of such memory, and the use of a thread's
//! handle. What races they could be part of contradicts an assumption, whether races are reported or ignored: then the exploration begins again, with a
//! machine that remembers nothing.
//! Before effects are performed again they are looked at: what they change has to be as it was ([`Memory::can_repeat`]). Else the
//! thread is run. With debug assertions it always is, and the two are compared.
//!
//! *How much is kept* is bounded: when the arena has grown, states are forgotten again as they are taken back.
//!
//! Not covered: `--races explore`, where memory learns as it is accessed; programs with atomic sections; recording.

use super::{Machine, State};
use crate::domain::Domain;
use crate::memory::Entry;
use crate::thread::TOP;
use std::ops::Range;
use threadbare_op::{Answer, At, Op, Pending, Stuck};

/// So many words the arena may have before states are forgotten: what a processor keeps at hand.
const MOST: usize = 1 << 18;
/// Where in a frozen state the number of its newest step stands, plus one. (The word is used by atomic sections alone.)
const NEWEST: usize = 2;

/// What a thread has done.
#[derive(Clone, Debug)]
struct Step {
    from: State,
    answer: Answer,
    next: Pending<State>,
    /// In [`Steps::effects`].
    effects: Range<u32>,
    /// The step before from the same state, plus one.
    earlier: u64,
}

/// All that is remembered, in the order in which it was done.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) on: bool,
    steps: Vec<Step>,
    effects: Vec<Entry>,
}

impl Steps {
    fn effects_of(&self, step: usize) -> &[Entry] {
        let Range { start, end } = self.steps[step].effects;
        &self.effects[start as usize..end as usize]
    }
}

impl<D: Domain> Machine<D> {
    pub(super) fn begin_to_remember(&mut self) {
        self.steps.on = !self.core.memory.explores() && self.core.memory.records.is_none() && !self.code.sections;
    }

    /// [`threadbare_op::System::resume`].
    pub(super) fn resume_or_repeat(&mut self, at: At<'_>, from: State, answer: Answer) -> Pending<State> {
        let known = self.known(from, answer);
        if let Some(known) = known
            && self.can_repeat(known, at)
        {
            if cfg!(debug_assertions) {
                return self.compare(known, at);
            }
            self.core.memory.repeat(self.steps.effects_of(known));
            return self.steps.steps[known].next;
        }
        let since = self.core.memory.log_length();
        self.core.memory.local = known.is_none();
        let next = self.run_on(at, from, answer);
        let goes_on = !next.op.is_stuck() || matches!(next.op, Op::Stuck(Stuck::Finished));
        if self.core.memory.local && goes_on {
            self.note(from, answer, next, since);
        }
        next
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
        self.core.memory.can_repeat(self.steps.effects_of(step), at.thread)
    }

    /// Does what is remembered, and says whether it is the same.
    fn compare(&mut self, step: usize, at: At<'_>) -> Pending<State> {
        let Step { from, answer, next, .. } = self.steps.steps[step].clone();
        let (since, length) = (self.core.memory.log_length(), self.arena.len());
        let real = self.run_on(at, from, answer);
        assert_eq!((real.op, real.site), (next.op, next.site), "what is remembered and what is done");
        assert_eq!(
            self.core.memory.local_effects(since),
            Some(self.steps.effects_of(step)),
            "effects that are remembered"
        );
        let known = &self.arena[next.state.0 as usize..];
        // Frames below may have been frozen once more.
        let same = |(at, (real, known)): (usize, (&_, &_))| at == NEWEST || at == TOP || real == known;
        assert!(self.arena[real.state.0 as usize..].iter().zip(known).enumerate().all(same), "another state");
        self.arena.truncate(length);
        self.live_state = State::NONE;
        next
    }

    fn note(&mut self, from: State, answer: Answer, next: Pending<State>, since: u32) {
        if self.arena.len() > MOST || matches!(answer, Answer::Thread(_)) {
            return;
        }
        let Some(entries) = self.core.memory.local_effects(since) else { return };
        let start = self.steps.effects.len() as u32;
        self.steps.effects.extend_from_slice(entries);
        let newest = &mut self.arena[from.0 as usize + NEWEST].bits;
        let effects = start..self.steps.effects.len() as u32;
        self.steps.steps.push(Step { from, answer, next, effects, earlier: *newest });
        *newest = self.steps.steps.len() as u64;
    }

    /// The arena need not be longer than this.
    pub(super) fn forget_states(&mut self, length: u32) {
        if self.steps.on && self.arena.len() <= MOST {
            return;
        }
        while let Some(step) = self.steps.steps.last()
            && step.next.state.0 >= length
        {
            self.steps.effects.truncate(step.effects.start as usize);
            // A state of which nothing is left has nothing to say of it.
            self.arena[step.from.0 as usize + NEWEST].bits = step.earlier;
            self.steps.steps.pop();
        }
        self.truncate_arena(length);
    }
}

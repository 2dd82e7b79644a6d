//! [`SyncTable`]: states have numbers, and what operations do in them is looked up.

use super::transition::{Raw, transition};
use super::{MutexKind, Outcome, SyncId, SyncOp, SyncState};
use crate::ids::ThreadId;
use rustc_hash::FxHashMap;

/// The states met so far, and a cache of what operations do in them.
#[derive(Debug)]
pub struct SyncTable {
    states: Vec<SyncState>,
    ids: FxHashMap<SyncState, SyncId>,
    cache: FxHashMap<Question, Outcome>,
    /// A part of the cache, without hashing: by state and thread.
    met: [Option<(Question, Outcome)>; MET],
}

/// What does the operation do in this state?
type Question = (SyncId, SyncOp, ThreadId);

const MET: usize = 64;

impl Default for SyncTable {
    fn default() -> Self {
        Self::new()
    }
}

impl SyncTable {
    /// A table with the fixed states of [`SyncId`].
    #[must_use]
    pub fn new() -> Self {
        let mut table =
            Self { states: Vec::new(), ids: FxHashMap::default(), cache: FxHashMap::default(), met: [None; MET] };
        for state in [
            SyncState::Uninit,
            SyncState::Zero,
            SyncState::StaticMutex(MutexKind::Recursive),
            SyncState::StaticMutex(MutexKind::ErrorCheck),
            SyncState::Garbage,
        ] {
            table.intern(state);
        }
        table
    }

    /// The number of a state.
    pub fn intern(&mut self, state: SyncState) -> SyncId {
        if let Some(&id) = self.ids.get(&state) {
            return id;
        }
        let id = SyncId(u32::try_from(self.states.len()).unwrap_or(u32::MAX));
        self.states.push(state.clone());
        self.ids.insert(state, id);
        id
    }

    /// The state with this number.
    #[must_use]
    pub fn get(&self, id: SyncId) -> &SyncState {
        &self.states[id.0 as usize]
    }

    /// What `op` by `thread` does in `state`.
    pub fn apply(&mut self, state: SyncId, op: SyncOp, thread: ThreadId) -> Outcome {
        let question = (state, op, thread);
        let place = (state.0 ^ (thread.0 << 2)) as usize % MET;
        if let Some((met, outcome)) = self.met[place]
            && met == question
        {
            return outcome;
        }
        let outcome = self.find(question);
        self.met[place] = Some((question, outcome));
        outcome
    }

    fn find(&mut self, question: Question) -> Outcome {
        if let Some(&outcome) = self.cache.get(&question) {
            return outcome;
        }
        let (state, op, thread) = question;
        let outcome = match transition(self.get(state), op, thread) {
            Raw::Blocked => Outcome::Blocked,
            Raw::Misuse(why) => Outcome::Misuse(why),
            Raw::Next(next, result) => Outcome::Next { state: self.intern(next), result },
        };
        self.cache.insert(question, outcome);
        outcome
    }
}

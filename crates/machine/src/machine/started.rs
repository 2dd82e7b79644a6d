//! What a thread that is about to be started will run, and with what.

use super::{Machine, State};
use crate::domain::Domain;
use crate::layout;
use crate::thread::{NONE, TOP, frame_at, spawn_of};
use threadbare_op::Site;
use threadbare_program::{FuncId, Pc};

impl<D: Domain> Machine<D> {
    /// The function that the thread runs which a thread at `state` is about to start.
    #[must_use]
    pub fn started_function(&self, state: State) -> Option<FuncId> {
        let (routine, _) = spawn_of(&self.arena, state.0)?;
        let slot = layout::slot_of(routine);
        let is_function =
            layout::thread_of(routine) == layout::FUNCTIONS && (slot as usize) < self.program().functions.len();
        is_function.then_some(FuncId(slot))
    }

    /// Where the thread at `state` starts one, as the program sees it.
    pub(super) fn start_place(&self, State(at): State) -> Site {
        match frame_at(&self.arena, at + TOP as u32).map(|frame| frame.rest()) {
            Some([function, pc, _, NONE, _]) => self.code.program.site(FuncId(function), Pc(pc)),
            Some([.., user, _]) => Site(user),
            None => Site::UNKNOWN,
        }
    }

    /// The argument that this thread is given, if that is one number.
    #[must_use]
    pub fn started_with(&self, state: State) -> Option<u64> {
        let (_, argument) = spawn_of(&self.arena, state.0)?;
        let bytes: Vec<u8> = self
            .bytes_of(argument, 8)
            .iter()
            .map(|byte| (byte.undef == 0).then_some(byte.bits))
            .collect::<Option<_>>()?;
        Some(layout::unmarked(u64::from_le_bytes(bytes.try_into().ok()?)))
    }
}

//! The one freeze and the one thaw: a thread as words in the arena.
//!
//! A state begins with [`TOP`] words of which the first, the second, the fourth and the fifth are
//! the thread's [`Own`]; the third is for what is handed over ([`Around::Unlocking`], and
//! `crate::machine::remember`), the last for [`Reads`]. The top frame follows.

use super::frozen::{EMPTY, frame_at, high, own_of, pair};
use super::{Around, Frame, NONE, Own, Reads, Stage, Thread};
use crate::domain::Domain;
use crate::value::Value;

/// Words of a top frame before those that each frozen frame has.
pub(crate) const TOP: usize = 6;

impl<D: Domain> Thread<D> {
    /// Freezes the thread; gives the place of the frozen state.
    pub(crate) fn freeze(&mut self, arena: &mut Vec<Value>, own: &Own, reads: Reads) -> u32 {
        let count = self.frames.len();
        if count <= 1 {
            return self.freeze_top(arena, own, reads);
        }
        for index in (0..count.saturating_sub(1)).rev() {
            if self.frames[index].frozen != NONE {
                for later in index + 1..count - 1 {
                    self.freeze_frame(later, arena);
                }
                return self.freeze_top(arena, own, reads);
            }
        }
        for index in 0..count.saturating_sub(1) {
            self.freeze_frame(index, arena);
        }
        self.freeze_top(arena, own, reads)
    }

    fn freeze_top(&mut self, arena: &mut Vec<Value>, own: &Own, reads: Reads) -> u32 {
        let place = arena.len() as u32;
        let (around, answer) = match self.around {
            Around::Nothing => (0, Value::ZERO),
            Around::Locking => (1, Value::ZERO),
            Around::Inside => (2, Value::ZERO),
            Around::Unlocking(answer) => (3, D::pack(answer)),
        };
        let [first, second, third, fourth] = own.pack(self.stage.pack(), around);
        let reads = reads.pack();
        arena.extend_from_slice(&[first, second, answer, third, fourth, reads]);
        match self.frames.len() {
            0 => arena.push(Value { bits: 0, undef: pair(NONE, EMPTY) }),
            count => self.write_frame(count - 1, arena),
        }
        place
    }

    fn freeze_frame(&mut self, index: usize, arena: &mut Vec<Value>) {
        if self.frames[index].frozen == NONE {
            let place = arena.len() as u32;
            self.write_frame(index, arena);
            self.frames[index].frozen = place;
        }
    }

    fn write_frame(&self, index: usize, arena: &mut Vec<Value>) {
        let frame = &self.frames[index];
        let (slots, allocas, entries) = match self.frames.get(index + 1) {
            Some(next) => (next.base as usize, next.allocas as usize, next.journal as usize),
            None => (self.slots.len(), self.allocas.len(), self.journal.entries.len()),
        };
        let slots = &self.slots[frame.base as usize..slots];
        let allocas = &self.allocas[frame.allocas as usize..allocas];
        let journal = &self.journal.entries[frame.journal as usize..entries];
        let below = if index == 0 { self.below } else { self.frames[index - 1].frozen };
        arena.extend_from_slice(&[
            Value { bits: pair(frame.function, frame.pc), undef: pair(below, frame.dst) },
            Value { bits: pair(allocas.len() as u32, journal.len() as u32), undef: 0 },
            Value { bits: slots.len() as u64, undef: pair(frame.user, frame.depth) },
        ]);
        D::pack_all(slots, arena);
        arena.extend(allocas.iter().map(|&addr| Value::new(addr)));
        D::pack_all(journal, arena);
    }

    /// Makes the frozen state at `place` live; gives what is lent to the memory.
    pub(crate) fn thaw(&mut self, arena: &[Value], place: u32) -> Own {
        self.frames.clear();
        self.slots.clear();
        self.allocas.clear();
        self.journal.entries.clear();
        let at = place as usize;
        let first = arena[at];
        self.stage = Stage::unpack(high(first.bits));
        self.around = match high(first.undef) & 3 {
            0 => Around::Nothing,
            1 => Around::Locking,
            2 => Around::Inside,
            _ => Around::Unlocking(D::unpack(arena[at + 2])),
        };
        self.below = NONE;
        self.thaw_frame(arena, place + TOP as u32);
        own_of(arena, place)
    }

    /// Copies the frozen frame below the live ones back; there must be no live one.
    pub(crate) fn thaw_below(&mut self, arena: &[Value]) {
        let place = self.below;
        self.slots.clear();
        self.allocas.clear();
        self.journal.entries.clear();
        self.thaw_frame(arena, place);
    }

    #[inline]
    fn thaw_frame(&mut self, arena: &[Value], place: u32) {
        let Some(frozen) = frame_at(arena, place) else { return };
        D::unpack_all(frozen.slots(arena), &mut self.slots);
        let (allocas, entries) = frozen.tail(arena);
        self.allocas.extend(allocas.iter().map(|word| word.bits));
        D::unpack_all(entries, &mut self.journal.entries);
        self.below = frozen.below;
        self.frames.push(Frame {
            function: frozen.function,
            pc: frozen.pc,
            base: 0,
            allocas: 0,
            journal: 0,
            dst: frozen.dst,
            frozen: NONE,
            user: frozen.user,
            depth: frozen.depth,
        });
    }
}

//! Threads as values: the one that is live in the machine, and frozen ones in the arena.
//!
//! A frozen state is the top frame, copied flat, with a link to the frame below, which was frozen
//! once and is never changed. Continuing a state copies its top frame back; a frame below is copied
//! back when control returns to it. A frame is a window of slots: registers, loop counters, private
//! memory, variable arguments.

use crate::domain::Domain;
use crate::memory::{Exposure, Fresh};
use crate::value::Value;
use threadbare_op::Site;

/// No frame, no register.
pub(crate) const NONE: u32 = u32::MAX;
/// The result goes to the library function that called back.
pub(crate) const TO_LIBRARY: u32 = u32::MAX - 1;

/// Which part of a thread's life comes when there is no frame left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Constructors from this one on, then `main`.
    Constructors(u32),
    /// `main` has been called.
    Main,
    /// The start routine of a thread has been called.
    Routine,
    /// The thread has ended here; its exit handlers have been called.
    ThreadEnd(Site),
    /// `main` has returned, and others may end the program as well.
    Ending,
    /// The program's exit handlers, one after the other.
    Handlers,
    /// Destructors from this one on.
    Destructors(u32),
}

impl Stage {
    fn pack(self) -> u32 {
        match self {
            Self::Main => 0,
            Self::Routine => 1,
            Self::ThreadEnd(site) => site.0 << 3 | 2,
            Self::Handlers => 3,
            Self::Constructors(n) => n << 3 | 4,
            Self::Destructors(n) => n << 3 | 5,
            Self::Ending => 6,
        }
    }

    fn unpack(word: u32) -> Self {
        match word & 7 {
            0 => Self::Main,
            1 => Self::Routine,
            2 => Self::ThreadEnd(site_in(word >> 3)),
            3 => Self::Handlers,
            4 => Self::Constructors(word >> 3),
            6 => Self::Ending,
            _ => Self::Destructors(word >> 3),
        }
    }
}

/// A place of which three bits were dropped.
fn site_in(word: u32) -> Site {
    if word == Site::UNKNOWN.0 >> 3 { Site::UNKNOWN } else { Site(word) }
}

/// In place of a frame: there is none.
const EMPTY: u32 = u32::MAX - 2;

/// An activation of a function that is not (only) frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// Its first slot.
    pub(crate) base: u32,
    /// Its first entry in `allocas`.
    pub(crate) allocas: u32,
    /// Its first entry in the journal.
    pub(crate) journal: u32,
    /// The caller's register for its results.
    pub(crate) dst: u32,
    /// Its frozen copy, if it has not changed since.
    pub(crate) frozen: u32,
    /// In a function of the libraries: the place of the call from outside; else [`NONE`].
    pub(crate) user: u32,
    /// Bytes of stack up to and with this frame.
    pub(crate) depth: u32,
}

/// What an atomic section's lock around a single access is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Around {
    Nothing,
    Locking,
    Inside,
    Unlocking(Value),
}

/// The live thread.
#[derive(Debug)]
pub(crate) struct Live<D: Domain> {
    pub(crate) slots: Vec<D::Value>,
    pub(crate) frames: Vec<Frame>,
    /// Addresses of memory to be freed when frames return.
    pub(crate) allocas: Vec<u64>,
    /// The frozen frame below `frames`.
    pub(crate) below: u32,
    pub(crate) stage: Stage,
    pub(crate) around: Around,
}

impl<D: Domain> Default for Live<D> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            frames: Vec::new(),
            allocas: Vec::new(),
            below: NONE,
            stage: Stage::Routine,
            around: Around::Nothing,
        }
    }
}

/// What belongs to a thread but is kept elsewhere while it is live.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extra {
    pub(crate) next_slot: u32,
    pub(crate) sections: u32,
    pub(crate) effects: u32,
    pub(crate) fresh: Fresh,
    pub(crate) readings: u32,
    pub(crate) exposure: Exposure,
    pub(crate) spawn: (u64, u64),
}

/// Words before the slots of a frozen frame.
const HEADER: usize = 3;
/// Further words of a top frame.
pub(crate) const TOP: usize = 4;

fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

fn low(word: u64) -> u32 {
    word as u32
}

fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

impl<D: Domain> Live<D> {
    /// Freezes the thread; gives the place of the frozen state.
    pub(crate) fn freeze(&mut self, arena: &mut Vec<Value>, journal: &[Value], extra: Extra) -> u32 {
        let count = self.frames.len();
        if count <= 1 {
            return self.freeze_top(arena, journal, extra);
        }
        for index in (0..count.saturating_sub(1)).rev() {
            if self.frames[index].frozen != NONE {
                for later in index + 1..count - 1 {
                    self.freeze_frame(later, arena, journal);
                }
                return self.freeze_top(arena, journal, extra);
            }
        }
        for index in 0..count.saturating_sub(1) {
            self.freeze_frame(index, arena, journal);
        }
        self.freeze_top(arena, journal, extra)
    }

    fn freeze_top(&mut self, arena: &mut Vec<Value>, journal: &[Value], extra: Extra) -> u32 {
        let place = arena.len() as u32;
        let (around, answer) = match self.around {
            Around::Nothing => (0, Value::ZERO),
            Around::Locking => (1, Value::ZERO),
            Around::Inside => (2, Value::ZERO),
            Around::Unlocking(answer) => (3, answer),
        };
        arena.extend_from_slice(&[
            Value {
                bits: pair(extra.next_slot, self.stage.pack()),
                undef: pair(extra.sections, around | extra.effects << 2),
            },
            Value { bits: extra.spawn.0, undef: extra.spawn.1 },
            answer,
            Value { bits: pair(extra.fresh.from, extra.fresh.alive), undef: pair(extra.readings, extra.exposure.0) },
        ]);
        match self.frames.len() {
            0 => arena.push(Value { bits: 0, undef: pair(NONE, EMPTY) }),
            count => self.write_frame(count - 1, arena, journal),
        }
        place
    }

    fn freeze_frame(&mut self, index: usize, arena: &mut Vec<Value>, journal: &[Value]) {
        if self.frames[index].frozen == NONE {
            let place = arena.len() as u32;
            self.write_frame(index, arena, journal);
            self.frames[index].frozen = place;
        }
    }

    fn write_frame(&self, index: usize, arena: &mut Vec<Value>, journal: &[Value]) {
        let frame = &self.frames[index];
        let (slots, allocas, entries) = match self.frames.get(index + 1) {
            Some(next) => (next.base as usize, next.allocas as usize, next.journal as usize),
            None => (self.slots.len(), self.allocas.len(), journal.len()),
        };
        let slots = &self.slots[frame.base as usize..slots];
        let allocas = &self.allocas[frame.allocas as usize..allocas];
        let journal = &journal[frame.journal as usize..entries];
        let below = if index == 0 { self.below } else { self.frames[index - 1].frozen };
        arena.extend_from_slice(&[
            Value { bits: pair(frame.function, frame.pc), undef: pair(below, frame.dst) },
            Value { bits: pair(allocas.len() as u32, journal.len() as u32), undef: 0 },
            Value { bits: 0, undef: pair(frame.user, frame.depth) },
        ]);
        let slots_at = arena.len();
        D::freeze(slots, arena);
        arena[slots_at - 1].bits = (arena.len() - slots_at) as u64;
        arena.extend(allocas.iter().map(|&addr| Value::new(addr)));
        arena.extend_from_slice(journal);
    }

    /// Makes the frozen state at `place` live.
    pub(crate) fn thaw(&mut self, arena: &[Value], place: u32, journal: &mut Vec<Value>) -> Extra {
        self.frames.clear();
        self.slots.clear();
        self.allocas.clear();
        journal.clear();
        let at = place as usize;
        let (first, spawn, last) = (arena[at], arena[at + 1], arena[at + 3]);
        self.stage = Stage::unpack(high(first.bits));
        self.around = match high(first.undef) & 3 {
            0 => Around::Nothing,
            1 => Around::Locking,
            2 => Around::Inside,
            _ => Around::Unlocking(arena[at + 2]),
        };
        self.below = NONE;
        if arena[at + TOP].undef != pair(NONE, EMPTY) {
            self.thaw_frame(arena, place + TOP as u32, journal);
        }
        Extra {
            next_slot: low(first.bits),
            sections: low(first.undef),
            effects: high(first.undef) >> 2,
            fresh: Fresh { from: low(last.bits), alive: high(last.bits) },
            readings: low(last.undef),
            exposure: Exposure(high(last.undef)),
            spawn: (spawn.bits, spawn.undef),
        }
    }

    /// Copies the frozen frame below the live ones back; there must be no live one.
    pub(crate) fn thaw_below(&mut self, arena: &[Value], journal: &mut Vec<Value>) {
        let place = self.below;
        self.slots.clear();
        self.allocas.clear();
        journal.clear();
        self.thaw_frame(arena, place, journal);
    }

    fn thaw_frame(&mut self, arena: &[Value], place: u32, journal: &mut Vec<Value>) {
        let at = place as usize;
        let (code, counts) = (arena[at], arena[at + 1]);
        let slots = arena[at + 2].bits as usize;
        let (allocas, entries) = (low(counts.bits) as usize, high(counts.bits) as usize);
        let mut from = at + HEADER;
        D::thaw(&arena[from..from + slots], &mut self.slots);
        from += slots;
        self.allocas.extend(arena[from..from + allocas].iter().map(|word| word.bits));
        from += allocas;
        journal.extend_from_slice(&arena[from..from + entries]);
        let more = arena[at + 2].undef;
        self.below = low(code.undef);
        self.frames.push(Frame {
            function: low(code.bits),
            pc: high(code.bits),
            base: 0,
            allocas: 0,
            journal: 0,
            dst: high(code.undef),
            frozen: NONE,
            user: low(more),
            depth: high(more),
        });
    }
}

/// What can be said of a frozen thread without making it live.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frozen<'a> {
    /// Where its top frame is.
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// The slots of that frame, as [`Domain::freeze`] wrote them.
    pub(crate) slots: &'a [Value],
    pub(crate) effects: u32,
    /// Whether its operation is that of the instruction, not one of the lock of atomic sections,
    /// nor one of several.
    pub(crate) is_plain: bool,
}

/// The function and the instruction that a frozen thread is at; `None` if it is in none.
pub(crate) fn place_of(arena: &[Value], place: u32) -> Option<(u32, u32)> {
    let code = arena.get(place as usize + TOP)?;
    (code.undef != pair(NONE, EMPTY)).then(|| (low(code.bits), high(code.bits)))
}

/// The frozen thread at `place`; `None` if it is in no function.
pub(crate) fn frozen(arena: &[Value], place: u32) -> Option<Frozen<'_>> {
    let at = place as usize;
    let extra = arena.get(at)?.undef;
    let (function, pc) = place_of(arena, place)?;
    let [_, counts, more] = *arena.get(at + TOP..at + TOP + HEADER)? else { return None };
    let from = at + TOP + HEADER;
    let slots = arena.get(from..from + usize::try_from(more.bits).ok()?)?;
    let is_plain = high(extra) & 3 == 0 && high(counts.bits) == 0;
    Some(Frozen { function, pc, slots, effects: high(extra) >> 2, is_plain })
}

/// The functions and instructions that a frozen state is at: the innermost first, then its callers.
pub(crate) fn calls_of(arena: &[Value], place: u32) -> Vec<(u32, u32)> {
    frames_of(arena, place + TOP as u32).collect()
}

/// The functions and instructions of the frozen frame at `place` ([`NONE`]: there is none) and of
/// its callers.
pub(crate) fn frames_of(arena: &[Value], place: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut at = place;
    std::iter::from_fn(move || {
        let word = arena.get(usize::try_from(at).ok().filter(|_| at != NONE)?)?;
        if word.undef == pair(NONE, EMPTY) {
            return None;
        }
        at = low(word.undef);
        Some((low(word.bits), high(word.bits)))
    })
}

/// The routine and the argument of the thread that a frozen thread is about to start.
pub(crate) fn spawn_of(arena: &[Value], place: u32) -> Option<(u64, u64)> {
    arena.get(place as usize + 1).map(|word| (word.bits, word.undef))
}

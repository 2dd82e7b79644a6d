//! Threads as values: the one that is live in the machine, and frozen ones in the arena.
//!
//! A frozen state is the top frame, copied flat, with a link to the frame below, which was frozen
//! once and is never changed. Continuing a state copies its top frame back; a frame below is copied
//! back when control returns to it. A frame is a window of slots: registers, loop counters, private
//! memory, variable arguments.

use crate::domain::Domain;
use crate::memory::{Exposure, Fresh};
use crate::value::Value;
use threadbare_op::{Site, Word};

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
pub(crate) enum Around<V> {
    Nothing,
    Locking,
    Inside,
    Unlocking(V),
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
    pub(crate) around: Around<D::Value>,
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extra {
    pub(crate) next_slot: u32,
    pub(crate) sections: u32,
    pub(crate) effects: u32,
    pub(crate) fresh: Fresh,
    pub(crate) readings: u32,
    pub(crate) exposure: Exposure,
    pub(crate) spawn: (u64, Word),
    pub(crate) reads: Reads,
}

impl Extra {
    /// That of the frozen thread at `place`.
    pub(crate) fn of(arena: &[Value], place: u32) -> Self {
        let at = place as usize;
        let (first, spawn, last) = (arena[at], arena[at + 1], arena[at + 3]);
        Self {
            next_slot: low(first.bits),
            sections: low(first.undef),
            effects: high(first.undef) >> 2,
            fresh: Fresh { from: low(last.bits), alive: high(last.bits) },
            readings: low(last.undef),
            exposure: Exposure(high(last.undef)),
            spawn: (spawn.bits, Word::new(spawn.undef)),
            reads: reads_of(arena, place),
        }
    }
}

/// What the thread is about to read, and where it was since it last had an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reads {
    /// Where and how: for [`crate::machine`]'s `redundant`; 0 if it is about to do something else.
    pub(crate) key: u64,
    /// Where its state before this one is in the arena, or [`NONE`].
    pub(crate) past: u32,
    /// The epoch in which it came here.
    pub(crate) epoch: u32,
}

/// Words before the slots of a frozen frame.
const HEADER: usize = 3;
/// Further words of a top frame.
pub(crate) const TOP: usize = 5;
/// Which of these has [`Reads`].
const READS: usize = 4;

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
    pub(crate) fn freeze(&mut self, arena: &mut Vec<Value>, journal: &[D::Value], extra: Extra) -> u32 {
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

    fn freeze_top(&mut self, arena: &mut Vec<Value>, journal: &[D::Value], extra: Extra) -> u32 {
        let place = arena.len() as u32;
        let (around, answer) = match self.around {
            Around::Nothing => (0, Value::ZERO),
            Around::Locking => (1, Value::ZERO),
            Around::Inside => (2, Value::ZERO),
            Around::Unlocking(answer) => (3, D::pack(answer)),
        };
        arena.extend_from_slice(&[
            Value {
                bits: pair(extra.next_slot, self.stage.pack()),
                undef: pair(extra.sections, around | extra.effects << 2),
            },
            Value { bits: extra.spawn.0, undef: extra.spawn.1.number() },
            answer,
            Value { bits: pair(extra.fresh.from, extra.fresh.alive), undef: pair(extra.readings, extra.exposure.0) },
            Value { bits: extra.reads.key, undef: pair(extra.reads.past, extra.reads.epoch) },
        ]);
        match self.frames.len() {
            0 => arena.push(Value { bits: 0, undef: pair(NONE, EMPTY) }),
            count => self.write_frame(count - 1, arena, journal),
        }
        place
    }

    fn freeze_frame(&mut self, index: usize, arena: &mut Vec<Value>, journal: &[D::Value]) {
        if self.frames[index].frozen == NONE {
            let place = arena.len() as u32;
            self.write_frame(index, arena, journal);
            self.frames[index].frozen = place;
        }
    }

    fn write_frame(&self, index: usize, arena: &mut Vec<Value>, journal: &[D::Value]) {
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
            Value { bits: slots.len() as u64, undef: pair(frame.user, frame.depth) },
        ]);
        D::pack_all(slots, arena);
        arena.extend(allocas.iter().map(|&addr| Value::new(addr)));
        D::pack_all(journal, arena);
    }

    /// Makes the frozen state at `place` live.
    pub(crate) fn thaw(&mut self, arena: &[Value], place: u32, journal: &mut Vec<D::Value>) -> Extra {
        self.frames.clear();
        self.slots.clear();
        self.allocas.clear();
        journal.clear();
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
        self.thaw_frame(arena, place + TOP as u32, journal);
        Extra::of(arena, place)
    }

    /// Copies the frozen frame below the live ones back; there must be no live one.
    pub(crate) fn thaw_below(&mut self, arena: &[Value], journal: &mut Vec<D::Value>) {
        let place = self.below;
        self.slots.clear();
        self.allocas.clear();
        journal.clear();
        self.thaw_frame(arena, place, journal);
    }

    #[inline]
    fn thaw_frame(&mut self, arena: &[Value], place: u32, journal: &mut Vec<D::Value>) {
        let Some(frozen) = frame_at(arena, place) else { return };
        D::unpack_all(frozen.slots(arena), &mut self.slots);
        let (allocas, entries) = frozen.tail(arena);
        self.allocas.extend(allocas.iter().map(|word| word.bits));
        D::unpack_all(entries, journal);
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

/// A frozen frame; its words are in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrozenFrame {
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// The one that has called it, or [`NONE`].
    pub(crate) below: u32,
    dst: u32,
    user: u32,
    depth: u32,
    slots_at: usize,
    slots: usize,
    allocas: usize,
    entries: usize,
}

impl FrozenFrame {
    /// All but what it holds.
    pub(crate) fn rest(&self) -> [u32; 5] {
        [self.function, self.pc, self.dst, self.user, self.depth]
    }

    /// Its slots, as [`Domain::pack`] has them.
    pub(crate) fn slots<'a>(&self, arena: &'a [Value]) -> &'a [Value] {
        &arena[self.slots_at..self.slots_at + self.slots]
    }

    /// Its memory to be freed, and its journal.
    pub(crate) fn tail<'a>(&self, arena: &'a [Value]) -> (&'a [Value], &'a [Value]) {
        arena[self.slots_at + self.slots..][..self.allocas + self.entries].split_at(self.allocas)
    }
}

/// The frozen frame at `place`; `None` if there is none.
#[inline]
pub(crate) fn frame_at(arena: &[Value], place: u32) -> Option<FrozenFrame> {
    let at = usize::try_from(place).ok().filter(|_| place != NONE)?;
    if arena.get(at)?.undef == pair(NONE, EMPTY) {
        return None;
    }
    let &[code, counts, more] = arena.get(at..at + HEADER)? else { return None };
    Some(FrozenFrame {
        function: low(code.bits),
        pc: high(code.bits),
        below: low(code.undef),
        dst: high(code.undef),
        user: low(more.undef),
        depth: high(more.undef),
        slots_at: at + HEADER,
        slots: usize::try_from(more.bits).ok()?,
        allocas: low(counts.bits) as usize,
        entries: high(counts.bits) as usize,
    })
}

/// The [`Reads`] of the frozen thread at `place`.
pub(crate) fn reads_of(arena: &[Value], place: u32) -> Reads {
    let word = arena[place as usize + READS];
    Reads { key: word.bits, past: low(word.undef), epoch: high(word.undef) }
}

/// Whether two frozen states of a thread are the same but for their frames, what loops note, and
/// what the thread may have part in.
pub(crate) fn are_alike(arena: &[Value], a: u32, b: u32) -> bool {
    let words = |place: u32| [arena[place as usize], arena[place as usize + 1]];
    words(a) == words(b) && Extra::of(arena, a).readings == Extra::of(arena, b).readings
}

/// What can be said of a frozen thread without making it live.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frozen<'a> {
    /// Where its top frame is.
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// The slots of that frame, as [`Domain::pack`] has them.
    pub(crate) slots: &'a [Value],
    pub(crate) effects: u32,
    /// Whether its operation is that of the instruction, not one of the lock of atomic sections,
    /// nor one of several.
    pub(crate) is_plain: bool,
}

/// The function and the instruction that a frozen thread is at; `None` if it is in none.
pub(crate) fn place_of(arena: &[Value], place: u32) -> Option<(u32, u32)> {
    frame_at(arena, place + TOP as u32).map(|frame| (frame.function, frame.pc))
}

/// The frozen thread at `place`; `None` if it is in no function.
pub(crate) fn frozen(arena: &[Value], place: u32) -> Option<Frozen<'_>> {
    let extra = arena.get(place as usize)?.undef;
    let frame = frame_at(arena, place + TOP as u32)?;
    let is_plain = high(extra) & 3 == 0 && frame.entries == 0;
    let FrozenFrame { function, pc, .. } = frame;
    Some(Frozen { function, pc, slots: frame.slots(arena), effects: high(extra) >> 2, is_plain })
}

/// The functions and instructions that a frozen state is at: the innermost first, then its callers.
pub(crate) fn calls_of(arena: &[Value], place: u32) -> Vec<(u32, u32)> {
    frames_of(arena, place + TOP as u32).collect()
}

/// The functions and instructions of the frozen frame at `place` ([`NONE`]: there is none) and of
/// its callers.
pub(crate) fn frames_of(arena: &[Value], place: u32) -> impl Iterator<Item = (u32, u32)> {
    let frames = std::iter::successors(frame_at(arena, place), |frame| frame_at(arena, frame.below));
    frames.map(|frame| (frame.function, frame.pc))
}

/// The routine and the argument of the thread that a frozen thread is about to start.
pub(crate) fn spawn_of(arena: &[Value], place: u32) -> Option<(u64, Word)> {
    arena.get(place as usize + 1).map(|word| (word.bits, Word::new(word.undef)))
}

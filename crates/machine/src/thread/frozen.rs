//! What can be said of frozen threads without making them live.

use super::freeze::TOP;
use super::{NONE, Own};
use crate::value::Value;
use threadbare_op::{Part, Word};

/// In place of a frame: there is none.
pub(super) const EMPTY: u32 = u32::MAX - 2;
/// Words before the slots of a frozen frame.
const HEADER: usize = 3;
/// Which of the words of a top frame has [`Reads`].
const READS: usize = 5;

pub(super) fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

pub(super) fn low(word: u64) -> u32 {
    word as u32
}

pub(super) fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

/// Beside [`Reads::key`]: the thread has had an effect since the state before.
const HAD_EFFECT: u64 = 1 << 63;
/// And [`Reads::part`]: of a part the logarithm of the size, plus one, in 3 bits; where it begins, in
/// 4; whether it is stored.
const PART: u32 = 53;
const PART_FROM: u32 = 56;
const PART_IS_STORE: u32 = 60;

/// What the thread is about to read, and where it was since it last had an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reads {
    /// Where and how: for [`crate::machine`]'s `redundant`; 0 if it is about to do something else.
    pub(crate) key: u64,
    /// Which part of a location it is about to access.
    pub(crate) part: Part,
    /// Where its state before this one is in the arena, or [`NONE`]: also if it has had an effect
    /// since then.
    pub(crate) past: u32,
    /// Where its state before this one is in the arena, or [`NONE`].
    pub(crate) before: u32,
    /// The epoch in which it came here.
    pub(crate) epoch: u32,
}

/// A frozen frame; its words are in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrozenFrame {
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// The one that has called it, or [`NONE`].
    pub(crate) below: u32,
    pub(super) dst: u32,
    pub(super) user: u32,
    pub(super) depth: u32,
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

    /// Its slots, as [`crate::Domain::pack`] has them.
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

/// What the frozen thread at `place` has counted.
#[inline]
pub(crate) fn own_of(arena: &[Value], place: u32) -> Own {
    let at = place as usize;
    Own::unpack([arena[at], arena[at + 1], arena[at + 3], arena[at + 4]])
}

/// The [`Reads`] of the frozen thread at `place`.
#[inline]
pub(crate) fn reads_of(arena: &[Value], place: u32) -> Reads {
    let word = arena[place as usize + READS];
    let before = low(word.undef);
    let past = if word.bits & HAD_EFFECT == 0 { before } else { NONE };
    Reads { key: word.bits & ((1 << PART) - 1), part: part_at(arena, place), past, before, epoch: high(word.undef) }
}

/// Which part of a location the frozen thread at `place` is about to access; of size 0: it is none.
#[inline]
pub(crate) fn part_at(arena: &[Value], place: u32) -> Part {
    let bits = arena[place as usize + READS].bits;
    match bits >> PART & 7 {
        0 => Part::default(),
        size => Part {
            from: (bits >> PART_FROM & 15) as u8,
            size: 1 << (size - 1),
            is_store: bits >> PART_IS_STORE & 1 != 0,
        },
    }
}

impl Reads {
    /// As [`reads_of`] reads it.
    pub(super) fn pack(self) -> Value {
        let had_effect = if self.past == self.before { 0 } else { HAD_EFFECT };
        let Part { from, size, is_store } = self.part;
        let part = match size {
            0 => 0,
            _ => {
                let size = u64::from(size.trailing_zeros() + 1);
                size << PART | u64::from(from) << PART_FROM | u64::from(is_store) << PART_IS_STORE
            }
        };
        Value { bits: self.key | part | had_effect, undef: pair(self.before, self.epoch) }
    }
}

/// Whether two frozen states of a thread are the same but for their frames, what loops note, and
/// what the thread may have part in.
pub(crate) fn are_alike(arena: &[Value], a: u32, b: u32) -> bool {
    stand_alike(arena, a, b) && own_of(arena, a).effects == own_of(arena, b).effects
}

/// The same but for how much the thread has done that lasts.
pub(crate) fn stand_alike(arena: &[Value], a: u32, b: u32) -> bool {
    let words = |place: u32| {
        let [first, second] = [arena[place as usize], arena[place as usize + 1]];
        (first.bits, low(first.undef), high(first.undef) & 3, second)
    };
    words(a) == words(b) && own_of(arena, a).clock() == own_of(arena, b).clock()
}

/// What is frozen beside the frames, but for what is only counted, and where the top frame is.
pub(crate) struct Top {
    /// The slot that it allocates next.
    pub(crate) next_slot: u32,
    pub(crate) words: [u64; 3],
    /// See [`super::Own`].
    pub(crate) history: u32,
    /// What is handed over, and what a thread is started with.
    pub(crate) values: [Value; 3],
    pub(crate) frame: u32,
}

/// That of the frozen thread at `place`; `spawns`: it is about to start a thread.
pub(crate) fn top_of(arena: &[Value], place: u32, spawns: bool) -> Top {
    let at = place as usize;
    let (own, around) = (own_of(arena, place), high(arena[at].undef) & 3);
    // Nobody else uses this word of a thread that is in no atomic section, but to remember.
    let handed = if around == 3 { arena[at + 2] } else { Value::ZERO };
    let Value { bits: routine, undef: argument } = if spawns { arena[at + 1] } else { Value::ZERO };
    Top {
        next_slot: own.next_slot,
        words: [
            u64::from(high(arena[at].bits)),
            pair(own.sections, around),
            u64::from(spawns) | own.seconds_passed() << 1,
        ],
        history: own.history,
        values: [handed, Value::new(routine), Value::new(argument)],
        frame: place + TOP as u32,
    }
}

/// What can be said of a frozen thread without making it live.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frozen<'a> {
    /// Where its top frame is.
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// The slots of that frame, as [`crate::Domain::pack`] has them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept() {
        let key = (1 << PART) - 1;
        for size in [0, 1, 2, 4, 8] {
            for from in [0, 1, 6, 15].into_iter().filter(|_| size > 0).chain([0]) {
                for (is_store, past) in [(false, 9), (size > 0, NONE)] {
                    let part = Part { from, size, is_store };
                    let reads = Reads { key, part, past, before: 9, epoch: 3 };
                    let mut arena = vec![Value::ZERO; READS];
                    arena.push(reads.pack());
                    assert_eq!((reads_of(&arena, 0), part_at(&arena, 0)), (reads, part));
                }
            }
        }
    }
}

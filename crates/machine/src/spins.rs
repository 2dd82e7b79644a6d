//! [`Spins`]: what is known of the loops of a function in which a thread may wait.

use crate::code::Place;
use threadbare_program::{Arrival, Function, LoopKind, Loops, Pc, Program, Span, Wait};

/// The loops of a function that may wait, or are patient: those that are watched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spins {
    loops: Loops,
    /// By loop: the how manieth of those that are watched it is.
    numbers: Vec<u32>,
    /// How many are.
    pub(crate) count: u32,
    /// By number, where it is not all: the slots of private memory that matter at the head.
    kept: Vec<Option<Box<[u32]>>>,
    /// The function is one of the libraries'.
    is_library: bool,
}

impl Spins {
    pub(crate) fn new(program: &Program, function: &Function) -> Self {
        let loops = Loops::of(program, function);
        let mut count = 0;
        let numbers = (0..loops.kinds.len() as u32).map(|index| {
            count += u32::from(loops.is_watched(index));
            count.saturating_sub(1)
        });
        let numbers = numbers.collect();
        Self { numbers, count, kept: vec![None; count as usize], loops, is_library: function.runtime }
    }

    /// Private memory is divided so, and ends before that slot.
    pub(crate) fn divide(&mut self, places: &[Place], end: u32) {
        for lost in &self.loops.lost {
            let is_lost = |slot: u32| {
                let place = places.iter().rposition(|place| place.start() <= slot);
                let Some(Place::Frame(start)) = place.map(|place| places[place]) else { return false };
                let words = place.and_then(|place| lost.words.get(place));
                words.and_then(|words| words.get((slot - start) as usize)).is_some_and(|lost| *lost)
            };
            let start = places.first().map_or(end, |place| place.start());
            let kept = (start..end).filter(|&slot| !is_lost(slot)).collect();
            self.kept[self.numbers[lost.index as usize] as usize] = Some(kept);
        }
    }

    /// The slots of private memory that matter at the head of the loop of that number; `None`: all.
    pub(crate) fn kept(&self, number: u32) -> Option<&[u32]> {
        self.kept[number as usize].as_deref()
    }

    /// The watched loops whose further rounds all make the store at an instruction anew: their
    /// numbers, and what they may load before.
    pub(crate) fn renewing(&self, at: u32) -> impl Iterator<Item = (u32, &[Span])> {
        let all = &self.loops.renewed;
        let from = all.partition_point(|renewed| renewed.at < Pc(at));
        let here = all[from..].iter().take_while(move |renewed| renewed.at == Pc(at));
        here.map(|renewed| (self.numbers[renewed.index as usize], &*renewed.before))
    }

    /// Whether there are such stores.
    #[inline]
    pub(crate) const fn renews(&self) -> bool {
        !self.loops.renewed.is_empty()
    }

    /// Whether `--unroll` leaves the loop alone, since that cannot go on for ever, or is recognised
    /// if it does. (Loops of the libraries come to the end of what they look at.)
    pub(crate) fn is_left_alone(&self, index: u32) -> bool {
        self.is_library || matches!(self.loops.kinds[index as usize], LoopKind::Bounded | LoopKind::Computes)
    }

    /// The arrival at an instruction, and the number of its loop among those that are watched.
    pub(crate) fn arrival(&self, at: u32) -> Option<(&Arrival, u32)> {
        let arrival = self.loops.arrival(Pc(at))?;
        Some((arrival, self.numbers[arrival.index as usize]))
    }

    /// The loop that waits for the load at an instruction, if it does nothing else.
    pub(crate) fn wait(&self, load: u32) -> Option<Wait> {
        self.loops.wait(Pc(load))
    }

    pub(crate) fn quiet(&self) -> u64 {
        let watched = (0..self.loops.kinds.len() as u32).filter(|&index| self.loops.is_watched(index));
        !watched.fold(0, |bits, index| bits | loop_bit(index))
    }
}

/// The bit of a loop in [`Shape::quiet`].
#[inline]
pub(crate) const fn loop_bit(index: u32) -> u64 {
    1 << if index < 63 { index } else { 63 }
}

/// Slots for what a loop was like the last time.
pub(crate) const SEEN: u32 = 3;

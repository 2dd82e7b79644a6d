//! The log against its definition: every way back leads to the state that was, every repetition to
//! the state that the kept effects alone would have made.

use super::object::Kind;
use super::{Memory, cells};
use crate::layout;
use crate::options::Options;
use crate::value::Value;
use std::fmt::Write as _;
use std::sync::Arc;
use threadbare_op::{Addr, At, Loc, Op, Order, Segment, Site, SyncOp, ThreadId, Word};
use threadbare_program::Program;

/// A small generator of numbers; the same ones each time.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Allocate(u64),
    /// The n-th allocation of the thread, offset, size, value, uninitialised bits.
    Store(usize, u64, u8, u64, u64),
    Load(usize, u64, u8),
    Free(usize),
    Atomic(usize, u64),
    /// On a synchronisation object.
    Sync(usize, u64, SyncOp),
    Print(u8),
}

#[derive(Clone, Debug)]
struct Event {
    thread: u32,
    epoch: u32,
    steps: Vec<Step>,
}

/// A memory and what belongs to threads: their allocations.
struct World {
    memory: Memory,
    next_slot: [u32; 4],
    objects: [Vec<(Addr, u64)>; 4],
}

impl World {
    fn new() -> Self {
        let mut memory = Memory::new(Arc::new(Program::default()), &Options::default());
        memory.start_logging();
        Self { memory, next_slot: [layout::FIRST_SLOT; 4], objects: Default::default() }
    }

    fn run(&mut self, event: &Event) -> Segment {
        let me = event.thread as usize;
        let from = self.memory.log_length();
        // The thread knows everything: there are no races.
        let at = At { thread: ThreadId(event.thread), epoch: event.epoch, clock: &[u32::MAX; 4] };
        self.memory.begin_segment(at);
        self.memory.who.own.next_slot = self.next_slot[me];
        for (place, step) in event.steps.iter().enumerate() {
            self.memory.who.site = Site(place as u32);
            self.step(me, *step);
        }
        self.next_slot[me] = self.memory.who.own.next_slot;
        Segment { from, to: self.memory.log_length() }
    }

    fn step(&mut self, me: usize, step: Step) {
        let object = |n: usize| self.objects[me].get(n).copied();
        match step {
            Step::Allocate(size) => {
                if let Ok(addr) = self.memory.allocate(size, 16, Kind::Heap, size % 2 == 0) {
                    self.objects[me].push((addr, size));
                }
            }
            Step::Store(n, offset, size, bits, undef) => {
                if let Some((addr, _)) = object(n) {
                    let keep = crate::value::mask(u32::from(size) * 8);
                    // Refused ones (freed, out of bounds, atomic) have no effect.
                    let _ = self.memory.store(addr + offset, size, Value::partial(bits & keep, undef & keep));
                }
            }
            Step::Load(n, offset, size) => {
                if let Some((addr, _)) = object(n) {
                    let _ = self.memory.load(addr + offset, size);
                }
            }
            Step::Free(n) => {
                if let Some((addr, _)) = object(n) {
                    let _ = self.memory.free_heap(addr);
                }
            }
            Step::Atomic(n, value) => {
                if let Some((addr, _)) = object(n) {
                    let op = Op::Store { loc: Loc::new(addr, 4), value: Word::new(value), order: Order::SeqCst };
                    let _ = self.memory.visible_access(addr, &op, Some(Word::new(value)), Site(99));
                }
            }
            Step::Sync(n, offset, op) => {
                if let Some((addr, _)) = object(n) {
                    let _ = self.memory.synchronised(addr + offset, op, 0);
                }
            }
            Step::Print(byte) => self.memory.print(&[byte, byte]),
        }
    }

    /// Everything that can be seen of the state.
    fn dump(&self) -> String {
        let mut text = format!("{:?}\n", self.memory.output());
        let mut remade: Vec<_> = self.memory.syncs.remade.iter().collect();
        remade.sort_unstable();
        let _ = writeln!(text, "{remade:?}");
        for number in self.memory.table.all() {
            let object = &self.memory.objects[number];
            let _ = writeln!(text, "{:x} {} {:?} {:?}", object.addr, object.size, object.kind, object.freed);
            for word in 0..object.cells.len() {
                let cell = cells::load(&object.cells, word * 8, 8);
                let meta = object.words.get(word).filter(|meta| **meta != super::object::Accesses::default());
                let _ = writeln!(text, "  {:x} {:x} {meta:?}", cell.bits, cell.undef);
            }
        }
        text
    }
}

fn steps(random: &mut Random) -> Vec<Step> {
    let count = 1 + random.below(8);
    (0..count)
        .map(|_| {
            let n = random.below(3) as usize;
            let (offset, size) = (random.below(20), [1, 2, 4, 8][random.below(4) as usize]);
            match random.below(14) {
                0 | 1 => Step::Allocate(1 + random.below(40)),
                2 => Step::Free(n),
                3 => Step::Atomic(n, random.below(100)),
                4 => Step::Print(random.below(256) as u8),
                5 | 6 => Step::Load(n, offset, size),
                7 => Step::Store(n, offset, size, random.0, random.below(1 << 40)),
                8 => Step::Sync(n, 4 * random.below(4), SyncOp::MutexUnlock),
                9 => Step::Sync(n, 4 * random.below(4), SyncOp::MutexDestroy),
                _ => Step::Store(n, offset, size, random.0, 0),
            }
        })
        .collect()
}

fn events(random: &mut Random) -> Vec<Event> {
    let mut epochs = [1_u32; 4];
    (0..3 + random.below(10))
        .map(|_| {
            let thread = 1 + random.below(3) as u32;
            epochs[thread as usize] += 1;
            Event { thread, epoch: epochs[thread as usize], steps: steps(random) }
        })
        .collect()
}

#[test]
fn every_way_back_leads_to_where_it_was() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for _ in 0..1500 {
        let mut world = World::new();
        let mut before = Vec::new();
        for event in events(&mut random) {
            before.push((world.memory.log_length(), world.dump()));
            world.run(&event);
        }
        while let Some((mark, dump)) = before.pop() {
            world.memory.undo(mark);
            assert_eq!(world.dump(), dump);
        }
        assert!(world.memory.side.is_empty(), "nothing stays behind");
    }
}

#[test]
fn kept_events_have_the_effects_that_they_alone_would_have() {
    let mut random = Random(0xFEDC_BA98_7654_3211);
    for _ in 0..1500 {
        let all = events(&mut random);
        let split = random.below(all.len() as u64) as usize;
        let kept_thread = 1 + random.below(3) as u32;
        let mut world = World::new();
        let mut segments = Vec::new();
        let mut at_split = String::new();
        for (place, event) in all.iter().enumerate() {
            if place == split {
                at_split = world.dump();
            }
            segments.push(world.run(event));
        }
        let full = world.dump();

        for &segment in segments[split..].iter().rev() {
            world.memory.unapply(segment);
        }
        assert_eq!(world.dump(), at_split);
        let mark = world.memory.log_length();
        for (event, &segment) in all[split..].iter().zip(&segments[split..]) {
            if event.thread == kept_thread {
                world.memory.apply_again(segment);
            }
        }
        // What one thread did does not depend on the others: they have different objects, and all
        // is ordered.
        let mut alone = World::new();
        for (place, event) in all.iter().enumerate() {
            if place < split || event.thread == kept_thread {
                alone.run(event);
            }
        }
        assert_eq!(world.dump(), alone.dump());

        world.memory.undo(mark);
        assert_eq!(world.dump(), at_split);
        for &segment in &segments[split..] {
            world.memory.reinstate(segment);
        }
        assert_eq!(world.dump(), full);
        world.memory.undo(0);
        assert_eq!(world.dump(), World::new().dump());
    }
}

#[test]
fn a_loop_does_not_fill_the_log() {
    let mut world = World::new();
    world.run(&Event { thread: 1, epoch: 2, steps: vec![Step::Allocate(64)] });
    let steps = (0..10_000).map(|n| Step::Store(0, n % 64 / 8 * 8, 8, n, 0)).collect();
    let segment = world.run(&Event { thread: 1, epoch: 3, steps });
    assert!(segment.to - segment.from <= 8 + 8, "a write and a record for each word: {segment:?}");
}

#[test]
fn addresses_do_not_depend_on_the_order_of_threads() {
    let allocate = |thread| Event { thread, epoch: 2, steps: vec![Step::Allocate(8), Step::Allocate(100_000)] };
    let (mut one, mut two) = (World::new(), World::new());
    one.run(&allocate(1));
    one.run(&allocate(2));
    two.run(&allocate(2));
    two.run(&allocate(1));
    assert_eq!(one.objects, two.objects);
}

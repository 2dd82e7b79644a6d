//! Pointers that arithmetic has led away from their object.
//!
//! Addresses carry no provenance of their own: which object one belongs to is told from its slot
//! ([`layout`]). So that an index which jumps exactly into another object is not believed, pointer
//! arithmetic that leaves the slots of its object marks the result in the bits above the address:
//! with the distance back to the slot that it came from, so that arithmetic which returns there
//! gives the ordinary address again (`a - 100000 + 100001`). A marked address is valid nowhere.
//!
//! Not covered: arithmetic on integers that were pointers. Comparing a marked pointer, or the
//! difference to one, means as little here as in C.

use super::Memory;
use crate::domain::Domain;
use crate::layout;
use threadbare_op::Addr;

/// No object is so big; nor are the marks. Nor in programs for 32 bits, where arithmetic must not come
/// round to the same object.
const FAR: u64 = 1 << 40;
const FAR_IN_32_BITS: u64 = 1 << 31;

impl<D: Domain> Memory<D> {
    /// What pointer arithmetic gives that leads from `base` to `moved`, which is in another slot.
    #[cold]
    pub(crate) fn moved(&self, base: Addr, moved: Addr) -> Addr {
        let space = self.space;
        let Some(origin) = space.origin_of(base) else {
            return if layout::is_lost(base) { layout::LOST } else { space.wrapped(base, moved) };
        };
        if !self.is_pointer(origin) {
            return space.wrapped(base, moved);
        }
        let way = moved.wrapping_sub(base) as i64;
        let far = if space.wrapped(base, u64::MAX) == u64::MAX { FAR } else { FAR_IN_32_BITS };
        if way.unsigned_abs() > far {
            return layout::LOST;
        }
        let place = space.wrapped(base, layout::unmarked(base.wrapping_add_signed(way)));
        if self.same_object(place, origin) { place } else { space.marked(place, origin) }
    }

    /// Whether `origin` is in the slot of something that pointers can point to. A null pointer
    /// counts: it leads nowhere.
    fn is_pointer(&self, origin: Addr) -> bool {
        let owner = self.space.owner(origin);
        origin < 1 << 16
            || matches!(owner, Some(layout::PRIVATE | layout::FUNCTIONS))
            || self.table.get(origin).is_some()
    }

    fn same_object(&self, place: Addr, origin: Addr) -> bool {
        (place ^ origin) & self.slot_mask == 0
            || self.table.get(origin).is_some_and(|index| self.table.get(place) == Some(index))
    }
}

#[cfg(test)]
mod tests {
    use super::super::object::Kind;
    use super::super::races::made::ALWAYS;
    use super::super::tests::Random;
    use super::*;
    use crate::layout::Space;
    use crate::options::Options;
    use std::sync::Arc;
    use threadbare_op::Site;
    use threadbare_program::Program;

    const BIG: u64 = 300_000;

    fn memory() -> (Memory, [(Addr, u64); 5]) {
        let mut memory = Memory::new(Arc::new(Program::default()), &Options::default());
        let objects = [
            (Space::Wide.address(0, 3), 40),
            (Space::Wide.address(0, 4), BIG),
            (Space::Wide.address(0, 10), 8),
            (Space::Wide.address(5, 3), 65_536),
            (Space::Wide.address(layout::GLOBALS, 7), 1),
        ];
        for (addr, size) in objects {
            memory.place(addr, size, Kind::Heap, (Site::UNKNOWN, ALWAYS), true);
        }
        (memory, objects)
    }

    /// As the interpreter does it.
    fn add(memory: &Memory, base: Addr, by: i64) -> Addr {
        let moved = base.wrapping_add(by as u64);
        if (base ^ moved) & memory.slot_mask == 0 { moved } else { memory.moved(base, moved) }
    }

    /// Whatever the detour: a pointer is valid where it is back in its own object, and never in
    /// another one.
    #[test]
    fn a_pointer_reaches_its_own_object_only() {
        let (memory, objects) = memory();
        let mut random = Random(7);
        let (mut back, mut elsewhere) = (0, 0);
        for _ in 0..100_000 {
            let ((base, _), (other, size)) = (objects[random.below(5) as usize], objects[random.below(5) as usize]);
            let target = other + random.below(size);
            let detour = match random.below(3) {
                0 => 0,
                1 => random.below(2_000_000) as i64 - 1_000_000,
                _ => random.below(u64::MAX) as i64,
            };
            let way = target.wrapping_sub(base) as i64;
            let reached = add(&memory, add(&memory, base, detour), way.wrapping_sub(detour));
            if base != other {
                elsewhere += 1;
                assert!(memory.find(reached, 1).is_none(), "{base:#x} + {way} ({detour}) is believed");
            } else if detour.unsigned_abs() < 1 << 30 {
                back += 1;
                assert_eq!(reached, target, "{base:#x} + {way} ({detour})");
            } else {
                assert!(reached == target || memory.find(reached, 1).is_none());
            }
        }
        assert!(back > 10_000 && elsewhere > 50_000);
    }

    #[test]
    fn null_pointers_lead_nowhere_and_integers_are_left_alone() {
        let (memory, objects) = memory();
        let way = add(&memory, 16, 3 << 16);
        assert!(memory.find(way, 1).is_none());
        assert_eq!(add(&memory, way, -(3 << 16)), 16);
        assert!(memory.find(add(&memory, 16, objects[0].0 as i64 - 16), 1).is_none());
        // There is no object in slot 8 of thread 6: nothing is known of this number.
        let number = Space::Wide.address(6, 8);
        assert_eq!(add(&memory, number, 1 << 20), number + (1 << 20));
        assert_eq!(add(&memory, layout::LOST, 3 << 48 | 5), layout::LOST);
    }
}

//! From addresses to objects.

use crate::layout::{area_of, slot_of};
use threadbare_op::Addr;

/// For each slot of each area one more than the number of the object in it; 0 for none.
#[derive(Debug, Default)]
pub(crate) struct Table {
    areas: Vec<Vec<u32>>,
}

impl Table {
    /// The object in the slot of `addr`, which may or may not be inside it.
    #[inline]
    pub(crate) fn get(&self, addr: Addr) -> Option<usize> {
        let slots = self.areas.get(area_of(addr))?;
        let entry = *slots.get(slot_of(addr) as usize)?;
        (entry as usize).checked_sub(1)
    }

    /// Puts an object into `count` slots from that of `addr` on.
    pub(crate) fn set(&mut self, addr: Addr, count: u64, object: Option<usize>) {
        let area = area_of(addr);
        if self.areas.len() <= area {
            self.areas.resize(area + 1, Vec::new());
        }
        let slots = &mut self.areas[area];
        let first = slot_of(addr) as usize;
        let end = first + count as usize;
        if slots.len() < end {
            slots.resize(end, 0);
        }
        slots[first..end].fill(object.map_or(0, |number| number as u32 + 1));
    }

    /// All objects in the order of their addresses; one in several slots comes several times.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.areas.iter().flatten().filter_map(|entry| (*entry as usize).checked_sub(1))
    }
}

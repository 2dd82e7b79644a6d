//! From addresses to objects.

use crate::layout::{narrow_place, wide_place};
use threadbare_op::Addr;

/// For each slot of each area one more than the number of the object in it; 0 for none.
#[derive(Debug, Default)]
pub(crate) struct Table {
    wide: Areas,
    /// Of addresses of 32 bits.
    narrow: Areas,
}

type Areas = Vec<Vec<u32>>;

#[inline(always)]
fn entry(areas: &Areas, (area, slot): (usize, usize)) -> Option<usize> {
    let entry = *areas.get(area)?.get(slot)?;
    (entry as usize).checked_sub(1)
}

impl Table {
    /// The object in the slot of `addr`, which may or may not be inside it.
    #[inline]
    pub(crate) fn get(&self, addr: Addr) -> Option<usize> {
        match entry(&self.wide, wide_place(addr)) {
            None => self.get_narrow(addr),
            found => found,
        }
    }

    #[cold]
    #[inline(never)]
    fn get_narrow(&self, addr: Addr) -> Option<usize> {
        if self.narrow.is_empty() {
            return None;
        }
        entry(&self.narrow, narrow_place(addr)?)
    }

    /// Puts an object into `count` slots from that of `addr` on.
    pub(crate) fn set(&mut self, addr: Addr, count: u64, object: Option<usize>) {
        let (areas, (area, first)) = match narrow_place(addr) {
            Some(place) => (&mut self.narrow, place),
            None => (&mut self.wide, wide_place(addr)),
        };
        if areas.len() <= area {
            areas.resize(area + 1, Vec::new());
        }
        let slots = &mut areas[area];
        let end = first + count as usize;
        if slots.len() < end {
            slots.resize(end, 0);
        }
        slots[first..end].fill(object.map_or(0, |number| number as u32 + 1));
    }

    /// All objects in the order of their areas, and of their addresses in these; one in several slots
    /// comes several times.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.wide.iter().chain(&self.narrow).flatten().filter_map(|entry| (*entry as usize).checked_sub(1))
    }
}

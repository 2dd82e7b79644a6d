//! The fingerprint of memory, and what steps touch, for explorers that stop where two executions
//! come to the same ([`threadbare_op::States`]).

use super::Memory;
use super::log::Entry;
use super::object::{Kind, Object, Used};
use crate::domain::Domain;
use threadbare_op::{Fingerprint, Touched};

impl<D: Domain> Memory<D> {
    /// Of what memory is now.
    pub(crate) fn fingerprint(&self) -> u128 {
        let mut whole = Fingerprint::of(u64::from(self.checks.spawned));
        self.handles.iter().for_each(|handle| whole.add(u64::from(*handle)));
        let objects = self.objects.iter().enumerate();
        let there = objects.filter(|(number, object)| self.table.get(object.addr) == Some(*number));
        there.fold(whole.bits(), |all, (_, object)| all ^ Self::print_of(object))
    }

    fn print_of(object: &Object<D::Value>) -> u128 {
        if matches!(object.kind, Kind::Constant(_) | Kind::External(_)) {
            return 0;
        }
        let mut print = Fingerprint::of(object.addr);
        print.add(object.size << 1 | u64::from(object.freed.is_some()));
        if object.freed.is_some() {
            return print.bits();
        }
        for cell in &object.cells {
            let word = D::pack(*cell);
            print.add(word.bits);
            print.add(word.undef);
        }
        // What is assumed is noted for the whole exploration, and decides nothing.
        let noted = if object.assumed { &[][..] } else { &object.words };
        for (number, word) in noted.iter().enumerate() {
            let atomic = (word.atomic_read, word.atomic_written, word.atomic_size);
            if (atomic, word.sync) != ((0, 0, 0), [Used::No; 2]) {
                print.add(number as u64);
                print.add(u64::from_le_bytes([
                    atomic.0,
                    atomic.1,
                    atomic.2,
                    word.sync[0] as u8,
                    word.sync[1] as u8,
                    1,
                    0,
                    0,
                ]));
            }
        }
        print.bits()
    }

    /// See [`threadbare_op::States::touches`]. What nobody else comes to has no records: else the
    /// exploration begins again.
    pub(crate) fn touches(&self, since: u32, into: &mut Vec<Touched>) {
        for entry in &self.log[since as usize..] {
            match *entry {
                Entry::Record { addr: word, rec, .. } if !rec.atomic => {
                    let (reads, writes) = if rec.write { (0, rec.bytes) } else { (rec.bytes, 0) };
                    into.push(Touched { word, reads, writes });
                }
                Entry::Free { addr, .. } => {
                    let Some(object) = self.table.get(addr).map(|number| &self.objects[number]) else { continue };
                    if object.tracked && !object.own {
                        let words = (0..object.cells.len() as u64).map(|number| object.addr + number * 8);
                        into.extend(words.map(|word| Touched { word, reads: 0, writes: u8::MAX }));
                    }
                }
                _ => {}
            }
        }
    }
}

//! Tables of numbers: what is computed of one entry and of numbers is an entry of another table.
//!
//! So whatever a program does with what it reads from a constant table at an index that depends on
//! input stays one look-up. Of two tables of bits that are opposites, the one that begins with 0 is
//! used.

use crate::facts::Facts;
use crate::operator::{Operator, mask, signed};
use crate::table::{Node, Table, Term, Terms, Width};
use std::sync::Arc;

/// Tables have at most so many entries.
pub const MOST_ENTRIES: usize = 1 << 10;

impl Terms {
    /// The entry with the number `index`, of `2^n` entries if the index has n bits; each is cut to
    /// `width` (1 to 64) bits.
    pub fn lookup(&mut self, width: Width, mut entries: Vec<u64>, index: Term) -> Term {
        debug_assert!(entries.len() == 1 << self.width(index) && width <= 64, "an entry for each number");
        entries.iter_mut().for_each(|entry| *entry &= mask(width) as u64);
        if let Some(at) = self.constant(index) {
            return self.number(width, u128::from(entries[at as usize]));
        }
        if let Node::Lookup(table, inner) = self.node(index) {
            let entries = self.tables[table.0 as usize].iter().map(|&at| entries[at as usize]).collect();
            return self.lookup(width, entries, inner);
        }
        if entries.iter().all(|&entry| entry == entries[0]) {
            return self.number(width, u128::from(entries[0]));
        }
        if self.width(index) <= width && (0..).zip(&entries).all(|(n, &entry)| entry == n) {
            return self.zero_extend(index, width);
        }
        if width == 1 && entries[0] == 1 {
            entries.iter_mut().for_each(|entry| *entry ^= 1);
            let opposite = self.entry_term(width, entries, index);
            let one = self.number(1, 1);
            return self.make(Node::Binary(Operator::Xor, opposite, one), 1);
        }
        self.entry_term(width, entries, index)
    }

    fn entry_term(&mut self, width: Width, entries: Vec<u64>, index: Term) -> Term {
        let entries: Arc<[u64]> = entries.into();
        let table = *self.table_numbers.entry(entries).or_insert_with_key(|entries| {
            self.tables.push(entries.clone());
            Table(self.tables.len() as u32 - 1)
        });
        self.make(Node::Lookup(table, index), width)
    }

    /// The entries of a table.
    #[must_use]
    pub fn entries(&self, table: Table) -> &[u64] {
        &self.tables[table.0 as usize]
    }

    pub(crate) fn entry_of(&self, table: Table, number: u128) -> u128 {
        u128::from(self.tables[table.0 as usize][number as usize])
    }

    pub(crate) fn facts_of_entries(&self, table: Table, known: Facts, width: Width) -> Facts {
        let possible =
            |n: &u128| (known.min..=known.max).contains(n) && n & known.zeros == 0 && n & known.ones == known.ones;
        let entries = (0..).zip(self.entries(table)).filter(|(n, _)| possible(n)).map(|(_, &entry)| u128::from(entry));
        let none = Facts { zeros: mask(width), ones: mask(width), min: mask(width), max: 0 };
        let facts = entries.fold(none, |facts, entry| Facts {
            zeros: facts.zeros & !entry,
            ones: facts.ones & entry,
            min: facts.min.min(entry),
            max: facts.max.max(entry),
        });
        if facts.min <= facts.max { facts } else { Facts::any(width) }
    }

    /// A look-up: its entries and the index.
    fn as_entries(&self, term: Term) -> Option<(Vec<u64>, Term)> {
        let (plain, flip) = self.opposite(term).map_or((term, 0), |plain| (plain, 1));
        match self.node(plain) {
            Node::Lookup(table, index) => Some((self.entries(table).iter().map(|entry| entry ^ flip).collect(), index)),
            _ => None,
        }
    }

    /// An operator on entries of two tables with one index, or on one and a number.
    pub(super) fn of_entries(
        &mut self,
        width: Width,
        a: Term,
        b: Term,
        op: impl Fn(u128, u128) -> u128,
    ) -> Option<Term> {
        if width > 64 {
            return None;
        }
        let constant = |term| self.constant(term);
        let (entries, index) = match (self.as_entries(a), self.as_entries(b)) {
            (Some((x, at)), Some((y, same))) if at == same => {
                (x.iter().zip(&y).map(|(&x, &y)| op(x.into(), y.into()) as u64).collect(), at)
            }
            (Some((x, at)), None) => {
                let y = constant(b)?;
                (x.iter().map(|&x| op(x.into(), y) as u64).collect(), at)
            }
            (None, Some((y, at))) => {
                let x = constant(a)?;
                (y.iter().map(|&y| op(x, y.into()) as u64).collect(), at)
            }
            _ => return None,
        };
        Some(self.lookup(width, entries, index))
    }

    pub(super) fn part_of_entries(&mut self, a: Term, from: Width, width: Width) -> Option<Term> {
        let Node::Lookup(table, index) = self.node(a) else { return None };
        let entries = self.entries(table).iter().map(|entry| entry >> from).collect();
        Some(self.lookup(width, entries, index))
    }

    pub(super) fn extended_entries(&mut self, a: Term, width: Width) -> Option<Term> {
        let Node::Lookup(table, index) = self.node(a) else { return None };
        let narrow = self.width(a);
        let entries = self.entries(table).iter().map(|&entry| signed(entry.into(), narrow) as u64).collect();
        (width <= 64).then(|| self.lookup(width, entries, index))
    }

    /// One of `values`, by the number that `index` is; as many as it has numbers.
    pub fn choose(&mut self, values: &[Term], index: Term) -> Term {
        debug_assert_eq!(values.len(), 1 << self.width(index), "a value for each number");
        let numbers: Option<Vec<u64>> =
            values.iter().map(|&value| self.constant(value).and_then(|bits| u64::try_from(bits).ok())).collect();
        let width = self.width(values[0]);
        if let Some(numbers) = numbers
            && width <= 64
            && numbers.len() <= MOST_ENTRIES
        {
            return self.lookup(width, numbers, index);
        }
        // By one bit of the index after the other, the lowest first.
        let mut values = values.to_vec();
        for at in 0..self.width(index) {
            let bit = self.extract(index, at, 1);
            values = values.chunks(2).map(|pair| self.ite(bit, pair[1], pair[0])).collect();
        }
        values[0]
    }
}

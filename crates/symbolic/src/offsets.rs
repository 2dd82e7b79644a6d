//! Memory at offsets that depend on input.
//!
//! What is read is an entry of a table if all that may be read are numbers, else one of some terms,
//! chosen by the bits of the offset. What is written is, for each byte that may be, the new or the
//! old one. There is no value if some bytes are initialised and others are not.

use crate::MOST_VALUES;
use crate::table::Table;
use crate::values::{Node, Refused, Sym};
use threadbare_machine::Value;
use threadbare_term::Node as Part;
use threadbare_term::{MOST_ENTRIES, Operator, Term, Width};

/// So many terms are chosen from.
const MOST_TERMS: u64 = 256;
/// So many places are written.
const MOST_PLACES: u64 = 256;

/// The numbers that an offset can be: multiples of `1 << step`, up to this one.
struct Places {
    offset: Term,
    step: Width,
    last: u64,
}

impl Places {
    fn count(&self) -> u64 {
        (self.last >> self.step) + 1
    }

    fn all(&self) -> impl Iterator<Item = u64> + use<> {
        (0..=self.last).step_by(1 << self.step)
    }
}

impl Table {
    fn places(&self, offset: Sym, last: u64) -> Option<Places> {
        let Node::Input(offset, word) = self.node(offset) else { return None };
        let facts = self.terms.facts(offset);
        let step = (facts.zeros.trailing_ones() as Width).min(3);
        let last = last.min(facts.max as u64) >> step << step;
        (word.undef == 0).then_some(Places { offset, step, last })
    }

    /// See [`threadbare_machine::Domain::load_at`]; `loaded` is what is read at each of its places.
    pub(crate) fn load_at(&mut self, loaded: &[Sym], offset: Sym, last: u64, size: u8) -> Option<Sym> {
        let places = self.places(offset, last)?;
        let parts: Result<Vec<(Term, Value)>, Refused> = loaded.iter().map(|&value| self.parts(value)).collect();
        let parts = parts.ok()?;
        let undefined = parts[0].1;
        let is_number = parts.iter().all(|&(term, _)| self.terms.constant(term).is_some());
        let most = if is_number { MOST_ENTRIES as u64 } else { MOST_TERMS };
        if places.count().next_power_of_two() > most || parts.iter().any(|(_, other)| *other != undefined) {
            return None;
        }
        let width = (u64::BITS - (places.count() - 1).leading_zeros()) as Width;
        if width == 0 {
            return Some(loaded[0]);
        }
        let mut terms: Vec<Term> = parts.iter().map(|&(term, _)| self.terms.extract(term, 0, size * 8)).collect();
        // The rest is beyond the last place.
        terms.resize(1 << width, terms[terms.len() - 1]);
        let index = self.terms.extract(places.offset, places.step, width);
        let chosen = self.terms.choose(&terms, index);
        let chosen = self.terms.zero_extend(chosen, 64);
        Some(self.value(chosen, undefined))
    }

    /// The offsets at which something may be read or written.
    pub(crate) fn places_of(&self, offset: Sym, last: u64, writes: bool) -> Option<Vec<u64>> {
        let places = self.places(offset, last)?;
        let most = if writes { MOST_PLACES } else { MOST_ENTRIES as u64 };
        (places.count() <= most).then(|| places.all().collect())
    }

    /// A piece of memory after a write of `value` at an offset that depends on input: the piece of
    /// the value that is written there by each of these offsets, else the old one. `size` bytes.
    pub(crate) fn either(&mut self, offset: Sym, pieces: &[(u64, Sym)], old: Sym, size: u8) -> Option<Sym> {
        let Node::Input(offset, _) = self.node(offset) else { return None };
        let (old, undefined) = self.parts(old).ok()?;
        let mut result = self.terms.extract(old, 0, size * 8);
        for &(at, piece) in pieces {
            let (new, word) = self.parts(piece).ok()?;
            if word != undefined {
                return None;
            }
            let new = self.terms.extract(new, 0, size * 8);
            let here = self.terms.is(offset, at.into());
            result = self.terms.ite(here, new, result);
        }
        let result = self.terms.zero_extend(result, 64);
        Some(self.value(result, undefined))
    }

    /// Whether a term is one of others, an entry of a table, or made of a byte, say.
    pub(crate) fn is_choice(&self, term: Term) -> bool {
        let (core, _) = self.core(term);
        let is_small = |of: Term| {
            let facts = self.terms.facts(of);
            facts.max - facts.min < u128::from(MOST_VALUES)
        };
        matches!(self.terms.node(core), Part::Ite(..) | Part::Lookup(..)) || self.integer_of(core).is_some_and(is_small)
    }

    pub(crate) fn select(&mut self, cond: Sym, then: Sym, other: Sym) -> Option<Sym> {
        let Node::Input(cond, word) = self.node(cond) else { return None };
        let ((a, p), (b, q)) = (self.parts(then).ok()?, self.parts(other).ok()?);
        if word.undef & 1 != 0 || p != q {
            return None;
        }
        let cond = self.terms.extract(cond, 0, 1);
        let either = self.terms.ite(cond, a, b);
        Some(self.value(either, p))
    }

    /// The sum as [`threadbare_machine::Concrete`] has it.
    pub(crate) fn ptr_add(&mut self, base: Sym, (index, width): (Sym, Width), scale: i64, offset: i64) -> Sym {
        let (base, index) = match (self.parts(base), self.parts(index)) {
            (Ok((base, p)), Ok((index, q))) if p.undef | q.undef == 0 => (base, index),
            (Err(why), _) | (_, Err(why)) => return self.refused(why),
            _ => return self.refused(Refused::PartlyUndefined),
        };
        let index = self.terms.extract(index, 0, width);
        let index = self.terms.sign_extend(index, 64);
        let scale = self.terms.number(64, u128::from(scale as u64));
        let by = self.terms.binary(Operator::Mul, index, scale);
        let offset = self.terms.number(64, u128::from(offset as u64));
        let by = self.terms.binary(Operator::Add, by, offset);
        let sum = self.terms.binary(Operator::Add, base, by);
        self.value(sum, Value::ZERO)
    }

    pub(crate) fn narrowed(&mut self, base: u64, value: Sym, width: Width) -> Sym {
        let Ok((term, _)) = self.parts(value) else { return value };
        let low = self.terms.extract(term, 0, width);
        let low = self.terms.zero_extend(low, 64);
        let base = self.terms.number(64, u128::from(base));
        let sum = self.terms.binary(Operator::Add, low, base);
        self.value(sum, Value::ZERO)
    }
}

/// How large the pieces are that are written as a whole or not at all.
pub(crate) fn piece(places: &[u64], size: u8) -> u8 {
    let of = places.iter().fold(u64::from(size), |all, &place| all | place);
    1 << of.trailing_zeros().min(3)
}

//! Memory that is accessed in several sizes: a ticket lock that is a word and its two halves, say.
//!
//! Explorers know locations that do not overlap. Where two accesses do, they tell
//! ([`threadbare_op::System::note_overlap`]), and the bigger of the two is noted as one location,
//! by what made the object and the offset. The exploration begins again with that
//! ([`Sharing::restart`]); it goes by what is known at its beginning, so that a location has one
//! size in all of it. This ends: a location only grows, and to 16 bytes at most.
//!
//! *Under sequential consistency* ([`crate::Options::sizes`]) an access to a part of such a location
//! is one to the location: a load takes its part of what is there, a store leaves the rest as it
//! is, and so is a read-modify-write ([`threadbare_op::Op::as_part_of`]). That is exact but for one
//! thing: threads that access different parts are ordered more than they are. No race of two
//! accesses is lost that can come right after one another (docs/proofs/parts.md).
//!
//! *Under weaker models* it would be more than the program has asked for, so overlapping accesses
//! remain a limit. But those of main before it starts a thread come before all others in every
//! model, so they need not be visible. (Under `--races explore`, and with `--spurious`, which makes
//! choices of compare-and-swaps, they are.)
//!
//! *Plain accesses.* From the first visible access on, the content of a location is what explorers say,
//! be that access to other bytes. So explorers are told of each plain store to bytes of it, as of one
//! to a part. It orders nothing; but who reads another part through it hears who has written that
//! ([`threadbare_op::Op::is_plain_part`]). Memory has what each byte holds, so a plain load need not be
//! visible where its own bytes were not written atomically.

use crate::domain::Domain;
use crate::memory::Memory;
use crate::memory::learned::sharing::{Origin, origin};
use crate::options::Sizes;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use threadbare_op::{Addr, Limit, Loc, Op, Site, Word, Written};

/// Locations that are accessed in several sizes: by the offset in the object, the size of the whole.
type ByOffset = FxHashMap<Origin, BTreeMap<u64, u8>>;

/// What is known of them.
#[derive(Clone, Debug, Default)]
pub(in crate::memory) struct Wholes {
    /// Since the exploration began.
    known: ByOffset,
    /// Found out in it, for the next one.
    met: ByOffset,
}

impl Wholes {
    /// The next exploration begins.
    pub(in crate::memory) fn begin_again(&mut self) {
        for (origin, wholes) in std::mem::take(&mut self.met) {
            self.known.entry(origin).or_default().extend(wholes);
        }
    }

    /// Takes in what another machine of the same exploration has met.
    pub(in crate::memory) fn learn_from(&mut self, other: &Self) {
        for (origin, wholes) in &other.met {
            self.met.entry(*origin).or_default().extend(wholes);
        }
    }

    /// Those that were known when the exploration began.
    pub(in crate::memory) fn known(&self) -> impl Iterator<Item = (Origin, u64, u8)> {
        self.known.iter().flat_map(|(origin, wholes)| wholes.iter().map(|(at, size)| (*origin, *at, *size)))
    }

    /// Takes in one from another process.
    pub(in crate::memory) fn take_in(&mut self, origin: Origin, offset: u64, size: u8) {
        self.known.entry(origin).or_default().insert(offset, size);
    }

    /// Notes a location; false if it is known, or part of one that is.
    fn learn(&mut self, origin: Origin, offset: u64, size: u8) -> bool {
        if [&self.known, &self.met].into_iter().any(|wholes| around(wholes, origin, offset, size).is_some()) {
            return false;
        }
        self.met.entry(origin).or_default().insert(offset, size);
        true
    }
}

/// The biggest of the locations that contain these bytes.
fn around(wholes: &ByOffset, origin: Origin, offset: u64, size: u8) -> Option<(u64, u8)> {
    let near = wholes.get(&origin)?.range(offset.saturating_sub(15)..=offset);
    let contain = near.filter(|(at, whole)| **at + u64::from(**whole) >= offset + u64::from(size));
    contain.max_by_key(|(_, whole)| **whole).map(|(at, whole)| (*at, *whole))
}

impl<D: Domain> Memory<D> {
    /// Whether some memory is known to be accessed in several sizes.
    #[inline]
    pub(crate) fn knows_sizes(&self) -> bool {
        !self.learned.sharing.wholes.known.is_empty()
    }

    fn models_parts(&self) -> bool {
        self.sizes == Sizes::Parts
    }

    /// From now on, before the program is started, no accesses of other sizes are modelled.
    pub(crate) fn refuse_sizes(&mut self) {
        self.sizes = Sizes::Refused;
    }

    /// The location that is known to be around these bytes.
    fn whole_around(&self, loc: Loc) -> Option<Loc> {
        let object = &self.objects[self.table.get(loc.addr)?];
        let offset = loc.addr.checked_sub(object.addr)?;
        let (at, size) = around(&self.learned.sharing.wholes.known, origin(object)?, offset, loc.size)?;
        let fits = at + u64::from(size) <= object.size && (object.addr + at).is_multiple_of(u64::from(size));
        fits.then(|| Loc::new(object.addr + at, size))
    }

    /// Whether an access is one to a part of a location, or to all of it.
    pub(crate) fn is_in_location(&self, loc: Loc) -> bool {
        self.knows_sizes() && self.models_parts() && self.whole_around(loc).is_some()
    }

    /// The size of the location around a byte, if that is accessed in several.
    pub(in crate::memory) fn size_around(&self, addr: Addr) -> Option<u8> {
        let whole = self.knows_sizes().then(|| self.whole_around(Loc::new(addr, 1)))?;
        whole.filter(|_| self.models_parts()).map(|whole| whole.size)
    }

    /// Whether bytes that are accessed as one are more than such a location.
    pub(in crate::memory) fn exceeds_location(&self, loc: Loc) -> bool {
        let bytes = loc.addr..loc.addr + u64::from(loc.size);
        let mut wholes = bytes.filter_map(|addr| self.whole_around(Loc::new(addr, 1)));
        self.knows_sizes() && self.models_parts() && wholes.any(|whole| !whole.contains(loc))
    }

    /// An operation, as explorers are told of it: an access to a part of a location is one to the
    /// location.
    #[cold]
    pub(crate) fn as_part(&mut self, op: Op) -> Op {
        let Some(loc) = op.loc() else { return op };
        let Some(whole) = self.whole_around(loc) else { return op };
        self.note_size(loc);
        if !self.models_parts() || whole == loc { op } else { op.as_part_of(whole) }
    }

    /// Whether accesses to both are known to be accesses to one location.
    pub(in crate::memory) fn are_parts(&self, one: Loc, other: Loc) -> bool {
        let whole = if self.knows_sizes() { self.whole_around(one) } else { None };
        self.models_parts() && whole.is_some_and(|whole| whole.contains(other))
    }

    /// Whether a plain store is one to bytes of such locations, and explorers have to be told of it: their
    /// content is what explorers say from the first visible access on, be that to other bytes. It does
    /// not depend on which accesses of other threads came before, which nothing orders.
    pub(in crate::memory) fn stores_in_location(&self, index: usize, offset: u64, size: u8) -> bool {
        self.knows_sizes() && self.models_parts() && self.is_told_of(index, offset, size)
    }

    #[cold]
    fn is_told_of(&self, index: usize, offset: u64, size: u8) -> bool {
        let object = &self.objects[index];
        let is_alone = self.explores() || self.is_before_others() || self.presumes_own(object.kind, object.site);
        let bytes = object.addr + offset..object.addr + offset + u64::from(size);
        bytes
            .filter_map(|addr| self.whole_around(Loc::new(addr, 1)))
            .any(|whole| !is_alone || self.touches_atomic(index, whole.addr - object.addr, whole.size, true))
    }

    /// Whether an object has such locations.
    pub(in crate::memory) fn has_locations(&self, index: usize) -> bool {
        let is_known = |origin| self.learned.sharing.wholes.known.contains_key(&origin);
        self.knows_sizes() && self.models_parts() && origin(&self.objects[index]).is_some_and(is_known)
    }

    /// Notes where such memory is accessed in that size.
    pub(in crate::memory) fn note_size(&mut self, loc: Loc) {
        let site = self.who.site;
        let places = &mut self.learned.places;
        if !places.iter().any(|(known, _)| *known == loc) {
            places.push((loc, site));
        }
    }

    /// [`threadbare_op::System::note_overlap`].
    pub(crate) fn note_overlap(&mut self, loc: Loc, other: Loc, site: Site) {
        self.faults.note_limit(Limit::MixedSize, site);
        if let Some(&(_, there)) = self.learned.places.iter().find(|(known, _)| *known == other) {
            self.faults.note_limit(Limit::MixedSize, there);
        }
        let (whole, part) = if loc.size < other.size { (other, loc) } else { (loc, other) };
        if self.sizes != Sizes::Refused && whole.contains(part) && self.learn_size(whole) {
            self.want_restart();
        }
    }

    /// Notes a location that is accessed in several sizes; whether that was not known.
    fn learn_size(&mut self, whole: Loc) -> bool {
        let Some(object) = self.table.get(whole.addr).map(|index| &self.objects[index]) else { return false };
        let (Some(origin), offset) = (origin(object), whole.addr.wrapping_sub(object.addr)) else { return false };
        // So its atomic accesses and plain ones are those to one location.
        self.learned.sharing.note_mixed(origin);
        self.learned.sharing.wholes.learn(origin, offset, whole.size)
    }

    /// Whether an access of main is one that need not be visible: no other thread was started yet,
    /// and others access that memory in another size.
    /// (Those of 16 bytes are visible, so all to such a location are.)
    #[inline]
    pub(crate) fn is_early(&self, addr: Addr, size: u8) -> bool {
        self.knows_sizes() && self.is_before_others() && self.is_in_early(Loc::new(addr, size))
    }

    #[cold]
    fn is_in_early(&self, loc: Loc) -> bool {
        let bytes = loc.addr..loc.addr + u64::from(loc.size);
        let mut wholes = bytes.filter_map(|addr| self.whole_around(Loc::new(addr, 1))).peekable();
        let may_be = self.sizes == Sizes::Early && !self.explores();
        may_be && wholes.peek().is_some() && wholes.all(|whole| whole.size <= 8)
    }

    /// Of an explorer's word of a location, that of the bytes which are accessed.
    #[cold]
    pub(crate) fn word_of_part(&mut self, whole: Word, from: u8, size: u8) -> Word {
        let part = self.domain.load(&self.words_of(whole), from.into(), size);
        self.word_for(part, size)
    }

    /// A location with other bytes in a part of it.
    fn with_part(&mut self, whole: Word, loc: Loc, part: Word) -> Word {
        let (mut words, part) = (self.words_of(whole), self.value_of(part));
        self.domain.store(&mut words, loc.part.from.into(), loc.part.size, part);
        if loc.size == 16 { self.word_for_pair(words) } else { self.word_for(words[0], loc.size) }
    }

    /// The words that an explorer's value stands for: two where the location has 16 bytes.
    fn words_of(&self, word: Word) -> [D::Value; 2] {
        if super::super::words::is_pair(word) {
            self.pair_of(word)
        } else {
            [self.value_of(word), self.domain.lift(Value::ZERO)]
        }
    }

    /// What an access to a part writes over this ([`threadbare_op::System::effect`]).
    #[cold]
    pub(in crate::memory) fn effect_on_part(&mut self, op: &Op, loc: Loc, found: Word) -> Written {
        let part = self.word_of_part(found, loc.part.from, loc.part.size);
        match self.effect(&op.of_part(), part) {
            Written::Value(value) => Written::Value(self.with_part(found, loc, value)),
            Written::Asks { question, swaps, value } => {
                Written::Asks { question, swaps, value: self.with_part(found, loc, value) }
            }
            Written::Nothing => Written::Nothing,
        }
    }

    /// Whether a location is one of which parts are accessed: of these, some may be initialised.
    pub(in crate::memory) fn has_parts(&self, loc: Loc) -> bool {
        self.knows_sizes() && self.models_parts() && self.whole_around(loc) == Some(loc)
    }
}

//! The fingerprint of memory, and what steps touch, for explorers that stop where two executions
//! come to the same ([`threadbare_op::States`]).

use super::Memory;
use super::log::Entry;
use super::object::{Kind, Object, Printed, Used};
use crate::counted::Counted;
use crate::domain::Domain;
use crate::layout::{may_be_address, thread_of};
use crate::libs::GONE;
use crate::met::Met;
use crate::value::Value;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;
use std::hash::Hash as _;
use threadbare_op::{Addr, Besides, Fingerprint, Knower, Known, Touched, Word};

/// Before the name of an object, in place of an address.
const NAMED: u64 = 0x5EED_0B1E_C700_0001;

/// Names of objects that the program makes while it runs, by their numbers in memory.
pub(crate) struct Names<'a> {
    /// What is left out.
    counted: &'a Counted,
    renames: bool,
    names: FxHashMap<usize, u64>,
    /// In the order of their names.
    met: Vec<usize>,
    /// What depends on input.
    pub(crate) inputs: Met,
}

impl<'a> Names<'a> {
    /// None yet; without `renames`, none ever.
    pub(crate) fn new(renames: bool, counted: &'a Counted) -> Self {
        Self { counted, renames, names: FxHashMap::default(), met: Vec::new(), inputs: Met::default() }
    }

    /// Whether there are any.
    pub(crate) fn are_some(&self) -> bool {
        !self.met.is_empty()
    }

    /// Adds a value to a fingerprint.
    pub(crate) fn add<D: Domain>(&mut self, memory: &Memory<D>, print: &mut Fingerprint, value: Value) {
        if D::HAS_INPUT && value.undef != 0 {
            return memory.domain.print(D::unpack(value), print, &mut self.inputs);
        }
        if self.renames
            && value.undef == 0
            && let Some((number, offset)) = memory.made_there(value.bits)
        {
            let next = self.met.len() as u64;
            let name = *self.names.entry(number).or_insert_with(|| {
                self.met.push(number);
                next
            });
            [NAMED, name, offset].into_iter().for_each(|word| print.add(word));
            return;
        }
        print.add(value.bits);
        print.add(value.undef);
    }

    /// An address as a name and an offset; `None`: it lies in an object that was not met.
    fn place<D: Domain>(&self, memory: &Memory<D>, addr: Addr) -> Option<[u64; 2]> {
        match memory.made_there(addr).filter(|_| self.renames) {
            Some((number, offset)) => self.names.get(&number).map(|name| [NAMED ^ name, offset]),
            None => Some([0, addr]),
        }
    }
}

/// What an object holds, but for what is only counted.
fn values_of<'a, D: Domain>(object: &'a Object<D::Value>, counted: &'a Counted) -> impl Iterator<Item = Value> + 'a {
    (object.addr..).step_by(8).zip(&object.cells).filter_map(|(word, cell)| {
        let value = D::pack(*cell);
        counted.rest(word, value, D::HAS_INPUT && value.undef != 0)
    })
}

/// What accesses and operations have left in an object's words.
fn print_noted<V>(print: &mut Fingerprint, object: &Object<V>) {
    // What is assumed is noted for the whole exploration, and decides nothing.
    let noted = if object.assumed { &[][..] } else { &object.words };
    for (number, word) in noted.iter().enumerate() {
        let atomic = (word.atomic_read, word.atomic_written, word.atomic_size);
        if (atomic, word.sync) != ((0, 0, 0), [Used::No; 2]) {
            (number, atomic, word.sync.map(|used| used as u8)).hash(print);
        }
    }
}

/// What an object adds to a fingerprint, if nothing in it depends on input, or may be an address
/// for which a name stands.
fn print_alone<D: Domain>(object: &Object<D::Value>, counted: &Counted) -> Option<u128> {
    let mut print = Fingerprint::of(3);
    for value in values_of::<D>(object, counted) {
        if D::HAS_INPUT && value.undef != 0 || may_be_address(value.bits) {
            return None;
        }
        print.add(value.bits);
        print.add(value.undef);
    }
    print_noted(&mut print, object);
    Some(print.bits())
}

fn is_made<V>(object: &Object<V>) -> bool {
    matches!(object.kind, Kind::Heap | Kind::Stack(_) | Kind::Private)
}

impl<D: Domain> Memory<D> {
    /// The object, made by the program while it runs, into which this points, and how far.
    fn made_there(&self, addr: Addr) -> Option<(usize, u64)> {
        let number = self.table.get(addr)?;
        let object = &self.objects[number];
        let offset = addr.checked_sub(object.addr)?;
        (is_made(object) && offset <= object.size).then_some((number, offset))
    }

    /// Whether a term may point into an object that the program has made while it ran: then the
    /// term has its address, for which no name can stand.
    pub(crate) fn terms_may_point(&self, inputs: &Met) -> bool {
        D::HAS_INPUT
            && self
                .table
                .all()
                .map(|number| &self.objects[number])
                .any(|object| is_made(object) && inputs.may_be_in(object.addr, object.addr.saturating_add(object.size)))
    }

    /// The values that an explorer's word of a location of that size stands for.
    pub(crate) fn values_of(&self, word: Word, size: u8) -> SmallVec<[D::Value; 2]> {
        if size == 16 { SmallVec::from(self.pair_of(word)) } else { smallvec![self.value_of(word)] }
    }

    /// Adds all objects: variables of the program, and what they lead to.
    pub(crate) fn print_objects(&self, print: &mut Fingerprint, names: &mut Names<'_>) {
        print.add(u64::from(self.checks.spawned));
        self.handles.iter().for_each(|handle| print.add(u64::from(*handle)));
        let mut last = usize::MAX;
        for number in self.table.all() {
            let object = &self.objects[number];
            if number != std::mem::replace(&mut last, number) && !(names.renames && is_made(object)) {
                self.print_object(print, names, object, true);
            }
        }
        let mut next = 0;
        while let Some(&number) = names.met.get(next) {
            print.add(u64::from(thread_of(self.objects[number].addr)));
            self.print_object(print, names, &self.objects[number], false);
            next += 1;
        }
        if names.renames {
            self.print_unmet(print, names);
        }
        // The machine gives lower addresses to what was made before.
        let mut by_address: Vec<usize> = (0..names.met.len()).collect();
        by_address.sort_unstable_by_key(|name| self.objects[names.met[*name]].addr);
        by_address.into_iter().for_each(|name| print.add(name as u64));
    }

    /// What is there and was not met may be known in another form than its address: as it is. (What
    /// was freed and not met is garbage, and so is what the libraries say is gone.)
    fn print_unmet(&self, print: &mut Fingerprint, names: &mut Names<'_>) {
        let mut last = usize::MAX;
        for number in self.table.all() {
            let object = &self.objects[number];
            let is_new = number != std::mem::replace(&mut last, number);
            if is_new
                && is_made(object)
                && object.freed.is_none()
                && !names.names.contains_key(&number)
                && !self.is_gone(object)
            {
                self.print_object(print, names, object, true);
            }
        }
    }

    fn is_gone(&self, object: &Object<D::Value>) -> bool {
        object.kind == Kind::Heap && object.size >= 8 && self.peek(object.addr, 8) == GONE
    }

    fn print_object(
        &self,
        print: &mut Fingerprint,
        names: &mut Names<'_>,
        object: &Object<D::Value>,
        has_address: bool,
    ) {
        if matches!(object.kind, Kind::Constant(_) | Kind::External(_)) {
            return;
        }
        if has_address {
            print.add(object.addr);
        }
        print.add(object.size << 1 | u64::from(object.freed.is_some()));
        if object.freed.is_some() {
            return;
        }
        // What another thread does with it, later, is learnt from.
        if self.explores() {
            print.add(object.owner.map_or(0, |owner| u64::from(owner) + 1));
        }
        if let Some(bits) = self.printed(object, names.counted) {
            print.add((bits >> 64) as u64);
            print.add(bits as u64);
            return;
        }
        let counted = names.counted;
        values_of::<D>(object, counted).for_each(|value| names.add(self, print, value));
        print_noted(print, object);
    }

    /// What an object adds by itself, computed again only if it has changed; `None` if that depends
    /// on other objects, or on input.
    fn printed(&self, object: &Object<D::Value>, counted: &Counted) -> Option<u128> {
        match object.printed.get() {
            Printed::NotYet => {
                let alone = print_alone::<D>(object, counted);
                object.printed.set(alone.map_or(Printed::Depends, Printed::Is));
                alone
            }
            Printed::Depends => None,
            Printed::Is(bits) => {
                debug_assert_eq!(print_alone::<D>(object, counted), Some(bits), "it has changed");
                Some(bits)
            }
        }
    }

    /// Of synchronisation objects, and what was touched, in memory that was met.
    pub(crate) fn print_places(&self, names: &Names<'_>, besides: &Besides<'_>) -> u128 {
        let mut all = 0;
        for (object, state) in besides.states {
            let Some(place) = names.place(self, *object) else { continue };
            let mut print = Fingerprint::of(1);
            (place, state).hash(&mut print);
            all ^= print.bits();
        }
        for (thread, touched) in besides.touched {
            for Touched { word, reads, writes, sums } in *touched {
                let Some(place) = names.place(self, *word) else { continue };
                let mut print = Fingerprint::of(2);
                (thread, place, reads, writes, sums).hash(&mut print);
                all ^= print.bits();
            }
        }
        besides.known.iter().fold(all, |all, known| all ^ self.print_known(names, known))
    }

    /// Of what was touched before, and who knows of it, in memory that was met.
    fn print_known(&self, names: &Names<'_>, known: &Known) -> u128 {
        let mut who = Fingerprint::of(4);
        (known.thread, known.visibly).hash(&mut who);
        let by = known.by.iter().filter_map(|by| match *by {
            Knower::Place(addr) => Some((Some(names.place(self, addr)?), None)),
            by => Some((None, Some(by))),
        });
        let by: BTreeSet<_> = by.collect();
        by.hash(&mut who);
        let mut all = 0;
        for Touched { word, reads, writes, sums } in &known.touched {
            let Some(place) = names.place(self, *word) else { continue };
            let mut print = Fingerprint::of(3);
            (who.bits(), place, reads, writes, sums).hash(&mut print);
            all ^= print.bits();
        }
        all
    }

    /// See [`threadbare_op::States::touches`]. What nobody else comes to has no records: else the
    /// exploration begins again.
    pub(crate) fn touches(&self, since: u32, into: &mut Vec<Touched>) {
        for entry in &self.log[since as usize..] {
            match *entry {
                Entry::Record { addr: word, rec, .. } if !rec.atomic => into.push(rec.touches(word)),
                Entry::Free { addr, .. } => {
                    let Some(object) = self.table.get(addr).map(|number| &self.objects[number]) else { continue };
                    if object.tracked && !object.own {
                        let words = (0..object.cells.len() as u64).map(|number| object.addr + number * 8);
                        into.extend(words.map(|word| Touched { word, reads: 0, writes: u8::MAX, sums: 0 }));
                    }
                }
                _ => {}
            }
        }
    }
}

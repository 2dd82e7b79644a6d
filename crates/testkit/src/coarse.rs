//! Classes coarser than those of [`crate::class`], from their definitions.
//!
//! Chatterjee, Pavlogiannis, Toman: *Value-centric Dynamic Partial Order Reduction*, OOPSLA 2019,
//! sections 2 and 3. Thread order contains spawn and join. Of an operation on a synchronisation
//! object the result is the value read, the new state the value written; it writes if it changes
//! the state.

use crate::class::{Class, Standing, Touched};
use crate::values::{Link, Step};
use std::collections::BTreeMap;
use threadbare_op::Misuse;

/// What a class says of one linear execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coarse {
    /// Events and values, and for each read of the root thread whether it reads from its own
    /// thread.
    pub values: Class,
    /// Events and values, and what each read reads from.
    pub sources: Class,
    /// The order of the conflicting accesses of leaf threads.
    pub leaves: Class,
    /// For each read which reads come causally before it, and what kind of misuse each misuse is.
    pub causes: Class,
}

impl Coarse {
    /// The class of value-happens-before, except that of the order of leaf events only that of
    /// conflicting ones is looked at: so it is coarser, if anything.
    #[must_use]
    pub fn value_happens_before(&self) -> [&Class; 3] {
        [&self.values, &self.leaves, &self.causes]
    }

    /// The same with reads-from in place of values.
    #[must_use]
    pub fn observation(&self) -> [&Class; 3] {
        [&self.sources, &self.leaves, &self.causes]
    }
}

/// A number, not 0, for what is misuse.
#[must_use]
pub const fn misuse_number(why: Misuse) -> u64 {
    why as u64 + 1
}

/// The classes of an execution; `misuse` is a number for each step that is misuse of an object, of
/// which kind, and 0 for the others; `root` is the path of the root thread.
#[must_use]
pub fn coarse(events: &[Step], misuse: &[u64], threads: &[Standing<'_>], root: &[u32]) -> Coarse {
    let mut ranked: Vec<usize> = (0..threads.len()).collect();
    ranked.sort_by_key(|thread| threads[*thread].path);
    let rank = |thread: usize| ranked.iter().position(|ranked| *ranked == thread).unwrap_or(0);
    let is_root = |number: usize| threads[events[number].thread].path == root;
    let Named { names, sources, past, lengths } = named(events, threads.len(), rank);
    let mut by_name: Vec<usize> = (0..events.len()).collect();
    by_name.sort_by_key(|number| names[*number]);
    let word = |value: Option<u64>| value.map_or(u64::MAX, |value| value.wrapping_mul(2));
    let (mut values, mut with_sources, mut causes) = (Vec::new(), Vec::new(), Vec::new());
    for thread in &ranked {
        let Standing { path, stands, site } = threads[*thread];
        values.extend(path.iter().map(|n| u64::from(*n)));
        values.extend([u64::MAX, stands as u64, u64::from(site.0), lengths[*thread]]);
    }
    for &number in &by_name {
        let event = &events[number];
        let [thread, place] = names[number];
        values.extend([thread, place, u64::from(event.site.0), word(event.read), word(event.written)]);
        values.push(u64::from(event.faulty) + 2 * u64::from(event.writes()));
    }
    with_sources.extend(&values);
    for &number in by_name.iter().filter(|number| events[**number].reads()) {
        let source = sources[number];
        with_sources.extend(source.map_or([u64::MAX; 2], |source| names[source]));
        if is_root(number) {
            values.push(u64::from(source.is_some_and(is_root)));
        }
        let earlier = by_name.iter().filter(|other| events[**other].reads() && past[number][**other]);
        causes.extend(names[number]);
        causes.extend(earlier.flat_map(|other| names[*other]));
        causes.push(u64::MAX);
    }
    causes.extend(by_name.iter().map(|number| misuse[*number]));
    let leaves = leaves(events, &names, &by_name, is_root);
    let [values, sources, leaves, causes] =
        [&values, &with_sources, &leaves, &causes].map(|numbers| Class::of(numbers));
    Coarse { values, sources, leaves, causes }
}

/// The events of an execution by name, and what they come from.
struct Named {
    /// By event: its thread's rank, its place in the thread.
    names: Vec<[u64; 2]>,
    /// By event: the one that it reads from.
    sources: Vec<Option<usize>>,
    /// By event: what is causally before it.
    past: Vec<Vec<bool>>,
    /// By thread: how many events it has.
    lengths: Vec<u64>,
}

fn named(events: &[Step], threads: usize, rank: impl Fn(usize) -> usize) -> Named {
    let mut names: Vec<[u64; 2]> = Vec::new();
    let mut sources: Vec<Option<usize>> = Vec::new();
    let mut last_write: BTreeMap<u64, usize> = BTreeMap::new();
    let mut last_of: BTreeMap<usize, usize> = BTreeMap::new();
    let mut lengths = vec![0; threads];
    let mut past: Vec<Vec<bool>> = Vec::new();
    for (number, event) in events.iter().enumerate() {
        let thread = event.thread;
        names.push([rank(thread) as u64, lengths[thread]]);
        lengths[thread] += 1;
        let addr = address(event);
        let source = addr.and_then(|addr| last_write.get(&addr).copied()).filter(|_| event.reads());
        sources.push(source);
        let mut before = vec![false; events.len()];
        let joined = match event.link {
            Link::Joins(child) => last_of.get(&child).copied(),
            _ => None,
        };
        for cause in [last_of.get(&thread).copied(), source, joined] {
            let Some(cause) = cause else { continue };
            before[cause] = true;
            before.iter_mut().zip(&past[cause]).for_each(|(mine, theirs)| *mine |= theirs);
        }
        past.push(before);
        last_of.insert(thread, number);
        if let Link::Spawns(child) = event.link {
            last_of.insert(child, number);
        }
        if let Some(addr) = addr.filter(|_| event.writes()) {
            last_write.insert(addr, number);
        }
    }
    Named { names, sources, past, lengths }
}

/// The orders of the writes of leaf threads to each location, and where their reads are in them.
fn leaves(events: &[Step], names: &[[u64; 2]], by_name: &[usize], is_root: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut leaves: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut reads: Vec<u64> = Vec::new();
    for (number, event) in events.iter().enumerate().filter(|(number, _)| !is_root(*number)) {
        let Some(addr) = address(event) else { continue };
        let of = leaves.entry(addr).or_default();
        if event.writes() {
            of.extend(names[number]);
        }
    }
    for &number in by_name.iter().filter(|number| !is_root(**number) && events[**number].reads()) {
        let earlier = events[..number].iter().enumerate();
        let same =
            |(other, e): &(usize, &Step)| e.writes() && !is_root(*other) && address(e) == address(&events[number]);
        reads.push(earlier.filter(same).count() as u64);
    }
    let flat = leaves.into_iter().flat_map(|(addr, order)| [vec![addr, order.len() as u64], order].concat());
    flat.chain(reads).collect()
}

fn address(item: &Step) -> Option<u64> {
    match item.touched {
        Touched::Nothing => None,
        Touched::Memory(addr) | Touched::Object(addr) => Some(addr),
    }
}

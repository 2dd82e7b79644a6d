//! [`Class`]: the equivalence class of a linear execution, from the definitions, as a string of bytes.
//!
//! Two executions are equivalent if every thread does the same operations with the same results and stands at the same
//! place in the end, every read reads from the same write, every location is written in the same order, and the
//! operations on every synchronisation object (except mere waits) come in the same order. A compare-and-swap that fails
//! is a read. The bytes are a full, unambiguous description, not a hash: different classes never look alike.

use std::collections::BTreeMap;
use threadbare_op::{Addr, Op, Site, Stuck};

/// A thread's way from main.
pub type Path = Vec<u32>;

/// What an item touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touched {
    /// Nothing shared, or only waits.
    Nothing,
    /// Memory.
    Memory(Addr),
    /// A synchronisation object.
    Object(Addr),
}

impl Touched {
    /// What an operation touches.
    #[must_use]
    pub fn by(op: &Op) -> Self {
        match *op {
            Op::Sync { object, op } if !op.is_wait() => Self::Object(object),
            _ => op.loc().map_or(Self::Nothing, |loc| Self::Memory(loc.addr)),
        }
    }
}

/// One visible event.
#[derive(Clone, Debug)]
pub struct Item {
    /// Who.
    pub thread: Path,
    /// Where.
    pub site: Site,
    /// What it touches.
    pub touched: Touched,
    /// What it reads, or its result; `None` for a store and what has no result.
    pub read: Option<u64>,
    /// What it writes to memory.
    pub written: Option<u64>,
    /// Whether it was a fault instead.
    pub faulty: bool,
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum End {
    Complete,
    Blocked,
    Deadlock,
}

/// Where a thread stands at the end, as far as classes go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Stands {
    Waits,
    Finished,
    Exit,
    Assume,
    Fault,
    Other,
}

impl Stands {
    /// Before an operation.
    #[must_use]
    pub fn at(op: &Op) -> Self {
        match op {
            Op::Stuck(Stuck::Finished) => Self::Finished,
            Op::Stuck(Stuck::ProgramExit) => Self::Exit,
            Op::Stuck(Stuck::Assume) => Self::Assume,
            Op::Stuck(Stuck::Fault(_)) => Self::Fault,
            Op::Stuck(_) => Self::Other,
            _ => Self::Waits,
        }
    }
}

/// A class, described in full.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub Vec<u8>);

#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: u64) {
        self.0.push(8 - (number.leading_zeros() / 8) as u8);
        self.0.extend(number.to_le_bytes().into_iter().take(8 - (number.leading_zeros() / 8) as usize));
    }

    fn maybe(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.number(number),
            None => self.0.push(255),
        }
    }
}

/// The class of the execution `items`, which ended in this way with the threads (sorted by path) where they stand.
#[must_use]
pub fn class(items: &[Item], end: End, threads: &[(Path, Stands, Site)]) -> Class {
    let place = |path: &Path| threads.binary_search_by(|t| t.0.cmp(path)).unwrap_or(usize::MAX) as u64;
    let mut by_thread: Vec<Vec<usize>> = vec![Vec::new(); threads.len()];
    // Names an event: its thread's place among the threads, its place in the thread.
    let mut names = Vec::with_capacity(items.len());
    // The writes of a location, the operations on an object, in order.
    let mut orders: BTreeMap<Addr, Vec<usize>> = BTreeMap::new();
    let mut sources: Vec<Option<usize>> = Vec::with_capacity(items.len());
    for (number, item) in items.iter().enumerate() {
        let thread = place(&item.thread);
        names.push((thread, by_thread[thread as usize].len() as u64));
        by_thread[thread as usize].push(number);
        let (addr, ordered) = match item.touched {
            Touched::Memory(addr) => (addr, item.written.is_some()),
            Touched::Object(addr) => (addr, true),
            Touched::Nothing => {
                sources.push(None);
                continue;
            }
        };
        let order = orders.entry(addr).or_default();
        sources.push(order.last().copied().filter(|_| item.read.is_some()));
        if ordered {
            order.push(number);
        }
    }
    let mut bytes = Bytes(vec![end as u8]);
    for ((path, stands, site), own) in threads.iter().zip(&by_thread) {
        bytes.number(path.len() as u64);
        path.iter().for_each(|n| bytes.number(u64::from(*n)));
        bytes.0.push(*stands as u8);
        bytes.number(u64::from(site.0));
        bytes.number(own.len() as u64);
        for &number in own {
            let item = &items[number];
            bytes.number(u64::from(item.site.0));
            bytes.maybe(item.read);
            bytes.maybe(item.written);
            bytes.0.push(u8::from(item.faulty));
            bytes.maybe(sources[number].map(|source| names[source].0));
            bytes.maybe(sources[number].map(|source| names[source].1));
        }
    }
    for (addr, order) in orders {
        bytes.number(addr);
        bytes.number(order.len() as u64);
        for number in order {
            bytes.number(names[number].0);
            bytes.number(names[number].1);
        }
    }
    Class(bytes.0)
}

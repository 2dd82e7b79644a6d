//! [`Class`]: the equivalence class of a linear execution, from the definitions, as a string of
//! bytes.
//!
//! Two executions are equivalent if every thread does the same operations with the same results and
//! stands at the same place in the end, every read reads from the same write, every location is
//! written in the same order, and the operations on every synchronisation object (except mere
//! waits) come in the same order. A compare-and-swap that fails is a read. The bytes are a full,
//! unambiguous description, not a hash: different classes never look alike.

use threadbare_op::{Addr, Op, Site, Stuck};

/// A thread's way from main.
pub type Path = Vec<u32>;

/// The number, in a list of ways, of the one of a thread's next child; it is added if it is new.
pub(crate) fn number_of_child(paths: &mut Vec<Path>, parent: usize, children: u32) -> usize {
    let path = [paths[parent].as_slice(), &[children]].concat();
    let known = paths.iter().position(|known| *known == path);
    known.unwrap_or_else(|| {
        paths.push(path);
        paths.len() - 1
    })
}

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
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Who: the place in the list of threads.
    pub thread: usize,
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

impl Item {
    /// What it touches, and whether it has a place in the order of what changes that.
    fn ordered(&self) -> Option<(Addr, bool)> {
        match self.touched {
            Touched::Memory(addr) => Some((addr, self.written.is_some())),
            Touched::Object(addr) => Some((addr, true)),
            Touched::Nothing => None,
        }
    }
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum End {
    Complete,
    Blocked,
    Deadlock,
    /// By a wait in a loop that ends in other executions.
    Stale,
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
    /// Waits in a loop.
    Spins,
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
            Op::Stuck(Stuck::Spin { .. }) => Self::Spins,
            Op::Stuck(_) => Self::Other,
            _ => Self::Waits,
        }
    }
}

/// A class, described in full.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub Vec<u8>);

/// A thread at the end of an execution.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Its path.
    pub path: &'a [u32],
    /// How it stands.
    pub stands: Stands,
    /// Where it stands.
    pub site: Site,
}

impl Class {
    /// Described by these numbers, in this order.
    pub(crate) fn of(numbers: &[u64]) -> Self {
        let mut bytes = Vec::with_capacity(8 * numbers.len());
        numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
        Self(bytes)
    }
}

struct Bytes(Vec<u8>);

impl Bytes {
    /// Six bits to a byte, the lowest first; a set top bit says that more follow. 255 never occurs.
    fn number(&mut self, mut number: u64) {
        while number >= 64 {
            self.0.push(128 | (number & 63) as u8);
            number >>= 6;
        }
        self.0.push(number as u8);
    }

    fn maybe(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.number(number),
            None => self.0.push(255),
        }
    }
}

/// The writes of a location, or the operations on an object, so far.
struct Order {
    addr: Addr,
    last: Option<usize>,
    length: u64,
}

/// A read-modify-write that wrote what it read, and after which its thread waits in a loop, counts
/// as a read. Whether there is one.
pub fn read_in_vain(items: &mut [Item], threads: &[Standing<'_>]) -> bool {
    let mut is_any = false;
    for (thread, _) in threads.iter().enumerate().filter(|(_, t)| t.stands == Stands::Spins) {
        if let Some(last) = items.iter_mut().rev().find(|item| item.thread == thread)
            && last.read.is_some()
            && last.read == last.written
        {
            last.written = None;
            is_any = true;
        }
    }
    is_any
}

/// The class of the execution `items`, which ended in this way with the threads where they stand.
#[must_use]
pub fn class(items: &[Item], end: End, threads: &[Standing<'_>]) -> Class {
    let mut ranked: Vec<usize> = (0..threads.len()).collect();
    ranked.sort_by_key(|thread| threads[*thread].path);
    let mut rank = vec![0; threads.len()];
    ranked.iter().enumerate().for_each(|(place, thread)| rank[*thread] = place as u64);
    // Names an event: its thread's rank, its place in the thread.
    let mut names = Vec::with_capacity(items.len());
    let mut lengths = vec![0; threads.len()];
    let mut orders: Vec<Order> = Vec::with_capacity(items.len());
    let mut sources: Vec<Option<usize>> = Vec::with_capacity(items.len());
    for (number, item) in items.iter().enumerate() {
        names.push((rank[item.thread], lengths[item.thread]));
        lengths[item.thread] += 1;
        let Some((addr, ordered)) = item.ordered() else {
            sources.push(None);
            continue;
        };
        let place = orders.iter().position(|order| order.addr == addr).unwrap_or_else(|| {
            orders.push(Order { addr, last: None, length: 0 });
            orders.len() - 1
        });
        let order = &mut orders[place];
        sources.push(order.last.filter(|_| item.read.is_some()));
        if ordered {
            (order.last, order.length) = (Some(number), order.length + 1);
        }
    }
    orders.sort_by_key(|order| order.addr);
    let mut bytes = Bytes(Vec::with_capacity(16 + 8 * items.len()));
    bytes.0.push(end as u8);
    bytes.number(threads.len() as u64);
    for thread in ranked {
        let Standing { path, stands, site } = threads[thread];
        bytes.number(path.len() as u64);
        path.iter().for_each(|n| bytes.number(u64::from(*n)));
        bytes.0.push(stands as u8);
        bytes.number(u64::from(site.0));
        bytes.number(lengths[thread]);
        for (number, item) in items.iter().enumerate().filter(|(_, item)| item.thread == thread) {
            bytes.number(u64::from(item.site.0));
            bytes.maybe(item.read);
            bytes.maybe(item.written);
            bytes.0.push(u8::from(item.faulty));
            bytes.maybe(sources[number].map(|source| names[source].0));
            bytes.maybe(sources[number].map(|source| names[source].1));
        }
    }
    for order in orders {
        bytes.number(order.addr);
        bytes.number(order.length);
        for (_, name) in items.iter().zip(&names).filter(|(item, _)| item.ordered() == Some((order.addr, true))) {
            bytes.number(name.0);
            bytes.number(name.1);
        }
    }
    Class(bytes.0)
}

//! The faults and unsupported things met in a run, and what the running thread stops for.

use crate::halt::Halt;
use crate::value::Value;
use rustc_hash::FxHashMap;
use threadbare_op::{Addr, Fault, FaultId, Limit, Op, Site, Stuck, ThreadId};

/// What a [`Halt`] is for.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// A visible operation, or the end.
    Op(Op),
    /// A library function calls back the function at this address.
    Call(Addr, Vec<Value>),
}

/// Interned faults and unsupported things.
#[derive(Debug)]
pub(crate) struct Faults {
    faults: Vec<Fault>,
    ids: FxHashMap<Fault, FaultId>,
    unsupported: Vec<(String, Site)>,
    unsupported_ids: FxHashMap<(String, Site), u32>,
    notes: Vec<(&'static str, String, Site)>,
    limits: Vec<(Limit, Site)>,
    passed: Vec<Limit>,
    /// Threads and places whose arithmetic has had no result.
    makers: Vec<(ThreadId, Site)>,
    maker_ids: FxHashMap<(ThreadId, Site), u32>,
    next: Next,
}

/// No more places than this are kept where limits were met.
const MOST_LIMITS: usize = 64;

impl Default for Faults {
    fn default() -> Self {
        Self {
            faults: Vec::new(),
            ids: FxHashMap::default(),
            unsupported: Vec::new(),
            unsupported_ids: FxHashMap::default(),
            notes: Vec::new(),
            limits: Vec::new(),
            passed: Vec::new(),
            makers: Vec::new(),
            maker_ids: FxHashMap::default(),
            next: Next::Op(Op::Stuck(Stuck::Finished)),
        }
    }
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) -> FaultId {
        if let Some(&id) = self.ids.get(&fault) {
            return id;
        }
        let id = FaultId(self.faults.len() as u32);
        self.faults.push(fault.clone());
        self.ids.insert(fault, id);
        id
    }

    pub(crate) fn get(&self, id: FaultId) -> &Fault {
        &self.faults[id.0 as usize]
    }

    pub(crate) fn add_unsupported(&mut self, what: String, site: Site) -> u32 {
        let key = (what, site);
        if let Some(&id) = self.unsupported_ids.get(&key) {
            return id;
        }
        let id = self.unsupported.len() as u32;
        self.unsupported.push(key.clone());
        self.unsupported_ids.insert(key, id);
        id
    }

    pub(crate) fn unsupported(&self, id: u32) -> Option<&(String, Site)> {
        self.unsupported.get(id as usize)
    }

    /// Remembers something odd of a kind that is no fault.
    pub(crate) fn note(&mut self, kind: &'static str, message: String, site: Site) {
        let note = (kind, message, site);
        if self.notes.len() < MOST_LIMITS && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// What was odd.
    pub(crate) fn notes(&self) -> &[(&'static str, String, Site)] {
        &self.notes
    }

    /// Remembers where a limit was met.
    pub(crate) fn note_limit(&mut self, limit: Limit, site: Site) {
        if self.limits.len() < MOST_LIMITS && !self.limits.contains(&(limit, site)) {
            self.limits.push((limit, site));
        }
    }

    /// Notes a limit that does not stop the thread.
    pub(crate) fn pass_limit(&mut self, limit: Limit, site: Site) {
        self.note_limit(limit, site);
        if !self.passed.contains(&limit) {
            self.passed.push(limit);
        }
    }

    /// The limits that stopped no thread.
    pub(crate) fn passed(&self) -> &[Limit] {
        &self.passed
    }

    /// Where limits were met.
    pub(crate) fn limits(&self) -> &[(Limit, Site)] {
        &self.limits
    }

    /// The number of arithmetic without a result: the same whenever that thread comes to it.
    pub(crate) fn add_maker(&mut self, maker: (ThreadId, Site)) -> u32 {
        let next = self.makers.len() as u32;
        let id = *self.maker_ids.entry(maker).or_insert(next);
        if id == next {
            self.makers.push(maker);
        }
        id
    }

    pub(crate) fn maker(&self, id: u32) -> Option<(ThreadId, Site)> {
        self.makers.get(id as usize).copied()
    }

    /// Stops the running thread for `next`.
    pub(crate) fn halt(&mut self, next: Next) -> Halt {
        self.next = next;
        Halt(())
    }

    /// Whether it is stopped for such an operation.
    pub(crate) fn stops_for(&self, what: impl Fn(&Op) -> bool) -> bool {
        matches!(&self.next, Next::Op(op) if what(op))
    }

    /// What the thread was stopped for.
    pub(crate) fn take_next(&mut self) -> Next {
        std::mem::replace(&mut self.next, Next::Op(Op::Stuck(Stuck::Finished)))
    }
}

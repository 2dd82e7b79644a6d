//! The flat memory that all threads share, with the log of effects on it.
//!
//! Every access is checked: bounds, freed memory, and under `--races report` the order with
//! conflicting accesses. All changes go through the log ([`log`]), which explorers undo and perform
//! again.

mod access;
mod again;
mod allocation;
mod anywhere;
pub(crate) mod cells;
mod content;
mod faults;
mod fingerprint;
mod learned;
mod log;
mod names;
mod object;
mod parts;
mod pieces;
mod poison;
mod provenance;
mod races;
mod reuse;
mod seen;
mod sync;
mod table;
#[cfg(test)]
mod tests;
mod texts;
mod words;

pub(crate) use again::Plain;
pub(crate) use content::{Content, plus};
pub(crate) use faults::{Faults, Next};
pub(crate) use fingerprint::Names;
use learned::Learned;
pub(crate) use learned::Sharing;
pub(crate) use object::{Kind, Object};

use crate::arguments::ArgumentNames;
use crate::domain::{Concrete, Domain};
use crate::layout::{self, Space};
use crate::options::{Options, Races, Sizes};
use crate::record::{Record, Records, What};
use crate::thread::{Fresh, MOST_EFFECTS, Own};
pub(crate) use log::Entry;
use object::{Accesses, Rec, Used};
pub(crate) use races::{ALWAYS, Exposure, NO_PART, WITH_ITS_THREAD};
use races::{Checks, Doing};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Table;
use threadbare_op::{Addr, At, FaultId, Limit, Reuse, Site, ThreadId};
use threadbare_program::{Program, ShapeId};

/// The thread that runs, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Who {
    pub(crate) thread: ThreadId,
    pub(crate) epoch: u32,
    pub(crate) clock: Vec<u32>,
    pub(crate) site: Site,
    /// To which place belongs what it allocates, if not to that.
    pub(crate) maker: Option<Site>,
    /// Whether what it frees is what it has moved.
    pub(crate) moves: bool,
    /// What is counted of it.
    pub(crate) own: Own,
    /// Whether it has changed one of its newest objects since it was gone on with.
    pub(crate) changed_fresh: bool,
}

impl Who {
    pub(crate) fn set(&mut self, at: At<'_>) {
        self.thread = at.thread;
        self.epoch = at.epoch;
        self.clock.clear();
        self.clock.extend_from_slice(at.clock);
    }

    /// A thread begins, which allocates from this slot on.
    pub(crate) fn begin(&mut self, first_slot: u32) {
        self.own = Own::of(first_slot);
    }

    /// The thread does something that lasts.
    pub(crate) fn has_effect(&mut self) {
        self.own.effects = MOST_EFFECTS.min(self.own.effects + 1);
    }

    /// Whether the object at an address is one of its newest ([`Fresh`]).
    pub(crate) fn made_lately(&self, addr: Addr) -> bool {
        layout::thread_of(addr) == self.thread.0 && layout::slot_of(addr) >= self.own.fresh.from
    }

    /// It comes to the head of a loop: what was new, and is still there, lasts. Variables of
    /// functions last until these return: not until a loop around the call comes back to its head.
    pub(crate) fn arrive(&mut self) {
        let Fresh { alive, variables, .. } = self.own.fresh;
        if alive > 0 {
            self.has_effect();
        }
        if alive > 0 && alive == variables {
            self.own.content.does_not_last();
        }
        self.own.fresh = Fresh { from: self.own.next_slot, alive: 0, variables: 0 };
        self.own.exposure.arrive();
    }

    /// Whether an access happens before what the thread does now.
    fn knows(&self, rec: &Rec) -> bool {
        knows(self.thread, &self.clock, rec)
    }

    /// The same of the use of a barrier that was destroyed, which waits for the return of those who
    /// have arrived: that they arrived is enough.
    #[cold]
    fn knows_left(&self, word: &Accesses, rec: &Rec) -> bool {
        // Its operations are entered with one byte.
        let is_left = word.sync.contains(&Used::Left) && !rec.write && rec.bytes.count_ones() == 1;
        is_left && self.knows(&Rec { epoch: rec.epoch.saturating_sub(1), ..*rec })
    }

    /// Whether doing that to these bytes of a word races with an earlier access to it.
    #[inline]
    fn races(&self, word: &Accesses, earlier: &Rec, doing: Doing, bytes: u8) -> bool {
        earlier.conflicts(doing, bytes) && !self.knows(earlier) && !self.knows_left(word, earlier)
    }
}

/// Whether an access happens before what the thread does at that clock.
fn knows(thread: ThreadId, clock: &[u32], rec: &Rec) -> bool {
    u32::from(rec.thread) == thread.0 || clock.get(usize::from(rec.thread)).is_some_and(|&seen| seen >= rec.epoch)
}

/// The memory.
#[derive(Debug)]
pub(crate) struct Memory<D: Domain = Concrete> {
    pub(crate) domain: D,
    pub(crate) program: Arc<Program>,
    /// How its addresses are divided.
    pub(crate) space: Space,
    /// [`Space::slot_mask`].
    pub(crate) slot_mask: u64,
    pub(crate) who: Who,
    pub(crate) faults: Faults,
    pub(crate) records: Option<Records>,
    /// How many rehearsals are under way, and the records from before the first.
    rehearsals: (u32, Option<Records>),
    /// The check for races.
    pub(crate) checks: Checks,
    /// [`Options::sizes`].
    sizes: Sizes,
    /// What is learnt of the program, for this exploration and the next.
    learned: Learned,
    objects: Vec<Object<D::Value>>,
    /// Entries of `objects` that are not in use.
    unused: Vec<u32>,
    table: Table,
    log: Vec<Entry>,
    /// Further words of entries of the log.
    side: Vec<u64>,
    /// Whether effects are logged: not while the program starts.
    logging: bool,
    /// Whether what is logged first may be undone without what is logged later
    /// ([`threadbare_op::Revisit`]): so what several threads make known is logged of each.
    pub(crate) revisits: bool,
    /// Where in the log the present segment begins.
    segment: u32,
    /// Whether the program can free memory.
    pub(crate) frees: bool,
    /// Where addresses were compared that another execution gives twice, maybe; if somebody judges
    /// that ([`threadbare_op::Reuses`]).
    suspects: Option<Vec<Reuse>>,
    /// Whether executions that come to the same state are gone on with once. They may differ in what
    /// happens before what.
    pub(crate) joins_states: bool,
    /// Whether the steps being run depend on nothing but the thread's state so far and
    /// [`Self::plain`]; they are looked at where they could on more, and this is made false there.
    pub(crate) local: bool,
    /// Whether plain accesses to memory that others may access are noted.
    notes: bool,
    /// Those of these steps ([`again`]).
    plain: Vec<again::Noted>,
    output: Vec<u8>,
    /// What became of the threads: bits that the thread library gives a meaning.
    handles: Vec<u8>,
    signals: crate::options::Signals,
    /// What is known of synchronisation objects.
    syncs: sync::Syncs,
    words: words::Words<D::Value>,
    arguments: Option<Arc<ArgumentNames>>,
    /// What is copied or filled: from where on, and how many bytes.
    goes_over: Option<(Addr, u64)>,
    /// What blocks of the heap are called in place of what the code says that allocates them.
    renamed: BTreeMap<Addr, (String, ShapeId)>,
    /// By object: the structures that it is seen as in places, and where ([`seen`]).
    seen: BTreeMap<Addr, Vec<(u64, ShapeId)>>,
}

impl<D: Domain> Memory<D> {
    pub(crate) fn new(program: Arc<Program>, options: &Options) -> Self {
        let mut domain = D::default();
        domain.prepare(options);
        Self {
            domain,
            space: Space::of(&program),
            slot_mask: Space::of(&program).slot_mask(),
            frees: reuse::frees(&program),
            suspects: None,
            joins_states: false,
            program,
            who: Who::default(),
            faults: Faults::default(),
            records: options.record.as_ref().map(Records::new),
            rehearsals: (0, None),
            checks: Checks::new(options),
            sizes: options.sizes,
            learned: Learned::default(),
            objects: Vec::new(),
            unused: Vec::new(),
            table: Table::default(),
            log: Vec::new(),
            side: Vec::new(),
            logging: false,
            revisits: false,
            segment: 0,
            local: false,
            notes: false,
            plain: Vec::new(),
            output: Vec::new(),
            handles: Vec::new(),
            signals: options.signals.clone(),
            syncs: sync::Syncs::default(),
            words: words::Words::default(),
            arguments: None,
            goes_over: None,
            renamed: BTreeMap::new(),
            seen: BTreeMap::new(),
        }
    }

    /// What has numbers, and what is known of the program, is the other one's from now on.
    pub(crate) fn hand_over(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.faults, &mut other.faults);
        std::mem::swap(&mut self.learned, &mut other.learned);
        std::mem::swap(&mut self.words, &mut other.words);
        self.syncs.hand_over(&mut other.syncs);
        self.joins_states |= other.joins_states;
    }

    /// Whether `--races explore` is on.
    pub(crate) fn explores(&self) -> bool {
        self.checks.policy == Races::Explore
    }

    /// A run begins: of the thread at `at`.
    pub(crate) fn begin_segment(&mut self, at: At<'_>) {
        self.who.set(at);
        self.segment = self.log.len() as u32;
    }

    /// From now on effects are logged.
    pub(crate) fn start_logging(&mut self) {
        self.logging = true;
    }

    /// What the program has printed.
    pub(crate) fn output(&self) -> &[u8] {
        &self.output
    }

    /// A thread has got a number.
    pub(crate) fn make_handle(&mut self, thread: ThreadId) {
        self.handles.resize(self.handles.len().max(thread.index() + 1), 0);
    }

    /// What became of a thread; `None` if there is none of this number.
    pub(crate) fn handle(&self, thread: ThreadId) -> Option<u8> {
        self.handles.get(thread.index()).copied()
    }

    /// Adds bits to what became of a thread that there is.
    pub(crate) fn mark_handle(&mut self, thread: ThreadId, bits: u8) {
        let Some(handle) = self.handles.get_mut(thread.index()) else { return };
        let old = *handle;
        *handle |= bits;
        self.who.has_effect();
        if self.logging {
            self.log.push(Entry::Handle { thread: thread.0, old, bits });
        }
    }

    /// The clock is read; that it was before in this execution is noted at `flag`, which threads do
    /// not see.
    pub(crate) fn read_clock(&mut self, flag: Addr) {
        self.who.own.reads_clock();
        if self.peek(flag, 8) != 0 {
            self.faults.pass_limit(Limit::Clock, self.who.site);
            return;
        }
        // What a thread does must not depend on whether another one, which nothing orders, was
        // first.
        let effects = self.who.own.effects;
        self.poke(flag, 8, 1);
        self.who.own.effects = effects;
    }

    /// A rehearsal begins or ends: nothing is recorded meanwhile.
    pub(crate) fn rehearse(&mut self, begins: bool) {
        let (depth, aside) = &mut self.rehearsals;
        if begins {
            if *depth == 0 {
                *aside = self.records.take();
            }
            *depth += 1;
        } else {
            *depth -= 1;
            if *depth == 0 {
                self.records = aside.take();
            }
        }
    }

    #[cold]
    fn record(&mut self, what: What, refused: Option<FaultId>) {
        if let Some(records) = &mut self.records
            && let Some(gap) = records.wants(&what, refused.is_some())
        {
            // The interpreter knows the calls, and fills them in.
            records.kept.push(Record {
                thread: self.who.thread,
                site: self.who.site,
                callers: Arc::default(),
                what,
                refused,
                gap,
            });
        }
    }
}

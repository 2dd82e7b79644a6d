//! Programs of figures: threads that do one operation after another, whatever they read.

use std::cell::RefCell;
use std::rc::Rc;
use threadbare_op::{
    AccessKind, Addr, Answer, At, Fault, FaultId, Initial, Loc, Mark, Op, Order, Pending, RaceView, Site, Stuck,
    SyncId, SyncTable, System, ThreadId, Word, Written,
};

pub(crate) const X: Loc = Loc::new(64, 4);
pub(crate) const Y: Loc = Loc::new(72, 4);

pub(crate) const fn write(loc: Loc, value: u64) -> Op {
    Op::Store { loc, value: Word::new(value), order: Order::SeqCst }
}

pub(crate) const fn read(loc: Loc) -> Op {
    Op::Load { loc, order: Order::SeqCst }
}

/// An access, as the system was told of it: whose, the number of the event there (the beginning is
/// the first), and what happens before.
pub(crate) type Told = (ThreadId, u32, Vec<u32>);

/// Such a program. A state is how many operations its thread has done; there is no other memory.
pub(crate) struct Straight {
    threads: Vec<Vec<Op>>,
    /// The accesses of the present execution.
    pub(crate) told: Rc<RefCell<Vec<Told>>>,
    sync: SyncTable,
}

impl Straight {
    /// What main does, then what its children do.
    pub(crate) fn new(threads: Vec<Vec<Op>>) -> Self {
        Self { threads, told: Rc::default(), sync: SyncTable::default() }
    }

    fn stands(&self, thread: ThreadId, done: usize) -> Pending<usize> {
        let op = self.threads[thread.index()].get(done).copied().unwrap_or(Op::Stuck(Stuck::Finished));
        Pending { state: done, op, site: Site::UNKNOWN }
    }
}

impl System for Straight {
    type State = usize;

    fn start(&mut self) -> Pending<usize> {
        self.stands(ThreadId::MAIN, 0)
    }

    fn resume(&mut self, at: At<'_>, from: usize, _: Answer) -> Pending<usize> {
        self.stands(at.thread, from + 1)
    }

    fn begin(&mut self, _: At<'_>, _: usize, child: ThreadId) -> Pending<usize> {
        self.stands(child, 0)
    }

    fn child(&mut self, _: ThreadId, n: u32) -> ThreadId {
        ThreadId(n + 1)
    }

    fn initial(&mut self, _: Loc) -> Initial {
        Initial { value: Word::default(), defined: true }
    }

    fn initial_sync(&mut self, _: Addr) -> SyncId {
        unreachable!("there are no objects")
    }

    fn effect(&mut self, op: &Op, found: Word) -> Written {
        op.written_of_numbers(found)
    }

    fn access(&mut self, at: At<'_>, _: &Op, _: Site, _: AccessKind) -> Result<(), FaultId> {
        self.told.borrow_mut().push((at.thread, at.epoch, at.clock.to_vec()));
        Ok(())
    }

    fn mark(&self) -> Mark {
        Mark { log: self.told.borrow().len() as u32, arena: 0 }
    }

    fn undo(&mut self, to: Mark) {
        self.told.borrow_mut().truncate(to.log as usize);
    }

    fn refuse(&mut self, what: &str, _: Site) -> u32 {
        unreachable!("{what}")
    }

    fn fault(&self, _: FaultId) -> &Fault {
        unreachable!("nothing is wrong")
    }

    fn add_fault(&mut self, fault: Fault) -> FaultId {
        unreachable!("{fault:?}")
    }

    fn sync(&mut self) -> &mut SyncTable {
        &mut self.sync
    }
}

impl RaceView for Straight {
    fn order_matters(&self, _: Mark) -> bool {
        false
    }

    fn other_epoch(&self) -> u32 {
        0
    }
}

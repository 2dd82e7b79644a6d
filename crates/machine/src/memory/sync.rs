//! What synchronisation objects are before their first operation: told from their bytes.

use super::Memory;
use super::cells;
use super::race::Doing;
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::{Addr, Stuck, SyncId, SyncOp};

/// How many bytes (on x86-64 Linux) the kind of object has that `op` is for; only kinds with a static initialiser matter.
fn size_of(op: SyncOp) -> u8 {
    match op {
        SyncOp::OnceEnter | SyncOp::OnceDone => 4,
        SyncOp::CondInit
        | SyncOp::CondDestroy
        | SyncOp::CondEnter
        | SyncOp::CondAwake { .. }
        | SyncOp::CondSignal
        | SyncOp::CondBroadcast => 48,
        SyncOp::RwInit
        | SyncOp::RwDestroy
        | SyncOp::RwRead
        | SyncOp::RwTryRead
        | SyncOp::RwTimedRead
        | SyncOp::RwWrite
        | SyncOp::RwTryWrite
        | SyncOp::RwTimedWrite
        | SyncOp::RwUnlock => 56,
        SyncOp::SpinInit | SyncOp::SpinDestroy | SyncOp::SpinLock | SyncOp::SpinTryLock | SyncOp::SpinUnlock => 4,
        SyncOp::SemInit { .. }
        | SyncOp::SemDestroy
        | SyncOp::SemPost
        | SyncOp::SemWait
        | SyncOp::SemTryWait
        | SyncOp::SemTimedWait
        | SyncOp::SemGet
        | SyncOp::BarrierInit { .. }
        | SyncOp::BarrierDestroy
        | SyncOp::BarrierArrive
        | SyncOp::BarrierLeave { .. } => 32,
        SyncOp::MutexInit { .. }
        | SyncOp::MutexDestroy
        | SyncOp::MutexLock
        | SyncOp::MutexTryLock
        | SyncOp::MutexTimedLock
        | SyncOp::MutexUnlock
        | SyncOp::MutexConsistent
        | SyncOp::MutexOwnerDied => 40,
    }
}

/// Where glibc keeps the kind of a mutex.
const KIND: usize = 16;

impl Memory {
    /// An operation of this kind is about to be performed on the object at `addr`.
    pub(crate) fn note_sync(&mut self, addr: Addr, op: SyncOp) {
        let size = size_of(op);
        let met = &mut self.sync_sizes_met[(addr / 8 % 16) as usize];
        if *met != (addr, size) {
            *met = (addr, size);
            self.sync_sizes.insert(addr, size);
        }
    }

    /// The running thread has just performed `op` on the object at `addr`: to other accesses this is like an atomic read.
    ///
    /// Not so for the ends of waits: who is woken may find the object gone, POSIX allows to destroy it then.
    pub(crate) fn synchronised(&mut self, addr: Addr, op: SyncOp) -> Result<(), Halt> {
        if op.is_wait() || matches!(op, SyncOp::CondAwake { .. }) {
            return Ok(());
        }
        let Some((index, offset)) = self.find(addr, 1) else { return Err(self.refuse(addr, 1, false)) };
        if self.objects[index].assumed {
            self.assume_atomic(index, offset, 1);
            return Ok(());
        }
        if !self.tracks(&self.objects[index]) {
            return Ok(());
        }
        // The event's epoch, which is one less than that of the steps after it.
        self.who.epoch -= 1;
        let checked = self.check_races(index, offset, 1, Doing { write: false, atomic: true });
        self.who.epoch += 1;
        checked.map_err(|id| self.stuck(Stuck::Fault(id)))
    }

    /// The state before the first operation on the object at `addr`, also if its memory has been freed since the thread
    /// came to that operation.
    pub(crate) fn initial_sync(&self, addr: Addr) -> SyncId {
        let Some(index) = self.table.get(addr) else { return SyncId::GARBAGE };
        let object = &self.objects[index];
        let offset = addr.wrapping_sub(object.addr);
        if offset >= object.size || object.cells.is_empty() {
            return SyncId::GARBAGE;
        }
        let size = u64::from(self.sync_sizes.get(&addr).copied().unwrap_or(4)).min(object.size - offset);
        let bytes: Vec<Value> = (0..size).map(|at| cells::load(&object.cells, (offset + at) as usize, 1)).collect();
        if bytes.iter().all(|byte| byte.undef == 0xFF) {
            return SyncId::UNINIT;
        }
        let zero_but =
            |place: Option<usize>| bytes.iter().enumerate().all(|(at, byte)| Some(at) == place || *byte == Value::ZERO);
        match bytes.get(KIND).map(|byte| byte.bits) {
            _ if zero_but(None) => SyncId::ZERO,
            Some(1) if size == 40 && zero_but(Some(KIND)) => SyncId::STATIC_RECURSIVE,
            Some(2) if size == 40 && zero_but(Some(KIND)) => SyncId::STATIC_ERROR_CHECK,
            // An adaptive mutex is a normal one that spins a little.
            Some(3) if size == 40 && zero_but(Some(KIND)) => SyncId::ZERO,
            _ => SyncId::GARBAGE,
        }
    }
}

//! Sections of plain accesses to what their mutex protects: the variables of its number.

use super::{CLASS_MUTEX, Maker};
use crate::program::Inst;
use threadbare_op::SyncOp;

impl Maker<'_> {
    /// Sometimes nothing, sometimes accesses that depend on what was read.
    pub(super) fn section(&mut self) -> Option<Vec<Inst>> {
        let (first, mutex) = (self.first[CLASS_MUTEX], self.object(CLASS_MUTEX)?);
        let mutexes = self.profile.objects.mutexes;
        let own: Vec<usize> = (0..self.profile.variables).filter(|var| var % mutexes == mutex - first).collect();
        let mut code = vec![self.op(mutex, SyncOp::MutexLock)];
        for _ in 0..self.rng.range((0, 3)) {
            let (reg, var) = (self.register(), own[self.rng.below(own.len())]);
            code.push(if self.rng.percent(50) {
                Inst::PlainLoad { reg, var }
            } else {
                Inst::PlainStore { var, value: self.expr() }
            });
            if self.rng.percent(30) {
                let (value, equal) = (self.rng.below(2) as u64, self.rng.percent(50));
                code.push(Inst::Skip { reg, value, equal, count: 1 });
            }
        }
        // A jump over it would leave the lock held.
        if let Some(Inst::Skip { .. }) = code.last() {
            code.pop();
        }
        code.push(self.op(mutex, SyncOp::MutexUnlock));
        Some(code)
    }
}

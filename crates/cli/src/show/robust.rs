//! Robust mutexes whose holder has ended: who locks one next has to make it consistent. If that
//! thread unlocks it without, nobody can lock it any more.

use std::collections::BTreeSet;
use threadbare_op::{SyncOp, sync::errno};

/// What is said of the step that unlocks one without.
pub(super) const UNUSABLE: &str = "not made consistent: nobody can lock it from here on";

/// The mutexes that are locked and not consistent.
#[derive(Debug, Default)]
pub(super) struct Robust(BTreeSet<u64>);

impl Robust {
    /// Somebody has done `op`, with that answer: what there is to say.
    pub(super) fn done(&mut self, object: u64, op: SyncOp, answer: Option<u64>) -> Option<String> {
        use SyncOp as O;
        match op {
            O::MutexLock | O::MutexTryLock | O::MutexTimedLock if answer == Some(errno::EOWNERDEAD) => {
                self.0.insert(object);
            }
            O::MutexUnlock if answer == Some(0) => {
                return self.0.remove(&object).then(|| UNUSABLE.into());
            }
            O::MutexConsistent | O::MutexOwnerDied | O::MutexInit { .. } | O::MutexDestroy => {
                self.0.remove(&object);
            }
            _ => {}
        }
        None
    }
}

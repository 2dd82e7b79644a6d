//! What threads have touched, and who knows of it: part of a state where operations order nothing.
//!
//! A thread that tries a lock in vain learns what another one has done, and yet that does not
//! happen before what it does next. So it may race with what the other one has done long ago, and
//! whether it does is no matter of what threads have touched since their last events. It depends on
//! the *last* accesses of each thread to each byte, and on who knows of them: the threads, and the
//! locations and objects by which others come to know. What all threads know makes no difference.
//! Proof: docs/proofs/cutoffs.md, "Operations that order nothing".

use crate::sc::Memory;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use threadbare_op::{Addr, Knower, Known, Op, ThreadId, Touched};

/// What one thread has touched, by an event or by the steps after it.
#[derive(Debug)]
pub(crate) struct Touches<'a> {
    pub(crate) thread: ThreadId,
    /// Who knows of so many events of the thread knows of this.
    pub(crate) epoch: u32,
    /// By a visible operation.
    pub(crate) visibly: bool,
    /// All of it was touched by that thread. (The steps of a thread that begins are not told from
    /// those of its parent.)
    pub(crate) is_exact: bool,
    pub(crate) touched: std::borrow::Cow<'a, [Touched]>,
}

/// What one thread has touched, the last first.
pub(crate) type Backwards<'a> = Box<dyn Iterator<Item = Touches<'a>> + 'a>;

/// What later accesses of a thread have touched of a word.
#[derive(Clone, Copy, Default)]
struct Later {
    plainly: [u8; 2],
    visibly: [u8; 2],
}

impl Later {
    /// What of an earlier access is not covered by later ones; notes it. (Who races with an access
    /// races with a later one that is at least as bad: a write is as bad as a read, a plain access
    /// as a visible one.)
    fn take(&mut self, touched: &Touched, touches: &Touches<'_>) -> Touched {
        let [reads, writes] = if touches.visibly {
            [self.plainly[0] | self.visibly[0], self.plainly[1] | self.visibly[1]]
        } else {
            self.plainly
        };
        let left = Touched { reads: touched.reads & !(reads | writes), writes: touched.writes & !writes, ..*touched };
        if touches.is_exact {
            let all = if touches.visibly { &mut self.visibly } else { &mut self.plainly };
            *all = [all[0] | touched.reads, all[1] | touched.writes];
        }
        left
    }
}

/// So many accesses of a thread are looked at before it is asked whether all older ones are known to
/// all, though none of them counts.
const FEW: u32 = 8;

/// What was touched last, with who knows of it, of an execution in which the threads have touched
/// this. `waits` are the threads that stand before waits, each with what it would get to know.
pub(crate) fn known(memory: &Memory, threads: Vec<Backwards<'_>>, waits: &[(ThreadId, Vec<u32>)]) -> Vec<Known> {
    let mut groups: BTreeMap<(ThreadId, bool, Vec<Knower>), Vec<Touched>> = BTreeMap::new();
    for thread in threads {
        let mut later: FxHashMap<Addr, Later> = FxHashMap::default();
        for (count, of) in (1_u32..).zip(thread) {
            let left: Vec<Touched> = of
                .touched
                .iter()
                .map(|touched| later.entry(touched.word).or_default().take(touched, &of))
                .filter(|left| left.reads | left.writes | left.sums != 0)
                .collect();
            if left.is_empty() && (count < FEW || !count.is_power_of_two()) {
                continue;
            }
            match memory.knowers(of.thread, of.epoch, waits) {
                Some(_) if left.is_empty() => {}
                Some(by) => groups.entry((of.thread, of.visibly, by)).or_default().extend(left),
                // All know of what the thread has done before, too.
                None => break,
            }
        }
    }
    let all = groups.into_iter();
    let known = |((thread, visibly, by), touched): ((_, _, Vec<Knower>), _)| Known {
        thread,
        visibly,
        touched: super::touching::by_word(touched),
        by: by.into(),
    };
    all.map(known).collect()
}

/// What a visible operation touches.
pub(crate) fn visibly(op: &Op) -> Vec<Touched> {
    let (addr, size, writes) = match *op {
        Op::Sync { object, .. } => (object, 1, true),
        Op::Load { loc, .. } => (loc.addr, u64::from(loc.size), false),
        Op::Store { loc, .. } | Op::Rmw { loc, .. } | Op::Cas { loc, .. } => (loc.addr, u64::from(loc.size), true),
        _ => return Vec::new(),
    };
    let mut touched: Vec<Touched> = Vec::new();
    for byte in addr..addr + size {
        let word = byte & !7;
        if touched.last().is_none_or(|last| last.word != word) {
            touched.push(Touched { word, reads: 0, writes: 0, sums: 0 });
        }
        let Some(last) = touched.last_mut() else { continue };
        *match writes {
            _ if op.is_counting() => &mut last.sums,
            true => &mut last.writes,
            false => &mut last.reads,
        } |= 1 << (byte & 7);
    }
    touched
}

//! What can be said, without running it, of the places of a function at which a thread stops for an
//! operation that others see: which registers matter there, where it may stop next, and which
//! compare-and-swaps confirm which reads ([`crate::confirm`]). For telling whether two states of a
//! thread are the same.
//!
//! Not covered: what is in memory; where the thread stops in other functions.

use crate::confirm::confirmed;
use crate::inst::{Inst, Pc, Reg};
use crate::loops::Flow;
use crate::module::{Function, Program};
use threadbare_op::Order;

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stops {
    /// By place: the registers that matter before the instruction.
    matter: Vec<(u32, Box<[Reg]>)>,
    /// By place of an atomic load or compare-and-swap: where the thread may stop next.
    next: Vec<(u32, Next)>,
    /// The read-modify-writes and calls whose result does not matter.
    unused: Vec<u32>,
    /// The atomic loads that a compare-and-swap confirms, and that.
    confirmed: Vec<(Pc, Pc)>,
}

/// Where a thread may stop next.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Next {
    /// In the function itself, in ascending order.
    places: Box<[u32]>,
    /// Whether it may be elsewhere: in a function that is called, or in a caller.
    elsewhere: bool,
}

impl Stops {
    /// Looks at `function`, one of `program`'s, which has been verified; `None` if there is too
    /// much to look at.
    #[must_use]
    pub fn of(program: &Program, function: &Function) -> Option<Self> {
        let flow = Flow::new(program, function);
        let live = flow.live_within_reason()?;
        let (mut matter, mut next, mut unused) = (Vec::new(), Vec::new(), Vec::new());
        for (pc, inst) in (0..).zip(&function.code) {
            if may_stop(inst) {
                matter.push((pc, live[pc as usize].registers().collect()));
            }
            if reads(inst) {
                next.push((pc, next_stops(&flow, pc)));
            }
            let is_unused = |dst: Reg| flow.successors(pc).iter().all(|&after| !live[after as usize].has(dst));
            if result(inst).is_some_and(|dst| dst.is_none_or(is_unused)) {
                unused.push(pc);
            }
        }
        let confirmed = confirmed(&flow, &live);
        Some(Self { matter, next, unused, confirmed })
    }

    /// The registers that matter before the instruction at a place where a thread may stop.
    #[must_use]
    pub fn matter(&self, Pc(at): Pc) -> Option<&[Reg]> {
        let found = self.matter.binary_search_by_key(&at, |(pc, _)| *pc).ok()?;
        Some(&self.matter[found].1)
    }

    /// Whether the result of the read-modify-write, or the only result of the call, at a place may
    /// matter.
    #[must_use]
    pub fn is_result_used(&self, Pc(at): Pc) -> bool {
        self.unused.binary_search(&at).is_err()
    }

    /// Whether the compare-and-swap at `swap` confirms the atomic load at `read`, if that is what its
    /// thread has performed last, found what is expected now, and was in the same call of the
    /// function: with whatever else the compare-and-swap finds, the thread comes to where it would
    /// have come with that from the load.
    #[must_use]
    pub fn confirms(&self, read: Pc, swap: Pc) -> bool {
        self.confirmed.binary_search(&(read, swap)).is_ok()
    }

    /// Whether a thread that has stopped at the atomic load or compare-and-swap at `from` may stop
    /// next at `to`, in the same function or (`None`) elsewhere.
    #[must_use]
    pub fn may_follow(&self, Pc(from): Pc, to: Option<Pc>) -> bool {
        let Ok(found) = self.next.binary_search_by_key(&from, |(pc, _)| *pc) else { return true };
        let next = &self.next[found].1;
        next.elsewhere || to.is_some_and(|Pc(to)| next.places.binary_search(&to).is_ok())
    }
}

/// Where the result of a read-modify-write, or of a call, is put, if anywhere.
fn result(inst: &Inst) -> Option<Option<Reg>> {
    match inst {
        Inst::Rmw { dst, .. } => Some(Some(*dst)),
        Inst::Call { dst, .. } => Some(*dst),
        _ => None,
    }
}

fn reads(inst: &Inst) -> bool {
    matches!(inst, Inst::Load { order, .. } if *order != Order::Plain) || matches!(inst, Inst::Cas { .. })
}

/// Whether a thread may stop at the instruction. It always does at all but plain accesses and
/// calls.
fn may_stop(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Rmw { .. }
            | Inst::Cas { .. }
            | Inst::Fence { .. }
            | Inst::Call { .. }
    )
}

pub(crate) fn always_stops(inst: &Inst) -> bool {
    match inst {
        Inst::Load { order, .. } | Inst::Store { order, .. } => *order != Order::Plain,
        Inst::Rmw { .. } | Inst::Cas { .. } | Inst::Fence { .. } => true,
        _ => false,
    }
}

fn next_stops(flow: &Flow<'_>, from: u32) -> Next {
    let code = &flow.function.code;
    let mut seen = vec![false; code.len()];
    let (mut places, mut elsewhere) = (Vec::new(), false);
    let mut work = flow.successors(from);
    while let Some(pc) = work.pop() {
        if std::mem::replace(&mut seen[pc as usize], true) {
            continue;
        }
        let inst = &code[pc as usize];
        elsewhere |= matches!(inst, Inst::Return { .. } | Inst::Call { .. });
        if may_stop(inst) {
            places.push(pc);
        }
        if !always_stops(inst) {
            work.extend(flow.successors(pc));
        }
    }
    places.sort_unstable();
    Next { places: places.into(), elsewhere }
}

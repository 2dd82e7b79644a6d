//! Loops of which it shows in the code that they wait for a condition on one atomic load: `while (load(&x) != mine);`.
//!
//! Such a loop does nothing between its head and its load, and nothing between the load and the next round, but compute; and what it
//! computes does not reach the next round. Then the thread, stopped at the load, comes to the loop's next round in the state
//! in which it began this one exactly if the value read sends it there: the loop waits for the values that do not. Whoever
//! wants to know whether a value ends the wait computes from the load to the next branch that leaves or stays ([`Wait`]),
//! instead of letting the thread run.
//!
//! This only foresees what would be found out while the thread runs (comparing its states at the head): the pattern is that of the
//! *pure loops* of Michalis Kokologiannakis, Xiaowei Ren, Viktor Vafeiadis: *Dynamic Partial Order Reductions for Spinloops*, FMCAD
//! 2021, with one load in the loop.
//!
//! Not covered (and so left to the thread's running): loops with several loads, with read-modify-writes, calls, or plain accesses.

use crate::inst::{Inst, Operand, Pc, Reg};
use crate::loops::{Arrival, Flow, computed, may_write};
use threadbare_op::Order;

/// The load of a loop that waits for a condition on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// Where it is: an [`Inst::Load`] that is atomic.
    pub load: Pc,
    /// Which loop. The wait goes on if control comes to an [`Inst::Loop`] of it.
    pub index: u32,
}

impl Flow<'_> {
    /// The wait that the loop is, if it is one. `live`: the registers that matter at its head.
    pub(crate) fn wait(&self, index: u32, body: &[u32], live: &[Reg], arrivals: &[Arrival]) -> Option<Wait> {
        let mut load = None;
        for &pc in body {
            let inst = &self.function.code[pc as usize];
            match inst {
                Inst::Load { order, .. } if *order != Order::Plain && load.is_none() => load = Some(Pc(pc)),
                Inst::Jump { .. } | Inst::Branch { .. } => {}
                Inst::Loop { index: other, entry: false } if *other == index => {}
                Inst::PrivateAlloca { .. } => return None,
                _ if computed(inst).is_some() => {}
                _ => return None,
            }
            if live.iter().any(|&reg| may_write(inst, reg)) {
                return None;
            }
        }
        let comes_back = |arrival: &Arrival| self.arrives(arrival.at.0, index) == Some(false);
        let unchanged =
            |arrival: &Arrival| arrival.values.iter().copied().eq(live.iter().map(|&reg| Operand::reg(reg)));
        if !arrivals.iter().filter(|arrival| comes_back(arrival)).all(unchanged) || body.contains(&0) {
            // (A way into the loop that passes no arrival leads back to the function's beginning.)
            return None;
        }
        Some(Wait { load: load?, index })
    }
}

//! Loops of which it shows in the code that they wait for a condition on one atomic load:
//! `while (load(&x) != mine);`.
//!
//! Such a loop does nothing between its head and its load, and nothing between the load and the
//! next round, but compute; and what it computes does not reach the next round. Then the thread,
//! stopped at the load, comes to the loop's next round in the state in which it began this one
//! exactly if the value read sends it there: the loop waits for the values that do not. Whoever
//! wants to know whether a value ends the wait computes from the load to the next branch that
//! leaves or stays ([`Wait`]), instead of letting the thread run.
//!
//! This only foresees what would be found out while the thread runs (comparing its states at the
//! head): the pattern is that of the *pure loops* of Michalis Kokologiannakis, Xiaowei Ren, Viktor
//! Vafeiadis: *Dynamic Partial Order Reductions for Spinloops*, FMCAD 2021, with one load in the
//! loop.
//!
//! Not covered (and so left to the thread's running): loops with several loads, with
//! read-modify-writes, calls, or plain accesses.

use crate::inst::{Inst, Operand, Pc, Pred, Reg};
use crate::loops::{Arrival, Flow};
use crate::operands::{computed, may_write};
use threadbare_op::Order;

/// The load of a loop that waits for a condition on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// Where it is: an [`Inst::Load`] that is atomic.
    pub load: Pc,
    /// Which loop. The wait goes on if control comes to an [`Inst::Loop`] of it.
    pub index: u32,
    /// The condition, if it is a single comparison.
    pub test: Option<Test>,
}

/// A comparison that decides, right after the load, whether the wait goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// What is compared: operands of the width in bits, one of them mostly what the load has read.
    pub pred: Pred,
    #[allow(missing_docs)]
    pub width: u8,
    #[allow(missing_docs)]
    pub a: Operand,
    #[allow(missing_docs)]
    pub b: Operand,
    /// Whether the wait goes on if this holds; else it goes on if it does not.
    pub stays: bool,
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
        let load = load?;
        Some(Wait { load, index, test: self.test(load, index) })
    }

    /// The comparison after the load, if it is all that decides.
    fn test(&self, Pc(load): Pc, index: u32) -> Option<Test> {
        let code = self.function.code.as_slice();
        let &[Inst::Cmp { pred, width, dst, a, b }, Inst::Branch { cond, then, other }] =
            code.get(load as usize + 1..load as usize + 3)?
        else {
            return None;
        };
        let (then, other) = (self.stays(then, index)?, self.stays(other, index)?);
        (cond.as_reg() == Some(dst) && then != other).then_some(Test { pred, width, a, b, stays: then })
    }

    /// Whether control that comes here is at the end of the loop's iteration, if that shows without
    /// computing.
    fn stays(&self, at: Pc, index: u32) -> Option<bool> {
        let mut at = at.0;
        for _ in 0..self.function.code.len() {
            match &self.function.code[at as usize] {
                Inst::Jump { to } => at = to.0,
                Inst::Branch { .. } => return None,
                inst if computed(inst).is_some() => return None,
                _ => return Some(self.arrives(at, index) == Some(false)),
            }
        }
        None
    }
}

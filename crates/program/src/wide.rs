//! Atomic accesses of 16 bytes: calls of functions of the machine, whose last arguments are the
//! numbers of their orders.

use crate::inst::{Callee, Inst, Operand};
use crate::module::Program;
use threadbare_op::Order;

/// By name: what it is, and which argument its order is. (After the order of a compare-and-swap
/// comes that of its failure.)
const ACCESSES: [(&str, &str, usize); 4] = [
    ("__tb_wide_load", "load", 1),
    ("__tb_wide_store", "store", 2),
    ("__tb_wide_exchange", "read-modify-write", 2),
    ("__tb_wide_swap", "compare-and-swap", 3),
];

/// The order that has a number as an argument of such a function.
#[must_use]
pub fn order_numbered(number: u64) -> Order {
    const ORDERS: [Order; 5] = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];
    ORDERS.into_iter().find(|&order| order as u64 == number).unwrap_or(Order::Relaxed)
}

impl Program {
    /// What atomic access of 16 bytes an instruction is, and its orders: of a compare-and-swap also
    /// that of its failure, of others the same twice.
    #[must_use]
    pub fn wide_access(&self, inst: &Inst) -> Option<(&'static str, (Order, Order))> {
        let Inst::Call { callee: Callee::External(id), args, .. } = inst else { return None };
        let name = &self.externals.get(id.index())?.name;
        let &(_, what, at) = ACCESSES.iter().find(|(known, ..)| known == name)?;
        let order = |operand: Option<&Operand>| self.number(*operand?).map(order_numbered);
        // One that is not known is as weak as can be.
        let success = order(args.get(at)).unwrap_or(Order::Relaxed);
        let failure = if what == "compare-and-swap" { order(args.get(at + 1)) } else { Some(success) };
        Some((what, (success, failure.unwrap_or(Order::Relaxed))))
    }
}

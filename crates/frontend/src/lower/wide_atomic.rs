//! Atomic accesses of 16 bytes (`_Atomic struct { void *p; long tag; }`, `__int128`): calls of
//! functions of the machine (`libs/wide_atomic.rs`), which perform one visible operation each. What
//! they read and write has a number, which stands for both words.
//!
//! Exchange, store, load and compare-and-swap are such operations; other read-modify-writes read,
//! compute, and compare and swap, again if somebody was faster.

use super::function::Body;
use super::memory::order;
use super::wide::Words;
use crate::llvm::Value;
use llvm_sys::{LLVMAtomicRMWBinOp as Rmw, LLVMIntPredicate as IP, LLVMOpcode as Op};
use threadbare_op::Order;
use threadbare_program::{BinOp, Inst, Operand, Pred};

impl<'m> Body<'_, 'm> {
    pub(super) fn wide_atomic(&mut self, inst: Value<'m>) {
        match inst.opcode() {
            Op::LLVMLoad => {
                let addr = self.one(inst.operand(0));
                let number = self.wide_load(addr, order(inst.ordering()));
                let words = self.words_behind(number);
                self.copy(inst, &words);
            }
            Op::LLVMStore => {
                let (number, addr) = (self.number_of(inst.operand(0)), self.one(inst.operand(1)));
                let order = self.as_operand(order(inst.ordering()));
                self.wide_library("__tb_wide_store", &[addr, number, order]);
            }
            Op::LLVMAtomicCmpXchg => {
                let addr = self.one(inst.operand(0));
                let (expected, new) = (self.number_of(inst.operand(1)), self.number_of(inst.operand(2)));
                let (success, failure) = inst.cas_orderings();
                let orders = (order(success), order(failure));
                let (old, holds) = self.wide_swap(addr, (expected, new), orders, inst.is_weak());
                let [low, high] = self.words_behind(old);
                self.copy(inst, &[low, high, holds]);
            }
            _ if inst.rmw_op() == Rmw::LLVMAtomicRMWBinOpXchg => {
                let (addr, number) = (self.one(inst.operand(0)), self.number_of(inst.operand(1)));
                let order = self.as_operand(order(inst.ordering()));
                let old = self.wide_library("__tb_wide_exchange", &[addr, number, order]);
                let words = self.words_behind(old);
                self.copy(inst, &words);
            }
            _ => self.wide_update(inst),
        }
    }

    fn as_operand(&mut self, order: Order) -> Operand {
        self.cx.bits(order as u64)
    }

    fn number_of(&mut self, value: Value<'m>) -> Operand {
        let words = self.words_of(value);
        self.wide_library("__tb_wide_pair", &words)
    }

    fn words_behind(&mut self, number: Operand) -> Words {
        ["__tb_wide_low", "__tb_wide_high"].map(|name| self.wide_library(name, &[number]))
    }

    fn wide_load(&mut self, addr: Operand, order: Order) -> Operand {
        let order = self.as_operand(order);
        self.wide_library("__tb_wide_load", &[addr, order])
    }

    /// What was there, and whether it was what is expected.
    fn wide_swap(
        &mut self,
        addr: Operand,
        (expected, new): (Operand, Operand),
        (success, failure): (Order, Order),
        weak: bool,
    ) -> (Operand, Operand) {
        let (success, failure) = (self.as_operand(success), self.as_operand(failure));
        let weak = self.cx.bits(u64::from(weak));
        let old = self.wide_library("__tb_wide_swap", &[addr, expected, new, success, failure, weak]);
        (old, self.holds(Pred::Eq, old, expected))
    }

    fn wide_update(&mut self, inst: Value<'m>) {
        let (addr, by) = (self.one(inst.operand(0)), self.words_of(inst.operand(1)));
        let order = order(inst.ordering());
        // The first read may read from what the update reads from in the end, and then orders no
        // more than the update does.
        let reads = match order {
            Order::SeqCst => Order::SeqCst,
            Order::Acquire | Order::AcqRel => Order::Acquire,
            _ => Order::Relaxed,
        };
        let old = self.fresh();
        let first = self.wide_load(addr, reads);
        self.emit(Inst::Move { dst: old, src: first });
        let again = self.label_here();
        let words = self.words_behind(Operand::reg(old));
        let Some(new) = self.updated(inst.rmw_op(), words, by) else {
            return self.refuse(inst, "atomic arithmetic of a special kind");
        };
        let new = self.wide_library("__tb_wide_pair", &new);
        let orders = (order, reads);
        let (seen, holds) = self.wide_swap(addr, (Operand::reg(old), new), orders, false);
        let (done, failed) = (self.label_later(), self.label_later());
        self.emit(Inst::Branch { cond: holds, then: done, other: failed });
        self.bind(failed);
        self.emit(Inst::Move { dst: old, src: seen });
        self.emit(Inst::Jump { to: again });
        self.bind(done);
        let words = self.words_behind(Operand::reg(old));
        self.copy(inst, &words);
    }

    fn updated(&mut self, op: Rmw, old: Words, by: Words) -> Option<Words> {
        let bitwise = |this: &mut Self, op| [0, 1].map(|word| this.on_words(op, old[word], by[word]));
        let chosen = |this: &mut Self, predicate| {
            let first = this.wide_compare(predicate, old, by);
            [0, 1].map(|word| this.choose(first, old[word], by[word]))
        };
        Some(match op {
            Rmw::LLVMAtomicRMWBinOpAdd => self.wide_add(false, old, by).0,
            Rmw::LLVMAtomicRMWBinOpSub => self.wide_add(true, old, by).0,
            Rmw::LLVMAtomicRMWBinOpAnd => bitwise(self, BinOp::And),
            Rmw::LLVMAtomicRMWBinOpOr => bitwise(self, BinOp::Or),
            Rmw::LLVMAtomicRMWBinOpXor => bitwise(self, BinOp::Xor),
            Rmw::LLVMAtomicRMWBinOpNand => {
                let ones = self.cx.bits(u64::MAX);
                bitwise(self, BinOp::And).map(|word| self.on_words(BinOp::Xor, word, ones))
            }
            Rmw::LLVMAtomicRMWBinOpMax => chosen(self, IP::LLVMIntSGT),
            Rmw::LLVMAtomicRMWBinOpMin => chosen(self, IP::LLVMIntSLT),
            Rmw::LLVMAtomicRMWBinOpUMax => chosen(self, IP::LLVMIntUGT),
            Rmw::LLVMAtomicRMWBinOpUMin => chosen(self, IP::LLVMIntULT),
            _ => return None,
        })
    }
}

//! Control flow: blocks, loops, edges and phis.
//!
//! A loop head is the target of an edge that a depth-first walk meets on its stack: in reducible
//! code exactly the heads of natural loops, in irreducible code at least one block of each cycle.
//! Each edge into a head carries [`Inst::Loop`], and the moves for the phis of its target: at the
//! end of the block where the edge is the only one out, else in a block of its own.

use super::function::Body;
use super::index_u32;
use super::jump::returns_twice;
use super::wide::is_wide;
use crate::llvm::{Block, Value};
use llvm_sys::{LLVMIntPredicate as IP, LLVMOpcode as Op};
use rustc_hash::FxHashMap;
use threadbare_program::{Inst, Operand, Pc, Reg};

/// The head of a loop.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) line: u32,
    pub(super) depth: u32,
    /// Its first instruction, once that is emitted.
    pub(super) at: Option<u32>,
}

/// The blocks of a function and how they hang together.
pub(super) struct Flow<'m> {
    pub(super) blocks: Vec<Block<'m>>,
    pub(super) reachable: Vec<bool>,
    number: FxHashMap<Block<'m>, u32>,
    successors: Vec<Vec<u32>>,
    order: Vec<u32>,
    /// The loop that each block is the head of.
    head: Vec<Option<u32>>,
    /// Edges back to a head.
    back: Vec<(u32, u32)>,
    pub(super) loops: Vec<Head>,
    /// In how many loops each block is.
    depth: Vec<u32>,
    /// What phis take along each edge.
    phis: FxHashMap<(u32, u32), Vec<(Value<'m>, Value<'m>)>>,
    /// Whether a call may return twice, so that any block can be run again.
    pub(super) twice: bool,
    /// Where each label is; the first labels are the blocks.
    labels: Vec<u32>,
}

impl<'m> Flow<'m> {
    pub(super) fn new(blocks: &[Block<'m>]) -> Self {
        let number: FxHashMap<Block<'m>, u32> = blocks.iter().copied().zip(0..).collect();
        let successors = blocks
            .iter()
            .map(|block| {
                let mut next: Vec<u32> = Vec::new();
                for successor in block.terminator().map(Value::successors).unwrap_or_default() {
                    let successor = number[&successor];
                    if next.len() > 8 || !next.contains(&successor) {
                        next.push(successor);
                    }
                }
                next
            })
            .collect();
        let count = blocks.len();
        let mut flow = Self {
            blocks: blocks.to_vec(),
            reachable: vec![false; count],
            number,
            successors,
            order: Vec::new(),
            head: vec![None; count],
            back: Vec::new(),
            loops: Vec::new(),
            depth: vec![0; count],
            phis: FxHashMap::default(),
            twice: returns_twice(blocks),
            labels: vec![u32::MAX; count],
        };
        flow.walk();
        flow.find_loops();
        flow.find_phis();
        flow
    }

    /// Depth first from the entry: what is reachable, in which order, and which edges go back.
    fn walk(&mut self) {
        if self.blocks.is_empty() {
            return;
        }
        let mut on_stack = vec![false; self.blocks.len()];
        let mut stack = vec![(0_u32, 0_usize)];
        self.reachable[0] = true;
        on_stack[0] = true;
        while let Some((block, next)) = stack.pop() {
            let Some(&successor) = self.successors[block as usize].get(next) else {
                on_stack[block as usize] = false;
                self.order.push(block);
                continue;
            };
            stack.push((block, next + 1));
            if on_stack[successor as usize] {
                self.back.push((block, successor));
            } else if !self.reachable[successor as usize] {
                self.reachable[successor as usize] = true;
                on_stack[successor as usize] = true;
                stack.push((successor, 0));
            }
        }
        self.order.reverse();
        self.back.sort_unstable();
        self.back.dedup();
    }

    fn find_loops(&mut self) {
        let mut heads: Vec<u32> = self.back.iter().map(|&(_, head)| head).collect();
        heads.sort_unstable();
        heads.dedup();
        if heads.is_empty() {
            return;
        }
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for &block in &self.order {
            for &successor in &self.successors[block as usize] {
                predecessors[successor as usize].push(block);
            }
        }
        let mut depth = vec![0_u32; self.blocks.len()];
        let mut seen = vec![u32::MAX; self.blocks.len()];
        for (index, &head) in (0..).zip(&heads) {
            self.head[head as usize] = Some(index);
            // The body: what reaches a back edge without passing the head.
            seen[head as usize] = index;
            depth[head as usize] += 1;
            let mut work: Vec<u32> = self.back.iter().filter(|&&(_, to)| to == head).map(|&(from, _)| from).collect();
            while let Some(block) = work.pop() {
                if seen[block as usize] == index {
                    continue;
                }
                seen[block as usize] = index;
                depth[block as usize] += 1;
                work.extend(&predecessors[block as usize]);
            }
        }
        self.loops = heads.iter().map(|&head| Head { line: 0, depth: depth[head as usize], at: None }).collect();
        self.depth = depth;
    }

    fn find_phis(&mut self) {
        for (to, block) in (0..).zip(&self.blocks) {
            for phi in block.instructions().take_while(|inst| inst.opcode() == Op::LLVMPHI) {
                for (value, from) in phi.incoming() {
                    let moves = self.phis.entry((self.number[&from], to)).or_default();
                    // A switch may have several edges to the same block; the phi takes the same
                    // along each.
                    if moves.last().is_none_or(|&(last, _)| last != phi) {
                        moves.push((phi, value));
                    }
                }
            }
        }
    }

    /// Whether a block can be run more than once in one activation of the function.
    pub(super) fn is_repeated(&self, block: Block<'m>) -> bool {
        self.twice || self.depth[self.number[&block] as usize] > 0
    }

    /// Of each block: which variables surely have a value before it. `stored` says to which each
    /// block gives one, and `ended` from which it takes that of before.
    pub(super) fn assigned_at_entry(&self, stored: &[Vec<u64>], ended: &[Vec<u64>], words: usize) -> Vec<Vec<u64>> {
        let mut entry = vec![vec![u64::MAX; words]; self.blocks.len()];
        if let Some(first) = entry.first_mut() {
            first.fill(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &self.order {
                for &successor in &self.successors[block as usize] {
                    for word in 0..words {
                        let out =
                            entry[block as usize][word] & !ended[block as usize][word] | stored[block as usize][word];
                        let meet = entry[successor as usize][word] & out;
                        changed |= meet != entry[successor as usize][word];
                        entry[successor as usize][word] = meet;
                    }
                }
            }
        }
        entry
    }

    fn new_label(&mut self) -> Pc {
        self.labels.push(u32::MAX);
        Pc(index_u32(self.labels.len() - 1))
    }

    /// Turns labels into places, past jumps that only lead on to another one.
    pub(super) fn resolve(&self, code: &mut [Inst]) {
        let place = |code: &[Inst], label: Pc| {
            let mut at = self.labels[label.0 as usize];
            for _ in 0..4 {
                match code.get(at as usize) {
                    Some(Inst::Jump { to }) => at = self.labels[to.0 as usize],
                    _ => break,
                }
            }
            Pc(at)
        };
        // The targets are looked up in the code as it was, whose jumps name labels.
        let mut resolved = Vec::new();
        for (index, inst) in code.iter().enumerate() {
            let targets: Vec<Pc> = match inst {
                Inst::Jump { to } => vec![place(code, *to)],
                Inst::Branch { then, other, .. } | Inst::Invoked { next: then, unwind: other } => {
                    vec![place(code, *then), place(code, *other)]
                }
                Inst::Switch { cases, other, .. } => {
                    cases.iter().map(|&(_, to)| to).chain([*other]).map(|to| place(code, to)).collect()
                }
                _ => continue,
            };
            resolved.push((index, targets));
        }
        for (index, targets) in resolved {
            match &mut code[index] {
                Inst::Jump { to } => *to = targets[0],
                Inst::Branch { then, other, .. } | Inst::Invoked { next: then, unwind: other } => {
                    (*then, *other) = (targets[0], targets[1]);
                }
                Inst::Switch { cases, other, .. } => {
                    for (case, to) in cases.iter_mut().zip(&targets) {
                        case.1 = *to;
                    }
                    *other = targets[targets.len() - 1];
                }
                _ => {}
            }
        }
    }
}

impl<'m> Body<'_, 'm> {
    /// A block begins here.
    pub(super) fn bind_block(&mut self, index: usize) {
        self.flow.labels[index] = self.here().0;
        if let Some(head) = self.flow.head[index] {
            let block = self.flow.blocks[index];
            let mut locations = block.instructions().filter_map(Value::location);
            let line = locations.find_map(|location| self.cx.stated_line(location)).unwrap_or(self.line);
            let at = Some(self.here().0);
            let head = &mut self.flow.loops[head as usize];
            (head.line, head.at) = (line, at);
        }
    }

    /// Emits the terminators that only go somewhere.
    pub(super) fn branch(&mut self, inst: Value<'m>, from: usize) {
        let successors = inst.successors();
        let from = index_u32(from);
        match inst.condition() {
            None => self.go(from, successors[0]),
            Some(_) if successors[0] == successors[1] => self.go(from, successors[0]),
            Some(condition) => {
                let cond = self.one(condition);
                let mut stubs = Vec::new();
                let then = self.edge(from, successors[0], &mut stubs);
                let other = self.edge(from, successors[1], &mut stubs);
                self.emit(Inst::Branch { cond, then, other });
                self.stubs(from, stubs);
            }
        }
    }

    /// Goes on after a call, or where it is unwound to.
    pub(super) fn after_invoke(&mut self, inst: Value<'m>, from: usize) {
        let from = index_u32(from);
        let mut stubs = Vec::new();
        let next = self.edge(from, inst.normal_successor(), &mut stubs);
        let unwind = self.edge(from, inst.unwind_successor(), &mut stubs);
        self.emit(Inst::Invoked { next, unwind });
        self.stubs(from, stubs);
    }

    /// Goes on at a block.
    pub(super) fn go(&mut self, from: u32, to: Block<'m>) {
        let to = self.flow.number[&to];
        self.cross(from, to);
        // The next block that is emitted needs no jump.
        let next = (from as usize + 1..self.flow.blocks.len()).find(|&index| self.flow.reachable[index]);
        if next != Some(to as usize) {
            self.jump(from, to);
        }
    }

    /// Jumps to a block. Back to a loop head that only compares and branches, that is done at once:
    /// one jump less in each round.
    fn jump(&mut self, from: u32, to: u32) {
        let at = self.flow.labels[to as usize] as usize;
        if self.flow.back.binary_search(&(from, to)).is_ok()
            && let Some([Inst::Cmp { dst, .. }, Inst::Branch { cond, .. }]) = self.code.get(at..at.saturating_add(2))
            && *cond == Operand::reg(*dst)
        {
            self.repeat(at);
            self.repeat(at + 1);
            return;
        }
        self.emit(Inst::Jump { to: Pc(to) });
    }

    /// A label for what comes next.
    pub(super) fn label_here(&mut self) -> Pc {
        let label = self.flow.new_label();
        self.bind(label);
        label
    }

    /// A label to be bound.
    pub(super) fn label_later(&mut self) -> Pc {
        self.flow.new_label()
    }

    /// The label stands for what comes next.
    pub(super) fn bind(&mut self, label: Pc) {
        self.flow.labels[label.0 as usize] = self.here().0;
    }

    pub(super) fn switch(&mut self, inst: Value<'m>, from: usize) {
        let from = index_u32(from);
        let condition = inst.operand(0);
        if is_wide(condition.ty()) {
            return self.wide_switch(inst, from);
        }
        let width = self.scalar(condition.ty()).width();
        let value = self.one(condition);
        let successors = inst.successors();
        let mut stubs = Vec::new();
        let other = self.edge(from, successors[0], &mut stubs);
        let mut cases: Vec<(u64, Pc)> = Vec::with_capacity(successors.len());
        for (index, &successor) in (0..).zip(&successors).skip(1) {
            if let Some(case) = inst.case_value(index).int() {
                cases.push((case, self.edge(from, successor, &mut stubs)));
            }
        }
        cases.sort_unstable_by_key(|&(case, _)| case);
        self.emit(Inst::Switch { value, width, cases: cases.into(), other });
        self.stubs(from, stubs);
    }

    /// By a number of two words: the cases one after the other.
    fn wide_switch(&mut self, inst: Value<'m>, from: u32) {
        let value = self.words_of(inst.operand(0));
        let successors = inst.successors();
        let mut stubs = Vec::new();
        for (index, &successor) in (0..).zip(&successors).skip(1) {
            let case = self.words_of(inst.case_value(index));
            let cond = self.wide_compare(IP::LLVMIntEQ, value, case);
            let (then, other) = (self.edge(from, successor, &mut stubs), self.flow.new_label());
            self.emit(Inst::Branch { cond, then, other });
            self.bind(other);
        }
        let to = self.edge(from, successors[0], &mut stubs);
        self.emit(Inst::Jump { to });
        self.stubs(from, stubs);
    }

    /// A jump to one of the labels whose addresses were taken, by its number.
    pub(super) fn computed_goto(&mut self, inst: Value<'m>, from: usize) {
        let from = index_u32(from);
        let value = self.one(inst.operand(0));
        let mut stubs = Vec::new();
        let mut cases: Vec<(u64, Pc)> = Vec::new();
        for successor in inst.successors() {
            // The same numbers as `Lowering::label_number` gives.
            let number = u64::from(self.flow.number[&successor]) + 1;
            cases.push((number, self.edge(from, successor, &mut stubs)));
        }
        cases.sort_unstable_by_key(|&(case, _)| case);
        cases.dedup_by_key(|&mut (case, _)| case);
        let other = self.flow.new_label();
        self.emit(Inst::Switch { value, width: 64, cases: cases.into(), other });
        self.bind(other);
        self.emit(Inst::Unreachable);
        self.stubs(from, stubs);
    }

    /// The label to jump to along an edge: the block, or a block of its own that is added to
    /// `stubs`.
    fn edge(&mut self, from: u32, to: Block<'m>, stubs: &mut Vec<(u32, Pc)>) -> Pc {
        let to = self.flow.number[&to];
        if self.flow.head[to as usize].is_none() && !self.flow.phis.contains_key(&(from, to)) {
            return Pc(to);
        }
        if let Some(&(_, label)) = stubs.iter().find(|&&(known, _)| known == to) {
            return label;
        }
        let label = self.flow.new_label();
        stubs.push((to, label));
        label
    }

    fn stubs(&mut self, from: u32, stubs: Vec<(u32, Pc)>) {
        for (to, label) in stubs {
            self.bind(label);
            self.cross(from, to);
            self.jump(from, to);
        }
    }

    /// In loops of one block: what a phi takes from the round before is computed into the phi's
    /// register where that is possible, so that nothing has to be moved.
    pub(super) fn share_registers(&mut self) {
        let single = self.flow.back.iter().filter(|&&(from, to)| from == to);
        let candidates: Vec<_> = single.filter_map(|edge| self.flow.phis.get(edge)).flatten().copied().collect();
        for (phi, next) in candidates {
            if self.leaves(phi).len() == 1 && !self.is_named(next) && self.allocas.can_share(phi, next) {
                let reg = self.dest(phi);
                self.name_register(next, reg);
            }
        }
    }

    /// What happens along an edge: the loop is entered, phis take their values.
    fn cross(&mut self, from: u32, to: u32) {
        if let Some(index) = self.flow.head[to as usize] {
            let entry = self.flow.back.binary_search(&(from, to)).is_err();
            self.emit(Inst::Loop { index, entry });
        }
        let Some(moves) = self.flow.phis.get(&(from, to)).cloned() else { return };
        let mut pending: Vec<(Reg, Operand)> = Vec::with_capacity(moves.len());
        for (phi, value) in moves {
            let count = self.leaves(phi).len();
            let first = self.dest_many(phi, count);
            for (index, &src) in (0..).zip(&self.operands(value)) {
                let dst = Reg(first.0 + index);
                if src != Operand::reg(dst) {
                    pending.push((dst, src));
                }
            }
        }
        self.parallel_moves(pending);
    }

    /// Performs all moves as if at once.
    fn parallel_moves(&mut self, mut pending: Vec<(Reg, Operand)>) {
        while !pending.is_empty() {
            // A target that no other move reads can be overwritten.
            let free = pending.iter().position(|&(dst, _)| !pending.iter().any(|&(_, src)| src == Operand::reg(dst)));
            if let Some(index) = free {
                let (dst, src) = pending.swap_remove(index);
                self.emit(Inst::Move { dst, src });
                continue;
            }
            // Only cycles are left: save one target, and let its readers read the copy.
            let target = Operand::reg(pending[0].0);
            let saved = self.fresh();
            self.emit(Inst::Move { dst: saved, src: target });
            for (_, src) in &mut pending {
                if *src == target {
                    *src = Operand::reg(saved);
                }
            }
        }
    }
}

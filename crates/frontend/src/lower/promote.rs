//! Which allocas need no memory that others see.
//!
//! An alloca of the entry block whose address goes nowhere but into loads, stores, address
//! arithmetic and block copies is *private*: no other thread and no other function can have its
//! address. If besides it is one scalar that is loaded and stored whole, it is a *variable* and
//! lives in a register.
//!
//! A load of a variable needs no instruction if the variable is not stored to before the last use
//! of what was loaded, within the same block: its uses then read the variable's register. And what
//! is computed only to be stored to a variable is computed into its register, if nobody looks at
//! the variable in between. Both are decided here, by positions.

use super::Lowering;
use super::flow::Flow;
use super::layout::Scalar;
use super::packed::high_bits;
use super::sleep;
use super::wide::is_wide;
use crate::llvm::{Block, Type, TypeKind, Value, ValueKind};
use llvm_sys::{LLVMAtomicOrdering, LLVMOpcode as Op};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use threadbare_program::Reg;

/// Larger private memory is kept out of the frame.
const MOST_PRIVATE_BYTES: u64 = 64 * 1024;

/// Where an alloca is that only its function sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In the register of that variable.
    Variable(u32),
    /// In the registers of that variable and the next one ([`super::sleep`]).
    Parts(u32),
    /// In the frame's private memory.
    Private,
}

/// A local in a register.
pub(super) struct Variable<'m> {
    /// Its register, once there is one.
    pub(super) reg: Reg,
    /// The parameter that it holds from the start, and that nobody else uses.
    pub(super) parameter: Option<Value<'m>>,
    /// Whether a load may come before every store since its life began.
    pub(super) read_before_write: bool,
    /// Whether it is marked where its life begins.
    pub(super) marked: bool,
    /// Positions of its stores (the beginning of its life counts: the value of before is lost) and
    /// loads, ascending.
    stores: Vec<u32>,
    loads: Vec<u32>,
    /// Up to which position its register is read in place of loaded values.
    read_until: u32,
}

/// What is known of a function's allocas.
#[derive(Default)]
pub(super) struct Allocas<'m> {
    pub(super) places: FxHashMap<Value<'m>, Place>,
    pub(super) variables: Vec<Variable<'m>>,
    /// Those that others may see, and that are made and freed where their marks of life are.
    scoped: FxHashSet<Value<'m>>,
    /// The first variables of those that are two.
    parts: Vec<u32>,
    /// Whether a call may return twice ([`super::jump`]).
    twice: bool,
    /// Position of each instruction, in order of blocks.
    positions: FxHashMap<Value<'m>, u32>,
}

impl<'m> Allocas<'m> {
    /// Looks at all allocas of a function.
    pub(super) fn find(cx: &mut Lowering<'m>, blocks: &[Block<'m>], flow: &Flow<'m>) -> Self {
        let mut this = Self { twice: flow.twice, ..Self::default() };
        let Some(entry) = blocks.first() else { return this };
        for inst in entry.instructions().filter(|inst| inst.opcode() == Op::LLVMAlloca) {
            if let Some(place) = this.classify(cx, inst) {
                this.places.insert(inst, place);
            }
        }
        let mut position = 0;
        for block in blocks {
            for inst in block.instructions() {
                position += 1;
                this.positions.insert(inst, position);
                this.note_access(inst, position);
            }
        }
        this.find_parameters(*entry);
        this.find_unassigned(blocks, flow);
        this.keep_parts_whole();
        this.find_scoped(*entry, blocks, flow);
        this
    }

    fn classify(&mut self, cx: &mut Lowering<'m>, alloca: Value<'m>) -> Option<Place> {
        let ty = alloca.allocated_type();
        if alloca.operand(0).int() != Some(1) || !ty.is_sized() {
            return None;
        }
        let scalar = match ty.kind() {
            TypeKind::Struct | TypeKind::Array(_) | TypeKind::Vector(_) => None,
            _ if is_wide(ty) || high_bits(ty).is_some() => None,
            _ => cx.layout(ty).first().map(|leaf| leaf.scalar),
        };
        if let Some(scalar) = scalar
            && is_whole(scalar)
            && !(self.twice && alloca.users().any(is_volatile))
            && alloca.users().all(|user| is_whole_access(cx, alloca, user, scalar))
        {
            return Some(Place::Variable(self.add_variable()));
        }
        if !self.twice
            && let Some(pointers) = sleep::parts(cx, alloca)
        {
            let first = self.add_variable();
            self.add_variable();
            self.parts.push(first);
            self.places.extend(pointers.into_iter().map(|(pointer, part)| (pointer, Place::Variable(first + part))));
            return Some(Place::Parts(first));
        }
        let fits = (1..=MOST_PRIVATE_BYTES).contains(&cx.module.size_of(ty));
        (fits && !self.twice && stays_inside(cx, alloca)).then_some(Place::Private)
    }

    fn add_variable(&mut self) -> u32 {
        let index = super::index_u32(self.variables.len());
        self.variables.push(Variable {
            reg: Reg(0),
            parameter: None,
            read_before_write: false,
            marked: false,
            stores: Vec::new(),
            loads: Vec::new(),
            read_until: 0,
        });
        index
    }

    /// The variable that a pointer leads to.
    pub(super) fn variable(&self, pointer: Value<'m>) -> Option<u32> {
        match self.places.get(&pointer)? {
            Place::Variable(index) | Place::Parts(index) => Some(*index),
            Place::Private => None,
        }
    }

    /// The variables that an instruction accesses.
    fn accessed(&self, inst: Value<'m>) -> Option<(Range<u32>, Access)> {
        let (pointer, access) = match inst.opcode() {
            Op::LLVMLoad => (inst.operand(0), Access::Load),
            Op::LLVMStore => (inst.operand(1), Access::Store),
            Op::LLVMCall if begins(inst) => (inst.operand(0), Access::Begin),
            Op::LLVMCall if self.parts.is_empty() => return None,
            Op::LLVMCall => match sleep::sleeps_for(inst) {
                Some(local) => (local, Access::Load),
                None if is_block_operation(inst) => (inst.operand(0), Access::Store),
                None => return None,
            },
            _ => return None,
        };
        let first = self.variable(pointer)?;
        let is_whole = inst.opcode() == Op::LLVMCall && matches!(self.places[&pointer], Place::Parts(_));
        Some((first..first + 1 + u32::from(is_whole), access))
    }

    fn note_access(&mut self, inst: Value<'m>, position: u32) {
        let Some((variables, access)) = self.accessed(inst) else { return };
        for index in variables {
            let variable = &mut self.variables[index as usize];
            match access {
                Access::Load => variable.loads.push(position),
                Access::Store => variable.stores.push(position),
                Access::Begin => {
                    variable.stores.push(position);
                    variable.marked = true;
                }
            }
        }
    }

    /// What may be read before it is written stays in memory.
    fn keep_parts_whole(&mut self) {
        for first in std::mem::take(&mut self.parts) {
            let both = first..first + 2;
            let is_read = |index: u32| self.variables[index as usize].read_before_write;
            if both.clone().any(is_read) {
                self.places.retain(|_, place| match place {
                    Place::Variable(index) | Place::Parts(index) => !both.contains(index),
                    Place::Private => true,
                });
                both.for_each(|index| self.variables[index as usize].read_before_write = false);
            }
        }
    }

    /// Variables whose first access stores a parameter that is used nowhere else.
    fn find_parameters(&mut self, entry: Block<'m>) {
        for inst in entry.instructions().filter(|inst| inst.opcode() == Op::LLVMStore) {
            let value = inst.operand(0);
            let Some(&Place::Variable(index)) = self.places.get(&inst.operand(1)) else { continue };
            let position = self.positions[&inst];
            let variable = &mut self.variables[index as usize];
            let first = variable.stores.first().copied() == Some(position)
                && variable.loads.first().is_none_or(|&load| load > position);
            if first && value.kind() == ValueKind::Argument && value.users().count() == 1 {
                variable.parameter = Some(value);
            }
        }
    }

    /// Finds the variables that some load may reach before any store: forward, which variables are
    /// surely stored to since their life began.
    fn find_unassigned(&mut self, blocks: &[Block<'m>], flow: &Flow<'m>) {
        let words = self.variables.len().div_ceil(64);
        if words == 0 {
            return;
        }
        // Of each block: what it stores to, what it begins anew, and what it loads before it does
        // either.
        let mut stored = vec![vec![0_u64; words]; blocks.len()];
        let mut begun = vec![vec![0_u64; words]; blocks.len()];
        let mut exposed = vec![vec![0_u64; words]; blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            for inst in block.instructions() {
                let Some((variables, access)) = self.accessed(inst) else { continue };
                for variable in variables {
                    let (word, bit) = (variable as usize / 64, 1_u64 << (variable % 64));
                    match access {
                        Access::Store => stored[index][word] |= bit,
                        Access::Begin => {
                            stored[index][word] &= !bit;
                            begun[index][word] |= bit;
                        }
                        Access::Load if stored[index][word] & bit != 0 => {}
                        Access::Load if begun[index][word] & bit != 0 => {
                            self.variables[variable as usize].read_before_write |= flow.reachable[index];
                        }
                        Access::Load => exposed[index][word] |= bit,
                    }
                }
            }
        }
        let assigned = flow.assigned_at_entry(&stored, &begun, words);
        for index in (0..blocks.len()).filter(|&index| flow.reachable[index]) {
            for word in 0..words {
                let mut missing = exposed[index][word] & !assigned[index][word];
                while missing != 0 {
                    let variable = word * 64 + missing.trailing_zeros() as usize;
                    self.variables[variable].read_before_write = true;
                    missing &= missing - 1;
                }
            }
        }
    }

    /// Finds the allocas that others may see and whose life is what their marks say: one beginning,
    /// before every use. (Passes of the user's may have moved uses out of it, or doubled it.)
    fn find_scoped(&mut self, entry: Block<'m>, blocks: &[Block<'m>], flow: &Flow<'m>) {
        let candidates: FxHashMap<Value<'m>, usize> = entry
            .instructions()
            .filter(|inst| inst.opcode() == Op::LLVMAlloca && !self.places.contains_key(inst))
            .filter(|inst| inst.operand(0).int() == Some(1) && inst.users().filter(|user| begins(*user)).count() == 1)
            .zip(0..)
            .collect();
        let words = candidates.len().div_ceil(64);
        if words == 0 {
            return;
        }
        let mut begun = vec![vec![0_u64; words]; blocks.len()];
        for (index, block) in blocks.iter().enumerate() {
            for begin in block.instructions().filter(|inst| inst.opcode() == Op::LLVMCall && begins(*inst)) {
                if let Some(&number) = candidates.get(&begin.operand(0)) {
                    begun[index][number / 64] |= 1 << (number % 64);
                }
            }
        }
        let at_entry = flow.assigned_at_entry(&begun, &vec![vec![0; words]; blocks.len()], words);
        let numbers: FxHashMap<Block<'m>, usize> = blocks.iter().copied().zip(0..).collect();
        for (alloca, number) in candidates {
            let Some(begin) = alloca.users().find(|user| begins(*user)) else { continue };
            let inside = alloca.users().filter(|user| !is_lifetime(*user)).all(|user| {
                if user.kind() != ValueKind::Instruction || user.opcode() == Op::LLVMPHI {
                    return false;
                }
                let block = numbers[&user.block()];
                at_entry[block][number / 64] & 1 << (number % 64) != 0
                    || (user.block() == begin.block() && self.positions[&user] > self.positions[&begin])
            });
            if inside {
                self.scoped.insert(alloca);
            }
        }
    }

    /// Whether an alloca that others may see lives from its mark of beginning to that of its end.
    pub(super) fn is_scoped(&self, alloca: Value<'m>) -> bool {
        self.scoped.contains(&alloca)
    }

    /// Whether the value of this load can be read from the variable's register wherever it is used.
    /// If so, that is noted.
    pub(super) fn can_read_in_place(&mut self, load: Value<'m>, variable: u32) -> bool {
        if self.twice {
            return false;
        }
        let Some(last) = self.last_use(load, load.block(), 0) else { return false };
        let from = self.positions[&load];
        let variable = &mut self.variables[variable as usize];
        let next = variable.stores.partition_point(|&store| store <= from);
        if variable.stores.get(next).is_some_and(|&store| store < last) {
            return false;
        }
        variable.read_until = variable.read_until.max(last);
        true
    }

    /// Whether a value (not a phi's) that a phi of the same block takes next can be computed into
    /// the phi's register: the phi is not used any more once it is computed.
    pub(super) fn can_share(&self, phi: Value<'m>, next: Value<'m>) -> bool {
        next.kind() == ValueKind::Instruction
            && next.opcode() != Op::LLVMPHI
            && next.block() == phi.block()
            && self.last_use(phi, phi.block(), 0).is_some_and(|last| last <= self.positions[&next])
    }

    /// The last position in the block where a value is used, also by way of instructions that only
    /// rename it. `None` if it is used in another block, or by a phi.
    fn last_use(&self, value: Value<'m>, block: Block<'m>, depth: u32) -> Option<u32> {
        let mut last = self.positions[&value];
        for user in value.users() {
            // A value may also be used as metadata, by no instruction.
            if depth > 8 || user.kind() != ValueKind::Instruction {
                return None;
            }
            if user.opcode() == Op::LLVMPHI || user.block() != block {
                return None;
            }
            last = last.max(self.positions[&user]);
            if is_renaming(user) {
                last = last.max(self.last_use(user, block, depth + 1)?);
            }
        }
        Some(last)
    }

    /// The register of the variable that a value is stored to, if that is all that happens to it
    /// and nobody looks at the variable between.
    pub(super) fn stored_to(&self, value: Value<'m>) -> Option<Reg> {
        if self.twice || value.kind() != ValueKind::Instruction || value.opcode() == Op::LLVMPHI {
            return None;
        }
        let mut users = value.users();
        let store = users.next()?;
        if users.next().is_some() || store.opcode() != Op::LLVMStore || store.operand(0) != value {
            return None;
        }
        let Some(&Place::Variable(index)) = self.places.get(&store.operand(1)) else { return None };
        if store.block() != value.block() {
            return None;
        }
        let (from, to) = (self.positions[&value], self.positions[&store]);
        let variable = &self.variables[index as usize];
        let between = |list: &[u32]| {
            let next = list.partition_point(|&at| at <= from);
            list.get(next).is_some_and(|&at| at < to)
        };
        let looked_at = between(&variable.stores) || between(&variable.loads) || variable.read_until > from;
        (!looked_at).then_some(variable.reg)
    }
}

/// What is done with a variable.
#[derive(Clone, Copy)]
enum Access {
    Load,
    Store,
    /// Its life begins.
    Begin,
}

/// Scalars that a register holds exactly as memory does.
fn is_whole(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Int(width) => matches!(width, 8 | 16 | 32 | 64),
        Scalar::Float(_) | Scalar::Ptr(_) => true,
        Scalar::Unsupported(_) => false,
    }
}

/// Whether the user loads or stores the whole of a scalar alloca, or is a mark of its life. (What is
/// atomic to one thread only orders nothing.)
pub(super) fn is_whole_access<'m>(cx: &mut Lowering<'m>, alloca: Value<'m>, user: Value<'m>, scalar: Scalar) -> bool {
    let same = |cx: &mut Lowering<'m>, ty: Type<'m>| {
        let leaves = cx.layout(ty);
        let form = |scalar: Scalar| (scalar.bytes(), scalar.width());
        leaves.len() == 1 && is_whole(leaves[0].scalar) && form(leaves[0].scalar) == form(scalar)
    };
    match user.opcode() {
        Op::LLVMLoad => same(cx, user.ty()),
        Op::LLVMStore => user.operand(0) != alloca && same(cx, user.operand(0).ty()),
        Op::LLVMCall => is_lifetime(user),
        _ => false,
    }
}

fn is_plain(access: Value<'_>) -> bool {
    access.ordering() == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic
}

fn is_volatile(user: Value<'_>) -> bool {
    matches!(user.opcode(), Op::LLVMLoad | Op::LLVMStore) && user.is_volatile()
}

/// Whether a call marks where the life of an alloca begins or ends.
pub(super) fn is_lifetime(call: Value<'_>) -> bool {
    call.kind() == ValueKind::Instruction
        && call.opcode() == Op::LLVMCall
        && call.callee().kind() == ValueKind::Function
        && call.callee().name().starts_with("llvm.lifetime.")
}

/// Whether a user of an alloca marks where its life begins.
fn begins(user: Value<'_>) -> bool {
    user.kind() == ValueKind::Instruction
        && user.opcode() == Op::LLVMCall
        && user.callee().kind() == ValueKind::Function
        && user.callee().name().starts_with("llvm.lifetime.start")
}

/// Whether the address of an alloca, and everything computed from it, only goes where nobody else
/// sees it.
fn stays_inside<'m>(cx: &mut Lowering<'m>, alloca: Value<'m>) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![alloca];
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        if seen.len() > 4096 {
            return false;
        }
        for user in value.users() {
            let inside = match user.opcode() {
                Op::LLVMLoad => is_plain(user),
                Op::LLVMStore => user.operand(0) != value && is_plain(user),
                Op::LLVMGetElementPtr if cx.gep_parts(user).is_some() => {
                    work.push(user);
                    true
                }
                Op::LLVMICmp => true,
                Op::LLVMCall => is_lifetime(user) || is_block_operation(user),
                _ => false,
            };
            if !inside {
                return false;
            }
        }
    }
    true
}

/// `llvm.memcpy` and its kin.
fn is_block_operation(call: Value<'_>) -> bool {
    let callee = call.callee();
    callee.kind() == ValueKind::Function && {
        let name = callee.name();
        ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix))
    }
}

/// Whether an instruction may be lowered to no code, its value being its operand's register.
fn is_renaming(user: Value<'_>) -> bool {
    matches!(
        user.opcode(),
        Op::LLVMZExt
            | Op::LLVMSExt
            | Op::LLVMBitCast
            | Op::LLVMIntToPtr
            | Op::LLVMPtrToInt
            | Op::LLVMPtrToAddr
            | Op::LLVMAddrSpaceCast
            | Op::LLVMGetElementPtr
            | Op::LLVMInsertValue
            | Op::LLVMExtractValue
            | Op::LLVMInsertElement
            | Op::LLVMExtractElement
            | Op::LLVMShuffleVector
    )
}

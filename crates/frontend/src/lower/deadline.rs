//! Whether a reading of the clock only says until when something waits, or what is printed: then
//! it is the same for the program whatever time it is, and the clock need not be read.
//!
//! ```text
//! clock_gettime(CLOCK_REALTIME, &until); until.tv_sec += 1; pthread_cond_timedwait(&cond, &mutex, &until);
//! ```
//!
//! Followed is all that is computed from the time, through local variables and functions of the
//! program that are only called. It may be added to, compared, stored to locals that nothing else is
//! asked of, and given to what waits until then: such a wait may end early whatever its deadline.
//! A branch that depends on the time (`if (until.tv_nsec >= 1000000000)`) may only decide what is
//! stored to these locals: both of its ways lead to one place, through blocks that do nothing else.
//!
//! *A wait is refused* if its nanoseconds are a second or more. So who adds to nanoseconds must carry
//! somewhere (module `carry`).
//!
//! *What goes wrong* only at some times is not found. So nothing is followed that may: arithmetic
//! in 32 bits that overflows, shifts by what is computed, and on one way of a branch anything that
//! does not only have to do with the time.
//!
//! Not covered (the clock is read then, and a second reading is a limit): deadlines in global
//! variables, on the heap, or in structures with other parts; `clock`, `rdtsc`.

use super::RUNTIME_SECTION;
use super::carry::Carry;
use crate::llvm::{Block, TypeKind, Value, ValueKind};
use llvm_sys::{LLVMAtomicOrdering as Ordering, LLVMOpcode as Op};
use std::collections::HashSet;

/// Functions that read the clock, and where they put it; each has a twin in the runtime, with
/// [`TWIN`] before its name, that does not.
pub(super) const READS: [(&str, u32); 4] =
    [("clock_gettime", 1), ("gettimeofday", 0), ("time", 0), ("timespec_get", 0)];
/// Functions to which it is all the same what time it is there.
pub(super) const WAITS: [(&str, u32); 19] = [
    ("pthread_cond_timedwait", 2),
    ("pthread_cond_clockwait", 3),
    ("pthread_mutex_timedlock", 1),
    ("pthread_mutex_clocklock", 2),
    ("pthread_rwlock_timedrdlock", 1),
    ("pthread_rwlock_timedwrlock", 1),
    ("pthread_rwlock_clockrdlock", 2),
    ("pthread_rwlock_clockwrlock", 2),
    ("sem_timedwait", 1),
    ("sem_clockwait", 2),
    ("pthread_timedjoin_np", 2),
    ("pthread_clockjoin_np", 3),
    ("mtx_timedlock", 1),
    ("cnd_timedwait", 2),
    ("thrd_sleep", 0),
    ("nanosleep", 0),
    ("clock_nanosleep", 2),
    ("sleep", 0),
    ("usleep", 0),
];
/// Those that are given how long. A negative one is refused: that matters to who looks at the result.
const SLEEPS: [&str; 3] = ["thrd_sleep", "nanosleep", "clock_nanosleep"];
const PRINTS: [&str; 2] = ["printf", "fprintf"];
const TWIN: &str = "__tb_unread_";
/// No more uses are followed.
const MOST: usize = 2000;
/// The ways of a branch meet after no more blocks.
const MOST_BLOCKS: usize = 32;
/// A time times this is far from what 64 bits can count.
const MOST_FACTOR: u64 = 1_000_000_000;
/// An address is followed no further back.
const MOST_STEPS: usize = 64;

/// The names of the functions that read the clock, and of their twins.
pub(crate) fn twins() -> impl Iterator<Item = (&'static str, String)> {
    READS.iter().map(|(name, _)| (*name, format!("{TWIN}{name}")))
}

/// The function that takes the place of what is called, if that is a reading of the clock which
/// makes no difference.
pub(super) fn twin(call: Value<'_>) -> Option<String> {
    let (name, _) = reads(call)?;
    follows(call).then(|| format!("{TWIN}{name}"))
}

/// What a value that is followed is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// Computed from the time.
    Number,
    /// The address of a local that has the time.
    Place,
    /// A local that has such an address.
    Slot,
}

/// What has been followed.
#[derive(Default)]
struct Web<'m> {
    work: Vec<(Value<'m>, Kind)>,
    seen: HashSet<(Value<'m>, Kind)>,
    /// Where the time is stored, or may be.
    stored: HashSet<Value<'m>>,
    branches: Vec<Value<'m>>,
    carry: Carry,
}

fn follows(call: Value<'_>) -> bool {
    let mut web = Web::default();
    web.reading(call).is_some() && web.follow().is_some() && web.carry.holds()
}

/// The function of a library that is called; its name.
pub(super) fn library(call: Value<'_>) -> Option<String> {
    let callee = call.callee();
    let is_library =
        callee.kind() == ValueKind::Function && (callee.is_declaration() || callee.section() == RUNTIME_SECTION);
    is_library.then(|| callee.name())
}

fn reads(call: Value<'_>) -> Option<(&'static str, u32)> {
    let name = library(call)?;
    READS.into_iter().find(|(reads, _)| *reads == name)
}

fn is_plain(access: Value<'_>) -> bool {
    !access.is_volatile() && access.ordering() == Ordering::LLVMAtomicOrderingNotAtomic
}

/// Whether an instruction computes a number from numbers, and cannot go wrong whatever time it is.
/// (Seconds and nanoseconds are far from what 64 bits can count.)
fn computes(inst: Value<'_>) -> bool {
    let is_wide = || inst.ty().kind() == TypeKind::Int(64);
    let by = || inst.operand(1).int();
    match inst.opcode() {
        Op::LLVMAdd | Op::LLVMSub => !can_overflow(inst) || is_wide(),
        Op::LLVMMul => {
            let is_small = |at| inst.operand(at).int().is_some_and(|by| (by as i64).unsigned_abs() <= MOST_FACTOR);
            !can_overflow(inst) || is_wide() && (0..2).any(is_small)
        }
        Op::LLVMShl => !can_overflow(inst) && by().is_some_and(|by| by < 32),
        Op::LLVMLShr | Op::LLVMAShr => !inst.is_exact() && by().is_some_and(|by| by < 32),
        Op::LLVMSDiv | Op::LLVMUDiv => !inst.is_exact() && by().is_some_and(|by| by != 0 && by as i32 != -1),
        Op::LLVMSRem | Op::LLVMURem => by().is_some_and(|by| by != 0 && by as i32 != -1),
        Op::LLVMFPToSI | Op::LLVMFPToUI => is_wide(),
        // One moment of many: that could be how a loop ends.
        Op::LLVMICmp if inst.is_equality() && by().is_some_and(|by| by as i32 != 0 && by as i32 != -1) => false,
        Op::LLVMAnd
        | Op::LLVMOr
        | Op::LLVMXor
        | Op::LLVMFAdd
        | Op::LLVMFSub
        | Op::LLVMFMul
        | Op::LLVMFDiv
        | Op::LLVMFNeg
        | Op::LLVMTrunc
        | Op::LLVMZExt
        | Op::LLVMSExt
        | Op::LLVMSIToFP
        | Op::LLVMUIToFP
        | Op::LLVMFPExt
        | Op::LLVMFPTrunc
        | Op::LLVMICmp
        | Op::LLVMFCmp
        | Op::LLVMSelect
        | Op::LLVMPHI
        | Op::LLVMExtractValue
        | Op::LLVMInsertValue
        | Op::LLVMFreeze => inst.ty().kind() != TypeKind::Pointer,
        _ => false,
    }
}

fn can_overflow(inst: Value<'_>) -> bool {
    inst.is_nsw() || inst.is_nuw()
}

pub(super) fn is_call(user: Value<'_>) -> bool {
    user.kind() == ValueKind::Instruction && user.opcode() == Op::LLVMCall
}

/// The callers of a function that is only called, each time as what it is.
fn callers(function: Value<'_>) -> Option<Vec<Value<'_>>> {
    let calls: Vec<Value<'_>> = function.users().collect();
    let is_call = |user: &Value<'_>| {
        let is_callee = self::is_call(*user)
            && user.callee() == function
            && (0..user.argument_count()).all(|n| user.operand(n) != function);
        is_callee && user.argument_count() as usize == function.params().count()
    };
    (!calls.is_empty() && function.name() != "main" && calls.iter().all(is_call)).then_some(calls)
}

impl<'m> Web<'m> {
    fn add(&mut self, value: Value<'m>, kind: Kind) {
        if self.seen.insert((value, kind)) {
            self.work.push((value, kind));
        }
    }

    fn is(&self, value: Value<'m>, kind: Kind) -> bool {
        self.seen.contains(&(value, kind))
    }

    /// A reading of the clock: what it gives is the time. `None`, here and below: something else may
    /// come of it.
    fn reading(&mut self, call: Value<'m>) -> Option<()> {
        let (name, place) = reads(call)?;
        if name == "time" {
            self.add(call, Kind::Number);
            if call.operand(place).is_zero() {
                return Some(());
            }
        }
        self.stored_at(call.operand(place))
    }

    fn follow(&mut self) -> Option<()> {
        let mut decided = 0;
        loop {
            while let Some((value, kind)) = self.work.pop() {
                if self.seen.len() > MOST {
                    return None;
                }
                for user in value.users() {
                    match kind {
                        Kind::Number => self.number(value, user)?,
                        Kind::Place => self.place(value, user)?,
                        Kind::Slot => self.slot(value, user)?,
                    }
                }
            }
            let Some(&branch) = self.branches.get(decided) else { return self.branches_decide_nothing() };
            decided += 1;
            self.joined(branch)?;
        }
    }

    /// The time is stored at an address, or may be.
    fn stored_at(&mut self, address: Value<'m>) -> Option<()> {
        if !self.stored.insert(address) {
            return Some(());
        }
        match address.kind() {
            ValueKind::Instruction => match address.opcode() {
                Op::LLVMAlloca => self.add(address, Kind::Place),
                Op::LLVMGetElementPtr | Op::LLVMBitCast => return self.stored_at(address.operand(0)),
                // A parameter, as clang -O0 keeps it.
                Op::LLVMLoad => {
                    let slot = address.operand(0);
                    self.stored_at(only_stored(slot)?)?;
                    self.add(slot, Kind::Slot);
                }
                _ => return None,
            },
            ValueKind::Argument => {
                self.add(address, Kind::Place);
                let function = address.parameter_of();
                let number = function.params().position(|other| other == address)?;
                for call in callers(function)? {
                    self.stored_at(call.operand(number as u32))?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn place(&mut self, place: Value<'m>, user: Value<'m>) -> Option<()> {
        match user.opcode() {
            Op::LLVMLoad if is_plain(user) && user.ty().kind() != TypeKind::Pointer => self.add(user, Kind::Number),
            Op::LLVMStore if is_plain(user) && user.operand(0) != place => {}
            Op::LLVMStore if user.operand(0) == place => {
                only_stored(user.operand(1))?;
                self.add(user.operand(1), Kind::Slot);
            }
            Op::LLVMGetElementPtr if user.operand(0) == place => self.add(user, Kind::Place),
            Op::LLVMBitCast => self.add(user, Kind::Place),
            Op::LLVMCall => return self.passed(place, user, Kind::Place),
            _ => return None,
        }
        Some(())
    }

    fn slot(&mut self, slot: Value<'m>, user: Value<'m>) -> Option<()> {
        match user.opcode() {
            Op::LLVMLoad if is_plain(user) => self.add(user, Kind::Place),
            Op::LLVMStore if is_plain(user) && user.operand(1) == slot => {}
            Op::LLVMCall if is_told_of(user) => {}
            _ => return None,
        }
        Some(())
    }

    fn number(&mut self, number: Value<'m>, user: Value<'m>) -> Option<()> {
        match user.opcode() {
            Op::LLVMStore if is_plain(user) && user.operand(0) == number => {
                self.carry.store(user);
                return self.stored_at(user.operand(1));
            }
            Op::LLVMBr => self.branches.push(user),
            Op::LLVMCall => return self.passed(number, user, Kind::Number),
            Op::LLVMRet => {
                for call in callers(user.block().function())? {
                    self.add(call, Kind::Number);
                }
            }
            _ if computes(user) => {
                self.carry.compute(number, user);
                self.add(user, Kind::Number);
            }
            _ => return None,
        }
        Some(())
    }

    /// Something is an argument.
    fn passed(&mut self, value: Value<'m>, call: Value<'m>, kind: Kind) -> Option<()> {
        if is_told_of(call) {
            return Some(());
        }
        let arguments = (0..call.argument_count()).filter(|&n| call.operand(n) == value);
        for number in arguments {
            self.argument(call, number, kind)?;
        }
        (call.callee() != value).then_some(())
    }

    fn argument(&mut self, call: Value<'m>, number: u32, kind: Kind) -> Option<()> {
        let Some(name) = library(call) else {
            let callee = Some(call.callee()).filter(|callee| callee.kind() == ValueKind::Function)?;
            if callee.params().count() != call.argument_count() as usize {
                return None;
            }
            self.add(callee.params().nth(number as usize)?, kind);
            return Some(());
        };
        let listed = |list: &[(&str, u32)]| list.contains(&(name.as_str(), number));
        if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") {
            // What is copied elsewhere is the time; what is copied here may be anything.
            return if number == 1 { self.stored_at(call.operand(0)) } else { Some(()) };
        }
        let is_known = match kind {
            // How many characters are printed is computed from the time.
            Kind::Number if name == "difftime" || PRINTS.contains(&name.as_str()) => {
                self.add(call, Kind::Number);
                true
            }
            Kind::Number => listed(&WAITS),
            Kind::Place => {
                listed(&WAITS) && !shows_refusal(&name, call) || listed(&READS) || name.starts_with("llvm.memset")
            }
            Kind::Slot => false,
        };
        is_known.then_some(())
    }

    /// The ways of a branch that depends on the time meet: what comes from either is the time as
    /// well.
    fn joined(&mut self, branch: Value<'m>) -> Option<()> {
        let (between, meets) = self.between(branch)?;
        for block in between.into_iter().chain([meets]) {
            let phis: Vec<_> = block.instructions().filter(|inst| inst.opcode() == Op::LLVMPHI).collect();
            for phi in phis {
                if phi.ty().kind() == TypeKind::Pointer {
                    return None;
                }
                self.add(phi, Kind::Number);
            }
        }
        Some(())
    }

    /// The blocks between a branch and where its ways meet, and that.
    fn between(&self, branch: Value<'m>) -> Option<(Vec<Block<'m>>, Block<'m>)> {
        let (mut between, mut ends, mut next) = (Vec::new(), Vec::new(), branch.successors());
        while let Some(block) = next.pop() {
            if between.contains(&block) || ends.contains(&block) {
                continue;
            }
            if between.len() == MOST_BLOCKS {
                return None;
            }
            if self.only_stores(block) {
                between.push(block);
                next.extend(block.terminator().into_iter().flat_map(Value::successors));
            } else {
                ends.push(block);
            }
        }
        match *ends {
            [meets] => Some((between, meets)),
            _ => None,
        }
    }

    /// Whether a block does nothing but compute, and store to where the time is.
    fn only_stores(&self, block: Block<'m>) -> bool {
        block.instructions().all(|inst| match inst.opcode() {
            Op::LLVMLoad => is_plain(inst) && local(inst.operand(0)).is_some_and(|local| self.is_own(local)),
            Op::LLVMStore => is_plain(inst) && local(inst.operand(1)).is_some_and(|local| self.is(local, Kind::Place)),
            Op::LLVMGetElementPtr | Op::LLVMBr => true,
            Op::LLVMCall => is_told_of(inst),
            _ => computes(inst),
        })
    }

    /// Whether it is a variable of the function, or a place for the time.
    fn is_own(&self, local: Value<'m>) -> bool {
        local.kind() == ValueKind::Instruction || self.is(local, Kind::Place)
    }

    fn branches_decide_nothing(&self) -> Option<()> {
        let is_harmless = |branch: &Value<'m>| {
            self.between(*branch).is_some_and(|(between, _)| between.iter().all(|block| self.cannot_go_wrong(*block)))
        };
        self.branches.iter().all(is_harmless).then_some(())
    }

    /// Whether nothing of a block that is executed at some times only can go wrong.
    fn cannot_go_wrong(&self, block: Block<'m>) -> bool {
        let is_time = |value: Value<'m>| value.kind() == ValueKind::Int || self.is(value, Kind::Number);
        block.instructions().all(|inst| match inst.opcode() {
            Op::LLVMLoad => self.has_content(inst.operand(0)),
            Op::LLVMStore => !super::carry::is_refused(inst),
            Op::LLVMGetElementPtr => inst.operand_count() == 2 || inst.operand_count() == 3,
            Op::LLVMAdd | Op::LLVMSub | Op::LLVMMul if can_overflow(inst) => (0..2).all(|at| is_time(inst.operand(at))),
            _ => true,
        })
    }

    /// Whether an address is that of a time, or of a local that the first block of its function sets.
    fn has_content(&self, address: Value<'m>) -> bool {
        let Some(local) = local(address) else { return false };
        if self.is(local, Kind::Place) {
            return true;
        }
        let is_store = |user: Value<'m>| user.opcode() == Op::LLVMStore && user.operand(1) == local;
        let first = local.block();
        address == local && local.users().any(|user| is_store(user) && user.block() == first)
    }
}

/// Whether somebody looks if a sleep was refused. (One until some time is not.)
pub(super) fn shows_refusal(name: &str, call: Value<'_>) -> bool {
    let is_absolute = || name == "clock_nanosleep" && call.operand(1).int() == Some(1);
    SLEEPS.contains(&name) && call.users().next().is_some() && !is_absolute()
}

/// The one address that is stored in a local.
pub(super) fn only_stored(slot: Value<'_>) -> Option<Value<'_>> {
    if slot.kind() != ValueKind::Instruction || slot.opcode() != Op::LLVMAlloca {
        return None;
    }
    let is_store = |user: &Value<'_>| user.opcode() == Op::LLVMStore && user.operand(1) == slot;
    let mut stores = slot.users().filter(is_store);
    let only = stores.next()?.operand(0);
    stores.next().is_none().then_some(only)
}

/// The local, or what a parameter leads to, that an address leads into.
fn local(mut address: Value<'_>) -> Option<Value<'_>> {
    for _ in 0..MOST_STEPS {
        match address.kind() {
            ValueKind::Argument => return Some(address),
            ValueKind::Instruction => match address.opcode() {
                Op::LLVMAlloca => return Some(address),
                Op::LLVMGetElementPtr | Op::LLVMBitCast => address = address.operand(0),
                Op::LLVMLoad => address = only_stored(address.operand(0))?,
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// Whether a call only tells the compiler, or a debugger, of a local.
fn is_told_of(call: Value<'_>) -> bool {
    library(call).is_some_and(|name| name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg."))
}

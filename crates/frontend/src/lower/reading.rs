//! Whether a reading of the clock decides something: then one time of day is not as good as any
//! other, and already the first reading in an execution is a limit.
//!
//! ```text
//! clock_gettime(CLOCK_REALTIME, &now); assert(now.tv_nsec < 500000000); if (now.tv_sec % 60) ...
//! ```
//!
//! Followed is what is computed from the time: through memory as module `spans` knows it, through
//! parameters and results of the program's functions, of threads, and of functions that a library
//! calls. What counts is a branch, an index, what is divided by, how far is shifted, the exit
//! status, and what decides in a library (`DECIDE`). Not a comparison with exactly a second, which
//! is a carry (unless module `carry` says that it goes wrong), nor with 0 or -1: `time` has not
//! failed.
//!
//! Not covered (docs/proofs/clock.md): what goes through text, files, and other functions of the
//! libraries (a seed for `srand`); which time it was that a wait was given as deadline does not
//! matter (module `deadline`).

use super::Lowering;
use super::carry::{Carry, is_second};
use super::deadline::{READS, library};
use super::spans::{Accesses, Base, MUCH, Span, calls, is_pointer, size_of, span};
use crate::llvm::{Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// No more values are followed.
const MOST: usize = 20_000;
/// Of one object are followed no more parts: then all of it.
const MOST_PARTS: usize = 32;
/// Functions of libraries that say what they are given in other words.
const SAME: [&str; 9] = ["difftime", "abs", "labs", "llabs", "floor", "fmod", "div", "ldiv", "lldiv"];
const ASSUMES: [&str; 3] = ["__VERIFIER_assume", "klee_assume", "llvm.assume"];
/// Numbers that decide what happens next: how many threads, how much memory, whether all is well.
const DECIDE: [(&str, u32); 13] = [
    ("pthread_barrier_init", 2),
    ("sem_init", 2),
    ("malloc", 0),
    ("calloc", 0),
    ("calloc", 1),
    ("realloc", 1),
    ("exit", 0),
    ("_exit", 0),
    ("_Exit", 0),
    ("quick_exit", 0),
    ("longjmp", 1),
    ("_longjmp", 1),
    ("siglongjmp", 1),
];
/// What a number is kept with, as a value of a thread, and what gives it.
const KEEP: [(&str, &str); 2] = [("pthread_setspecific", "pthread_getspecific"), ("tss_set", "tss_get")];

/// The readings of the clock that decide something.
pub(super) fn deciding<'m>(cx: &mut Lowering<'m>) -> FxHashSet<Value<'m>> {
    let names = READS.iter().map(|(name, _)| *name).chain(["clock"]);
    let readings: Vec<Value<'m>> = names.filter_map(|name| cx.module.function(name)).flat_map(calls).collect();
    let readings: Vec<_> = readings.into_iter().filter(|call| super::deadline::twin(*call).is_none()).collect();
    if readings.is_empty() {
        return FxHashSet::default();
    }
    let accesses = Accesses::of(cx);
    readings.into_iter().filter(|call| Flow::new(&accesses).decides(cx, *call)).collect()
}

/// What a number has of the time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Whole,
    /// What it leaves when it is divided, or some bits: that is 0 now and then.
    Rest,
}

/// What has been followed of one reading.
struct Flow<'a, 'm> {
    accesses: &'a Accesses<'m>,
    numbers: Vec<(Value<'m>, Kind)>,
    seen: FxHashSet<(Value<'m>, Kind)>,
    spans: Vec<(Span<'m>, Kind)>,
    held: FxHashMap<Base<'m>, Vec<(Span<'m>, Kind)>>,
    carry: Carry,
    decides: bool,
}

impl<'a, 'm> Flow<'a, 'm> {
    fn new(accesses: &'a Accesses<'m>) -> Self {
        let (numbers, seen, spans) = (Vec::new(), FxHashSet::default(), Vec::new());
        Self { accesses, numbers, seen, spans, held: FxHashMap::default(), carry: Carry::default(), decides: false }
    }

    fn decides(mut self, cx: &mut Lowering<'m>, reading: Value<'m>) -> bool {
        let name = library(reading).unwrap_or_default();
        if name == "time" || name == "clock" {
            self.add(reading, Kind::Whole);
        }
        if let Some((_, place)) = READS.into_iter().find(|(reads, _)| *reads == name) {
            let words = if name == "time" { 1 } else { 2 };
            let size = words * i64::from(cx.program.pointer_bytes());
            self.store(cx, reading.operand(place), size, Kind::Whole);
        }
        while !self.decides && self.seen.len() < MOST {
            if let Some((number, kind)) = self.numbers.pop() {
                for user in number.users().filter(|user| user.kind() == ValueKind::Instruction) {
                    self.number(cx, (number, kind), user);
                }
            } else if let Some((span, kind)) = self.spans.pop() {
                self.memory(span, kind);
            } else {
                break;
            }
        }
        self.decides || self.carry.goes_wrong()
    }

    fn add(&mut self, number: Value<'m>, kind: Kind) {
        if self.seen.insert((number, kind)) {
            self.numbers.push((number, kind));
        }
    }

    fn store(&mut self, cx: &mut Lowering<'m>, address: Value<'m>, size: i64, kind: Kind) {
        if let Some(span) = span(cx, address, size) {
            self.hold(span, kind);
        }
    }

    fn hold(&mut self, mut span: Span<'m>, kind: Kind) {
        let held = self.held.entry(span.base).or_default();
        let has = |(known, its): &(Span<'m>, Kind)| *its == kind && known.from <= span.from && span.to <= known.to;
        if !held.iter().any(has) {
            if held.len() >= MOST_PARTS {
                (span.from, span.to) = (-MUCH, 2 * MUCH);
            }
            held.push((span, kind));
            self.spans.push((span, kind));
        }
    }

    fn memory(&mut self, span: Span<'m>, kind: Kind) {
        for (read, by) in self.accesses.loads.get(&span.base).into_iter().flatten() {
            // The time itself is no address, and an address beside it is no time.
            let is_it = !is_pointer(*by) || read.to < MUCH && (read.from, read.to) == (span.from, span.to);
            if read.meets(span) && is_it {
                self.add(*by, if by.opcode() == Op::LLVMCall { Kind::Rest } else { kind });
            }
        }
        for (from, to) in self.accesses.copies.get(&span.base).into_iter().flatten() {
            if from.meets(span) {
                // Of what is broken down, everything is the time.
                let shift = |at: i64| (at.clamp(from.from, from.to) - from.from).saturating_add(to.from);
                let is_broken_down = to.to - to.from == MUCH && from.to - from.from < MUCH;
                let moved = Span { base: to.base, from: shift(span.from), to: shift(span.to) };
                if is_broken_down { self.hold(*to, Kind::Rest) } else { self.hold(moved, kind) }
            }
        }
    }

    fn number(&mut self, cx: &mut Lowering<'m>, (number, kind): (Value<'m>, Kind), user: Value<'m>) {
        match user.opcode() {
            Op::LLVMStore if user.operand(0) == number => {
                self.carry.store(user);
                self.store(cx, user.operand(1), size_of(cx, number.ty()), kind);
            }
            Op::LLVMStore | Op::LLVMLoad => {}
            Op::LLVMAtomicRMW | Op::LLVMAtomicCmpXchg => {
                self.store(cx, user.operand(0), size_of(cx, number.ty()), kind);
            }
            Op::LLVMBr | Op::LLVMSwitch | Op::LLVMAlloca => self.decides = true,
            Op::LLVMGetElementPtr => self.decides |= user.operand(0) != number,
            Op::LLVMSelect if user.operand(0) == number => {
                self.decides |= is_pointer(user);
                self.add(user, Kind::Rest);
            }
            Op::LLVMCall => self.argument(cx, (number, kind), user),
            Op::LLVMRet => self.returned(user.block().function(), kind),
            Op::LLVMICmp => {
                self.carry.compute(number, user);
                if !is_no_question((number, kind), user) {
                    self.add(user, Kind::Rest);
                }
            }
            Op::LLVMSRem | Op::LLVMURem | Op::LLVMAnd => {
                self.decides |= user.opcode() != Op::LLVMAnd && user.operand(1) == number;
                self.carry.compute(number, user);
                self.add(user, Kind::Rest);
            }
            _ => {
                let matters = [Op::LLVMSDiv, Op::LLVMUDiv, Op::LLVMShl, Op::LLVMLShr, Op::LLVMAShr];
                self.decides |= matters.contains(&user.opcode()) && user.operand(1) == number;
                self.carry.compute(number, user);
                if !is_pointer(user) || is_pointer(number) || user.opcode() == Op::LLVMIntToPtr {
                    self.add(user, kind);
                }
            }
        }
    }

    /// A function returns a number.
    fn returned(&mut self, function: Value<'m>, kind: Kind) {
        self.decides |= function.name() == "main" || self.accesses.called_back.contains(&function);
        self.accesses.callers(function).into_iter().for_each(|call| self.add(call, kind));
        if self.accesses.started.contains(&function) {
            self.result(kind);
        }
    }

    /// A number is the result of a thread.
    fn result(&mut self, kind: Kind) {
        for place in &self.accesses.results {
            self.hold(*place, kind);
        }
    }

    fn argument(&mut self, cx: &mut Lowering<'m>, (number, kind): (Value<'m>, Kind), call: Value<'m>) {
        let numbers: Vec<u32> = (0..call.argument_count()).filter(|at| call.operand(*at) == number).collect();
        let Some(name) = library(call) else {
            for function in self.accesses.called(call) {
                let params: Vec<_> = function.params().collect();
                let given = numbers.iter().filter_map(|at| params.get(*at as usize));
                given.for_each(|parameter| self.add(*parameter, kind));
            }
            return;
        };
        let name = name.as_str();
        self.decides |= ASSUMES.contains(&name) || numbers.iter().any(|at| DECIDE.contains(&(name, *at)));
        if let Some((_, gets)) = KEEP.iter().find(|(sets, _)| *sets == name) {
            let gets = cx.module.function(gets).into_iter().flat_map(calls);
            gets.for_each(|get| self.add(get, kind));
        } else if name == "pthread_exit" || name == "thrd_exit" {
            self.result(kind);
        } else if name.starts_with("llvm.mem") {
            // How much is copied, or set.
            self.decides |= numbers.contains(&2);
        } else if name.starts_with("llvm.") || SAME.contains(&name) {
            self.add(call, if name.ends_with("div") { Kind::Rest } else { kind });
        }
        // It may give a number on.
        for parameter in self.accesses.given(call).into_iter().flat_map(Value::params) {
            self.add(parameter, kind);
        }
    }
}

/// Whether a comparison is with what is no time of day: a second, 0, or -1.
fn is_no_question((number, kind): (Value<'_>, Kind), compare: Value<'_>) -> bool {
    let by = compare.operand(1);
    let is_zero = by.int() == Some(0) || is_pointer(by) && by.is_zero();
    let is_failure = by.int().is_some_and(|by| by as i32 == -1);
    let is_none = is_failure || is_zero && (is_pointer(by) || !(kind == Kind::Rest && compare.is_equality()));
    is_none || is_second(number, compare)
}

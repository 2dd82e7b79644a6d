//! A program prepared for running: constants with their addresses, functions with the sizes of
//! their frames.

use crate::arguments::Arguments;
use crate::counted::Counted;
use crate::domain::Concrete;
use crate::files;
use crate::layout::{self, Space};
use crate::libs;
use crate::options::{LoadError, Options};
pub(crate) use crate::spins::{SEEN, Spins, loop_bit};
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use threadbare_op::{Addr, SyncOp, ThreadId};
use threadbare_program::{
    CALLER, Const, FuncId, Function, Global, GlobalId, Inst, Loops, Pc, Program, Stops, Unseen, allocators, is_set_jump,
};

/// Private variables up to this size lie in the frame, which is copied at each visible operation;
/// bigger ones in memory.
const FRAME_LIMIT: u64 = 512;

/// What calling an external function does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Library {
        /// Which arguments it hands on as they are.
        hands_on: u32,
        /// Which are sizes.
        sizes: u32,
    },
    /// One operation on the synchronisation object that is the first argument.
    Sync(SyncOp),
    /// The arrival at a barrier.
    Arrive,
    /// `pthread_join`.
    Join,
    /// `setjmp`.
    SetJump,
    /// `__builtin_return_address`.
    ReturnAddress,
    /// `__builtin_frame_address`.
    FrameAddress,
    Stub(Value),
    Unknown,
}

/// Where a private variable is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// In the frame, from this slot on.
    Frame(u32),
    /// In memory: the slot of the frame that holds its address once it is made.
    Memory(u32),
}

impl Place {
    /// Its first slot.
    pub(crate) const fn start(self) -> u32 {
        match self {
            Self::Frame(slot) | Self::Memory(slot) => slot,
        }
    }
}

/// What running a function needs besides its code.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Where the loop counters begin among the slots.
    pub(crate) loops: u32,
    /// Where, for each loop that may wait, what it was like the last time begins among the slots
    /// ([`SEEN`] each).
    pub(crate) seen: u32,
    /// A bit for each loop that need not be watched; the last one stands for all from there on.
    pub(crate) quiet: u64,
    /// The loops that may wait, or are patient.
    pub(crate) spins: Spins,
    /// Where private memory begins among the slots.
    pub(crate) memory: u32,
    /// Private variables.
    pub(crate) private: Vec<Place>,
    /// Number of slots in all.
    pub(crate) slots: u32,
    /// Whether calling it is an atomic section.
    pub(crate) section: bool,
    /// Whether it allocates for its callers.
    pub(crate) allocates: bool,
    /// Once that is asked: its loops.
    bodies: OnceLock<Box<[Body]>>,
}

/// A loop.
#[derive(Clone, Debug)]
struct Body {
    /// Its instructions, sorted.
    code: Box<[u32]>,
    /// Whether the code has a way out of it.
    has_exit: bool,
    /// Where it may come to from there without a stop.
    unseen: Unseen,
}

impl Body {
    fn has(&self, at: u32) -> bool {
        self.code.binary_search(&at).is_ok()
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) program: Arc<Program>,
    pub(crate) shapes: Vec<Shape>,
    /// By function, once it has been asked for.
    stops: Vec<OnceLock<Option<Stops>>>,
    counted: OnceLock<Counted>,
    /// By function and call, once it has been asked for.
    after_calls: Mutex<FxHashMap<(u32, u32), Unseen>>,
    pub(crate) targets: Vec<Target>,
    /// Constants that are addresses of thread-local variables: constant, its place among them,
    /// offset.
    pub(crate) thread_local: Vec<(usize, u32, i64)>,
    /// After how many rounds each folded counter is back, at most ([`threadbare_program::fold`]).
    pub(crate) longest_period: u64,
    /// Slots of the thread-local variables, by their place among them.
    pub(crate) local_slots: Vec<(GlobalId, u32)>,
    /// The first slot of each thread for its allocations.
    pub(crate) first_slot: u32,
    pub(crate) globals: Vec<Addr>,
    /// Where the arguments of `main` are.
    pub(crate) arguments: Arguments,
    /// Whether others than `main` may end the program.
    pub(crate) exits: bool,
    /// Whether it registers functions that run at its end.
    pub(crate) registers: bool,
    /// Whether there are atomic sections.
    pub(crate) sections: bool,
    /// What it may tell of files that it writes.
    pub(crate) told: files::Told,
    pub(crate) thread_exit: Option<FuncId>,
    /// [`threadbare_program::CALLER`], if there is one.
    pub(crate) caller: Option<FuncId>,
    /// `__tb_may_point`, where the program cancels threads: called after each output.
    pub(crate) print_point: Option<FuncId>,
    /// The thread-local variable that a thread has from who starts it: the mask of signals.
    pub(crate) inherited: Option<u32>,
    pub(crate) entry: FuncId,
}

/// Slots that are kept for the arguments of `main`, and to spare.
const FOR_ARGUMENTS: u64 = 64;
/// Bytes of a global variable.
const MAX_VARIABLE: u64 = 1 << 28;
/// Bytes of all global variables; those that are there take twice as much.
const MAX_GLOBAL: u64 = 1 << 30;
/// Bytes of the thread-local variables, of each thread.
const MAX_LOCAL: u64 = 1 << 26;

fn too_big(program: &Program, global: &Global) -> LoadError {
    let place = global.pos.and_then(|pos| Some((&program.files.get(pos.file as usize)?.path, pos.line)));
    let place = place.map_or_else(String::new, |(file, line)| format!(", at {file}:{line},"));
    let why = match global.size > MAX_VARIABLE {
        true => format!("it has {} MB, and {} MB are the most", global.size >> 20, MAX_VARIABLE >> 20),
        false => format!("it lies at multiples of {} bytes, and 1 MB is the most", global.align),
    };
    LoadError(format!("the variable `{}`{place} is too big: {why}", global.name))
}

impl Code {
    pub(crate) fn new(program: Arc<Program>, options: &Options) -> Result<Self, LoadError> {
        let entry = program.entry.ok_or_else(|| LoadError("the program has no function `main`".into()))?;
        let targets = program.externals.iter().map(|external| target(external, options)).collect();
        let (shapes, sections) = shapes(&program, options);
        let space = Space::of(&program);
        let (mut local_slots, mut next_local) = (Vec::new(), layout::FIRST_SLOT);
        let (mut globals, mut next_global) = (Vec::new(), 1_u64);
        let mut bytes = (0, 0);
        for (index, global) in program.globals.iter().enumerate() {
            let start = space.start(u64::from(global.align));
            let slots = space.slots_for(global.size.min(1 << 36), start);
            if global.size > MAX_VARIABLE || global.align > 1 << 20 {
                return Err(too_big(&program, global));
            }
            let (sum, most) = if global.thread_local { (&mut bytes.1, MAX_LOCAL) } else { (&mut bytes.0, MAX_GLOBAL) };
            *sum += global.size;
            if *sum > most {
                return Err(LoadError(format!("the program's variables have more than {} MB", most >> 20)));
            }
            if global.thread_local {
                local_slots.push((GlobalId(index as u32), next_local));
                globals.push(0);
                next_local += slots as u32;
            } else {
                globals.push(space.at(layout::GLOBALS, next_global as u32, start));
                next_global += slots;
            }
            let most = (u64::from(space.slots(layout::GLOBALS)), space.slots(1) / 2);
            if next_global + FOR_ARGUMENTS >= most.0 || next_local >= most.1 {
                return Err(LoadError("the program's variables do not fit into its memory".into()));
            }
        }
        let named = |name: &str| program.function_named(name);
        let calls = |names: &[&str]| program.externals.iter().any(|e| names.contains(&e.name.as_str()));
        let mut code = Self {
            stops: program.functions.iter().map(|_| OnceLock::new()).collect(),
            counted: if options.whole_states { Counted::default().into() } else { OnceLock::new() },
            shapes,
            targets,
            longest_period: threadbare_program::longest_period(&program),
            thread_local: Vec::new(),
            local_slots,
            first_slot: next_local,
            globals,
            arguments: Arguments::new(options, &program, next_global as u32)?,
            exits: calls(&["exit", "quick_exit"]),
            registers: calls(&["atexit", "__cxa_atexit", "at_quick_exit"]),
            sections,
            told: files::told(&program),
            thread_exit: named("__tb_thread_exit"),
            caller: named(CALLER),
            print_point: named("__tb_instead___tb_may_point"),
            inherited: None,
            after_calls: Mutex::default(),
            entry,
            program,
        };
        code.thread_local = code.find_thread_local();
        code.inherited = code.find_local("__tb_blocked");
        Ok(code)
    }

    /// The places of a function at which threads may stop; `None` if there is too much to look at.
    pub(crate) fn stops(&self, function: u32) -> Option<&Stops> {
        let stops = || Stops::of(&self.program, &self.program.functions[function as usize]);
        self.stops[function as usize].get_or_init(stops).as_ref()
    }

    /// What is only counted.
    pub(crate) fn counted(&self) -> &Counted {
        self.counted.get_or_init(|| Counted::of(self))
    }

    /// The loops of a function that contain an instruction, the outer ones first, and whether the
    /// code has a way out of each. Loops of the libraries are nobody's.
    pub(crate) fn loops_at(&self, function: u32, at: u32) -> impl Iterator<Item = (u32, bool)> {
        let mut around: Vec<(usize, u32, bool)> = (0..)
            .zip(self.bodies(function))
            .filter(|(_, body)| body.has(at))
            .map(|(index, body)| (body.code.len(), index, body.has_exit))
            .collect();
        around.sort_unstable_by_key(|(length, index, _)| (std::cmp::Reverse(*length), *index));
        around.into_iter().map(|(_, index, has_exit)| (index, has_exit))
    }

    /// Whether a thread may come out of a loop of a function that was called like this (the last
    /// call is the innermost), and into it again, without a stop.
    pub(crate) fn is_left_unseen(&self, calls: &[(u32, u32)], function: u32, index: u32) -> bool {
        let mut unseen = self.bodies(function)[index as usize].unseen;
        for call in calls.iter().rev() {
            if unseen.again || !unseen.returns {
                break;
            }
            unseen = self.after_call(*call);
        }
        unseen.again
    }

    fn after_call(&self, (function, at): (u32, u32)) -> Unseen {
        let mut known = self.after_calls.lock().unwrap_or_else(PoisonError::into_inner);
        let find = || Unseen::after_call(&self.program, &self.program.functions[function as usize], at);
        *known.entry((function, at)).or_insert_with(find)
    }

    /// The loops that a branch of a function may leave; of the libraries none.
    pub(crate) fn loops_left(&self, function: u32, at: u32, targets: [Pc; 2]) -> impl Iterator<Item = u32> {
        self.leaving(function, at, targets).filter(|(.., leaves)| leaves.contains(&true)).map(|(index, ..)| index)
    }

    /// Whether the first of the targets of a branch leaves the innermost loop that only one of them
    /// leaves.
    pub(crate) fn way_out(&self, function: u32, at: u32, targets: [Pc; 2]) -> Option<bool> {
        let decides = self.leaving(function, at, targets).filter(|(.., [first, second])| first != second);
        decides.min_by_key(|(_, length, _)| *length).map(|(.., [first, _])| first)
    }

    /// The loops that contain a branch, their lengths, and which of its targets leave each.
    fn leaving(&self, function: u32, at: u32, targets: [Pc; 2]) -> impl Iterator<Item = (u32, usize, [bool; 2])> {
        let code = &self.program.functions[function as usize].code;
        let is_back = move |index: u32, Pc(to): Pc| matches!(code.get(to as usize), Some(Inst::Loop { index: of, entry: false }) if *of == index);
        let around = (0..).zip(self.bodies(function)).filter(move |(_, body)| body.has(at));
        around.map(move |(index, body)| {
            let leaves = |target: Pc| !body.has(target.0) && !is_back(index, target);
            (index, body.code.len(), targets.map(leaves))
        })
    }

    /// The loops of a function, unless it is one of the libraries.
    fn bodies(&self, function: u32) -> &[Body] {
        let info = &self.program.functions[function as usize];
        self.shapes[function as usize].bodies.get_or_init(|| {
            let count = if info.runtime { 0 } else { info.loops.len() as u32 };
            let sorted = |index| {
                let mut body = Loops::body(&self.program, info, index);
                body.sort_unstable();
                let has_exit = Loops::has_exit(&self.program, info, index);
                Body { code: body.into(), has_exit, unseen: Unseen::after_loop(&self.program, info, index) }
            };
            (0..count).map(sorted).collect()
        })
    }

    /// How its addresses are divided.
    pub(crate) fn space(&self) -> Space {
        Space::of(&self.program)
    }

    fn find_thread_local(&self) -> Vec<(usize, u32, i64)> {
        let place = |id: GlobalId| self.local_slots.iter().position(|(local, _)| *local == id);
        let consts = self.program.consts.iter().enumerate();
        consts
            .filter_map(|(at, constant)| match *constant {
                Const::Global(id, offset) => place(id).map(|local| (at, local as u32, offset)),
                _ => None,
            })
            .collect()
    }

    /// The value of a constant; addresses of thread-local variables are patched in later.
    pub(crate) fn constant(&self, constant: &Const) -> Value {
        match *constant {
            Const::Bits(bits) => Value::new(bits),
            Const::Global(id, offset) => Value::new(self.in_global(id, self.globals[id.index()], offset)),
            Const::Function(id) => Value::new(self.space().function_address(id.0)),
            Const::External(id) => Value::new(self.external_address(id.index())),
            Const::Undef => Value { bits: 0, undef: u64::MAX },
        }
    }

    /// The address `offset` bytes into a global variable (or a thread's copy of it) at `addr`;
    /// marked if that is elsewhere.
    pub(crate) fn in_global(&self, id: GlobalId, addr: Addr, offset: i64) -> Addr {
        let space = self.space();
        let slots = space.place(addr)..=space.place(addr + self.program.globals[id.index()].size);
        match addr.checked_add_signed(offset) {
            Some(place) if slots.contains(&space.place(place)) => place,
            Some(place) if place < layout::END => space.marked(space.wrapped(addr, place), addr),
            _ => layout::LOST,
        }
    }

    /// The thread-local variable of this name.
    fn find_local(&self, name: &str) -> Option<u32> {
        let is_it = |(id, _): &(GlobalId, u32)| self.program.globals[id.index()].name == name;
        self.local_slots.iter().position(is_it).map(|index| index as u32)
    }

    /// Null for a weak one that nothing defines.
    fn external_address(&self, index: usize) -> Addr {
        if self.program.externals[index].weak && matches!(self.targets[index], Target::Unknown) {
            return 0;
        }
        self.space().function_address((self.program.functions.len() + index) as u32)
    }

    /// The address of a thread's copy of a thread-local variable.
    pub(crate) fn local_address(&self, thread: ThreadId, local: u32) -> Addr {
        let (global, slot) = self.local_slots[local as usize];
        let align = u64::from(self.program.globals[global.index()].align);
        self.space().at(thread.0, slot, self.space().start(align))
    }

    /// The hidden object of the program: how many exit handlers there are, each of three words.
    pub(crate) fn process_address() -> Addr {
        // Slot 0 of the globals' part, which no variable has.
        Space::Wide.address(layout::GLOBALS, 0)
    }
}

/// So many exit handlers can be registered.
pub(crate) const MAX_HANDLERS: u64 = 64;
/// Where in the hidden object of the program is whether the clock was read.
pub(crate) const CLOCK_AT: u64 = 8;
/// How many handlers of `quick_exit` are registered.
pub(crate) const QUICK_COUNT_AT: u64 = 16;
/// So much has every synchronisation object of the program for itself.
const OBJECT: u64 = 64;
/// The synchronisation object on which threads meet that end the program.
pub(crate) const EXIT_AT: u64 = OBJECT;
/// The hidden lock of atomic sections.
pub(crate) const SECTION_AT: u64 = 2 * OBJECT;
/// The hidden lock of what is registered: one thread at a time registers a handler.
pub(crate) const HANDLERS_LOCK_AT: u64 = 3 * OBJECT;
/// Where handlers begin, and those of `quick_exit`.
pub(crate) const HANDLERS_AT: u64 = 4 * OBJECT;
pub(crate) const HANDLER_SIZE: u64 = 24;
pub(crate) const QUICK_HANDLERS_AT: u64 = HANDLERS_AT + HANDLER_SIZE * MAX_HANDLERS;
/// Size of the hidden object.
pub(crate) const PROCESS_SIZE: u64 = QUICK_HANDLERS_AT + 8 * MAX_HANDLERS;

/// Whether a synchronisation object is the hidden lock of atomic sections.
#[must_use]
pub fn is_of_sections(object: Addr) -> bool {
    object == Code::process_address() + SECTION_AT
}

fn target(external: &threadbare_program::External, options: &Options) -> Target {
    if let Some((_, value)) = options.stubs.iter().find(|(name, _)| *name == external.name) {
        let bits = match external.float_result {
            Some(32) => u64::from((*value as f32).to_bits()),
            Some(_) => (*value as f64).to_bits(),
            None => *value as u64,
        };
        return Target::Stub(Value::new(bits));
    }
    if external.name == "pthread_join" {
        return Target::Join;
    }
    if external.name == libs::ARRIVE {
        return Target::Arrive;
    }
    if external.name == "__tb_return_address" {
        return Target::ReturnAddress;
    }
    if external.name == "__tb_frame_address" {
        return Target::FrameAddress;
    }
    if is_set_jump(&external.name) {
        return Target::SetJump;
    }
    if let Some(op) = libs::simple(&external.name) {
        return Target::Sync(op);
    }
    match libs::lookup::<Concrete>(&external.name) {
        Some(_) => Target::Library { hands_on: libs::handed_on(&external.name), sizes: libs::sizes(&external.name) },
        None => Target::Unknown,
    }
}

/// What is known of each function, and whether there are atomic sections.
fn shapes(program: &Program, options: &Options) -> (Vec<Shape>, bool) {
    let is_section = |name: &str| name.starts_with("__VERIFIER_atomic_");
    let functions = program.functions.iter().zip(allocators(program));
    let of = |(function, allocates): (&Function, bool)| {
        shape(program, function, options, (is_section(&function.name), allocates))
    };
    let sections =
        program.externals.iter().any(|e| is_section(&e.name)) || program.functions.iter().any(|f| is_section(&f.name));
    (functions.map(of).collect(), sections)
}

fn shape(program: &Program, function: &Function, options: &Options, (section, allocates): (bool, bool)) -> Shape {
    let loops = function.regs;
    let seen = loops + if options.unroll.is_some() { function.loops.len() as u32 } else { 0 };
    let mut spins = Spins::new(program, function);
    let memory = seen + SEEN * spins.count;
    let mut slots = memory;
    let mut private = Vec::new();
    let mut room = FRAME_LIMIT;
    for variable in &function.private {
        if variable.size <= room {
            room -= variable.size;
            private.push(Place::Frame(slots));
            slots += variable.size.div_ceil(8) as u32;
        } else {
            private.push(Place::Memory(slots));
            slots += 1;
        }
    }
    spins.divide(&private, slots);
    Shape {
        loops,
        seen,
        quiet: spins.quiet(),
        spins,
        memory,
        private,
        slots,
        section,
        allocates,
        bodies: OnceLock::new(),
    }
}

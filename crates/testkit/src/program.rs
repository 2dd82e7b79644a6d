//! [`Program`]: toy programs. A few threads of straight-line code with forward jumps over a few
//! locations and objects.

use std::fmt;
use threadbare_op::{Addr, Alike, Loc, Order, ReleaseSequence, RmwOp, Site, SyncOp, SyncState};

/// Registers of each thread.
pub const REGISTERS: usize = 4;

/// A register for results that nobody uses.
pub const DISCARD: u8 = REGISTERS as u8;

/// A value that no register ever has.
pub const NEVER: u64 = u64::MAX;

/// Puts a result into a register.
pub fn put(regs: &mut [u64; REGISTERS], reg: u8, value: u64) {
    if reg != DISCARD {
        regs[usize::from(reg)] = value;
    }
}

/// A value: a register (or zero) plus a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expr {
    /// The register.
    pub reg: Option<u8>,
    /// What is added.
    pub add: u64,
}

impl Expr {
    /// Its value.
    #[must_use]
    pub fn value(self, regs: &[u64; REGISTERS]) -> u64 {
        self.reg.map_or(0, |r| regs[usize::from(r)]).wrapping_add(self.add)
    }
}

/// The constant.
#[must_use]
pub const fn val(add: u64) -> Expr {
    Expr { reg: None, add }
}

/// Register plus constant.
#[must_use]
pub const fn reg(reg: u8, add: u64) -> Expr {
    Expr { reg: Some(reg), add }
}

/// An instruction. `loc`, `var`, `object`, `body` are indices into the tables of the [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Inst {
    Load {
        reg: u8,
        loc: usize,
        order: Order,
    },
    Store {
        loc: usize,
        value: Expr,
        order: Order,
    },
    Rmw {
        reg: u8,
        loc: usize,
        op: RmwOp,
        operand: Expr,
        order: Order,
    },
    /// The register gets the old value.
    Cas {
        reg: u8,
        loc: usize,
        expected: Expr,
        new: Expr,
        success: Order,
        failure: Order,
    },
    Fence {
        order: Order,
    },
    /// The register gets the result.
    Sync {
        reg: u8,
        object: usize,
        op: SyncOp,
    },
    /// Waits at a barrier; nothing if the result of `BarrierArrive` in the register is 1: it was
    /// the last.
    Leave {
        reg: u8,
        object: usize,
    },
    /// Starts a thread that runs `body` and puts its handle into `slot`.
    Spawn {
        slot: u8,
        body: usize,
    },
    /// Joins the thread whose handle is in `slot`; nothing if there is none.
    Join {
        slot: u8,
    },
    Choice {
        reg: u8,
        arity: u32,
    },
    /// Asks something of the input: whether it is one of these (bit by bit, the inputs are 0 to
    /// 15).
    Ask {
        reg: u8,
        inputs: u16,
    },
    /// The register gets a value that depends on the input.
    Take {
        reg: u8,
        values: [u8; 16],
    },
    /// Goes on only if the register has this value.
    Assume {
        reg: u8,
        value: u64,
    },
    /// A fault unless the register has this value.
    Assert {
        reg: u8,
        value: u64,
    },
    /// Jumps over the next `count` instructions if the register has (`equal`) or has not this
    /// value.
    Skip {
        reg: u8,
        value: u64,
        equal: bool,
        count: usize,
    },
    Set {
        reg: u8,
        value: Expr,
    },
    PlainLoad {
        reg: u8,
        var: usize,
    },
    PlainStore {
        var: usize,
        value: Expr,
    },
    /// An atomic access to a variable that is otherwise accessed plainly.
    VarLoad {
        reg: u8,
        var: usize,
        order: Order,
    },
    VarStore {
        var: usize,
        value: Expr,
        order: Order,
    },
    /// Adds.
    VarAdd {
        reg: u8,
        var: usize,
        operand: Expr,
        order: Order,
    },
    /// The head of a loop: a thread that comes here with the same registers as the last time it was
    /// at a head, this one, and has done nothing in between that lasts, waits.
    Head,
    /// Jumps back by `count` instructions, to a head, if the register has (`equal`) or has not this
    /// value.
    Again {
        reg: u8,
        value: u64,
        equal: bool,
        count: usize,
    },
    /// Ends the whole program.
    Exit,
    /// Something that is not supported.
    Unsupported,
    /// A bound of the run.
    Bound,
}

const SEQ_CST: Order = Order::SeqCst;

/// The accesses and fences, `seq_cst` unless [`Inst::with`] says otherwise.
impl Inst {
    /// A load.
    #[must_use]
    pub const fn load(reg: u8, loc: usize) -> Self {
        Self::Load { reg, loc, order: SEQ_CST }
    }

    /// A store.
    #[must_use]
    pub const fn store(loc: usize, value: Expr) -> Self {
        Self::Store { loc, value, order: SEQ_CST }
    }

    /// A read-modify-write.
    #[must_use]
    pub const fn rmw(reg: u8, loc: usize, op: RmwOp, operand: Expr) -> Self {
        Self::Rmw { reg, loc, op, operand, order: SEQ_CST }
    }

    /// A compare-and-swap.
    #[must_use]
    pub const fn cas(reg: u8, loc: usize, expected: Expr, new: Expr) -> Self {
        Self::Cas { reg, loc, expected, new, success: SEQ_CST, failure: SEQ_CST }
    }

    /// A fence.
    #[must_use]
    pub const fn fence() -> Self {
        Self::Fence { order: SEQ_CST }
    }

    /// An atomic load of a variable.
    #[must_use]
    pub const fn var_load(reg: u8, var: usize) -> Self {
        Self::VarLoad { reg, var, order: SEQ_CST }
    }

    /// An atomic store to a variable.
    #[must_use]
    pub const fn var_store(var: usize, value: Expr) -> Self {
        Self::VarStore { var, value, order: SEQ_CST }
    }

    /// An atomic addition to a variable.
    #[must_use]
    pub const fn var_add(reg: u8, var: usize, operand: Expr) -> Self {
        Self::VarAdd { reg, var, operand, order: SEQ_CST }
    }

    /// The same with this order; what a load, or a compare-and-swap that fails, cannot be told of
    /// it is left out.
    #[must_use]
    pub const fn with(self, order: Order) -> Self {
        let read = match order {
            Order::Release => Order::Relaxed,
            Order::AcqRel => Order::Acquire,
            other => other,
        };
        let write = match order {
            Order::Acquire => Order::Relaxed,
            Order::AcqRel => Order::Release,
            other => other,
        };
        match self {
            Self::Load { reg, loc, .. } => Self::Load { reg, loc, order: read },
            Self::Store { loc, value, .. } => Self::Store { loc, value, order: write },
            Self::Rmw { reg, loc, op, operand, .. } => Self::Rmw { reg, loc, op, operand, order },
            Self::Cas { reg, loc, expected, new, .. } => {
                Self::Cas { reg, loc, expected, new, success: order, failure: read }
            }
            Self::Fence { .. } => Self::Fence { order },
            Self::VarLoad { reg, var, .. } => Self::VarLoad { reg, var, order: read },
            Self::VarStore { var, value, .. } => Self::VarStore { var, value, order: write },
            Self::VarAdd { reg, var, operand, .. } => Self::VarAdd { reg, var, operand, order },
            other => other,
        }
    }
}

/// What becomes of plain accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Plain {
    /// They are invisible, and races are faults; except that a store to what was accessed
    /// atomically, and a load from what was written atomically, are visible.
    #[default]
    Report,
    /// They are visible.
    Explore,
}

/// A toy program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The code of the threads; the first is main's.
    pub bodies: Vec<Vec<Inst>>,
    /// The atomic locations: initial value and size.
    pub locations: Vec<(u64, u8)>,
    /// The plain variables: initial value. They have 8 bytes.
    pub variables: Vec<u64>,
    /// The synchronisation objects: initial state.
    pub objects: Vec<SyncState>,
    /// What becomes of plain accesses.
    pub plain: Plain,
    /// Whether the atomic locations lie only 4 bytes apart, so that those of 8 bytes reach into the
    /// next one.
    pub tight: bool,
    /// Which writes a release sequence has.
    pub release_sequence: ReleaseSequence,
    /// Instead of waiting, threads give up after so many arrivals at heads of loops. Only the
    /// oracle heeds it.
    pub rounds: Option<u32>,
}

/// The number of what is not supported.
pub const UNSUPPORTED: u32 = 7;

/// The number of what an explorer refuses.
pub const REFUSED: u32 = 8;

const ATOMICS: Addr = 0x10_0000;
const VARIABLES: Addr = 0x20_0000;
const OBJECTS: Addr = 0x30_0000;
const STRIDE: Addr = 64;

impl Program {
    /// A program whose main thread starts one thread for each of `threads`, and does nothing else.
    #[must_use]
    pub fn parallel(threads: Vec<Vec<Inst>>, locations: usize) -> Self {
        let main = (1..=threads.len()).map(|body| Inst::Spawn { slot: 0, body }).collect();
        let mut bodies = vec![main];
        bodies.extend(threads);
        Self { bodies, locations: vec![(0, 8); locations], ..Self::default() }
    }

    /// Whether it has input.
    #[must_use]
    pub fn has_input(&self) -> bool {
        self.bodies.iter().flatten().any(|inst| matches!(inst, Inst::Ask { .. } | Inst::Take { .. }))
    }

    /// The program that has this input: it asks nothing.
    #[must_use]
    pub fn with_input(&self, input: u32) -> Self {
        let mut program = self.clone();
        for inst in program.bodies.iter_mut().flatten() {
            let (reg, value) = match *inst {
                Inst::Ask { reg, inputs } => (reg, inputs >> input & 1),
                Inst::Take { reg, values } => (reg, u16::from(values[input as usize])),
                _ => continue,
            };
            *inst = Inst::Set { reg, value: val(u64::from(value)) };
        }
        program
    }

    /// The instruction at a place.
    #[must_use]
    pub fn inst(&self, body: usize, pc: usize) -> Option<&Inst> {
        self.bodies.get(body).and_then(|code| code.get(pc))
    }

    /// Whether each wait at a barrier comes from an arrival there, as it does where both are parts
    /// of one library call.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.bodies.iter().all(|code| (0..code.len()).all(|pc| Self::leaves_soundly(code, pc)))
    }

    fn leaves_soundly(code: &[Inst], pc: usize) -> bool {
        if let Inst::Again { count, .. } = code[pc] {
            return pc >= count && matches!(code[pc - count], Inst::Head);
        }
        let Inst::Leave { object, .. } = code[pc] else { return true };
        let is_arrival = |op: SyncOp| matches!(op, SyncOp::BarrierArrive { .. });
        let arrives = |inst: &Inst| matches!(*inst, Inst::Sync { object: o, op, .. } if o == object && is_arrival(op));
        let lands = |(at, inst): (usize, &Inst)| matches!(*inst, Inst::Skip { count, .. } if at + 1 + count == pc);
        pc > 0 && arrives(&code[pc - 1]) && !code[..pc].iter().enumerate().any(lands)
    }

    /// The number of instructions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.iter().map(Vec::len).sum()
    }

    /// Whether it does nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn stride(&self) -> Addr {
        if self.tight { 4 } else { STRIDE }
    }

    /// Where an atomic location lies.
    #[must_use]
    pub fn atomic(&self, loc: usize) -> Loc {
        Loc::new(ATOMICS + self.stride() * loc as Addr, self.locations[loc].1)
    }

    /// Where a plain variable lies.
    #[must_use]
    pub fn variable(&self, var: usize) -> Loc {
        Loc::new(VARIABLES + STRIDE * var as Addr, 8)
    }

    /// Where an object lies.
    #[must_use]
    pub fn object(&self, object: usize) -> Addr {
        OBJECTS + STRIDE * object as Addr
    }

    /// Which object lies at an address.
    #[must_use]
    pub fn object_at(&self, addr: Addr) -> usize {
        ((addr - OBJECTS) / STRIDE) as usize
    }

    /// Which plain variable lies at an address.
    #[must_use]
    pub fn variable_at(&self, addr: Addr) -> Option<usize> {
        (VARIABLES..OBJECTS).contains(&addr).then(|| ((addr - VARIABLES) / STRIDE) as usize)
    }

    /// Which atomic location lies at an address.
    #[must_use]
    pub fn location_at(&self, addr: Addr) -> usize {
        ((addr - ATOMICS) / self.stride()) as usize
    }

    /// The initial value of the location at an address.
    #[must_use]
    pub fn initial(&self, addr: Addr) -> u64 {
        if addr >= VARIABLES {
            self.variables[((addr - VARIABLES) / STRIDE) as usize]
        } else {
            self.locations[self.location_at(addr)].0
        }
    }

    /// The instruction at a place.
    #[must_use]
    pub fn at(&self, Site(site): Site) -> Option<Inst> {
        self.bodies.get(site as usize / 1000)?.get(site as usize % 1000).copied()
    }

    /// With which others the operation at a place commutes.
    #[must_use]
    pub fn alike(&self, site: Site) -> Option<Alike> {
        if self.plain != Plain::Report {
            return None;
        }
        match self.at(site)? {
            Inst::Rmw { reg: DISCARD, op: RmwOp::Add | RmwOp::Sub, .. } => Some(Alike::Sum),
            Inst::Rmw { reg: DISCARD, op: RmwOp::Xor, .. } => Some(Alike::Flips),
            Inst::Sync { op: SyncOp::SemPost, .. } => Some(Alike::Post),
            Inst::Sync { op: SyncOp::BarrierArrive { asks: false }, .. } => Some(Alike::Arrival),
            _ => None,
        }
    }

    /// The place of an instruction.
    #[must_use]
    pub fn site(body: usize, pc: usize) -> Site {
        Site((body * 1000 + pc) as u32)
    }
}

/// As Rust code, so that a failing program can be made a test.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Program {{")?;
        writeln!(f, "    bodies: vec![")?;
        for (number, body) in self.bodies.iter().enumerate() {
            writeln!(f, "        // {number}\n        vec![")?;
            for inst in body {
                writeln!(f, "            {inst:?},")?;
            }
            writeln!(f, "        ],")?;
        }
        writeln!(f, "    ],\n    locations: vec!{:?},\n    variables: vec!{:?},", self.locations, self.variables)?;
        writeln!(
            f,
            "    objects: vec!{:?},\n    plain: Plain::{:?},\n    tight: {},\n    rounds: {:?},\n}}",
            self.objects, self.plain, self.tight, self.rounds
        )
    }
}

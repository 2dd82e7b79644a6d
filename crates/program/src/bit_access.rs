//! Which bits of the memory that it loads or stores an access to a bit-field is about.
//!
//! A compiler loads the whole unit of a bit-field, and shifts and masks what it wants; to write one
//! it loads the unit, masks the old bits out, puts the new ones in, and stores the unit. The masks
//! tell. Of the load of such a write, the bits are those that are written.
//!
//! Not covered, and answered with `None`: anything else that is done with what was loaded, as in
//! copies of structures, or where an optimiser has put several accesses together.

use crate::inst::{BinOp, CastOp, Inst, Operand, Reg};
use crate::module::Program;
use crate::operands::{computed, may_write};
use threadbare_op::Site;

/// The bits, from the first one of the access on; `None` if the code does not tell.
#[must_use]
pub fn accessed_bits(program: &Program, site: Site) -> Option<u64> {
    let (function, pc) = program.locate(site)?;
    let code = Code { program, code: &program.functions[function.index()].code };
    let at = pc.0 as usize;
    let (bits, size) = match *code.code.get(at)? {
        Inst::Load { dst, addr, size, .. } => (code.read(at, dst, addr)?, size),
        Inst::Store { addr, value, size, .. } => (code.written(at, value, addr)?, size),
        _ => return None,
    };
    Some(bits & low(u32::from(size) * 8)).filter(|bits| *bits != 0)
}

/// So many bits.
fn low(count: u32) -> u64 {
    1_u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1)
}

struct Code<'p> {
    program: &'p Program,
    code: &'p [Inst],
}

impl Code<'_> {
    /// The bits that a store at `at` of `value` changes.
    fn written(&self, at: usize, value: Operand, addr: Operand) -> Option<u64> {
        match *self.definition(at, value)? {
            // Where all of them are set, the optimiser does not clear them before.
            Inst::Bin { op: BinOp::Or, a, b, .. } if self.is_loaded(at, a, addr) => self.program.number(b),
            Inst::Bin { op: BinOp::Or, a, b, .. } => self.cleared(at, a, addr).or_else(|| self.cleared(at, b, addr)),
            Inst::Bin { op: BinOp::And, .. } => self.cleared(at, value, addr),
            _ => None,
        }
    }

    /// The bits of what is at `addr` that are masked out of `value`.
    fn cleared(&self, at: usize, value: Operand, addr: Operand) -> Option<u64> {
        let Inst::Bin { op: BinOp::And, a, b, .. } = *self.definition(at, value)? else { return None };
        self.is_loaded(at, a, addr).then_some(!self.program.number(b)?)
    }

    fn is_loaded(&self, at: usize, value: Operand, addr: Operand) -> bool {
        matches!(self.definition(at, value), Some(Inst::Load { addr: from, .. }) if *from == addr)
    }

    /// The bits that are used of what a load at `at` puts into `loaded`.
    fn read(&self, at: usize, loaded: Reg, addr: Operand) -> Option<u64> {
        let mut bits = 0;
        for (place, inst) in self.users(at, loaded)? {
            bits |= match *inst {
                Inst::Bin { op: BinOp::And, dst, b, .. } if self.is_put_back(place, dst, addr) => {
                    !self.program.number(b)?
                }
                Inst::Bin { op: BinOp::And, b, .. } => self.program.number(b)?,
                Inst::Bin { op: BinOp::Or, dst, b, .. } if self.is_put_back(place, dst, addr) => {
                    self.program.number(b)?
                }
                Inst::Bin { op: BinOp::AShr, b, .. } => u64::MAX.checked_shl(self.count(b)?)?,
                Inst::Bin { op: BinOp::LShr, dst, b, .. } => {
                    self.masked(place, dst).unwrap_or(u64::MAX).checked_shl(self.count(b)?)?
                }
                Inst::Bin { op: BinOp::Shl, dst, b, width, .. } => {
                    let (left, right) = (self.count(b)?, self.shifted_back(place, dst)?);
                    low(u32::from(width).checked_sub(right)?).checked_shl(right.checked_sub(left)?)?
                }
                Inst::Cast { op: CastOp::Trunc | CastOp::PtrTrunc, to, .. } => low(u32::from(to)),
                _ => return None,
            };
        }
        Some(bits)
    }

    /// Whether what is in `kept` is stored to `addr`, perhaps with other bits put in.
    fn is_put_back(&self, at: usize, kept: Reg, addr: Operand) -> bool {
        let stored = |value: Reg, from: usize| {
            let store = |inst: &Inst| matches!(*inst, Inst::Store { addr: to, value: v, .. } if to == addr && v == Operand::reg(value));
            self.code[from..].iter().any(store)
        };
        let mut users = self.users(at, kept).into_iter().flatten();
        stored(kept, at)
            || users.any(|(at, inst)| matches!(*inst, Inst::Bin { op: BinOp::Or, dst, .. } if stored(dst, at)))
    }

    /// The mask of what is in `reg`, if that is all that is used of it.
    fn masked(&self, at: usize, reg: Reg) -> Option<u64> {
        match *self.users(at, reg)?.first()?.1 {
            Inst::Bin { op: BinOp::And, b, .. } => self.program.number(b),
            Inst::Cast { op: CastOp::Trunc | CastOp::PtrTrunc, to, .. } => Some(low(u32::from(to))),
            _ => None,
        }
    }

    /// How far what is in `reg` is shifted to the right.
    fn shifted_back(&self, at: usize, reg: Reg) -> Option<u32> {
        match *self.users(at, reg)?.first()?.1 {
            Inst::Bin { op: BinOp::AShr | BinOp::LShr, b, .. } => self.count(b),
            _ => None,
        }
    }

    /// What computes with a register after `at`, until it is written again. `None` if what is in it
    /// goes somewhere as it is.
    fn users(&self, at: usize, reg: Reg) -> Option<Vec<(usize, &Inst)>> {
        let mut users = Vec::new();
        let operand = Operand::reg(reg);
        for (place, inst) in self.code.iter().enumerate().skip(at + 1) {
            match (computed(inst), inst) {
                (Some((_, operands)), _) if operands.contains(&operand) => users.push((place, inst)),
                (None, inst) if goes_on(inst, operand) => return None,
                _ => {}
            }
            if may_write(inst, reg) {
                break;
            }
        }
        (!users.is_empty()).then_some(users)
    }

    /// What has put a value into a register before `at`.
    fn definition(&self, at: usize, operand: Operand) -> Option<&Inst> {
        let reg = operand.as_reg()?;
        self.code[..at].iter().rev().find(|inst| may_write(inst, reg))
    }

    fn count(&self, operand: Operand) -> Option<u32> {
        u32::try_from(self.program.number(operand)?).ok()
    }
}

/// Whether a value goes somewhere else as it is.
fn goes_on(inst: &Inst, operand: Operand) -> bool {
    match inst {
        Inst::Call { args, .. } => args.contains(&operand),
        Inst::Return { values } => values.contains(&operand),
        Inst::Store { value, .. } => *value == operand,
        _ => false,
    }
}

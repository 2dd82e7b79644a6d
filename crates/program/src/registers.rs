//! [`Registers`].

use crate::inst::Reg;

/// A set of registers.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Registers(Vec<u64>);

impl Registers {
    /// None of so many.
    pub(crate) fn none(registers: u32) -> Self {
        Self(vec![0; registers as usize / 64 + 1])
    }

    pub(crate) fn has(&self, reg: Reg) -> bool {
        self.0[reg.0 as usize / 64] & 1 << (reg.0 % 64) != 0
    }

    pub(crate) fn put(&mut self, reg: Reg) {
        self.0[reg.0 as usize / 64] |= 1 << (reg.0 % 64);
    }

    pub(crate) fn take(&mut self, reg: Reg) {
        self.0[reg.0 as usize / 64] &= !(1 << (reg.0 % 64));
    }

    pub(crate) fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(crate) fn registers(&self) -> impl Iterator<Item = Reg> + '_ {
        let bits =
            (0_u32..).zip(&self.0).flat_map(|(word, &bits)| (0..64).map(move |bit| (word * 64 + bit, bits, bit)));
        bits.filter(|&(_, bits, bit)| bits & 1 << bit != 0).map(|(reg, ..)| Reg(reg))
    }
}

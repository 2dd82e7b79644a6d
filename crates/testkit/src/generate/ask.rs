//! Questions about the input.

use super::Maker;
use crate::program::{Inst, reg};

impl Maker<'_> {
    /// Asks something of the input; sometimes only if another register has some value.
    pub(super) fn ask(&mut self, to: u8, loc: usize) -> Vec<Inst> {
        let mut code = Vec::new();
        if self.rng.percent(40) {
            let (reg, value, equal) = (self.register(), self.rng.below(2) as u64, self.rng.percent(50));
            code.push(Inst::Skip { reg, value, equal, count: 1 });
        }
        code.push(Inst::Ask { reg: to, inputs: self.inputs() });
        let value = self.rng.below(2) as u64;
        match self.rng.below(8) {
            0..=3 => code.push(Inst::Skip { reg: to, value, equal: true, count: 1 + self.rng.below(2) }),
            4 => code.push(Inst::Assume { reg: to, value }),
            5 => code.push(Inst::Assert { reg: to, value }),
            6 => code.push(Inst::store(loc, reg(to, 0))),
            _ => {}
        }
        code
    }

    /// Some of the inputs: they are two numbers of two bits, which are compared, mostly.
    fn inputs(&mut self) -> u16 {
        let (shift, number, what) = (2 * self.rng.below(2), self.rng.below(4), self.rng.below(8));
        let some = self.rng.bits();
        let is_one = |input: usize| match what {
            0..=2 => input >> shift & 3 < number,
            3 | 4 => input >> shift & 3 == number,
            5 => input & 3 == input >> 2,
            6 => input & 3 < input >> 2,
            _ => some >> input & 1 == 1,
        };
        (0..16).filter(|&input| is_one(input)).fold(0, |all, input| all | 1 << input)
    }
}

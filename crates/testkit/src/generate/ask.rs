//! Questions about the input.

use super::Maker;
use crate::program::{Inst, reg, val};
use threadbare_op::RmwOp;

impl Maker<'_> {
    /// Asks something of the input; sometimes only if another register has some value.
    pub(super) fn ask(&mut self, to: u8, loc: usize) -> Vec<Inst> {
        let mut code = Vec::new();
        if self.rng.percent(40) {
            let (reg, value, equal) = (self.register(), self.rng.below(2) as u64, self.rng.percent(50));
            code.push(Inst::Skip { reg, value, equal, count: 1 });
        }
        if self.rng.percent(50) {
            code.extend(self.take(to, loc));
            return code;
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

    /// Takes a number of the input, and stores it, swaps or compares by it.
    fn take(&mut self, to: u8, loc: usize) -> Vec<Inst> {
        let (shift, most) = (2 * self.rng.below(2), self.rng.range((1, 3)) as u8);
        let values = std::array::from_fn(|input| (input >> shift & 3) as u8 & most);
        let (other, value, new) = (self.register(), self.rng.below(3) as u64, self.expr());
        let found = Inst::cas(other, loc, val(value), new);
        let mut code = vec![Inst::Take { reg: to, values }];
        match self.rng.below(8) {
            0 => code.push(Inst::store(loc, reg(to, 0))),
            1 => code.extend([Inst::store(loc, reg(to, 0)), found]),
            2 => code.extend([Inst::rmw(other, loc, RmwOp::Xchg, reg(to, 0)), found]),
            3 => code.push(Inst::rmw(other, loc, RmwOp::Add, reg(to, 0))),
            4 => code.extend([Inst::cas(other, loc, reg(to, 0), new), Inst::Assert { reg: other, value }]),
            5 => code.extend([Inst::cas(other, loc, reg(to, 0), new), Inst::store(loc, reg(other, 1))]),
            6 => code.extend([Inst::cas(other, loc, reg(to, 0), reg(to, 1)), Inst::load(other, loc)]),
            _ => code.push(Inst::cas(other, loc, reg(to, 0), new)),
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

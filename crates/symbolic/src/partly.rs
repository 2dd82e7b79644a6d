//! Arithmetic on values of which some bits are undefined and others may depend on input: as for
//! words, where what is known of the terms decides which bits of the result are undefined; else it
//! is refused.

use crate::table::Table;
use crate::values::{Refused, Sym};
use threadbare_machine::carries::{self, Bits};
use threadbare_machine::{Concrete, Domain, Value};
use threadbare_program::{BinOp, CastOp};
use threadbare_term::operator::mask;
use threadbare_term::{Operator, Width};

impl Table {
    /// Sums, products, and shifts by a number, if an operand has uninitialised bits; `None` for
    /// others, and for poison.
    pub(crate) fn partly_defined(&mut self, op: BinOp, width: Width, (a, b): (Sym, Sym)) -> Option<Sym> {
        let ((a, p), (b, q)) = (self.operand(a, width).ok()?, self.operand(b, width).ok()?);
        if p.undef | q.undef == 0 || p.is_poison() || q.is_poison() {
            return None;
        }
        let (operator, undef) = match op.unchecked() {
            sum @ (BinOp::Add | BinOp::Sub | BinOp::Mul) => {
                let bits = |term, undef: u64| {
                    let facts = self.terms.facts(term);
                    Bits { zeros: facts.zeros as u64 & !undef, ones: facts.ones as u64, undef, maybe: 0 }
                };
                let (x, y, bits) = (bits(a, p.undef), bits(b, q.undef), u32::from(width));
                let (operator, depends) = match sum {
                    BinOp::Add => (Operator::Add, carries::of_sum(x, y, bits)),
                    BinOp::Sub => (Operator::Sub, carries::of_difference(x, y, bits)),
                    _ => (Operator::Mul, carries::of_product(x, y, bits)),
                };
                if depends.maybe != 0 {
                    return Some(self.refused(Refused::PartlyUndefined));
                }
                (operator, depends.undef)
            }
            shift @ (BinOp::Shl | BinOp::LShr | BinOp::AShr) if q.undef == 0 => {
                let by = self.terms.constant(b).filter(|by| *by < u128::from(width))? as u32;
                match shift {
                    BinOp::Shl => (Operator::Shl, p.undef << by),
                    BinOp::LShr => (Operator::LShr, p.undef >> by),
                    _ => (Operator::AShr, (extended(p, width, 64).undef as i64 >> by) as u64),
                }
            }
            _ => return None,
        };
        let result = self.terms.binary(operator, a, b);
        let result = self.terms.zero_extend(result, 64);
        Some(self.value(result, Value { bits: 0, undef: undef & mask(width) as u64 }))
    }

    /// Bit by bit.
    pub(crate) fn bitwise(&mut self, op: BinOp, width: Width, (a, b): (Sym, Sym)) -> Result<Sym, Refused> {
        let ((a, p), (b, q)) = (self.operand(a, width)?, self.operand(b, width)?);
        if p.is_poison() || q.is_poison() {
            return Ok(self.word(Value::unknown(width.into(), &[p, q])));
        }
        let operator = match op {
            BinOp::And => Operator::And,
            BinOp::Or => Operator::Or,
            _ => Operator::Xor,
        };
        let term = self.terms.binary(operator, a, b);
        let undef = if p.undef | q.undef == 0 {
            0
        } else {
            // Bits of one that make those of the other not matter, and those of which that is not
            // known.
            let deciding = |terms: &Self, term, own: u64| {
                let facts = terms.terms.facts(term);
                let decides = match operator {
                    Operator::And => facts.zeros as u64 & !own,
                    Operator::Or => facts.ones as u64,
                    _ => 0,
                };
                let known = (facts.zeros | facts.ones) as u64 | own;
                (decides, if operator == Operator::Xor { 0 } else { !known })
            };
            let ((x, unknown_x), (y, unknown_y)) = (deciding(self, a, p.undef), deciding(self, b, q.undef));
            if p.undef & unknown_y | q.undef & unknown_x != 0 {
                return Err(Refused::PartlyUndefined);
            }
            p.undef & !y | q.undef & !x
        };
        let term = self.terms.zero_extend(term, 64);
        Ok(self.value(term, Value { bits: 0, undef }))
    }
}

/// Undefined bits of a value whose sign is repeated.
pub(crate) fn extended(word: Value, from: Width, to: Width) -> Value {
    let mut result = Value::ZERO;
    // Words have no other result.
    let _ = Concrete.cast(CastOp::SExt, from, to, word, &mut result);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Symbolic;
    use threadbare_machine::Wrong;
    use threadbare_op::{Given, ThreadId};

    /// What is computed of a value is what is computed of its word, for some input.
    #[test]
    fn partly_undefined_values_are_as_words() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let ops = [
            BinOp::Add,
            BinOp::SubNsw,
            BinOp::Mul,
            BinOp::Shl,
            BinOp::ShlNsw,
            BinOp::LShr,
            BinOp::AShr,
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
        ];
        let mut compared = 0;
        for _ in 0..3000 {
            let mut domain = Symbolic::default();
            let number = random(1 << 31) << 8 | random(256);
            let input = domain.input(ThreadId::MAIN, 32).unwrap();
            let given = [Given { thread: ThreadId::MAIN, n: 0, value: number & 0xFFFF_FFFF }];
            // Some bytes of the input, the others undefined; the same in words.
            let (at, size) = (random(7) as usize, 1);
            let (mut cells, mut words) = ([domain.lift(Value::uninit(8))], [Value::uninit(8)]);
            domain.store(&mut cells, at, size, input);
            Concrete.store(&mut words, at, size, Value::new(number));
            let (mut value, mut word) = (cells[0], words[0]);
            for _ in 0..1 + random(3) {
                let (op, width) = (ops[random(10) as usize], [8, 16, 32, 64][random(4) as usize]);
                let shifts = matches!(op, BinOp::Shl | BinOp::ShlNsw | BinOp::LShr | BinOp::AShr);
                let by = if shifts { random(width.into()) } else { random(1 << 31) >> random(31) };
                let by = Value::new(by & mask(width) as u64);
                let (lifted, before) = (domain.lift(by), word);
                let (mut a, mut b) = (Sym::default(), Value::ZERO);
                let ends = |end: Result<(), Wrong>| matches!(end, Ok(()));
                let cut = Value::partial(before.bits & mask(width) as u64, before.undef & mask(width) as u64);
                if cut.undef == 0 || !ends(Concrete.bin(op, width, cut, by, &mut b)) {
                    break;
                }
                let cut = domain.lowest(value, width / 8);
                assert!(ends(domain.bin(op, width, cut, lifted, &mut a)), "{op:?}");
                (value, word) = (a, b);
                if random(4) == 0 && width < 64 {
                    let (mut a, mut b) = (Sym::default(), Value::ZERO);
                    Concrete.cast(CastOp::SExt, width, 64, word, &mut b).unwrap();
                    domain.cast(CastOp::SExt, width, 64, value, &mut a).unwrap();
                    (value, word) = (a, b);
                }
            }
            if let Some(found) = domain.under(value, &given) {
                compared += 1;
                assert_eq!(found, word, "{number:#x} at {at}");
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}

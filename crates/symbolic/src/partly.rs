//! Arithmetic on values of which some bits are undefined and others may depend on input: as for
//! words, where what is known of the terms decides which bits of the result are undefined; else it
//! is refused.

use crate::table::Table;
use crate::values::{Refused, Sym};
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
            // A carry goes upwards only.
            sum @ (BinOp::Add | BinOp::Sub | BinOp::Mul) => {
                let operator = match sum {
                    BinOp::Add => Operator::Add,
                    BinOp::Sub => Operator::Sub,
                    _ => Operator::Mul,
                };
                (operator, u64::MAX << (p.undef | q.undef).trailing_zeros())
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

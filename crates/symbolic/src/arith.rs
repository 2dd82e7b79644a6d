//! Arithmetic on values of which at least one depends on input.
//!
//! The operands are cut to the width of the operation; results have zeros above it. Values with
//! undefined bits: see `partly.rs`.

use crate::partly::extended;
use crate::table::Table;
use crate::values::{Node as Kind, Refused, Sym};
use threadbare_machine::{Value, Wrong};
use threadbare_op::RmwOp;
use threadbare_program::{BinOp, CastOp, IntUnOp, OverflowOp, Pred};
use threadbare_term::operator::{mask, signed};
use threadbare_term::{Node, Operator, Term, Width};

/// An operand: its term, of the width of the operation, and its undefined bits.
type Operand = (Term, Value);

impl Table {
    pub(crate) fn operand(&mut self, value: Sym, width: Width) -> Result<Operand, Refused> {
        let (term, word) = self.parts(value)?;
        Ok((self.terms.extract(term, 0, width), word.lowest(width.into())))
    }

    /// Two operands without undefined bits.
    fn defined_pair(&mut self, (a, b): (Sym, Sym), width: Width) -> Result<(Term, Term), Sym> {
        let pair = self.operand(a, width).and_then(|a| Ok((a, self.operand(b, width)?)));
        let ((a, p), (b, q)) = match pair {
            Ok(pair) => pair,
            Err(why) => return Err(self.refused(why)),
        };
        match self.undefined(width, &[p, q]) {
            Some(undefined) => Err(undefined),
            None => Ok((a, b)),
        }
    }

    /// The result, if some bits of the operands are undefined: poison if they are that.
    fn undefined(&mut self, width: Width, of: &[Value]) -> Option<Sym> {
        if of.iter().all(|word| word.undef == 0) {
            return None;
        }
        let unknown = Value::unknown(width.into(), of);
        Some(if unknown.is_poison() { self.word(unknown) } else { self.refused(Refused::PartlyUndefined) })
    }

    /// Whether what is wrong if `cond` is 1 is wrong.
    pub(crate) fn check(&mut self, cond: Term, wrong: Wrong) -> Result<(), Wrong> {
        // As it is asked: an entry of a table has another one with zeros above it.
        let value = self.defined(cond);
        let known = match self.node(value) {
            Kind::Word(word) => Some(word.bits),
            Kind::Input(term, _) => self.known(term),
            Kind::Refused(_) => None,
        };
        match known {
            Some(0) => Ok(()),
            Some(_) => Err(wrong),
            None => {
                self.open = value;
                Err(Wrong::Undecided)
            }
        }
    }

    pub(crate) fn bin(&mut self, op: BinOp, width: Width, values: (Sym, Sym), into: &mut Sym) -> Result<(), Wrong> {
        if matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) {
            *into = self.bitwise(op, width, values).unwrap_or_else(|why| self.refused(why));
            return Ok(());
        }
        if op.divides() {
            self.check_divisor(values.1, width)?;
        }
        if let Some(partly) = self.partly_defined(op, width, values) {
            *into = partly;
            return Ok(());
        }
        let (a, b) = match self.defined_pair(values, width) {
            Ok(pair) => pair,
            Err(other) => {
                *into = other;
                return Ok(());
            }
        };
        let poison = self.wrong_if(op, a, b)?;
        let result = self.result(op, a, b);
        *into = self.defined(result);
        if poison { Err(Wrong::Poison) } else { Ok(()) }
    }

    /// A divisor decides whether there is a quotient, so it has to be defined, whatever it divides.
    fn check_divisor(&mut self, divisor: Sym, width: Width) -> Result<(), Wrong> {
        match self.operand(divisor, width) {
            Ok((_, word)) if word.undef == 0 => Ok(()),
            Ok(_) => Err(Wrong::Undefined),
            Err(_) => {
                self.open = divisor;
                Err(Wrong::Undecided)
            }
        }
    }

    /// Whether there is no result.
    fn wrong_if(&mut self, op: BinOp, a: Term, b: Term) -> Result<bool, Wrong> {
        let width = self.terms.width(a);
        if op.divides() {
            let zero = self.terms.is(b, 0);
            self.check(zero, Wrong::DivisionByZero)?;
        }
        if matches!(op, BinOp::SDiv | BinOp::SRem | BinOp::SDivExact) {
            let (least, minus) = (self.terms.is(a, 1 << (width - 1)), self.terms.is(b, mask(width)));
            let both = self.terms.binary(Operator::And, least, minus);
            self.check(both, Wrong::Overflow)?;
        }
        let cond = match op {
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.too_far(b),
            BinOp::AddNsw => self.overflows(OverflowOp::SAdd, a, b),
            BinOp::SubNsw => self.overflows(OverflowOp::SSub, a, b),
            BinOp::MulNsw => self.overflows(OverflowOp::SMul, a, b),
            BinOp::AddNuw => self.overflows(OverflowOp::UAdd, a, b),
            BinOp::SubNuw => self.overflows(OverflowOp::USub, a, b),
            BinOp::MulNuw => self.overflows(OverflowOp::UMul, a, b),
            BinOp::ShlNsw | BinOp::ShlNuw => {
                let shifted = self.terms.binary(Operator::Shl, a, b);
                let back = if op == BinOp::ShlNuw { Operator::LShr } else { Operator::AShr };
                let back = self.terms.binary(back, shifted, b);
                let same = self.terms.eq(back, a);
                let (far, lost) = (self.too_far(b), self.terms.not(same));
                self.terms.binary(Operator::Or, far, lost)
            }
            BinOp::SDivExact => {
                let rest = self.terms.binary(Operator::SRem, a, b);
                let none = self.terms.is(rest, 0);
                self.terms.not(none)
            }
            _ => return Ok(false),
        };
        match self.check(cond, Wrong::Poison) {
            Err(Wrong::Poison) => Ok(true),
            other => other.map(|()| false),
        }
    }

    fn too_far(&mut self, by: Term) -> Term {
        let width = self.terms.width(by);
        // For a width that is no number of this width, nothing is too far.
        if u128::from(width) > mask(width) {
            return self.terms.number(1, 0);
        }
        let width = self.terms.number(width, u128::from(width));
        let near = self.terms.binary(Operator::ULt, by, width);
        self.terms.not(near)
    }

    /// The result of arithmetic; where there is none, what x86 computes.
    fn result(&mut self, op: BinOp, a: Term, b: Term) -> Term {
        let width = self.terms.width(a);
        let operator = match op.unchecked() {
            BinOp::Add => Operator::Add,
            BinOp::Sub => Operator::Sub,
            BinOp::Mul => Operator::Mul,
            BinOp::UDiv => Operator::UDiv,
            BinOp::URem => Operator::URem,
            BinOp::SDiv => Operator::SDiv,
            BinOp::SRem => Operator::SRem,
            shift @ (BinOp::Shl | BinOp::LShr | BinOp::AShr) => {
                let most = self.terms.number(width, u128::from(width) - 1);
                let facts = self.terms.facts(b);
                let b = if facts.max < u128::from(width) { b } else { self.wrapped(b, most) };
                let operator = match shift {
                    BinOp::Shl => Operator::Shl,
                    BinOp::LShr => Operator::LShr,
                    _ => Operator::AShr,
                };
                return self.terms.binary(operator, a, b);
            }
            BinOp::UMulHigh => {
                let (a, b) = (self.terms.zero_extend(a, width * 2), self.terms.zero_extend(b, width * 2));
                let product = self.terms.binary(Operator::Mul, a, b);
                return self.terms.extract(product, width, width);
            }
            BinOp::UMax | BinOp::UMin => return self.extreme(Operator::ULt, op == BinOp::UMax, a, b),
            BinOp::SMax | BinOp::SMin => return self.extreme(Operator::SLt, op == BinOp::SMax, a, b),
            BinOp::UAddSat => return self.saturated(OverflowOp::UAdd, a, b),
            BinOp::USubSat => return self.saturated(OverflowOp::USub, a, b),
            BinOp::SAddSat => return self.saturated(OverflowOp::SAdd, a, b),
            BinOp::SSubSat => return self.saturated(OverflowOp::SSub, a, b),
            BinOp::And => Operator::And,
            BinOp::Or => Operator::Or,
            _ => Operator::Xor,
        };
        self.terms.binary(operator, a, b)
    }

    /// A sum or a difference; where it does not fit, the number that is the nearest to it.
    fn saturated(&mut self, op: OverflowOp, a: Term, b: Term) -> Term {
        let width = self.terms.width(a);
        let over = self.overflows(op, a, b);
        let is_sum = matches!(op, OverflowOp::UAdd | OverflowOp::SAdd);
        let plain = self.terms.binary(if is_sum { Operator::Add } else { Operator::Sub }, a, b);
        let end = match op {
            OverflowOp::UAdd => self.terms.number(width, mask(width)),
            OverflowOp::SAdd | OverflowOp::SSub => {
                // On the side of the first number.
                let (least, most) = (1 << (width - 1), mask(width) >> 1);
                let (least, most) = (self.terms.number(width, least), self.terms.number(width, most));
                let negative = self.terms.extract(a, width - 1, 1);
                self.terms.ite(negative, least, most)
            }
            _ => self.terms.number(width, 0),
        };
        self.terms.ite(over, end, plain)
    }

    /// The places of a shift, modulo the width.
    fn wrapped(&mut self, by: Term, most: Term) -> Term {
        let width = self.terms.width(by);
        if width.is_power_of_two() {
            return self.terms.binary(Operator::And, by, most);
        }
        let width = self.terms.number(width, u128::from(width));
        self.terms.binary(Operator::URem, by, width)
    }

    fn extreme(&mut self, less: Operator, largest: bool, a: Term, b: Term) -> Term {
        let less = self.terms.binary(less, a, b);
        if largest { self.terms.ite(less, b, a) } else { self.terms.ite(less, a, b) }
    }

    /// Whether a sum, a difference or a product does not fit.
    fn overflows(&mut self, op: OverflowOp, a: Term, b: Term) -> Term {
        let width = self.terms.width(a);
        let is_signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul);
        let operator = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => Operator::Add,
            OverflowOp::SSub | OverflowOp::USub => Operator::Sub,
            OverflowOp::SMul | OverflowOp::UMul => Operator::Mul,
        };
        if self.fits(operator, is_signed, a, b) {
            return self.terms.number(1, 0);
        }
        if let Some(simple) = self.overflows_by_number(op, a, b).or_else(|| self.quotient_overflows(op, a, b)) {
            return simple;
        }
        match op {
            OverflowOp::SAdd => return self.changes_sign(operator, (a, b), b),
            OverflowOp::SSub => return self.changes_sign(operator, (a, b), a),
            OverflowOp::USub => return self.terms.binary(Operator::ULt, a, b),
            OverflowOp::UAdd => {
                let sum = self.terms.binary(operator, a, b);
                return self.terms.binary(Operator::ULt, sum, a);
            }
            OverflowOp::SMul | OverflowOp::UMul => {}
        }
        let extended = |table: &mut Self, term| match is_signed {
            true => table.terms.sign_extend(term, width * 2),
            false => table.terms.zero_extend(term, width * 2),
        };
        let (x, y) = (extended(self, a), extended(self, b));
        let exact = self.terms.binary(operator, x, y);
        let cut = self.terms.extract(exact, 0, width);
        let back = extended(self, cut);
        let same = self.terms.eq(exact, back);
        self.terms.not(same)
    }

    /// Whether the sign of a sum is not that of either number; or that of a difference is not that of
    /// the first one, of which the second one has another.
    fn changes_sign(&mut self, operator: Operator, (a, b): (Term, Term), of: Term) -> Term {
        let width = self.terms.width(a);
        let result = self.terms.binary(operator, a, b);
        let other = if operator == Operator::Add { result } else { b };
        let one = self.terms.binary(Operator::Xor, a, other);
        let two = self.terms.binary(Operator::Xor, of, result);
        let both = self.terms.binary(Operator::And, one, two);
        self.terms.extract(both, width - 1, 1)
    }

    /// The same as one comparison, if a number is added, or taken away, or something of it.
    fn overflows_by_number(&mut self, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
        let width = self.terms.width(a);
        let (x, number) = match (op, self.terms.constant(a), self.terms.constant(b)) {
            (_, None, Some(number)) => (a, number),
            (OverflowOp::SAdd | OverflowOp::UAdd, Some(number), None) => (b, number),
            (OverflowOp::SSub | OverflowOp::USub, Some(number), None) => return Some(self.is_too_much(op, number, b)),
            _ => return None,
        };
        let top = mask(width) >> 1;
        let of = signed(number, width);
        // Too large above this, or too small below.
        let (less, bound, above) = match op {
            OverflowOp::UAdd => (Operator::ULt, mask(width) - number, true),
            OverflowOp::USub => (Operator::ULt, number, false),
            OverflowOp::SAdd if of >= 0 => (Operator::SLt, top - number, true),
            OverflowOp::SAdd => (Operator::SLt, (top + 1).wrapping_sub(number), false),
            OverflowOp::SSub if of >= 0 => (Operator::SLt, (top + 1).wrapping_add(number), false),
            OverflowOp::SSub => (Operator::SLt, top.wrapping_add(number), true),
            OverflowOp::SMul | OverflowOp::UMul => return None,
        };
        let bound = self.terms.number(width, bound);
        Some(if above { self.terms.binary(less, bound, x) } else { self.terms.binary(less, x, bound) })
    }

    /// Whether a number less another one does not fit.
    fn is_too_much(&mut self, op: OverflowOp, number: u128, less: Term) -> Term {
        let width = self.terms.width(less);
        let top = mask(width) >> 1;
        let (by, bound, above) = match op {
            OverflowOp::SSub if signed(number, width) >= 0 => (Operator::SLt, number.wrapping_sub(top), false),
            OverflowOp::SSub => (Operator::SLt, number.wrapping_sub(top + 1), true),
            _ => (Operator::ULt, number, true),
        };
        let bound = self.terms.number(width, bound);
        if above { self.terms.binary(by, bound, less) } else { self.terms.binary(by, less, bound) }
    }

    /// Whether a result fits by what is known of the operands.
    fn fits(&self, operator: Operator, is_signed: bool, a: Term, b: Term) -> bool {
        let width = self.terms.width(a);
        let (least, most) = match is_signed {
            true => (-1_i128 << (width - 1), !(-1_i128 << (width - 1))),
            false => (0, mask(width) as i128),
        };
        let range = |term| {
            let facts = self.terms.facts(term);
            match self.terms.node(term) {
                _ if !is_signed || facts.max <= mask(width) >> 1 => (facts.min as i128, facts.max as i128),
                Node::SignExtend(of) => {
                    let half = -1_i128 << (self.terms.width(of) - 1);
                    (half, !half)
                }
                _ => (least, most),
            }
        };
        let ((p, q), (r, s)) = (range(a), range(b));
        let ends = match operator {
            Operator::Add => [p + r, q + s, p + r, q + s],
            Operator::Sub => [p - s, q - r, p - s, q - r],
            // Numbers of 64 bits, whose products fit.
            _ => match [p.checked_mul(r), p.checked_mul(s), q.checked_mul(r), q.checked_mul(s)] {
                [Some(a), Some(b), Some(c), Some(d)] => [a, b, c, d],
                _ => return false,
            },
        };
        ends.into_iter().all(|end| (least..=most).contains(&end))
    }

    pub(crate) fn rmw(&mut self, op: RmwOp, width: Width, values: (Sym, Sym)) -> Sym {
        let (a, b) = match self.defined_pair(values, width) {
            Ok(pair) => pair,
            Err(other) => return other,
        };
        let operator = match op {
            RmwOp::Add => Operator::Add,
            RmwOp::Sub => Operator::Sub,
            RmwOp::And | RmwOp::Nand => Operator::And,
            RmwOp::Or => Operator::Or,
            RmwOp::Xor => Operator::Xor,
            RmwOp::Xchg => return self.defined(b),
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => {
                let is_signed = matches!(op, RmwOp::Max | RmwOp::Min);
                let less = if is_signed { Operator::SLt } else { Operator::ULt };
                let extreme = self.extreme(less, matches!(op, RmwOp::Max | RmwOp::UMax), a, b);
                return self.defined(extreme);
            }
        };
        let result = self.terms.binary(operator, a, b);
        let result = if op == RmwOp::Nand { self.terms.not(result) } else { result };
        self.defined(result)
    }

    pub(crate) fn overflow(&mut self, op: OverflowOp, width: Width, values: (Sym, Sym)) -> (Sym, Sym) {
        let (a, b) = match self.defined_pair(values, width) {
            Ok(pair) => pair,
            Err(other) => return (other, other),
        };
        let over = self.overflows(op, a, b);
        let operator = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => Operator::Add,
            OverflowOp::SSub | OverflowOp::USub => Operator::Sub,
            OverflowOp::SMul | OverflowOp::UMul => Operator::Mul,
        };
        let result = self.terms.binary(operator, a, b);
        (self.defined(result), self.defined(over))
    }

    pub(crate) fn int_un(&mut self, op: IntUnOp, width: Width, value: Sym, into: &mut Sym) -> Result<(), Wrong> {
        let zero = Sym::default();
        let (a, _) = match self.defined_pair((value, zero), width) {
            Ok(pair) => pair,
            Err(other) => {
                *into = other;
                return Ok(());
            }
        };
        let wrong = match op {
            IntUnOp::CtlzNonzero | IntUnOp::CttzNonzero => self.terms.is(a, 0),
            IntUnOp::AbsNsw => self.terms.is(a, 1 << (width - 1)),
            _ => self.terms.number(1, 0),
        };
        let poison = match self.check(wrong, Wrong::Poison) {
            Err(Wrong::Undecided) => return Err(Wrong::Undecided),
            other => other,
        };
        let result = match op {
            IntUnOp::Ctlz | IntUnOp::CtlzNonzero => self.first_one(a, (0..width).collect()),
            IntUnOp::Cttz | IntUnOp::CttzNonzero => self.first_one(a, (0..width).rev().collect()),
            IntUnOp::Ctpop => (0..width).fold(self.terms.number(width, 0), |sum, at| {
                let bit = self.terms.extract(a, at, 1);
                let bit = self.terms.zero_extend(bit, width);
                self.terms.binary(Operator::Add, sum, bit)
            }),
            IntUnOp::Bswap => self.rearranged(a, 8),
            IntUnOp::Bitreverse => self.rearranged(a, 1),
            IntUnOp::Abs | IntUnOp::AbsNsw => {
                let none = self.terms.number(width, 0);
                let negative = self.terms.binary(Operator::SLt, a, none);
                let negated = self.terms.binary(Operator::Sub, none, a);
                self.terms.ite(negative, negated, a)
            }
        };
        *into = self.defined(result);
        poison
    }

    /// How many zeros come before the first one; the last of `places` is looked at first.
    fn first_one(&mut self, a: Term, places: Vec<Width>) -> Term {
        let width = self.terms.width(a);
        let none = self.terms.number(width, u128::from(width));
        let count = places.len();
        places.into_iter().enumerate().fold(none, |rest, (n, at)| {
            let bit = self.terms.extract(a, at, 1);
            let zeros = self.terms.number(width, (count - 1 - n) as u128);
            self.terms.ite(bit, zeros, rest)
        })
    }

    /// Parts of `size` bits in the opposite order.
    fn rearranged(&mut self, a: Term, size: Width) -> Term {
        let parts = (0..self.terms.width(a)).step_by(size.into());
        let parts: Vec<Term> = parts.map(|at| self.terms.extract(a, at, size)).collect();
        parts.into_iter().reduce(|high, low| self.terms.concat(high, low)).unwrap_or(a)
    }

    pub(crate) fn cmp(&mut self, pred: Pred, width: Width, values: (Sym, Sym)) -> Sym {
        let (a, b) = match self.defined_pair(values, width) {
            Ok(pair) => pair,
            Err(other) => return other,
        };
        let (operator, swapped, negated) = match pred {
            Pred::Eq => (Operator::Eq, false, false),
            Pred::Ne => (Operator::Eq, false, true),
            Pred::ULt => (Operator::ULt, false, false),
            Pred::UGe => (Operator::ULt, false, true),
            Pred::UGt => (Operator::ULt, true, false),
            Pred::ULe => (Operator::ULt, true, true),
            Pred::SLt => (Operator::SLt, false, false),
            Pred::SGe => (Operator::SLt, false, true),
            Pred::SGt => (Operator::SLt, true, false),
            Pred::SLe => (Operator::SLt, true, true),
        };
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let holds = self.terms.binary(operator, a, b);
        let holds = if negated { self.terms.not(holds) } else { holds };
        self.defined(holds)
    }

    pub(crate) fn cast(&mut self, op: CastOp, from: Width, to: Width, value: Sym) -> Sym {
        let width = match op {
            // An address that depends on input is one in its object.
            CastOp::Trunc | CastOp::PtrTrunc => to,
            _ => from,
        };
        let (term, word) = match self.operand(value, width) {
            Ok(operand) => operand,
            Err(why) => return self.refused(why),
        };
        if word.is_poison() {
            return self.word(Value::unknown(to.into(), &[word]));
        }
        if op == CastOp::SExt {
            let term = self.terms.sign_extend(term, to);
            let term = self.terms.zero_extend(term, 64);
            return self.value(term, extended(word, from, to));
        }
        let term = self.terms.zero_extend(term, 64);
        self.value(term, word)
    }
}

//! Integers of 128 bits, which are two words each: what goes across the words and is more than sums.

use crate::table::Table;
use crate::values::Sym;
use threadbare_machine::{WideOp, Wrong};
use threadbare_term::operator::mask;
use threadbare_term::{Node, Operator, Term, Width};

const WORD: Width = 64;
const BITS: Width = 128;

impl Table {
    /// See [`threadbare_machine::Domain::wide`].
    pub(crate) fn wide(&mut self, op: WideOp, words: [Sym; 4], from: Width) -> Result<Option<Sym>, Wrong> {
        let mut terms = [None; 4];
        for (term, word) in terms.iter_mut().zip(words) {
            match self.operand(word, WORD) {
                Ok((found, undefined)) if undefined.undef == 0 => *term = Some(found),
                _ => return Ok(None),
            }
        }
        let [Some(a), Some(p), Some(b), Some(q)] = terms else { return Ok(None) };
        let (a, b) = (self.joined(a, p), self.joined(b, q));
        let operator = match op {
            WideOp::UDiv => Operator::UDiv,
            WideOp::URem => Operator::URem,
            WideOp::SDiv => Operator::SDiv,
            WideOp::SRem => Operator::SRem,
            WideOp::UMulOverflows | WideOp::SMulOverflows => {
                let over = if op == WideOp::SMulOverflows { self.signed_too_large(a, b) } else { self.too_large(a, b) };
                return Ok(Some(self.defined(over)));
            }
        };
        let zero = self.terms.is(b, 0);
        self.check(zero, Wrong::DivisionByZero)?;
        if matches!(op, WideOp::SDiv | WideOp::SRem) {
            let (least, minus) = (self.terms.is(a, 1 << (BITS - 1)), self.terms.is(b, mask(BITS)));
            let both = self.terms.binary(Operator::And, least, minus);
            self.check(both, Wrong::Overflow)?;
        }
        let result = self.terms.binary(operator, a, b);
        let word = self.terms.extract(result, from, WORD);
        Ok(Some(self.defined(word)))
    }

    /// The number of which these are the words.
    fn joined(&mut self, low: Term, high: Term) -> Term {
        let sign = self.terms.extract(low, WORD - 1, 1);
        if self.terms.sign_extend(sign, WORD) == high {
            return self.terms.sign_extend(low, BITS);
        }
        match self.terms.node(high) {
            Node::Extract(whole, WORD)
                if self.terms.width(whole) == BITS && self.terms.extract(whole, 0, WORD) == low =>
            {
                whole
            }
            _ => self.terms.concat(high, low),
        }
    }

    /// Whether a product does not fit, unsigned.
    fn too_large(&mut self, a: Term, b: Term) -> Term {
        if self.terms.facts(a).max.checked_mul(self.terms.facts(b).max).is_some() {
            return self.terms.number(1, 0);
        }
        let [a_low, b_low] = [a, b].map(|of| self.terms.extract(of, 0, WORD));
        let [a_high, b_high] = [a, b].map(|of| self.terms.extract(of, WORD, WORD));
        let [p, q] = [a_high, b_high].map(|high| {
            let none = self.terms.is(high, 0);
            self.terms.not(none)
        });
        let both = self.terms.binary(Operator::And, p, q);
        // If not both, one of these is 0; they have 128 bits, and so has what is above the low word.
        let (x, y) = (self.whole_product(a_low, b_high), self.whole_product(a_high, b_low));
        let low = self.whole_product(a_low, b_low);
        let over = self.terms.extract(low, WORD, WORD);
        let over = self.terms.zero_extend(over, BITS);
        let cross = self.terms.binary(Operator::Add, x, y);
        let above = self.terms.binary(Operator::Add, cross, over);
        let above = self.terms.extract(above, WORD, WORD);
        let fits = self.terms.is(above, 0);
        let more = self.terms.not(fits);
        self.terms.binary(Operator::Or, both, more)
    }

    /// The product of two words.
    fn whole_product(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.terms.zero_extend(a, BITS), self.terms.zero_extend(b, BITS));
        self.terms.binary(Operator::Mul, a, b)
    }

    /// Whether a product does not fit, signed.
    fn signed_too_large(&mut self, a: Term, b: Term) -> Term {
        if self.is_word(a) && self.is_word(b) {
            return self.terms.number(1, 0);
        }
        let [x, y] = [a, b].map(|of| self.size(of));
        let over = self.too_large(x, y);
        let product = self.terms.binary(Operator::Mul, x, y);
        let [p, q] = [a, b].map(|of| self.terms.extract(of, BITS - 1, 1));
        let negative = self.terms.binary(Operator::Xor, p, q);
        // The least number is one further from 0 than the greatest.
        let most = self.terms.number(BITS, mask(BITS) >> 1);
        let negative = self.terms.zero_extend(negative, BITS);
        let most = self.terms.binary(Operator::Add, most, negative);
        let more = self.terms.binary(Operator::ULt, most, product);
        self.terms.binary(Operator::Or, over, more)
    }

    /// Whether a number is one of 64 bits, signed, for every input.
    fn is_word(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::SignExtend(of) => self.terms.width(of) <= WORD,
            Node::Const(bits) => i64::try_from(bits as i128).is_ok(),
            _ => self.terms.facts(term).max <= mask(WORD) >> 1,
        }
    }

    fn size(&mut self, term: Term) -> Term {
        let none = self.terms.number(BITS, 0);
        let negative = self.terms.extract(term, BITS - 1, 1);
        let negated = self.terms.binary(Operator::Sub, none, term);
        self.terms.ite(negative, negated, term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Symbolic;
    use threadbare_machine::{Domain, Value};
    use threadbare_op::{Given, ThreadId};

    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number as they come: small, near a power of two, negative, any.
    fn number(random: &mut u64) -> u128 {
        let any = u128::from(next(random)) << 64 | u128::from(next(random));
        let power = 1_u128 << (next(random) % 128);
        match next(random) % 6 {
            0 => any,
            1 => any >> (next(random) % 128),
            2 => ((any as i128) >> (next(random) % 128)) as u128,
            3 => power.wrapping_sub(u128::from(next(random) % 3)),
            4 => power.wrapping_neg().wrapping_add(u128::from(next(random) % 3)),
            _ => u128::from(next(random) % 5).wrapping_sub(2),
        }
    }

    fn expected(op: WideOp, a: u128, b: u128) -> u128 {
        let (x, y) = (a as i128, b as i128);
        match op {
            WideOp::UDiv => a / b,
            WideOp::URem => a % b,
            WideOp::SDiv => (x / y) as u128,
            WideOp::SRem => (x % y) as u128,
            WideOp::UMulOverflows => a.checked_mul(b).is_none().into(),
            WideOp::SMulOverflows => x.checked_mul(y).is_none().into(),
        }
    }

    /// Numbers of input, or their signs extended, or constants: terms are what machines compute.
    #[test]
    fn terms_are_what_is_computed() {
        let (mut compared, mut known) = (0, 0);
        for seed in 0..4000_u64 {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut domain = Symbolic::default();
            let (mut given, mut words, mut numbers) = (vec![], vec![], vec![]);
            for _ in 0..2 {
                let kind = next(&mut random) % 4;
                let bits = number(&mut random);
                let bits = if kind == 1 { bits as i64 as i128 as u128 } else { bits };
                numbers.push(bits);
                let low = bits as u64;
                if kind == 0 {
                    words.extend([low, (bits >> 64) as u64].map(|word| domain.lift(Value::new(word))));
                    continue;
                }
                let mut input = |word| {
                    given.push(Given { thread: ThreadId::MAIN, n: given.len() as u32, value: word });
                    domain.input(ThreadId::MAIN, 64).unwrap()
                };
                let low = input(low);
                words.push(low);
                if kind == 1 {
                    let mut sign = Sym::default();
                    let by = domain.lift(Value::new(63));
                    domain.bin(threadbare_program::BinOp::AShr, 64, low, by, &mut sign).unwrap();
                    words.push(sign);
                } else {
                    let high = input((bits >> 64) as u64);
                    words.push(high);
                }
            }
            let words = [words[0], words[1], words[2], words[3]];
            let (a, b) = (numbers[0], numbers[1]);
            for op in
                [WideOp::UMulOverflows, WideOp::SMulOverflows, WideOp::UDiv, WideOp::SRem, WideOp::SDiv, WideOp::URem]
            {
                let divides = !matches!(op, WideOp::UMulOverflows | WideOp::SMulOverflows);
                let signed = matches!(op, WideOp::SDiv | WideOp::SRem);
                if divides && b == 0 || signed && a as i128 == i128::MIN && b == u128::MAX {
                    continue;
                }
                for from in if divides { &[0, 64][..] } else { &[0] } {
                    match domain.wide(op, words, *from) {
                        Ok(Some(value)) => {
                            let wanted = Value::new((expected(op, a, b) >> from) as u64);
                            assert_eq!(domain.under(value, &given), Some(wanted), "seed {seed}: {op:?} {a:#x} {b:#x}");
                            compared += 1;
                        }
                        Ok(None) => assert_eq!(given.len(), 0),
                        // Whether the divisor is 0 is asked first.
                        Err(wrong) => {
                            assert_eq!(wrong, Wrong::Undecided, "seed {seed}");
                            known += 1;
                        }
                    }
                }
            }
        }
        assert!(compared > 1000 && known > 100, "{compared}, {known}");
    }

    /// So are sums that saturate.
    #[test]
    fn saturated_sums() {
        use threadbare_machine::Concrete;
        use threadbare_program::BinOp;
        for seed in 0..4000_u64 {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let width = [8, 16, 32, 64][(next(&mut random) % 4) as usize];
            let numbers = [0, 1].map(|_| number(&mut random) as u64 & mask(width) as u64);
            let mut domain = Symbolic::default();
            let a = domain.input(ThreadId::MAIN, width).unwrap();
            let (b, n) = match next(&mut random) % 2 {
                0 => (domain.input(ThreadId::MAIN, width).unwrap(), 2),
                _ => (domain.lift(Value::new(numbers[1])), 1),
            };
            let given: Vec<Given> =
                (0..n).zip(numbers).map(|(n, value)| Given { thread: ThreadId::MAIN, n, value }).collect();
            for op in [BinOp::UAddSat, BinOp::USubSat, BinOp::SAddSat, BinOp::SSubSat] {
                for swapped in [false, true] {
                    let order = |[a, b]: [u64; 2]| if swapped { (b, a) } else { (a, b) };
                    let (x, y) = order(numbers);
                    let mut wanted = Value::ZERO;
                    Concrete.bin(op, width, Value::new(x), Value::new(y), &mut wanted).unwrap();
                    let (x, y) = if swapped { (b, a) } else { (a, b) };
                    let mut value = Sym::default();
                    domain.bin(op, width, x, y, &mut value).unwrap();
                    assert_eq!(domain.under(value, &given), Some(wanted), "{op:?} {numbers:?} {swapped} {width}");
                }
            }
        }
    }
}

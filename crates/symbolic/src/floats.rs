//! Floating-point arithmetic on values of which at least one depends on input. Where bits of an
//! operand are undefined, all of the result is, as for words.
//!
//! Not covered, and refused: remainders, powers, sums of products that are rounded once.

use crate::table::Table;
use crate::values::{Refused, Sym};
use threadbare_machine::{Value, Wrong};
use threadbare_program::{CastOp, FBinOp, FPred, FUnOp};
use threadbare_term::float::quiet_and_sign;
use threadbare_term::{FloatOp, Operator, Term, Width};

impl Table {
    /// Operands of so many bits; if there is none, the result of `to` bits.
    fn float_operands<const N: usize>(
        &mut self,
        values: [Sym; N],
        (width, to): (Width, Width),
    ) -> Result<[Term; N], Sym> {
        let mut words = [Value::ZERO; N];
        let mut terms = Vec::with_capacity(N);
        for (value, word) in values.into_iter().zip(&mut words) {
            let (term, own) = self.operand(value, width).map_err(|why| self.refused(why))?;
            terms.push(term);
            *word = own;
        }
        if words.iter().any(|word| word.undef != 0) {
            return Err(self.word(Value::unknown(to.into(), &words)));
        }
        <[Term; N]>::try_from(terms).map_err(|_| Sym::default())
    }

    pub(crate) fn fbin(&mut self, op: FBinOp, width: Width, (a, b): (Sym, Sym)) -> Sym {
        let [a, b] = match self.float_operands([a, b], (width, width)) {
            Ok(operands) => operands,
            Err(other) => return other,
        };
        let result = match op {
            FBinOp::Add => self.terms.float(FloatOp::Add, a, b),
            FBinOp::Sub => self.terms.float(FloatOp::Sub, a, b),
            FBinOp::Mul => self.terms.float(FloatOp::Mul, a, b),
            FBinOp::Div => self.terms.float(FloatOp::Div, a, b),
            FBinOp::MinNum | FBinOp::MaxNum => {
                let (less, more) = if op == FBinOp::MinNum { (b, a) } else { (a, b) };
                let (number, beyond) = (self.terms.is_a_number(a), self.terms.float(FloatOp::Less, less, more));
                let none = self.terms.not(number);
                let second = self.terms.binary(Operator::Or, none, beyond);
                self.terms.ite(second, b, a)
            }
            FBinOp::CopySign => {
                let (sign, size) = (self.terms.extract(b, width - 1, 1), self.terms.extract(a, 0, width - 1));
                self.terms.concat(sign, size)
            }
            FBinOp::Rem | FBinOp::Pow => return self.refused(Refused::Float),
        };
        self.defined(result)
    }

    pub(crate) fn fun(&mut self, op: FUnOp, width: Width, a: Sym) -> Sym {
        let [a] = match self.float_operands([a], (width, width)) {
            Ok(operands) => operands,
            Err(other) => return other,
        };
        let (_, sign) = quiet_and_sign(width);
        let result = match op {
            FUnOp::Neg => {
                let sign = self.terms.number(width, sign);
                self.terms.binary(Operator::Xor, a, sign)
            }
            FUnOp::Abs => {
                let others = self.terms.number(width, sign - 1);
                self.terms.binary(Operator::And, a, others)
            }
            FUnOp::Sqrt => self.terms.float_of(FloatOp::Sqrt, a, width),
            FUnOp::Floor => self.terms.float_of(FloatOp::Floor, a, width),
            FUnOp::Ceil => self.terms.float_of(FloatOp::Ceil, a, width),
            FUnOp::Trunc => self.terms.float_of(FloatOp::Trunc, a, width),
            FUnOp::Round => self.terms.float_of(FloatOp::Round, a, width),
            FUnOp::RoundEven => self.terms.float_of(FloatOp::RoundEven, a, width),
        };
        self.defined(result)
    }

    pub(crate) fn fcmp(&mut self, pred: FPred, width: Width, (a, b): (Sym, Sym)) -> Sym {
        if matches!(pred, FPred::False | FPred::True) {
            return Sym::word(u64::from(pred == FPred::True));
        }
        let [a, b] = match self.float_operands([a, b], (width, 1)) {
            Ok(operands) => operands,
            Err(other) => return other,
        };
        // An unordered comparison is the opposite of an ordered one.
        let (ordered, negated) = match pred {
            FPred::Uno => (FPred::Ord, true),
            FPred::UEq => (FPred::ONe, true),
            FPred::UGt => (FPred::OLe, true),
            FPred::UGe => (FPred::OLt, true),
            FPred::ULt => (FPred::OGe, true),
            FPred::ULe => (FPred::OGt, true),
            FPred::UNe => (FPred::OEq, true),
            ordered => (ordered, false),
        };
        let holds = match ordered {
            FPred::OEq => self.terms.float(FloatOp::Eq, a, b),
            FPred::OLt => self.terms.float(FloatOp::Less, a, b),
            FPred::OLe => self.terms.float(FloatOp::LessEq, a, b),
            FPred::OGt => self.terms.float(FloatOp::Less, b, a),
            FPred::OGe => self.terms.float(FloatOp::LessEq, b, a),
            _ => {
                let (x, y) = (self.terms.is_a_number(a), self.terms.is_a_number(b));
                let both = self.terms.binary(Operator::And, x, y);
                if ordered == FPred::ONe {
                    let same = self.terms.float(FloatOp::Eq, a, b);
                    let differ = self.terms.not(same);
                    self.terms.binary(Operator::And, both, differ)
                } else {
                    both
                }
            }
        };
        let holds = if negated { self.terms.not(holds) } else { holds };
        self.defined(holds)
    }

    /// Conversion from or to a floating-point number. With [`Wrong::Poison`], `into` is what x86
    /// computes.
    pub(crate) fn float_cast(
        &mut self,
        op: CastOp,
        (from, to): (Width, Width),
        value: Sym,
        into: &mut Sym,
    ) -> Result<(), Wrong> {
        let a = match self.float_operands([value], (from, to)) {
            Ok([a]) => a,
            Err(other) => {
                *into = other;
                return Ok(());
            }
        };
        let mut end = Ok(());
        if matches!(op, CastOp::FpToSi | CastOp::FpToUi) {
            let fits = self.fits_integer(a, to, op == CastOp::FpToSi);
            let lost = self.terms.not(fits);
            match self.check(lost, Wrong::Poison) {
                Err(Wrong::Poison) => end = Err(Wrong::Poison),
                other => other?,
            }
        }
        let result = match op {
            CastOp::SiToFp => self.terms.float_of(FloatOp::FromSigned, a, to),
            CastOp::UiToFp => self.terms.float_of(FloatOp::FromUnsigned, a, to),
            CastOp::FpToUi if to == 64 => self.terms.float_of(FloatOp::ToUnsigned, a, 64),
            CastOp::FpToSi | CastOp::FpToUi => {
                // As the hardware does it: by a conversion to a signed number.
                let width = if op == CastOp::FpToUi { 64 } else { to.max(32) };
                let number = self.terms.float_of(FloatOp::ToSigned, a, width);
                self.terms.extract(number, 0, to)
            }
            _ => self.terms.float_of(FloatOp::Resize, a, to),
        };
        *into = self.defined(result);
        end
    }

    /// Whether a number, rounded towards zero, is an integer of so many bits.
    fn fits_integer(&mut self, a: Term, to: Width, is_signed: bool) -> Term {
        let from = self.terms.width(a);
        let limit = 2.0_f64.powi(i32::from(to) - i32::from(is_signed));
        // What lies above the first one is rounded to the least number. Where that one is no number
        // of this width, the least number itself comes next to it.
        let least = if is_signed { -limit } else { 0.0 };
        let is_exact = if from == 32 { f64::from((least - 1.0) as f32) == least - 1.0 } else { least - 1.0 != least };
        let (op, bound) = if is_exact { (FloatOp::Less, least - 1.0) } else { (FloatOp::LessEq, least) };
        let mut number = |of: f64| {
            let bits = if from == 32 { (of as f32).to_bits().into() } else { of.to_bits().into() };
            self.terms.number(from, bits)
        };
        let (bound, limit) = (number(bound), number(limit));
        let (above, below) = (self.terms.float(op, bound, a), self.terms.float(FloatOp::Less, a, limit));
        self.terms.binary(Operator::And, above, below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Symbolic;
    use threadbare_machine::{Concrete, Domain};
    use threadbare_op::{Given, Site, ThreadId};

    struct Random(u64);

    impl Random {
        fn below(&mut self, below: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % below
        }

        /// Bits of numbers of each kind.
        fn bits(&mut self, width: Width) -> u64 {
            let any = (self.below(1 << 31) as u64) << 33 ^ (self.below(1 << 31) as u64) << 8 ^ self.below(256) as u64;
            let simple = [0.0, -0.0, 1.0, -1.5, 0.1, 2.5, 255.9, -128.5, -129.0, 2_147_483_648.0, -2_147_483_648.5];
            let far = [9.3e18, -9.3e18, 1.85e19, 3e38, f64::INFINITY, f64::NEG_INFINITY, 1e-310, 5e-324, 1e-40];
            let nan = [f64::NAN, -f64::NAN, f64::from_bits(0x7FF4 << 48), f64::from_bits(0xFFF0 << 48 | 77 << 30)];
            let chosen = match self.below(5) {
                0 => simple[self.below(11)],
                1 => far[self.below(9)],
                2 => nan[self.below(4)],
                3 => any as i64 as f64 / 1e9,
                _ => return any & (u64::MAX >> (64 - width)),
            };
            match width {
                32 if chosen.is_nan() => 0x7F80_0001 | any & 0x8040_00FF,
                32 => (chosen as f32).to_bits().into(),
                64 => chosen.to_bits(),
                _ => any & (u64::MAX >> (64 - width)),
            }
        }
    }

    const BINARY: [FBinOp; 7] =
        [FBinOp::Add, FBinOp::Sub, FBinOp::Mul, FBinOp::Div, FBinOp::MinNum, FBinOp::MaxNum, FBinOp::CopySign];
    const UNARY: [FUnOp; 8] =
        [FUnOp::Neg, FUnOp::Abs, FUnOp::Sqrt, FUnOp::Floor, FUnOp::Ceil, FUnOp::Trunc, FUnOp::Round, FUnOp::RoundEven];
    const PREDICATES: [FPred; 16] = [
        FPred::OEq,
        FPred::OGt,
        FPred::OGe,
        FPred::OLt,
        FPred::OLe,
        FPred::ONe,
        FPred::Ord,
        FPred::Uno,
        FPred::UEq,
        FPred::UGt,
        FPred::UGe,
        FPred::ULt,
        FPred::ULe,
        FPred::UNe,
        FPred::False,
        FPred::True,
    ];

    /// What a conversion gives, where the thread is told whether it has a result, as the word has.
    fn converted(domain: &mut Symbolic, (op, from, to): (CastOp, Width, Width), a: Sym, word: Value) -> (Sym, Value) {
        let (mut into, mut wanted) = (Sym::default(), Value::ZERO);
        let end = Concrete.cast(op, from, to, word, &mut wanted);
        let mut found = domain.cast(op, from, to, a, &mut into);
        if found == Err(Wrong::Undecided) {
            let open = domain.open();
            domain.ask(open, Site(0)).unwrap();
            let is_what_is_asked = {
                let table = domain.table.borrow();
                let (_, question) = table.histories.pending(table.history).unwrap();
                let cond = table.histories.asked(question).cond;
                let crate::values::Node::Input(term, _) = table.node(open) else { panic!("a term") };
                table.core(term) == (cond, false)
            };
            domain.hear(u64::from(end.is_err() == is_what_is_asked));
            found = domain.cast(op, from, to, a, &mut into);
        }
        assert_eq!(found, end, "{op:?} from {from} to {to} of {word:x?}");
        (into, wanted)
    }

    /// What is computed of input is what is computed of its word.
    #[test]
    fn floats_are_as_words() {
        let mut random = Random(1);
        for n in 0..30_000 {
            let mut domain = Symbolic::default();
            let width = [32, 64][random.below(2)];
            let bits = [random.bits(width), random.bits(width)];
            let given = [0, 1].map(|n| Given { thread: ThreadId::MAIN, n, value: bits[n as usize] });
            let inputs = bits.map(|_| domain.input(ThreadId::MAIN, width).unwrap());
            let (mut value, mut word, mut width) = (inputs[0], Value::new(bits[0]), width);
            let (other, second) = match random.below(3) {
                0 => (domain.lift(Value::new(bits[1])), Value::new(bits[1])),
                _ => (inputs[1], Value::new(bits[1])),
            };
            let mut done = Vec::new();
            for _ in 0..1 + random.below(4) {
                let is_of_other = width == given_width(&domain, inputs[1]);
                match random.below(5) {
                    0 if is_of_other => {
                        let op = BINARY[random.below(7)];
                        done.push(format!("{op:?}"));
                        (value, word) = (domain.fbin(op, width, value, other), Concrete.fbin(op, width, word, second));
                    }
                    1 => {
                        let op = UNARY[random.below(8)];
                        done.push(format!("{op:?}"));
                        (value, word) = (domain.fun(op, width, value), Concrete.fun(op, width, word));
                    }
                    2 if is_of_other => {
                        let pred = PREDICATES[random.below(16)];
                        done.push(format!("{pred:?}"));
                        let (a, b) = (domain.fcmp(pred, width, value, other), Concrete.fcmp(pred, width, word, second));
                        assert_eq!(domain.under(a, &given), Some(b), "{n}: {done:?} of {bits:x?}");
                    }
                    3 => {
                        let to = 96 - width;
                        let op = if to == 64 { CastOp::FpExt } else { CastOp::FpTrunc };
                        done.push(format!("{op:?}"));
                        (value, word) = converted(&mut domain, (op, width, to), value, word);
                        width = to;
                    }
                    _ => {
                        let op = [CastOp::FpToSi, CastOp::FpToUi][random.below(2)];
                        let to = [8, 16, 32, 64][random.below(4)];
                        done.push(format!("{op:?} {to}"));
                        let (integer, bits) = converted(&mut domain, (op, width, to), value, word);
                        let back = [CastOp::SiToFp, CastOp::UiToFp][random.below(2)];
                        width = [32, 64][random.below(2)];
                        done.push(format!("{back:?} {width}"));
                        (value, word) = converted(&mut domain, (back, to, width), integer, bits);
                    }
                }
            }
            assert_eq!(domain.under(value, &given), Some(word), "{n}: {done:?} of {bits:x?}");
        }
    }

    /// The width of an input.
    fn given_width(domain: &Symbolic, input: Sym) -> Width {
        let table = domain.table.borrow();
        let crate::values::Node::Input(term, _) = table.node(input) else { return 0 };
        let (core, _) = table.core(term);
        table.terms.width(core)
    }

    /// Of an undefined operand comes nothing that is defined, as with words.
    #[test]
    fn undefined_operands() {
        let mut domain = Symbolic::default();
        let input = domain.input(ThreadId::MAIN, 64).unwrap();
        for word in [Value::uninit(8), Value::partial(0, 1), Value::poison(3)] {
            let lifted = domain.lift(word);
            let sum = domain.fbin(FBinOp::Add, 64, input, lifted);
            let wanted = Concrete.fbin(FBinOp::Add, 64, Value::new(7), word);
            assert_eq!(domain.word(sum), Ok(wanted));
            let less = domain.fcmp(FPred::OLt, 64, input, lifted);
            assert_eq!(domain.word(less), Ok(Concrete.fcmp(FPred::OLt, 64, Value::new(7), word)));
        }
    }
}

//! Against what the host computes, and exactness of uninitialised bits.

use super::*;
use threadbare_program::{FBinOp, FPred, FUnOp};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // Small numbers and limits are where mistakes are.
        match self.0 % 5 {
            0 => self.0 >> 8 & 7,
            1 => (self.0 >> 8 & 7).wrapping_neg(),
            2 => 1 << (self.0 >> 8 & 63),
            _ => self.0.wrapping_mul(0x2545_F491_4F6C_DD1D),
        }
    }
}

fn defined(bits: u64) -> Value {
    Value::new(bits)
}

fn int_un(op: IntUnOp, width: u32, a: Value) -> Result<Value, Wrong> {
    let mut into = Value::ZERO;
    super::int_un(op, width, a, &mut into).map(|()| into)
}

fn cast(op: CastOp, from: u32, to: u32, a: Value) -> Result<Value, Wrong> {
    let mut into = Value::ZERO;
    super::cast(op, from, to, a, &mut into).map(|()| into)
}

#[test]
fn what_an_address_cannot_add() {
    let mut random = Random(3);
    let (mut fits, mut does_not) = (0, 0);
    for _ in 0..10_000 {
        let (index, scale, offset) = (random.next(), random.next() as i64, random.next() as i64);
        let width = [33, 48, 64][random.next() as usize % 3];
        let sum = i128::from(signed(index & mask(width), width)) * i128::from(scale) + i128::from(offset);
        let is_too_much = adds_too_much(defined(index & mask(width)), width, scale, offset);
        assert!(is_too_much || i64::try_from(sum).is_ok(), "{index:#x} ({width}) * {scale} + {offset}");
        // A product that alone is too much need not be brought back by what is added to it.
        if !is_too_much {
            fits += 1;
        } else if i64::try_from(sum).is_err() {
            does_not += 1;
        }
    }
    assert!(fits > 1000 && does_not > 1000, "{fits} and {does_not}: both are tried");
}

macro_rules! against_native {
    ($name:ident, $u:ty, $i:ty, $width:expr) => {
        #[test]
        #[expect(clippy::too_many_lines, reason = "one line for each operation")]
        fn $name() {
            let mut random = Random(0xABCD_EF12_3456_789B);
            for _ in 0..20_000 {
                let (a, b) = (random.next() as $u, random.next() as $u);
                let (x, y) = (a as $i, b as $i);
                let (va, vb) = (defined(a as u64), defined(b as u64));
                let check = |op, expected: $u| {
                    assert_eq!(bin(op, $width, va, vb), Ok(defined(expected as u64)), "{op:?} {a} {b}");
                };
                check(BinOp::Add, a.wrapping_add(b));
                check(BinOp::Sub, a.wrapping_sub(b));
                check(BinOp::Mul, a.wrapping_mul(b));
                let checked = |op, expected: Option<$u>| {
                    let expected = expected.map_or(Err(Wrong::Poison), |bits| Ok(defined(bits as u64)));
                    assert_eq!(bin(op, $width, va, vb), expected, "{op:?} {a} {b}");
                };
                checked(BinOp::AddNsw, x.checked_add(y).map(|n| n as $u));
                checked(BinOp::SubNsw, x.checked_sub(y).map(|n| n as $u));
                checked(BinOp::MulNsw, x.checked_mul(y).map(|n| n as $u));
                checked(BinOp::AddNuw, a.checked_add(b));
                checked(BinOp::SubNuw, a.checked_sub(b));
                checked(BinOp::MulNuw, a.checked_mul(b));
                let by = |exact: Option<i128>| exact.filter(|_| u64::from($width as u32) > b as u64);
                let shifted = |n: i128| by(n.checked_mul(1_i128.checked_shl(b as u32).unwrap_or(0)));
                checked(BinOp::ShlNsw, shifted(x.into()).and_then(|n| <$i>::try_from(n).ok()).map(|n| n as $u));
                checked(BinOp::ShlNuw, shifted(a.into()).and_then(|n| <$u>::try_from(n).ok()));
                if b != 0 && x.checked_div(y).is_some() {
                    checked(BinOp::SDivExact, (x % y == 0).then(|| (x / y) as $u));
                }
                check(BinOp::And, a & b);
                check(BinOp::Or, a | b);
                check(BinOp::Xor, a ^ b);
                check(BinOp::UMulHigh, ((u128::from(a) * u128::from(b)) >> $width) as $u);
                check(BinOp::UMax, a.max(b));
                check(BinOp::UMin, a.min(b));
                check(BinOp::SMax, x.max(y) as $u);
                check(BinOp::SMin, x.min(y) as $u);
                check(BinOp::UAddSat, a.saturating_add(b));
                check(BinOp::USubSat, a.saturating_sub(b));
                check(BinOp::SAddSat, x.saturating_add(y) as $u);
                check(BinOp::SSubSat, x.saturating_sub(y) as $u);
                if b == 0 {
                    assert_eq!(bin(BinOp::UDiv, $width, va, vb), Err(Wrong::DivisionByZero));
                    assert_eq!(bin(BinOp::SRem, $width, va, vb), Err(Wrong::DivisionByZero));
                } else {
                    check(BinOp::UDiv, a / b);
                    check(BinOp::URem, a % b);
                    match x.checked_div(y) {
                        Some(quotient) => {
                            check(BinOp::SDiv, quotient as $u);
                            check(BinOp::SRem, (x % y) as $u);
                        }
                        None => assert_eq!(bin(BinOp::SDiv, $width, va, vb), Err(Wrong::Overflow)),
                    }
                }
                let shift = defined(u64::from(b as u32 % $width));
                let by = b as u32 % $width;
                assert_eq!(bin(BinOp::Shl, $width, va, shift), Ok(defined((a << by) as u64)));
                assert_eq!(bin(BinOp::LShr, $width, va, shift), Ok(defined((a >> by) as u64)));
                assert_eq!(bin(BinOp::AShr, $width, va, shift), Ok(defined((x >> by) as $u as u64)));
                let over = |op, (value, wrapped): ($u, bool)| {
                    let expected = (defined(value as u64), defined(u64::from(wrapped)));
                    assert_eq!(overflow(op, $width, va, vb), expected, "{op:?} {a} {b}");
                };
                let unsigned = |(value, wrapped): ($i, bool)| (value as $u, wrapped);
                over(OverflowOp::UAdd, a.overflowing_add(b));
                over(OverflowOp::USub, a.overflowing_sub(b));
                over(OverflowOp::UMul, a.overflowing_mul(b));
                over(OverflowOp::SAdd, unsigned(x.overflowing_add(y)));
                over(OverflowOp::SSub, unsigned(x.overflowing_sub(y)));
                over(OverflowOp::SMul, unsigned(x.overflowing_mul(y)));
                let compare = |pred, holds| {
                    assert_eq!(cmp(pred, $width, va, vb), defined(u64::from(holds)), "{pred:?} {a} {b}");
                };
                compare(Pred::Eq, a == b);
                compare(Pred::ULt, a < b);
                compare(Pred::UGe, a >= b);
                compare(Pred::SLt, x < y);
                compare(Pred::SLe, x <= y);
                compare(Pred::SGt, x > y);
                let one = |op, expected: u64| assert_eq!(int_un(op, $width, va), Ok(defined(expected)), "{op:?} {a}");
                one(IntUnOp::Ctlz, a.leading_zeros().into());
                one(IntUnOp::Cttz, a.trailing_zeros().into());
                one(IntUnOp::Ctpop, a.count_ones().into());
                one(IntUnOp::Bswap, a.swap_bytes() as u64);
                one(IntUnOp::Bitreverse, a.reverse_bits() as u64);
                one(IntUnOp::Abs, x.wrapping_abs() as $u as u64);
                assert_eq!(cast(CastOp::SExt, $width, 64, va), Ok(defined(x as i64 as u64)));
                assert_eq!(cast(CastOp::SiToFp, $width, 64, va), Ok(defined((x as f64).to_bits())));
                assert_eq!(cast(CastOp::UiToFp, $width, 32, va), Ok(defined(u64::from((a as f32).to_bits()))));
            }
        }
    };
}
against_native!(as_the_host_on_8_bits, u8, i8, 8);
against_native!(as_the_host_on_16_bits, u16, i16, 16);
against_native!(as_the_host_on_32_bits, u32, i32, 32);
against_native!(as_the_host_on_64_bits, u64, i64, 64);

/// An uninitialised bit may be 0 or 1: a result bit that is called defined must not depend on it.
#[test]
fn what_is_called_defined_does_not_depend_on_uninitialised_bits() {
    let mut random = Random(77);
    for _ in 0..50_000 {
        let width = 1 + (random.next() % 64) as u32;
        let keep = mask(width);
        let a = Value::partial(random.next() & keep, random.next() & random.next() & keep);
        let b = Value::partial(random.next() & keep, random.next() & random.next() & keep);
        let shift = defined(random.next() % u64::from(width));
        let fill = |v: Value, with: u64| defined(v.bits | (v.undef & with));
        for op in [
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::Shl,
            BinOp::LShr,
            BinOp::AShr,
        ] {
            let second = if matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) { shift } else { b };
            let Ok(coarse) = bin(op, width, a, second) else { panic!("{op:?}") };
            let Ok(exact) = bin(op, width, fill(a, random.next()), fill(second, random.next())) else { panic!() };
            assert_eq!(coarse.bits, exact.bits & !coarse.undef, "{op:?}.{width} {a:?} {second:?}");
        }
        let coarse = cmp(Pred::Eq, width, a, b);
        if coarse.undef == 0 {
            assert_eq!(coarse, cmp(Pred::Eq, width, fill(a, random.next()), fill(b, random.next())));
        }
    }
}

/// `x.field = 5` on uninitialised memory: load, mask, or, store; reading that field back decides,
/// another one does not.
#[test]
fn a_bit_field_of_uninitialised_memory() {
    let memory = Value::uninit(4);
    let cleared = bin(BinOp::And, 32, memory, defined(!0b111 & 0xFFFF_FFFF)).unwrap_or_default();
    let stored = bin(BinOp::Or, 32, cleared, defined(5)).unwrap_or_default();
    let field = bin(BinOp::And, 32, stored, defined(0b111)).unwrap_or_default();
    assert_eq!(cmp(Pred::Eq, 32, field, defined(5)), defined(1));
    let other = bin(BinOp::LShr, 32, stored, defined(3)).unwrap_or_default();
    assert_ne!(cmp(Pred::Eq, 32, other, defined(0)).undef, 0);
}

#[test]
fn no_result() {
    assert_eq!(bin(BinOp::Shl, 32, defined(1), defined(32)), Err(Wrong::Poison));
    assert_eq!(bin(BinOp::AShr, 8, defined(1), defined(9)), Err(Wrong::Poison));
    for (value, op, to) in [
        (1e10, CastOp::FpToSi, 32),
        (f64::NAN, CastOp::FpToUi, 64),
        (-1.0, CastOp::FpToUi, 32),
        (2147483648.0, CastOp::FpToSi, 32),
    ] {
        assert_eq!(cast(op, 64, to, defined(value.to_bits())), Err(Wrong::Poison), "{value}");
    }
    assert_eq!(cast(CastOp::FpToSi, 64, 32, defined((-2147483648.9_f64).to_bits())), Ok(defined(0x8000_0000)));
    assert_eq!(cast(CastOp::FpToUi, 64, 8, defined((-0.5_f64).to_bits())), Ok(defined(0)));
}

#[test]
fn dividing_by_something_uninitialised_is_wrong() {
    assert_eq!(bin(BinOp::UDiv, 32, defined(1), Value::uninit(4)), Err(Wrong::Undefined));
}

#[test]
fn floats() {
    let f = |x: f64| defined(x.to_bits());
    assert_eq!(fbin(FBinOp::Add, 64, f(0.1), f(0.2)), f(0.1 + 0.2));
    assert_eq!(fbin(FBinOp::Rem, 64, f(5.5), f(-2.0)), f(1.5));
    assert_eq!(fbin(FBinOp::MinNum, 64, f(f64::NAN), f(2.0)), f(2.0));
    assert_eq!(fun(FUnOp::Round, 64, f(-2.5)), f(-3.0));
    assert_eq!(fun(FUnOp::RoundEven, 64, f(-2.5)), f(-2.0));
    let g = |x: f32| defined(u64::from(x.to_bits()));
    assert_eq!(fbin(FBinOp::Div, 32, g(1.0), g(3.0)), g(1.0 / 3.0));
    assert_eq!(cast(CastOp::FpTrunc, 64, 32, f(0.1)), Ok(g(0.1)));
    assert_eq!(fcmp(FPred::OLt, 64, f(1.0), f(f64::NAN)), defined(0));
    assert_eq!(fcmp(FPred::ULt, 64, f(1.0), f(f64::NAN)), defined(1));
    assert_eq!(fcmp(FPred::ONe, 64, f(1.0), f(2.0)), defined(1));
    assert_eq!(fma(64, f(1e16), f(1.0 + 1e-16), f(-1e16)), f(1e16_f64.mul_add(1.0 + 1e-16, -1e16)));
}

/// Poison stays poison through everything that leaves some of its bits undefined, and keeps its
/// maker where all of it stays.
#[test]
fn poison_is_told_from_uninitialised_bits() {
    let (poison, uninit, one) = (Value::poison(77), Value::uninit(4), defined(1));
    for op in [BinOp::AddNsw, BinOp::Sub, BinOp::Mul, BinOp::Xor] {
        assert_eq!(bin(op, 32, poison, one).map(Value::maker), Ok(Some(77)), "{op:?}");
        assert_eq!(bin(op, 32, one, poison.lowest(32)).map(Value::maker), Ok(Some(77)), "{op:?}");
        assert!(!bin(op, 32, uninit, one).unwrap().is_poison());
    }
    for op in [BinOp::Shl, BinOp::And, BinOp::Or] {
        assert_eq!(bin(op, 32, poison, one).map(|v| (v.is_poison(), v.maker())), Ok((true, Some(77))), "a part of it");
    }
    assert_eq!(bin(BinOp::And, 32, poison, defined(0)), Ok(Value::ZERO));
    assert_eq!(cmp(Pred::SLt, 32, poison, one).maker(), Some(77));
    assert_eq!(ptr_add(one, poison, 32, 4, 0).maker(), Some(77));
    assert_eq!(cast(CastOp::Trunc, 32, 1, poison).map(Value::maker), Ok(Some(77)));
    assert_eq!(cast(CastOp::SExt, 8, 64, cast(CastOp::Trunc, 32, 8, poison).unwrap()).map(Value::maker), Ok(Some(77)));
    assert_eq!(cast(CastOp::SExt, 32, 64, poison.lowest(32)).map(Value::maker), Ok(Some(77)));
    assert!(cast(CastOp::SExt, 8, 32, poison.lowest(8)).unwrap().is_poison());
    assert_eq!(fbin(FBinOp::Add, 64, poison, one).maker(), Some(77));
    assert_eq!(bin(BinOp::UDiv, 32, one, poison), Err(Wrong::Undefined));
    assert_eq!((uninit.maker(), Value::poison(u32::MAX).maker()), (None, None));
    assert!(Value::poison(u32::MAX).is_poison());
}

/// The bits of NaN are those that the hardware gives.
#[cfg(target_arch = "x86_64")]
#[test]
fn no_numbers_as_the_host_has_them() {
    use std::hint::black_box;
    let doubles = [0x7FF8 << 48 | 7, 0xFFF0 << 48 | 5, 0x7FF0 << 48, 0xFFF0 << 48, 0, 1.5_f64.to_bits()];
    let singles = [0x7FC0_0007, 0xFF80_0005, 0x7F80_0000, 0xFF80_0000, 0, 1.5_f32.to_bits()];
    for (n, &a) in doubles.iter().enumerate() {
        for (m, &b) in doubles.iter().enumerate() {
            let (x, y) = (black_box(f64::from_bits(a)), black_box(f64::from_bits(b)));
            let (p, q) = (black_box(f32::from_bits(singles[n])), black_box(f32::from_bits(singles[m])));
            // Of two NaNs the compiler may take the other one first where they may change places.
            assert_eq!(fbin(FBinOp::Sub, 64, defined(a), defined(b)), defined((x - y).to_bits()), "{x} - {y}");
            assert_eq!(fbin(FBinOp::Div, 64, defined(a), defined(b)), defined((x / y).to_bits()), "{x} / {y}");
            let (c, d) = (defined(singles[n].into()), defined(singles[m].into()));
            assert_eq!(fbin(FBinOp::Sub, 32, c, d), defined((p - q).to_bits().into()), "{p} - {q}");
            assert_eq!(fbin(FBinOp::Div, 32, c, d), defined((p / q).to_bits().into()), "{p} / {q}");
        }
        let (x, p) = (black_box(f64::from_bits(a)), black_box(f32::from_bits(singles[n])));
        assert_eq!(fun(FUnOp::Sqrt, 64, defined(a)), defined(x.sqrt().to_bits()));
        assert_eq!(cast(CastOp::FpTrunc, 64, 32, defined(a)), Ok(defined((x as f32).to_bits().into())));
        assert_eq!(cast(CastOp::FpExt, 32, 64, defined(singles[n].into())), Ok(defined(f64::from(p).to_bits())));
    }
}

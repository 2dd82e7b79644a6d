//! Which bits of sums and products depend on undefined bits of the operands.
//!
//! Bits are added one by one, each 0, 1, not known, or undefined: where two of an operand, the
//! other one and the carry are known and the same, the next carry is that, whatever the third is.
//! A product by a number is a sum; of others, nothing below the lowest undefined bit is changed.
//!
//! Where it depends on bits that are not known whether a bit is undefined, that is told: what is
//! undefined for each of their values must be what it is for words that have this value.
//!
//! Not covered: that an undefined bit which comes twice is the same (`x - x`).

use crate::value::mask;

/// What is known of the bits of an operand; those that are named nowhere are defined, and not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Those that are 0.
    pub zeros: u64,
    /// Those that are 1.
    pub ones: u64,
    /// Those that are undefined.
    pub undef: u64,
    /// Those that are undefined for some values of bits that are not known, and not for others.
    pub maybe: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bit {
    Is(bool),
    /// Defined, and not known.
    Open,
    Undefined,
    /// That depends on bits that are not known.
    Maybe,
}

impl Bits {
    /// Those of a number.
    #[must_use]
    pub const fn number(bits: u64) -> Self {
        Self { zeros: !bits, ones: bits, undef: 0, maybe: 0 }
    }

    const fn bit(self, at: u32) -> Bit {
        match (self.zeros >> at & 1, self.ones >> at & 1, self.undef >> at & 1, self.maybe >> at & 1) {
            (1, ..) => Bit::Is(false),
            (_, 1, ..) => Bit::Is(true),
            (_, _, 1, _) => Bit::Undefined,
            (.., 1) => Bit::Maybe,
            _ => Bit::Open,
        }
    }

    const fn opposite(self) -> Self {
        Self { zeros: self.ones, ones: self.zeros, ..self }
    }

    /// Moved upwards, zeros below.
    const fn moved(self, by: u32) -> Self {
        Self {
            zeros: self.zeros << by | mask(by),
            ones: self.ones << by,
            undef: self.undef << by,
            maybe: self.maybe << by,
        }
    }

    /// The number, if all bits are known.
    fn known(self, width: u32) -> Option<u64> {
        ((self.zeros | self.ones) & mask(width) == mask(width)).then_some(self.ones & mask(width))
    }

    fn sum(self, other: Self, mut carry: Bit, width: u32) -> Self {
        let mut sum = Self { zeros: 0, ones: 0, undef: 0, maybe: 0 };
        for at in 0..width {
            let (a, b) = (self.bit(at), other.bit(at));
            match (a, b, carry) {
                (Bit::Is(x), Bit::Is(y), Bit::Is(z)) if x ^ y ^ z => sum.ones |= 1 << at,
                (Bit::Is(_), Bit::Is(_), Bit::Is(_)) => sum.zeros |= 1 << at,
                _ if [a, b, carry].contains(&Bit::Undefined) => sum.undef |= 1 << at,
                _ if [a, b, carry].contains(&Bit::Maybe) => sum.maybe |= 1 << at,
                _ => {}
            }
            carry = most(a, b, carry);
        }
        sum
    }
}

/// What at least two of three bits are.
fn most(a: Bit, b: Bit, c: Bit) -> Bit {
    let all = [a, b, c];
    let count = |is: Bit| all.iter().filter(|bit| **bit == is).count();
    let (zeros, ones, undefined) = (count(Bit::Is(false)), count(Bit::Is(true)), count(Bit::Undefined));
    match (zeros, ones) {
        (2.., _) => Bit::Is(false),
        (_, 2..) => Bit::Is(true),
        // Of a 0 and a 1 the third one decides, of two undefined ones no other.
        _ if undefined >= 2 || undefined == 1 && zeros + ones == 2 => Bit::Undefined,
        _ if undefined == 1 || all.contains(&Bit::Maybe) => Bit::Maybe,
        _ => Bit::Open,
    }
}

/// What is undefined of a sum.
#[must_use]
pub fn of_sum(a: Bits, b: Bits, width: u32) -> Bits {
    a.sum(b, Bit::Is(false), width)
}

/// What is undefined of a difference.
#[must_use]
pub fn of_difference(a: Bits, b: Bits, width: u32) -> Bits {
    a.sum(b.opposite(), Bit::Is(true), width)
}

/// What is undefined of a product; which of its bits are 0 or 1 is not told.
#[must_use]
pub fn of_product(a: Bits, b: Bits, width: u32) -> Bits {
    let keep = mask(width);
    match (a.known(width), b.known(width)) {
        (Some(number), _) => return by(b, number, width),
        (_, Some(number)) => return by(a, number, width),
        _ => {}
    }
    let (a_zeros, b_zeros) = (a.zeros.trailing_ones(), b.zeros.trailing_ones());
    let lowest = |undef: u64, zeros: u32| if undef & keep == 0 { 64 } else { (undef & keep).trailing_zeros() + zeros };
    let lowest = lowest(a.undef, b_zeros).min(lowest(b.undef, a_zeros)).min(64);
    let undef = keep & !mask(lowest);
    let is_open = [a, b].into_iter().any(|bits| (bits.zeros | bits.ones | bits.undef) & keep != keep);
    let (undef, maybe) = if is_open { (0, undef) } else { (undef, 0) };
    Bits { zeros: 0, ones: 0, undef, maybe }
}

/// The same for a product by a number.
fn by(a: Bits, number: u64, width: u32) -> Bits {
    let places = (0..width).filter(|place| number >> place & 1 == 1);
    places.fold(Bits::number(0), |sum, place| sum.sum(a.moved(place), Bit::Is(false), width))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 8;

    /// All numbers that these bits can be, the open ones as in `open`.
    fn fills(bits: Bits, open: u64) -> Vec<u64> {
        let fixed = bits.ones | open & !bits.zeros & !bits.undef & mask(WIDTH);
        let mut fills = vec![fixed];
        for at in (0..WIDTH).filter(|at| bits.undef >> at & 1 == 1) {
            fills.extend(fills.clone().into_iter().map(|fill| fill | 1 << at));
        }
        fills
    }

    /// The bits of a result that differ for different fills.
    fn varying(a: Bits, b: Bits, open: (u64, u64), compute: fn(u64, u64) -> u64) -> u64 {
        let (x, y) = (fills(a, open.0), fills(b, open.1));
        let first = compute(x[0], y[0]);
        let results = x.iter().flat_map(|x| y.iter().map(|y| compute(*x, *y) ^ first));
        results.fold(0, |varying, result| varying | result) & mask(WIDTH)
    }

    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 40
    }

    /// A rule, and what it is about.
    type Rule = (fn(Bits, Bits, u32) -> Bits, fn(u64, u64) -> u64);

    /// No bit varies that is called defined; of sums of known and undefined bits, none is called
    /// undefined that does not. What is undefined whatever the others are is what is for each.
    #[test]
    fn as_trying_all() {
        let (mut state, mut sure) = (3, 0);
        let rules: [Rule; 3] =
            [(of_sum, u64::wrapping_add), (of_difference, u64::wrapping_sub), (of_product, u64::wrapping_mul)];
        for n in 0..20_000 {
            let has_open = n % 2 == 0;
            let mut operand = || {
                let undef = random(&mut state) & random(&mut state) & mask(WIDTH);
                let open = if has_open { random(&mut state) & random(&mut state) & !undef } else { 0 };
                let bits = [random(&mut state), 1 << (random(&mut state) % 8)][random(&mut state) as usize % 2];
                let known = mask(WIDTH) & !undef & !open;
                Bits { zeros: known & !bits, ones: known & bits, undef, maybe: 0 }
            };
            let (a, b) = (operand(), operand());
            let b = if n % 3 == 0 { Bits::number(b.ones) } else { b };
            for (at, (rule, compute)) in rules.into_iter().enumerate() {
                let told = rule(a, b, WIDTH);
                let open = (random(&mut state), random(&mut state));
                let varies = varying(a, b, open, compute);
                let all = told.undef | told.maybe;
                assert_eq!(varies & !all, 0, "{at}: {a:x?} {b:x?}: {told:x?}, {varies:#x}");
                if !has_open {
                    assert_eq!(told.maybe, 0, "{at}: {a:x?} {b:x?}: {told:x?}");
                    assert!(at == 2 || told.undef == varies, "{at}: {a:x?} {b:x?}: {told:x?}, {varies:#x}");
                }
                if told.maybe == 0 {
                    sure += 1;
                    let filled = |of: Bits, open: u64| {
                        let left = mask(WIDTH) & !(of.zeros | of.ones | of.undef);
                        Bits { zeros: of.zeros | left & !open, ones: of.ones | left & open, ..of }
                    };
                    let each = rule(filled(a, open.0), filled(b, open.1), WIDTH);
                    assert_eq!(each.undef, told.undef, "{at}: {a:x?} {b:x?} {open:x?}");
                }
            }
        }
        assert!(sure > 30_000, "{sure}");
    }

    /// No carry comes out of a byte to which nothing is added.
    #[test]
    fn a_byte_beside() {
        let partly = Bits { zeros: 0xFFFF_ED00, ones: 0x1200, undef: 0xFF, maybe: 0 };
        let number = |number: u64| Bits::number(number);
        assert_eq!(of_sum(partly, number(256), 32).undef, 0xFF);
        assert_eq!(of_difference(partly, number(256), 32).undef, 0xFF);
        assert_eq!(of_product(partly, number(256), 32).undef, 0xFF00);
        // From the lowest bit a carry goes up to where there is a 0 in both.
        assert_eq!(of_sum(number(1), partly, 32).undef, 0x1FF);
        // The byte above is input: how far the carry goes depends on it.
        let input = Bits { zeros: 0xFFFF_0000, ones: 0, undef: 0xFF, maybe: 0 };
        let sum = of_sum(number(1), input, 32);
        assert_eq!((sum.undef, sum.maybe), (0x1FF, 0x1_FE00));
    }
}

//! Small inputs in place of those that a solver has found: the same schedule is replayed with
//! others, and what still shows the fault is kept. So an input need not follow the path that was
//! explored; the report is of the replay.
//!
//! Numbers of a signed type are tried in the order 0, 1, -1, 2, -2, ...; floating-point numbers are
//! some simple ones, or have few digits; characters are to be printable, unless they can be 0.
//! Beyond the first ones, halves are tried between what was refused and what is at hand. Inputs that
//! are equal are first changed together.
//!
//! Not covered: that several inputs change in different ways at once. What is found need not be the
//! smallest.

use threadbare_explore::{Replayed, replay};
use threadbare_machine::{Machine, Numbers, Recording, State, What};
use threadbare_op::{Given, Schedule, ThreadId};

/// Whether the fault is still there; `None` ends the search (the time is over).
pub(crate) type Shows<'a> = dyn FnMut(&Schedule) -> Option<bool> + 'a;

/// So many numbers are tried one after the other.
const FIRST: u64 = 40;

/// What numbers an input has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    width: u8,
    of: Numbers,
}

impl Range {
    /// The number as a schedule has it, with its sign above its width.
    fn canonical(self, value: u64) -> u64 {
        let above = 64 - self.width.clamp(1, 64);
        match self.of {
            Numbers::Signed => ((value << above) as i64 >> above) as u64,
            _ => value << above >> above,
        }
    }

    /// The how-manieth number it is, from the smallest one.
    pub(crate) fn rank(self, value: u64) -> u64 {
        match self.of {
            Numbers::Unsigned => value,
            Numbers::Signed => {
                let signed = value as i64;
                signed.unsigned_abs().saturating_mul(2).saturating_sub(u64::from(signed > 0))
            }
            Numbers::Float => {
                let at = SIMPLE.iter().position(|simple| self.float(*simple) == value);
                at.map_or_else(|| 0x100 + self.digits(value), |at| at as u64)
            }
            Numbers::Text => {
                let at = characters().position(|c| u64::from(c) == value);
                at.map_or(0x100 + value, |at| at as u64)
            }
        }
    }

    /// The number of a rank, if it has the width.
    pub(crate) fn number(self, rank: u64) -> Option<u64> {
        let half = rank.div_ceil(2);
        let value = match self.of {
            Numbers::Unsigned => rank,
            Numbers::Signed if rank % 2 == 1 => half,
            Numbers::Signed => half.wrapping_neg(),
            Numbers::Float => self.float(*SIMPLE.get(usize::try_from(rank).ok()?)?),
            Numbers::Text => characters().nth(usize::try_from(rank).ok()?)?.into(),
        };
        (self.canonical(value) == value).then_some(value)
    }

    /// The bits of a floating-point number.
    fn float(self, number: f64) -> u64 {
        if self.width == 32 { (number as f32).to_bits().into() } else { number.to_bits() }
    }

    fn of_bits(self, bits: u64) -> f64 {
        if self.width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
    }

    /// How long the text of a floating-point number is, whose bits these are.
    fn digits(self, bits: u64) -> u64 {
        let text = match self.width {
            32 => format!("{:?}", f32::from_bits(bits as u32)),
            _ => format!("{:?}", f64::from_bits(bits)),
        };
        text.len() as u64
    }

    /// Numbers near one with fewer digits, the shortest first.
    fn rounded(self, bits: u64) -> Vec<u64> {
        let number = self.of_bits(bits);
        if !number.is_finite() {
            return Vec::new();
        }
        let short = (0..8).filter_map(|digits| format!("{number:.digits$e}").parse::<f64>().ok());
        let whole = [number.trunc(), number.floor(), number.ceil()];
        let all = whole.into_iter().filter(|whole| whole.abs() < 1e9).chain(short);
        all.map(|number| self.float(number)).collect()
    }
}

/// Floating-point numbers that are tried, those first that people like to see.
const SIMPLE: [f64; 20] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -2.0,
    -0.5,
    3.0,
    0.25,
    10.0,
    -10.0,
    100.0,
    -100.0,
    1000.0,
    1e6,
    -1e6,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Zero, and what can be printed, letters first.
fn characters() -> impl Iterator<Item = u8> {
    let printed = || b' '..=b'~';
    let letters = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9');
    std::iter::once(0).chain(letters).chain(printed().filter(|c| !c.is_ascii_alphanumeric()))
}

/// The schedule with small inputs, or `schedule` itself. What is returned was shown to `shows`,
/// unless its inputs are what they were.
pub(crate) fn small(machine: &Machine, schedule: &Schedule, shows: &mut Shows<'_>) -> Schedule {
    let Some(given) = schedule.given.as_deref().filter(|given| !given.is_empty()) else { return schedule.clone() };
    let mut best = schedule.clone();
    let ranges: Vec<Range> = ranges(machine, schedule, given);
    let canonical =
        given.iter().zip(&ranges).map(|(given, range)| Given { value: range.canonical(given.value), ..*given });
    best.given = Some(canonical.collect());
    let mut search = Search { best, ranges, shows };
    // Out of time: what was found so far is the result.
    let _ = search.run();
    search.best.given.iter_mut().for_each(|given| given.retain(|given| given.value != 0));
    search.best
}

/// The ranges of the inputs that are given. What no thread is seen to take is a byte of an
/// argument.
pub(crate) fn ranges(machine: &Machine, schedule: &Schedule, given: &[Given]) -> Vec<Range> {
    let mut taken: Vec<(ThreadId, u32, Range)> = Vec::new();
    let mut machine = machine.another(Some(Recording::FEW));
    let mut note = |machine: &mut Machine| {
        for record in machine.take_records() {
            if let What::Input { width, of, n: Some(n), .. } = record.what {
                taken.push((record.thread, n, Range { width, of }));
            }
        }
    };
    let _ = replay(&mut machine, schedule, &mut |machine: &mut Machine, _: &Replayed<State>| note(machine));
    note(&mut machine);
    let range = |given: &Given| {
        let known = taken.iter().find(|(thread, n, _)| (*thread, *n) == (given.thread, given.n));
        known.map_or(Range { width: 8, of: Numbers::Text }, |(.., range)| *range)
    };
    given.iter().map(range).collect()
}

struct Search<'a, 'f> {
    best: Schedule,
    ranges: Vec<Range>,
    shows: &'a mut Shows<'f>,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Option<()> {
        loop {
            let mut any = false;
            for at in 0..self.ranges.len() {
                let (value, range) = (self.value(at), self.ranges[at]);
                let same = |other: &usize| self.value(*other) == value && self.ranges[*other] == range;
                let alike: Vec<usize> = (at..self.ranges.len()).filter(same).collect();
                let together = alike.len() > 1 && self.smaller(&alike)?;
                any |= self.smaller(&[at])? || together;
            }
            if !any {
                return Some(());
            }
        }
    }

    fn value(&self, at: usize) -> u64 {
        self.best.given.as_ref().map_or(0, |given| given[at].value)
    }

    /// Gives these inputs, which are equal, the smallest number that is found for all of them.
    /// Whether there is a smaller one than at hand.
    fn smaller(&mut self, which: &[usize]) -> Option<bool> {
        let range = self.ranges[which[0]];
        let before = range.rank(self.value(which[0]));
        let first = match range.of {
            Numbers::Text => characters().count() as u64,
            Numbers::Float => SIMPLE.len() as u64,
            Numbers::Signed | Numbers::Unsigned => FIRST,
        };
        for rank in 0..before.min(first) {
            if self.accept(which, range.number(rank))? {
                return Some(true);
            }
        }
        if range.of == Numbers::Text {
            return Some(false);
        }
        if range.of == Numbers::Float {
            for number in range.rounded(self.value(which[0])) {
                if range.rank(number) < before && self.accept(which, Some(number))? {
                    return Some(true);
                }
            }
            return Some(false);
        }
        // Every other rank has the same sign.
        let step = if range.of == Numbers::Signed { 2 } else { 1 };
        let (mut refused, mut shown) = (FIRST / step, before / step);
        while refused + 1 < shown {
            let middle = refused + (shown - refused) / 2;
            if self.accept(which, range.number(middle * step + before % step))? {
                shown = middle;
            } else {
                refused = middle;
            }
        }
        Some(range.rank(self.value(which[0])) < before)
    }

    /// Takes the number for these inputs if it shows the fault.
    fn accept(&mut self, which: &[usize], value: Option<u64>) -> Option<bool> {
        let Some(value) = value else { return Some(false) };
        let mut candidate = self.best.clone();
        candidate.given.iter_mut().for_each(|given| which.iter().for_each(|&at| given[at].value = value));
        let shows = (self.shows)(&candidate)?;
        if shows {
            self.best = candidate;
        }
        Some(shows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNED: Range = Range { width: 32, of: Numbers::Signed };
    const UNSIGNED: Range = Range { width: 32, of: Numbers::Unsigned };
    const TEXT: Range = Range { width: 8, of: Numbers::Text };

    /// The inputs that are found, each of that range, where those that `shows` holds for show the
    /// fault.
    fn found(range: Range, given: &[u64], shows: impl Fn(&[i64]) -> bool) -> Vec<i64> {
        let given =
            (0..).zip(given).map(|(n, value)| Given { thread: ThreadId::MAIN, n, value: range.canonical(*value) });
        let best = Schedule { given: Some(given.collect()), ..Schedule::default() };
        let numbers = |schedule: &Schedule| -> Vec<i64> {
            schedule.given.iter().flatten().map(|given| given.value as i64).collect()
        };
        let ranges = vec![range; numbers(&best).len()];
        let mut tried = 0;
        let mut shows = |schedule: &Schedule| {
            tried += 1;
            Some(shows(&numbers(schedule)))
        };
        let mut search = Search { best, ranges, shows: &mut shows };
        search.run().unwrap();
        let found = numbers(&search.best);
        assert!(tried < 1000, "{tried}");
        found
    }

    #[test]
    fn ranks_and_numbers() {
        for range in [SIGNED, UNSIGNED, TEXT] {
            for rank in 0..90 {
                assert_eq!(range.rank(range.number(rank).unwrap()), rank, "{range:?} {rank}");
            }
        }
        let first = |range: Range| (0..5).map(|rank| range.number(rank).unwrap() as i64).collect::<Vec<_>>();
        assert_eq!(first(SIGNED), [0, 1, -1, 2, -2]);
        assert_eq!(first(UNSIGNED), [0, 1, 2, 3, 4]);
        assert_eq!(first(TEXT), [0, 97, 98, 99, 100]);
        assert_eq!(Range { width: 1, of: Numbers::Unsigned }.number(2), None);
    }

    #[test]
    fn the_smallest_is_found() {
        let least = 0x8000_00FF;
        assert_eq!(found(SIGNED, &[least], |n| n[0] < 0), [-1]);
        assert_eq!(found(SIGNED, &[least], |n| n[0] < -1000), [-1001]);
        assert_eq!(found(SIGNED, &[0x7FFF_FFFF], |n| n[0] > 1000 || n[0] < -7), [-8]);
        assert_eq!(found(UNSIGNED, &[0xFFFF_FFFF], |n| n[0] > 3_000_000_000), [3_000_000_001]);
        assert_eq!(found(SIGNED, &[i32::MIN as u64], |n| n[0] == -2_147_483_648), [-2_147_483_648]);
        assert_eq!(found(TEXT, &[200], |n| n[0] != 0 && n[0] != 97), [98]);
        assert_eq!(found(TEXT, &[7], |n| n[0] == 7), [7]);
    }

    #[test]
    fn floats_with_few_digits() {
        let double = Range { width: 64, of: Numbers::Float };
        let of = |given: f64, shows: &dyn Fn(f64) -> bool| {
            f64::from_bits(found(double, &[given.to_bits()], |n| shows(f64::from_bits(n[0] as u64)))[0] as u64)
        };
        assert_eq!(of(1.37e-200, &|x| x > -1.0), 0.0);
        assert_eq!(of(0.734_562, &|x| x > 0.1 && x < 1.0), 0.5);
        assert_eq!(of(1_234.567_8, &|x| x > 1000.0), 1e6);
        assert_eq!(of(73.456_2, &|x| x > 70.0 && x < 74.0), 73.0);
        assert_eq!(of(0.734_562_198, &|x| x > 0.71 && x < 0.74), 0.73);
        assert!(of(-f64::NAN, &f64::is_nan).is_nan());
        let single = Range { width: 32, of: Numbers::Float };
        assert_eq!(found(single, &[u64::from(7.25e-3_f32.to_bits())], |n| n[0] != 0), [i64::from(1.0_f32.to_bits())]);
    }

    #[test]
    fn equal_inputs_change_together() {
        assert_eq!(found(SIGNED, &[77, 77], |n| n[0] == n[1] && n[0] > 2), [3, 3]);
        assert_eq!(found(UNSIGNED, &[61, 48], |n| n[0] + n[1] > 100 && n[0] >= 60 && n[1] < 60), [60, 41]);
    }
}

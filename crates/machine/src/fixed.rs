//! Inputs whose values are fixed by hand.
//!
//! A name stands for the inputs taken at some calls. Each thread has a sequence of them; its first,
//! second, ... gets the value fixed for that place. How many a thread has had is in its hidden
//! memory, so it goes back with everything else. An input that is fixed is a constant, and is not
//! counted among the inputs of its thread.

use crate::call::CallCx;
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::record::Numbers;
use crate::value::{Value, mask};
use std::collections::BTreeMap;
use threadbare_op::Site;

/// The values of the inputs of one name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fixed {
    /// What they are called.
    pub name: String,
    /// Where they are taken.
    pub sites: Vec<Site>,
    /// By the how-manieth of a thread it is, from 0.
    pub values: BTreeMap<u32, FixedNumber>,
}

/// A number that an input is fixed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedNumber {
    /// A whole number.
    Whole(i128),
    /// A floating-point number: its bits, of 64 and of 32.
    Float(u64, u32),
}

/// No more names are fixed: each thread has a word for each.
pub const MOST_FIXED: usize = 1000;

/// The bits of a number, if an input of that width can be it: a whole one with or without a sign.
fn bits(number: FixedNumber, width: u8, of: Numbers) -> Option<u64> {
    let number = match (number, of) {
        (FixedNumber::Float(_, short), Numbers::Float) if width == 32 => return Some(short.into()),
        (FixedNumber::Float(long, _), Numbers::Float) => return Some(long),
        (FixedNumber::Float(..), _) => return None,
        (FixedNumber::Whole(number), Numbers::Float) if width == 32 => return Some((number as f32).to_bits().into()),
        (FixedNumber::Whole(number), Numbers::Float) => return Some((number as f64).to_bits()),
        (FixedNumber::Whole(number), _) => number,
    };
    let fits = -(1 << (width - 1)) <= number && number < 1 << width;
    fits.then_some(number as u64 & mask(width.into()))
}

/// The value of the next input of so many bits that the running thread takes here, if it is fixed.
pub(crate) fn take<D: Domain>(cx: &mut CallCx<'_, D>, width: u8, of: Numbers) -> Result<Option<Value>, Halt> {
    let site = cx.site();
    let Some(name) = cx.options().fixed.iter().position(|fixed| fixed.sites.contains(&site)) else { return Ok(None) };
    let taken = match cx.journalled_word() {
        Some(taken) => taken,
        None => {
            let taken = cx.core.count_fixed(name);
            cx.note_word(taken)
        }
    };
    let fixed = &cx.options().fixed[name];
    let number = u32::try_from(taken.bits).ok().and_then(|taken| fixed.values.get(&taken));
    let Some(&number) = number else { return Ok(None) };
    if let Some(bits) = bits(number, width, of) {
        return Ok(Some(Value::new(bits)));
    }
    let message = match number {
        FixedNumber::Whole(number) => {
            format!("--input {}={number}, which has more than the {width} bits of this input", fixed.name)
        }
        FixedNumber::Float(long, _) => {
            format!("--input {}={:?}, but this input is a whole number", fixed.name, f64::from_bits(long))
        }
    };
    Err(cx.unsupported(message))
}

impl<D: Domain> Core<D> {
    /// How many inputs of this name the running thread has taken; now it takes one more.
    fn count_fixed(&mut self, name: usize) -> Value {
        let at = layout::fixed_address(self.memory.who.thread, name);
        let taken = self.memory.peek(at, 8);
        // It is no event, but not nothing.
        self.memory.who.has_effect();
        self.memory.poke(at, 8, taken + 1);
        Value::new(taken)
    }

    /// The bytes of a string that is called so, if they are fixed: those that are not named are 0.
    pub(crate) fn fixed_text(&self, name: &str, len: u32) -> Option<Vec<Value>> {
        let fixed = self.options.fixed.iter().find(|fixed| fixed.sites.is_empty() && fixed.name == name)?;
        let byte =
            |at| Value::new(fixed.values.get(&at).and_then(|&number| bits(number, 8, Numbers::Text)).unwrap_or(0));
        Some((0..len).map(byte).collect())
    }
}

/// How many bytes a thread's hidden memory has for these.
pub(crate) fn hidden_bytes(fixed: &[Fixed]) -> u64 {
    8 * fixed.len().min(MOST_FIXED) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_width() {
        for (number, width, known) in [
            (5, 8, Some(5)),
            (-1, 8, Some(255)),
            (255, 8, Some(255)),
            (256, 8, None),
            (-129, 8, None),
            (1, 1, Some(1)),
            (2, 1, None),
            (i128::from(u64::MAX), 64, Some(u64::MAX)),
            (i128::from(i64::MIN), 64, Some(1 << 63)),
            (1 << 64, 64, None),
        ] {
            assert_eq!(bits(FixedNumber::Whole(number), width, Numbers::Signed), known, "{number} {width}");
        }
        let float = |number, width| bits(number, width, Numbers::Float);
        assert_eq!(float(FixedNumber::Whole(-2), 64), Some((-2.0_f64).to_bits()));
        assert_eq!(float(FixedNumber::Whole(1), 32), Some(1.0_f32.to_bits().into()));
        let tenth = FixedNumber::Float(0.1_f64.to_bits(), 0.1_f32.to_bits());
        assert_eq!(float(tenth, 64), Some(0.1_f64.to_bits()));
        assert_eq!(float(tenth, 32), Some(0.1_f32.to_bits().into()));
        assert_eq!(bits(tenth, 64, Numbers::Unsigned), None);
    }
}

//! What `printf` makes of a format string: pure, given where the arguments and strings come from.
//!
//! As C17 7.21.6.1 and glibc in the C locale have it. Not covered, and refused by name: `%n`, `%m`,
//! wide characters (`%ls`, `%lc`), `long double` (`%Lf`), numbered arguments (`%1$d`).

use super::float;

/// Where arguments and strings come from.
pub trait Source {
    /// Why it could not be read; also what a refusal is.
    type Error;
    /// The next argument that is an integer or a pointer: the lowest `bits` of its slot.
    fn int(&mut self, bits: u32) -> Result<u64, Self::Error>;
    /// The same for one that is printed: it, or another one whose text looks alike but for digits.
    fn number(&mut self, bits: u32, looks: Looks) -> Result<u64, Self::Error> {
        let _ = looks;
        self.int(bits)
    }
    /// The same for one that is a character.
    fn character(&mut self) -> Result<u8, Self::Error> {
        Ok(self.int(8)? as u8)
    }
    /// The characters or digits of what was given last end here in the text.
    fn ends(&mut self, at: usize) {
        let _ = at;
    }
    /// The next argument that is a `double`.
    fn float(&mut self) -> Result<f64, Self::Error>;
    /// The string at `addr`: up to its end or `limit` bytes, whichever comes first.
    fn string(&mut self, addr: u64, limit: Option<usize>) -> Result<Vec<u8>, Self::Error>;
    /// How many bits a `long`, a `size_t` and a pointer have.
    fn long_bits(&self) -> u32 {
        64
    }
    /// Something that is not supported was met.
    fn unsupported(&mut self, what: String) -> Self::Error;
    /// This address is about to become text.
    fn shows_address(&mut self, address: u64) {
        let _ = address;
    }
}

/// What decides how the text of a number looks, but for which digits there are.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// Whether it may be negative.
    pub is_signed: bool,
    /// Of its digits: 8, 10 or 16.
    pub base: u64,
    /// Whether those above 9 are capitals.
    pub upper: bool,
    /// Whether 0 looks like no other number.
    pub zero_differs: bool,
    /// So many digits there are at least: of a number that is not negative, and of one that is.
    pub least: [usize; 2],
}

/// No field is longer: a program that asks for more is not worth the memory.
const LONGEST: i64 = 1 << 20;

#[derive(Default, Clone, Copy)]
struct Flags {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
}

/// What a length modifier says: how wide the integer argument is, in bits.
#[derive(Clone, Copy, PartialEq)]
enum Length {
    Bits(u32),
    LongDouble,
}

#[derive(Clone, Copy)]
struct Spec {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    length: Option<Length>,
}

/// Formats; the result is all that is printed.
///
/// # Errors
/// What the source says.
pub fn format<S: Source>(format: &[u8], source: &mut S) -> Result<Vec<u8>, S::Error> {
    let mut out = Vec::with_capacity(format.len() + 16);
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&b| b == b'%') {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let spec = spec(&mut rest, source)?;
        let Some((&conversion, after)) = rest.split_first() else {
            return Err(source.unsupported("a format string that ends within a conversion".into()));
        };
        rest = after;
        convert(conversion, spec, source, &mut out)?;
    }
    out.extend_from_slice(rest);
    Ok(out)
}

fn spec<S: Source>(rest: &mut &[u8], source: &mut S) -> Result<Spec, S::Error> {
    let mut flags = flags(rest);
    let mut width = number(rest, source)?.unwrap_or(0);
    if rest.first() == Some(&b'$') {
        return Err(source.unsupported("a format string with numbered arguments".into()));
    }
    if width < 0 {
        flags.left = true;
        width = -width;
    }
    let mut precision = None;
    if let Some(after) = rest.strip_prefix(b".") {
        *rest = after;
        // Without digits it is 0; a negative one (from an argument) is as if it were not there.
        precision = Some(number(rest, source)?.unwrap_or(0));
    }
    if width > LONGEST || precision.is_some_and(|p| p > LONGEST) {
        return Err(source.unsupported("a field of more than a million characters".into()));
    }
    let precision = precision.and_then(|p| usize::try_from(p).ok());
    let length = length(rest, source.long_bits());
    Ok(Spec { flags, width: usize::try_from(width).unwrap_or(0), precision, length })
}

fn flags(rest: &mut &[u8]) -> Flags {
    let mut flags = Flags::default();
    while let Some((&b, after)) = rest.split_first() {
        match b {
            b'-' => flags.left = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternate = true,
            b'0' => flags.zero = true,
            // Grouping: the C locale has none.
            b'\'' | b'I' => {}
            _ => break,
        }
        *rest = after;
    }
    flags
}

/// Digits, or `*` for the next argument.
fn number<S: Source>(rest: &mut &[u8], source: &mut S) -> Result<Option<i64>, S::Error> {
    if let Some(after) = rest.strip_prefix(b"*") {
        *rest = after;
        return Ok(Some(i64::from(source.int(32)? as u32 as i32)));
    }
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return Ok(None);
    }
    let value = rest[..digits]
        .iter()
        .fold(0i64, |value, &digit| value.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    *rest = &rest[digits..];
    Ok(Some(value))
}

fn length(rest: &mut &[u8], long: u32) -> Option<Length> {
    let (length, used) = match **rest {
        [b'h', b'h', ..] => (Length::Bits(8), 2),
        [b'h', ..] => (Length::Bits(16), 1),
        [b'l', b'l', ..] => (Length::Bits(64), 2),
        [b'q' | b'j', ..] => (Length::Bits(64), 1),
        [b'l' | b'z' | b'Z' | b't', ..] => (Length::Bits(long), 1),
        [b'L', ..] => (Length::LongDouble, 1),
        _ => return None,
    };
    *rest = &rest[used..];
    Some(length)
}

fn convert<S: Source>(conversion: u8, spec: Spec, source: &mut S, out: &mut Vec<u8>) -> Result<(), S::Error> {
    match conversion {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let value = source.number(bits(spec), looks(spec, conversion))?;
            source.ends(signed(spec, value, out));
        }
        b'u' | b'o' | b'x' | b'X' => {
            let value = source.number(bits(spec), looks(spec, conversion))?;
            source.ends(unsigned(spec, conversion, value, out));
        }
        b'c' | b's' if spec.length == Some(Length::Bits(source.long_bits())) => {
            return Err(source.unsupported(format!("a wide character conversion (%l{})", char::from(conversion))));
        }
        b'c' => {
            let value = source.character()?;
            source.ends(pad(spec, &[value], out));
        }
        b's' => {
            let addr = source.int(source.long_bits())?;
            let text = if addr == 0 { null_text(spec) } else { source.string(addr, spec.precision)? };
            source.ends(pad(spec, &text, out));
        }
        b'p' => {
            let value = source.int(source.long_bits())?;
            source.shows_address(value);
            pointer(spec, value, out);
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            if spec.length == Some(Length::LongDouble) {
                return Err(source.unsupported("printing a long double".into()));
            }
            let value = source.float()?;
            floating(spec, conversion, value, out);
        }
        other => {
            return Err(source.unsupported(format!("the conversion %{} in a format string", other.escape_ascii())));
        }
    }
    Ok(())
}

/// glibc prints a null string so, or nothing at all if the precision is too small for it.
fn null_text(spec: Spec) -> Vec<u8> {
    if spec.precision.is_some_and(|p| p < 6) { Vec::new() } else { b"(null)".to_vec() }
}

/// Where the text ends.
fn pad(spec: Spec, text: &[u8], out: &mut Vec<u8>) -> usize {
    let fill = spec.width.saturating_sub(text.len());
    if !spec.flags.left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    out.extend_from_slice(text);
    let end = out.len();
    if spec.flags.left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    end
}

/// A number: sign or `0x`, then digits, with zeros between them if asked for. Where they end.
fn pad_number(spec: Spec, prefix: &[u8], digits: &[u8], zeros: bool, out: &mut Vec<u8>) -> usize {
    let fill = spec.width.saturating_sub(prefix.len() + digits.len());
    let zeros = zeros && spec.flags.zero && !spec.flags.left;
    if !spec.flags.left && !zeros {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    out.extend_from_slice(prefix);
    if zeros {
        out.extend(std::iter::repeat_n(b'0', fill));
    }
    out.extend_from_slice(digits);
    let end = out.len();
    if spec.flags.left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    end
}

fn sign(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.plus, flags.space) {
        (true, ..) => b"-",
        (_, true, _) => b"+",
        (_, _, true) => b" ",
        _ => b"",
    }
}

fn bits(spec: Spec) -> u32 {
    match spec.length {
        Some(Length::Bits(bits)) => bits,
        // %Ld is %lld in glibc.
        Some(Length::LongDouble) => 64,
        None => 32,
    }
}

fn looks(spec: Spec, conversion: u8) -> Looks {
    let Spec { flags, width, precision, .. } = spec;
    let base = match conversion {
        b'o' => 8,
        b'x' | b'X' => 16,
        _ => 10,
    };
    let is_signed = matches!(conversion, b'd' | b'i');
    let has_prefix = flags.alternate && base != 10;
    let least = |prefix: usize| match precision {
        // How many zeros there are before it decides whether there is one more.
        _ if has_prefix && base == 8 => 1,
        Some(precision) => precision,
        None if flags.zero && !flags.left => width.saturating_sub(prefix),
        None => 1,
    };
    let prefix = if is_signed { sign(flags, false).len() } else { 2 * usize::from(has_prefix) };
    let least = [least(prefix), least(sign(flags, true).len())];
    let zero_differs = has_prefix || precision == Some(0);
    Looks { is_signed, base, upper: conversion == b'X', zero_differs, least }
}

fn with_precision(spec: Spec, digits: String) -> String {
    match spec.precision {
        Some(0) if digits == "0" => String::new(),
        Some(precision) if precision > digits.len() => "0".repeat(precision - digits.len()) + &digits,
        _ => digits,
    }
}

fn signed(spec: Spec, value: u64, out: &mut Vec<u8>) -> usize {
    let shift = 64 - bits(spec);
    let value = ((value << shift) as i64) >> shift;
    let digits = with_precision(spec, value.unsigned_abs().to_string());
    pad_number(spec, sign(spec.flags, value < 0), digits.as_bytes(), spec.precision.is_none(), out)
}

fn unsigned(spec: Spec, conversion: u8, value: u64, out: &mut Vec<u8>) -> usize {
    let value = value & (u64::MAX >> (64 - bits(spec)));
    let digits = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(spec, digits);
    let mut prefix: &[u8] = b"";
    if spec.flags.alternate {
        match conversion {
            b'x' if value != 0 => prefix = b"0x",
            b'X' if value != 0 => prefix = b"0X",
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            _ => {}
        }
    }
    pad_number(spec, prefix, digits.as_bytes(), spec.precision.is_none(), out)
}

fn pointer(mut spec: Spec, value: u64, out: &mut Vec<u8>) {
    if value == 0 {
        pad(spec, b"(nil)", out);
        return;
    }
    spec.length = Some(Length::Bits(64));
    spec.flags.alternate = true;
    let digits = with_precision(spec, format!("{value:x}"));
    let mut prefix = sign(spec.flags, false).to_vec();
    prefix.extend_from_slice(b"0x");
    pad_number(spec, &prefix, digits.as_bytes(), spec.precision.is_none(), out);
}

fn floating(spec: Spec, conversion: u8, value: f64, out: &mut Vec<u8>) {
    let upper = conversion.is_ascii_uppercase();
    let mut prefix = sign(spec.flags, value.is_sign_negative()).to_vec();
    let magnitude = value.abs();
    let mut digits = if magnitude.is_nan() {
        "nan".to_owned()
    } else if magnitude.is_infinite() {
        "inf".to_owned()
    } else {
        let alternate = spec.flags.alternate;
        match conversion.to_ascii_lowercase() {
            b'f' => float::fixed(magnitude, spec.precision.unwrap_or(6), alternate),
            b'e' => float::scientific(magnitude, spec.precision.unwrap_or(6), alternate),
            b'g' => float::general(magnitude, spec.precision.unwrap_or(6), alternate),
            _ => {
                prefix.extend_from_slice(if upper { b"0X" } else { b"0x" });
                float::hexadecimal(magnitude, spec.precision, alternate)
            }
        }
    };
    if upper {
        digits.make_ascii_uppercase();
    }
    pad_number(spec, &prefix, digits.as_bytes(), magnitude.is_finite(), out);
}

#[cfg(test)]
mod tests;

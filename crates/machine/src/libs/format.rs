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
    /// The same for an integer of which nothing but the text depends.
    fn shown(&mut self, bits: u32) -> Result<u64, Self::Error> {
        self.int(bits)
    }
    /// The next argument that is a `double`.
    fn float(&mut self) -> Result<f64, Self::Error>;
    /// The string at `addr`: up to its end or `limit` bytes, whichever comes first.
    fn string(&mut self, addr: u64, limit: Option<usize>) -> Result<Vec<u8>, Self::Error>;
    /// Something that is not supported was met.
    fn unsupported(&mut self, what: String) -> Self::Error;
    /// An address is about to become text.
    fn shows_address(&mut self) {}
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
    let length = length(rest);
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

fn length(rest: &mut &[u8]) -> Option<Length> {
    let (length, used) = match **rest {
        [b'h', b'h', ..] => (Length::Bits(8), 2),
        [b'h', ..] => (Length::Bits(16), 1),
        [b'l', b'l', ..] => (Length::Bits(64), 2),
        [b'l' | b'q' | b'j' | b'z' | b'Z' | b't', ..] => (Length::Bits(64), 1),
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
            let value = source.shown(bits(spec))?;
            signed(spec, value, out);
        }
        b'u' | b'o' | b'x' | b'X' => {
            let value = source.shown(bits(spec))?;
            unsigned(spec, conversion, value, out);
        }
        b'c' | b's' if spec.length == Some(Length::Bits(64)) => {
            return Err(source.unsupported(format!("a wide character conversion (%l{})", char::from(conversion))));
        }
        b'c' => {
            let value = source.shown(8)? as u8;
            pad(spec, &[value], out);
        }
        b's' => {
            let addr = source.int(64)?;
            let text = if addr == 0 { null_text(spec) } else { source.string(addr, spec.precision)? };
            pad(spec, &text, out);
        }
        b'p' => {
            let value = source.int(64)?;
            source.shows_address();
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

fn pad(spec: Spec, text: &[u8], out: &mut Vec<u8>) {
    let fill = spec.width.saturating_sub(text.len());
    if !spec.flags.left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    out.extend_from_slice(text);
    if spec.flags.left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
}

/// A number: sign or `0x`, then digits, with zeros between them if asked for.
fn pad_number(spec: Spec, prefix: &[u8], digits: &[u8], zeros: bool, out: &mut Vec<u8>) {
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
    if spec.flags.left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
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

fn with_precision(spec: Spec, digits: String) -> String {
    match spec.precision {
        Some(0) if digits == "0" => String::new(),
        Some(precision) if precision > digits.len() => "0".repeat(precision - digits.len()) + &digits,
        _ => digits,
    }
}

fn signed(spec: Spec, value: u64, out: &mut Vec<u8>) {
    let shift = 64 - bits(spec);
    let value = ((value << shift) as i64) >> shift;
    let digits = with_precision(spec, value.unsigned_abs().to_string());
    pad_number(spec, sign(spec.flags, value < 0), digits.as_bytes(), spec.precision.is_none(), out);
}

fn unsigned(spec: Spec, conversion: u8, value: u64, out: &mut Vec<u8>) {
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
    pad_number(spec, prefix, digits.as_bytes(), spec.precision.is_none(), out);
}

fn pointer(mut spec: Spec, value: u64, out: &mut Vec<u8>) {
    if value == 0 {
        return pad(spec, b"(nil)", out);
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
mod tests {
    use super::*;

    enum Arg {
        Int(u64),
        Float(f64),
        Text(&'static str),
    }

    struct Given(Vec<Arg>, usize);

    impl Given {
        fn next(&mut self) -> Result<&Arg, String> {
            self.1 += 1;
            self.0.get(self.1 - 1).ok_or_else(|| "no argument".to_owned())
        }
    }

    impl Source for Given {
        type Error = String;
        fn int(&mut self, _: u32) -> Result<u64, String> {
            let at = self.1 as u64 + 1;
            match self.next()? {
                Arg::Int(value) => Ok(*value),
                Arg::Text(_) => Ok(at),
                Arg::Float(_) => Err("a float".into()),
            }
        }
        fn float(&mut self) -> Result<f64, String> {
            match self.next()? {
                Arg::Float(value) => Ok(*value),
                _ => Err("no float".into()),
            }
        }
        fn string(&mut self, addr: u64, limit: Option<usize>) -> Result<Vec<u8>, String> {
            let Arg::Text(text) = self.0[addr as usize - 1] else { return Err("no text".into()) };
            Ok(text.bytes().take(limit.unwrap_or(usize::MAX)).collect())
        }
        fn unsupported(&mut self, what: String) -> String {
            what
        }
    }

    fn say(text: &str, args: Vec<Arg>) -> Result<String, String> {
        format(text.as_bytes(), &mut Given(args, 0)).map(|v| String::from_utf8(v).unwrap())
    }

    fn check(text: &str, args: Vec<Arg>, expected: &str) {
        assert_eq!(say(text, args).as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn what_is_refused_has_a_name() {
        assert_eq!(say("%n", vec![Arg::Int(1)]), Err("the conversion %n in a format string".into()));
        assert_eq!(say("%ls", vec![Arg::Int(1)]), Err("a wide character conversion (%ls)".into()));
        assert_eq!(say("%1$d", vec![Arg::Int(1)]), Err("a format string with numbered arguments".into()));
        assert_eq!(say("%Lf", vec![Arg::Int(1)]), Err("printing a long double".into()));
        assert_eq!(say("%", vec![]), Err("a format string that ends within a conversion".into()));
        assert_eq!(say("%9999999999999999999d", vec![]), Err("a field of more than a million characters".into()));
        assert_eq!(say("%y", vec![]), Err("the conversion %y in a format string".into()));
        assert_eq!(say("%d", vec![]), Err("no argument".into()));
    }

    #[test]
    fn widths_and_strings() {
        check("a%%b", vec![], "a%b");
        check("[%5s|%-5s|%.2s]", vec![Arg::Text("abc"), Arg::Text("abc"), Arg::Text("abc")], "[  abc|abc  |ab]");
        check("[%*d|%-*d]", vec![Arg::Int(4), Arg::Int(7), Arg::Int(4), Arg::Int(7)], "[   7|7   ]");
        check("[%*d]", vec![Arg::Int(-4i64 as u64), Arg::Int(7)], "[7   ]");
        check("[%.*f]", vec![Arg::Int(-1i64 as u64), Arg::Float(0.5)], "[0.500000]");
        check("%s %.3s %p", vec![Arg::Int(0), Arg::Int(0), Arg::Int(0)], "(null)  (nil)");
        check("%c%c", vec![Arg::Int(0x68), Arg::Int(0x69)], "hi");
        check("%hhd %hd %d %ld", [511, 65535, 1 << 32, u64::MAX].map(Arg::Int).into(), "-1 -1 0 -1");
    }

    /// Each line: a conversion and a value, printed by the C library of the machine that the test
    /// runs on.
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[expect(clippy::too_many_lines, reason = "tables of formats and numbers")]
    fn numbers_are_printed_as_the_c_library_prints_them() {
        let flags = ["", "-", "+", " ", "#", "0", "+0", "-#", "#0", " 0", "+-"];
        let sizes = ["", "1", "12", ".0", ".1", ".3", "10.2", "14.9", ".17", "5.0"];
        let ints: Vec<u64> = vec![0, 1, 7, 8, 255, 256, 4095, 0x7fff_ffff, 0x8000_0000, u64::MAX, 1 << 63, 12345];
        let floats = [
            0.0,
            -0.0,
            0.5,
            1.5,
            2.5,
            1.0,
            -1.25,
            0.1,
            9.995,
            99.5,
            999_999.5,
            1e5,
            1e6,
            123_456_789.0,
            1e-4,
            1e-5,
            1.0 / 3.0,
            1e100,
            1e22,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            0.000_123_45,
            1.96875,
            1.03125,
        ];
        let (mut program, mut ours) = (String::new(), String::new());
        for f in flags {
            for s in sizes {
                for c in ["d", "u", "x", "X", "o", "hhd", "hu", "ld", "lx", "zu"] {
                    for (i, &v) in ints.iter().enumerate() {
                        let text = format!("%{f}{s}{c}");
                        ours += &format!("{text} {}|\n", say(&text, vec![Arg::Int(v)]).unwrap());
                        program += &format!("printf(\"%{text} {text}|\\n\",ints[{i}]);\n");
                    }
                }
                for c in ["f", "e", "g", "G", "a", "A", "E"] {
                    for (i, &v) in floats.iter().enumerate() {
                        if f.contains('#') && "gG".contains(c) && [9.995, 99.5, 999_999.5].contains(&v) {
                            continue; // some versions of glibc forget a zero where rounding makes a digit more
                        }
                        let text = format!("%{f}{s}{c}");
                        ours += &format!("{text} {}|\n", say(&text, vec![Arg::Float(v)]).unwrap());
                        program += &format!("printf(\"%{text} {text}|\\n\",floats[{i}]);\n");
                    }
                }
            }
        }
        let numbers = ints.iter().map(|i| format!("{i}ull")).collect::<Vec<_>>().join(",");
        let bits = floats.iter().map(|f| format!("{}ull", f.to_bits())).collect::<Vec<_>>().join(",");
        let source = format!(
            "#include <stdio.h>\n#include <string.h>\nint main(void) {{ unsigned long long ints[] = {{{numbers}}};\n\
             unsigned long long bits[] = {{{bits}}}; double floats[sizeof bits / 8]; memcpy(floats, bits, sizeof bits);\n\
             {program}}}"
        );
        let Some(theirs) = super::super::native::run("format", &source) else { return };
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            assert_eq!(ours, theirs);
        }
        assert_eq!(ours.lines().count(), theirs.lines().count());
    }
}

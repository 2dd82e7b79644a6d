//! Floats as text and back, as C has them.

/// `%f`.
pub fn fixed(value: f64, precision: usize, alternate: bool) -> String {
    let mut text = format!("{value:.precision$}");
    if alternate && precision == 0 {
        text.push('.');
    }
    text
}

/// `%e`.
pub fn scientific(value: f64, precision: usize, alternate: bool) -> String {
    let (mantissa, exponent) = split(value, precision);
    let dot = if alternate && precision == 0 { "." } else { "" };
    format!("{mantissa}{dot}{}", exponent_text(exponent))
}

/// `%g`.
pub fn general(value: f64, precision: usize, alternate: bool) -> String {
    let precision = precision.max(1);
    let (mantissa, exponent) = split(value, precision - 1);
    let small = exponent < -4 || usize::try_from(exponent).is_ok_and(|e| e >= precision);
    if small {
        let mantissa = if alternate { with_dot(mantissa) } else { without_zeros(mantissa) };
        return mantissa + &exponent_text(exponent);
    }
    let digits = usize::try_from(i64::try_from(precision).unwrap_or(i64::MAX) - 1 - i64::from(exponent)).unwrap_or(0);
    let text = format!("{value:.digits$}");
    if alternate { with_dot(text) } else { without_zeros(text) }
}

fn split(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn exponent_text(exponent: i32) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

fn with_dot(text: String) -> String {
    if text.contains('.') { text } else { text + "." }
}

fn without_zeros(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// `%a`, without `0x`. The digit before the point is 1 (0 for subnormal numbers), as in glibc.
pub fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool) -> String {
    let bits = value.to_bits();
    let field = (bits >> 52 & 0x7ff) as i32;
    let mut mantissa = bits & ((1 << 52) - 1);
    let exponent = match (field, mantissa) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => field - 1023,
    };
    if field != 0 {
        mantissa |= 1 << 52;
    }
    let digits = match precision {
        None => {
            let all = format!("{:013x}", mantissa & ((1 << 52) - 1));
            all.trim_end_matches('0').to_owned()
        }
        Some(p) if p >= 13 => format!("{:013x}{}", mantissa & ((1 << 52) - 1), "0".repeat(p - 13)),
        Some(p) => {
            let shift = 52 - 4 * p as u32;
            let (half, low) = (1u64 << (shift - 1), mantissa & ((1u64 << shift) - 1));
            mantissa >>= shift;
            if low > half || (low == half && mantissa & 1 == 1) {
                mantissa += 1;
            }
            let digits = mantissa & ((1u64 << (52 - shift)) - 1);
            mantissa <<= shift;
            if p == 0 { String::new() } else { format!("{digits:0p$x}") }
        }
    };
    let dot = if digits.is_empty() && !alternate { "" } else { "." };
    format!("{}{dot}{digits}p{}{}", mantissa >> 52, if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

/// What `strtod` makes of the beginning of `text`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parsed {
    /// The number; 0 if there is none.
    pub value: f64,
    /// How many bytes belong to it; 0 if there is none.
    pub used: usize,
    /// Too large, or too small, to be told apart from infinity or 0.
    pub out_of_range: bool,
}

/// Reads a number as `strtod` does (`f32` rounds to a float, as `strtof` does).
pub fn parse(text: &[u8], single: bool) -> Parsed {
    let blank = text.iter().take_while(|b| matches!(b, b' ' | 9..=13)).count();
    let mut at = blank;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let body = &text[at..];
    let (value, used, out_of_range) = if starts(body, b"infinity") {
        (f64::INFINITY, 8, false)
    } else if starts(body, b"inf") {
        (f64::INFINITY, 3, false)
    } else if starts(body, b"nan") {
        (f64::NAN, 3 + nan_text(&body[3..]), false)
    } else if let Some(found) = hexadecimal_number(body, single) {
        found
    } else {
        decimal_number(body, single)
    };
    if used == 0 {
        return Parsed { value: 0.0, used: 0, out_of_range: false };
    }
    Parsed { value: if negative { -value } else { value }, used: at + used, out_of_range }
}

fn starts(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word)
}

/// `(...)` after `nan`.
fn nan_text(rest: &[u8]) -> usize {
    if rest.first() != Some(&b'(') {
        return 0;
    }
    let word = rest[1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    if rest.get(1 + word) == Some(&b')') { word + 2 } else { 0 }
}

fn digits(text: &[u8], at: &mut usize, ok: fn(&u8) -> bool) -> usize {
    let n = text[*at..].iter().take_while(|b| ok(b)).count();
    *at += n;
    n
}

/// `e+12`: the value of the exponent; `at` moves only if there is one.
fn exponent(text: &[u8], at: &mut usize, letter: u8) -> i64 {
    if !text.get(*at).is_some_and(|b| b.eq_ignore_ascii_case(&letter)) {
        return 0;
    }
    let mut end = *at + 1;
    let negative = text.get(end) == Some(&b'-');
    if matches!(text.get(end), Some(b'-' | b'+')) {
        end += 1;
    }
    let start = end;
    if digits(text, &mut end, u8::is_ascii_digit) == 0 {
        return 0;
    }
    *at = end;
    let value = text[start..end].iter().fold(0i64, |v, d| v.saturating_mul(10).saturating_add(i64::from(d - b'0')));
    if negative { -value } else { value }
}

fn decimal_number(text: &[u8], single: bool) -> (f64, usize, bool) {
    let mut at = 0;
    let mut count = digits(text, &mut at, u8::is_ascii_digit);
    if text.get(at) == Some(&b'.') {
        at += 1;
        count += digits(text, &mut at, u8::is_ascii_digit);
    }
    if count == 0 {
        return (0.0, 0, false);
    }
    let nonzero = text[..at].iter().any(|b| (b'1'..=b'9').contains(b));
    exponent(text, &mut at, b'e');
    let number = String::from_utf8_lossy(&text[..at]);
    let (value, tiny) = if single {
        let value: f32 = number.parse().unwrap_or(0.0);
        (f64::from(value), value < f32::MIN_POSITIVE)
    } else {
        let value: f64 = number.parse().unwrap_or(0.0);
        (value, value < f64::MIN_POSITIVE)
    };
    (value, at, value.is_infinite() || (tiny && nonzero))
}

fn hexadecimal_number(text: &[u8], single: bool) -> Option<(f64, usize, bool)> {
    if !starts(text, b"0x") {
        return None;
    }
    let (mut at, mut point, mut any) = (2, None, false);
    // 64 significant bits and whether anything nonzero follows them decide the rounding.
    let (mut mantissa, mut sticky, mut scale) = (0u64, false, 0i64);
    while let Some(&b) = text.get(at) {
        if b == b'.' && point.is_none() {
            point = Some(at);
        } else if let Some(digit) = char::from(b).to_digit(16) {
            any = true;
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
                scale -= if point.is_some() { 4 } else { 0 };
            } else {
                sticky |= digit != 0;
                scale += if point.is_some() { 0 } else { 4 };
            }
        } else {
            break;
        }
        at += 1;
    }
    if !any {
        return None;
    }
    let scale = scale.saturating_add(exponent(text, &mut at, b'p'));
    let (value, inexact) = scaled(mantissa, sticky, scale, single);
    let least = if single { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    Some((value, at, value.is_infinite() || (inexact && value < least)))
}

/// `mantissa * 2^scale` (a little more if `sticky`), rounded once to nearest, ties to even; and
/// whether that is inexact.
fn scaled(mantissa: u64, sticky: bool, scale: i64, single: bool) -> (f64, bool) {
    if mantissa == 0 {
        return (0.0, false);
    }
    let (precision, lowest) = if single { (24, -149) } else { (53, -1074) };
    let top = scale.saturating_add(63 - i64::from(mantissa.leading_zeros()));
    if top > 2000 {
        return (f64::INFINITY, true);
    }
    if top < -2000 {
        return (0.0, true);
    }
    // The unit of the last place of the result.
    let unit = (top - precision + 1).max(lowest);
    let drop = unit - scale;
    let mut inexact = sticky;
    let kept = if drop <= 0 {
        u128::from(mantissa) << (-drop).min(64)
    } else {
        let wide = u128::from(mantissa);
        let (kept, low) = if drop > 100 { (0, wide) } else { (wide >> drop, wide & ((1 << drop) - 1)) };
        let half = if drop > 100 { u128::MAX } else { 1 << (drop - 1) };
        inexact |= low != 0;
        let up = low > half || (low == half && (sticky || kept & 1 == 1));
        kept + u128::from(up)
    };
    // At most 53 bits by now, so that each factor is exact; two steps, because 2^-1074 times a
    // number may pass through.
    let value = kept as f64 * power(unit / 2) * power(unit - unit / 2);
    (if single && value > f64::from(f32::MAX) { f64::INFINITY } else { value }, inexact)
}

fn power(exponent: i64) -> f64 {
    2f64.powi(i32::try_from(exponent).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of texts")]
    fn strtod_as_the_c_library() {
        let texts = [
            "",
            "  12abc",
            "-3.5e2x",
            "+.5",
            ".",
            "1e",
            "1e+",
            "0x1.8p3",
            "0x",
            "0x.p1",
            "0X1P-1074",
            "inf",
            "-INFINITYx",
            "nan",
            "nan(12)z",
            "nan(",
            "1e400",
            "1e-400",
            "4.9e-324",
            "2.4e-324",
            "0x1.fffffffffffff8p0",
            "0x1.fffffffffffff7ffp0",
            "0x1p1024",
            "0x1p-1075",
            "0x1.8p-1075",
            "0x0.8p-1022",
            "123456789012345678901234567890",
            "0x123456789abcdef01",
            "0x10000000000000000000001p-20",
            "1e99999999999999999999",
            "0x1p99999999999999999999",
            "0.1",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "\t\n 7",
            "- 7",
            "1..2",
            "00012",
            "0x1.8",
            "3.4e39",
            "1e-46",
            "16777217",
            "0x1.000001p0",
            "0x1.0000010000001p0",
        ];
        let mut source = String::from(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <errno.h>\n\
             static void go(const char *s) { char *e; errno = 0; double d = strtod(s, &e); unsigned long long b;\n\
             memcpy(&b, &d, 8); printf(\"%llx %ld %d\\n\", d != d ? 1 : b, (long)(e - s), errno != 0); errno = 0;\n\
             d = strtof(s, &e); memcpy(&b, &d, 8); printf(\"%llx %ld %d\\n\", d != d ? 1 : b, (long)(e - s), errno != 0); }\n\
             int main(void) {\n",
        );
        let mut ours = Vec::new();
        for text in texts {
            source += &format!("go(\"{}\");\n", text.escape_default());
            for single in [false, true] {
                let p = parse(text.as_bytes(), single);
                let bits = if p.value.is_nan() { 1 } else { p.value.to_bits() };
                ours.push((text, format!("{bits:x} {} {}", p.used, u8::from(p.out_of_range))));
            }
        }
        source.push('}');
        let Some(theirs) = super::super::native::run("strtod", &source) else { return };
        for ((text, ours), theirs) in ours.iter().zip(theirs.lines()) {
            assert_eq!(ours, theirs, "{text}");
        }
    }
}

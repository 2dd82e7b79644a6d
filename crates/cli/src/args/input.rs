//! `--input NAME=VALUE`, read from text.

use std::fmt;
use threadbare_machine::FixedNumber;

/// Values for the inputs of one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixArg {
    /// The name or the place, perhaps with an index.
    pub name: String,
    /// The values, in order; of a string each byte.
    pub values: Vec<FixedNumber>,
    /// As it was given.
    text: String,
}

impl fmt::Display for FixArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// `a=5`, `a=5,-7`, `a={5, -7}`, `x=0.25`, `x=nan`, `c='x'`, `buf="GET \n"`.
pub(super) fn input(text: &str) -> Result<FixArg, String> {
    let (name, values) = text
        .split_once('=')
        .filter(|(name, _)| !name.trim().is_empty())
        .ok_or("give NAME=VALUE, such as a=5 or 'buf=\"GET\"'")?;
    let mut rest = values.trim();
    // The list that reports show.
    rest = rest.strip_prefix('{').and_then(|list| list.strip_suffix('}')).unwrap_or(rest);
    let mut all = Vec::new();
    loop {
        rest = match rest.chars().next() {
            Some(quote @ ('"' | '\'')) => quoted(rest, quote, &mut all)?,
            _ => number(rest, &mut all)?,
        };
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None if rest.is_empty() => return Ok(FixArg { name: name.trim().into(), values: all, text: text.into() }),
            None => return Err(format!("`{rest}` where a comma is expected")),
        }
    }
}

/// A number at the beginning; gives what follows.
fn number<'a>(text: &'a str, into: &mut Vec<FixedNumber>) -> Result<&'a str, String> {
    let (word, rest) = text.split_at(text.find(',').unwrap_or(text.len()));
    let word = word.trim();
    let (digits, sign) = word.strip_prefix('-').map_or((word, 1), |digits| (digits, -1));
    let parsed = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => digits.parse::<u64>(),
    };
    let number = parsed.map(|number| i128::from(number) * sign);
    let is_known = |number: &i128| *number >= i128::from(i64::MIN) && !digits.starts_with('+');
    let float = || crate::floats::parsed(word).filter(|_| !digits.bytes().all(|byte| byte.is_ascii_digit()));
    match (number.ok().filter(is_known), float()) {
        (Some(number), _) => into.push(FixedNumber::Whole(number)),
        (None, Some((long, short))) => into.push(FixedNumber::Float(long, short)),
        (None, None) => {
            return Err(format!(
                "`{word}` is neither a number of 64 bits, a floating-point number, a character nor a string (the shell takes quotation marks \
                 away: 'buf=\"GET\"')"
            ));
        }
    }
    Ok(rest)
}

/// A string or a character at the beginning, with the escapes of C; gives what follows.
fn quoted<'a>(text: &'a str, quote: char, into: &mut Vec<FixedNumber>) -> Result<&'a str, String> {
    let before = into.len();
    let mut at = 1;
    let bytes = text.as_bytes();
    loop {
        match bytes.get(at) {
            None => return Err(format!("the closing {quote} is missing")),
            Some(byte) if char::from(*byte) == quote => break,
            Some(b'\\') => at += escaped(&bytes[at + 1..], into)? + 1,
            Some(byte) => {
                into.push(FixedNumber::Whole(i128::from(*byte)));
                at += 1;
            }
        }
    }
    if quote == '\'' && into.len() != before + 1 {
        return Err(format!("{} is not one character", &text[..=at]));
    }
    Ok(text[at + 1..].trim_start())
}

/// What follows a backslash; gives how many bytes it has.
fn escaped(bytes: &[u8], into: &mut Vec<FixedNumber>) -> Result<usize, String> {
    let digits = |base: u32, from: usize, most: usize| {
        let is_digit = |byte: &&u8| char::from(**byte).is_digit(base);
        let digits: Vec<u8> = bytes.iter().skip(from).take(most).take_while(is_digit).copied().collect();
        let text = String::from_utf8_lossy(&digits).into_owned();
        (from + digits.len(), u8::from_str_radix(&text, base).ok())
    };
    let (length, byte) = match bytes.first() {
        Some(b'x') => digits(16, 1, 2),
        Some(b'0'..=b'7') => digits(8, 0, 3),
        Some(byte) => {
            let known = b"n\nt\tr\ra\x07b\x08f\x0cv\x0b\\\\\"\"''";
            (1, known.chunks_exact(2).find(|pair| pair[0] == *byte).map(|pair| pair[1]))
        }
        None => (0, None),
    };
    into.push(FixedNumber::Whole(byte.ok_or("an escape that C does not have, or one beyond 255")?.into()));
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let whole = |number: &FixedNumber| if let FixedNumber::Whole(number) = number { *number } else { -77 };
        let values =
            |text: &str| input(&format!("a={text}")).map(|fix| fix.values.iter().map(whole).collect::<Vec<_>>());
        for (text, wanted) in [
            ("5", vec![5]),
            ("-0x10, 7", vec![-16, 7]),
            ("18446744073709551615", vec![i128::from(u64::MAX)]),
            ("-9223372036854775808", vec![i128::from(i64::MIN)]),
            ("{-1, 7}", vec![-1, 7]),
            ("'x'", vec![120]),
            ("'\\''", vec![39]),
            (r#""G,\n\0\x41\101",1"#, vec![71, 44, 10, 0, 65, 65, 1]),
            (r#""""#, vec![]),
            ("\"ä\"", vec![0xc3, 0xa4]),
        ] {
            assert_eq!(values(text), Ok(wanted), "{text}");
        }
        for wrong in [
            "",
            "x",
            "5,",
            "5 6",
            "+5",
            "0x",
            "18446744073709551616",
            "-9223372036854775809",
            "'xy'",
            "'ä'",
            "\"x",
            "\"\\q\"",
            "\"\\400\"",
            "\"\\x\"",
            "\"a\"b",
            "\"\\",
        ] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
        let floats = input("a={0.5, -nan, 3, 1e3}").unwrap().values;
        let float = |long: f64, short: f32| FixedNumber::Float(long.to_bits(), short.to_bits());
        assert_eq!((floats[0], floats[2], floats[3]), (float(0.5, 0.5), FixedNumber::Whole(3), float(1e3, 1e3)));
        assert!(matches!(floats[1], FixedNumber::Float(long, _) if f64::from_bits(long).is_nan() && long >> 63 == 1));
        assert!(input("=5").is_err() && input("a").is_err());
        assert_eq!(input("prog.c:7=1").unwrap().name, "prog.c:7");
    }
}

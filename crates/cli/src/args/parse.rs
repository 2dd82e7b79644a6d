//! What options take, read from text.

use super::reports::{Format, Wanted};
use super::values::{CoverageArg, ParamArg, RoundsArg, Words};
use clap::ValueEnum;
use std::path::PathBuf;
use std::time::Duration;
use threadbare_explore::{Alternatives, Shard};

/// `--args`.
pub(super) fn words(text: &str) -> Result<Words, String> {
    shell_words::split(text).map(Words).map_err(|_| "a quotation mark is missing".into())
}

/// `--env`.
pub(super) fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.into()),
        _ => Err("give NAME=VALUE".into()),
    }
}

/// `--file`: a name, and the file of the host; one alone is both.
pub(super) fn file(text: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = text.split_once('=').unwrap_or((text, text));
    if name.is_empty() || path.is_empty() {
        Err("give NAME or NAME=PATH".into())
    } else {
        Ok((name.into(), path.into()))
    }
}

/// `--symbolic-env`.
pub(super) fn length(text: &str) -> Result<(String, u32), String> {
    let parts = text.rsplit_once('=').filter(|(name, _)| !name.is_empty() && !name.contains('='));
    let length = parts.and_then(|(name, length)| Some((name.to_owned(), length.parse().ok()?)));
    length.ok_or_else(|| "give NAME=LEN, LEN being a number of bytes".into())
}

/// `--alternatives`.
pub(super) fn alternatives(text: &str) -> Result<Alternatives, String> {
    match text.parse() {
        _ if text == "optimal" => Ok(Alternatives::Optimal),
        Ok(most) if most > 0 => Ok(Alternatives::Most(most)),
        _ => Err("a number from 1 on, or `optimal`".into()),
    }
}

/// `3`, `auto`.
pub(super) fn rounds(text: &str) -> Result<RoundsArg, String> {
    match text.trim() {
        "auto" => Ok(RoundsArg::Auto),
        number => number.parse().map(RoundsArg::Most).map_err(|_| format!("`{text}` is neither a number nor `auto`")),
    }
}

/// `500M`, `4GB`; a number alone is in bytes.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: give a number with a unit, such as 500M or 4G");
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    let factor = match text[digits..].trim_end_matches(['B', 'b']) {
        "" => 1,
        "k" | "K" => 1000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        "T" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    number.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

/// `30s`, `5m`, `1h30m`, `500ms`; a number alone is in seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a duration: give a number with a unit, such as 500ms, 30s, 5m or 2h");
    let mut total = Duration::ZERO;
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().map_err(|_| wrong())?;
        let after = &rest[digits..];
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let factor = match &after[..letters] {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86_400.0,
            _ => return Err(wrong()),
        };
        let part = Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())?;
        total = total.checked_add(part).ok_or_else(wrong)?;
        rest = &after[letters..];
    }
    Ok(total)
}

/// Nothing, or `lcov:cov.info`.
pub(super) fn coverage(text: &str) -> Result<CoverageArg, String> {
    let lcov = match text.strip_prefix("lcov:") {
        Some(file) if !file.is_empty() => Some(PathBuf::from(file)),
        None if text.is_empty() => None,
        _ => return Err(format!("`{text}` is not of the form lcov:FILE")),
    };
    Ok(CoverageArg { lcov })
}

/// `2/5`.
pub(super) fn shard(text: &str) -> Result<Shard, String> {
    text.parse()
}

/// `-3..5`, both ends included.
pub(super) fn range(text: &str) -> Result<(i64, i64), String> {
    let wrong = || format!("`{text}` is not a range: give the smallest and the largest value, such as 0..3");
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |t: &str| t.trim_start_matches('=').trim().parse::<i64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("the range {low}..{high} is empty"));
    }
    if high.checked_sub(low).is_none_or(|n| n >= i64::from(u32::MAX)) {
        return Err(format!("the range {low}..{high} has too many values"));
    }
    Ok((low, high))
}

/// `N=2..8`, both ends included.
pub(super) fn param(text: &str) -> Result<ParamArg, String> {
    let wrong = || format!("`{text}` is not of the form NAME=LO..HI, such as N=2..8");
    let (name, values) = text.split_once('=').ok_or_else(wrong)?;
    let name = name.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_word) || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    let (low, high) = range(values)?;
    if high - low >= 1000 {
        return Err(format!("`{text}` has more than 1000 values"));
    }
    Ok(ParamArg { name: name.to_owned(), low, high })
}

/// `name=3`, `name=-1`, `name=0x10`.
pub(super) fn stub(text: &str) -> Result<(String, i64), String> {
    let wrong = || format!("`{text}` is not of the form name=value, with a whole number as the value");
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = value.trim();
    let number = match value.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok().map(u64::cast_signed),
        None => value.parse::<i64>().ok(),
    };
    let name = name.trim();
    if name.is_empty() { Err(wrong()) } else { Ok((name.to_owned(), number.ok_or_else(wrong)?)) }
}

/// `sarif`, `sarif=out.sarif`.
pub(super) fn wanted(text: &str) -> Result<Wanted, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
    let known = || Format::value_variants().iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
    let format = Format::from_str(name, false).map_err(|_| format!("`{name}` is none of the formats {}", known()))?;
    match file {
        Some("") => Err(format!("a file is missing after `{name}=`")),
        file => Ok(Wanted { format, file: file.map(PathBuf::from) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters() {
        let n = |low, high| Ok(ParamArg { name: "N".into(), low, high });
        assert_eq!(param("N=2..8"), n(2, 8));
        assert_eq!(param("N = 3..3"), n(3, 3));
        for wrong in ["", "N", "N=", "N=2", "=2..8", "N=8..2", "1N=2..8", "N;x=1..2", "N=0..1000"] {
            assert!(param(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "x", "5x", "-1s", "s", "1e99h", "99999999999999999999d", "1..2s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("4G"), Ok(4_000_000_000));
        assert_eq!(size("500MB"), Ok(500_000_000));
        assert_eq!(size("65536"), Ok(65_536));
        for wrong in ["", "x", "5x", "-1G", "G", "0", "99999999T", "1.5G", "4GG"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_and_stubs() {
        assert_eq!(range("-1..3"), Ok((-1, 3)));
        for wrong in ["3", "3..1", "a..b", "..", "-9223372036854775808..9223372036854775807"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        assert_eq!(stub("f=-3"), Ok(("f".into(), -3)));
        assert_eq!(stub("f=0xffffffffffffffff"), Ok(("f".into(), -1)));
        for wrong in ["f", "=3", "f=", "f=x"] {
            assert!(stub(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn where_coverage_goes() {
        assert_eq!(coverage(""), Ok(CoverageArg { lcov: None }));
        assert_eq!(coverage("lcov:a b"), Ok(CoverageArg { lcov: Some("a b".into()) }));
        for wrong in ["lcov", "lcov:", "x", "html:a"] {
            assert!(coverage(wrong).is_err(), "{wrong}");
        }
    }
}

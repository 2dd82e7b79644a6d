//! Floating-point numbers of 32 and 64 bits as text: as reports have them, as `--input` reads them,
//! and as C does.

/// The bits of NaN as `--input` and people have it; its sign is the highest bit.
const NAN: [u64; 2] = [0x7FC0_0000, 0x7FF8 << 48];

/// The shortest text that is this number, and no other.
pub(crate) fn told(bits: u64, width: u8) -> String {
    let is_short = width == 32;
    let (is_nan, sign) = if is_short {
        (f32::from_bits(bits as u32).is_nan(), bits >> 31 & 1)
    } else {
        (f64::from_bits(bits).is_nan(), bits >> 63)
    };
    if !is_nan {
        return if is_short {
            format!("{:?}", f32::from_bits(bits as u32))
        } else {
            format!("{:?}", f64::from_bits(bits))
        };
    }
    let size = bits & if is_short { 0x7FFF_FFFF } else { u64::MAX >> 1 };
    match (size == NAN[usize::from(!is_short)], sign) {
        (true, 0) => "NaN".into(),
        (true, _) => "-NaN".into(),
        // Which NaN it is makes a difference.
        _ => format!("NaN({bits:#x})"),
    }
}

/// The bits of a number with 64 and with 32 bits; `None` if the text is none.
pub(crate) fn parsed(text: &str) -> Option<(u64, u32)> {
    let (digits, is_negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let lower = digits.to_ascii_lowercase();
    if let Some(bits) = lower.strip_prefix("nan(0x").and_then(|rest| rest.strip_suffix(')')) {
        let bits = u64::from_str_radix(bits, 16).ok()?;
        return Some((bits, bits as u32)).filter(|_| !is_negative);
    }
    let sign = u64::from(is_negative);
    if lower == "nan" {
        return Some((NAN[1] | sign << 63, (NAN[0] | sign << 31) as u32));
    }
    let is_number =
        matches!(&*lower, "inf" | "infinity") || digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let long = digits.parse::<f64>().ok().filter(|_| is_number)?.to_bits();
    let short = digits.parse::<f32>().ok()?.to_bits();
    Some((long | sign << 63, short | (sign as u32) << 31))
}

/// The comparison of C that holds for a result that is this number.
pub(crate) fn equation(bits: u64, width: u8) -> String {
    let number = if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) };
    if number.is_nan() {
        return "\\result != \\result".into();
    }
    if number.is_infinite() {
        return format!("\\result == {}1.0 / 0.0", if number < 0.0 { "-" } else { "" });
    }
    format!("\\result == {}{}", told(bits, width), if width == 32 { "f" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_read() {
        for (bits, text) in [
            (0.25_f64.to_bits(), "0.25"),
            ((-0.0_f64).to_bits(), "-0.0"),
            (f64::INFINITY.to_bits(), "inf"),
            (1e300_f64.to_bits(), "1e300"),
            (0x7FF8 << 48, "NaN"),
            (0xFFF8 << 48, "-NaN"),
            (0x7FF4 << 48 | 7, "NaN(0x7ff4000000000007)"),
        ] {
            assert_eq!(told(bits, 64), text);
            assert_eq!(parsed(text).map(|(long, _)| long), Some(bits), "{text}");
        }
        for bits in [0.1_f32.to_bits(), 1e-45_f32.to_bits(), f32::NEG_INFINITY.to_bits(), 0xFF80_0001, 0x7FC0_0000] {
            let text = told(bits.into(), 32);
            assert_eq!(parsed(&text).map(|(_, short)| short), Some(bits), "{text}");
        }
        for wrong in ["", "x", "+1.0", "e5", "-nan(0x7ff8000000000000)", "nan(7)", "1.0.0", "--1"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn equations() {
        assert_eq!(equation(0.1_f32.to_bits().into(), 32), "\\result == 0.1f");
        assert_eq!(equation(f64::NEG_INFINITY.to_bits(), 64), "\\result == -1.0 / 0.0");
        assert_eq!(equation(f64::NAN.to_bits(), 64), "\\result != \\result");
    }
}

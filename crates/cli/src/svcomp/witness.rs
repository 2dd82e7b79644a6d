//! A violation witness in the format of SV-COMP, version 2.1: one segment for each input that is
//! taken, in the order of the execution, and one for the place of the fault.
//!
//! An input is a waypoint `function_return`, at the closing parenthesis of its call. The debug
//! information knows where the call begins; its end is looked for in the source text. An input
//! whose call is not found there is left out.
//!
//! Not covered: which thread goes when. The format has no words for that; `--replay` does it.

use crate::args::{DataModelArg, SvcompArgs};
use crate::floats;
use saphyr::{LoadableYamlNode, Yaml, YamlEmitter};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::{SystemTime, UNIX_EPOCH};
use threadbare_report::{Found, Place, Row};

/// The text of the witness of a fault.
///
/// # Errors
/// The program cannot be read any more.
pub(super) fn of(found: &Found, args: &SvcompArgs, specification: &str) -> Result<String, String> {
    let source = std::fs::read(&args.file).map_err(|error| format!("{}: {error}", args.file.display()))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let witness = json!([{
        "entry_type": "violation_sequence",
        "metadata": metadata(args, (&source, specification), (now.as_secs(), now.as_nanos())),
        "content": content(found, &String::from_utf8_lossy(&source)),
    }]);
    // What is JSON is YAML; written again, it looks as people expect.
    let documents = Yaml::load_from_str(&witness.to_string()).map_err(|error| error.to_string())?;
    let mut text = String::new();
    for document in &documents {
        YamlEmitter::new(&mut text).dump(document).map_err(|error| error.to_string())?;
    }
    Ok(text + "\n")
}

fn metadata(args: &SvcompArgs, (source, specification): (&[u8], &str), (seconds, nanos): (u64, u128)) -> Value {
    let file = args.file.to_string_lossy();
    let hash = hex(&Sha256::digest(source));
    let model = if args.data_model == DataModelArg::Lp64 { "LP64" } else { "ILP32" };
    json!({
        "format_version": "2.1",
        "uuid": uuid(&format!("{hash} {nanos} {}", std::process::id())),
        "creation_time": date(seconds),
        "producer": { "name": "Threadbare", "version": env!("CARGO_PKG_VERSION") },
        "task": {
            "input_files": [&*file],
            "input_file_hashes": { &*file: hash },
            "specification": specification.split_whitespace().collect::<Vec<_>>().join(" "),
            "data_model": model,
            "language": "C",
        },
    })
}

fn content(found: &Found, source: &str) -> Value {
    let rows = if found.whole.is_empty() { &found.rows } else { &found.whole };
    let inputs = rows.iter().filter(|row| row.operation == "input").filter_map(|row| input(row, source));
    let target = target(found).map(|(place, function)| {
        json!({ "type": "target", "action": "follow", "location": location(place, (place.line, place.column), function) })
    });
    let segments = inputs.chain(target).map(|waypoint| json!({ "segment": [{ "waypoint": waypoint }] }));
    Value::Array(segments.collect())
}

/// Where the fault is: of a function that must not be called, the call.
fn target(found: &Found) -> Option<(&Place, &str)> {
    let is_reached = found.message.starts_with(super::verdict::REACHED);
    let mut frames = found.stack.iter().filter_map(|frame| Some((frame.place.as_ref()?, frame.function.as_str())));
    let own = frames.next();
    match own {
        Some((_, function)) if is_reached && found.stack.len() > 1 && function != "main" => frames.next().or(own),
        _ => own,
    }
}

fn location(place: &Place, (line, column): (u32, u32), function: &str) -> Value {
    let mut location = json!({ "file_name": place.file, "line": line, "function": function });
    if column > 0 {
        location["column"] = column.into();
    }
    location
}

/// An input that is taken.
fn input(row: &Row, source: &str) -> Option<Value> {
    let place = row.place.as_ref()?;
    let told = row.result.as_deref()?.strip_prefix("takes ")?;
    let call = call(source, place)?;
    let equation = match call.name {
        "__VERIFIER_nondet_double" => floats::equation(floats::parsed(told)?.0, 64),
        "__VERIFIER_nondet_float" => floats::equation(floats::parsed(told)?.1.into(), 32),
        name => format!("\\result == {}", integer(name, told.parse().ok()?)),
    };
    Some(json!({
        "type": "function_return",
        "action": "follow",
        "constraint": { "value": equation, "format": "ext_c_expression" },
        "location": location(place, call.end, &row.function),
    }))
}

/// The number that a function returns whose bits are these.
fn integer(function: &str, value: i128) -> i128 {
    match function {
        "__VERIFIER_nondet_char" => i128::from(value as u8 as i8),
        "__VERIFIER_nondet_short" => i128::from(value as u16 as i16),
        "__VERIFIER_nondet_uint" | "__VERIFIER_nondet_unsigned" => i128::from(value as u32),
        "__VERIFIER_nondet_ulong" | "__VERIFIER_nondet_size_t" => i128::from(value as u64),
        _ => value,
    }
}

struct Call<'a> {
    name: &'a str,
    /// The line and the column of its closing parenthesis.
    end: (u32, u32),
}

/// The call that begins at a place.
fn call<'a>(source: &'a str, place: &Place) -> Option<Call<'a>> {
    let mut line = place.line;
    let from: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let start = from + place.column.checked_sub(1)? as usize;
    let text = source.get(start..)?;
    let name = &text[..text.find('(')?];
    if !name.trim_end().chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let (mut depth, mut column) = (0, place.column);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(Call { name: name.trim_end(), end: (line, column) }),
            ')' => depth -= 1,
            _ => {}
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    None
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number that nobody else has, of version 4.
fn uuid(seed: &str) -> String {
    let mut bytes = Sha256::digest(seed.as_bytes())[..16].to_vec();
    bytes[6] = bytes[6] & 0x0F | 0x40;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let text = hex(&bytes);
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}

/// The moment so many seconds after the beginning of 1970, as ISO 8601 has it.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (mut year, mut day) = (1970, days);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_795_478_400, "2026-11-24T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), text);
        }
    }

    #[test]
    fn calls_end_with_their_parenthesis() {
        let place = |line, column| Place { file: "a.c".into(), line, column };
        let source = "int x =\n  f(g(1),\n    2) + h;\n";
        let found = call(source, &place(2, 3)).unwrap();
        assert_eq!((found.name, found.end), ("f", (3, 6)));
        assert!(call(source, &place(1, 1)).is_none_or(|call| call.name != "f"));
        assert!(call(source, &place(9, 1)).is_none());
    }

    #[test]
    fn numbers_nobody_else_has() {
        let text = uuid("x");
        assert_eq!((text.len(), &text[14..15]), (36, "4"));
        assert_ne!(text, uuid("y"));
    }
}

//! Formatting, compared with the C library.

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
    let Some(theirs) = crate::libs::native::run("format", &source) else { return };
    for (ours, theirs) in ours.lines().zip(theirs.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.lines().count(), theirs.lines().count());
}

//! Random programs that compute with floating-point input. Each test that `--tests` writes is run
//! natively, and does the same; and where the program is run natively with each of some numbers,
//! it comes to no end that no test has.

use super::cases::{Directory, bytes, make, run};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use threadbare_effort::seeds;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const CONSTANTS: [&str; 10] = ["0.0", "1.0", "-1.5", "0.1", "100.0", "2.5f", "1e30", "3", "0.5f", "-0.0"];

/// What is computed of two inputs, a double and one of another type, in steps; each comparison
/// takes part in the status, of which each is a path. No conversion is out of range.
fn program(random: &mut Random) -> String {
    let second = random.one_of(&["float", "double", "int", "float"]);
    let real = if second == "int" { "double" } else { second };
    let mut text = format!(
        "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n\n\
         static int compute(double x, {second} in) {{\n    {real} y = in;\n    double a = x;\n    float b = (float)y;\n    int n = 0;\n"
    );
    for at in 0..3 {
        let constant = random.one_of(&CONSTANTS);
        let operand = random.one_of(&["x", "y", "a", "b", "n", constant]);
        let target = random.one_of(&["a", "b"]);
        let of = random.one_of(&["a", "b", "x", "y"]);
        let _ = match random.below(10) {
            0 | 1 => writeln!(text, "    {target} = {of} + {operand};"),
            2 => writeln!(text, "    {target} = {of} - {operand};"),
            3 => writeln!(text, "    {target} = {of} * {constant};"),
            4 => writeln!(text, "    {target} = {of} / {};", random.one_of(&["2.0", "-4.0f", "0.5"])),
            5 => writeln!(
                text,
                "    {target} = {}({of});",
                random.one_of(&["fabs", "floor", "ceil", "-", "trunc", "rint"])
            ),
            6 => writeln!(text, "    {target} = {}({of}, {constant});", random.one_of(&["fmin", "fmax", "copysign"])),
            7 => writeln!(text, "    n += {of} > -1000 && {of} < 1000 ? (int){of} & 3 : 2;"),
            8 => writeln!(text, "    {target} = n * {constant} + {at};"),
            _ => writeln!(
                text,
                "    {{\n        unsigned long bits;\n        double whole = {of};\n        \
                 memcpy(&bits, &whole, sizeof bits);\n        n += bits >> 63;\n    }}"
            ),
        };
        let against = random.one_of(&CONSTANTS);
        let op = random.one_of(&["<", "<=", ">", ">=", "==", "!="]);
        let left = random.one_of(&["a", "b", "x", "y"]);
        let _ = writeln!(text, "    if ({left} {op} {against})\n        n += {};", 8 << at);
    }
    let first = "{ 0, -0.0, 1, -1, 0.5, 0.1, 2.5, -1.5, 3, 99.5, 100, 1e30, -1e30, 5e-324, INFINITY, -INFINITY, NAN }";
    let other = if second == "int" { "{ 0, 1, -1, 2, 3, 4, 100, -100, 2147483647 }" } else { first };
    let _ = write!(
        text,
        "    return n;\n}}\n\n#ifdef EACH\nint main(void) {{\n    double xs[] = {first};\n    {second} ys[] = {other};\n    \
         for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++)\n        \
         for (unsigned j = 0; j < sizeof ys / sizeof *ys; j++)\n            printf(\"%d\\n\", compute(xs[i], ys[j]));\n    \
         return 0;\n}}\n#else\ndouble __VERIFIER_nondet_double(void);\n{second} __VERIFIER_nondet_{second}(void);\n\
         int main(void) {{\n    double x = __VERIFIER_nondet_double();\n    \
         {second} y = __VERIFIER_nondet_{second}();\n    int n = compute(x, y);\n    printf(\"%.17g %d\\n\", x + 1, n);\n    \
         for (int i = 0; i < 64; i++)\n        if (i == n)\n            return i;\n    return 64;\n}}\n#endif\n"
    );
    text
}

/// The ends that a native run comes to with some numbers.
fn natively(file: &Path) -> BTreeSet<u64> {
    let to = file.with_extension("each");
    let compiled = Command::new("clang-22").args(["-w", "-DEACH", "-o"]).args([&to, file]).arg("-lm").status().unwrap();
    assert!(compiled.success(), "{}", file.display());
    let output = Command::new(&to).output().unwrap().stdout;
    String::from_utf8(output).unwrap().lines().map(|line| line.parse::<u64>().unwrap()).collect()
}

#[test]
fn random_programs_as_natively() {
    let (mut complete, mut ends) = (0, 0);
    let seeds: Vec<u64> = seeds(5).collect();
    for &seed in &seeds {
        let text = program(&mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 7));
        let directory = Directory::new(&format!("floats-{seed}"));
        let file = directory.0.with_extension("c");
        std::fs::write(&file, &text).unwrap();
        let flags = ["--exit-status", "ignore", "--solver-timeout", "3s", "--timeout", "40s"];
        let made = make(&file, &flags, &directory.0);
        let told = format!("seed {seed}: {}\n{text}", String::from_utf8_lossy(&made.stdout));
        let tests = directory.tests();
        assert!(!tests.is_empty(), "{told}");
        for test in tests.iter().take(12) {
            let native = run(&directory.0, test);
            assert_eq!(
                native.status.code(),
                test["exit_status"].as_u64().map(|status| (status & 0xFF) as i32),
                "{test:#} {told}"
            );
            assert_eq!(
                String::from_utf8_lossy(&native.stdout),
                String::from_utf8_lossy(&bytes(&test["output"])),
                "{test:#} {told}"
            );
        }
        // An incomplete verdict says that there may be others.
        if made.status.code() == Some(0) {
            let found: BTreeSet<u64> = tests.iter().filter_map(|test| test["exit_status"].as_u64()).collect();
            let native = natively(&file);
            let missed: Vec<&u64> = native.difference(&found).collect();
            assert!(missed.is_empty(), "missed {missed:?} of {native:?}, found {found:?}: {told}");
            (complete, ends) = (complete + 1, ends + native.len());
        }
        let _ = std::fs::remove_file(file.with_extension("each"));
        let _ = std::fs::remove_file(&file);
    }
    assert!(2 * complete >= seeds.len() && ends > 2 * complete, "{complete} of {} complete, {ends} ends", seeds.len());
}

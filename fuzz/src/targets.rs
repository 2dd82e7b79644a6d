//! What is fuzzed.

use threadbare_op::Schedule;
use threadbare_program::Program;

/// Something that takes bytes.
#[derive(Debug)]
pub struct Target {
    /// How it is called on the command line.
    pub name: &'static str,
    /// What must hold.
    pub about: &'static str,
    /// Where its inputs are, from the folder of this crate.
    pub corpus: &'static str,
    /// Words to insert.
    pub words: &'static [&'static str],
    /// Runs one input.
    pub run: fn(&[u8]) -> Result<(), String>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "schedule",
        about: "schedules: parsing never panics; what parses prints and parses to the same",
        corpus: "corpus/schedule",
        words: &["tb1:", "(0.0):", "*", "=", ",", "0", "1.0 ", "*50000001", "tb2:"],
        run: schedule,
    },
    Target {
        name: "program_text",
        about: "programs in text form: the same, and neither does `verify` panic",
        corpus: "../tests/text",
        words: PROGRAM_WORDS,
        run: program_text,
    },
];

const PROGRAM_WORDS: &[&str] = &[
    " undef",
    "%0",
    "%1, ",
    "%2147483648",
    "#0",
    "@x",
    "&main",
    "!abort",
    "~0",
    "\"",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "*",
    " + ",
    " - ",
    "->",
    ":",
    "=",
    ".",
    "\n",
    " at 0",
    " shape ~0",
    " variadic",
    " runtime",
    " site 5",
    " constant",
    " thread_local",
    "\nreturn ",
    "\nunreachable\n",
    "\njump 0\n",
    "\n%0 = ",
    "add.32 ",
    "load.8.acquire ",
    "call *",
    "alloca 1 * ",
    "switch.32 %0 [0: 0] else 0\n",
    "shape \"s\" size 8 array ~0 * 3\n",
    "lines [0:0:0 inlined 0]\n",
    "consts [undef, @x+1]\n",
];

fn schedule(input: &[u8]) -> Result<(), String> {
    let Ok(schedule) = String::from_utf8_lossy(input).parse::<Schedule>() else { return Ok(()) };
    // Printing millions of steps again would only take time.
    if schedule.steps.len() > 1 << 20 {
        return Ok(());
    }
    let text = schedule.to_string();
    same(&schedule, text.parse().as_ref().ok(), &text)
}

fn program_text(input: &[u8]) -> Result<(), String> {
    let Ok(program) = Program::parse(&String::from_utf8_lossy(input)) else { return Ok(()) };
    let text = program.to_text();
    same(&program, Program::parse(&text).as_ref().ok(), &text)?;
    let _ = program.verify();
    Ok(())
}

fn same<T: PartialEq>(one: &T, other: Option<&T>, text: &str) -> Result<(), String> {
    if Some(one) == other {
        Ok(())
    } else {
        Err(format!("does not come back from its text: {}", text.chars().take(400).collect::<String>()))
    }
}

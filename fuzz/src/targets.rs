//! What is fuzzed.

use crate::run::{replay_any, run_program};
use threadbare_frontend::{FrontendOptions, load};
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
    /// Whether it leads into LLVM, which may end the process.
    pub llvm: bool,
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
        llvm: false,
        run: schedule,
    },
    Target {
        name: "program_text",
        about: "programs in text form: the same, and neither does `verify` panic",
        corpus: "../tests/text",
        words: PROGRAM_WORDS,
        llvm: false,
        run: program_text,
    },
    Target {
        name: "run_program",
        about: "programs in text form, run: no panic, both explorers agree, each fault is shown again by its schedule",
        corpus: "../tests/text",
        words: PROGRAM_WORDS,
        llvm: false,
        run: run_program,
    },
    Target {
        name: "replay",
        about: "any schedule on fixed programs: replayed or refused",
        corpus: "corpus/schedule",
        words: &["0,", "1,", "2,", "0*3,", "1*9,", "0*11,", "2=0,", "(0.0 0.1):", "(0.1 0.0):", "(0.0 1.0):"],
        llvm: false,
        run: replay_any,
    },
    Target {
        name: "load_ll",
        about: "the front end on LLVM text: an error or a program that `verify` accepts and that its text gives back",
        corpus: "corpus/load_ll",
        words: LLVM_WORDS,
        llvm: true,
        run: |input| loads(input, "ll"),
    },
    Target {
        name: "load_bc",
        about: "the same on LLVM bitcode",
        corpus: "corpus/load_bc",
        words: &["BC\u{c0}\u{de}"],
        llvm: true,
        run: |input| loads(input, "bc"),
    },
];

const LLVM_WORDS: &[&str] = &[
    " undef",
    " poison",
    " null",
    " zeroinitializer",
    " i1",
    " i7",
    " i64",
    " i128",
    " float",
    " double",
    " x86_fp80",
    " half",
    " ptr",
    " <4 x i32>",
    " <3 x i1>",
    " [2 x i8]",
    " { i32, ptr }",
    " void",
    " label",
    " metadata",
    " void ()",
    " volatile",
    " atomic",
    " monotonic",
    " acquire",
    " seq_cst",
    " unordered",
    " align 1",
    " align 65536",
    " inbounds",
    " nsw",
    " exact",
    " thread_local",
    " external",
    " extern_weak",
    " constant",
    " tail",
    " addrspace(1)",
    "\n  unreachable\n",
    "\n  ret void\n",
    "\n  %q1 = freeze i32 undef\n",
    "\n  %q2 = alloca i32, i64 -1\n",
    "\n  %q3 = load i24, ptr null\n",
    "\n  store <2 x i64> zeroinitializer, ptr null\n",
    "\n  fence syncscope(\"singlethread\") seq_cst\n",
    "\n  %q4 = va_arg ptr null, i32\n",
    "\n  %q5 = blockaddress(@main, %1)\n",
    "\n  call void asm sideeffect \"nop\", \"\"()\n",
    "\n  resume { ptr, i32 } undef\n",
    "\n  indirectbr ptr null, []\n",
    "\n  %q6 = getelementptr i8, ptr null, i128 5\n",
    "\n  %q7 = cmpxchg ptr null, i128 0, i128 1 seq_cst seq_cst\n",
    "\n  %q8 = atomicrmw fadd ptr null, float 1.0 seq_cst\n",
    "\n@q9 = alias i32, ptr @main\n",
    "\n@q10 = global i32 ptrtoint (ptr @main to i32)\n",
    "\n@llvm.used = appending global [0 x ptr] []\n",
    "\n  switch i128 0, label %1 [ i128 7, label %1 ]\n",
    "\n  %q11 = shufflevector <2 x i32> undef, <2 x i32> undef, <3 x i32> undef\n",
    "\n  %q12 = call i32 @llvm.experimental.vector.reduce.add(i32 1)\n",
    "\n  musttail call void @main()\n",
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
    " optnone",
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

fn loads(input: &[u8], kind: &str) -> Result<(), String> {
    let path = std::env::temp_dir().join(format!("threadbare-fuzz-{}.{kind}", std::process::id()));
    std::fs::write(&path, input).map_err(|e| e.to_string())?;
    let loaded = load(std::slice::from_ref(&path), &FrontendOptions::default());
    let removed = std::fs::remove_file(&path).map_err(|e| e.to_string());
    let program = match loaded {
        Ok(program) => program,
        Err(error) => {
            let _ = error.to_string();
            return removed;
        }
    };
    if let Err(errors) = program.verify() {
        return Err(format!("the front end made a wrong program: {}", errors[0]));
    }
    let text = program.to_text();
    same(&program, Program::parse(&text).as_ref().ok(), &text)?;
    removed
}

fn same<T: PartialEq>(one: &T, other: Option<&T>, text: &str) -> Result<(), String> {
    if Some(one) == other {
        Ok(())
    } else {
        Err(format!("does not come back from its text: {}", text.chars().take(400).collect::<String>()))
    }
}

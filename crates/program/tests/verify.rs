//! What `Program::verify` refuses, each by a text that differs from a good program in one thing.

use threadbare_program::{FuncId, Inst, Operand, Program, Reg};

const GOOD: &str = r#"
entry &main
constructors [&init]
file "a.c" in "/src"
lines [ 0:1:1, 0:2:1 inlined 0 ]
shape "int" size 4 scalar signed
shape "struct list" size 16 fields { "value" 0 ~0, "next" 8 ~2 }
shape "pointer" size 8 pointer ~1
shape "table" size 64 array ~1 * 4
signature [word32, float64, memory] -> []
signature [word64] -> []
extern !malloc results 1
global @x size 16 align 8 shape ~1 at 0:1:1 { 0: bytes "\01\02", 8: address @x+4 }
global @errno size 4 align 4 thread_local

func &main(0 -> 1) regs 4 {
    source "main" at 0:1:1
    private "i" size 4 align 4
    loopinfo 0:1:1 depth 1
    allocation 1 "p" shape ~2
    member 7 of ~1 at 8
    member 8 of ~1 after -4
    %0 = private 0
    %1 = call !malloc(16)
    %2 = call *&two(%1)
    %2 = call &two(5)
    call &many(1, 2, 3) as 0
    loop 0 enter
    %0 = alloca 2 * 16 align 16 shape ~1
    %1 = load.8.acquire %0
    store.4.release %0, %1
    %1 = rmw.add.4.acq_rel @x, 1
    %1, %2 = cas.8.seq_cst.acquire @x, 1, 2
    %1, %2 = sadd_overflow.32 %1, 1
    fence.seq_cst
    %1 = bswap.16 %1
    %1 = sext.8.33 %1
    %1 = fptosi.64.1 %1
    %1 = fptrunc.64.32 %1
    %1 = fadd.32 %1, %1
    %1 = ptradd.8 @x, %1 * 4 + 8
    switch.8 %1 [0: a, 255: b] else a
  a:
    branch %1, a, b at 1
  b:
    jump a
}

func &two(1 -> 2) regs 1 {
    return %0, undef
}

func &many(1 -> 0) regs 1 variadic as 1 {
    va_start %0
    return
}

func &init(0 -> 0) regs 0 {
    trap overflow
}
"#;

fn errors(text: &str) -> Vec<String> {
    let program = Program::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn a_good_program_is_good() {
    assert_eq!(errors(GOOD), [""; 0]);
    Program::default().verify().unwrap();
}

/// Replaces one part of the good program, and expects one complaint.
fn refused(old: &str, new: &str, message: &str) {
    assert_eq!(GOOD.matches(old).count(), 1, "`{old}` must be there once");
    let errors = errors(&GOOD.replace(old, new));
    assert!(errors.iter().any(|e| e.contains(message)), "{old} -> {new}: {errors:#?}\nnot: {message}");
}

#[test]
fn tables() {
    refused("entry &main", "entry &9", "function 9 does not exist (there are 4)");
    refused("constructors [&init]", "constructors [&init, &4]", "function 4 does not exist");
    refused("0:2:1 inlined 0", "1:2:1 inlined 0", "file 1 does not exist");
    refused("inlined 0", "inlined 2", "line entry 2 does not exist");
    refused("inlined 0", "inlined 1", "inlined into itself");
    refused("0:1:1, 0:2:1", "0:1:1 inlined 1, 0:2:1", "inlined into itself");
    refused("pointer ~1", "pointer ~7", "shape 7 does not exist");
    refused("\"next\" 8 ~2", "\"next\" 8 ~1", "shape `struct list` contains itself");
    refused("\"next\" 8 ~2", "\"next\" 8 ~3", "contains itself");
    refused("array ~1 * 4", "array ~1 * 0x1000000000000000", "shape `table` is too large");
    refused("size 4 align 4 thread_local", "size 4 align 3 thread_local", "alignment 3 of global `errno`");
    refused("size 4 align 4 thread_local", "size 4 align 0 thread_local", "not a power of two");
    refused("size 4 align 4 thread_local", "size 0x1000000000000 align 4", "global `errno` is too large");
    refused("8: address @x+4", "9: address @x+4", "global `x` has 16 bytes, but its content has bytes 9 to 9+8");
    refused("8: address @x+4", "8: address @errno", "address of a thread-local");
    refused("8: address @x+4", "18446744073709551615: undef 2", "its content has bytes");
    refused("8: address @x+4", "8: address @5", "global 5 does not exist");
    refused("@x size 16 align 8 shape ~1", "@x size 16 align 8 shape ~11", "shape 11 does not exist");
}

#[test]
fn functions() {
    refused("(1 -> 2) regs 1", "(2 -> 2) regs 1", "2 parameters do not fit into 1 registers");
    refused("(0 -> 0) regs 0", "(0 -> 0) regs 4000000000", "registers are more than");
    refused("(0 -> 0) regs 0", "(0 -> 0) regs 0 site 7", "sites are not numbered at function `init`");
    refused("private \"i\" size 4", "private \"i\" size 1000000000000", "do not fit into a frame");
    refused("allocation 1", "allocation 22", "instruction 22 does not exist");
    refused("member 7", "member 72", "instruction 72 does not exist");
    refused("of ~1 after -4", "of ~12 after -4", "shape 12 does not exist");
    refused("    trap overflow\n", "", "control runs over the end");
    refused("    jump a\n", "    fence.seq_cst\n", "control runs over the end");
    refused("branch %1, a, b at 1", "branch %1, a, b at 2", "line entry 2 does not exist");
    let mut program = Program::parse(GOOD).unwrap();
    program.functions[0].lines.pop();
    assert!(program.verify().unwrap_err()[0].message.contains("22 instructions have 21 places"));
}

#[test]
fn instructions() {
    for (old, new, message) in [
        ("%1 = bswap.16 %1", "%4 = bswap.16 %1", "function `main`, instruction 13: register %4 does not exist"),
        ("%1 = bswap.16 %1", "%1 = bswap.16 %4", "register %4 does not exist (there are 4)"),
        ("%1 = bswap.16 %1", "%1 = bswap.16 #99", "constant 99 does not exist"),
        ("%1 = bswap.16 %1", "%1 = bswap.12 %1", "no whole bytes"),
        ("%1 = bswap.16 %1", "%1 = ctlz.0 %1", "an integer of 0 bits"),
        ("%1 = bswap.16 %1", "%1 = ctlz.65 %1", "an integer of 65 bits"),
        ("sext.8.33", "sext.8.7", "SExt does not lead from 8 to 7"),
        ("fptosi.64.1", "fptosi.16.1", "a float of 16 bits"),
        ("fptosi.64.1", "fptosi.64.100", "an integer of 100 bits"),
        ("fptrunc.64.32", "fptrunc.32.64", "FpTrunc does not lead"),
        ("fadd.32", "fadd.80", "a float of 80 bits"),
        ("ptradd.8", "ptradd.128", "an integer of 128 bits"),
        ("load.8.acquire", "load.3.acquire", "an access to 3 bytes"),
        ("load.8.acquire", "load.8.release", "a load cannot have the order Release"),
        ("store.4.release", "store.4.acq_rel", "a store cannot have the order AcqRel"),
        ("rmw.add.4.acq_rel", "rmw.add.4", "a read-modify-write cannot have the order Plain"),
        ("cas.8.seq_cst.acquire", "cas.8.seq_cst.release", "a failing compare-and-swap cannot"),
        ("fence.seq_cst", "fence.relaxed", "a fence cannot have the order Relaxed"),
        ("%1, %2 = sadd_overflow.32", "%1, %9 = sadd_overflow.32", "register %9"),
        ("alloca 2 * 16 align 16", "alloca 2 * 16 align 5", "alignment 5"),
        ("alloca 2 * 16 align 16 shape ~1", "alloca 2 * 16 align 16 shape ~4", "shape 4 does not exist"),
        ("%0 = private 0", "%0 = private 1", "private variable 1 does not exist"),
        ("loop 0 enter", "loop 1 enter", "loop 1 does not exist"),
        ("call !malloc(16)", "call !7(16)", "external 7 does not exist"),
        ("%2 = call &two(5)", "%2 = call &two()", "`two` is called with 0 arguments; it takes 1"),
        ("%2 = call &two(5)", "%2 = call &two(1, 2)", "`two` is called with 2 arguments; it takes 1"),
        ("%2 = call &two(5)", "%3 = call &two(5)", "register %4 does not exist"),
        ("call &many(1, 2, 3) as 0", "call &many()", "`many` is called with 0 arguments"),
        ("call &many(1, 2, 3) as 0", "call *#77()", "constant 77 does not exist"),
        ("call &many(1, 2, 3) as 0", "call &many(1, 2, 3) as 2", "signature 2 does not exist"),
        ("call &many(1, 2, 3) as 0", "call &many(1, 2, 3) as 1", "1 kinds for 3 registers"),
        ("variadic as 1", "variadic as 0", "3 kinds for 1 registers"),
        ("return %0, undef", "return %0", "1 results where 2 are declared"),
        ("va_start %0\n    return", "return 1", "1 results where 0 are declared"),
        ("regs 1 variadic as 1", "regs 1", "variable arguments of a function that takes none"),
        ("[0: a, 255: b]", "[255: a, 0: b]", "not sorted"),
        ("[0: a, 255: b]", "[255: a, 255: b]", "not sorted"),
        ("[0: a, 255: b]", "[0: a, 256: b]", "does not fit into 8 bits"),
        ("[0: a, 255: b] else a", "[0: a, 255: 22] else a", "a jump to instruction 22; there are 22"),
        ("jump a", "jump 4294967295", "a jump to instruction 4294967295"),
        ("branch %1, a, b", "branch %1, a, 22", "a jump to instruction 22"),
    ] {
        refused(old, new, message);
    }
}

#[test]
fn not_more_errors_than_one_can_read() {
    let mut program = Program { entry: Some(FuncId(1)), ..Program::default() };
    for _ in 0..1000 {
        let move_ = Inst::Move { dst: Reg(5), src: Operand::reg(Reg(6)) };
        program.functions.push(threadbare_program::Function {
            code: vec![move_],
            lines: vec![0],
            ..Default::default()
        });
    }
    program.number_sites();
    assert_eq!(program.verify().unwrap_err().len(), 100);
}

#[test]
fn deep_types_are_measured_without_recursion() {
    let nested = |levels: u32| {
        let mut text = String::from("shape \"s\" size 1 opaque\n");
        for n in 0..levels {
            text += &format!("shape \"s\" size 1 array ~{n} * 1\n");
        }
        errors(&text)
    };
    assert_eq!(nested(500), [""; 0]);
    assert_eq!(nested(100_000), ["shape `s` is nested too deeply"]);
    // Shared parts are looked at once.
    let mut text = String::from("shape \"s\" size 1 opaque\n");
    for n in 0..200 {
        text += &format!("shape \"s\" size 1 fields {{ \"a\" 0 ~{n}, \"b\" 0 ~{n} }}\n");
    }
    assert_eq!(errors(&text), [""; 0]);
}

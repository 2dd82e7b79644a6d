//! Which bits of a unit an access to a bit-field is about: code as clang makes it of
//! `struct { unsigned a : 3, b : 5, c : 9; int d : 7; _Bool e : 1; }`.

use threadbare_op::Site;
use threadbare_program::{Program, accessed_bits};

const A: u64 = 0x7;
const B: u64 = 0xF8;
const C: u64 = 0x1_FF00;
const D: u64 = 0xFE_0000;
const E: u64 = 0x100_0000;

/// The bits of the accesses of a function with that code.
fn bits(code: &str) -> Vec<Option<u64>> {
    let text =
        format!("extern !use results 0\nglobal @s size 4 align 4\nfunc &f(1 -> 1) regs 12 {{\n{code}\nreturn 0\n}}\n");
    let program: Program = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}"));
    let accesses = code.lines().enumerate().filter(|(_, line)| line.contains("@s"));
    accesses.map(|(at, _)| accessed_bits(&program, Site(program.functions[0].first_site + at as u32))).collect()
}

#[test]
fn a_member_that_is_written() {
    // s.b = 3
    let code = "%1 = load.4 @s\n%2 = and.32 %1, 0xffffff07\n%3 = or.32 %2, 24\nstore.4 @s, %3";
    assert_eq!(bits(code), [Some(B), Some(B)]);
    // s.d = 0, optimised
    assert_eq!(bits("%1 = load.4 @s\n%2 = and.32 %1, 0xff01ffff\nstore.4 @s, %2"), [Some(D), Some(D)]);
    // s.e = 1, optimised
    assert_eq!(bits("%1 = load.4 @s\n%2 = or.32 %1, 0x1000000\nstore.4 @s, %2"), [Some(E), Some(E)]);
}

#[test]
fn a_member_that_is_changed() {
    // s.d++
    let read = "%1 = load.4 @s\n%2 = shl.32 %1, 8\n%3 = ashr.32 %2, 25\n%4 = add_nsw.32 %3, 1\n";
    let write =
        "%5 = load.4 @s\n%6 = and.32 %4, 127\n%7 = shl.32 %6, 17\n%8 = and.32 %5, 0xff01ffff\n%9 = or.32 %8, %7\n";
    assert_eq!(bits(&format!("{read}{write}store.4 @s, %9")), [Some(D); 3]);
}

#[test]
fn a_member_that_is_read() {
    assert_eq!(bits("%1 = load.4 @s\n%2 = and.32 %1, 7"), [Some(A)]);
    assert_eq!(bits("%1 = load.4 @s\n%2 = lshr.32 %1, 8\n%3 = and.32 %2, 511"), [Some(C)]);
    assert_eq!(bits("%1 = load.4 @s\n%2 = lshr.32 %1, 24\n%3 = trunc.32.1 %2"), [Some(E)]);
    // The uppermost bits need no mask.
    assert_eq!(bits("%1 = load.4 @s\n%2 = ashr.32 %1, 25"), [Some(0xFE00_0000)]);
    // Two of them, once the optimiser has put the loads together.
    assert_eq!(bits("%1 = load.4 @s\n%2 = and.32 %1, 7\n%3 = lshr.32 %1, 8\n%4 = and.32 %3, 511"), [Some(A | C)]);
}

#[test]
fn what_does_not_tell() {
    assert_eq!(bits("%1 = load.4 @s\n%2 = add.32 %1, 7"), [None], "no bit-field");
    assert_eq!(bits("%1 = load.4 @s\n%2 = and.32 %1, 7\ncall !use(%1)"), [None], "all of it goes on");
    assert_eq!(bits("store.4 @s, %0"), [None], "a copy");
    assert_eq!(bits("%1 = load.4 @s\n%2 = and.32 %1, %0\nstore.4 @s, %2"), [None, None]);
}

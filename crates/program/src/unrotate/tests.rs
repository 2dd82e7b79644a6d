use super::unrotate;
use crate::inst::{Inst, Pc, Reg};
use crate::module::Program;

/// `first; test; loop { round; again; test; back }; after`.
fn rotated(first: &str, round: &str, again: &str, back: &str, after: &str) -> Program {
    let text = format!(
        "global @a size 4 align 4\nextern !f results 1\nfunc &t(1 -> 1) regs 5 {{\n    loopinfo - depth 1 head 4\n    {first}\n    \
         %3 = icmp.eq.32 %1, 2\n    branch %3, done, enter\n  enter:\n    loop 0 enter\n  head:\n    {round}\n    {again}\n    \
         %3 = icmp.eq.32 %1, 2\n    branch %3, done, back\n  back:\n    {back}\n    loop 0 again\n    jump head\n  done:\n    \
         {after}\n}}\n"
    );
    let program = Program::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    program
}

const LOAD: &str = "%1 = load.4.acquire @a";
const NOTHING: &str = "%4 = move 0";
const PAUSE: &str = "%4 = call !f()";

#[test]
fn the_access_of_a_rotated_loop_is_its_head() {
    for access in [LOAD, "%1 = rmw.xchg.4.acquire @a, 1", "%1, %3 = cas.4.acquire.acquire @a, 0, 1"] {
        let mut program = rotated(access, PAUSE, access, NOTHING, "return 0");
        assert_eq!(unrotate(&mut program), 1, "{access}");
        program.number_sites();
        program.verify().unwrap();
        let function = &program.functions[0];
        let Some(Pc(head)) = function.loops[0].head else { panic!("no head") };
        let before = rotated(access, PAUSE, access, NOTHING, "return 0");
        assert_eq!(function.code[head as usize], before.functions[0].code[0]);
        assert!(matches!(function.code[0], Inst::Jump { .. }));
        assert_eq!(unrotate(&mut program), 0, "it is no longer rotated");
    }
}

#[test]
fn what_the_first_access_has_found_may_be_kept() {
    let mut program = rotated("%2 = load.4.acquire @a", PAUSE, LOAD, NOTHING, "return %2");
    assert_eq!(unrotate(&mut program), 0);
}

#[test]
fn what_is_computed_in_the_rounds_may_matter() {
    let mut program = rotated(LOAD, PAUSE, LOAD, "%2 = move 1", "return %2");
    assert_eq!(unrotate(&mut program), 0);
}

#[test]
fn another_access_is_not_the_loops() {
    for other in ["%1 = load.4.seq_cst @a", "%1 = load.4 @a", "%1 = rmw.add.4.acquire @a, 1", "%1 = load.2.acquire @a"]
    {
        let mut program = rotated(other, PAUSE, LOAD, NOTHING, "return 0");
        assert_eq!(unrotate(&mut program), 0, "{other}");
    }
}

#[test]
fn the_first_round_looks_where_the_first_access_does() {
    // What %2 is before the loop need not be @a.
    let through = "%1 = load.4.acquire %2";
    let mut program = rotated(through, "%2 = move @a", through, NOTHING, "return %2");
    assert_eq!(unrotate(&mut program), 1);
}

/// `tries = 0` after the first access, and `if (++tries > 3) pause();` in each round.
#[test]
fn a_number_of_tries_has_a_value() {
    let first = format!("{LOAD}\n    %2 = move 0");
    let round = "%2 = add.32 %2, 1\n    %4 = icmp.ugt.32 %2, 3\n    branch %4, pause, go_on\n  pause:\n    %4 = move 0\n    \
                 jump go_on\n  go_on:";
    let mut program = rotated(&first, round, LOAD, NOTHING, "return 0");
    let before = program.functions[0].code.len();
    assert_eq!(unrotate(&mut program), 1);
    program.number_sites();
    program.verify().unwrap();
    let sets = |inst: &&Inst| matches!(inst, Inst::Move { dst: Reg(2), .. });
    assert_eq!(program.functions[0].code[before..].iter().filter(sets).count(), 1);
    // What has one already keeps it.
    let mut program = rotated(&format!("%2 = move 0\n    {LOAD}"), round, LOAD, NOTHING, "return 0");
    let before = program.functions[0].code.len();
    assert_eq!(unrotate(&mut program), 1);
    assert_eq!(program.functions[0].code[before..].iter().filter(sets).count(), 0);
}

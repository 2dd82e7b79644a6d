//! What is said of loops, on hand-written code.

use threadbare_program::{LoopKind, Loops, Operand, Pc, Pred, Program, Reg, Test, Unseen, Wait};

/// The loops of the first function of a program with two globals and that code. It has six
/// registers, %0 is a parameter.
fn loops(heads: &[u32], code: &str) -> Loops {
    let infos: String = heads.iter().map(|head| format!("    loopinfo - depth 1 head {head}\n")).collect();
    let text =
        format!("global @x size 4 align 4\nglobal @y size 4 align 4\nfunc &f(1 -> 1) regs 6 {{\n{infos}{code}\n}}\n");
    let program: Program = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}"));
    Loops::of(&program, &program.functions[0])
}

const COUNTS: &str = "
    %1 = move 0
    loop 0 enter
  head:
    %2 = icmp.slt.32 %1, 3
    branch %2, body, out
  body:
    %3 = load.4.seq_cst @x
    %1 = add.32 %1, 1
    loop 0 again
    jump head
  out:
    return %1";

#[test]
fn a_counter_that_is_compared_ends_the_loop() {
    assert_eq!(loops(&[2], COUNTS).kinds, [LoopKind::Bounded]);
}

/// `while (x) tries++; return` what comes last.
fn tries(result: &str) -> Loops {
    let code = format!(
        "
    %1 = move 0
    loop 0 enter
  head:
    %2 = load.4.seq_cst @x
    %2 = icmp.ne.32 %2, 0
    branch %2, body, out
  body:
    %1 = add.32 %1, 1
    loop 0 again
    jump head
  out:
    return {result}"
    );
    loops(&[2], &code)
}

#[test]
fn a_counter_may_not_be_the_only_way_out() {
    let code = COUNTS.replace("    %1 = add", "    branch %3, out, on\n  on:\n    %1 = add");
    assert_eq!(loops(&[2], &code).kinds, [LoopKind::Counts { ends: true }]);
}

#[test]
fn a_counter_matters_only_if_it_is_looked_at() {
    let unseen = tries("%0");
    assert_eq!(unseen.kinds, [LoopKind::MayWait]);
    // %0 is returned, %1 and %2 are as good as gone.
    for at in [Pc(1), Pc(6)] {
        let arrival = unseen.arrival(at).expect("an arrival");
        assert_eq!(*arrival.values, [Operand::reg(Reg(0))]);
    }
    assert_eq!(unseen.arrival(Pc(2)), None);
    assert_eq!(tries("%1").kinds, [LoopKind::Counts { ends: false }]);
}

#[test]
fn a_register_that_is_stepped_only_sometimes_may_come_back() {
    let code =
        COUNTS.replace("%1 = add.32 %1, 1", "branch %3, step, on\n  step:\n    %1 = add.32 %1, 1\n    jump on\n  on:");
    assert_eq!(loops(&[2], &code).kinds, [LoopKind::MayWait]);
    let down = COUNTS.replace("%1 = add.32 %1, 1", "%1 = add.32 %1, 1\n    %1 = sub.32 %1, 1");
    assert_eq!(loops(&[2], &down).kinds, [LoopKind::MayWait]);
}

#[test]
fn what_is_written_and_what_is_only_computed() {
    let acts = COUNTS.replace("%1 = add.32 %1, 1", "store.4.seq_cst @y, 1");
    assert_eq!(loops(&[2], &acts).kinds, [LoopKind::Acts]);
    let computes = COUNTS.replace("%3 = load.4.seq_cst @x", "%3 = move 1");
    assert_eq!(loops(&[2], &computes).kinds, [LoopKind::Computes]);
    assert_eq!(loops(&[], &COUNTS.replace("loop 0", "; ")).kinds, []);
}

/// What the moves after an arrival do to the registers is seen through, crosswise ones, too.
#[test]
fn values_are_those_at_the_head() {
    let code = "
    %1 = move 1
    %2 = move 2
    loop 0 enter
    jump head
  head:
    %3 = load.4.seq_cst %1
    branch %3, body, out
  body:
    loop 0 again
    %4 = move %1
    %1 = move %2
    %2 = move %4
    jump head
  out:
    return %2";
    let loops = loops(&[4], code);
    assert_eq!(loops.kinds, [LoopKind::MayWait]);
    let values = |at| loops.arrival(Pc(at)).expect("an arrival").values.to_vec();
    assert_eq!(values(2), [Operand::reg(Reg(1)), Operand::reg(Reg(2))]);
    assert_eq!(values(6), [Operand::reg(Reg(2)), Operand::reg(Reg(1))]);
}

/// Something between an arrival and the head that is not a move: no statement can be made about the
/// head.
#[test]
fn an_arrival_that_leads_elsewhere() {
    let code = COUNTS.replace("%1 = add.32 %1, 1\n    loop 0 again", "loop 0 again\n    %1 = xor.32 %1, 1");
    assert_eq!(loops(&[2], &code).kinds, [LoopKind::Unknown]);
}

/// `while (load(x) != %0);`
const WAITS: &str = "
    loop 0 enter
  head:
    %2 = load.4.acquire @x
    %3 = icmp.ne.32 %2, %0
    branch %3, body, out
  body:
    loop 0 again
    jump head
  out:
    return %0";

#[test]
fn a_wait_for_one_load_shows() {
    let (a, b) = (Operand::reg(Reg(2)), Operand::reg(Reg(0)));
    let test = Some(Test { pred: Pred::Ne, width: 32, a, b, stays: true });
    assert_eq!(loops(&[1], WAITS).waits, [Wait { load: Pc(1), index: 0, test }]);
    let turned = WAITS.replace("icmp.ne", "icmp.eq").replace("body, out", "out, body");
    let test = Some(Test { pred: Pred::Eq, width: 32, a, b, stays: false });
    assert_eq!(loops(&[1], &turned).waits, [Wait { load: Pc(1), index: 0, test }]);
    // What is computed between the load and the next round does not reach it.
    let counted = WAITS.replace("body:", "body:\n    %1 = add.32 %2, 1");
    assert_eq!(loops(&[1], &counted).waits, [Wait { load: Pc(1), index: 0, test: None }]);
    // More than one comparison decides.
    let masked = WAITS.replace("    %3 =", "    %2 = and.32 %2, 255\n    %3 =");
    assert_eq!(loops(&[1], &masked).waits, [Wait { load: Pc(1), index: 0, test: None }]);
}

#[test]
fn a_loop_that_is_more_than_a_wait() {
    let without = |from: &str, to: &str| {
        let loops = loops(&[1], &WAITS.replace(from, to));
        assert_eq!(loops.kinds, [LoopKind::MayWait], "{to}");
        assert_eq!(loops.waits, [], "{to}");
    };
    // What was read last is what is waited for next.
    without("body:", "body:\n    %0 = move %2");
    // Other things that are visible, or may be.
    without("body:", "body:\n    %1 = load.4.acquire @y");
    without("body:", "body:\n    %1 = load.4 @y");
    without("body:", "body:\n    fence.seq_cst");
    without("load.4.acquire @x", "rmw.add.4.acquire @x, 0");
    without("load.4.acquire @x", "load.4 @x");
    // The value reaches the next round by a move behind the end of this one.
    without("loop 0 again\n", "loop 0 again\n    %0 = move %2\n");
}

/// Control that comes in beside the head has not been there.
#[test]
fn a_loop_with_two_entries() {
    let code = WAITS.replace("    loop 0 enter\n  head:", "    branch %0, body, in\n  in:\n    loop 0 enter\n  head:");
    assert_eq!(loops(&[2], &code).waits, []);
}

/// Where one comes to without a stop, from the way out of a loop: the loop again, the end of the
/// function.
fn unseen(way_out: &str) -> (bool, bool) {
    let text = format!(
        "extern !pthread_mutex_lock results 1\nextern !puts results 0\nglobal @x size 4 align 4\n\
         func &f(1 -> 1) regs 6 {{\n    loopinfo - depth 1 head 1\n    loop 0 enter\n  head:\n\
         %1 = load.4.seq_cst @x\n    branch %1, out, again\n  again:\n    loop 0 again\n    jump head\n  out:\n{way_out}\n}}\n\
         func &looks(0 -> 0) regs 1 {{\n    %0 = load.4.seq_cst @x\n    return\n}}\n\
         func &idles(0 -> 0) regs 1 {{\n    return\n}}\n"
    );
    let program: Program = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}"));
    let Unseen { again, returns } = Unseen::after_loop(&program, &program.functions[0], 0);
    (again, returns)
}

#[test]
fn loops_that_are_left_unseen() {
    let enter = "    loop 0 enter\n    jump head";
    assert_eq!(unseen("    return %1"), (false, true));
    assert_eq!(unseen(enter), (true, false));
    assert_eq!(unseen(&format!("    call !puts()\n{enter}")), (true, false));
    assert_eq!(unseen(&format!("    call &idles()\n{enter}")), (true, false));
    assert_eq!(unseen(&format!("    call &looks()\n{enter}")), (false, false));
    assert_eq!(unseen(&format!("    %2 = call !pthread_mutex_lock(@x)\n{enter}")), (false, false));
    assert_eq!(unseen(&format!("    store.4.seq_cst @x, 1\n{enter}")), (false, false));
    assert_eq!(unseen(&format!("    branch %0, more, end\n  end:\n    return 0\n  more:\n{enter}")), (true, true));
}

/// A loop whose ways out are what a branch leads to.
fn has_exit(way_out: &str) -> bool {
    let text = format!(
        "extern !__assert_fail results 0\nextern !exit results 0\nextern !puts results 0\nglobal @x size 4 align 4\n\
         func &f(1 -> 1) regs 6 {{\n    loopinfo - depth 1 head 1\n    loop 0 enter\n  head:\n\
         %1 = load.4.seq_cst @x\n    branch %1, out, again\n  again:\n    loop 0 again\n    jump head\n  out:\n{way_out}\n}}\n"
    );
    let program: Program = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}"));
    Loops::has_exit(&program, &program.functions[0], 0)
}

#[test]
fn a_failed_assertion_is_no_way_out() {
    assert!(has_exit("    return %1"));
    assert!(has_exit("    call !exit(1)\n    unreachable"));
    assert!(!has_exit("    call !__assert_fail()\n    unreachable"));
    assert!(!has_exit("    call !puts()\n    call !__assert_fail()\n    unreachable"));
    assert!(!has_exit("    unreachable"));
    assert!(has_exit("    call !puts()\n    return 0"));
    let sometimes =
        "    branch %0, bad, good\n  bad:\n    call !__assert_fail()\n    unreachable\n  good:\n    return 0";
    assert!(has_exit(sometimes));
    assert!(!has_exit("    jump loop\n  loop:\n    jump again"), "it stays inside");
}

/// A loop that waits for `x`, with what each round does besides; %1 is 0 at first.
fn waits_and(besides: &str, after: &str) -> LoopKind {
    let code = format!(
        "
    %1 = move 0
    loop 0 enter
  head:
    %2 = load.4.seq_cst @x
    branch %2, out, body
  body:
    {besides}
    loop 0 again
    jump head
  out:
    {after}
    return 0"
    );
    loops(&[2], &code).kinds[0]
}

/// `if (++tries > 3) <yes>`, where `yes` ends with a jump to `on` or goes on there.
fn counts(yes: &str) -> String {
    format!("%1 = add_nsw.32 %1, 1\n    %3 = icmp.sgt.32 %1, 3\n    branch %3, yes, on\n  yes:\n    {yes}\n  on:")
}

#[test]
fn a_counter_that_decides_nothing() {
    let counting = LoopKind::Counts { ends: false };
    assert_eq!(waits_and(&counts("%1 = move 0"), ""), LoopKind::MayWait);
    assert_eq!(waits_and(&counts("%4 = move 7"), ""), LoopKind::MayWait);
    // What is set with it matters; it matters itself; others see what is done.
    assert_eq!(waits_and(&counts("%4 = move 7"), "store.4 @y, %4"), counting);
    assert_eq!(waits_and(&counts("%4 = move 7"), "store.4 @y, %1"), counting);
    assert_eq!(waits_and(&counts("store.4 @y, 1"), ""), counting);
    assert_eq!(waits_and(&counts("jump out"), ""), LoopKind::Counts { ends: true });
    // It may overflow soon, or be undefined.
    assert_eq!(waits_and(&counts("").replace("_nsw.32 %1, 1", "_nsw.32 %1, 100000"), ""), counting);
    assert_eq!(waits_and(&counts("").replace("_nsw.32 %1, 1", ".32 %1, 100000"), ""), LoopKind::MayWait);
    assert_eq!(waits_and(&counts("%1 = undef"), ""), LoopKind::MayWait, "nothing steps on");
}

#[test]
fn doubling_up_to_a_limit() {
    let doubles = |limit: u64, op: &str| {
        let code = format!("%3 = icmp.slt.32 %1, {limit}\n    branch %3, yes, on\n  yes:\n    %1 = {op}\n  on:");
        let function = format!(
            "%1 = move 1\n loop 0 enter\n head:\n %2 = load.4.seq_cst @x\n branch %2, out, body\n body:\n {code}\n
             loop 0 again\n jump head\n out:\n return 0"
        );
        let arrival = loops(&[2], &function).arrivals.pop().expect("an arrival");
        arrival.values.is_empty()
    };
    assert!(doubles(1000, "mul_nsw.32 %1, 2"));
    assert!(doubles(1000, "shl_nsw.32 %1, 1"));
    assert!(doubles(2_000_000_000, "shl.32 %1, 1"));
    assert!(!doubles(2_000_000_000, "mul_nsw.32 %1, 2"));
    assert!(!doubles(1000, "mul_nsw.32 %2, 2"), "of what was read");
}

/// A pause is left in the end, or it is not known to be.
#[test]
fn a_pause_that_ends() {
    let pause_of = |longer: &str, compare: &str, step: &str| {
        let code = format!(
            "
    %1 = move 0
    loop 0 enter
  head:
    %2 = load.4.seq_cst @x
    branch %2, out, body
  body:
    %1 = {longer}
    %3 = move 0
    loop 1 enter
  inner:
    %4 = {compare}
    branch %4, more, on
  more:
    %3 = {step}
    loop 1 again
    jump inner
  on:
    loop 0 again
    jump head
  out:
    return 0"
        );
        loops(&[2, 7], &code).kinds[0] == LoopKind::MayWait
    };
    let pause = |compare: &str, step: &str| pause_of("add.32 %1, 1", compare, step);
    assert!(pause("icmp.ult.32 %3, %1", "add.32 %3, 1"));
    assert!(pause_of("add_nsw.32 %1, 1", "icmp.slt.32 %3, %1", "add_nsw.32 %3, 1"));
    assert!(!pause("icmp.ult.32 %3, %1", "add_nsw.32 %3, 1"), "the bound may be larger than what fits");
    assert!(!pause("icmp.ne.32 %3, %1", "add.32 %3, 1"));
    assert!(!pause("icmp.ult.32 %3, %1", "add.32 %3, 2"), "it may go past the bound, and round");
    assert!(!pause("icmp.ult.32 %3, %1", "add.32 %3, 0"));
    assert!(!pause("icmp.ult.32 %1, %3", "add.32 %3, 1"));
}

/// `do { %1 = x; ...; } while (%1 == 0)`, with memory of the caller at %0.
fn stores(round: &str) -> Vec<(u32, usize)> {
    let code = format!(
        "
    loop 0 enter
  head:
    %1 = load.4.seq_cst @x
{round}
    %2 = icmp.eq.32 %1, 0
    branch %2, again, out
  again:
    loop 0 again
    jump head
  out:
    return %1"
    );
    loops(&[1], &code).renewed.iter().map(|renewed| (renewed.at.0, renewed.before.len())).collect()
}

#[test]
fn stores_that_each_round_makes_anew_are_known() {
    assert_eq!(stores("    store.4 %0, %1"), [(2, 1)]);
    // To a member, and after a load that may be of the same.
    assert_eq!(stores("    %3 = load.4 %0\n    %4 = ptradd.64 %0, 0 * 0 + 4\n    store.4 %4, %3"), [(4, 2)]);
    // A part of it is stored to once more.
    assert_eq!(stores("    store.4 %0, %1\n    store.1 %0, 1"), [(2, 1), (3, 1)]);
}

#[test]
fn stores_that_a_round_may_leave_out_are_not() {
    assert_eq!(stores("    branch %1, on, again\n  on:\n    store.4 %0, %1"), [(3, 1)]);
    assert_eq!(stores("    branch %1, on, out\n  on:\n    store.4 %0, %1"), []);
    // Before it, others see something, or what is loaded is not known, or the address changes.
    assert_eq!(stores("    store.4.seq_cst @y, 1\n    store.4 %0, %1"), []);
    assert_eq!(stores("    %3 = load.8 @y\n    %4 = load.4 %3\n    store.4 %0, %4"), []);
    assert_eq!(stores("    store.4 %0, %1\n    %0 = ptradd.64 %0, 0 * 0 + 4"), []);
    // Whole at one place, half at another.
    assert_eq!(
        stores(
            "    branch %1, on, other\n  on:\n    store.4 %0, %1\n    jump end\n  other:\n    store.1 %0, 1\n  end:"
        ),
        [(5, 1)]
    );
}

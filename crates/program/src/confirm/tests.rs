//! Which compare-and-swaps confirm which loads.

use crate::{Pc, Program, Stops};

/// Which pairs of places there are in a function with registers 1 to 7.
fn confirmed(code: &str) -> Vec<(u32, u32)> {
    let text = format!(
        "entry &main\nextern !look\nglobal @x size 4 align 4\nglobal @y size 4 align 4\n
        func &main(0 -> 1) regs 8 {{\n{code}\n  return 0\n}}\n"
    );
    let program = Program::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert_eq!(program.verify(), Ok(()), "{text}");
    let function = &program.functions[0];
    let stops = Stops::of(&program, function).unwrap();
    let places = 0..function.code.len() as u32;
    let pairs = places.clone().flat_map(|read| places.clone().map(move |swap| (read, swap)));
    pairs.filter(|&(read, swap)| stops.confirms(Pc(read), Pc(swap))).collect()
}

/// `r = x; <before> while (!cas(&x, &r, <value>)) <again>;` with `r` in %1. The load is
/// instruction 0.
fn retry(before: &str, value: &str, again: &str) -> String {
    format!(
        "%1 = load.4.seq_cst @x\n {before}\n jump head\n head:\n {value}\n
        %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
        failed:\n %1 = move %4\n {again}\n jump head\n out:\n"
    )
}

#[test]
fn a_retry_loop_confirms_its_load() {
    assert_eq!(confirmed(&retry("", "%2 = add.32 %1, 1", "")), [(0, 3)]);
}

#[test]
fn success_may_be_tested_as_clang_does() {
    let code = "%1 = load.4.seq_cst @x\n jump head\n head:\n
        %2 = add.32 %1, 1\n %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, on, failed\n
        failed:\n %1 = move %4\n jump on\n
        on:\n %6 = trunc.8.1 %5\n %7 = xor.1 %6, 1\n branch %7, head, out\n out:\n";
    assert_eq!(confirmed(code), [(0, 3)]);
}

#[test]
fn what_is_found_may_decide_after_the_runs_have_met() {
    let code = "%1 = load.4.seq_cst @x\n jump head\n head:\n
        branch %1, try, out\n try:\n %2 = sub.32 %1, 1\n
        %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
        failed:\n %1 = move %4\n jump head\n out:\n";
    assert_eq!(confirmed(code), [(0, 4)]);
}

#[test]
fn copies_of_a_condition_send_both_the_same_way() {
    // A loop that was rotated: its condition stands before it, and at its end.
    let rotated = |condition: &str| {
        format!(
            "%1 = load.4.seq_cst @x\n %3 = icmp.ne.32 %1, 0\n branch %3, try, out\n try:\n
            %2 = sub.32 %1, 1\n %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
            failed:\n %1 = move %4\n %3 = {condition}\n branch %3, try, out\n out:\n"
        )
    };
    assert_eq!(confirmed(&rotated("icmp.ne.32 %1, 0")), [(0, 4)]);
    assert_eq!(confirmed(&rotated("icmp.ne.32 %1, 1")), []);
    assert_eq!(confirmed(&rotated("icmp.eq.32 %1, 0")), []);
}

#[test]
fn a_failure_that_is_counted_confirms_nothing() {
    assert_eq!(confirmed(&retry("%3 = move 0", "%2 = add.32 %1, %3", "%3 = add.32 %3, 1")), []);
}

#[test]
fn a_count_that_nobody_looks_at_is_no_obstacle() {
    let code = retry("%3 = move 0", "%2 = add.32 %1, 1", "%3 = add.32 %3, 1");
    assert_eq!(confirmed(&code), [(0, 4)]);
}

#[test]
fn what_the_load_alone_decides_is_an_obstacle() {
    // The value to be written is computed once, from what the load has found.
    assert_eq!(confirmed(&retry("%2 = add.32 %1, 1", "", "")), []);
    assert_eq!(confirmed(&retry("%3 = move %1", "%2 = add.32 %1, %3", "")), []);
}

#[test]
fn accesses_and_calls_between_are_an_obstacle() {
    assert_eq!(confirmed(&retry("", "%2 = load.4 @y", "")), []);
    assert_eq!(confirmed(&retry("", "%2 = load.4.relaxed @y", "")), []);
    assert_eq!(confirmed(&retry("", "%2 = add.32 %1, 1", "call !look()")), []);
}

#[test]
fn stores_that_each_round_makes_anew_are_no_obstacle() {
    assert_eq!(confirmed(&retry("", "%2 = add.32 %1, 1\n store.4 @y, %1", "")), [(0, 4)]);
    // What stands there is loaded again: the whole of it.
    let in_place = |size: u8| {
        format!(
            "%1 = load.4.seq_cst @x\n store.4 @y, %1\n jump head\n head:\n %6 = load.{size} @y\n
            %4, %5 = cas.4.seq_cst.seq_cst @x, %6, 1\n branch %5, out, failed\n
            failed:\n store.4 @y, %4\n jump head\n out:\n"
        )
    };
    assert_eq!(confirmed(&in_place(4)), [(0, 4)]);
    assert_eq!(confirmed(&in_place(2)), []);
}

#[test]
fn stores_of_which_something_stays_are_an_obstacle() {
    // Where they go, what they store, that one is made once only.
    assert_eq!(confirmed(&retry("", "%6 = ptradd.64 @y, %1 * 4 + 0\n store.4 %6, 1\n %2 = move 1", "")), []);
    assert_eq!(confirmed(&retry("%6 = move 0", "store.4 @y, %6\n %2 = move 1", "%6 = move 1")), []);
    assert_eq!(confirmed(&retry("store.4 @y, %1", "%2 = move 1", "")), []);
    assert_eq!(confirmed(&retry("", "%6 = load.4 @y\n store.4 @y, %6\n %2 = move 1", "")), []);
}

#[test]
fn a_loop_that_loads_anew_confirms_its_load() {
    let anew = |before: &str, again: &str| {
        format!(
            "%6 = move 0\n jump head\n head:\n %1 = load.4.seq_cst @x\n {before}\n %2 = add.32 %1, 1\n
            %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
            failed:\n {again}\n jump head\n out:\n %3 = add.32 %6, 1\n store.4 @y, %3\n"
        )
    };
    assert_eq!(confirmed(&anew("", "")), [(2, 4)]);
    assert_eq!(confirmed(&anew("store.4 @y, %1", "")), [(2, 5)]);
    assert_eq!(confirmed(&anew("", "%6 = add.32 %6, 1")), []);
    assert_eq!(confirmed(&anew("", "store.4 @y, 1")), []);
    assert_eq!(confirmed(&anew("branch %1, on, out\n on:", "")), [(2, 5)]);
}

#[test]
fn a_way_around_with_an_access_is_an_obstacle() {
    let code = "%1 = load.4.seq_cst @x\n branch %1, head, around\n around:\n store.4 @y, 1\n jump head\n
        head:\n %2 = add.32 %1, 1\n %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
        failed:\n %1 = move %4\n jump head\n out:\n";
    assert_eq!(confirmed(code), []);
}

#[test]
fn another_location_is_for_those_who_ask_to_compare() {
    // The code alone does not tell: `x` and `y` could be one place.
    let code = "%1 = load.4.seq_cst @y\n jump head\n head:\n %2 = add.32 %1, 1\n
        %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
        failed:\n %1 = move %4\n jump head\n out:\n";
    assert_eq!(confirmed(code), [(0, 3)]);
}

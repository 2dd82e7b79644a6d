//! The text form: printing and parsing give the same program back, and no text makes the parser
//! panic.

mod generate;

use generate::Source;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use threadbare_effort::{effort, seed};
use threadbare_program::{Const, Inst, Operand, Pc, Program, Reg};

/// So many cases; from another seed each time, unless one is given.
fn config() -> ProptestConfig {
    let rng_seed =
        if std::env::var_os("THREADBARE_SEED").is_some() { RngSeed::Fixed(seed(0)) } else { RngSeed::Random };
    ProptestConfig { rng_seed, ..ProptestConfig::with_cases(4000 * effort() as u32) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_program_comes_back(bytes in vec(any::<u8>(), 0..600)) {
        let program = Source(&bytes).program();
        let text = program.to_text();
        let back = Program::parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&back, &program, "{}", text);
        // Neither does anything that looks at it panic.
        let _ = program.verify();
    }

    #[test]
    fn cut_and_changed_texts_do_no_harm(bytes in vec(any::<u8>(), 0..300), at in any::<prop::sample::Index>(), new in ".{0,3}") {
        let text = Source(&bytes).program().to_text();
        let place = at.index(text.len() + 1);
        let place = (0..=place).rev().find(|p| text.is_char_boundary(*p)).unwrap_or(0);
        let _ = Program::parse(&text[..place]);
        let _ = Program::parse(&format!("{}{new}{}", &text[..place], &text[place..]));
        if let Some((_, rest)) = text[place..].char_indices().nth(1).map(|(n, c)| (c, &text[place + n..])) {
            let _ = Program::parse(&format!("{}{rest}", &text[..place]));
        }
    }

    #[test]
    fn arbitrary_texts_do_no_harm(text in "\\PC{0,80}") {
        let _ = Program::parse(&text);
    }
}

const LOST_UPDATE: &str = r#"
; two threads increment x
entry &main
extern !pthread_create results 1
extern !pthread_join results 1
global @x size 4 align 4 { 0: bytes "\07" }

func &main(0 -> 1) regs 3 {
    %0 = alloca 1 * 8 align 8
    %1 = call !pthread_create(%0, 0, &add, undef)
    %1 = call &add(-1)
    %2 = load.8 %0
    %1 = call !pthread_join(%2, 0)
    %1 = load.4 @x
    %2 = icmp.eq.32 %1, 9
    branch %2, good, 9
    unreachable
    trap other
  good:
    return %1
}

func &add(1 -> 1) regs 2 {
    %1 = load.4.seq_cst @x
    %1 = add.32 %1, 1
    store.4.seq_cst @x, %1
    return 0
}
"#;

#[test]
fn a_program_written_by_hand() {
    let program = Program::parse(LOST_UPDATE).unwrap();
    program.verify().unwrap();
    let main = &program.functions[0];
    assert_eq!(program.entry.map(|f| f.0), Some(0));
    assert_eq!(main.code.len(), 11);
    assert!(matches!(main.code[7], Inst::Branch { then: Pc(10), other: Pc(9), .. }), "labels and numbers");
    assert_eq!(main.code[0], {
        let count = Operand::constant(threadbare_program::ConstId(0));
        Inst::Alloca { dst: Reg(0), count, size: 8, align: 8, shape: None }
    });
    assert_eq!(program.consts[0], Const::Bits(1));
    assert!(program.consts.contains(&Const::Bits(u64::MAX)), "-1 is a number of 64 bits");
    assert_eq!(program.consts.iter().filter(|c| **c == Const::Bits(0)).count(), 1, "equal constants are one");
    assert_eq!(program.functions[1].first_site, 11);
    assert_eq!(Program::parse(&program.to_text()).unwrap(), program);
}

#[test]
fn what_is_printed_is_meant_to_be_read() {
    let text = Program::parse(LOST_UPDATE).unwrap().to_text();
    for line in [
        "global @x size 4 align 4 { 0: bytes \"\\07\" }",
        "    %1 = call !pthread_create(%0, 0, &add, undef)",
        "    %1 = call &add(-1)",
        "    branch %2, L10, L9",
        "  L10:",
        "    store.4.seq_cst @x, %1",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

#[test]
fn errors_name_place_and_expectation() {
    let inst = |line: &str| format!("func &f(0 -> 0) regs 1 {{\n  {line}\n}}");
    for (text, message) in [
        ("func main", "line 1, column 6: found `main`, expected `&` and a name"),
        ("global @x\nsize 4 align x", "line 2, column 14: found `x`, expected an alignment"),
        ("hello", "line 1, column 1: found `hello`, expected entry, opaque_addresses, ilp32, constructors"),
        ("entry &main", "line 1, column 7: `&main` is not declared"),
        (&inst("%0 = add.32 1"), "line 3, column 1: found `}`, expected `,`"),
        (&inst("%0 = frob 1"), "line 2, column 8: there is no instruction `frob` with one result"),
        (&inst("%0 = store.4 1, 2"), "there is no instruction `store` with one result"),
        (&inst("%0 = add.300 1, 2"), "line 2, column 12: 300 is too large for a width or size"),
        (&inst("jump nowhere"), "line 2, column 8: there is no label `nowhere` in this function"),
        (&inst("a: a: unreachable"), "line 2, column 6: the label `a` is there twice"),
        (&inst("%0 = move %2147483648"), "line 2, column 13: found `%2147483648`: too large"),
        (&inst("unreachable unreachable"), "line 2, column 15: found `unreachable`, expected the end of the line"),
        (&inst("fence.weak"), "found `weak`, expected plain, relaxed"),
        (&inst("return 1 2"), "found `2`, expected the end of the line"),
        ("func &f(0 -> 0) regs 1 {", "line 1, column 25: found the end of the text, expected an instruction"),
        ("func &f(0 -> 0) regs 1 {} func &f(0 -> 0) regs 1 {} entry &f", "several are called `&f`"),
        ("consts [1, 2", "found the end of the text, expected `,` or `]`"),
        ("global @x size 8 align 8 { 0: bytes 5 }", "found `5`, expected bytes in quotes"),
    ] {
        let error = Program::parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}\n  says {error}\n  not  {message}");
    }
}

#[test]
fn long_and_deep_texts_are_no_problem() {
    assert!(Program::parse(&"{".repeat(1_000_000)).is_err());
    assert!(Program::parse(&"func &f(".repeat(100_000)).is_err());
    let many = format!("func &f(0 -> 0) regs 1 {{\n{}  return\n}}", "  %0 = move 1\n".repeat(100_000));
    let program = Program::parse(&many).unwrap();
    assert_eq!(program.functions[0].code.len(), 100_001);
    program.verify().unwrap();
}

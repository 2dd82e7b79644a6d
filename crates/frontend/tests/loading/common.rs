//! Loading snippets.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use threadbare_frontend::{FrontendError, FrontendOptions, load};
use threadbare_program::{Function, Inst, Program};

/// Writes a file of its own for this test.
pub fn file(extension: &str, content: &[u8]) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("snippet-{}-{number}.{extension}", std::process::id());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the test directory can be written");
    path
}

/// Loads one file and removes it.
pub fn try_load(extension: &str, content: &[u8], flags: &[&str]) -> Result<Program, FrontendError> {
    let path = file(extension, content);
    let options =
        FrontendOptions { clang_flags: flags.iter().map(|&f| f.to_owned()).collect(), ..FrontendOptions::default() };
    let result = load(std::slice::from_ref(&path), &options);
    let _ = std::fs::remove_file(path);
    result
}

/// A valid program from C.
pub fn c(source: &str) -> Program {
    c_with(source, &[])
}

/// A valid program from C with flags for clang.
pub fn c_with(source: &str, flags: &[&str]) -> Program {
    checked(try_load("c", source.as_bytes(), flags))
}

/// A valid program from LLVM text.
pub fn ll(source: &str) -> Program {
    checked(try_load("ll", source.as_bytes(), &[]))
}

fn checked(result: Result<Program, FrontendError>) -> Program {
    let program = result.unwrap_or_else(|error| panic!("{error}"));
    if let Err(errors) = program.verify() {
        panic!("{errors:?}\n{}", program.to_text());
    }
    program
}

/// A function by its name.
pub fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    program.functions.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("no function {name}"))
}

/// How many instructions of a function satisfy something.
pub fn count(function: &Function, what: impl Fn(&Inst) -> bool) -> usize {
    function.code.iter().filter(|inst| what(inst)).count()
}

/// What is unsupported in a program.
pub fn unsupported(program: &Program) -> Vec<String> {
    let all = program.functions.iter().flat_map(|f| &f.code);
    all.filter_map(|inst| if let Inst::Unsupported { what } = inst { Some(what.to_string()) } else { None }).collect()
}

/// Runs a function without memory and calls: registers, moves, arithmetic, comparisons, jumps.
/// `None` if it does not end within ten thousand steps or does anything else. Written for these
/// tests only, from the doc comments of the instructions.
#[expect(clippy::too_many_lines, reason = "one case for each instruction")]
pub fn run(program: &Program, function: &Function, args: &[u64]) -> Option<Vec<u64>> {
    use threadbare_program::{BinOp, CastOp, Const, Operand, Pred};
    let mut regs = vec![0_u64; function.regs as usize];
    regs[..args.len()].copy_from_slice(args);
    let get = |regs: &[u64], op: Operand| match (op.as_reg(), op.as_const()) {
        (Some(reg), _) => Some(regs[reg.0 as usize]),
        (_, Some(id)) => match program.consts[id.index()] {
            Const::Bits(bits) => Some(bits),
            _ => None,
        },
        _ => None,
    };
    let mask = |width: u8| if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    let signed = |v: u64, width: u8| ((v << (64 - width)) as i64) >> (64 - width);
    let mut pc = 0;
    for _ in 0..10_000 {
        let inst = &function.code[pc];
        pc += 1;
        match inst {
            Inst::Move { dst, src } | Inst::Freeze { dst, src } => regs[dst.0 as usize] = get(&regs, *src)?,
            Inst::Undef { dst } => regs[dst.0 as usize] = 0,
            Inst::Bin { op, width, dst, a, b } => {
                let (a, b) = (get(&regs, *a)?, get(&regs, *b)?);
                let value = match op.unchecked() {
                    BinOp::Add => a.wrapping_add(b),
                    BinOp::Sub => a.wrapping_sub(b),
                    BinOp::Mul => a.wrapping_mul(b),
                    BinOp::Shl => a << b,
                    BinOp::LShr => a >> b,
                    BinOp::And => a & b,
                    BinOp::Or => a | b,
                    BinOp::Xor => a ^ b,
                    BinOp::URem => a % b,
                    _ => return None,
                };
                regs[dst.0 as usize] = value & mask(*width);
            }
            Inst::Cmp { pred, width, dst, a, b } => {
                let (a, b) = (get(&regs, *a)?, get(&regs, *b)?);
                let (x, y) = (signed(a, *width), signed(b, *width));
                let holds = match pred {
                    Pred::Eq => a == b,
                    Pred::Ne => a != b,
                    Pred::ULt => a < b,
                    Pred::ULe => a <= b,
                    Pred::UGt => a > b,
                    Pred::UGe => a >= b,
                    Pred::SLt => x < y,
                    Pred::SLe => x <= y,
                    Pred::SGt => x > y,
                    Pred::SGe => x >= y,
                };
                regs[dst.0 as usize] = u64::from(holds);
            }
            Inst::Cast { op, from, to, dst, a } => {
                let a = get(&regs, *a)?;
                let value = match op {
                    CastOp::Trunc | CastOp::ZExt => a,
                    CastOp::SExt => signed(a, *from) as u64,
                    _ => return None,
                };
                regs[dst.0 as usize] = value & mask(*to);
            }
            Inst::Select { dst, cond, then, other } => {
                regs[dst.0 as usize] = get(&regs, if get(&regs, *cond)? == 1 { *then } else { *other })?;
            }
            Inst::Loop { .. } => {}
            Inst::Jump { to } => pc = to.0 as usize,
            Inst::Branch { cond, then, other } => {
                pc = (if get(&regs, *cond)? == 1 { then } else { other }).0 as usize;
            }
            Inst::Switch { value, cases, other, .. } => {
                let value = get(&regs, *value)?;
                pc = cases.iter().find(|(case, _)| *case == value).map_or(*other, |(_, to)| *to).0 as usize;
            }
            Inst::Return { values } => return values.iter().map(|&v| get(&regs, v)).collect(),
            _ => return None,
        }
    }
    None
}

//! [`Litmus`]: small programs with a question, and the answers of all memory models, from their
//! text form.
//!
//! ```text
//! # NAME
//! # why the answers are what they are
//!
//! T1: store x 1 rel; fence sc; load a y rlx
//! T2: add b x 1 ar; swap a y 2 rlx; cas c x 0 b+1 ar rlx; if c 0: store y a rlx
//! asked: 1:a=0 2:c=1 x=2
//!
//! sc: forbidden, 3 executions
//! ```
//!
//! One instruction is `load REG LOC ORDER`, `store LOC VALUE ORDER`, `add REG LOC VALUE ORDER`,
//! `swap` likewise, `cas REG LOC EXPECTED NEW SUCCESS FAILURE`, `fence ORDER`, or one of these
//! after `if REG NUMBER:`. Orders are `rlx`, `acq`, `rel`, `ar` (`acq_rel`) and `sc`; registers `a`
//! to `d`, all other names are locations, at first 0; a value is a number, a register, or their
//! sum. What is asked is whether all of the registers (of thread n) and locations can have these
//! values in the end. Each model then says `allowed` or `forbidden`, and how many execution graphs
//! the threads have.

use crate::program::{Expr, Inst, Program, REGISTERS, reg, val};
use std::path::{Path, PathBuf};
use threadbare_op::{Model, Order, RmwOp};

/// The tests of the folder `tests/litmus`, by name.
///
/// # Errors
/// The file that cannot be read, or is named otherwise than its test.
pub fn suite() -> Result<Vec<Litmus>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let files = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "tbl"));
    files.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let litmus = Litmus::parse(&text)?;
        let named = path.file_stem().is_some_and(|stem| stem == litmus.name.as_str());
        if named { Ok(litmus) } else { Err(format!("{} is called {}", path.display(), litmus.name)) }
    };
    files.iter().map(read).collect()
}

/// What a model says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether what is asked can be.
    pub allowed: bool,
    /// The number of executions of the threads.
    pub executions: u64,
}

/// A litmus test.
#[derive(Clone, Debug)]
pub struct Litmus {
    /// Its name.
    pub name: String,
    /// The threads.
    pub program: Program,
    /// The same, but only executions that end as asked go on to their end: main joins all threads
    /// and looks at memory.
    pub asked: Program,
    /// By model, in the order of [`Model::ALL`].
    pub verdicts: [Verdict; Model::ALL.len()],
}

impl Litmus {
    /// Reads one.
    ///
    /// # Errors
    /// The line that is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader::default();
        let mut name = None;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(comment) = line.strip_prefix('#') {
                name.get_or_insert(comment.trim().to_owned());
                continue;
            }
            reader.line(line).ok_or_else(|| format!("cannot be read: {line}"))?;
        }
        let name = name.ok_or("no name")?;
        let all: Option<Vec<Verdict>> = reader.verdicts.into_iter().collect();
        let verdicts = all.and_then(|all| all.try_into().ok()).ok_or(format!("{name}: a model says nothing"))?;
        if reader.asked.is_empty() || reader.threads.is_empty() || reader.threads.len() > REGISTERS {
            return Err(format!("{name}: nothing is asked, or there are too few or too many threads"));
        }
        let program = Program::parallel(reader.threads.clone(), reader.locations.len());
        let asked = reader.asked(&program).ok_or(format!("{name}: asks for a thread that there is not"))?;
        Ok(Self { name, program, asked, verdicts })
    }

    /// What a model says.
    #[must_use]
    pub fn verdict(&self, model: Model) -> Verdict {
        self.verdicts[Model::ALL.iter().position(|m| *m == model).unwrap_or(0)]
    }
}

enum Asked {
    Register { thread: usize, reg: u8, value: u64 },
    Location { loc: usize, value: u64 },
}

#[derive(Default)]
struct Reader {
    locations: Vec<String>,
    threads: Vec<Vec<Inst>>,
    asked: Vec<Asked>,
    verdicts: [Option<Verdict>; Model::ALL.len()],
}

impl Reader {
    fn line(&mut self, line: &str) -> Option<()> {
        let (key, rest) = line.split_once(':')?;
        let rest = rest.trim();
        if let Some(model) = Model::ALL.iter().position(|model| model.name() == key) {
            let (verdict, count) = rest.split_once(", ")?;
            let allowed = match verdict {
                "allowed" => true,
                "forbidden" => false,
                _ => return None,
            };
            let executions = count.split_once(" execution")?.0.parse().ok()?;
            return self.verdicts[model].replace(Verdict { allowed, executions }).is_none().then_some(());
        }
        if key == "asked" {
            for term in rest.split_whitespace() {
                let asked = self.term(term)?;
                self.asked.push(asked);
            }
            return Some(());
        }
        if key.strip_prefix('T')?.parse() != Ok(self.threads.len() + 1) {
            return None;
        }
        let mut code = Vec::new();
        for text in rest.split(';') {
            let text = text.trim();
            let inst = match text.strip_prefix("if ") {
                Some(rest) => {
                    let (condition, then) = rest.split_once(':')?;
                    let (name, value) = condition.split_once(' ')?;
                    code.push(Inst::Skip { reg: register(name)?, value: value.parse().ok()?, equal: false, count: 1 });
                    self.inst(then)?
                }
                None => self.inst(text)?,
            };
            code.push(inst);
        }
        self.threads.push(code);
        Some(())
    }

    fn location(&mut self, name: &str) -> Option<usize> {
        let fits = register(name).is_none() && name.chars().all(|c| c.is_ascii_lowercase()) && !name.is_empty();
        fits.then(|| {
            self.locations.iter().position(|known| known == name).unwrap_or_else(|| {
                self.locations.push(name.to_owned());
                self.locations.len() - 1
            })
        })
    }

    fn term(&mut self, text: &str) -> Option<Asked> {
        let (what, value) = text.split_once('=')?;
        let value = value.parse().ok()?;
        Some(match what.split_once(':') {
            Some((thread, name)) => Asked::Register { thread: thread.parse().ok()?, reg: register(name)?, value },
            None => Asked::Location { loc: self.location(what)?, value },
        })
    }

    fn inst(&mut self, text: &str) -> Option<Inst> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words[..] {
            ["load", to, loc, by] => Inst::Load { reg: register(to)?, loc: self.location(loc)?, order: order(by)? },
            ["store", loc, value, by] => {
                Inst::Store { loc: self.location(loc)?, value: expr(value)?, order: order(by)? }
            }
            [name @ ("add" | "swap"), to, loc, value, by] => {
                let op = if name == "add" { RmwOp::Add } else { RmwOp::Xchg };
                let (reg, loc) = (register(to)?, self.location(loc)?);
                Inst::Rmw { reg, loc, op, operand: expr(value)?, order: order(by)? }
            }
            ["cas", to, loc, expected, new, success, failure] => {
                let (reg, loc, expected, new) = (register(to)?, self.location(loc)?, expr(expected)?, expr(new)?);
                Inst::Cas { reg, loc, expected, new, success: order(success)?, failure: order(failure)? }
            }
            ["fence", by] => Inst::Fence { order: order(by)? },
            _ => return None,
        })
    }

    fn asked(&self, program: &Program) -> Option<Program> {
        let mut asked = program.clone();
        let threads = self.threads.len();
        let spawns = (0..threads).map(|slot| Inst::Spawn { slot: slot as u8, body: slot + 1 });
        asked.bodies[0] = spawns.chain((0..threads).map(|slot| Inst::Join { slot: slot as u8 })).collect();
        for term in &self.asked {
            match *term {
                Asked::Register { thread, reg, value } if (1..=threads).contains(&thread) => {
                    asked.bodies[thread].push(Inst::Assume { reg, value });
                }
                Asked::Register { .. } => return None,
                Asked::Location { loc, value } => {
                    asked.bodies[0].extend([Inst::load(0, loc), Inst::Assume { reg: 0, value }]);
                }
            }
        }
        asked.locations.resize(self.locations.len(), (0, 8));
        Some(asked)
    }
}

fn register(name: &str) -> Option<u8> {
    ["a", "b", "c", "d"].iter().position(|known| *known == name).map(|at| at as u8)
}

fn order(name: &str) -> Option<Order> {
    Some(match name {
        "rlx" => Order::Relaxed,
        "acq" => Order::Acquire,
        "rel" => Order::Release,
        "ar" => Order::AcqRel,
        "sc" => Order::SeqCst,
        _ => return None,
    })
}

fn expr(text: &str) -> Option<Expr> {
    if let Ok(number) = text.parse() {
        return Some(val(number));
    }
    let (name, add) = text.split_once('+').unwrap_or((text, "0"));
    Some(reg(register(name)?, add.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        # SOME
        # because
        T1: store x 1 rel; if a 2: fence sc
        T2: add b x 1 ar; cas c y 0 b+1 ar rlx
        asked: 2:b=1 y=2
        sc: allowed, 3 executions
        tso: allowed, 3 executions
        pso: allowed, 1 execution
        ra: forbidden, 3 executions
        rc11: allowed, 3 executions
    ";

    #[test]
    fn reads_all() {
        let litmus = Litmus::parse(TEXT).expect("it is right");
        assert_eq!(litmus.name, "SOME");
        let first = [
            Inst::store(0, val(1)).with(Order::Release),
            Inst::Skip { reg: 0, value: 2, equal: false, count: 1 },
            Inst::fence(),
        ];
        assert_eq!(litmus.program.bodies[1], first);
        let (success, failure) = (Order::AcqRel, Order::Relaxed);
        let second = [
            Inst::rmw(1, 0, RmwOp::Add, val(1)).with(Order::AcqRel),
            Inst::Cas { reg: 2, loc: 1, expected: val(0), new: reg(1, 1), success, failure },
        ];
        assert_eq!(litmus.program.bodies[2], second);
        assert_eq!(litmus.asked.bodies[2][2..], [Inst::Assume { reg: 1, value: 1 }]);
        let main = [Inst::load(0, 1), Inst::Assume { reg: 0, value: 2 }];
        assert_eq!(litmus.asked.bodies[0][4..], main);
        assert_eq!(litmus.verdict(Model::Ra), Verdict { allowed: false, executions: 3 });
        assert_eq!(litmus.verdict(Model::Pso), Verdict { allowed: true, executions: 1 });
    }

    #[test]
    fn refuses_what_is_wrong() {
        for (from, to) in [
            ("sc: allowed, 3 executions\n", ""),
            ("ra: forbidden", "ra: maybe"),
            ("rel; if", "fast; if"),
            ("store x 1", "store a 1"),
            ("T2:", "T3:"),
            ("2:b=1", "3:b=1"),
            ("asked: 2:b=1 y=2", ""),
            ("b+1", "e+1"),
        ] {
            assert!(TEXT.contains(from), "{from}");
            assert!(Litmus::parse(&TEXT.replacen(from, to, 1)).is_err(), "{from} -> {to}");
        }
    }
}

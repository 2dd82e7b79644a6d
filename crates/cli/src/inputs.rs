//! The inputs that a program takes, by the names that reports have for them, and `--input`, which
//! fixes some of them.
//!
//! An input is called like the variable that its value is stored in, as far as that shows in the
//! code; also by the name that a harness of KLEE gives it, and by its place, `file:line`.
//!
//! Not covered: calls through a pointer, standard input (there is `--stdin`).

use crate::args::FixArg;
use crate::places::Places;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use threadbare_machine::{Fixed, MOST_FIXED, Options};
use threadbare_op::Site;
use threadbare_program::{Callee, Const, FuncId, Function, Inst, Operand, Pc, Program, Reg};
use threadbare_report::Place;

/// A call that takes input.
struct Input {
    site: Site,
    place: Option<Place>,
    /// What KLEE calls it, and the variable.
    names: Vec<String>,
}

impl Input {
    fn is_called(&self, name: &str) -> bool {
        let is_place = |(file, line): (&str, &str)| {
            self.place.as_ref().is_some_and(|place| {
                line.parse() == Ok(place.line) && !file.is_empty() && Path::new(&place.file).ends_with(file)
            })
        };
        self.names.iter().any(|known| known == name) || name.rsplit_once(':').is_some_and(is_place)
    }

    fn told(&self) -> Option<String> {
        let place = self.place.as_ref().map(|place| format!("{}:{}", place.file, place.line));
        match (self.names.first(), place) {
            (Some(name), Some(place)) => Some(format!("{name} ({place})")),
            (name, place) => name.cloned().or(place),
        }
    }
}

/// What the input taken at a site is called, if that shows in the code.
pub(crate) fn name_at(program: &Program, site: Site) -> Option<String> {
    let (function, pc) = program.locate(site)?;
    names(program, program.functions.get(function.index())?, pc)?.into_iter().next()
}

/// The function that takes input at a site; `None` if that is a byte of standard input.
pub(crate) fn taker(program: &Program, site: Site) -> Option<&str> {
    callee(program, site).filter(|name| name.starts_with("__VERIFIER_") || name.starts_with("klee_"))
}

/// The function that is called at a site, if the program only declares it.
pub(crate) fn callee(program: &Program, site: Site) -> Option<&str> {
    let (function, pc) = program.locate(site)?;
    callee_of(program, program.functions.get(function.index())?.code.get(pc.0 as usize)?)
}

fn callee_of<'a>(program: &'a Program, inst: &Inst) -> Option<&'a str> {
    match inst {
        Inst::Call { callee: Callee::External(id), .. } => Some(&program.externals.get(id.index())?.name),
        Inst::Call { callee: Callee::Function(id), .. } => {
            program.functions.get(id.index()).filter(|function| function.runtime).map(|function| &*function.name)
        }
        _ => None,
    }
}

/// All calls that take input.
fn all(program: &Program) -> Vec<Input> {
    let places = Places::new(program);
    let mut all = Vec::new();
    for (id, function) in (0..).map(FuncId).zip(&program.functions).filter(|(_, function)| !function.runtime) {
        for pc in (0..function.code.len() as u32).map(Pc) {
            let Some(names) = names(program, function, pc) else { continue };
            let site = program.site(id, pc);
            all.push(Input { site, place: places.place(site), names });
        }
    }
    all
}

/// The names of the input that is taken there; `None` if none is.
fn names(program: &Program, function: &Function, pc: Pc) -> Option<Vec<String>> {
    let inst = function.code.get(pc.0 as usize)?;
    let Inst::Call { dst, args, .. } = inst else { return None };
    let variable = match callee_of(program, inst)? {
        "klee_make_symbolic" | "__VERIFIER_nondet_memory" => {
            args.first().and_then(|arg| variable(program, function, pc, *arg))
        }
        "__VERIFIER_nondet_range" => return None,
        name if ["klee_int", "klee_range"].contains(&name) || name.starts_with("__VERIFIER_nondet_") => {
            named(function, pc).or_else(|| stored(program, function, pc, (*dst)?))
        }
        _ => return None,
    };
    let given = args.last().and_then(|arg| text(program, *arg));
    // What KLEE calls it comes first.
    let mut names: Vec<String> = given.into_iter().chain(variable).filter(|name| !name.is_empty()).collect();
    names.dedup();
    Some(names)
}

/// What the front end calls the memory or the input that an instruction gives.
fn named(function: &Function, pc: Pc) -> Option<String> {
    let mut known = function.debug.allocations.iter();
    known.find(|(at, ..)| *at == pc.0).map(|(_, name, _)| name.clone())
}

/// The variable that a result is stored in at once.
fn stored(program: &Program, function: &Function, pc: Pc, result: Reg) -> Option<String> {
    let mut held = vec![result];
    for (at, inst) in (pc.0 + 1..).map(Pc).zip(function.code.get(pc.0 as usize + 1..)?) {
        let is_held = |operand: &Operand| operand.as_reg().is_some_and(|reg| held.contains(&reg));
        match inst {
            Inst::Store { addr, value, .. } if is_held(value) => return variable(program, function, at, *addr),
            Inst::Cast { dst, a: from, .. } | Inst::Move { dst, src: from } if is_held(from) => held.push(*dst),
            Inst::Cmp { dst, a, .. } if is_held(a) => held.push(*dst),
            Inst::Cast { .. } | Inst::Move { .. } | Inst::PtrAdd { .. } | Inst::Load { .. } | Inst::Bin { .. } => {}
            _ => return None,
        }
    }
    None
}

/// The variable at an address, or one that has a part there.
fn variable(program: &Program, function: &Function, pc: Pc, address: Operand) -> Option<String> {
    if address.as_const().is_some() {
        let Const::Global(global, _) = program.constant(address)? else { return None };
        return program.globals.get(global.index()).map(|global| global.name.clone());
    }
    let wanted = address.as_reg()?;
    let before = (0..pc.0).rev().map(|at| (Pc(at), &function.code[at as usize]));
    for (at, inst) in before {
        match inst {
            Inst::PrivateAlloca { dst, index } if *dst == wanted => {
                return function.private.get(*index as usize).map(|variable| variable.name.clone());
            }
            Inst::Alloca { dst, .. } if *dst == wanted => {
                return named(function, at);
            }
            Inst::PtrAdd { dst, base, .. } if *dst == wanted => return variable(program, function, at, *base),
            Inst::Move { dst, src } if *dst == wanted => return variable(program, function, at, *src),
            _ => {}
        }
    }
    None
}

/// A constant string.
fn text(program: &Program, operand: Operand) -> Option<String> {
    String::from_utf8(program.text(operand)?).ok()
}

/// The values that `--input` gives, for the machine.
///
/// # Errors
/// No input is called so; or one is fixed twice.
pub(crate) fn fixed(fixes: &[FixArg], options: &Options, program: &Program) -> Result<Arc<[Fixed]>, String> {
    if fixes.is_empty() {
        return Ok(Arc::default());
    }
    let inputs = all(program);
    let texts = texts(options);
    // With what is fixed next of each.
    let mut fixed: Vec<(Fixed, u32)> = Vec::new();
    for fix in fixes {
        let (name, index, sites) = called(fix, &inputs, &texts)?;
        let at = fixed.iter().position(|(known, _)| known.name == name).unwrap_or_else(|| {
            fixed.push((Fixed { name: name.into(), sites, values: BTreeMap::new() }, 0));
            fixed.len() - 1
        });
        let (known, next) = &mut fixed[at];
        let from = index.unwrap_or(*next);
        for (at, &value) in (from..).zip(&fix.values) {
            if known.values.insert(at, value).is_some() {
                return Err(format!("--input {fix}: {name}[{at}] is fixed twice"));
            }
        }
        if index.is_none() {
            *next += fix.values.len() as u32;
        }
    }
    if fixed.len() > MOST_FIXED {
        return Err(format!("--input: more than {MOST_FIXED} names"));
    }
    let fixed: Vec<Fixed> = fixed.into_iter().map(|(fixed, _)| fixed).collect();
    for (at, one) in fixed.iter().enumerate() {
        if let Some(other) = fixed[..at].iter().find(|other| other.sites.iter().any(|site| one.sites.contains(site))) {
            return Err(format!("--input: `{}` and `{}` are names of the same input", other.name, one.name));
        }
        if let Some((_, len)) = texts.iter().find(|(name, _)| one.sites.is_empty() && *name == one.name)
            && let Some((last, _)) = one.values.last_key_value().filter(|(last, _)| *last >= len)
        {
            return Err(format!("--input {}: {} bytes, but it has {len}", one.name, last + 1));
        }
    }
    Ok(fixed.into())
}

/// The arguments and variables of the environment that are input, each with its length.
fn texts(options: &Options) -> Vec<(String, u32)> {
    let lengths = options.input_args.iter().flat_map(|args| std::iter::repeat_n(args.len, args.max as usize));
    let args = (options.args.len() + 1..).zip(lengths).map(|(n, len)| (format!("argv[{n}]"), len));
    args.chain(options.input_env.iter().cloned()).collect()
}

/// Whom a name means: the name without an index, the index, and where these inputs are taken.
fn called<'a>(
    fix: &'a FixArg,
    inputs: &[Input],
    texts: &[(String, u32)],
) -> Result<(&'a str, Option<u32>, Vec<Site>), String> {
    let name = fix.name.as_str();
    let sites = |name: &str| -> Vec<Site> {
        inputs.iter().filter(|input| input.is_called(name)).map(|input| input.site).collect()
    };
    let is_text = |name: &str| texts.iter().any(|(text, _)| text == name);
    let indexed = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    let indexed = indexed.and_then(|(name, index)| Some((name, Some(index.parse::<u32>().ok()?))));
    for (name, index) in [Some((name, None)), indexed].into_iter().flatten() {
        let sites = sites(name);
        if is_text(name) || !sites.is_empty() {
            return Ok((name, index, sites));
        }
    }
    let mut known: Vec<String> = inputs.iter().filter_map(Input::told).collect();
    known.extend(texts.iter().map(|(name, _)| name.clone()));
    known.dedup();
    let more = known.len().saturating_sub(MOST_TOLD);
    known.truncate(MOST_TOLD);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(match known.is_empty() {
        true if inputs.is_empty() => format!("--input {fix}: this program takes no input that can be fixed"),
        true => format!("--input {fix}: inputs have no names without debug information (-g)"),
        false => format!("--input {fix}: no input is called `{name}`; there are {}{more}", known.join(", ")),
    })
}

/// So many names are told at most.
const MOST_TOLD: usize = 20;

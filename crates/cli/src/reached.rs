//! What a program may come to, judged from above: `main`, what runs before and after it, every
//! function whose address is taken, all that these call, and in them the instructions to which a
//! path leads that takes no branch that a constant forbids.

use crate::places::Places;
use threadbare_op::Site;
use threadbare_program::{Callee, Const, FuncId, GlobalInit, Inst, Pc, Program};

/// What may be executed.
pub(crate) struct Reachable<'a> {
    program: &'a Program,
    /// By function and instruction.
    pub(crate) code: Vec<Vec<bool>>,
    /// Instructions that are reached and whose successors are not yet known.
    work: Vec<(FuncId, usize)>,
}

impl<'a> Reachable<'a> {
    pub(crate) fn of(program: &'a Program) -> Self {
        let code = program.functions.iter().map(|f| vec![false; f.code.len()]).collect();
        let mut reachable = Self { program, code, work: Vec::new() };
        for id in program.entry.iter().chain(&program.constructors).chain(&program.destructors) {
            reachable.reach(*id, 0);
        }
        // Whose address is taken somewhere may be called from anywhere.
        for taken in taken_addresses(program) {
            if let Const::Function(id) = taken {
                reachable.reach(*id, 0);
            }
        }
        while let Some((id, pc)) = reachable.work.pop() {
            reachable.follow(id, pc);
        }
        reachable
    }

    /// Whether a function of the libraries may be called.
    pub(crate) fn runs(&self, name: &str) -> bool {
        let mut all = self.program.functions.iter().zip(&self.code);
        all.any(|(function, code)| function.runtime && function.name == name && code.first() == Some(&true))
    }

    fn reach(&mut self, id: FuncId, pc: usize) {
        if let Some(reached @ false) = self.code.get_mut(id.index()).and_then(|f| f.get_mut(pc)) {
            *reached = true;
            self.work.push((id, pc));
        }
    }

    fn follow(&mut self, id: FuncId, pc: usize) {
        let program = self.program;
        match &program.functions[id.index()].code[pc] {
            Inst::Return { .. } | Inst::Unreachable | Inst::Trap { .. } => {}
            Inst::Jump { to } => self.reach(id, to.0 as usize),
            Inst::Branch { cond, then, other } => {
                let decided = self.program.number(*cond).map(|bits| bits & 1 == 1);
                if decided != Some(false) {
                    self.reach(id, then.0 as usize);
                }
                if decided != Some(true) {
                    self.reach(id, other.0 as usize);
                }
            }
            Inst::Invoked { next, unwind } => {
                self.reach(id, next.0 as usize);
                self.reach(id, unwind.0 as usize);
            }
            Inst::Switch { value, cases, other, .. } => match self.program.number(*value) {
                Some(bits) => {
                    let to = cases.iter().find(|(case, _)| *case == bits).map_or(*other, |(_, to)| *to);
                    self.reach(id, to.0 as usize);
                }
                None => {
                    for to in cases.iter().map(|(_, to)| *to).chain([*other]) {
                        self.reach(id, to.0 as usize);
                    }
                }
            },
            inst => {
                if let Inst::Call { callee: Callee::Function(called), .. } = inst {
                    self.reach(*called, 0);
                }
                self.reach(id, pc + 1);
            }
        }
    }
}

/// A call of a library function that is `wanted`, by its name and where it is called, and that may
/// be reached: where, if that is in the program's own code, and the name as the program has it. A
/// function whose address is taken may be called from anywhere.
pub(crate) fn calls(
    program: &Program,
    reached: &Reachable<'_>,
    wanted: impl Fn(&str, Option<Site>) -> bool,
) -> Option<(Option<String>, String)> {
    let places = Places::new(program);
    let mut found = None;
    for (id, (function, code)) in (0..).map(FuncId).zip(program.functions.iter().zip(&reached.code)) {
        let instructions = (0..).map(Pc).zip(function.code.iter().zip(code));
        for (pc, (inst, _)) in instructions.filter(|(_, (_, reached))| **reached) {
            let Inst::Call { callee: Callee::External(called), .. } = inst else { continue };
            let name = &program.externals[called.index()].name;
            if !wanted(name, Some(program.site(id, pc))) {
                continue;
            }
            // The runtime's own calls are made for the function of the library that it stands for.
            if function.runtime {
                if found.as_ref().is_none_or(|(place, _): &(Option<String>, String)| place.is_none()) {
                    let (called, site) = caller(program, reached, id).map_or((id, None), |(id, site)| (id, Some(site)));
                    let name = program.functions[called.index()].name.trim_start_matches("__tb_instead_");
                    found = Some((site.and_then(|site| place(&places, site)), name.to_owned()));
                }
            } else {
                return Some((place(&places, program.site(id, pc)), name.clone()));
            }
        }
    }
    found.or_else(|| {
        let names = taken_addresses(program).filter_map(|taken| match taken {
            Const::External(id) => Some(&program.externals[id.index()].name),
            _ => None,
        });
        names.into_iter().find(|name| wanted(name, None)).map(|name| (None, name.clone()))
    })
}

fn place(places: &Places<'_>, site: Site) -> Option<String> {
    places.near(site).map(|place| format!("{}:{}", place.file, place.line))
}

/// Where the program's own code calls a function, or one of the runtime that does: which of these.
fn caller(program: &Program, reached: &Reachable<'_>, wanted: FuncId) -> Option<(FuncId, Site)> {
    let (mut met, mut at) = (vec![wanted], 0);
    while let Some(&called) = met.get(at) {
        at += 1;
        for (id, pc) in calls_of(program, reached, called) {
            if !program.functions[id.index()].runtime {
                return Some((called, program.site(id, pc)));
            }
            if !met.contains(&id) {
                met.push(id);
            }
        }
    }
    None
}

/// The calls of a function.
fn calls_of(program: &Program, reached: &Reachable<'_>, wanted: FuncId) -> Vec<(FuncId, Pc)> {
    let functions = (0..).map(FuncId).zip(program.functions.iter().zip(&reached.code));
    let calls = functions.flat_map(|(id, (function, reached))| {
        let code = (0..).map(Pc).zip(function.code.iter().zip(reached)).filter(|(_, (_, reached))| **reached);
        let calls = code.filter(move |(_, (inst, _))| {
            matches!(inst, Inst::Call { callee: Callee::Function(called), .. } if *called == wanted)
        });
        calls.map(move |(pc, _)| (id, pc))
    });
    calls.collect()
}

/// The functions, among other things, whose address is taken somewhere.
fn taken_addresses(program: &Program) -> impl Iterator<Item = &Const> {
    let in_globals = program.globals.iter().flat_map(|g| &g.init).filter_map(|init| match init {
        GlobalInit::Address(_, taken) => Some(taken),
        _ => None,
    });
    program.consts.iter().chain(in_globals)
}

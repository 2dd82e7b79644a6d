//! Which writes a read decides about: those that its thread performs only if a branch, which
//! depends on what was read, goes one way. For telling why something was not written.
//!
//! A branch depends on a value if its condition is computed from it, or from a register that is set
//! on one side only of a branch that does. What comes before both sides of a branch meet again (its
//! nearest postdominator; K. D. Cooper, T. J. Harvey, K. Kennedy, *A Simple, Fast Dominance
//! Algorithm*, 2001, on the reversed graph) is decided by it, in functions that are called there,
//! too.
//!
//! Where a write leads is told as far as it is known; where it is not, or code is called that is
//! not known, that may be anywhere. What a function that is called through a pointer writes is what
//! any may that has its address taken, and as many parameters.
//!
//! Not covered: values that go through memory. What is told is what may be so, for people to read:
//! nothing is concluded from it.

use crate::bases::{Base, Bases, Root};
use crate::inst::{Callee, Inst, Operand, Pc, Reg};
use crate::loops::Flow;
use crate::module::{FuncId, GlobalId, Program};
use crate::operands::{computed, used};
use crate::taken::{functions, only_synchronises};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::Site;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Bytes of a global variable, from there on.
    Global(GlobalId, i64),
    /// Some part of a global variable.
    Within(GlobalId),
    /// So many bytes behind what the read reads.
    Beside(i64),
    /// So many bytes behind where an argument leads of the function that the read is in.
    Argument(u32, i64),
    /// A variable of the activation of that function.
    Own,
    /// Through a pointer of which nothing is known: nothing that is accessed by its name only.
    Anywhere,
}

/// A write that a read decides about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// Where it is.
    pub site: Site,
    /// What it writes.
    pub target: Target,
    /// How many bytes; 0 if that is not known.
    pub size: u64,
}

/// What an instruction that reads decides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decides {
    /// The writes.
    pub writes: Vec<Decided>,
    /// Whether what its function returns depends on it.
    pub returns: bool,
}

/// Functions with more instructions are not looked at: what is done grows with their square.
const MOST_CODE: usize = 5000;
/// Calls are followed so deep.
const MOST_DEPTH: usize = 4;
/// So many calls are followed.
const MOST_CALLS: usize = 200;

impl Decides {
    /// What the results of the instruction at `read`, which may be a call, decide in its function.
    #[must_use]
    pub fn of(program: &Program, function: FuncId, read: Pc) -> Self {
        let code = &program.functions[function.index()].code;
        if code.len() > MOST_CODE {
            return Self::default();
        }
        let flow = Flow::new(program, &program.functions[function.index()]);
        let bases = Bases::new(program, &program.functions[function.index()]);
        let reach = Reach::of(&flow);
        let Dependent { region, returns } = reach.dependent(&flow, read.0);
        let beside = code[read.0 as usize].accessed().map(|(addr, _)| bases.base(addr, None));
        let mut found = Found { program, first: &bases, beside, writes: Vec::new(), seen: BTreeSet::new() };
        for &pc in &region {
            found.look(&bases, function, (pc, None), MOST_DEPTH);
        }
        Self { writes: found.writes, returns }
    }
}

/// All writes of a function, and of those that it calls.
#[must_use]
pub fn writes(program: &Program, function: FuncId) -> Vec<Decided> {
    let code = &program.functions[function.index()].code;
    if code.len() > MOST_CODE {
        return vec![Decided { site: program.site(function, Pc(0)), target: Target::Anywhere, size: 0 }];
    }
    let bases = Bases::new(program, &program.functions[function.index()]);
    let mut found = Found { program, first: &bases, beside: None, writes: Vec::new(), seen: BTreeSet::new() };
    (0..code.len() as u32).for_each(|pc| found.look(&bases, function, (pc, None), MOST_DEPTH));
    found.writes
}

/// Where an argument of the call at `call` leads, as [`Decided`] tells it for a read of its
/// function.
#[must_use]
pub fn argument(program: &Program, function: FuncId, call: Pc, number: u32) -> Target {
    let bases = Bases::new(program, &program.functions[function.index()]);
    let Inst::Call { args, .. } = &bases.function.code[call.0 as usize] else { return Target::Anywhere };
    let leads = args.get(number as usize).map(|argument| bases.base(*argument, None));
    leads.map_or(Target::Anywhere, |leads| target(&bases, leads, None))
}

/// What an address is, seen from the function that is looked at `first`.
fn target(first: &Bases<'_>, to: Base, beside: Option<Base>) -> Target {
    match (to.root, to.offset, beside) {
        (Root::Global(global), Some(offset), _) => Target::Global(global, offset),
        (Root::Global(global), None, _) => Target::Within(global),
        (root @ Root::Register(_), Some(offset), Some(Base { root: its, offset: Some(before) })) if root == its => {
            Target::Beside(offset - before)
        }
        (Root::Register(reg), ..) if first.is_alloca(reg) => Target::Own,
        (Root::Register(reg), Some(offset), _) if first.is_parameter(reg) => Target::Argument(reg.0, offset),
        (Root::Register(_) | Root::Unknown | Root::Foreign, ..) => Target::Anywhere,
    }
}

/// Collects writes.
struct Found<'p> {
    program: &'p Program,
    /// The function that is looked at first.
    first: &'p Bases<'p>,
    /// Where the read reads.
    beside: Option<Base>,
    writes: Vec<Decided>,
    /// The functions that were looked at, with where their arguments led.
    seen: BTreeSet<(u32, Vec<Base>)>,
}

impl Found<'_> {
    /// Looks at an instruction of `function`; `arguments`: in one that is called, where its own
    /// lead.
    fn look(&mut self, bases: &Bases<'_>, function: FuncId, (pc, arguments): (u32, Option<&[Base]>), depth: usize) {
        let site = self.program.site(function, Pc(pc));
        let (addr, size) = match bases.function.code[pc as usize] {
            Inst::Store { addr, size, .. } | Inst::Rmw { addr, size, .. } | Inst::Cas { addr, size, .. } => {
                (addr, u64::from(size))
            }
            Inst::MemCopy { to, len, .. } | Inst::MemMove { to, len, .. } | Inst::MemSet { to, len, .. } => {
                (to, self.program.number(len).unwrap_or(0))
            }
            Inst::Call { callee, ref args, .. } => {
                let leads: Vec<Base> = args.iter().map(|arg| bases.base(*arg, arguments)).collect();
                return self.look_in(callee, &leads, site, depth);
            }
            _ => return,
        };
        let is_library = bases.function.runtime;
        let to = match bases.base(addr, arguments) {
            // What a library function does besides is nobody's business.
            Base { root: Root::Unknown, .. } if is_library => return,
            _ if arguments.is_some() && bases.is_own(addr) => return,
            to => to,
        };
        self.add(to, site, size);
    }

    /// Looks at what is called.
    fn look_in(&mut self, callee: Callee, args: &[Base], site: Site, depth: usize) {
        match callee {
            Callee::Function(called) => self.look_at(called, args, site, depth),
            Callee::Pointer(_) => {
                let program = self.program;
                let fits = |function: &FuncId| program.functions[function.index()].params as usize == args.len();
                let all: Vec<FuncId> = functions(program).into_iter().filter(fits).collect();
                if all.is_empty() {
                    self.add(UNKNOWN, site, 0);
                }
                all.into_iter().for_each(|called| self.look_at(called, args, site, depth));
            }
            Callee::External(called) => {
                let name = &self.program.externals[called.index()].name;
                if ["sprintf", "snprintf"].iter().any(|prints| name.contains(prints)) {
                    args.first().into_iter().for_each(|to| self.add(*to, site, 0));
                }
            }
        }
    }

    fn look_at(&mut self, called: FuncId, args: &[Base], site: Site, depth: usize) {
        let callee = &self.program.functions[called.index()];
        let is_library = callee.runtime;
        if is_library && only_synchronises(&callee.name) {
            return;
        }
        let foreign = |arg: &Base| match arg.root {
            Root::Unknown if is_library => Base { root: Root::Foreign, ..*arg },
            _ => *arg,
        };
        let args: Vec<Base> = args.iter().map(foreign).collect();
        if self.seen.contains(&(called.0, args.clone())) {
            return;
        }
        if depth == 0 || callee.code.len() > MOST_CODE || self.seen.len() >= MOST_CALLS {
            if !is_library {
                self.add(UNKNOWN, site, 0);
            }
            return;
        }
        self.seen.insert((called.0, args.clone()));
        let inner = Bases::new(self.program, callee);
        for pc in 0..callee.code.len() as u32 {
            self.look(&inner, called, (pc, Some(&args)), depth - 1);
        }
    }

    fn add(&mut self, to: Base, site: Site, size: u64) {
        let decided = Decided { site, target: target(self.first, to, self.beside), size };
        if !self.writes.contains(&decided) {
            self.writes.push(decided);
        }
    }
}

/// Nothing is known of it.
const UNKNOWN: Base = Base { root: Root::Unknown, offset: None };

/// What depends on an instruction.
struct Dependent {
    /// The instructions that are executed or not.
    region: BTreeSet<u32>,
    /// Whether the result does.
    returns: bool,
}

/// How control goes on in a function, as long as nothing fails.
struct Reach {
    after: Vec<Vec<u32>>,
    /// By instruction: where all ways from it to the end meet again.
    meets: Vec<Option<u32>>,
}

impl Reach {
    fn of(flow: &Flow<'_>) -> Self {
        let fails = flow.fails();
        let count = flow.function.code.len() as u32;
        let goes_on = |pc: u32| {
            let mut next = flow.successors(pc);
            next.retain(|next| *next < count && !fails[*next as usize]);
            next
        };
        let after: Vec<Vec<u32>> = (0..count).map(goes_on).collect();
        let meets = postdominators(&after);
        Self { after, meets }
    }

    /// What depends on the results of the instruction at `read`.
    fn dependent(&self, flow: &Flow<'_>, read: u32) -> Dependent {
        let code = &flow.function.code;
        let mut tainted: BTreeSet<Reg> = used(&code[read as usize]).0.into_iter().flatten().collect();
        let (mut region, mut branches, mut returns) = (BTreeSet::new(), BTreeSet::new(), false);
        let is_tainted =
            |tainted: &BTreeSet<Reg>, operand: &Operand| operand.as_reg().is_some_and(|reg| tainted.contains(&reg));
        loop {
            let before = (tainted.len(), branches.len());
            for (pc, inst) in (0_u32..).zip(code) {
                match inst {
                    Inst::Branch { cond: on, .. } | Inst::Switch { value: on, .. } if is_tainted(&tainted, on) => {
                        if branches.insert(pc) {
                            self.add_region(pc, &mut region);
                        }
                    }
                    Inst::Return { values } => returns |= values.iter().any(|value| is_tainted(&tainted, value)),
                    Inst::Move { dst, .. } if region.contains(&pc) => {
                        tainted.insert(*dst);
                    }
                    Inst::Bin { dst, a, b, .. } if [a, b].into_iter().any(|of| is_tainted(&tainted, of)) => {
                        tainted.insert(*dst);
                    }
                    _ => {
                        if let Some((written, read)) = computed(inst)
                            && read.iter().any(|of| is_tainted(&tainted, of))
                        {
                            tainted.extend(written.into_iter().flatten());
                        }
                    }
                }
            }
            if before == (tainted.len(), branches.len()) {
                return Dependent { region, returns };
            }
        }
    }

    /// Adds what is between a branch and where its sides meet again.
    fn add_region(&self, branch: u32, region: &mut BTreeSet<u32>) {
        let end = self.meets[branch as usize];
        let mut seen = BTreeSet::from([branch]);
        let mut work = self.after[branch as usize].clone();
        while let Some(pc) = work.pop() {
            if Some(pc) != end && seen.insert(pc) {
                work.extend(&self.after[pc as usize]);
            }
        }
        // A branch does not decide about itself.
        seen.remove(&branch);
        region.extend(seen);
    }
}

/// The nearest postdominator of each instruction; `None` where control may end apart, or never.
fn postdominators(after: &[Vec<u32>]) -> Vec<Option<u32>> {
    let count = after.len();
    let exit = count as u32;
    let mut before: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (pc, next) in (0_u32..).zip(after) {
        let ends = [exit];
        let next = if next.is_empty() { &ends[..] } else { next };
        next.iter().for_each(|next| before.entry(*next).or_default().push(pc));
    }
    // In which order a search backwards leaves them: the exit last.
    let (mut order, mut number) = (Vec::new(), vec![usize::MAX; count + 1]);
    let (mut seen, mut work) = (vec![false; count + 1], vec![(exit, 0)]);
    seen[count] = true;
    while let Some((pc, tried)) = work.pop() {
        match before.get(&pc).and_then(|before| before.get(tried)) {
            Some(&next) => {
                work.push((pc, tried + 1));
                if !std::mem::replace(&mut seen[next as usize], true) {
                    work.push((next, 0));
                }
            }
            None => {
                number[pc as usize] = order.len();
                order.push(pc);
            }
        }
    }
    let mut nearest: Vec<Option<u32>> = vec![None; count + 1];
    nearest[count] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &pc in order.iter().rev().filter(|pc| **pc != exit) {
            let ends = [exit];
            let next = if after[pc as usize].is_empty() { &ends[..] } else { &after[pc as usize] };
            let mut known = next.iter().copied().filter(|next| nearest[*next as usize].is_some());
            let Some(mut meet) = known.next() else { continue };
            for mut other in known {
                while meet != other {
                    let (low, high) = (number[meet as usize], number[other as usize]);
                    let up = |from: u32| nearest[from as usize].unwrap_or(exit);
                    if low < high { meet = up(meet) } else { other = up(other) }
                }
            }
            if nearest[pc as usize] != Some(meet) {
                nearest[pc as usize] = Some(meet);
                changed = true;
            }
        }
    }
    nearest.truncate(count);
    nearest.into_iter().map(|meet| meet.filter(|meet| *meet != exit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first load of the first function decides.
    fn decides(code: &str) -> Decides {
        let text = format!(
            "extern !__assert_fail results 0\nglobal @a size 4 align 4\nglobal @b size 64 align 4\n\
             func &f(1 -> 1) regs 8 {{\n{code}\n}}\nfunc &sets(2 -> 0) regs 2 {{\nstore.4 %0, %1\nreturn\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        let read = program.functions[0].code.iter().position(|inst| matches!(inst, Inst::Load { .. })).unwrap();
        Decides::of(&program, FuncId(0), Pc(read as u32))
    }

    fn targets(code: &str) -> Vec<Target> {
        decides(code).writes.iter().map(|write| write.target).collect()
    }

    const A: GlobalId = GlobalId(0);
    const B: GlobalId = GlobalId(1);

    #[test]
    fn what_is_between_a_branch_and_where_its_sides_meet() {
        let code = "%1 = load.4 @a\nbranch %1, one, other\none:\nstore.4 @b, 1\njump end\n\
                    other:\nstore.4 @a, 1\nend:\n%2 = ptradd.64 @b, 2 * 4 + 0\nstore.4 %2, 1\nreturn 0";
        assert_eq!(targets(code), [Target::Global(B, 0), Target::Global(A, 0)]);
        assert!(!decides(code).returns);
    }

    #[test]
    fn by_what_is_set_on_one_side() {
        let code = "%1 = load.4 @a\n%2 = move 0\nbranch %1, one, end\none:\n%2 = move 1\nend:\n\
                    branch %2, then, over\nthen:\n%3 = ptradd.64 @b, 2 * 4 + 0\nstore.4 %3, 1\nover:\nreturn %2";
        assert_eq!(targets(code), [Target::Global(B, 8)]);
        assert!(decides(code).returns);
    }

    #[test]
    fn a_failed_assertion_is_no_way_to_go() {
        let code = "%1 = load.4 @a\nbranch %1, good, bad\nbad:\ncall !__assert_fail()\nunreachable\n\
                    good:\nstore.4 @b, 1\nreturn 0";
        assert_eq!(targets(code), []);
    }

    #[test]
    fn through_pointers_and_in_functions_that_are_called() {
        let code = "%1 = ptradd.64 %0, 1 * 8 + 0\n%2 = load.4 %1\nbranch %2, one, end\none:\n\
                    %3 = ptradd.64 %0, 0 * 8 + 4\nstore.4 %3, 1\n%4 = ptradd.64 @b, %2 * 4 + 0\ncall &sets(%4, 7)\n\
                    end:\nreturn 0";
        assert_eq!(targets(code), [Target::Beside(-4), Target::Within(B)]);
    }

    #[test]
    fn through_pointers_that_lead_anywhere() {
        let under = |code: &str| targets(&format!("%1 = load.4 @a\nbranch %1, one, end\none:\n{code}\nend:\nreturn 0"));
        assert_eq!(under("store.4 %0, 1"), [Target::Argument(0, 0)]);
        assert_eq!(under("%2 = load.8 @b\nstore.4 %2, 1"), [Target::Anywhere]);
        assert_eq!(under("%2 = alloca 1 * 4 align 4\nstore.4 %2, 1"), [Target::Own]);
        // What has its address taken, and two parameters.
        let called = "%2 = load.8 @b\nstore.8 @b, &sets\ncall *%2(@a, 1)";
        assert_eq!(under(called), [Target::Global(B, 0), Target::Global(A, 0)]);
        assert_eq!(under("%2 = load.8 @b\ncall *%2(1)"), [Target::Anywhere], "nothing fits");
    }

    #[test]
    fn both_calls_of_one_function() {
        let code = "%1 = load.4 @a\nbranch %1, one, end\none:\ncall &sets(@a, 1)\ncall &sets(@b, 1)\nend:\nreturn 0";
        assert_eq!(targets(code), [Target::Global(A, 0), Target::Global(B, 0)]);
    }

    #[test]
    fn where_arguments_lead() {
        let text = "global @a size 4 align 4\nfunc &f(1 -> 1) regs 3 {\n%1 = ptradd.64 %0, 0 * 4 + 8\n\
                    call &g(%1, @a)\nreturn 0\n}\nfunc &g(2 -> 0) regs 2 {\nreturn\n}\n";
        let program: Program = text.parse().unwrap();
        let leads = |number| argument(&program, FuncId(0), Pc(1), number);
        assert_eq!([0, 1, 2].map(leads), [Target::Argument(0, 8), Target::Global(A, 0), Target::Anywhere]);
    }

    #[test]
    fn all_of_a_function() {
        let text = "global @a size 4 align 4\nfunc &f(0 -> 0) regs 1 {\nstore.4 @a, 1\ncall &sets(@a, 7)\ncall &f()\nreturn\n}\n\
                    func &sets(2 -> 0) regs 2 {\nstore.4 %0, %1\nreturn\n}\n";
        let program: Program = text.parse().unwrap();
        let all = writes(&program, FuncId(0));
        assert_eq!(all.iter().map(|write| write.target).collect::<Vec<_>>(), [Target::Global(A, 0); 2]);
        assert_ne!(all[0].site, all[1].site);
    }

    #[test]
    fn for_ever() {
        let code = "loop 0 enter\nhead:\n%1 = load.4 @a\nbranch %1, one, again\none:\nstore.4 @b, 1\nagain:\n\
                    loop 0 again\njump head";
        assert!(targets(code).contains(&Target::Global(B, 0)));
    }
}

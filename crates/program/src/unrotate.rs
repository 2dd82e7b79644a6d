//! Loops that compilers have *rotated* begin in the middle: `while (load(&x) != 4) pause();` becomes
//! `if (load(&x) != 4) do pause(); while (load(&x) != 4);`. So do loops that are written like that
//! (`a = load(&x); while (a) a = load(&x);`).
//!
//! The access before such a loop is the loop's own, in its first round. It is no event of the loop,
//! though: what holds for waits ([`crate::waits`]) does not hold for it, and each value that it may
//! read is one execution more. So the first access is replaced by a jump to that of the loop, which
//! becomes the loop's head.
//!
//! *That the program stays the same*: both accesses are the same instruction, but for where the
//! result goes, and a thread that stands at the first would, told anything, come to one place in
//! the same state from either ([`Runs::meet_from`]). So the jump changes nothing but from which
//! place in the code the access is performed.
//! Numbers of tries, which matter to idle branches only ([`crate::idle`]), may begin after the first
//! access; they are given a value before the loop.
//!
//! Not covered: accesses whose address is computed anew in each round; calls (`trylock`); loops
//! that begin with more than one access, or with a plain one.

use crate::confirm::{Known, MOST_CONDITIONS, Runs, Written};
use crate::inst::{Inst, Operand, Pc, Reg};
use crate::loops::Flow;
use crate::module::{Const, ConstId, Function, Program};
use crate::registers::Registers;

/// An access before a loop that is the loop's own.
struct Rotated {
    first: u32,
    /// The access in the loop.
    again: u32,
    index: u32,
}

/// Lets all rotated loops of the program begin with their accesses; how many there are.
pub fn unrotate(program: &mut Program) -> usize {
    let mut count = 0;
    for number in 0..program.functions.len() {
        while let Some(function) = unrotated(program, &program.functions[number]) {
            program.functions[number] = function;
            count += 1;
        }
    }
    count
}

/// The function with one loop less that is rotated.
fn unrotated(program: &Program, function: &Function) -> Option<Function> {
    let accesses: Vec<u32> =
        (0..).zip(&function.code).filter(|(_, inst)| moved(inst).is_some()).map(|(pc, _)| pc).collect();
    if accesses.len() < 2 || function.loops.is_empty() {
        return None;
    }
    let flow = Flow::new(program, function);
    let live = flow.live_within_reason()?;
    let bodies: Vec<Vec<u32>> = (0..).zip(&function.loops).map(|(index, _)| flow.known_body(index)).collect();
    let rotated = |(index, body): (usize, &Vec<u32>)| {
        let again = accesses.iter().copied().filter(|again| own(&flow, &bodies, index, *again));
        let mut pairs = again.flat_map(|again| accesses.iter().map(move |&first| (first, again)));
        pairs.find_map(|(first, again)| {
            let found = Rotated { first, again, index: index as u32 };
            let fits = !body.contains(&first) && found.fits(&flow, &live);
            let after = fits.then(|| found.applied(function, &[])).filter(|after| found.is_loop(&flow, after, body))?;
            let set = found.unset(&flow, &after, &live)?;
            Some(if set.is_empty() { after } else { found.applied(function, &set) })
        })
    };
    bodies.iter().enumerate().find_map(rotated)
}

/// The access without where its result goes, if it is one that may be moved.
fn moved(inst: &Inst) -> Option<Inst> {
    let none = Reg(0);
    match *inst {
        Inst::Load { addr, size, order, .. } if order != threadbare_op::Order::Plain => {
            Some(Inst::Load { dst: none, addr, size, order })
        }
        Inst::Rmw { op, addr, value, size, order, .. } => Some(Inst::Rmw { dst: none, op, addr, value, size, order }),
        Inst::Cas { addr, expected, new, size, weak, orders, .. } => {
            Some(Inst::Cas { dst: none, success: none, addr, expected, new, size, weak, orders })
        }
        _ => None,
    }
}

/// Whether each round of a loop passes the access, and it is in no loop inside of that.
fn own(flow: &Flow<'_>, bodies: &[Vec<u32>], index: usize, access: u32) -> bool {
    let loops = &flow.function.loops;
    let is_inside = |other: usize| loops[other].depth > loops[index].depth && bodies[other].contains(&access);
    let head = loops[index].head.map(|head| flow.past_jumps(head));
    bodies[index].contains(&access)
        && !(0..loops.len()).any(is_inside)
        && head.is_some_and(|head| flow.always_passes(&[access], index as u32, head))
}

impl Rotated {
    /// Whether a thread at the first access might as well stand at the one in the loop.
    fn fits(&self, flow: &Flow<'_>, live: &[Registers]) -> bool {
        let (code, parts) = (&flow.function.code, &flow.function.debug.parts);
        let is_part = |at: u32| parts.iter().any(|(pc, ..)| *pc == at);
        if moved(&code[self.first as usize]) != moved(&code[self.again as usize])
            || is_part(self.first)
            || is_part(self.again)
        {
            return false;
        }
        let mut runs = Runs::new(flow);
        let [first, again] = [self.first, self.again].map(|at| runs.told(at, Written::default(), Known::Success));
        runs.meet_from(first, again, live, MOST_CONDITIONS)
    }

    /// What gives a value to each register that has none on the way in, as it was given one only
    /// after the first access. It matters to idle branches at most ([`crate::idle`]), so any will
    /// do. `None`: there is no constant to take.
    fn unset(&self, flow: &Flow<'_>, after: &Function, live: &[Registers]) -> Option<Vec<Inst>> {
        let (now, then) = (flow.live_if(|_, _| true)?, Flow::new(flow.program, after).live_if(|_, _| true)?);
        let (now, live, then) = (&now[self.again as usize], &live[self.again as usize], then.first()?);
        let zero = flow.program.consts.iter().position(|known| matches!(known, Const::Bits(0)));
        let is_unset = |reg: &Reg| !live.has(*reg) && then.has(*reg) && reg.0 >= flow.function.params;
        let set = |dst| Some(Inst::Move { dst, src: Operand::constant(ConstId(zero? as u32)) });
        now.registers().filter(is_unset).map(set).collect()
    }

    /// The function with a jump to the loop in the first access' place, and these instructions
    /// before the loop.
    fn applied(&self, function: &Function, set: &[Inst]) -> Function {
        let mut function = function.clone();
        let (first, again) = (self.first as usize, self.again as usize);
        let access = function.code[again].clone();
        let end = function.code.len() as u32;
        for (pc, inst) in (0..).zip(&mut function.code) {
            if matches!(inst, Inst::Loop { index, .. } if *index == self.index) {
                *inst = Inst::Jump { to: Pc(pc + 1) };
            }
        }
        let back = end + 2 + set.len() as u32;
        let (enter, back, head) = (Pc(end), Pc(back), Pc(back + 1));
        function.code[first] = Inst::Jump { to: enter };
        function.code[again] = Inst::Jump { to: back };
        function.code.extend_from_slice(set);
        function.code.extend([
            Inst::Loop { index: self.index, entry: true },
            Inst::Jump { to: head },
            Inst::Loop { index: self.index, entry: false },
            access,
            Inst::Jump { to: Pc(self.again + 1) },
        ]);
        let (before, inside) = (function.lines[first], function.lines[again]);
        function.lines.extend(std::iter::repeat_n(before, set.len() + 2).chain([inside; 3]));
        function.loops[self.index as usize].head = Some(head);
        function
    }

    /// Whether it is a loop after that: control comes to it through its head only, and to all other
    /// loops as before.
    fn is_loop(&self, flow: &Flow<'_>, after: &Function, body: &[u32]) -> bool {
        let then = Flow::new(flow.program, after);
        let head = after.loops[self.index as usize].head.map_or(0, |head| head.0);
        let beside = reached(&then, Some(head));
        let (before, now) = (reached(flow, None), reached(&then, None));
        let enters = |pc: u32| matches!(flow.function.code[pc as usize], Inst::Loop { index, entry: true } if index != self.index);
        !body.iter().any(|&pc| beside[pc as usize])
            && (0..flow.function.code.len() as u32).all(|pc| !enters(pc) || before[pc as usize] == now[pc as usize])
    }
}

/// By instruction: whether control may come to it, but through one.
fn reached(flow: &Flow<'_>, but: Option<u32>) -> Vec<bool> {
    let mut seen = vec![false; flow.function.code.len()];
    let mut work = vec![0];
    while let Some(pc) = work.pop() {
        if Some(pc) != but && !std::mem::replace(&mut seen[pc as usize], true) {
            work.extend(flow.successors(pc));
        }
    }
    seen
}

#[cfg(test)]
mod tests;

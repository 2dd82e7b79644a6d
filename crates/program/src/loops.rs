//! What can be said of a function's loops without running it: whether they can come back to a state
//! that they were in.
//!
//! A loop waits if one of its iterations can change nothing, so that only another thread ends it.
//! What an iteration must leave as it was are the registers that *matter* at the loop's head: those
//! whose value can still reach a branch, an access to memory, a call or a result (strong liveness:
//! Giegerich, Möncke, Wilhelm, *Invariance of Approximative Semantics with Respect to Program
//! Transformations*, 1981; a variable that is read only to compute itself is called faint there).
//! So `tries++` does not matter unless `tries` is looked at, and an argument of `usleep` does not
//! matter at all. On top of that a loop is *counting* if a register that matters is stepped by a
//! constant in each iteration.
//!
//! The state is compared at the head, after the moves for the phis of the edge; [`Inst::Loop`]
//! stands before them. [`Arrival::values`] says what the registers that matter will be, in terms of
//! what they are at the `Inst::Loop`.
//!
//! Not covered: what private memory and memory in general hold (whoever compares states has to look
//! at it), but for what each round writes anew ([`crate::anew`]).

use crate::anew::{Lost, Renewed};
use crate::idle::live_and_idle;
use crate::inst::{Callee, Inst, Operand, Pc, Reg};
use crate::module::{Function, Program};
use crate::operands::used;
use crate::patience::Patience;
use crate::registers::Registers;
use crate::waits::Wait;

/// What a loop does, as far as its code tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// A register that matters steps on in each iteration: no state comes back.
    Counts {
        /// Whether it is compared with something that stays, so that the loop ends.
        ends: bool,
    },
    /// The same, and nothing but that comparison leaves the loop: how many iterations there are is
    /// settled when it begins.
    Bounded,
    /// Each iteration writes memory that is shared.
    Acts,
    /// It neither reads memory nor calls anything: only its own registers can end it.
    Computes,
    /// An iteration may come back to the state before it; then only memory that changes can end the
    /// loop.
    MayWait,
    /// Its head is not known (hand-written code, or control flow that is no loop of the source).
    Unknown,
}

/// An [`Inst::Loop`] of a loop that may wait, or is patient.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Where it is.
    pub at: Pc,
    /// Which loop.
    pub index: u32,
    /// The values at the head of the registers that matter there: always in the same order for one
    /// loop.
    pub values: Box<[Operand]>,
    /// If the loop does not wait, but is patient: what is known of its number of rounds, which is
    /// none of the values.
    pub patience: Option<Patience>,
}

/// The loops of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// As [`Function::loops`].
    pub kinds: Vec<LoopKind>,
    /// Those of the loops that may wait, or are patient ([`Patience`]), by place.
    pub arrivals: Vec<Arrival>,
    /// Of the loops that may wait, those of which the code shows what for.
    pub waits: Vec<Wait>,
    /// The stores of loops that may wait which each further round makes anew, by place.
    pub renewed: Vec<Renewed>,
    /// And what is lost of private memory at the heads of these loops.
    pub lost: Vec<Lost>,
}

/// What is called only where the program has gone wrong.
const FAILS: [&str; 4] = ["__assert_fail", "abort", "__tb_abort", "__VERIFIER_error"];

/// Words of liveness that are not too many to compute.
const MOST_WORDS: usize = 1 << 22;

impl Loops {
    /// Looks at `function`, one of `program`'s, which has been verified.
    #[must_use]
    pub fn of(program: &Program, function: &Function) -> Self {
        let mut kinds = vec![LoopKind::Unknown; function.loops.len()];
        let (mut arrivals, mut waits) = (Vec::new(), Vec::new());
        let (mut renewed, mut waiting) = (Vec::new(), Vec::new());
        if kinds.is_empty() || !is_reasonable(function) {
            return Self { kinds, ..Self::default() };
        }
        let flow = Flow::new(program, function);
        let mut matters = None;
        for (index, info) in (0..).zip(&function.loops) {
            let Some(head) = info.head.map(|head| flow.past_jumps(head)) else { continue };
            let body = flow.body(index, head);
            if !body.iter().any(|&pc| looks_outside(&function.code[pc as usize])) {
                kinds[index as usize] = LoopKind::Computes;
                continue;
            }
            let (live, idle) = matters.get_or_insert_with(|| live_and_idle(&flow));
            // A loop that is idle as a whole waits for nobody.
            let all =
                flow.exits(&body).any(|exit| idle.binary_search(&exit).is_ok()).then(|| flow.live(|_, _| true, &[]));
            let live: Vec<Reg> = all.as_ref().unwrap_or(live)[head as usize].registers().collect();
            let stepped: Vec<Reg> =
                live.iter().copied().filter(|&reg| flow.is_stepped(reg, index, head, &body)).collect();
            if !stepped.is_empty() {
                let leaving: Vec<u32> = stepped.iter().flat_map(|&reg| flow.leaves_by(reg, &body)).collect();
                kinds[index as usize] = match flow.exits(&body).all(|exit| leaving.contains(&exit)) {
                    true if !leaving.is_empty() => LoopKind::Bounded,
                    _ => LoopKind::Counts { ends: !leaving.is_empty() },
                };
                if let ([number], LoopKind::Counts { .. }) = (&stepped[..], kinds[index as usize]) {
                    arrivals.extend(flow.patient(*number, &live, (index, head), (&body, idle)).unwrap_or_default());
                }
                continue;
            }
            let mut doubled = live.iter().copied().filter(|&reg| flow.is_doubled(reg, index, head, &body));
            let patient = doubled.next().and_then(|reg| flow.patient(reg, &live, (index, head), (&body, idle)));
            if let Some(found) = patient {
                kinds[index as usize] = LoopKind::Counts { ends: true };
                arrivals.extend(found);
                continue;
            }
            let writes = |pc: &u32| matches!(function.code[*pc as usize], Inst::Store { order, .. } if order != threadbare_op::Order::Plain);
            let writes: Vec<u32> = body.iter().copied().filter(writes).collect();
            if flow.always_passes(&writes, index, head) {
                kinds[index as usize] = LoopKind::Acts;
                continue;
            }
            if let Some(found) = flow.arrivals(index, head, &live) {
                kinds[index as usize] = LoopKind::MayWait;
                waits.extend(flow.wait(index, &body, &live, &found));
                waiting.push((index, head));
                renewed.extend(flow.renewed(index, head, &body, &found));
                arrivals.extend(found);
            }
        }
        arrivals.sort_by_key(|arrival| arrival.at);
        renewed.sort_by_key(|renewed| renewed.at);
        Self { kinds, arrivals, waits, renewed, lost: flow.lost(&waiting) }
    }

    /// Where control really is when it comes to `pc`: jumps belong to no loop.
    #[must_use]
    pub fn past_jumps(function: &Function, pc: Pc) -> u32 {
        let mut at = pc.0;
        for _ in 0..8 {
            match function.code[at as usize] {
                Inst::Jump { to } => at = to.0,
                _ => break,
            }
        }
        at
    }

    /// The instructions of a loop of `function`, one of `program`'s; none if its head is not known.
    #[must_use]
    pub fn body(program: &Program, function: &Function, index: u32) -> Vec<u32> {
        Flow::new(program, function).known_body(index)
    }

    /// Whether a loop of `function`, one of `program`'s, can be left without a fault, as far as its
    /// code tells. If its head is not known, it can.
    #[must_use]
    pub fn has_exit(program: &Program, function: &Function, index: u32) -> bool {
        let (flow, body) = (Flow::new(program, function), Self::body(program, function, index));
        let fails = flow.fails();
        // Where a compiler says that nothing comes: from a `switch` that it has made of `continue`.
        let is_nowhere = |next: u32| matches!(function.code[next as usize], Inst::Unreachable);
        let is_exit = |next: u32| !body.contains(&next) && !fails[next as usize] && !is_nowhere(next);
        let leaves = |pc: &u32| flow.successors(*pc).iter().any(|next| is_exit(flow.past_jumps(Pc(*next))));
        body.is_empty() || body.iter().any(leaves)
    }

    /// The registers that matter before an instruction of `function`, one of `program`'s; `None` if
    /// there is too much to look at.
    #[must_use]
    pub fn matter_at(program: &Program, function: &Function, at: u32) -> Option<Vec<Reg>> {
        Some(Flow::new(program, function).live_if(|_, _| true)?.get(at as usize)?.registers().collect())
    }

    /// Whether the loop may wait, or is patient.
    #[must_use]
    pub fn is_watched(&self, index: u32) -> bool {
        self.arrivals.iter().any(|arrival| arrival.index == index)
    }

    /// The wait whose load is at an instruction.
    #[must_use]
    pub fn wait(&self, load: Pc) -> Option<Wait> {
        self.waits.iter().copied().find(|wait| wait.load == load)
    }

    /// The arrival at an instruction.
    #[must_use]
    pub fn arrival(&self, at: Pc) -> Option<&Arrival> {
        self.arrivals.binary_search_by_key(&at, |arrival| arrival.at).ok().map(|found| &self.arrivals[found])
    }
}

/// Whether there is not too much of a function to compute what matters where.
pub(crate) fn is_reasonable(function: &Function) -> bool {
    function.code.len() * (function.regs as usize / 64 + 1) <= MOST_WORDS
}

/// Whether what others do can reach the thread here.
fn looks_outside(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Load { .. }
            | Inst::Rmw { .. }
            | Inst::Cas { .. }
            | Inst::Call { .. }
            | Inst::MemCopy { .. }
            | Inst::MemMove { .. }
    )
}

pub(crate) struct Flow<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
    /// Where calls may go on by `longjmp`.
    resumed: Vec<u32>,
}

impl<'p> Flow<'p> {
    pub(crate) fn new(program: &'p Program, function: &'p Function) -> Self {
        Self { program, function, resumed: program.resumed(function) }
    }

    pub(crate) fn successors(&self, pc: u32) -> Vec<u32> {
        match &self.function.code[pc as usize] {
            Inst::Jump { to } => vec![to.0],
            Inst::Branch { then, other, .. } => vec![then.0, other.0],
            Inst::Invoked { next, unwind } => vec![next.0, unwind.0],
            Inst::Switch { cases, other, .. } => cases.iter().map(|case| case.1.0).chain([other.0]).collect(),
            Inst::Return { .. } | Inst::Unreachable | Inst::Trap { .. } | Inst::Unsupported { .. } => Vec::new(),
            Inst::Call { .. } => std::iter::once(pc + 1).chain(self.resumed.iter().copied()).collect(),
            _ => vec![pc + 1],
        }
    }

    /// By instruction: those after which control may come to it.
    pub(crate) fn predecessors(&self) -> Vec<Vec<u32>> {
        let count = self.function.code.len();
        let mut before = vec![Vec::new(); count];
        for pc in 0..count as u32 {
            for next in self.successors(pc) {
                before[next as usize].push(pc);
            }
        }
        before
    }

    /// By instruction: whether control goes from it straight to a fault, as from a failed
    /// assertion.
    pub(crate) fn fails(&self) -> Vec<bool> {
        let mut fails = vec![false; self.function.code.len()];
        for pc in (0..self.function.code.len()).rev() {
            fails[pc] = match &self.function.code[pc] {
                Inst::Trap { .. } => true,
                Inst::Call { callee: Callee::External(id), .. } => {
                    let name = self.program.externals.get(id.index()).map_or("", |external| &external.name);
                    FAILS.contains(&name) || fails.get(pc + 1).is_some_and(|next| *next)
                }
                Inst::Call { .. } => false,
                _ => {
                    let next = self.successors(pc as u32);
                    !next.is_empty() && next.iter().all(|next| fails[*next as usize])
                }
            };
        }
        fails
    }

    /// See [`Loops::past_jumps`].
    pub(crate) fn past_jumps(&self, pc: Pc) -> u32 {
        Loops::past_jumps(self.function, pc)
    }

    /// The instructions of a loop; none if its head is not known.
    pub(crate) fn known_body(&self, index: u32) -> Vec<u32> {
        let head = self.function.loops.get(index as usize).and_then(|info| info.head);
        head.map_or(Vec::new(), |head| self.body(index, self.past_jumps(head)))
    }

    /// The instructions that can come between two arrivals at the head without leaving the loop.
    pub(crate) fn body(&self, index: u32, head: u32) -> Vec<u32> {
        let count = self.function.code.len();
        let before = self.predecessors();
        let mut seen = vec![false; count];
        let mut body = Vec::new();
        let mut work: Vec<u32> = (0..count as u32).filter(|&pc| self.arrives(pc, index) == Some(false)).collect();
        while let Some(pc) = work.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            body.push(pc);
            if pc != head {
                work.extend(before[pc as usize].iter().filter(|&&from| self.arrives(from, index) != Some(true)));
            }
        }
        body
    }

    /// Whether the instruction arrives at the loop, and if so, whether from outside.
    pub(crate) fn arrives(&self, pc: u32, index: u32) -> Option<bool> {
        match self.function.code[pc as usize] {
            Inst::Loop { index: other, entry } if other == index => Some(entry),
            _ => None,
        }
    }

    /// By instruction: the registers that matter before it, given that some branches are idle
    /// ([`crate::idle`]); `None` if there is too much to look at.
    pub(crate) fn live_within_reason(&self) -> Option<Vec<Registers>> {
        is_reasonable(self.function).then(|| live_and_idle(self).0)
    }

    /// By instruction: the registers that matter before it, where what is stored at some addresses
    /// matters only, and each branch does; `None` if there is too much to look at.
    pub(crate) fn live_if(&self, matters: impl Fn(Operand, u8) -> bool) -> Option<Vec<Registers>> {
        is_reasonable(self.function).then(|| self.live(matters, &[]))
    }

    /// The same, whatever it takes, where the conditions of some branches do not matter.
    pub(crate) fn live(&self, matters: impl Fn(Operand, u8) -> bool, idle: &[u32]) -> Vec<Registers> {
        let none = Registers::none(self.function.regs);
        let mut live = vec![none.clone(); self.function.code.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for pc in (0..self.function.code.len() as u32).rev() {
                let mut now = none.clone();
                for next in self.successors(pc) {
                    now.join(&live[next as usize]);
                }
                if idle.binary_search(&pc).is_err() {
                    self.before(&self.function.code[pc as usize], &mut now, &matters);
                }
                if now != live[pc as usize] {
                    live[pc as usize] = now;
                    changed = true;
                }
            }
        }
        live
    }

    /// What matters before an instruction, given what matters after it.
    fn before(&self, inst: &Inst, live: &mut Registers, matters: &impl Fn(Operand, u8) -> bool) {
        if let Some((written, read)) = self.computed(inst) {
            // What is only computed, without effect, matters if the result does.
            if written.iter().flatten().any(|&reg| live.has(reg)) {
                written.iter().flatten().for_each(|&reg| live.take(reg));
                put(live, &read);
            }
            return;
        }
        let (written, mut read) = used(inst);
        match *inst {
            Inst::Call { callee, .. } if self.ignores_arguments(callee) => read.clear(),
            Inst::Call { callee, dst, ref args, .. } => {
                read.truncate(self.asked_by_print(callee, dst, args, live).unwrap_or(usize::MAX));
            }
            Inst::Store { addr, size, .. } | Inst::Rmw { addr, size, .. } if !matters(addr, size) => {
                read = smallvec::smallvec![addr];
            }
            _ => {}
        }
        written.into_iter().flatten().for_each(|reg| live.take(reg));
        put(live, &read);
    }

    /// Functions to which it is the same what they are given.
    fn ignores_arguments(&self, callee: Callee) -> bool {
        let Callee::Function(id) = callee else { return false };
        let function = &self.program.functions[id.index()];
        function.runtime && matches!(function.name.as_str(), "sleep" | "usleep")
    }

    /// Whether every way from the head back to it passes one of `places`.
    pub(crate) fn always_passes(&self, places: &[u32], index: u32, head: u32) -> bool {
        let mut seen = vec![false; self.function.code.len()];
        let mut work = vec![head];
        while let Some(pc) = work.pop() {
            if places.contains(&pc) || std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            if self.arrives(pc, index) == Some(false) {
                return false;
            }
            work.extend(self.successors(pc));
        }
        true
    }

    /// The arrivals at a loop, each with the values of `live` at the head; `None` if one does not
    /// lead there directly.
    pub(crate) fn arrivals(&self, index: u32, head: u32, live: &[Reg]) -> Option<Vec<Arrival>> {
        let places = (0..self.function.code.len() as u32).filter(|&pc| self.arrives(pc, index).is_some());
        places.map(|pc| self.arrival(pc, index, head, live)).collect()
    }

    fn arrival(&self, at: u32, index: u32, head: u32, live: &[Reg]) -> Option<Arrival> {
        // What the moves between here and the head have put where; looked up from the newest on.
        let mut moves: Vec<(Reg, Operand)> = Vec::new();
        let now = |moves: &[(Reg, Operand)], operand: Operand| match operand.as_reg() {
            Some(reg) => moves.iter().rev().find(|known| known.0 == reg).map_or(operand, |known| known.1),
            None => operand,
        };
        let mut pc = at + 1;
        loop {
            pc = self.past_jumps(Pc(pc));
            if pc == head || self.is_copy(pc, head) {
                break;
            }
            let Inst::Move { dst, src } = self.function.code[pc as usize] else { return None };
            let value = now(&moves, src);
            moves.push((dst, value));
            pc += 1;
        }
        let values = live.iter().map(|&reg| now(&moves, Operand::reg(reg))).collect();
        Some(Arrival { at: Pc(at), index, values, patience: None })
    }

    /// Whether the head, which only compares and branches, stands at `pc` once more.
    fn is_copy(&self, pc: u32, head: u32) -> bool {
        let two = |at: u32| self.function.code.get(at as usize..at as usize + 2);
        matches!(two(head), Some([Inst::Cmp { .. }, Inst::Branch { .. }])) && two(pc) == two(head)
    }
}

fn put(live: &mut Registers, operands: &[Operand]) {
    operands.iter().filter_map(|operand| operand.as_reg()).for_each(|reg| live.put(reg));
}

//! What only some explorers need of a toy.

use super::words::Words;
use super::{Frozen, Toy};
use crate::log::Access;
use crate::program::{Inst, Plain};
use threadbare_op::{
    Alike, Answer, Commute, Foresight, Fork, Inputs, Mark, Pending, Possible, Question, RaceView, Remember, Reuses,
    Revisit, Segment, Site, Symmetric, SyncOp, System as _, ThreadId, ThreadNumbers, Touched, Twins,
};

impl Revisit for Toy {
    fn unapply(&mut self, segment: Segment) {
        self.log.unapply(segment);
    }

    fn apply_again(&mut self, segment: Segment) -> Segment {
        self.log.apply_again(segment)
    }

    fn reinstate(&mut self, segment: Segment) {
        self.log.reinstate(segment);
    }

    fn forget(&mut self, to: Mark) {
        self.log.forget(to.log);
        self.arena.truncate(to.arena as usize);
    }
}

impl Inputs for Toy {
    fn has_input(&self) -> bool {
        self.program.has_input()
    }

    fn possible(&mut self, answers: &[(Question, u32)]) -> Possible {
        if inputs(answers) == 0 { Possible::No } else { Possible::Yes }
    }
}

/// The inputs that give these answers, bit by bit.
#[must_use]
pub fn inputs(answers: &[(Question, u32)]) -> u16 {
    let those =
        |&(Question(inputs), answer): &(Question, u32)| if answer == 0 { !(inputs as u16) } else { inputs as u16 };
    answers.iter().map(those).fold(u16::MAX, |all, those| all & those)
}

impl Foresight for Toy {
    fn waits(&mut self, _: ThreadId, from: Frozen, answer: Answer) -> Option<bool> {
        let mut thread = self.get(from).clone();
        let (Inst::Load { reg, .. } | Inst::VarLoad { reg, .. }, Answer::Value(read)) = (self.inst(&thread)?, answer)
        else {
            return None;
        };
        if self.program.rounds.is_some() {
            return None;
        }
        thread.regs[usize::from(reg)] = read.number();
        thread.pc += 1;
        loop {
            match self.inst(&thread)? {
                Inst::Skip { reg, .. } | Inst::Again { reg, .. } if Words::depends(thread.regs[usize::from(reg)]) => {
                    return None;
                }
                Inst::Skip { reg, value, equal, count } if (thread.regs[usize::from(reg)] == value) == equal => {
                    thread.pc += count;
                }
                Inst::Again { reg, value, equal, count } if (thread.regs[usize::from(reg)] == value) == equal => {
                    thread.pc -= count;
                    continue;
                }
                Inst::Set { reg, value } => thread.regs[usize::from(reg)] = self.words.value(value, &thread.regs),
                Inst::Take { .. } => return None,
                Inst::Skip { .. } | Inst::Again { .. } => {}
                Inst::Head => {
                    let now = (thread.pc, thread.regs, thread.slots, thread.effects);
                    return (thread.seen?.0 == now).then_some(true);
                }
                _ => return Some(false),
            }
            thread.pc += 1;
        }
    }
}

impl Symmetric for Toy {
    fn same_start(&mut self, a: Frozen, b: Frozen) -> bool {
        let body = |state| match self.inst(self.get(state)) {
            Some(Inst::Spawn { body, .. }) => body,
            _ => panic!("a thread begins where none is spawned"),
        };
        self.symmetric && body(a) == body(b)
    }

    fn break_symmetry(&mut self) {
        self.symmetric = false;
    }
}

impl RaceView for Toy {
    fn other_epoch(&self) -> u32 {
        self.raced
    }
}

impl Remember for Toy {}

impl Reuses for Toy {}

impl Twins for Toy {
    fn twin(&mut self) -> Option<(Self, Pending<Frozen>)> {
        let mut twin = self.another(self.numbers.shared());
        self.hand_over(&mut twin);
        let main = twin.start();
        twin.hand_over(self);
        Some((twin, main))
    }

    fn take_turns(&mut self, twin: &mut Self) {
        self.hand_over(twin);
        std::mem::swap(self, twin);
    }
}

fn touched((var, access): (usize, &Access)) -> Touched {
    let writes = access.value.is_some();
    Touched { word: var as u64, reads: u8::from(!writes), writes: u8::from(writes), sums: 0 }
}

impl Toy {
    /// The program again, not started.
    fn another(&self, numbers: ThreadNumbers) -> Self {
        let new = Self::with_numbers(self.program.clone(), numbers);
        let new = if self.states { new.keeping_states() } else { new };
        Self { symmetric: self.symmetric, sections: self.sections, ..new }
    }

    /// What has numbers is the other one's from now on.
    fn hand_over(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.sync, &mut other.sync);
        std::mem::swap(&mut self.faults, &mut other.faults);
        std::mem::swap(&mut self.words, &mut other.words);
        // So a state of the one is none of the other.
        other.stamps = self.stamps.max(other.stamps);
    }

    /// What a thread has touched in an epoch.
    pub fn touched(&self, thread: ThreadId, epoch: u32) -> impl Iterator<Item = Touched> {
        let then = move |(_, access): &(usize, &Access)| access.thread == thread && access.epoch == epoch;
        self.log.accesses(0).filter(then).map(touched)
    }
}

impl Commute for Toy {
    fn may_be_events(&self, op: SyncOp) -> bool {
        let is_lock = matches!(op, SyncOp::MutexLock | SyncOp::SpinLock);
        let tries = |inst: &Inst| matches!(inst, Inst::Sync { op: other, .. } if other.kind() == op.kind() && other.may_only_look());
        let reports = self.program.plain == Plain::Report;
        self.sections && is_lock && reports && !self.program.bodies.iter().flatten().any(tries)
    }

    fn footprint(&self, since: Mark, into: &mut Vec<Touched>) -> bool {
        into.extend(self.log.accesses(since.log).map(touched));
        self.log.accesses(since.log).all(|(_, access)| !access.atomic)
    }

    fn alike(&self, at: &Pending<Frozen>) -> Option<Alike> {
        if self.sections { self.program.alike(at.site) } else { None }
    }

    fn keep_order(&mut self) {
        self.sections = false;
    }
}

impl Fork for Toy {
    fn fork(&self) -> Self {
        self.another(self.numbers.clone())
    }

    fn apart(&self) -> Self {
        self.another(ThreadNumbers::default())
    }

    fn thread_numbers(&self) -> &ThreadNumbers {
        &self.numbers
    }

    fn set_thread_numbers(&mut self, numbers: ThreadNumbers) {
        self.numbers = numbers;
    }

    fn unsupported_thing(&self, number: u32) -> (String, Site) {
        (number.to_string(), Site::UNKNOWN)
    }

    fn add_unsupported(&mut self, thing: (String, Site)) -> u32 {
        thing.0.parse().expect("the number of an unsupported thing")
    }
}

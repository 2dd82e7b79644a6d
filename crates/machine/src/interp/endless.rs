//! Loops that can never end: a thread that has run for long without a visible operation, and comes
//! back to a state in which it was, has nothing to wait for, and stops ([`Stuck::Spin`] of no
//! events).
//!
//! After Richard P. Brent, *An Improved Monte Carlo Factorization Algorithm*, BIT 1980: one state
//! is kept, and those that come after it are held against it; if none is the same for some time, a
//! later one is kept, and for longer. Here that begins only after [`FIRST`] instructions, and goes
//! on for one in 32 of those executed so far: a loop that ends soon costs nothing, one that takes
//! long some 1.5 percent more, and one that is endless is noticed if its period is no longer than
//! that. (Brent compares all the time.)
//!
//! *The state* is all that what comes next depends on: the frames with their registers (of the
//! frame on top: those that matter, as for [`super::spin`], but not what loops were like the last
//! time), private memory, and memory: it is known not to have changed
//! ([`crate::memory::Memory::unchanged`]), or what was written has in the end left what was there
//! ([`crate::memory::Memory::is_as_then`]; text that was printed does not count). So a thread that
//! comes back to it does the same for ever, unless others write what it reads plainly; as it does
//! not synchronise any more, that would be a race with it, which is told when the write is
//! performed. Likewise if others access what it writes: the check for races knows all its accesses
//! of such a round.
//!
//! A loop that takes input comes back to no state: the next input may be another one. It is
//! stopped as if it had met the limit on instructions.
//!
//! A thread that sleeps in each round, and comes back to no state in very many, is stopped earlier
//! than one that may compute something ([`SLEEPER`]), and that is a limit of its own
//! ([`Limit::Sleeps`]): it hardly comes to an end soon, and others wait to be looked at.
//!
//! Not covered: loops that allocate, or read the clock, and any with `--unroll`. They meet the
//! limits on instructions or iterations.

use super::{LOOK_EVERY, Running};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::thread::{Around, Frame, Stage};
use threadbare_op::{Limit, Stuck};
use threadbare_program::{Callee, Inst, Loops, Program, Reg, SLEEP};

/// After so many instructions without a visible operation the first state is kept.
const FIRST: u64 = 1 << 18;
/// After so many a loop with a call that sleeps is one that goes on, if there were
const SLEEPER: u64 = 1 << 22;
/// so many rounds of it while a state was kept.
const ROUNDS: u32 = 1 << 8;

/// What is known of the run so far.
#[derive(Debug)]
pub(crate) struct Watch<V> {
    /// When to keep a state next.
    next: u64,
    /// How long to compare with the one that is kept.
    until: u64,
    kept: Option<Kept<V>>,
}

/// A state in which the thread was.
#[derive(Debug)]
struct Kept<V> {
    /// Where control went.
    to: u32,
    frames: Vec<Frame>,
    slots: Vec<V>,
    /// Registers of the top frame that matter; `None` if that is not known.
    matter: Option<Vec<Reg>>,
    memory: [Option<u32>; 2],
    /// The length of the log.
    log: u32,
    exposure: u32,
    /// How many inputs it had taken.
    taken: u32,
    /// How often control went there since.
    rounds: u32,
    rest: Rest<V>,
}

/// What is compared at a stroke.
#[derive(PartialEq, Eq, Debug)]
struct Rest<V> {
    allocas: Vec<u64>,
    journal: usize,
    below: u32,
    stage: Stage,
    around: Around<V>,
    sections: u32,
    readings: u32,
    next_slot: u32,
}

impl<D: Domain> Running<'_, D> {
    /// Whether the thread may go on: it has not executed too many instructions, nobody wants it to
    /// stop, and it is in no endless loop. `to` is where it is about to jump back to, if that is
    /// what it does.
    #[cold]
    pub(super) fn look(&mut self, to: Option<u32>) -> Result<(), Halt> {
        let most = self.core.options.max_steps;
        if self.steps > most {
            return Err(self.core.stuck(Stuck::Limit(Limit::Steps)));
        }
        if self.core.options.signals.stopped() {
            return Err(self.core.stuck(Stuck::Limit(Limit::Interrupted)));
        }
        let next = self.watch_for_ever(to)?;
        self.next_look = most.min(next);
        Ok(())
    }

    /// Stops the thread if it is in a state in which it was; says when to look next.
    fn watch_for_ever(&mut self, to: Option<u32>) -> Result<u64, Halt> {
        let steps = self.steps;
        if steps < FIRST {
            return Ok(FIRST);
        }
        let mut watch = self.watch.take().unwrap_or_else(|| Box::new(Watch { next: FIRST, until: 0, kept: None }));
        if steps >= watch.next {
            *watch = Watch { next: steps.saturating_mul(4), until: steps + steps / 32, kept: None };
        }
        let compares = steps <= watch.until;
        let next = if compares { steps } else { watch.next.min(steps + LOOK_EVERY) };
        if compares && let Some(to) = to {
            match &mut watch.kept {
                Some(kept) if self.is_back(kept, to) => {
                    return Err(self.core.stuck(self.why_endless(kept.exposure, kept.taken)));
                }
                Some(kept) => {
                    kept.rounds += u32::from(kept.to == to);
                    if kept.rounds == ROUNDS && steps >= SLEEPER && self.sleeps_in(to) {
                        return Err(self.core.stuck(Stuck::Limit(Limit::Sleeps)));
                    }
                }
                None => watch.kept = self.keep(to),
            }
        }
        self.watch = Some(watch);
        Ok(next)
    }

    /// The state in which the thread jumps there.
    fn keep(&mut self, to: u32) -> Option<Kept<D::Value>> {
        let function = self.live.frames.last()?.function as usize;
        let program = &self.code.program;
        let matter = Loops::matter_at(program, &program.functions[function], to);
        self.core.memory.log_apart();
        let (frames, slots) = (self.live.frames.clone(), self.live.slots.clone());
        let (memory, exposure) = (self.core.memory.unchanged(), self.core.memory.who.own.exposure.weight());
        let (taken, log) = (self.core.inputs_taken(), self.core.memory.log_length());
        Some(Kept { to, frames, slots, matter, memory, log, exposure, taken, rounds: 0, rest: self.rest() })
    }

    /// Whether the innermost loop there sleeps in its own code.
    fn sleeps_in(&self, to: u32) -> bool {
        let program = &self.code.program;
        let Some(top) = self.live.frames.last() else { return false };
        let function = &program.functions[top.function as usize];
        let bodies = (0..function.loops.len() as u32).map(|index| Loops::body(program, function, index));
        let around = bodies.filter(|body| body.contains(&to) || body.contains(&top.pc));
        let is_pause = |pc: &u32| function.code.get(*pc as usize).is_some_and(|inst| sleeps(program, inst));
        around.min_by_key(Vec::len).is_some_and(|body| body.iter().any(is_pause))
    }

    /// Whether the function at hand is one of the libraries.
    pub(super) fn is_in_call(&self) -> bool {
        let top = self.live.frames.last();
        top.is_some_and(|frame| self.code.program.functions[frame.function as usize].runtime)
    }

    /// As it is for ever, unless it has looked, since it had that weight, at what others write by
    /// plain accesses which are ignored; or has taken input, which may be another the next time.
    fn why_endless(&self, exposure: u32, taken: u32) -> Stuck {
        if self.core.inputs_taken() != taken {
            return Stuck::Limit(Limit::Steps);
        }
        let memory = &self.core.memory;
        let looks = memory.ignores() && memory.who.own.exposure.weight() != exposure;
        if looks { Stuck::Limit(Limit::PlainWait) } else { Stuck::Spin { events: 0, in_call: self.is_in_call() } }
    }

    fn rest(&self) -> Rest<D::Value> {
        let (live, memory) = (&self.live, &self.core.memory);
        Rest {
            allocas: live.allocas.clone(),
            journal: self.live.journal.entries.len(),
            below: live.below,
            stage: live.stage,
            around: live.around,
            sections: self.core.memory.who.own.sections,
            readings: memory.who.own.readings,
            next_slot: memory.who.own.next_slot,
        }
    }

    /// Whether this is the state that is kept.
    fn is_back(&self, kept: &Kept<D::Value>, to: u32) -> bool {
        let (now, then) = (&self.live.slots, &kept.slots);
        let Some(top) = self.live.frames.last() else { return false };
        let unchanged =
            self.core.memory.unchanged().iter().zip(&kept.memory).any(|(now, then)| now.is_some() && now == then);
        if kept.to != to || now.len() != then.len() {
            return false;
        }
        let (base, shape) = (top.base as usize, &self.code.shapes[top.function as usize]);
        let same = |from: usize, to: usize| now[from..to] == then[from..to];
        let (counters, seen, memory) =
            (base + shape.loops as usize, base + shape.seen as usize, base + shape.memory as usize);
        let registers = match &kept.matter {
            Some(matter) => matter.iter().all(|reg| now[base + reg.0 as usize] == then[base + reg.0 as usize]),
            None => same(base, counters),
        };
        registers
            && self.live.frames == kept.frames
            && same(counters, seen)
            && same(memory, now.len())
            && same(0, base)
            && self.rest() == kept.rest
            && (unchanged || self.core.memory.is_as_then(kept.log))
    }
}

/// Whether an instruction lets others go on for a time.
fn sleeps(program: &Program, inst: &Inst) -> bool {
    let names = ["sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep", "poll"];
    match inst {
        Inst::Call { callee: Callee::Function(id), .. } => {
            let function = &program.functions[id.index()];
            function.runtime && names.contains(&function.name.as_str())
        }
        Inst::Call { callee: Callee::External(id), .. } => {
            matches!(&*program.externals[id.index()].name, "sched_yield" | "pthread_yield" | SLEEP)
        }
        _ => false,
    }
}

//! Spin loops: a thread that comes back to the head of a loop in the state in which it was there
//! before, and has done nothing in between that lasts, stops ([`Stuck::Spin`]) instead of doing the
//! same once more.
//!
//! After the definition of spin loops in Michalis Kokologiannakis, Xiaowei Ren, Viktor Vafeiadis:
//! *Dynamic Partial Order Reductions for Spinloops*, FMCAD 2021, but decided while the thread runs
//! instead of by a pass over the code. So a loop waits in some of its iterations, and goes on in
//! others: a retry loop that fails differently each time is left alone.
//!
//! *The state* is that of the frame at the loop's head: the registers that matter there
//! ([`threadbare_program::Loops`]), private memory but for what each round writes anew before it
//! reads it, the depth in atomic sections, and what the thread has changed in other memory of its
//! own ([`crate::memory::Content`]). Frames below cannot change while this one is there. What is
//! kept of it between two arrivals, in three slots of the frame, are 128 bits of hash, and 61 of
//! the content of memory, the numbers of events, of effects (`Who::effects`) and of readings of the
//! clock so far. Two states are taken to be the same if their hashes are; a copy would double the
//! frames, which are copied at each event.
//!
//! *A patient loop* (`program/src/patience.rs`), which ends after a number of rounds that is
//! only compared with constants, is watched as well. After a round in vain the thread takes the last
//! number that nobody can tell from its own: another round or two, and it is out of the loop. If a
//! round after that is not in vain, executions with fewer rounds in vain are lost: that is not
//! supported.
//!
//! *Effects* are: visible operations, except loads, fences, read-modify-writes that wrote the value
//! they read (a failed compare-and-swap among them), and operations on synchronisation objects that
//! only looked (a failed `trylock`), or that enter and leave a section without effect
//! ([`crate::polls`]); plain writes that change something; freeing; output. The lock of atomic
//! sections does not count, since it is as it was once a section is left. Reading is no effect.
//! Memory that is allocated and freed within an iteration, and what is written there, is no effect;
//! what was allocated and is still there, is one. Nor is it an effect of a round to change memory
//! of the thread's own, and to change it back (docs/proofs/waits.md, claim 25); nor to change a
//! variable of the thread's own stack that each further round writes anew before it is read
//! ([`overlook`]; docs/proofs/waits.md, claims 23 and 24); of other loops, and of rounds that are
//! found elsewhere, it is.
//!
//! *Soundness.* Take an execution in which a thread completes such an iteration and goes on. Leave
//! the iteration's events out, and let who read from one of its read-modify-writes read from the
//! write that that one read, which has the same value. The thread goes on as before, since it was
//! in the same state. The others see the same values. All orders that the models build on only lose
//! pairs with it, so a consistent execution stays consistent under each of them, and what is
//! unordered stays unordered (objects that the thread allocates later have other addresses, but
//! nothing that a program may rely on depends on which): a race stays a race, unless the iteration
//! has a part in it. Then the race is in the execution that stops after the iteration as well,
//! unless the other access comes, by program order and what is read, after something that the
//! thread does later. Where all of that is happens-before, the two would be ordered; with relaxed
//! atomics (rc11, pso) they are not ([`crate::Options::goes_on`]). There a thread goes on after the
//! first iteration in vain that may have part in a race (`crate::memory::races` says which may),
//! once for each loop of a frame: of the iterations of a thread that were left out at most one has
//! part in the race, and those before it can be left out still, so that it is the first. What comes
//! first in an iteration may be left out: the next one begins with the same. It comes later in
//! program order, so that what is unordered with the one and comes after the thread has gone on is
//! unordered with the other. Repeating this, whatever faults an execution shows are shown by one in
//! which no thread goes on after an iteration without effect, but for these.
//!
//! An iteration that reads the clock would go on once time has passed. So some time passes, for this
//! thread only. If it is still in vain in the end, the thread stops, but is not said to wait:
//! [`Limit::Clock`].
//!
//! Neither is one said to wait that has read what others write by plain accesses which are ignored
//! (`crate::memory`'s `ignored`): [`Limit::PlainWait`].
//!
//! Not covered: iterations that only together come back to a state (a thread that alternates
//! between two), and those that change memory which may be others', and change it back: see
//! [`crate::machine`]'s `redundant`.

use super::{Running, get};
use crate::code::{SEEN, Shape};
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::memory::{Content, NO_PART, plus};
use crate::options::LeftOut;
use crate::thread::{MOST_EFFECTS, MOST_READINGS};
use crate::value::Value;
use threadbare_op::{Addr, Limit, Stuck};
use threadbare_program::{Operand, Patience, Reg, Span};

/// What the second slot has of a loop: nothing yet; how many readings of the clock, what all that
/// may have part in a race weighs, and whether the thread has gone on.
const UNKNOWN: u64 = u64::MAX;
const READINGS: u64 = MOST_READINGS as u64;
/// Of a patient loop: since it was entered, the thread has taken a last round, or has not always
/// tried in vain.
const TOOK_LAST: u64 = 1 << 31;
const ACTED: u64 = 1 << 30;
const GONE_ON: u64 = 1 << 63;

/// Two hashes of a sequence of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hash(u64, u64);

impl Hash {
    const EMPTY: Self = Self(0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344);

    /// Either half is a bijection of the word, and of what it was before: states that differ in one
    /// word never look alike.
    fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(27);
        let mixed = self.1.rotate_left(29).wrapping_add(word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.1 = (mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
    }

    fn value(&mut self, value: Value) {
        self.word(value.bits);
        self.word(value.undef);
    }
}

/// A round of a patient loop.
struct Round {
    /// The thread stands as before it, and has done nothing.
    in_vain: bool,
    /// It may have part in a race, and is to be gone on from once.
    has_part: bool,
    read_clock: bool,
    /// What was noted before it.
    noted: u64,
}

/// The thread has performed a plain store at an instruction of the top frame, and had so many effects
/// before. If it has changed memory of its own stack, and each further round of a loop that is
/// watched stores there anew before it is read, then that is no effect of the round: what is noted of
/// the loop is as if it had been one before.
#[inline]
pub(super) fn overlook<D: Domain>(
    core: &Core<D>,
    (shape, at): (&Shape, u32),
    (regs, consts): (&mut [D::Value], &[D::Value]),
    (addr, size): (Addr, u8),
    (effects, content): (u32, Content),
) {
    let own = &core.memory.who.own;
    if !shape.spins.renews() || own.effects != effects + 1 || core.memory.ignores() {
        return;
    }
    if !core.memory.is_of_own_stack(addr) {
        return;
    }
    // Either may have counted it.
    let (changed, lasted) = (own.content.since(content), own.lasting().wrapping_sub(effects - content.changes));
    for (number, loads) in shape.spins.renewing(at) {
        let reads_it = |span: &Span| {
            let word = core.memory.domain.word(get(regs, consts, span.base));
            let from = word.ok().filter(|word| word.undef == 0).map(|word| word.bits.wrapping_add_signed(span.offset));
            from.is_none_or(|from| from < addr + u64::from(size) && addr < from.saturating_add(span.size.into()))
        };
        if !loads.iter().any(reads_it) {
            let noted = (shape.seen + number * SEEN) as usize;
            let word = |at: usize| core.memory.domain.word(regs[at]).unwrap_or_default();
            let (counts, then) = (word(noted + 1), word(noted + 2));
            regs[noted + 1] = core.lift(Value { bits: counts.bits.wrapping_add(lasted.into()), ..counts });
            regs[noted + 2] = core.lift(Value { bits: plus(then.bits, changed), ..then });
        }
    }
}

impl<D: Domain> Running<'_, D> {
    /// The thread arrives at the head of a patient loop, after a round if it does not enter that: what
    /// is noted of it.
    fn arrive_patiently(&mut self, patience: &Patience, round: Round) -> Result<u64, Halt> {
        let noted = round.noted & (TOOK_LAST | ACTED);
        Ok(match patience.reg {
            None => 0,
            Some(_) if !round.in_vain && noted & TOOK_LAST != 0 => {
                let what = "a loop that tries a fixed number of times, and goes on trying after it has done something";
                return Err(self.core.unsupported(what.into()));
            }
            Some(_) if !round.in_vain => ACTED,
            Some(_) if noted & ACTED != 0 || round.read_clock => noted,
            Some(_) if round.has_part => noted | GONE_ON,
            Some(reg) if self.take_last_round(reg, patience) => noted | TOOK_LAST,
            Some(_) => noted,
        })
    }

    /// Goes on as if the thread had tried in vain as often as nobody can tell; whether that is more
    /// often than it has.
    fn take_last_round(&mut self, reg: Reg, patience: &Patience) -> bool {
        if !self.core.options.left_out.is_any() {
            return false;
        }
        let number = |reg: Reg| {
            let word = self.core.memory.domain.word(self.value(Operand::reg(reg))).ok()?;
            (word.undef == 0).then_some(word.bits)
        };
        let last = number(reg).and_then(|now| patience.last_alike(now, number));
        if let Some(last) = last {
            self.set_word(reg, Value::new(last));
        }
        last.is_some()
    }

    /// Of the state at the head of a loop: how many variables the frame has, these values, and
    /// these slots of private memory of the frame that begins at `base`, or (`None`) all from
    /// `memory` on.
    #[inline]
    fn hash_at(&self, values: &[Operand], base: usize, memory: u32, kept: Option<&[u32]>) -> Hash {
        let variables = self.live.allocas.len() - self.first_alloca();
        let own = &self.core.memory.who.own;
        let mut hash = Hash::EMPTY;
        hash.word(u64::from(own.sections));
        hash.word(variables as u64);
        if let Some((lock, epoch)) = own.section() {
            hash.word(lock);
            hash.word(epoch);
        }
        values.iter().for_each(|&operand| hash.value(D::pack(self.value(operand))));
        let slots = &self.live.slots[base..];
        match kept {
            None => slots[memory as usize..].iter().for_each(|&slot| hash.value(D::pack(slot))),
            Some(kept) => kept.iter().for_each(|&slot| hash.value(D::pack(slots[slot as usize]))),
        }
        hash
    }

    /// The thread arrives at the head of a loop: stops it if its last iteration was in vain.
    pub(super) fn watch_for_spin(&mut self) -> Result<(), Halt> {
        if self.core.options.left_out == LeftOut::NotEvenWaits {
            return Ok(());
        }
        let Some(frame) = self.live.frames.last() else { return Ok(()) };
        let (code, base) = (self.code, frame.base as usize);
        let shape = &code.shapes[frame.function as usize];
        let Some((arrival, number)) = shape.spins.arrival(frame.pc) else { return Ok(()) };
        self.core.memory.count_new_variables();
        self.core.memory.who.arrive();
        let who = &self.core.memory.who;
        let hash = self.hash_at(&arrival.values, base, shape.memory, shape.spins.kept(number));
        let at = base + (shape.seen + number * SEEN) as usize;
        // The machine's own.
        let noted = |at: usize| self.core.memory.domain.word(self.live.slots[at]).unwrap_or_default();
        let (old, then, content) = (noted(at), noted(at + 1), noted(at + 2));
        let readings = u64::from(who.own.readings);
        // Loops of the libraries read nothing that is still to be written plainly.
        let ignores = self.core.memory.ignores() && !self.is_in_call();
        let weight = if self.core.options.goes_on || ignores { who.own.exposure.weight() } else { 0 };
        let known = then.undef != UNKNOWN && then.undef & READINGS <= readings;
        let gone_on = if known { then.undef & GONE_ON } else { 0 };
        let mut now = Value {
            bits: u64::from(who.own.lasting()) | u64::from(who.epoch) << 32,
            undef: gone_on | u64::from(weight) << 32 | readings,
        };
        let same = known
            && old == Value { bits: hash.0, undef: hash.1 }
            && then.bits as u32 == who.own.lasting()
            && content.bits == who.own.content.sum;
        if let Some(patience) = &arrival.patience {
            let since = weight.wrapping_sub(((then.undef & !GONE_ON) >> 32) as u32);
            let round = Round {
                in_vain: same && who.own.effects < MOST_EFFECTS,
                has_part: gone_on == 0 && since > NO_PART || ignores && since != 0,
                read_clock: then.undef & READINGS != readings,
                noted: then.undef,
            };
            now.undef |= self.arrive_patiently(patience, round)?;
        } else if same && who.own.effects < MOST_EFFECTS {
            let since = weight - ((then.undef & !GONE_ON) >> 32) as u32;
            let had_no_part = since <= NO_PART;
            if then.undef & READINGS != readings {
                if !self.core.memory.who.own.lets_time_pass() {
                    return Err(self.core.stuck(Stuck::Limit(Limit::Clock)));
                }
            } else if ignores && since != 0 {
                return Err(self.core.stuck(Stuck::Limit(Limit::PlainWait)));
            } else if gone_on != 0 || had_no_part {
                let events = who.epoch - (then.bits >> 32) as u32;
                return Err(self.core.stuck(Stuck::Spin { events, in_call: self.is_in_call() }));
            } else {
                now.undef |= GONE_ON;
            }
        }
        self.live.slots[at] = self.core.lift(Value { bits: hash.0, undef: hash.1 });
        self.live.slots[at + 1] = self.core.lift(now);
        self.live.slots[at + 2] = self.core.lift(Value::new(self.core.memory.who.own.content.sum));
        Ok(())
    }
}

//! Rounds of loops that need not be gone on from: the thread is back where it was, or is where it
//! would be had it read later ([`Stuck::Spin`], [`Stuck::Redundant`]).
//!
//! Both are asked when a thread that has read (a load, or a compare-and-swap that failed; for K1
//! also a read-modify-write that wrote what it has read), or left a section without effect
//! ([`crate::polls`]), comes to its next operation, of its earlier states since it last had an
//! effect. What effects are, and why iterations without them may be left out, says
//! [`crate::interp`]'s `spin`, which finds the rounds that come back to the head of a loop. Here no
//! heads are needed:
//!
//! *The same state* (K1): the thread stands before an operation as it stood in one of these states.
//! So peeled, rotated and irreducible loops wait as well, and rounds that come back only every
//! second or third time.
//!
//! *A read that could have been made earlier* (K2): `r = x; while (!cas(&x, &r, f(r)));`. Let e1 be
//! a read in one of them, and e2 the last one, at the same location. If the thread, from the state
//! before e1 on, told what e2 has read, comes without effect to the state after e2, then the rest
//! of this execution is also that of the one in which e1 stands in e2's place, and all between is
//! not there: leaving out reads only takes order away. Happens-before may lose nothing that e2 has
//! and e1 has not, so where orders count e1 must not be stronger than e2: it could order more.
//!
//! *A compare-and-swap that confirms* what was loaded right before it (F4): where the code shows
//! that K2 holds for whatever it finds, explorers may take the two for one
//! ([`Machine::confirms_last_read`]).
//!
//! *The same state but for effects* (K3): that a thread stands where it stood, and has changed
//! things in between, is told to explorers that know whether these effects cancel
//! ([`Machine::is_back_but_for`]).
//!
//! *An assumption that fails* right after a read, without an effect in between, makes the read one
//! in vain as well: what else is in the execution is also in one in which the thread has not read
//! yet.
//!
//! *The state* is that of all frames: in each the registers that matter at its instruction
//! ([`threadbare_program::Stops`]), private memory; and what else is frozen, but for what loops
//! note of earlier iterations.
//!
//! *Plain accesses* of such a round are no obstacle where all atomic accesses synchronise: an
//! access that races with one of them is in the execution that stops here. Elsewhere
//! ([`crate::Options::goes_on`]) a round that may have part in a race is gone on from. After K1
//! that is done once: if the thread stands so for the third time, one of the two rounds between has
//! no part in the race, and can be left out. After K2 it is done however often it comes, as the
//! states after e1 and after e2 may be the same for one value and differ for the next.
//!
//! *What is asked is a function of what the thread has done*, and read by plain accesses to memory
//! that others may access, so that explorers need not know of it: the two ways to the same state
//! must make the same such accesses.
//!
//! Related: Michalis Kokologiannakis, Xiaowei Ren, Viktor Vafeiadis: *Dynamic Partial Order
//! Reductions for Spinloops*, FMCAD 2021; Bengt Jonsson, Magnus Lång, Konstantinos Sagonas:
//! *Awaiting for Godot*, FMCAD 2022. Both look at the code; here it is decided while threads run.
//!
//! Not covered: rounds with writes that others cannot see (`n->next = r`); read-modify-writes that
//! write what they read, in e1's or e2's place (K2); rounds that come to a plain access which is
//! visible (whether it is may be up to others, if there is a race), but with `--races explore`,
//! where each to memory of several threads is; accesses of 16 bytes; atomic sections; weak
//! compare-and-swaps with spurious failures; where races are ignored, reads that could have been
//! made earlier.

use super::{Machine, State};
use crate::core::value_of;
use crate::domain::Domain;
use crate::interp::{compares, frozen_value};
use crate::options::LeftOut;
use crate::thread::{Around, MOST_EFFECTS, NONE, Own, Reads, TOP, are_alike, frame_at, own_of, reads_of, stand_alike};
use crate::value::Value;
use smallvec::SmallVec;
use threadbare_op::{Answer, At, Limit, Loc, Op, Order, Pending, Stuck};
use threadbare_program::{Inst, Pc};

/// No more states than this are looked at where no counter of rounds has to come back first.
const MOST_BACK: usize = 12;
/// No more are looked at anyway, and so many for each round until it does.
const MOST_BACK_EVER: usize = 1 << 12;
const BACK_BY_ROUND: usize = 3;
/// For no more of them is it tried where the thread would have come.
const MOST_TRIALS: usize = 2;

/// States before reads, the newest first.
pub(super) type EarlierReads = SmallVec<[u32; MOST_BACK]>;

// Of `Reads::key`: the address of what is read in 48 bits, the logarithm of the size in 3, how much
// the read orders in 2 (0: it is no read).
const SIZE: u32 = 48;
const STRENGTH: u32 = 51;

/// A plain load is a read where all plain accesses are visible: then it counts as a relaxed one.
fn key(op: &Op, explores: bool) -> u64 {
    let order = match *op {
        Op::Load { order: Order::Plain, .. } if explores => Order::Relaxed,
        Op::Load { order, .. } => order,
        Op::Cas { failure, .. } => failure,
        _ => return 0,
    };
    op.loc()
        .map(Loc::accessed)
        .map_or(0, |loc| loc.addr | u64::from(loc.size.trailing_zeros()) << SIZE | strength(order) << STRENGTH)
}

/// How much a read of that order orders; 0 if it is plain.
fn strength(order: Order) -> u64 {
    match order {
        Order::Plain => 0,
        Order::Look | Order::Relaxed | Order::Release => 1,
        Order::Acquire | Order::AcqRel => 2,
        Order::SeqCst => 3,
    }
}

fn location_of(key: u64) -> u64 {
    key & ((1 << STRENGTH) - 1)
}

/// 0 if it is no read.
fn strength_of(key: u64) -> u64 {
    key >> STRENGTH
}

impl<D: Domain> Machine<D> {
    /// What the frozen state of the live thread, which is about to perform this, says of its reads.
    pub(super) fn reads(&self, op: &Op) -> Reads {
        let who = &self.core.memory.who;
        let mut key = key(op, self.core.memory.explores());
        if key != 0 {
            let starts =
                self.live.frames.last().is_some_and(|top| top.journal as usize == self.live.journal.entries.len());
            let is_plain = starts && self.live.around == Around::Nothing && who.own.sections == 0;
            key *= u64::from(is_plain);
        }
        let past = self.live.past;
        let goes_back =
            past != NONE && !who.changed_fresh && own_of(&self.arena, past).is_without_effect_since(&who.own);
        let part = op.loc().map(|loc| loc.part).unwrap_or_default();
        Reads { key, part, past: if goes_back { past } else { NONE }, before: past, epoch: who.epoch }
    }

    /// Whether rounds may be left out that explorers know to be redundant (F4, K3).
    fn leaves_redundant(&self) -> bool {
        let options = &self.core.options;
        !D::HAS_INPUT
            && options.left_out == LeftOut::Redundant
            && options.spurious.is_none()
            && !self.core.memory.ignores()
    }

    /// The live thread goes on from this state.
    pub(super) fn pass(&mut self, state: State) {
        self.live.past = state.0;
        self.core.memory.who.changed_fresh = false;
    }

    /// The thread is about to be told what it has read at `from`: the states before earlier reads
    /// of the same location that order no more. If there are any, plain accesses have to be noted.
    pub(super) fn earlier_reads(&self, from: State) -> EarlierReads {
        let e2 = reads_of(&self.arena, from.0);
        let reads = strength_of(e2.key) != 0 && e2.past != NONE;
        if !reads || self.core.options.left_out != LeftOut::Redundant || self.core.memory.ignores() {
            return EarlierReads::new();
        }
        let fits = |&then: &u32| {
            let e1 = reads_of(&self.arena, then).key;
            strength_of(e1) != 0
                && location_of(e1) == location_of(e2.key)
                && (!self.core.options.goes_on || strength_of(e1) <= strength_of(e2.key))
        };
        self.earlier(e2.past).take(MOST_BACK - 1).filter(fits).collect()
    }

    /// The thread was told `answer` at `from`, and came to `next`: it stops if that was in vain.
    /// `reads`: [`Self::earlier_reads`].
    pub(super) fn without_redundancy(
        &mut self,
        at: At<'_>,
        from: State,
        answer: Answer,
        reads: &[u32],
        mut next: Pending<State>,
    ) -> Pending<State> {
        let has_read = strength_of(reads_of(&self.arena, from.0).key) != 0;
        let has_effect = reads_of(&self.arena, next.state.0).past != from.0;
        if has_effect
            || !(has_read || self.has_left(from, next.state) || self.updates(from))
            || !self.core.options.left_out.is_any()
        {
            return next;
        }
        if next.op == Op::Stuck(Stuck::Assume) {
            if has_read && self.core.options.left_out == LeftOut::Redundant && !self.core.memory.ignores() {
                next.op = Op::Stuck(Stuck::Redundant);
            }
        } else if !next.op.is_stuck()
            && (!next.op.is_plain() || self.core.memory.explores())
            && let Some(why) = self.why_in_vain(at, from, answer, reads, &next)
        {
            next.op = Op::Stuck(why);
        }
        next
    }

    /// Whether the thread performs a read-modify-write there. (If that has no effect, it has
    /// written what it has read.)
    fn updates(&self, from: State) -> bool {
        let Some(frame) = frame_at(&self.arena, from.0 + TOP as u32) else { return false };
        let inst = &self.code.program.functions[frame.function as usize].code[frame.pc as usize];
        matches!(inst, Inst::Rmw { .. })
    }

    /// Whether the thread has left a section between these states.
    fn has_left(&self, from: State, to: State) -> bool {
        let is_inside = |state: State| own_of(&self.arena, state.0).section().is_some();
        is_inside(from) && !is_inside(to)
    }

    /// Why the thread need not go on from `next`.
    fn why_in_vain(
        &mut self,
        at: At<'_>,
        from: State,
        answer: Answer,
        reads: &[u32],
        next: &Pending<State>,
    ) -> Option<Stuck> {
        let mut alike = self.earlier(from.0).filter(|&then| self.is_same(State(then), next.state));
        let (same, before) = (alike.next(), alike.next());
        drop(alike);
        if same.is_none() && reads.is_empty() {
            return None;
        }
        let now = own_of(&self.arena, next.state.0);
        if now.effects >= MOST_EFFECTS || self.core.options.spurious.is_some() || self.writes(from, answer) {
            return None;
        }
        match same {
            // What they find that are ignored is up to the order.
            Some(then) if self.core.memory.ignores() && self.exposed_since(then, &now) => {
                Some(Stuck::Limit(Limit::PlainWait))
            }
            Some(then) if before.is_some() || self.has_no_part(then, &now) => Some(Stuck::Spin {
                events: reads_of(&self.arena, next.state.0).epoch - reads_of(&self.arena, then).epoch,
                in_call: false,
            }),
            Some(_) => None,
            None => {
                let fits = |then: &u32| self.has_no_part(*then, &now) && self.may_follow(*then, next.state.0);
                let tried: EarlierReads = reads.iter().copied().filter(fits).take(MOST_TRIALS).collect();
                let comes_there = tried.into_iter().any(|then| self.comes_to(at, State(then), answer, next));
                comes_there.then_some(Stuck::Redundant)
            }
        }
    }

    /// This state, and those before it since the thread last had an effect.
    fn earlier(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        let before = |&at: &u32| Some(reads_of(&self.arena, at).past).filter(|&past| past != NONE);
        let rounds = (self.code.longest_period as usize).min(MOST_BACK_EVER / BACK_BY_ROUND);
        std::iter::successors(Some(from), before).take(MOST_BACK.max(rounds * BACK_BY_ROUND))
    }

    /// Whether what the thread has done since that state has no part in a race that would not be
    /// seen otherwise.
    fn has_no_part(&self, then: u32, now: &Own) -> bool {
        !self.core.options.goes_on || !self.exposed_since(then, now)
    }

    /// Whether the thread has done what may have part in a race since that state.
    fn exposed_since(&self, then: u32, now: &Own) -> bool {
        now.exposure.weight() != own_of(&self.arena, then).exposure.weight()
    }

    /// Whether the thread may stop at `to` right after it has read at `from`, as far as its code
    /// tells.
    fn may_follow(&self, from: u32, to: u32) -> bool {
        let (from, to) = (frame_at(&self.arena, from + TOP as u32), frame_at(&self.arena, to + TOP as u32));
        let (Some(from), Some(to)) = (from, to) else { return false };
        let place = (from.function == to.function).then_some(Pc(to.pc));
        self.code.stops(from.function).is_some_and(|stops| stops.may_follow(Pc(from.pc), place))
    }

    /// Whether the compare-and-swap that a thread stands at confirms its last read (F4): the two,
    /// of one location, are in one call of a function, with nothing between them but computing and
    /// plain stores that each round makes anew, and the code shows the rest
    /// ([`threadbare_program::Stops::confirms`]).
    pub(super) fn confirms_last_read(&self, State(at): State) -> bool {
        let options = &self.core.options;
        let (e2, now) = (reads_of(&self.arena, at), own_of(&self.arena, at));
        let is_known = strength_of(e2.key) != 0 && e2.before != NONE && now.effects < MOST_EFFECTS;
        if !is_known || !self.leaves_redundant() {
            return false;
        }
        let frame = |place: u32| frame_at(&self.arena, place + TOP as u32);
        let (Some(then), Some(here)) = (frame(e2.before), frame(at)) else { return false };
        let Inst::Cas { orders: (success, failure), .. } =
            self.code.program.functions[here.function as usize].code[here.pc as usize]
        else {
            return false;
        };
        let e1 = reads_of(&self.arena, e2.before).key;
        let same_place = strength_of(e1) != 0 && location_of(e1) == location_of(e2.key);
        // Whether it succeeds or fails, e1 could stand in its place.
        let weakest = strength(success).min(strength(failure));
        let no_stronger = !options.goes_on || strength_of(e1) <= weakest;
        let same_call = (then.function, then.below) == (here.function, here.below);
        let stops = self.code.stops(here.function);
        let confirms = stops.is_some_and(|stops| stops.confirms(Pc(then.pc), Pc(here.pc)));
        same_place && no_stronger && same_call && confirms && self.has_no_part(e2.before, &now)
    }

    /// Whether the compare-and-swap that a thread stands at succeeds if told `answer`. (To write
    /// what is there is no effect, but is a write.) It does as well if that is not known.
    fn writes(&mut self, from: State, answer: Answer) -> bool {
        let Some(frame) = frame_at(&self.arena, from.0 + TOP as u32) else { return true };
        let Inst::Cas { expected, size, .. } =
            self.code.program.functions[frame.function as usize].code[frame.pc as usize]
        else {
            return false;
        };
        let expected = frozen_value::<D>(frame.slots(&self.arena), &self.consts, expected);
        let found = value_of(&self.core.memory, answer);
        let domain = &self.core.memory.domain;
        match (domain.word(domain.lowest(found, size)), domain.word(domain.lowest(expected, size))) {
            (Ok(found), Ok(expected)) => compares(found, expected).unwrap_or(true),
            _ => true,
        }
    }

    /// Whether the thread would also have come there had it been told `answer` at `from`.
    fn comes_to(&mut self, at: At<'_>, from: State, answer: Answer, next: &Pending<State>) -> bool {
        if self.writes(from, answer) {
            return false;
        }
        let (log, arena) = (self.core.memory.log_length(), self.arena.len() as u32);
        let records = self.core.memory.records.take();
        let notes = self.core.memory.begin_to_note_apart();
        let there = self.run_to(at, from, answer);
        let same_notes = self.core.memory.end_to_note_apart(notes);
        self.core.memory.records = records;
        let same = same_notes
            && (there.op, there.site) == (next.op, next.site)
            && reads_of(&self.arena, there.state.0).past == from.0
            && self.is_same(there.state, next.state);
        self.core.memory.undo(log);
        self.truncate_arena(arena);
        self.live_state = State::NONE;
        same
    }

    /// [`threadbare_op::Foresight::is_back`] (K3).
    pub(super) fn is_back_but_for(&self, State(then): State, State(now): State, effects: u32) -> bool {
        if !self.leaves_redundant() || self.core.options.goes_on || self.core.memory.explores() {
            return false;
        }
        let (before, after) = (own_of(&self.arena, then), own_of(&self.arena, now));
        after.effects < MOST_EFFECTS
            && before.effects + effects == after.effects
            // Changes to memory of its own that is new do not count.
            && before.fresh.alive + after.fresh.alive == 0
            && stand_alike(&self.arena, then, now)
            && reads_of(&self.arena, then).key == reads_of(&self.arena, now).key
            && self.are_same_frames(then + TOP as u32, now + TOP as u32)
    }

    /// Whether what a thread does from now on is the same in both states, one with no more behind
    /// it than the other.
    fn is_same(&self, a: State, b: State) -> bool {
        // What they are about to read tells most apart.
        reads_of(&self.arena, a.0).key == reads_of(&self.arena, b.0).key
            && are_alike(&self.arena, a.0, b.0)
            && self.are_same_frames(a.0 + TOP as u32, b.0 + TOP as u32)
    }

    fn are_same_frames(&self, mut a: u32, mut b: u32) -> bool {
        while a != b {
            let (Some(one), Some(other)) = (frame_at(&self.arena, a), frame_at(&self.arena, b)) else { return false };
            let same_rest = one.rest() == other.rest() && one.tail(&self.arena) == other.tail(&self.arena);
            if !same_rest
                || !self.are_same_slots(one.function, one.pc, one.slots(&self.arena), other.slots(&self.arena))
            {
                return false;
            }
            (a, b) = (one.below, other.below);
        }
        true
    }

    fn are_same_slots(&self, function: u32, pc: u32, a: &[Value], b: &[Value]) -> bool {
        let shape = &self.code.shapes[function as usize];
        let Some(matter) = self.code.stops(function).and_then(|stops| stops.matter(Pc(pc))) else { return false };
        let same = |n: usize| a[n] == b[n];
        // Those who have gone round less often may do all that the others may.
        let count = |kept: Value| self.core.memory.bits(D::unpack(kept));
        let counted = |n: usize| count(a[n]) <= count(b[n]);
        a.len() == b.len()
            && matter.iter().all(|reg| same(reg.0 as usize))
            && (shape.loops..shape.seen).all(|n| counted(n as usize))
            && (shape.memory as usize..a.len()).all(same)
    }
}

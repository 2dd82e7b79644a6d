//! What an operation does, and which accesses race.

use super::{Event, FaultKey, Oracle, State, Thread, Use, fails, parties_key};
use crate::class::{Stands, Touched, number_of_child};
use crate::program::{Inst, Plain, Program, put};
use crate::values::Link;
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_op::{Addr, FaultKind, Outcome, SyncOp, ThreadId};

impl Oracle<'_> {
    /// What an operation does, and the item it reads from.
    pub(super) fn outcome(&mut self, state: &State, me: usize, object: usize, op: SyncOp) -> (Outcome, Option<usize>) {
        let id = ThreadId(state.threads[me].path as u32);
        let history = &state.objects[object];
        let last = &history[history.len() - 1];
        if op.is_wait() {
            let mine = history.iter().rposition(|step| step.1 == Some(me)).unwrap_or(0);
            for step in &history[mine..] {
                let outcome = self.sync.apply(step.0, op, id);
                if matches!(outcome, Outcome::Next { .. }) {
                    return (outcome, step.2);
                }
            }
        }
        (self.sync.apply(last.0, op, id), last.2)
    }

    /// The item that orders what reads from this one.
    pub(super) fn heard(&self, mut from: Option<usize>) -> Option<usize> {
        while let Some(item) = from
            && self.items[item].silent
        {
            from = self.items[item].from;
        }
        from
    }

    pub(super) fn item(&mut self, state: &mut State, me: usize, touched: Touched, from: Option<usize>) -> &mut Event {
        let thread = &mut state.threads[me];
        let (mut past, mut hb) = (0, 0);
        for before in [thread.last, from].into_iter().flatten() {
            past |= self.items[before].past | 1 << before;
        }
        let heard = if let Touched::Object(_) = touched { self.heard(from) } else { from };
        for before in [thread.last, heard].into_iter().flatten() {
            hb |= self.items[before].hb | 1 << before;
        }
        thread.last = Some(self.items.len());
        let site = Program::site(thread.body, thread.pc);
        let (read, written) = (None, None);
        let (faulty, hidden, uses, looks, link) = (false, false, None, false, Link::None);
        let silent = false;
        let item = Event {
            thread: me,
            site,
            touched,
            read,
            written,
            faulty,
            hidden,
            uses,
            looks,
            link,
            from,
            past,
            hb,
            silent,
        };
        self.items.push(item);
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// What an access finds, 0 if it is none; `None` if it is a fault.
    fn accessed(&mut self, state: &mut State, me: usize, inst: Inst) -> Option<u64> {
        let (thread, program) = (state.threads[me], self.program);
        match inst {
            Inst::Load { loc, .. } => self.access(state, me, program.atomic(loc).addr, true, |_| None),
            Inst::Store { loc, value, .. } => {
                let value = value.value(&thread.regs) & program.atomic(loc).mask();
                self.access(state, me, program.atomic(loc).addr, false, |_| Some(value))
            }
            Inst::Rmw { loc, op, operand, .. } => {
                let loc = program.atomic(loc);
                let operand = operand.value(&thread.regs) & loc.mask();
                self.access(state, me, loc.addr, true, |old| Some(op.apply(old, operand, loc.size)))
            }
            Inst::Cas { loc, expected, new, .. } => {
                let loc = program.atomic(loc);
                let (expected, new) = (expected.value(&thread.regs) & loc.mask(), new.value(&thread.regs) & loc.mask());
                self.access(state, me, loc.addr, true, |old| (old == expected).then_some(new))
            }
            Inst::PlainLoad { var, .. } | Inst::VarLoad { var, .. } => {
                self.access(state, me, program.variable(var).addr, true, |_| None)
            }
            Inst::PlainStore { var, value } | Inst::VarStore { var, value, .. } => {
                let value = value.value(&thread.regs);
                self.access(state, me, program.variable(var).addr, false, |_| Some(value))
            }
            Inst::VarAdd { var, operand, .. } => {
                let operand = operand.value(&thread.regs);
                self.access(state, me, program.variable(var).addr, true, |old| Some(old.wrapping_add(operand)))
            }
            _ => Some(0),
        }
    }

    /// `me` performs its next instruction, a visible one, and the invisible ones after it.
    pub(super) fn perform(&mut self, state: &mut State, me: usize, choice: u64) {
        let thread = state.threads[me];
        let Some(&inst) = self.program.inst(thread.body, thread.pc) else { return };
        let set = |state: &mut State, reg: u8, value| put(&mut state.threads[me].regs, reg, value);
        let Some(old) = self.accessed(state, me, inst) else { return };
        match inst {
            Inst::Load { reg, .. }
            | Inst::Rmw { reg, .. }
            | Inst::Cas { reg, .. }
            | Inst::PlainLoad { reg, .. }
            | Inst::VarLoad { reg, .. }
            | Inst::VarAdd { reg, .. } => set(state, reg, old),
            Inst::Store { .. } | Inst::PlainStore { .. } | Inst::VarStore { .. } => {}
            Inst::Sync { reg, object, op } => match self.operate(state, me, object, op) {
                Some(result) => set(state, reg, result),
                None => return,
            },
            Inst::Leave { object, .. } => {
                if self.operate(state, me, object, SyncOp::BarrierLeave).is_none() {
                    return;
                }
            }
            Inst::Spawn { slot, body } => {
                self.item(state, me, Touched::Nothing, None).link = Link::Spawns(state.threads.len());
                self.spawn(state, me, slot, body);
            }
            Inst::Join { slot } => {
                let last = thread.slots[usize::from(slot)].and_then(|child| state.threads[child].last);
                let link = thread.slots[usize::from(slot)].map_or(Link::None, Link::Joins);
                self.item(state, me, Touched::Nothing, last).link = link;
            }
            Inst::Choice { reg, .. } => {
                self.item(state, me, Touched::Nothing, None).read = Some(choice);
                set(state, reg, choice);
            }
            _ => {
                self.item(state, me, Touched::Nothing, None);
            }
        }
        state.threads[me].pc += 1;
        state.threads[me].effects += u32::from(self.lasts(inst));
        self.settle(state, me);
    }

    /// Whether the newest item, which comes from `inst`, has changed something.
    pub(super) fn lasts(&self, inst: Inst) -> bool {
        let Some(Event { read, written, .. }) = self.items.last() else { return true };
        match inst {
            Inst::Load { .. }
            | Inst::PlainLoad { .. }
            | Inst::VarLoad { .. }
            | Inst::Fence { .. }
            | Inst::Leave { .. } => false,
            Inst::Rmw { .. } | Inst::Cas { .. } | Inst::VarAdd { .. } => written.is_some() && read != written,
            Inst::Sync { op, .. } => read.is_none_or(|result| !op.only_looked(result)),
            _ => true,
        }
    }

    /// A visible access: the old value, or `None` if it is a race.
    pub(super) fn access(
        &mut self,
        state: &mut State,
        me: usize,
        addr: Addr,
        reads: bool,
        write: impl FnOnce(u64) -> Option<u64>,
    ) -> Option<u64> {
        let held = state.memory.get(&addr).copied();
        let var = self.program.variable_at(addr).filter(|_| self.program.plain == Plain::Report);
        let old = match (var, held) {
            (Some(var), _) => state.variables[var],
            (None, Some(cell)) => cell.0,
            (None, None) => self.program.initial(addr),
        };
        let written = write(old);
        let place = self.items.len();
        let own = state.threads[me].last.map_or(0, |last| self.items[last].hb | 1 << last);
        self.item(state, me, Touched::Memory(addr), held.map(|cell| cell.1).filter(|_| reads));
        if let Some(var) = var {
            let Thread { body, pc, .. } = state.threads[me];
            let inst = self.program.inst(body, pc);
            let atomic = !matches!(inst, Some(Inst::PlainLoad { .. } | Inst::PlainStore { .. }));
            let is_heard = |writer: usize| self.items[writer].uses.is_none_or(|writer| writer.atomic);
            if !(atomic && held.is_none_or(|(_, writer)| is_heard(writer))) {
                self.items[place].hb = own;
            }
            if self.races(state, Use { var, writes: written.is_some(), atomic }) {
                return None;
            }
            state.variables[var] = written.unwrap_or(old);
            let bits = &mut state.atomically[var];
            *bits = (bits.0 || atomic && written.is_none(), bits.1 || atomic && written.is_some());
        }
        let item = &mut self.items[place];
        item.read = reads.then_some(old);
        item.written = written;
        if let Some(value) = written {
            state.memory.insert(addr, (value, place));
        }
        Some(old)
    }

    /// Whether the last item, such an access, races with an earlier one. Then it is a fault.
    pub(super) fn races(&mut self, state: &mut State, this: Use) -> bool {
        let own = self.items.len() - 1;
        self.items[own].uses = Some(this);
        let Event { hb, thread: me, .. } = self.items[own];
        let races = |(place, other): &(usize, &Event)| {
            other.thread != me
                && !other.faulty
                && hb & 1 << place == 0
                && other.uses.is_some_and(|other| {
                    other.var == this.var && (other.writes || this.writes) && !(other.atomic && this.atomic)
                })
        };
        let party = |item: &Event| (self.paths[state.threads[item.thread].path].clone(), item.site);
        let mine = &self.items[own];
        let pair = |(_, other)| parties_key(FaultKind::DataRace, BTreeSet::from([party(mine), party(other)]));
        let found: Vec<FaultKey> = self.items[..own].iter().enumerate().filter(races).map(pair).collect();
        if found.is_empty() {
            return false;
        }
        self.truth.faults.extend(found);
        self.items[own].faulty = true;
        state.threads[me].stands = Stands::Fault;
        true
    }

    /// The result, or `None` if it is a fault.
    pub(super) fn operate(&mut self, state: &mut State, me: usize, object: usize, op: SyncOp) -> Option<u64> {
        let (outcome, from) = self.outcome(state, me, object, op);
        let place = self.items.len();
        let touched = if op.is_wait() { Touched::Nothing } else { Touched::Object(self.program.object(object)) };
        let held = state.objects[object].last().map(|step| step.0);
        let own = state.threads[me].last.map_or(0, |last| self.items[last].hb | 1 << last);
        let item = self.item(state, me, touched, from);
        if let Outcome::Next { state: next, result } = outcome {
            if fails(op, result) {
                (item.silent, item.hb) = (true, own);
            }
            item.read = Some(result);
            item.looks = held == Some(next);
            if !op.is_wait() {
                Rc::make_mut(&mut state.objects[object]).push((next, Some(me), Some(place)));
            }
            return Some(result);
        }
        item.faulty = true;
        self.fault(state, me, FaultKind::SyncMisuse);
        None
    }

    pub(super) fn spawn(&mut self, state: &mut State, me: usize, slot: u8, body: usize) {
        let parent = &mut state.threads[me];
        let number = number_of_child(&mut self.paths, parent.path, parent.children);
        parent.children += 1;
        let child = state.threads.len();
        let last = state.threads[me].last;
        state.threads[me].slots[usize::from(slot)] = Some(child);
        state.threads.push(Thread::new(number, body, last));
        self.settle(state, child);
    }

    pub(super) fn fault(&mut self, state: &mut State, me: usize, kind: FaultKind) {
        let thread = &mut state.threads[me];
        thread.stands = Stands::Fault;
        let has_run = thread.last.is_some_and(|last| self.items[last].thread == me);
        let site = Program::site(thread.body, thread.pc);
        let thread = self.paths[thread.path].clone();
        let fault = FaultKey { kind, thread, site, parties: BTreeSet::new() };
        if !state.failed {
            let least = self.truth.first.entry(fault.clone()).or_insert(state.cost);
            *least = least.least(state.cost);
        }
        state.failed |= has_run;
        state.faults.insert(fault.clone());
        self.truth.faults.insert(fault);
    }
}

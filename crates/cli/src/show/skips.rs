//! What threads did not write, since they had seen something that led them another way; and what
//! their code writes at all.

use super::step::Step;
use crate::places::{Places, inst_at};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use threadbare_machine::{Machine, Owner};
use threadbare_op::{Site, ThreadId};
use threadbare_program::{
    Decided, Decides, FuncId, GlobalId, Inst, Pc, Program, Target, argument, taken_variables, writes,
};
use threadbare_report::{Place, ThreadInfo, Touched, Write};

/// Results are followed into so many callers.
const MOST_CALLERS: usize = 4;

/// Of a write whose size is not known so many bytes are looked at.
const MOST_BYTES: u64 = 1 << 12;

/// What each thread runs, and what it was started with, by its number.
pub(super) type Started = BTreeMap<u32, (FuncId, Option<u64>)>;

/// A thread, where it stands, and its calls.
type Stack = (ThreadId, Site, Vec<Site>);

/// Adds to each step what its thread does not write because of it.
pub(super) fn find(machine: &Machine, steps: &mut [Step], started: &Started) {
    let mut known = Known { own: own_variables(steps), ..Known::new(machine, started) };
    // By thread and site: the next step there.
    let mut next: BTreeMap<(u32, Site), usize> = BTreeMap::new();
    for at in (0..steps.len()).rev() {
        let step = &steps[at];
        let own = |site: Site| next.get(&(step.row.thread, site)).copied();
        let until = own(step.site).unwrap_or(usize::MAX);
        // To try once more is not to go another way.
        let is_skipped = |site: Site| site != step.site && own(site).is_none_or(|write| write > until);
        let skips = known.skips(step, is_skipped);
        next.insert((step.row.thread, step.site), at);
        steps[at].row.skips = skips;
    }
    mark_pointed(machine, steps);
}

/// Marks the steps on variables that code does not only come to by their names.
fn mark_pointed(machine: &Machine, steps: &mut [Step]) {
    let program = machine.program();
    let taken = taken_variables(program);
    let named = (0..).map(GlobalId).take(program.globals.len()).filter(|global| !taken.contains(global));
    let named: BTreeSet<u64> = named.filter_map(|global| machine.global(global)).collect();
    for step in steps {
        let object = step.at.as_ref().filter(|at| at.owner == Owner::Global).map(|at| at.object);
        let is_named = object.is_some_and(|object| named.contains(&object));
        step.row.pointed = (!is_named && step.unit > 0).then_some(step.unit);
    }
}

/// By thread: what others touch of its own variables.
fn own_variables(steps: &[Step]) -> BTreeMap<u32, Vec<Touched>> {
    let mut own: BTreeMap<u32, Vec<Touched>> = BTreeMap::new();
    for step in steps {
        let owner = step.at.as_ref().map(|at| at.owner);
        let (Some(Owner::Local(ThreadId(owner))), Some(touched)) = (owner, step.row.touched) else { continue };
        let known = own.entry(owner).or_default();
        if owner != step.row.thread && !known.contains(&touched) {
            known.push(touched);
        }
    }
    own
}

/// Adds to the threads what their code writes, come to or not. `stacks`: where each of them stands,
/// with its calls.
pub(super) fn may_write(
    machine: &Machine,
    places: &Places<'_>,
    threads: &mut [ThreadInfo],
    (stacks, started): (&[Stack], &Started),
) {
    let outermost = |(thread, site, stack): &Stack| {
        let own = stack.iter().rev().chain([site]).find(|site| !places.is_runtime(**site));
        let (function, _) = own.and_then(|site| machine.program().locate(*site))?;
        Some((thread.0, (function, None)))
    };
    // What starts in the libraries is the program's from its outermost function on.
    let mut all_started: Started = stacks.iter().filter_map(outermost).collect();
    let is_own =
        |(_, (function, _)): &(&u32, &(FuncId, Option<u64>))| !machine.program().functions[function.index()].runtime;
    all_started.extend(started.iter().filter(is_own).map(|(thread, own)| (*thread, *own)));
    let started = &all_started;
    let known = Known::new(machine, started);
    let mut all: BTreeMap<FuncId, Vec<Decided>> = BTreeMap::new();
    for (&thread, (function, _)) in started {
        let Some(info) = threads.get_mut(thread as usize) else { continue };
        let writes = all.entry(*function).or_insert_with(|| writes(known.program, *function));
        let one = |write: &Decided| {
            let place = places.place(places.users(write.site, &[]).0);
            known.told(write, (thread, None), &[]).into_iter().map(move |write| (write, place.clone()))
        };
        info.may_write = writes.iter().flat_map(one).collect::<Vec<(Write, Option<Place>)>>();
    }
}

/// What instructions decide, each looked at once.
struct Known<'p> {
    machine: &'p Machine,
    program: &'p Program,
    started: &'p Started,
    own: BTreeMap<u32, Vec<Touched>>,
    decides: BTreeMap<Site, Rc<Decides>>,
    /// Where the arguments of calls lead.
    arguments: RefCell<BTreeMap<(Site, u32), Target>>,
}

impl<'p> Known<'p> {
    fn new(machine: &'p Machine, started: &'p Started) -> Self {
        let (own, decides) = (BTreeMap::new(), BTreeMap::new());
        Self { machine, program: machine.program(), started, own, decides, arguments: RefCell::default() }
    }

    /// What a step decides about of which it `is_skipped`.
    fn skips(&mut self, step: &Step, is_skipped: impl Fn(Site) -> bool) -> Vec<Write> {
        let mut skips = Vec::new();
        let callers = match step.callers.iter().position(|caller| *caller == step.site) {
            Some(itself) => &step.callers[itself + 1..],
            None => &step.callers[..],
        };
        for level in 0..MOST_CALLERS.min(callers.len() + 1) {
            let site = if level == 0 { step.site } else { callers[level - 1] };
            let Some((function, pc)) = self.program.locate(site) else { break };
            let decides = self.decides.entry(site).or_insert_with(|| Rc::new(Decides::of(self.program, function, pc)));
            let decides = Rc::clone(decides);
            for write in decides.writes.iter().filter(|write| is_skipped(write.site)) {
                let touched = step.row.touched.filter(|_| level == 0);
                for told in self.told(write, (step.row.thread, touched), &callers[level..]) {
                    if !skips.contains(&told) {
                        skips.push(told);
                    }
                }
            }
            // Functions of the libraries return what they have found in whatever way.
            if !decides.returns && !self.program.functions[function.index()].runtime {
                break;
            }
        }
        skips
    }

    /// What is written; `callers`: of the function that the step is in, which has touched that.
    fn told(&self, write: &Decided, (thread, touched): (u32, Option<Touched>), callers: &[Site]) -> Vec<Write> {
        let copies = matches!(
            inst_at(self.program, write.site),
            Some(Inst::MemCopy { .. } | Inst::MemMove { .. } | Inst::MemSet { .. })
        );
        let anywhere = Write::Anywhere(if copies { 0 } else { write.size });
        let at = |addr: u64, offset: i64| match (addr.checked_add_signed(offset), write.size) {
            (None, _) => anywhere,
            (Some(addr), 0) => Write::Within(Touched { addr, size: MOST_BYTES, writes: true }),
            (Some(addr), size) => Write::To(Touched { addr, size, writes: true }),
        };
        let one = match write.target {
            Target::Global(global, offset) => self.whole(global).map(|(addr, _)| at(addr, offset)),
            Target::Within(global) => {
                self.whole(global).map(|(addr, size)| Write::Within(Touched { addr, size, writes: true }))
            }
            Target::Beside(offset) => touched.map(|touched| at(touched.addr, offset)),
            Target::Own => {
                let own = self.own.get(&thread).into_iter().flatten();
                return own.map(|own| Write::Within(Touched { writes: true, ..*own })).collect();
            }
            Target::Argument(number, offset) => {
                Some(self.argument(thread, callers, (number, offset)).map_or(anywhere, |addr| at(addr, 0)))
            }
            Target::Anywhere => Some(anywhere),
        };
        one.into_iter().collect()
    }

    fn whole(&self, global: GlobalId) -> Option<(u64, u64)> {
        Some((self.machine.global(global)?, self.program.globals.get(global.index())?.size))
    }

    /// Where an argument of a function led, that was called from there.
    fn argument(&self, thread: u32, callers: &[Site], (number, offset): (u32, i64)) -> Option<u64> {
        let Some((&caller, callers)) = callers.split_first() else {
            let (_, argument) = self.started.get(&thread)?;
            return argument.filter(|_| number == 0)?.checked_add_signed(offset);
        };
        let (function, call): (FuncId, Pc) = self.program.locate(caller)?;
        if self.program.functions[function.index()].runtime {
            return None;
        }
        let leads = || argument(self.program, function, call, number);
        let leads = *self.arguments.borrow_mut().entry((caller, number)).or_insert_with(leads);
        match leads {
            Target::Global(global, more) => self.machine.global(global)?.checked_add_signed(offset.checked_add(more)?),
            Target::Argument(outer, more) => self.argument(thread, callers, (outer, offset.checked_add(more)?)),
            _ => None,
        }
    }
}

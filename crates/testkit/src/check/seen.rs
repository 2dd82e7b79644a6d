//! An execution as its schedule shows it in a replay.

use crate::class::{Class, End, Item, Standing, Stands, Touched, class, read_in_vain};
use crate::coarse::misuse_number;
use crate::execution::Execution;
use crate::oracle::{FaultKey, Final, parties_key};
use crate::program::Program;
use crate::toy::{Frozen, Toy};
use crate::values::{Link, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use threadbare_explore::{Ending, Replayed, ReplayedEnd, replay};
use threadbare_op::{
    Addr, Answer, Details, Fault, FaultId, FaultKind, Op, Outcome, Schedule, SyncId, System, ThreadId, Word,
};

/// What a replayed schedule turns out to be.
pub(crate) struct Seen {
    pub(crate) end: Option<End>,
    pub(crate) class: Class,
    /// Its class, if read-modify-writes in vain are not taken for reads.
    pub(crate) trace: Class,
    /// For the other classes that it is in.
    pub(crate) execution: Execution,
    pub(crate) last: Final,
    pub(crate) faults: Vec<(Fault, FaultKey)>,
}

/// What is noted of an event besides its item.
pub(super) struct Mark {
    /// Whether it leaves a synchronisation object as it was.
    looks: bool,
    spawns: Option<ThreadId>,
    joins: Option<ThreadId>,
}

/// What a replay is seen to do, event by event.
#[derive(Default)]
struct Watched {
    events: Vec<(ThreadId, Item)>,
    memory: BTreeMap<Addr, u64>,
    objects: BTreeMap<Addr, SyncId>,
    marks: Vec<Mark>,
    misuses: Vec<u64>,
}

impl Watched {
    fn note(&mut self, toy: &mut Toy, event: &Replayed<Frozen>) {
        let touched = Touched::by(&event.op);
        let read = match event.answer {
            Some(Answer::Value(value)) => Some(value.number()),
            Some(Answer::Result(result)) => Some(result),
            _ => None,
        };
        let (site, written, faulty) = (event.site, event.written.map(Word::number), event.answer.is_none());
        if let (Touched::Memory(addr), Some(value)) = (touched, written) {
            self.memory.insert(addr, value);
        }
        self.events.push((event.thread, Item { thread: 0, site, touched, read, written, faulty }));
        let (mut looks, mut misuse) = (false, 0);
        if let (Op::Sync { object, op }, Touched::Object(_)) = (event.op, touched) {
            let held = *self.objects.entry(object).or_insert_with(|| toy.initial_sync(object));
            match toy.sync().apply(held, op, event.thread) {
                Outcome::Next { state, .. } => {
                    looks = held == state;
                    self.objects.insert(object, state);
                }
                Outcome::Misuse(why) => misuse = misuse_number(why),
                Outcome::Blocked => {}
            }
        }
        let spawns = match event.answer {
            Some(Answer::Thread(child)) => Some(child),
            _ => None,
        };
        let joins = match event.op {
            Op::Join { thread } => Some(thread),
            _ => None,
        };
        self.misuses.push(misuse);
        self.marks.push(Mark { looks, spawns, joins });
    }
}

/// Replays a schedule, by way of its text, on a fresh toy.
pub(crate) fn see(program: &Rc<Program>, schedule: &Schedule) -> Result<Seen, String> {
    let text = schedule.to_string();
    let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
    if parsed != *schedule {
        return Err(format!("{text}: is read as {parsed}"));
    }
    let mut toy = Toy::new(program);
    let mut watched = Watched::default();
    let mut watch = |toy: &mut Toy, event: &Replayed<Frozen>| watched.note(toy, event);
    let replayed = replay(&mut toy, schedule, &mut watch).map_err(|e| format!("{text}: {e}"))?;
    let Watched { events, memory, marks, misuses, .. } = watched;
    let numbers: Vec<_> = replayed.threads.iter().map(|t| t.thread).collect();
    let place = |thread: ThreadId| numbers.binary_search(&thread).unwrap_or(usize::MAX);
    let mut items: Vec<Item> =
        events.into_iter().map(|(thread, item)| Item { thread: place(thread), ..item }).collect();
    let step = |(item, mark): (&Item, Mark)| {
        let Item { thread, site, touched, read, written, faulty } = *item;
        let link = match (mark.spawns, mark.joins) {
            (Some(child), _) => Link::Spawns(place(child)),
            (_, Some(child)) => Link::Joins(place(child)),
            _ => Link::None,
        };
        Step { thread, site, touched, read, written, looks: mark.looks, faulty, link }
    };
    let steps: Vec<Step> = items.iter().zip(marks).map(step).collect();
    let paths: Vec<_> = numbers.iter().map(|thread| toy.path(*thread)).collect();
    let threads: Vec<_> = (replayed.threads.iter().zip(&paths))
        .map(|(t, path)| Standing { path, stands: Stands::at(&t.pending.op), site: t.pending.site })
        .collect();
    let regs = replayed.threads.iter().map(|t| toy.registers(t.pending.state));
    let mut last: Vec<_> = threads.iter().zip(regs).map(|(t, regs)| (t.path.to_vec(), t.stands, regs)).collect();
    last.sort();
    let end = replayed.ending.map(|ending| match ending {
        Ending::Complete => End::Complete,
        Ending::Blocked if replayed.threads.iter().any(|t| t.stale) => End::Stale,
        Ending::Blocked | Ending::Abandoned(_) => End::Blocked,
        Ending::Deadlock(_) => End::Deadlock,
    });
    let ended = end.unwrap_or(End::Blocked);
    let trace = class(&items, ended, &threads);
    let class = if read_in_vain(&mut items, &threads) { class(&items, ended, &threads) } else { trace.clone() };
    let threads = threads.iter().map(|t| (t.path.to_vec(), t.stands, t.site)).collect();
    Ok(Seen {
        end,
        class,
        trace,
        execution: Execution { steps, misuses, threads, end: ended },
        last: Final { memory, variables: toy.variables(), threads: last },
        faults: replayed.faults.iter().map(|f| (toy.fault(f.0).clone(), fault_key(&toy, &replayed, f.0))).collect(),
    })
}

/// The key of a fault, which a replay of its schedule, by way of its text, must show. Of a race it
/// must show one.
pub(crate) fn shown(program: &Rc<Program>, toy: &Toy, id: FaultId, schedule: &Schedule) -> Result<FaultKey, String> {
    let text = schedule.to_string();
    let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
    let mut again = Toy::new(program);
    let mut watch = |_: &mut Toy, _: &Replayed<Frozen>| {};
    let end = replay(&mut again, &parsed, &mut watch).map_err(|e| format!("{text}: {e}"))?;
    let fault = System::fault(toy, id);
    let is_race = fault.kind == FaultKind::DataRace;
    let same = |other: &Fault| other == fault || is_race && other.kind == FaultKind::DataRace;
    if !end.faults.iter().any(|found| same(System::fault(&again, found.0))) {
        return Err(format!("{text}: replayed without the fault {fault:?}"));
    }
    let Details::Waits(waits) = &fault.details else { return Ok(own_key(if is_race { toy } else { &again }, fault)) };
    let waits = |thread: ThreadId| waits.iter().any(|wait| wait.thread == thread);
    let waiting = end.threads.iter().filter(|t| t.waits && waits(t.thread));
    Ok(parties_key(fault.kind, waiting.map(|t| (again.path(t.thread), t.pending.site)).collect()))
}

pub(super) fn fault_key<St>(toy: &Toy, end: &ReplayedEnd<St>, id: FaultId) -> FaultKey {
    let fault = System::fault(toy, id);
    if matches!(fault.kind, FaultKind::Deadlock | FaultKind::Liveness) {
        let waiting = end.threads.iter().filter(|t| t.waits);
        return parties_key(fault.kind, waiting.map(|t| (toy.path(t.thread), t.pending.site)).collect());
    }
    own_key(toy, fault)
}

/// The key of a fault that says everything itself.
pub(super) fn own_key(toy: &Toy, fault: &Fault) -> FaultKey {
    let (thread, site) = (toy.path(fault.thread), fault.site);
    match &fault.other {
        Some(other) => parties_key(fault.kind, BTreeSet::from([(thread, site), (toy.path(other.thread), other.site)])),
        None => FaultKey { kind: fault.kind, thread, site, parties: BTreeSet::new() },
    }
}

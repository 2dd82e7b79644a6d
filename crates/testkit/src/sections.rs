//! `optimal` with sections that are events, and operations that commute, against the oracle and
//! against itself with everything in order: every final state and fault, and each class once.
//!
//! Classes are those of [`crate::class`], except that of the order of the operations on a lock only
//! this is kept: of two sections in which nothing but plain accesses is done, if they conflict; of
//! anything else, always; of operations that are alike nothing. What sections touch is noted while a
//! schedule is replayed.

use crate::check::{
    Failure, Summary, Told, check_coverage, check_faults, check_programs, real_faults, run_guarded_on, see,
};
use crate::class::{Class, End};
use crate::explorers;
use crate::generate::Profile;
use crate::oracle::{Truth, truth_by_classes};
use crate::program::{Inst, Program};
use crate::toy::{Frozen, Toy};
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_explore::{Replayed, ReplayedEnd, replay};
use threadbare_op::{Addr, Alike, Answer, Commute, Op, Schedule, SyncOp, ThreadId, Touched};

/// Checks `count` random programs; says as well how many executions there were with locks in order,
/// and with sections.
///
/// # Errors
/// The first program on which something is wrong, made small.
pub fn check_sections(profile: &Profile, count: u64, seed: u64) -> Result<(Summary, [usize; 2]), Box<Failure>> {
    let numbers = std::cell::Cell::new([0; 2]);
    let wrong = |program: &Rc<Program>, truth: &Truth| match check(program, truth) {
        Ok(found) => {
            let [ordered, sections] = numbers.get();
            numbers.set([ordered + found[0], sections + found[1]]);
            None
        }
        Err(why) => Some(why),
    };
    let summary = check_programs(profile, count, seed, truth_by_classes, wrong)?;
    Ok((summary, numbers.get()))
}

/// Checks one program; the numbers of executions.
///
/// # Errors
/// What is wrong.
pub fn check(program: &Rc<Program>, truth: &Truth) -> Result<[usize; 2], String> {
    let limit = 4 * truth.classes.len() + 1000;
    let make: &dyn Fn() -> _ = &explorers::optimal;
    let (toy, told, coverage) = run_guarded_on(make, || Toy::with_sections(program), limit)?;
    check_coverage(truth, &coverage)?;
    let faults = real_faults(program, truth, &toy, &told)?;
    check_faults(truth, &faults, crate::check::Promise::Once)?;
    if truth.is_racy() {
        return Ok([0, 0]);
    }
    let (_, ordered, _) = run_guarded_on(make, || Toy::new(program), limit)?;
    let mut finals = BTreeSet::new();
    for schedule in ends(&told) {
        let seen = see(program, schedule)?;
        if seen.end != Some(End::Stale) {
            finals.insert(seen.last);
        }
    }
    if finals != truth.finals {
        return Err(format!("{} final states of {}", finals.len(), truth.finals.len()));
    }
    let classes = |told: &Told| -> Result<Vec<Class>, String> { ends(told).map(|s| class_of(program, s)).collect() };
    let (coarse, all) = (classes(&told)?, classes(&ordered)?);
    let (set, all_set): (BTreeSet<_>, BTreeSet<_>) = (coarse.iter().collect(), all.iter().collect());
    if set != all_set {
        let strange = set.difference(&all_set).count();
        return Err(format!("{} of {} classes, {strange} of them strange", set.len(), all_set.len()));
    }
    // Where the search has begun again, locks are in order. And one that is said to have lost its owner,
    // by who never had it, may be explored in vain.
    let has_none = |inst: &Inst| matches!(inst, Inst::Sync { op: SyncOp::MutexOwnerDied, .. });
    let is_strange = program.bodies.iter().flatten().any(has_none);
    if set.len() != coarse.len() && !told.afresh && !is_strange {
        return Err(format!("{} executions of {} classes", coarse.len(), set.len()));
    }
    Ok([all.len(), coarse.len()])
}

fn ends(told: &Told) -> impl Iterator<Item = &Schedule> {
    told.complete.iter().chain(&told.blocked)
}

/// An event of a replay.
struct Noted {
    thread: ThreadId,
    op: Op,
    answer: Option<Answer>,
    /// With what it commutes.
    alike: Option<Alike>,
    text: String,
    /// What is touched after it.
    footprint: Vec<Touched>,
}

/// The class of an execution.
fn class_of(program: &Rc<Program>, schedule: &Schedule) -> Result<Class, String> {
    let mut toy = Toy::with_sections(program);
    let mut noted: Vec<Noted> = Vec::new();
    let mut watch = |toy: &mut Toy, event: &Replayed<Frozen>| {
        let mut text = format!("{} {:?} {:?} {:?}", event.site.0, event.op, event.answer, event.written);
        let alike = program.alike(event.site);
        if alike.is_some_and(|alike| alike != Alike::Arrival) {
            text = format!("{} {:?}", event.site.0, event.op);
        }
        if matches!(event.op, Op::Spawn) {
            text = format!("{}", event.site.0);
        }
        // The epoch of what comes after an event.
        let footprint = toy.touched(event.thread, event.index + 2).collect();
        let answer = event.answer;
        noted.push(Noted { thread: event.thread, op: event.op, answer, alike, text, footprint });
    };
    let replayed = replay(&mut toy, schedule, &mut watch).map_err(|e| format!("{schedule}: {e}"))?;
    Ok(described(&toy, &noted, &replayed))
}

fn described(toy: &Toy, events: &[Noted], replayed: &ReplayedEnd<Frozen>) -> Class {
    let mut names: Vec<(Vec<u32>, usize)> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let place = events[..at].iter().filter(|other| other.thread == event.thread).count();
        names.push((toy.path(event.thread), place));
    }
    let mut parts: Vec<String> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        parts.push(format!("{:?}: {}", names[at], event.text));
    }
    // Which section each event belongs to, if that is a leaf.
    let leaves: Vec<Option<Vec<Touched>>> = (0..events.len()).map(|at| leaf_at(toy, events, at)).collect();
    let is_end = |at: usize| {
        (0..at).rev().find(|&before| events[before].thread == events[at].thread).is_some_and(|b| leaves[b].is_some())
    };
    for (at, event) in events.iter().enumerate() {
        let Some(addr) = ordered(&event.op).filter(|_| !is_end(at)) else { continue };
        for (other, before) in events[..at].iter().enumerate() {
            if ordered(&before.op) != Some(addr) || is_end(other) {
                continue;
            }
            let depends = match (&leaves[other], &leaves[at]) {
                (Some(a), Some(b)) => conflict(a, b),
                _ if event.alike.is_some() && event.alike == before.alike => false,
                _ => is_write(before) || is_write(event),
            };
            if depends {
                parts.push(format!("{:?} < {:?}", names[other], names[at]));
            }
        }
    }
    for thread in &replayed.threads {
        parts.push(format!("end {:?} {:?} {:?}", toy.path(thread.thread), thread.pending.site, thread.waits));
    }
    parts.sort();
    Class(parts.join("\n").into_bytes())
}

/// What the leaf section touches that begins with this event, if it does.
fn leaf_at(toy: &Toy, events: &[Noted], at: usize) -> Option<Vec<Touched>> {
    let Op::Sync { object, op } = events[at].op else { return None };
    let done = |event: &Noted| event.answer == Some(Answer::Result(0));
    let is_lock = |event: &Noted| matches!(event.op, Op::Sync { op, .. } if toy.may_be_events(op));
    if !toy.may_be_events(op) {
        return None;
    }
    let own = || events[..at].iter().filter(|event| event.thread == events[at].thread);
    let held = |event: &&Noted| matches!(event.op, Op::Sync { object: other, .. } if other == object) && done(event);
    // A lock that can be taken again.
    let (taken, left): (Vec<_>, Vec<_>) = own().filter(held).partition(|event| is_lock(event));
    if taken.len() != left.len() {
        return None;
    }
    let next = events[at + 1..].iter().find(|event| event.thread == events[at].thread)?;
    let releases =
        matches!(next.op, Op::Sync { object: other, op: SyncOp::MutexUnlock | SyncOp::SpinUnlock } if other == object);
    (releases && done(&events[at]) && done(next)).then(|| events[at].footprint.clone())
}

fn conflict(a: &[Touched], b: &[Touched]) -> bool {
    let pair =
        |x: &Touched, y: &Touched| x.word == y.word && (x.writes & (y.reads | y.writes) | x.reads & y.writes) != 0;
    a.iter().any(|x| b.iter().any(|y| pair(x, y)))
}

/// Of the operations on what the order of an event counts.
fn ordered(op: &Op) -> Option<Addr> {
    match *op {
        Op::Sync { object, op } if !op.is_wait() => Some(object),
        _ => op.loc().map(|loc| loc.addr),
    }
}

fn is_write(event: &Noted) -> bool {
    match event.op {
        Op::Load { .. } => false,
        Op::Cas { .. } | Op::Rmw { .. } => !event.text.ends_with("None"),
        _ => true,
    }
}

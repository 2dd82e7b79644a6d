//! What a fault of a weak memory model needs, and what removes it.
//!
//! * The line from the strongest model to the weakest: under which of the stronger models the same
//!   fault is possible: by the execution that was found, or another ([`crate::probe`]).
//! * Orders that remove it. The candidates are the atomic accesses and fences of the execution that
//!   shows it, as far as the model takes notice of their orders: under rc11 and pso all, under tso
//!   stores and fences, under ra fences; of many, only fences, accesses of memory of which the
//!   execution reads or writes what is old, and from which write to which read the thread that does
//!   so was told before that; or, where that does not do, without these last; and then with those
//!   of the same functions that the execution has not come to. If the fault is gone with all of
//!   them `seq_cst`, those that are not needed are taken back one after another, so that none of
//!   the rest can be spared; then, under rc11 and pso, release and acquire are tried in place of
//!   `seq_cst`: everywhere, or else at one place after the other; and of a relaxed
//!   read-modify-write one of both. Of a compare-and-swap one of its two orders is tried alone,
//!   that on failure first.
//!
//! Only what an exploration has shown is said. Other faults may remain.
//!
//! Not covered: fences that are not there; bounds; what several places can do in place of others
//! (the set is not the smallest one).

use crate::probe::Probe;
use crate::task::Subject;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use threadbare_explore::{Replayed, replay};
use threadbare_machine::Machine;
use threadbare_op::{Model, Order, Schedule, Site, System, ThreadId};
use threadbare_program::{FuncId, Inst, Pc, Program};

/// Fewer accesses are understood; more are not tried.
const MOST: usize = 6;
const MOST_CANDIDATES: usize = 12;

/// Whether the same fault is possible under a stronger memory model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stronger {
    /// Which.
    pub model: Model,
    /// `None` if that was not found out in time.
    pub possible: Option<bool>,
    /// How long it was looked for.
    pub time: Duration,
    /// The limit that was met, or what else kept it from being found out although there was time.
    pub obstacle: Option<&'static str>,
}

/// A stronger order of an atomic access or a fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strengthened {
    /// Which.
    pub site: Site,
    /// With this one.
    pub order: Order,
    /// Whether that is the order of a compare-and-swap that fails.
    pub on_failure: bool,
}

/// From the strongest, up to the first under which it is possible. `is_shown`: whether the execution
/// that was found is one of that model, and shows the fault there, which needs no search.
#[must_use]
pub fn stronger_models(probe: &Probe<'_>, is_shown: &dyn Fn(Model) -> bool) -> Vec<Stronger> {
    let Subject { model, program, .. } = probe.subject;
    let models: &[Model] = match model {
        Model::Sc => &[],
        Model::Tso => &[Model::Sc],
        Model::Pso | Model::Ra => &[Model::Sc, Model::Tso],
        Model::Rc11 => &[Model::Sc, Model::Tso, Model::Ra],
    };
    let mut told = Vec::new();
    for &stronger in models {
        if probe.stop.reason().is_some() {
            break;
        }
        let begun = Instant::now();
        let (possible, obstacle) = if is_shown(stronger) { (Some(true), None) } else { probe.look(stronger, program) };
        told.push(Stronger { model: stronger, possible, time: begun.elapsed(), obstacle });
        if possible == Some(true) {
            break;
        }
    }
    told
}

/// An access or a fence that can be made stronger.
#[derive(Clone, Copy)]
struct Candidate {
    site: Site,
    /// The weakest order that is tried: as in release and acquire.
    half: Order,
    /// A fence, an access of memory of which something old is read or written, or one by which the
    /// thread that does so was told something before.
    is_close: bool,
    /// The same without the latter.
    is_old: bool,
    /// Which of the orders of a compare-and-swap.
    side: Side,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Success,
    Failure,
}

/// The accesses that remove the fault, with the orders that do; empty if none are known.
/// `schedule` shows the fault, on machines like this one.
#[must_use]
pub fn strengthen(probe: &Probe<'_>, machine: &Machine, schedule: &Schedule) -> Vec<Strengthened> {
    let Subject { model, program, .. } = probe.subject;
    let mut candidates = candidates(schedule, program, machine);
    candidates.retain(|c| inst_at(program, c.site).is_some_and(|inst| matters(*model, inst)));
    let removes =
        |tried: &[(Candidate, Order)]| probe.is_possible(*model, &Arc::new(with(program, tried))) == Some(false);
    let all = |group: Vec<Candidate>| group.into_iter().map(|c| (c, Order::SeqCst)).collect::<Vec<_>>();
    let wider = with_rest(program, &candidates, |inst| matters(*model, inst));
    let Some(mut needed) = groups(candidates, wider).into_iter().map(all).find(|tried| removes(tried)) else {
        return Vec::new();
    };
    if let Some(one) = needed.iter().find(|one| needed.len() > 1 && removes(&[**one])) {
        needed = vec![*one];
    }
    let mut at = 0;
    while at < needed.len() && needed.len() > 1 {
        let mut fewer = needed.clone();
        fewer.remove(at);
        if removes(&fewer) {
            needed = fewer;
        } else {
            at += 1;
        }
    }
    if needed.len() > MOST {
        return Vec::new();
    }
    if matches!(model, Model::Rc11 | Model::Pso) {
        weaken(program, &mut needed, removes);
        choose_sides(program, &mut needed, removes);
    }
    needed.iter().flat_map(|(c, order)| told(program, *c, *order)).collect()
}

/// What is tried together: all, if they are not too many, else those that are close.
fn groups(all: Vec<Candidate>, wider: Vec<Candidate>) -> Vec<Vec<Candidate>> {
    let of = |is_it: fn(&Candidate) -> bool| all.iter().copied().filter(is_it).collect::<Vec<_>>();
    let (close, old) = (of(|c| c.is_close), of(|c| c.is_old));
    let mut groups = vec![all, close, old, wider];
    groups.retain(|group| (1..=MOST_CANDIDATES).contains(&group.len()));
    groups.dedup_by_key(|group| group.len());
    groups
}

/// These, and what else is weak in their functions.
fn with_rest(program: &Program, all: &[Candidate], matters: impl Fn(&Inst) -> bool) -> Vec<Candidate> {
    let functions: BTreeSet<FuncId> = all.iter().filter_map(|c| Some(program.locate(c.site)?.0)).collect();
    let sites = functions.iter().flat_map(|id| {
        let code = &program.functions[id.index()].code;
        (0..).map(Pc).zip(code).filter(|(_, inst)| matters(inst)).map(|(pc, _)| program.site(*id, pc))
    });
    let rest = sites.filter(|site| all.iter().all(|c| c.site != *site) && is_weak(program, *site));
    all.iter().copied().chain(rest.map(|site| candidate(program, site))).collect()
}

/// What becomes stronger at a candidate: of a compare-and-swap that may be two orders.
fn told(program: &Program, candidate: Candidate, order: Order) -> Vec<Strengthened> {
    let site = candidate.site;
    let now = orders_at(program, site).map_or((None, None), |(now, failure)| (Some(now), failure));
    let own = now.0.filter(|now| candidate.side != Side::Failure && stronger(*now, order) != *now);
    let failure = now.1.filter(|now| candidate.side != Side::Success && stronger(*now, of_failure(order)) != *now);
    let own = own.map(|_| Strengthened { site, order, on_failure: false });
    let failure = failure.map(|_| Strengthened { site, order: of_failure(order), on_failure: true });
    own.into_iter().chain(failure).collect()
}

/// Leaves one of the two orders of a compare-and-swap as it is where the other does.
fn choose_sides(
    program: &Program,
    needed: &mut Vec<(Candidate, Order)>,
    removes: impl Fn(&[(Candidate, Order)]) -> bool,
) {
    for at in 0..needed.len() {
        let (candidate, order) = needed[at];
        let Some((_, Some(failure))) = orders_at(program, candidate.site) else { continue };
        let tries = [(Side::Failure, Order::Acquire), (Side::Failure, of_failure(order)), (Side::Success, order)];
        let is_more = |(side, order): &(Side, Order)| *side == Side::Success || stronger(failure, *order) != failure;
        for (side, order) in tries.into_iter().filter(is_more) {
            let mut one = needed.clone();
            one[at] = (Candidate { side, ..candidate }, order);
            if removes(&one) {
                *needed = one;
                break;
            }
        }
    }
}

/// Puts weaker orders that do as well in place of `seq_cst`, and of both sides of a
/// read-modify-write.
fn weaken(program: &Program, needed: &mut Vec<(Candidate, Order)>, removes: impl Fn(&[(Candidate, Order)]) -> bool) {
    let half: Vec<(Candidate, Order)> = needed.iter().map(|(c, _)| (*c, c.half)).collect();
    let all = changes(program, &half) && removes(&half);
    if all {
        needed.clone_from(&half);
    }
    for at in 0..needed.len() {
        let (candidate, half) = (needed[at].0, half[at].1);
        let now = order_at(program, candidate.site);
        // Of a read-modify-write mostly one side matters.
        let sides: &[Order] = match (half, now) {
            (Order::AcqRel, Some(Order::Relaxed)) => &[Order::Acquire, Order::Release],
            _ => &[],
        };
        let is_more = |order: &&Order| now.is_some_and(|now| stronger(now, **order) != now);
        for &order in sides.iter().chain((!all).then_some(&half)).filter(is_more) {
            let mut one = needed.clone();
            one[at].1 = order;
            if removes(&one) {
                *needed = one;
                break;
            }
        }
    }
}

/// Whether a model takes notice of the order of an instruction (docs/models).
fn matters(model: Model, inst: &Inst) -> bool {
    match model {
        Model::Sc => false,
        Model::Tso => matches!(inst, Inst::Store { .. } | Inst::Fence { .. }),
        Model::Ra => matches!(inst, Inst::Fence { .. }),
        // Under pso what races goes by the happens-before of rc11.
        Model::Pso | Model::Rc11 => true,
    }
}

/// Whether all of them become stronger, or stay what they are, and some does.
fn changes(program: &Program, tried: &[(Candidate, Order)]) -> bool {
    let now = |c: &Candidate| order_at(program, c.site);
    tried.iter().any(|(c, order)| now(c) != Some(*order))
}

/// The atomic accesses and fences weaker than `seq_cst` of the execution that shows the fault.
fn candidates(schedule: &Schedule, program: &Program, machine: &Machine) -> Vec<Candidate> {
    let mut machine = machine.another(None);
    let (sites, old, told) = loop {
        let (mut sites, mut old) = (Vec::new(), BTreeSet::new());
        let (mut reads, mut told) = (Vec::<(ThreadId, Site, Site)>::new(), BTreeSet::new());
        let mut note = |_: &mut Machine, event: &Replayed<<Machine as System>::State>| {
            let at = event.op.loc().map(|loc| loc.addr);
            sites.push((event.step, event.site, at));
            if event.before.is_some() {
                old.extend(at);
                let before = reads.iter().filter(|(thread, ..)| *thread == event.thread);
                told.extend(before.flat_map(|&(_, read, write)| [read, write]));
            }
            let source = event.source.flatten();
            let write = source.and_then(|source| sites.iter().find(|(step, ..)| *step == source));
            reads.extend(write.map(|(_, write, _)| (event.thread, event.site, *write)));
        };
        let end = replay(&mut machine, schedule, &mut note);
        if machine.take_restart() {
            continue;
        }
        if end.is_err() {
            return Vec::new();
        }
        break (sites, old, told);
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    for (_, site, at) in sites.into_iter().filter(|(_, site, _)| is_weak(program, *site)) {
        let is_old = at.is_none_or(|at| old.contains(&at));
        let known = candidates.iter().position(|c| c.site == site).unwrap_or_else(|| {
            candidates.push(candidate(program, site));
            candidates.len() - 1
        });
        candidates[known].is_old |= is_old;
        candidates[known].is_close |= is_old || told.contains(&site);
    }
    candidates
}

fn candidate(program: &Program, site: Site) -> Candidate {
    let half = match inst_at(program, site) {
        Some(Inst::Load { .. }) => Order::Acquire,
        Some(Inst::Store { .. }) => Order::Release,
        _ => Order::AcqRel,
    };
    Candidate { site, half, is_close: false, is_old: false, side: Side::Both }
}

/// Whether it is an access of the program, or a fence, that can be stronger.
fn is_weak(program: &Program, site: Site) -> bool {
    let is_own = program.locate(site).is_some_and(|(function, _)| !program.functions[function.index()].runtime);
    is_own && order_at(program, site).is_some_and(|order| !matches!(order, Order::Plain | Order::SeqCst))
}

fn inst_at(program: &Program, site: Site) -> Option<&Inst> {
    let (function, pc) = program.locate(site)?;
    program.functions[function.index()].code.get(pc.0 as usize)
}

fn order_at(program: &Program, site: Site) -> Option<Order> {
    match *inst_at(program, site)? {
        Inst::Load { order, .. } | Inst::Store { order, .. } | Inst::Rmw { order, .. } | Inst::Fence { order } => {
            Some(order)
        }
        Inst::Cas { orders: (Order::SeqCst, failure), .. } => Some(failure),
        Inst::Cas { orders: (success, _), .. } => Some(success),
        _ => None,
    }
}

/// The order of an access or a fence, and that of a compare-and-swap that fails.
fn orders_at(program: &Program, site: Site) -> Option<(Order, Option<Order>)> {
    match *inst_at(program, site)? {
        Inst::Cas { orders: (success, failure), .. } => Some((success, Some(failure))),
        _ => Some((order_at(program, site)?, None)),
    }
}

/// What is left of an order where a compare-and-swap fails: it writes nothing then.
fn of_failure(order: Order) -> Order {
    match order {
        Order::AcqRel => Order::Acquire,
        Order::Release => Order::Relaxed,
        order => order,
    }
}

/// The program with these orders.
fn with(program: &Program, tried: &[(Candidate, Order)]) -> Program {
    let mut program = program.clone();
    for (candidate, to) in tried {
        let Some((function, pc)) = program.locate(candidate.site) else { continue };
        match &mut program.functions[function.index()].code[pc.0 as usize] {
            Inst::Load { order, .. } | Inst::Store { order, .. } | Inst::Rmw { order, .. } | Inst::Fence { order } => {
                *order = stronger(*order, *to);
            }
            Inst::Cas { orders: (success, failure), .. } => {
                if candidate.side != Side::Failure {
                    *success = stronger(*success, *to);
                }
                if candidate.side != Side::Success {
                    *failure = stronger(*failure, of_failure(*to));
                }
            }
            _ => {}
        }
    }
    program
}

/// The order that has what both have.
fn stronger(a: Order, b: Order) -> Order {
    use Order as O;
    match (a, b) {
        (O::SeqCst, _) | (_, O::SeqCst) => O::SeqCst,
        (O::AcqRel, _) | (_, O::AcqRel) | (O::Acquire, O::Release) | (O::Release, O::Acquire) => O::AcqRel,
        (O::Acquire, _) | (_, O::Acquire) => O::Acquire,
        (O::Release, _) | (_, O::Release) => O::Release,
        _ => O::Relaxed,
    }
}

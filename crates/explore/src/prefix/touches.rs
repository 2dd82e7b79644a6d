//! What the events of a configuration have touched, thread by thread: where operations order
//! nothing, who knows of that is part of the state (`drive/known`).

use super::front::last_of;
use super::net::{BEGINNING, Component, ConditionId, EventId, Is, Name, Net, Stand};
use crate::drive::known::{Backwards, Touches, visibly};
use std::borrow::Cow;
use threadbare_op::{Op, ThreadId, Touched};

/// An event that is about to be added: its thread, what that performs, and what comes of it.
pub(super) type New<'a> = (u32, &'a Op, &'a Name, &'a [(Component, Is)]);

/// What each thread has touched in a configuration, of which the last events and the places are
/// given, and then by the new event.
pub(super) fn touches<'a>(
    net: &'a Net,
    front: &'a [EventId],
    places: &[ConditionId],
    new: New<'a>,
) -> Vec<Backwards<'a>> {
    let (thread, op, _, makes) = new;
    let stands = |who: u32| makes.iter().find_map(|(of, is)| stand_of(who, *of, is));
    let all = (0..).zip(places).filter(|(who, place)| *who == 0 || **place != 0);
    let mut all: Vec<Backwards<'a>> = all
        .map(|(who, place)| {
            let newest = (who == thread).then(|| {
                let own = net.events[last_of(front, who as usize) as usize].own + 1;
                of_event((who, own), op, new.2, stands(who))
            });
            let before = of_thread(net, who, last_of(front, who as usize), *place);
            Box::new(newest.into_iter().flatten().chain(before)) as Backwards<'a>
        })
        .collect();
    if *op == Op::Spawn {
        let children = makes.iter().filter_map(|(of, _)| match of {
            Component::Thread(child) if *child != thread => Some(*child),
            _ => None,
        });
        all.extend(
            children.map(|child| Box::new(stands(child).map(|stand| begun(child, stand)).into_iter()) as Backwards<'a>),
        );
    }
    all
}

fn stand_of(who: u32, of: Component, is: &Is) -> Option<&Stand> {
    match is {
        Is::Stand(stand) if of == Component::Thread(who) => Some(stand),
        _ => None,
    }
}

/// What a thread has touched in whose last event, and at whose place, it is there.
fn of_thread<'a>(net: &'a Net, who: u32, last: EventId, place: ConditionId) -> impl Iterator<Item = Touches<'a>> + 'a {
    let before = |event: &EventId| Some(net.events[*event as usize].before).filter(|before| *before != BEGINNING);
    let events = std::iter::successors(Some(last).filter(|last| *last != BEGINNING), before);
    let of_events = events.flat_map(move |number| {
        let event = &net.events[number as usize];
        let op = event.name.consumes.first().and_then(|at| net.stand(*at)).map_or(Op::Spawn, |stand| stand.op);
        let made = event.makes.clone();
        let stand = made.filter(|at| net.component_of(*at) == Component::Thread(who)).find_map(|at| net.stand(at));
        of_event((who, event.own), &op, &event.name, stand)
    });
    of_events
        .chain(std::iter::once_with(move || first_stand(net, who, last, place)).flatten().map(move |at| begun(who, at)))
}

/// Where a thread stood first.
fn first_stand(net: &Net, who: u32, last: EventId, place: ConditionId) -> Option<&Stand> {
    let mut first = last;
    while first != BEGINNING && net.events[first as usize].before != BEGINNING {
        first = net.events[first as usize].before;
    }
    let mut at = if first == BEGINNING { place } else { *net.events[first as usize].name.consumes.first()? };
    // Of one that has been joined it only says that what it has touched is known.
    let is_it = |end: &&ConditionId| net.component_of(**end) == Component::Thread(who);
    while let Some(end) = net.events[net.conditions[at as usize].producer as usize].name.consumes.get(1).filter(is_it) {
        at = *end;
    }
    net.stand(at)
}

/// What a thread touches when it begins. (The steps of one that is begun are not told from those of
/// its parent.)
fn begun(who: u32, stand: &Stand) -> Touches<'_> {
    let touched = Cow::Borrowed(&*stand.touched);
    Touches { thread: ThreadId(who), epoch: 2, visibly: false, is_exact: who == 0, touched }
}

/// What a thread touches by its event of this number, and by the steps after it, which come first.
fn of_event<'a>(
    (who, own): (u32, u32),
    op: &Op,
    name: &Name,
    after: Option<&'a Stand>,
) -> impl Iterator<Item = Touches<'a>> + use<'a> {
    let thread = ThreadId(who);
    let steps = after.map(|stand| Touches {
        thread,
        epoch: own + 2,
        visibly: false,
        is_exact: *op != Op::Spawn,
        touched: Cow::Borrowed(&*stand.touched),
    });
    let mut touched: Vec<Touched> = visibly(op);
    // A compare-and-swap that fails uses the view of its thread only.
    if matches!(op, Op::Cas { .. }) && name.consumes.len() == 2 {
        touched.iter_mut().for_each(|touched| (touched.reads, touched.writes) = (touched.writes, 0));
    }
    let itself = Touches { thread, epoch: own + 1, visibly: true, is_exact: true, touched: touched.into() };
    steps.into_iter().chain([itself])
}

//! What `--cutoffs` and `--explorer states` say of themselves: for `--details` and JSON.

use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_explore::{Counts, Starved};
use threadbare_machine::Machine;
use threadbare_report::verdict::WHOLE;
use threadbare_report::{Note, Place};
use threadbare_session::endless::loop_of;

/// For programs.
pub(crate) fn values(counts: &Counts) -> Vec<(&'static str, f64)> {
    if counts.states > 0 {
        let named = [("states", counts.states), ("states_again", counts.cutoffs())];
        return named.map(|(name, count)| (name, count as f64)).into();
    }
    let named = [
        ("prefix_events", counts.events),
        ("prefix_threads", counts.threads),
        ("prefix_accesses", counts.accesses),
        ("prefix_locks", counts.locks),
        ("prefix_conditions", counts.conditions),
        ("prefix_choices", counts.choices),
        ("prefix_others", counts.others),
        ("prefix_exits", counts.exits),
        ("prefix_faults", counts.faults),
        ("prefix_cutoffs", counts.cutoffs()),
        (WHOLE, counts.whole),
    ];
    named.map(|(name, count)| (name, count as f64)).into()
}

/// What is not looked for in all programs, if the run came to its end without.
pub(crate) fn note(counts: &Counts) -> Option<Note> {
    let message = "threads go round in loops that they can leave, and there are too many states to see whether they may \
                   make way for each other for ever: no livelock was looked for";
    counts.livelocks_left.then(|| Note { kind: "livelocks".into(), message: message.into(), place: None })
}

/// A thread that ends in no execution: whether it is meant to, we do not know.
pub(crate) fn endless(counts: &Counts, places: &Places<'_>) -> Option<Note> {
    let message = "no execution comes to its end: the thread for which `main` waits here goes round for ever, though its loop \
                   has a way out. If it is meant to end, this is a livelock";
    let site = counts.endless?;
    Some(Note { kind: "endless".into(), message: message.into(), place: places.place(site) })
}

/// Threads that a strongly fair scheduler keeps from what they want.
pub(crate) fn starved<'a>(counts: &'a Counts, places: &'a Places<'_>) -> impl Iterator<Item = Note> + 'a {
    counts.starved.iter().map(|Starved { thread, site, schedule }| {
        let who = thread.called();
        let message = format!(
            "{who} can starve, however fair the scheduler is: it gets no further here while others go on for ever, though they \
             could let it. --replay '{schedule}' shows the way into that, and the steps that repeat"
        );
        Note { kind: "starvation".into(), message, place: places.place(*site) }
    })
}

/// What was left out of the states of a run that came to its end by cutoffs.
pub(crate) fn counted(counts: &Counts, machine: &Machine, places: &Places<'_>) -> Option<Note> {
    let declared = machine.counted().into_iter().filter_map(|(name, pos)| Some((name, places.position(pos?)?)));
    let (names, declared): (Vec<String>, Vec<Place>) = declared.map(|(name, at)| (format!("`{name}`"), at)).unzip();
    let place = declared.into_iter().next();
    let message = match names.len() {
        1 => format!(
            "nothing depends on what {} holds: states that differ only in that were taken for one, and if it counts, \
             its overflow was not looked for",
            names[0]
        ),
        _ => format!(
            "nothing depends on what {} hold: states that differ only in that were taken for one, and if they count, \
             their overflow was not looked for",
            names.join(", ")
        ),
    };
    (counts.cutoffs() > 0 && !names.is_empty()).then(|| Note { kind: "counted".into(), message, place })
}

/// For people.
pub(crate) fn lines(counts: &Counts, places: &Places<'_>) -> Vec<(&'static str, String)> {
    let Counts { events, threads, accesses, locks, conditions, choices, others, exits, faults, .. } = counts;
    let kinds = format!(
        "{events} events of {threads} threads: {accesses} accesses, {locks} of locks, {conditions} of condition \
         variables, {choices} choices, {others} others"
    );
    let ends = format!("{exits} ends of threads, {faults} faults, {} cutoffs", counts.cutoffs());
    let mut lines = match counts.states {
        0 => vec![("prefix", kinds), ("ends", ends)],
        states => {
            vec![("states", format!("{states} of {threads} threads, {} moves to one on the way", counts.cutoffs()))]
        }
    };
    let loops = loops(counts, places);
    if !loops.is_empty() {
        let told = loops.iter().map(|(place, count)| format!("{}:{} ({count})", place.file, place.line));
        lines.push(("cut loops", told.collect::<Vec<_>>().join(", ")));
    }
    lines
}

/// The loops in which known states are reached, and how often.
pub(crate) fn loops(counts: &Counts, places: &Places<'_>) -> Vec<(Place, u64)> {
    let mut loops: BTreeMap<Place, u64> = BTreeMap::new();
    for (site, count) in &counts.cut {
        if let Some(place) = loop_of(places.program(), *site).and_then(|pos| places.position(pos)) {
            *loops.entry(place).or_default() += count;
        }
    }
    loops.into_iter().collect()
}

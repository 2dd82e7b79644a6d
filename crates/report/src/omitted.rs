//! The steps that are left out of a table without a row of their own, in one sentence.

use crate::data::Found;
use crate::fold::{self, Fate};
use crate::lines::{self, LeftOut, Why, same_line};
use crate::row::Row;
use crate::style::{Look, Steps, listed};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::ThreadId;

/// The steps that are left out without a row of their own, in sentences.
pub(crate) fn told(found: &Found, look: Look) -> Option<String> {
    let fates = fold::fates(found, look.steps);
    let mut private = if look.steps == Steps::All { Vec::new() } else { lines::private(&found.rows, &fates) };
    // The step of the fault itself is shown, also where it has no row.
    let own = (found.thread, found.place.clone());
    if found.row.is_none() && private.last().is_some_and(|(_, last)| *last == own) {
        private.pop();
    }
    let mut reasons: BTreeMap<Why, Vec<LeftOut>> = BTreeMap::new();
    private.into_iter().for_each(|(why, step)| reasons.entry(why).or_default().push(step));
    let shown = found.rows.iter().zip(&fates).filter(|(_, fate)| **fate == Fate::Shown);
    let files: BTreeSet<&str> = shown.filter_map(|(row, _)| Some(row.place.as_ref()?.file.as_str())).collect();
    let counted = |steps: &[LeftOut], why: &str| {
        let count = if steps.len() == 1 { "1 step".to_owned() } else { format!("{} steps", steps.len()) };
        format!("{count}{} {why}", lines::named(steps, &files))
    };
    let mut all: Vec<String> = reasons.iter().map(|(why, steps)| counted(steps, why.told())).collect();
    let is_named = |step: &&LeftOut| !reasons.values().flatten().any(|other| is_same_line(other, step));
    let cut: Vec<LeftOut> = found.cut.iter().filter(is_named).cloned().collect();
    if !cut.is_empty() {
        all.push(counted(&cut, "that the fault does not need"));
    }
    let is_silent = |thread: &u32| !reasons.values().flatten().chain(&cut).any(|(whose, _)| whose == thread);
    let silent: BTreeSet<u32> = idle(&found.rows, &fates).filter(is_silent).collect();
    let names: Vec<String> = silent.into_iter().map(|thread| ThreadId(thread).called()).collect();
    if !names.is_empty() {
        all.push(format!("{}, of which no step is shown", listed(&names)));
    }
    (!all.is_empty()).then(|| format!("Left out: {} (shown with --steps all)", all.join("; ")))
}

fn is_same_line((thread, place): &LeftOut, (other, its): &LeftOut) -> bool {
    thread == other && same_line(place.as_ref(), its.as_ref())
}

/// The threads of which no step is shown, if the line that starts them is: it does not count as left
/// out.
fn idle(rows: &[Row], fates: &[Fate]) -> impl Iterator<Item = u32> {
    let is_shown = |step: &Vec<usize>| step.iter().any(|at| fates[*at] == Fate::Shown);
    let starts = |at: &usize| fates[*at] == Fate::Idle && rows[*at].operation == "spawn";
    let steps = lines::steps(rows).into_iter().filter(is_shown).flatten();
    steps.filter(starts).filter_map(|at| rows[at].other)
}

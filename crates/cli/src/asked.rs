//! How the questions about the input were answered (`--symbolic`): for `--details` and JSON; and what
//! took the time of a run that did not come to its end.

use crate::places::Places;
use threadbare_op::{Limit, Site};
use threadbare_report::{Note, Run};
use threadbare_session::Answered;

/// For programs.
pub(crate) fn values(answered: &Answered) -> Vec<(&'static str, f64)> {
    let Answered { simplified, remembered, by_model, solved, unknown, confirmed, .. } = *answered;
    let second = (confirmed > 0).then_some(("questions_confirmed", confirmed as f64));
    let named = [
        ("questions", answered.all()),
        ("questions_simplified", simplified),
        ("questions_remembered", remembered),
        ("questions_by_model", by_model),
        ("questions_solved", solved),
        ("questions_given_up", unknown),
    ];
    named.map(|(name, count)| (name, count as f64)).into_iter().chain(second).collect()
}

/// For people.
pub(crate) fn line(answered: &Answered) -> (&'static str, String) {
    let Answered { simplified, remembered, by_model, solved, unknown, .. } = *answered;
    let text = format!(
        "{} about the input: {simplified} answered by simplifying, {remembered} asked before, {by_model} by an input \
         at hand, {solved} by the solver, {unknown} given up",
        answered.all()
    );
    let confirmed = answered.confirmed;
    let second = if confirmed > 0 { format!(" ({confirmed} confirmed by a second solver)") } else { String::new() };
    ("questions", text + &second)
}

/// So many places are told.
const MOST: usize = 3;
/// Fewer executions than these part without being told.
const FEW: u64 = 16;

/// What a run that was too long has to say: where executions part by what input is, and how long
/// the solver has worked.
pub(crate) fn note(run: &Run, answered: &Answered, splits: &[(Site, u64)], places: &Places<'_>) -> Option<Note> {
    let is_long =
        |limit: Limit| matches!(limit, Limit::Time | Limit::MaxMemory | Limit::Executions | Limit::Interrupted);
    if !run.limits.iter().any(|met| is_long(met.limit)) {
        return None;
    }
    let mut by_line: Vec<(String, u64)> = Vec::new();
    for (site, count) in splits {
        let Some(place) = places.place(*site) else { continue };
        let line = format!("{}:{}", place.file, place.line);
        match by_line.iter_mut().find(|(known, _)| *known == line) {
            Some((_, all)) => *all += count,
            None => by_line.push((line, *count)),
        }
    }
    by_line.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let most = by_line.first().map_or(0, |(_, count)| *count);
    by_line.retain(|(_, count)| *count >= FEW.max(most / 10));
    let lines: Vec<String> = by_line.iter().take(MOST).map(|(line, count)| format!("{line} ({count} times)")).collect();
    let splits = (!lines.is_empty())
        .then(|| format!("executions part by what the input is, most often at {}", lines.join(", ")));
    let (solver, all) = (answered.time.as_secs_f64(), run.phases.exploration);
    let took =
        || format!("the solver took {solver:.1} s of {all:.1} s, for {} questions", answered.solved + answered.unknown);
    let solver = (solver > 1.0 && solver > all / 4.0).then(took);
    let told: Vec<String> = splits.into_iter().chain(solver).collect();
    (!told.is_empty()).then(|| Note { kind: "input".into(), message: told.join("; "), place: None })
}

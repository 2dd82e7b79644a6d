//! Programs that take input of which nobody gives values: they are explored for every value at once,
//! as with `--symbolic`, unless something that was asked for does not go with that.
//!
//! Judged from above, by the calls that may be reached ([`Reachable`]). `--input` counts for calls in
//! `main` that it fixes entirely: what is called there comes once, outside of loops.

use crate::plan::{EveryInput, Plan, Task};
use crate::reached::{Reachable, calls};
use std::borrow::Cow;
use threadbare_machine::{Fixed, Takes, takes_input, without_input};
use threadbare_op::Site;
use threadbare_program::Program;
use threadbare_session::Exploration;

/// The plan for this program; and why it is another one, if it is: completes "every input at once,
/// since ...".
pub(crate) fn planned<'a>(plan: &'a Plan, program: &Program, fixed: &[Fixed]) -> (Cow<'a, Plan>, Option<String>) {
    let Task::Explore(exploration) = &plan.task else { return (Cow::Borrowed(plan), None) };
    let wanted = plan.every_input == EveryInput::IfNeeded;
    let Some(why) = wanted.then(|| needed(plan, program, fixed)).flatten() else { return (Cow::Borrowed(plan), None) };
    // Explorers do not race for it.
    let exploration = Exploration { symbolic: true, race: false, ..exploration.clone() };
    (Cow::Owned(Plan { task: Task::Explore(exploration), ..plan.clone() }), Some(why))
}

/// The first call found that may be reached and takes input without a value.
fn needed(plan: &Plan, program: &Program, fixed: &[Fixed]) -> Option<String> {
    let is_stub = |name: &str| plan.machine.stubs.iter().any(|(stub, _)| stub == name);
    let takes = |name: &str| takes_input(name).filter(|_| !is_stub(name));
    if !program.externals.iter().any(|external| takes(&external.name).is_some()) {
        return None;
    }
    let is_given = |takes: Takes, site: Option<Site>| {
        takes != Takes::Memory && site.is_some_and(|site| is_fixed(program, fixed, site))
    };
    let reached = Reachable::of(program);
    let wanted = |name: &str, site| takes(name).is_some_and(|takes| !is_given(takes, site));
    let (place, name) = calls(program, &reached, wanted)?;
    let who = place.unwrap_or_else(|| "the program".into());
    let except = match takes(&name) {
        _ if !fixed.is_empty() => " (but for what --input fixes)",
        Some(Takes::Whole) => " (--nondet LO..HI: those of a range)",
        _ => "",
    };
    Some(format!("{who} calls `{name}`{except}"))
}

/// Whether the one number that is taken there is always one that `--input` gives.
fn is_fixed(program: &Program, fixed: &[Fixed], site: Site) -> bool {
    let is_once = program.locate(site).is_some_and(|(function, _)| {
        Some(function) == program.entry && program.functions[function.index()].loops.is_empty()
    });
    let fixes = |fixed: &Fixed| {
        fixed.sites.contains(&site) && (0..).zip(&fixed.sites).all(|(n, _)| fixed.values.contains_key(&n))
    };
    is_once && fixed.iter().any(fixes)
}

const LEAVE_IT: &str = "leave that option out, and every input is explored at once";
const LEAVE_IT_OR: &str =
    "leave that option out, and every input is explored at once; --nondet LO..HI is for those of a range";

/// What to say of input without a value, and what to do about it.
pub(crate) fn refused(what: &str, plan: &Plan) -> Option<(String, Option<&'static str>)> {
    let name = without_input(what)?;
    Some(match (&plan.task, &plan.every_input) {
        (Task::Replay { .. }, _) => (format!("`{name}` takes input, of which this schedule says nothing"), None),
        (_, EveryInput::Not(why)) => {
            let has_range = takes_input(name) == Some(Takes::Whole) && plan.machine.nondet_range.is_none();
            let what = format!("`{name}` takes input: --symbolic explores every value of it, but {why}");
            (what, Some(if has_range { LEAVE_IT_OR } else { LEAVE_IT }))
        }
        _ => (what.into(), Some("--symbolic is for every input at once")),
    })
}

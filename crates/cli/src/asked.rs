//! How the questions about the input were answered (`--symbolic`): for `--details` and JSON.

use threadbare_session::Answered;

/// For programs.
pub(crate) fn values(answered: &Answered) -> Vec<(&'static str, f64)> {
    let Answered { simplified, remembered, by_model, solved, unknown } = *answered;
    let named = [
        ("questions", answered.all()),
        ("questions_simplified", simplified),
        ("questions_remembered", remembered),
        ("questions_by_model", by_model),
        ("questions_solved", solved),
        ("questions_given_up", unknown),
    ];
    named.map(|(name, count)| (name, count as f64)).into()
}

/// For people.
pub(crate) fn line(answered: &Answered) -> (&'static str, String) {
    let Answered { simplified, remembered, by_model, solved, unknown } = *answered;
    let text = format!(
        "{} about the input: {simplified} answered by simplifying, {remembered} asked before, {by_model} by an input \
         at hand, {solved} by the solver, {unknown} given up",
        answered.all()
    );
    ("questions", text)
}

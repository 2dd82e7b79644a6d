//! What a search that draws executions says of itself: for `--details` and JSON.

use threadbare_explore::Drawn;

/// For programs.
pub(crate) fn values(drawn: &Drawn) -> Vec<(&'static str, f64)> {
    let Drawn { different, cut, longest } = *drawn;
    vec![("drawn_different", different.round()), ("drawn_cut", cut as f64), ("drawn_longest", longest as f64)]
}

/// For people.
pub(crate) fn line(drawn: &Drawn) -> (&'static str, String) {
    let Drawn { different, cut, longest } = *drawn;
    ("drawn", format!("about {different:.0} different executions; {cut} were cut, the last after {longest} events"))
}

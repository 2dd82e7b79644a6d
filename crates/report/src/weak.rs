//! What a fault needs of the memory model, and which orders remove it.

use crate::data::{Found, Place};
use crate::row::Row;
use crate::style::Look;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// Whether the same fault is possible under a stronger memory model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stronger {
    /// Which.
    pub model: &'static str,
    /// `None` if that was not found out in time.
    pub possible: Option<bool>,
    /// How long it was looked for.
    pub time: Duration,
    /// If it was not found out: what was in the way, unless that is the time. A limit, or
    /// `unsupported`.
    pub obstacle: Option<&'static str>,
}

/// A stronger order of an atomic access or a fence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strengthened {
    /// Where.
    pub place: Option<Place>,
    /// `release`, `seq_cst`, ...
    pub order: &'static str,
    /// Whether that is the order of a compare-and-swap that fails.
    pub on_failure: bool,
}

/// What there is to say, and under which heading.
pub(crate) fn told(found: &Found) -> Vec<(&'static str, String)> {
    // Where nothing is atomic, nobody thinks of weak memory.
    let is_atomic = |row: &Row| row.order.is_some_and(|order| order != "plain");
    let matters = |models: &&[Stronger]| {
        models.first().is_some_and(|first| first.possible != Some(true))
            || found.rows.iter().chain(&found.whole).any(is_atomic)
    };
    let models = Some(&found.models[..]).filter(matters);
    let mut all: Vec<_> = models.and_then(line).map(|line| ("memory model", line)).into_iter().collect();
    if !found.remedy.is_empty() {
        let verb = if found.remedy.len() == 1 { "removes" } else { "together remove" };
        let verified = "(verified: no execution has it then)";
        all.push(("help", format!("{} {verb} this fault {verified}", orders(&found.remedy))));
    }
    all
}

/// The lines for people.
pub(crate) fn render(out: &mut String, found: &Found, look: Look) {
    for (heading, line) in told(found) {
        let _ = writeln!(out, "  = {}: {line}", look.bold(heading));
    }
}

/// `release at a.c:7 and acquire at a.c:9`, `seq_cst at a.c:7, 9 and 12`: the places of one order
/// and file together; with the column if several are in that line.
fn orders(all: &[Strengthened]) -> String {
    let file = |s: &Strengthened| s.place.as_ref().map(|place| place.file.clone());
    let kind = |s: &Strengthened| (s.order, s.on_failure);
    let line = |s: &Strengthened| s.place.as_ref().map(|place| (place.file.clone(), place.line));
    let mut groups: Vec<Vec<&Strengthened>> = Vec::new();
    for one in all {
        let same = |group: &&mut Vec<&Strengthened>| kind(group[0]) == kind(one) && file(group[0]) == file(one);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    let is_beside = |a: &Strengthened, b: &Strengthened| line(a) == line(b) && a.on_failure == b.on_failure;
    for group in &mut groups {
        group.sort_by_key(|one| one.place.as_ref().map(|place| (place.line, place.column)));
    }
    let place = |one: &&Strengthened| match &one.place {
        None => "a place without a line".to_owned(),
        Some(place) if all.iter().filter(|other| is_beside(other, one)).count() > 1 => {
            format!("{}:{}", place.line, place.column)
        }
        Some(place) => place.line.to_string(),
    };
    let group = |group: &Vec<&Strengthened>| {
        let front = file(group[0]).map_or(String::new(), |file| format!("{file}:"));
        let order = group[0].order;
        let when = if group[0].on_failure { " on failure" } else { "" };
        format!("{order}{when} at {front}{}", list(&group.iter().map(place).collect::<Vec<_>>(), "and"))
    };
    let told: Vec<String> = groups.iter().map(group).collect();
    if groups.len() == all.len() { list(&told, "and") } else { told.join(", and ") }
}

/// `not possible under sc; possible under TSO (x86)`.
fn line(models: &[Stronger]) -> Option<String> {
    let first = models.first()?;
    if first.possible == Some(true) {
        return Some(format!("possible under {}, too: weak memory is not the cause", name(first.model)));
    }
    let those = |possible: Option<bool>| -> Vec<String> {
        models.iter().filter(|m| m.possible == possible).map(|m| name(m.model)).collect()
    };
    let mut parts = Vec::new();
    let impossible = those(Some(false));
    if !impossible.is_empty() {
        parts.push(format!("not possible under {}", list(&impossible, "or")));
    }
    parts.extend(models.iter().filter(|m| m.possible.is_none()).map(|m| match m.obstacle {
        Some(obstacle) => {
            format!("not found under {}, where not everything could be explored ({obstacle})", name(m.model))
        }
        None => format!("not found under {} in {:.1} s", name(m.model), m.time.as_secs_f64()),
    }));
    let possible = those(Some(true));
    if !possible.is_empty() {
        parts.push(format!("possible under {}", list(&possible, "and")));
    }
    Some(parts.join("; "))
}

/// What people call a model.
fn name(model: &str) -> String {
    match model {
        "sc" => "sequential consistency".into(),
        "tso" => "TSO (x86)".into(),
        "pso" => "PSO".into(),
        "ra" => "release-acquire".into(),
        other => other.into(),
    }
}

/// `a, b and c`.
#[must_use]
pub fn list(all: &[String], and: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// For JSON: the models, and the orders.
pub(crate) fn json(found: &Found) -> (Value, Value) {
    let models = found.models.iter().map(|m| {
        let mut told = json!({ "model": m.model, "possible": m.possible, "seconds": m.time.as_secs_f64() });
        if let Some(obstacle) = m.obstacle {
            told["obstacle"] = json!(obstacle);
        }
        told
    });
    let place = |p: &Place| json!({ "file": p.file, "line": p.line, "column": p.column });
    let remedy = |s: &Strengthened| {
        let mut told = json!({ "order": s.order, "location": s.place.as_ref().map(place) });
        if s.on_failure {
            told["on_failure"] = json!(true);
        }
        told
    };
    (models.collect(), found.remedy.iter().map(remedy).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_atomic_weak_memory_is_not_spoken_of() {
        let models = vec![Stronger { model: "sc", possible: Some(true), time: Duration::ZERO, obstacle: None }];
        let with = |order| {
            let rows = vec![Row { order, ..Row::default() }];
            told(&Found { models: models.clone(), rows, ..Found::default() }).len()
        };
        assert_eq!([with(None), with(Some("plain")), with(Some("relaxed"))], [0, 0, 1]);
        let needs_weak = vec![Stronger { possible: Some(false), ..models[0].clone() }];
        assert_eq!(told(&Found { models: needs_weak, ..Found::default() }).len(), 1);
    }

    #[test]
    fn columns_where_a_line_is_named_twice() {
        let at = |line, column| {
            let place = Some(Place { file: "a.c".into(), line, column });
            Strengthened { place, order: "release", on_failure: false }
        };
        assert_eq!(orders(&[at(3, 5), at(3, 20), at(4, 1)]), "release at a.c:3:5, 3:20 and 4");
    }

    #[test]
    fn places_of_one_order_stand_together() {
        let at = |order, line| {
            let place = Some(Place { file: "a.c".into(), line, column: 1 });
            Strengthened { place, order, on_failure: false }
        };
        assert_eq!(orders(&[at("release", 7), at("acquire", 9)]), "release at a.c:7 and acquire at a.c:9");
        let three = [at("seq_cst", 7), at("acquire", 9), at("seq_cst", 12)];
        assert_eq!(orders(&three), "seq_cst at a.c:7 and 12, and acquire at a.c:9");
        assert_eq!(orders(&[at("release", 48), at("release", 9)]), "release at a.c:9 and 48");
        let nowhere = Strengthened { place: None, ..at("release", 7) };
        assert_eq!(orders(&[nowhere]), "release at a place without a line");
        let failure = Strengthened { on_failure: true, ..at("acquire", 7) };
        assert_eq!(orders(&[at("acq_rel", 7), failure]), "acq_rel at a.c:7 and acquire on failure at a.c:7");
    }

    #[test]
    fn from_the_strongest_to_the_weakest() {
        let told = |models: &[(&'static str, Option<bool>)]| {
            let one = |&(model, possible): &(&'static str, Option<bool>)| Stronger {
                model,
                possible,
                time: Duration::from_millis(520),
                obstacle: (model == "ra" && possible.is_none()).then_some("reuse"),
            };
            line(&models.iter().map(one).collect::<Vec<_>>()).unwrap_or_default()
        };
        assert_eq!(told(&[]), "");
        let sc = "possible under sequential consistency, too: weak memory is not the cause";
        assert_eq!(told(&[("sc", Some(true))]), sc);
        assert_eq!(
            told(&[("sc", Some(false)), ("tso", Some(true))]),
            "not possible under sequential consistency; possible under TSO (x86)"
        );
        assert_eq!(
            told(&[("sc", Some(false)), ("tso", Some(false)), ("ra", Some(false))]),
            "not possible under sequential consistency, TSO (x86) or release-acquire"
        );
        assert_eq!(
            told(&[("sc", Some(false)), ("tso", None)]),
            "not possible under sequential consistency; not found under TSO (x86) in 0.5 s"
        );
        assert_eq!(
            told(&[("ra", None)]),
            "not found under release-acquire, where not everything could be explored (reuse)"
        );
    }
}

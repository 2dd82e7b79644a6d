//! Steps that are left out of a table where they are: how many there are, whose, and on which objects
//! threads wait, or are woken, in them.

use crate::row::Row;
use crate::style::listed;
use crate::vital::is_wait;
use std::collections::BTreeSet;

/// More objects than this are counted.
const MOST_NAMES: usize = 2;

/// Steps that are left out one after the other.
#[derive(Default)]
pub(crate) struct Folded {
    steps: BTreeSet<usize>,
    threads: BTreeSet<u32>,
    waits: BTreeSet<String>,
    wakes: BTreeSet<String>,
}

impl Folded {
    /// Adds a row of that step.
    pub(crate) fn add(&mut self, row: &Row, step: usize) {
        self.steps.insert(step);
        self.threads.insert(row.thread);
        let wakes = matches!(row.operation.as_str(), "signal" | "broadcast" | "wake" | "sem-post");
        if is_wait(&row.operation) {
            let name = row.location.clone().unwrap_or_else(|| "memory".into());
            if wakes { &mut self.wakes } else { &mut self.waits }.insert(name);
        }
    }

    /// Whose they are, and what is said of them.
    pub(crate) fn told(self) -> Option<(BTreeSet<u32>, String)> {
        let several = self.threads.len() > 1;
        let whose = if several { format!(" of {} threads", self.threads.len()) } else { String::new() };
        let about = [("waits on", &self.waits), ("signals of", &self.wakes)];
        let about: Vec<String> = about.into_iter().filter_map(|(what, names)| named(what, names)).collect();
        let about = if about.is_empty() { String::new() } else { format!(", with {}", about.join(" and ")) };
        (!self.steps.is_empty())
            .then(|| (self.threads, fold(self.steps.len() as u64, "step", &format!("{whose}{about}"))))
    }
}

/// "waits on `a` and `b`".
fn named(what: &str, names: &BTreeSet<String>) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.len() {
        0 => None,
        count if count > MOST_NAMES => Some(format!("{what} {count} objects")),
        _ => Some(format!("{what} {}", listed(&quoted))),
    }
}

/// `… 3 steps of 2 threads …`.
pub(crate) fn fold(count: u64, what: &str, rest: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("… {count} {what}{plural}{rest} …")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_named() {
        let row = |thread, operation: &str, location: &str| Row {
            thread,
            operation: operation.into(),
            location: Some(location.into()),
            ..Row::default()
        };
        let told = |rows: &[Row]| {
            let mut folded = Folded::default();
            rows.iter().enumerate().for_each(|(at, row)| folded.add(row, at));
            folded.told()
        };
        assert_eq!(told(&[]), None);
        let (wait, signal) = (row(1, "begin-wait", "a"), row(2, "signal", "a"));
        assert_eq!(told(&[row(1, "load", "x")]), Some(([1].into(), "… 1 step …".into())));
        assert_eq!(told(std::slice::from_ref(&wait)), Some(([1].into(), "… 1 step, with waits on `a` …".into())));
        let both = "… 2 steps of 2 threads, with waits on `a` and signals of `a` …";
        assert_eq!(told(&[wait.clone(), signal.clone()]), Some(([1, 2].into(), both.into())));
        let many = [wait, row(1, "sem-wait", "b"), row(1, "sem-wait", "c")];
        assert_eq!(told(&many), Some(([1].into(), "… 3 steps, with waits on 3 objects …".into())));
    }
}

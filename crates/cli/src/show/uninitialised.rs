//! Names the value on which a branch depends, if what its line has read tells.

use super::content::UNINITIALISED;
use std::collections::BTreeSet;
use threadbare_op::FaultKind;
use threadbare_report::Found;

/// What the machine says then.
const VALUE: &str = "depends on an uninitialised value";

/// Names what was read uninitialised, if that is one thing.
pub(super) fn name(found: &mut Found) {
    let Some((before, after)) = found.message.split_once(VALUE) else { return };
    if found.kind != FaultKind::UninitialisedRead {
        return;
    }
    let line = found.place.as_ref().map(|place| (&place.file, place.line));
    let own = found.rows.iter().rev().filter(|row| row.thread == found.thread);
    let here = own.take_while(|row| row.place.as_ref().map(|place| (&place.file, place.line)) == line);
    let read = here.filter(|row| row.read.as_deref() == Some(UNINITIALISED)).filter_map(|row| row.location.as_ref());
    let all: BTreeSet<&String> = read.collect();
    let Some(one) = all.first().filter(|_| all.len() == 1) else { return };
    found.message = format!("{before}depends on `{one}`, which is uninitialised{after}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_report::{Place, Row};

    #[test]
    fn by_what_the_line_has_read() {
        let place = |line| Some(Place { file: "a.c".into(), line, column: 1 });
        let row = |line, location: &str| Row {
            place: place(line),
            location: Some(location.into()),
            read: Some(UNINITIALISED.into()),
            ..Row::default()
        };
        let told = |rows: Vec<Row>| {
            let message = format!("a branch {VALUE}");
            let kind = FaultKind::UninitialisedRead;
            let mut found = Found { kind, message, rows, place: place(3), ..Found::default() };
            name(&mut found);
            found.message
        };
        assert_eq!(told(vec![row(3, "r.code")]), "a branch depends on `r.code`, which is uninitialised");
        assert_eq!(told(vec![row(3, "a"), row(3, "b")]), format!("a branch {VALUE}"));
        assert_eq!(told(vec![row(2, "a")]), format!("a branch {VALUE}"));
    }
}

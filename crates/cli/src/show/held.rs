//! Which locks the two parties of a data race hold: that they have none in common is mostly what is
//! wrong.

use super::Shown;
use std::collections::BTreeMap;
use threadbare_report::{Found, Place, Row, list, locks};

/// The locks that a thread holds: their names, and whether it may write under them.
type Held = BTreeMap<u64, (String, bool)>;

/// Whether that is the result of an attempt that did nothing.
fn has_failed(result: &str) -> bool {
    (result.starts_with('E') && result != "EOWNERDEAD") || result.starts_with("thrd_")
}

/// If the step `last` comes after an attempt of its thread that failed because of what the thread of
/// the step `first` did to the object after that: that this orders nothing.
pub(super) fn failed_try(rows: &[Row], first: usize, last: usize) -> Option<String> {
    let changes = |row: &Row, of: &Row| {
        let object = |row: &Row| row.touched.filter(|touched| touched.size == 0).map(|touched| touched.addr);
        row.thread == rows[first].thread && object(row).is_some() && object(row) == object(of)
    };
    let failed = |row: &Row| row.is_sync() && row.result.as_deref().is_some_and(has_failed);
    let is_it = |at: &usize| {
        rows[*at].thread == rows[last].thread
            && failed(&rows[*at])
            && rows[first..*at].iter().any(|row| changes(row, &rows[*at]))
    };
    let tried = &rows[(first..last).rev().find(is_it)?];
    let at = tried.place.as_ref().map_or_else(String::new, Place::at);
    let name = tried.location.as_deref().unwrap_or("memory");
    Some(format!("a failed try orders nothing: that of `{name}`{at} failed"))
}

/// What the thread of the step `at` holds there.
fn held(rows: &[Row], at: usize) -> Held {
    let mut held: BTreeMap<u64, (String, bool, u32)> = BTreeMap::new();
    for row in rows[..at].iter().filter(|row| row.thread == rows[at].thread) {
        let (Some(touched), Some(name)) = (row.touched.filter(|touched| touched.size == 0), &row.location) else {
            continue;
        };
        let fails = row.result.as_ref().is_some_and(|result| has_failed(result));
        match locks(&row.operation).filter(|_| !fails) {
            Some(false) => {
                if let Some((_, _, times)) = held.get_mut(&touched.addr) {
                    *times -= 1;
                }
                held.retain(|_, (_, _, times)| *times > 0);
            }
            Some(true) => {
                let writes = !row.operation.contains("read");
                let lock = held.entry(touched.addr).or_insert_with(|| (name.clone(), writes, 0));
                lock.2 += 1;
            }
            None => {}
        }
    }
    held.into_iter().map(|(addr, (name, writes, _))| (addr, (name, writes))).collect()
}

/// `` `m` and `n` ``; `no lock`.
fn names(held: &Held) -> String {
    let names: Vec<String> = held.values().map(|(name, _)| format!("`{name}`")).collect();
    if names.is_empty() { "no lock".into() } else { list(&names, "and") }
}

/// What is told of the two parties, whose names these are.
fn told(rows: &[Row], (a, b): (usize, usize), named: impl Fn(u32) -> String) -> Option<String> {
    let (of_a, of_b) = (held(rows, a), held(rows, b));
    let common = of_a.iter().find_map(|(addr, lock)| Some((lock, of_b.get(addr)?)));
    let (who_a, who_b) = (named(rows[a].thread), named(rows[b].thread));
    match common {
        Some(((name, false), (_, false))) => {
            Some(format!("both hold `{name}`, but only for reading: they may do so at the same time"))
        }
        Some(_) => None,
        None if of_a.is_empty() && of_b.is_empty() => None,
        None if of_a.is_empty() || of_b.is_empty() => {
            Some(format!("{who_a} holds {}, {who_b} holds {}", names(&of_a), names(&of_b)))
        }
        None => {
            Some(format!("{who_a} holds {}, {who_b} holds {}: they have no lock in common", names(&of_a), names(&of_b)))
        }
    }
}

impl Shown {
    /// Says of a data race which locks the parties hold, if any.
    pub(super) fn tell_held(&self, found: &Found) -> Option<String> {
        let (own, other) = (found.row?, found.second.as_ref()?.row?);
        told(&found.rows, (own.min(other), own.max(other)), |thread| self.named(thread))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_report::Touched;

    fn lock(thread: u32, operation: &str, addr: u64, result: Option<&str>) -> Row {
        let touched = Some(Touched { addr, size: 0, writes: true });
        let location = Some(format!("l{addr}"));
        Row {
            thread,
            operation: operation.into(),
            touched,
            location,
            result: result.map(str::to_owned),
            ..Row::default()
        }
    }

    fn said(rows: &[Row]) -> Option<String> {
        let access = |thread| Row { thread, ..Row::default() };
        let rows = [rows, &[access(1), access(2)]].concat();
        told(&rows, (rows.len() - 2, rows.len() - 1), |thread| format!("T{thread}"))
    }

    #[test]
    fn no_lock_in_common() {
        assert_eq!(said(&[]), None);
        let one = lock(1, "lock", 8, None);
        assert_eq!(said(std::slice::from_ref(&one)).unwrap(), "T1 holds `l8`, T2 holds no lock");
        assert_eq!(said(&[one.clone(), lock(1, "unlock", 8, None)]), None);
        assert_eq!(
            said(&[one.clone(), lock(2, "trylock", 8, Some("EBUSY"))]).unwrap(),
            "T1 holds `l8`, T2 holds no lock"
        );
        let other = said(&[one.clone(), lock(2, "trylock", 9, None), lock(2, "spin-lock", 7, None)]);
        assert_eq!(other.unwrap(), "T1 holds `l8`, T2 holds `l7` and `l9`: they have no lock in common");
        assert_eq!(said(&[one, lock(2, "lock", 8, Some("EOWNERDEAD"))]), None);
    }

    #[test]
    fn only_for_reading() {
        let reads = |thread| lock(thread, "read-lock", 8, None);
        let both = "both hold `l8`, but only for reading: they may do so at the same time";
        assert_eq!(said(&[reads(1), reads(2)]).unwrap(), both);
        assert_eq!(said(&[reads(1), lock(2, "write-lock", 8, None)]), None);
        assert_eq!(said(&[reads(1), reads(1), lock(1, "rwlock-unlock", 8, None), reads(2)]).unwrap(), both);
    }
}

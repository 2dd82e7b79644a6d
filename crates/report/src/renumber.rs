//! Numbers of objects of the heap, `n#1`, `n#2`, in the order in which the steps that are kept come to
//! them: what was left out, or moved, leaves no gap.
//!
//! Names are found in the texts of steps. Not covered: objects that have the same name as a variable
//! of which there are several (`n#1` as well).

use crate::data::Found;
use crate::row::Row;
use std::collections::{BTreeMap, BTreeSet};

/// A name with its number.
type Numbered = (String, u32);

/// See the module.
pub(crate) fn renumber(found: &mut Found) {
    let heap = of_heap(found);
    let mut order: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut meet = |(name, number): Numbered| {
        let known = order.entry(name).or_default();
        if !known.contains(&number) {
            known.push(number);
        }
    };
    for row in &found.rows {
        texts(row).into_iter().flatten().flat_map(|text| names(text, &heap)).for_each(&mut meet);
    }
    // Others come after these.
    let rest = found.whole.iter().flat_map(texts).flatten();
    let rest = rest.chain([&found.message]).chain(found.waiting.iter().map(|waiting| &waiting.what));
    let rest: BTreeSet<Numbered> = rest.flat_map(|text| names(text, &heap)).collect();
    rest.into_iter().for_each(meet);
    if order.values().all(|numbers| (1..).zip(numbers).all(|(new, old)| new == *old)) {
        return;
    }
    let new = |name: &str, number: u32| Some(order.get(name)?.iter().position(|old| *old == number)? + 1);
    let rename = |text: &mut String| *text = replaced(text, &new);
    for row in found.rows.iter_mut().chain(&mut found.whole) {
        let of_row = [&mut row.location, &mut row.read, &mut row.written, &mut row.result];
        of_row.into_iter().flatten().for_each(rename);
    }
    rename(&mut found.message);
    found.waiting.iter_mut().map(|waiting| &mut waiting.what).for_each(rename);
    found.second.iter_mut().map(|second| &mut second.what).for_each(rename);
    found.allocated.iter_mut().map(|allocated| &mut allocated.name).for_each(rename);
    found.what.iter_mut().chain(&mut found.explanation).for_each(rename);
}

/// What is said of a step, but for what it prints.
fn texts(row: &Row) -> [Option<&String>; 4] {
    let result = row.result.as_ref().filter(|_| row.output.is_none());
    [row.location.as_ref(), row.read.as_ref(), row.written.as_ref(), result]
}

/// The names of objects of the heap that no variables have.
fn of_heap(found: &Found) -> BTreeSet<String> {
    let rows = || found.whole.iter().chain(&found.rows);
    let made = |operation: &'static str| {
        let made = rows().filter(move |row| row.operation == operation).filter_map(|row| row.location.as_deref());
        made.filter_map(|at| Some(at.split_once('#')?.0.to_owned())).collect::<BTreeSet<_>>()
    };
    &made("allocate") - &made("lifetime-begin")
}

/// Where the names of `text` are that have a number, as far as they may be objects: the first byte,
/// that of the number, and the first one after it.
fn spans(text: &str) -> Vec<(usize, usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    for (at, _) in text.match_indices('#') {
        let from = text[..at].char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(at, |(from, _)| from);
        let digits = text[at + 1..].chars().take_while(char::is_ascii_digit).count();
        let is_quoted = text[..from].matches('"').count() % 2 == 1;
        if from < at && digits > 0 && !text[..from].ends_with(':') && !is_quoted {
            out.push((from, at + 1, at + 1 + digits));
        }
    }
    out
}

fn names<'a>(text: &'a str, known: &'a BTreeSet<String>) -> impl Iterator<Item = Numbered> + 'a {
    let numbered = |(from, number, end): (usize, usize, usize)| {
        Some((text[from..number - 1].to_owned(), text[number..end].parse().ok()?))
    };
    spans(text).into_iter().filter_map(numbered).filter(|(name, _)| known.contains(name))
}

fn replaced(text: &str, new: &impl Fn(&str, u32) -> Option<usize>) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for (from, number, end) in spans(text) {
        let known = text[number..end].parse().ok().and_then(|old| new(&text[from..number - 1], old));
        if let Some(known) = known {
            out += &text[done..number];
            out += &known.to_string();
            done = end;
        }
    }
    out + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(operation: &str, location: &str, written: Option<&str>) -> Row {
        let written = written.map(Into::into);
        Row { operation: operation.into(), location: Some(location.into()), written, ..Row::default() }
    }

    #[test]
    fn in_the_order_of_the_steps() {
        let rows = vec![
            row("allocate", "n#3", None),
            row("store", "n#3.next", Some("&n#1")),
            row("store", "text", Some("\"n#3\"")),
            row("store", "T1:n#3", Some("{&n#3, &v#7}")),
        ];
        let mut whole = rows.clone();
        whole.extend([row("allocate", "n#1", None), row("allocate", "n#2", None)]);
        let message = "`n#3` and `n#2` and `n#10`".to_owned();
        let mut found = Found { rows, whole, message, ..Found::default() };
        renumber(&mut found);
        let told = |row: &Row| format!("{} {}", row.location.clone().unwrap(), row.written.clone().unwrap_or_default());
        let told: Vec<String> = found.whole.iter().map(told).collect();
        let expected =
            ["n#1 ", "n#1.next &n#2", "text \"n#3\"", "T1:n#3 {&n#1, &v#7}", "n#2 ", "n#3 "].map(str::to_owned);
        assert_eq!(told, expected);
        assert_eq!(found.message, "`n#1` and `n#3` and `n#4`");
    }

    #[test]
    fn not_where_variables_have_such_names() {
        let rows = vec![row("lifetime-begin", "n#2", None), row("allocate", "n#2", None)];
        let mut found = Found { rows, ..Found::default() };
        renumber(&mut found);
        assert_eq!(found.rows[1].location.as_deref(), Some("n#2"));
    }
}

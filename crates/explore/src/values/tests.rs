//! The order and its closure against a naive one, and against all sequences, on random events.

use super::closure::Closed;
use super::good::Good;
use super::order::{Id, NONE, Order};
use super::verify::{Heuristics, executable, memory_map, printed, witness};
use crate::mix::Rng;

const W: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) thread: u32,
    pub(super) after: Vec<Id>,
    pub(super) variable: u32,
    /// Of a read: the events it may read from, [`NONE`] being the initial write.
    pub(super) good: Option<Vec<Id>>,
    pub(super) writes: bool,
}

/// Random events; good writes are taken from those before.
pub(super) fn random(rng: &mut Rng, length: usize) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    let variables = 1 + rng.below(2);
    let threads = 2 + rng.below(W - 1);
    for id in 0..length {
        let variable = rng.below(variables) as u32;
        let (reads, writes) = [(true, false), (false, true), (true, true), (false, true)][rng.below(4)];
        let sources = (0..id as Id).filter(|&e| events[e as usize].writes && events[e as usize].variable == variable);
        let sources: Vec<Id> = sources.chain([NONE]).collect();
        let good = reads.then(|| {
            let mut good: Vec<Id> = sources.iter().copied().filter(|_| rng.below(3) == 0).collect();
            if good.is_empty() {
                good.push(sources[rng.below(sources.len())]);
            }
            good
        });
        let after = if id > 0 && rng.below(8) == 0 { vec![rng.below(id) as Id] } else { Vec::new() };
        events.push(Event { thread: rng.below(threads) as u32, after, variable, good, writes });
    }
    events
}

fn put(closed: &mut Closed<W>, event: &Event) {
    let good = event.good.as_ref().map(|ids| {
        let mut good = Good::default();
        for &id in ids {
            match closed_number(closed, id) {
                Some(number) => good.insert(number),
                None => good.initial = true,
            }
        }
        good
    });
    closed.access(event.thread, &event.after, event.variable, good, event.writes);
}

fn closed_number(closed: &Closed<W>, id: Id) -> Option<u32> {
    (id != NONE).then(|| closed.write_number(id).expect("a good write is a write"))
}

pub(super) fn closed_of(events: &[Event]) -> Closed<W> {
    let mut closed = Closed::default();
    events.iter().for_each(|event| put(&mut closed, event));
    closed
}

/// A partial order as a matrix.
type Matrix = Vec<Vec<bool>>;

fn program_order(events: &[Event]) -> Matrix {
    let n = events.len();
    let mut before = vec![vec![false; n]; n];
    for (b, event) in events.iter().enumerate() {
        for (a, other) in events[..b].iter().enumerate() {
            before[a][b] = other.thread == event.thread || event.after.contains(&(a as Id));
        }
    }
    transitive(&mut before);
    before
}

fn transitive(before: &mut Matrix) {
    let n = before.len();
    for k in 0..n {
        for a in 0..n {
            for b in 0..n {
                before[a][b] |= before[a][k] && before[k][b];
            }
        }
    }
}

fn is_cyclic(before: &Matrix) -> bool {
    (0..before.len()).any(|a| before[a][a])
}

/// The closure as printed, with the initial write as an event n before all others: edges are added
/// until none is missing.
fn naive(events: &[Event]) -> Option<Matrix> {
    let n = events.len();
    let mut before = program_order(events);
    before.iter_mut().for_each(|row| row.push(false));
    before.push(vec![true; n]);
    before[n].push(false);
    loop {
        let mut edges = Vec::new();
        for (r, read) in events.iter().enumerate() {
            let Some(good) = &read.good else { continue };
            let is_good = |w: usize| good.contains(&if w == n { NONE } else { w as Id });
            let writes = |w: usize| w == n || w != r && events[w].writes && events[w].variable == read.variable;
            let visible =
                |w: usize| !before[r][w] && !(0..n).any(|other| writes(other) && before[w][other] && before[other][r]);
            let all: Vec<usize> = (0..=n).filter(|&w| writes(w)).collect();
            let cl: Vec<usize> = all.iter().copied().filter(|&w| is_good(w) && visible(w)).collect();
            let bad = || all.iter().copied().filter(|&w| !is_good(w));
            if cl.is_empty() {
                return None;
            }
            for &w in &cl {
                if cl.iter().all(|&other| other == w || before[w][other]) {
                    edges.push((w, r));
                }
                if cl.iter().all(|&other| other == w || before[other][w]) {
                    edges.extend(bad().filter(|&b| before[b][r]).map(|b| (b, w)));
                }
            }
            edges.extend(bad().filter(|&b| cl.iter().all(|&w| before[w][b])).map(|b| (r, b)));
        }
        if edges.iter().all(|&(a, b)| before[a][b]) {
            return Some(before);
        }
        for (a, b) in edges {
            before[a][b] = true;
        }
        transitive(&mut before);
        if is_cyclic(&before) {
            return None;
        }
    }
}

/// Whether some sequence that follows `before` has every read read a good write; the most naive
/// search.
pub(super) fn has_witness(events: &[Event], before: &[Vec<bool>], taken: &mut Vec<Id>) -> bool {
    if taken.len() == events.len() {
        return true;
    }
    for (e, event) in events.iter().enumerate() {
        let is_next = !taken.contains(&(e as Id))
            && (0..events.len()).all(|other| !before[other][e] || taken.contains(&(other as Id)));
        let last = taken.iter().rev().copied();
        let mut last = last.filter(|&w| events[w as usize].writes && events[w as usize].variable == event.variable);
        let source = last.next().unwrap_or(NONE);
        if is_next && event.good.as_ref().is_none_or(|good| good.contains(&source)) {
            taken.push(e as Id);
            if has_witness(events, before, taken) {
                return true;
            }
            taken.pop();
        }
    }
    false
}

pub(super) fn is_realisable(events: &[Event]) -> bool {
    has_witness(events, &program_order(events), &mut Vec::new())
}

fn check_against(closed: &Closed<W>, naive: &Matrix, events: &[Event]) {
    let n = events.len();
    for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        assert_eq!(closed.order.before(a as Id, b as Id), naive[a][b], "{a} before {b} in {events:?}");
    }
}

#[test]
fn the_order_is_transitive() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let n = 2 + rng.below(10);
        let events = random(&mut rng, n);
        let mut order = Order::<W>::default();
        let mut matrix = program_order(&events);
        for event in &events {
            order.push(event.thread, &event.after);
        }
        let mut history = Vec::new();
        for _ in 0..rng.below(12) {
            let (a, b) = (rng.below(n), rng.below(n));
            let point = order.point();
            let known = matrix.clone();
            matrix[a][b] = true;
            transitive(&mut matrix);
            let added = order.add(a as Id, b as Id, &mut Vec::new());
            assert_eq!(added.is_err(), is_cyclic(&matrix), "{a} before {b}");
            if added.is_err() {
                matrix = known;
                order.undo(point);
            } else {
                history.push((point, known));
            }
            if rng.below(4) == 0
                && let Some((point, known)) = history.pop()
            {
                order.undo(point);
                matrix = known;
            }
            for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                assert_eq!(order.before(a as Id, b as Id), matrix[a][b], "{a} before {b}");
            }
        }
    }
}

#[test]
fn the_closure_is_the_naive_one() {
    let (mut failed, mut closed_up, mut added) = (0, 0, 0);
    for seed in threadbare_effort::seeds(20_000) {
        let mut rng = Rng::new(seed);
        let n = 2 + rng.below(12);
        let events = random(&mut rng, n);
        let mut closed = closed_of(&events);
        let expected = naive(&events);
        let found = closed.close();
        assert_eq!(found.is_ok(), expected.is_some(), "{events:?}");
        match expected {
            None => failed += 1,
            Some(naive) => {
                check_against(&closed, &naive, &events);
                closed_up += 1;
                added += usize::from(naive[..n].iter().flatten().count() > 0);
            }
        }
    }
    assert!(failed > 2000 && closed_up > 2000 && added > 1000, "{failed} {closed_up} {added}");
}

#[test]
fn closing_bit_by_bit_and_taking_back_is_the_same() {
    for seed in threadbare_effort::seeds(6_000) {
        let mut rng = Rng::new(seed);
        let n = 2 + rng.below(12);
        let events = random(&mut rng, n);
        let mut closed = Closed::<W>::default();
        let mut marks = Vec::new();
        let mut at = 0;
        let mut patience = 60;
        while at < n {
            patience -= 1;
            marks.push((closed.mark(), at));
            put(&mut closed, &events[at]);
            at += 1;
            let expected = naive(&events[..at]);
            let go_back = if rng.below(3) == 0 {
                let found = closed.close();
                assert_eq!(found.is_ok(), expected.is_some(), "{events:?}");
                if let (Ok(()), Some(naive)) = (found, &expected) {
                    check_against(&closed, naive, &events[..at]);
                }
                found.is_err()
            } else {
                false
            };
            if go_back && patience <= 0 {
                break;
            }
            if go_back || patience > 0 && rng.below(4) == 0 {
                let (mark, place) = marks.swap_remove(rng.below(marks.len()));
                marks.retain(|other| other.1 < place);
                closed.undo(mark);
                at = place;
            }
        }
    }
}

/// The closure never fails, and never orders, wrongly: a program with a witness has one that
/// follows it.
#[test]
fn the_closure_keeps_the_witnesses() {
    let mut with_witness = 0;
    for seed in threadbare_effort::seeds(4_000) {
        let mut rng = Rng::new(seed);
        let n = 2 + rng.below(8);
        let events = random(&mut rng, n);
        if is_realisable(&events) {
            let naive = naive(&events).expect("there is a witness");
            let mut taken = Vec::new();
            let follows: Vec<Vec<bool>> = naive[..n].iter().map(|row| row[..n].to_vec()).collect();
            assert!(has_witness(&events, &follows, &mut taken));
            with_witness += 1;
        }
    }
    assert!(with_witness > 400, "{with_witness}");
}

/// Whether it is a sequence of all the events in which every read reads a good write.
fn is_witness(events: &[Event], sequence: &[Id]) -> bool {
    let place = |id: Id| sequence.iter().position(|&other| other == id);
    let before = program_order(events);
    let follows = (0..events.len()).all(|b| {
        (0..events.len()).all(|a| !before[a][b] || place(a as Id) < place(b as Id)) && place(b as Id).is_some()
    });
    let good = sequence.iter().enumerate().all(|(at, &id)| {
        let event = &events[id as usize];
        let writes = |w: &&Id| events[**w as usize].writes && events[**w as usize].variable == event.variable;
        let source = sequence[..at].iter().rev().find(writes).copied().unwrap_or(NONE);
        event.good.as_ref().is_none_or(|good| good.contains(&source))
    });
    follows && good && sequence.len() == events.len()
}

#[test]
fn witnesses_are_found_where_there_are_some() {
    let (mut with, mut without, mut past_closure) = (0, 0, 0);
    for seed in threadbare_effort::seeds(20_000) {
        let mut rng = Rng::new(seed);
        let n = 2 + rng.below(if seed % 10 == 0 { 12 } else { 9 });
        let events = random(&mut rng, n);
        let expected = is_realisable(&events);
        let mut guide: Vec<Id> = (0..n as Id).collect();
        if rng.below(2) == 0 {
            guide.reverse();
        }
        for switches in 0..4 {
            let heuristics = Heuristics { guide: switches & 1 != 0, greedy: switches & 2 != 0 };
            let found = printed(&closed_of(&events), &guide, heuristics);
            assert_eq!(found.is_some(), expected, "{heuristics:?}: {events:?}");
            assert!(found.is_none_or(|sequence| is_witness(&events, &sequence)), "{heuristics:?}: {events:?}");
        }
        let mut closed = closed_of(&events);
        let closes = closed.close().is_ok();
        let found = if closes { witness(&mut closed, &guide) } else { None };
        assert_eq!(found.is_some(), expected, "{events:?}");
        assert!(found.is_none_or(|sequence| is_witness(&events, &sequence)), "{events:?}");
        if closes {
            check_against(&closed, &naive(&events).expect("it closes"), &events);
        }
        with += u32::from(expected);
        without += u32::from(!expected);
        past_closure += u32::from(!expected && closes);
    }
    assert!(with > 4000 && without > 4000 && past_closure > 0, "{with} {without} {past_closure}");
}

/// The good writes with these numbers.
fn good(numbers: &[u32]) -> Option<Good> {
    let mut good = Good::default();
    numbers.iter().for_each(|&number| good.insert(number));
    Some(good)
}

/// Figure 5 of the reads-value-from paper (CAV 2021): which events are executable after τ, and
/// which are not. Which writes are good, as far as the caption does not say, is read off from what
/// it says of the events.
#[test]
fn figure_5() {
    let mut closed = Closed::<W>::default();
    let (x, y) = (0, 1);
    // Writes of x: w_x, w'_x, and that of thread 4; of y: w_y, and that of thread 4.
    let (of_1, of_2, of_4) = (0, 1, 2);
    let (of_3, last) = (0, 1);
    let wx = closed.access(0, &[], x, None, true);
    let rx = closed.access(0, &[], x, good(&[of_1, of_2]), false);
    let wx_2 = closed.access(1, &[], x, None, true);
    let ry = closed.access(1, &[], y, good(&[of_3]), false);
    let wy = closed.access(2, &[], y, None, true);
    let ry_3 = closed.access(2, &[], y, good(&[last]), false);
    let wx_4 = closed.access(3, &[], x, None, true);
    let rx_4 = closed.access(3, &[], x, good(&[of_4]), false);
    let wy_4 = closed.access(3, &[], y, None, true);
    let tau = [wx_4, rx_4, wy, wx];
    // The paper counts threads from 1: MMap(x) = 1, MMap(y) = 3.
    assert_eq!(memory_map(&closed, &tau), [Some(0), Some(2)]);
    // Neither the read of thread 3, whose good write is not active, nor the write of thread 4,
    // since r_y holds y.
    assert_eq!(executable(&closed, &tau), [rx, wx_2]);
    // r_y gives y free; then its good write can come, and the read of thread 3.
    assert_eq!(executable(&closed, &[&tau[..], &[rx, wx_2]].concat()), [ry]);
    assert_eq!(executable(&closed, &[&tau[..], &[rx, wx_2, ry]].concat()), [wy_4]);
    assert_eq!(executable(&closed, &[&tau[..], &[rx, wx_2, ry, wy_4]].concat()), [ry_3]);
    let all = [&tau[..], &[rx, wx_2, ry, wy_4, ry_3]].concat();
    assert_eq!(printed(&closed, &all, Heuristics { guide: true, greedy: false }), Some(all));
}

/// The rules of the closure one by one, on the smallest examples.
#[test]
fn each_rule_by_itself() {
    // 1, 3: a read of the initial content comes before every write.
    let mut closed = Closed::<W>::default();
    let w = closed.access(0, &[], 0, None, true);
    let mut initial = Good::default();
    initial.initial = true;
    let r = closed.access(1, &[], 0, Some(initial), false);
    assert!(closed.close().is_ok() && closed.order.before(r, w));
    // 1: the only good write comes before the read; 3: the bad one after it then comes after the
    // read.
    let mut closed = Closed::<W>::default();
    let (w, bad) = (closed.access(0, &[], 0, None, true), closed.access(0, &[], 0, None, true));
    let r = closed.access(1, &[], 0, good(&[0]), false);
    assert!(closed.close().is_ok() && closed.order.before(w, r) && closed.order.before(r, bad));
    // 2: a bad write before the read comes before the greatest good one.
    let mut closed = Closed::<W>::default();
    let bad = closed.access(1, &[], 0, None, true);
    let w = closed.access(0, &[], 0, None, true);
    let r = closed.access(1, &[], 0, good(&[1]), false);
    assert!(closed.close().is_ok() && closed.order.before(bad, w) && closed.order.before(w, r));
    // Of two unordered good writes none is the least: nothing follows.
    let mut closed = Closed::<W>::default();
    let one = closed.access(0, &[], 0, None, true);
    let two = closed.access(1, &[], 0, None, true);
    let r = closed.access(2, &[], 0, good(&[0, 1]), false);
    assert!(closed.close().is_ok() && !closed.order.ordered(one, r) && !closed.order.ordered(two, r));
    // 1: the read has no visible good write left.
    let mut closed = Closed::<W>::default();
    closed.access(0, &[], 0, None, true);
    closed.access(0, &[], 0, None, true);
    closed.access(0, &[], 0, good(&[0]), false);
    assert!(closed.close().is_err());
}

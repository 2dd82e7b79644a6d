//! Figure 2 of the reads-value-from paper: the causally-happens-before order of a trace.
//!
//! What came through of the figure is that there are three threads, and in which order the seven
//! events are drawn, but not whose they are: down the page, as in the trace, or thread by thread.
//! So all readings are tried: the events in the order drawn, each of any thread, in all
//! interleavings. (The second reading is that of threads which are parts of the list.) The expected
//! order is by the definition: the transitive closure of program order and reads-from.
//!
//! What is held against it is the clock with which the system is told of each access (`Event::hb`):
//! what happens before in every witness. Where each write is a group of its own (`rf`, `observers`)
//! that is the order of the trace itself. Where good writes are several (`rvf`), it is the order
//! that has of a read's past what is in the pasts of all of them.

use super::{Observers, Rf, Rvf};
use crate::straight::{Straight, Told, X, Y, read, write};
use crate::{Explorer, Sink};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_op::{FaultId, Op, Schedule, Stats, ThreadId};

const EVENTS: [Op; 7] = [write(X, 1), read(X), write(X, 1), read(X), write(Y, 2), write(Y, 1), read(Y)];

/// By event (as drawn): the write that it reads from.
type ReadsFrom = [Option<usize>; 7];
/// By event: the set of those before it, as bits.
type Before = [u8; 7];

/// By event: whose it is, 0 to 2.
#[derive(Clone, Copy)]
struct Reading([usize; 7]);

impl Reading {
    /// All in which each thread has an event.
    fn all() -> impl Iterator<Item = Self> {
        let all = (0..3_usize.pow(7)).map(|number| Self(std::array::from_fn(|at| number / 3_usize.pow(at as u32) % 3)));
        all.filter(|Self(owners)| (0..3).all(|thread| owners.contains(&thread)))
    }

    fn of(self, thread: usize) -> impl Iterator<Item = usize> {
        (0..7).filter(move |&event| self.0[event] == thread)
    }

    /// The events that come before this one in its thread.
    fn earlier(self, event: usize) -> impl Iterator<Item = usize> {
        self.of(self.0[event]).take_while(move |&other| other < event)
    }

    fn program(self) -> Straight {
        let threads = (0..3).map(|thread| self.of(thread).map(|event| EVENTS[event]).collect());
        Straight::new(std::iter::once(vec![Op::Spawn; 3]).chain(threads).collect())
    }

    /// All interleavings.
    fn traces(self) -> Vec<Vec<usize>> {
        let mut traces = vec![Vec::new()];
        for _ in EVENTS {
            let longer = |trace: &Vec<usize>| {
                let next = |thread| self.of(thread).find(|event| !trace.contains(event));
                (0..3).filter_map(next).map(|event| [&trace[..], &[event]].concat()).collect::<Vec<_>>()
            };
            traces = traces.iter().flat_map(longer).collect();
        }
        traces
    }

    /// The event of a schedule's step, if it is one of the figure's.
    fn trace_of(self, schedule: &Schedule) -> Vec<usize> {
        let mut left = [0, 1, 2].map(|thread| self.of(thread).collect::<Vec<_>>().into_iter());
        let children = schedule.steps.iter().filter(|step| step.thread != ThreadId::MAIN);
        children.map(|step| left[step.thread.index() - 1].next().expect("the thread has one more")).collect()
    }

    /// The order by the clocks that were told. The beginning of a thread is its first event.
    fn told(self, told: &[Told]) -> Before {
        let event = |thread: usize, count: u32| self.of(thread - 1).nth(count as usize - 2).expect("it is an event");
        let mut order = [0; 7];
        for (thread, count, clock) in told {
            let me = event(thread.index(), *count);
            for (other, &count) in clock.iter().enumerate().skip(1) {
                (2..=count)
                    .map(|count| event(other, count))
                    .filter(|other| *other != me)
                    .for_each(|it| order[me] |= 1 << it);
            }
        }
        order
    }

    /// The smallest transitive order with program order and these edges.
    fn closure(self, edges: impl Fn(usize) -> u8) -> Before {
        let mut order: Before =
            std::array::from_fn(|event| self.earlier(event).map(|earlier| 1 << earlier).sum::<u8>() | edges(event));
        for middle in 0..7 {
            for event in 0..7 {
                if order[event] & 1 << middle != 0 {
                    order[event] |= order[middle];
                }
            }
        }
        order
    }
}

fn reads_from(trace: &[usize]) -> ReadsFrom {
    let mut from = [None; 7];
    for (at, &event) in trace.iter().enumerate() {
        if let Op::Load { .. } = EVENTS[event] {
            let writes = |other: &&usize| {
                matches!(EVENTS[**other], Op::Store { .. }) && EVENTS[**other].loc() == EVENTS[event].loc()
            };
            from[event] = trace[..at].iter().rev().find(writes).copied();
        }
    }
    from
}

/// What was told of each execution: its trace and the order.
struct Executions {
    reading: Reading,
    told: Rc<RefCell<Vec<Told>>>,
    found: Vec<(Vec<usize>, Before)>,
}

impl Sink for Executions {
    fn execution(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.found.push((self.reading.trace_of(&schedule()), self.reading.told(&self.told.borrow())));
        ControlFlow::Continue(())
    }

    fn fault(&mut self, _: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        unreachable!("nothing is wrong")
    }
}

fn explore(reading: Reading, mut explorer: impl Explorer<Straight>) -> Vec<(Vec<usize>, Before)> {
    let mut system = reading.program();
    let mut sink = Executions { reading, told: system.told.clone(), found: Vec::new() };
    assert!(explorer.run(&mut system, &mut sink).is_complete());
    sink.found
}

fn edges(from: &ReadsFrom) -> impl Fn(usize) -> u8 {
    |event| from[event].map_or(0, |write| 1 << write)
}

/// The order of each trace is that of the paper.
#[test]
fn order_of_each_trace() {
    let drawn = reads_from(&[0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(drawn, [None, Some(0), None, Some(2), None, None, Some(5)]);
    for reading in Reading::all() {
        let expected: BTreeMap<ReadsFrom, Before> = reading
            .traces()
            .iter()
            .map(|trace| reads_from(trace))
            .map(|from| (from, reading.closure(edges(&from))))
            .collect();
        assert!(expected.contains_key(&drawn));
        let found = explore(reading, Rf);
        assert_eq!(found.len(), expected.len(), "each class once");
        let found: BTreeMap<ReadsFrom, Before> = found.iter().map(|(trace, told)| (reads_from(trace), *told)).collect();
        assert_eq!(found, expected, "{:?}", reading.0);
        // Of these there is one for each order of the writes that are read.
        for (trace, told) in explore(reading, Observers) {
            assert_eq!(told, expected[&reads_from(&trace)], "{:?}", reading.0);
        }
    }
}

/// Of several good writes what is before all of them. So nothing is told to be before that is not
/// so in the witness; and what is read from the only write of its value comes after that.
#[test]
fn order_of_each_class() {
    let mut fewer = 0;
    for reading in Reading::all() {
        for (trace, told) in explore(reading, Rvf::default()) {
            let from = reads_from(&trace);
            let order = reading.closure(edges(&from));
            // Of y no two writes are of one value.
            let at_least = reading.closure(|event| if event == 6 { edges(&from)(event) } else { 0 });
            for event in 0..7 {
                assert_eq!(told[event] & !order[event], 0, "{:?}: not in {trace:?}", reading.0);
                assert_eq!(at_least[event] & !told[event], 0, "{:?}: so in all like {trace:?}", reading.0);
            }
            fewer += usize::from(told != order);
        }
    }
    assert_ne!(fewer, 0);
}

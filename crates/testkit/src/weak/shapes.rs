//! [`shapes`]: all programs of two or three threads with few accesses and fences over two
//! locations, up to symmetry.
//!
//! Each event is a load, store or read-modify-write of one of the locations, or a fence; values
//! written are distinct. Of programs that differ in the names of the locations or in the order of
//! the threads only one is made, and none in which a thread begins or ends with a fence, which
//! orders nothing there.

use crate::program::{Inst, Program, val};
use crate::rng::Rng;
use threadbare_op::{Order, RmwOp};

/// What an event can be: loads, stores, read-modify-writes of the two locations, and a fence.
const LETTERS: usize = 7;
const FENCE: usize = 6;

/// Which memory orders the events of a shape get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orders {
    /// The weakest.
    Relaxed,
    /// The strongest.
    SeqCst,
    /// Any, by this seed.
    Random(u64),
}

/// By thread: its events.
pub type Shape = Vec<Vec<usize>>;

/// All shapes with `events` events of which the first `letters` letters are used: 4 for loads and
/// stores, 6 with read-modify-writes, 7 with fences.
#[must_use]
pub fn shapes(events: usize, letters: usize) -> Vec<Shape> {
    let mut all = Vec::new();
    for lengths in partitions(events) {
        for number in 0..letters.min(LETTERS).pow(events as u32) {
            let mut rest = number;
            let mut letter = || {
                let letter = rest % letters;
                rest /= letters;
                letter
            };
            let shape: Shape = lengths.iter().map(|n| (0..*n).map(|_| letter()).collect()).collect();
            if is_useful(&shape) && is_first(&shape) {
                all.push(shape);
            }
        }
    }
    all
}

/// Of `events` into two or three threads, the longest first.
fn partitions(events: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for first in 1..events {
        for second in 1..=first.min(events - first) {
            match events - first - second {
                0 => all.push(vec![first, second]),
                third if third <= second => all.push(vec![first, second, third]),
                _ => {}
            }
        }
    }
    all
}

fn is_useful(shape: &Shape) -> bool {
    shape.iter().all(|thread| thread.first() != Some(&FENCE) && thread.last() != Some(&FENCE))
}

/// Whether it comes first of those that differ in names only.
fn is_first(shape: &Shape) -> bool {
    let exchanged: Shape =
        shape.iter().map(|t| t.iter().map(|l| if *l < FENCE { l ^ 1 } else { *l }).collect()).collect();
    let ordered = |shape: &Shape| {
        let mut threads = shape.clone();
        threads.sort_by_key(|thread| (usize::MAX - thread.len(), thread.clone()));
        threads
    };
    *shape == ordered(shape) && *shape <= ordered(&exchanged)
}

/// The program of a shape.
#[must_use]
pub fn program(shape: &Shape, orders: Orders) -> Program {
    let mut rng = Rng::new(if let Orders::Random(seed) = orders { seed } else { 0 });
    let (mut value, mut register) = (0, 0);
    let mut inst = |letter: usize| {
        let loc = letter % 2;
        value += 1;
        register = (register + 1) % 4;
        let inst = match letter / 2 {
            0 => Inst::load(register, loc),
            1 => Inst::store(loc, val(value)),
            2 => Inst::rmw(register, loc, RmwOp::Xchg, val(value)),
            _ => Inst::fence(),
        };
        let any = [Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];
        let order = match orders {
            Orders::Relaxed => Order::Relaxed,
            Orders::SeqCst => Order::SeqCst,
            Orders::Random(_) => any[rng.below(any.len())],
        };
        let order = if letter == FENCE && order == Order::Relaxed { Order::AcqRel } else { order };
        inst.with(order)
    };
    let threads = shape.iter().map(|thread| thread.iter().map(|letter| inst(*letter)).collect()).collect();
    Program::parallel(threads, 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn few_events_by_hand() {
        // One event each: of 16 pairs, those of one location (RR, RW, WW) and those of two (RR, RW,
        // WR as RW with names exchanged, WW).
        assert_eq!(shapes(2, 4).len(), 6);
        assert_eq!(partitions(6).len(), 6);
        assert_eq!(partitions(3), [vec![1, 1, 1], vec![2, 1]]);
    }

    /// Counted by orbits: each of the words of all partitions is the image of exactly one that is
    /// kept.
    #[test]
    fn one_of_each_orbit() {
        for (events, letters) in [(3, 4), (4, 4), (4, 7), (5, 4)] {
            let kept: BTreeSet<Shape> = shapes(events, letters).into_iter().collect();
            for lengths in partitions(events) {
                for number in 0..letters.pow(events as u32) {
                    let mut rest = number;
                    let word: Vec<usize> = (0..events).map(|_| (rest % letters, rest /= letters).0).collect();
                    let mut at = 0;
                    let mut cut = |n: &usize| {
                        at += n;
                        word[at - n..at].to_vec()
                    };
                    let shape: Shape = lengths.iter().map(&mut cut).collect();
                    if is_useful(&shape) {
                        let images: BTreeSet<Shape> = images(&shape).into_iter().collect();
                        assert_eq!(images.intersection(&kept).count(), 1, "{shape:?}");
                    }
                }
            }
        }
    }

    fn images(shape: &Shape) -> Vec<Shape> {
        let rename = |t: &Vec<usize>| t.iter().map(|l| if *l < FENCE { l ^ 1 } else { *l }).collect::<Vec<_>>();
        let mut all = vec![shape.clone(), shape.iter().map(rename).collect()];
        for (a, b) in [(0, 1), (1, 2), (0, 1), (1, 2), (0, 1)] {
            for image in all.clone() {
                if b < image.len() {
                    let mut next = image;
                    next.swap(a, b);
                    all.push(next);
                }
            }
        }
        all
    }
}

//! The figures of the paper, step by step.

use super::Centric;
use super::state::Execution;
use super::witness::Realize;
use crate::mix::Rng;
use crate::values::closure::Closed;
use crate::values::good::Good;
use crate::values::order::Id;
use threadbare_op::{Op, Pending, Site, Stuck};

fn only(number: u32) -> Good {
    let mut good = Good::default();
    good.insert(number);
    good
}

/// Fig. 5, in a program for which the text holds: the root writes z, reads x, writes y (bad), reads
/// z (its own write); the leaf writes y, x, z (bad), and reads y (its own write).
#[test]
fn closure_and_witness() {
    let (x, y, z) = (0, 1, 2);
    let mut p = Closed::<4>::default();
    let write = |p: &mut Closed<4>, thread, loc| p.access(thread, &[], loc, None, true);
    let good_z = write(&mut p, 1, z);
    let good_y = write(&mut p, 2, y);
    let good_x = write(&mut p, 2, x);
    let read_x = p.access(1, &[], x, Some(only(0)), false);
    let bad_y = write(&mut p, 1, y);
    let bad_z = write(&mut p, 2, z);
    let read_y = p.access(2, &[], y, Some(only(0)), false);
    let read_z = p.access(1, &[], z, Some(only(0)), false);
    let dashed = [(good_x, read_x), (read_y, bad_y), (bad_z, good_z)];
    assert!(dashed.iter().all(|&(a, b)| !p.order.ordered(a, b)));
    assert!(p.close().is_ok());
    assert!(dashed.iter().all(|&(a, b)| p.order.before(a, b)));
    // Nothing but these and what follows: the first step of either thread stays where it is.
    let mut realize = Realize::<4>::default();
    assert!(realize.realize(&p, Some(1)).is_ok());
    let line: Vec<Id> = vec![good_y, good_x, bad_z, good_z, read_x, read_y, bad_y, read_z];
    assert_eq!(realize.line, line, "the root as early as can be");
}

/// The same with the second and the third step taken back: without the first none is due.
#[test]
fn each_step_of_the_closure_is_due_to_the_one_before() {
    let (x, y) = (0, 1);
    let mut p = Closed::<4>::default();
    let good_y = p.access(2, &[], y, None, true);
    let good_x = p.access(2, &[], x, None, true);
    let bad_y = p.access(1, &[], y, None, true);
    let read_y = p.access(2, &[], y, Some(only(0)), false);
    assert!(p.close().is_ok());
    assert!(!p.order.ordered(read_y, bad_y) && p.order.before(good_y, good_x));
}

/// Fig. 6: which writes of x the reads of the first and the third thread may read from.
#[test]
fn candidate_writes() {
    let main = Pending { state: (), op: Op::Stuck(Stuck::Finished), site: Site::UNKNOWN };
    let mut execution = Execution::<(), 4>::new(main, Centric::default());
    let (x, y) = (0, 1);
    let p = &mut execution.p;
    let any = || Some(Good::only_initial());
    let write = |p: &mut Closed<4>, thread, loc| p.access(thread, &[], loc, None, true);
    let e1 = write(p, 1, x);
    let _e2 = write(p, 2, y);
    let e3 = write(p, 2, x);
    let _e4 = p.access(2, &[], y, any(), false);
    let e5 = write(p, 2, x);
    let _e6 = p.access(3, &[], y, any(), false);
    let e7 = write(p, 3, x);
    let _e8 = p.access(3, &[], x, any(), false);
    let e9 = write(p, 3, x);
    // The paper's map names the last read of each thread when r was tried; write extension had
    // added the writes after it. Each thread's beginning counts.
    let tried = |counts| {
        let writes = execution.p.writes(x).iter();
        writes.filter(|write| !execution.was_tried(write, &counts)).map(|write| write.id).collect::<Vec<Id>>()
    };
    assert_eq!(tried([1, 2, 5, 3]), [e9]);
    assert_eq!(tried([0; 4]), [e1, e3, e5, e7, e9]);
}

/// Adds a write, a read, or a read-modify-write of one of three variables, or an event that touches
/// none, to one of four threads, after what has come or not; or an edge. False: there is no such
/// order.
fn grow(p: &mut Closed<4>, random: &mut Rng) -> bool {
    let (thread, loc) = (random.below(4) as u32, random.below(3) as u32);
    let events = p.order.len();
    let any = |random: &mut Rng| random.below(events) as Id;
    let after: Vec<Id> = if events > 0 && random.below(4) == 0 { vec![any(random)] } else { Vec::new() };
    match random.below(8) {
        0 => _ = p.push(thread, &after),
        1 if events > 1 => {
            let (a, b) = (any(random), any(random));
            return p.add(a, b).is_ok();
        }
        2..4 => _ = p.access(thread, &after, loc, None, true),
        way => {
            let mut good = if random.below(3) == 0 { Good::only_initial() } else { Good::default() };
            for number in 0..p.writes(loc).len() as u32 {
                if random.below(3) > 0 {
                    good.insert(number);
                }
            }
            p.access(thread, &after, loc, Some(good), way == 4);
        }
    }
    true
}

/// A linearisation that is made from the one before it is the one that is made from the beginning,
/// or is not found for the same reason.
#[test]
fn linearisations_go_on_as_if_from_the_beginning() {
    let (mut lengths, mut kept, mut failed, mut freed) = (0, 0, 0, 0);
    for seed in threadbare_effort::seeds(3_000) {
        let mut random = Rng::new(seed);
        let (mut p, mut realize) = (Closed::<4>::default(), Realize::<4>::default());
        let root = [None, Some(1), Some(2)][random.below(3)];
        let mut points = vec![(p.mark(), realize.mark())];
        for _ in 0..60 {
            let mark = p.mark();
            let is_possible = (0..=random.below(3)).all(|_| grow(&mut p, &mut random)) && p.close().is_ok();
            let mut anew = Realize::<4>::default();
            let there = realize.mark();
            if is_possible {
                let (found, expected) = (realize.realize(&p, root), anew.realize(&p, root));
                assert_eq!(format!("{found:?}"), format!("{expected:?}"), "seed {seed}");
                if found.is_ok() {
                    assert_eq!(realize.line, anew.line, "seed {seed}");
                    (lengths, kept) = (lengths + realize.line.len(), kept + realize.kept());
                }
                failed += usize::from(found.is_err());
            }
            if !is_possible || anew.line.len() < p.order.len() || random.below(4) == 0 {
                // Back to where it was, or further.
                let (mut mark, mut line) = (mark, there);
                if points.len() > 1 && random.below(3) == 0 {
                    points.pop();
                    (mark, line) = points[points.len() - 1];
                }
                realize.undo(&p, line);
                p.undo(mark);
            } else if random.below(20) == 0 {
                realize.forget(&p);
                freed += 1;
            }
            if random.below(3) == 0 {
                points.push((p.mark(), realize.mark()));
            }
        }
    }
    assert!(failed > 500 && freed > 1_000, "{failed} {freed}");
    assert!(kept * 2 > lengths, "{kept} of {lengths} steps were kept");
}

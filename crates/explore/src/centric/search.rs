//! The exploration.
//!
//! | paper | here |
//! |---|---|
//! | VC-DPOR(P, C), lines 1-3: WExtend, Extend | `Search::settle` |
//! | lines 5-8, ExtendRoot, ExtendLeaf | a [`Kind::Node`] frame, `Search::next_child` |
//! | the orders that Extend tries for pairs of leaf events | [`Kind::Pair`] frames, `Search::pair` |
//! | CHB map C | `Search::seen` |
//! | Closure, Realize | [`crate::values::closure`], [`super::witness`] |

use super::candidates::Group;
use super::pairs::{is_never_good, is_unobservable, open_pair, pair_at};
use super::report::{begun, stepped};
use super::state::{Execution, Fresh, Point};
use super::witness::Realize;
use super::{Centric, CentricMistake, LeafOrder};
use crate::Sink;
use crate::drive::clock::Clock;
use crate::drive::report::Report;
use crate::values::order::Id;
use crate::widening::Again;
use threadbare_op::{Coverage, Op, Pending, RaceView, Stuck, SyncOp};

/// For each thread: how many events of each thread its next read must not read from, since that was
/// tried. All zero: it has not been tried; otherwise it must not read the initial content either.
type Seen<const W: usize> = [Clock<W>; W];

struct Frame<const W: usize> {
    kind: Kind<W>,
    point: Point,
    /// Of [`Search::realize`].
    line: usize,
    seen: Seen<W>,
    /// The newest event, if its thread has not been told of it.
    fresh: Option<Fresh>,
}

enum Kind<const W: usize> {
    /// A thread stands at a choice: the next value.
    Choice { thread: u32, next: u32, arity: u32 },
    /// Two conflicting leaf events, to be ordered one way and the other.
    Pair { a: Id, b: Id, tried: u8 },
    /// All threads stand before a read, or cannot go on.
    Node {
        threads: Vec<u32>,
        at: usize,
        /// Of thread `at`, from the last to the first.
        groups: Vec<Group<W>>,
        is_open: bool,
        /// Whether a child was found that is an execution.
        any: bool,
    },
}

pub(super) struct Search<'a, S: RaceView, const W: usize> {
    settings: Centric,
    pub(super) x: Execution<S::State, W>,
    pub(super) report: Report<'a, S>,
    frames: Vec<Frame<W>>,
    seen: Seen<W>,
    fresh: Option<Fresh>,
    /// Whether the last linearisation, followed by the events added since, is one of the present
    /// order.
    is_realized: bool,
    pub(super) realize: Realize<W>,
    /// For schedules.
    pub(super) spare: Realize<W>,
}

impl<'a, S: RaceView, const W: usize> Search<'a, S, W> {
    pub(super) fn new(settings: Centric, system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>) -> Self {
        Self {
            settings,
            x: Execution::new(main, settings),
            report: Report::new(system, sink),
            frames: Vec::new(),
            seen: [[0; W]; W],
            fresh: None,
            is_realized: true,
            realize: Realize::default(),
            spare: Realize::default(),
        }
    }

    pub(super) fn run(mut self) -> Result<Coverage, Again> {
        begun(&mut self.report, &self.x, &mut self.spare, 0);
        self.settle();
        while !self.report.is_over() && !self.x.names.is_full() && self.go_back() {
            if !self.advance() {
                self.frames.pop();
            }
        }
        if self.x.names.is_full() { Err(Again::Wider) } else { Ok(self.report.finish()) }
    }

    /// Goes back to the newest frame; false if there is none.
    fn go_back(&mut self) -> bool {
        let Some(&Frame { point, line, fresh, ref seen, .. }) = self.frames.last() else { return false };
        self.realize.undo(&self.x.p, line);
        self.x.undo(self.report.system, point, fresh.as_ref());
        (self.fresh, self.seen) = (fresh, *seen);
        true
    }

    /// Takes the next alternative of the newest frame, at the point of which the execution is;
    /// false if there is none.
    fn advance(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        match &mut frame.kind {
            Kind::Choice { thread, next, arity } => {
                if *next == *arity {
                    return false;
                }
                let (thread, value) = (*thread, *next);
                *next += 1;
                self.is_realized = true;
                let fresh = self.x.add(self.report.system, thread, None, Some(value));
                self.tell(fresh);
                self.settle();
                true
            }
            Kind::Pair { a, b, tried } => {
                let (a, b) = (*a, *b);
                *tried += 1;
                let (first, second) = match *tried {
                    1 => (a, b),
                    2 if !self.settings.makes(CentricMistake::OneOrder) => (b, a),
                    _ => return false,
                };
                self.is_realized = false;
                if self.x.p.add(first, second).is_ok() {
                    self.settle();
                }
                true
            }
            Kind::Node { .. } => self.next_child(),
        }
    }

    /// Goes on from a node with the next read and value.
    fn next_child(&mut self) -> bool {
        loop {
            let Some(Frame { kind: Kind::Node { threads, at, groups, is_open, any }, seen, .. }) =
                self.frames.last_mut()
            else {
                return false;
            };
            let Some(&thread) = threads.get(*at) else {
                let is_leaf = !*any;
                if is_leaf {
                    self.leaf();
                }
                return false;
            };
            if !*is_open {
                *is_open = true;
                *groups = self.x.groups(self.report.system, thread, &seen[thread as usize]);
                groups.reverse();
            }
            if let Some(group) = groups.pop() {
                self.seen = *seen;
                if !self.settings.makes(CentricMistake::KeepsSeen) {
                    self.seen[thread as usize] = [0; W];
                }
                self.fresh = Some(self.x.add(self.report.system, thread, Some(&group), None));
                self.is_realized = false;
                self.settle();
                return true;
            }
            seen[thread as usize] = self.x.counts();
            (*at, *is_open) = (*at + 1, false);
            if self.x.is_alone(thread) {
                *at = threads.len();
            }
        }
    }

    /// The newest event is real: its thread is told.
    fn tell(&mut self, fresh: Fresh) {
        if self.x.tell(self.report.system, fresh) {
            self.realize.forget(&self.x.p);
        }
        if !self.x.names.is_full() {
            stepped(&mut self.report, &self.x, &mut self.spare);
        }
    }

    /// Goes on from what was just added or ordered: to the next node, choice or pair, unless it
    /// turns out not to be possible.
    fn settle(&mut self) {
        if self.fresh.is_some() || !self.is_realized {
            if !self.close() || self.must_order() {
                return;
            }
            if let Some(fresh) = self.fresh.take() {
                self.note_child();
                self.tell(fresh);
            }
        }
        while !self.x.names.is_full() && !self.report.is_over() {
            if self.settings.leaf_order != LeafOrder::Lazy && (!self.close() || self.must_order()) {
                return;
            }
            let Some((thread, what)) = self.inevitable() else { break };
            let fresh = match what {
                Inevitable::Choice(arity) => {
                    self.push(Kind::Choice { thread, next: 0, arity });
                    return;
                }
                Inevitable::Event => self.x.add(self.report.system, thread, None, None),
                Inevitable::Holding(since) => self.x.add_holding(self.report.system, thread, since),
            };
            self.tell(fresh);
        }
        if self.x.names.is_full() || self.report.is_over() {
            return;
        }
        let is_closed = self.close();
        debug_assert!(is_closed, "writes can always be added at the end");
        let threads = self.readers();
        self.push(Kind::Node { threads, at: 0, groups: Vec::new(), is_open: false, any: false });
    }

    fn push(&mut self, kind: Kind<W>) {
        let (point, line) = (self.x.point(), self.realize.mark());
        self.frames.push(Frame { kind, point, line, seen: self.seen, fresh: self.fresh });
    }

    fn close(&mut self) -> bool {
        self.x.p.close().is_ok()
    }

    /// The node from which the present execution was reached has a child.
    fn note_child(&mut self) {
        for frame in self.frames.iter_mut().rev() {
            if let Kind::Node { any, .. } = &mut frame.kind {
                *any = true;
                return;
            }
        }
    }

    /// Opens a frame for two leaf events that have to be put in order; false if there are none.
    fn must_order(&mut self) -> bool {
        if let Some((a, b)) = self.strict_pair() {
            self.push(Kind::Pair { a, b, tried: 0 });
            return true;
        }
        if self.is_realized {
            return false;
        }
        let Err(obstacle) = self.realize.realize(&self.x.p, self.x.root) else {
            self.is_realized = true;
            return false;
        };
        let pair = pair_at(&self.x.p, obstacle, self.x.root);
        let (a, b) =
            pair.expect("a closed order in which all conflicting leaf events are ordered is realizable (Lemma 4.1)");
        self.push(Kind::Pair { a, b, tried: 0 });
        true
    }

    /// Two leaf events that are to be ordered whether or not that matters now.
    fn strict_pair(&self) -> Option<(Id, Id)> {
        let p = &self.x.p;
        let is_exempt = |a: Id, b: Id| match self.settings.leaf_order {
            LeafOrder::Lazy => true,
            LeafOrder::Strict => false,
            LeafOrder::Relaxed => {
                let writes = |id| p.write_number(id).is_some() && p.good(id).is_none();
                writes(a)
                    && writes(b)
                    && (is_never_good(p, a) && is_never_good(p, b) || is_unobservable(p, a) || is_unobservable(p, b))
            }
        };
        if self.settings.leaf_order == LeafOrder::Lazy {
            return None;
        }
        (0..p.variables() as u32).find_map(|loc| open_pair(p, loc, self.x.root, |a, b| !is_exempt(a, b)))
    }

    /// An operation that comes next whatever else happens, and reads nothing that others decide.
    fn inevitable(&mut self) -> Option<(u32, Inevitable)> {
        for thread in 0..W as u32 {
            let Some(lane) = &self.x.lanes[thread as usize] else { continue };
            match lane.pending.op {
                Op::Store { .. } | Op::Fence { .. } | Op::Spawn => return Some((thread, Inevitable::Event)),
                Op::Choice { arity, .. } => return Some((thread, Inevitable::Choice(arity))),
                Op::Join { thread: child } if self.has_finished(child.0) => return Some((thread, Inevitable::Event)),
                Op::Sync { op, .. } if !is_supported(op) => self.refuse(thread, op.kind().name()),
                Op::Sync { .. } => {
                    let since = self.x.held_since(self.report.system, thread);
                    if let Some(since) = since.filter(|_| !self.x.waits(self.report.system, thread)) {
                        return Some((thread, Inevitable::Holding(since)));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn has_finished(&self, thread: u32) -> bool {
        let lane = self.x.lanes.get(thread as usize).and_then(Option::as_ref);
        lane.is_some_and(|lane| lane.pending.op.has_finished())
    }

    /// The thread stops at what this explorer does not support.
    pub(super) fn refuse(&mut self, thread: u32, what: &str) {
        let what = format!("{what} (with --explorer {})", self.settings.name());
        let site = self.x.lane(thread).pending.site;
        let number = self.report.system.refuse(&what, site);
        self.report.unsupported(number);
        self.x.stop(thread, Stuck::Unsupported(number));
    }

    /// The threads that stand before a read: those first that are alone there, and the root before
    /// others.
    pub(super) fn readers(&mut self) -> Vec<u32> {
        let mut threads = Vec::new();
        for thread in 0..W as u32 {
            let Some(lane) = &self.x.lanes[thread as usize] else { continue };
            let reads = match lane.pending.op {
                Op::Load { .. } | Op::Rmw { .. } | Op::Cas { .. } => true,
                Op::Sync { .. } => !self.x.waits(self.report.system, thread),
                _ => false,
            };
            if reads {
                threads.push(thread);
            }
        }
        let root = self.x.root;
        threads.sort_by_cached_key(|thread| (!self.x.is_alone(*thread), Some(*thread) != root));
        threads
    }
}

enum Inevitable {
    Event,
    Choice(u32),
    /// An operation on an object that the thread holds.
    Holding(Id),
}

/// Objects that one thread holds, and nobody else can change meanwhile.
fn is_supported(op: SyncOp) -> bool {
    matches!(
        op,
        SyncOp::MutexInit { .. }
            | SyncOp::MutexDestroy
            | SyncOp::MutexLock
            | SyncOp::MutexTryLock
            | SyncOp::MutexTimedLock
            | SyncOp::MutexUnlock
            | SyncOp::MutexConsistent
            | SyncOp::MutexOwnerDied
            | SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTryLock
            | SyncOp::SpinUnlock
            | SyncOp::Exit
    )
}

#[cfg(test)]
#[path = "figure_7.rs"]
mod figure_7;

//! All states of a program, by performing it: [`Graph`].

use super::graph::{At, Edge, Graph, Is, Node, NodeId, UNBORN};
use crate::prefix::PrefixSystem;
use crate::prefix::levels::Search;
use crate::run::{Back, Event};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash as _, Hasher as _};
use std::rc::Rc;
use threadbare_op::{Answer, Fingerprint, Loc, Mark, Op, Stuck, SyncOp, ThreadId, Touched};

/// How many moves are made between two looks at the clock.
const PAUSE: u64 = 256;

/// A state that is being gone on from.
struct Open<St> {
    node: NodeId,
    /// Moves that are left.
    left: Vec<(ThreadId, Option<u32>)>,
    /// How it was come to.
    back: Option<Back<St>>,
}

/// Whether an operation takes a lock, and waits for it.
fn locks(op: &Op) -> bool {
    use SyncOp as O;
    matches!(op, Op::Sync { op: O::MutexLock | O::MutexPeek | O::RwRead | O::RwWrite | O::SpinLock, .. })
}

/// Whether an operation begins or ends a section of a lock.
fn is_of_section(op: &Op) -> bool {
    locks(op) || matches!(op, Op::Sync { op, .. } if op.is_release())
}

impl<S: PrefixSystem> Search<'_, S> {
    /// The states that the program can come to; `None` if there are more, or the run is over.
    pub(super) fn all_states(&mut self, most: usize) -> Option<Graph> {
        let mut graph = Graph::default();
        let mut known: FxHashMap<u128, NodeId> = FxHashMap::default();
        if !self.go_to(&[]) {
            return None;
        }
        known.insert(self.print(), self.add_state(&mut graph, Rc::default()));
        let mut stack = vec![Open { node: 0, left: self.moves(), back: None }];
        let mut moves = 0_u64;
        let mut is_whole = true;
        while let Some(open) = stack.last_mut() {
            let Some((thread, choice)) = open.left.pop().filter(|_| is_whole) else {
                if let Some(back) = stack.pop().and_then(|open| open.back) {
                    self.execution.take_back(&mut self.report, back);
                }
                continue;
            };
            moves += 1;
            if moves.is_multiple_of(PAUSE) {
                self.report.tick();
            }
            let (from, since) = (open.node, self.report.system.mark());
            let Ok((event, back)) = self.execution.step(&mut self.report, thread, choice) else { continue };
            self.note_own(&event);
            let (acts, writes) = self.acts(&event, since);
            let born = self.born(&graph.nodes[from as usize].born, &event);
            let mut print = Fingerprint::of(0);
            (self.print(), &born, self.outdated()).hash(&mut print);
            let print = print.bits();
            let met = known.get(&print).copied();
            let to = met.unwrap_or_else(|| self.add_state(&mut graph, born));
            let is_of_section = is_of_section(&event.before.op) && !writes;
            let edge = Edge { thread: thread.0, site: event.before.site, to, acts, is_of_section, choice };
            graph.nodes[from as usize].edges.push(edge);
            if met.is_some() {
                self.execution.take_back(&mut self.report, back);
            } else {
                known.insert(print, to);
                stack.push(Open { node: to, left: self.moves(), back: Some(back) });
            }
            is_whole = graph.nodes.len() <= most && !self.report.is_over();
        }
        is_whole.then_some(graph)
    }

    /// The threads that have looked at something that is different by now, and done nothing else
    /// since. Where they stop then is another matter than the state: they go no further from a round
    /// that is in vain, though it is out of date.
    fn outdated(&mut self) -> Vec<ThreadId> {
        let threads: Vec<ThreadId> = self.execution.run.threads().map(|(thread, _)| thread).collect();
        let is_outdated = |thread: &ThreadId| self.execution.run.has_looked_too_early(self.report.system, *thread);
        threads.into_iter().filter(is_outdated).collect()
    }

    /// A fingerprint of the state at hand. What threads have touched makes no difference here.
    pub(in crate::prefix) fn print(&mut self) -> u128 {
        self.execution.run.fingerprint(self.report.system, &[])
    }

    /// What can be done now; the last one is to be taken first.
    pub(in crate::prefix) fn moves(&mut self) -> Vec<(ThreadId, Option<u32>)> {
        let mut moves = Vec::new();
        for thread in self.execution.run.ready(self.report.system) {
            moves.extend(self.execution.choices(self.report.system, thread).map(|choice| (thread, choice)));
        }
        moves.reverse();
        moves
    }

    /// Whether an event does more than look: itself, or the steps after it; and whether these do.
    fn acts(&mut self, event: &Event<S::State>, since: Mark) -> (bool, bool) {
        let mut touched = Vec::new();
        self.report.system.touches(since, &mut touched);
        let is_counted = |loc| self.report.system.is_counted(Some(loc));
        let itself = match (event.before.op, event.answer) {
            (Op::Store { loc, .. }, _) => !is_counted(loc),
            (Op::Rmw { loc, .. } | Op::Cas { loc, .. }, Some(Answer::Value(found))) => {
                event.written.is_some_and(|written| written != found) && !is_counted(loc)
            }
            (Op::Sync { op, .. }, Some(Answer::Result(result))) => !op.orders_nothing(result),
            (Op::Load { .. } | Op::Fence { .. }, _) => false,
            _ => true,
        };
        let bytes = |touched: &Touched| {
            let Touched { word, writes, .. } = *touched;
            (0..8).filter(move |byte| writes >> byte & 1 != 0).map(move |byte| Loc::new(word + byte, 1))
        };
        let writes = touched.iter().flat_map(bytes).any(|byte| !is_counted(byte));
        (itself || writes, writes)
    }

    /// Where the threads come from, by number, after an event: who starts one, where, and where
    /// that begins. Their numbers are a matter of who is first.
    fn born(&self, before: &Rc<[u64]>, event: &Event<S::State>) -> Rc<[u64]> {
        let Some(Answer::Thread(child)) = event.answer else { return before.clone() };
        let Some(begins) = self.execution.run.pending(child) else { return before.clone() };
        let parent = before.get(event.thread.index()).copied().unwrap_or(0);
        let mut name = FxHasher::default();
        (parent, event.before.site, begins.site).hash(&mut name);
        let mut name = name.finish();
        while before.contains(&name) {
            name = name.wrapping_add(1);
        }
        let mut born = before.to_vec();
        born.resize(born.len().max(child.index() + 1), 0);
        born[child.index()] = name;
        born.into()
    }

    fn add_state(&mut self, graph: &mut Graph, born: Rc<[u64]>) -> NodeId {
        let threads: Vec<_> = self.execution.run.threads().map(|(thread, at)| (thread, *at)).collect();
        let mut stands = vec![UNBORN; threads.last().map_or(0, |(thread, _)| thread.index() + 1)];
        for (thread, at) in threads {
            let is = match at.op {
                Op::Stuck(Stuck::Finished) => Is::Ended,
                Op::Stuck(Stuck::ProgramExit) => Is::Exited,
                Op::Stuck(Stuck::Spin { events, .. }) => Is::Polls(events),
                Op::Stuck(_) => Is::Stuck,
                Op::Join { thread } => Is::Joins(thread.0),
                _ => Is::Alive,
            };
            let loops = self.report.system.loops(&at).into();
            let is_stale = matches!(is, Is::Polls(_)) && self.execution.run.is_stale(self.report.system, thread);
            stands[thread.index()] = graph.place(At { is, is_stale, locks: locks(&at.op), loops });
        }
        graph.nodes.push(Node { stands: stands.into(), born, ..Node::default() });
        graph.nodes.len() as NodeId - 1
    }
}

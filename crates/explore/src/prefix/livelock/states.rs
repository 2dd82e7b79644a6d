//! All states of a program, by performing it: [`Graph`].

use super::graph::{At, Edge, Graph, Is, Node, NodeId, UNBORN};
use crate::prefix::PrefixSystem;
use crate::prefix::levels::Search;
use crate::run::{Back, Event};
use rustc_hash::FxHashMap;
use threadbare_op::{Answer, Mark, Op, Stuck, ThreadId};

/// No program with more states is searched.
const MOST: usize = 1 << 16;
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

impl<S: PrefixSystem> Search<'_, S> {
    /// The states that the program can come to; `None` if there are too many, or the run is over.
    pub(super) fn all_states(&mut self) -> Option<Graph> {
        let mut graph = Graph::default();
        let mut known: FxHashMap<u128, NodeId> = FxHashMap::default();
        if !self.go_to(&[]) {
            return None;
        }
        let print = self.print();
        known.insert(print, self.add_state(&mut graph));
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
            let acts = self.acts(&event, since);
            let print = self.print();
            let met = known.get(&print).copied();
            let to = met.unwrap_or_else(|| self.add_state(&mut graph));
            let edge = Edge { thread: thread.0, site: event.before.site, to, acts, choice };
            graph.nodes[from as usize].edges.push(edge);
            if met.is_some() {
                self.execution.take_back(&mut self.report, back);
            } else {
                known.insert(print, to);
                stack.push(Open { node: to, left: self.moves(), back: Some(back) });
            }
            is_whole = graph.nodes.len() <= MOST && !self.report.is_over();
        }
        is_whole.then_some(graph)
    }

    /// A fingerprint of the state at hand. What threads have touched makes no difference here.
    pub(super) fn print(&mut self) -> u128 {
        self.execution.fingerprints(self.report.system, &[]).renamed
    }

    fn moves(&mut self) -> Vec<(ThreadId, Option<u32>)> {
        let mut moves = Vec::new();
        for thread in self.execution.run.ready(self.report.system) {
            moves.extend(self.execution.choices(self.report.system, thread).map(|choice| (thread, choice)));
        }
        // The last one is taken first.
        moves.reverse();
        moves
    }

    /// Whether an event does more than look: itself, or the steps after it.
    fn acts(&mut self, event: &Event<S::State>, since: Mark) -> bool {
        let mut touched = Vec::new();
        self.report.system.touches(since, &mut touched);
        let itself = match (event.before.op, event.answer) {
            (Op::Store { .. }, _) => true,
            (Op::Rmw { .. } | Op::Cas { .. }, Some(Answer::Value(found))) => {
                event.written.is_some_and(|written| written != found)
            }
            (Op::Sync { op, .. }, Some(Answer::Result(result))) => !op.orders_nothing(result),
            (Op::Load { .. } | Op::Fence { .. }, _) => false,
            _ => true,
        };
        itself || touched.iter().any(|touched| touched.writes != 0)
    }

    fn add_state(&mut self, graph: &mut Graph) -> NodeId {
        let threads: Vec<_> = self.execution.run.threads().map(|(thread, at)| (thread, *at)).collect();
        let is_stale = threads.iter().any(|(thread, at)| {
            matches!(at.op, Op::Stuck(Stuck::Spin { .. })) && self.execution.run.is_stale(self.report.system, *thread)
        });
        let mut stands = vec![UNBORN; threads.last().map_or(0, |(thread, _)| thread.index() + 1)];
        for (thread, at) in threads {
            let is = match at.op {
                Op::Stuck(Stuck::Finished) => Is::Ended,
                Op::Stuck(Stuck::ProgramExit) => Is::Exited,
                Op::Stuck(Stuck::Spin { events }) => Is::Polls(events),
                Op::Stuck(_) => Is::Stuck,
                Op::Join { thread } => Is::Joins(thread.0),
                _ => Is::Alive,
            };
            let loops = self.report.system.loops(&at).into();
            stands[thread.index()] = graph.place(At { is, loops });
        }
        graph.nodes.push(Node { stands: stands.into(), is_stale, ..Node::default() });
        graph.nodes.len() as NodeId - 1
    }
}

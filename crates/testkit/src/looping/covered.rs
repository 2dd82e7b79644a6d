//! Whether executions go through all states of a program: each stands for all that come to the same
//! by operations in another order.

use super::reached::{Searched, State, Thread};
use crate::program::{Inst, Program};
use rustc_hash::FxHashSet;
use threadbare_op::Step;

/// How many states there are, and how many of them are no states of these executions, nor of others
/// in which each thread comes to the same, step by step; `None` if there are more states than
/// `limit`, or steps that schedules do not have.
#[must_use]
pub fn uncovered(program: &Program, executions: &[Vec<Step>], limit: usize) -> Option<(usize, usize)> {
    let is_hidden = |inst: &Inst| matches!(inst, Inst::PlainLoad { .. } | Inst::PlainStore { .. });
    if program.has_input() || program.bodies.iter().flatten().any(is_hidden) {
        return None;
    }
    let (mut searched, start) = Searched::start(program);
    let all = searched.states(&start, limit)?;
    let mut seen = FxHashSet::default();
    for steps in executions {
        searched.cover(&start, steps, &mut seen)?;
    }
    Some((all.len(), all.difference(&seen).count()))
}

impl Searched<'_> {
    fn states(&mut self, start: &State, limit: usize) -> Option<FxHashSet<State>> {
        let mut known = FxHashSet::default();
        let mut open = vec![start.clone()];
        while let Some(state) = open.pop() {
            if known.contains(&state) {
                continue;
            }
            for me in 0..state.threads.len() {
                open.extend(self.steps(&state, me));
            }
            known.insert(state);
            if known.len() > limit {
                return None;
            }
        }
        Some(known)
    }

    /// Adds the states of an execution.
    fn cover(&mut self, start: &State, steps: &[Step], seen: &mut FxHashSet<State>) -> Option<()> {
        // Where each body stands, after each of its steps.
        let mut ways: Vec<Vec<Thread>> = start.threads.iter().map(|thread| vec![*thread]).collect();
        let mut state = start.clone();
        for step in steps {
            let is_it = |thread: &Thread| thread.is_begun() && thread.number == step.thread.0;
            let me = state.threads.iter().position(is_it)?;
            let mut all = self.steps(&state, me);
            let which = if all.len() > 1 { step.choice? as usize } else { 0 };
            state = if which < all.len() { all.swap_remove(which) } else { return None };
            ways[me].push(state.threads[me]);
            for (way, thread) in ways.iter_mut().zip(&state.threads) {
                // One that was begun.
                if let [unborn] = &mut way[..]
                    && !unborn.is_begun()
                {
                    *unborn = *thread;
                }
            }
        }
        let mut known = FxHashSet::default();
        let mut open = vec![(start.clone(), vec![0_usize; ways.len()])];
        while let Some((state, done)) = open.pop() {
            if !known.insert((state.clone(), done.clone())) {
                continue;
            }
            for (me, way) in ways.iter().enumerate() {
                let Some(wanted) = way.get(done[me] + 1) else { continue };
                let next = self.steps(&state, me).into_iter().find(|next| next.threads[me] == *wanted);
                if let Some(next) = next {
                    let mut done = done.clone();
                    done[me] += 1;
                    open.push((next, done));
                }
            }
            seen.insert(state);
        }
        Some(())
    }
}

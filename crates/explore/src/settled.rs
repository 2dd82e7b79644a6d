//! [`settled`] and [`fitting`]: from an execution that stands for many inputs to the one that the
//! program has with any of them.
//!
//! Not covered: which inputs these are. Whoever has the system asks it.

use crate::graph::GraphSystem;
use crate::replay::{ReplayError, Replayed, ReplayedEnd, replay};
use threadbare_op::{ANSWERED, Answer, Op, Question, Schedule, States, Stuck, Written};

/// Runs `system`, which has not been started, along `schedule`. Gives what is asked of the input
/// there, with the answers, and the schedule of the same program with an input that gives these.
///
/// # Errors
/// A schedule that does not belong to this program.
pub fn settled<S: GraphSystem + States>(
    system: &mut S,
    schedule: &Schedule,
) -> Result<(Vec<(Question, u32)>, Schedule), ReplayError> {
    let (mut answers, mut asked) = (Vec::new(), Vec::new());
    let mut plain = schedule.clone();
    let mut note = |system: &mut S, event: &Replayed<S::State>| match (event.op, event.answer) {
        (Op::Choice { asks: Some(question), .. }, Some(Answer::Result(answer))) => {
            answers.push((question, answer as u32));
            asked.push(event.step);
        }
        (op @ Op::Cas { .. }, Some(Answer::Compared { found, equal })) => {
            if let Written::Asks { question, swaps, .. } = system.effect(&op, found) {
                answers.push((question, if equal { swaps } else { 1 - swaps }));
            }
            if let Some(step) = plain.steps.get_mut(event.step) {
                step.choice = step.choice.map(|choice| choice & !ANSWERED).filter(|&choice| choice > 0);
            }
        }
        _ => {}
    };
    replay(system, schedule, &mut note)?;
    Ok((answers, plain.without(&asked)))
}

/// A [settled] schedule as it fits the program with one input; `replay` replays one.
///
/// There it may be found out earlier that a thread waits in a loop: a question is an event, and what
/// a thread knows of the input is part of its state; and what it reads twice may be the same for this
/// input, but not for all. Then its last round has had no effect, and is left out. (If anything else
/// does not fit, the execution does not show what was found, and that is told.)
pub fn fitting<T>(
    mut schedule: Schedule,
    mut replay: impl FnMut(&Schedule) -> Result<ReplayedEnd<T>, ReplayError>,
) -> Schedule {
    while let Err(ReplayError { step: Some(step), .. }) = replay(&schedule) {
        let Some(&misfit) = schedule.steps.get(step) else { break };
        let rest: Vec<usize> = (step..schedule.steps.len()).collect();
        let end = replay(&schedule.without(&rest)).ok();
        let standing = end.and_then(|end| end.threads.into_iter().find(|standing| standing.thread == misfit.thread));
        let round = match standing.map(|standing| standing.pending.op) {
            Some(Op::Stuck(Stuck::Spin { events, .. })) => events as usize,
            _ => 0,
        };
        let own = (0..step).rev().filter(|&step| schedule.steps[step].thread == misfit.thread);
        let mut left_out: Vec<usize> = own.take(round).collect();
        left_out.reverse();
        if left_out.is_empty() {
            left_out.push(step);
        }
        schedule = schedule.without(&left_out);
    }
    schedule
}

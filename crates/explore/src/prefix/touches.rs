//! What the events of a configuration have touched, one after the other: where operations order
//! nothing, who knows of that is part of the state (`drive/known`).

use super::net::{BEGINNING, Component, EventId, Is, Name, Net};
use crate::drive::known::{Touches, visibly};
use std::borrow::Cow;
use threadbare_op::{Op, ThreadId, Touched};

/// How many events each thread has, its beginning included, and what they have touched.
#[derive(Default)]
struct Walk<'a> {
    counts: Vec<u32>,
    all: Vec<Touches<'a>>,
}

impl<'a> Walk<'a> {
    fn count(&mut self, thread: u32) -> &mut u32 {
        let thread = thread as usize;
        self.counts.resize(self.counts.len().max(thread + 1), 0);
        &mut self.counts[thread]
    }

    fn touch(&mut self, (thread, epoch): (u32, u32), visibly: bool, is_exact: bool, touched: Cow<'a, [Touched]>) {
        self.all.push(Touches { thread: ThreadId(thread), epoch, visibly, is_exact, touched });
    }

    /// An operation of a thread, as its next event.
    fn operation(&mut self, thread: u32, op: &Op, name: &Name) {
        let mut touched = visibly(op);
        // A compare-and-swap that fails uses the view of its thread only.
        if matches!(op, Op::Cas { .. }) && name.consumes.len() == 2 {
            touched.iter_mut().for_each(|touched| (touched.reads, touched.writes) = (touched.writes, 0));
        }
        let epoch = *self.count(thread) + 1;
        self.touch((thread, epoch), true, true, touched.into());
    }

    /// What the threads touch that run on by an event of `thread`, which has performed `op`.
    fn steps(&mut self, thread: u32, op: Option<Op>, makes: impl Iterator<Item = (Component, &'a Is)>) {
        *self.count(thread) += 1;
        let spawns = op == Some(Op::Spawn);
        for (component, is) in makes {
            let (Component::Thread(who), Is::Stand(stand)) = (component, is) else { continue };
            // Of one that has been joined it only says that what it has touched is known.
            if who == thread || spawns {
                *self.count(who) += u32::from(who != thread);
                let epoch = *self.count(who) + 1;
                self.touch((who, epoch), false, !spawns, Cow::Borrowed(&stand.touched));
            }
        }
    }
}

/// What these events have touched, given in the order of their numbers, and then one of `thread`,
/// which has performed `op`.
pub(super) fn touches<'a>(
    net: &'a Net,
    events: &[EventId],
    (thread, op, name): (u32, &Op, &Name),
    makes: &'a [(Component, Is)],
) -> Vec<Touches<'a>> {
    let mut walk = Walk::default();
    for event in std::iter::once(&BEGINNING).chain(events) {
        let event = &net.events[*event as usize];
        let op = event.name.consumes.first().and_then(|at| net.stand(*at)).map(|stand| stand.op);
        if let Some(op) = &op {
            walk.operation(event.thread, op, &event.name);
        }
        let made = event.makes.clone();
        let made = made.map(|condition| (net.component_of(condition), &net.conditions[condition as usize].is));
        walk.steps(event.thread, op, made);
    }
    walk.operation(thread, op, name);
    walk.steps(thread, Some(*op), makes.iter().map(|(component, is)| (*component, is)));
    walk.all
}

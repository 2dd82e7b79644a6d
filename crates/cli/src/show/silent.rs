//! An execution in which a thread does nothing that others see for as long as it is followed.

use super::{Shown, parties};
use crate::places::Places;
use threadbare_op::Site;
use threadbare_program::Program;
use threadbare_report::{Found, Place};
use threadbare_session::endless::loop_of;

impl Shown {
    /// Where the thread was stopped.
    #[must_use]
    pub fn too_long_at(&self) -> Option<Site> {
        let thread = self.too_long?;
        self.stacks.iter().find(|(whose, ..)| *whose == thread).map(|(_, site, _)| *site)
    }

    /// The report of that, if there is such a thread: it was stopped after so many instructions.
    #[must_use]
    pub fn silent(&self, program: &Program, instructions: u64) -> Option<Found> {
        let thread = self.too_long?;
        let (_, stopped, stack) = self.stacks.iter().find(|(whose, ..)| *whose == thread)?;
        let places = Places::new(program);
        let (site, callers) = places.users(*stopped, stack);
        let place = places.place(site);
        let head = loop_of(program, site).and_then(|pos| places.position(pos));
        let around = match head.as_ref().map(Place::at) {
            Some(at) => format!("goes round the loop{at}"),
            None => "goes on".to_owned(),
        };
        let message = format!(
            "{} {around}, here for {instructions} instructions, and does nothing that others see: if that has no end, it \
             is a fault",
            self.named(thread.0)
        );
        let mut found = self.execution.clone();
        found.waiting.clear();
        (found.thread, found.message, found.silent) = (thread.0, message, Some(instructions));
        found.place = head.or(place);
        found.stack = parties::frames(&places, site, &callers);
        Some(found.tidied())
    }
}

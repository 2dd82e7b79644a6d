//! A thread that is joined or detached once more: what has used it up before.
//!
//! The machine records the second attempt as refused. The first is a step, or the join of a thread
//! that still waits for it, which is none; of a thread that was created detached, it is its start.

use super::Shown;
use super::parties::Stand;
use super::unrecorded::insert;
use crate::places::Places;
use threadbare_op::{Site, ThreadId};
use threadbare_report::{Found, Row, Second};

/// A join that waits at the end of an execution.
#[derive(Debug)]
pub(super) struct Joining {
    /// Who waits.
    pub(super) thread: ThreadId,
    /// For whom.
    pub(super) of: ThreadId,
    pub(super) site: Site,
}

impl Shown {
    /// If the step `row` was to join or detach a thread: names the thread, and shows who has done
    /// so before.
    pub(super) fn show_used_up(&self, row: usize, found: &mut Found, places: &Places<'_>) {
        let own = &self.execution.rows[row];
        let (Some(of), "join" | "detach") = (own.other, own.operation.as_str()) else { return };
        found.message = found.message.replacen("a thread that", &format!("{}, which", self.named(of)), 1);
        found.what = own.attempt().map(|attempt| format!("{attempt} here"));
        let step = |starts: bool| {
            (0..row).rev().find(|&at| {
                let earlier = &self.execution.rows[at];
                earlier.other == Some(of) && (earlier.operation == "spawn") == starts && !earlier.refused
            })
        };
        let joins = self.joining.iter().find(|joining| joining.of.0 == of && joining.thread.0 != own.thread);
        if let Some(earlier) = step(false) {
            let what = if self.execution.rows[earlier].operation == "detach" { "detached here" } else { "joined here" };
            found.second = Some(self.stand(earlier, what, places));
        } else if let Some(&Joining { thread, site, .. }) = joins {
            found.message = found.message.replacen(
                ", which was joined before",
                &format!(", which {} is joining", self.named(thread.0)),
                1,
            );
            let what = "waits to join it here";
            let second = self.second(Stand { thread, site, what }, None, places);
            let waits = Row {
                thread: thread.0,
                operation: "join".into(),
                other: Some(of),
                result: Some(format!("waits for {} to end", ThreadId(of).called())),
                place: second.place.clone(),
                ..Row::default()
            };
            found.second = Some(Second { row: None, ..second });
            insert(found, Some(row), waits, false);
        } else if let Some(start) = step(true) {
            found.second = Some(self.stand(start, "started detached here", places));
        }
    }
}

//! What an execution lacked before it failed: a file, a time that is none.

use super::Shown;
use threadbare_op::FaultKind;

/// Faults that what was read may lead to, as where a file is missing.
pub(super) const ENDS_BY_VALUES: [FaultKind; 4] =
    [FaultKind::ExitStatus, FaultKind::Assertion, FaultKind::Abort, FaultKind::NullPointer];

impl Shown {
    /// Says that a time was refused before, which nobody expected.
    pub(super) fn refused_time(&self) -> Option<String> {
        Some(self.notes.iter().find(|note| note.kind == "nanoseconds")?.message.clone())
    }

    /// Says of a program that was stopped, or stops itself, that a file was missing before.
    pub(super) fn without_file(&self, kind: FaultKind) -> Option<String> {
        let note = self.notes.iter().find(|note| note.kind == "file").filter(|_| ENDS_BY_VALUES.contains(&kind))?;
        // Who starts threads after that can do without it.
        let rows = &self.execution.rows;
        let missed = rows.iter().position(|row| row.place.is_some() && row.place == note.place);
        if missed.is_some_and(|missed| rows[missed..].iter().any(|row| row.operation == "spawn")) {
            return None;
        }
        let place = note.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        Some(note.message.replacen("` is", &format!("`{place} is"), 1))
    }
}

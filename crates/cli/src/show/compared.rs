//! What a failed assertion has compared: values that no step shows, of variables in registers and
//! results of calls.

use super::Shown;
use super::content::{defined, initialised};
use super::naming::Values;
use super::parts;
use super::recorder::State;
use super::step::Step;
use threadbare_machine::Compared;
use threadbare_op::{Fault, FaultKind, Site, ThreadId};
use threadbare_program::{ShapeId, ShapeKind};
use threadbare_report::Found;

/// What a thread has found before it came to where it is.
#[derive(Debug)]
pub(super) struct Told {
    /// Which of how many conditions led it there.
    part: Option<(usize, usize)>,
    /// What that has compared.
    compared: Option<(Compared, String)>,
}

impl Told {
    /// "it compares 3 with 1", if that says something of a failed assertion with that message. What
    /// held says nothing: the failure came of a negation (`!(a == 1 && b == 0)`), and what else it is
    /// about is not known. Where an error is called behind a condition, that only two values are the
    /// same.
    fn explains(&self, message: &str) -> Option<&str> {
        let (compared, text) = self.compared.as_ref()?;
        let says = !compared.is_truth && (!compared.held || !(compared.is_equality || message.starts_with(ASSERTION)));
        says.then_some(text)
    }

    /// What is said of the failed assertion.
    fn about(&self, message: &str) -> Option<String> {
        let values = self.explains(message);
        let part = || parts::failed(message.strip_prefix(ASSERTION)?.strip_prefix(": ")?, self.part?);
        let Some(part) = part() else { return values.map(str::to_owned) };
        let value = || {
            let (compared, text) = self.compared.as_ref().filter(|(compared, _)| compared.is_truth)?;
            let is_more = compared.held && !compared.float && compared.operands[0] > 1;
            Some(format!("`{}` is {}", parts::negated(part)?, is_more.then_some(text)?))
        };
        let why = values.map(str::to_owned).or_else(value);
        Some(format!("`{part}` is false{}", why.map_or_else(String::new, |why| format!(": {why}"))))
    }
}

/// What the messages of failed assertions begin with.
const ASSERTION: &str = "assertion failed";

/// The condition that a thread comes from, which has done these steps, among others.
pub(super) fn told(values: Values<'_>, steps: &[Step], (thread, state): (ThreadId, State)) -> Told {
    let compared = values.machine.compared(state).map(|compared| {
        let text = text_of(values, steps, thread, &compared);
        (compared, text)
    });
    Told { part: values.machine.failed_part(state), compared }
}

/// "it compares 3 with 1"; of what is only asked whether it is 0, the value.
fn text_of(values: Values<'_>, steps: &[Step], thread: ThreadId, compared: &Compared) -> String {
    let is_pointer =
        |operand: &u64| compared.size == 8 && !compared.float && values.machine.pointed(*operand, None).is_some();
    let of_pointers = compared.operands.iter().any(is_pointer);
    let signed = are_signed(values, steps, thread, compared);
    let text = |operand: u64| match operand {
        _ if compared.float => values.float(operand, compared.size),
        0 if of_pointers => "NULL".to_owned(),
        _ => match signed.filter(|_| !of_pointers) {
            Some(true) => sign_extended(operand, compared.size).to_string(),
            Some(false) => operand.to_string(),
            None => values.text(&initialised(&operand.to_le_bytes()[..usize::from(compared.size.min(8))]), None),
        },
    };
    let [a, b] = typed(values, steps, thread, compared).unwrap_or_else(|| compared.operands.map(text));
    match compared.is_truth {
        true => a,
        false if a == b => format!("both sides are {a}"),
        false => format!("it compares {a} with {b}"),
    }
}

/// Whether the operands are signed numbers, as far as that is known: in C they are unsigned if one of
/// the numbers is that they are computed from.
fn are_signed(values: Values<'_>, steps: &[Step], thread: ThreadId, compared: &Compared) -> Option<bool> {
    let of = |site: &Site| {
        let is_it = |step: &&Step| step.row.thread == thread.0 && step.site == *site;
        let shape = steps.iter().rev().find(is_it)?.at.as_ref()?.shape?;
        match values.machine.program().shapes.get(shape.0 as usize)?.kind {
            ShapeKind::Scalar { signed, float: false } => Some(signed),
            _ => None,
        }
    };
    let sources = compared.sources.iter().filter_map(of);
    sources.chain(compared.signed).reduce(|all, signed| all && signed)
}

/// A number of `size` bytes.
fn sign_extended(operand: u64, size: u8) -> i64 {
    let unused = 64 - 8 * u32::from(size.clamp(1, 8));
    (operand << unused).cast_signed() >> unused
}

/// The operands in the form of the type of what they were read from, if that is no number.
fn typed(values: Values<'_>, steps: &[Step], thread: ThreadId, compared: &Compared) -> Option<[String; 2]> {
    let shapes = [0, 1].map(|at| {
        let is_it = |step: &&Step| step.row.thread == thread.0 && Some(step.site) == compared.loads[at];
        let step = steps.iter().rev().find(is_it)?;
        let content = defined(step.read.as_ref()?)?;
        let shape = step.at.as_ref()?.shape?;
        let operand = compared.operands[at];
        (cut(operand, compared.size, content.len())? == content[..]).then_some((shape, content.len()))
    });
    let text = |at: usize| {
        let (shape, size): (ShapeId, usize) = shapes[at].or(shapes[1 - at])?;
        let bytes = cut(compared.operands[at], compared.size, size)?;
        let text = values.text(&initialised(&bytes), Some(shape));
        text.parse::<i128>().is_err().then_some(text)
    };
    Some([text(0)?, text(1)?])
}

/// An operand of `from` bytes as one of `size` bytes, if it is the same number.
fn cut(operand: u64, from: u8, size: usize) -> Option<Vec<u8>> {
    let from = usize::from(from.clamp(1, 8));
    let bytes = operand.to_le_bytes();
    let (kept, rest) = bytes[..from].split_at_checked(size)?;
    let is_negative = kept.last().is_some_and(|last| last >> 7 == 1);
    let fits = rest.iter().all(|byte| *byte == 0) || (is_negative && rest.iter().all(|byte| *byte == 0xFF));
    fits.then(|| kept.to_vec())
}

impl Shown {
    /// Adds to the message of a failed assertion which part was false, and what was compared.
    pub(super) fn tell_compared(&self, fault: &Fault, found: &mut Found) {
        let told = self.compared.iter().find(|(thread, _)| *thread == fault.thread);
        let about = told.and_then(|(_, told)| told.about(&found.message));
        if let (FaultKind::Assertion, Some(about)) = (fault.kind, about) {
            found.message = format!("{} ({about})", found.message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_were_extended() {
        assert_eq!(cut(120, 4, 1), Some(vec![120]));
        assert_eq!(cut(0xFFFF_FFFD, 4, 1), Some(vec![0xFD]), "-3");
        assert_eq!(cut(0xFFFF_FF03, 4, 1), None, "-253");
        assert_eq!(cut(300, 4, 1), None);
        assert_eq!(cut(7, 4, 8), None, "there are no such bytes");
    }
}

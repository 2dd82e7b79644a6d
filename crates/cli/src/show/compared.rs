//! What a failed assertion has compared: values that no step shows, of variables in registers and
//! results of calls.

use super::Shown;
use super::naming::Values;
use super::recorder::State;
use threadbare_machine::Compared;
use threadbare_op::{Fault, FaultKind};
use threadbare_report::Found;

/// What a thread has compared before it came to where it is.
#[derive(Debug)]
pub(super) struct Told {
    compared: Compared,
    /// "it compares 3 with 1".
    text: String,
}

impl Told {
    /// Whether it says something of a failed assertion with that message. What held says nothing:
    /// the failure came of a negation (`!(a == 1 && b == 0)`), and what else it is about is not
    /// known. Where an error is called behind a condition, that only two values are the same.
    fn explains(&self, message: &str) -> bool {
        !self.compared.held || !(self.compared.is_equality || message.starts_with("assertion failed"))
    }
}

/// The comparison that a thread comes from.
pub(super) fn told(values: Values<'_>, state: State) -> Option<Told> {
    let compared = values.machine.compared(state)?;
    let is_pointer = |operand: &u64| compared.size == 8 && values.machine.pointed(*operand, None).is_some();
    let of_pointers = compared.operands.iter().any(is_pointer);
    let text = |operand: u64| match operand {
        0 if of_pointers => "NULL".to_owned(),
        _ if compared.unsigned && !of_pointers => operand.to_string(),
        _ => values.text(&operand.to_le_bytes()[..usize::from(compared.size.min(8))], None),
    };
    let [a, b] = compared.operands.map(text);
    // `assert(ready)` compares with 0, which says nothing new.
    let text = if a == b { format!("both are {a}") } else { format!("it compares {a} with {b}") };
    (!compared.is_truth).then_some(Told { compared, text })
}

impl Shown {
    /// Adds to the message of a failed assertion what was compared.
    pub(super) fn tell_compared(&self, fault: &Fault, found: &mut Found) {
        let told = self.compared.iter().find(|(thread, _)| *thread == fault.thread);
        let told = told.filter(|(_, told)| told.explains(&found.message));
        if let (FaultKind::Assertion, Some((_, told))) = (fault.kind, told) {
            found.message = format!("{} ({})", found.message, told.text);
        }
    }
}

//! What a failed assertion has compared: values that no step shows, of variables in registers and
//! results of calls.

use super::Shown;
use super::naming::Values;
use super::recorder::State;
use threadbare_op::{Fault, FaultKind};
use threadbare_report::Found;

/// The comparison that a thread comes from, as told: "it compares 3 with 1".
pub(super) fn told(values: Values<'_>, state: State) -> Option<String> {
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
    (!compared.is_truth).then(|| if a == b { format!("both are {a}") } else { format!("it compares {a} with {b}") })
}

impl Shown {
    /// Adds to the message of a failed assertion what was compared.
    pub(super) fn tell_compared(&self, fault: &Fault, found: &mut Found) {
        let told = self.compared.iter().find(|(thread, _)| *thread == fault.thread);
        if let (FaultKind::Assertion, Some((_, told))) = (fault.kind, told) {
            found.message = format!("{} ({told})", found.message);
        }
    }
}

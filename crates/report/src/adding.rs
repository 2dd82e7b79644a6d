//! How a fault comes into a report: made easy to read, and counted as a variant of one that is
//! there if it is one.

use crate::arrange::trim;
use crate::bystanders::dismiss;
use crate::data::{Found, Note, Parties, Run};
use crate::fresh::{freshen, settle_writes};
use crate::gather::gather;
use crate::renumber::renumber;
use crate::straighten::straighten;
use crate::unwritten;
use std::borrow::Cow;
use std::collections::BTreeSet;
use threadbare_op::Limit;

impl Run {
    /// Adds a fault to the report, or counts it as a variant of one that is there, unless it is one
    /// that was counted already.
    pub fn add(&mut self, mut fault: Found) {
        // Within a bound the switches are what it is about.
        tidy(&mut fault, self.bound.is_none());
        let parties = fault.parties();
        // What the new one has all of, and more.
        let is_less = |shown: &Found| shown.is_variant_of(&fault) && !fault.is_variant_of(shown);
        if let Some(first) = self.faults.iter().position(is_less) {
            let less = self.faults.extract_if(first.., |shown| is_less(shown));
            let mut others: BTreeSet<Parties> = less.flat_map(|shown| shown.others).collect();
            others.insert(parties);
            self.faults.insert(first, Found { others, ..fault });
            return;
        }
        if let Some(shown) = self.faults.iter_mut().find(|shown| fault.is_variant_of(shown)) {
            shown.others.insert(parties);
        } else {
            fault.others.insert(parties);
            self.faults.push(fault);
        }
    }
}

impl Run {
    /// The notes, with one of the execution that goes on silently, if one was found.
    pub(crate) fn noted(&self) -> impl Iterator<Item = Cow<'_, Note>> {
        let silent = self.silent.iter().map(|found| {
            let again = found.silent.map_or_else(String::new, |instructions| format!("--max-steps {instructions} "));
            let message = format!("{}; {again}--replay {} shows it", found.message, found.schedule);
            Cow::Owned(Note { kind: Limit::Steps.name().into(), message, place: found.place.clone() })
        });
        silent.chain(self.notes.iter().map(Cow::Borrowed))
    }
}

impl Found {
    /// Made easy to read.
    #[must_use]
    pub fn tidied(mut self) -> Self {
        tidy(&mut self, true);
        self
    }

    /// Shows the same fault in another execution, of which `shown` is all that is known.
    #[must_use]
    pub fn shown_by(self, mut shown: Self) -> Self {
        tidy(&mut shown, true);
        let Self { others, models, remedy, .. } = self;
        Self { others, models, remedy, ..shown }
    }
}

/// Makes it easy to read; `reorders`: by other switches of threads as well.
fn tidy(fault: &mut Found, reorders: bool) {
    if reorders && fault.repeats.is_none() {
        freshen(fault);
        fault.explanation = fault.explanation.take().or_else(|| unwritten::told(fault));
        trim(fault);
        dismiss(fault);
        straighten(fault);
        gather(fault);
    }
    settle_writes(fault);
    renumber(fault);
}

//! `--release-sequence c11`: C11 (5.1.2.4) asks that a release sequence is *contiguous* in the order
//! of writes. No store of another thread comes between.
//!
//! That cannot be explored by adding one event after another: a store that is added between two of a
//! sequence takes order away, so that an execution that was impossible without the store becomes
//! possible with it (docs/models/rc11.md). But it lies between two that can. C++20's sequences are a
//! part of C11's, and these are a part of RC11's; and what orders less allows more executions, and
//! more races in each. So what is safe with C++20's is safe with C11's, and a fault with RC11's is
//! one with C11's. If neither is the case, the verdict is `incomplete`.

use crate::run::{Error, Outcome};
use threadbare_machine::Options;
use threadbare_op::{ReleaseSequence, Verdict};
use threadbare_program::Program;
use threadbare_report::UnsupportedMet;
use threadbare_session::Subject;

/// Whether a program has functions of C++ or Rust, whose release sequences are those of C++20.
pub(crate) fn is_cpp(program: &Program) -> bool {
    let is_mangled = |name: &str| name.starts_with("_Z") || name.starts_with("_R");
    program.functions.iter().any(|function| !function.runtime && is_mangled(&function.name))
}

/// What `explore` says of C11, by what it says with the sequences of C++20 and RC11.
pub(crate) fn between(
    subject: &Subject,
    explore: &dyn Fn(&Subject) -> Result<Outcome, Error>,
) -> Result<Outcome, Error> {
    let with = |release_sequence| Subject {
        machine: Options { release_sequence, ..subject.machine.clone() },
        ..subject.clone()
    };
    let least_order = explore(&with(ReleaseSequence::Cpp20))?;
    if least_order.run.verdict != Verdict::Fault {
        return Ok(least_order);
    }
    let mut most_order = explore(&with(ReleaseSequence::Rc11))?;
    if most_order.run.verdict == Verdict::Fault {
        return Ok(most_order);
    }
    let run = &mut most_order.run;
    let fault = least_order.run.faults.first();
    let kind = fault.map_or("fault", |fault| fault.kind.name());
    run.unsupported.push(UnsupportedMet {
        what: format!(
            "contiguous release sequences (C11): a fault ({kind}) is possible with those of C++20, but not with those of RC11"
        ),
        place: fault.and_then(|fault| fault.place.clone()),
        advice: Some(
            "--release-sequence cpp20 shows that fault; C11 has it if a store of another thread can come between a release \
             store and a later relaxed one of its thread",
        ),
    });
    run.verdict = Verdict::Incomplete;
    Ok(most_order)
}

//! JUnit's XML, as CI systems read it: a fault is a failure; what could not be checked, or not
//! completely, is an error (of the type `error` or `incomplete`), since it is not known to pass.

use crate::diagnostic::{Outcome, Status};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The document for these outcomes.
#[must_use]
pub fn render(outcomes: &[Outcome]) -> String {
    let mut suite = TestSuite::new("threadbare");
    suite.add_test_cases(outcomes.iter().map(case));
    let seconds: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    suite.set_time(duration(seconds));
    let mut report = Report::new("threadbare");
    report.set_time(duration(seconds)).add_test_suite(suite);
    // Writing to memory does not fail.
    report.to_string().unwrap_or_default()
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

fn case(outcome: &Outcome) -> TestCase {
    let mut status = match outcome.status {
        Status::Safe => TestCaseStatus::success(),
        Status::Fault => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Status::Incomplete | Status::Error => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if outcome.status != Status::Safe {
        let first = outcome.diagnostics.first();
        let kind = match outcome.status {
            Status::Fault => first.map_or("fault", |diagnostic| diagnostic.kind.as_str()),
            other => other.name(),
        };
        let message = first.map_or(outcome.summary.as_str(), |diagnostic| diagnostic.message.as_str());
        status.set_type(kind).set_message(message);
        status.set_description(if outcome.report.is_empty() { &outcome.summary } else { &outcome.report });
    }
    let (file, name) = outcome.name.split_once("::").unwrap_or(("threadbare", &outcome.name));
    let mut case = TestCase::new(name, status);
    case.set_classname(file).set_time(duration(outcome.seconds));
    case
}

//! The JSON report against its documented schema, `docs/threadbare.schema.json`, by a validator of
//! the part of JSON Schema that it uses.

mod validate;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use threadbare_op::{Estimated, FaultKind, Limit, Stats, Verdict};
use threadbare_report::coverage::{Function, Lines};
use threadbare_report::{
    Allocated, Choice, EndlessLoop, Found, Frame, Held, LimitMet, Note, Old, Phases, Place, Row, Run, Second,
    Strengthened, Stronger, Suggestion, ThreadInfo, Touched, Try, UnsupportedMet, Waiting, json as report,
};
use validate::{schema, validate};

fn place() -> Option<Place> {
    Some(Place { file: "a.c".into(), line: 3, column: 0 })
}

fn rows() -> Vec<Row> {
    let access = Row {
        thread: 1,
        operation: "store".into(),
        order: Some("seq_cst"),
        location: Some("x".into()),
        read: Some("0".into()),
        written: Some("1".into()),
        result: Some("EBUSY".into()),
        place: place(),
        touched: Some(Touched { addr: 1, size: 4, writes: true }),
        old: Some(Old { source: None, before: 0 }),
        other: Some(2),
        party: Some(1),
        refused: true,
        ..Row::default()
    };
    vec![Row { index: Some(1), operation: "spawn".into(), ..Row::default() }, access]
}

#[expect(clippy::too_many_lines, reason = "one value with everything in it")]
fn everything(kind: FaultKind, limit: Limit) -> Run {
    let found = Found {
        silent: None,
        kind,
        message: "m".into(),
        thread: 1,
        place: place(),
        what: Some("read here".into()),
        stack: vec![Frame { function: "f".into(), place: None, left_out: 2 }],
        row: Some(1),
        second: Some(Second { thread: 0, place: None, what: "freed here".into(), stack: vec![], row: None }),
        models: vec![Stronger {
            model: "sc",
            possible: None,
            time: Duration::from_millis(500),
            obstacle: Some("reuse"),
        }],
        remedy: vec![Strengthened { place: place(), order: "release", on_failure: true }],
        allocated: Some(Allocated { name: "n#1".into(), thread: 1, place: place() }),
        explanation: None,
        schedule: "tb1:0".into(),
        saved: None,
        threads: vec![ThreadInfo {
            number: 1,
            function: "f".into(),
            started: place(),
            may_wake: false,
            only_looks: false,
            ended: true,
            may_write: Vec::new(),
        }],
        rows: rows(),
        repeats: None,
        whole: Vec::new(),
        dropped: 7,
        cut: vec![(1, None)],
        waiting: vec![Waiting {
            thread: 1,
            place: place(),
            stack: vec![],
            what: "w".into(),
            held: vec![Held { thread: 0, since: place(), ended: true }],
            touched: None,
            also: vec![],
            loops: true,
            on: vec![0],
            aside: false,
        }],
        output: "o".into(),
        others: BTreeSet::from([vec![(1, place())], vec![(2, None)]]),
    };
    let endless = |found: &Found| Found { repeats: Some(0), schedule: "tb4:;0".into(), ..found.clone() };
    let bare = Found { place: None, second: None, rows: vec![], waiting: vec![], ..found.clone() };
    Run {
        verdict: Verdict::Fault,
        stats: Stats { executions: 1, blocked: 2, redundant: 3, events: u64::MAX, depth: 5, symmetric: 7, cutoffs: 4 },
        faults: vec![endless(&found), found, bare],
        notes: ["leak", "abandoned", "allocation", "ndebug", "stub", "scope"]
            .map(|kind| Note { kind: kind.into(), message: "n".into(), place: place() })
            .into(),
        limits: vec![LimitMet { limit, value: Some("3".into()), places: place().into_iter().collect() }],
        unsupported: vec![UnsupportedMet { what: "u".into(), place: None, advice: None }],
        endless: vec![EndlessLoop {
            function: "f".into(),
            place: place().unwrap(),
            rounds: None,
            stayed: Some((1, 2)),
            counted: false,
        }],
        suggestions: vec![Suggestion { options: "--unroll 2".into(), outcome: "o".into() }],
        found_with: Some("--cutoffs".into()),
        bound: None,
        within: None,
        estimates: Some((
            Estimated { executions: 3.0, error: 1.5, seconds: None, at: 0.02 },
            Estimated { executions: 4.0, error: 0.0, seconds: Some(0.5), at: 1.0 },
        )),
        silent: None,
        witness_seconds: Some(0.1),
        explorer: "graph",
        choice: Some(Choice {
            why: "w".into(),
            tries: vec![Try { explorer: "rvf", seconds: 0.5, executions: 3, ended: "not covered" }],
        }),
        model: "sc",
        model_reason: None,
        symbolic: false,
        symbolic_reason: None,
        races: "report",
        stopped: true,
        has_checkpoints: true,
        assumes: false,
        replay: false,
        measured: Vec::new(),
        cut_loops: Vec::new(),
        lines: Vec::new(),
        coverage: Some(Lines {
            files: [("a.c".to_owned(), [(3, false), (4, true)].into())].into(),
            functions: vec![Function { place: place(), name: "f".into(), called: false }],
        }),
        phases: Phases { front_end: 0.1, exploration: 0.2, report: 0.0 },
        wall_seconds: 0.3,
        peak_rss_bytes: 1,
        command: vec!["threadbare".into()],
    }
}

#[test]
fn every_kind_and_every_limit_is_in_the_schema() {
    for (kind, _) in FaultKind::ALL {
        validate(&report::run(&everything(kind, Limit::Time))).unwrap();
    }
    for (limit, _) in Limit::ALL {
        let run = everything(FaultKind::Abort, limit);
        validate(&report::run(&run)).unwrap();
        let none = Run { coverage: None, faults: vec![], notes: vec![], limits: vec![], unsupported: vec![], ..run };
        validate(&report::run(&Run { verdict: Verdict::Safe, ..none })).unwrap();
    }
    validate(&report::error("no such file")).unwrap();
}

#[test]
fn what_does_not_fit_is_noticed() {
    let good = report::run(&everything(FaultKind::Abort, Limit::Time));
    let mut spoilers: Vec<fn(&mut Value)> = vec![
        |v| v["verdict"] = json!("maybe"),
        |v| v["executions"] = json!(-1),
        |v| v["executions"] = json!("1"),
        |v| v["extra"] = json!(1),
        |v| v["faults"][0]["kind"] = json!("none"),
        |v| v["faults"][0]["schedule"] = json!("0,1"),
        |v| v["faults"][0]["explanation"] = json!(7),
        |v| v["faults"][0]["events"][1]["reads_from"] = json!(-1),
        |v| v["model"] = json!("arm"),
        |v| v["faults"][0]["events"][1]["line"] = json!(0),
        |v| v["faults"][0]["location"] = json!([]),
    ];
    spoilers.push(|v| {
        v.as_object_mut().unwrap().remove("phases");
    });
    for spoil in spoilers {
        let mut bad = good.clone();
        spoil(&mut bad);
        assert!(validate(&bad).is_err(), "{bad:#}");
    }
}

/// The fields that the issue asks for, by name.
#[test]
fn the_schema_requires_what_was_promised() {
    let required = schema()["$defs"]["result"]["required"].clone();
    for field in [
        "verdict",
        "executions",
        "blocked",
        "redundant",
        "events",
        "faults",
        "bounds",
        "unsupported",
        "explorer",
        "model",
        "races",
        "wall_seconds",
        "peak_rss_bytes",
        "version",
    ] {
        assert!(required.as_array().unwrap().contains(&json!(field)), "{field}");
    }
}

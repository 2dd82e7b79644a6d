//! Reports compared with stored, reviewed texts.
//! `THREADBARE_BLESS=1 cargo test -p threadbare-report` stores them anew.

use std::path::Path;
use threadbare_op::{FaultKind, Limit, Stats, Verdict};
use threadbare_report::{
    EndlessLoop, Found, Frame, Held, LimitMet, Look, Note, Old, Phases, Place, Row, Run, Second, Sources, ThreadInfo,
    Touched, UnsupportedMet, Waiting, arrange, human, json,
};

const COUNTER: &str = "\
#include <pthread.h>
#include <assert.h>
static int counter;
static void *worker(void *arg)
{
    int seen = counter;
    counter = seen + 1;
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
}
";

fn place(line: u32, column: u32) -> Place {
    Place { file: "counter.c".into(), line, column }
}

fn row(thread: u32, operation: &str, line: u32) -> Row {
    Row { thread, index: Some(1), operation: operation.into(), place: Some(place(line, 5)), ..Row::default() }
}

fn load(thread: u32, value: &str, line: u32) -> Row {
    Row {
        location: Some("counter".into()),
        read: Some(value.into()),
        touched: Some(Touched { addr: 0x100, size: 4, writes: false }),
        ..row(thread, "load", line)
    }
}

fn store(thread: u32, value: &str, line: u32) -> Row {
    Row {
        location: Some("counter".into()),
        written: Some(value.into()),
        touched: Some(Touched { addr: 0x100, size: 4, writes: true }),
        ..row(thread, "store", line)
    }
}

fn said(thread: u32, operation: &str, result: &str, line: u32) -> Row {
    let other = result.split_whitespace().find_map(|word| word.strip_prefix('T')?.parse().ok());
    Row { result: Some(result.into()), other, ..row(thread, operation, line) }
}

fn threads(n: u32) -> Vec<ThreadInfo> {
    let name = |number| ThreadInfo {
        number,
        function: if number == 0 { "main" } else { "worker" }.into(),
        started: (number > 0).then(|| place(12 + number, 5)),
        may_wake: false,
        only_looks: false,
        ended: false,
        may_write: Vec::new(),
    };
    (0..n).map(name).collect()
}

fn lost_update() -> Found {
    let local = Row { touched: Some(Touched { addr: 0x900, size: 4, writes: true }), ..row(1, "store", 5) };
    Found {
        kind: FaultKind::Assertion,
        message: "assertion failed: counter == 2".into(),
        thread: 0,
        place: Some(place(17, 5)),
        schedule: "tb1:0*2,1*2,2*4,1*2,0*3".into(),
        threads: threads(3),
        rows: vec![
            said(0, "spawn", "starts T1", 13),
            said(0, "spawn", "starts T2", 14),
            local.clone(),
            local,
            load(1, "0", 6),
            load(2, "0", 6),
            store(2, "1", 7),
            said(2, "end", "ends", 8),
            store(1, "1", 7),
            said(0, "join", "T1 has ended", 15),
            said(0, "join", "T2 has ended", 16),
            load(0, "1", 17),
        ],
        ..Found::default()
    }
}

fn frame(function: &str, line: u32) -> Frame {
    Frame { function: function.into(), place: Some(place(line, 5)), left_out: 0 }
}

/// T1 writes what T2 reads; what T1 does after that is left out.
fn race() -> Found {
    let parties = [load(1, "0", 6), store(1, "1", 7), said(1, "choice", "choice 0 of 0..1", 8), load(2, "1", 6)];
    let second = Second {
        thread: 1,
        place: Some(place(7, 13)),
        what: "written here".into(),
        stack: vec![frame("add", 7), frame("worker", 6)],
        row: Some(3),
    };
    let mut found = Found {
        kind: FaultKind::DataRace,
        message: "data race on `counter`: unsynchronised write and read".into(),
        thread: 2,
        place: Some(place(6, 16)),
        what: Some("read here".into()),
        stack: vec![frame("worker", 6)],
        row: Some(5),
        second: Some(second),
        rows: lost_update().rows[..2].iter().cloned().chain(parties).collect(),
        output: "hello\n\x1b[31mred\n".into(),
        ..lost_update()
    };
    arrange(&mut found);
    found
}

fn deadlock(n: u32) -> Found {
    let lock = |thread, name: &str, line| Row {
        location: Some(name.into()),
        touched: Some(Touched { addr: name.len() as u64 * 64, size: 0, writes: true }),
        ..row(thread, "mutex-lock", line)
    };
    let wait = |thread: u32, name: &str, holder: u32| Waiting {
        thread,
        place: Some(place(5 + thread, 5)),
        stack: if thread == 1 { vec![frame("lock_both", 6), frame("worker", 8)] } else { vec![] },
        what: format!("mutex `{name}`"),
        held: vec![Held { thread: holder, since: Some(place(6, 5)), ended: false }],
        touched: Some(Touched { addr: name.len() as u64 * 64, size: 0, writes: true }),
        on: vec![holder],
        ..Waiting::default()
    };
    Found {
        kind: FaultKind::Deadlock,
        message: "deadlock: every thread waits".into(),
        thread: 1,
        place: Some(place(6, 5)),
        stack: vec![frame("lock_both", 6), frame("worker", 8)],
        threads: threads(n),
        rows: vec![
            said(0, "spawn", "starts T1", 13),
            said(0, "spawn", "starts T2", 14),
            lock(1, "from", 6),
            lock(2, "second", 6),
        ],
        waiting: (1..n).map(|t| if t == 1 { wait(t, "second", 2) } else { wait(t, "from", 1) }).collect(),
        ..lost_update()
    }
}

fn run(faults: Vec<Found>) -> Run {
    Run {
        verdict: if faults.is_empty() { Verdict::Safe } else { Verdict::Fault },
        stats: Stats { executions: 3, blocked: 1, redundant: 0, events: 40, depth: 12, symmetric: 0, cutoffs: 0 },
        stopped: !faults.is_empty(),
        faults,
        notes: vec![],
        limits: vec![],
        unsupported: vec![],
        endless: vec![],
        suggestions: vec![],
        found_with: None,
        bound: None,
        within: None,
        estimates: None,
        silent: None,
        witness_seconds: None,
        explorer: "graph",
        choice: None,
        model: "sc",
        model_reason: None,
        symbolic: false,
        symbolic_reason: None,
        races: "report",
        has_checkpoints: true,
        assumes: false,
        replay: false,
        measured: Vec::new(),
        cut_loops: Vec::new(),
        lines: Vec::new(),
        coverage: None,
        phases: Phases { front_end: 0.02, exploration: 0.1, report: 0.001 },
        wall_seconds: 0.121,
        peak_rss_bytes: 12_345_678,
        command: ["threadbare", "check", "my file.c", "--races", "explore", "--", "-O1"].map(String::from).into(),
    }
}

fn compare(name: &str, run: &Run, width: usize) {
    let mut sources = Sources::new();
    sources.insert("counter.c", COUNTER);
    let text = human::render(run, &mut sources, Look { width, ..Look::default() });
    let mut table = text.lines().filter(|l| l.contains(" │ ") || l.contains("─┼─"));
    assert!(table.all(|l| l.chars().count() <= width), "a line of the table is too wide:\n{text}");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/ui/{name}.txt"));
    if std::env::var_os("THREADBARE_BLESS").is_some() {
        std::fs::write(&stored, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&stored).unwrap_or_default();
    assert_eq!(text, expected, "{} differs; THREADBARE_BLESS=1 stores it anew", stored.display());
}

#[test]
fn an_assertion() {
    compare("assertion", &run(vec![lost_update()]), 110);
}

#[test]
fn a_race_has_two_places() {
    compare("race", &run(vec![race()]), 100);
}

/// T1 writes before what T2 has written already, and reads its own value.
#[test]
fn old_values_are_marked_and_explained() {
    let mut found = lost_update();
    found.rows[8].old = Some(Old { source: None, before: 6 });
    found.rows.insert(9, Row { old: Some(Old { source: Some(8), before: 6 }), ..load(1, "1", 6) });
    found.schedule = "tb2:rc11:0*2,1*2,2*2,1=1,1=1,0*3".into();
    compare(
        "old",
        &Run { model: "rc11", model_reason: Some("counter.c:6 has a relaxed load".into()), ..run(vec![found]) },
        110,
    );
}

#[test]
fn a_race_says_what_does_not_synchronise() {
    let explanation = "the store at counter.c:8 is relaxed, so the load at counter.c:5, which reads from it, does not \
                       synchronise with it; with release it would";
    let found = Found { explanation: Some(explanation.into()), ..race() };
    compare("race-explained", &Run { model: "rc11", ..run(vec![found]) }, 110);
}

#[test]
fn a_proof_names_the_model_and_why() {
    let reason = "no atomic access is weaker than seq_cst; without data races it coincides with rc11";
    compare("safe-auto", &Run { model_reason: Some(reason.into()), ..run(vec![]) }, 110);
}

#[test]
fn a_deadlock_says_who_waits_for_whom() {
    compare("deadlock", &run(vec![deadlock(3)]), 100);
}

#[test]
fn many_threads_on_a_narrow_terminal() {
    compare("narrow", &run(vec![deadlock(7)]), 60);
}

#[test]
fn no_source_and_no_place() {
    let mut without = lost_update();
    without.place = Some(Place { file: "gone.c".into(), line: 3, column: 0 });
    let mut nowhere = race();
    nowhere.place = None;
    nowhere.second = None;
    nowhere.rows.iter_mut().for_each(|r| r.party = None);
    nowhere.rows.iter_mut().for_each(|r| r.place = None);
    compare("no-source", &run(vec![without, nowhere]), 100);
}

#[test]
fn safe_and_what_was_proved() {
    let note =
        Note { kind: "leak".into(), message: "`node#1` (16 bytes) is never freed".into(), place: Some(place(8, 2)) };
    compare("safe", &Run { notes: vec![note], ..run(vec![]) }, 100);
}

/// Who counts states does not count executions beside them.
#[test]
fn states_are_no_executions() {
    for (executions, blocked) in [(0, 1), (1, 3)] {
        let stats = Stats { executions, blocked, events: 9, cutoffs: 2, ..Stats::default() };
        let text =
            human::render(&Run { explorer: "states", stats, ..run(vec![]) }, &mut Sources::new(), Look::default());
        assert!(text.starts_with("safe: no reachable state has a fault (8 states) ("), "{text}");
    }
}

/// What `--unroll` leaves alone is not to be given it.
#[test]
fn loops_that_count_are_told_apart() {
    let endless = |line, counted| EndlessLoop {
        function: "f".into(),
        place: place(line, 5),
        stayed: Some((1, 9)),
        rounds: None,
        counted,
    };
    let text = |endless: Vec<EndlessLoop>| {
        let run = Run { verdict: Verdict::Incomplete, endless, ..run(vec![]) };
        human::render(&run, &mut Sources::new(), Look::default())
    };
    let counted = text(vec![endless(7, true)]);
    assert!(counted.contains("counter.c:7 counts its rounds") && !counted.contains("give --unroll"), "{counted}");
    let other = text(vec![endless(7, false)]);
    assert!(!other.contains("counts its rounds") && other.contains("give --unroll 2"), "{other}");
    // One that nobody is known to stay in.
    let long = text(vec![EndlessLoop { stayed: None, rounds: Some(50), ..endless(7, false) }]);
    assert!(long.contains("many rounds: the loop at counter.c:7 (`f`) has more than 50 rounds"), "{long}");
    assert!(long.contains("give --unroll 2"), "{long}");
    let both = text(vec![endless(7, true), endless(8, false), endless(9, true)]);
    assert!(
        both.contains("counter.c:7 and counter.c:9 count their rounds") && both.contains("give --unroll"),
        "{both}"
    );
}

#[test]
fn incomplete_names_everything() {
    let limits = vec![
        LimitMet { limit: Limit::Steps, value: Some("1000000000".into()), places: vec![place(6, 5)] },
        LimitMet { limit: Limit::Time, value: Some("30s".into()), places: vec![] },
    ];
    // What is met in several places is named once.
    let unsupported = [place(7, 5), place(9, 5)].map(|place| UnsupportedMet {
        what: "the function `gethostbyname`".into(),
        place: Some(place),
        advice: Some("give it a result: --stub name=value"),
    });
    let unsupported = unsupported.into();
    compare("incomplete", &Run { verdict: Verdict::Incomplete, limits, unsupported, ..run(vec![]) }, 100);
}

#[test]
fn the_verdict_says_if_nothing_was_checked_and_what_has_found_a_fault() {
    let limits = vec![LimitMet { limit: Limit::Time, value: Some("10 s".into()), places: vec![] }];
    let text = |run: Run| human::render(&run, &mut Sources::new(), Look::default());
    let stopped = Run { stopped: true, limits, ..run(vec![]) };
    let nothing = Run { verdict: Verdict::Incomplete, stats: Stats::default(), ..stopped.clone() };
    let expected = "incomplete: nothing was checked: the first execution has not come to its end:\n  - timeout";
    assert!(text(nothing.clone()).starts_with(expected), "{}", text(nothing));
    let found = Run { verdict: Verdict::Fault, found_with: Some("--unroll 2".into()), faults: vec![race()], ..stopped };
    let expected = "\n1 data race: found with --unroll 2, which was tried at the end; not everything was explored:\n";
    assert!(text(found.clone()).contains(expected), "{}", text(found));
}

/// Of lines that are cut all show the same columns, so these two do not fit together.
#[test]
fn marks_that_are_far_apart_stay_within_the_width() {
    let mut found = race();
    let padding = "f(); ".repeat(50);
    let mut sources = Sources::new();
    sources.insert("counter.c", &format!("\n\n\n\n\n{padding}int seen = counter; {padding}\ncounter = 1; {padding}\n"));
    found.place = Some(place(6, 1 + padding.len() as u32));
    found.second.iter_mut().for_each(|second| second.place = Some(place(7, 1)));
    let text = human::render(&run(vec![found]), &mut sources, Look { width: 80, ..Look::default() });
    let excerpt: Vec<&str> = text.lines().take_while(|line| !line.starts_with("  ①")).skip(1).collect();
    assert!(excerpt.iter().all(|line| line.chars().count() <= 80), "{text}");
    for what in ["int seen = counter;", "^^^ ", "counter = 1;", "------- "] {
        assert!(excerpt.iter().any(|line| line.contains(what)), "{what}: {text}");
    }
}

#[test]
fn json_has_every_field_of_a_fault() {
    let value = json::run(&run(vec![race()]));
    let fault = &value["faults"][0];
    assert_eq!(fault["kind"], "data-race");
    assert_eq!(fault["location"]["line"], 6);
    assert_eq!(fault["events"][3]["written"], "1");
    assert_eq!(fault["events"][3]["location"], "counter");
    assert_eq!(
        fault["replay_command"],
        "threadbare check 'my file.c' --races explore --replay 'tb1:0*2,1*2,2*4,1*2,0*3' -- -O1"
    );
    assert_eq!(value["peak_rss_bytes"], 12_345_678);
}

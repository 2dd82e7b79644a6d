//! Runs every C program of `tests/programs` and `examples` as its header says
//! (tests/programs/README.md).

mod directive;
mod domains;
mod terms;

use clap::ValueEnum;
use directive::{Check, Header};
use std::cmp::Reverse;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use threadbare::args::{CheckArgs, Cli, Command, ExplorerArg, ModelArg, RacesArg};
use threadbare::plan::Plan;
use threadbare::run::{Error, Manner, Outcome, carry_out, load};
use threadbare_op::{Limit, Verdict};
use threadbare_program::Program;
use threadbare_report::{Found, Place};
use threadbare_session::Stop;

/// naive is not compared beyond this many executions.
const NAIVE_CAP: u64 = 20_000;
const TOO_LONG: Duration = Duration::from_secs(60);
/// The other explorers are not compared beyond this many executions, or this time.
const OTHERS_CAP: u64 = 1_000;
/// So many executions are drawn at random: what they show has to be what is expected.
const DRAWN_CAP: u64 = 30;
const OTHERS_TIME: Duration = Duration::from_millis(300);
const THREADS: usize = 2;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|e| e == "c") {
            into.push(path);
        }
    }
}

#[test]
fn programs() {
    std::env::set_current_dir(root()).unwrap();
    let mut files = Vec::new();
    collect(Path::new("tests/programs"), &mut files);
    collect(Path::new("examples"), &mut files);
    if let Ok(only) = std::env::var("THREADBARE_PROGRAMS") {
        files.retain(|f| f.to_string_lossy().contains(&only));
    }
    files.sort();
    assert!(!files.is_empty(), "no programs");
    // Those with many checks first, so that none of them is what all wait for in the end.
    files.sort_by_cached_key(|file| Reverse(std::fs::read_to_string(file).unwrap().matches("//@ check").count()));
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let times = Mutex::new(Vec::new());
    let compared = AtomicUsize::new(0);
    let cut_short = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    match catch_unwind(AssertUnwindSafe(|| program(file))) {
                        Ok(tried) => {
                            compared.fetch_add(tried.compared, Ordering::Relaxed);
                            cut_short.fetch_add(tried.cut_short, Ordering::Relaxed);
                            failures.lock().unwrap().extend(tried.failures);
                        }
                        Err(_) => failures.lock().unwrap().push(format!("{}: panic", file.display())),
                    }
                    times.lock().unwrap().push((start.elapsed(), file));
                }
            });
        }
    });
    let mut times = times.into_inner().unwrap();
    times.sort();
    let (compared, cut_short) = (compared.into_inner(), cut_short.into_inner());
    println!("{} programs, {compared} comparisons, {cut_short} cut short; the slowest:", files.len());
    for (time, file) in times.iter().rev().take(8) {
        println!("  {:.1} s  {}", time.as_secs_f64(), file.display());
    }
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// What came of a program.
#[derive(Default)]
struct Tried {
    /// Configurations that were compared with what is expected.
    compared: usize,
    /// Those that met a limit which only the comparison sets, so that nothing is known.
    cut_short: usize,
    failures: Vec<String>,
}

/// Runs all configurations of a program.
fn program(file: &Path) -> Tried {
    let text = std::fs::read_to_string(file).unwrap();
    let header = match Header::parse(&text) {
        Ok(header) => header,
        // A file that others include.
        Err(_) if !text.contains("main") => return Tried::default(),
        Err(error) => {
            return Tried { failures: vec![format!("{}: {error}", file.display())], ..Tried::default() };
        }
    };
    let mut tried = Tried::default();
    let mut loaded = None;
    for check in &header.checks {
        let before = tried.compared;
        let explorers = check.explorers().into_iter().flat_map(|explorer| {
            // Numbers of executions are without symmetry; everything else must be found with it as
            // well.
            let both = [Some(true), (explorer == ExplorerArg::Graph).then_some(false)];
            both.into_iter().flatten().map(move |no_symmetry| (explorer, no_symmetry))
        });
        let named = explorers.map(|(explorer, no_symmetry)| (explorer, no_symmetry, false));
        let others = check.others().iter().map(|&explorer| (explorer, true, true));
        for (explorer, no_symmetry, is_other) in named.chain(others) {
            let args = match arguments(file, &header, check, explorer) {
                Ok(args) if is_other => capped(CheckArgs { no_symmetry, ..args }),
                Ok(args) => CheckArgs { no_symmetry, ..args },
                Err(error) => {
                    tried.failures.push(format!("{}: line {}: {error}", file.display(), check.number));
                    continue;
                }
            };
            // What an explorer does not support it refuses.
            if is_other && Plan::new(&args).is_err() {
                continue;
            }
            let is_first = tried.compared + tried.cut_short == 0;
            match configuration(&args, check, &text, &mut loaded) {
                Ok(Compared::Yes) => tried.compared += 1,
                Ok(Compared::CutShort) => tried.cut_short += 1,
                Err(error) => {
                    tried.compared += 1;
                    tried.failures.push(format!(
                        "{}\n  {}\n  expected: {}",
                        command(&args),
                        error.replace('\n', "\n  "),
                        check.text
                    ));
                }
            }
            if is_first && let (Ok(plan), Some(program)) = (Plan::new(&args), &loaded) {
                let turn = file.as_os_str().as_encoded_bytes().iter().map(|&byte| usize::from(byte)).sum();
                let differ = domains::differences(program, &plan.machine, turn);
                tried.failures.extend(differ.into_iter().map(|what| format!("{}: {what}", file.display())));
            }
        }
        if tried.compared == before {
            let place = format!("{}: line {}", file.display(), check.number);
            tried.failures.push(format!("{place}: every explorer was cut short, so that nothing is compared"));
        }
    }
    tried
}

fn arguments(file: &Path, header: &Header, check: &Check, explorer: ExplorerArg) -> Result<CheckArgs, String> {
    let mut words: Vec<String> = vec!["threadbare".into(), "check".into(), file.to_string_lossy().into_owned()];
    let folder = file.parent().unwrap_or(Path::new("."));
    words.extend(header.with.iter().map(|f| folder.join(f).to_string_lossy().into_owned()));
    words.extend(check.options.iter().cloned());
    if !header.cflags.is_empty() {
        words.push("--".into());
        words.extend(header.cflags.iter().cloned());
    }
    match Cli::try_parse(&words)?.command {
        Command::Check(args) => {
            let mut args = *args;
            args.no_advice = true;
            args.explorer = Some(explorer);
            if explorer != ExplorerArg::Graph {
                args.model = ModelArg::Sc;
            }
            if explorer == ExplorerArg::Naive && args.max_executions.is_none() {
                args.max_executions = Some(NAIVE_CAP);
            }
            Ok(args)
        }
        _ => Err("only check can be expected".into()),
    }
}

/// The same for an explorer that the check does not name: not for long.
fn capped(args: CheckArgs) -> CheckArgs {
    let counts_events = matches!(args.explorer(), ExplorerArg::Prefix | ExplorerArg::States);
    let cap = if args.explorer() == ExplorerArg::Random { DRAWN_CAP } else { OTHERS_CAP };
    CheckArgs {
        races: args.races.or(Some(RacesArg::Report)),
        max_executions: args.max_executions.or(Some(cap).filter(|_| !counts_events)),
        timeout: args.timeout.or(Some(OTHERS_TIME)),
        ..args
    }
}

trait TryParse: Sized {
    fn try_parse(words: &[String]) -> Result<Self, String>;
}

impl TryParse for Cli {
    fn try_parse(words: &[String]) -> Result<Self, String> {
        clap::Parser::try_parse_from(words).map_err(|e: clap::Error| e.to_string())
    }
}

fn command(args: &CheckArgs) -> String {
    let Ok(plan) = Plan::new(args) else { return "threadbare check".into() };
    let mut words = plan.command;
    let at = words.iter().position(|w| w == "--").unwrap_or(words.len());
    let explorer = args.explorer().to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    words.splice(at..at, ["--explorer".to_owned(), explorer]);
    if args.keep_going {
        words.insert(at, "--keep-going".into());
    }
    words.join(" ")
}

/// Whether a configuration was held against what is expected.
enum Compared {
    Yes,
    /// It met a limit that only the comparison sets.
    CutShort,
}

/// Runs one configuration and compares. The program is compiled only once.
fn configuration(
    args: &CheckArgs,
    check: &Check,
    text: &str,
    loaded: &mut Option<Arc<Program>>,
) -> Result<Compared, String> {
    let plan = Plan::new(args)?;
    let start = Instant::now();
    let limit = args.timeout.map_or(TOO_LONG, |t| t.min(TOO_LONG));
    let manner = Manner { stop: Stop::default().after(Some(limit)), progress: false };
    let program = match loaded {
        Some(program) => Ok(program.clone()),
        None => load(&plan, &manner).map(|p| loaded.insert(Arc::new(p)).clone()),
    };
    let outcome = program.and_then(|program| carry_out(&plan, &program, &manner, start));
    match outcome {
        // That we are wrong is never expected.
        Err(Error::Input(_) | Error::NoMain(_)) if check.verdict == ["error"] => Ok(Compared::Yes),
        Err(error) => Err(error.to_string()),
        Ok(outcome) => {
            let met = |l: Limit| outcome.run.limits.iter().any(|m| m.limit == l);
            if args.timeout.is_none() && met(Limit::Time) {
                return Err(format!("took longer than {} s", TOO_LONG.as_secs()));
            }
            if is_inconclusive(args, check, &outcome) {
                return Ok(Compared::CutShort);
            }
            let counts = match (args.explorer(), args.no_symmetry) {
                // Nothing is symmetric.
                (ExplorerArg::Graph, _) if outcome.run.symbolic => Counts::Executions,
                (ExplorerArg::Graph, true) => Counts::Executions,
                (ExplorerArg::Graph, false) => Counts::Representatives,
                (ExplorerArg::Optimal, _) if !args.order_locks && !args.order_updates => Counts::Commuting,
                _ => Counts::None,
            };
            compare(check, &outcome, text, counts).map(|()| Compared::Yes)
        }
    }
}

/// Whether an explorer met a limit that only the comparison sets, or, not named by the check,
/// something it does not support.
fn is_inconclusive(args: &CheckArgs, check: &Check, outcome: &Outcome) -> bool {
    let run = &outcome.run;
    let is_asked = |option: &str| check.options.iter().any(|o| o == option);
    let is_set = |limit: Limit, option: &str| run.limits.iter().any(|m| m.limit == limit) && !is_asked(option);
    // Where the check names the explorer, that it refuses is what is expected.
    let may_refuse = |what: &str| {
        matches!(args.explorer(), ExplorerArg::Vc | ExplorerArg::Dc | ExplorerArg::Prefix | ExplorerArg::States)
            || what.contains("` takes input: --symbolic ")
    };
    let is_refused = !check.explorers().contains(&args.explorer())
        && run.unsupported.iter().any(|met| met.what.contains("--explorer") && may_refuse(&met.what));
    // Where a round comes back to a state, `states` needs no bound.
    let needs_no_bound = args.explorer() == ExplorerArg::States && run.verdict == Verdict::Safe && is_asked("--unroll");
    // Of several faults, not all need be drawn, or in the same order.
    let is_drawn = args.explorer() == ExplorerArg::Random && args.keep_going;
    needs_no_bound
        || is_drawn
        || run.verdict == Verdict::Incomplete
            && args.explorer() != ExplorerArg::Graph
            && (is_set(Limit::Executions, "--max-executions") || is_set(Limit::Time, "--timeout") || is_refused)
}

/// Which numbers are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    None,
    Executions,
    Representatives,
    /// Of `optimal`, which does not order what commutes.
    Commuting,
}

fn compare(check: &Check, outcome: &Outcome, text: &str, counts: Counts) -> Result<(), String> {
    let run = &outcome.run;
    let first = run.faults.first();
    let verdict = match (run.verdict, first) {
        (Verdict::Safe, _) => "safe",
        (Verdict::Incomplete, _) => "incomplete",
        (Verdict::Fault, fault) => fault.map_or("fault", |f| f.kind.name()),
    };
    if !check.verdict.iter().any(|v| v == verdict) {
        return Err(format!("found: {verdict}{}", why(outcome)));
    }
    for (key, wanted) in &check.keys {
        let found = match key.as_str() {
            "line" => lines(wanted, text, first.and_then(|f| f.place.as_ref()))?,
            "other" => lines(wanted, text, first.and_then(|f| f.second.as_ref()).and_then(|s| s.place.as_ref()))?,
            "message" => first.filter(|f| !plain(&f.message).contains(wanted)).map(|f| f.message.clone()),
            "executions" | "blocked" if counts != Counts::Executions => None,
            "representatives" if counts != Counts::Representatives => None,
            "commuting" if counts != Counts::Commuting => None,
            "commuting" => same(wanted, Some(run.stats.executions)),
            "representatives" => same(wanted, Some(run.stats.executions)),
            // Which of the threads, and in how many of them.
            "thread" | "faults" if counts == Counts::Representatives && run.stats.symmetric > 0 => None,
            // Who comes second in a race stops there, in all executions that come to that state.
            "faults" if run.explorer == "states" && verdict == "data-race" => None,
            "thread" => same(wanted, first.map(|f| f.thread)),
            "executions" => same(wanted, Some(run.stats.executions)),
            "blocked" => same(wanted, Some(run.stats.blocked)),
            "faults" => same(wanted, Some(run.faults.len())),
            "unsupported" => {
                let all: Vec<&str> = run.unsupported.iter().map(|u| u.what.as_str()).collect();
                (!all.iter().any(|u| u.contains(wanted))).then(|| all.join("; "))
            }
            "limit" => {
                let all: Vec<String> = run.limits.iter().map(|l| l.limit.to_string()).collect();
                (!all.contains(wanted)).then(|| all.join("; "))
            }
            "note" => {
                let all: Vec<&str> = run.notes.iter().map(|n| n.kind.as_str()).collect();
                let fine = if wanted == "none" { all.is_empty() } else { all.contains(&wanted.as_str()) };
                (!fine).then(|| format!("{:?}", run.notes))
            }
            "output" => {
                let printed = first.map(|f: &Found| f.output.clone()).or_else(|| outcome.output.clone());
                let printed = printed.unwrap_or_default();
                (printed != *wanted).then(|| format!("{printed:?}"))
            }
            other => return Err(format!("there is no key {other}")),
        };
        if let Some(found) = found {
            return Err(format!("{key}: found {found}, expected {wanted}{}", why(outcome)));
        }
    }
    Ok(())
}

fn same<T: ToString>(wanted: &str, found: Option<T>) -> Option<String> {
    let found = found.map_or("none".into(), |f| f.to_string());
    (found != wanted).then_some(found)
}

/// What was found instead of a place at one of the lines; `None` if it is one of them. A mark
/// counts wherever it stands, also in a file that the program includes.
fn lines(wanted: &str, text: &str, found: Option<&Place>) -> Result<Option<String>, String> {
    let included = found.and_then(|place| std::fs::read_to_string(&place.file).ok());
    let mut numbers = Vec::new();
    for one in wanted.split('|') {
        match one.strip_prefix('@') {
            Some(mark) => {
                let mark = format!("/*@{mark}*/");
                let text = if text.contains(&mark) { text } else { included.as_deref().unwrap_or_default() };
                let marked = text.lines().zip(1..).filter(|(line, _)| line.contains(&mark)).map(|(_, number)| number);
                let before = numbers.len();
                numbers.extend(marked);
                if numbers.len() == before {
                    return Err(format!("there is no {mark}"));
                }
            }
            None => numbers.push(one.parse::<u32>().map_err(|_| format!("{one} is no line"))?),
        }
    }
    match found {
        Some(place) if numbers.contains(&place.line) => Ok(None),
        Some(place) => Ok(Some(format!("{place} (not {numbers:?})"))),
        None => Ok(Some("no place".into())),
    }
}

/// Everything that helps to understand a surprise.
fn why(outcome: &Outcome) -> String {
    let mut text = String::new();
    for fault in &outcome.run.faults {
        let place = fault.place.as_ref().map_or(String::new(), ToString::to_string);
        let _ = write!(text, "\n{}: {} at {place}", fault.kind, fault.message);
    }
    for unsupported in &outcome.run.unsupported {
        let _ = write!(text, "\nunsupported: {}", unsupported.what);
    }
    for met in &outcome.run.limits {
        let _ = write!(text, "\nlimit: {}", met.limit);
    }
    let s = &outcome.run.stats;
    let _ = write!(text, "\n{} executions, {} blocked", s.executions, s.blocked);
    text
}

/// A message without the numbers of objects and the threads of variables: `n#2.next` is `n.next`,
/// `T1:big` is `big`.
fn plain(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '#' if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            }
            '`' => {
                out.push(c);
                if let Some((front, name)) = rest.split_once(':')
                    && (front == "main" || front.strip_prefix('T').is_some_and(|n| n.parse::<u32>().is_ok()))
                {
                    rest = name;
                }
            }
            c => out.push(c),
        }
    }
    out
}

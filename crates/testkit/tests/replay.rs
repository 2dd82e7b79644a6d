//! Replaying schedules: what is refused, and how it is said; explorers that are stopped; what is
//! not modelled.

use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_effort::seeds;
use threadbare_explore::{Ending, Explorer, Replayed, ReplayedEnd, Sink};
use threadbare_op::{
    Answer, Coverage, Details, FaultId, FaultKind, Limit, Op, Schedule, Stats, SyncKind, SyncOp, SyncState, System,
    ThreadId, Wait, WaitsFor,
};
use threadbare_testkit::explorers::{self, replay};
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::known;
use threadbare_testkit::oracle::truth;
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::{Frozen, Toy};

fn run(toy: &mut Toy, schedule: &str) -> Result<(Vec<Replayed<Frozen>>, ReplayedEnd<Frozen>), String> {
    let schedule: Schedule = schedule.parse().map_err(|e| format!("{e}"))?;
    let mut events = Vec::new();
    let mut watch = |_: &mut Toy, event: &Replayed<Frozen>| events.push(event.clone());
    let end = replay(toy, &schedule, &mut watch).map_err(|e| e.to_string())?;
    Ok((events, end))
}

fn error(program: &Rc<Program>, schedule: &str) -> String {
    let text = run(&mut Toy::new(program), schedule).err().unwrap_or_else(|| panic!("{schedule} is accepted"));
    let (start, rest) = text.split_once(": ").unwrap_or_default();
    assert_eq!(start, "this schedule does not belong to this program");
    rest.to_owned()
}

fn lock(object: usize) -> Inst {
    Inst::Sync { reg: 3, object, op: SyncOp::MutexLock }
}

/// Main starts a thread; each takes two locks, in opposite order. Main makes a choice first.
fn opposite() -> Rc<Program> {
    let main = vec![Inst::Choice { reg: 0, arity: 2 }, Inst::Spawn { slot: 0, body: 1 }, lock(0), lock(1)];
    let objects = vec![SyncState::Zero; 2];
    Rc::new(Program { bodies: vec![main, vec![lock(1), lock(0)]], objects, ..Program::default() })
}

#[test]
fn a_deadlock_with_who_waits_for_whom() {
    let mut toy = Toy::new(&opposite());
    let (events, end) = run(&mut toy, "tb1:0=1,0,0,1").expect("a schedule of this program");
    assert_eq!(events.len(), 4);
    assert_eq!(events[0].answer, Some(Answer::Result(1)));
    assert_eq!(events[1].answer, Some(Answer::Thread(ThreadId(1))));
    assert_eq!((events[3].thread, events[3].index, &events[3].clock[..]), (ThreadId(1), 1, &[3, 2][..]));
    let Some(Ending::Deadlock(fault)) = end.ending else { panic!("{:?}", end.ending) };
    assert_eq!(end.faults, [(fault, 4)]);
    assert_eq!(toy.fault(fault).kind, FaultKind::Deadlock);
    let waits = |thread| Wait { thread: ThreadId(thread), what: WaitsFor::Object(SyncKind::Mutex) };
    assert_eq!(toy.fault(fault).details, Details::Waits(vec![waits(0), waits(1)]));
    let holders: Vec<_> = end.threads.iter().map(|t| (t.waits, t.holders.clone())).collect();
    assert_eq!(holders, [(true, vec![ThreadId(1)]), (true, vec![ThreadId(0)])]);
}

#[test]
fn a_schedule_may_stop_early() {
    let (_, end) = run(&mut Toy::new(&opposite()), "tb1:0=1,0").expect("a schedule of this program");
    assert_eq!((end.ending, end.events), (None, 2));
    assert!(matches!(end.threads[1].pending.op, Op::Sync { op: SyncOp::MutexLock, .. }) && !end.threads[1].waits);
}

#[test]
fn what_does_not_fit_is_named() {
    let program = opposite();
    for (schedule, expected) in [
        ("tb1:1", "step 1: T1 has not begun"),
        ("tb1:4000000000", "step 1: T4000000000 has not begun"),
        ("tb1:0", "step 1: main has to choose, and no value is given"),
        ("tb1:0=2", "step 1: main chooses among 2 values, and 2 is none of them"),
        ("tb1:0=1,0=1", "step 2: a value is given, but main does not choose here"),
        ("tb1:0=1,0,0,1,1", "step 5: T1 has to wait here"),
        ("tb1:0=1,0*4", "step 5: main has come to its end"),
        ("tb1:(0.0 0.0):0=1", "T1 is declared twice"),
    ] {
        assert_eq!(error(&program, schedule), expected, "{schedule}");
    }
}

#[test]
fn nested_threads_have_the_declared_numbers() {
    let program = Program {
        bodies: vec![
            vec![Inst::Spawn { slot: 0, body: 1 }, Inst::Spawn { slot: 1, body: 3 }],
            vec![Inst::Spawn { slot: 0, body: 2 }],
            vec![Inst::fence()],
            vec![Inst::fence()],
        ],
        ..Program::default()
    };
    let program = Rc::new(program);
    for (declared, path) in [("(0.0 1.0 0.1):", vec![0, 0]), ("(0.0 0.1 1.0):", vec![1]), ("", vec![0, 0])] {
        let mut toy = Toy::new(&program);
        run(&mut toy, &format!("tb1:{declared}0,1,0,2,3")).expect("a schedule of this program");
        assert_eq!(toy.path(ThreadId(2)), path);
    }
}

/// Schedules made up, and schedules of other programs: refused or shown, but never a panic.
#[test]
fn any_schedule_is_survived() {
    let mut rng = Rng::new(42);
    let mut accepted = 0;
    for seed in seeds(2_000) {
        let program = Rc::new(generate(&mut Rng::new(seed), &Profile::mixed()));
        let steps: Vec<String> = (0..rng.below(20))
            .map(|_| match rng.below(8) {
                0 => format!("{}={}", rng.below(3), rng.below(3)),
                1 => format!("{}*{}", rng.below(3), rng.below(4)),
                _ => rng.below(4).to_string(),
            })
            .collect();
        accepted += u32::from(run(&mut Toy::new(&program), &format!("tb1:{}", steps.join(","))).is_ok());
    }
    assert!((50..1950).contains(&accepted), "{accepted}");
}

/// Says stop at the n-th report.
struct Stop {
    left: u32,
    told: u32,
}

impl Stop {
    fn tell(&mut self) -> ControlFlow<()> {
        assert_ne!(self.left, 0, "told after it said stop");
        self.told += 1;
        self.left -= 1;
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Stop {
    fn execution(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        assert_eq!(schedule(), schedule());
        self.tell()
    }

    fn blocked(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        assert_eq!(schedule(), schedule());
        self.tell()
    }

    fn fault(&mut self, _: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        assert_eq!(schedule(), schedule());
        self.tell()
    }
}

fn explorers() -> [Box<dyn Explorer<Toy>>; 2] {
    [explorers::naive(), explorers::graph()]
}

#[test]
fn stop_means_stop() {
    for seed in seeds(200) {
        let program = Rc::new(generate(&mut Rng::new(seed), &Profile::mixed()));
        if truth(&program, 500).is_none() {
            continue;
        }
        for (name, (mut all, mut again)) in ["naive", "graph"].iter().zip(explorers().into_iter().zip(explorers())) {
            let mut sink = Stop { left: u32::MAX, told: 0 };
            let coverage = all.run(&mut Toy::new(&program), &mut sink);
            assert!(!coverage.stopped);
            let half = sink.told.div_ceil(2);
            assert_ne!(half, 0, "{name}, seed {seed}: nothing is told\n{program}");
            let mut sink = Stop { left: half, told: 0 };
            let coverage = again.run(&mut Toy::new(&program), &mut sink);
            assert!(coverage.stopped);
            assert_eq!(sink.told, half);
        }
    }
}

struct Ignore(Stats);

impl Sink for Ignore {
    fn execution(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.0 = *stats;
        ControlFlow::Continue(())
    }

    fn fault(&mut self, _: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn coverage(program: Program) -> [Coverage; 2] {
    let program = Rc::new(program);
    explorers().map(|mut explorer| explorer.run(&mut Toy::new(&program), &mut Ignore(Stats::default())))
}

#[test]
fn overlapping_accesses_are_refused() {
    let store = |loc| vec![Inst::store(loc, val(1))];
    let load = |loc| vec![Inst::load(0, loc)];
    // 8 bytes at 0, 4 bytes at 4, 4 bytes at 8.
    let program =
        |threads| Program { locations: vec![(0, 8), (0, 4), (0, 4)], tight: true, ..Program::parallel(threads, 0) };
    for threads in [vec![store(0), load(1)], vec![store(1), load(0)], vec![load(1), store(0), load(2)]] {
        for coverage in coverage(program(threads)) {
            assert_eq!(coverage.limits, [Limit::MixedSize]);
        }
    }
    for coverage in coverage(program(vec![store(0), store(2), load(2)])) {
        assert!(coverage.is_complete());
    }
}

/// Threads that have nothing to do with each other: one execution, however many there are.
#[test]
fn many_threads() {
    for n in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 300, 900] {
        let threads = (0..n).map(|loc| vec![Inst::store(loc, val(1)), Inst::load(0, loc)]).collect();
        let mut sink = Ignore(Stats::default());
        let coverage = explorers::graph().run(&mut Toy::new(&Rc::new(Program::parallel(threads, n))), &mut sink);
        assert!(coverage.is_complete(), "{n}: {coverage:?}");
        assert_eq!((sink.0.executions, sink.0.depth), (1, 3 * n as u64), "{n}");
    }
}

/// More threads than fit are a limit that is named.
#[test]
fn too_many_threads() {
    let mut sink = Ignore(Stats::default());
    let coverage = explorers::graph()
        .run(&mut Toy::new(&Rc::new(Program::parallel(vec![vec![Inst::fence()]; 1100], 0))), &mut sink);
    assert!(coverage.is_complete() || coverage.limits == [Limit::Threads], "{coverage:?}");
}

/// Executions of fifty thousand events.
#[test]
fn a_long_execution() {
    let program = known::private_prefix(12_500);
    let mut sink = Ignore(Stats::default());
    let coverage = explorers::graph().run(&mut Toy::new(&Rc::new(program)), &mut sink);
    assert!(coverage.is_complete());
    assert_eq!((sink.0.executions, sink.0.depth), (2, 50_006));
}

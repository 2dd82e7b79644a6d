//! Several workers against one: the same executions in the same order, the same faults by the same
//! schedules, the same counts; and the same first fault. Work is given away all the time, so that
//! tiny programs are torn to pieces.

use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_effort::seeds;
use threadbare_explore::{Graph, Parallel, Shard, Sink, Snapshot};
use threadbare_op::{Coverage, Fault, FaultId, Model, Schedule, Stats, System};
use threadbare_testkit::explorers::{ToyExplorer, go_on, graph_of, parallel};
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::program::Program;
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::Toy;
use threadbare_testkit::weak::orbits::with_equal_threads;

/// What an exploration tells.
#[derive(Default, PartialEq, Debug)]
struct Told {
    executions: Vec<(bool, String)>,
    faults: Vec<(Fault, String)>,
    stats: Stats,
    coverage: Coverage,
}

#[derive(Default)]
struct Listener {
    executions: Vec<(bool, Schedule)>,
    faults: Vec<(FaultId, Schedule)>,
    stats: Stats,
    first_fault_only: bool,
}

impl Sink for Listener {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        self.executions.push((true, schedule()));
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        self.executions.push((false, schedule()));
        ControlFlow::Continue(())
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.faults.iter().all(|(known, _)| *known != fault) {
            self.faults.push((fault, schedule()));
        }
        if self.first_fault_only { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.stats = *stats;
        ControlFlow::Continue(())
    }
}

impl Listener {
    fn told(self, toy: &Toy, coverage: Coverage) -> Told {
        // The declarations of threads are those known at the end.
        let steps = |schedule: Schedule| Schedule { threads: Vec::new(), ..schedule }.to_string();
        Told {
            executions: self.executions.into_iter().map(|(complete, s)| (complete, steps(s))).collect(),
            faults: self.faults.into_iter().map(|(id, s)| (System::fault(toy, id).clone(), steps(s))).collect(),
            stats: self.stats,
            coverage,
        }
    }
}

/// Of one worker.
fn alone(graph: Graph) -> ToyExplorer {
    graph_of(graph.model, graph.bound)
}

fn tell(program: &Rc<Program>, explorer: ToyExplorer, first_fault_only: bool) -> Told {
    tell_of(Toy::new(program), explorer, first_fault_only).expect("nothing is taken to be symmetric")
}

/// `None` if threads that were taken to be interchangeable turn out not to be.
fn tell_of(mut toy: Toy, mut explorer: ToyExplorer, first_fault_only: bool) -> Option<Told> {
    let was_symmetric = toy.is_symmetric();
    let mut listener = Listener { first_fault_only, ..Listener::default() };
    let coverage = explorer.run(&mut toy, &mut listener);
    (toy.is_symmetric() == was_symmetric).then(|| listener.told(&toy, coverage))
}

fn each(check: impl Fn(&Rc<Program>, Graph, usize)) {
    for (name, profile) in Profile::all() {
        for seed in seeds(40) {
            // Every other program has input.
            let profile = if seed % 2 == 0 { profile.clone().with_input() } else { profile.clone() };
            let program = Rc::new(generate(&mut Rng::new(seed), &profile));
            // Shown if it fails.
            let model = Model::ALL[seed as usize % Model::ALL.len()];
            let graph = Graph { model, ..Graph::default() };
            println!("{name}, seed {seed}, {model}");
            check(&program, graph, 1 + seed as usize % 4);
        }
    }
}

#[test]
fn the_same_with_any_number_of_workers() {
    let counted = std::cell::Cell::new(0);
    each(|program, graph, jobs| {
        let one = tell(program, alone(graph), false);
        let all = tell(program, parallel(Parallel { test: true, ..Parallel::new(graph, jobs) }), false);
        assert_eq!(one, all, "{jobs} workers\n{program}");
        counted.set(counted.get() + one.executions.len());
    });
    assert!(counted.get() > 1000);
}

/// The same where threads are interchangeable.
#[test]
fn the_same_with_symmetry() {
    let (mut compared, mut reduced) = (0, 0);
    let profile = Profile { threads: (1, 2), ops: (1, 3), nested: 0, joins: 0, ..Profile::weak() };
    for seed in seeds(6 * 40) {
        let program = Rc::new(with_equal_threads(&mut Rng::new(seed), &profile));
        let model = Model::ALL[seed as usize % Model::ALL.len()];
        let (graph, jobs) = (Graph { model, ..Graph::default() }, 1 + seed as usize % 4);
        println!("seed {seed}, {model}");
        let one = tell_of(Toy::with_symmetry(&program), alone(graph), false);
        let Some(one) = one else { continue };
        let settings = Parallel { test: true, ..Parallel::new(graph, jobs) };
        let all = tell_of(Toy::with_symmetry(&program), parallel(settings), false);
        assert_eq!(Some(&one), all.as_ref(), "{jobs} workers\n{program}");
        compared += 1;
        reduced += u64::from(one.stats.executions < tell(&program, alone(graph), false).stats.executions);
    }
    assert!(compared > 100 && reduced > 50, "{compared} {reduced}");
}

#[test]
fn the_same_first_fault() {
    let faulty = std::cell::Cell::new(0);
    each(|program, graph, jobs| {
        let one = tell(program, alone(graph), true);
        let settings = Parallel { test: true, first_fault_only: true, ..Parallel::new(graph, jobs) };
        let all = tell(program, parallel(settings), true);
        assert_eq!(one.faults, all.faults, "{jobs} workers\n{program}");
        let counts = |told: &Told| (told.stats.executions, told.stats.blocked);
        assert_eq!(counts(&one), counts(&all), "{jobs} workers\n{program}");
        assert_eq!(one.coverage.stopped, all.coverage.stopped, "{jobs} workers\n{program}");
        faulty.set(faulty.get() + usize::from(!one.faults.is_empty()));
    });
    assert!(faulty.get() > 100, "{}", faulty.get());
}

/// Stopped again and again, written down, and gone on with: nothing is lost or counted twice.
#[test]
fn in_small_pieces() {
    let stops = std::cell::Cell::new(0);
    each(|program, graph, jobs| {
        let one = tell(program, alone(graph), false);
        let mut snapshot = Snapshot::default();
        let (mut executions, mut faults) = (0, 0);
        for round in 1.. {
            let mut listener = Listener::default();
            let most = executions + 1 + round % 3;
            let settings = Parallel { test: true, max_executions: Some(most), ..Parallel::new(graph, jobs) };
            let ended = go_on(&settings, program, &snapshot, &mut listener);
            snapshot = ended.snapshot;
            executions = snapshot.stats.executions + snapshot.stats.blocked;
            assert!(executions <= most);
            faults = snapshot.faults.len();
            if !ended.over {
                assert!(snapshot.work.is_empty());
                break;
            }
            stops.set(stops.get() + 1);
        }
        assert_eq!(snapshot.stats, one.stats, "{jobs} workers\n{program}");
        assert_eq!(faults, one.faults.len());
        for (met, (fault, schedule)) in snapshot.faults.iter().zip(&one.faults) {
            let steps = Schedule { threads: Vec::new(), ..met.schedule.clone() }.to_string();
            assert_eq!((&met.fault, &steps), (fault, schedule), "{program}");
        }
    });
    assert!(stops.get() > 1000, "{}", stops.get());
}

/// The parts of a search have no execution in common, and nothing is in none of them.
#[test]
fn shards() {
    let shared = std::cell::Cell::new(0);
    each(|program, graph, jobs| {
        let one = tell(program, alone(graph), false);
        let of = 1 + program.len() as u32 % 5;
        let mut parts = Vec::new();
        let mut all = Told::default();
        for index in 0..of {
            let shard = Shard::new(index, of);
            let settings = Parallel { test: true, shard, ..Parallel::new(graph, jobs) };
            let told = tell(program, parallel(settings), false);
            all.stats.executions += told.stats.executions;
            all.stats.blocked += told.stats.blocked;
            all.stats.events += told.stats.events;
            all.executions.extend(told.executions);
            all.faults.extend(told.faults);
            parts.push(told.stats.executions + told.stats.blocked);
        }
        let counts = |told: &Told| (told.stats.executions, told.stats.blocked, told.stats.events);
        assert_eq!(counts(&one), counts(&all), "{of} parts, {jobs} workers\n{program}");
        let mut wanted = one.executions;
        wanted.sort();
        all.executions.sort();
        assert_eq!(wanted, all.executions, "{of} parts, {jobs} workers\n{program}");
        for (fault, _) in &one.faults {
            assert!(all.faults.iter().any(|(found, _)| found == fault), "{fault:?} is lost\n{program}");
        }
        shared.set(shared.get() + usize::from(parts.iter().filter(|&&n| n > 0).count() > 1));
    });
    assert!(shared.get() > 100, "{}", shared.get());
}

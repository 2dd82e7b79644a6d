//! Estimates of the number of executions before anything is explored, against the known numbers.

use std::rc::Rc;
use threadbare_explore::{Estimate, Graph, Parallel};
use threadbare_testkit::known;
use threadbare_testkit::program::Program;
use threadbare_testkit::toy::Toy;

/// So many walks are taken before the first estimate is shown.
const WALKS: usize = 200;

fn guess(program: Program, seed: u64) -> Estimate {
    let parallel = Parallel::new(Graph::default(), 1);
    parallel.guess(&Toy::new(&Rc::new(program)), WALKS, seed).expect("an estimate")
}

/// Of many estimates nearly all are within a factor of three of what is derived in `known_counts`; not where nearly all
/// executions are behind a few unlikely turns (`fib_bench`, `last_zero`, `pairs`): there they are too small.
/// A program, and how many executions it has.
type Known = (&'static str, fn() -> Program, f64);

#[test]
fn first_estimates() {
    let programs: [Known; 3] = [
        ("float_read", || known::float_read(8), 9.0 * 40_320.0),
        ("readers", || known::readers(14), 16_384.0),
        ("casrot", || known::casrot(10), 38_486.0),
    ];
    for (name, program, executions) in programs {
        let seeds = 40;
        let ratios: Vec<f64> = (0..seeds).map(|seed| guess(program(), seed).executions / executions).collect();
        let good = ratios.iter().filter(|ratio| (1.0 / 3.0..=3.0).contains(*ratio)).count();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        assert!(good >= 38 && (0.8..1.25).contains(&mean), "{name}: {good} of {seeds}, mean {mean:.2}, {ratios:.2?}");
    }
}

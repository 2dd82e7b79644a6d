//! Estimates of the number of executions before anything is explored, against the known numbers.

use std::rc::Rc;
use threadbare_effort::seeds;
use threadbare_explore::{Detail, Estimate};
use threadbare_testkit::count::Count;
use threadbare_testkit::explorers;
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::known;
use threadbare_testkit::program::Program;
use threadbare_testkit::rng::Rng;
use threadbare_testkit::toy::Toy;

fn guess(program: &Rc<Program>, detail: Detail, many: u32, seed: u64) -> Estimate {
    explorers::guess(program, detail, many, seed).expect("an estimate")
}

/// A program, and how many executions it has.
type Known = (&'static str, Program, f64);

/// A few samples of each stratum, in detail, are within a factor of two of what is derived in
/// `known_counts`.
#[test]
fn first_estimates() {
    let programs: [Known; 7] = [
        ("float_read", known::float_read(8), 9.0 * 40_320.0),
        ("readers", known::readers(14), 16_384.0),
        ("redundant_co", known::redundant_co(2), 1_969_110.0),
        ("casrot", known::casrot(10), 38_486.0),
        ("fib_bench", known::fib_bench(5), 218_243.0),
        ("last_zero", known::last_zero(10), 13.0 * 256.0),
        ("pairs", known::pairs(5), 3_840.0),
    ];
    for (name, program, executions) in programs {
        let program = Rc::new(program);
        let seeds = 20;
        let ratios = (0..seeds).map(|seed| guess(&program, Detail::Fine, 4, seed).executions / executions);
        let ratios: Vec<f64> = ratios.collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let good = ratios.iter().all(|ratio| (0.5..2.0).contains(ratio));
        assert!(good && (0.8..1.25).contains(&mean), "{name}: mean {mean:.2}, {ratios:.2?}");
    }
}

/// The mean of the estimates is the number of executions, whatever the detail: over many programs
/// the sums agree.
#[test]
fn the_mean_is_right() {
    let (rough, fine) = (Detail::Rough, Detail::Fine);
    for (detail, many) in [(rough, 1), (rough, 3), (fine, 1), (fine, 2)] {
        for (name, profile) in Profile::all() {
            let (mut guessed, mut counted) = (0.0, 0.0);
            for seed in seeds(80) {
                let program = Rc::new(generate(&mut Rng::new(seed), &profile));
                let mut count = Count::default();
                explorers::graph().run(&mut Toy::new(&program), &mut count);
                // A few large programs would make the sum a matter of luck.
                if count.ends() <= 300 {
                    counted += count.ends() as f64;
                    guessed +=
                        (0..4).map(|pass| guess(&program, detail, many, 4 * seed + pass).executions).sum::<f64>() / 4.0;
                }
            }
            let ratio = guessed / counted;
            assert!((0.8..1.25).contains(&ratio), "{name} with {detail:?}, {many}: {guessed} for {counted}");
        }
    }
}

//! Schedules of weak executions: what the explorer tells is replayed; what no execution is, is
//! refused, never a panic.

use std::rc::Rc;
use threadbare_effort::seeds;
use threadbare_op::{Answer, Model, Order, Schedule, ThreadId, Word};
use threadbare_testkit::generate::{Profile, generate};
use threadbare_testkit::program::{Inst, Program, val};
use threadbare_testkit::rng::Rng;
use threadbare_testkit::weak::enumerate::enumerate;
use threadbare_testkit::weak::replay::{Seen, check_replays, see};

#[test]
fn everything_told_is_replayed() {
    let profiles = [Profile::weak(), Profile::weak_wide(), Profile::weak_objects(), Profile::weak_races()];
    for model in Model::ALL {
        let (mut compared, mut schedules) = (0, 0);
        for seed in seeds(360) {
            let program = generate(&mut Rng::new(seed), &profiles[seed as usize % profiles.len()]);
            let Some(known) = enumerate(&program, &model, 1000) else { continue };
            let program = Rc::new(program);
            let replayed = check_replays(&program, model, &known);
            schedules += replayed.unwrap_or_else(|why| panic!("{model}, seed {seed}: {why}\n{program}"));
            compared += 1;
        }
        println!("{model}: {compared} programs, {schedules} schedules");
        assert!(compared > 300 && schedules > 3000, "{compared} {schedules}");
    }
}

const X: usize = 0;
const Y: usize = 1;

fn replayed(program: &Rc<Program>, schedule: &str) -> Result<Seen, String> {
    see(program, &schedule.parse().map_err(|e| format!("{e}"))?)
}

/// x = 1; y = 1 (in thread 1) against r0 = y; r1 = x (in thread 2).
fn message_passing(raise: Order, look: Order) -> Rc<Program> {
    let writer = vec![Inst::store(X, val(1)).with(Order::Relaxed), Inst::store(Y, val(1)).with(raise)];
    let reader = vec![Inst::load(0, Y).with(look), Inst::load(1, X).with(Order::Relaxed)];
    Rc::new(Program::parallel(vec![writer, reader], 2))
}

#[test]
fn a_stale_read_says_what_it_does_not_see() {
    let program = message_passing(Order::Relaxed, Order::Relaxed);
    let seen = replayed(&program, "tb2:rc11:0*2,1*2,2,2=1").unwrap();
    let stale = &seen.events[5];
    assert_eq!((stale.thread, stale.answer), (ThreadId(2), Some(Answer::Value(Word::new(0)))));
    assert_eq!((stale.source, stale.before), (Some(None), Some(2)), "it reads the initial 0, not what step 2 wrote");
    let fresh = &seen.events[4];
    assert_eq!((fresh.answer, fresh.source, fresh.before), (Some(Answer::Value(Word::new(1))), Some(Some(3)), None));
    // Relaxed accesses order nothing: the reader knows of the spawn, and of itself.
    assert_eq!(fresh.clock, [2 + 1, 0, 2]);
    let acquired = message_passing(Order::Release, Order::Acquire);
    assert_eq!(replayed(&acquired, "tb2:rc11:0*2,1*2,2*2").unwrap().events[4].clock, [2 + 1, 3, 2]);
}

#[test]
fn what_the_model_forbids_is_refused() {
    let relaxed = message_passing(Order::Relaxed, Order::Relaxed);
    let acquired = message_passing(Order::Release, Order::Acquire);
    let refused = |program: &Rc<Program>, schedule: &str, why: &str| {
        let error = replayed(program, schedule).unwrap_err();
        assert!(error.contains(why), "{schedule}: {error}");
    };
    assert!(replayed(&relaxed, "tb2:pso:0*2,1*2,2,2=1").is_ok());
    refused(&relaxed, "tb2:tso:0*2,1*2,2,2=1", "step 6: T2 cannot come before so many writes here");
    refused(&relaxed, "tb2:ra:0*2,1*2,2,2=1", "step 6: T2 cannot come before so many writes here");
    refused(&acquired, "tb2:rc11:0*2,1*2,2,2=1", "step 6: T2 cannot come before so many writes here");
    refused(&relaxed, "tb2:rc11:0*2,1*2,2,2=2", "step 6: T2 cannot come before so many writes here");
    refused(&relaxed, "tb2:rc11:0*2,1*2,2,2=4294967295", "step 6");
    refused(&relaxed, "tb2:rc11:0=1", "step 1: a value is given, but main neither chooses nor accesses memory here");
    refused(&relaxed, "tb2:rc11:7", "step 1: T7 has not begun");
    refused(&relaxed, "tb2:rc11:4000000000", "step 1: T4000000000 has not begun");
    refused(&relaxed, "tb2:rc11:0*2,1*3", "step 5: T1 has come to its end");
    refused(&relaxed, "tb2:rc11:(0.0 0.0):0", "T1 is declared twice");
    refused(&relaxed, "tb1:0*2,1*2,2,2=1", "step 6: a value is given, but T2 does not choose here");
    let own = Rc::new(Program::parallel(vec![vec![Inst::store(X, val(1)), Inst::store(X, val(2))]], 1));
    refused(&own, "tb2:rc11:0,1,1=1", "cannot come before so many writes");
}

/// The store buffers of tso and the fences of rc11 forbid what coherence alone would allow.
#[test]
fn cycles_are_refused() {
    let thread = |mine, other, middle: Vec<Inst>| {
        let mut all = vec![Inst::store(mine, val(1)).with(Order::Relaxed)];
        all.extend(middle);
        all.push(Inst::load(0, other).with(Order::Relaxed));
        all
    };
    let fence = || vec![Inst::fence().with(Order::SeqCst)];
    let with =
        |middle: fn() -> Vec<Inst>| Rc::new(Program::parallel(vec![thread(X, Y, middle()), thread(Y, X, middle())], 2));
    assert!(replayed(&with(Vec::new), "tb2:tso:0*2,1*2,2,2=1").is_ok(), "store buffering");
    let fenced = Rc::new(Program::parallel(vec![thread(X, Y, fence()), thread(Y, X, fence())], 2));
    for model in ["tso", "pso", "rc11"] {
        let error = replayed(&fenced, &format!("tb2:{model}:0*2,1*3,2*2,2=1")).unwrap_err();
        assert!(error.contains(&format!("step 8: the memory model {model} does not allow")), "{error}");
    }
}

/// Schedules made up, and schedules of other programs: refused or shown, but never a panic.
#[test]
fn any_schedule_is_survived() {
    let profiles = [Profile::weak(), Profile::weak_objects(), Profile::weak_races(), Profile::mixed()];
    let mut rng = Rng::new(43);
    let mut accepted = 0;
    for seed in seeds(4_000) {
        let program = Rc::new(generate(&mut Rng::new(seed), &profiles[seed as usize % profiles.len()]));
        let steps: Vec<String> = (0..rng.below(20))
            .map(|_| match rng.below(8) {
                0 | 1 => format!("{}={}", rng.below(3), rng.below(3)),
                2 => format!("{}*{}", rng.below(3), rng.below(4)),
                _ => rng.below(4).to_string(),
            })
            .collect();
        let model = Model::ALL[1 + rng.below(4)];
        let schedule: Schedule = format!("tb2:{model}:{}", steps.join(",")).parse().unwrap();
        accepted += u32::from(see(&program, &schedule).is_ok());
    }
    assert!((100..3900).contains(&accepted), "{accepted}");
}

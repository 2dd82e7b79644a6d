use super::exploration::IF_ENDLESS;
use super::table::{algorithm, model};
use super::*;
use crate::args::{Cli, Command, ExplorerArg, ModelArg, RacesArg};
use clap::{Parser, ValueEnum};
use threadbare_explore::{Ablations, Alternatives};
use threadbare_op::Bound;
use threadbare_session::Algorithm;

fn plan(words: &str) -> Result<Plan, String> {
    let words = ["threadbare", "check"].into_iter().chain(words.split(' '));
    let Command::Check(args) = Cli::try_parse_from(words).unwrap().command else { panic!() };
    Plan::new(&args)
}

#[test]
fn who_takes_part() {
    let races = |words: &str| {
        let Task::Explore(exploration) = plan(words).unwrap().task else { panic!() };
        assert_eq!(exploration.algorithm, Algorithm::Graph);
        exploration.race
    };
    assert!(!races("a.c") && !races("a.c --explorer graph"), "only if asked for");
    assert!(races("a.c --explorer auto") && races("a.c --explorer auto --model sc --races explore --keep-going"));
    for only_graph in ["--model rc11", "--rounds 2", "--rounds auto", "--shard 1/2", "--resume x", "--max-executions 9"]
    {
        assert!(!races(&format!("a.c --explorer auto {only_graph}")), "{only_graph}");
    }
}

#[test]
fn what_goes_with_every_input_at_once() {
    let explorer = |words: &str| {
        let plan = plan(words).unwrap();
        let exploration = plan.exploration().unwrap();
        assert!(exploration.symbolic && !exploration.race);
        exploration.algorithm
    };
    assert_eq!(explorer("a.c --symbolic"), Algorithm::Graph);
    assert_eq!(explorer("a.c --symbolic --explorer auto --model sc --races explore"), Algorithm::Graph);
    assert_eq!(explorer("a.c --symbolic --model tso"), Algorithm::Graph);
    assert_eq!(explorer("a.c --symbolic --explorer source"), Algorithm::Source);
    assert_eq!(explorer("a.c --symbolic --explorer unfolding --alternatives 1"), Algorithm::Unfolding);
    assert_eq!(explorer("a.c --symbolic --explorer naive --keep-going --jobs 1"), Algorithm::Naive);
    for not in [
        "--preemptions 1",
        "--context-switches 1",
        "--shard 1/2",
        "--estimate",
        "--spurious=1",
        "--leaks fault",
        "--explorer optimal",
        "--explorer unfolding --race-sample 5 --races report",
        "--explorer rvf",
    ] {
        let error = plan(&format!("a.c --symbolic {not}")).unwrap_err();
        assert!(error.contains("--symbolic"), "{not}: {error}");
    }
    assert_eq!(plan("a.c --symbolic --jobs 2").unwrap().exploration().unwrap().jobs, 2);
    for implies in ["--symbolic-stdin 3", "--symbolic-args 0 1 3", "--symbolic-env A=2", "--tests y"] {
        assert_eq!(explorer(&format!("a.c {implies}")), Algorithm::Graph);
        let (name, _) = implies.split_once(' ').unwrap();
        for not in ["--preemptions 1", "--nondet 0..3", "--explorer rvf"] {
            let error = plan(&format!("a.c {implies} {not}")).unwrap_err();
            let (option, _) = not.split_once(' ').unwrap();
            assert!(error.contains(name) && error.contains(option), "{implies} {not}: {error}");
        }
    }
    assert!(plan("a.c --symbolic --checkpoint x").is_ok());
    for rounds in ["--rounds 2", "--rounds auto", "--search rounds"] {
        assert!(plan(&format!("a.c --symbolic {rounds}")).is_ok());
        let with_tests = plan(&format!("a.c --symbolic {rounds} --tests y"));
        assert_eq!(with_tests.is_ok(), rounds == "--rounds 2", "{rounds}: {:?}", with_tests.err());
    }
    assert!(plan("a.c --symbolic --checkpoint x --tests y").unwrap_err().contains("--tests"));
    for interleaves in ["source", "unfolding", "naive"] {
        assert!(plan(&format!("a.c --symbolic --model tso --explorer {interleaves}")).unwrap_err().contains("--model"));
    }
    let every_input = |words: &str| plan(words).unwrap().every_input;
    assert!(!plan("a.c").unwrap().exploration().unwrap().symbolic, "only if asked for, or if the program needs it");
    assert_eq!(every_input("a.c"), EveryInput::IfNeeded);
    assert_eq!(every_input("a.c --symbolic"), EveryInput::Asked);
    assert_eq!(every_input("a.c --input a=3 --explorer auto --jobs 2"), EveryInput::IfNeeded);
    for not in ["--preemptions 1", "--nondet 0..3", "--explorer rvf", "--leaks fault", "--shard 1/2"] {
        let (option, _) = not.split_once(' ').unwrap();
        assert!(matches!(every_input(&format!("a.c {not}")), EveryInput::Not(why) if why.contains(option)), "{not}");
    }
}

#[test]
fn what_can_be_estimated() {
    let timeout = |words: &str| plan(words).unwrap().exploration().unwrap().limits.timeout;
    assert_eq!(timeout("a.c --estimate"), Some(IF_ENDLESS));
    assert_eq!(timeout("a.c --estimate --rounds 2 --timeout 1s"), Some(Duration::from_secs(1)));
    for not in ["--explorer rvf", "--explorer auto", "--rounds auto"] {
        assert!(plan(&format!("a.c --estimate {not}")).unwrap_err().contains("--estimate"), "{not}");
    }
}

#[test]
fn every_combination_on_offer_is_decided() {
    for explorer in ExplorerArg::value_variants() {
        for races in RacesArg::value_variants() {
            for arg in ModelArg::value_variants() {
                let decided = algorithm(*explorer, model(*arg), *races);
                let weak = !matches!(arg, ModelArg::Sc | ModelArg::Auto);
                let graphs = matches!(explorer, ExplorerArg::Auto | ExplorerArg::Graph | ExplorerArg::Random);
                let plain = match explorer {
                    ExplorerArg::Unfolding => *races == RacesArg::Explore,
                    ExplorerArg::Prefix | ExplorerArg::States => *races == RacesArg::Ignore,
                    _ => false,
                };
                assert_eq!(decided.is_err(), (weak && !graphs) || plain, "{decided:?}");
            }
        }
    }
    let refused = plan("a.c --explorer naive --model tso").unwrap_err();
    assert!(refused.contains("naive") && refused.contains("--model tso"), "{refused}");
}

#[test]
fn bounds() {
    let extent = |words: &str| plan(words).unwrap().extent;
    assert_eq!(extent("a.c"), Extent::All);
    assert_eq!(extent("a.c --rounds 2"), Extent::Within(Bound::Rounds(2)));
    assert_eq!(extent("a.c --rounds auto"), Extent::RoundByRound);
    assert_eq!(extent("a.c --preemptions 0"), Extent::Within(Bound::Preemptions(0)));
    assert_eq!(extent("a.c --context-switches 7"), Extent::Within(Bound::ContextSwitches(7)));
    assert!(plan("a.c --rounds 2 --explorer naive").unwrap_err().contains("graph"));
    assert!(plan("a.c --cutoffs --max-executions 3").unwrap_err().contains("--timeout"));
    assert!(plan("a.c --explorer source --fairness strong").unwrap_err().contains("--cutoffs"));
    for words in ["a.c --cutoffs --fairness strong", "a.c --fairness strong"] {
        let strong = plan(words).unwrap();
        let exploration = strong.exploration().unwrap();
        let asked = (exploration.algorithm, exploration.tuning.fairness);
        assert_eq!(asked, (Algorithm::Prefix, threadbare_explore::Fairness::Strong));
    }
    assert_eq!(plan("a.c --fairness weak").unwrap().exploration().unwrap().algorithm, Algorithm::Graph);
    assert!(plan("a.c --cutoffs --leaks fault").unwrap_err().contains("--leaks fault"));
    let with_cutoffs = |words: &str| plan(&format!("a.c --explorer {words} --cutoffs"));
    assert_eq!(with_cutoffs("unfolding").unwrap().races(), "report");
    assert!(with_cutoffs("unfolding").unwrap().exploration().unwrap().tuning.cutoffs);
    assert!(with_cutoffs("unfolding --fairness strong").is_ok());
    assert!(!with_cutoffs("prefix").unwrap().exploration().unwrap().tuning.cutoffs);
    assert!(with_cutoffs("graph").unwrap_err().contains("--explorer unfolding"));
    for wrong in ["races ignore", "symbolic", "context-switches 2", "leaks fault", "race-sample 5"] {
        let refused = with_cutoffs(&format!("unfolding --{wrong}")).unwrap_err();
        assert!(refused.contains(&format!("--{}", wrong.split(' ').next().unwrap())), "{refused}");
    }
    assert_eq!(extent("a.c --rounds 2 --replay tb1:0"), Extent::Within(Bound::Rounds(2)));
    let command = |words: &str| plan(words).unwrap().command.join(" ");
    assert_eq!(command("a.c --model sc --rounds auto"), "threadbare check a.c --model sc --rounds auto");
    assert_eq!(command("a.c --model sc --preemptions 3"), "threadbare check a.c --model sc --preemptions 3");
}

#[test]
fn what_is_left_out_belongs_to_rvf() {
    let exploration = |words: &str| plan(words).map(|plan| plan.exploration().cloned());
    let found = exploration("a.c --explorer rvf --no-guide --no-backtrack-signals").unwrap().unwrap();
    assert_eq!(found.tuning.without, Ablations { guide: true, signals: true, ..Ablations::default() });
    assert!(plan("a.c --explorer rf --no-closure").unwrap_err().contains("--explorer rvf"));
}

#[test]
fn races_are_sampled_by_the_unfolding() {
    let plan = |words: &str| plan(&format!("a.c {words}"));
    let sampled = plan("--explorer unfolding --races report --race-sample 10").unwrap();
    assert_eq!((sampled.races(), sampled.machine.races), ("report", Races::Ignore));
    assert_eq!(sampled.exploration().unwrap().tuning.race_sample, Some(10));
    let all = plan("--explorer unfolding --races report --race-sample 100").unwrap();
    assert_eq!((all.machine.races, all.exploration().unwrap().tuning.race_sample), (Races::Report, None));
    for wrong in ["--race-sample 10", "--explorer unfolding --race-sample 10"] {
        assert!(plan(wrong).unwrap_err().contains("--races report"), "{wrong}");
    }
}

#[test]
fn the_unfolding_knows_one_bound() {
    let extent = plan("a.c --explorer unfolding --context-switches 3").unwrap().extent;
    assert_eq!(extent, Extent::Within(Bound::ContextSwitches(3)));
    for wrong in [
        "--explorer unfolding --rounds 1",
        "--explorer unfolding --preemptions 1",
        "--explorer source --context-switches 1",
    ] {
        assert!(plan(&format!("a.c {wrong}")).unwrap_err().contains("graph or unfolding"), "{wrong}");
    }
}

#[test]
fn the_unfolding_ignores_plain_accesses_unless_told_otherwise() {
    let races = |words: &str| plan(words).map(|plan| plan.machine.races);
    assert_eq!(races("a.c --explorer unfolding").unwrap(), Races::Ignore);
    assert_eq!(races("a.c --explorer unfolding --races report").unwrap(), Races::Report);
    assert!(races("a.c --explorer unfolding --races explore").unwrap_err().contains("--races report"));
    let command = plan("a.c --explorer unfolding").unwrap().command.join(" ");
    assert_eq!(command, "threadbare check a.c --races ignore", "for the replay");
    let alternatives = |words: &str| plan(words).map(|plan| plan.exploration().unwrap().tuning.alternatives);
    assert_eq!(alternatives("a.c --explorer unfolding").unwrap(), Alternatives::Optimal);
    assert_eq!(alternatives("a.c --explorer unfolding --alternatives optimal").unwrap(), Alternatives::Optimal);
    assert_eq!(alternatives("a.c --explorer unfolding --alternatives 2").unwrap(), Alternatives::Most(2));
    assert!(alternatives("a.c --alternatives 2").unwrap_err().contains("--explorer unfolding"));
    for wrong in ["0", "-1", "all"] {
        let words = ["threadbare", "check", "a.c", "--explorer", "unfolding", "--alternatives", wrong];
        assert!(Cli::try_parse_from(words).is_err(), "{wrong}");
    }
}

#[test]
fn replay_shows_one_execution() {
    let is_replay = |words: &str| matches!(plan(words).unwrap().task, Task::Replay { .. });
    assert!(is_replay("a.c --replay tb1:0"));
    assert!(is_replay(
        "a.c --keep-going --timeout 1m --max-memory 4G --max-executions 9 -j 2 --shard 1/2 --replay tb1:0"
    ));
    assert!(is_replay("a.c --timeout 1m --checkpoint c --resume c --replay tb1:0"));
    assert!(is_replay("a.c --cutoffs --fairness strong --replay tb1:0"));
    assert!(is_replay("a.c --symbolic --replay tb3:[0.0=5]:0"));
    assert!(is_replay("a.c --save a.schedule --replay tb1:0"));
    let sampled = plan("a.c --explorer unfolding --races report --race-sample 5 --replay tb1:0").unwrap();
    assert_eq!(sampled.machine.races, Races::Report, "what the sample has found is shown");
    assert!(plan("a.c --replay tb1:0 --estimate").unwrap_err().contains("--estimate"));
    assert!(plan("a.c --replay tb1:0 --coverage").unwrap_err().contains("--coverage"));
    assert!(plan("a.c --replay tb1:0 --symbolic --tests d").unwrap_err().contains("--tests"));
    assert!(plan("a.c --replay nonsense").unwrap_err().contains("tb1:"));
    assert!(plan("a.c --replay tb2:rc11:0 --model rc11").is_ok());
    assert!(plan("a.c --replay tb1:0 --model rc11").is_ok());
    assert!(plan("a.c --replay tb2:rc11:0 --model sc").unwrap_err().contains("rc11"));
}

#[test]
fn what_cannot_be_taken_apart() {
    assert!(plan("a.c --shard 2/2 --jobs 3").is_ok());
    assert!(plan("a.c --shard 2/2 --explorer naive").unwrap_err().contains("--explorer naive"));
    assert!(plan("a.c --resume x --checkpoint y --races explore").is_ok());
    assert!(plan("a.c --shard 1/2 --races explore").is_ok());
    for wrong in ["0/2", "3/2", "1", "1/", "/", "-1/2", "1/0"] {
        let words = ["threadbare", "check", "a.c", "--shard", wrong];
        assert!(Cli::try_parse_from(words).is_err(), "{wrong}");
    }
}

#[test]
fn the_command_has_the_same_executions() {
    let plan = plan(
        "a.c --timeout 3s --model rc11 --races explore --spurious --stub f=0x10 --format json --keep-going -- -O1",
    );
    assert_eq!(
        plan.unwrap().command.join(" "),
        "threadbare check a.c --model rc11 --races explore --stub f=16 --spurious=1 -- -O1"
    );
}

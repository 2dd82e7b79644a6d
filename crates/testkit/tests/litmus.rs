//! The litmus tests of `tests/litmus`: every verdict by the reference and by the explorer, and the
//! number of executions.

use std::rc::Rc;
use threadbare_op::Model;
use threadbare_testkit::class::End;
use threadbare_testkit::weak::check::check_graph_model;
use threadbare_testkit::weak::enumerate::{Executions, enumerate};
use threadbare_testkit::weak::litmus::{Litmus, suite};

fn known(litmus: &Litmus, asked: bool, model: Model) -> Executions {
    let program = if asked { &litmus.asked } else { &litmus.program };
    enumerate(program, &model, 1_000_000).expect("small enough")
}

#[test]
fn verdicts_and_counts() {
    let mut wrong = Vec::new();
    let suite = suite().unwrap_or_else(|e| panic!("{e}"));
    assert!(suite.len() >= 140);
    for litmus in suite {
        for model in Model::ALL {
            let verdict = litmus.verdict(model);
            let (graphs, asked) = (known(&litmus, false, model), known(&litmus, true, model));
            let name = format!("{}, {model}", litmus.name);
            if (asked.count(End::Complete) > 0) != verdict.allowed {
                wrong.push(format!("{name}: the reference says otherwise"));
            }
            if graphs.count(End::Complete) != verdict.executions {
                wrong.push(format!("{name}: {} executions", graphs.count(End::Complete)));
            }
            for (program, known) in [(&litmus.program, graphs), (&litmus.asked, asked)] {
                if let Err(message) = check_graph_model(&Rc::new(program.clone()), model, &known) {
                    wrong.push(format!("{name}: the explorer: {message}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! All small programs over two locations, up to symmetry: the explorer against the reference on
//! every consistent graph.
//!
//! By default every so-manieth is taken; `THREADBARE_EFFORT=1000` takes them all (`make weak`: half
//! an hour).

use std::rc::Rc;
use threadbare_effort::effort;
use threadbare_op::Model;
use threadbare_testkit::weak::check::check_graph_model;
use threadbare_testkit::weak::enumerate::enumerate;
use threadbare_testkit::weak::shapes::{Orders, Shape, program, shapes};

/// Every so-manieth is taken; usually every `usual`th.
fn stride(usual: usize) -> usize {
    (usual / effort() as usize).max(1)
}

/// Every `stride`-th, beginning in the middle of a stride so that it is not the most regular ones.
fn check(shapes: &[Shape], stride: usize, orders: impl Fn(usize) -> Orders) -> usize {
    let mut graphs = 0;
    for at in (stride / 2..shapes.len()).step_by(stride) {
        let program = Rc::new(program(&shapes[at], orders(at)));
        for model in Model::ALL {
            let known = enumerate(&program, &model, usize::MAX).expect("no limit");
            graphs += known.all.len();
            if let Err(message) = check_graph_model(&program, model, &known) {
                panic!("{model}: {message}\n{program}");
            }
        }
    }
    println!("{} shapes, every {stride}th, {graphs} graphs", shapes.len());
    graphs
}

#[test]
fn loads_and_stores() {
    for (events, few) in [(2, 1), (3, 1), (4, 2), (5, 16), (6, 48)] {
        let shapes = shapes(events, 4);
        let stride = stride(few);
        check(&shapes, stride, |_| Orders::Relaxed);
        check(&shapes, stride, |_| Orders::SeqCst);
        check(&shapes, stride, |at| Orders::Random(at as u64));
    }
}

#[test]
fn with_read_modify_writes_and_fences() {
    for (events, few) in [(2, 1), (3, 1), (4, 10), (5, 100), (6, 1000)] {
        let shapes = shapes(events, 7);
        check(&shapes, stride(few), |at| Orders::Random(at as u64));
    }
}

//! Several machines of one program: what one of them has met is there in the others.

use std::sync::Arc;
use threadbare_machine::{Machine, Options, State};
use threadbare_op::{
    At, Details, Fault, FaultKind, Fork, Op, Pending, Remember, Site, SyncState, System, ThreadId, Twins,
};
use threadbare_program::Program;

/// The thread that is started writes to a variable of its own, and then reads `x`.
const PROGRAM: &str = "
entry &main
extern !pthread_create results 1
global @x size 4 align 4
global @own size 4 align 4 thread_local
global @handle size 8 align 8

func &child(1 -> 1) regs 2 {
    store.4 @own, 1
    %1 = load.4.acquire @x
    return 0
}

func &main(0 -> 1) regs 1 {
    %0 = call !pthread_create(@handle, 0, &child, 0)
    return 0
}
";

const CHILD: ThreadId = ThreadId(1);

fn machine() -> Machine {
    Machine::new(Arc::new(Program::parse(PROGRAM).unwrap()), Options::default()).unwrap()
}

/// Main has started the other thread: where that stands.
fn spawn(machine: &mut Machine, main: Pending<State>) -> Op {
    assert_eq!(main.op, Op::Spawn);
    assert_eq!(machine.child(ThreadId::MAIN, 0), CHILD);
    let at = At { thread: CHILD, epoch: 2, clock: &[2, 1] };
    machine.begin(at, main.state, CHILD).op
}

#[test]
fn a_copy_makes_threads_that_are_known() {
    let mut first = machine();
    let main = first.start();
    let op = spawn(&mut first, main);
    assert!(matches!(op, Op::Load { .. }), "{op:?}");
    let mut copy = first.fork();
    let main = copy.start();
    assert_eq!(spawn(&mut copy, main), op);
}

#[test]
fn twins_take_turns() {
    let mut machine = machine();
    let main = machine.start();
    machine.remember();
    let (mut twin, main_there) = machine.twin().expect("there are twins");
    let fault = Fault {
        kind: FaultKind::Assertion,
        details: Details::Said("here".into()),
        thread: ThreadId::MAIN,
        site: Site(1),
        other: None,
    };
    let begun = machine.mark();
    let op = spawn(&mut machine, main);
    let (id, state) = (machine.add_fault(fault.clone()), machine.sync().intern(SyncState::Spin { owner: Some(CHILD) }));
    let there = machine.mark();

    machine.take_turns(&mut twin);
    assert_eq!(machine.mark(), begun, "it is at the beginning");
    assert_eq!(machine.fault(id), &fault, "it knows what was found");
    assert_eq!(machine.sync().intern(SyncState::Spin { owner: Some(CHILD) }), state);
    assert_eq!(spawn(&mut machine, main_there), op, "it has made the thread as well");

    machine.take_turns(&mut twin);
    assert_eq!(machine.mark(), there, "the first one is where it was");
    assert_eq!(machine.fault(id), &fault);
}

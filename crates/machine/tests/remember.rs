//! What the machine remembers of threads ([`System::remember`]), and what it must not.

use std::sync::Arc;
use threadbare_machine::{Machine, Options, Races, State};
use threadbare_op::{Answer, At, Pending, System, ThreadId};
use threadbare_program::Program;

const PROGRAM: &str = "
entry &main
global @a size 4 align 4
global @b size 4 align 4
global @x size 4 align 4

func &main(0 -> 1) regs 2 {
    %0 = load.4.acquire @a
    %1 = load.4.acquire @b
    %1 = load.4 @x
    store.4.release @a, %1
    return 0
}
";

fn resume(machine: &mut Machine, epoch: u32, from: State, value: u64) -> Pending<State> {
    machine.resume(At { thread: ThreadId::MAIN, epoch, clock: &[epoch - 1] }, from, Answer::Value(value))
}

/// The states that a step comes to when it is told 1, and, after it was told 2, 1 again.
fn once_more(machine: &mut Machine, epoch: u32, from: State) -> (State, State) {
    let told = [1, 2, 1].map(|value| {
        let mark = machine.mark();
        let next = resume(machine, epoch, from, value);
        machine.undo(mark);
        next.state
    });
    assert_ne!(told[0], told[1]);
    (told[0], told[2])
}

#[test]
fn steps_on_registers_are_remembered_and_reads_of_shared_memory_are_not() {
    let mut machine = Machine::new(Arc::new(Program::parse(PROGRAM).unwrap()), Options::default()).unwrap();
    let main = machine.start();
    machine.remember();
    let (first, again) = once_more(&mut machine, 3, main.state);
    assert_eq!(first, again, "the thread is run again");
    let second = resume(&mut machine, 3, main.state, 1);
    assert_eq!(second.state, first);
    let (first, again) = once_more(&mut machine, 4, second.state);
    assert_ne!(first, again, "what is read from shared memory may be another value by now");
}

const OWN: &str = "
entry &main
global @a size 4 align 4

func &main(0 -> 1) regs 3 {
    %2 = alloca 1 * 4 align 4
    store.4 %2, 7
    %0 = load.4.acquire @a
    %1 = load.4 %2
    store.4 %2, %0
    store.4.release @a, %1
    return 0
}
";

/// As long as nobody else has come to it, memory that a thread has allocated is its own, whether races are reported or ignored.
#[test]
fn steps_on_own_memory_are_remembered() {
    for races in [Races::Report, Races::Ignore] {
        let options = Options { races, ..Options::default() };
        let mut machine = Machine::new(Arc::new(Program::parse(OWN).unwrap()), options).unwrap();
        let main = machine.start();
        machine.remember();
        let (first, again) = once_more(&mut machine, 3, main.state);
        assert_eq!(first, again, "{races:?}: the thread is run again");
    }
}

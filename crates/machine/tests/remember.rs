//! What the machine remembers of threads ([`Remember::remember`]), and what it must not.

use std::sync::Arc;
use threadbare_machine::{Machine, Options, Races, State};
use threadbare_op::{Answer, At, Op, Pending, Remember, Stuck, System, ThreadId, Word};
use threadbare_program::Program;

/// Main does `FIRST` when it is told of `a`, and then reads and writes; the other thread writes
/// what it is told to `x`.
const PROGRAM: &str = "
entry &main
extern !pthread_create results 1
global @a size 4 align 4
global @x size 4 align 4
global @own size 4 align 4
global @handle size 8 align 8

func &writer(1 -> 1) regs 2 {
    %1 = load.4.acquire @a
    store.4 @x, %1
    %1 = load.4.acquire @a
    return 0
}

func &main(0 -> 1) regs 3 {
    %0 = call !pthread_create(@handle, 0, &writer, 0)
    %0 = load.4.acquire @a
    FIRST
    %1 = load.4.acquire @a
    %2 = load.4 READ
    store.4 @own, 3
    %0 = load.4.acquire @a
    %0 = add.32 %0, %2
    store.4.release @a, %0
    return 0
}
";

const WRITER: ThreadId = ThreadId(1);

/// The program with both threads before their first access.
struct Begun {
    machine: Machine,
    main: State,
    writer: State,
}

/// Where main reads this variable.
fn begin(races: Races, read: &str) -> Begun {
    begin_doing(races, &format!("%1 = load.4 {read}"), read)
}

fn begin_doing(races: Races, first: &str, read: &str) -> Begun {
    let program = Program::parse(&PROGRAM.replace("FIRST", first).replace("READ", read)).unwrap();
    let machine = Machine::new(Arc::new(program), Options { races, ..Options::default() }).unwrap();
    let begun = begin_with(machine);
    let mut machine = begun.machine;
    // Under `--races explore` both come to `a`: that has been learnt now.
    if machine.take_restart() { begin_with(machine) } else { Begun { machine, ..begun } }
}

fn begin_with(mut machine: Machine) -> Begun {
    let main = machine.start();
    machine.remember();
    assert_eq!(machine.child(ThreadId::MAIN, 0), WRITER);
    let writer = machine.begin(At { thread: WRITER, epoch: 2, clock: &[2, 1] }, main.state, WRITER).state;
    let at = At { thread: ThreadId::MAIN, epoch: 3, clock: &[2] };
    let main = machine.resume(at, main.state, Answer::Thread(WRITER)).state;
    Begun { machine, main, writer }
}

impl Begun {
    /// Main, at the operation after its `nth` event, is told `value`; it knows so many events of
    /// the writer.
    fn tell_main(&mut self, nth: u32, known: u32, from: State, value: u64) -> Pending<State> {
        let at = At { thread: ThreadId::MAIN, epoch: nth + 2, clock: &[nth + 1, known] };
        self.machine.resume(at, from, Answer::Value(Word::new(value)))
    }

    /// The writer is told `value`, and then main (its second event) 7, if it knows `known` events
    /// of the writer. All is taken back.
    fn read_after(&mut self, value: u64, known: u32) -> Pending<State> {
        let mark = self.machine.mark();
        self.machine.resume(
            At { thread: WRITER, epoch: 3, clock: &[2, 2] },
            self.writer,
            Answer::Value(Word::new(value)),
        );
        let next = self.tell_main(2, known, self.main, 7);
        self.machine.undo(mark);
        next
    }
}

#[test]
fn what_is_read_from_shared_memory_has_to_be_the_same() {
    let mut begun = begin(Races::Report, "@x");
    let first = begun.read_after(1, 3).state;
    assert_eq!(begun.read_after(1, 3).state, first, "the thread is run again");
    assert_ne!(begun.read_after(2, 3).state, first, "another value was read");
    assert_eq!(begun.read_after(1, 3).state, first, "it was forgotten");
}

/// To write what is there already is no effect, which loops that wait go by.
#[test]
fn whether_a_write_changes_something_has_to_be_the_same() {
    let mut begun = begin_doing(Races::Report, "store.4 @x, 7", "@x");
    let first = begun.read_after(1, 3).state;
    assert_eq!(begun.read_after(2, 3).state, first, "the thread is run again");
    assert_ne!(begun.read_after(7, 3).state, first, "nothing was changed");
}

#[test]
fn accesses_that_are_performed_again_can_be_races() {
    let mut begun = begin(Races::Report, "@x");
    assert!(!begun.read_after(1, 3).op.is_stuck());
    let race = begun.read_after(1, 2).op;
    assert!(matches!(race, Op::Stuck(Stuck::Fault(_))), "nothing orders them: {race:?}");
    // The same the other way round.
    let mut begun = begin(Races::Report, "@x");
    assert!(!begun.read_after(1, 3).op.is_stuck());
    begun.tell_main(2, 1, begun.main, 7);
    let at = At { thread: WRITER, epoch: 3, clock: &[2, 2] };
    let race = begun.machine.resume(at, begun.writer, Answer::Value(Word::new(1))).op;
    assert!(matches!(race, Op::Stuck(Stuck::Fault(_))), "nothing orders them: {race:?}");
}

/// The states that main comes to, from its third event on, when it is told 1, and, after it was
/// told 2, 1 again.
fn once_more(begun: &mut Begun) -> (State, State) {
    let from = begun.tell_main(2, 1, begun.main, 7).state;
    let told = [1, 2, 1].map(|value| {
        let mark = begun.machine.mark();
        let next = begun.tell_main(3, 1, from, value);
        begun.machine.undo(mark);
        next.state
    });
    assert_ne!(told[0], told[1]);
    (told[0], told[2])
}

#[test]
fn memory_of_its_own_needs_no_comparison() {
    for races in [Races::Report, Races::Explore, Races::Ignore] {
        let mut begun = begin(races, "@own");
        // With races ignored, it is learnt first that `own` is written while others run.
        once_more(&mut begun);
        begun = if begun.machine.take_restart() { begin_with(begun.machine) } else { begin(races, "@own") };
        let (first, again) = once_more(&mut begun);
        assert_eq!(first, again, "{races:?}: the thread is run again");
    }
}

#[test]
fn the_first_access_under_explore_is_never_remembered() {
    let mut begun = begin(Races::Explore, "@x");
    let mark = begun.machine.mark();
    let first = begun.tell_main(2, 1, begun.main, 7).state;
    begun.machine.undo(mark);
    begun.machine.resume(At { thread: WRITER, epoch: 3, clock: &[2, 2] }, begun.writer, Answer::Value(Word::new(1)));
    let again = begun.tell_main(2, 1, begun.main, 7).state;
    assert!(begun.machine.take_restart(), "{first:?} {again:?}: nobody sees that both access x");
}

#[test]
fn states_that_nothing_leads_to_are_given_up() {
    // The first access is not remembered, and so nothing that comes after it can be come to again.
    let mut begun = begin_doing(Races::Explore, "store.4 @own, 1", "@own");
    let before = begun.machine.mark();
    let from = begun.tell_main(2, 1, begun.main, 7).state;
    let between = begun.machine.mark();
    begun.tell_main(3, 1, from, 1);
    begun.machine.undo(between);
    assert_ne!(begun.machine.mark().arena, between.arena, "the second step is forgotten");
    begun.machine.undo(before);
    assert_eq!(begun.machine.mark().arena, before.arena);
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

/// As long as nobody else has come to it, memory that a thread has allocated is its own, whether
/// races are reported or ignored.
#[test]
fn steps_on_own_memory_are_remembered() {
    for races in [Races::Report, Races::Explore, Races::Ignore] {
        let options = Options { races, ..Options::default() };
        let mut machine: Machine = Machine::new(Arc::new(Program::parse(OWN).unwrap()), options).unwrap();
        let main = machine.start();
        machine.remember();
        let told = [1, 2, 1].map(|value| {
            let mark = machine.mark();
            let at = At { thread: ThreadId::MAIN, epoch: 3, clock: &[2] };
            let next = machine.resume(at, main.state, Answer::Value(Word::new(value)));
            machine.undo(mark);
            next.state
        });
        assert_ne!(told[0], told[1]);
        assert_eq!(told[0], told[2], "{races:?}: the thread is run again");
    }
}

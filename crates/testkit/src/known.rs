//! Programs from the literature, of which it is known how many Mazurkiewicz traces they have.

use crate::program::{Inst, Plain, Program, reg, val};
use threadbare_op::{RmwOp, SyncOp, SyncState};

fn store(loc: usize, value: u64) -> Inst {
    Inst::store(loc, val(value))
}

fn load(reg: u8, loc: usize) -> Inst {
    Inst::load(reg, loc)
}

fn lock(object: usize) -> Inst {
    Inst::Sync { reg: 3, object, op: SyncOp::MutexLock }
}

fn unlock(object: usize) -> Inst {
    Inst::Sync { reg: 3, object, op: SyncOp::MutexUnlock }
}

fn with_mutexes(program: Program, count: usize) -> Program {
    Program { objects: vec![SyncState::Zero; count], ..program }
}

/// n threads increment x: n!
#[must_use]
pub fn increments(n: usize) -> Program {
    Program::parallel(vec![vec![Inst::rmw(0, 0, RmwOp::Add, val(1))]; n], 1)
}

/// One writer of x, n readers (Abdulla et al., Optimal DPOR, POPL 2014): 2^n.
#[must_use]
pub fn readers(n: usize) -> Program {
    let mut threads = vec![vec![load(0, 0)]; n];
    threads.insert(n / 2, vec![store(0, 1)]);
    Program::parallel(threads, 1)
}

/// n writers of distinct values and a reader of x: (n+1)!
#[must_use]
pub fn float_read(n: usize) -> Program {
    let mut threads: Vec<_> = (1..=n).map(|value| vec![store(0, value as u64)]).collect();
    threads.push(vec![load(0, 0)]);
    Program::parallel(threads, 1)
}

/// The same, except that one of the values is the initial one: n for value-centric exploration with
/// the reader as root.
#[must_use]
pub fn float_read_from_zero(n: usize) -> Program {
    let mut threads: Vec<_> = (0..n).map(|value| vec![store(0, value as u64)]).collect();
    threads.push(vec![load(0, 0)]);
    Program::parallel(threads, 1)
}

/// lastzero(n) (Optimal DPOR): (n+3)·2^(n-2).
#[must_use]
pub fn last_zero(n: usize) -> Program {
    let mut search = Vec::new();
    for at in (0..=n).rev() {
        search.push(load(0, at));
        search.push(Inst::Skip { reg: 0, value: 0, equal: true, count: 2 * n + 2 });
    }
    let mut threads = vec![search];
    threads.extend((1..=n).map(|j| vec![load(0, j - 1), Inst::store(j, reg(0, 1))]));
    Program::parallel(threads, n + 1)
}

/// indexer(n) (Flanagan and Godefroid, DPOR, POPL 2005): 1 up to n = 11; 8, 64, 512, 4096 from 12
/// on.
#[must_use]
pub fn indexer(n: usize) -> Program {
    const SIZE: usize = 128;
    const MAX: usize = 4;
    let thread = |tid: usize| {
        let mut code = Vec::new();
        for m in 1..=MAX {
            let w = m * 11 + tid;
            let h = w * 7 % SIZE;
            // No two messages of a thread collide, and no three messages of all: three tries are
            // enough.
            let mut left = 5;
            for probe in 0..3 {
                let cas = Inst::cas(0, (h + probe) % SIZE, val(0), val(w as u64));
                code.push(cas);
                left -= 2;
                code.push(Inst::Skip { reg: 0, value: 0, equal: true, count: left });
                if probe == 1 {
                    left += 1;
                }
            }
            code.push(Inst::Assert { reg: 0, value: 0 });
        }
        code
    };
    Program::parallel((0..n).map(thread).collect(), SIZE)
}

/// filesystem(n) (Flanagan and Godefroid): 2 for n = 14, 8 for 16, 32 for 18, 64 for 19. What the
/// locks protect is plain.
#[must_use]
pub fn filesystem(n: usize) -> Program {
    const BLOCKS: usize = 26;
    const INODES: usize = 32;
    let (inode, busy) = (|i: usize| i, |b: usize| INODES + b);
    let thread = |tid: usize| {
        let i = tid % INODES;
        let mut search = Vec::new();
        for probe in (0..3).rev() {
            let b = (i * 2 + probe) % BLOCKS;
            let rest = std::mem::take(&mut search);
            search.extend([lock(INODES + b), Inst::PlainLoad { reg: 0, var: busy(b) }]);
            search.push(Inst::Skip { reg: 0, value: 1, equal: true, count: 4 });
            search.push(Inst::PlainStore { var: busy(b), value: val(1) });
            search.push(Inst::PlainStore { var: inode(i), value: val(b as u64 + 1) });
            search.push(unlock(INODES + b));
            // Register 1 is always 0: a jump to the end.
            search.push(Inst::Skip { reg: 1, value: 0, equal: true, count: rest.len() + 1 });
            search.push(unlock(INODES + b));
            search.extend(rest);
        }
        let mut code = vec![lock(i), Inst::PlainLoad { reg: 0, var: inode(i) }];
        code.push(Inst::Skip { reg: 0, value: 0, equal: false, count: search.len() });
        code.extend(search);
        code.push(unlock(i));
        code
    };
    let program = Program::parallel((0..n).map(thread).collect(), 0);
    with_mutexes(Program { variables: vec![0; INODES + BLOCKS], ..program }, INODES + BLOCKS)
}

/// casrot(n): thread i of 1..n swaps x from i-1 to i: 38,486 for n = 10.
#[must_use]
pub fn casrot(n: usize) -> Program {
    let cas = |i: usize| Inst::cas(0, 0, val(i as u64 - 1), val(i as u64));
    Program::parallel((1..=n).map(|i| vec![cas(i)]).collect(), 1)
}

/// n pairs of threads, each over its own mutex, one of each pair then over a common one: 2^n·n!
#[must_use]
pub fn pairs(n: usize) -> Program {
    let mut threads = Vec::new();
    for own in 1..=n {
        threads.push(vec![lock(own), unlock(own), lock(0), unlock(0)]);
        threads.push(vec![lock(own), unlock(own)]);
    }
    with_mutexes(Program::parallel(threads, 0), n + 1)
}

/// Two threads, k times over their own mutex, then once over a common one: 2.
#[must_use]
pub fn private_prefix(k: usize) -> Program {
    let thread = |own| [vec![[lock(own), unlock(own)]; k].concat(), vec![lock(0), unlock(0)]].concat();
    with_mutexes(Program::parallel(vec![thread(1), thread(2)], 0), 3)
}

/// `fib_bench` of SV-COMP: n times i = i + j in one thread, j = j + i in another, while main reads
/// i, then j. What is added does not matter for the number of traces: 19,605 for n = 4, 218,243 for
/// n = 5.
#[must_use]
pub fn fib_bench(n: usize) -> Program {
    let (i, j) = (0, 1);
    let thread = |own, other| {
        let plain = |reg, var| Inst::PlainLoad { reg, var };
        let once = [plain(0, own), plain(1, other), Inst::PlainStore { var: own, value: reg(1, 0) }];
        vec![once; n].concat()
    };
    let mut program = Program::parallel(vec![thread(i, j), thread(j, i)], 0);
    program.bodies[0].extend([Inst::PlainLoad { reg: 0, var: i }, Inst::PlainLoad { reg: 0, var: j }]);
    Program { variables: vec![1, 1], plain: Plain::Explore, ..program }
}

/// singleton(n): n threads store to one location, the first another value than the others; main
/// joins them and reads: n!
#[must_use]
pub fn singleton(n: usize) -> Program {
    let mut program = Program::parallel((0..n).map(|i| vec![store(0, 1 + u64::from(i > 0))]).collect(), 1);
    // There are fewer slots than threads: each thread joins the one after it, and main the first.
    program.bodies[0] = vec![Inst::Spawn { slot: 0, body: 1 }, Inst::Join { slot: 0 }, load(0, 0)];
    for body in 1..n {
        program.bodies[body].insert(0, Inst::Spawn { slot: 0, body: body + 1 });
        program.bodies[body].push(Inst::Join { slot: 0 });
    }
    program
}

/// redundant_co(n): two threads write x 4n times each, a third reads it twice: (8n+2)! /
/// ((4n)!²·2!).
#[must_use]
pub fn redundant_co(n: usize) -> Program {
    let writer = |base: usize| (0..4 * n).map(|k| store(0, (base + k) as u64)).collect();
    Program::parallel(vec![writer(1), writer(100), vec![load(0, 0), load(1, 0)]], 1)
}

/// Value-centric DPOR (Chatterjee, Pavlogiannis, Toman, OOPSLA 2019), Fig. 1: 4.
#[must_use]
pub fn value_centric_1() -> Program {
    Program::parallel(vec![vec![store(0, 1)], vec![store(0, 2), store(0, 1), load(0, 0)]], 1)
}

/// The same, Fig. 3a: n writes in one thread, n reads in the other: C(2n, n).
#[must_use]
pub fn value_centric_3a(n: usize) -> Program {
    Program::parallel(vec![vec![store(0, 1); n], vec![load(0, 0); n]], 1)
}

/// The same, Fig. 3b: for each of n variables two writes of its initial value in one thread, a read
/// in the other.
#[must_use]
pub fn value_centric_3b(n: usize) -> Program {
    let writer = (0..n).flat_map(|x| [store(x, 0), store(x, 0)]).collect();
    Program::parallel(vec![writer, (0..n).map(|x| load(0, x)).collect()], n)
}

/// The same, the running example of section 5 (Fig. 7), as far as its text has it.
#[must_use]
pub fn value_centric_7() -> Program {
    let root = vec![store(1, 1), store(1, 1), store(0, 1), load(0, 0)];
    let leaf = vec![store(0, 1), load(0, 0), store(1, 2), load(1, 1)];
    Program::parallel(vec![root, leaf], 2)
}

/// Reads-value-from (Agarwal et al., CAV 2021), Fig. 1: 98.
#[must_use]
pub fn reads_value_from_1() -> Program {
    let writes = vec![store(0, 1), store(1, 1)];
    let then = |loc| [writes.clone(), vec![load(0, loc)]].concat();
    Program::parallel(vec![writes.clone(), then(0), then(1)], 2)
}

/// Quasi-optimal POR (Nguyen et al., CAV 2018), Fig. 1, with n writers: 2n.
#[must_use]
pub fn quasi_optimal_1(n: usize) -> Program {
    let counter = n;
    let mut threads: Vec<_> = (0..n).map(|i| vec![store(i, 7 + i as u64)]).collect();
    threads.push((1..n).map(|value| store(counter, value as u64)).collect());
    let mut master = vec![load(0, counter)];
    for i in 0..n {
        master.push(Inst::Skip { reg: 0, value: i as u64, equal: false, count: 1 });
        master.push(store(i, 0));
    }
    threads.push(master);
    Program::parallel(threads, n + 1)
}

/// The same, Fig. 2: 3. What is plain there is plain here, or behind its lock.
#[must_use]
pub fn quasi_optimal_2() -> Program {
    let (m, other) = (0, 1);
    let (x, y, z) = (0, 1, 2);
    let plain = |var, value| Inst::PlainStore { var, value: val(value) };
    let skip = |equal, count| Inst::Skip { reg: 0, value: 0, equal, count };
    let first = vec![
        plain(x, 0),
        lock(m),
        Inst::PlainLoad { reg: 0, var: y },
        skip(false, 2),
        unlock(m),
        skip(true, 2),
        lock(other),
        plain(z, 2),
    ];
    let second = vec![lock(m), plain(y, 1), unlock(m)];
    let third = vec![lock(other), plain(z, 3), unlock(other)];
    with_mutexes(Program { variables: vec![0; 3], ..Program::parallel(vec![first, second, third], 0) }, 2)
}

/// Reads-value-from, Fig. 6: two reads-value-from classes.
#[must_use]
pub fn reads_value_from_6() -> Program {
    let one = vec![store(0, 1), load(0, 0), store(1, 1)];
    let two = vec![store(0, 1), store(1, 1), load(1, 1), store(0, 2)];
    Program::parallel(vec![one, two], 2)
}

/// The same, Fig. 13a, b and c: one reads-value-from class.
#[must_use]
pub fn reads_value_from_13(n: usize) -> [Program; 3] {
    let (write, read) = (store(0, 1), load(0, 0));
    let both = [write, read].repeat(n);
    let many_operations = vec![vec![write; n], both, vec![write; n]];
    let writes: Vec<_> = (0..n).map(|x| store(x, 1)).collect();
    let in_turn = (0..n).flat_map(|x| [store(x, 1), load(0, x)]).collect();
    let many_variables = vec![writes.clone(), in_turn, writes];
    let many_threads = vec![vec![write, read]; n];
    [Program::parallel(many_operations, 1), Program::parallel(many_variables, n), Program::parallel(many_threads, 1)]
}

/// sigma of SV-COMP: main starts n threads, and increments an index between two of them; each
/// thread reads the index. n! reads-from classes.
#[must_use]
pub fn sigma(n: usize) -> Program {
    let mut program = Program::parallel(vec![vec![load(0, 0)]; n], 1);
    let spawns = std::mem::take(&mut program.bodies[0]);
    let increment = [load(0, 0), Inst::store(0, reg(0, 1))];
    program.bodies[0] = spawns.into_iter().flat_map(|spawn| [&[spawn][..], &increment].concat()).collect();
    // Nobody reads the index after the last increment.
    let length = program.bodies[0].len();
    program.bodies[0].truncate(length - 2);
    program
}

/// n writers of one value, and a reader.
#[must_use]
pub fn same_value(n: usize) -> Program {
    Program::parallel([vec![vec![store(0, 1)]; n], vec![vec![load(0, 0)]]].concat(), 1)
}

/// 45_monabsex1 of SV-COMP: n threads write one value to x, read it back, and write it again: one
/// reads-value-from class.
#[must_use]
pub fn monabsex(n: usize) -> Program {
    Program::parallel(vec![vec![store(0, 2), load(0, 0), Inst::Assert { reg: 0, value: 2 }]; n], 1)
}

//! The text form of programs: a readable assembly that prints and parses back to exactly the same
//! program.
//!
//! ```text
//! ; the lost update: two threads increment without a lock
//! entry &main
//! extern !pthread_create results 1
//! global @x size 4 align 4 { 0: bytes "\07\00\00\00" }
//!
//! func &main(0 -> 1) regs 3 {
//!     %0 = load.4.seq_cst @x
//!     branch %0, again, done
//!   again:
//!     %1 = add.32 %0, -1
//!     store.4.seq_cst @x, %1
//!   done:
//!     return 0
//! }
//! ```
//!
//! Sigils: `%` register, `#` constant of the table, `@` global, `&` function, `!` external
//! function, `~` shape. After a sigil stands a name, a `"quoted name"`, or a number (its place in
//! the table). Constants can be written where they are used; the first equal one of the table
//! `consts [...]` is taken, or a new one added. An instruction without `at n` (an entry of the
//! table `lines`) belongs to the line of the one before it. Jumps go to labels or to the number of
//! an instruction; a branch looks at the lowest bit of its condition. Sites are numbered by the
//! parser unless a function says `site n`. One instruction per line; a semicolon begins a comment.
//!
//! The printer prints any program, also one that [`crate::Program::verify`] refuses, and the parser
//! accepts it again: it checks the grammar only. Not kept: registers from 2^31 on in operands,
//! which no program can have.

mod lexer;
mod names;
mod parse;
mod parse_inst;
mod print;

pub use lexer::ParseError;

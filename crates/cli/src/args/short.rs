//! What `-h` shows: the options for every day, in a line or two each. `--help` has all of them, and
//! all of what is to be said.

use clap::Arg;

/// The options, and what is said of them there.
const EVERYDAY: [(&str, &str); 21] = [
    ("files", "C files, LLVM code, objects and archives with bitcode (-flto); `-` is standard input"),
    ("compiler_flags", "Flags for the compiler, after `--`"),
    ("model", "The memory model"),
    ("races", "Data races: report them (the default), interleave plain accesses, or ignore them"),
    ("unroll", "Loops that might go on for ever go back at most N times"),
    ("preemptions", "At most K switches from a thread that could have gone on"),
    ("timeout", "Stop after this time: 30s, 5m, 2h"),
    ("max_memory", "Stop when that much memory is used: 500M, 4G"),
    ("symbolic", "Take input for every value at once"),
    ("stub", "What an unknown function returns"),
    ("define_stub", "A C file with functions that the program lacks"),
    ("args", "The arguments of main"),
    ("stdin", "What the program reads from standard input"),
    ("file", "A file that the program may open"),
    ("keep_going", "Go on after the first fault"),
    ("jobs", "Explore with N workers (default: one for each core)"),
    ("cutoffs", "Programs that never end: all their reachable states"),
    ("replay", "Show exactly this execution again"),
    ("format", "human, json, sarif, junit, github or gcc; with =FILE it goes there"),
    ("steps", "Which steps of a fault to show"),
    ("details", "Print counts and times as well"),
];

/// An option with its line in `-h`, or without one.
pub(super) fn everyday(arg: Arg) -> Arg {
    match EVERYDAY.iter().find(|(id, _)| *id == arg.get_id().as_str()) {
        Some((_, short)) => {
            let whole = arg.get_long_help().or_else(|| arg.get_help()).cloned();
            arg.long_help(whole.unwrap_or_default()).help(*short)
        }
        None => arg.hide_short_help(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    /// What `-h` prints of a subcommand.
    fn help(subcommand: &str) -> String {
        let mut command = Cli::command();
        command.build();
        command.find_subcommand_mut(subcommand).unwrap().render_help().to_string()
    }

    #[test]
    fn fits_a_screen() {
        let text = help("check");
        assert!(text.lines().count() <= 45, "{text}");
        for (id, short) in EVERYDAY {
            let first = short.split(' ').next().unwrap();
            assert!(text.contains(first), "{id}: {text}");
        }
        assert!(!text.contains("--race-sample") && text.contains("see more with '--help'"), "{text}");
        let of_test = help("test");
        assert!(of_test.contains("--filter") && of_test.contains("Each is a test if"), "{of_test}");
    }

    #[test]
    fn the_long_help_has_everything() {
        let mut command = Cli::command();
        command.build();
        let text = command.find_subcommand_mut("check").unwrap().render_long_help().to_string();
        for part in ["--race-sample", "--define-stub", "which values an atomic read may see", "auto raises K from 0"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let of_test = command.find_subcommand_mut("test").unwrap().render_long_help().to_string();
        assert!(of_test.contains("Each is a test if") && of_test.contains("Run N tests at a time"), "{of_test}");
    }
}

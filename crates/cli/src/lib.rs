//! The command line tool, as a library so that tests can drive it: raw flags ([`args`]) become one
//! validated [`plan`], which [`run`] carries out; [`main_with`] does the rest.

#![forbid(unsafe_code)]

pub mod args;
mod asked;
mod assertions;
mod assumptions;
mod bar;
mod calls;
mod cases;
mod check;
mod clocks;
pub mod compare;
mod contiguous;
mod coverage;
mod drawn;
mod every_input;
pub mod explain;
mod floats;
mod flow;
mod found;
mod inputs;
mod locals;
pub mod model;
mod names;
mod next;
mod order;
mod output;
mod places;
pub mod plan;
mod prefix;
mod random;
mod reached;
mod remedy;
mod replaying;
mod reports;
mod result;
pub mod run;
mod saved;
mod show;
mod silent;
mod spurious;
mod stubs;
mod suite;
mod svcomp;
mod undefined;
#[cfg(feature = "measure")]
mod unfolded;

use args::{Cli, ColourArg, Command, CompareArgs, CompareFormat, ExplainArgs, FormatArg, ReportArgs};
use clap::{CommandFactory, Parser};
use output::{Target, colour, deliver};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use threadbare_op::Verdict;
use threadbare_report::{Run, json};

/// No fault, and everything was explored.
pub const SAFE: u8 = 0;
/// A fault was found.
pub const FAULT: u8 = 1;
/// The input or the command is wrong, or we are.
pub const ERROR: u8 = 2;
/// No fault was found, but not everything was explored.
pub const INCOMPLETE: u8 = 3;

/// Does what the command line says.
#[must_use]
pub fn main_with(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    install_panic_hook();
    let words: Vec<OsString> = words.into_iter().collect();
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(mut error) => {
            args::tell_of_compiler(&mut error, &words);
            // clap knows where to print what; a closed pipe is nobody's fault.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { ERROR } else { SAFE });
        }
    };
    ExitCode::from(match &cli.command {
        Command::Check(args) => check::check(args, false),
        Command::Test(args) => suite::test(args, &words),
        Command::Compare(args) => compare(args),
        Command::Svcomp(args) => svcomp::svcomp(args),
        Command::Explain(args) => explain(args),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut visible(&Cli::command()), "threadbare", &mut text);
            output::print(&text)
        }
        Command::Man { subcommand } => man(subcommand.as_deref()),
    })
}

/// The exit code for a result.
#[must_use]
pub fn exit_code(run: &Run) -> u8 {
    match run.verdict {
        Verdict::Safe => SAFE,
        Verdict::Fault => FAULT,
        Verdict::Incomplete => INCOMPLETE,
    }
}

fn compare(args: &CompareArgs) -> u8 {
    let format = if args.format == CompareFormat::Json { FormatArg::Json } else { FormatArg::Human };
    let report = ReportArgs { format, output: args.output.clone(), color: ColourArg::Auto };
    match compared(args) {
        Ok(code) => code,
        Err(message) => fail(&report, &message),
    }
}

fn compared(args: &CompareArgs) -> Result<u8, String> {
    let target = Target::open(args.output.as_deref())?;
    let plot = args.plot.as_deref().map(|path| Target::open(Some(path))).transpose()?;
    let interrupted = Arc::new(AtomicBool::new(false));
    if let Err(error) = listen(&interrupted) {
        eprintln!("threadbare: Ctrl-C will end the run at once: {error}");
    }
    let tool = std::env::current_exe().map_err(|error| format!("where this executable is is not known: {error}"))?;
    let comparison = compare::compare(args, &tool, &interrupted)?;
    if let Some(plot) = plot {
        deliver(plot, &comparison.plot()?, true)?;
    }
    deliver(target, &comparison.render(args.format), true)?;
    Ok(comparison.exit_code())
}

fn explain(args: &ExplainArgs) -> u8 {
    prepare_for_crashes(&args.report);
    let options =
        threadbare_frontend::FrontendOptions { clang_flags: args.input.compiler_flags.clone(), ..Default::default() };
    let program = match threadbare_frontend::load(&args.input.files, &options) {
        Ok(program) => program,
        Err(error) => return fail(&args.report, &error.to_string()),
    };
    let inputs = args.input.files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    let explanation = explain::explain(&program, inputs);
    let target = match Target::open(args.report.output.as_deref()) {
        Ok(target) => target,
        Err(message) => return fail(&args.report, &message),
    };
    let text = match args.report.format {
        FormatArg::Json => format!("{:#}\n", json::explanation(&explanation)),
        FormatArg::Human => threadbare_report::explain::render(&explanation, colour(args.report.color, &target)),
    };
    match deliver(target, &text, true) {
        Ok(()) => SAFE,
        Err(message) => fail(&args.report, &message),
    }
}

/// Who wants JSON gets it also if LLVM's reader ends the process.
fn prepare_for_crashes(report: &ReportArgs) {
    if report.format == FormatArg::Json {
        threadbare_frontend::report_crashes_by(|message| format!("{:#}\n", json::error(message)));
    }
}

/// Says what is wrong: to people on standard error, and to programs that want JSON as JSON.
fn fail(report: &ReportArgs, message: &str) -> u8 {
    eprintln!("{} {}", output::error_prefix(report.color), threadbare_report::clean(message).trim_end());
    if report.format == FormatArg::Json {
        output::print(format!("{:#}\n", json::error(message)).as_bytes());
    }
    ERROR
}

/// From now on Ctrl-C (and the polite request to end) sets the flag; another Ctrl-C ends the
/// process. Not another request: `timeout` sends one to the process, and one to its group.
fn listen(interrupted: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    signal_hook::flag::register_conditional_default(SIGINT, interrupted.clone())?;
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, interrupted.clone())?;
    }
    Ok(())
}

/// The command without what it does not offer: completions offer hidden options as well.
fn visible(command: &clap::Command) -> clap::Command {
    let about = command.get_about().cloned().unwrap_or_default();
    let name: &'static str = Box::leak(command.get_name().into());
    let mut out = clap::Command::new(name).about(about);
    out = out.version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        // What excludes what does not matter, and some of it is not there.
        let none = || clap::builder::Resettable::<clap::Id>::Reset;
        out = out.arg(arg.clone().conflicts_with(none()).requires(none()).overrides_with(none()));
    }
    out.subcommands(command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(visible))
}

fn man(subcommand: Option<&str>) -> u8 {
    let mut command = Cli::command();
    command.build();
    let page = match subcommand {
        None => command,
        Some(name) => {
            let title = match name {
                "check" => "threadbare-check",
                "test" => "threadbare-test",
                "compare" => "threadbare-compare",
                "svcomp" => "threadbare-svcomp",
                "explain" => "threadbare-explain",
                _ => "threadbare-completions",
            };
            match command.find_subcommand(name) {
                Some(found) => found.clone().name(title),
                None => {
                    eprintln!("error: there is no subcommand `{name}`");
                    return ERROR;
                }
            }
        }
    };
    // What only the long help has stands in the manual page, too.
    let page = page.mut_args(|arg| arg.hide_short_help(false));
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(page).render(&mut text);
    output::print(&text)
}

/// A panic is our bug, whatever the input was: say so, and what to do.
fn install_panic_hook() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        default(info);
        eprintln!("\nthreadbare {} has crashed. {}", env!("CARGO_PKG_VERSION"), run::REPORT_IT);
    }));
}

//! The reports of a run: in which formats, where each goes, and what happens if one cannot be
//! written.

use crate::args::{Format, ReportsArgs};
use crate::output::{self, Target, colour};
use crate::{ERROR, FAULT, INCOMPLETE, SAFE};
use serde_json::Value;
use threadbare_report::{Look, Outcome, Status, gcc, github, json, junit, sarif};

/// Where the reports go; everything is open before anything is explored: a place that cannot be
/// written to is better found out before an hour of exploration.
pub(crate) struct Reports {
    places: Vec<(Format, Target)>,
}

/// What is reported.
pub(crate) struct Content<'a> {
    pub(crate) outcomes: &'a [Outcome],
    pub(crate) json: &'a Value,
    /// The report for people, for a place with that look. The second says whether it goes to
    /// standard output.
    pub(crate) text: &'a dyn Fn(Look, bool) -> String,
}

impl Reports {
    /// Opens the files.
    pub(crate) fn open(args: &ReportsArgs) -> Result<Self, String> {
        let mut places: Vec<(Format, Target)> = Vec::new();
        for wanted in wanted(args)? {
            let path = wanted.file;
            places.push((wanted.format, Target::open(path.as_deref())?));
        }
        Ok(Self { places })
    }

    /// Whether the report for people is needed for what goes into files of other formats.
    pub(crate) fn quote_text(&self) -> bool {
        self.places.iter().any(|(format, _)| matches!(format, Format::Junit | Format::Outcome))
    }

    /// Whether people read standard output.
    pub(crate) fn shows_people(&self) -> bool {
        self.places.iter().any(|place| matches!(place, (Format::Human, Target::Stdout)))
    }

    /// Writes all reports; gives the exit code. One that cannot be written keeps none of the others
    /// from being written, and the verdict is told in any case.
    pub(crate) fn deliver(self, args: &ReportsArgs, content: &Content<'_>) -> u8 {
        let shown = self.places.iter().any(|(_, target)| matches!(target, Target::Stdout));
        let verdict = exit_code(content.outcomes);
        let mut code = verdict;
        for (format, target) in self.places {
            let text = match format {
                Format::Human => (content.text)(colour(args.color, &target), matches!(target, Target::Stdout)),
                Format::Json => format!("{:#}\n", content.json),
                Format::Sarif => sarif::render(content.outcomes),
                Format::Junit => junit::render(content.outcomes),
                Format::Github => github::render(content.outcomes),
                Format::Gcc => gcc::render(content.outcomes),
                Format::Outcome => serde_json::to_string(content.outcomes).unwrap_or_default(),
            };
            if let Err(message) = output::deliver(target, &text, !shown) {
                say(args, &format!("{message} (the result is: {})", name(verdict)));
                code = ERROR;
            }
        }
        code
    }
}

/// Says what is wrong: to people on standard error, and to programs in the formats that they want.
pub(crate) fn fail(args: &ReportsArgs, name: &str, message: &str) -> u8 {
    match Reports::open(args) {
        Ok(reports) => failed(args, reports, &Outcome::failed(name.to_owned(), message)),
        Err(error) => {
            say(args, message);
            say(args, &error);
            ERROR
        }
    }
}

/// The same where the reports are open already.
pub(crate) fn failed(args: &ReportsArgs, reports: Reports, outcome: &Outcome) -> u8 {
    say(args, &outcome.summary);
    let content = Content { outcomes: std::slice::from_ref(outcome), json: &outcome.json, text: &|_, _| String::new() };
    reports.deliver(args, &content)
}

fn say(args: &ReportsArgs, message: &str) {
    eprintln!("{} {}", output::error_prefix(args.color), threadbare_report::clean(message).trim_end());
}

/// Says what is wrong with the places for reports; programs that read JSON from standard output get
/// it.
pub(crate) fn fail_to_open(args: &ReportsArgs, message: &str) -> u8 {
    say(args, message);
    if args.format.iter().any(|wanted| wanted.format == Format::Json && wanted.file.is_none()) {
        output::print(format!("{:#}\n", json::error(message)).as_bytes());
    }
    ERROR
}

/// A format and the file it goes to; `None` is standard output.
struct Place {
    format: Format,
    file: Option<std::path::PathBuf>,
}

/// Which report goes where. Standard output has the human report unless another format, or
/// `--output`, takes its place.
fn wanted(args: &ReportsArgs) -> Result<Vec<Place>, String> {
    let own = |format| Place { format, file: args.output.clone() };
    let mut places: Vec<Place> = Vec::new();
    let mut without_file = None;
    for wanted in &args.format {
        if wanted.file.is_some() {
            places.push(Place { format: wanted.format, file: wanted.file.clone() });
        } else if let Some(other) = without_file.replace(wanted.format) {
            let (one, other) = (wanted.format.name(), other.name());
            return Err(format!("--format {other} and --format {one} go to the same place; say --format {one}=FILE"));
        }
    }
    places.push(own(without_file.unwrap_or(Format::Human)));
    for (number, place) in places.iter().enumerate() {
        let same = |other: &&Place| other.file.is_some() && other.file == place.file;
        if let Some(other) = places[..number].iter().find(same) {
            let file = place.file.as_deref().unwrap_or(std::path::Path::new(""));
            let (one, other) = (other.format.name(), place.format.name());
            return Err(format!("the reports {one} and {other} both go to {}", file.display()));
        }
    }
    Ok(places)
}

/// The exit code for several results: the worst news first.
pub(crate) fn exit_code(outcomes: &[Outcome]) -> u8 {
    let any = |status| outcomes.iter().any(|outcome| outcome.status == status);
    if any(Status::Fault) {
        FAULT
    } else if any(Status::Error) {
        ERROR
    } else if any(Status::Incomplete) {
        INCOMPLETE
    } else {
        SAFE
    }
}

fn name(code: u8) -> &'static str {
    match code {
        SAFE => Status::Safe.name(),
        FAULT => Status::Fault.name(),
        INCOMPLETE => Status::Incomplete.name(),
        _ => Status::Error.name(),
    }
}

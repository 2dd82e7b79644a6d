//! Schedules in files, so that one short command shows a fault again.
//!
//! `--save FILE` puts the schedule of the fault into that file (of further faults into `FILE.2`,
//! ...). Without it a schedule that is too long for a command line goes into the directory for
//! temporary files, under a name that depends on its content. `--replay` takes such a file, or a
//! report in JSON, of which it takes the first fault.
//!
//! In a file, lines that begin with `#` are comments; what is left is one schedule.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use threadbare_op::{Schedule, ScheduleError};
use threadbare_report::{Found, Run};

/// Longer schedules are not printed.
const MOST_PRINTED: usize = 120;
/// A file that is larger is not read.
const MOST_READ: u64 = 256 << 20;
/// So many names are tried.
const MOST_NAMES: usize = 8;

/// The schedule that `--replay` names, by its text or by a file.
pub(crate) fn named(text: &str) -> Result<Schedule, String> {
    let parsed = text.parse().map_err(|error: ScheduleError| error.to_string());
    if parsed.is_ok() || text.starts_with("tb") && text.contains(':') {
        return parsed;
    }
    let content = read(Path::new(text)).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            format!("`{text}` is no schedule (they begin with `tb1:`, `tb2:`, `tb3:` or `tb4:`), and no file")
        }
        _ => format!("{text}: {error}"),
    })?;
    within(&content).map_err(|error| format!("{text}: {error}"))
}

fn read(path: &Path) -> std::io::Result<String> {
    let mut content = String::new();
    let read = std::fs::File::open(path)?.take(MOST_READ + 1).read_to_string(&mut content)?;
    if read as u64 > MOST_READ { Err(ErrorKind::FileTooLarge.into()) } else { Ok(content) }
}

/// The schedule in the text of a file.
fn within(content: &str) -> Result<Schedule, String> {
    if content.trim_start().starts_with('{') {
        let report: serde_json::Value = serde_json::from_str(content).map_err(|error| error.to_string())?;
        let schedule = report["faults"][0]["schedule"].as_str().ok_or("there is no fault in this report")?;
        return schedule.parse().map_err(|error: ScheduleError| error.to_string());
    }
    let lines: Vec<&str> = content.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    match lines[..] {
        [line] => line.parse().map_err(|error: ScheduleError| error.to_string()),
        [] => Err("there is no schedule in this file".into()),
        _ => Err("there is more than one schedule in this file".into()),
    }
}

/// Saves the schedules of all faults, if that was asked for, or else those that are too long to be
/// printed.
///
/// # Errors
/// If a file that was asked for cannot be written.
pub(crate) fn save(run: &mut Run, to: Option<&Path>) -> Result<(), String> {
    let command = run.command.join(" ");
    for (number, found) in run.faults.iter_mut().enumerate() {
        let content = content(found, &command);
        let path = match to {
            Some(path) => {
                let path = numbered(path, number + 1);
                std::fs::write(&path, content).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
                Some(path)
            }
            None if found.schedule.len() > MOST_PRINTED && !run.replay => put(&std::env::temp_dir(), &content),
            None => None,
        };
        found.saved = path.and_then(|path| path.to_str().map(str::to_owned));
    }
    Ok(())
}

fn content(found: &Found, command: &str) -> String {
    let line = |text: &str| threadbare_report::clean(text).replace('\n', " ");
    format!("# [{}] {}\n# {}\n{}\n", found.kind, line(&found.message), line(command), found.schedule)
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(path);
    if number > 1 {
        name.push(format!(".{number}"));
    }
    name.into()
}

/// A new file with that content, or one that has it already. In a directory that others use, too:
/// nothing is followed and nothing is overwritten.
fn put(directory: &Path, content: &str) -> Option<PathBuf> {
    let name = format!("threadbare-{:016x}", hash(content.as_bytes()));
    (1..=MOST_NAMES).find_map(|number| {
        let path = numbered(&directory.join(&name), number);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => file.write_all(content.as_bytes()).ok().map(|()| path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let is_file = std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_file());
                (is_file && read(&path).is_ok_and(|there| there == content)).then_some(path)
            }
            Err(_) => None,
        }
    })
}

/// FNV-1a: the same everywhere.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_file() {
        assert_eq!(within("# a\n\n tb1:0*2,1 \n").unwrap().to_string(), "tb1:0*2,1");
        assert_eq!(within(r#"{"faults": [{"schedule": "tb1:0"}]}"#).unwrap().to_string(), "tb1:0");
        for (wrong, why) in [
            ("", "no schedule"),
            ("tb1:0\ntb1:1\n", "more than one"),
            ("{}", "no fault"),
            ("{", "EOF"),
            ("hello", "tb1:"),
            (r#"{"faults": [{"schedule": 3}]}"#, "no fault"),
        ] {
            assert!(within(wrong).unwrap_err().contains(why), "{wrong}: {:?}", within(wrong));
        }
    }

    #[test]
    fn text_or_file() {
        assert!(named("tb1:0*2").is_ok());
        assert!(named("nonsense").unwrap_err().contains("tb1:"));
        assert!(named("tb1:x").unwrap_err().contains("number"));
        assert!(named("/").is_err());
    }

    #[test]
    fn nothing_is_overwritten() {
        let directory = std::env::temp_dir().join(format!("threadbare-saved-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let first = put(&directory, "tb1:0\n").unwrap();
        assert_eq!(put(&directory, "tb1:0\n"), Some(first.clone()));
        std::fs::write(&first, "mine").unwrap();
        let second = put(&directory, "tb1:0\n").unwrap();
        assert_ne!(first, second);
        assert_eq!(std::fs::read_to_string(&first).unwrap(), "mine");
        assert_eq!(read(&second).unwrap(), "tb1:0\n");
        assert_eq!(put(Path::new("/nowhere"), "tb1:0\n"), None);
        std::fs::remove_dir_all(&directory).unwrap();
    }
}

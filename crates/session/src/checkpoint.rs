//! Checkpoints: how far an exploration is, in a file with which another process can go on
//! (`--checkpoint`, `--resume`).
//!
//! A file is one JSON object. It names the version of the tool, the program (by a hash of its code)
//! and the options that decide what is explored: it is refused where one of them differs. A
//! checksum tells files that were cut off or changed. A file is written to another one next to it
//! first and then renamed, so that there is always a whole one.

mod details;

use crate::task::{Exploration, Subject};
use serde_json::{Map, Value, json};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use threadbare_explore::{Met, Snapshot, Work};
use threadbare_op::{Fault, FaultKind, Limit, Other, Site, Stats, ThreadId};
use threadbare_program::Program;

/// Raised when older files can no longer be read.
const FORMAT: u64 = 3;

/// What a checkpoint must agree with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    version: String,
    program: String,
    options: String,
}

impl Identity {
    /// Of an exploration of the program.
    #[must_use]
    pub fn new(subject: &Subject, exploration: &Exploration, program: &Program) -> Self {
        let mut options = vec![format!("model {}", subject.model)];
        options.extend(exploration.checkpoint.options.iter().cloned());
        options.push(format!("--max-steps {}", subject.machine.max_steps));
        if let Some(content) = &subject.machine.stdin {
            options.push(format!("standard input {}", hash(content)));
        }
        for (name, content) in &*subject.machine.files {
            options.push(format!("file {name} {}", hash(content)));
        }
        if exploration.keep_going {
            options.push("--keep-going".into());
        }
        if let Some(shard) = exploration.shard {
            options.push(format!("--shard {shard}"));
        }
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            program: hash(program.to_string().as_bytes()),
            options: options.join(" "),
        }
    }
}

/// FNV-1a, 64 bits: for telling things apart, not for keeping anybody out.
fn hash(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// Writes a checkpoint to `path`.
///
/// # Errors
/// What is wrong with the place.
pub fn write(path: &Path, identity: &Identity, snapshot: &Snapshot) -> Result<(), String> {
    let text = text(identity, snapshot);
    let temporary = beside(path);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        format!("cannot write the checkpoint {}: {error}", path.display())
    })
}

/// Finds out whether a checkpoint can be written there, before an hour is spent.
///
/// # Errors
/// What is wrong with the place.
pub fn try_place(path: &Path) -> Result<(), String> {
    let cannot = |error| format!("cannot write the checkpoint {}: {error}", path.display());
    if path.is_dir() {
        return Err(cannot(std::io::ErrorKind::IsADirectory.into()));
    }
    let temporary = beside(path);
    File::create(&temporary).map_err(cannot)?;
    fs::remove_file(&temporary).map_err(cannot)
}

/// The file that becomes `path`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// Reads a checkpoint that must belong to `identity`.
///
/// # Errors
/// Why it cannot be gone on with.
pub fn read(path: &Path, identity: &Identity) -> Result<Snapshot, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read the checkpoint {}: {error}", path.display()))?;
    parse(&bytes, identity).map_err(|error| format!("cannot resume from {}: {error}", path.display()))
}

fn text(identity: &Identity, snapshot: &Snapshot) -> String {
    // Where work is cut into parts there is no symmetry reduction.
    let Stats { executions, blocked, redundant, events, depth, symmetric: _, cutoffs: _ } = snapshot.stats;
    let faults: Vec<Value> = snapshot.faults.iter().map(met).collect();
    let mut object = json!({
        "format": FORMAT,
        "version": identity.version,
        "program": identity.program,
        "options": identity.options,
        "stats": [executions, blocked, redundant, events, depth],
        "work": snapshot.work.iter().map(|work| json!([work.path.to_string(), work.floor])).collect::<Vec<_>>(),
        "threads": snapshot.threads.iter().map(|(parent, n)| json!([parent.0, n])).collect::<Vec<_>>(),
        "first": snapshot.first.as_ref().map(|(path, schedule)| json!([path.to_string(), schedule.to_string()])),
        "knowledge": snapshot.knowledge,
        "faults": faults,
        "abandoned": snapshot.abandoned.iter().map(met).collect::<Vec<Value>>(),
        "limits": snapshot.limits.iter()
            .filter(|(limit, _)| *limit != Limit::Interrupted)
            .map(|(limit, site)| json!([limit.to_string(), site.map(|site| site.0)])).collect::<Vec<_>>(),
        "unsupported": snapshot.unsupported.iter().map(|(what, site)| json!([what, site.0])).collect::<Vec<_>>(),
    });
    let checksum = hash(object.to_string().as_bytes());
    if let Some(object) = object.as_object_mut() {
        object.insert("checksum".into(), checksum.into());
    }
    format!("{object}\n")
}

fn met(met: &Met) -> Value {
    let Met { path, fault, schedule } = met;
    let other = fault.other.as_ref().map(|other| json!([other.thread.0, other.site.0, other.what]));
    json!({
        "path": path.to_string(), "schedule": schedule.to_string(), "kind": fault.kind.name(), "details": details::written(&fault.details),
        "thread": fault.thread.0, "site": fault.site.0, "other": other,
    })
}

fn parse(bytes: &[u8], identity: &Identity) -> Result<Snapshot, String> {
    const NONE: &str = "it is not a checkpoint of threadbare";
    let value: Value = serde_json::from_slice(bytes).map_err(|_| NONE)?;
    let Value::Object(mut object) = value else { return Err(NONE.into()) };
    let format = object.get("format").and_then(Value::as_u64).ok_or(NONE)?;
    let of = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let found = Identity { version: of("version"), program: of("program"), options: of("options") };
    if format != FORMAT || found.version != identity.version {
        return Err(format!("it is of threadbare {}, and this is {}", found.version, identity.version));
    }
    let checksum = object.remove("checksum");
    if checksum != Some(hash(Value::Object(object.clone()).to_string().as_bytes()).into()) {
        return Err("it is damaged: its checksum does not fit".into());
    }
    if found.program != identity.program {
        return Err("it is of another program, or the program was changed".into());
    }
    if found.options != identity.options {
        return Err(format!("it was made with other options: `{}`, not `{}`", found.options, identity.options));
    }
    snapshot(&object).ok_or_else(|| "it is damaged".into())
}

fn snapshot(object: &Map<String, Value>) -> Option<Snapshot> {
    let list = |name: &str| object.get(name).and_then(Value::as_array);
    let stats: Vec<u64> = list("stats")?.iter().map(Value::as_u64).collect::<Option<_>>()?;
    let &[executions, blocked, redundant, events, depth] = stats.as_slice() else { return None };
    let work = |value: &Value| {
        let floor = usize::try_from(value.get(1)?.as_u64()?).ok()?;
        let path: threadbare_explore::Path = text_of(value.get(0))?;
        (floor <= path.open()).then_some(Work { path, floor })
    };
    let thread = |value: &Value| Some((ThreadId(number(value.get(0))?), number(value.get(1))?));
    let limit = |value: &Value| {
        let limit = Limit::from_name(value.get(0)?.as_str()?)?;
        let site = if value.get(1)?.is_null() { None } else { Some(Site(number(value.get(1))?)) };
        Some((limit, site))
    };
    let unsupported = |value: &Value| Some((value.get(0)?.as_str()?.to_owned(), Site(number(value.get(1))?)));
    let first = match object.get("first")? {
        Value::Null => None,
        value => Some((text_of(value.get(0))?, text_of(value.get(1))?)),
    };
    Some(Snapshot {
        work: list("work")?.iter().map(work).collect::<Option<_>>()?,
        stats: Stats { executions, blocked, redundant, events, depth, symmetric: 0, cutoffs: 0 },
        abandoned: list("abandoned")?.iter().map(fault).collect::<Option<_>>()?,
        faults: list("faults")?.iter().map(fault).collect::<Option<_>>()?,
        first,
        limits: list("limits")?.iter().map(limit).collect::<Option<_>>()?,
        unsupported: list("unsupported")?.iter().map(unsupported).collect::<Option<_>>()?,
        threads: list("threads")?.iter().map(thread).collect::<Option<_>>()?,
        knowledge: list("knowledge")?.iter().map(|line| Some(line.as_str()?.to_owned())).collect::<Option<_>>()?,
    })
}

fn number(value: Option<&Value>) -> Option<u32> {
    u32::try_from(value?.as_u64()?).ok()
}

fn text_of<T: std::str::FromStr>(value: Option<&Value>) -> Option<T> {
    value?.as_str()?.parse().ok()
}

fn fault(value: &Value) -> Option<Met> {
    let name = value.get("kind")?.as_str()?;
    let (kind, _) = FaultKind::ALL.into_iter().find(|(_, known)| *known == name)?;
    let other = match value.get("other")? {
        Value::Null => None,
        other => Some(Other {
            thread: ThreadId(number(other.get(0))?),
            site: Site(number(other.get(1))?),
            // As many as the program has faults.
            what: other.get(2)?.as_str()?.to_owned().leak(),
        }),
    };
    let fault = Fault {
        kind,
        details: details::read(value.get("details")?)?,
        thread: ThreadId(number(value.get("thread"))?),
        site: Site(number(value.get("site"))?),
        other,
    };
    Some(Met { path: text_of(value.get("path"))?, fault, schedule: text_of(value.get("schedule"))? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_op::{Details, Wait, WaitsFor};

    fn identity() -> Identity {
        Identity { version: "1".into(), program: "2".into(), options: "3".into() }
    }

    fn example() -> Snapshot {
        let fault = Fault {
            kind: FaultKind::DataRace,
            details: Details::Said("two \"accesses\"\n".into()),
            thread: ThreadId(1),
            site: Site(7),
            other: Some(Other { thread: ThreadId(2), site: Site::UNKNOWN, what: "written here" }),
        };
        let path: threadbare_explore::Path = "2,0*5,1".parse().unwrap();
        // A run that is resumed is no longer interrupted.
        let lasting = Limit::ALL.into_iter().filter(|(limit, _)| *limit != Limit::Interrupted);
        Snapshot {
            work: vec![Work { path: path.clone(), floor: 3 }, Work::default()],
            stats: Stats {
                executions: 10,
                blocked: 2,
                redundant: 0,
                events: u64::MAX,
                depth: 9,
                symmetric: 0,
                cutoffs: 0,
            },
            faults: vec![Met { path: path.clone(), fault, schedule: "tb1:0*3,1=2".parse().unwrap() }],
            abandoned: vec![Met {
                path: path.clone(),
                fault: Fault {
                    kind: FaultKind::Abandoned,
                    details: Details::Waits(vec![Wait { thread: ThreadId(1), what: WaitsFor::Value }]),
                    thread: ThreadId(1),
                    site: Site(2),
                    other: None,
                },
                schedule: "tb1:0".parse().unwrap(),
            }],
            first: Some((path, "tb1:(0.0 1.0):0".parse().unwrap())),
            limits: lasting.flat_map(|(limit, _)| [(limit, Some(Site(3))), (limit, None)]).collect(),
            unsupported: vec![("fork".into(), Site(1))],
            threads: vec![(ThreadId(0), 0), (ThreadId(1), 0)],
            knowledge: vec!["shared global 1".into()],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for snapshot in [example(), Snapshot::default()] {
            let text = text(&identity(), &snapshot);
            assert_eq!(parse(text.as_bytes(), &identity()), Ok(snapshot));
        }
    }

    #[test]
    fn others_are_refused() {
        let text = text(&identity(), &example());
        let refusal = |identity: &Identity| parse(text.as_bytes(), identity).unwrap_err();
        let other = || "4".to_owned();
        assert!(refusal(&Identity { version: other(), ..identity() }).contains("threadbare 1, and this is 4"));
        assert!(refusal(&Identity { program: other(), ..identity() }).contains("another program"));
        assert!(refusal(&Identity { options: other(), ..identity() }).contains("other options"));
    }

    /// Whatever is changed, cut off or doubled: the file is refused. And no content, with the right
    /// checksum, panics.
    #[test]
    fn garbage_is_refused() {
        let good = text(&identity(), &example()).into_bytes();
        let trimmed = good.len() - 1;
        for at in 0..trimmed {
            assert!(parse(&good[..at], &identity()).is_err());
            for bit in [0, 3, 6] {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                assert!(parse(&bad, &identity()).is_err(), "{}", String::from_utf8_lossy(&bad));
            }
        }
        for bad in ["", "{}", "[]", "null", "{\"format\":1}", "\u{0}", "{\"format\":\"1\",\"version\":3}"] {
            assert!(parse(bad.as_bytes(), &identity()).is_err());
        }
    }

    #[test]
    fn strange_values_are_refused() {
        let strange =
            [json!(null), json!(-1), json!(1e300), json!("x"), json!([]), json!([[]]), json!([["x", 1]]), json!({})];
        let Value::Object(good) = serde_json::from_str(&text(&identity(), &example())).unwrap() else { panic!() };
        for name in ["stats", "work", "threads", "first", "knowledge", "faults", "abandoned", "limits", "unsupported"] {
            for value in &strange {
                let mut object = good.clone();
                object.insert(name.into(), value.clone());
                object.remove("checksum");
                let checksum = hash(Value::Object(object.clone()).to_string().as_bytes());
                object.insert("checksum".into(), checksum.into());
                // Some of these are in order: no faults, for example.
                let _ = parse(Value::Object(object).to_string().as_bytes(), &identity());
            }
        }
        let deep = "[".repeat(100_000);
        assert!(parse(deep.as_bytes(), &identity()).is_err());
    }

    #[test]
    fn places_that_cannot_be_written_to() {
        let folder = std::env::temp_dir();
        assert!(try_place(&folder).unwrap_err().contains("cannot write the checkpoint"));
        assert!(try_place(&folder.join("no such folder/file")).is_err());
        let file = folder.join(format!("threadbare-checkpoint-{}", std::process::id()));
        assert_eq!(try_place(&file), Ok(()));
        assert!(!file.exists());
        assert_eq!(write(&file, &identity(), &example()), Ok(()));
        assert_eq!(read(&file, &identity()), Ok(example()));
        fs::remove_file(&file).unwrap();
        assert!(write(Path::new("/dev/full/x"), &identity(), &example()).is_err());
    }
}

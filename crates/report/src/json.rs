//! The report for programs: one JSON object, described in `docs/json.md` and by
//! `docs/threadbare.schema.json`.

use crate::data::{Found, Frame, LimitMet, Place, Run};
use crate::explain::{Entry, Explanation};
use crate::row::Row;
use crate::{compiler, coverage};
use crate::{next, weak};
use serde_json::{Map, Value, json};
use threadbare_op::{Estimated, ThreadId, Verdict};

/// Version of the format: raised when a field changes its meaning or goes away; new fields do not
/// raise it.
pub const VERSION: u32 = 2;

/// The object for a run.
#[must_use]
pub fn run(run: &Run) -> Value {
    let (endless, suggestions) = next::json(run);
    json!({
        "version": VERSION,
        "verdict": match run.verdict {
            Verdict::Safe => "safe",
            Verdict::Fault => "fault",
            Verdict::Incomplete => "incomplete",
        },
        "executions": run.stats.executions,
        "blocked": run.stats.blocked,
        "redundant": run.stats.redundant,
        "cutoffs": run.stats.cutoffs,
        "cut_loops": run.cut_loops.iter().map(|(at, count)| json!({ "location": place(Some(at)), "cutoffs": count })).collect::<Vec<_>>(),
        "symmetric_threads": run.stats.symmetric,
        "events": run.stats.events,
        "faults": run.faults.iter().map(|f| fault(f, run)).collect::<Vec<_>>(),
        "notes": run.noted().map(|n| json!({
            "kind": n.kind, "message": n.message, "location": place(n.place.as_ref()),
        })).collect::<Vec<_>>(),
        "bounds": run.limits.iter().map(bound).collect::<Vec<_>>(),
        "unsupported": run.unsupported.iter().map(|u| json!({
            "what": u.what, "location": place(u.place.as_ref()),
        })).collect::<Vec<_>>(),
        "endless": endless,
        "suggestions": suggestions,
        "found_with": run.found_with,
        "within": run.within.map(|bound| {
            let (name, most) = (bound.limit(), bound.most());
            json!({ "name": name.to_string(), "value": most })
        }),
        "estimate": run.estimates.map(|(first, last)| json!({ "first": estimated(&first), "last": estimated(&last) })),
        "complete": !run.unexplored(),
        "replay": run.replay,
        "explorer": run.explorer,
        "choice": run.choice.as_ref().map(|choice| json!({
            "why": choice.why,
            "tries": choice.tries.iter().map(|t| json!({
                "explorer": t.explorer, "seconds": t.seconds, "executions": t.executions, "ended": t.ended,
            })).collect::<Vec<_>>(),
        })),
        "covers": run.covers(),
        "model": run.model,
        "model_reason": run.model_reason,
        "symbolic": run.symbolic,
        "symbolic_reason": run.symbolic_reason,
        "races": run.races,
        "witness_seconds": run.witness_seconds,
        "measured": run.measured.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect::<Map<_, _>>(),
        "coverage": run.coverage.as_ref().map(coverage::json),
        "wall_seconds": run.wall_seconds,
        "phases": {
            "front_end": run.phases.front_end,
            "exploration": run.phases.exploration,
            "report": run.phases.report,
        },
        "peak_rss_bytes": run.peak_rss_bytes,
        "command": run.command,
    })
}

fn bound(met: &LimitMet) -> Value {
    let places: Vec<Value> = met.places.iter().map(|p| place(Some(p))).collect();
    json!({ "name": met.limit.to_string(), "value": met.value, "locations": places })
}

fn estimated(estimate: &Estimated) -> Value {
    let Estimated { executions, error, seconds, at } = *estimate;
    json!({ "executions": executions, "error": error, "seconds": seconds, "at": at })
}

/// The object for an input or a command line that is wrong, or an error of the tool itself; with the
/// compiler's errors, if these are what is wrong.
#[must_use]
pub fn error(message: &str) -> Value {
    let errors = compiler::errors(message);
    let errors = errors.iter().map(|e| json!({ "message": e.message, "location": place(e.place.as_ref()) }));
    json!({ "version": VERSION, "verdict": "error", "message": message, "errors": errors.collect::<Vec<_>>() })
}

/// The object for `explain`.
#[must_use]
pub fn explanation(e: &Explanation) -> Value {
    let entries = |list: &[Entry]| -> Vec<Value> {
        list.iter().map(|x| json!({ "text": x.text, "location": place(x.place.as_ref()) })).collect()
    };
    json!({
        "version": VERSION,
        "inputs": e.inputs,
        "threads": entries(&e.threads),
        "shared": entries(&e.shared),
        "loops": entries(&e.loops),
        "constructors": entries(&e.constructors),
        "unsupported": entries(&e.unsupported),
        "libraries": e.libraries,
    })
}

fn place(place: Option<&Place>) -> Value {
    place.map_or(Value::Null, |p| json!({ "file": p.file, "line": p.line, "column": p.column }))
}

fn fault(found: &Found, run: &Run) -> Value {
    let (models, remedy) = weak::json(found);
    json!({
        "kind": found.kind.name(),
        "message": found.message,
        "variants": found.variants(),
        "location": place(found.place.as_ref()),
        "thread": found.thread,
        "what": found.what,
        "stack": stack(&found.stack),
        "event": found.row,
        "models": models,
        "remedy": remedy,
        "other": found.second.as_ref().map(|s| json!({
            "thread": s.thread, "location": place(s.place.as_ref()), "what": s.what, "stack": stack(&s.stack),
            "event": s.row,
        })),
        "allocated": found.allocated.as_ref().map(|made| json!({
            "name": made.name, "thread": made.thread, "location": place(made.place.as_ref()),
        })),
        "explanation": found.explanation,
        "schedule": found.schedule,
        "rounds": found.rounds(),
        "replay_command": crate::human::again(run, found),
        "threads": found.threads.iter().map(|t| json!({
            "thread": t.number, "function": t.function, "location": place(t.started.as_ref()),
        })).collect::<Vec<_>>(),
        "events": found.rows.iter().map(event).collect::<Vec<_>>(),
        "repeats_from": found.repeats,
        "events_dropped": found.dropped,
        "events_cut": found.cut.len(),
        "waiting": found.waiting.iter().map(|w| json!({
            "thread": w.thread, "location": place(w.place.as_ref()), "stack": stack(&w.stack),
            "what": w.told(|thread| ThreadId(thread).called()), "holders": w.on,
            "held": w.held.iter().map(|held| json!({
                "thread": held.thread, "location": place(held.since.as_ref()), "ended": held.ended,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "output": found.output,
    })
}

fn stack(frames: &[Frame]) -> Vec<Value> {
    let told = |frame: &Frame| {
        let mut told = json!({ "function": frame.function, "location": place(frame.place.as_ref()) });
        if frame.left_out > 0 {
            told["left_out"] = json!(frame.left_out);
        }
        told
    };
    frames.iter().map(told).collect()
}

fn event(row: &Row) -> Value {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| {
        object.insert(key.into(), value);
    };
    set("thread", json!(row.thread));
    set("index", json!(row.index));
    set("operation", json!(row.operation));
    if let Some(order) = row.order {
        set("order", json!(order));
    }
    for (key, value) in
        [("location", &row.location), ("read", &row.read), ("written", &row.written), ("result", &row.result)]
    {
        if let Some(value) = value {
            set(key, json!(value));
        }
    }
    if let Some(other) = row.other {
        set("other_thread", json!(other));
    }
    if let Some(party) = row.party {
        set("party", json!(party));
    }
    if row.refused {
        set("refused", json!(true));
    }
    if let Some(old) = &row.old {
        if row.read.is_some() {
            set("reads_from", json!(old.source));
        }
        set("goes_before", json!(old.before));
    }
    set("file", row.place.as_ref().map_or(Value::Null, |p| json!(p.file)));
    set("line", row.place.as_ref().map_or(Value::Null, |p| json!(p.line)));
    set("column", row.place.as_ref().map_or(Value::Null, |p| json!(p.column)));
    set("function", json!(row.function));
    Value::Object(object)
}

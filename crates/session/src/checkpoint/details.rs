//! Details of faults in checkpoints: an array that begins with a word for what it is.

use super::{number, text_of};
use serde_json::{Value, json};
use threadbare_op::{Details, Misuse, SyncKind, ThreadId, Wait, WaitsFor};

/// What threads wait for, without what else is said of it.
const WAITS: [(WaitsFor, &str); 8] = [
    (WaitsFor::Value, "value"),
    (WaitsFor::Way, "way"),
    (WaitsFor::Signal, "signal"),
    (WaitsFor::Routine, "routine"),
    (WaitsFor::Others, "others"),
    (WaitsFor::ReadLock, "read-lock"),
    (WaitsFor::WriteLock, "write-lock"),
    (WaitsFor::Something, "something"),
];

pub(super) fn written(details: &Details) -> Value {
    match details {
        Details::Said(sentence) => json!(["said", sentence]),
        Details::Misuse(kind, why) => json!(["misuse", kind.name(), why.name()]),
        Details::Waits(waits) => json!(["waits", waits.iter().map(wait_written).collect::<Vec<_>>()]),
    }
}

pub(super) fn read(value: &Value) -> Option<Details> {
    Some(match value.get(0)?.as_str()? {
        "said" => Details::Said(text_of(value.get(1))?),
        "misuse" => Details::Misuse(kind(value.get(1)?)?, {
            let name = value.get(2)?.as_str()?;
            Misuse::ALL.into_iter().find(|(_, known)| *known == name)?.0
        }),
        "waits" => Details::Waits(value.get(1)?.as_array()?.iter().map(wait_read).collect::<Option<_>>()?),
        _ => return None,
    })
}

fn wait_written(&Wait { thread, what }: &Wait) -> Value {
    let thread = thread.0;
    match what {
        WaitsFor::End(of) => json!([thread, "end", of.0]),
        WaitsFor::Object(kind) => json!([thread, "object", kind.name()]),
        _ => json!([thread, WAITS.iter().find(|(known, _)| *known == what).map(|(_, name)| name)]),
    }
}

fn wait_read(value: &Value) -> Option<Wait> {
    let what = match value.get(1)?.as_str()? {
        "end" => WaitsFor::End(ThreadId(number(value.get(2))?)),
        "object" => WaitsFor::Object(kind(value.get(2)?)?),
        name => WAITS.iter().find(|(_, known)| *known == name)?.0,
    };
    Some(Wait { thread: ThreadId(number(value.get(0))?), what })
}

fn kind(value: &Value) -> Option<SyncKind> {
    let name = value.as_str()?;
    SyncKind::ALL.into_iter().find(|kind| kind.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let others = [WaitsFor::End(ThreadId(3)), WaitsFor::Object(SyncKind::Barrier)];
        let waits = WAITS.into_iter().map(|(what, _)| what).chain(others);
        let waits = Details::Waits(waits.map(|what| Wait { thread: ThreadId(1), what }).collect());
        let misuses = Misuse::ALL.into_iter().map(|(why, _)| Details::Misuse(SyncKind::Once, why));
        for details in misuses.chain([waits, Details::Said(String::new())]) {
            assert_eq!(read(&written(&details)), Some(details));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for value in [json!([]), json!(["waits", [[1, "nothing"]]]), json!(["misuse", "mutex"]), json!(["said", 1])] {
            assert_eq!(read(&value), None);
        }
    }
}

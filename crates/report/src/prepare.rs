//! Which steps prepare what is shared later.

use crate::data::Found;
use crate::row::{Row, Touched};
use std::collections::BTreeMap;

/// An object that was allocated.
struct Object {
    end: u64,
    /// Who did that.
    thread: u32,
    /// No other thread has touched it.
    untouched: bool,
    /// Its address stands where others may find it.
    published: bool,
}

/// Steps that prepare what is shared later: those of the first thread before it starts another one,
/// and what is done to memory before another thread touches the object that was allocated for it. Who
/// looks at it once others may know of it looks at what is shared.
pub(crate) fn preparations(found: &Found) -> Vec<bool> {
    let first_spawn = found.rows.iter().position(|row| row.operation == "spawn").unwrap_or(0);
    let mut objects = Objects::default();
    let prepares = |(at, row): (usize, &Row)| {
        let Some(touched) = row.touched else { return false };
        if matches!(row.operation.as_str(), "allocate" | "lifetime-begin") {
            objects.add(row, touched);
            return true;
        }
        let private = objects.touch(row, touched);
        let enters = row.operation == "once-enter";
        (at < first_spawn && !enters) || private || row.operation.ends_with("-init")
    };
    found.rows.iter().enumerate().map(prepares).collect()
}

#[derive(Default)]
struct Objects {
    by_address: BTreeMap<u64, Object>,
    /// Where those begin that have a name.
    by_name: BTreeMap<String, u64>,
}

impl Objects {
    fn add(&mut self, row: &Row, touched: Touched) {
        let object = Object { end: touched.addr + touched.size, thread: row.thread, untouched: true, published: false };
        self.by_address.insert(touched.addr, object);
        if let Some(name) = &row.location {
            self.by_name.insert(name.clone(), touched.addr);
        }
    }

    fn of(&mut self, addr: u64) -> Option<&mut Object> {
        let (_, object) = self.by_address.range_mut(..=addr).next_back()?;
        (addr < object.end).then_some(object)
    }

    /// Whether a step only prepares the object that it touches.
    fn touch(&mut self, row: &Row, touched: Touched) -> bool {
        let (mut private, mut hidden) = (false, false);
        if let Some(object) = self.of(touched.addr) {
            object.untouched &= row.thread == object.thread;
            // What an atomic access reads decides something.
            let looks = row.only_looks() && !object.published;
            private = object.untouched && (row.operation == "store" || looks);
            hidden = object.untouched && !object.published;
        }
        let pointee = row.written.as_ref().and_then(|written| self.by_name.get(written.strip_prefix('&')?));
        if let (Some(addr), false) = (pointee.copied(), hidden)
            && let Some(object) = self.of(addr)
        {
            object.published = true;
        }
        private
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(operation: &str, (addr, size): (u64, u64), written: Option<&str>) -> Row {
        Row {
            thread: 1,
            operation: operation.into(),
            touched: Some(Touched { addr, size, writes: operation != "load" }),
            written: written.map(Into::into),
            ..Row::default()
        }
    }

    #[test]
    fn who_looks_at_what_was_published_does_not_prepare() {
        let entry = |name: &str, addr| Row { location: Some(name.into()), ..step("allocate", (addr, 16), None) };
        let rows = vec![
            entry("e#1", 64),
            entry("e#2", 96),
            step("store", (64, 8), Some("&e#2")),
            step("load", (96, 8), None),
            step("store", (8, 8), Some("&e#1")),
            step("load", (64, 8), None),
            step("store", (72, 8), Some("1")),
            step("load", (96, 8), None),
        ];
        let prepares = preparations(&Found { rows, ..Found::default() });
        assert_eq!(prepares, [true, true, true, true, false, false, true, true]);
    }
}

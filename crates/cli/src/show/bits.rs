//! Bit-fields that share bytes, shown one by one. The compiler reads and writes all of their bytes:
//! which ones it means shows in its code ([`accessed_bits`]), or else by what a thread has changed
//! of what it has read there before.

use super::Shown;
use super::content::Content;
use super::naming::Values;
use super::step::Step;
use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_machine::{Byte, Named};
use threadbare_op::Site;
use threadbare_program::{BitField, Program, ShapeKind, accessed_bits};
use threadbare_report::Found;

/// What threads have read and written last, by thread and address.
#[derive(Debug, Default)]
pub(super) struct Held(BTreeMap<(u32, u64), Content>);

impl Held {
    /// Names a step that accesses bit-fields; false if it is another one.
    pub(super) fn name(&mut self, step: &mut Step, values: Values<'_>) -> bool {
        let (Some(touched), Some(at)) = (step.row.touched, step.at.clone()) else { return false };
        let Some(fields) = values.bits(&at, touched.size) else { return false };
        let base = at.path.rfind(".{").map_or(at.path.as_str(), |end| &at.path[..end]);
        let base = values.objects.name(&Named { path: base.to_owned(), ..at.clone() });
        let (content, writes) = match (&step.read, &step.written) {
            (Some(read), None) => (read.clone(), false),
            (None, Some(written)) => (written.clone(), true),
            _ => return false,
        };
        let here = (step.row.thread, touched.addr);
        let before = self.0.insert(here, content.clone()).filter(|_| writes);
        let meant = meant(fields, values.machine.program(), step.site);
        let told = changed(&meant, values, &content, before.as_deref());
        let (location, text) = match &told[..] {
            [(name, value)] => (format!("{base}.{name}"), value.clone()),
            several => {
                let texts: Vec<String> = several.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                (base, format!("{{{}}}", texts.join(", ")))
            }
        };
        step.row.location = Some(location);
        *(if writes { &mut step.row.written } else { &mut step.row.read }) = Some(text);
        true
    }
}

impl Shown {
    /// Of bit-fields that share memory, those that the two sides of a race mean.
    pub(super) fn name_members(&self, found: &mut Found, places: &Places<'_>, sites: [Site; 2]) {
        let program = places.program();
        let shape = found.row.and_then(|row| self.steps.get(row)?.at.as_ref()?.shape);
        let shape = shape.and_then(|shape| program.shapes.get(shape.0 as usize));
        let Some(ShapeKind::Bits(fields)) = shape.map(|shape| &shape.kind) else { return };
        let [mine, its] = sites.map(|site| meant(fields, program, site));
        if let Some((message, why)) = race_on(&found.message, [&mine, &its]) {
            found.message = message;
            found.explanation = why.or(found.explanation.take());
        }
    }
}

/// The members that an access is about: all, if it does not show which.
fn meant<'a>(fields: &'a [BitField], program: &Program, site: Site) -> Vec<&'a BitField> {
    let Some(accessed) = accessed_bits(program, site) else { return fields.iter().collect() };
    let is_meant = |field: &&BitField| (0..64).any(|bit| accessed >> bit & 1 == 1 && has(field, bit));
    let meant: Vec<&BitField> = fields.iter().filter(is_meant).collect();
    if meant.is_empty() { fields.iter().collect() } else { meant }
}

fn has(field: &BitField, bit: u64) -> bool {
    (field.first..field.first.saturating_add(u64::from(field.count))).contains(&bit)
}

/// What a race between these accesses is on, and why it is one if they mean different members; for
/// messages that name all members, `state.{open, dirty, phase}`.
fn race_on(message: &str, sides: [&[&BitField]; 2]) -> Option<(String, Option<String>)> {
    let (before, rest) = message.split_once('`')?;
    let (location, after) = rest.split_once('`')?;
    let (base, all) = location.rsplit_once(".{")?;
    let all: Vec<&str> = all.strip_suffix('}')?.split(", ").collect();
    let is_of = |side: &[&BitField], name: &str| side.iter().any(|field| field.name == name);
    let names: Vec<&str> = all.iter().copied().filter(|name| sides.iter().any(|side| is_of(side, name))).collect();
    let location = match &names[..] {
        [] => return None,
        [one] => format!("{base}.{one}"),
        several => format!("{base}.{{{}}}", several.join(", ")),
    };
    let why = match sides {
        [[a], [b]] if a.name != b.name => Some(format!(
            "the bit-fields `{}` and `{}` share memory: to write one is to read and write both. One lock for both, or a \
             member `int : 0` between them, which separates them, removes the race",
            a.name, b.name
        )),
        _ => None,
    };
    Some((format!("{before}`{location}`{after}"), why))
}

/// The members with their values: those that have changed since `before`, or else all.
fn changed(fields: &[&BitField], values: Values<'_>, now: &[Byte], before: Option<&[Byte]>) -> Vec<(String, String)> {
    let told = |fields: &mut dyn Iterator<Item = &&BitField>| -> Vec<(String, String)> {
        fields.map(|field| (field.name.clone(), values.bit_field(field, now))).collect()
    };
    let differs = |field: &&&BitField| {
        before.is_some_and(|before| values.bit_field(field, before) != values.bit_field(field, now))
    };
    let changed = told(&mut fields.iter().filter(differs));
    if changed.is_empty() { told(&mut fields.iter()) } else { changed }
}

/// The bits of a member, those that are not there as 0.
pub(super) fn bits(field: &BitField, bytes: &[u8]) -> u64 {
    let bit = |n: u64| {
        let at = field.first.saturating_add(n);
        let byte = usize::try_from(at / 8).ok().and_then(|byte| bytes.get(byte)).copied().unwrap_or(0);
        u64::from(byte >> (at % 8) & 1)
    };
    (0..u64::from(field.count.min(64))).fold(0, |all, n| all | bit(n) << n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_program::ShapeId;

    #[test]
    fn races() {
        let field = |name: &str| BitField { name: name.into(), first: 0, count: 1, of: ShapeId(0) };
        let (a, b, c) = (field("a"), field("b"), field("c"));
        let told = |mine: &[&BitField], its: &[&BitField]| race_on("data race on `s[2].{a, b, c}`: read", [mine, its]);
        assert_eq!(told(&[&b], &[&b]), Some(("data race on `s[2].b`: read".into(), None)));
        let (message, why) = told(&[&c], &[&a]).unwrap();
        assert_eq!(message, "data race on `s[2].{a, c}`: read");
        assert!(why.unwrap().starts_with("the bit-fields `c` and `a` share memory"));
        let all = told(&[&a, &b, &c], &[&a]).unwrap();
        assert_eq!(all, ("data race on `s[2].{a, b, c}`: read".into(), None));
        assert_eq!(race_on("data race on `x`: read", [&[&a], &[&b]]), None);
    }

    #[test]
    fn members() {
        let field = |first, count| BitField { name: String::new(), first, count, of: ShapeId(0) };
        let bytes = [0b1101_0110, 0b0000_0011];
        assert_eq!(bits(&field(0, 3), &bytes), 0b110);
        assert_eq!(bits(&field(3, 7), &bytes), 0b11_11010 & 0x7F);
        assert_eq!(bits(&field(12, 64), &bytes), 0, "beyond the end");
    }
}

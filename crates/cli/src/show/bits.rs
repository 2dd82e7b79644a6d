//! Bit-fields that share bytes, shown one by one. The compiler reads and writes all of their bytes:
//! what a thread has changed shows by what it has read there before.

use super::naming::Values;
use super::step::Step;
use std::collections::BTreeMap;
use threadbare_machine::Named;
use threadbare_program::BitField;

/// What threads have read and written last, by thread and address.
#[derive(Debug, Default)]
pub(super) struct Held(BTreeMap<(u32, u64), Vec<u8>>);

impl Held {
    /// Names a step that accesses bit-fields; false if it is another one.
    pub(super) fn name(&mut self, step: &mut Step, values: Values<'_>) -> bool {
        let (Some(touched), Some(at)) = (step.row.touched, step.at.clone()) else { return false };
        let Some(fields) = values.bits(&at, touched.size) else { return false };
        let base = at.path.rfind(".{").map_or(at.path.as_str(), |end| &at.path[..end]);
        let base = values.objects.name(&Named { path: base.to_owned(), ..at.clone() });
        let (content, writes) = match (&step.read, &step.written) {
            (Some(Some(read)), None) => (read.clone(), false),
            (None, Some(Some(written))) => (written.clone(), true),
            _ => return false,
        };
        let here = (step.row.thread, touched.addr);
        let before = self.0.insert(here, content.clone()).filter(|_| writes);
        let told = changed(fields, values, &content, before.as_deref());
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

/// The members with their values: those that have changed since `before`, or else all.
fn changed(fields: &[BitField], values: Values<'_>, now: &[u8], before: Option<&[u8]>) -> Vec<(String, String)> {
    let told = |fields: &mut dyn Iterator<Item = &BitField>| -> Vec<(String, String)> {
        fields.map(|field| (field.name.clone(), values.bit_field(field, now))).collect()
    };
    let differs = |field: &&BitField| before.is_some_and(|before| bits(field, before) != bits(field, now));
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
    fn members() {
        let field = |first, count| BitField { name: String::new(), first, count, of: ShapeId(0) };
        let bytes = [0b1101_0110, 0b0000_0011];
        assert_eq!(bits(&field(0, 3), &bytes), 0b110);
        assert_eq!(bits(&field(3, 7), &bytes), 0b11_11010 & 0x7F);
        assert_eq!(bits(&field(12, 64), &bytes), 0, "beyond the end");
    }
}

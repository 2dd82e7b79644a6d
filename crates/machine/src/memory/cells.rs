//! Bytes as words: the content of memory, eight bytes (and which of their bits are uninitialised)
//! to a cell.

use crate::value::{Value, mask};

/// Reads `size` (1 to 8) bytes at `offset`.
#[inline]
pub(crate) fn load(cells: &[Value], offset: usize, size: u8) -> Value {
    let word = offset / 8;
    let shift = (offset % 8) as u32 * 8;
    let width = u32::from(size) * 8;
    let cell = cells[word];
    if shift + width <= 64 {
        let keep = mask(width);
        return Value { bits: (cell.bits >> shift) & keep, undef: (cell.undef >> shift) & keep };
    }
    // It crosses into the next word; so shift is not 0.
    let next = cells[word + 1];
    let keep = mask(width);
    Value {
        bits: ((cell.bits >> shift) | (next.bits << (64 - shift))) & keep,
        undef: ((cell.undef >> shift) | (next.undef << (64 - shift))) & keep,
    }
}

/// Writes `size` (1 to 8) bytes at `offset`.
#[inline]
pub(crate) fn store(cells: &mut [Value], offset: usize, size: u8, value: Value) {
    let word = offset / 8;
    let shift = (offset % 8) as u32 * 8;
    let width = u32::from(size) * 8;
    if width == 64 && shift == 0 {
        cells[word] = value;
        return;
    }
    let keep = mask(width);
    let (bits, undef) = (value.bits & keep, value.undef & keep);
    let cell = &mut cells[word];
    let hole = !(keep << shift);
    cell.bits = (cell.bits & hole) | (bits << shift);
    cell.undef = (cell.undef & hole) | (undef << shift);
    if shift + width > 64 {
        let next = &mut cells[word + 1];
        let hole = !(keep >> (64 - shift));
        next.bits = (next.bits & hole) | (bits >> (64 - shift));
        next.undef = (next.undef & hole) | (undef >> (64 - shift));
    }
}

/// Which bytes of word `word` the bytes `offset..offset + size` take: bit i is byte i.
#[inline]
pub(crate) fn bytes_in_word(offset: u64, size: u8, word: u64) -> u8 {
    let from = offset.max(word * 8) - word * 8;
    let to = (offset + u64::from(size)).min(word * 8 + 8) - word * 8;
    (((1_u32 << to) - 1) & !((1_u32 << from) - 1)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn against_bytes() {
        let mut seed = 7_u64;
        let mut random = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let mut cells = vec![Value::ZERO; 4];
        let mut bytes = [0_u8; 32];
        let mut shadow = [0_u8; 32];
        for _ in 0..20_000 {
            let size = 1 + (random() % 8) as usize;
            let offset = (random() as usize) % (33 - size);
            if random() % 2 == 0 {
                let value = Value::partial(random(), random());
                store(&mut cells, offset, size as u8, value);
                bytes[offset..offset + size].copy_from_slice(&value.bits.to_le_bytes()[..size]);
                shadow[offset..offset + size].copy_from_slice(&value.undef.to_le_bytes()[..size]);
            }
            let (mut b, mut u) = ([0; 8], [0; 8]);
            b[..size].copy_from_slice(&bytes[offset..offset + size]);
            u[..size].copy_from_slice(&shadow[offset..offset + size]);
            let expected = Value { bits: u64::from_le_bytes(b), undef: u64::from_le_bytes(u) };
            assert_eq!(load(&cells, offset, size as u8), expected);
        }
    }

    #[test]
    fn masks_of_words() {
        assert_eq!(bytes_in_word(0, 8, 0), 0xFF);
        assert_eq!(bytes_in_word(6, 4, 0), 0b1100_0000);
        assert_eq!(bytes_in_word(6, 4, 1), 0b0000_0011);
        assert_eq!(bytes_in_word(9, 1, 1), 0b10);
    }
}

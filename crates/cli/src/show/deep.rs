//! Stacks that are too deep to be listed: those of endless recursion.

use threadbare_report::Frame;

/// Of more frames the middle is left out.
const MOST: usize = 32;
const FIRST: usize = 8;
const LAST: usize = 8;
/// So many functions of the frames left out are named.
const NAMED: usize = 3;

/// The first and the last of many frames, and one in between that stands for the others.
pub(super) fn cut(mut frames: Vec<Frame>) -> Vec<Frame> {
    if frames.len() <= MOST {
        return frames;
    }
    let middle = FIRST..frames.len() - LAST;
    let mut names: Vec<&str> = Vec::new();
    for Frame { function, .. } in &frames[middle.clone()] {
        if names.contains(&function.as_str()) {
            continue;
        }
        if names.len() == NAMED {
            names.push("...");
            break;
        }
        names.push(function);
    }
    let one = Frame { function: names.join(", "), place: None, left_out: middle.len() };
    frames.splice(middle, [one]);
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(names: &[&str], len: usize) -> Vec<Frame> {
        let frame = |at: usize| Frame { function: names[at % names.len()].into(), place: None, left_out: 0 };
        (0..len).map(frame).collect()
    }

    #[test]
    fn the_middle_of_deep_stacks_is_one_frame() {
        assert_eq!(cut(stack(&["f"], MOST)), stack(&["f"], MOST));
        let deep = cut(stack(&["f"], 1000));
        assert_eq!(deep.len(), FIRST + 1 + LAST);
        assert_eq!(deep[FIRST], Frame { function: "f".into(), place: None, left_out: 1000 - FIRST - LAST });
        assert_eq!(deep.iter().filter(|frame| frame.left_out > 0).count(), 1);
        assert_eq!(cut(stack(&["f", "g"], 1000))[FIRST].function, "f, g");
        assert_eq!(cut(stack(&["a", "b", "c", "d"], 1000))[FIRST].function, "a, b, c, ...");
    }
}

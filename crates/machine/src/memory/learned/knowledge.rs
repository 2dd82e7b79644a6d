//! What an exploration has learnt ([`Sharing`]) as lines of words, for another process that goes
//! on with the same exploration.
//!
//! The path to a place of the search counts visible accesses, so who follows it must know of at
//! least the same ones, and of no others. More cells may be known than when the path was made: each
//! access whose size was chosen by what was known then has left a cell of that size, and none that
//! overlaps it was added without beginning again.

use crate::domain::Domain;
use crate::memory::Memory;
use crate::memory::learned::sharing::{Cell, Origin, Sharing};

impl<D: Domain> Memory<D> {
    /// What has been learnt that paths depend on, in an order that does not depend on how.
    pub(crate) fn knowledge(&self) -> Vec<String> {
        self.learned.sharing.lines(self.explores())
    }

    /// Takes in what another process has learnt; whether that can be understood.
    #[must_use]
    pub(crate) fn take_in(&mut self, lines: &[String]) -> bool {
        lines.iter().all(|line| self.learned.sharing.take_in(line).is_some())
    }
}

impl Sharing {
    /// Which locations have parts; the rest only if all accesses are visible.
    fn lines(&self, explores: bool) -> Vec<String> {
        let wholes = self.wholes.known().map(|(origin, at, size)| format!("whole {} {at} {size}", words(origin)));
        let mut lines: Vec<String> = wholes.collect();
        if explores {
            lines.extend(self.shared_lines());
        }
        lines.sort();
        lines
    }

    fn shared_lines(&self) -> Vec<String> {
        let shared = self.shared.iter().map(|origin| format!("shared {}", words(*origin)));
        let mixed = self.mixed.iter().map(|origin| format!("mixed {}", words(*origin)));
        let cells = self.cells.iter().flat_map(|(origin, cells)| {
            cells.iter().map(|(at, Cell { size, bulk })| {
                format!("{} {} {at} {size}", if *bulk { "bulk" } else { "cell" }, words(*origin))
            })
        });
        shared.chain(mixed).chain(cells).collect()
    }

    fn take_in(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let what = words.next()?;
        let origin = origin(&mut words)?;
        match what {
            "shared" => {
                self.shared.insert(origin);
            }
            "mixed" => {
                self.mixed.insert(origin);
            }
            "whole" => {
                let (at, size) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                self.wholes.take_in(origin, at, size);
            }
            "cell" | "bulk" => {
                let (at, size) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                let bulk = what == "bulk";
                let cell = self.cells.entry(origin).or_default().entry(at).or_insert(Cell { size, bulk });
                cell.bulk &= bulk;
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }
}

fn words(origin: Origin) -> String {
    match origin {
        Origin::Global(id) => format!("global {id}"),
        Origin::Site(site) => format!("site {site}"),
        Origin::Errno => "errno 0".into(),
    }
}

fn origin<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Origin> {
    let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
    match kind {
        "global" => Some(Origin::Global(number)),
        "site" => Some(Origin::Site(number)),
        "errno" => Some(Origin::Errno),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Sharing {
        let mut sharing = Sharing::default();
        for line in [
            "shared global 3",
            "shared errno 0",
            "mixed site 7",
            "cell global 3 0 4",
            "bulk site 7 8 1",
            "whole global 3 0 8",
        ] {
            assert!(sharing.take_in(line).is_some(), "{line}");
        }
        sharing
    }

    #[test]
    fn what_is_written_is_read() {
        let lines = example().lines(true);
        assert_eq!(
            lines,
            [
                "bulk site 7 8 1",
                "cell global 3 0 4",
                "mixed site 7",
                "shared errno 0",
                "shared global 3",
                "whole global 3 0 8"
            ]
        );
        assert_eq!(example().lines(false), ["whole global 3 0 8"]);
        let mut other = Sharing::default();
        assert!(lines.iter().all(|line| other.take_in(line).is_some()));
        assert_eq!(other.lines(true), lines);
    }

    /// A cell that an instruction has accessed does not go by copying any more, whoever says so
    /// first.
    #[test]
    fn several_agree() {
        for lines in [["bulk global 1 0 8", "cell global 1 0 8"], ["cell global 1 0 8", "bulk global 1 0 8"]] {
            let mut sharing = Sharing::default();
            assert!(lines.iter().all(|line| sharing.take_in(line).is_some()));
            assert_eq!(sharing.lines(true), ["cell global 1 0 8"]);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in
            ["", "shared", "shared global", "shared global x", "shared global 1 2", "cell global 1 0", "x global 1"]
        {
            assert!(example().take_in(line).is_none(), "{line}");
        }
    }
}

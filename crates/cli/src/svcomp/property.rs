//! Property files of SV-COMP: `CHECK( init(main()), LTL(G ! call(reach_error())) )`, one or more.

use super::verdict::REACHED;
use threadbare_op::{Details, Fault, FaultKind};

/// What has to hold of every execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Property {
    /// This function is never called.
    Unreachable(String),
    NoDataRace,
    NoDeadlock,
    ValidFree,
    ValidDeref,
    /// No memory is lost track of.
    ValidMemtrack,
    /// All memory is freed.
    ValidMemcleanup,
    NoOverflow,
}

impl Property {
    /// As verdicts name it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreach-call",
            Self::NoDataRace => "no-data-race",
            Self::NoDeadlock => "no-deadlock",
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoOverflow => "no-overflow",
        }
    }

    /// Whether a fault of that kind, which says this, breaks it.
    pub(super) fn is_broken_by(&self, kind: FaultKind, said: &str) -> bool {
        match self {
            Self::Unreachable(_) => kind == FaultKind::Assertion && said.starts_with(REACHED),
            Self::NoDataRace => kind == FaultKind::DataRace,
            Self::NoDeadlock => kind == FaultKind::Deadlock,
            Self::NoOverflow => kind == FaultKind::Overflow,
            Self::ValidFree => matches!(kind, FaultKind::DoubleFree | FaultKind::InvalidFree),
            Self::ValidDeref => matches!(
                kind,
                FaultKind::UseAfterFree | FaultKind::OutOfBounds | FaultKind::NullPointer | FaultKind::InvalidPointer
            ),
            Self::ValidMemcleanup => kind == FaultKind::Leak,
            // A pointer to it may be left.
            Self::ValidMemtrack => false,
        }
    }

    /// Whether it is about memory that is never freed.
    pub(super) fn is_about_leaks(&self) -> bool {
        matches!(self, Self::ValidMemtrack | Self::ValidMemcleanup)
    }
}

/// Which faults break these properties, each by itself; with `or_races`, or are data races. `None`:
/// that takes more than one fault to say.
pub(super) fn breaking(properties: &[Property], or_races: bool) -> Option<fn(&Fault) -> bool> {
    match properties {
        [Property::Unreachable(_)] if or_races => Some(|fault| is_reached(fault) || is_race(fault)),
        [Property::Unreachable(_)] => Some(is_reached),
        [Property::NoDataRace] => Some(is_race),
        [Property::NoOverflow] => Some(|fault| Property::NoOverflow.is_broken_by(fault.kind, "")),
        _ => None,
    }
}

fn is_reached(fault: &Fault) -> bool {
    matches!(&fault.details, Details::Said(what) if Property::Unreachable(String::new()).is_broken_by(fault.kind, what))
}

fn is_race(fault: &Fault) -> bool {
    Property::NoDataRace.is_broken_by(fault.kind, "")
}

/// The properties in a file.
///
/// # Errors
/// There is none, or one that is not known.
pub(super) fn parse(text: &str) -> Result<Vec<Property>, String> {
    let mut properties = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let formula = formula(line).ok_or_else(|| format!("`{line}` is not `CHECK( init(main()), LTL(...) )`"))?;
        properties.push(property(&formula).ok_or_else(|| format!("the property `{formula}` is not known"))?);
    }
    if properties.is_empty() { Err("there is no property in this file".into()) } else { Ok(properties) }
}

/// What is in `LTL(...)`, with one blank between words.
fn formula(line: &str) -> Option<String> {
    let check = line.strip_prefix("CHECK")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (init, ltl) = check.split_once(',')?;
    let init: String = init.split_whitespace().collect();
    let ltl = ltl.trim().strip_prefix("LTL")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    (init == "init(main())").then(|| ltl.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn property(formula: &str) -> Option<Property> {
    let always = formula.strip_prefix("G ")?.trim();
    if let Some(never) = always.strip_prefix('!').map(str::trim) {
        return match never {
            "data-race" => Some(Property::NoDataRace),
            "deadlock" => Some(Property::NoDeadlock),
            "overflow" => Some(Property::NoOverflow),
            call => {
                let name = call.strip_prefix("call(")?.strip_suffix(')')?.trim().strip_suffix("()")?.trim();
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                (!name.is_empty() && name.chars().all(is_name)).then(|| Property::Unreachable(name.into()))
            }
        };
    }
    match always {
        "valid-free" => Some(Property::ValidFree),
        "valid-deref" => Some(Property::ValidDeref),
        "valid-memtrack" => Some(Property::ValidMemtrack),
        "valid-memcleanup" => Some(Property::ValidMemcleanup),
        "no-deadlock" => Some(Property::NoDeadlock),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        let one = |formula: &str| parse(&format!("CHECK( init(main()), LTL({formula}) )\n\n"));
        for (formula, property) in [
            ("G ! call(reach_error())", Property::Unreachable("reach_error".into())),
            ("G !call( stop () )", Property::Unreachable("stop".into())),
            ("G ! data-race", Property::NoDataRace),
            ("G ! overflow", Property::NoOverflow),
            ("G  valid-memcleanup", Property::ValidMemcleanup),
        ] {
            assert_eq!(one(formula), Ok(vec![property]), "{formula}");
        }
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK(init(main()),LTL(G valid-memtrack))";
        assert_eq!(parse(memory), Ok(vec![Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack]));
        for wrong in ["", "F end", "G ! call(x(1))", "G ! call(())", "G valid", "G"] {
            assert!(one(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "hello", "CHECK( init(other()), LTL(G valid-free) )", "COVER( init(main()), FQL(x) )"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}

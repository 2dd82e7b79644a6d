//! What the unfolding explorer says of itself, in the terms of its paper.

use threadbare_explore::{Depths, Measured};

/// For programs.
pub(crate) fn values(measured: &Measured) -> Vec<(&'static str, f64)> {
    let m = measured;
    let count = |n: u64| n as f64;
    vec![
        ("unfolding_events", count(m.events)),
        ("unfolding_events_live", count(m.live)),
        ("bytes_per_live_event", average(m.bytes, m.live)),
        ("thread_tree_depth", m.threads.average()),
        ("thread_tree_depth_max", f64::from(m.threads.most)),
        ("object_tree_depth", m.objects.average()),
        ("object_tree_depth_max", f64::from(m.objects.most)),
        ("conflicting_extensions", count(m.extensions)),
        ("causality_queries", count(m.steps_back)),
        ("alternatives_sought", count(m.combs)),
        ("events_tried", count(m.tried)),
        ("conflict_distance", average(m.walked, m.tried)),
        ("conflict_distance_max", count(m.farthest)),
    ]
}

/// For people; with the time of the parts, if it was taken.
pub(crate) fn lines(measured: &Measured) -> Vec<(&'static str, String)> {
    let m = measured;
    let deep = |depths: &Depths| format!("{:.1} deep on average, {} at most", depths.average(), depths.most);
    let mut lines = vec![
        (
            "unfolding",
            format!(
                "{} events made, {} kept at the same time, in {:.0} bytes each",
                m.events,
                m.live,
                average(m.bytes, m.live)
            ),
        ),
        ("trees", format!("of threads {}; of objects {}", deep(&m.threads), deep(&m.objects))),
        (
            "extensions",
            format!("{} conflicting ones found, {} earlier operations asked about", m.extensions, m.steps_back),
        ),
        (
            "alternatives",
            format!(
                "{} sought, {} events tried, {:.1} events away on average, {} at most",
                m.combs,
                m.tried,
                average(m.walked, m.tried),
                m.farthest
            ),
        ),
    ];
    if !m.running.is_zero() {
        let [running, extending, searching] = [m.running, m.extending, m.searching].map(|time| time.as_secs_f64());
        let text =
            format!("running the program {running:.3} s, extensions {extending:.3} s, alternatives {searching:.3} s");
        lines.push(("parts", text));
    }
    lines
}

fn average(sum: u64, count: u64) -> f64 {
    sum as f64 / count.max(1) as f64
}

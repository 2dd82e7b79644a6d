//! The table of a comparison: for people, for papers, for spreadsheets, for programs.

use super::{Comparison, Run};
use serde_json::{Value, json};
use std::fmt::Write;

/// The columns, and whether they hold numbers.
const COLUMNS: [(&str, bool); 9] = [
    ("explorer", false),
    ("classes", true),
    ("blocked", true),
    ("redundant", true),
    ("events", true),
    ("seconds", true),
    ("memory MB", true),
    ("verdict", false),
    ("", false),
];

impl Comparison {
    /// The heads of the columns.
    fn heads(&self) -> Vec<(&str, bool)> {
        let parameter = self.parameter.as_deref().map(|name| (name, true));
        parameter.into_iter().chain(COLUMNS).collect()
    }

    fn cells(&self, run: &Run) -> Vec<String> {
        let mut cells: Vec<String> = run.parameter.iter().map(ToString::to_string).collect();
        cells.push(run.explorer.clone());
        let counted = !matches!(run.verdict.as_str(), "error" | "left out");
        let mut number = |value: String| cells.push(if counted { value } else { "-".into() });
        for count in [run.classes, run.blocked, run.redundant, run.events] {
            number(count.to_string());
        }
        number(format!("{:.3}", run.seconds));
        number(format!("{:.1}", run.memory as f64 / 1e6));
        cells.extend([run.verdict.clone(), run.remark.clone()]);
        cells
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.runs.iter().map(|run| self.cells(run)).collect()
    }
}

pub(super) fn text(all: &Comparison) -> String {
    let (heads, rows) = (all.heads(), all.rows());
    let widths: Vec<usize> = (0..heads.len())
        .map(|at| rows.iter().map(|row| row[at].chars().count()).chain([heads[at].0.len()]).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        let mut text = String::new();
        for ((cell, width), (_, number)) in cells.iter().zip(&widths).zip(&heads) {
            let _ = if *number { write!(text, "{cell:>width$}  ") } else { write!(text, "{cell:<width$}  ") };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(&heads.iter().map(|(head, _)| (*head).to_owned()).collect::<Vec<_>>());
    rows.iter().for_each(|row| line(row));
    out.push('\n');
    out.push_str(&histogram(all));
    out.push_str(&conclusion(all));
    out
}

/// Of how many runs which part of the time went into looking for witnesses (Agarwal and others, CAV
/// 2021, figure 12). Nothing if it was not measured.
fn histogram(all: &Comparison) -> String {
    let measured = all.runs.iter().filter(|run| run.complete && run.seconds > 0.0);
    let shares: Vec<f64> = measured.filter_map(|run| Some(run.witness_seconds? / run.seconds)).collect();
    let mut out = String::new();
    if shares.is_empty() {
        return out;
    }
    let _ = writeln!(
        out,
        "Share of the time of rvf in which witnesses are looked for (VerifySC), and how many runs have it:"
    );
    for bin in 0..10 {
        let among = |share: &&f64| ((**share * 10.0) as usize).min(9) == bin;
        let count = shares.iter().filter(among).count();
        let _ = writeln!(
            out,
            "{:>3}-{:>3} %  {}{count}",
            10 * bin,
            10 * bin + 10,
            "#".repeat(count.min(60)) + if count > 0 { " " } else { "" }
        );
    }
    out.push('\n');
    out
}

/// What the table comes to.
fn conclusion(all: &Comparison) -> String {
    let mut out = String::new();
    for said in &all.disagreements {
        let _ = writeln!(out, "DISAGREEMENT: {said}");
    }
    if let Some(said) = &all.warning {
        let _ = writeln!(out, "warning: {said}");
    }
    let complete = all.runs.iter().filter(|run| run.complete).count();
    if !all.disagreements.is_empty() {
        let _ = writeln!(out, "{}", crate::run::REPORT_IT);
    } else if complete > 1 {
        let _ = writeln!(out, "All {complete} complete runs agree on the verdict and the faults.");
    } else {
        let _ = writeln!(out, "There are not two complete runs of the same program to be compared.");
    }
    out
}

pub(super) fn markdown(all: &Comparison) -> String {
    let mut out = String::new();
    let mut line = |cells: Vec<String>| {
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    };
    line(all.heads().iter().map(|(head, _)| (*head).to_owned()).collect());
    line(all.heads().iter().map(|(_, number)| if *number { "---:" } else { "---" }.to_owned()).collect());
    for row in all.rows() {
        line(row.iter().map(|cell| cell.replace('|', "\\|")).collect());
    }
    let histogram = histogram(all);
    if !histogram.is_empty() {
        let _ = write!(out, "\n```text\n{}```\n", histogram.trim_start());
    }
    if !all.disagreements.is_empty() || all.warning.is_some() {
        let _ = write!(out, "\n{}", conclusion(all));
    }
    out
}

pub(super) fn csv(all: &Comparison) -> String {
    let quoted = |cell: &str| {
        if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
    };
    let heads =
        all.heads().into_iter().map(|(head, _)| if head.is_empty() { "remark" } else { head }.replace(' ', "_"));
    let mut out = heads.collect::<Vec<_>>().join(",");
    out.push('\n');
    for row in all.rows() {
        let _ = writeln!(out, "{}", row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(","));
    }
    out
}

pub(super) fn json(all: &Comparison) -> Value {
    let run = |run: &Run| {
        json!({
            "explorer": run.explorer,
            "parameter": run.parameter,
            "verdict": run.verdict,
            "complete": run.complete,
            "classes": run.classes,
            "blocked": run.blocked,
            "redundant": run.redundant,
            "events": run.events,
            "seconds": run.seconds,
            "witness_seconds": run.witness_seconds,
            "peak_rss_bytes": run.memory,
            "faults": run.faults,
            "remark": run.remark,
        })
    };
    json!({
        "version": threadbare_report::json::VERSION,
        "parameter": all.parameter,
        "runs": all.runs.iter().map(run).collect::<Vec<_>>(),
        "agree": all.disagreements.is_empty(),
        "disagreements": all.disagreements,
        "warning": all.warning,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison() -> Comparison {
        let graph = Run {
            verdict: "safe".into(),
            complete: true,
            classes: 20,
            events: 1234,
            seconds: 0.25,
            memory: 2_500_000,
            ..Run::left_out("graph".into(), Some(2))
        };
        let rvf = Run { remark: "a, \"b\" | c".into(), ..Run::left_out("rvf".into(), Some(2)) };
        Comparison { runs: vec![graph, rvf], disagreements: Vec::new(), parameter: Some("N".into()), warning: None }
    }

    #[test]
    fn the_forms_of_the_table() {
        let all = comparison();
        let text = text(&all);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "N  explorer  classes  blocked  redundant  events  seconds  memory MB  verdict");
        assert_eq!(lines[1], "2  graph          20        0          0    1234    0.250        2.5  safe");
        assert_eq!(
            lines[2],
            "2  rvf             -        -          -       -        -          -  left out  a, \"b\" | c"
        );
        let csv = csv(&all);
        assert_eq!(
            csv,
            "N,explorer,classes,blocked,redundant,events,seconds,memory_MB,verdict,remark\n\
             2,graph,20,0,0,1234,0.250,2.5,safe,\n\
             2,rvf,-,-,-,-,-,-,left out,\"a, \"\"b\"\" | c\"\n"
        );
        let markdown = markdown(&all);
        assert_eq!(
            markdown.lines().nth(1),
            Some("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |")
        );
        assert!(markdown.contains("a, \"b\" \\| c"), "{markdown}");
        assert_eq!(json(&all)["runs"][0]["classes"], 20);
    }

    #[test]
    fn the_share_of_witnesses() {
        let run = |seconds, witness_seconds| Run {
            verdict: "safe".into(),
            complete: true,
            seconds,
            witness_seconds,
            ..Run::left_out("rvf".into(), None)
        };
        let runs =
            vec![run(2.0, Some(0.1)), run(1.0, Some(0.95)), run(1.0, Some(1.0)), run(1.0, None), run(0.0, Some(0.0))];
        let all = Comparison { runs, disagreements: Vec::new(), parameter: None, warning: None };
        let text = histogram(&all);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[1], lines[2], lines[10]), ("  0- 10 %  # 1", " 10- 20 %  0", " 90-100 %  ## 2"));
        assert!(markdown(&all).contains("```text\nShare"));
        assert_eq!(histogram(&comparison()), "");
    }

    #[test]
    fn a_disagreement_is_loud() {
        let all = Comparison { disagreements: vec!["x says `safe`, y says `fault`".into()], ..comparison() };
        assert!(text(&all).contains("DISAGREEMENT: x says `safe`, y says `fault`\nThis is a bug of threadbare"));
        assert!(markdown(&all).contains("DISAGREEMENT"));
        assert_eq!(json(&all)["agree"], false);
    }
}

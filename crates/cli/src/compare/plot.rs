//! The plot of a comparison over a scaling parameter: classes, and seconds, both on logarithmic
//! scales.

use super::{Comparison, Run};
use plotters::prelude::*;
use std::fmt::Display;

const SIZE: (u32, u32) = (900, 420);
const COLOURS: [RGBColor; 10] = [
    RGBColor(31, 119, 180),
    RGBColor(255, 127, 14),
    RGBColor(44, 160, 44),
    RGBColor(214, 39, 40),
    RGBColor(148, 103, 189),
    RGBColor(140, 86, 75),
    RGBColor(227, 119, 194),
    RGBColor(127, 127, 127),
    RGBColor(188, 189, 34),
    RGBColor(23, 190, 207),
];

/// A curve: an explorer, and its points.
type Curve<'a> = (&'a str, Vec<(f64, f64)>);

pub(super) fn svg(all: &Comparison) -> Result<String, String> {
    let parameter = all.parameter.as_deref().ok_or("a plot needs --param")?;
    let mut out = String::new();
    {
        let area = SVGBackend::with_string(&mut out, SIZE).into_drawing_area();
        area.fill(&WHITE).map_err(wrong)?;
        let halves = area.split_evenly((1, 2));
        // No class and no time at all have no logarithm.
        draw(&halves[0], parameter, "classes", &curves(all, |run| run.classes.max(1) as f64))?;
        draw(&halves[1], parameter, "seconds", &curves(all, |run| run.seconds.max(1e-4)))?;
        area.present().map_err(wrong)?;
    }
    Ok(out)
}

fn wrong(error: impl Display) -> String {
    format!("the plot cannot be drawn: {error}")
}

/// Of each explorer the complete runs.
fn curves(all: &Comparison, value: impl Fn(&Run) -> f64) -> Vec<Curve<'_>> {
    let mut curves: Vec<Curve<'_>> = Vec::new();
    for run in all.runs.iter().filter(|run| run.complete) {
        let point = (run.parameter.unwrap_or(0) as f64, value(run));
        match curves.iter_mut().find(|(explorer, _)| *explorer == run.explorer) {
            Some((_, points)) => points.push(point),
            None => curves.push((&run.explorer, vec![point])),
        }
    }
    curves
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw(area: &Area<'_>, parameter: &str, title: &str, curves: &[Curve<'_>]) -> Result<(), String> {
    let points = || curves.iter().flat_map(|(_, points)| points);
    let span = |of: fn(&(f64, f64)) -> f64| {
        points().map(of).fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    if points().next().is_none() {
        return Ok(());
    }
    let ((left, right), (low, high)) = (span(|point| point.0), span(|point| point.1));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(left..right.max(left + 1.0), (low / 1.5..high * 2.0).log_scale())
        .map_err(wrong)?;
    chart.configure_mesh().x_desc(parameter).light_line_style(TRANSPARENT).draw().map_err(wrong)?;
    for (at, (explorer, points)) in curves.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3))
            .map_err(wrong)?
            .label(*explorer)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
        .map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_explorer_has_its_curve() {
        let run = |explorer: &str, parameter, classes| Run {
            verdict: "safe".into(),
            complete: true,
            classes,
            seconds: 0.1,
            ..Run::left_out(explorer.into(), Some(parameter))
        };
        let runs = vec![run("graph", 2, 10), run("rvf", 2, 1), run("graph", 3, 1000), run("rvf", 3, 0)];
        let all = Comparison { runs, disagreements: Vec::new(), parameter: Some("N".into()), warning: None };
        let svg = svg(&all).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for word in ["graph", "rvf", "classes", "seconds"] {
            assert!(svg.contains(word), "{word}");
        }
        let none = Comparison { runs: Vec::new(), ..all };
        assert!(none.plot().is_ok());
        assert!(Comparison { parameter: None, ..none }.plot().is_err());
    }
}

//! All tests in one binary: all cores are busy until the last of them, and nothing is linked thirty
//! times.

mod bounds;
mod broken_explorers;
mod broken_models;
mod centric_known;
mod centric_vs_oracle;
mod drawn;
mod estimates;
mod faults_are_shown;
mod graph_vs_oracle;
mod input;
mod known_counts;
mod known_counts_values;
mod known_counts_weak;
mod litmus;
mod livelocks_vs_oracle;
mod loops_themselves;
mod mistakes_of_rvf;
mod naive_vs_oracle;
mod nothing_twice;
mod oracle_itself;
mod parallel;
mod prefix_vs_oracle;
mod replay;
mod replay_weak;
mod sections_vs_oracle;
mod spin;
mod starved_vs_oracle;
mod symmetry;
mod trace_vs_oracle;
mod unfolding_cutoffs;
mod unfolding_itself;
mod unfolding_vs_oracle;
mod values_vs_oracle;
mod weak_reference;
mod weak_shapes;
mod weak_vs_reference;

/// A file that is not named above would not even be compiled.
#[test]
fn no_file_is_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "all") {
            assert!(include_str!("all.rs").contains(&format!("\nmod {module};\n")), "{name}");
        }
    }
}

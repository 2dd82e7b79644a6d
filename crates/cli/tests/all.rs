//! What users see, in one binary: all cores are busy until the last test, and nothing is linked
//! twenty times. (The C programs, which take as long as all this, are in `programs`.)

mod advice;
mod auto;
mod cases;
mod checkpoints;
mod compare;
mod coverage;
mod estimates;
mod floats;
mod formats;
mod hostile;
mod inputs;
mod minimal;
mod reports;
mod sampled;
mod search;
mod second_solver;
mod suite;
mod svcomp;
mod symbolic;
#[path = "../../report/tests/validate/mod.rs"]
mod validate;

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

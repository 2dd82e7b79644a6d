//! Prints the register code of a program.
fn main() {
    let inputs: Vec<std::path::PathBuf> = std::env::args_os().skip(1).map(Into::into).collect();
    let start = std::time::Instant::now();
    match threadbare_frontend::load(&inputs, &threadbare_frontend::FrontendOptions::default()) {
        Err(error) => eprintln!("error: {error}"),
        Ok(program) => {
            let time = start.elapsed();
            if std::env::var_os("QUIET").is_none() {
                println!("{program}");
            }
            if let Err(errors) = program.verify() {
                for error in errors {
                    println!("VERIFY: {error}");
                }
            }
            for f in &program.functions {
                for inst in &f.code {
                    if let threadbare_program::Inst::Unsupported { what } = inst {
                        println!("UNSUPPORTED in {}: {what}", f.name);
                    }
                }
            }
            eprintln!("{time:?} {} functions", program.functions.len());
        }
    }
}

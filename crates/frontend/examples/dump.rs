//! Prints the register code of a program.
fn main() {
    let inputs: Vec<std::path::PathBuf> = std::env::args_os().skip(1).map(Into::into).collect();
    match threadbare_frontend::load(&inputs, &threadbare_frontend::FrontendOptions::default()) {
        Err(error) => eprintln!("error: {error}"),
        Ok(program) => {
            for (i, g) in program.globals.iter().enumerate() {
                println!("g{i} {g:?}");
            }
            println!("consts {:?}", program.consts);
            println!("externals {:?}", program.externals);
            for f in &program.functions {
                println!(
                    "\nfn {} params {} results {} regs {} loops {:?} private {:?} debug {:?} runtime {}",
                    f.name, f.params, f.results, f.regs, f.loops, f.private, f.debug, f.runtime
                );
                for (i, inst) in f.code.iter().enumerate() {
                    let line = program.lines[f.lines[i] as usize].pos.map_or(0, |p| p.line);
                    println!("  {i:3} [{line}] {inst:?}");
                }
            }
            println!("shapes {:?}", program.shapes);
        }
    }
}

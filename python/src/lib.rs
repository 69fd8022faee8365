//! The Python module: a thin door to the crates of this workspace. `python/rulebook` holds what is written in Python.

mod agent;
mod env;
mod errors;
mod explore;
mod game;
mod position;
mod puzzles;
mod questions;
mod sheets;
mod training;
mod vector;
mod work;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line with these arguments, the first one being the name of the command, and gives the exit status.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| rulebook_cli::run_with(arguments))
}

/// The parts of the package that are written in Rust.
#[pymodule]
fn _rulebook(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RulebookError", module.py().get_type::<errors::RulebookError>())?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<env::Env>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<explore::SearchCore>()?;
    module.add_class::<explore::Task>()?;
    module.add_class::<vector::VectorCore>()?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(env::kept_env, module)?)?;
    module.add_function(wrap_pyfunction!(game::kept_game, module)?)?;
    module.add_function(wrap_pyfunction!(position::kept_position, module)?)?;
    module.add_function(wrap_pyfunction!(vector::kept_vector, module)?)?;
    module.add_function(wrap_pyfunction!(game::load_shipped, module)?)?;
    module.add_function(wrap_pyfunction!(game::load_text, module)?)?;
    module.add_function(wrap_pyfunction!(game::shipped, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::check, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::explain, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::format, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::test, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::trace, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::why_not, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles::puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(questions::compare, module)?)?;
    module.add_function(wrap_pyfunction!(questions::measure, module)?)?;
    module.add_function(wrap_pyfunction!(questions::perft, module)?)?;
    module.add_function(wrap_pyfunction!(questions::play, module)?)?;
    module.add_function(wrap_pyfunction!(questions::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(questions::solve, module)?)?;
    module.add_function(wrap_pyfunction!(training::train, module)?)?;
    Ok(())
}

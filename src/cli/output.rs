//! A file that appears under its name only when it is whole.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::failure::Failure;
use super::temp_file::begin;

/// A file that is being written beside its final place.
pub struct Output {
    file: Option<BufWriter<File>>,
    beside: PathBuf,
    name: PathBuf,
}

impl Output {
    /// Begins the file of this name.
    pub fn create(name: &Path) -> Result<Self, Failure> {
        if name.is_dir() {
            return Err(Failure::Usage(format!("cannot write `{}`: it is a directory", name.display())));
        }
        let (beside, file) = begin(name).map_err(|error| failed(name, &error))?;
        Ok(Output { file: Some(BufWriter::new(file)), beside, name: name.to_owned() })
    }

    /// Adds a value as JSON on a line of its own.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written =
            serde_json::to_writer(&mut *file, value).map_err(io::Error::from).and_then(|()| file.write_all(b"\n"));
        written.map_err(|error| failed(&self.name, &error))
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(text.as_bytes()).map_err(|error| failed(&self.name, &error))
    }

    /// Puts the file in its place.
    pub fn finish(mut self) -> Result<(), Failure> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let whole = file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all());
        let placed = whole.and_then(|()| fs::rename(&self.beside, &self.name));
        placed.map_err(|error| {
            let _ = fs::remove_file(&self.beside);
            failed(&self.name, &error)
        })
    }
}

impl Drop for Output {
    /// What was not finished leaves nothing behind.
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Makes the folder that files are to be written into, if it is not there.
pub fn folder_for(name: &Path) -> Result<(), Failure> {
    fs::create_dir_all(name).map_err(|error| failed(name, &error))
}

fn failed(name: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write `{}`: {error}", name.display()))
}

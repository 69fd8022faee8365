//! `rulebook man`, for those who make packages.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::arguments::Arguments;
use super::failure::Failure;
use super::output::{self, Output};
use super::terminal::Terminal;

/// Write the manual pages, `rulebook.1` and one for each command
#[derive(Args)]
#[command(hide = true)]
pub struct ManPages {
    /// Folder to write them into
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl ManPages {
    /// Writes the pages.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        output::folder_for(&self.folder)?;
        let mut program = Arguments::command().disable_help_subcommand(true);
        program.build();
        let commands = program.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect::<Vec<_>>();
        std::iter::once(program).chain(commands).try_for_each(|command| self.page(command, terminal))
    }

    fn page(&self, command: Command, terminal: &mut Terminal) -> Result<(), Failure> {
        let page = Man::new(command).source(concat!("rulebook ", env!("CARGO_PKG_VERSION")));
        let mut text = Vec::new();
        page.render(&mut text)?;
        let mut file = Output::create(&self.folder.join(page.get_filename()), terminal)?;
        file.bytes(&text)?;
        file.finish()
    }
}

//! What editors ask about the text of a rule sheet: completion, hover, definition, references, rename, highlighting, symbols,
//! folding. Pure functions of a text, and of a byte offset in it; the text may be broken in any way.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

mod lexer;

mod mend;

mod symbol;

mod index;

mod declare;

mod walk;

mod sheet;
pub use sheet::Sheet;

mod words;

mod context;

mod binding;

mod complete;
pub use complete::{Completion, complete};

mod hover;
pub use hover::{Hover, hover};

mod signature;
pub use signature::{SignatureHelp, signature};

mod navigate;
pub use navigate::{NameUse, definition, names, references};

mod notation;

mod rename;
pub use rename::{Edit, rename};

mod tokens;
pub use tokens::{Token, TokenKind, tokens};

mod outline;
pub use outline::{DocumentSymbol, folding, symbols};

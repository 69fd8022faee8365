//! Tables.

use maud::{Markup, html};

use super::prose::prose;

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// Words with code, as long as a sentence: only these break into lines.
    Said(Markup),
    /// A number, set to the right.
    Number(String),
    /// Anything.
    Markup(Markup),
}

/// A table with a caption, heads and rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The heads of its columns.
    pub heads: Vec<String>,
    /// Its rows; the first cell of each is its head.
    pub rows: Vec<Vec<Cell>>,
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// A number.
    pub fn number(text: impl Into<String>) -> Self {
        Cell::Number(text.into())
    }

    /// Words, where what stands in backticks is code.
    pub fn said(text: &str) -> Self {
        Cell::Said(prose(text))
    }

    /// A number with its interval below it.
    pub fn bounded(value: &str, interval: &str) -> Self {
        // One sign of percent is enough.
        let interval = interval.replace(" % to ", " to ");
        Cell::Markup(html! { span.bounded { (value) @if !interval.is_empty() { br; small { (interval) } } } })
    }

    fn class(&self) -> Option<&'static str> {
        match self {
            Cell::Number(_) => Some("number"),
            Cell::Said(_) => Some("words"),
            Cell::Text(_) | Cell::Markup(_) => None,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Cell::Number(_))
    }
}

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, heads: &[&str]) -> Self {
        Table {
            caption: caption.to_owned(),
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn add(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// As HTML; nothing for a table without rows.
    pub fn html(&self) -> Markup {
        let is_number = |column: usize| {
            self.rows.iter().all(|row| row.get(column).is_some_and(Cell::is_number)) && !self.rows.is_empty()
        };
        let class = |number: bool| number.then_some("number");
        html! {
            @if !self.rows.is_empty() {
                div.scroll {
                    table {
                        caption { (self.caption) }
                        thead {
                            tr {
                                @for (column, head) in self.heads.iter().enumerate() {
                                    th scope="col" class=[class(is_number(column))] { (head) }
                                }
                            }
                        }
                        tbody { @for row in &self.rows { tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 {
                                    th scope="row" class=[cell.class()] { (shown(cell)) }
                                } @else {
                                    td class=[cell.class()] { (shown(cell)) }
                                }
                            }
                        } } }
                    }
                }
            }
        }
    }
}

fn shown(cell: &Cell) -> Markup {
    html! {
        @match cell {
            Cell::Text(text) | Cell::Number(text) => (text),
            Cell::Markup(markup) | Cell::Said(markup) => (markup),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Table};

    #[test]
    fn heads_and_scopes_are_there() {
        let mut table = Table::new("Caption", &["a", "n"]);
        assert_eq!(table.html().into_string(), "");
        table.add(vec![Cell::text("<x>"), Cell::number("3")]);
        let text = table.html().into_string();
        assert!(text.contains("<caption>Caption</caption>") && text.contains("<th scope=\"row\">&lt;x&gt;</th>"));
        assert!(
            text.contains("<th scope=\"col\" class=\"number\">n</th>") && text.contains("<td class=\"number\">3</td>")
        );
    }
}

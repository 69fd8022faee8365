//! Options: what they can be, and the values chosen for them.

use super::checker::Checker;
use super::constant::{Constant, constant};
use super::expr::Type;
use super::game::{Chosen, Domain, Setting};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::syntax::ast::{self, Name, OptionDecl, Pie};
use crate::util::{Rational, suggestion};

/// The option that every game with a pie rule has.
pub const PIE: &str = "pie";

/// A value chosen for an option, with places to point at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The option.
    pub option: Name,
    /// Its value.
    pub value: Name,
}

/// Words that begin something which goes on behind them, so that nothing can be compared with them.
const UNASKED: [&str; 4] = ["before", "my", "new", "not"];

/// How many words are offered in place of one that an option does not have.
const MAX_OFFERED: usize = 4;

/// A finding about a range, with the two ends of it the other way round as a fix.
pub fn exchanged(said: Diagnostic, low: &ast::Expr, high: &ast::Expr) -> Diagnostic {
    let (Some(first), Some(last)) = (low.written(), high.written()) else { return said };
    let edits = vec![Edit { span: low.span, text: last }, Edit { span: high.span, text: first }];
    said.fix(Fix { title: "exchange the two numbers".to_owned(), edits, safe: false })
}

impl Checker<'_> {
    /// Sets every option: to what is chosen, or to its default.
    pub fn choose(&mut self, choices: &[Choice]) {
        for (option, doc) in self.rules.options.clone() {
            if option.name.text == PIE {
                self.say(
                    Diagnostic::new(
                        Code::NameReserved,
                        option.name.span,
                        "`pie` is the option that the pie rule brings along",
                    )
                    .help("write `pie` alone, as a line of its own"),
                );
                continue;
            }
            if let Some(domain) = self.domain(option) {
                let default = match &option.domain {
                    ast::Domain::Words { default, .. } => self.word(&domain, default),
                    ast::Domain::Range { default, .. } => {
                        self.number(default).and_then(|n| self.in_domain(&domain, option, n, default))
                    }
                };
                let chosen = choices.iter().rev().find(|choice| choice.option.text == option.name.text);
                let value = match chosen {
                    Some(choice) => self.chosen(&domain, choice),
                    None => default,
                };
                if let Some(value) = value {
                    self.parts.options.push(Chosen {
                        name: option.name.text.clone(),
                        value,
                        domain,
                        doc: doc.to_owned(),
                    });
                }
            }
        }
        self.choose_pie(choices);
        self.refuse_unknown(choices);
    }

    fn choose_pie(&mut self, choices: &[Choice]) {
        let Some((pie, _)) = self.rules.pie.filter(|(pie, _)| *pie != Pie::Off) else { return };
        let domain = Domain::Words(vec!["on".to_owned(), "off".to_owned()]);
        let value = match choices.iter().rev().find(|choice| choice.option.text == PIE) {
            Some(choice) => self.chosen(&domain, choice),
            None => Some(Setting::Word("on".to_owned())),
        };
        self.parts.pie = value == Some(Setting::Word("on".to_owned()));
        let doc = match pie {
            Pie::FirstStone => "the first seat places a stone, the second chooses a colour",
            _ => "the second seat may change seats instead of its first turn",
        };
        let value = value.unwrap_or_else(|| Setting::Word("off".to_owned()));
        self.parts.options.push(Chosen { name: PIE.to_owned(), value, domain, doc: doc.to_owned() });
        self.usage.note(PIE);
    }

    fn refuse_unknown(&mut self, choices: &[Choice]) {
        let mut names: Vec<String> = self.rules.options.iter().map(|(option, _)| option.name.text.clone()).collect();
        if self.rules.pie.is_some() {
            names.push(PIE.to_owned());
        }
        for Choice { option, .. } in choices {
            if names.contains(&option.text) || (option.text == PIE && self.rules.pie.is_some()) {
                continue;
            }
            let unknown =
                Diagnostic::new(Code::OptionUnknown, option.span, format!("the game has no option `{}`", option.text));
            let list = || names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
            self.say(match suggestion(&option.text, names.iter().map(String::as_str)) {
                Some(near) => unknown.did_you_mean(near),
                None if names.is_empty() => unknown.help("it has no options"),
                None => unknown.help(format!("its options are {}", list())),
            });
        }
    }

    fn domain(&mut self, option: &OptionDecl) -> Option<Domain> {
        match &option.domain {
            ast::Domain::Words { words, .. } => {
                for word in words.iter().filter(|word| UNASKED.contains(&word.text.as_str())) {
                    let message = format!("no rule can ask whether `{}` is `{}`", option.name.text, word.text);
                    self.say(
                        Diagnostic::new(Code::NameReserved, word.span, message)
                            .label("goes on with what stands behind it")
                            .help("choose another word"),
                    );
                }
                Some(Domain::Words(words.iter().map(|word| word.text.clone()).collect()))
            }
            ast::Domain::Range { low, high, step, .. } => {
                let (low_value, high_value) = (self.number(low)?, self.number(high)?);
                let step_value = match step {
                    Some(step) => self.number(step)?,
                    None => Rational::ONE,
                };
                if low_value > high_value {
                    let span = low.span.to(high.span);
                    let said = Diagnostic::new(Code::OptionRange, span, "this range is empty")
                        .label(format!("{low_value} is more than {high_value}"))
                        .help("write the smaller number first");
                    self.say(exchanged(said, low, high));
                    return None;
                }
                if step_value <= Rational::ZERO {
                    let span = step.as_ref().map_or(low.span, |s| s.span);
                    self.say(Diagnostic::new(Code::OptionRange, span, "a step must be more than 0"));
                    return None;
                }
                Some(Domain::Range(low_value, high_value, step_value))
            }
        }
    }

    fn word(&mut self, domain: &Domain, word: &Name) -> Option<Setting> {
        let Domain::Words(words) = domain else { return None };
        if words.contains(&word.text) {
            return Some(Setting::Word(word.text.clone()));
        }
        let said =
            Diagnostic::new(Code::OptionValue, word.span, format!("`{}` is not one of the option's words", word.text));
        let list = words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
        self.say(match suggestion(&word.text, words.iter().map(String::as_str)) {
            Some(near) => said.did_you_mean(near),
            None => {
                let offered = words.iter().take(MAX_OFFERED).map(|known| Fix::write(word.span, known).unsure());
                Diagnostic { fixes: offered.collect(), ..said.help(format!("choose one of {list}")) }
            }
        });
        None
    }

    fn chosen(&mut self, domain: &Domain, choice: &Choice) -> Option<Setting> {
        let Domain::Range(low, high, step) = domain else { return self.word(domain, &choice.value) };
        let range = shown(*low, *high, *step);
        let value = Rational::parse(&choice.value.text);
        if let Some(value) = value.filter(|value| fits(*value, *low, *high, *step)) {
            return Some(Setting::Number(value));
        }
        let (option, text) = (&choice.option.text, &choice.value.text);
        let message = if value.is_some() {
            format!("option `{option}` cannot be {text}")
        } else {
            format!("option `{option}` wants a number, not `{text}`")
        };
        self.say(Diagnostic::new(Code::OptionValue, choice.value.span, message).help(format!("choose {range}")));
        None
    }

    fn in_domain(&mut self, domain: &Domain, option: &OptionDecl, value: Rational, at: &ast::Expr) -> Option<Setting> {
        let Domain::Range(low, high, step) = *domain else { return None };
        if fits(value, low, high, step) {
            return Some(Setting::Number(value));
        }
        self.say(
            Diagnostic::new(Code::OptionValue, at.span, format!("option `{}` cannot be {value}", option.name.text))
                .label("the default lies outside the range")
                .help(format!("choose {}", shown(low, high, step))),
        );
        None
    }

    /// The number that an expression comes to before there is a board.
    pub fn number(&mut self, expr: &ast::Expr) -> Option<Rational> {
        let typed = self.in_phase(Phase::Static, |checker| checker.expect(expr, Type::Number));
        if typed.ty == Type::Unknown {
            return None;
        }
        match constant(&typed, self.parts.board.as_ref(), &self.parts.definitions) {
            Some(Constant::Number(number)) => Some(number),
            _ => {
                self.say(
                    Diagnostic::new(Code::TypeNotConstant, expr.span, "this must be known before the game begins")
                        .label("depends on the position, or divides by zero")
                        .help("use numbers and options"),
                );
                None
            }
        }
    }

    /// A whole number between bounds that is known before the game begins.
    pub fn whole(&mut self, expr: &ast::Expr, low: i64, high: i64, what: &str) -> Option<i64> {
        let number = self.number(expr)?;
        match number.to_whole().filter(|n| (low..=high).contains(n)) {
            Some(whole) => Some(whole),
            None => {
                self.say(
                    Diagnostic::new(Code::LimitNumber, expr.span, format!("{what} cannot be {number}"))
                        .label(format!("comes to {number}"))
                        .help(format!("a whole number from {low} to {high} is wanted")),
                );
                None
            }
        }
    }
}

fn fits(value: Rational, low: Rational, high: Rational, step: Rational) -> bool {
    let steps = value.minus(low).and_then(|above| above.over(step));
    (low..=high).contains(&value) && steps.is_some_and(|steps| steps.to_whole().is_some())
}

fn shown(low: Rational, high: Rational, step: Rational) -> String {
    if step == Rational::ONE {
        format!("a number from {low} to {high}")
    } else {
        format!("from {low} to {high} by steps of {step}")
    }
}

//! Every code of a finding, with its severity and its page.
//!
//! A new code needs a line here, its page below `docs/findings/`, and a file below `tests/diagnostics/`; tests say which of
//! them is missing. What is passed on is the [`Code`]: its text is for what is shown, and for what a file says of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Severity;

macro_rules! codes {
    (
        files { $($severity:ident { $($code:ident = $name:literal,)+ })+ }
        refusals { $($refusal:ident = $refused:literal,)+ }
    ) => {
        /// A code of findings.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "each has a page of its own")]
        pub enum Code {
            $($(#[serde(rename = $name)] $code,)+)+
            $(#[serde(rename = $refused)] $refusal,)+
        }

        impl Code {
            /// The codes of findings about files: first those of errors, then those of warnings.
            pub const ALL: &[Code] = &[$($(Code::$code),+),+];

            /// The codes of what `why-not` says of a move. They are no findings about a file, and share one page.
            pub const REFUSALS: &[Code] = &[$(Code::$refusal),+];

            /// Its text, `area/slug`.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Code::$code => $name,)+)+
                    $(Code::$refusal => $refused,)+
                }
            }

            /// The severity of its findings.
            pub fn severity(self) -> Severity {
                match self {
                    $($(Code::$code)|+ => Severity::$severity,)+
                    $(Code::$refusal)|+ => Severity::Error,
                }
            }

            /// Its page, in Markdown: what it says, why, a wrong and a right example, how to mend it.
            pub fn page(self) -> &'static str {
                match self {
                    $($(Code::$code => include_str!(concat!("../../../docs/findings/", $name, ".md")),)+)+
                    $(Code::$refusal)|+ => WHY,
                }
            }
        }
    };
}

codes! {
    files {
        Error {
            AllowError = "allow/error",
            AllowReason = "allow/reason",
            AllowUnknown = "allow/unknown",
            BoardInvalid = "board/invalid",
            BoardPicture = "board/picture",
            BoardUnknownShape = "board/unknown-shape",
            ClaimRefuted = "claim/refuted",
            FileMissing = "file/missing",
            FileOutside = "file/outside",
            GameMissing = "game/missing",
            GamePie = "game/pie",
            LimitBoard = "limit/board",
            LimitCounters = "limit/counters",
            LimitDeclarations = "limit/declarations",
            LimitDivision = "limit/division",
            LimitEvaluation = "limit/evaluation",
            LimitFile = "limit/file",
            LimitFiles = "limit/files",
            LimitKinds = "limit/kinds",
            LimitNesting = "limit/nesting",
            LimitNotYet = "limit/not-yet",
            LimitNumber = "limit/number",
            LimitOperators = "limit/operators",
            LimitPicks = "limit/picks",
            LimitPlan = "limit/plan",
            LimitPlayers = "limit/players",
            LimitStacks = "limit/stacks",
            LimitStages = "limit/stages",
            LimitTest = "limit/test",
            LimitWritten = "limit/written",
            LookBoard = "look/board",
            LookUnknown = "look/unknown",
            LuckDice = "luck/dice",
            LuckLot = "luck/lot",
            LuckSetup = "luck/setup",
            LuckStep = "luck/step",
            MoveChain = "move/chain",
            MoveOrder = "move/order",
            MovePass = "move/pass",
            MoveWritten = "move/written",
            NameCircular = "name/circular",
            NameDuplicate = "name/duplicate",
            NameNoBase = "name/no-base",
            NameNotHere = "name/not-here",
            NameReserved = "name/reserved",
            NameUnknown = "name/unknown",
            NameUnknownMove = "name/unknown-move",
            NameUnknownPiece = "name/unknown-piece",
            NameUnknownType = "name/unknown-type",
            NameUnknownVariant = "name/unknown-variant",
            OptionRange = "option/range",
            OptionUnknown = "option/unknown",
            OptionValue = "option/value",
            PlayAlike = "play/alike",
            PlayBroken = "play/broken",
            PlayStuck = "play/stuck",
            SyntaxExpected = "syntax/expected",
            SyntaxNoGame = "syntax/no-game",
            SyntaxOutside = "syntax/outside",
            SyntaxUnclosedBracket = "syntax/unclosed-bracket",
            SyntaxUnclosedText = "syntax/unclosed-text",
            SyntaxUnknownDeclaration = "syntax/unknown-declaration",
            SyntaxUnopenedBracket = "syntax/unopened-bracket",
            TestFailed = "test/failed",
            TestMove = "test/move",
            TestOrder = "test/order",
            TestPosition = "test/position",
            TurnRepeat = "turn/repeat",
            TypeArguments = "type/arguments",
            TypeDivision = "type/division",
            TypeMismatch = "type/mismatch",
            TypeNotConstant = "type/not-constant",
        }
        Warning {
            AllowUnneeded = "allow/unneeded",
            BoardIsolated = "board/isolated",
            BoardUnplaced = "board/unplaced",
            EndLate = "end/late",
            EndOneSided = "end/one-sided",
            EndOrder = "end/order",
            EndShadowed = "end/shadowed",
            EndUnreachable = "end/unreachable",
            LimitCheck = "limit/check",
            LintAlikeNever = "lint/alike-never",
            LintCarried = "lint/carried",
            LintChain = "lint/chain",
            LintConstant = "lint/constant",
            LintCounter = "lint/counter",
            LintEmptySet = "lint/empty-set",
            LintEndless = "lint/endless",
            LintLine = "lint/line",
            LintManyWays = "lint/many-ways",
            LintMark = "lint/mark",
            LintMember = "lint/member",
            LintMirror = "lint/mirror",
            LintNeverAppears = "lint/never-appears",
            LintNeutralGroup = "lint/neutral-group",
            LintNoPieces = "lint/no-pieces",
            LintOwnPiece = "lint/own-piece",
            LintPairs = "lint/pairs",
            LintPrecedence = "lint/precedence",
            LintStacks = "lint/stacks",
            LintTakenAtOnce = "lint/taken-at-once",
            LintUnused = "lint/unused",
            LintUnwritten = "lint/unwritten",
            LookSame = "look/same",
            MoveEndlessChain = "move/endless-chain",
            MoveNoEffect = "move/no-effect",
            PieFirstStone = "pie/first-stone",
            PlayBound = "play/bound",
            PlayEndless = "play/endless",
            PlayNever = "play/never",
            PlayShort = "play/short",
            PlaySlow = "play/slow",
            PlayUneven = "play/uneven",
            RepetitionCovered = "repetition/covered",
            RepetitionNever = "repetition/never",
            SetupEmpty = "setup/empty",
            SetupOverlap = "setup/overlap",
            SetupUneven = "setup/uneven",
            TestEmpty = "test/empty",
            TurnEndlessUntil = "turn/endless-until",
            TurnNever = "turn/never",
            TurnShadowed = "turn/shadowed",
            TurnTwice = "turn/twice",
            TurnUnreachable = "turn/unreachable",
            VariantSame = "variant/same",
        }
    }
    refusals {
        WhyOver = "why/over",
        WhyTurn = "why/turn",
        WhyPriority = "why/priority",
        WhyPass = "why/pass",
        WhyPie = "why/pie",
        WhyStop = "why/stop",
        WhyPick = "why/pick",
        WhyWhere = "why/where",
        WhyNowhere = "why/nowhere",
        WhyRequire = "why/require",
        WhyWritten = "why/written",
        WhyChain = "why/chain",
        WhyIncomplete = "why/incomplete",
        WhyRepetition = "why/repetition",
        WhyNoCell = "why/no-cell",
        WhyUnreadable = "why/unreadable",
        WhyLegal = "why/legal",
        WhyUnknown = "why/unknown",
    }
}

/// The page about what `why-not` says of a move.
pub const WHY: &str = include_str!("../../../docs/findings/why.md");

impl Code {
    /// The code of findings about files that has this text.
    pub fn find(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// What comes before the slug: what its findings are about, such as `lint` or `test`.
    pub fn area(self) -> &'static str {
        self.name().split_once('/').map_or("", |(area, _)| area)
    }

    /// What it says, in one sentence: the first paragraph of its page without the severity.
    pub fn summary(self) -> String {
        let lines = self.page().lines().skip(1).skip_while(|line| line.is_empty());
        let text = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        text.split_once(": ").map_or(text.clone(), |(_, summary)| summary.to_owned())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

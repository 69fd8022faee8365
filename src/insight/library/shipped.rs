//! The games that come with the program.

use rulebook_language::util::suggest;

/// A game that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// Its file below `games/`, without the ending.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($path:literal),+ $(,)?) => {
        /// All of them, by path.
        pub static SHIPPED: &[Shipped] =
            &[$(Shipped { path: $path, text: include_str!(concat!("../../../games/", $path, ".game")) }),+];
    };
}

shipped![
    "blocking/amazons",
    "blocking/clobber",
    "blocking/domineering",
    "blocking/konane",
    "blocking/mattock",
    "blocking/nim",
    "blocking/slimetrail",
    "blocking/spire",
    "blocking/susan",
    "capture/abalone",
    "capture/alquerque",
    "capture/atari-go",
    "capture/blast-radius",
    "capture/cannon",
    "capture/chase",
    "capture/court",
    "capture/dameo",
    "capture/deckfish",
    "capture/draughts/english-draughts",
    "capture/draughts/international-draughts",
    "capture/draughts/turkish-draughts",
    "capture/fanorona",
    "capture/gess",
    "capture/martian-chess",
    "capture/othello",
    "capture/oust",
    "capture/pikemen",
    "capture/stawvs",
    "capture/surakarta",
    "capture/tanbo",
    "capture/tessella",
    "capture/tintas",
    "capture/zertz",
    "capture/zola",
    "connection/alta",
    "connection/ayu",
    "connection/bounce",
    "connection/conhex",
    "connection/crossway",
    "connection/gonnect",
    "connection/havannah",
    "connection/hex",
    "connection/lines-of-action",
    "connection/mirador",
    "connection/onyx",
    "connection/quax",
    "connection/query",
    "connection/scaffold",
    "connection/slither",
    "connection/sponnect",
    "connection/tak",
    "connection/twixt",
    "connection/unlur",
    "connection/y",
    "dice/cant-stop",
    "dice/pig",
    "dice/tablero",
    "hunt/fox-and-geese",
    "hunt/guerrilla",
    "hunt/tablut",
    "lines/complica",
    "lines/connect-four",
    "lines/connect6",
    "lines/entropy",
    "lines/garden",
    "lines/gipf",
    "lines/gobblet",
    "lines/gomoku",
    "lines/krypte",
    "lines/nine-mens-morris",
    "lines/order-and-chaos",
    "lines/pah-tum",
    "lines/pentago",
    "lines/pente",
    "lines/renju",
    "lines/spline",
    "lines/spree",
    "lines/tic-tac-toe",
    "lines/ultimate-tic-tac-toe",
    "lines/yavalath",
    "lines/yinsh",
    "loops/hula",
    "loops/lublache",
    "loops/trax",
    "race/archimedes",
    "race/arimaa",
    "race/backgammon",
    "race/breakthrough",
    "race/camelot",
    "race/chinese-checkers",
    "race/einstein",
    "race/furl",
    "race/halma",
    "race/ludo",
    "race/pachisi",
    "race/phutball",
    "race/quoridor",
    "race/royal-game-of-ur",
    "race/senet",
    "race/terraces",
    "royal/c1",
    "royal/chess/chess",
    "royal/chess/chess-variants",
    "royal/chess/chess960",
    "royal/janggi",
    "royal/jungle",
    "royal/makruk",
    "royal/shatranj",
    "royal/shogi",
    "royal/xiangqi",
    "sowing/bao",
    "sowing/kalah",
    "sowing/oware",
    "sowing/toguz",
    "stacking/abande",
    "stacking/accasta",
    "stacking/byte",
    "stacking/dipole",
    "stacking/dvonn",
    "stacking/emergo",
    "stacking/focus",
    "stacking/lasca",
    "stacking/lielow",
    "stacking/mixtour",
    "stacking/murus",
    "stacking/prudh",
    "stacking/pylon",
    "stacking/tzaar",
    "territory/ataxx",
    "territory/cairo-corridor",
    "territory/catchup",
    "territory/cephalopod",
    "territory/dots-and-boxes",
    "territory/emulsion",
    "territory/exxit",
    "territory/fendo",
    "territory/go",
    "territory/lifeline",
    "territory/margo",
    "territory/minimize",
    "territory/mosaic",
    "territory/strands",
    "territory/subdivision",
    "territory/symple",
    "territory/taiji",
    "territory/trike",
    "territory/tumbleweed",
    "territory/twinflames",
    "territory/verge",
    "territory/waldmeister",
    "territory/witch-stones",
];

impl Shipped {
    /// The name by which it is called: the stem of its file.
    pub fn name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// The shelf on which it stands: the folder of its file.
    pub fn family(&self) -> &'static str {
        self.path.split('/').next().unwrap_or(self.path)
    }

    /// The folders that hold its file, the shelf first: of Chess `royal` and `chess`.
    pub fn folders(&self) -> impl Iterator<Item = &'static str> {
        self.path.rsplit_once('/').into_iter().flat_map(|(folders, _)| folders.split('/'))
    }
}

/// The shipped game of this name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|game| game.name() == name)
}

/// The shipped game whose file is called so, with its ending.
pub fn of_file(name: &str) -> Option<&'static Shipped> {
    name.strip_suffix(".game").and_then(find)
}

/// The name of a shipped game that `name` was probably meant to be.
pub fn near(name: &str) -> Option<&'static str> {
    suggest(name, SHIPPED.iter().map(Shipped::name))
}

/// The shipped game whose file holds a game or variant of this title, as far as its text tells.
pub fn of_title(title: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|game| has_title(game.text, title))
}

/// The shipped game whose file below `games/` this is, with its ending.
pub fn at(path: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|game| path.strip_suffix(".game") == Some(game.path))
}

/// Whether a text holds a game or variant of this title, as far as the beginnings of its lines tell.
pub fn has_title(text: &str, title: &str) -> bool {
    let heads = ["game", "variant"].map(|word| format!("{word} \"{title}\""));
    text.lines().any(|line| heads.iter().any(|head| line.starts_with(head.as_str())))
}

#[cfg(test)]
mod tests {
    use super::{find, near, of_title};

    #[test]
    fn games_are_found_by_name_and_title() {
        assert_eq!(find("emulsion").map(|game| game.path), Some("territory/emulsion"));
        assert_eq!(find("territory/emulsion"), None);
        assert_eq!(near("emulsoin"), Some("emulsion"));
        assert_eq!(of_title("Free Emulsion").map(|game| game.name()), Some("emulsion"));
        assert_eq!(of_title("Emulsio"), None);
    }
}

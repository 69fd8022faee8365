// The tree-sitter grammar of `.game` files. It follows grammar/game.pest rule by rule. `tests/sheets.rs` compares the words
// of both, and what they make of every sheet in the repository. After a change, run `./generate`.
//
// `owned`, as in `my stone`, holds two names on one line: the external scanner looks at what follows the blank.

const list = (rule) => seq(rule, repeat(seq(",", rule)));
const LEVELS = { or: 1, and: 2, not: 3, compare: 4, some: 5, range: 6, union: 7, sum: 8, product: 9, prefix: 10, of: 11 };

const OPTION_WORDS = ["pie", "on", "nothing", "draw", "wins", "loses", "both", "all", "pass", "none", "last"];

module.exports = grammar({
  name: "rulebook",
  word: ($) => $.identifier,
  extras: ($) => [/[\s\uFEFF]/, $.doc_comment, $.comment],
  externals: ($) => [$._owned],
  reserved: {
    global: () => [
      "orthogonally", "diagonally", "directions", "repetition", "condition", "direction", "elsewhere", "exchange", "relation",
      "counter", "exactly", "highest", "neutral", "nothing", "players", "promote", "require", "through", "variant", "written",
      "before", "joined", "lowest", "nobody", "expect", "option", "pieces", "plural", "region", "remove", "stacks", "unmark",
      "after", "board", "cells", "every", "false", "group", "loses", "piece", "plies", "setup", "stack", "turns", "under",
      "value", "where", "while", "base", "both", "draw", "each", "else", "game", "last", "loop", "mark", "most", "move", "must",
      "none", "only", "pass", "pick", "some", "take", "then", "true", "tuck", "turn", "when", "wins", "with", "add", "all",
      "and", "can", "div", "for", "has", "let", "may", "mod", "new", "not", "pie", "put", "set", "as", "at", "by", "do", "if", "in",
      "is", "my", "no", "of", "on", "or",
    ],
    moves: () => ["pass", "base", "then", "must", "may", "with", "when", "while", "else", "of", "or", "and", "not", "if"],
    none: () => [],
  },
  supertypes: ($) => [$._declaration, $._statement, $._test_line, $._expression],
  conflicts: ($) => [[$.base, $.reference], [$.track, $.reference], [$.joined], [$.pie], [$._expression, $._bound], [$.carried], [$.turn_chain], [$.turn_roll], [$.turn_roll, $.move_name], [$.turn_draw, $.move_name], [$.setup_lot], [$._fixed, $._term], [$.luck], [$.reference, $.crossing]],

  rules: {
    file: ($) => repeat(choice($.game, $.variant)),
    game: ($) => seq("game", field("title", $.string), $.body),
    variant: ($) => seq("variant", field("title", $.string), "of", field("base", $.string), optional(seq("in", field("file", $.string))), $.body),
    body: ($) => seq("{", repeat($._declaration), "}"),

    doc_comment: () => token(prec(1, seq("///", /[^\n]*/))),
    comment: () => token(seq("//", /[^\n]*/)),
    string: () => token(seq('"', /[^"\n]*/, '"')),
    number: () => token(prec(1, /[0-9]+(\.[0-9]+)?/)),
    // A cell of a pyramid.
    level_cell: () => token(prec(2, /[0-9]+[a-z]+[0-9]+/)),
    integer: () => token(prec(1, /-?[0-9]+/)),
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    // Words of the language that are words of options, too.
    _word: ($) => choice(reserved("none", $.identifier), ...[...OPTION_WORDS, "cells"].map((word) => alias(word, $.identifier)), $.number, alias(token(/[0-9]+[A-Za-z_][A-Za-z0-9_]*/), $.word)),
    // A move may be called as a step of nature is.
    move_name: ($) => choice(reserved("moves", $.identifier), alias("roll", $.identifier), alias("draw", $.identifier)),

    // ---- Declarations
    _declaration: ($) =>
      choice(
        $.taken_off, $.effect, $.after_move, $.by, $.source, $.family, $.players, $.stacks, $.piece, $.pie, $.option, $.board, $.relation, $.link, $.setup, $.definition,
        $.group, $.loop, $.line, $.counter, $.track, $.mark, $.luck, $.move, $.pass, $.turn, $.skip, $.end, $.repetition, $.alike, $.limit, $.claim,
        $.allow, $.look, $.test,
      ),
    // What a variant takes away.
    taken_off: ($) =>
      seq(
        choice(
          seq("move", field("name", $.move_name)),
          seq(
            choice(
              "end", "pieces", "piece", "group", "loop", "line", "value", "region", "condition", "directions", "direction", "kinds", "kind", "player", "counter",
              "mark", "relation", "link", "cell", "track", "effect",
            ),
            field("name", $.identifier),
          ),
          "repetition",
          "alike",
          "limit",
          "pass",
          "skip",
          seq("after", "each", "move"),
        ),
        "off",
      ),
    effect: ($) => seq("effect", field("name", $.identifier), optional($.parameters), $.block),
    after_move: ($) => seq("after", "each", "move", $.block),
    by: ($) => seq("by", $.string, repeat(seq(",", choice($.string, $.number)))),
    source: ($) => seq("source", list($.string)),
    family: ($) => seq("family", $.string),
    players: ($) => seq("players", list(field("name", $.identifier))),
    stacks: ($) => seq("stacks", "up", "to", $._expression),
    piece: ($) => seq(optional("neutral"), choice("piece", "pieces"), list($.piece_name)),
    piece_name: ($) =>
      seq(field("name", $.identifier), optional(seq("plural", field("plural", $.identifier))), optional(seq("as", field("letter", reserved("none", $.identifier)))), optional($.carries)),
    // What a piece carries: without a set, a mark.
    carries: ($) => seq("with", $.carry, repeat(seq("and", $.carry))),
    carry: ($) => prec.right(seq(field("name", $.identifier), optional(seq(":", $._set)))),
    pie: () => seq("pie", optional(choice("off", seq("by", "first", "stone")))),

    // Longer than the operator `in`, which a set of members may have.
    in_a_row: () => token(prec(1, /in[ \t]+a[ \t]+row/)),

    option: ($) =>
      seq("option", field("name", $.identifier), choice("off", seq(":", choice(seq($.words, "=", $._word), seq($.range, "=", $._expression))))),
    words: ($) => seq($._word, repeat1(seq("|", $._word))),
    range: ($) => seq($._bound, "..=", $._bound, optional(seq("by", $._bound))),

    board: ($) =>
      seq("board", field("shape", $.identifier), optional($.arguments), optional($.round), optional(seq("with", "points")), optional(seq("named", "by", "rows")), optional(seq("rows", "from", choice("top", "bottom"))), optional(seq("numbered", "from", choice("top", "bottom"))), optional($.graph), optional(seq("joined", "by", $.identifier)), optional(seq("only", $._expression))),
    round: ($) => seq("round", $.identifier, optional(seq("and", $.identifier))),
    graph: ($) => seq("{", repeat(choice($.graph_line, $.graph_cell)), "}"),
    graph_line: ($) => seq("line", optional(seq($.identifier, ":")), $.identifier, repeat1(seq("-", $.identifier))),
    graph_cell: ($) => seq("cell", $.identifier, optional(seq("at", "(", $.integer, ",", $.integer, ")"))),
    relation: ($) => seq("relation", field("name", $.identifier), "=", $._expression, optional(seq("where", $._expression))),
    link: ($) => seq("link", field("name", $.identifier), optional(seq("(", "player", ")")), optional("aside"), "=", $._expression),

    setup: ($) => seq("setup", choice("nothing", seq("{", repeat($.string), repeat(choice($.base, $.set, $.mark_as, $.setup_lot, $.scatter, $.setup_put)), "}"))),
    setup_put: ($) => seq(optional($.stack_of), $._expression, optional($.carrying), choice("elsewhere", seq("on", $._expression))),

    // What is laid by lot.
    setup_lot: ($) => seq(choice($.turn_roll, $.turn_draw), optional(choice(seq("until", $._expression), $.turn_times))),
    scatter: ($) => seq("scatter", list($.scattered), choice("elsewhere", seq("over", $._expression))),
    scattered: ($) => seq(optional($._fixed), choice($.scatter_each, $._expression), optional($.carrying)),
    scatter_each: ($) => seq("each", "of", choice($._expression, seq(choice("neutral", $.identifier), choice($.set_of, $.comprehension)))),

    carrying: ($) => seq("with", $.carried, repeat(seq("and", $.carried))),
    carried: ($) => seq(field("name", $.identifier), optional($._set)),

    definition: ($) =>
      seq(choice("value", "region", "condition", "directions", "direction", "kinds", "kind", "player", "cell"), field("name", $.identifier), optional($.parameters), "=", $._expression, optional($.spreading)),
    // The least set that has the first one and, with each member, what is said of it.
    spreading: ($) => seq("spreading", optional(seq("from", field("name", $.identifier))), "to", $._expression),
    parameters: ($) => seq("(", list($.parameter), ")"),
    parameter: ($) => seq(field("name", $.identifier), optional(seq(":", $.type))),
    type: ($) => reserved("none", $.identifier),

    group: ($) => seq("group", field("name", $.identifier), "=", $.members, optional($.joined)),
    loop: ($) => seq("loop", field("name", $.identifier), "=", $.members, optional($.joined)),
    line: ($) =>
      seq("line", field("name", $.identifier), "=", optional("exactly"), field("length", $._bound), $.members, optional(seq($.in_a_row, optional($.adverb))), optional($.joined)),
    members: ($) => prec.right(seq(choice(seq(choice("like-coloured", "like-colored"), choice("pieces", $.identifier, $.parenthesized)), $._expression), optional("cells"), optional($.one_kind))),
    one_kind: () => alias(token(prec(1, /of\s+one\s+kind/)), "of one kind"),
    joined: ($) => seq("joined", optional(choice(seq("by", $.identifier), $.adverb))),
    adverb: () => choice("orthogonally", "diagonally"),

    counter: ($) =>
      seq("counter", field("name", $.identifier), optional(seq("(", list($.type), ")")), optional(seq("each", "turn")), optional("aside"), ":", $._bound, "..=", $._bound, optional(seq("=", $._expression))),
    track: ($) =>
      seq("track", field("name", $.identifier), "=", choice(seq(list($.track_run), optional(seq(",", "closed"))), seq($.identifier, repeat1(seq("-", $.identifier))))),
    track_run: ($) => seq($._expression, "along", $._expression),
    mark: ($) => prec.right(seq("mark", field("name", $.identifier), optional("aside"))),

    // What nature chooses: numbers that are rolled, a member of a set that is drawn.
    luck: ($) => seq(choice("dice", "die", "lot"), list(field("name", $.identifier)), ":", $._expression, optional(seq("by", $._expression)), optional($.block)),

    // ---- Moves
    move: ($) => seq("move", field("name", $.move_name), $.block),
    pass: ($) => seq("pass", $.block),
    block: ($) => seq("{", repeat($._statement), "}"),
    _statement: ($) =>
      choice(
        $.base, $.pick, $.let, $.where, $.require, $.put, $.remove, $.exchange, $.shift, $.turn_over, $.promote, $.tuck, $.set,
        $.add, $.take, $.sow, $.mark_as, $.unmark, $.link_as, $.unlink, $.for, $.if, $.repeat, $.written, $.do, $.at_end,
      ),
    base: () => "base",
    pick: ($) => seq("pick", optional($.how_many), field("name", $.identifier), optional(seq("-", field("name", $.identifier))), "in", $._expression),
    // So many members as one set.
    how_many: ($) => seq($._fixed, optional(seq("..=", $._fixed))),
    _fixed: ($) => choice($.number, $.parenthesized),
    let: ($) => seq("let", list($.binding)),
    binding: ($) => seq(field("name", $.identifier), "=", $._expression, optional($.spreading)),
    where: ($) => seq("where", $._expression),
    require: ($) => seq("require", $._expression),
    put: ($) => seq("put", optional($.stack_of), $._expression, optional($.carrying), "on", $._expression),
    stack_of: ($) => seq("stack", "of", $._expression),
    remove: ($) => seq("remove", $._expression),
    exchange: ($) => seq("exchange", $._expression, ",", $._expression),
    shift: ($) => seq("move", optional("stack"), $._expression, "to", $._expression),
    turn_over: ($) => seq("turn", "over", $._expression),
    promote: ($) => seq("promote", $._expression, "to", $._expression),
    tuck: ($) => seq("tuck", $._expression, "under", $._expression),
    set: ($) => seq("set", $.place, "to", $._expression),
    add: ($) => seq("add", $._expression, "to", $.place),
    take: ($) => seq("take", $._expression, "from", $.place),
    place: ($) => prec.right(seq($.identifier, optional(seq("(", list($._expression), ")")))),
    sow: ($) =>
      seq("sow", choice(seq($.identifier, "from", $._expression, optional(seq("leaving", $._expression))), seq(choice($.number, $.parenthesized, $.call, $.identifier), $.identifier, "onto", $._expression)), "along", $._expression, optional(seq("skipping", $._expression)), optional(seq(",", "again", "while", $._expression))),
    mark_as: ($) => seq("mark", $._expression, "as", $.identifier),
    unmark: ($) => seq("unmark", $._expression, "as", $.identifier),
    link_as: ($) => prec.right(seq("link", $._expression, "to", $._expression, "as", $.identifier, optional(seq("of", $._term)))),
    unlink: ($) => prec.right(seq("unlink", $._expression, "from", $._expression, "as", $.identifier, optional(seq("of", $._term)))),
    repeat: ($) => seq("repeat", "up", "to", $._bound, "times", "while", $._expression, $.block),
    for: ($) => seq("for", field("name", $.identifier), "in", $._expression, optional(seq("where", $._expression)), $.block),
    if: ($) => seq("if", $._expression, $.block, optional(seq("else", choice($.if, $.block)))),
    written: ($) => seq("written", $.string),
    do: ($) => prec.right(seq("do", field("effect", $.identifier), optional(seq("(", optional(list($._expression)), ")")))),
    // One token: `at` alone goes on with the expression before it.
    at_end: ($) => seq(alias(token(prec(1, /at\s+its\s+end/)), "at its end"), $.block),

    // ---- Turns
    turn: ($) =>
      seq("turn", optional(seq(choice(seq($.turn_of, optional($.turn_when)), $.turn_when), ":")), $._turn_order),
    turn_of: ($) => seq("of", $.identifier),
    turn_when: ($) => seq("when", $._expression),
    _turn_order: ($) => prec.right(seq($._turn_choice, repeat(seq("else", $._turn_choice)))),
    _turn_choice: ($) => prec.right(seq($._turn_sequence, repeat(seq("or", $._turn_sequence)))),
    _turn_sequence: ($) => prec.right(seq($._turn_step, optional($.turn_times), repeat(seq(",", "then", $.turn_follow)), optional(seq(",", "most", $.identifier)))),
    _turn_step: ($) => choice("base", "pass", $.turn_chain, $.turn_roll, $.turn_draw, $.turn_move, seq("(", $._turn_order, ")")),
    turn_chain: ($) => seq(optional("longest"), "chain", "of", $.move_name, "from", $.identifier, optional($.may_stop)),
    may_stop: () => seq(",", "may", "stop"),
    turn_move: ($) => prec.right(seq($.move_name, repeat($.turn_with))),
    turn_roll: ($) => seq("roll", list($.identifier)),
    turn_draw: ($) => seq("draw", $.identifier),
    turn_with: ($) => prec.right(seq("with", $.identifier, "in", $._set)),
    turn_follow: ($) =>
      prec.right(seq(optional(choice("must", "may")), $._turn_step, optional(seq("when", $._expression)), optional(choice(seq("while", "possible"), seq("while", $._expression), seq("until", $._expression), $.turn_times)))),
    turn_times: ($) => seq(optional(seq("up", "to")), choice($.number, $.identifier), "times"),
    skip: ($) => seq("skip", "when", $._expression),

    // ---- Ends
    end: ($) => seq("end", optional(field("name", $.identifier)), "when", $._expression, optional(seq("after", "each", "action")), $.results),
    results: ($) => seq("{", $.result, repeat(seq("else", $.result)), "}"),
    result: ($) =>
      seq(choice("draw", seq("highest", $._expression), seq("lowest", $._expression), seq($._expression, choice("wins", "loses"))), optional($.turn_when)),
    repetition: ($) =>
      seq("repetition", choice("positional", "situational", "ko"), optional(seq($._bound, "times")), choice(seq(choice("illegal", "draw", "wins", "loses"), optional($.turn_when)), seq(optional($.turn_when), $.results))),
    alike: ($) => seq("alike", "actions", "are", "one", optional($.turn_when)),
    limit: ($) => seq("limit", $._expression, choice("plies", "turns"), $.results),
    claim: ($) =>
      seq(
        "claim",
        choice(
          seq(choice(seq("no", choice("draw", "pass")), "draw", seq(choice("first", "second"), "seat", "wins"), "finite", "symmetric"), optional("off")),
          seq(choice("plies", "invariant"), "off"),
          seq("plies", "<=", $._expression),
          seq("invariant", $._expression),
        ),
        optional($.turn_when),
      ),
    // A code without an area is read, to be looked up and not found.
    allow: ($) => seq("allow", choice($.code, alias($.identifier, $.code)), optional(seq("of", $.identifier)), $.string),
    code: () => token(/[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*\/[A-Za-z0-9_]*(-[A-Za-z0-9_]+)*/),

    look: ($) => seq("look", "{", repeat($.look_line), "}"),
    look_line: ($) =>
      choice(
        seq(field("of", choice("board", seq(optional(field("mark", $.identifier)), $.identifier))), "as", $.like, optional(seq("on", $.like))),
        seq("hide", list($.identifier)),
      ),
    like: ($) => choice($._word, $.string),

    // ---- Tests
    test: ($) => seq("test", choice("base", seq(field("name", $.string), choice("off", seq("{", repeat($._test_line), "}"))))),
    _test_line: ($) => choice($.test_set, $.position, $.to_move, $.mark_as, $.play, $.expect),
    test_set: ($) => seq("set", choice(list($.setting), seq($.place, "to", choice($.picture, $._expression)))),
    setting: ($) => seq($._word, "=", choice($._word, token(prec(1, /-?[0-9]+([.\/-][0-9]+)*/)))),
    position: ($) => seq("position", choice($.string, $.picture)),
    picture: ($) => seq("{", repeat1($.string), "}"),
    to_move: ($) => seq("to", "move", $.identifier),
    play: ($) => prec.right(seq("play", $.string, repeat(seq(optional(","), $.string)))),
    expect: ($) =>
      seq(
        "expect",
        choice(
          prec.right(seq(choice("legal", "illegal", "only"), $.string, repeat(seq(optional(","), $.string)))),
          seq("moves", $._expression),
          seq("odds", $.string, "=", $._expression),
          seq("not", "over"),
          seq("over", optional($.by_clause)),
          prec.right(seq("draw", optional($.by_clause))),
          prec.right(seq($._expression, optional(seq(choice("wins", "loses"), optional($.by_clause))))),
        ),
      ),
    by_clause: ($) => seq("by", choice("repetition", $.identifier)),

    // ---- Expressions
    _expression: ($) => choice($.unary, $.binary, $._term),
    unary: ($) =>
      choice(
        prec(LEVELS.not, seq("not", $._expression)),
        prec(LEVELS.some, seq(choice("some", "none", "no"), $._expression)),
        prec(LEVELS.prefix, seq(choice("before", "new", "-", seq("turn", "start")), $._expression)),
      ),
    binary: ($) => {
      const left = (level, operator) => prec.left(level, seq($._expression, operator, $._expression));
      return choice(
        left(LEVELS.or, "or"),
        left(LEVELS.and, "and"),
        left(LEVELS.compare, choice("is", seq("is", "not"), "in", seq("not", "in"), "<", "<=", ">", ">=", "=", "!=")),
        left(LEVELS.range, "..="),
        left(LEVELS.union, "|"),
        left(LEVELS.sum, choice("+", "-")),
        left(LEVELS.product, choice("&", "*", "/", "div", "mod")),
        left(LEVELS.of, choice("of", "at", "through")),
      );
    },
    // An end of a range, since `=` goes on after it.
    _bound: ($) => choice($.bound_binary, $.bound_unary, $._term),
    bound_unary: ($) => prec(LEVELS.prefix, seq("-", $._bound)),
    bound_binary: ($) =>
      choice(prec.left(LEVELS.sum, seq($._bound, choice("+", "-"), $._bound)), prec.left(LEVELS.product, seq($._bound, choice("*", "/", "div", "mod"), $._bound))),
    // A set in a turn, since `or` goes on with the turn after it.
    _set: ($) => choice($.set_binary, $.set_unary, $._term),
    set_unary: ($) => prec(LEVELS.prefix, seq(choice("before", "new", "-", "some", "none", "no", "not", seq("turn", "start")), $._set)),
    set_binary: ($) => {
      const left = (level, operator) => prec.left(level, seq($._set, operator, $._set));
      return choice(
        left(LEVELS.range, "..="),
        left(LEVELS.union, "|"),
        left(LEVELS.sum, choice("+", "-")),
        left(LEVELS.product, choice("&", "*", "/")),
        left(LEVELS.of, choice("of", "at", "through")),
      );
    },

    _term: ($) =>
      choice(
        $.level_cell, $.number, $.conditional, $.quantified, $.no_move, $.nobody, $.can_move, $.all_pass, $.last, $.comprehension, $.set_of, $.parenthesized,
        $.crossing, $.call, $.owned, $.truth, $.option_word, $.reference,
      ),
    parenthesized: ($) => seq("(", $._expression, optional($.spreading), ")"),
    // The cells from which links go that cross the line between two cells.
    crossing: ($) => prec.dynamic(1, seq($.identifier, optional(seq("of", $.identifier)), "crossing", $._term, "-", $._term)),
    conditional: ($) => prec.right(seq("if", $._expression, "then", $._expression, "else", $._expression)),
    quantified: ($) =>
      prec.right(1, seq(choice("some", "none", "no", "every"), field("name", $.identifier), "in", $._expression, optional(seq(choice("where", "has"), $._expression)))),
    no_move: () => prec(1, seq("no", "move")),
    nobody: ($) => seq("nobody", "can", choice("move", $.move_name)),
    can_move: ($) => prec(2, seq(field("player", choice($.call, $.identifier)), "can", choice("move", $.move_name))),
    all_pass: () => prec(1, seq(choice("both", "all"), "pass")),
    last: ($) => prec(1, choice(seq("last", choice("mover", "sown", seq("to", $.move_name))), seq("last", $.identifier))),
    comprehension: ($) => prec(1, seq("{", field("name", $.identifier), optional(seq("in", $._expression)), ":", $._expression, "}")),
    set_of: ($) => seq("{", optional(list($._expression)), "}"),
    call: ($) => prec(2, seq(field("function", choice($.identifier, alias("cells", $.cells))), $.arguments)),
    arguments: ($) => seq("(", optional(choice(seq($._expression, $.generator), list($._expression))), ")"),
    generator: ($) => seq("for", field("name", $.identifier), "in", $._expression, optional(seq("where", $._expression))),
    owned: ($) => seq(choice("my", "neutral", $.identifier), $._owned, $.identifier),
    truth: () => choice("true", "false"),
    option_word: () => prec(-1, choice(...OPTION_WORDS)),
    reference: ($) => choice("base", "board", "neutral", prec(-1, "cells"), $.identifier),
  },
});

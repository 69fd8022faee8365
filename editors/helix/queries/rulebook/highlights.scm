; What is matched later wins.
(identifier) @variable
(comment) @comment
(doc_comment) @comment.line.documentation
(string) @string
[(number) (integer) (level_cell)] @constant.numeric
[(cells) (in_a_row)] @keyword
(truth) @constant.builtin.boolean
(code) @string.special

[
  "game" "variant" "of" "by" "source" "family" "players" "stacks" "up" "to" "neutral" "piece" "pieces" "plural" "as" "pie" "off"
  "option" "board" "round" "points" "named" "rows" "numbered" "from" "top" "bottom" "only" "line" "cell" "at" "relation" "setup" "nothing" "elsewhere" "on" "value"
  "region" "condition" "direction" "directions" "kind" "kinds" "player" "group" "loop" "exactly" "cells" "joined" "orthogonally" "diagonally"
  "counter" "aside" "track" "along" "closed" "mark" "move" "base" "pick" "in" "let" "where" "require" "put" "stack" "remove" "exchange"
  "turn" "over" "promote" "tuck" "under" "set" "add" "take" "sow" "leaving" "skipping" "again" "while" "unmark" "for" "if" "else"
  "then" "written" "when" "or" "and" "not" "pass" "longest" "chain" "with" "must" "may" "possible" "until" "times" "most" "skip" "end" "after"
  "each" "action" "draw" "highest" "lowest" "wins" "loses" "repetition" "positional" "situational" "ko" "times" "illegal" "limit"
  "plies" "turns" "claim" "invariant" "first" "second" "seat" "finite" "symmetric" "allow" "look" "hide" "test" "position" "play" "expect"
  "legal" "moves" "before" "new" "start" "some" "none" "no" "every" "has" "nobody" "can" "both" "all" "last" "mover" "sown" "is"
  "div" "mod" "through" "my" "like-coloured" "like-colored"
  "stone" "effect" "do" "at its end" "of one kind"
  "alike" "actions" "are" "one" "stop"
  "dice" "die" "lot" "roll" "scatter" "odds" "link" "unlink" "crossing" "spreading" "repeat" "onto"
] @keyword

["<" "<=" ">" ">=" "=" "!=" "..=" "|" "+" "-" "&" "*" "/"] @operator
["{" "}" "(" ")"] @punctuation.bracket
["," ":"] @punctuation.delimiter

(type) @type
(like (identifier) @constant)
; Words of the language that are values of options, as in `overline is wins`.
(option_word) @constant.builtin
(call function: (identifier) @function)
(definition name: (identifier) @function)
(link name: (identifier) @function)
(move name: (move_name) @function)
(effect name: (identifier) @function)
(do effect: (identifier) @function)
(taken_off name: (move_name) @function)
(turn_move (move_name) @function)
(turn_chain (move_name) @function)
(group name: (identifier) @type)
(loop name: (identifier) @type)
(line name: (identifier) @type)
(piece_name name: (identifier) @type)
(players name: (identifier) @constant)
(option name: (identifier) @variable.other.member)
(counter name: (identifier) @variable.other.member)
(luck name: (identifier) @variable.other.member)
(carry name: (identifier) @variable.other.member)
(pick name: (identifier) @variable.parameter)
(parameter name: (identifier) @variable.parameter)
((identifier) @variable.builtin
  (#any-of? @variable.builtin "me" "enemy" "mine" "empty" "occupied" "everyone" "kinds"))

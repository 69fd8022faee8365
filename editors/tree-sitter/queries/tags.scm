(game title: (string) @name) @definition.class
(variant title: (string) @name) @definition.class
(move name: (move_name) @name) @definition.method
(definition name: (identifier) @name) @definition.function
(effect name: (identifier) @name) @definition.function
[(group name: (identifier) @name) (loop name: (identifier) @name) (line name: (identifier) @name)] @definition.type
(piece_name name: (identifier) @name) @definition.type
(option name: (identifier) @name) @definition.constant
(counter name: (identifier) @name) @definition.field
(call function: (identifier) @name) @reference.call
(turn_move (move_name) @name) @reference.call
(do effect: (identifier) @name) @reference.call

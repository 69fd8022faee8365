(game "game" @context title: (string) @name) @item
(variant "variant" @context title: (string) @name) @item
(move "move" @context name: (move_name) @name) @item
(definition name: (identifier) @name) @item
(effect "effect" @context name: (identifier) @name) @item
(test "test" @context name: (string) @name) @item

(move (block) @function.inside) @function.around
(test) @test.around
(game (body) @class.inside) @class.around
(variant (body) @class.inside) @class.around
[(comment) (doc_comment)] @comment.inside
[(comment) (doc_comment)]+ @comment.around
(parameter) @parameter.inside

; As Neovim reads it.
[(body) (block) (graph) (setup) (look) (test) (picture) (results) (arguments) (set_of)] @indent.begin
["}" ")"] @indent.branch @indent.end
[(comment) (doc_comment)] @indent.auto

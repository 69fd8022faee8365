[(body) (block) (graph) (setup) (test) (picture) (results) (arguments) (set_of)] @indent
["}" ")"] @outdent

[(body) (block) (graph) (setup) (look) (test) (picture) (results) (arguments) (set_of)] @indent
["}" ")"] @outdent

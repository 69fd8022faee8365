[(body) (block) (graph) (setup) (look) (test) (picture) (results)] @fold

[(body) (block) (graph) (setup) (test) (picture) (results)] @fold

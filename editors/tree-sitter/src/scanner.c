// The blank within `my stone` and `White king`: two names of one line. What follows decides whether the second is one.

#include "tree_sitter/parser.h"

#include <string.h>

enum { OWNED };

// The reserved words, and those that go on after an expression though they may be names, as in `move from to to`.
static const char *const WORDS[] = {
    "orthogonally", "diagonally", "directions", "repetition", "condition", "direction", "elsewhere", "exchange", "relation",
    "counter", "crossing", "exactly", "spreading", "onto", "highest", "neutral", "nothing", "players", "promote", "require", "through", "variant", "written",
    "before", "joined", "lowest", "nobody", "expect", "option", "pieces", "plural", "region", "remove", "stacks", "unmark",
    "after", "board", "cells", "every", "false", "group", "loses", "piece", "plies", "setup", "stack", "turns", "under",
    "value", "where", "while", "base", "both", "draw", "each", "else", "game", "last", "loop", "mark", "most", "move", "must",
    "none", "only", "pass", "pick", "some", "take", "then", "true", "tuck", "turn", "when", "wins", "with", "add", "all",
    "and", "can", "div", "for", "has", "let", "may", "mod", "new", "not", "pie", "put", "set", "as", "at", "by", "do", "if", "in",
    "is", "my", "no", "of", "on", "or",
    "to", "from", "along", "leaving", "skipping", "times", "end", "play", "position", "over", "up",
};

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_name_char(int32_t c) { return is_letter(c) || (c >= '0' && c <= '9'); }

static void blanks(TSLexer *lexer) {
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t') lexer->advance(lexer, true);
}

// Reads a word; longer ones than any that matters are cut.
static void word(TSLexer *lexer, char out[16]) {
    unsigned length = 0;
    while (is_name_char(lexer->lookahead)) {
        if (length < 15) out[length++] = (char)lexer->lookahead;
        lexer->advance(lexer, false);
    }
    out[length] = 0;
}

static bool is_taken(const char *name) {
    for (unsigned index = 0; index < sizeof WORDS / sizeof *WORDS; index++) {
        if (strcmp(name, WORDS[index]) == 0) return true;
    }
    return false;
}

// Whether a word begins a statement on the same line: `let c = a sow seed from c`, where `put Black sow on c` is a piece.
static bool begins_statement(TSLexer *lexer, const char *first) {
    char rest[16];
    if (strcmp(first, "sow") == 0) {
        for (unsigned index = 0; index < 3; index++) {
            blanks(lexer);
            word(lexer, rest);
            if (strcmp(rest, "from") == 0 || strcmp(rest, "onto") == 0) return true;
        }
        return false;
    }
    blanks(lexer);
    if (strcmp(first, "link") == 0 || strcmp(first, "unlink") == 0) {
        if (lexer->lookahead == '(') return true;
        word(lexer, rest);
        return rest[0] != 0 && !is_taken(rest);
    }
    if (strcmp(first, "repeat") != 0) return false;
    word(lexer, rest);
    return strcmp(rest, "up") == 0 || strcmp(rest, "while") == 0;
}

void *tree_sitter_rulebook_external_scanner_create(void) { return NULL; }
void tree_sitter_rulebook_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_rulebook_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}
void tree_sitter_rulebook_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}

bool tree_sitter_rulebook_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)payload;
    if (!valid[OWNED] || (lexer->lookahead != ' ' && lexer->lookahead != '\t')) return false;
    blanks(lexer);
    if (!is_letter(lexer->lookahead)) return false;
    lexer->mark_end(lexer);
    char first[16];
    word(lexer, first);
    if (is_taken(first)) return false;
    if (strcmp(first, "like") == 0 && lexer->lookahead == '-') return false;
    if (begins_statement(lexer, first)) return false;
    lexer->result_symbol = OWNED;
    return true;
}

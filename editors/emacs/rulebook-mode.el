;;; rulebook-mode.el --- Rule sheets of board games  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A mode for `.game' files: colours, indentation, and the language server of the program through eglot.  With Emacs 29 and the
;; grammar of tree-sitter, `rulebook-ts-mode' has its colours from there.
;;
;;   (require 'rulebook-mode)
;;   (add-hook 'rulebook-mode-hook #'eglot-ensure)

;;; Code:

(require 'cl-lib)

(defgroup rulebook nil
  "Rule sheets of board games."
  :group 'languages)

(defcustom rulebook-program "rulebook"
  "The program whose command `lsp' is the language server."
  :type 'string)

(defcustom rulebook-indent-offset 2
  "Blanks for each bracket that is open."
  :type 'integer
  :safe #'integerp)

;; The reserved words of the language; a test compares them with its grammar.
(defconst rulebook--keywords
  '("add" "after" "all" "and" "as" "at" "base" "before" "board" "both" "by" "can" "cells" "condition" "counter"
    "diagonally" "direction" "directions" "div" "do" "draw" "each" "else" "elsewhere" "every" "exactly" "exchange"
    "expect" "false" "for" "game" "group" "has" "highest" "if" "in" "is" "joined" "last" "let" "loop" "loses"
    "lowest" "mark" "may" "mod" "most" "move" "must" "my" "neutral" "new" "no" "nobody" "none" "not" "nothing"
    "of" "on" "only" "option" "or" "orthogonally" "pass" "pick" "pie" "piece" "pieces" "players" "plies" "plural"
    "promote" "put" "region" "relation" "remove" "repetition" "require" "set" "setup" "some" "stack" "stacks"
    "take" "then" "through" "true" "tuck" "turn" "turns" "under" "unmark" "value" "variant" "when" "where" "while"
    "wins" "with" "written"))

(defconst rulebook--builtins
  '("abs" "all_directions" "between" "cell" "column" "columns" "count" "cycle_length" "diagonals" "distance" "edges" "empty" "enemy"
    "everyone" "flanked" "flipped" "height" "in_stack" "joins" "kind" "kinds" "lengths" "list" "max" "me" "min" "mine"
    "moved" "mover" "next" "occupied" "opposite" "orthogonals" "owned" "owner" "placed" "parts" "ply_number" "previous"
    "promoted" "ray" "removed" "row" "rows" "sight" "sizes" "subset" "sum" "the" "toward" "turn_number" "turned" "union"
    "vacated"))

(defvar rulebook-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "." table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "." table)
    table))

(defconst rulebook--font-lock
  `(("^\\s-*\\(///.*\\)$" 1 font-lock-doc-face t)
    ("\\_<\\(move\\)\\s-+\\([A-Za-z_]\\w*\\)\\s-*{" (2 font-lock-function-name-face))
    ("\\_<\\(?:value\\|region\\|condition\\|directions?\\|group\\|loop\\|relation\\)\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)\\s-*[=(]"
     (1 font-lock-function-name-face))
    ("\\_<option\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)" (1 font-lock-variable-name-face))
    (,(regexp-opt rulebook--keywords 'symbols) . font-lock-keyword-face)
    (,(regexp-opt rulebook--builtins 'symbols) . font-lock-builtin-face)))

(defun rulebook-indent-line ()
  "Indent by the brackets that are open at the beginning of the line."
  (interactive)
  (let* ((depth (save-excursion
                  (back-to-indentation)
                  (let ((open (car (syntax-ppss))))
                    (if (looking-at "[})]") (1- open) open))))
         (column (* rulebook-indent-offset (max 0 depth))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode rulebook-mode prog-mode "Rulebook"
  "Major mode for rule sheets."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+\\s-*")
  (setq-local indent-line-function #'rulebook-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults '(rulebook--font-lock)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.game\\'" . rulebook-mode))

;; In Emacs 29, where the grammar is installed.
(declare-function treesit-available-p "treesit.c")
(declare-function treesit-parser-create "treesit.c")
(declare-function treesit-major-mode-setup "treesit")
(declare-function treesit-font-lock-rules "treesit")

(defvar treesit-font-lock-settings)
(defvar treesit-font-lock-feature-list)

;;;###autoload
(define-derived-mode rulebook-ts-mode rulebook-mode "Rulebook"
  "Major mode for rule sheets, with colours from tree-sitter."
  (when (and (fboundp 'treesit-available-p) (treesit-available-p))
    (treesit-parser-create 'rulebook)
    (setq-local treesit-font-lock-feature-list '((comment string) (keyword definition) (number builtin)))
    (setq-local treesit-font-lock-settings
                (treesit-font-lock-rules
                 :language 'rulebook :feature 'comment
                 '((comment) @font-lock-comment-face (doc_comment) @font-lock-doc-face)
                 :language 'rulebook :feature 'string
                 '((string) @font-lock-string-face)
                 :language 'rulebook :feature 'keyword
                 `([,@rulebook--keywords] @font-lock-keyword-face)
                 :language 'rulebook :feature 'definition
                 '((definition name: (identifier) @font-lock-function-name-face)
                   (move name: (move_name) @font-lock-function-name-face)
                   (piece_name name: (identifier) @font-lock-type-face)
                   (players name: (identifier) @font-lock-constant-face)
                   (option name: (identifier) @font-lock-variable-name-face))
                 :language 'rulebook :feature 'number
                 '([(number) (integer)] @font-lock-number-face)
                 :language 'rulebook :feature 'builtin
                 '((call function: (identifier) @font-lock-builtin-face))))
    (treesit-major-mode-setup)))

(defvar eglot-server-programs)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '(rulebook-mode . (lambda (&rest _) (list rulebook-program "lsp")))))

(provide 'rulebook-mode)
;;; rulebook-mode.el ends here

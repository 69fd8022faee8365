;;; emacs.el --- Emacs as a user has it, with a rule sheet  -*- lexical-binding: t; -*-

;; Opens a rule sheet with a planted mistake, and does what one does there.  Ends with status 1 at the first thing that is not as it
;; should be.
;;
;;   emacs --batch -L editors/emacs -l editors/tests/emacs.el
;;
;; RULEBOOK names the program.

(require 'package)
(package-initialize)
(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'rulebook-mode)

(defconst patience 20)

(defun check (held what &rest values)
  (unless held (error "%s" (apply #'format what values))))

(defun wait (what until)
  (let ((end (+ (float-time) patience)))
    (while (not (funcall until))
      (check (< (float-time) end) "waited in vain for %s" what)
      (accept-process-output nil 0.05)
      ;; Nobody types here, so what waits for a pause is called.
      (timer-event-handler (timer-create)))
    (message "emacs: %s" what)))

(defun go-to (word)
  (goto-char (point-min))
  (check (re-search-forward (format "\\_<%s\\_>" word) nil t) "%s is not in the text" word)
  (goto-char (match-beginning 0)))

(defun has (text)
  (string-match-p (regexp-quote text) (buffer-string)))

(defun times (word)
  (how-many (format "\\_<%s\\_>" word) (point-min) (point-max)))

(defun try-everything ()
  (setq rulebook-program (or (getenv "RULEBOOK") "rulebook")
        eglot-sync-connect patience
        eglot-send-changes-idle-time 0
        flymake-no-changes-timeout 0.1
        make-backup-files nil
        create-lockfiles nil)
  (let ((file (expand-file-name "sheet.game" (make-temp-file "rulebook-" t))))
    (copy-file "editors/tests/sheet.game" file)
    (find-file file))
  (check (eq major-mode 'rulebook-mode) "the mode is %s" major-mode)
  (font-lock-ensure)
  (go-to "pick")
  (check (eq (get-text-property (point) 'face) 'font-lock-keyword-face) "`pick' is coloured as %s" (get-text-property (point) 'face))
  (apply #'eglot--connect (eglot--guess-contact))
  (check (eglot-managed-p) "the server does not care for the buffer")
  (flymake-start)

  (wait "the finding" #'flymake-diagnostics)
  (let ((found (flymake-diagnostics)))
    (check (= 1 (length found)) "one finding is planted: %S" (mapcar #'flymake-diagnostic-text found))
    (check (equal "emty" (buffer-substring (flymake-diagnostic-beg (car found)) (flymake-diagnostic-end (car found))))
           "the finding is at %s" (flymake-diagnostic-beg (car found)))
    (check (string-match-p "emty" (flymake-diagnostic-text (car found))) "it says %s" (flymake-diagnostic-text (car found))))

  ;; The quick fix, chosen from the list that Emacs shows.
  (go-to "emty")
  (cl-letf (((symbol-function 'completing-read) (lambda (_ choices &rest _) (car (all-completions "" choices))))
            ;; As if a key had been pressed: no menu for the mouse.
            (last-nonmenu-event ?x))
    (eglot-code-actions (point) nil "quickfix" t))
  (wait "the quick fix" (lambda () (has "in empty & rim")))
  (eglot--signal-textDocument/didChange)
  (wait "no finding after it" (lambda () (null (flymake-diagnostics))))

  (go-to "empty")
  (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (check (string-match-p "nothing on them" (format "%S" hover)) "hover says %S" hover))
  (forward-char 2)
  (let* ((completion (eglot-completion-at-point))
         (labels (all-completions "em" (nth 2 completion))))
    (check (cl-some (lambda (label) (string-prefix-p "empty" label)) labels) "completion offers %S" labels))
  (message "emacs: hover and completion")

  (let ((symbols (format "%S" (funcall imenu-create-index-function))))
    (check (and (string-match-p "place" symbols) (string-match-p "Inner" symbols)) "the symbols are %s" symbols))

  (go-to "rim")
  (eglot-rename "border")
  (wait "the rename, in the variant as well" (lambda () (and (= 3 (times "border")) (= 0 (times "rim")))))

  (eglot-format-buffer)
  (wait "formatting" (lambda () (has "\n  test \"begins\" {\n    expect")))

  (go-to "stone")
  (re-search-forward "\\_<stone\\_>" nil t 2)
  (backward-char 2)
  (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (check (= 1 (length found)) "one definition: %S" found))
  (message "emacs: the definition")

  ;; Indentation, which needs no server.
  (go-to "put")
  (beginning-of-line)
  (delete-horizontal-space)
  (indent-for-tab-command)
  (check (= 4 (current-indentation)) "`put' is indented by %s" (current-indentation))

  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot--current-server-or-lose) nil patience)
  (message "emacs: everything is as it should be"))

(condition-case problem
    (try-everything)
  (error (message "emacs: FAILED: %s" (error-message-string problem))
         (kill-emacs 1)))
;;; emacs.el ends here

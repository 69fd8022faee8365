"""What must come of each file of `tests/defects`."""

import re

from .common import Ran, clean, grave, proved, said, verdicts, want

SEEDS = 5  # of rows that play games


def before_in_definition(row):
    """Clean but for the counter of the file that nothing uses."""
    rest = [one["code"] for one in grave(row.check("--strict")) if one["code"] != "lint/unused"]
    want(not rest, f"not clean: {rest}")


def refuted(row, part):
    """The claim is refuted by a line of play, is a finding, and the status says so. Gives the claim's finding and verdict."""
    found = row.check("--strict")
    judged = [verdict for verdict in verdicts(found, part) if verdict["verdict"] == "refuted"]
    want(judged, f"`{part}` is {[verdict['verdict'] for verdict in verdicts(found, part)]}")
    codes = ("claim/refuted", "lint/endless")
    findings = [one for one in grave(found) if one["code"] in codes and (part in row.line(one["start"]["line"])
                or one["code"] == "lint/endless" and part == "finite")]
    want(findings, f"no finding at `{part}`")
    want(found["status"] == 1, f"status {found['status']}")
    return findings[0], judged[0]


def tuck_not_removed(row):
    found = but_short(row.check("--strict"))
    want(not found, f"not clean: {[(one['code'], one['message']) for one in found]}")


def uncovered(row):
    found = row.check("--strict")
    words = re.compile(r"no legal move|cannot move|no end clause|no clause|full board|board is full|covered by no", re.I)
    findings = [one for one in grave(found) if words.search(said(one))]
    want(findings, f"no finding: {[one['message'] for one in found['diagnostics']]}")
    shown = [one for one in findings if one["picture"] or re.search(r"position|seen (after|at)|--after", said(one))]
    want(shown, "no position shows it")
    want(found["status"] == 1, f"status {found['status']}")


def named_clauses(row, part):
    found = row.check("--strict")
    for number, line in enumerate(row.lines, 1):
        if part in line:
            want(any(one["code"].startswith("end/") and one["start"]["line"] <= number <= one["end"]["line"] and part in
                     row.line(one["start"]["line"]) for one in grave(found)), f"line {number} is not named: {line.strip()}")


def never_proved(row):
    found = row.check("--strict")
    for verdict in verdicts(found, "plies"):
        want(verdict["verdict"] != "proved", f"proved for {verdict['game']}: {verdict['how']}")
    return verdicts(found, "plies")


def not_different(row, a, b):
    different = 0
    for seed in range(1, SEEDS + 1):
        ran = row.run("compare", a, b, "-n", "400", "--agent", "mcts:10", "--states", "0", "--seed", str(seed))
        different += bool(re.search(r"\bdifferent$", ran.out, re.M))
    want(2 * different < SEEDS, f"different for {different} of {SEEDS} seeds")


# What must come of each file.

def bound_warning_swallowed(row):
    found = row.check("--strict")
    overlaps = [one for one in grave(found) if one["code"] == "setup/overlap"]
    want(overlaps, "no finding of overlapping setups")
    want(any("size" in said(one) and "2" in said(one) for one in overlaps), "does not say that `size` is 2")
    want(found["status"] == 1, f"status {found['status']}")


def but_short(found):
    """The grave findings; that the game is over after one action is true of some of these small files."""
    return [one for one in grave(found) if one["code"] != "play/short"]


def chain_32_picks(row):
    found = but_short(row.check("--strict"))
    if found:
        at_chain = [one for one in found if "chain" in row.line(one["start"]["line"])]
        want(any("pick" in said(one) and re.search(r"\d", said(one)) for one in at_chain),
             f"no finding at the chain speaks of picks: {[one['message'] for one in found]}")
    played = row.run("playouts", "FILE", "-n", "10")
    want("games" in played.out + played.err or played.status == 0, "`playouts` does not say what it has finished")


def compare_beyond_counter(row):
    relation = row.run("compare", "FILE?gift=yes", "FILE?gift=never", "-n", "0", "--json").json()["relation"]
    want(relation["word"] in ("less", "fewer"), f"the relation is {relation['word']}")
    shown = [one for one in relation["witnesses"] if one["only_a"]]
    want(shown, "no witness of what A alone allows")
    want(shown[0]["moves"] == ["a1", "b1", "c1"] and "stop" in shown[0]["only_a"],
         f"{shown[0]['only_a']} after {shown[0]['moves']}")


def compare_other_mover(row):
    games = ["FILE?extra=yes", "FILE?extra=never"]
    relation = row.run("compare", *games, "-n", "0", "--json").json()["relation"]
    text = row.run("compare", *games, "-n", "0").out
    want("Black to move" in text and "White to move" in text, "does not say who is to act")
    want(any("stop" in one["only_a"] for one in relation["witnesses"]), "`stop` is not among what A alone allows")
    for witness in relation["witnesses"]:
        refusal = witness.get("refusal")
        want(not refusal or "is legal" not in refusal["message"], f"{relation['word']}, and {refusal and refusal['message']}")


def crash_skip_repetition(row):
    row.check("--strict")
    for arguments in (["playouts", "FILE", "-n", "20"], ["moves", "FILE"], ["show", "FILE"], ["perft", "FILE", "4"],
                      ["measure", "FILE", "-n", "20"], ["solve", "FILE"], ["compare", "FILE", "FILE", "-n", "20"],
                      ["why-not", "FILE", "a1-b2"], ["trace", "FILE", "a1-b2"], ["test", "FILE"],
                      ["play", "FILE", "--seat", "1=random", "--seat", "2=mcts:20"]):
        ran = Ran(row.binary, row.folder, [argument.replace("FILE", row.file) for argument in arguments])
        row.runs.append(ran)
        want(ran.status in (0, 1, 2), f"`{ran.line}` ends with {ran.status}")


def exponential_variants(row):
    found = row.check("--strict")
    want(any(one["code"].startswith("limit/") and ("base" in row.line(one["start"]["line"]) or "`base`" in said(one))
             for one in grave(found)), f"no limit is named at a `base`: {[one['code'] for one in grave(found)]}")


def false_symmetric_passes_strict(row):
    finding, verdict = refuted(row, "symmetric")
    want(verdict["line"] or re.search(r"seen (after|at)", said(finding)), "no witness")
    first, last = row.number("setup {"), row.number("White man on rows(1)")
    want("setup" in said(finding) or any(first <= place["start"]["line"] <= last for place in finding["related"]),
         "the clause without an image is not named")


def first_move_decides(row):
    found = row.check("--strict")
    notes = [one for one in found["diagnostics"]
             if re.search(r"first (ply|move|action)|(one|1|a single) (ply|move|action)", said(one))]
    want(notes, "no note that the game is over after its first ply")
    clause = row.number("end when some stones of Black")
    want(any(clause in (one["start"]["line"], *(place["start"]["line"] for place in one["related"])) or "end 1" in said(one)
             or "some stones of Black" in said(one) for one in notes), "the clause is not named")


def fmt_parameter(row):
    diff = row.run("fmt", "--check", "FILE").out
    formatted = row.run("fmt", "-", stdin=(row.folder / row.file).read_bytes()).out
    want(not re.search(r"p:\s*$|^\+?\s*player\b", diff + formatted, re.M), "a line breaks inside `p: player`")
    want("p: player" in formatted, "no `p: player` in what is written")


def pass_cycle_missed(row):
    _, verdict = refuted(row, "finite")
    want("pass" in (verdict["line"] or []), f"the line {verdict['line']} does not pass")


def ko_cycle_missed(row):
    _, verdict = refuted(row, "finite")
    want(verdict["line"], "no line of play")


def label_of_other_test(row):
    found = row.check()
    starts = [at + 1 for at, line in enumerate(row.lines) if line.strip().startswith("test ")]
    test = lambda line: sum(start <= line for start in starts)
    wrong = [one for one in grave(found) if one["code"] == "board/picture"]
    want(len(wrong) == 2, f"{len(wrong)} wrong pictures")
    for one in wrong:
        for place in one["related"]:
            other = test(place["start"]["line"])
            want(other in (0, test(one["start"]["line"])), f"a label of test {test(one['start']['line'])} is in test {other}")


def late_witness_a(row):
    relation = row.run("compare", "FILE", "late_witness_b.game", "-n", "0", "--json").json()["relation"]
    want(relation["witnesses"], "no witness")
    want(len(relation["witnesses"][0]["moves"]) <= 12, f"{len(relation['witnesses'][0]['moves'])} plies")


def limit_check_on_tictactoe(row):
    found = row.check("--strict")
    want(not [one for one in found["diagnostics"] if one["code"].startswith("limit/")], "a limit is reached")
    judged = verdicts(found, "first seat wins")
    want(len(judged) == 3 and all(one["verdict"] != "undecided" for one in judged),
         f"judged: {[(one['game'], one['verdict']) for one in judged]}")


def lint_constant_inverted(row):
    found = row.check("--strict")
    want("always holds" in found["text"], "does not say that it always holds")
    want("never holds" not in found["text"], "says that it never holds")


def never_false_amazon(row):
    found = row.check("--strict")
    want(not re.search(r"no `amazon`|amazon[^.]*(never|was not) on the board", found["text"]), "something false about amazons")
    want(re.search(r"before (the|its|any|anybody's) ?(first)? ?(move|ply|action)|over (at|from) the (start|beginning)|already over",
                   found["text"]), "does not say that the game is over before the first move")


def plies_smallest(row):
    for verdict in never_proved(row):
        want("proved for" not in verdict["how"], f"{verdict['game']}: {verdict['how']}")


def plies2(row):
    found = row.check()
    for verdict in verdicts(found, "plies"):
        want(verdict["verdict"] == "refuted", f"{verdict['verdict']}: {verdict['how']}")
    want(found["status"] == 1, f"status {found['status']}")


def stop_then_may(row):
    found = row.check("--strict")
    turn = row.number("then may")
    findings = [one for one in grave(found) if one["start"]["line"] <= turn <= one["end"]["line"]]
    want(findings, "no finding at the turn")
    want(any(re.search(r"stop|end the turn", said(one)) and one["help"] for one in findings), "the plain form is not shown")


# Rows of other issues say so in the table.
ELSEWHERE = ()

EXPECTED = {
    "before_in_definition": before_in_definition,
    "bound_warning_swallowed": bound_warning_swallowed,
    "chain_32_picks": chain_32_picks,
    "compare_beyond_counter": compare_beyond_counter,
    "compare_other_mover": compare_other_mover,
    "crash_skip_repetition": crash_skip_repetition,
    "endless_hidden_by_allow": lambda row: refuted(row, "finite"),
    "exponential_variants": exponential_variants,
    "false_symmetric_passes_strict": false_symmetric_passes_strict,
    "first_move_decides": first_move_decides,
    "fmt_parameter": fmt_parameter,
    "ko_cycle_missed": ko_cycle_missed,
    "label_of_other_test": label_of_other_test,
    "late_witness_a": late_witness_a,
    "limit_check_on_tictactoe": limit_check_on_tictactoe,
    "lint_constant_inverted": lint_constant_inverted,
    "mcts_order_bias_breakthrough": lambda row: not_different(row, "FILE#BT", "FILE#BT flip"),
    "mcts_order_bias_tic_tac_toe": lambda row: not_different(row, "FILE#P", "FILE#Q"),
    "me_wins_late": lambda row: named_clauses(row, "me wins"),
    "me_wins_silent": lambda row: named_clauses(row, "me wins"),
    "missing_end_of_full_board": uncovered,
    "never_false_amazon": never_false_amazon,
    "no_end_but_limit": clean,
    "pass_cycle_missed": pass_cycle_missed,
    "plies2": plies2,
    "plies_hex": never_proved,
    "plies_smallest": plies_smallest,
    "prover_allowed": proved,
    "prover_depends_on_names": proved,
    "replaced_region_still_checked": clean,
    "stalemate_uncovered": uncovered,
    "stop_then_may": stop_then_may,
    "tuck_not_removed": tuck_not_removed,
}

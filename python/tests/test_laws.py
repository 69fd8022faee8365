"""What holds of every game and every number."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import rulebook

FORMS = ["flat", "picks"]
# In Rust these laws hold for every game (tests/play/environments.rs): here one in so many is enough, since only the door is another.
EVERY = 4


def env(game: rulebook.Game, form: str, **settings: Any) -> rulebook.Env:
    try:
        return game.env(form, most=200_000, max_plies=300, **settings)
    except rulebook.RulebookError as error:
        assert form == "flat" and "take the form `picks`" in error.message
        pytest.skip("too many actions, which is said")


@pytest.mark.parametrize("form", FORMS)
def test_numbers_and_texts_are_one_to_one(game: rulebook.Game, form: str) -> None:
    one = env(game, form)
    texts = [one.action_text(number) for number in range(one.actions)]
    assert len(set(texts)) == len(texts) > 0
    for number in random.Random(1).sample(range(one.actions), min(20, one.actions)):
        assert one.action_number(texts[number]) == number
    with pytest.raises(rulebook.RulebookError):
        one.action_text(one.actions)


@pytest.mark.parametrize("form", FORMS)
def test_the_mask_is_what_is_legal(game: rulebook.Game, form: str) -> None:
    one = env(game, form, explicit_chance=True)
    seed = random.Random(2)
    for _ in range(30):
        if one.state != "running":
            break
        position = one.position
        if one.is_chance:
            come_up(seed, one)
            continue
        if not one.picked:
            # Every legal action has numbers of its own, and they lead to what it leads to.
            numbers = [tuple(one.numbers(action)) for action in position.legal]
            assert len(set(numbers)) == len(numbers)
            if form == "flat":
                assert sorted(number for (number,) in numbers) == one.legal()
            assert {first for first, *_ in numbers} == set(one.legal())
            action = seed.choice(position.legal)
            other = one.copy()
            for number in one.numbers(action):
                other.step(number)
            assert other.position.notation == position.copy().play(action).notation
        mask = np.frombuffer(one.mask(), np.uint8)
        assert np.flatnonzero(mask).tolist() == one.legal() != []
        illegal = np.flatnonzero(mask == 0)
        if illegal.size:
            with pytest.raises(rulebook.RulebookError):
                one.step(int(seed.choice(illegal)))
        one.step(seed.choice(one.legal()))


def come_up(seed: random.Random, *all: rulebook.Env) -> None:
    """Lets one of the outcomes, which are all that is legal, come up in all games."""
    assert all[0].is_chance and not all[0].legal()
    outcomes = all[0].outcomes()
    assert [text for text, _ in outcomes] == all[0].position.legal
    assert sum(odds for _, odds in outcomes) == pytest.approx(1) and len(outcomes) <= all[0].most_outcomes
    drawn = seed.randrange(len(outcomes))
    after = all[0].position.play(outcomes[drawn][0]).notation
    for one in all:
        with pytest.raises(rulebook.RulebookError):
            one.draw(len(outcomes))
        one.draw(drawn)
        assert one.position.notation == after


def test_both_forms_play_the_same_games(game: rulebook.Game) -> None:
    flat, picks = (env(game, form, explicit_chance=True) for form in FORMS)
    seed = random.Random(3)
    for _ in range(40):
        assert flat.state == picks.state and flat.rewards == picks.rewards
        if flat.state != "running":
            break
        assert flat.seat == picks.seat and flat.is_chance == picks.is_chance
        if flat.is_chance:
            come_up(seed, flat, picks)
            continue
        action = seed.choice(flat.position.legal)
        (whole,) = flat.numbers(action)
        flat.step(whole)
        for number in picks.numbers(action):
            picks.step(number)
        assert flat.position == picks.position


@pytest.mark.parametrize("form", FORMS)
def test_many_games_are_those_that_are_played_alone(game: rulebook.Game, form: str) -> None:
    alone = [env(game, form, seed=5 + place) for place in range(3)]
    many = rulebook.VectorEnv(game, 3, 5, form=form, most=200_000, max_plies=300)
    obs, mask = many.reset()
    for _ in range(40):
        for place, one in enumerate(alone):
            assert one.seat == many.seat[place]
            assert one.mask() == mask[place].tobytes()
            assert one.observe() == obs[place].tobytes()
            assert one.position.notation == many.position(place).notation
        actions = many.sample()
        assert all(mask[place, action] for place, action in enumerate(actions))
        obs, mask, reward, done = many.step(actions)
        for place, one in enumerate(alone):
            one.step(int(actions[place]))
            assert ["running", "over", "cut"][done[place]] == one.state
            assert reward[place].tolist() == one.rewards
            if one.state != "running":
                one.reset()


def test_luck_follows_the_seed(game: rulebook.Game) -> None:
    def played(seed: int) -> str:
        one = game.env("picks", max_plies=80, seed=99)
        one.reset(seed)
        choice = random.Random(4)
        while one.state == "running":
            assert not one.is_chance and not one.outcomes()
            one.step(choice.choice(one.legal()))
        return one.position.notation

    assert played(1) == played(1)
    if game.has_luck:
        assert len({played(seed) for seed in range(12)}) > 1
    else:
        assert played(1) == played(2) and game.env("picks").most_outcomes == 0


def test_threads_change_nothing(game: rulebook.Game) -> None:
    def played(threads: int) -> list[bytes]:
        many = rulebook.VectorEnv(game, 7, 4, threads=threads, max_plies=200)
        many.reset()
        seen = []
        for _ in range(30):
            obs, mask, reward, done = many.step(many.sample())
            seen.append(obs.tobytes() + mask.tobytes() + reward.tobytes() + done.tobytes())
        return seen

    assert played(1) == played(3)


def test_nothing_is_clipped(game: rulebook.Game) -> None:
    many = rulebook.VectorEnv(game, 4, 6, form="picks", max_plies=200)
    obs, _ = many.reset()
    for _ in range(30):
        for plane, (name, low, high) in enumerate(many.planes):
            values = obs[:, plane]
            assert low <= values.min() and values.max() <= high, name
        obs, *_ = many.step(many.sample())
    assert len({name for name, _, _ in many.planes}) == len(many.planes)


@pytest.mark.parametrize("form", FORMS)
def test_symmetries_map_games_onto_games(game: rulebook.Game, form: str) -> None:
    many = rulebook.VectorEnv(game, 1, 7, form=form if form == "picks" else "auto", max_plies=100)
    kept = [map for map in many.symmetries() if map["keeps_start"] and map["players"] == sorted(map["players"])]
    for symmetry in kept[:4]:
        for column in ("planes", "places", "actions"):
            assert sorted(symmetry[column]) == list(range(len(symmetry[column])))
        there = rulebook.VectorEnv(game, 1, 7, form=many.form, max_plies=100)
        obs, mask = many.reset()
        seen, can = there.reset()
        for _ in range(30):
            image, may = many.mapped(symmetry, obs, mask)
            assert np.array_equal(image, seen) and np.array_equal(may, can)
            action = many.sample()
            obs, mask, reward, done = many.step(action)
            seen, can, same, ended = there.step(np.array([symmetry["actions"][action[0]]]))
            assert np.array_equal(reward, same) and np.array_equal(done, ended)

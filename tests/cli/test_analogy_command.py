"""``embviz analogy``: the contract's sample, what people read, and what is refused."""

from __future__ import annotations

import pytest


def test_the_sample_of_the_contract(embviz):
    found = embviz("analogy", "king - man + woman", "-k", "1", "--json").json
    diagnosis = found.pop("diagnosis")
    scores = [found[name][0].pop("score") for name in ("included", "excluded")]
    assert [round(score, 5) for score in scores] == [0.71576, 0.71576]
    queen = {"rank": 1, "id": 15731, "token": "Ġqueen", "text": " queen"}
    assert found == {
        "terms": [
            {"weight": 1.0, "text": "king", "id": 4197},
            {"weight": -1.0, "text": "man", "id": 555},
            {"weight": 1.0, "text": "woman", "id": 4166},
        ],
        "included": [queen],
        "excluded": [queen],
    }
    assert diagnosis
    assert all(sentence.endswith(".") for sentence in diagnosis)


def test_a_leading_minus_follows_two_dashes(embviz):
    found = embviz("analogy", "--json", "-k", "1", "--", "-man + king + woman").json
    assert [term["weight"] for term in found["terms"]] == [-1.0, 1.0, 1.0]
    assert found["excluded"][0]["text"] == " queen"


def test_both_lists_stand_side_by_side_and_inputs_are_marked(embviz):
    outcome = embviz("analogy", "Paris - France + Germany = Berlin")
    assert outcome.status == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "Paris − France + Germany"
    first = next(line for line in lines if line.lstrip().startswith("1 "))
    assert first.split() == ["1", "␣Paris", "(input)", "7042", "0.71883", "1", "␣Berlin", "11452", "0.64213"]
    assert "A random pair of common words: 0.30" in lines
    assert "only because the inputs were excluded" in outcome.out
    assert "You expected “Berlin”" in outcome.out
    assert outcome.err == ""


def test_k_and_normalize_are_taken(embviz):
    found = embviz("analogy", "king - man + woman", "-k", "3", "--normalize", "--json").json
    assert len(found["included"]) == len(found["excluded"]) == 3
    assert any(sentence.startswith("Added as they are stored") for sentence in found["diagnosis"])
    assert "every vector brought to length 1 first" in embviz("analogy", "king - man", "--normalize").out


def test_hidden_rows_need_their_option(embviz):
    # Row 0 is a control token, and nothing is nearer to it than itself, where it is listed at all.
    (usual,) = embviz("analogy", "#0", "-k", "1", "--json").json["included"]
    (first,) = embviz("analogy", "#0", "-k", "1", "--all-rows", "--json").json["included"]
    assert first["id"] == 0
    assert usual["id"] != 0


def test_a_split_word_is_refused_unless_an_option_says_what_to_do(embviz):
    line = embviz("analogy", "hippopotamus - man").error_line
    assert "“hippopotamus” is 3 tokens: ␣hipp·opotam·us" in line
    assert "--split mean" in line
    found = embviz("analogy", "hippopotamus - man", "--split", "mean", "--json").json
    assert found["terms"][0] == {
        "weight": 1.0,
        "text": "hippopotamus",
        "id": None,
        "combined": "mean",
        "pieces": [19165, 21179, 376],
    }
    skipped = embviz("analogy", "hippopotamus - man", "--split", "skip", "--json")
    assert [term["text"] for term in skipped.json["terms"]] == ["man"]
    assert "was left out" in skipped.err
    pieces = embviz("analogy", "hippopotamus - man", "--split", "pieces", "--json").json
    assert [term["id"] for term in pieces["terms"]] == [19165, 21179, 376, 555]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("", "The expression is empty."),
        ("king -", "ends with “−”"),
        ("king man", "neither + nor −"),
        ("king - xyzzyq", "xyzzyq"),
        ("king - king", "cancel out"),
        ("1e999*king", "too large"),
        ("nan*king", "not a number"),
        ("#99999999 - king", "no row 99999999"),
    ],
)
def test_what_cannot_be_worked_out_is_one_line_and_exit_1(embviz, expression, said):
    outcome = embviz("analogy", expression, "--json")
    assert outcome.status == 1
    assert said in outcome.error_line


def test_a_word_in_another_case_is_said_on_standard_error(embviz):
    outcome = embviz("analogy", "paris - france + germany", "-k", "1", "--json")
    assert outcome.json["terms"][0] == {"weight": 1.0, "text": "paris", "id": 7042}
    assert "“paris” is taken as ␣Paris." in outcome.err


def test_wrong_usage_is_exit_2(embviz):
    assert embviz("analogy").status == 2
    assert embviz("analogy", "king", "-k", "0").status == 2
    assert embviz("analogy", "king", "--metric", "dot").status == 2

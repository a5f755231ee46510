"""The sample outputs of the contract, to the digits that are printed there."""

from __future__ import annotations

import pytest


def test_info_says_what_the_bundled_table_is(embviz):
    found = embviz("info", "--json").json
    baseline, notices = found.pop("baseline"), found.pop("notices")
    assert round(found.pop("share"), 4) == 0.2105
    assert found == {
        "name": "SmolLM2-135M-Instruct",
        "source": "bundled",
        "vocab_size": 49152,
        "dim": 576,
        "parameters": 28311552,
        "dtype": "Q8_0",
        "tensor_name": "token_embd.weight",
        "tied": True,
        "model_parameters": 134515008,
        "scale": 1.0,
    }
    assert {name: round(value, 4) for name, value in baseline.items()} == {"mean": 0.4426, "sd": 0.1432}
    assert [notice["code"] for notice in notices] == ["quantised"]
    assert notices[0]["text"].endswith(".")


def test_tokens_gives_ids_stored_tokens_and_texts(embviz):
    assert embviz("tokens", "The cat sat", "--json").json == {
        "text": "The cat sat",
        "tokens": [
            {"id": 504, "token": "The", "text": "The"},
            {"id": 2644, "token": "Ġcat", "text": " cat"},
            {"id": 2643, "token": "Ġsat", "text": " sat"},
        ],
    }


def test_neighbors_gives_the_query_and_its_exact_list(embviz):
    found = embviz("neighbors", "cat", "-k", "2", "--json").json
    scores = [neighbor.pop("score") for neighbor in found["neighbors"]]
    assert [round(score, 5) for score in scores] == [0.73261, 0.68876]
    assert found == {
        "query": {
            "text": "cat",
            "id": 2644,
            "token": "Ġcat",
            "pieces": [{"id": 2644, "token": "Ġcat", "text": " cat"}],
            "combined": None,
        },
        "metric": "cosine",
        "table": "input",
        "neighbors": [
            {"rank": 1, "id": 9497, "token": "ĠCat", "text": " Cat"},
            {"rank": 2, "id": 27772, "token": "Cat", "text": "Cat"},
        ],
    }


def test_map_gives_the_48_words_and_the_quality_of_their_picture(embviz):
    found = embviz("map", "--json").json
    assert list(found) == [
        "model", "method", "seed", "parameters", "vectors", "words", "quality", "caution", "notices",
    ]  # fmt: skip
    assert {name: found[name] for name in ("model", "method", "seed", "vectors", "notices")} == {
        "model": "SmolLM2-135M-Instruct",
        "method": "pca",
        "seed": 0,
        "vectors": "unit",
        "notices": [],
    }
    first = found["words"][0]
    assert list(first) == [
        "text", "id", "token", "group", "x", "y", "kept", "false", "missing", "kept_length", "combined",
    ]  # fmt: skip
    assert (first["text"], first["id"], first["token"], first["group"]) == ("cat", 2644, "Ġcat", "animals")
    assert first["combined"] is None
    assert len(found["words"]) == 48
    quality = found["quality"]
    assert {name: round(value, 3) for name, value in quality.items()} == {
        "k": 5,
        "kept_mean": 2.458,
        "kept_random": 0.532,
        "trustworthiness": 0.849,
        "continuity": 0.876,
        "rnx_auc": 0.397,
        "variance_share": 0.291,
        "false_words": 28,
        "missing_words": 20,
    }
    assert quality["kept_mean"] == pytest.approx(sum(word["kept"] for word in found["words"]) / 48, abs=1e-6)
    assert sum(word["false"] >= 2 for word in found["words"]) == 28
    assert sum(word["missing"] >= 2 for word in found["words"]) == 20
    assert found["caution"][0].startswith("These two axes show 29 %")


def test_a_map_of_t_sne_has_no_share_of_variance_and_no_kept_length(embviz):
    found = embviz("map", "--method", "tsne", "--json").json
    assert found["parameters"] == {"perplexity": 10.0}
    assert found["quality"]["variance_share"] is None
    assert {word["kept_length"] for word in found["words"]} == {None}
    assert found["caution"][0].startswith("t-SNE tries to keep who is next to whom")


def test_json_on_standard_output_and_in_a_file_is_the_same_object(embviz, tmp_path):
    path = tmp_path / "map.json"
    outcome = embviz("map", "--words", "capitals", "--json", "-o", str(path))
    assert path.read_text(encoding="utf-8") == outcome.out
    assert "Ġ" in outcome.out


def test_the_csv_of_a_map_has_the_columns_of_the_contract(embviz, tmp_path):
    path = tmp_path / "map.csv"
    assert embviz("map", "-o", str(path)).status == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "word,token,id,group,x,y,kept,false,missing,kept_length"
    assert lines[1].startswith("cat,Ġcat,2644,animals,")
    assert len(lines) == 49

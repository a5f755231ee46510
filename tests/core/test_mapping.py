import json
from dataclasses import asdict

import numpy as np
import pytest

from embviz.core import distortion
from embviz.core.distortion import measuring
from embviz.core.mapping import MapRequest, VectorMode, draw
from embviz.core.projections.pca import PcaParameters
from embviz.core.projections.tsne import TsneParameters
from embviz.core.words import MapWord
from embviz.errors import EmbvizError, Stopped

GROUPS = {
    "animals": "cat dog horse cow sheep rabbit lion tiger",
    "numbers": "one two three four five six seven eight",
    "countries": "France Germany Italy Spain Japan China India Brazil",
    "colours": "red blue green yellow orange purple black white",
    "royalty & people": "king queen prince princess man woman boy girl",
    "technology": "computer software internet phone keyboard laptop server robot",
}


@pytest.fixture(scope="module")
def usual(bundled):
    """The 48 words of the first map: what `draw` needs of them."""
    words = [
        MapWord(text, (bundled.lookup(text)[0].id,), "Ġ" + text, number)
        for number, texts in enumerate(GROUPS.values())
        for text in texts.split()
    ]
    rows = bundled.vectors[[word.ids[0] for word in words]].astype(np.float64)
    return rows, words, list(GROUPS)


def some(n, d=12, seed=0):
    rows = np.random.default_rng(seed).normal(size=(n, d))
    return rows, [MapWord(f"w{place}", (place,), f"w{place}", 0) for place in range(n)], ["group"]


def said(result):
    return [str(sentence) for sentence in result.caution]


def test_the_first_map_has_the_totals_that_were_worked_out_independently(usual):
    quality = draw(*usual, MapRequest()).quality
    assert {name: value if value is None else round(value, 3) for name, value in asdict(quality).items()} == {
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


def test_the_first_map_says_where_it_lies(usual):
    result = draw(*usual, MapRequest())
    assert " ".join(said(result)) == (
        "These two axes show 29 % of the differences between the 48 words; 71 % is invisible. "
        "Of the 5 words that look nearest to a word, 2.5 on average truly are (a random picture: 0.5). "
        "28 words sit beside at least two false neighbours; 20 are cut off from at least two true ones. "
        "Worst: “king” looks nearest to computer, woman, boy; truly nearest are queen, prince, princess."
    )
    assert result.notices == ()
    assert result.group_names == tuple(GROUPS)
    assert result.words == tuple(usual[1])
    assert result.request == MapRequest("pca", PcaParameters())


def test_the_axes_of_the_first_map_show_what_the_sketch_says(usual):
    layout = draw(*usual, MapRequest()).layout
    assert [round(share, 3) for share in layout.axis_shares] == [0.196, 0.095]
    king = [word.text for word in usual[1]].index("king")
    assert layout.kept_length[king] == pytest.approx(0.02, abs=0.005)


def test_the_list_of_the_worst_word_is_that_of_the_sketch(usual):
    texts = [word.text for word in usual[1]]
    found = draw(*usual, MapRequest()).distortion
    looks = found.looks_nearest(texts.index("king"))
    truly = found.truly_nearest(texts.index("king"))
    assert [(texts[e.word], e.true_rank, round(e.cosine, 2)) for e in looks] == [
        ("computer", 31, 0.18),
        ("woman", 20, 0.23),
        ("boy", 21, 0.22),
        ("phone", 27, 0.20),
        ("internet", 25, 0.20),
    ]
    assert [(texts[e.word], e.map_rank, round(e.cosine, 2)) for e in truly] == [
        ("queen", 19, 0.62),
        ("prince", 22, 0.56),
        ("princess", 30, 0.47),
        ("Spain", 25, 0.34),
        ("lion", 20, 0.31),
    ]
    # "Farther than 58 % of pairs."
    assert round(100 * looks[0].percentile) == 58


def test_pca_keeps_at_most_the_whole_of_a_distance(usual):
    result = draw(*usual, MapRequest())
    positions = result.layout.positions
    for word in range(48):
        for entry in (*result.distortion.looks_nearest(word), *result.distortion.truly_nearest(word)):
            assert entry.map_distance == pytest.approx(
                np.linalg.norm(positions[word] - positions[entry.word])
            )
            assert 0 <= entry.map_distance / entry.distance <= 1 + 1e-12


def test_the_first_map_by_tsne_says_what_its_gaps_mean(usual):
    result = draw(*usual, MapRequest("tsne"))
    assert said(result)[0] == (
        "t-SNE tries to keep who is next to whom, not distances: "
        "gaps between groups and group sizes mean nothing."
    )
    assert said(result)[1].startswith("Of the 5 words that look nearest to a word, ")
    assert result.request.parameters == TsneParameters(10.0)
    assert result.quality.variance_share is None
    assert result.layout.kept_length is None
    assert 3.5 < result.quality.kept_mean < 4.5


def test_a_map_of_raw_vectors_is_measured_against_the_list_and_says_how_far_they_differ(usual):
    rows, words, names = usual
    result = draw(rows, words, names, MapRequest(vectors=VectorMode.RAW))
    assert said(result)[1] == (
        "This map uses vector lengths too; the list does not. "
        "18 % of the five-nearest entries differ before anything is flattened."
    )
    again = distortion.measure(rows, result.layout.positions)
    assert result.distortion.kept.tolist() == again.kept.tolist()
    # Drawn from the rows as they are: the plane shows the same share of their variance.
    lengths = np.linalg.svd(rows - rows.mean(axis=0), compute_uv=False)
    assert result.quality.variance_share == pytest.approx((lengths[:2] ** 2).sum() / (lengths**2).sum())


def test_a_map_without_the_common_direction_is_measured_by_the_shifted_cosines(usual, bundled):
    rows, words, names = usual
    table = np.asarray(bundled.vectors, dtype=np.float64)
    mean = table.mean(axis=0)
    _, axes = np.linalg.eigh((table - mean).T @ (table - mean))
    shifted = rows - mean
    shifted -= np.outer(shifted @ axes[:, -1], axes[:, -1])
    result = draw(rows, words, names, MapRequest(vectors=VectorMode.COMMON_REMOVED), shifted=shifted)
    assert said(result)[1] == (
        "Vectors were shifted. Cosines change: 18 % of the five-nearest entries differ from the raw list."
    )
    assert (
        result.distortion.kept.tolist() == distortion.measure(shifted, result.layout.positions).kept.tolist()
    )
    assert result.list_difference == pytest.approx(0.175)


def test_a_map_without_the_common_direction_needs_the_shifted_rows():
    with pytest.raises(ValueError, match="shifted"):
        draw(*some(9), MapRequest(vectors=VectorMode.COMMON_REMOVED))


def test_unit_vectors_do_not_care_for_lengths():
    rows, words, names = some(20)
    first = draw(rows, words, names, MapRequest())
    second = draw(rows * np.linspace(1, 9, 20)[:, None], words, names, MapRequest())
    assert second.layout.positions == pytest.approx(first.layout.positions)
    assert first.list_difference is None


@pytest.mark.parametrize(
    ("n", "sentences"),
    [
        (0, ["There are no words on this map yet."]),
        (1, ["One word alone has no neighbours: add words to see how far this map can be trusted."]),
        (
            2,
            [
                "One axis shows 100 % of the difference between two words.",
                "Add words to see how far this map can be trusted.",
            ],
        ),
        (
            3,
            [
                "Two axes always show 100 % of the differences between three words.",
                "Add words to see how far this map can be trusted.",
            ],
        ),
    ],
)
def test_few_words_are_drawn_with_what_can_be_said(n, sentences):
    result = draw(*some(n), MapRequest())
    assert result.layout.positions.shape == (n, 2)
    assert said(result) == sentences
    assert (result.distortion, result.quality) == (None, None)
    assert [notice.code for notice in result.notices] == ["few-words"] * (n > 0)


def test_four_words_are_drawn_with_the_share_that_the_axes_show():
    result = draw(*some(4), MapRequest())
    assert said(result)[0].startswith("These two axes show ")
    assert said(result)[0].endswith("% is invisible.")
    assert said(result)[1:] == ["Add words to see how far this map can be trusted."]
    assert result.quality is None
    assert result.notices[0].text == "4 words are too few to say how far this map can be trusted."


def test_five_words_are_measured_one_neighbour_each():
    result = draw(*some(5), MapRequest())
    assert result.quality.k == 1
    assert said(result)[1].startswith("For ")
    assert said(result)[1].endswith(
        " of the words, the one that looks nearest truly is (a random picture: 25 %)."
    )
    assert result.notices == ()


@pytest.mark.parametrize("method", ["pca", "tsne"])
@pytest.mark.parametrize("vectors", [VectorMode.UNIT, VectorMode.RAW])
def test_equal_vectors_are_said_and_everything_else_is_suppressed(method, vectors):
    _, words, names = some(8)
    result = draw(np.tile([0.3, 0.1, 0.7], (8, 1)), words, names, MapRequest(method, vectors=vectors))
    assert said(result) == [
        "The vectors of all 8 words are equal: this map shows no difference, because there is none."
    ]
    assert result.layout.positions.tolist() == [[0, 0]] * 8
    assert (result.distortion, result.quality, result.layout.axis_shares) == (None, None, None)
    assert [notice.code for notice in result.notices] == ["equal-vectors"]


def test_vectors_that_differ_in_length_only_have_no_true_neighbours():
    _, words, names = some(8)
    rows = np.arange(1.0, 9.0)[:, None] * [0.3, 0.1, 0.7]
    assert said(draw(rows, words, names, MapRequest()))[0].startswith("The vectors of all 8 words are equal")
    raw = draw(rows, words, names, MapRequest(vectors=VectorMode.RAW))
    assert said(raw) == [
        "These two axes show 100 % of the differences between the 8 words; 0 % is invisible.",
        "All vectors point the same way, so no word is truly nearer than another.",
    ]
    assert raw.quality is None


def test_rows_without_a_direction_are_left_out_and_named():
    rows, words, names = some(9)
    rows[2], rows[5, 0] = 0.0, np.nan
    result = draw(rows, words, names, MapRequest())
    assert [word.text for word in result.words] == ["w0", "w1", "w3", "w4", "w6", "w7", "w8"]
    assert result.layout.positions.shape == (7, 2)
    assert result.notices[0].code == "zero-row"
    assert result.notices[0].text == (
        "“w2”, “w5” have no direction: their rows are zero or not finite. They were left out."
    )
    rows[5] = rows[4]
    assert draw(rows, words, names, MapRequest()).notices[0].text == (
        "“w2” has no direction: its row is zero or not finite. It was left out."
    )


def test_tsne_of_too_few_words_or_too_high_a_perplexity_is_refused():
    for n, parameters, code in ((4, None, "too-few-words"), (9, TsneParameters(5.0), "perplexity-too-high")):
        with pytest.raises(EmbvizError) as caught:
            draw(*some(n), MapRequest("tsne", parameters))
        assert caught.value.code == code


def test_no_words_are_an_empty_map_under_every_method():
    assert draw(*some(0), MapRequest("tsne")).layout.positions.shape == (0, 2)


def test_words_left_out_count_no_more_when_the_method_is_checked():
    rows, words, names = some(5)
    rows[0] = 0
    with pytest.raises(EmbvizError) as caught:
        draw(rows, words, names, MapRequest("tsne"))
    assert caught.value.code == "too-few-words"


def test_an_unknown_method_is_refused_with_those_that_exist():
    with pytest.raises(EmbvizError) as caught:
        draw(*some(9), MapRequest("umap"))
    assert str(caught.value) == "There is no projection called “umap”. Choose one of these: pca, tsne, axes."


def test_parameters_of_another_method_are_a_bug():
    with pytest.raises(TypeError):
        draw(*some(9), MapRequest("pca", TsneParameters()))


def test_more_than_two_thousand_words_are_estimated_and_said_so(monkeypatch):
    monkeypatch.setattr(measuring, "MEASURED_WHOLE", 100)
    monkeypatch.setattr(measuring, "ANCHORS", 60)
    result = draw(*some(150), MapRequest(vectors=VectorMode.RAW))
    assert result.distortion.anchors.size == 60
    sentences = said(result)
    assert " ± " in sentences[2]
    assert sentences[3].count(" ± ") == 2
    assert sentences[4] == "These are estimates from 60 of the words."
    assert sentences[5].startswith("Worst of these: “w")
    assert [(n.code, n.text) for n in result.notices] == [
        ("estimated", "How far this map can be trusted was estimated from 60 of its 150 words.")
    ]
    assert json.dumps(asdict(result.quality))


def test_progress_grows_and_stop_is_passed_on_in_every_part(monkeypatch):
    monkeypatch.setattr(measuring, "MEASURED_WHOLE", 20)
    monkeypatch.setattr(measuring, "ANCHORS", 40)
    monkeypatch.setattr(measuring, "_BLOCK_ENTRIES", 15 * 60)
    told = []
    draw(*some(60), MapRequest(), progress=lambda share, positions: told.append((share, positions)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert told[1][1].shape == (60, 2)

    for part in range(len(told)):
        calls = []

        def stop(share, _positions, part=part, calls=calls):
            calls.append(share)
            if len(calls) > part:
                raise Stopped

        with pytest.raises(Stopped):
            draw(*some(60), MapRequest(), progress=stop)


def test_the_map_of_the_same_request_is_the_same_bits(usual):
    for request in (MapRequest(), MapRequest("tsne", seed=3)):
        first, second = draw(*usual, request), draw(*usual, request)
        assert np.array_equal(first.layout.positions, second.layout.positions)


def test_the_rows_given_are_left_as_they_are():
    rows, words, names = some(12)
    before = rows.copy()
    rows.setflags(write=False)
    for vectors in (VectorMode.UNIT, VectorMode.RAW):
        draw(rows, words, names, MapRequest(vectors=vectors))
    assert np.array_equal(rows, before)

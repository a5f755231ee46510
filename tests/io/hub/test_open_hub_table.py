import json
from dataclasses import replace

import numpy as np
import pytest

from embviz.errors import EmbvizError
from tests.io.hub.hub_models import ROWS, layers, model, sharded, small_files
from tests.io.hub.hub_server import COMMIT, HubServer
from tests.io.hub.opened import opened, refused
from tests.io.tables.model_files import bfloat16, safetensors_bytes, table

ALLOWANCE = 1_000_000


def test_the_table_its_tokens_and_the_parameter_count_are_the_models(hub, options):
    wte, rest = table(ROWS, 16), layers(megabytes=3)
    hub.models["gpt2"] = model({"wte.weight": wte, **rest})
    found = opened(options)
    assert (found.name, found.source, found.tensor_name, found.dtype) == ("gpt2", "gpt2", "wte.weight", "F32")
    assert np.array_equal(found.vectors[:], wte)
    assert found.encode(" cat") == [found.tokens.index("Ġcat")]
    assert found.model_parameters == wte.size + sum(array.size for array in rest.values())
    assert found.tied is True
    assert found.output_stored is False
    assert set(found.other_tables) == {"wpe.weight", "h.0.attn.c_attn.weight"}
    assert found.opening_notices == ()


def test_no_more_than_the_table_and_a_megabyte_is_transferred(hub, options):
    wte = table(ROWS, 4096)
    hub.models["gpt2"] = model({"wte.weight": wte, **layers(megabytes=20)})
    opened(options)
    assert wte.nbytes <= hub.sent <= wte.nbytes + ALLOWANCE
    header, data = hub.asked("model.safetensors")
    assert header.range[0] == 0
    assert data.range[1] - data.range[0] + 1 == wte.nbytes


def test_the_second_time_nothing_is_asked(hub, options):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"wte.weight": wte, "lm_head.weight": wte, **layers()})
    first = opened(options)
    hub.seen.clear()
    for again in (opened(options), opened(replace(options, offline=True))):
        assert np.array_equal(again.vectors[:], wte)
        assert (again.tied, again.model_parameters) == (first.tied, first.model_parameters)
        assert again.opening_notices == first.opening_notices
        assert again.encode("the cat") == first.encode("the cat")
    assert hub.seen == []


def test_everything_is_asked_of_the_commit_that_the_first_answer_named(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    opened(options)
    assert [seen.revision for seen in hub.seen] == ["main"] + [COMMIT] * (len(hub.seen) - 1)


def test_of_a_model_in_shards_all_headers_are_read_and_the_data_of_one(hub, options):
    wte = table(ROWS, 64)
    hub.models["gpt2"] = sharded(
        layers(64, megabytes=2), {"wte.weight": wte, "h.1.w": table(9, 9)}, {"h.2.w": table(500, 600)}
    )
    found = opened(options)
    assert np.array_equal(found.vectors[:], wte)
    sizes = [array.size for array in layers(64, megabytes=2).values()]
    assert found.model_parameters == wte.size + sum(sizes) + 81 + 300_000
    assert [len(hub.asked(f"{number}-of-00003.safetensors")) for number in (1, 2, 3)] == [1, 2, 1]
    assert hub.sent <= wte.nbytes + ALLOWANCE


def test_a_shard_that_is_not_there_is_named(hub, options):
    files = sharded({"wte.weight": table(ROWS, 16)}, layers())
    del files["model-00002-of-00002.safetensors"]
    hub.models["gpt2"] = files
    error = refused(options)
    assert error.code == "missing-shard"
    assert "model-00002-of-00002.safetensors" in error.message


def test_an_index_that_leads_out_of_the_model_is_refused(hub, options):
    index = json.dumps({"weight_map": {"wte.weight": "../other/model.safetensors"}}).encode()
    hub.models["gpt2"] = {"model.safetensors.index.json": index, **small_files()}
    assert refused(options).code == "bad-index"


def test_a_long_header_is_read_to_its_end(hub, options):
    wte = table(ROWS, 16)
    many = {f"h.{number}.a_rather_long_name_of_a_weight": table(1, 1) for number in range(2000)}
    hub.models["gpt2"] = model({**many, "wte.weight": wte})
    found = opened(options)
    assert np.array_equal(found.vectors[:], wte)
    assert found.model_parameters == wte.size + 2000
    first, rest, _data = hub.asked("model.safetensors")
    assert rest.range[0] == first.range[1] + 1


def test_a_bfloat16_table_stays_bfloat16(hub, options):
    bits, values = bfloat16(table(ROWS, 32))
    hub.models["gpt2"] = model({"wte.weight": ("BF16", bits)})
    found = opened(options)
    assert found.dtype == "BF16"
    assert np.array_equal(found.vectors[:], values)


def test_a_table_of_two_parts_is_fetched_in_two(hub, options):
    old, new = table(ROWS, 16), table(3, 16, 5)
    hub.models["gpt2"] = model({"wte.embedding": old, "wte.new_embedding": new})
    found = opened(options)
    assert np.array_equal(found.vectors[:], np.concatenate([old, new]))
    assert [notice.code for notice in found.opening_notices] == ["two-part-table", "padding-rows"]


# The output table -----------------------------------------------------------------------------------------


def test_a_copy_of_the_table_is_told_by_samples_and_not_fetched(hub, options):
    wte = table(ROWS, 2048)
    hub.models["gpt2"] = model({"lm_head.weight": wte, "wte.weight": wte, "h.0.w": table(30, 30)})
    found = opened(options)
    assert (found.tied, found.output, found.output_stored) == (True, None, True)
    assert found.model_parameters == wte.size + 900
    assert hub.sent <= wte.nbytes + ALLOWANCE / 2
    notice = found.opening_notices[-1]
    assert notice.code == "sampled"
    assert "“lm_head.weight”" in notice.text
    assert "lm_head.weight" not in found.other_tables


def test_a_small_copy_is_compared_whole(hub, options):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"lm_head.weight": wte, "wte.weight": wte})
    found = opened(options)
    assert found.tied is True
    assert found.opening_notices == ()


@pytest.mark.parametrize("row", [0, ROWS - 1])
def test_one_row_more_trained_at_either_end_makes_another_table(hub, options, row):
    wte = table(ROWS, 2048)
    head = wte.copy()
    head[row] += 1
    hub.models["gpt2"] = model({"lm_head.weight": head, "wte.weight": wte})
    found = opened(options)
    assert found.tied is False
    assert found.output.vectors.shape == wte.shape


def test_an_output_table_of_its_own_is_fetched_when_it_is_used(hub, options):
    wte, head = table(ROWS, 2048), table(ROWS, 2048, 3)
    hub.models["gpt2"] = model({"lm_head.weight": head, "wte.weight": wte})
    found = opened(options)
    assert (found.tied, found.output.tensor_name) == (False, "lm_head.weight")
    assert hub.sent <= wte.nbytes + ALLOWANCE
    hub.seen.clear()
    shares = []
    best = found.search("output", progress=shares.append)
    assert hub.sent == head.nbytes
    assert max(shares) <= 1
    unit = head / np.linalg.norm(head, axis=1, keepdims=True)
    expected = np.argsort(-(unit @ unit[5]), kind="stable")[1]
    assert found.nearest(5, k=1, all_rows=True, side="output")[0].id == expected
    assert len(best.scorer.rows) == ROWS
    hub.seen.clear()
    # It was kept.
    assert np.array_equal(opened(replace(options, offline=True)).output.vectors[:], head)
    assert hub.seen == []


def test_one_row_of_the_output_table_costs_one_row(hub, options):
    wte, head = table(ROWS, 2048), table(ROWS, 2048, 3)
    hub.models["gpt2"] = model({"lm_head.weight": head, "wte.weight": wte})
    output = opened(options).output.vectors
    hub.seen.clear()
    assert np.array_equal(output[7], head[7])
    assert np.array_equal(output[[7, 9, 7]], head[[7, 9, 7]])
    assert [seen.sent for seen in hub.seen] == [4 * 2048, 4 * 2048]


def test_a_row_of_the_output_table_cannot_be_had_offline(hub, options):
    hub.models["gpt2"] = model({"lm_head.weight": table(ROWS, 64, 3), "wte.weight": table(ROWS, 64)})
    opened(options)
    output = opened(replace(options, offline=True)).output.vectors
    with pytest.raises(EmbvizError) as caught:
        output[7]
    assert caught.value.code == "offline-mode"


# Other tensors, other places ------------------------------------------------------------------------------


def test_another_tensor_is_fetched_when_it_is_chosen(hub, options):
    rest = layers(megabytes=1)
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16), **rest})
    opened(options)
    hub.seen.clear()
    found = opened(options, tensor="wpe.weight")
    assert np.array_equal(found.vectors[:], rest["wpe.weight"])
    assert [seen.sent for seen in hub.seen] == [rest["wpe.weight"].nbytes]


def test_a_tensor_that_is_not_there_is_refused(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    with pytest.raises(EmbvizError) as caught:
        opened(options, tensor="nonsense")
    assert caught.value.code == "no-table"


def test_the_first_module_of_a_sentence_model_is_where_its_table_is(hub, options):
    static = table(ROWS, 16)
    modules = json.dumps([{"type": "sentence_transformers.models.StaticEmbedding", "path": "0_Static"}])
    hub.models["s/static"] = {
        "modules.json": modules.encode(),
        "0_Static/model.safetensors": safetensors_bytes({"embedding.weight": static}),
        "0_Static/tokenizer.json": small_files()["tokenizer.json"],
    }
    found = opened(options, "s/static")
    assert found.name == "s/static"
    assert np.array_equal(found.vectors[:], static)
    assert found.encode(" cat")
    assert found.opening_notices == ()


def test_safetensors_of_another_name_are_found_in_the_hubs_list(tmp_path, options):
    wte = table(ROWS, 16)
    with HubServer(listing=True) as hub:
        files = {"weights.safetensors": safetensors_bytes({"wte.weight": wte}), **small_files()}
        hub.models["a/b"] = {**files, "onnx/model.safetensors": b"not this one"}
        found = opened(replace(options, endpoint=hub.endpoint), "a/b")
    assert np.array_equal(found.vectors[:], wte)


def test_an_old_tokenizer_is_fetched_with_the_files_beside_it(hub, options):
    words = ["[PAD]", "[UNK]", "the", "cat", "##s"]
    hub.models["bert"] = {
        "model.safetensors": safetensors_bytes({"embeddings.word_embeddings.weight": table(5, 8)}),
        "config.json": json.dumps({"model_type": "bert", "vocab_size": 5, "hidden_size": 8}).encode(),
        "vocab.txt": "\n".join(words).encode(),
        "tokenizer_config.json": json.dumps({"do_lower_case": True}).encode(),
    }
    found = opened(options, "bert")
    assert found.encode("The Cats") == [2, 3, 4]


def test_without_tokenizer_and_configuration_rows_have_numbers(hub, options):
    hub.models["gpt2"] = {"model.safetensors": safetensors_bytes({"wte.weight": table(9, 4)})}
    found = opened(options)
    assert [notice.code for notice in found.opening_notices] == ["no-config", "no-tokenizer"]


def test_a_model_without_token_table_is_refused_by_its_own_name(hub, options):
    hub.models["a/vit"] = model({"patch.weight": table(9, 4)}, config={"model_type": "vit", "hidden_size": 4})
    error = refused(options, "a/vit")
    assert error.code == "no-table"
    assert "“a/vit”" in error.message


def test_progress_grows_and_counts_bytes(hub, options):
    wte = table(ROWS, 4096)
    hub.models["gpt2"] = model({"wte.weight": wte})
    told: list[tuple[float, str]] = []
    opened(options, progress=lambda share, text: told.append((share, text)))
    shares = [share for share, _text in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert told[-1][1] == "Ready"


# Redirects and the token ----------------------------------------------------------------------------------


def test_the_token_goes_to_the_hub_and_does_not_follow_to_the_storage(hub, options):
    wte = table(ROWS, 64)
    with HubServer() as storage:
        files = model({"wte.weight": wte, **layers(64, megabytes=2)})
        hub.models["gpt2"] = storage.models["gpt2"] = files
        hub.storage = storage
        found = opened(options)
        assert np.array_equal(found.vectors[:], wte)
        assert {seen.token for seen in hub.seen} == {"Bearer hf_secret"}
        assert len(storage.seen) == 2
        assert all(seen.token is None for seen in storage.seen)
        assert "hf_secret" not in repr(storage.seen)
        assert all(seen.range is not None for seen in storage.seen)


def test_the_token_does_not_follow_with_the_small_files_either(hub, options):
    with HubServer() as storage:
        hub.models["gpt2"] = storage.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})

        def elsewhere(seen):
            if not seen.file.endswith(".json"):
                return None
            from tests.io.hub.hub_server import Fault

            data = hub.models["gpt2"].get(seen.file)
            if data is None:
                return None
            tags = {"X-Repo-Commit": COMMIT, "X-Linked-Etag": '"abc"', "X-Linked-Size": str(len(data))}
            return Fault(status=302, headers={**tags, "Location": f"{storage.endpoint}{seen.path}"})

        hub.faults = elsewhere
        assert opened(options).encode(" cat")
        assert storage.seen
        assert all(seen.token is None for seen in storage.seen)


def test_without_a_token_none_is_sent(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    opened(replace(options, token=None))
    assert all(seen.token is None for seen in hub.seen)


def test_a_renamed_model_is_found_and_then_known_by_both_names(hub, options):
    wte = table(ROWS, 16)
    hub.models["openai-community/gpt2"] = model({"wte.weight": wte})
    hub.renamed["gpt2"] = "openai-community/gpt2"
    assert np.array_equal(opened(options).vectors[:], wte)
    assert {seen.token for seen in hub.seen} == {"Bearer hf_secret"}
    hub.seen.clear()
    assert np.array_equal(opened(options, "openai-community/gpt2").vectors[:], wte)
    assert hub.seen == []

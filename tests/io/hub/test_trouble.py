import re
import socket
import threading
from dataclasses import replace

import numpy as np
import pytest

from embviz.errors import EmbvizError, Stopped
from embviz.io.hub.cache import cached_tables
from tests.io.hub.hub_models import ROWS, layers, model, sharded, small_files
from tests.io.hub.hub_server import OTHER_COMMIT, Fault, HubServer
from tests.io.hub.opened import opened, refused
from tests.io.tables.model_files import safetensors_bytes, table

MEGABYTE = 1_000_000
BIG = table(ROWS, 4096)


def is_data(seen):
    """Whether a request is for the data of the table, which does not begin where the file does."""
    return seen.file.endswith(".safetensors") and seen.range is not None and seen.range[0] > 0


def at_data(*faults):
    """Misbehave in the first answers with data, one fault each; None for a good answer."""
    left = list(faults)
    return lambda seen: left.pop(0) if is_data(seen) and left else None


def always(fault):
    return lambda _seen: fault


# Statuses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (Fault(401, headers={"X-Error-Code": "GatedRepo"}), "gated", "gated"),
        (Fault(403, headers={"X-Error-Code": "GatedRepo"}), "gated", "gated"),
        (Fault(401), "gated", "gated"),
        (Fault(403), "gated", "gated"),
        (Fault(401, headers={"X-Error-Code": "RepoNotFound"}), "missing", "no such model"),
        (
            Fault(401, headers={"X-Error-Message": "Invalid credentials in Authorization header"}),
            "bad-token",
            "does not accept your token",
        ),
        (Fault(404), "missing", "no such model"),
        (Fault(404, headers={"X-Error-Code": "RepoNotFound"}), "missing", "no such model"),
        (Fault(418), "hub-failed", "418"),
        (Fault(302, headers={"Location": "ftp://127.0.0.1/x"}), "hub-failed", "makes no sense"),
        (Fault(302, headers={"Location": "http://[::"}), "hub-failed", "makes no sense"),
        (Fault(302), "hub-failed", "makes no sense"),
    ],
)
def test_a_refusal_is_one_sentence_and_what_to_do_and_is_not_repeated(hub, options, fault, code, said):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    hub.faults = always(fault)
    error = refused(options)
    assert error.code == code
    assert said in error.message
    paths = [seen.path for seen in hub.seen]
    assert len(paths) == len(set(paths))


def test_a_gated_model_says_where_to_ask_for_it(hub, options):
    hub.faults = always(Fault(403))
    assert f"{hub.endpoint}/meta/llama" in refused(options, "meta/llama").hint
    assert "hf auth login" in refused(replace(options, token=None), "meta/llama").hint


@pytest.mark.parametrize(
    ("status", "code"), [(429, "rate-limited"), (500, "hub-failed"), (503, "hub-failed")]
)
def test_a_failure_that_may_pass_is_waited_for_so_often_and_no_longer(hub, options, status, code):
    hub.faults = always(Fault(status))
    assert refused(options).code == code
    assert len(hub.seen) == 1 + len(options.waits)


@pytest.mark.parametrize("status", [429, 500, 502])
def test_a_failure_that_passes_is_not_noticed(hub, options, status):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"wte.weight": wte})
    left = [Fault(status), Fault(status)]
    hub.faults = lambda seen: left.pop() if seen.file.endswith(".safetensors") and left else None
    told: list[str] = []
    found = opened(options, progress=lambda _share, text: told.append(text))
    assert np.array_equal(found.vectors[:], wte)


def test_a_hub_that_asks_for_a_long_pause_is_not_waited_for(hub, options):
    hub.faults = always(Fault(429, headers={"Retry-After": "300"}))
    assert refused(options).code == "rate-limited"
    assert len(hub.seen) == 1


def test_a_hub_that_asks_for_a_short_pause_gets_it(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    left = [
        Fault(429, headers={"RateLimit": '"resolvers";r=0;t=0'}),
        Fault(429, headers={"Retry-After": "0"}),
    ]
    hub.faults = lambda _seen: left.pop() if left else None
    # Without what the hub says, the waits would be longer than the test may take.
    assert opened(replace(options, waits=(99.0, 99.0))).vocab_size == ROWS


@pytest.mark.parametrize(
    ("fault", "code"),
    [(Fault(403), "gated"), (Fault(404, headers={"X-Error-Code": "RevisionNotFound"}), "missing")],
)
def test_trouble_with_the_small_files_is_said_in_the_same_words(hub, options, fault, code):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    hub.faults = lambda seen: fault if seen.file == "config.json" else None
    assert refused(options).code == code


def test_small_files_that_are_missing_without_a_code_are_missing(hub, options):
    hub.models["gpt2"] = {"model.safetensors": safetensors_bytes({"wte.weight": table(9, 4)})}
    hub.faults = lambda seen: Fault(404) if seen.file != "model.safetensors" else None
    codes = [notice.code for notice in opened(options).opening_notices]
    assert codes == ["no-config", "no-tokenizer"]


# No hub ---------------------------------------------------------------------------------------------------


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_offline_is_said_at_once(options):
    nowhere = replace(options, endpoint=f"http://127.0.0.1:{free_port()}", waits=(99.0,))
    error = refused(nowhere)
    assert error.code == "offline"
    assert "cannot be reached" in error.message


def test_a_name_that_no_server_has_is_offline_too(options):
    assert refused(replace(options, endpoint="http://hub.invalid")).code == "offline"


@pytest.mark.parametrize("endpoint", ["huggingface.co", "", "http://", "ftp://x", "http://x:99999999"])
def test_an_endpoint_that_is_none_is_said(options, endpoint):
    assert refused(replace(options, endpoint=endpoint)).code == "bad-endpoint"


def test_offline_mode_asks_nothing(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    error = refused(replace(options, offline=True))
    assert error.code == "offline-mode"
    assert "HF_HUB_OFFLINE" in error.message
    assert hub.seen == []


def test_no_answer_is_a_time_out(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = at_data(*[Fault(stall_after=1000)] * 2)
    error = refused(replace(options, timeout=0.2, waits=(0.0,)))
    assert error.code == "time-out"


def test_a_server_that_hangs_up_is_said(options):
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up():
            for _ in range(2):
                connection, _address = listener.accept()
                connection.recv(1000)
                connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        port = listener.getsockname()[1]
        error = refused(replace(options, endpoint=f"http://127.0.0.1:{port}", waits=(0.0,)))
        thread.join()
    assert error.code == "broken-off"


def test_a_redirect_without_end_is_refused(hub, options):
    hub.faults = lambda seen: Fault(302, headers={"Location": seen.path})
    assert refused(options).code == "hub-failed"
    assert len(hub.seen) < 20


@pytest.mark.parametrize("token", ["hf_\nX: y", "hf_ü", "hf_\r\n"])
def test_a_token_that_is_none_is_not_sent(hub, options, token):
    assert refused(replace(options, token=token)).code == "bad-token"
    assert hub.seen == []


# Breaks and resume ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("reset", [False, True])
def test_a_broken_download_goes_on_where_it_broke(hub, options, reset):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = at_data(Fault(cut_after=1_500_000, reset=reset), Fault(cut_after=700_001, reset=reset))
    assert np.array_equal(opened(options).vectors[:], BIG)
    first, second, third = (seen.range for seen in hub.asked(".safetensors")[1:])
    assert first[1] == second[1] == third[1]
    assert first[0] < second[0] <= first[0] + 1_500_000
    assert second[0] < third[0] <= second[0] + 700_001
    if not reset:
        # Nothing that came was thrown away.
        assert (second[0] - first[0], third[0] - second[0]) == (1_500_000, 700_001)
        assert hub.sent <= BIG.nbytes + MEGABYTE


def test_a_body_shorter_than_promised_is_asked_for_again(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = at_data(Fault(cut_after=0), None)
    assert np.array_equal(opened(options).vectors[:], BIG)


def test_a_body_that_is_always_shorter_than_promised_is_refused(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = lambda seen: Fault(cut_after=10) if is_data(seen) else None
    error = refused(options)
    assert error.code == "truncated"
    assert "cut off" in error.message
    assert len(hub.seen) < 20


def test_a_header_that_is_always_cut_off_is_refused(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = always(Fault(cut_after=10))
    assert refused(options).code == "truncated"


def test_less_than_was_asked_is_taken_and_the_rest_asked_for(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = lambda seen: Fault(short_by=1_000_000) if is_data(seen) and is_long(seen) else None
    assert np.array_equal(opened(options).vectors[:], BIG)


def is_long(seen):
    return seen.range[1] - seen.range[0] > 2_000_000


def test_each_megabyte_earns_new_patience(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = lambda seen: Fault(cut_after=1_000_000) if is_data(seen) else None
    assert np.array_equal(opened(replace(options, waits=(0.0,))).vectors[:], BIG)
    assert len(hub.asked(".safetensors")) > 4


def test_what_an_earlier_time_left_is_not_fetched_again(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = lambda seen: Fault(cut_after=2_000_000) if is_data(seen) else None
    assert refused(replace(options, waits=())).code == "truncated"
    (left,) = cached_tables(options.folder)
    assert not left.complete
    hub.faults = lambda _seen: None
    hub.seen.clear()
    assert np.array_equal(opened(options).vectors[:], BIG)
    assert hub.sent == BIG.nbytes - 2_000_000
    assert len(hub.seen) == 1


def test_a_part_that_is_not_of_this_table_is_fetched_again(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = lambda seen: Fault(cut_after=2_000_000) if is_data(seen) else None
    refused(replace(options, waits=()))
    (part,) = options.folder.rglob("*.part")
    part.write_bytes(b"something else entirely")
    hub.faults = lambda _seen: None
    assert np.array_equal(opened(options).vectors[:], BIG)


def test_a_cached_table_of_the_wrong_length_is_fetched_again(hub, options):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"wte.weight": wte})
    opened(options)
    (data,) = options.folder.rglob("data/*.safetensors")
    data.write_bytes(data.read_bytes()[:-1])
    assert np.array_equal(opened(options).vectors[:], wte)


# Stop -----------------------------------------------------------------------------------------------------


def stop_at(pattern):
    """Progress that stops when what it is told fits."""

    def progress(_share, text):
        if re.search(pattern, text):
            raise Stopped

    return progress


def test_stop_in_the_middle_of_a_download_keeps_what_came(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = at_data(Fault(stall_after=3_000_000))
    with pytest.raises(Stopped):
        opened(options, progress=stop_at(r"Downloading wte.weight: 3.00 MB"))
    hub.seen.clear()
    assert np.array_equal(opened(options).vectors[:], BIG)
    assert hub.sent == BIG.nbytes - 3_000_000


def test_stop_ends_a_wait_for_an_answer_at_once(hub, options):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = always(Fault(stall_after=0))

    def progress(_share, _text):
        if hub.stalled.is_set():
            raise Stopped

    with pytest.raises(Stopped):
        opened(replace(options, timeout=1000.0), progress=progress)


def test_stop_ends_a_pause_at_once(hub, options):
    hub.faults = always(Fault(500))
    with pytest.raises(Stopped):
        opened(replace(options, waits=(1000.0,)), progress=stop_at("Trying again"))


def test_stop_before_anything_leaves_nothing(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    hub.faults = always(Fault(stall_after=0))
    with pytest.raises(Stopped):
        opened(options, progress=stop_at(""))
    assert cached_tables(options.folder) == ()


# Servers without ranges -----------------------------------------------------------------------------------


def test_a_server_that_ignores_ranges_is_refused_for_a_large_file(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16), **layers(megabytes=30)})
    hub.faults = always(Fault(ignore_range=True))
    error = refused(options)
    assert error.code == "no-ranges"
    assert "30.0 MB" in error.message
    # What the system had taken in when the connection was closed.
    assert hub.sent < 20 * MEGABYTE


def test_a_small_file_is_then_read_whole_and_once(hub, options):
    wte, head = table(ROWS, 2048), table(40, 1000)
    files = model({"a.weight": head, "wte.weight": wte, "wpe.weight": table(40, 2048)})
    hub.models["gpt2"] = files
    hub.faults = lambda seen: Fault(ignore_range=True) if seen.file.endswith(".safetensors") else None
    found = opened(options)
    assert np.array_equal(found.vectors[:], wte)
    (asked,) = hub.asked(".safetensors")
    assert asked.sent == len(files["model.safetensors"])
    hub.seen.clear()
    assert np.array_equal(opened(options, tensor="a.weight").vectors[:], head)
    assert hub.seen == []


def test_a_copy_in_a_file_that_came_whole_is_compared_whole(hub, options):
    wte = table(ROWS, 16)
    hub.models["gpt2"] = model({"lm_head.weight": wte, "wte.weight": wte})
    hub.faults = lambda seen: Fault(ignore_range=True) if seen.file.endswith(".safetensors") else None
    found = opened(options)
    assert found.tied is True
    assert found.opening_notices == ()


def test_a_file_that_comes_whole_goes_on_after_a_break(hub, options):
    wte = table(ROWS, 2048)
    hub.models["gpt2"] = model({"wte.weight": wte})
    left = [Fault(ignore_range=True, cut_after=800_000)]
    whole = Fault(ignore_range=True)
    hub.faults = lambda seen: (left.pop() if left else whole) if seen.file.endswith("tensors") else None
    assert np.array_equal(opened(options).vectors[:], wte)


def test_shards_that_come_whole_are_read_when_they_are_small(hub, options):
    wte = table(ROWS, 64)
    hub.models["gpt2"] = sharded({"wte.weight": wte}, layers(64))
    hub.faults = lambda seen: Fault(ignore_range=True) if seen.file.endswith(".safetensors") else None
    assert np.array_equal(opened(options).vectors[:], wte)
    hub.models["big"] = sharded({"wte.weight": wte}, layers(64, megabytes=9))
    assert refused(options, "big").code == "no-ranges"


@pytest.mark.parametrize(
    "headers", [{"Transfer-Encoding": "chunked"}, {"Content-Encoding": "gzip"}], ids=["no length", "packed"]
)
def test_a_whole_file_of_unknown_length_is_refused(hub, options, headers):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    fault = Fault(ignore_range=True, headers=headers, cut_after=0)
    hub.faults = lambda seen: fault if seen.file.endswith(".safetensors") else None
    assert refused(options).code == "no-ranges"


@pytest.mark.parametrize("fault", [Fault(shift=1), Fault(headers={"Content-Range": "bytes 0-1/*"})])
def test_another_part_than_the_one_asked_for_is_refused(hub, options, fault):
    hub.models["gpt2"] = model({"wte.weight": BIG})
    hub.faults = lambda seen: fault if is_data(seen) else None
    assert refused(options).code == "hub-failed"


# Changes --------------------------------------------------------------------------------------------------


def test_a_model_that_changes_meanwhile_is_read_anew_once(hub, options):
    old, new = table(ROWS, 16), table(ROWS, 16, 5)
    hub.models["gpt2"] = model({"wte.weight": old})

    def change(seen):
        if is_data(seen) and hub.commit != OTHER_COMMIT:
            hub.commit = OTHER_COMMIT
            hub.models["gpt2"] = model({"wte.weight": new, "wpe.weight": table(9, 16)})
        return

    hub.faults = change
    assert np.array_equal(opened(options).vectors[:], new)
    assert [seen.revision for seen in hub.asked(".safetensors")][-2:] == ["main", OTHER_COMMIT]
    hub.seen.clear()
    assert np.array_equal(opened(options).vectors[:], new)
    assert hub.seen == []


@pytest.mark.parametrize("what", ["commit", "etag"])
def test_a_model_that_changes_all_the_time_is_refused(hub, options, what):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    hub.faults = lambda seen: Fault(**{what: "another"}) if is_data(seen) else None
    error = refused(options)
    assert error.code == "hub-changed"
    assert len([seen for seen in hub.seen if is_data(seen)]) == 2


def test_a_commit_that_is_a_path_is_refused(hub, options):
    hub.models["gpt2"] = model({"wte.weight": table(ROWS, 16)})
    for commit in ("../../x", "..", "a/b", "x" * 65, ""):
        hub.faults = always(Fault(headers={"X-Repo-Commit": commit}, commit=commit or None))
        hub.commit = commit
        assert refused(options).code in ("hub-failed", "hub-changed")


def test_a_table_whose_model_changed_says_so_when_more_of_it_is_wanted(hub, options):
    hub.models["gpt2"] = model({"lm_head.weight": table(ROWS, 64, 3), "wte.weight": table(ROWS, 64)})
    found = opened(options)
    hub.commit = OTHER_COMMIT
    with pytest.raises(EmbvizError) as caught:
        found.search("output")
    assert caught.value.code == "hub-changed"
    assert found.search("input")


# Models that cannot be read in part -----------------------------------------------------------------------


@pytest.mark.parametrize("listing", [True, False])
def test_a_model_with_only_pickles_says_what_to_do(options, listing):
    with HubServer({"a/b": {"pytorch_model.bin": b"x", **small_files()}}, listing=listing) as hub:
        error = refused(replace(options, endpoint=hub.endpoint), "a/b")
    assert error.code == "only-pickle"
    assert "hf download a/b" in error.hint


def test_a_model_with_only_gguf_files_says_what_to_do(options):
    with HubServer({"a/b": {"x-Q4_K.gguf": b"x", "README.md": b""}}, listing=True) as hub:
        error = refused(replace(options, endpoint=hub.endpoint), "a/b")
    assert error.code == "only-gguf"
    assert "hf download a/b x-Q4_K.gguf" in error.hint


@pytest.mark.parametrize("listing", [True, False])
def test_an_adapter_names_its_base_model(options, listing):
    adapter = {
        "adapter_config.json": b'{"base_model_name_or_path": "gpt2"}',
        "adapter_model.safetensors": b"",
    }
    with HubServer({"a/b": adapter}, listing=listing) as hub:
        error = refused(replace(options, endpoint=hub.endpoint), "a/b")
    assert error.code == "adapter"
    assert "“gpt2”" in error.hint


def test_a_model_without_weights_says_what_it_has(options):
    with HubServer({"a/b": {"tf_model.h5": b"", "config.json": b"{}"}}, listing=True) as hub:
        error = refused(replace(options, endpoint=hub.endpoint), "a/b")
    assert error.code == "nothing-here"
    assert "TensorFlow" in error.message


def test_a_file_that_is_none_is_refused(hub, options):
    for data, code in (
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "lfs-pointer"),
        (b"<!doctype html><title>Log in</title>", "bad-header"),
        (b"\xff" * 100, "bad-header"),
        (b"\x10\0\0\0\0\0\0\0{}", "truncated"),
        (safetensors_bytes({"wte.weight": table(9, 4)})[:-5], "truncated"),
    ):
        hub.models["gpt2"] = {"model.safetensors": data, **small_files()}
        assert refused(options).code == code

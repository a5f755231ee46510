import pytest

from embviz.io.hub.ids import hub_id


@pytest.mark.parametrize(
    "text",
    [
        "gpt2",
        "openai-community/gpt2",
        "Qwen/Qwen2.5-0.5B",
        "meta-llama/Llama-3.2-1B",
        "minishlab/potion-base-8M",
        "a/b_c",
        "sentence-transformers/all-MiniLM-L6-v2",
    ],
)
def test_names_of_models_are_ids(text):
    assert hub_id(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "./gpt2",
        "../gpt2",
        "/gpt2",
        "~/gpt2",
        "a/b/c",
        "owner/",
        "my model",
        "C:\\models\\gpt2",
        "a..b",
        "a--b",
        "model.gguf",
        "vectors.TXT",
        "models/glove.6B.50d.txt",
        "word2vec.bin",
        "x.git",
        "-x",
        "owner/.hidden",
        "naïve",
        "a\0b",
        "x" * 97,
    ],
)
def test_paths_and_misspelt_file_names_are_not(text):
    assert hub_id(text) is None


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("https://huggingface.co/openai-community/gpt2", "openai-community/gpt2"),
        (" https://huggingface.co/gpt2/ ", "gpt2"),
        ("https://huggingface.co/gpt2/tree/main", "gpt2"),
        ("https://huggingface.co/a/b/blob/main/config.json?x=1#y", "a/b"),
        ("https://huggingface.co/datasets/squad/x", None),
        ("https://huggingface.co/", None),
        ("https://example.org/gpt2", None),
        ("https://hub.example.org/a/b", "a/b"),
    ],
)
def test_the_address_of_a_models_page_is_understood(address, found):
    assert hub_id(address, "https://hub.example.org") == found

"""What is dropped on the window: tables or word lists."""

from __future__ import annotations

import gzip

import pytest

from embviz.io.dropped import Dropped, sort_dropped


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("words.toml", '[[group]]\nname = "a"\nwords = ["cat"]\n'),
        ("words.json", '{"a": ["cat"]}'),
        ("words.csv", "word,group\ncat,animals\n"),
        ("words.txt", "# animals\ncat\ndog\n"),
        ("WORDS.TXT", "three\n4\n"),
        ("empty.txt", ""),
    ],
)
def test_word_lists_are_told_by_their_suffix(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert sort_dropped([str(path)]) == Dropped((), (str(path),))


def test_vectors_in_a_text_file_are_a_table(tmp_path):
    glove, word2vec = tmp_path / "glove.6B.3d.txt", tmp_path / "vectors.txt"
    glove.write_text("the 0.1 0.2 0.3\ncat -1 2 3\n", encoding="utf-8")
    word2vec.write_text("2 3\nthe 0.1 0.2 0.3\ncat -1 2 3\n", encoding="utf-8")
    assert sort_dropped([str(glove), str(word2vec)]) == Dropped((str(glove), str(word2vec)), ())


def test_folders_and_all_other_files_are_tables(tmp_path):
    names = []
    for name in ("model.gguf", "model.safetensors", "vectors.vec", "vectors.tsv", "photo.png"):
        (tmp_path / name).write_bytes(b"x")
        names.append(str(tmp_path / name))
    packed = tmp_path / "vectors.txt.gz"
    packed.write_bytes(gzip.compress(b"a 1 2\n"))
    folder = tmp_path / "model.txt"
    folder.mkdir()
    paths = [*names, str(packed), str(folder), str(tmp_path / "gone.bin")]
    assert sort_dropped(paths) == Dropped(tuple(paths), ())


def test_parts_of_a_model_stand_for_its_folder_which_is_opened_once(tmp_path):
    for name in ("config.json", "tokenizer.json", "vocab.txt", "model.safetensors.index.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    paths = [str(path) for path in tmp_path.iterdir()]
    assert sort_dropped(paths) == Dropped((str(tmp_path),), ())


def test_a_list_is_taken_once(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("cat\n", encoding="utf-8")
    assert sort_dropped([str(path), str(path)]).word_lists == (str(path),)

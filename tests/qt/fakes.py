"""Services that answer at once, or when a test lets them, with made-up maps."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np

from embviz.core.cached_table import HubAccess
from embviz.core.completion import complete
from embviz.core.mapping import MapResult
from embviz.core.noise import NoiseControl
from embviz.core.projections.base import Layout
from embviz.core.row_view import row_view
from embviz.core.rows import ArrayRows
from embviz.core.sentence import sentence_rows
from embviz.core.snapshot import LiveFrame
from embviz.core.spelling import TokenScheme
from embviz.core.stability import Stability
from embviz.core.table import EmbeddingTable
from embviz.core.table_facts import measure_table, with_baseline
from embviz.core.vocabulary import Vocabulary
from embviz.core.words import WordGroup, read_groups
from embviz.errors import EmbvizError
from embviz.io.dropped import Dropped
from embviz.io.wordlists import write_word_list

ANIMALS = ("cat", "dog", "cow", "horse", "sheep", "lion")


def small_table(name="small", words=ANIMALS, dim=8):
    """A word-vector table of a few words, its rows drawn with a fixed seed."""
    rows = np.random.default_rng(7).normal(size=(len(words), dim)).astype(np.float32)
    vocabulary = Vocabulary(list(words), scheme=TokenScheme.PLAIN)
    return EmbeddingTable(name=name, source=name, vectors=ArrayRows(rows), vocabulary=vocabulary, dtype="F32")


class FakeServices:
    """Real words and tables, made-up maps; ``hold`` keeps drawing until it is let go."""

    def __init__(self):
        self.tables = {None: small_table()}
        self.groups = {"animals": (WordGroup("animals", ANIMALS),)}
        self.drawn = []
        self.completed = []
        self.completion_gate = threading.Event()
        self.completion_gate.set()
        self.exported = []
        self.copied = []
        self.noises = []
        self.checked = []
        self.fail_drawing = None
        self.gate = threading.Event()
        self.gate.set()
        self.hub = HubAccess("huggingface.co", has_token=False, offline=False, limit_gb=20)
        self.cached = []
        self.tensors = []
        self.measured = []
        self.opening_gate = threading.Event()
        self.opening_gate.set()

    def hold(self):
        self.gate.clear()

    def let_go(self):
        self.gate.set()
        self.completion_gate.set()

    def open_table(self, source, report, tensor=None):
        report(0.5, None)
        if source not in self.tables:
            raise EmbvizError(f"There is no file {source}.", code="nothing-here", hint="Check the name.")
        self.tensors.append(tensor)
        while not self.opening_gate.wait(0.005):
            report(0.6, "Reading the tokens")
        return self.tables[source] if tensor is None else self.tables[source, tensor]

    def is_there(self, source):
        return source in self.tables

    def lasting(self, source):
        return source

    def hub_access(self):
        return self.hub

    def cached_tables(self):
        return tuple(self.cached)

    def remove_cached(self, tables):
        self.cached = [table for table in self.cached if table not in tables]

    def clear_cache(self):
        self.cached = []

    def keep_cache_limit(self, gigabytes):
        self.hub = replace(self.hub, limit_gb=gigabytes)

    def sort_dropped(self, paths):
        words = tuple(path for path in paths if path in self.groups)
        return Dropped(tuple(path for path in paths if path not in words), words)

    def measure_table(self, table, report):
        self.measured.append(table.name)
        facts = measure_table(table)
        report(None, facts)
        return with_baseline(facts)

    def sentence_rows(self, table, text):
        return sentence_rows(table, text)

    def row_view(self, table, token_id):
        return row_view(table, token_id)

    def opening_notices(self, table):
        return ()

    def read_words(self, sources):
        for source in sources:
            if source not in self.groups:
                raise EmbvizError(f"There is no word set {source}.", code="no-such-words")
        return tuple(group for source in sources for group in self.groups[source])

    def resolve(self, table, document):
        return read_groups(table, document.groups, choices=document.split_choices, require=False)

    def complete(self, table, text):
        self.completed.append(text)
        while not self.completion_gate.wait(0.005):
            pass
        return complete(table, text)

    def write_words(self, path, groups):
        write_word_list(path, groups)
        return path

    def draw(self, table, words, document, report):
        self.drawn.append((document.request.method, tuple(word.text for word in words)))
        positions = np.arange(2.0 * len(words)).reshape(-1, 2)
        names = document.group_names
        while not self.gate.wait(0.005):
            report(0.5, LiveFrame(words, names, positions, 0.5))
        report(0.9, None)
        if self.fail_drawing is not None:
            raise self.fail_drawing
        return MapResult(document.request, words, names, Layout(positions), None, ())

    def method_title(self, method):
        return method

    def export(self, snapshot, path, options):
        if not Path(path).parent.is_dir():
            raise EmbvizError(
                f"{path} cannot be written.", code="cannot-write", hint="Choose another folder."
            )
        self.exported.append(path)
        return path

    def clipboard_parts(self, snapshot, options):
        return "parts"

    def copy(self, parts):
        self.copied.append(parts)

    def warm_up(self, table, report):
        report(None, None)

    def draw_noise(self, table, words, document, report):
        self.noises.append((document.request, tuple(word.text for word in words)))
        names = document.group_names
        report(0.5, LiveFrame(words, names, np.zeros((len(words), 2)), 0.5))
        positions = -np.arange(2.0 * len(words)).reshape(-1, 2)
        return NoiseControl(MapResult(document.request, words, names, Layout(positions), None, ()), 0)

    def check_stability(self, table, result, report):
        report(0.2, None)
        self.checked.append(result)
        n = len(result.words)
        return Stability((0, 1, 2, 3, 4), 1, np.zeros((5, n, 2)), np.ones(n), np.zeros(n))

    def report(self, table, result, report):
        return None

    def word_lists(self, table, result, word, report):
        return None

    def reference(self, table, shifted, report):
        return None

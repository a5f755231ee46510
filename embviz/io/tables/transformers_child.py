"""A program of its own: asks transformers about a model folder, and writes the answer as JSON.

Run as a child process with a time limit, because transformers is slow to import, raises anything, and
because nothing it does should touch the program that asks. It never runs code of the folder.

    python -P transformers_child.py tokenizer FOLDER    the fast tokenizer, as tokenizer.json has it
    python -P transformers_child.py table FOLDER        the name of the token-embedding weight
"""

from __future__ import annotations

import json
import sys
from typing import Any


def tokenizer_json(folder: str) -> str:
    """Return the text of a tokenizer.json; fails when there is no fast form of the tokenizer."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    return str(tokenizer.backend_tokenizer.to_str())


def table_name(folder: str) -> str:
    """Return the name of the token-embedding weight, from a model without data (on the meta device)."""
    import torch
    from transformers import AutoConfig, AutoModel

    config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    with torch.device("meta"):
        model: Any = AutoModel.from_config(config, trust_remote_code=False)
    table = model.get_input_embeddings()
    for name, module in model.named_modules():
        if module is table:
            return f"{name}.weight" if name else "weight"
    raise LookupError("the model does not say where its token table is")


if __name__ == "__main__":
    question, place = sys.argv[1:]
    answer = tokenizer_json(place) if question == "tokenizer" else table_name(place)
    sys.stdout.write(json.dumps({"answer": answer}))

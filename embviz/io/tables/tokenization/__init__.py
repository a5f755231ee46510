"""The model's own tokenizers: where their parts lie, and how text becomes ids."""

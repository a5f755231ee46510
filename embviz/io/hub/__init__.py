"""Tables straight from the hub: only what is needed is fetched, and kept in a cache of the program's own.

`opening.open_hub_table` opens one; `cache` lists and clears; `options` says where all of it is. Nothing is
imported here, so that opening a local table costs nothing of it.
"""

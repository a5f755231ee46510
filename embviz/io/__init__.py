"""Reading and writing files: tables, word lists, exports. No Qt in here."""

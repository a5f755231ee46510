"""What the controller does, a file for each matter: table, words, map, neighbours, figures."""

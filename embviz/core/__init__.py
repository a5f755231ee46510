"""What is computed. No Qt and no file formats in here, and heavy imports only inside functions."""

"""Setting text and legends in lines: for the captions of figures and for the window alike."""

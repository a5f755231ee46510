"""The window, and the figures that are painted as it paints: all that needs Qt."""

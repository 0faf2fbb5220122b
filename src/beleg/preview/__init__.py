"""The site as it is being made, in the browser of whoever makes it: served, rebuilt on change, reloaded."""

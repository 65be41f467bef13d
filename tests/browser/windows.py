"""Sizes of windows, and what is seen in them."""

PHONE, DESKTOP = (360, 800), (1280, 800)


def shown(page):
    """Return the names of the variables in the drawing."""
    return {node.get_attribute("aria-label") for node in page.all("#nodes .node:not(.away)")}

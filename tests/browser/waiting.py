"""How tests wait for a browser: for what it has done, never for a time."""

#: seconds after which a test gives up; a busy machine may take many of them
PATIENCE = 240


def settle(driver):
    """Wait until the window has been laid out and its observers have been told."""
    driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
    )


def step_aside(driver):
    """Take the pointer of the test before into the corner, where it points at nothing."""
    driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})

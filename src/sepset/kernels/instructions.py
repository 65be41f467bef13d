"""Which instructions the kernels use."""


def instruction_set() -> str:
    """Return what runs: ``"python"`` here; the compiled twin says ``"portable"``, ``"avx2"`` or ``"avx512"``.

    >>> instruction_set()
    'python'
    """
    return "python"

"""The kernels: compiled code and its readable Python twins, chosen here and nowhere else.

Each kernel lives in a module of this package as a Python function (the twin); the compiled one in `sepset._core`
has the same name and signature. Set the environment variable ``SEPSET_KERNELS=python`` to run the twins.
"""

import os

if os.environ.get("SEPSET_KERNELS") == "python":
    from sepset.kernels.cuts import k_covered, minimum_cuts
    from sepset.kernels.discrete import DiscreteTables
else:
    from sepset._core import DiscreteTables, k_covered, minimum_cuts  # type: ignore[assignment]

__all__ = ["DiscreteTables", "k_covered", "minimum_cuts"]

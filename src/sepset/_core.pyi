# Signatures of the compiled kernels; what they mean is said by their Python twins in sepset.kernels.
import numpy as np
from numpy.typing import NDArray

def minimum_cuts(
    parent_offsets: NDArray[np.int32],
    parent_members: NDArray[np.int32],
    spouse_offsets: NDArray[np.int32],
    spouse_members: NDArray[np.int32],
    pairs: NDArray[np.int32],
    limit: int,
    threads: int,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]: ...
def k_covered(
    parent_offsets: NDArray[np.int32], parent_members: NDArray[np.int32], k: int
) -> NDArray[np.uint8]: ...

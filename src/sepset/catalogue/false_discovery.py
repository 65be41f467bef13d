"""How the pairs are chosen that stay at a rate of false discoveries.

>>> DISCOVERY_METHODS["by"].title
'Benjamini and Yekutieli'
"""

from __future__ import annotations

from typing import Literal

from sepset.catalogue.records import Catalogue, Record
from sepset.catalogue.references import BENJAMINI_HOCHBERG, BENJAMINI_YEKUTIELI

DiscoveryMethod = Literal["bh", "by"]

DISCOVERY_METHODS = Catalogue(
    Record(
        word="bh",
        title="Benjamini and Hochberg",
        phrase=f"the step-up procedure of {BENJAMINI_HOCHBERG.short}",
        cites=(BENJAMINI_HOCHBERG,),
    ),
    Record(
        word="by",
        title="Benjamini and Yekutieli",
        phrase=f"the step-up procedure of {BENJAMINI_YEKUTIELI.short}, which holds however tests depend",
        cites=(BENJAMINI_YEKUTIELI,),
    ),
)

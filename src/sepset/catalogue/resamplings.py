"""How rows are drawn again.

>>> RESAMPLINGS["half"].title
'half of the rows, drawn without replacement'
"""

from __future__ import annotations

from typing import Literal

from sepset.catalogue.records import Catalogue, Record
from sepset.catalogue.references import EFRON, FRIEDMAN_GOLDSZMIDT_WYNER, MEINSHAUSEN_BUEHLMANN

Resampling = Literal["bootstrap", "half"]

RESAMPLINGS = Catalogue(
    Record(
        word="bootstrap",
        title="as many rows as the table has, drawn with replacement",
        phrase=f"bootstrap samples of the rows ({EFRON.short}; {FRIEDMAN_GOLDSZMIDT_WYNER.short})",
        cites=(EFRON, FRIEDMAN_GOLDSZMIDT_WYNER),
    ),
    Record(
        word="half",
        title="half of the rows, drawn without replacement",
        phrase=f"random halves of the rows ({MEINSHAUSEN_BUEHLMANN.short})",
        cites=(MEINSHAUSEN_BUEHLMANN,),
    ),
)

"""What actions cost, told to the native engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from introplan.search.prices import Prices

if TYPE_CHECKING:
    from introplan import _kernel


def tell_prices(kernel: _kernel.Kernel, prices: Prices) -> None:
    """Tell a kernel what actions cost; where they have no costs it knows already."""
    if prices.is_unit:
        return
    kernel.set_prices(prices.least, prices.is_whole)
    for number, schema in enumerate(prices.task.domain.actions):
        for term in prices.terms(schema):
            if isinstance(term, tuple):
                kernel.add_price_table(number, *term)
            else:
                kernel.add_price(number, term)

"""PURE. What arbiters keep registers of: byes, offences, halved times, protests.

Not here: the facts' fold (``tournament/register_entries.py``). May import ``tournament``,
``rounds``, ``prizes/money.py``.
"""

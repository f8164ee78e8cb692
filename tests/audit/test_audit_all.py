"""`audit(everything=True)` lists every paytable of the documents, printed figures or not."""

from fractions import Fraction

from pitboss.audit.finding import audit
from pitboss.audit.verdict import Verdict
from pitboss.reports.audit_sheet import exact_cell
from pitboss.reports.cell import percent
from pitboss.rules import load_game


def test_every_paytable_of_a_game_is_listed():
    found = audit(["three_card_poker"], everything=True)
    assert {finding.paytable for finding in found} == set(load_game("three_card_poker").paytables)
    unprinted = [finding for finding in found if finding.verdict is Verdict.NOT_PRINTED]
    assert [finding.paytable[:-2] for finding in unprinted] == ["Pair Plus"] * 4
    assert exact_cell(unprinted[0]) == percent(Fraction(128, 5525))
    assert str(exact_cell(unprinted[0])) == "2.3167%"
    assert all(finding.is_explained for finding in found)


def test_without_it_only_printed_figures_are():
    assert not any(finding.verdict is Verdict.NOT_PRINTED for finding in audit(["three_card_poker"]))

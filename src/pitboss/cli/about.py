"""`pitboss about`: exactly what runs here."""

from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_json, say_page


def about(json: AsJson = False) -> None:
    """Show the version, the hash of the program and the fingerprint of every game.

    Printed as JSON it is a manifest: where the variable PITBOSS_MANIFEST names such a file, a game manager
    that is anything else does not start.
    """
    from pitboss.house.software import read_software
    from pitboss.reports.software_sheet import software_data, software_page

    software = read_software()
    if json:
        say_json(software_data(software))
    else:
        say_page(software_page(software))

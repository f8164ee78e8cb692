"""The pages of the floor: HTML, styles and modules for browsers, served by `pitboss.service` as they are."""

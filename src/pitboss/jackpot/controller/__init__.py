"""The table controller: sensors and keypad at a table, over requests to the game manager."""

from pitboss.jackpot.controller.controller import Controller, Reaction
from pitboss.jackpot.controller.dialect import Button, Dialect, Keypad, Press
from pitboss.jackpot.controller.layout import HandButton, Layout, hand_buttons, make_layout
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.resume import resume_controller
from pitboss.jackpot.controller.sensor import Sensor
from pitboss.jackpot.controller.view import KeypadView, view

__all__ = [
    "Button",
    "Controller",
    "Dialect",
    "HandButton",
    "Keypad",
    "KeypadView",
    "Layout",
    "Phase",
    "Press",
    "Reaction",
    "Sensor",
    "hand_buttons",
    "make_layout",
    "resume_controller",
    "view",
]

"""The table controller: sensors and keypad at a table, over requests to the game manager."""

from pitboss.jackpot.controller.controller import Controller as Controller
from pitboss.jackpot.controller.controller import Reaction as Reaction
from pitboss.jackpot.controller.dialect import Button as Button
from pitboss.jackpot.controller.dialect import Dialect as Dialect
from pitboss.jackpot.controller.dialect import Keypad as Keypad
from pitboss.jackpot.controller.dialect import Press as Press
from pitboss.jackpot.controller.event import Sensor as Sensor
from pitboss.jackpot.controller.news import resume_controller as resume_controller
from pitboss.jackpot.controller.phase import Phase as Phase
from pitboss.jackpot.controller.view import KeypadView as KeypadView
from pitboss.jackpot.controller.view import view as view
from pitboss.jackpot.layout import HandButton as HandButton
from pitboss.jackpot.layout import Layout as Layout
from pitboss.jackpot.layout import hand_buttons as hand_buttons
from pitboss.jackpot.layout import make_layout as make_layout

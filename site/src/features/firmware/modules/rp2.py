"""What programs for a Pico W use of its module: the country of the Wi-Fi."""

_country = "XX"


def country(*code):
    global _country
    if not code:
        return _country
    if len(code[0]) != 2:
        raise ValueError
    _country = code[0]

"""DHT22 and DHT11: sensors for temperature and humidity on one pin."""

import _board
import errno


class DHTBase:
    def __init__(self, pin):
        self.pin = pin

    def measure(self):
        """Reads both values. Raises OSError when no sensor answers."""
        text = _board.climate(self.pin._pin)
        if not text:
            raise OSError(errno.ETIMEDOUT)
        self._temperature, self._humidity = (float(part) for part in text.split())


class DHT22(DHTBase):
    """Measures to a tenth."""

    _temperature = 0.0
    _humidity = 0.0

    def temperature(self):
        return round(self._temperature, 1)

    def humidity(self):
        return round(self._humidity, 1)


class DHT11(DHTBase):
    """Measures whole numbers."""

    _temperature = 0
    _humidity = 0

    def temperature(self):
        return round(self._temperature)

    def humidity(self):
        return round(self._humidity)

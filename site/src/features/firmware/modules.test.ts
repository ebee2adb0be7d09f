import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepObjects, RecordedBoard } from '../../../test/support/recorded-board';

keepObjects();

let board: RecordedBoard;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  board = new RecordedBoard();
});
afterEach(() => vi.useRealTimers());

describe('_main', () => {
  it('waits for asyncio.run, also in a block, and goes on after it', async () => {
    const program = `
import asyncio
async def main():
    await asyncio.sleep(1)
    print('main')
    return 3
try:
    asyncio.run(main())
finally:
    print('finally')`;
    expect(await board.runFor(2, program)).toEqual(['main', 'finally']);
  });

  it('does not change functions, and keeps the lines of a traceback', async () => {
    const program = `import asyncio
def start():
    asyncio.run(main())
async def main():
    raise OSError(5)
asyncio.run(main())`;
    expect((await board.runFor(1, program)).join()).toMatch(/line 6[\s\S]*line 5[\s\S]*OSError/);
  });
});

describe('time', () => {
  it('is that of the board, wrong until it is set', async () => {
    const program = `
import time, ntptime, network
wlan = network.WLAN(network.STA_IF)
wlan.active(True)
print(time.gmtime()[0], time.time())
try:
    ntptime.settime()
except OSError as error:
    print(error)
wlan.connect('home', 'secret')
ntptime.host = 'time.anedya.io'
ntptime.settime()
print(time.localtime()[:6], type(time.time()))
print(time.mktime(time.gmtime(86400)), time.gmtime(0)[0])`;
    expect(await board.run(program)).toEqual([
      '2000 946684800',
      '[Errno 110] ETIMEDOUT',
      "(2026, 1, 1, 0, 0, 0) <class 'int'>",
      '86400 1970',
    ]);
    expect(board.calls).toEqual(['join home secret', 'clock time.anedya.io']);
  });

  it('counts ticks, and sleeps', async () => {
    const program = `
import time, asyncio
start = time.ticks_ms()
async def main():
    await asyncio.sleep_ms(1500)
asyncio.run(main())
print(time.ticks_diff(time.ticks_ms(), start), time.ticks_us() % 1000)
time.sleep(1.5)
time.sleep_ms(20)
time.sleep_us(500)
time.sleep(-1)`;
    expect(await board.runFor(2, program)).toEqual(['1500 0']);
    expect(board.calls).toEqual(['delay 1500', 'delay 20', 'delay 0.5', 'delay 0']);
  });
});

describe('machine', () => {
  it('reads and switches pins', async () => {
    board.levels.set(5, 1);
    const program = `
from machine import Pin
lamp = Pin(2, Pin.OUT, value=1)
print(lamp(), lamp, Pin(5, Pin.IN, Pin.PULL_UP).value())
lamp.off()
print(lamp.value())
lamp.toggle()
lamp(0)
lamp.value(2 > 1)`;
    expect(await board.run(program)).toEqual(['1 Pin(2) 1', '0']);
    expect(board.levels.get(2)).toBe(1);
  });

  it.each([
    ['Pin(99)', 'ValueError: invalid pin'],
    ['Pin("LED")', 'ValueError: invalid pin'],
    ['Pin(2).pull()', "AttributeError: 'Pin' object has no attribute 'pull'"],
    ['machine.UART(1)', "AttributeError: module 'machine' has no attribute 'UART'"],
    ['machine.PWM(2, freq=0)', 'ValueError: frequency must be from 1Hz to 40MHz'],
    ['machine.PWM(2, duty_u16=65536)', 'ValueError: duty_u16 must be from 0 to 65535'],
    ['machine.Timer(0, period=0)', 'ValueError: invalid period'],
    ['machine.reset()', 'SystemExit'],
  ])('%s raises %s', async (text, error) => {
    const { ended } = await board.start(`import machine\nfrom machine import Pin\n${text}`);
    await expect(ended).rejects.toThrow(error);
  });

  it('resets the board', async () => {
    const { ended } = await board.start('import machine\nmachine.reset()');
    await expect(ended).rejects.toThrow('SystemExit');
    expect(board.calls).toEqual(['reset']);
  });

  it('calls the handler of an interrupt at its edge', async () => {
    const program = `
import asyncio
from machine import Pin
Pin(5, Pin.IN).irq(lambda pin: print('open', pin), Pin.IRQ_RISING)
async def main():
    await asyncio.sleep(1)
asyncio.run(main())`;
    await board.runFor(0.1, program);
    for (const level of [1, 0, 1]) {
      board.levels.set(5, level);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(board.output).toEqual(['open Pin(5)', 'open Pin(5)']);
  });

  it('measures a voltage, and dims', async () => {
    board.voltage = 65_535;
    const program = `
from machine import ADC, PWM, Pin
adc = ADC(Pin(34), atten=ADC.ATTN_11DB)
print(adc.read_u16(), adc.read())
pwm = PWM(Pin(2), freq=1000, duty_u16=0)
pwm.duty(1023)
print(pwm.freq(), pwm.duty(), pwm.duty_u16())
pwm.deinit()`;
    expect(await board.run(program)).toEqual(['65535 4095', '1000 1023 65535']);
    expect(board.calls).toEqual(['duty 2 0', 'duty 2 65535', 'duty 2 0']);
  });

  it('runs timers, and a watchdog that is not fed resets the board', async () => {
    const program = `
import asyncio, machine
from machine import Timer
ticks = []
timer = Timer(0, period=100, callback=lambda timer: ticks.append(1))
Timer(1, mode=Timer.ONE_SHOT, period=250, callback=lambda timer: print('once', len(ticks)))
watchdog = machine.WDT(timeout=2000)
async def main():
    await asyncio.sleep(1)
    watchdog.feed()
    timer.deinit()
    await asyncio.sleep(1.5)
    print(len(ticks))
    await asyncio.sleep(60)
asyncio.run(main())`;
    expect(await board.runFor(2.9, program)).toEqual(['once 2', '9']);
    expect(board.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(board.calls).toEqual(['reset']);
  });
});

describe('modules that a board has, and others', () => {
  it.each(['esp', 'pyb', 'bluetooth', 'requests'])('has no module %s', async (name) => {
    const { ended } = await board.start(`import ${name}`);
    await expect(ended).rejects.toThrow(`ImportError: no module named '${name}'`);
  });

  it('knows the country of the Wi-Fi', async () => {
    expect(await board.run("import rp2\nrp2.country('IN')\nprint(rp2.country())")).toEqual(['IN']);
  });
});

describe('network and socket', () => {
  it('reject a third connect(), as an ESP32 does, until the board has left the Wi-Fi', async () => {
    const program = `
import network
wlan = network.WLAN(network.STA_IF)
wlan.active(True)
def join(count):
    for _ in range(count):
        wlan.connect('home', 'secret')
join(2)
try:
    join(1)
except OSError as error:
    print(error)
wlan.disconnect()
join(2)`;
    expect(await board.run(program)).toEqual(['Wifi Internal Error']);
  });

  it('look up a host only in the Wi-Fi', async () => {
    const program = `
import network, socket
wlan = network.WLAN(network.STA_IF)
wlan.active(True)
try:
    socket.getaddrinfo('broker', 8883)
except OSError as error:
    print(error)
wlan.connect('home', 'secret')
print(socket.getaddrinfo('broker', 8883)[0][-1])`;
    expect(await board.run(program)).toEqual(['-2', "('192.0.2.1', 8883)"]);
  });
});

describe('dht', () => {
  const program = `
from machine import Pin
from dht import DHT11, DHT22
for kind in (DHT22, DHT11):
    sensor = kind(Pin(15))
    sensor.measure()
    print(sensor.temperature(), sensor.humidity())`;

  it('measures in tenths, or in whole numbers', async () => {
    expect(await board.run(program)).toEqual(['22.5 60.0', '22 60']);
  });

  it('raises ETIMEDOUT without a sensor', async () => {
    board.hasSensor = false;
    const { ended } = await board.start(program);
    await expect(ended).rejects.toThrow('OSError: [Errno 110] ETIMEDOUT');
  });
});

describe('network', () => {
  it('joins and leaves a Wi-Fi', async () => {
    const program = `
import network
wlan = network.WLAN(network.STA_IF)
try:
    wlan.connect('home', 'secret')
except OSError as error:
    print(error)
wlan.active(True)
print(wlan.isconnected(), wlan.ifconfig()[0], wlan.status() == network.STAT_IDLE)
wlan.connect('home', 'secret')
print(wlan.isconnected(), wlan.ifconfig()[0], wlan.status() == network.STAT_GOT_IP)
wlan.disconnect()
print(wlan.isconnected())`;
    expect(await board.run(program)).toEqual([
      'Wifi Not Started',
      'False 0.0.0.0 True',
      'True 192.168.4.2 True',
      'False',
    ]);
  });

  it('is not connected where there is no network', async () => {
    board.hasNetwork = false;
    const program = `
import network
wlan = network.WLAN(network.STA_IF)
wlan.active(True)
wlan.connect('home', 'secret')
print(wlan.isconnected(), wlan.status() == network.STAT_CONNECTING)`;
    expect(await board.run(program)).toEqual(['False True']);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { correct, keepObjects, RecordedBoard } from '../../../test/support/recorded-board';

keepObjects();

let board: RecordedBoard;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  board = new RecordedBoard();
});
afterEach(() => vi.useRealTimers());

describe('mqtt_as', () => {
  /** A program that connects, and does more. */
  const connected = (more: string, settings = '') => `
import asyncio, ssl
import mqtt_as
from mqtt_as import MQTTClient, config
config.update(server='broker', ssid='home', wifi_pw='secret', queue_len=3)
${settings}
client = MQTTClient(config)
async def main():
    await client.connect(quick=True)
    print('connected')
${more.replaceAll(/^/gm, '    ')}
asyncio.run(main())`;

  /** Messages until then, without those of the Wi-Fi. */
  const exchanges = () => board.calls.filter((call) => !call.startsWith('join'));

  it('joins the Wi-Fi and passes the settings, also of the last will', async () => {
    const settings = `config.update(client_id=b'id', user='user', password='key', keepalive=30)
config.update(will=('logs', '{}', False, 1))`;
    expect(await board.runFor(1, connected('', settings))).toEqual(['connected']);
    expect(board.calls).toEqual(['join home secret', 'connect']);
    expect(board.settings).toEqual({
      ...{ server: 'broker', port: 1883, client_id: 'id', user: 'user', password: 'key' },
      ...{ ssl: false, keepalive: 30, will: { topic: 'logs', text: '{}', qos: 1 } },
    });
  });

  it('publishes and subscribes, with text or bytes', async () => {
    const program = connected(`await client.subscribe('a', 1)
await client.publish(b'b', '22 °C'.encode(), qos=1)
await client.publish('b', 'on', True)
print(client.isconnected())
await client.disconnect()`);
    expect(await board.runFor(1, program)).toEqual(['connected', 'True']);
    expect(exchanges()).toEqual([
      'connect',
      'subscribe a 1',
      'publish b 22 °C 1 false',
      'publish b on 0 true',
      'disconnect',
    ]);
  });

  it('publishes again with QoS 1 until the broker acknowledges', async () => {
    board.acknowledgments = [undefined, undefined, 0];
    const program = connected("await client.publish('a', 'b', qos=1)\nprint('done')");
    expect(await board.runFor(15, program)).toEqual(['connected']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(board.output).toEqual(['connected', 'done']);
    expect(exchanges()).toEqual(['connect', ...Array<string>(3).fill('publish a b 1 false')]);
  });

  it('connects again when the broker never acknowledges, and publishes then', async () => {
    board.acknowledgments = Array<undefined>(5).fill(undefined);
    const program = connected("await client.publish('a', 'b', qos=1)\nprint('done')");
    expect(await board.runFor(70, program)).toEqual(['connected', 'done']);
    expect(exchanges()).toEqual([
      'connect',
      ...Array<string>(5).fill('publish a b 1 false'),
      'connect',
      'publish a b 1 false',
    ]);
  });

  it('connects again after a loss, signals it, and publishes what waited', async () => {
    const program = connected(`async def watch(event, text):
    while True:
        await event.wait()
        event.clear()
        print(text)
asyncio.create_task(watch(client.up, 'up'))
asyncio.create_task(watch(client.down, 'down'))
await asyncio.sleep(2)
print(client.isconnected())
await client.publish('a', 'b', qos=1)
print('published')`);
    board.connects = [0, -113, 3, 0];
    await board.runFor(1, program);
    board.deliver('');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(board.output).toEqual(['connected', 'up', 'down', 'False', 'up', 'published']);
    expect(exchanges()).toEqual([
      'connect',
      'connect',
      'connect',
      'connect',
      'publish a b 1 false',
    ]);
  });

  it('notices the loss of the Wi-Fi', async () => {
    const program = connected('await client.down.wait()\nprint("down")');
    await board.runFor(1, program);
    board.hasNetwork = false;
    await vi.advanceTimersByTimeAsync(1500);
    expect(board.output).toEqual(['connected', 'down']);
  });

  it('keeps the last messages in their order', async () => {
    const program = connected(`await asyncio.sleep(2)
print(client.queue.discards)
async for topic, message, retained in client.queue:
    print(topic, message.decode(), retained)`);
    await board.runFor(1, program);
    for (const text of ['1', '2', '3', '22 °C']) {
      board.deliver(JSON.stringify(['a', text, text === '3']));
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(2000);
    expect(board.output).toEqual([
      'connected',
      '1',
      "b'a' 2 False",
      "b'a' 3 True",
      "b'a' 22 °C False",
    ]);
  });

  it('calls back without a queue', async () => {
    const settings = `config.update(queue_len=0, subs_cb=print)
async def say(*values):
    print(*values[-1:])
config.update(wifi_coro=say, connect_coro=lambda client: say('connected coro'))`;
    await board.runFor(1, connected('await asyncio.sleep(60)', settings));
    board.deliver('["a", "b", false]');
    await vi.advanceTimersByTimeAsync(10);
    board.deliver('');
    await vi.advanceTimersByTimeAsync(10);
    expect(board.output).toEqual([
      'connected',
      'True',
      'connected coro',
      "b'a' b'b' False",
      'False',
    ]);
  });

  it.each([
    [0x05, "OSError: (-1, 'CONNACK reason code 0x5')"],
    [-113, 'OSError: [Errno 113] EHOSTUNREACH'],
    [undefined, "OSError: (-1, 'Timeout on socket read')"],
  ])('raises an error of the first connection: %s', async (code, error) => {
    board.connects = [code];
    expect((await board.runFor(11, connected(''))).join()).toContain(error);
  });

  it('raises an error without a Wi-Fi, after a minute', async () => {
    board.hasNetwork = false;
    expect((await board.runFor(61, connected(''))).join()).toContain('Wi-Fi connect timed out');
    expect(exchanges()).toEqual([]);
  });

  it.each([
    ['', 'The certificate validity starts in the future'],
    ['config["ssl_params"]["cadata"] = b""', 'no certificate'],
    ['del config["ssl_params"]["server_hostname"]', 'requires server_hostname'],
  ])('needs what TLS needs on a board: %s', async (change, error) => {
    const settings = `config.update(ssl=True, ssl_params={})
config['ssl_params'].update(cert_reqs=ssl.CERT_REQUIRED, cadata=b'root', server_hostname='broker')
${change}`;
    expect((await board.runFor(1, connected('', settings))).join()).toContain(error);
    expect(exchanges()).toEqual([]);
  });

  it('connects with TLS when the clock is right', async () => {
    board.wallSecondsAtStart = correct;
    const settings = `config.update(ssl=True, ssl_params={})
config['ssl_params'].update(cert_reqs=ssl.CERT_REQUIRED, cadata=b'root', server_hostname='broker')`;
    expect(await board.runFor(1, connected('', settings))).toEqual(['connected']);
    expect(board.settings).toMatchObject({ ssl: true, port: 8883 });
  });

  it.each([
    ["config['server'] = None", 'no server specified'],
    ["config['keepalive'] = 65536", 'invalid keepalive time'],
    ["config['will'] = ('a', 'b', False, 2)", 'Only qos 0 and 1 are supported'],
  ])('rejects settings: %s', async (settings, error) => {
    expect((await board.runFor(1, connected('', settings))).join()).toContain(error);
  });
});
